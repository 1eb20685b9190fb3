#include "stat/model/dense.h"

#include <math.h>
#include <string.h>

#define LANES 8

/* eight sums side by side: a fixed order that leaves room for vectors */
double
quire_dense_dot(size_t n, const double *x, const double *y)
{
    double sum[LANES] = {0};
    size_t i = 0;

    for (; i + LANES <= n; i += LANES) {
        for (size_t k = 0; k < LANES; k++) {
            sum[k] += x[i + k] * y[i + k];
        }
    }
    for (size_t k = 0; i < n; i++, k++) {
        sum[k] += x[i] * y[i];
    }
    return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
}

bool
quire_dense_factor(size_t n, size_t diagonal, double *a)
{
    for (size_t i = 0; i < n; i++) {
        double *row = a + i * n;
        for (size_t j = i < diagonal ? i : 0; j < i; j++) {
            const double *other = a + j * n;
            row[j] = (j < diagonal ? row[j] : row[j] - quire_dense_dot(j, row, other)) / other[j];
        }
        const double square = i < diagonal ? row[i] : row[i] - quire_dense_dot(i, row, row);
        if (!(square > 0)) {
            return false;
        }
        row[i] = sqrt(square);
    }
    return true;
}

void
quire_dense_forward(size_t n, size_t diagonal, const double *l, double *b)
{
    for (size_t i = 0; i < n; i++) {
        const double *row = l + i * n;
        b[i] = (i < diagonal ? b[i] : b[i] - quire_dense_dot(i, row, b)) / row[i];
    }
}

static void
back(size_t n, const double *l, double *b)
{
    for (size_t i = n; i-- > 0;) {
        b[i] /= l[i * n + i];
        for (size_t j = 0; j < i; j++) {
            b[j] -= l[i * n + j] * b[i];
        }
    }
}

bool
quire_dense_invert(size_t n, double *a, double *inverse)
{
    if (!quire_dense_factor(n, 0, a)) {
        return false;
    }
    memset(inverse, 0, n * n * sizeof *inverse);
    for (size_t j = 0; j < n; j++) {
        inverse[j * n + j] = 1;
        quire_dense_forward(n, 0, a, inverse + j * n);
        back(n, a, inverse + j * n);
    }
    return true;
}

void
quire_dense_product(size_t n, const double *a, const double *x, double *out)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = quire_dense_dot(n, a + i * n, x);
    }
}

double
quire_dense_form(size_t n, const double *x, const double *a, const double *y)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        sum += x[i] * quire_dense_dot(n, a + i * n, y);
    }
    return sum;
}
