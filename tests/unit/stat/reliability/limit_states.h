/* Limit states whose probability of failure is known: how often stated intervals hold it. Used by
 * `make scan-probability` and by unit tests. */
#ifndef QUIRE_TESTS_LIMIT_STATES_H
#define QUIRE_TESTS_LIMIT_STATES_H

#include "stat/reliability/failure.h"

enum limit_method { IMPORTANCE, SUBSET };

struct limit_state {
    const char *name;
    size_t n;
    /* of one run: fails where it is not above 0. `at` makes the probability p */
    double (*margin)(const double *u, size_t n, double at);
    double (*at)(double p);
    bool covered; /* by the importance sampling's mixture: a few regions, up to 10 inputs */
};
extern const struct limit_state limit_states[];
extern const size_t n_limit_states;

struct limit_score {
    int n, covered, doubtful, covered_of_sure, answered;
    size_t most_runs, modes;
    double mean, variation, stated; /* of estimates: mean, coefficient of variation, mean stated */
};

/* Estimates a probability p with `count` seeds from `seed` on. */
struct limit_score limit_score_of(const struct limit_state *state, enum limit_method method,
                                  double p, size_t budget, uint64_t seed, int count);

#endif
