/* First-order indices of Sobol' from any sample of independent inputs that is there, by the share
 * of the variance that is between classes of an input's values. */
#ifndef QUIRE_STAT_GIVEN_SAMPLE_H
#define QUIRE_STAT_GIVEN_SAMPLE_H

#include "stat/sensitivity.h"

/* Classes of n values of an input, as equally filled as equal values allow, from 0: 2 n^(1/3) of
 * them, at most 50, or one for each value where there are at most so many. Returns how many. False
 * (0) if memory ran out. */
size_t quire_given_classes(size_t *of_class, const double *x, size_t n);

/* Plischke, Borgonovo and Smith (2013, Eur. J. Oper. Res. 226, 536), less what chance alone would
 * put between the classes: (SSB - (M - 1) MSW)/SST. The interval is that of a bootstrap of rows,
 * about the estimate. NaN of numbers that do not vary, and where a class has one row alone on
 * average. False if memory ran out. */
bool quire_given_first(struct quire_index *out, const size_t *of_class, size_t n_class,
                       const double *y, size_t n, const struct quire_bootstrap *bootstrap);

#endif
