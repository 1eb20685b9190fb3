/* Where a motion that is known at both ends of a step turns back in between. */
#ifndef QUIRE_LAW_TURNING_H
#define QUIRE_LAW_TURNING_H

#include <math.h>

/* Least and largest value of the cubic through x0, x1 with the rates v0, v1 over the time h > 0:
 * *least and *most are moved outward if it turns in between. Off by h^4. A turn is there only where
 * the rates have different signs. */
static inline void
quire_turning(double x0, double v0, double x1, double v1, double h, double *least, double *most)
{
    if (!(v0 * v1 < 0) || !(h > 0)) {
        return;
    }
    /* the rate is v0 + b s + a s^2 with s from 0 to 1 */
    const double mean = (x1 - x0) / h, a = 3 * (v0 + v1) - 6 * mean,
                 b = 6 * mean - 2 * (2 * v0 + v1);
    const double root = sqrt(fmax(0, b * b - 4 * a * v0)),
                 s = 2 * v0 / (-b + (v0 > 0 ? root : -root));
    const double x = x0 + h * s * (v0 + s * (b / 2 + s * a / 3));

    if (s > 0 && s < 1) {
        *most = x > *most ? x : *most;
        *least = x < *least ? x : *least;
    }
}

#endif
