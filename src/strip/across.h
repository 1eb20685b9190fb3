/* Small things that all of a ladder's energies need. */
#ifndef QUIRE_STRIP_ACROSS_H
#define QUIRE_STRIP_ACROSS_H

#include "strip/ladder.h"

/* The place of the mirror image in z of what stands at j of n. */
static inline int
quire_mirrored(int j, int n)
{
    return n - 1 - j;
}

/* Sum of n numbers across, in an order that is its own mirror image. */
static inline double
quire_sum_across(const double *a, int n)
{
    double sum = 0;

    for (int j = 0; j < n / 2; j++) {
        sum += a[j] + a[quire_mirrored(j, n)];
    }
    return n % 2 == 1 ? sum + a[n / 2] : sum;
}

/* Length along the feed that belongs to a station [m]. */
static inline double
quire_station_length(const struct quire_ladder *l, int i)
{
    return i == 0 || i == l->n ? l->h / 2 : l->h;
}

/* How many times as stiff as an inner hinge that of station i bends: none at a free end. */
static inline double
quire_hinge(const struct quire_ladder *l, int i)
{
    return i > 0 && i < l->n ? 1 : l->clamped[i > 0] ? 2 : 0;
}

/* How much of hinge i's second difference is the place of station k. The station beyond a clamped
 * end goes where the end goes. */
static inline double
quire_hinge_weight(const struct quire_ladder *l, int i, int k)
{
    const int inner = i > 0 && i < l->n;

    return k == i ? (inner ? -2 : -1) : k == i - 1 || k == i + 1 ? 1 : 0;
}

#endif
