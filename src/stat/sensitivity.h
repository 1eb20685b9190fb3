/* How much of a response's scatter each input makes: Sobol's indices from pairs of samples, and
 * Morris' elementary effects. Intervals are bootstrapped with random numbers by counter: the same
 * whenever they are asked for. */
#ifndef QUIRE_STAT_SENSITIVITY_H
#define QUIRE_STAT_SENSITIVITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stat/summary.h"

struct quire_bootstrap {
    size_t resamples; /* 0: intervals are NaN; 1000 is usual */
    uint64_t seed;
    double confidence;
    /* Samples that belong together, and are drawn together: numbers of the first of each cluster,
     * ascending (n_cluster). NULL: each is its own. */
    const size_t *cluster;
    size_t n_cluster;
};

struct quire_index {
    double value;
    struct quire_interval interval;
};

enum quire_sobol_estimator {
    /* first order: mean of b (ab - a) (Saltelli et al. 2010); good for small indices */
    QUIRE_SOBOL_SALTELLI,
    /* first order: variance less half the mean of (b - ab)^2 (Jansen 1999); good for large ones */
    QUIRE_SOBOL_JANSEN,
};

/* Responses a and b (n) of two independent samples of inputs, and ab[i n + r] (k, n) of a's r-th
 * inputs with the i-th taken from b's. */
struct quire_sobol_samples {
    const double *a, *b, *ab;
    size_t n, k;
};

/* First order indices by the estimator, total ones by
 * Jansen's: half the mean of (a - ab)^2; (k) each. Rows with a NaN are left out; *used counts the
 * others. NaN where the response does not vary; 0 where an input never changed it. False if memory
 * ran out. */
bool quire_sobol(struct quire_index *first, struct quire_index *total, size_t *used,
                 enum quire_sobol_estimator estimator, const struct quire_sobol_samples *samples,
                 const struct quire_bootstrap *bootstrap);

/* Indices of two-factor interactions, of i < j in the order (0, 1), (0, 2), ..., (k (k - 1) / 2):
 * means of (ab_i - a) (ba_j - b), and of i and j the other way round, over the variance. ba[i n +
 * r] (k, n): b's inputs with the i-th taken from a's. Rows with a NaN are left out; NaN where the
 * response does not vary. False if memory ran out. */
bool quire_sobol_second(struct quire_index *second, const double *ba,
                        const struct quire_sobol_samples *samples,
                        const struct quire_bootstrap *bootstrap);

struct quire_morris {
    size_t n;                /* elementary effects that are known */
    double mean, deviation;  /* mu; sigma: of interactions and curvature */
    struct quire_index size; /* mu*: mean of their sizes (Campolongo et al. 2007) */
};

/* effect[i r + t] (k, r): of the i-th input in the t-th trajectory, the change of the response over
 * that of the input; NaN: not known. out: (k). */
bool quire_morris(struct quire_morris *out, const double *effect, size_t k, size_t r,
                  const struct quire_bootstrap *bootstrap);

#endif
