/* The laws of the plain kernel: elastic force by the power 1.5 of the depth with damping in
 * proportion, and friction by a cubic step of the slip. */
#ifndef QUIRE_TESTS_BENCH_PLAIN_LAWS_H
#define QUIRE_TESTS_BENCH_PLAIN_LAWS_H

#include <math.h>

#include "math/kernel.h"

#define PER_RATE 5.0 /* damping over the elastic force, for each m/s of approach */

struct push {
    double normal, by_depth, by_closing;
};

QUIRE_INLINE struct push
push_of(double stiffness, double depth, double closing)
{
    const double root = sqrt(depth), elastic = stiffness * depth * root,
                 factor = 1 + PER_RATE * closing;

    return factor > 0 ? (struct push){elastic * factor, 1.5 * stiffness * root * factor,
                                      PER_RATE * elastic}
                      : (struct push){0, 0, 0};
}

/* coefficient of friction, odd in the slip */
QUIRE_INLINE double
rub(double friction, double per_threshold, double slip, double *slope)
{
    const double u = slip * per_threshold;

    if (fabs(u) >= 1) {
        *slope = 0;
        return copysign(friction, u);
    }
    *slope = 1.5 * friction * per_threshold * (1 - u * u);
    return friction * u * (1.5 - 0.5 * u * u);
}

#endif
