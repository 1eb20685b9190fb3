/* Small dense systems: LU factors of matrices of a few rows. */
#ifndef QUIRE_MATH_SMALL_LU_H
#define QUIRE_MATH_SMALL_LU_H

#include <math.h>
#include <string.h>

#include "math/kernel.h"

/* LU with partial pivoting, row-major, in place; on the diagonal stand the inverses of U's */
QUIRE_INLINE void
factor_sized(double *a, int n, int *pivot)
{
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++) {
            if (fabs(a[i * n + k]) > fabs(a[p * n + k])) {
                p = i;
            }
        }
        pivot[k] = p;
        for (int j = 0; p != k && j < n; j++) {
            const double swap = a[k * n + j];
            a[k * n + j] = a[p * n + j];
            a[p * n + j] = swap;
        }
        const double inverse = 1 / a[k * n + k];
        a[k * n + k] = inverse;
        for (int i = k + 1; i < n; i++) {
            const double l = a[i * n + k] * inverse;
            a[i * n + k] = l;
            for (int j = k + 1; j < n; j++) {
                a[i * n + j] -= l * a[k * n + j];
            }
        }
    }
}

/* rollers that slide and turn have two unknowns, fixed shafts one: the compiler unrolls these */
static inline void
lu_factor(double *a, int n, int *pivot)
{
    if (n == 2) {
        factor_sized(a, 2, pivot);
    } else {
        factor_sized(a, n, pivot);
    }
}

QUIRE_INLINE void
solve_sized(const double *a, int n, const int *pivot, double *b)
{
    for (int k = 0; k < n; k++) {
        const double swap = b[k];
        b[k] = b[pivot[k]];
        b[pivot[k]] = swap;
    }
    for (int k = 0; k < n; k++) {
        for (int j = 0; j < k; j++) {
            b[k] -= a[k * n + j] * b[j];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) {
            b[k] -= a[k * n + j] * b[j];
        }
        b[k] *= a[k * n + k];
    }
}

static inline void
lu_solve(const double *a, int n, const int *pivot, double *b)
{
    if (n == 2) {
        solve_sized(a, 2, pivot, b);
    } else {
        solve_sized(a, n, pivot, b);
    }
}

/* the same for right-hand sides side by side: b is n rows of `wide` */
QUIRE_INLINE void
lu_solve_wide(const double *a, int n, const int *pivot, double *b, int wide)
{
    for (int k = 0; k < n; k++) {
        for (int i = 0; pivot[k] != k && i < wide; i++) {
            const double swap = b[k * wide + i];
            b[k * wide + i] = b[pivot[k] * wide + i];
            b[pivot[k] * wide + i] = swap;
        }
    }
    for (int k = 1; k < n; k++) {
        for (int j = 0; j < k; j++) {
            for (int i = 0; i < wide; i++) {
                b[k * wide + i] -= a[k * n + j] * b[j * wide + i];
            }
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) {
            for (int i = 0; i < wide; i++) {
                b[k * wide + i] -= a[k * n + j] * b[j * wide + i];
            }
        }
        for (int i = 0; i < wide; i++) {
            b[k * wide + i] *= a[k * n + k];
        }
    }
}

/* six of them */
QUIRE_INLINE void
lu_solve_six(const double *a, int n, const int *pivot, double (*b)[6])
{
    lu_solve_wide(a, n, pivot, b[0], 6);
}

#endif
