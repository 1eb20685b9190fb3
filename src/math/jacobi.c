#include "math/jacobi.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SWEEPS 60 /* over all pairs; about ten are enough */

struct rotation {
    double c, s;
};

/* what makes [pp pq; pq qq] diagonal, by the smaller angle */
static struct rotation
rotation_of(double pp, double pq, double qq)
{
    const double cotangent = 0.5 * (qq - pp) / pq; /* of twice the angle */
    const double t = copysign(1 / (fabs(cotangent) + sqrt(1 + cotangent * cotangent)), cotangent),
                 c = 1 / sqrt(1 + t * t);

    return (struct rotation){c, c * t};
}

/* whether p and q are as good as orthogonal, also beside much larger ones; pq is a sum of so many
 * terms */
static bool
is_small(double pp, double pq, double qq, size_t terms)
{
    return fabs(pq) <= (double)terms * DBL_EPSILON * sqrt(fabs(pp)) * sqrt(fabs(qq)) ||
           fabs(pq) <= DBL_MIN;
}

/* two vectors of n numbers, `step` apart */
static void
rotate(struct rotation r, double *p, double *q, size_t n, size_t step)
{
    for (size_t i = 0; i < n * step; i += step) {
        const double x = p[i], y = q[i];
        p[i] = r.c * x - r.s * y;
        q[i] = r.s * x + r.c * y;
    }
}

static void
make_unit(size_t n, double *a)
{
    memset(a, 0, sizeof *a * n * n);
    for (size_t i = 0; i < n; i++) {
        a[i * n + i] = 1;
    }
}

static bool
all_finite(size_t n, const double *value)
{
    bool finite = true;

    for (size_t i = 0; i < n; i++) {
        finite = finite && isfinite(value[i]);
    }
    return finite;
}

/* one sweep over the pairs of a symmetric matrix w; false if there was nothing to do */
static bool
sweep_symmetric(size_t n, double *w, double *vectors)
{
    bool turned = false;

    for (size_t p = 0; p < n; p++) {
        for (size_t q = p + 1; q < n; q++) {
            const double pp = w[p * n + p], pq = w[p * n + q], qq = w[q * n + q];
            if (is_small(pp, pq, qq, 1)) {
                continue;
            }
            const struct rotation r = rotation_of(pp, pq, qq);
            rotate(r, w + p * n, w + q * n, n, 1);
            rotate(r, w + p, w + q, n, n);
            rotate(r, vectors + p * n, vectors + q * n, n, 1);
            w[p * n + q] = w[q * n + p] = 0;
            turned = true;
        }
    }
    return turned;
}

static void
sort_up(size_t n, double *a, double *value)
{
    for (size_t k = 0; k + 1 < n; k++) {
        size_t least = k;
        for (size_t i = k + 1; i < n; i++) {
            least = value[i] < value[least] ? i : least;
        }
        for (size_t i = 0; least != k && i < n; i++) {
            const double x = a[k * n + i];
            a[k * n + i] = a[least * n + i];
            a[least * n + i] = x;
        }
        const double x = value[k];
        value[k] = value[least];
        value[least] = x;
    }
}

bool
quire_eigenvalues(size_t n, double *a, double *value)
{
    double *w = malloc(sizeof *w * (n * n + 1));
    bool turned = w != NULL;

    if (w == NULL) {
        return false;
    }
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 0; i <= j; i++) {
            w[j * n + i] = w[i * n + j] = a[j * n + i];
        }
    }
    make_unit(n, a);
    for (int k = 0; turned && k < MOST_SWEEPS; k++) {
        turned = sweep_symmetric(n, w, a);
    }
    for (size_t j = 0; j < n; j++) {
        value[j] = w[j * n + j];
    }
    sort_up(n, a, value);
    free(w);
    return !turned && all_finite(n, value);
}

/* the product of two columns of rows of n numbers */
static double
product(size_t m, size_t n, const double *p, const double *q)
{
    double sum = 0;

    for (size_t i = 0; i < m * n; i += n) {
        sum += p[i] * q[i];
    }
    return sum;
}

/* as sweep_symmetric() of A'A, which is never made: that would square what rounding does */
static bool
sweep_columns(size_t m, size_t n, double *a, double *v)
{
    bool turned = false;

    for (size_t p = 0; p < n; p++) {
        for (size_t q = p + 1; q < n; q++) {
            const double pp = product(m, n, a + p, a + p), pq = product(m, n, a + p, a + q),
                         qq = product(m, n, a + q, a + q);
            if (is_small(pp, pq, qq, m)) {
                continue;
            }
            const struct rotation r = rotation_of(pp, pq, qq);
            rotate(r, a + p, a + q, m, n);
            rotate(r, v + p * n, v + q * n, n, 1);
            turned = true;
        }
    }
    return turned;
}

bool
quire_singular_values(size_t m, size_t n, double *a, double *value, double *v)
{
    bool turned = true;

    make_unit(n, v);
    for (int k = 0; turned && k < MOST_SWEEPS; k++) {
        turned = sweep_columns(m, n, a, v);
    }
    for (size_t j = 0; j < n; j++) {
        value[j] = sqrt(product(m, n, a + j, a + j));
    }
    return !turned && all_finite(n, value);
}
