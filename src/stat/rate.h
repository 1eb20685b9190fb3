/* How often something happens that either happens or not. */
#ifndef QUIRE_STAT_RATE_H
#define QUIRE_STAT_RATE_H

#include <stddef.h>

#include "base/text.h"
#include "stat/summary.h"

struct quire_rate {
    size_t count, n;              /* it happened `count` times in n runs */
    double share;                 /* NaN for n = 0 */
    struct quire_interval exact;  /* two-sided, after Clopper and Pearson (1934): covers at least as often as it says */
    struct quire_interval wilson; /* two-sided, after Wilson (1927): covers as often as it says on average */
    struct quire_interval bound;  /* one-sided exact bounds: not less than low; and, another statement, not more than high */
};

/* confidence: 0.95. */
struct quire_rate quire_rate_of(size_t count, size_t n, double confidence);

/* The least number of runs after which `count` events still show, with that confidence, that less than `share` happen (0 < share < 1). Infinite
 * beyond 2^52. */
double quire_rate_runs_needed(size_t count, double share, double confidence);

/* "0 jams in 300 runs: with 95 % confidence less than 1 in 100". `one` and `many` name the event. */
void quire_rate_sentence(struct quire_text *out, const struct quire_rate *rate, double confidence, const char *one, const char *many);

/* The probability, two-sided, that chance alone gives a table of two rows at least as unlikely (Fisher's exact test): count of n here, other_count
 * of other_n elsewhere. */
double quire_rates_differ(size_t count, size_t n, size_t other_count, size_t other_n);

#endif
