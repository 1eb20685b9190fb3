/* Reading SVG files. */
#ifndef QUIRE_CAD_SVG_SVG_H
#define QUIRE_CAD_SVG_SVG_H

#include "cad/drawing.h"

struct quire_arena;
struct quire_svg_index;

/* As quire_drawing_open() and quire_drawing_take(), of an SVG. */
quire_status quire_svg_look(struct quire_svg_index **out, const char *bytes, size_t size,
                            const struct quire_drawing_options *options, struct quire_arena *arena,
                            quire_diag *diag);
quire_status quire_svg_read(struct quire_drawing *out, const struct quire_svg_index *index,
                            const struct quire_drawing_options *options, quire_diag *diag);

/* ---- numbers (svg_path.c) ---- */

/* Takes the next number of a list with blanks and commas between them; false, with *text where it
 * was, if there is none. */
bool quire_svg_number(const char **text, double *out);

/* ---- lines (svg_path.c) ---- */

/* What is being drawn: points (x, y) of an element become (m[0] x + m[2] y + m[4],
 * m[1] x + m[3] y + m[5]) [m]. */
struct quire_svg_pen {
    double m[6];
    double at[2], first[2];       /* current point, first one of the subpath, of the element */
    struct quire_outline outline; /* of the subpath so far */
    struct quire_drawing *out;
    int line; /* of the element in the file */
    const struct quire_drawing_options *options;
    quire_diag *diag;
};

/* Each returns what it reports. Coordinates are those of the element. */
quire_status quire_svg_move(struct quire_svg_pen *pen, const double to[2]);
quire_status quire_svg_line(struct quire_svg_pen *pen, const double to[2]);
/* The part of an ellipse with half axes rx, ry from angle `from` on by `sweep`, both in the
 * ellipse's own parameter, its x axis turned by `tilt` [rad]. */
quire_status quire_svg_ellipse(struct quire_svg_pen *pen, const double centre[2], double rx,
                               double ry, double tilt, double from, double sweep);
/* Back to the first point of the subpath; and the end of it, which makes it a stroke. */
quire_status quire_svg_close(struct quire_svg_pen *pen);
quire_status quire_svg_end(struct quire_svg_pen *pen);
/* All commands of the attribute d of a path. */
quire_status quire_svg_path(struct quire_svg_pen *pen, const char *d);

/* Adds E-DRAWING at the pen's element. */
quire_status quire_svg_error(const struct quire_svg_pen *pen, const char *hint, const char *format,
                             ...) __attribute__((format(printf, 3, 4)));

#endif
