/* The curves of drawings: ellipses, Bezier curves and splines over rational functions (NURBS). */
#ifndef QUIRE_GEOMETRY_CURVES_H
#define QUIRE_GEOMETRY_CURVES_H

#include "geometry/outline.h"

/* Append to `out`; lengths in m. QUIRE_ERROR_INPUT where there is no such curve: no length, or a
 * cusp; QUIRE_ERROR_LIMIT when memory runs out or more than 10 000 pieces would be needed. */

/* centre + u cos t + v sin t for t from `from` on by `sweep`, at most 2 pi either way: a circular
 * arc, exactly, where u and v are equally long and square to each other. */
quire_status quire_ellipse_trace(struct quire_outline *out, const double centre[2],
                                 const double u[2], const double v[2], double from, double sweep,
                                 double tolerance);

/* The Bezier curve of degree 2 or 3 through p[0] and p[degree]. */
quire_status quire_bezier_trace(struct quire_outline *out, const double (*p)[2], int degree,
                                double tolerance);

/* A NURBS of n control points (x, y, weight > 0) and n + degree + 1 knots that do not decrease;
 * degree from 1 to QUIRE_NURBS_DEGREE. */
#define QUIRE_NURBS_DEGREE 15
struct quire_nurbs {
    int degree;
    size_t n;
    const double (*point)[3]; /* (n) */
    const double *knot;       /* (n + degree + 1) */
};
quire_status quire_nurbs_trace(struct quire_outline *out, const struct quire_nurbs *nurbs,
                               double tolerance);

/* The arc from `from` to `to` with this bulge: the tangent of a quarter of its angle, positive
 * counter-clockwise; 0: straight. */
bool quire_bulge_piece(struct quire_piece *out, const double from[2], const double to[2],
                       double bulge);

#endif
