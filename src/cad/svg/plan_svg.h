/* A drawing written as an SVG. */
#ifndef QUIRE_CAD_SVG_PLAN_SVG_H
#define QUIRE_CAD_SVG_PLAN_SVG_H

#include "cad/plan.h"

/* Adds the whole file, in millimetres, to scale. */
void quire_plan_write_svg(struct quire_text *out, const struct quire_plan *plan);

#endif
