/* How well numbers of any distribution keep within limits: performance indices by quantiles. */
#ifndef QUIRE_STAT_RELIABILITY_CAPABILITY_H
#define QUIRE_STAT_RELIABILITY_CAPABILITY_H

#include <stdint.h>

#include "stat/reliability/fits.h"
#include "stat/summary.h"

/* NaN without the limits that it needs. */
struct quire_performance {
    double pp;  /* width of the limits over that between the quantiles 0.135 % and 99.865 % */
    double ppk; /* the nearer limit: from the median over the quantile on its side (ISO 22514-2) */
    double within;  /* share that is within the limits */
    double outside; /* 1 - within, exact where it is small */
};

struct quire_performance quire_performance_of(struct quire_distribution d,
                                              struct quire_limits limits);

struct quire_performance_interval {
    struct quire_interval pp, ppk, outside;
};

/* Intervals of the indices of a distribution that was fitted to n numbers, by drawing n numbers of
 * it `resamples` times and fitting again (parametric bootstrap, percentiles). False if memory ran
 * out. */
bool quire_performance_bootstrap(struct quire_performance_interval *out,
                                 enum quire_fit_family family, struct quire_distribution d,
                                 size_t n, struct quire_limits limits, size_t resamples,
                                 uint64_t seed, double confidence);

#endif
