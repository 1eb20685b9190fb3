/* The families themselves, for their table in families.c. */
#ifndef QUIRE_PROBABILITY_FAMILY_PARTS_H
#define QUIRE_PROBABILITY_FAMILY_PARTS_H

#include "probability/distribution.h"

extern const struct quire_family quire_family_normal, quire_family_lognormal,
    quire_family_truncated_normal, quire_family_uniform, quire_family_triangular,
    quire_family_weibull, quire_family_chi_square, quire_family_student, quire_family_fisher,
    quire_family_beta, quire_family_binomial;

#endif
