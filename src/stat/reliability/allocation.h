/* Tolerances at least cost: by how much each input may scatter when a response is to scatter so
 * much and no more. */
#ifndef QUIRE_STAT_RELIABILITY_ALLOCATION_H
#define QUIRE_STAT_RELIABILITY_ALLOCATION_H

#include <stdbool.h>
#include <stddef.h>

#define QUIRE_ALLOCATION_LEAST 0.2 /* of what an input scatters now */
#define QUIRE_ALLOCATION_MOST  3.0

/* An input whose deviation may become r times what it is now. */
struct quire_tolerance {
    double variance; /* of the response that it causes now, >= 0: r^2 times that later */
    double cost; /* of its present tolerance, >= 0: cost r^-exponent later; 0: it stays as it is */
    double exponent; /* > 0 */
    double ratio;    /* r, the answer */
};

struct quire_allocation {
    bool found;                /* the variance can be reached within the bounds of r */
    double variance;           /* of the response with these r, and what does not change */
    double cost, present_cost; /* of all inputs, with these r and as they are */
};

/* The r between QUIRE_ALLOCATION_LEAST and _MOST of least cost whose variances and `rest` come to
 * `wanted` at most: r^(k + 2) = c k/(2 l v) with the multiplier l, found by halving (Chase and
 * Greenwood 1988, Manuf. Rev. 1, 49-59). Where that cannot be reached r are the least ones. */
struct quire_allocation quire_allocate(struct quire_tolerance *tolerance, size_t n, double rest,
                                       double wanted);

/* The largest deviation of a normal distribution of this mean that keeps a share within limits
 * (NaN: none), by halving; 0 where the mean itself is outside. */
double quire_deviation_for(double mean, double minimum, double maximum, double share);

#endif
