/* The factor of a symmetric matrix, solutions and the inverse; one that is not positive definite.
 */
#include <criterion/criterion.h>
#include <math.h>

#include "math/cholesky.h"

enum { N = 4 };

Test(cholesky, solves_and_inverts)
{
    double a[N * N], u[N * N], inverse[N * N], room[N * N], b[N] = {1, -2, 3, 0.5}, c[N];

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            a[i * N + j] = u[i * N + j] = 1.0 / (i + j + 1) + (i == j ? 0.3 : 0);
        }
        c[i] = b[i];
    }
    cr_assert(quire_cholesky(N, u));
    quire_cholesky_forward(N, u, b);
    quire_cholesky_backward(N, u, b);
    quire_cholesky_inverse(N, u, inverse, room);
    for (int i = 0; i < N; i++) {
        double back = 0;
        for (int j = 0; j < N; j++) {
            double product = 0;
            back += a[i * N + j] * b[j];
            for (int k = 0; k < N; k++) {
                product += a[i * N + k] * inverse[k * N + j];
            }
            cr_expect_float_eq(product, i == j, 1e-13);
        }
        cr_expect_float_eq(back, c[i], 1e-13);
    }
}

Test(cholesky, refuses_what_is_not_positive_definite)
{
    double a[4] = {1, 2, 2, 4}, b[4] = {1, (double)NAN, (double)NAN, 1};

    cr_expect_not(quire_cholesky(2, a));
    cr_expect_not(quire_cholesky(2, b));
}
