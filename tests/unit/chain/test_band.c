/* The band of one sheet against dense elimination. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chain/band.h"
#include "fixtures/dense.h"
#include "fixtures/machine.h"

struct problem {
    struct quire_band band;
    struct quire_band_factor factor;
    double *dense, *b, *bx, *by, *x, *y; /* dense: x and y of each node follow each other */
    size_t n;
};

static void
problem_open(struct problem *p, int n_node)
{
    const int stride = (int)quire_round_up((size_t)n_node);

    p->n = 2 * (size_t)n_node;
    cr_assert_eq(quire_band_create(&p->band, n_node, stride), 0);
    cr_assert_eq(quire_band_factor_create(&p->factor, n_node), 0);
    p->dense = calloc(p->n * p->n, sizeof(double));
    p->b = calloc(p->n + 4 * (size_t)stride, sizeof(double));
    cr_assert(p->dense != NULL && p->b != NULL);
    p->bx = p->b + p->n;
    p->by = p->bx + stride;
    p->x = p->by + stride;
    p->y = p->x + stride;
}

static void
problem_close(struct problem *p)
{
    quire_band_destroy(&p->band);
    quire_band_factor_destroy(&p->factor);
    free(p->dense);
    free(p->b);
}

/* a random band, not symmetric; diagonally dominant, because the band is factored without pivoting
 */
static void
fill(struct problem *p, unsigned *seed)
{
    for (int i = 0; i < p->band.stride; i++) { /* what stands outside must not matter */
        for (int j = i - 2; j <= i + 2; j++) {
            double b[4];
            for (int c = 0; c < 4; c++) {
                b[c] = machine_random(seed) + (i == j && (c == 0 || c == 3) ? 6 : 0);
            }
            quire_band_add(&p->band, i, j, (quire_v4){b[0], b[1], b[2], b[3]});
        }
    }
}

static void
spread(struct problem *p)
{
    const int n = p->band.n_node;

    memset(p->dense, 0, sizeof(double) * p->n * p->n);
    for (int i = 0; i < n; i++) {
        for (int d = 0; d < 5; d++) {
            const int j = i + d - 2;
            for (int c = 0; j >= 0 && j < n && c < 4; c++) {
                p->dense[(size_t)(2 * i + c / 2) * p->n + (size_t)(2 * j + (c & 1))] =
                    p->band.row[i][d][c];
            }
        }
    }
}

static double
solve_error(struct problem *p, unsigned *seed)
{
    const int n = p->band.n_node;
    double *got = calloc(p->n, sizeof(double)), again[2][80] = {{0}};

    cr_assert_not_null(got);
    for (int i = 0; i < n; i++) {
        p->b[2 * i] = p->bx[i] = machine_random(seed);
        p->b[2 * i + 1] = p->by[i] = machine_random(seed);
    }
    memcpy(again[0], p->bx, sizeof(double) * (size_t)n);
    memcpy(again[1], p->by, sizeof(double) * (size_t)n);
    quire_band_factorise(&p->factor, &p->band, p->bx, p->by);
    quire_band_solve(&p->factor, again[0], again[1]);
    cr_expect_arr_eq(again[0], p->bx, sizeof(double) * (size_t)n);
    cr_expect_arr_eq(again[1], p->by, sizeof(double) * (size_t)n);
    for (int i = 0; i < n; i++) {
        got[2 * i] = p->bx[i];
        got[2 * i + 1] = p->by[i];
    }
    spread(p);
    dense_solve(p->dense, p->n, p->b);
    const double error = dense_distance(got, p->b, p->n);
    free(got);
    return error;
}

/* rx, ry = B (x, y) */
static void
multiply(const struct quire_band *b, const double *x, const double *y, double *rx, double *ry)
{
    for (int i = 0; i < b->n_node; i++) {
        rx[i] = ry[i] = 0;
        for (int d = 0; d < 5; d++) {
            const int j = i + d - 2;
            if (j >= 0 && j < b->n_node) {
                const quire_v4 block = b->row[i][d];
                rx[i] += block[0] * x[j] + block[1] * y[j];
                ry[i] += block[2] * x[j] + block[3] * y[j];
            }
        }
    }
}

Test(band, solves_what_dense_elimination_solves)
{
    unsigned seed = 1;

    for (int n = 2; n <= 70; n++) {
        struct problem p;
        problem_open(&p, n);
        fill(&p, &seed);
        const double error = solve_error(&p, &seed);
        cr_expect_lt(error, 1e-13, "%d nodes: %g", n, error);
        problem_close(&p);
    }
}

Test(band, solves_with_held_ends)
{
    unsigned seed = 2;

    for (int n = 2; n <= 40; n++) {
        for (int held = 1; held < 4; held++) {
            struct problem p;
            problem_open(&p, n);
            fill(&p, &seed);
            if ((held & 1) != 0) {
                quire_band_hold(&p.band, 0, (double[3]){1, 0, 1});
            }
            if ((held & 2) != 0) {
                quire_band_hold(&p.band, n - 1, (double[3]){1, 0, 1});
            }
            const double error = solve_error(&p, &seed);
            cr_expect_lt(error, 1e-13, "%d nodes, held %d: %g", n, held, error);
            problem_close(&p);
        }
    }
}

Test(band, can_be_factored_again_and_solved_twice)
{
    unsigned seed = 3;
    struct problem p;

    problem_open(&p, 23);
    for (int pass = 0; pass < 3; pass++) {
        fill(&p, &seed);
        cr_expect_lt(solve_error(&p, &seed), 1e-13);
        double x[23], y[23];
        for (int i = 0; i < 23; i++) {
            p.x[i] = x[i] = machine_random(&seed);
            p.y[i] = y[i] = machine_random(&seed);
        }
        multiply(&p.band, x, y, p.bx, p.by);
        quire_band_solve(&p.factor, p.bx, p.by);
        cr_expect_lt(dense_distance(p.bx, p.x, 23), 1e-13);
        cr_expect_lt(dense_distance(p.by, p.y, 23), 1e-13);
    }
    problem_close(&p);
}
