/* Curves as chains of arcs that join smoothly. */
#ifndef QUIRE_GEOMETRY_CURVE_H
#define QUIRE_GEOMETRY_CURVE_H

#include "geometry/outline.h"

/* A plane curve. */
struct quire_curve {
    /* The point at t from 0 to 1 and a vector along the tangent there, of any length; zero at a
     * cusp. */
    void (*at)(const void *self, double t, double point[2], double derivative[2]);
    const void *self;
};

/* Appends the curve from t = 0 to 1 as pairs of arcs (biarcs) that leave and reach points of it
 * along its tangents and stay within `tolerance` [m] of it. QUIRE_ERROR_INPUT when it has a cusp,
 * QUIRE_ERROR_LIMIT when memory runs out or `out` would have more than 10 000 pieces. */
quire_status quire_curve_trace(struct quire_outline *out, const struct quire_curve *curve,
                               double tolerance);

/* After QUIRE_ERROR_LIMIT: whether the number of pieces was the limit; otherwise memory ran out. */
bool quire_curve_is_full(const struct quire_outline *out);

/* The two arcs (one, if `second` has no length) that lead from a to b with unit tangents ta and tb;
 * false when there are none. */
bool quire_biarc(struct quire_piece *first, struct quire_piece *second, const double a[2],
                 const double ta[2], const double b[2], const double tb[2]);

#endif
