/* Symmetric matrices in skyline storage: of each row what lies between its first entry and the
 * diagonal. A factorisation fills nothing outside, so bands stay bands and a few long rows cost
 * what they are long. Theory: doc/theory/statics.md, 4. */
#ifndef QUIRE_MATH_SKYLINE_SYMMETRIC_H
#define QUIRE_MATH_SKYLINE_SYMMETRIC_H

#include <stddef.h>

/* The shape that several matrices share. Entry (i, j), first[i] <= j <= i, stands at row[i] + j -
 * first[i]. */
struct quire_skyline {
    int n;
    int *first;  /* column of each row's first entry (n) */
    size_t *row; /* where each row begins; row[n]: number of entries (n + 1) */
};

/* Takes the first columns from `first` (n), which may be changed by the caller afterwards. 0, or -1
 * when memory runs out. */
int quire_skyline_create(struct quire_skyline *s, int n, const int *first);
void quire_skyline_destroy(struct quire_skyline *s);

/* Entries of a matrix of this shape. */
static inline size_t
quire_skyline_size(const struct quire_skyline *s)
{
    return s->row[s->n];
}

/* Where entry (i, j), j <= i, stands. */
static inline size_t
quire_skyline_at(const struct quire_skyline *s, int i, int j)
{
    return s->row[i] + (size_t)(j - s->first[i]);
}

/* A = L D L^T in place, without pivoting. Returns how many pivots are negative, which by
 * Sylvester's law of inertia is how many eigenvalues are. A row that is zero all over becomes one
 * of the identity. */
int quire_skyline_factorise(const struct quire_skyline *s, double *a);
/* Solves with the factors, in place. */
void quire_skyline_solve(const struct quire_skyline *s, const double *factor, double *b);
/* y = A x, A not factorised. */
void quire_skyline_multiply(const struct quire_skyline *s, const double *a, const double *x,
                            double *y);

/* a b, summed from the first entry on. */
static inline double
quire_dot(const double *a, const double *b, int n)
{
    double sum = 0;

    for (int i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

#endif
