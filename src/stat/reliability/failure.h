/* The probability of a rare failure of independent standard normal inputs, from few runs.
 *
 * Importance sampling needs pass or fail alone: it finds failures by inflated sampling, brings them
 * by chains to where they are likely, and draws the final sample, from which alone the estimate
 * is, from a mixture of normal distributions there. Subset simulation needs a margin that varies
 * continuously. Both draw by counter, so the same seed gives the same runs. Derived in
 * doc/theory/reliability.md. */
#ifndef QUIRE_STAT_RELIABILITY_FAILURE_H
#define QUIRE_STAT_RELIABILITY_FAILURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stat/summary.h"

#define QUIRE_FAILURE_LEAST_BUDGET 1000
#define QUIRE_FAILURE_MODES        10 /* most regions of failure that are told apart */

struct quire_failure_problem {
    size_t n;          /* inputs, >= 1 */
    size_t budget;     /* most runs, >= QUIRE_FAILURE_LEAST_BUDGET */
    uint64_t seed;     /* of the draws */
    double confidence; /* of the interval */
    /* Makes `count` runs at inputs u (count * n): margin <= 0 fails, > 0 holds, NaN has no verdict.
     * For importance sampling the sign is enough. The order of runs changes nothing. False ends the
     * search with what is known. */
    bool (*attempt)(void *user, const double *u, size_t count, double *margin);
    void *user;
};

/* How the answer was found. */
enum quire_failure_kind {
    QUIRE_FAILURE_WEIGHED, /* importance sampling: from the final sample */
    QUIRE_FAILURE_SUBSET,  /* subset simulation: a product of shares */
    /* failures among plain draws, with an exact interval: failures are not rare, or none were found
     * to begin from; without any the upper end of the interval is a one-sided bound */
    QUIRE_FAILURE_COUNTED,
    QUIRE_FAILURE_BOUND, /* subset simulation ended early: the probability is below the upper end */
    QUIRE_FAILURE_TIED,  /* subset simulation: too few different margins; there is no answer */
};

struct quire_failure {
    enum quire_failure_kind kind;
    double probability;
    struct quire_interval interval;
    double variation; /* the estimate's coefficient of variation */
    size_t runs, undecided;
    size_t final;    /* runs that the estimate is from */
    size_t failures; /* of these */
    bool stopped;    /* attempt() ended it */
    bool common;     /* failures are not rare: plain draws tell as much */
    /* importance sampling: of the weighted failures the share of the largest, the share that comes
     * from draws made everywhere, and the effective number */
    double largest, defensive, effective;
    /* the weights show regions that the mixture does not cover well: the interval has twice the
     * deviation of the logarithm */
    bool doubtful;
    size_t levels;   /* subset simulation */
    double distance; /* of the failure nearest to the origin among all runs; INFINITY: none */
    double *nearest; /* (n) */
    /* regions of failure: the mean of failures in each, weighted by their probability, and its
     * share of the probability; the largest first (n_mode * n), (n_mode) */
    size_t n_mode;
    double *mode, share[QUIRE_FAILURE_MODES];
};

/* False if memory ran out. Clear in any case. */
bool quire_failure_importance(const struct quire_failure_problem *problem,
                              struct quire_failure *out);
bool quire_failure_subset(const struct quire_failure_problem *problem, struct quire_failure *out);
void quire_failure_clear(struct quire_failure *self);

/* Runs after which plain draws, of which `count` each, would know a probability as well. */
double quire_failure_plain_runs(double probability, double variation);

#endif
