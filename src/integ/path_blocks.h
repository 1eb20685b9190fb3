/* How the vectors of a path hold the entries of blocks, and sums over them. */
#ifndef QUIRE_INTEG_PATH_BLOCKS_H
#define QUIRE_INTEG_PATH_BLOCKS_H

#include <stddef.h>

#include "integ/problem.h"
#include "math/kernel.h"

/* In the vectors of a path a block has its positions or velocities first, its states behind them,
 * as many as the integrator has. */
QUIRE_INLINE size_t
first_state(const struct quire_block *b)
{
    return (size_t)(b->nq > b->nv ? b->nq : b->nv);
}

QUIRE_INLINE size_t
length_of(const struct quire_block *b)
{
    return quire_round_up(first_state(b) + (size_t)b->nz);
}

QUIRE_INLINE size_t
length_of_all(const struct quire_ode_problem *p)
{
    size_t n = 0;

    for (int k = 0; k < p->n_block; k++) {
        n += length_of(p->block + k);
    }
    return n;
}

/* a b over a block's velocities, in an order that does not depend on the width of vectors */
QUIRE_INLINE double
dot(const struct quire_block *block, const double *restrict a, const double *restrict b)
{
    const int n = block->nv;
    double sum[QUIRE_LANES] = {0};
    int i = 0;

    if (n <= 2) { /* rollers: as the tree adds them */
        return n == 2 ? a[0] * b[0] + a[1] * b[1] : a[0] * b[0];
    }
    for (; i + QUIRE_LANES <= n; i += QUIRE_LANES) {
        QUIRE_IVDEP
        for (int j = 0; j < QUIRE_LANES; j++) {
            sum[j] += a[i + j] * b[i + j];
        }
    }
    for (; i < n; i++) {
        sum[i % QUIRE_LANES] += a[i] * b[i];
    }
    return quire_tree8(sum);
}

QUIRE_INLINE void
mean(double *restrict to, const double *restrict a, const double *restrict b, size_t n)
{
    QUIRE_IVDEP
    for (size_t i = 0; i < n; i++) {
        to[i] = 0.5 * (a[i] + b[i]);
    }
}

#endif
