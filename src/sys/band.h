/* The velocity matrix of one sheet: block pentadiagonal, 2x2 blocks, factored from both ends without pivoting. */
#ifndef QUIRE_SYS_BAND_H
#define QUIRE_SYS_BAND_H

#include <stddef.h>

#include "sys/kernel.h"
#include "sys/layout.h"

#define QUIRE_EDGE 8 /* entries that may be touched before the first and behind the last node */

/* a[4 * d + c][i]: block between node i and node i + d - 2 (d = 0..4), component c = xx, xy, yx, yy. */
struct quire_band {
    int n_node, stride;
    double *a[20];
    double *block;
};

/* One elimination step of both ends: lane 0 counts nodes from the first, lane 1 from the last. */
struct quire_band_row {
    quire_v2 l2[4], l1[4], d[4], u1[4], u2[4];
};

#define QUIRE_BAND_MIDDLE 12 /* unknowns that may be left for the dense middle */

struct quire_band_factor {
    int n_node, pairs, middle;
    struct quire_band_row *row;          /* (pairs) */
    quire_v2 *px, *py;                   /* forward substituted right-hand sides (pairs) */
    quire_v2 la[2][4], lb[4];
    double m[QUIRE_BAND_MIDDLE][QUIRE_BAND_MIDDLE], inverse[QUIRE_BAND_MIDDLE];
    void *block;
};

int quire_band_create(struct quire_band *b, int n_node, int stride); /* 0, or -1 when memory runs out */
void quire_band_destroy(struct quire_band *b);

/* Adds a 2x2 block (row-major) at (row node i, column node j), |i - j| <= 2. */
QUIRE_INLINE void
quire_band_add(struct quire_band *b, int i, int j, double xx, double xy, double yx, double yy)
{
    double *const *a = b->a + 4 * (j - i + 2);
    a[0][i] += xx;
    a[1][i] += xy;
    a[2][i] += yx;
    a[3][i] += yy;
}

/* Replaces the rows of node i by those of the identity, for a node whose motion is prescribed. */
void quire_band_hold(struct quire_band *b, int i);

int quire_band_factor_create(struct quire_band_factor *f, int n_node);
void quire_band_factor_destroy(struct quire_band_factor *f);

void quire_band_factorise(struct quire_band_factor *f, const struct quire_band *b);
/* Solves in place; bx, by have n_node entries. */
void quire_band_solve(const struct quire_band_factor *f, double *bx, double *by);

/* rx, ry = B (x, y), for tests and reactions. */
void quire_band_multiply(const struct quire_band *b, const double *x, const double *y, double *rx, double *ry);

#endif
