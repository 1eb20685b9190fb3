/* The families that are asked for by name, for their table in families.c. */
#ifndef QUIRE_PROBABILITY_FAMILY_PARTS_H
#define QUIRE_PROBABILITY_FAMILY_PARTS_H

#include "probability/families.h"

extern const struct quire_distribution_family quire_distribution_lognormal,
    quire_distribution_truncated_normal, quire_distribution_uniform, quire_distribution_triangular,
    quire_distribution_weibull, quire_distribution_chi_square, quire_distribution_student,
    quire_distribution_fisher, quire_distribution_beta, quire_distribution_binomial,
    quire_distribution_gamma;

#endif
