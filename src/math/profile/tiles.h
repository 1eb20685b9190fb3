/* L U of a profile, with vectors of WIDE numbers, as a table named KERNEL. Included once for each
 * instruction set.
 *
 * Crout's scheme by rows of tiles: a block of a tile stays in registers while all that is to be
 * taken from it is taken. Each entry is reduced by its products in the order of ascending columns,
 * whichever other entries share a vector with it, so no bit depends on WIDE. */
#include <string.h>

#include "math/profile/kernel.h"
#include "math/wide.h"

enum { T = QUIRE_TILE, SIZE = QUIRE_TILE_SIZE, PIVOT = QUIRE_TILE_PIVOT };

QUIRE_INLINE double *
tile(const struct quire_profile *p, int i, int j)
{
    return p->a + SIZE * (p->row[i] + j);
}

/* ---- products taken from tiles ---- */

/* Of two vectors in each of four rows of tile (i, j), c, the second `step` behind the first: less
 * the products of the rows from l on with the tiles (from, j), ..., (to - 1, j), in the columns
 * from `offset` on. */
QUIRE_INLINE void
take_block(const struct quire_profile *p, double *c, const double *l, int j, int offset, int step,
           int from, int to)
{
    wide a0 = load_wide(c), b0 = load_wide(c + step);
    wide a1 = load_wide(c + T), b1 = load_wide(c + T + step);
    wide a2 = load_wide(c + 2 * T), b2 = load_wide(c + 2 * T + step);
    wide a3 = load_wide(c + 3 * T), b3 = load_wide(c + 3 * T + step);

    for (int k = from; k < to; k++, l += SIZE) {
        const double *u = tile(p, k, j) + offset;
        UNROLL(8)
        for (int m = 0; m < T; m++) {
            const wide v = load_wide(u + T * m), w = load_wide(u + T * m + step);
            a0 -= l[m] * v;
            b0 -= l[m] * w;
            a1 -= l[T + m] * v;
            b1 -= l[T + m] * w;
            a2 -= l[2 * T + m] * v;
            b2 -= l[2 * T + m] * w;
            a3 -= l[3 * T + m] * v;
            b3 -= l[3 * T + m] * w;
        }
    }
    store_wide(c, a0);
    store_wide(c + step, b0);
    store_wide(c + T, a1);
    store_wide(c + T + step, b1);
    store_wide(c + 2 * T, a2);
    store_wide(c + 2 * T + step, b2);
    store_wide(c + 3 * T, a3);
    store_wide(c + 3 * T + step, b3);
}

/* tile (i, j) less L's tiles (i, from), ..., (i, to - 1) times U's below each other in column j */
#if WIDE == 8
static __attribute__((noinline)) void
take_one(const struct quire_profile *p, int i, int j, int from, int to)
{
    double *c = tile(p, i, j);
    const double *l = tile(p, i, from);
    wide r0 = load_wide(c), r1 = load_wide(c + T), r2 = load_wide(c + 2 * T),
         r3 = load_wide(c + 3 * T), r4 = load_wide(c + 4 * T), r5 = load_wide(c + 5 * T),
         r6 = load_wide(c + 6 * T), r7 = load_wide(c + 7 * T);

    for (int k = from; k < to; k++, l += SIZE) {
        const double *u = tile(p, k, j);
        UNROLL(8)
        for (int m = 0; m < T; m++) {
            const wide v = load_wide(u + T * m);
            r0 -= l[m] * v;
            r1 -= l[T + m] * v;
            r2 -= l[2 * T + m] * v;
            r3 -= l[3 * T + m] * v;
            r4 -= l[4 * T + m] * v;
            r5 -= l[5 * T + m] * v;
            r6 -= l[6 * T + m] * v;
            r7 -= l[7 * T + m] * v;
        }
    }
    store_wide(c, r0);
    store_wide(c + T, r1);
    store_wide(c + 2 * T, r2);
    store_wide(c + 3 * T, r3);
    store_wide(c + 4 * T, r4);
    store_wide(c + 5 * T, r5);
    store_wide(c + 6 * T, r6);
    store_wide(c + 7 * T, r7);
}

/* the same of tiles (i, j) and (i, j + 1) */
static __attribute__((noinline)) void
take_two(const struct quire_profile *p, int i, int j, int from, int to)
{
    for (int row = 0; row < SIZE; row += 4 * T) {
        take_block(p, tile(p, i, j) + row, tile(p, i, from) + row, j, 0, SIZE, from, to);
    }
}
#else
static __attribute__((noinline)) void
take_one(const struct quire_profile *p, int i, int j, int from, int to)
{
    for (int row = 0; row < SIZE; row += 4 * T) {
        for (int column = 0; column < T; column += 2 * WIDE) {
            take_block(p, tile(p, i, j) + row + column, tile(p, i, from) + row, j, column, WIDE,
                       from, to);
        }
    }
}

static __attribute__((noinline)) void
take_two(const struct quire_profile *p, int i, int j, int from, int to)
{
    take_one(p, i, j, from, to);
    take_one(p, i, j + 1, from, to);
}
#endif

/* ---- tiles that all is taken from ---- */

/* a tile left of the diagonal times the inverse of U's tile on the diagonal */
QUIRE_INLINE void
finish_left(double *c, const double *upper)
{
    UNROLL(2)
    for (int half = 0; half < 2; half++, c += SIZE / 2) {
        wide r[T / 2][PARTS];
        UNROLL(4)
        for (int i = 0; i < T / 2; i++) {
            EACH_PART(p)
            {
                r[i][p] = load_wide(c + T * i + WIDE * p);
            }
        }
        UNROLL(8)
        for (int k = 0; k < T - 1; k++) {
            UNROLL(4)
            for (int i = 0; i < T / 2; i++) {
                const double l = r[i][k / WIDE][k % WIDE];
                EACH_PART(p)
                {
                    r[i][p] -= l * load_wide(upper + T * k + WIDE * p);
                }
            }
        }
        UNROLL(4)
        for (int i = 0; i < T / 2; i++) {
            EACH_PART(p)
            {
                store_wide(c + T * i + WIDE * p, r[i][p]);
            }
        }
    }
}

/* a tile right of the diagonal, multiplied from the left by the inverse of L's tile on the
 * diagonal,
 * d */
QUIRE_INLINE void
finish_right(double *c, const double *d, const double *inverse)
{
    EACH_PART(p)
    {
        wide r[T];
        UNROLL(8)
        for (int i = 0; i < T; i++) {
            r[i] = load_wide(c + T * i + WIDE * p);
            UNROLL(8)
            for (int k = 0; k < i; k++) {
                r[i] -= d[T * i + k] * r[k];
            }
            r[i] *= inverse[i];
            store_wide(c + T * i + WIDE * p, r[i]);
        }
    }
}

/* A tile on the diagonal: L in place. What is right of its diagonal means nothing any more. */
QUIRE_INLINE void
finish_diagonal(double *c, double *pivot)
{
    UNROLL(8)
    for (int k = 0; k < T; k++) {
        const double inverse = 1 / c[T * k + k];
        wide u[PARTS];
        pivot[SIZE + k] = inverse;
        EACH_PART(p)
        {
            u[p] = keep_wide(lanes + WIDE * p > k, inverse * load_wide(c + T * k + WIDE * p));
            store_wide(pivot + T * k + WIDE * p, u[p]);
        }
        UNROLL(8)
        for (int i = k + 1; i < T; i++) {
            const double l = c[T * i + k];
            EACH_PART(p)
            {
                store_wide(c + T * i + WIDE * p, load_wide(c + T * i + WIDE * p) - l * u[p]);
            }
        }
    }
}

static __attribute__((noinline)) void
finish(const struct quire_profile *p, int i, int j)
{
    double *c = tile(p, i, j);

    if (j < i) {
        finish_left(c, p->pivot + PIVOT * (ptrdiff_t)j);
    } else if (j > i) {
        finish_right(c, tile(p, i, i), p->pivot + PIVOT * (ptrdiff_t)i + SIZE);
    } else {
        finish_diagonal(c, p->pivot + PIVOT * (ptrdiff_t)i);
    }
}

/* ---- solving ---- */

/* sum[i] = Sum row i of the tiles (i, from), ..., (i, to - 1) times the rows of b with the same
 * index. Eight partial sums for each row, one a column of tiles, are added in one tree. */
QUIRE_INLINE void
multiply_row(const struct quire_profile *p, int i, int from, int to, const double *b, double *sum)
{
    for (int part = 0; part < PARTS; part++) {
        const double *l = tile(p, i, from) + part * T * WIDE;
        wide s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0}, s4 = {0}, s5 = {0}, s6 = {0}, s7 = {0};
        for (int k = from; k < to; k++, l += SIZE) {
            wide x[T]; /* as often as it is needed */
            UNROLL(8)
            for (int m = 0; m < T; m++) {
                x[m] = load_wide(b + T * k + WIDE * (m % PARTS));
            }
            s0 += load_wide(l) * x[0];
            s1 += load_wide(l + WIDE) * x[1];
            s2 += load_wide(l + 2 * WIDE) * x[2];
            s3 += load_wide(l + 3 * WIDE) * x[3];
            s4 += load_wide(l + 4 * WIDE) * x[4];
            s5 += load_wide(l + 5 * WIDE) * x[5];
            s6 += load_wide(l + 6 * WIDE) * x[6];
            s7 += load_wide(l + 7 * WIDE) * x[7];
        }
        const wide all[T] = {s0, s1, s2, s3, s4, s5, s6, s7};
        double partial[T * WIDE];
        memcpy(partial, all, sizeof partial);
        for (int m = 0; m < WIDE; m++) {
            sum[part * WIDE + m] = quire_tree8(partial + T * m);
        }
    }
}

/* the next eight unknowns of L x = b */
static __attribute__((noinline)) void
forward(const struct quire_profile *p, int i, double *b)
{
    const double *d = tile(p, i, i), *inverse = p->pivot + PIVOT * (ptrdiff_t)i + SIZE;
    double sum[T], *x = b + T * (ptrdiff_t)i;

    multiply_row(p, i, p->first[i], i, b, sum);
    for (int m = 0; m < T; m++) {
        double rest = x[m] - sum[m];
        for (int k = 0; k < m; k++) {
            rest -= d[T * m + k] * x[k];
        }
        x[m] = rest * inverse[m];
    }
}

/* U x = b */
static __attribute__((noinline)) void
backward(const struct quire_profile *p, double *b)
{
    double sum[T];

    for (int i = p->n_tile - 1; i >= 0; i--) {
        const double *upper = p->pivot + PIVOT * (ptrdiff_t)i;
        double *x = b + T * (ptrdiff_t)i;
        multiply_row(p, i, i + 1, p->last[i] + 1, b, sum);
        for (int m = T - 1; m >= 0; m--) {
            double rest = x[m] - sum[m];
            for (int k = m + 1; k < T; k++) {
                rest -= upper[T * m + k] * x[k];
            }
            x[m] = rest;
        }
    }
}

static void
solve(const struct quire_profile *p, double *b)
{
    for (int i = 0; i < p->n_tile; i++) {
        forward(p, i, b);
    }
    backward(p, b);
}

/* The same for four vectors side by side, x: rows i less the tiles (i, from), ..., (i, to - 1)
 * times the rows there. */
enum { FOUR = 4 * QUIRE_TILE };

static __attribute__((noinline)) void
take_known(const struct quire_profile *p, int i, double *x, int from, int to)
{
    for (int row = 0; row < T; row += 4) {
        const double *l = tile(p, i, from) + T * row;
        double *c = x + FOUR * (ptrdiff_t)i + 4 * row;
        quire_v4 r0 = quire_load4(c), r1 = quire_load4(c + 4), r2 = quire_load4(c + 8),
                 r3 = quire_load4(c + 12);
        for (int k = from; k < to; k++, l += SIZE) {
            const double *u = x + FOUR * (ptrdiff_t)k;
            UNROLL(8)
            for (int m = 0; m < T; m++) {
                const quire_v4 v = quire_load4(u + 4 * m);
                r0 -= l[m] * v;
                r1 -= l[T + m] * v;
                r2 -= l[2 * T + m] * v;
                r3 -= l[3 * T + m] * v;
            }
        }
        quire_store4(c, r0);
        quire_store4(c + 4, r1);
        quire_store4(c + 8, r2);
        quire_store4(c + 12, r3);
    }
}

static void
solve_four(const struct quire_profile *p, double *x)
{
    for (int i = 0; i < p->n_tile; i++) {
        const double *d = tile(p, i, i), *inverse = p->pivot + PIVOT * (ptrdiff_t)i + SIZE;
        double *c = x + FOUR * (ptrdiff_t)i;
        take_known(p, i, x, p->first[i], i);
        for (int m = 0; m < T; m++) {
            quire_v4 rest = quire_load4(c + 4 * m);
            for (int k = 0; k < m; k++) {
                rest -= d[T * m + k] * quire_load4(c + 4 * k);
            }
            quire_store4(c + 4 * m, rest * inverse[m]);
        }
    }
    for (int i = p->n_tile - 1; i >= 0; i--) {
        const double *upper = p->pivot + PIVOT * (ptrdiff_t)i;
        double *c = x + FOUR * (ptrdiff_t)i;
        take_known(p, i, x, i + 1, p->last[i] + 1);
        for (int m = T - 1; m >= 0; m--) {
            quire_v4 rest = quire_load4(c + 4 * m);
            for (int k = m + 1; k < T; k++) {
                rest -= upper[T * m + k] * quire_load4(c + 4 * k);
            }
            quire_store4(c + 4 * m, rest);
        }
    }
}

/* ---- all rows ---- */

QUIRE_INLINE int
larger(int a, int b)
{
    return a > b ? a : b;
}

/* Every other row is the other thread's: waits until it has done so many tiles of a row. `halves`
 * is NULL where one thread does all. */
QUIRE_INLINE void
await_tiles(const struct quire_profile *p, struct quire_profile_halves *halves, int which, int row,
            int tiles)
{
    if (halves != NULL && row >= 0 &&
        quire_worker_await(&halves->pace[1 - which].reached,
                           quire_profile_reached(p, row, tiles))) {
        atomic_store_explicit(&halves->late, true, memory_order_relaxed);
    }
}

QUIRE_INLINE void
say_reached(const struct quire_profile *p, struct quire_profile_halves *halves, int which, int row,
            int tiles)
{
    if (halves != NULL) {
        atomic_store_explicit(&halves->pace[which].reached, quire_profile_reached(p, row, tiles),
                              memory_order_release);
    }
}

/* Tiles of a row in pairs: U's rows are loaded once for both. The row above may still be at work:
 * of this one it needs what is left of its diagonal for nothing but the last of these. */
QUIRE_INLINE void
factorise_row(const struct quire_profile *p, int i, struct quire_profile_halves *halves, int which)
{
    const int above = i - 1;
    int j = p->first[i];

    await_tiles(p, halves, which, i - 3, p->n_tile);
    for (; j < p->last[i]; j += 2) {
        if (j + 1 >= above) {
            await_tiles(p, halves, which, above, j + 2);
        }
        const int one = larger(p->first[i], p->first[j]),
                  next = larger(p->first[i], p->first[j + 1]), both = larger(one, next),
                  end = j < i ? j : i;
        if (both < end) {
            take_one(p, i, j, one, both);
            take_one(p, i, j + 1, next, both);
            take_two(p, i, j, both, end);
        } else {
            take_one(p, i, j, one, end);
            take_one(p, i, j + 1, next, end);
        }
        finish(p, i, j);
        if (j < i) {
            take_one(p, i, j + 1, larger(j, next), j + 1);
        }
        finish(p, i, j + 1);
        say_reached(p, halves, which, i, j + 2);
    }
    if (j == p->last[i]) {
        await_tiles(p, halves, which, above, j + 1);
        take_one(p, i, j, larger(p->first[i], p->first[j]), j < i ? j : i);
        finish(p, i, j);
    }
    say_reached(p, halves, which, i, p->n_tile);
}

/* L's rows are used for b while they are near the processor. */
static void
factorise(const struct quire_profile *p, double *b)
{
    for (int i = 0; i < p->n_tile; i++) {
        factorise_row(p, i, NULL, 0);
        forward(p, i, b);
    }
    backward(p, b);
}

/* every other row */
static void
factorise_half(const struct quire_profile *p, double *b, struct quire_profile_halves *halves,
               int which)
{
    for (int i = which; i < p->n_tile; i += 2) {
        factorise_row(p, i, halves, which);
        if (quire_worker_await(&halves->forward, i)) {
            atomic_store_explicit(&halves->late, true, memory_order_relaxed);
        }
        forward(p, i, b);
        atomic_store_explicit(&halves->forward, i + 1, memory_order_release);
    }
}

const struct quire_profile_kernel KERNEL = {factorise, factorise_half, backward, solve, solve_four};
