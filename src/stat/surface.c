#include "stat/surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/jacobi.h"

#define FLAT 1e-9

static enum quire_surface_kind
kind_of(const double *along, size_t n)
{
    const double most = fmax(fabs(along[0]), fabs(along[n - 1]));
    bool flat = most == 0;

    for (size_t k = 0; k < n; k++) {
        flat = flat || fabs(along[k]) <= FLAT * most;
    }
    return flat               ? QUIRE_SURFACE_RIDGE
           : along[0] > 0     ? QUIRE_SURFACE_MINIMUM
           : along[n - 1] < 0 ? QUIRE_SURFACE_MAXIMUM
                              : QUIRE_SURFACE_SADDLE;
}

/* 2 B x = -b along each axis; where there is no curvature x stays in the middle */
bool
quire_surface_analyse(struct quire_surface *out, size_t n, double constant, const double *b,
                      const double *curvature, double *x, double *along, double *axis)
{
    memcpy(axis, curvature, n * n * sizeof *axis);
    if (n == 0 || !quire_eigenvalues(n, axis, along)) {
        return false;
    }
    const double most = fmax(fabs(along[0]), fabs(along[n - 1]));
    out->kind = kind_of(along, n);
    out->value = constant;
    memset(x, 0, n * sizeof *x);
    for (size_t k = 0; k < n; k++) {
        double slope = 0;
        for (size_t i = 0; i < n; i++) {
            slope += axis[k * n + i] * b[i];
        }
        const double way = fabs(along[k]) > FLAT * most ? -slope / (2 * along[k]) : 0;
        for (size_t i = 0; i < n; i++) {
            x[i] += way * axis[k * n + i];
        }
        out->value += 0.5 * slope * way;
    }
    return true;
}
