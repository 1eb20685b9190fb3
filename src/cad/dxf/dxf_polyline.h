/* Polylines: segments with bulges, which are arcs. */
#ifndef QUIRE_CAD_DXF_DXF_POLYLINE_H
#define QUIRE_CAD_DXF_DXF_POLYLINE_H

#include "cad/dxf/dxf_form.h"

/* Between points as the entity has them. Lines of no length are left over from editing and draw
 * nothing. */
quire_status quire_dxf_add_segment(const struct quire_dxf_form *j, const double from[2],
                                   const double to[2], double bulge, int line);

quire_status quire_dxf_add_lwpolyline(struct quire_dxf_form *j);
/* A POLYLINE, whose vertices are entities. */
quire_status quire_dxf_add_polyline(struct quire_dxf_form *j);

#endif
