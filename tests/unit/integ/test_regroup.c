/* Blocks that come and go: norms and paths are of those that there are, and of others as if they
 * had always gone on at constant velocities. */
#include <criterion/criterion.h>

#include "integ/norm.h"
#include "integ/step_path.h"
#include "math/kernel.h"

#define N 3 /* blocks of one position and velocity */

struct trial {
    struct quire_ode_problem problem;
    struct quire_block block[N];
    struct quire_range all;
};

static void
group(struct trial *t, const int *which, int n)
{
    for (int i = 0; i < n; i++) {
        t->block[i] = (struct quire_block){.sum = QUIRE_SUM_WEIGHTED,
                                           .nq = 1,
                                           .nv = 1,
                                           .q = (size_t)which[i],
                                           .v = (size_t)which[i],
                                           .count = 1};
    }
    t->problem.n_block = n;
}

static void
begin(struct trial *t)
{
    *t = (struct trial){.all = {0, 2 * N}};
    t->problem = (struct quire_ode_problem){
        .layout = {.length = 2 * N, .nv = N, .v0 = N, .z0 = 2 * N},
        .sets = {.all = &t->all, .n_all = 1},
        .block = t->block,
    };
    group(t, (const int[]){0, 1, 2}, N);
}

/* the first and the last are pushed, the one between them is not */
static void
put(struct quire_step_path *path, int step)
{
    const double t = step, y[2 * N] = {0.5 * t * t, 3 * t, t * t, t, 3, 2 * t},
                 force[N] = {1, 0, 2};

    quire_step_path_put(path, t, y, force, 1);
    quire_step_path_leave(path);
}

static void
regroup(struct trial *trial, struct quire_step_path *path, int step, const int *which, int n)
{
    const double t = step, y[2 * N] = {0.5 * t * t, 3 * t, t * t, t, 3, 2 * t};

    group(trial, which, n);
    quire_step_path_regroup(path, y);
}

Test(regroup, a_path_is_what_it_is_where_all_are_always_there)
{
    struct trial some, always;
    struct quire_step_path path, whole;

    begin(&some);
    begin(&always);
    cr_assert(quire_step_path_create(&path, &some.problem));
    cr_assert(quire_step_path_create(&whole, &always.problem));
    quire_step_path_open(&path);
    quire_step_path_open(&whole);
    for (int step = 0; step < 8; step++) {
        put(&path, step);
        put(&whole, step);
        if (step == 2) {
            regroup(&some, &path, step, (const int[]){0, 2}, 2);
            cr_expect_float_eq(path.way[1][QUIRE_LANES], 3, 1e-15, "of the last one: 4 - 1");
        } else if (step == 6) {
            regroup(&some, &path, step, (const int[]){0, 1, 2}, 3);
        }
    }
    for (size_t at = 0; at < (size_t)(N * QUIRE_LANES); at += QUIRE_LANES) {
        for (int k = 1; k < QUIRE_PATH_PLACES; k++) {
            cr_expect_eq(path.force[k][at], whole.force[k][at], "%d of %zu", k, at);
            cr_expect_eq(path.rate[k][at], whole.rate[k][at], "%d of %zu", k, at);
            cr_expect(k == QUIRE_PATH_PLACES - 1 || path.way[k][at] == whole.way[k][at],
                      "%d of %zu: %g, not %g", k, at, path.way[k][at], whole.way[k][at]);
            for (int j = 1; j < QUIRE_PATH_PLACES - 1; j++) {
                cr_expect_eq(path.product[k][j], whole.product[k][j]);
            }
        }
        cr_expect_eq(path.place[1][at], whole.place[1][at]);
    }
    quire_step_path_destroy(&path);
    quire_step_path_destroy(&whole);
}

/* a block of one velocity where one of two was, which were pushed */
Test(regroup, a_path_keeps_nothing_of_blocks_that_are_gone)
{
    struct trial t;
    struct quire_step_path path;

    begin(&t);
    t.block[0].nq = t.block[0].nv = 2;
    t.block[1].q = t.block[1].v = 2;
    t.problem.n_block = 2;
    cr_assert(quire_step_path_create(&path, &t.problem));
    quire_step_path_open(&path);
    for (int step = 0; step < 8; step++) {
        put(&path, step);
        if (step == 3) {
            regroup(&t, &path, step, (const int[]){2}, 1);
        }
    }
    for (int k = 1; k < QUIRE_PATH_PLACES; k++) {
        for (int i = 1; i < 2 * QUIRE_LANES; i++) {
            cr_expect_eq(path.rate[k][i], 0, "%d of %d: %g", k, i, path.rate[k][i]);
        }
    }
    cr_expect_float_eq(path.product[1][1], 2 * (7 * 7 - 6 * 6), 1e-12, "%g", path.product[1][1]);
    quire_step_path_destroy(&path);
}

Test(regroup, a_norm_is_of_those_that_there_are)
{
    const double weights[2 * N] = {1, 1, 1, 1, 1, 1}, x[2 * N] = {1, 50, 2, 0, 0, 0};
    struct quire_norm norm;
    struct trial t;

    begin(&t);
    cr_assert(quire_norm_create(&norm, &t.problem, false));
    cr_expect_eq(quire_norm_of(&norm, x, weights), 50);
    group(&t, (const int[]){0, 2}, 2);
    quire_norm_regroup(&norm);
    cr_expect_eq(quire_norm_of(&norm, x, weights), 2);
    quire_norm_destroy(&norm);
}
