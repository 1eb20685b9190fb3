/* Keeps the products of a law finite. */
#ifndef QUIRE_LAW_BOUNDED_H
#define QUIRE_LAW_BOUNDED_H

/* Far beyond every model and far from overflow: with it no finite input gives inf - inf or 0 * inf.
 * NaN stays NaN, for the caller to find. */
#define QUIRE_LAW_BOUND 1e30

static inline double
quire_law_bounded(double x)
{
    return x > QUIRE_LAW_BOUND ? QUIRE_LAW_BOUND : x < -QUIRE_LAW_BOUND ? -QUIRE_LAW_BOUND : x;
}

#endif
