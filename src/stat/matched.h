/* Levels compared where both met the same draws of noise: the difference is taken within each
 * draw, so that what the draws differ in cancels. */
#ifndef QUIRE_STAT_MATCHED_H
#define QUIRE_STAT_MATCHED_H

#include <stdbool.h>
#include <stddef.h>

/* A run at one level of what is compared. */
struct quire_trial {
    size_t rest; /* everything else that is set */
    size_t draw;
    size_t level;
    double y; /* NaN: not known */
};

/* Level `b` less level `a`. A draw's difference is the mean over all runs of the two levels that
 * share the rest and the draw. */
struct quire_matched {
    size_t a, b;
    size_t n;           /* draws with such pairs */
    size_t left_out;    /* pairs of which a number is not known */
    size_t more, fewer; /* draws whose difference is positive, negative */
    double difference;  /* mean over the draws; NaN of none */
    /* paired t: NaN of fewer than two draws, p also where all differences are equal */
    double error, low, high, p;
    /* exact sign test of `more` against `fewer`; with one rest and y of 0 and 1 it is McNemar's */
    double sign_p;
};

#define quire_matched_pairs(n_level_) ((n_level_) * ((n_level_)-1) / 2)

/* Of all pairs of levels, (0, 1), (0, 2), ... (1, 2) ...: out (quire_matched_pairs(n_level)).
 * Sorts the trials. False if memory ran out. */
bool quire_matched_compare(struct quire_matched *out, size_t n_level, struct quire_trial *trial,
                           size_t n, double confidence);

#endif
