/* The shape of a fitted surface of the second degree, y = b0 + b'x + x'B x. */
#ifndef QUIRE_STAT_SURFACE_H
#define QUIRE_STAT_SURFACE_H

#include <stdbool.h>
#include <stddef.h>

enum quire_surface_kind {
    QUIRE_SURFACE_MINIMUM,
    QUIRE_SURFACE_MAXIMUM,
    QUIRE_SURFACE_SADDLE,
    QUIRE_SURFACE_RIDGE
};

struct quire_surface {
    /* a ridge: some direction has no curvature, 1e-9 of the largest, and the place is not unique */
    enum quire_surface_kind kind;
    double value; /* at the stationary point */
};

/* b (n); curvature (n, n), symmetric: B. Sets the stationary point x (n), the curvatures (n) along
 * the axes, ascending, and the axes, axis[k n + i] of unit length. False if memory ran out or a
 * number is not finite. */
bool quire_surface_analyse(struct quire_surface *out, size_t n, double constant, const double *b,
                           const double *curvature, double *x, double *along, double *axis);

#endif
