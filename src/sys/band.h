/* The velocity matrix of one sheet: block pentadiagonal, 2x2 blocks, factored from both ends without pivoting. */
#ifndef QUIRE_SYS_BAND_H
#define QUIRE_SYS_BAND_H

#include <stddef.h>

#include "num/kernel.h"
#include "sys/layout.h"

#define QUIRE_EDGE 8 /* entries of a chain's arrays that may be touched before the first and behind the last node */

/* row[i][d]: block (xx, xy | yx, yy) between node i and node i + d - 2, d = 0..4. Blocks that stand outside the matrix are not looked at. */
struct quire_band {
    int n_node, stride;
    quire_v4 (*row)[5]; /* (stride) */
};

/* One step of the elimination L U from both ends, the ends side by side: entries in the order xx, yx, xy, yy, each of the end that counts
 * nodes from the first and of the one that counts from the last. */
struct quire_band_row {
    quire_v2 l2[4], l1[4]; /* of L; its diagonal is 1 */
    quire_v2 d[4];         /* inverse of U's diagonal */
    quire_v2 v1[4], v2[4]; /* d times U's other blocks */
};

#define QUIRE_BAND_MIDDLE 12 /* unknowns that may be left for the dense middle */

struct quire_band_factor {
    int n_node, pairs, middle;
    struct quire_band_row *row; /* (pairs) */
    quire_v2 *px, *py;          /* forward substituted right-hand sides times d (pairs) */
    quire_v2 la[4], ls[4], lb[4]; /* how the middle's outer nodes follow from the last two of each end */
    double m[QUIRE_BAND_MIDDLE][QUIRE_BAND_MIDDLE], inverse[QUIRE_BAND_MIDDLE];
    void *block;
};

int quire_band_create(struct quire_band *b, int n_node, int stride); /* 0, or -1 when memory runs out */
void quire_band_destroy(struct quire_band *b);

/* Adds a 2x2 block (row-major) at (row node i, column node j), |i - j| <= 2. */
QUIRE_INLINE void
quire_band_add(struct quire_band *b, int i, int j, quire_v4 block)
{
    b->row[i][j - i + 2] += block;
}

/* Replaces the rows of node i by those of the identity in the directions on which `held` (xx, xy, yy) projects: its motion there is
 * prescribed. */
void quire_band_hold(struct quire_band *b, int i, const double held[3]);

int quire_band_factor_create(struct quire_band_factor *f, int n_node);
void quire_band_factor_destroy(struct quire_band_factor *f);

void quire_band_factorise(struct quire_band_factor *f, const struct quire_band *b);
/* Solves in place; bx, by have n_node entries. */
void quire_band_solve(const struct quire_band_factor *f, double *bx, double *by);

/* rx, ry = B (x, y), for tests and reactions. */
void quire_band_multiply(const struct quire_band *b, const double *x, const double *y, double *rx, double *ry);

#endif
