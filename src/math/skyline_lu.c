#include "math/skyline_lu.h"

#include <stdlib.h>
#include <string.h>

#include "math/kernel.h"

#define PAD 8 /* entries behind the last row that may be read */

static int
get_rows(struct quire_profile *p, int n)
{
    if (n <= p->cap) {
        return 0;
    }
    quire_profile_destroy(p);
    p->first = malloc(sizeof *p->first * (size_t)n);
    p->last = malloc(sizeof *p->last * (size_t)n);
    p->row = malloc(sizeof *p->row * (size_t)(n + 1));
    p->cap = n;
    return p->first != NULL && p->last != NULL && p->row != NULL ? 0 : -1;
}

static int
get_entries(struct quire_profile *p, size_t size)
{
    if (size > p->cap_a) {
        free(p->a);
        p->cap_a = size + size / 4;
        p->a = malloc(sizeof *p->a * (p->cap_a + PAD));
    }
    return p->a != NULL ? 0 : -1;
}

int
quire_profile_shape(struct quire_profile *p, int n, const int *first)
{
    size_t size = 0;

    if (get_rows(p, n) != 0) {
        quire_profile_destroy(p);
        return -1;
    }
    p->n = n;
    for (int i = 0; i < n; i++) {
        p->first[i] = first[i];
        p->last[i] = i;
    }
    for (int j = 0; j < n; j++) {
        p->last[first[j]] = j > p->last[first[j]] ? j : p->last[first[j]];
    }
    for (int i = 0; i < n; i++) {
        p->last[i] = i > 0 && p->last[i - 1] > p->last[i] ? p->last[i - 1] : p->last[i];
        p->row[i] = size;
        size += (size_t)(p->last[i] - first[i] + 1);
    }
    p->row[n] = size;
    if (get_entries(p, size) != 0) {
        quire_profile_destroy(p);
        return -1;
    }
    memset(p->a, 0, sizeof *p->a * (size + PAD));
    return 0;
}

void
quire_profile_destroy(struct quire_profile *p)
{
    free(p->first);
    free(p->last);
    free(p->row);
    free(p->a);
    *p = (struct quire_profile){0};
}

/* The entry at column j of each row, were it there. */
static double *
row_of(const struct quire_profile *p, int i)
{
    return p->a + p->row[i] - p->first[i];
}

/* row -= l u, entries j, ..., last */
QUIRE_INLINE void
take_row(double *restrict row, double l, const double *restrict u, int j, int last)
{
    QUIRE_IVDEP
    for (int k = j; k <= last; k++) {
        row[k] -= l * u[k];
    }
}

/* the same with four rows, one after the other */
QUIRE_INLINE void
take_four(double *restrict row, const double l[4], const double *restrict u0,
          const double *restrict u1, const double *restrict u2, const double *restrict u3, int j,
          int last)
{
    const double l0 = l[0], l1 = l[1], l2 = l[2], l3 = l[3];

    QUIRE_IVDEP
    for (int k = j; k <= last; k++) {
        row[k] = (((row[k] - l0 * u0[k]) - l1 * u1[k]) - l2 * u2[k]) - l3 * u3[k];
    }
}

/* and with two rows side by side: what they take from is loaded once */
QUIRE_INLINE void
take_four_of_two(double *restrict a, double *restrict b, const double l[4], const double m[4],
                 const double *restrict u0, const double *restrict u1, const double *restrict u2,
                 const double *restrict u3, int j, int last)
{
    const double l0 = l[0], l1 = l[1], l2 = l[2], l3 = l[3], m0 = m[0], m1 = m[1], m2 = m[2],
                 m3 = m[3];

    QUIRE_IVDEP
    for (int k = j; k <= last; k++) {
        const double v0 = u0[k], v1 = u1[k], v2 = u2[k], v3 = u3[k];
        a[k] = (((a[k] - l0 * v0) - l1 * v1) - l2 * v2) - l3 * v3;
        b[k] = (((b[k] - m0 * v0) - m1 * v1) - m2 * v2) - m3 * v3;
    }
}

/* the factors with which a row takes from the four rows from k on; false where they are zero */
QUIRE_INLINE bool
four_factors(const double *const u[4], double *row, int k, double l[4])
{
    for (int m = 0; m < 4; m++) {
        l[m] = row[k + m];
        for (int e = 0; e < m; e++) {
            l[m] -= l[e] * u[e][k + m];
        }
        l[m] *= u[m][k + m];
        row[k + m] = l[m];
    }
    return l[0] != 0 || l[1] != 0 || l[2] != 0 || l[3] != 0;
}

/* a row less what the four rows from k on take of it; with another one, `b`, unless that is NULL */
QUIRE_INLINE void
reduce_by_four(const struct quire_profile *p, double *a, double *b, int k)
{
    const double *const u[4] = {row_of(p, k), row_of(p, k + 1), row_of(p, k + 2), row_of(p, k + 3)};
    double l[4], m[4];
    const int together = p->last[k]; /* beyond all of the four, and the least of theirs */
    const bool any = four_factors(u, a, k, l), other = b != NULL && four_factors(u, b, k, m);

    if (any && other) {
        take_four_of_two(a, b, l, m, u[0], u[1], u[2], u[3], k + 4, together);
    } else if (any) {
        take_four(a, l, u[0], u[1], u[2], u[3], k + 4, together);
    } else if (other) {
        take_four(b, m, u[0], u[1], u[2], u[3], k + 4, together);
    }
    for (int e = 1; e < 4; e++) {
        if (any) {
            take_row(a, l[e], u[e], together + 1, p->last[k + e]);
        }
        if (other) {
            take_row(b, m[e], u[e], together + 1, p->last[k + e]);
        }
    }
}

/* the rest of a row, of which those before k have taken */
QUIRE_INLINE void
reduce_by_each(const struct quire_profile *p, int i, int k)
{
    double *row = row_of(p, i);

    for (; k < i; k++) {
        row[k] *= row_of(p, k)[k];
        take_row(row, row[k], row_of(p, k), k + 1, p->last[k]);
    }
    row[i] = 1 / row[i];
}

/* Rows come in pairs, one for each coordinate of a node. */
QUIRE_CLONES void
quire_profile_factorise(struct quire_profile *p)
{
    for (int i = 0; i < p->n;) {
        const bool pair = i + 1 < p->n && p->first[i + 1] == p->first[i];
        int k = p->first[i];
        for (; k + 4 <= i; k += 4) {
            reduce_by_four(p, row_of(p, i), pair ? row_of(p, i + 1) : NULL, k);
        }
        reduce_by_each(p, i, k);
        if (pair) {
            reduce_by_each(p, i + 1, k);
        }
        i += pair ? 2 : 1;
    }
}

/* a b, in eight sums and one tree */
QUIRE_INLINE double
dot(const double *restrict a, const double *restrict b, int n)
{
    double sum[8] = {0}, rest = 0;
    int i = 0;

    for (; i + 8 <= n; i += 8) {
        QUIRE_IVDEP
        for (int m = 0; m < 8; m++) {
            sum[m] += a[i + m] * b[i + m];
        }
    }
    for (; i < n; i++) {
        rest += a[i] * b[i];
    }
    return quire_tree8(sum) + rest;
}

QUIRE_CLONES void
quire_profile_solve(const struct quire_profile *p, double *b)
{
    for (int i = 0; i < p->n; i++) {
        b[i] -= dot(p->a + p->row[i], b + p->first[i], i - p->first[i]);
    }
    for (int i = p->n - 1; i >= 0; i--) {
        const double *row = row_of(p, i);
        b[i] = (b[i] - dot(row + i + 1, b + i + 1, p->last[i] - i)) * row[i];
    }
}
