/* The search for the place of the largest expected improvement. */
#ifndef QUIRE_ADAPTIVE_SEARCH_H
#define QUIRE_ADAPTIVE_SEARCH_H

#include "adaptive/surrogate.h"

/* The place x (k) of the largest expected improvement, times the probability that it is allowed;
 * returns the improvement, in the unit of the response. Where no design is allowed yet, the place
 * that is most likely to be, and infinity. NaN: nothing is left that was not run. */
double doe_surrogate_next(struct doe_surrogate *s, double *x);
#endif
