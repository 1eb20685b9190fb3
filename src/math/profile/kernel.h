/* Factors and solutions of profiles, once for each instruction set (QUIRE_KERNEL_SETS), all with
 * the same bits. */
#ifndef QUIRE_MATH_PROFILE_KERNEL_H
#define QUIRE_MATH_PROFILE_KERNEL_H

#include <stdatomic.h>

#include "math/kernel.h"
#include "math/profile/profile.h"

/* How far a thread has come that factors every other row; on a cache line of its own. */
struct quire_profile_pace {
    _Alignas(64) atomic_long reached; /* all tiles before this one: quire_profile_reached() */
};

/* Two threads that factor one matrix. */
struct quire_profile_halves {
    struct quire_profile_pace pace[2];
    _Alignas(64) atomic_long forward; /* rows of L x = b that are solved */
    atomic_bool late;                 /* one had to wait: quire_worker_await() */
};

/* Counts tiles row by row: all rows above `row`, and of this one those left of column `tile`. */
static inline long
quire_profile_reached(const struct quire_profile *p, int row, int tile)
{
    return (long)row * (p->n_tile + 1) + (tile < p->last[row] + 1 ? tile : p->n_tile);
}

struct quire_profile_kernel {
    /* b is zero behind n */
    void (*factorise)(const struct quire_profile *p, double *b); /* and solves for b */
    /* the same but for `backward`, in two threads: every other row, 0 or 1 */
    void (*factorise_half)(const struct quire_profile *p, double *b,
                           struct quire_profile_halves *halves, int which);
    void (*backward)(const struct quire_profile *p, double *b);
    void (*solve)(const struct quire_profile *p, double *b);
    void (*solve_four)(const struct quire_profile *p, double *x);
};

/* Set 0 is for every processor, 1 and 2 are for x86-64-v3 and -v4: NULL where this one has not got
 * it, or where they were not compiled. */
const struct quire_profile_kernel *quire_profile_kernel_of(int set);

extern const struct quire_profile_kernel quire_profile_kernel_plain, quire_profile_kernel_v3,
    quire_profile_kernel_v4;

#endif
