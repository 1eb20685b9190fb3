/* Sums over rows in a fixed order, plain and with twice the digits. */
#ifndef QUIRE_MATH_SUMS_H
#define QUIRE_MATH_SUMS_H

#include <stddef.h>

/* four sums side by side: a fixed order that leaves room for vectors */
static inline double
quire_dot(size_t n, const double *x, const double *y)
{
    double sum[4] = {0};
    size_t i = 0;

    for (; i + 4 <= n; i += 4) {
        for (int k = 0; k < 4; k++) {
            sum[k] += x[i + (size_t)k] * y[i + (size_t)k];
        }
    }
    for (; i < n; i++) {
        sum[0] += x[i] * y[i];
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

static inline void
quire_add_scaled(size_t n, double *restrict y, double factor, const double *restrict x)
{
    for (size_t i = 0; i < n; i++) {
        y[i] += factor * x[i];
    }
}

/* A sum of twice the digits (Dekker 1971; Ogita, Rump, Oishi 2005). */
struct quire_twice {
    double sum, rest;
};

static inline void
quire_twice_add(struct quire_twice *t, double x)
{
    const double sum = t->sum + x, part = sum - t->sum;

    t->rest += (t->sum - (sum - part)) + (x - part);
    t->sum = sum;
}

static inline void
quire_twice_add_product(struct quire_twice *t, double x, double y)
{
    /* 2^27 + 1 splits a number in halves */
    const double product = x * y, cx = 134217729 * x, cy = 134217729 * y;
    const double x1 = cx - (cx - x), x2 = x - x1, y1 = cy - (cy - y), y2 = y - y1;

    quire_twice_add(t, product);
    t->rest += x2 * y2 - (((product - x1 * y1) - x2 * y1) - x1 * y2);
}

#endif
