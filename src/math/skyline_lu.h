/* Unsymmetric matrices whose pattern is symmetric, stored as a profile: of row i what lies between
 * its first column and the last column that reaches up to it. L U without pivoting fills nothing
 * outside. Theory: doc/theory/stacks.md, 5. */
#ifndef QUIRE_MATH_SKYLINE_LU_H
#define QUIRE_MATH_SKYLINE_LU_H

#include <stddef.h>

struct quire_profile {
    int n, cap;
    int *first, *last; /* columns of row i: first[i], ..., last[i] (n) */
    size_t *row;       /* where row i begins in `a` (n + 1) */
    double *a;         /* room for all rows */
    size_t cap_a;
};

/* The shape from the first columns (n), which must not be beyond the diagonal; entries are zero. 0,
 * or -1 when memory runs out. A profile is all zero before it is shaped for the first time. */
int quire_profile_shape(struct quire_profile *p, int n, const int *first);
void quire_profile_destroy(struct quire_profile *p);

/* Entry (i, j), which must be in the shape. */
static inline double *
quire_profile_at(const struct quire_profile *p, int i, int j)
{
    return p->a + p->row[i] + (size_t)(j - p->first[i]);
}

/* A = L U in place, L's diagonal 1, of U the inverse of the diagonal. */
void quire_profile_factorise(struct quire_profile *p);
/* Solves with the factors, in place. */
void quire_profile_solve(const struct quire_profile *p, double *b);

#endif
