/* The families of distributions, by name, and those that tests of significance refer to. */
#ifndef QUIRE_PROBABILITY_FAMILIES_H
#define QUIRE_PROBABILITY_FAMILIES_H

#include "probability/distribution.h"

/* whose numbers need no detour over probabilities */
extern const struct quire_distribution_family quire_distribution_normal;

/* NULL if there is none of that name. */
const struct quire_distribution_family *quire_distribution_find(const char *name);

struct quire_distribution quire_normal(double mean, double deviation);
struct quire_distribution quire_chi_square(double freedom);
struct quire_distribution quire_student(double freedom);
/* of a ratio of mean squares, F */
struct quire_distribution quire_fisher(double freedom_above, double freedom_below);
struct quire_distribution quire_beta(double a, double b);
struct quire_distribution quire_lognormal(double median, double deviation);
struct quire_distribution quire_weibull(double scale, double shape);
struct quire_distribution quire_gamma(double scale, double shape);
/* number of successes */
struct quire_distribution quire_binomial(double trials, double probability);

#endif
