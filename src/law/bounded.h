/* Keeps the products of a law finite. */
#ifndef QUIRE_LAW_BOUNDED_H
#define QUIRE_LAW_BOUNDED_H

#include "math/kernel.h"

/* Far beyond every model and far from overflow: with it no finite input gives inf - inf or 0 * inf.
 * NaN stays NaN, for the caller to find. */
#define QUIRE_LAW_BOUND 1e30

static inline double
quire_law_bounded(double x)
{
    return x > QUIRE_LAW_BOUND ? QUIRE_LAW_BOUND : x < -QUIRE_LAW_BOUND ? -QUIRE_LAW_BOUND : x;
}

QUIRE_INLINE quire_v4
quire_law_bounded4(quire_v4 x)
{
    const quire_v4 most = quire_all4(QUIRE_LAW_BOUND);
    return quire_select4(x > most, most, quire_select4(x < -most, -most, x));
}

#endif
