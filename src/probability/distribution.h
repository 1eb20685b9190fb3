/* Distributions of probability: what noise is drawn from and what tests of significance refer to.
 * Results are the same bits on every processor; relative errors are below 1e-12, of both tails.
 * (Far out where probabilities lie below 1e-300 they become 0.) */
#ifndef QUIRE_PROBABILITY_DISTRIBUTION_H
#define QUIRE_PROBABILITY_DISTRIBUTION_H

#include <stdbool.h>
#include <stddef.h>

#include "probability/special.h"

#define QUIRE_DISTRIBUTION_PARAMETERS 4

struct quire_distribution;

/* One kind of distribution. */
struct quire_distribution_family {
    const char *name; /* as in study files: "truncated-normal" */
    /* their names in this order; NULL behind the last */
    const char *parameter[QUIRE_DISTRIBUTION_PARAMETERS];
    /* bit i: parameter i has the unit of x; the others are plain numbers */
    unsigned measured;
    /* bit i: parameter i is an end of what can be drawn */
    unsigned ends;
    /* what must hold of the parameters, as "deviation must be positive" */
    const char *refusal;
    /* x is a whole number, the density a probability */
    bool discrete;
    bool (*valid)(const double *p); /* of finite parameters */
    double (*density)(const double *p, double x);
    struct quire_tails (*tails)(const double *p, double x);
    /* below + above = 1; the smaller one is exact. Both positive */
    double (*quantile)(const double *p, double below, double above);
    /* ends of what x can be; NULL: infinite */
    double (*least)(const double *p), (*most)(const double *p);
};

struct quire_distribution {
    const struct quire_distribution_family *family;
    double parameter[QUIRE_DISTRIBUTION_PARAMETERS];
};

/* Whether the parameters are finite and allowed: nothing below may be asked otherwise. */
bool quire_distribution_valid(struct quire_distribution d);

double quire_below(struct quire_distribution d, double x); /* P(X <= x) */
double quire_above(struct quire_distribution d, double x); /* P(X > x) */
/* The x with P(X <= x) = p; of a discrete distribution the least x with P(X <= x) >= p. 0 <= p
 * <= 1. */
double quire_quantile(struct quire_distribution d, double p);
/* The x with P(X > x) = p (discrete: the least x with P(X > x) <= p): for small p, where 1 - p
 * would lose digits. */
double quire_upper_quantile(struct quire_distribution d, double p);

/* Solves tails(p, x) = (below, above) for an x > 0, for families whose quantiles have no closed
 * form: Newton's method on the logarithm of the smaller tail over log x, within a bracket. `most`
 * is the largest x there can be. */
double quire_solve_quantile(const struct quire_distribution_family *family, const double *p,
                            double below, double above, double start, double most);

#endif
