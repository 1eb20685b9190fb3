/* Outlines as SVG path data. */
#ifndef QUIRE_CAD_SVG_OUTLINE_SVG_H
#define QUIRE_CAD_SVG_OUTLINE_SVG_H

#include "geometry/outline.h"
#include "text/text.h"

/* Adds the commands M, L and A (and Z for a closed outline) of an SVG <path>'s attribute d, in mm
 * with y pointing down as in SVG: the model's point (x, y) [m] becomes (1000 x, -1000 y), with four
 * decimals. A gap between pieces starts a new M. */
void quire_outline_svg(struct quire_text *text, const struct quire_outline *in);

#endif
