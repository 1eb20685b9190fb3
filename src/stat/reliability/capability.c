#include "stat/reliability/capability.h"

#include <math.h>
#include <stdlib.h>

#include "probability/special.h"
#include "stat/reliability/draws.h"

#define DEVIATIONS 3.0 /* of a normal distribution, between its median and the quantiles */

enum { PP, PPK, OUTSIDE, INDICES };

struct quire_performance
quire_performance_of(struct quire_distribution d, struct quire_limits limits)
{
    const double tail = quire_normal_tails(DEVIATIONS).above, median = quire_quantile(d, 0.5),
                 low = quire_quantile(d, tail), high = quire_upper_quantile(d, tail),
                 down = (median - limits.minimum) / (median - low),
                 up = (limits.maximum - median) / (high - median);
    const bool has_low = !isnan(limits.minimum), has_high = !isnan(limits.maximum);
    struct quire_performance p = {.pp = (limits.maximum - limits.minimum) / (high - low)};

    p.ppk = has_low && has_high ? fmin(down, up) : has_low ? down : up;
    if (has_low || has_high) {
        p.outside = (has_low ? quire_below(d, limits.minimum) : 0) +
                    (has_high ? quire_above(d, limits.maximum) : 0);
        p.within = 1 - p.outside;
    } else {
        p.outside = p.within = (double)NAN;
    }
    return p;
}

static struct quire_interval
interval_of(double *value, size_t n, double confidence)
{
    const double tail = (1 - confidence) / 2;

    quire_sort(value, n);
    return (struct quire_interval){quire_sorted_quantile(value, n, tail),
                                   quire_sorted_quantile(value, n, 1 - tail)};
}

bool
quire_performance_bootstrap(struct quire_performance_interval *out, enum quire_fit_family family,
                            struct quire_distribution d, size_t n, struct quire_limits limits,
                            size_t resamples, uint64_t seed, double confidence)
{
    struct quire_draws draws = {.seed = seed};
    double *x = malloc((n + INDICES * resamples) * sizeof *x), *value = x + n;
    size_t known = 0;

    if (x == NULL) {
        return false;
    }
    for (size_t r = 0; r < resamples; r++) {
        for (size_t i = 0; i < n; i++) {
            x[i] = quire_quantile(d, quire_draws_uniform(&draws));
        }
        const struct quire_fitted f = quire_fit_distribution(family, x, n);
        if (f.known) {
            const struct quire_performance p = quire_performance_of(f.of, limits);
            value[PP * resamples + known] = p.pp;
            value[PPK * resamples + known] = p.ppk;
            value[OUTSIDE * resamples + known] = p.outside;
            known++;
        }
    }
    out->pp = interval_of(value + PP * resamples, known, confidence);
    out->ppk = interval_of(value + PPK * resamples, known, confidence);
    out->outside = interval_of(value + OUTSIDE * resamples, known, confidence);
    free(x);
    return true;
}
