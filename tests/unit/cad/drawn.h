/* Drawings made of a few lines of text, and what is true of outlines. */
#ifndef QUIRE_TESTS_CAD_DRAWN_H
#define QUIRE_TESTS_CAD_DRAWN_H

#include "cad/chain.h"
#include "cad/drawing.h"

#define MM 1e-3

/* Options in millimetres, with a tolerance of 1 um; and joined as in a guide. */
struct quire_drawing_options drawn_in_mm(void);
struct quire_chain_options chained_by_default(void);

/* Reads a DXF with these entities, group codes and values separated by blanks or new lines and
 * strokes by them too; `unit` is its $INSUNITS. Problems are in *diag, the caller's. */
quire_status drawn_dxf(struct quire_drawing *out, int unit, const char *entities,
                       const struct quire_drawing_options *options, quire_diag **diag);

/* Reads what must be right. */
struct quire_drawing good_dxf(const char *entities);
struct quire_drawing good_svg(const char *elements);

/* The first problem's text with its code and place. */
const char *first_problem(const quire_diag *diag);

/* The strokes of a drawing are together so long, give or take; it is cleared. */
void check_length(struct quire_drawing *drawing, double length, double tolerance);

/* All strokes as one outline, of a good drawing; it is cleared. */
struct quire_outline chained(struct quire_drawing *drawing,
                             const struct quire_chain_options *options);

/* Pieces that meet, with common tangents. */
void check_smooth_outline(const struct quire_outline *in);

#endif
