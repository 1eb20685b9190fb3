/* Linear mixed models y = X b + sum Z_k u_k + e by restricted maximum likelihood: several random
 * factors, nested or crossed, each with independent effects u_k of variance v_k, errors e of
 * variance v. Whole plots, random blocks, batches. */
#ifndef QUIRE_STAT_MODEL_MIXED_H
#define QUIRE_STAT_MODEL_MIXED_H

#include "stat/model/status.h"
#include "stat/regressors.h"

/* A random factor: the group of each run. For a nested one, groups of different parents must have
 * different numbers. */
struct quire_random {
    size_t n_level;
    const size_t *level; /* (runs), below n_level */
};

struct quire_variance {
    double value; /* (unit of y)^2; 0 exactly where the criterion is least there */
    /* of the value, from second derivatives of the criterion; 0 where the value is 0 */
    double error;
    /* confidence interval by chi-square of 2 (value/error)^2 degrees of freedom (Satterthwaite
     * 1946), `high` may be infinite; 0 and 0 where the value is 0 */
    double low, high;
};

/* How errors of coefficients and degrees of freedom are found. */
enum quire_mixed_method {
    /* covariance (X'V^-1 X)^-1; freedom after Satterthwaite (Fai and Cornelius 1996; Kuznetsova et
     * al. 2017, J. Stat. Softw. 82(13)) from second derivatives of the criterion; variances of 0
     * are taken as known */
    QUIRE_SATTERTHWAITE,
    /* covariance, F and freedom adjusted for small samples (Kenward and Roger 1997, Biometrics 53,
     * 983) by expected information, also of variances of 0 */
    QUIRE_KENWARD_ROGER,
    QUIRE_MIXED_METHODS
};

struct quire_mixed_estimate {
    double error, freedom, t, p, low, high; /* standard error; of the hypothesis of 0; interval */
};

struct quire_mixed_coefficient {
    double value;
    bool aliased; /* depends on earlier columns: all numbers are 0 */
    struct quire_mixed_estimate by[QUIRE_MIXED_METHODS];
};

/* That all coefficients of a term are 0, given all others (type III). `columns` is 0, as all else,
 * of a term that is aliased. */
struct quire_mixed_test {
    size_t columns;
    struct quire_mixed_f {
        double f, freedom, p; /* freedom below; above it is `columns` */
    } by[QUIRE_MIXED_METHODS];
};

struct quire_mixed {
    size_t m, n, n_term, n_random, rank;         /* runs, columns, terms, random factors */
    struct quire_variance *variance;             /* (n_random + 1): the last of the errors */
    struct quire_mixed_coefficient *coefficient; /* (n) */
    struct quire_mixed_test *test;               /* (n_term) */
    double *covariance; /* (n, n): of the coefficients, (X'V^-1 X)^-1; 0 of aliased ones */
    /* predicted effects of groups (BLUP), those of factor k from first[k] on: (first[n_random]) */
    double *effect;
    size_t *first;
    double *fitted, *residual; /* (m): with the effects of groups */
    /* -2 log restricted likelihood with all constants, as lme4 has it: (m - rank) ln 2 pi + ln|V| +
     * ln|X'V^-1 X| + r'V^-1 r (Bates et al. 2015, J. Stat. Softw. 67(1), equation 42) */
    double criterion;
    bool singular; /* a variance is 0 */
    double confidence;
};

/* Fits y (m) to X and to n_random factors (0 is allowed: least squares). 0 < confidence < 1. `at`
 * (may be NULL) becomes the number of the run (NOT_FINITE) or of the random factor (RANGE: a group
 * out of range; FEW_GROUPS; GROUPS_ARE_RUNS; GROUPS_ARE_TERMS; SAME_GROUPS) at fault. CONSTANT;
 * SATURATED: m <= rank; EXACT: no residual is left, by the terms or by the groups
 * (the deviation of errors is below 1/1000 of that of a random factor); NO_OPTIMUM: the
 * variances are not identified. Time grows with (groups less those of the largest factor)^3 and
 * about linearly with runs. Start with {0}; clear in the end, whatever is returned. */
enum quire_model_status quire_mixed_make(struct quire_mixed *out, const struct quire_regressors *x,
                                         size_t n_term, const struct quire_random *random,
                                         size_t n_random, const double *y, double confidence,
                                         size_t *at);
void quire_mixed_clear(struct quire_mixed *mixed);

#endif
