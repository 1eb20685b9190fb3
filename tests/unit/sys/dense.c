#include "dense.h"

#include <math.h>

void
dense_solve(double *a, size_t n, double *b)
{
    for (size_t k = 0; k < n; k++) {
        size_t p = k;
        for (size_t i = k + 1; i < n; i++) {
            p = fabs(a[i * n + k]) > fabs(a[p * n + k]) ? i : p;
        }
        for (size_t j = 0; p != k && j < n; j++) {
            const double swap = a[k * n + j];
            a[k * n + j] = a[p * n + j];
            a[p * n + j] = swap;
        }
        const double swap = b[k];
        b[k] = b[p];
        b[p] = swap;
        for (size_t i = k + 1; i < n; i++) {
            const double l = a[i * n + k] / a[k * n + k];
            for (size_t j = k; j < n; j++) {
                a[i * n + j] -= l * a[k * n + j];
            }
            b[i] -= l * b[k];
        }
    }
    for (size_t k = n; k-- > 0;) {
        for (size_t j = k + 1; j < n; j++) {
            b[k] -= a[k * n + j] * b[j];
        }
        b[k] /= a[k * n + k];
    }
}

void
dense_multiply(const double *a, size_t n, const double *x, double *r)
{
    for (size_t i = 0; i < n; i++) {
        r[i] = 0;
        for (size_t j = 0; j < n; j++) {
            r[i] += a[i * n + j] * x[j];
        }
    }
}

double
dense_distance(const double *a, const double *b, size_t n)
{
    double most = 0, apart = 0;

    for (size_t i = 0; i < n; i++) {
        const double d = fabs(a[i] - b[i]);
        most = fmax(most, fabs(b[i]));
        apart = d <= apart ? apart : isnan(d) ? HUGE_VAL : d;
    }
    return apart / most;
}
