/* How often something happens that either happens or not. */
#ifndef QUIRE_STAT_RATE_H
#define QUIRE_STAT_RATE_H

#include <stddef.h>

#include "stat/summary.h"
#include "text/text.h"

/* Of some runs it is not known whether it happened. They are counted neither way: what is said
 * holds whatever they were. */
struct quire_rate {
    size_t count, undecided, n; /* it happened `count` times in n runs; not known of `undecided` */
    /* of the n: if it happened in no undecided run, and if in all; NaN for n = 0 */
    struct quire_interval share;
    /* two-sided, after Clopper and Pearson (1934): covers at least as often as it says */
    struct quire_interval exact;
    /* two-sided, after Wilson (1927): covers as often as it says on average */
    struct quire_interval wilson;
    /* one-sided exact bounds: not less than low; and, another statement, not more than high */
    struct quire_interval bound;
};

/* Of runs that are independent draws from one population: with intervals. confidence: 0.95. */
struct quire_rate quire_rate_of(size_t count, size_t undecided, size_t n, double confidence);
/* Of runs that are none: the share alone, all intervals NaN. */
struct quire_rate quire_share_of(size_t count, size_t undecided, size_t n);

/* The least number of runs after which `count` events still show, with that confidence, that
 * less than `share` happen (0 < share < 1). Infinite beyond 2^52. */
double quire_rate_runs_needed(size_t count, double share, double confidence);

/* "0 jams in 300 runs: with 95 % confidence less than 1 in 100", "2 to 3 jams in 40 runs (1
 * undecided), 5 % to 7.5 %". `one` and `many` name the event. Without intervals nothing is said
 * of confidence. */
void quire_rate_sentence(struct quire_text *out, const struct quire_rate *rate, double confidence,
                         const char *one, const char *many);

/* The probability, two-sided, that chance alone gives a table of two rows at least as unlikely
 * (Fisher's exact test): count of n here, other_count of other_n elsewhere. */
double quire_rates_differ(size_t count, size_t n, size_t other_count, size_t other_n);

/* The probability, two-sided, that of pairs that differ at least as many differ the same way,
 * where both ways are equally likely: McNemar's test, exact (1947). 1 where none differ. */
double quire_pairs_differ(size_t one_way, size_t other_way);

#endif
