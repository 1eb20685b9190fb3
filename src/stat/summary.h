/* What is said about a row of numbers. */
#ifndef QUIRE_STAT_SUMMARY_H
#define QUIRE_STAT_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>

/* The mean, its rounding error a few bits whatever n is, and never outside of the numbers: of equal
 * ones it is these. NaN of nothing. */
double quire_mean(const double *x, size_t n);
/* Sorts in ascending order; NaN go to the end. */
void quire_sort(double *x, size_t n);
/* Sorts n records; those that are in order already, as runs by their points mostly are, cost
 * neither time nor the copy that qsort() makes. `order` finds no two equal. */
void quire_sort_records(void *records, size_t n, size_t size,
                        int (*order)(const void *a, const void *b));
/* Of sorted numbers: linear between them, the least at 0 and the largest at 1 (Hyndman and Fan's
 * seventh). NaN of nothing. */
double quire_sorted_quantile(const double *sorted, size_t n, double share);

struct quire_interval {
    double low, high;
};

/* Where a response may lie; NaN: no limit. */
struct quire_limits {
    double minimum, maximum;
};

/* How well a response keeps within its limits, in numbers of deviations (of normal distributions).
 */
struct quire_capability {
    /* of the width, and of the nearer limit; NaN without limits */
    double cp, cpk;
    /* by chi-square; after Bissell (1990), approximately */
    struct quire_interval cp_interval, cpk_interval;
};

/* Taguchi's ratios of signal to noise [dB]; NaN where they have no meaning. */
struct quire_ratios {
    /* which is better: -10 lg mean(x^2), -10 lg mean(x^-2), 10 lg(mean^2/deviation^2) */
    double smaller, larger, nominal;
};
/* Of n numbers with that mean and deviation. */
struct quire_ratios quire_ratios_of(const double *x, size_t n, double mean, double deviation);

#define QUIRE_PERCENTILES 7
extern const double quire_percentiles[QUIRE_PERCENTILES]; /* shares: 0.01, 0.05, 0.25, 0.5, ... */

struct quire_statistics {
    size_t n;
    double mean, deviation, least, most; /* deviation: sqrt(sum of squares / (n - 1)) */
    double median, robust_deviation;     /* 1.4826 times the median distance from the median */
    double percentile[QUIRE_PERCENTILES];
    /* of a normal distribution; NaN of less than 2 */
    struct quire_interval mean_interval, deviation_interval;
    struct quire_capability capability;
    struct quire_ratios ratio;
};

/* Of n finite numbers. False if memory ran out. */
bool quire_summarise(struct quire_statistics *out, const double *x, size_t n,
                     struct quire_limits limits, double confidence);

/* Quantiles that summaries of equally many numbers share; begin with {0}. */
struct quire_summary_quantiles {
    double freedom, confidence, student, chi_square_above, chi_square_below, normal;
};
/* The same of one row of numbers after another. */
bool quire_summarise_next(struct quire_statistics *out, const double *x, size_t n,
                          struct quire_limits limits, double confidence,
                          struct quire_summary_quantiles *known);

#endif
