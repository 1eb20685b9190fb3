/* Splines: control points with weights, and knots. */
#ifndef QUIRE_CAD_DXF_DXF_SPLINE_H
#define QUIRE_CAD_DXF_DXF_SPLINE_H

#include "cad/dxf/dxf_form.h"

quire_status quire_dxf_add_spline(struct quire_dxf_form *j);

#endif
