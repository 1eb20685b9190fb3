/* Eigenvalues and singular values against exact ones, and against what defines them. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "math/jacobi.h"

#define N 12

/* a chain of springs between walls: 2 - 2 cos(k pi/(n + 1)) */
Test(jacobi, finds_the_eigenvalues_of_a_chain)
{
    double a[N * N] = {0}, value[N];

    for (int i = 0; i < N; i++) {
        a[i * N + i] = 2;
        if (i > 0) {
            a[i * N + i - 1] = -1; /* the other half is not looked at */
        }
    }
    cr_assert(quire_eigenvalues(N, a, value));
    for (int k = 0; k < N; k++) {
        cr_assert_float_eq(value[k], 2 - 2 * cos((k + 1) * acos(-1) / (N + 1)), 1e-14);
    }
    for (int k = 0; k < N; k++) {
        for (int i = 0; i < N; i++) {
            const double *x = a + k * N, before = i > 0 ? x[i - 1] : 0,
                         behind = i + 1 < N ? x[i + 1] : 0;
            cr_assert_float_eq(2 * x[i] - before - behind, value[k] * x[i], 1e-14);
        }
    }
}

/* D H D with Hilbert's H, scaled over 40 powers of ten: the determinant of the first k rows and
 * columns tells the product of the k largest. Methods that are exact only beside the largest
 * eigenvalue know nothing of the small ones. */
Test(jacobi, keeps_small_eigenvalues_beside_large_ones)
{
    const double d[3] = {1, 1e-10, 1e-20}, half = 1.0 / 2, third = 1.0 / 3, quarter = 1.0 / 4,
                 fifth = 1.0 / 5;
    double a[9] = {1,
                   0,
                   0,
                   half * d[1],
                   third * d[1] * d[1],
                   0,
                   third * d[2],
                   quarter * d[1] * d[2],
                   fifth * d[2] * d[2]},
           value[3];

    cr_assert(quire_eigenvalues(3, a, value));
    cr_assert_float_eq(value[2], 1, 1e-14);
    cr_assert_float_eq(value[1] / 1e-20, third - half * half, 1e-13);
    cr_assert_float_eq(value[0] / 1e-40, 1.0 / 2160 / (third - half * half), 1e-13);
}

/* eigenvalues of either sign, zeros on the diagonal */
Test(jacobi, takes_indefinite_matrices)
{
    double a[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, value[3];

    cr_assert(quire_eigenvalues(3, a, value));
    cr_assert_float_eq(value[0], -sqrt(2), 1e-14);
    cr_assert_float_eq(value[1], 0, 1e-14);
    cr_assert_float_eq(value[2], sqrt(2), 1e-14);
}

Test(jacobi, decomposes_a_matrix)
{
    enum { ROWS = 7, COLUMNS = 4 };
    double a[ROWS * COLUMNS], us[ROWS * COLUMNS], s[COLUMNS], v[COLUMNS * COLUMNS];

    for (int i = 0; i < ROWS * COLUMNS; i++) {
        a[i] = i % COLUMNS == 2 ? 0 : sin(1.7 * i * i); /* a column of zeros */
    }
    memcpy(us, a, sizeof a);
    cr_assert(quire_singular_values(ROWS, COLUMNS, us, s, v));
    cr_assert_eq(s[2], 0);
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++) {
            double sum = 0;
            for (int k = 0; k < COLUMNS; k++) {
                sum += us[i * COLUMNS + k] * v[k * COLUMNS + j];
            }
            cr_assert_float_eq(sum, a[i * COLUMNS + j], 1e-14);
        }
    }
    for (int p = 0; p < COLUMNS; p++) {
        for (int q = 0; q < COLUMNS; q++) {
            double u = 0, w = 0;
            for (int i = 0; i < ROWS; i++) {
                u += us[i * COLUMNS + p] * us[i * COLUMNS + q];
            }
            for (int j = 0; j < COLUMNS; j++) {
                w += v[p * COLUMNS + j] * v[q * COLUMNS + j];
            }
            cr_assert_float_eq(u, p == q ? s[p] * s[p] : 0, 1e-14);
            cr_assert_float_eq(w, p == q, 1e-14);
        }
    }
}

Test(jacobi, refuses_what_is_not_finite)
{
    double a[4] = {1, 0, (double)NAN, 1}, value[2], v[4];

    cr_assert(!quire_eigenvalues(2, a, value));
    a[2] = HUGE_VAL;
    cr_assert(!quire_singular_values(2, 2, a, value, v));
}
