/* The families, and what their quantiles share. */
#ifndef QUIRE_PROBABILITY_FAMILIES_H
#define QUIRE_PROBABILITY_FAMILIES_H

#include "probability/distribution.h"

extern const struct quire_family quire_family_normal, quire_family_lognormal,
    quire_family_truncated_normal, quire_family_uniform, quire_family_triangular,
    quire_family_weibull, quire_family_chi_square, quire_family_student, quire_family_fisher,
    quire_family_beta, quire_family_binomial;

/* of the standard normal distribution */
double quire_normal_quantile(double below, double above);

/* Solves tails(p, x) = (below, above) for an x > 0: Newton's method on the logarithm of the smaller
 * tail over log x, within a bracket. `most` is the largest x there can be. */
double quire_solve_quantile(const struct quire_family *family, const double *p, double below,
                            double above, double start, double most);

#endif
