/* Noncentral distributions: of test statistics where there is an effect. */
#ifndef QUIRE_PROBABILITY_FAMILIES_NONCENTRAL_H
#define QUIRE_PROBABILITY_FAMILIES_NONCENTRAL_H

#include "probability/special.h"

/* P(X <= x) and P(X > x), the same bits on every processor. Degrees of freedom > 0, noncentrality
 * >= 0 and at most 1e6; relative error of either tail below 1e-12 (of both chi-square and F; sums
 * of positive numbers: NIST DLMF 8.17 and Poisson's weights). x <= 0: 0 and 1. */

/* chi-square: the sum of squares of `freedom` normal numbers whose means' squares add up to the
 * noncentrality */
struct quire_tails quire_noncentral_chi_square(double freedom, double noncentrality, double x);
/* F: the ratio of such a mean square and a central one */
struct quire_tails quire_noncentral_fisher(double freedom_above, double freedom_below,
                                           double noncentrality, double x);
/* Student's t: (Z + noncentrality)/sqrt(V/freedom), any sign, at most 1e3 (Lenth 1989, Appl. Stat.
 * 38, 185). Where noncentrality and x have different signs the tail beyond x has an absolute error
 * of 1e-15. */
struct quire_tails quire_noncentral_student(double freedom, double noncentrality, double x);

#endif
