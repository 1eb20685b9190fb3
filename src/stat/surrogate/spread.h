/* Places that fill the unit cube evenly, however many are taken: a Kronecker sequence with powers
 * of the root of x^(k+1) = x + 1. */
#ifndef QUIRE_STAT_SURROGATE_SPREAD_H
#define QUIRE_STAT_SURROGATE_SPREAD_H

#include <stddef.h>

/* Place number i in k dimensions, each in [0, 1). */
void quire_spread(size_t i, size_t k, double *u);

#endif
