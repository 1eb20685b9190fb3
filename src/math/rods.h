/* Mass of equal rods end to end, whose velocity is linear along each: the consistent mass matrix of
 * one component, tridiagonal. */
#ifndef QUIRE_MATH_RODS_H
#define QUIRE_MATH_RODS_H

#include <stdbool.h>
#include <stddef.h>

struct quire_rods {
    int n;                  /* rods; they have n + 1 nodes */
    double inner, off, end; /* inner diagonal, beside the diagonal, diagonal at the ends */
};

/* What belongs to n rods, each of this mass. */
static inline struct quire_rods
quire_rods_of(int n, double mass)
{
    return (struct quire_rods){.n = n, .inner = mass * 2 / 3, .off = mass / 6, .end = mass / 3};
}

/* The entry between the nodes i and k, |i - k| <= 1. */
static inline double
quire_rods_entry(const struct quire_rods *r, int i, int k)
{
    return i != k ? r->off : i == 0 || i == r->n ? r->end : r->inner;
}

/* M a = f in place, f in a: numbers of the nodes, `step` apart. Rows of fixed ends are those of the
 * identity. room: (n + 1) */
void quire_rods_solve(const struct quire_rods *rods, const bool fixed[2], double *a, ptrdiff_t step,
                      double *room);

#endif
