/* Unsymmetric matrices whose pattern is symmetric, stored as a profile of tiles of 8 x 8 entries:
 * of a row of tiles what lies between its first one and the last one that reaches up to it. L U
 * without pivoting fills nothing outside. Theory: doc/theory/stacks.md, 5. */
#ifndef QUIRE_MATH_PROFILE_PROFILE_H
#define QUIRE_MATH_PROFILE_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/worker.h"

enum {
    QUIRE_TILE = 8,               /* rows and columns of a tile */
    QUIRE_TILE_SIZE = 8 * 8,      /* its entries, by rows */
    QUIRE_TILE_PIVOT = 8 * 8 + 8, /* numbers kept of a factored tile on the diagonal */
    QUIRE_TOGETHER = 4            /* right-hand sides that are solved for together */
};

struct quire_profile {
    int n, n_tile, cap; /* rows, rows of tiles, and room for these */
    int *first, *last;  /* tiles of row i: first[i], ..., last[i] (n_tile) */
    ptrdiff_t *row;     /* where tile 0 of row i would be in `a`, in tiles (n_tile) */
    double *a;          /* tiles, row by row */
    /* of each tile on the diagonal: U's rows right of the diagonal, zero elsewhere; the inverses of
     * L's diagonal (n_tile, QUIRE_TILE_PIVOT) */
    double *pivot;
    size_t n_a, cap_a; /* tiles in `a`, room */
};

/* The shape from the first columns (n), which must not be beyond the diagonal; entries are
 * undefined until they are cleared. 0, or -1 when memory runs out. A profile is all zero before it
 * is shaped for the first time. */
int quire_profile_shape(struct quire_profile *p, int n, const int *first);
/* All entries zero, by the caller and the worker; NULL: there is none. */
void quire_profile_clear(struct quire_profile *p, struct quire_worker *worker);
/* Whether two threads factor it sooner than one. */
static inline bool
quire_profile_is_large(const struct quire_profile *p)
{
    return p->n_a >= 800;
}

void quire_profile_destroy(struct quire_profile *p);

/* The index in `a` of entry (i, j), which must be in the shape, is the sum of both. The next 8 - j
 * % 8 columns follow it. */
static inline ptrdiff_t
quire_profile_row(const struct quire_profile *p, int i)
{
    const unsigned row = (unsigned)i;

    return QUIRE_TILE_SIZE * p->row[row / QUIRE_TILE] +
           (ptrdiff_t)(QUIRE_TILE * (row % QUIRE_TILE));
}

static inline ptrdiff_t
quire_profile_column(int j)
{
    const unsigned column = (unsigned)j;

    return (ptrdiff_t)QUIRE_TILE_SIZE * (column / QUIRE_TILE) + column % QUIRE_TILE;
}

static inline double *
quire_profile_at(const struct quire_profile *p, int i, int j)
{
    return p->a + quire_profile_row(p, i) + quire_profile_column(j);
}

/* How many numbers a right-hand side of n has room for. */
static inline size_t
quire_profile_padded(size_t n)
{
    return (n + QUIRE_TILE - 1) / QUIRE_TILE * QUIRE_TILE;
}

/* A = L U in place, U's diagonal 1, and A x = b, in place as below, with the same bits. A worker
 * takes every other row of tiles of a large matrix; NULL: there is none. */
void quire_profile_factorise(const struct quire_profile *p, double *b, struct quire_worker *worker);
/* Solves with the factors, in place: b (quire_profile_padded(n)). What is behind n is lost. */
void quire_profile_solve(const struct quire_profile *p, double *b);
/* The same for QUIRE_TOGETHER right-hand sides side by side: x (quire_profile_padded(n),
 * QUIRE_TOGETHER), row-major. */
void quire_profile_solve_four(const struct quire_profile *p, double *x);

#endif
