/* The ladder's own forces: gradients of its energy, exact derivatives, no resultant. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "strip.h"
#include "strip/damping.h"

static const int columns[] = {2, 3, 5, 9};

#define EACH_NUMBER_OF_COLUMNS(m_)                                                                 \
    for (size_t m_##_ = 0, m_ = 0; m_##_ < 4 && (m_ = (size_t)columns[m_##_]) > 0; m_##_++)

/* crumpled and moving, its ends clamped in odd directions where that is asked for */
static void
open_crumpled(struct strip *s, int m, unsigned seed, int clamps)
{
    static const double direction[2][3] = {{0.8, 0.6, 0}, {0.36, -0.48, 0.8}},
                        rate[2][3] = {{-3, 4, 1}, {8, 2, -5}};
    struct quire_ladder ladder = strip_soft(9, m);

    ladder.curl_md = seed % 2 == 1 ? 15 : 0;
    ladder.curl_cd = seed % 3 > 0 ? -25 : 0;
    ladder.clamped[0] = clamps & 1;
    ladder.clamped[1] = clamps >> 1;
    strip_open(s, &ladder);
    strip_crumple(s, seed, 2e-3, 0.3);
    for (int end = 0; end < 2; end++) {
        quire_ladder_aim(s->work, end, direction[end], rate[end]);
    }
}

Test(ladder, forces_are_the_gradient_of_the_stored_energy)
{
    const double step = 1e-7;

    EACH_NUMBER_OF_COLUMNS(m)
    {
        struct strip s;
        open_crumpled(&s, (int)m, (unsigned)m, (int)m & 3);
        memset(s.v, 0, sizeof(double) * s.ladder.size);
        quire_ladder_aim(s.work, 0, (double[3]){0.8, 0.6, 0}, (double[3]){0, 0, 0});
        quire_ladder_aim(s.work, 1, (double[3]){0.36, -0.48, 0.8}, (double[3]){0, 0, 0});
        strip_forces(&s);
        double largest = 0, error = 0;
        for (int k = 0; k < (s.ladder.n + 1) * s.ladder.block; k++) {
            const double at = s.q[k];
            s.q[k] = at + step;
            const double above = quire_ladder_stored(&s.ladder, s.work, s.q);
            s.q[k] = at - step;
            const double below = quire_ladder_stored(&s.ladder, s.work, s.q);
            s.q[k] = at;
            error = fmax(error, fabs(s.f[k] + (above - below) / (2 * step)));
            largest = fmax(largest, fabs(s.f[k]));
        }
        cr_expect_lt(error, 1e-6 * largest, "%d columns: %g of %g", (int)m, error, largest);
        strip_close(&s);
    }
}

/* the largest difference between the matrix and central differences of the forces, over the largest
 * entry */
static double
matrix_error(struct strip *s, double cq, double cv)
{
    const int size = (s->ladder.n + 1) * s->ladder.block;
    const double step = 1e-6;
    double *column = calloc(4 * s->ladder.size, sizeof(double)), *mass = column + s->ladder.size,
           *unit = mass + s->ladder.size;
    double *none = unit + s->ladder.size, largest = 0, error = 0;

    cr_assert_not_null(column);
    quire_ladder_matrix(&s->ladder, s->work, s->q, s->v, none, cq, cv, &s->slabs);
    memset(none, 0, sizeof(double) * s->ladder.size);
    for (int b = 0; b < size; b++) {
        const double q = s->q[b], v = s->v[b];
        unit[b] = 1;
        strip_multiply(s, unit, column);
        quire_ladder_residual(&s->ladder, none, unit, 1, mass);
        unit[b] = 0;
        for (int r = 0; r < size; r++) {
            column[r] += mass[r];
        }
        for (int sign = -1; sign < 2; sign += 2) {
            s->q[b] = q + sign * cq * step;
            s->v[b] = v + sign * cv * step;
            strip_forces(s);
            for (int r = 0; r < size; r++) {
                column[r] += sign * s->f[r] / (2 * step);
            }
        }
        s->q[b] = q;
        s->v[b] = v;
        for (int r = 0; r < size; r++) {
            error = fmax(error, fabs(column[r]));
        }
        largest = fmax(largest,
                       fabs(quire_slab_entries(&s->slabs, b / s->ladder.block, b / s->ladder.block,
                                               b % s->ladder.block)[b % s->ladder.block]));
    }
    free(column);
    return error / largest;
}

Test(ladder, matrix_is_exact)
{
    EACH_NUMBER_OF_COLUMNS(m)
    {
        for (int clamps = 0; clamps < 4; clamps++) {
            struct strip s;
            open_crumpled(&s, (int)m, (unsigned)m + 5, clamps);
            cr_expect_lt(matrix_error(&s, 1e-4, 1e-2), 1e-7, "%d columns, clamps %d: %g", (int)m,
                         clamps, matrix_error(&s, 1e-4, 1e-2));
            cr_expect_lt(matrix_error(&s, 1, 0), 1e-7, "%d columns, by places: %g", (int)m,
                         matrix_error(&s, 1, 0));
            cr_expect_lt(matrix_error(&s, 0, 1), 1e-7, "%d columns, by velocities: %g", (int)m,
                         matrix_error(&s, 0, 1));
            strip_close(&s);
        }
    }
}

Test(ladder, damping_takes_what_its_forces_do)
{
    EACH_NUMBER_OF_COLUMNS(m)
    {
        struct strip s;
        open_crumpled(&s, (int)m, (unsigned)m, 0);
        double power = 0;
        strip_forces(&s);
        for (int k = 0; k < (s.ladder.n + 1) * s.ladder.block; k++) {
            power += s.f[k] * s.v[k];
        }
        double *v = s.v, *still = calloc(s.ladder.size, sizeof(double));
        cr_assert_not_null(still);
        s.v = still;
        strip_forces(&s);
        for (int k = 0; k < (s.ladder.n + 1) * s.ladder.block; k++) {
            power -= s.f[k] * v[k];
        }
        s.v = v;
        const double taken = quire_ladder_dissipation(&s.ladder, s.work, s.q, s.v);
        cr_expect_gt(taken, 0);
        cr_expect_lt(fabs(power + taken), 1e-10 * taken, "%d columns: %g W, %g W", (int)m, power,
                     taken);
        free(still);
        strip_close(&s);
    }
}

/* The dissipation is quadratic in the velocities: two values of it tell its mixed terms. */
Test(ladder, dampers_work_along_displacements)
{
    EACH_NUMBER_OF_COLUMNS(m)
    {
        for (int clamps = 0; clamps < 4; clamps++) {
            struct strip s;
            open_crumpled(&s, (int)m, (unsigned)m + 3, clamps);
            const size_t size = (size_t)((s.ladder.n + 1) * s.ladder.block);
            double *e = calloc(2 * s.ladder.size, sizeof(double)), *v = e + s.ladder.size, taken[2];
            unsigned seed = (unsigned)m;
            cr_assert_not_null(e);
            for (size_t k = 0; k < size; k++) {
                e[k] = 0.3 * strip_random(&seed);
            }
            for (int sign = 0; sign < 2; sign++) {
                for (size_t k = 0; k < size; k++) {
                    v[k] = s.v[k] + (sign == 0 ? e[k] : -e[k]);
                }
                taken[sign] = quire_ladder_dissipation(&s.ladder, s.work, s.q, v);
            }
            const double work = quire_ladder_damping_work(&s.ladder, s.work, s.q, s.v, e),
                         expected = -0.25 * (taken[0] - taken[1]);
            cr_expect_lt(fabs(work - expected), 1e-11 * taken[0],
                         "%d columns, clamps %d: %g J, %g J", (int)m, clamps, work, expected);
            free(e);
            strip_close(&s);
        }
    }
}

Test(ladder, lets_clamped_ends_go)
{
    EACH_NUMBER_OF_COLUMNS(m)
    {
        struct strip held;
        open_crumpled(&held, (int)m, 3, 3);
        for (int clamps = 3; clamps >= 0; clamps--) { /* the same work space for all */
            held.ladder.clamped[0] = clamps & 1;
            held.ladder.clamped[1] = clamps >> 1;
            strip_forces(&held);
            const double error = matrix_error(&held, 1e-4, 1e-2);
            cr_expect_lt(error, 1e-7, "%d columns, clamps %d: %g", (int)m, clamps, error);
            struct strip fresh;
            open_crumpled(&fresh, (int)m, 3, clamps);
            strip_forces(&fresh);
            strip_forces(&held);
            cr_expect_arr_eq(held.f, fresh.f, sizeof(double) * held.ladder.size,
                             "%d columns, clamps %d", (int)m, clamps);
            strip_close(&fresh);
        }
        strip_close(&held);
    }
}
