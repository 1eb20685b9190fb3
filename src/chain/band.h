/* The velocity matrix of one sheet: block pentadiagonal, 2x2 blocks, factored from both ends
 * without pivoting. Theory: doc/theory/sheet.md, 5. */
#ifndef QUIRE_CHAIN_BAND_H
#define QUIRE_CHAIN_BAND_H

#include <stddef.h>

#include "math/kernel.h"

/* entries of a chain's arrays that may be touched before the first and behind the last node */
#define QUIRE_EDGE 8

/* row[i][d]: block (xx, xy | yx, yy) between node i and node i + d - 2, d = 0..4. Blocks that stand
 * outside the matrix are multiplied by zeros: they may hold any finite number. */
struct quire_band {
    int n_node, stride;
    quire_v4 (*row)[5]; /* (stride); one more before and four more behind may be written */
    void *block;
};

/* One node of each end, eliminated (L with U's diagonal 1): entries in the order xx, yx, xy, yy,
 * each of the end that counts nodes from the first and of the one that counts from the last. */
struct quire_band_row {
    quire_v2 far[4], left[4]; /* L's blocks with the second and the next node towards the end */
    quire_v2 d[4];            /* inverse of L's diagonal block */
    quire_v2 v1[4], v2[4];    /* U's blocks with the next and the second node towards the middle */
};

/* The two nodes that are left, i of the first end and j = i + 1 of the other. */
struct quire_band_middle {
    quire_v4 i, j;   /* inverses of L's diagonal blocks */
    quire_v4 ji, ij; /* of L and of U */
    /* L's blocks with the nodes of the own end, and with the other end's last one */
    quire_v2 far[4], left[4], next[4];
};

/* Where the number of nodes is odd, the other end begins with a node that is not there: `last` is
 * its place, and its rows are those of the identity. */
struct quire_band_factor {
    int n_node, rows, last;
    struct quire_band_row *row; /* (rows) */
    struct quire_band_middle *middle;
    quire_v2 *px, *py; /* forward substituted right-hand sides (rows) */
    void *block;
};

/* 0, or -1 when memory runs out */
int quire_band_create(struct quire_band *b, int n_node, int stride);
void quire_band_destroy(struct quire_band *b);

/* Adds a 2x2 block (row-major) at (row node i, column node j), |i - j| <= 2. */
QUIRE_INLINE void
quire_band_add(struct quire_band *b, int i, int j, quire_v4 block)
{
    b->row[i][j - i + 2] += block;
}

/* Replaces the rows of node i by those of the identity in the directions on which `held` (xx, xy,
 * yy) projects: its motion there is prescribed. */
void quire_band_hold(struct quire_band *b, int i, const double held[3]);

int quire_band_factor_create(struct quire_band_factor *f, int n_node);
void quire_band_factor_destroy(struct quire_band_factor *f);

/* Factors b without pivoting, and solves in place for a first right-hand side: on the way, which
 * takes less time than after it. bx, by have n_node entries and, where that is odd, one more that
 * is zero. */
void quire_band_factorise(struct quire_band_factor *f, const struct quire_band *b, double *bx,
                          double *by);
/* The same for another right-hand side. */
void quire_band_solve(const struct quire_band_factor *f, double *bx, double *by);

#endif
