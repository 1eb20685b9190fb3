/* What must not change the ladder's numbers by a bit: looking at it from the other side, and the
 * instruction set. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/kernel.h"
#include "strip.h"
#include "strip/kernel.h"

static const int columns[] = {2, 3, 5, 9};
static const double direction[2][3] = {{0.8, 0.6, 0}, {0.36, -0.48, 0.8}},
                    rate[2][3] = {{-3, 4, 1}, {8, 2, -5}};

static void
open_curled(struct strip *s, int n, int m)
{
    struct quire_ladder ladder = strip_soft(n, m);

    ladder.curl_md = 12;
    ladder.curl_cd = -7;
    ladder.clamped[1] = 1;
    strip_open(s, &ladder);
}

static double *
copy_of(const double *a, size_t n)
{
    double *copy = malloc(sizeof(double) * n);

    cr_assert_not_null(copy);
    memcpy(copy, a, sizeof(double) * n);
    return copy;
}

/* how many of a's numbers are not those of b */
static int
different(const double *a, const double *b, size_t n)
{
    int count = 0;

    for (size_t k = 0; k < n; k++) {
        count += !(a[k] == b[k]);
    }
    return count;
}

/* forces, the matrix times a vector column by column, and the solution of a system, of a strip as
 * it lies; `mirrored`: all of that from the other side */
struct answers {
    double *force, *entry, *solution;
    double damping[2];
    size_t size, entries;
};

static struct answers
answers_of(struct strip *s, bool mirrored)
{
    const size_t size = (size_t)((s->ladder.n + 1) * s->ladder.block),
                 entries = (size_t)(s->slabs.n_station * s->slabs.block * s->slabs.row);
    double *x = calloc(2 * s->ladder.size, sizeof(double)), *image = x + s->ladder.size;
    unsigned seed = 77;

    cr_assert_not_null(x);
    for (int end = 0; end < 2; end++) {
        const double sign = mirrored ? -1 : 1;
        quire_ladder_aim(
            s->work, end,
            (double[3]){direction[end][0], direction[end][1], sign * direction[end][2]},
            (double[3]){rate[end][0], rate[end][1], sign * rate[end][2]});
    }
    for (size_t k = 0; k < size; k++) {
        x[k] = strip_random(&seed);
    }
    strip_mirror(&s->ladder, x, image);
    memset(s->f, 0, sizeof(double) * s->ladder.size);
    quire_ladder_matrix(&s->ladder, s->work, s->q, s->v, s->f, 1e-6, 1e-3, &s->slabs);
    quire_ladder_residual(&s->ladder, s->f, s->v, 0.7, s->f);
    struct answers a = {
        copy_of(s->f, size), copy_of(s->slabs.entry, entries), NULL, {0, 0}, size, entries};
    quire_slabs_factorise(s->factor, &s->slabs, mirrored ? image : x);
    quire_slabs_solve(s->factor, mirrored ? image : x);
    quire_ladder_divide_across(&s->ladder, mirrored ? image : x);
    a.solution = copy_of(mirrored ? image : x, size);
    free(x);
    return a;
}

static void
forget(struct answers *a)
{
    free(a->force);
    free(a->entry);
    free(a->solution);
}

static int
different_entries(const struct strip *s, const struct answers *a, const struct answers *b)
{
    const int block = s->slabs.block, n = s->slabs.n_station, m = s->ladder.m;
    int count = 0;

    for (int k = 0; k < n * block; k++) {
        const int station = k / block, column = k % block,
                  other = 3 * (m - 1 - column / 3) + column % 3;
        for (int r = 0; r < 5 * block; r++) {
            const int i = station + r / block - 2, row = r % block,
                      image = 3 * (m - 1 - row / 3) + row % 3;
            const double sign = (row % 3 == 2) == (column % 3 == 2) ? 1 : -1;
            const double *from = a->entry + (station * block + column) * s->slabs.row,
                         *to = b->entry + (station * block + other) * s->slabs.row;
            count += i >= 0 && i < n && !(from[r] == sign * to[r / block * block + image]);
        }
    }
    return count;
}

Test(spatial_strip, is_the_same_from_the_other_side)
{
    for (int k = 0; k < 4; k++) {
        struct strip s;
        open_curled(&s, 11 + k, columns[k]);
        const size_t size = (size_t)((s.ladder.n + 1) * s.ladder.block);
        strip_crumple(&s, (unsigned)k + 1, 1e-3, 0.3);
        struct answers a = answers_of(&s, false);
        double *q = copy_of(s.q, size), *v = copy_of(s.v, size);
        const double stored = quire_ladder_stored(&s.ladder, s.work, s.q),
                     taken = quire_ladder_dissipation(&s.ladder, s.work, s.q, s.v);
        strip_mirror(&s.ladder, q, s.q);
        strip_mirror(&s.ladder, v, s.v);
        struct answers b = answers_of(&s, true);
        strip_mirror(&s.ladder, b.force, q);
        strip_mirror(&s.ladder, b.solution, v);
        cr_expect_eq(different(q, a.force, size), 0, "%d columns: %d forces differ", columns[k],
                     different(q, a.force, size));
        cr_expect_eq(different_entries(&s, &a, &b), 0, "%d columns: %d entries differ", columns[k],
                     different_entries(&s, &a, &b));
        cr_expect_eq(different(v, a.solution, size), 0, "%d columns: %d unknowns differ",
                     columns[k], different(v, a.solution, size));
        cr_expect_eq(quire_ladder_stored(&s.ladder, s.work, s.q), stored);
        cr_expect_eq(quire_ladder_dissipation(&s.ladder, s.work, s.q, s.v), taken);
        forget(&a);
        forget(&b);
        free(q);
        free(v);
        strip_close(&s);
    }
}

/* all that one set of kernels finds of a strip */
static struct answers
answers_of_set(struct strip *s, const struct quire_space_kernel *kernel)
{
    const size_t size = (size_t)((s->ladder.n + 1) * s->ladder.block),
                 entries = (size_t)(s->slabs.n_station * s->slabs.block * s->slabs.row);
    double *x = calloc(s->ladder.size, sizeof(double));
    unsigned seed = 78;

    cr_assert_not_null(x);
    for (size_t k = 0; k < size; k++) {
        x[k] = strip_random(&seed);
    }
    /* what is constant, for all kernels */
    quire_ladder_matrix(&s->ladder, s->work, s->q, s->v, s->f, 1e-6, 1e-3, &s->slabs);
    memset(s->f, 0, sizeof(double) * s->ladder.size);
    kernel->forces(&s->ladder, s->work, s->q, s->v, s->f);
    kernel->residual(&s->ladder, s->f, s->v, 0.7, s->f);
    kernel->matrix(&s->ladder, s->work, s->q, s->v, 1e-6, 1e-3, &s->slabs);
    struct answers a = {
        copy_of(s->f, size), copy_of(s->slabs.entry, entries), NULL, {0, 0}, size, entries};
    a.damping[0] = kernel->damping(&s->ladder, s->work, s->q, s->v, NULL);
    a.damping[1] = kernel->damping(&s->ladder, s->work, s->q, s->v, x);
    s->factor->kernel = kernel;
    quire_slabs_factorise(s->factor, &s->slabs, x);
    quire_slabs_solve(s->factor, x);
    a.solution = copy_of(x, size);
    free(x);
    return a;
}

/* entries that mean something: columns are padded */
static int
different_columns(const struct strip *s, const struct answers *a, const struct answers *b)
{
    int count = 0;

    for (int k = 0; k < s->slabs.n_station * s->slabs.block; k++) {
        count += different(a->entry + k * s->slabs.row, b->entry + k * s->slabs.row,
                           (size_t)(5 * s->slabs.block));
    }
    return count;
}

#ifdef QUIRE_KERNEL_SETS
/* Where a set is left out the plain one does the same, several times as slowly, and nothing says
 * so. */
Test(spatial_strip, has_kernels_of_every_set)
{
    for (int k = 0; k < 4; k++) {
        cr_expect_eq(quire_space_kernel_of(1, columns[k]) != NULL,
                     __builtin_cpu_supports("x86-64-v3") != 0, "%d columns", columns[k]);
        cr_expect_eq(quire_space_kernel_of(2, columns[k]) != NULL,
                     __builtin_cpu_supports("x86-64-v4") != 0, "%d columns", columns[k]);
    }
}
#endif

Test(spatial_strip, is_the_same_on_every_processor)
{
    for (int k = 0; k < 4; k++) {
        struct strip s;
        open_curled(&s, 11 + k, columns[k]);
        strip_crumple(&s, (unsigned)k + 1, 1e-3, 0.3);
        struct answers plain = answers_of_set(&s, quire_space_kernel_of(0, columns[k]));
        for (int set = 1; set < 3; set++) {
            const struct quire_space_kernel *kernel = quire_space_kernel_of(set, columns[k]);
            if (kernel == NULL) {
                cr_log_info("no kernels of set %d here", set);
                continue;
            }
            struct answers a = answers_of_set(&s, kernel);
            cr_expect_eq(different(plain.force, a.force, a.size), 0, "%d columns, set %d: forces",
                         columns[k], set);
            cr_expect_eq(different_columns(&s, &plain, &a), 0, "%d columns, set %d: matrix",
                         columns[k], set);
            cr_expect_eq(different(plain.solution, a.solution, a.size), 0,
                         "%d columns, set %d: solution", columns[k], set);
            cr_expect_eq(different(plain.damping, a.damping, 2), 0, "%d columns, set %d: damping",
                         columns[k], set);
            forget(&a);
        }
        forget(&plain);
        strip_close(&s);
    }
}
