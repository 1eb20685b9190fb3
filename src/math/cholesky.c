#include "math/cholesky.h"

#include <math.h>
#include <string.h>

bool
quire_cholesky(size_t n, double *a)
{
    for (size_t k = 0; k < n; k++) {
        double *row = a + k * n;
        for (size_t m = 0; m < k; m++) {
            const double *above = a + m * n, factor = above[k];
            for (size_t j = k; j < n; j++) {
                row[j] -= factor * above[j];
            }
        }
        if (!(row[k] > 0) || !isfinite(row[k])) {
            return false;
        }
        const double root = sqrt(row[k]);
        for (size_t j = k; j < n; j++) {
            row[j] /= root;
        }
    }
    return true;
}

void
quire_cholesky_forward(size_t n, const double *u, double *b)
{
    for (size_t k = 0; k < n; k++) {
        const double *row = u + k * n, done = b[k] / row[k];
        b[k] = done;
        for (size_t j = k + 1; j < n; j++) {
            b[j] -= row[j] * done;
        }
    }
}

void
quire_cholesky_backward(size_t n, const double *u, double *b)
{
    for (size_t k = n; k-- > 0;) {
        const double *row = u + k * n;
        for (size_t j = k + 1; j < n; j++) {
            b[k] -= row[j] * b[j];
        }
        b[k] /= row[k];
    }
}

/* Z = U'^-1 is lower triangular, and A^-1 = Z'Z */
void
quire_cholesky_inverse(size_t n, const double *u, double *inverse, double *z)
{
    memset(z, 0, n * n * sizeof *z);
    memset(inverse, 0, n * n * sizeof *inverse);
    for (size_t k = 0; k < n; k++) {
        double *row = z + k * n;
        row[k] = 1;
        for (size_t m = 0; m < k; m++) {
            const double factor = u[m * n + k], *above = z + m * n;
            for (size_t j = 0; j <= m; j++) {
                row[j] -= factor * above[j];
            }
        }
        for (size_t j = 0; j <= k; j++) {
            row[j] /= u[k * n + k];
        }
        for (size_t i = 0; i <= k; i++) {
            for (size_t j = 0; j <= i; j++) {
                inverse[i * n + j] += row[i] * row[j];
            }
        }
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            inverse[j * n + i] = inverse[i * n + j];
        }
    }
}
