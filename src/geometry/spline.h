/* Smooth curves through points, as chains of arcs. */
#ifndef QUIRE_GEOMETRY_SPLINE_H
#define QUIRE_GEOMETRY_SPLINE_H

#include "geometry/outline.h"

/* Appends the cubic spline with continuous curvature through n >= 2 distinct successive points [m],
 * as pairs of arcs (biarcs) that join smoothly and stay within `tolerance` [m] of it. The curve
 * begins and ends along the given headings [rad], or, where they are NaN, without curvature.
 * QUIRE_ERROR_INPUT when the curve has a cusp or two points coincide, QUIRE_ERROR_LIMIT when memory
 * runs out or more than 10 000 pieces would be needed. */
quire_status quire_spline_trace(struct quire_outline *out, const double (*point)[2], size_t n,
                                double start_heading, double end_heading, double tolerance);

#endif
