/* Reading SVG files. */
#ifndef QUIRE_CAD_SVG_SVG_H
#define QUIRE_CAD_SVG_SVG_H

#include "cad/drawing.h"
#include "xml/text/node.h"

struct quire_arena;
struct quire_svg_index;

/* As quire_drawing_open() and quire_drawing_take(), of an SVG. */
quire_status quire_svg_look(struct quire_svg_index **out, const char *bytes, size_t size,
                            const struct quire_drawing_options *options, struct quire_arena *arena,
                            quire_diag *diag);
quire_status quire_svg_read(struct quire_drawing *out, const struct quire_svg_index *index,
                            const struct quire_drawing_options *options, quire_diag *diag);

/* The text of an attribute; "" if there is none. */
static inline const char *
quire_svg_text(const struct quire_node *node, const char *name)
{
    const char *text = quire_node_get(node, name);
    return text != NULL ? text : "";
}

/* ---- styles (svg_style.c) ---- */

/* Gives each element what style sheets and its own style say of the properties that matter, as
 * attributes "style:display". Refuses what would hide, move or form something and is not read. */
quire_status quire_svg_apply_styles(struct quire_node *root,
                                    const struct quire_drawing_options *options,
                                    struct quire_arena *arena, quire_diag *diag);

/* The value of a property that matters, "style:display": by style, or else by the attribute; NULL
 * if there is none. */
const char *quire_svg_value(const struct quire_node *node, const char *name);

/* ---- numbers (svg_path.c) ---- */

/* Takes the next number of a list with blanks and commas between them; false, with *text where it
 * was, if there is none. */
bool quire_svg_number(const char **text, double *out);

/* ---- lines (svg_path.c) ---- */

/* What is being drawn: points (x, y) of an element become (m[0] x + m[2] y + m[4],
 * m[1] x + m[3] y + m[5]) [m]. */
struct quire_svg_pen {
    double m[6];
    double view[2];               /* size of the viewport, of the element; NaN: unknown */
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

/* ---- shapes (svg_shape.c) ---- */

/* Whether an element with this name draws something by itself. */
bool quire_svg_is_shape(const char *element);

/* Adds the lines of a shape; nothing for other elements. */
quire_status quire_svg_add_shape(struct quire_svg_pen *pen, const struct quire_node *node);

/* ---- where things are (svg_place.c) ---- */

/* A length in user units, which are also px, or in percent of the viewport; `fallback` where it is
 * missing. */
quire_status quire_svg_length(const struct quire_svg_pen *pen, const struct quire_node *node,
                              const char *name, double fallback, double *out);

/* The pen at the outermost element: E-UNIT where no unit is known. */
quire_status quire_svg_begin(struct quire_svg_pen *pen, const struct quire_node *root);

/* Moves the pen into an element, as its transform says. */
quire_status quire_svg_enter(struct quire_svg_pen *pen, const struct quire_node *node);

/* Moves the pen into a nested <svg> or a <symbol>; `use` shows it, or is NULL. `size` is that of
 * its viewport, and `window` the pen's matrix in which it lies. */
quire_status quire_svg_enter_viewport(struct quire_svg_pen *pen, const struct quire_node *node,
                                      const struct quire_node *use, double window[6],
                                      double size[2]);

#endif
