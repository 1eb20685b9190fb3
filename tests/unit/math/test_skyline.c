/* Skyline matrices against dense arithmetic. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "math/skyline_symmetric.h"

#define N 12

/* a band with two long rows at the end, as sheets and a roller give; `pull` shifts the diagonal */
struct problem {
    struct quire_skyline shape;
    double dense[N][N], a[N * N], x[N], b[N];
};

static void
open_problem(struct problem *p, double pull)
{
    int first[N];
    memset(p, 0, sizeof *p);
    for (int i = 0; i < N; i++) {
        first[i] = i < N - 2 ? (i > 3 ? i - 3 : 0) : i == N - 2 ? 2 : 0;
    }
    cr_assert_eq(quire_skyline_create(&p->shape, N, first), 0);
    for (int i = 0; i < N; i++) {
        p->x[i] = 1 + 0.5 * i - 0.1 * i * i;
        for (int j = first[i]; j <= i; j++) {
            const double value = i == j ? pull + i : 1.0 / (1 + (i * 7 + j * 3) % 5);
            p->dense[i][j] = p->dense[j][i] = p->a[quire_skyline_at(&p->shape, i, j)] = value;
        }
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            p->b[i] += p->dense[i][j] * p->x[j];
        }
    }
}

Test(skyline, multiplies_and_solves)
{
    struct problem p;
    double y[N];
    open_problem(&p, 6);
    quire_skyline_multiply(&p.shape, p.a, p.x, y);
    for (int i = 0; i < N; i++) {
        cr_expect_float_eq(y[i], p.b[i], 1e-13 * fabs(p.b[i]) + 1e-14);
    }
    cr_expect_eq(quire_skyline_factorise(&p.shape, p.a), 0);
    quire_skyline_solve(&p.shape, p.a, p.b);
    for (int i = 0; i < N; i++) {
        cr_expect_float_eq(p.b[i], p.x[i], 1e-12);
    }
    quire_skyline_destroy(&p.shape);
}

/* The number of negative pivots grows by one wherever the shift passes an eigenvalue: the matrix is
 * singular there and nowhere else. */
Test(skyline, counts_negative_eigenvalues)
{
    int before = N;
    for (double pull = -15; pull < 6; pull += 0.25) {
        struct problem p;
        open_problem(&p, pull);
        const int negative = quire_skyline_factorise(&p.shape, p.a);
        cr_expect_leq(negative, before, "a larger matrix has no more negative eigenvalues");
        before = negative;
        quire_skyline_destroy(&p.shape);
    }
    cr_expect_eq(before, 0);
    /* 2x2: eigenvalues 3 and -1 */
    struct quire_skyline two;
    double a[3] = {1, 2, 1};
    cr_assert_eq(quire_skyline_create(&two, 2, (int[2]){0, 0}), 0);
    cr_expect_eq(quire_skyline_factorise(&two, a), 1);
    quire_skyline_destroy(&two);
}

/* What nothing acts on and nothing holds stays where it is. */
Test(skyline, leaves_empty_rows_alone)
{
    struct quire_skyline s;
    double a[3] = {2, 0, 0}, b[2] = {4, 0};
    cr_assert_eq(quire_skyline_create(&s, 2, (int[2]){0, 0}), 0);
    cr_expect_eq(quire_skyline_factorise(&s, a), 0);
    quire_skyline_solve(&s, a, b);
    cr_expect(fabs(b[0] - 2) < 1e-15 && fabs(b[1]) <= 0);
    quire_skyline_destroy(&s);
}
