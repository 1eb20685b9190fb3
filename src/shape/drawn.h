/* What <drawing> has in guides and in paths: an outline from a DXF or SVG file. */
#ifndef QUIRE_SHAPE_DRAWN_H
#define QUIRE_SHAPE_DRAWN_H

#include <math.h>

#include "kind/shape.h"
#include "model/object.h"

struct quire_drawn_params {
    const struct quire_source *file;
    const char *layer;          /* NULL: all */
    double unit, scale;         /* [m], optional; [1] */
    double origin[2], rotation; /* [m], [rad] */
    bool mirrored, reverse;
    double start[2];              /* in the drawing [m]; optional */
    double join, smooth;          /* [m], [rad] */
    double tolerance;             /* [m] */
    struct quire_outline outline; /* what was drawn; pieces in the model's arena */
};

#define QUIRE_DRAWN_FIELDS                                                                         \
    QUIRE_FILE(struct quire_drawn_params, file, "file", QUIRE_REQUIRED,                            \
               "drawing file: DXF in ASCII, or SVG"),                                              \
        QUIRE_TEXT(                                                                                \
            struct quire_drawn_params, layer, "layer", QUIRE_OPTIONAL,                             \
            "layer of a DXF; id or label of an element or layer of an SVG; default: the whole "    \
            "drawing"),                                                                            \
        QUIRE_REAL(struct quire_drawn_params, unit, "unit", "m", QUIRE_OPTIONAL, QUIRE_POSITIVE,   \
                   "length of one unit of the drawing, for drawings that do not define it: 1 mm",  \
                   NULL),                                                                          \
        QUIRE_REAL(struct quire_drawn_params, scale, "scale", "", "1", QUIRE_POSITIVE,             \
                   "scale factor relative to the drawing", NULL),                                  \
        QUIRE_VECTOR_AS(QUIRE_POINT, struct quire_drawn_params, origin, "origin", "m", "0 m, 0 m", \
                        "position of the drawing's origin"),                                       \
        QUIRE_REAL_AS(QUIRE_HEADING, struct quire_drawn_params, rotation, "rotation", "rad",       \
                      "0 deg", QUIRE_ANY,                                                          \
                      "angle by which the drawing is turned about its origin, counter-clockwise",  \
                      NULL),                                                                       \
        QUIRE_BOOLEAN(struct quire_drawn_params, mirrored, "mirrored", "no",                       \
                      "yes: mirrored about its own x axis before it is turned"),                   \
        QUIRE_VECTOR(                                                                              \
            struct quire_drawn_params, start, "start", "m", QUIRE_OPTIONAL,                        \
            "point of the drawing, in its own coordinates, near which the line begins; default: "  \
            "the line runs in the direction in which its first part in the file was drawn"),       \
        QUIRE_BOOLEAN(struct quire_drawn_params, reverse, "reverse", "no",                         \
                      "yes: the direction of the line is reversed"),                               \
        QUIRE_REAL(struct quire_drawn_params, join, "join", "m", "10 um",                          \
                   QUIRE_FROM_TO(1e-9, 1e-3), "largest gap between ends that are joined", NULL),   \
        QUIRE_REAL(struct quire_drawn_params, smooth, "smooth", "rad", "0.01 deg",                 \
                   QUIRE_FROM_TO(0.0, 0.17453292519943295),                                        \
                   "largest angle of a joint that is smoothed; such corners result from rounded "  \
                   "numbers in the drawing; up to 10 deg",                                         \
                   NULL),                                                                          \
        QUIRE_REAL(struct quire_drawn_params, tolerance, "tolerance", "m", "1 um",                 \
                   QUIRE_FROM_TO(1e-9, 1e-3),                                                      \
                   "largest deviation of the arcs that approximate splines and ellipses", NULL),   \
        QUIRE_FIELD_END

/* Reads the file and finds the outline in it; `corners` tells whether it may have some. */
quire_status quire_drawn_load(struct quire_object *self, struct quire_arena *arena, bool corners,
                              quire_diag *diag);

/* struct quire_shape_ops */
quire_status quire_drawn_trace(const struct quire_object *self, struct quire_outline *out,
                               quire_diag *diag);

#endif
