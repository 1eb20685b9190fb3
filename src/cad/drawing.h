/* Drawings: the lines of a DXF or SVG file (cad/file/drawing_file.h) as straight and circular
 * pieces. */
#ifndef QUIRE_CAD_DRAWING_H
#define QUIRE_CAD_DRAWING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "geometry/outline.h"

/* Points closer together than this are one point [m]. */
#define QUIRE_DRAWING_RESOLUTION 1e-9

/* More pieces are refused. */
#define QUIRE_DRAWING_LIMIT 100000

/* Beyond this a unit is wrong [m]: in the machine, and in a drawing that `origin` shifts. */
#define QUIRE_DRAWING_FARTHEST       1000.0
#define QUIRE_DRAWING_FARTHEST_DRAWN 1e6

struct quire_drawing_options {
    double unit;        /* length of one unit of the drawing [m]; NaN: as the drawing says */
    double scale;       /* how much larger than drawn */
    bool mirrored;      /* how it is placed afterwards: where that puts points is checked */
    double rotation;    /* [rad] */
    double origin[2];   /* [m] */
    double tolerance;   /* how far arcs may deviate from splines and ellipses [m] */
    const char *layer;  /* DXF: a layer, SVG: an id; NULL: all that is drawn */
    const char *file;   /* for messages */
    const char *object; /* what the drawing is for, for messages; may be NULL */
};

/* An unbroken line of the drawing: pieces first, first + 1, ..., first + n - 1. */
struct quire_stroke {
    size_t first, n;
    int line; /* where it begins in the file */
};

/* Start with {0}. */
struct quire_drawing {
    struct quire_outline pieces; /* of all strokes, after each other [m]; y upwards */
    struct quire_stroke *stroke; /* (n), heap, in the order of the file */
    size_t n, capacity;
};

void quire_drawing_clear(struct quire_drawing *drawing);

/* ---- for readers ---- */

/* The place of a line of the file. */
struct quire_place quire_drawing_place(const struct quire_drawing_options *options, int line);

/* Adds the pieces of `outline`, which may be none, as a stroke. */
quire_status quire_drawing_add(struct quire_drawing *out, const struct quire_outline *outline,
                               int line, const struct quire_drawing_options *options,
                               quire_diag *diag);

/* Whether a point is placed within a kilometre [m]; reports one that is not, nor is finite. The
 * same of a length both ways. */
quire_status quire_drawing_check_size(const double v[2], int line,
                                      const struct quire_drawing_options *options,
                                      quire_diag *diag);
quire_status quire_drawing_check_point(const double at[2], int line,
                                       const struct quire_drawing_options *options,
                                       quire_diag *diag);

/* Adds E-REFERENCE: "nothing is drawn on a layer 'A'; there is 'B'", of n names. */
quire_status quire_drawing_report_layer(const char *const *name, size_t n, const char *what,
                                        const struct quire_drawing_options *options,
                                        quire_diag *diag);

#endif
