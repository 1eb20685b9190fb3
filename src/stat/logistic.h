/* How the odds of something that happens or not depend on what is varied: log(p / (1 - p)) = X b.
 */
#ifndef QUIRE_STAT_LOGISTIC_H
#define QUIRE_STAT_LOGISTIC_H

#include "stat/regressors.h"

enum quire_separation {
    QUIRE_SEPARATION_NONE,
    /* some direction parts the runs, but for ties: likelihood has no maximum */
    QUIRE_SEPARATION_QUASI,
    /* some direction parts all runs in which it happened from all others */
    QUIRE_SEPARATION_COMPLETE,
};

struct quire_odds {
    /* change of the logarithm of the odds per unit; Wald's test and interval */
    double value, error, z, p, low, high;
    bool aliased;
};

struct quire_logistic {
    size_t m, n;
    struct quire_odds *odds;        /* (n) */
    double *probability;            /* (m), fitted */
    double deviance, null_deviance; /* -2 log likelihood; of the constant alone */
    enum quire_separation separation;
    bool penalised; /* Firth's (1993) estimate, which is finite in any case */
    bool converged;
    int iterations;
};

/* Fits by iteratively reweighted least squares; where the runs are separated, or on request, by
 * Firth's penalised likelihood. `happened` (m) is 0 or 1. Start with {0}; clear in the end. False
 * if memory ran out. */
bool quire_logistic_make(struct quire_logistic *out, const struct quire_regressors *x,
                         const double *happened, bool penalise, double confidence);
void quire_logistic_clear(struct quire_logistic *fit);

#endif
