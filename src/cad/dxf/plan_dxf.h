/* A drawing written as a DXF. */
#ifndef QUIRE_CAD_DXF_PLAN_DXF_H
#define QUIRE_CAD_DXF_PLAN_DXF_H

#include "cad/plan.h"

/* Adds the whole file, in millimetres, as AutoCAD 2007 has it, with polylines whose bulges are
 * arcs, and circles. */
void quire_plan_write_dxf(struct quire_text *out, const struct quire_plan *plan);

#endif
