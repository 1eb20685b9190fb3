#include "stat/qr.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/sums.h"

#define DEPENDENT   1e-12
#define REFINEMENTS 3

/* x becomes alpha e1; below its first number stands v, with v1 = 1: (1 - beta v v') x. Returns
 * beta. */
static double
reflect(size_t n, double *x)
{
    const double below = quire_dot(n - 1, x + 1, x + 1);

    if (below == 0) {
        return 0;
    }
    const double size = sqrt(x[0] * x[0] + below), alpha = x[0] > 0 ? -size : size,
                 v0 = x[0] - alpha;
    for (size_t i = 1; i < n; i++) {
        x[i] /= v0;
    }
    x[0] = alpha;
    return -v0 / alpha;
}

/* y -= beta v (v' y), v1 = 1 */
static void
apply(size_t n, const double *v, double beta, double *y)
{
    const double along = beta * (y[0] + quire_dot(n - 1, v + 1, y + 1));

    y[0] -= along;
    quire_add_scaled(n - 1, y + 1, -along, v + 1);
}

/* column k goes to the end */
static void
move_behind(struct quire_qr *qr, size_t k, double *spare)
{
    const size_t m = qr->m, rest = qr->n - 1 - k, column = qr->column[k];

    memcpy(spare, qr->a + k * m, m * sizeof *spare);
    memmove(qr->a + k * m, qr->a + (k + 1) * m, rest * m * sizeof *spare);
    memcpy(qr->a + (qr->n - 1) * m, spare, m * sizeof *spare);
    memmove(qr->column + k, qr->column + k + 1, rest * sizeof *qr->column);
    qr->column[qr->n - 1] = column;
}

static bool
create(struct quire_qr *qr, size_t m, size_t n)
{
    *qr = (struct quire_qr){.m = m,
                            .n = n,
                            .a = calloc(m * n + 1, sizeof *qr->a),
                            .beta = calloc(n + 1, sizeof *qr->beta),
                            .column = calloc(n + 1, sizeof *qr->column)};
    return qr->a != NULL && qr->beta != NULL && qr->column != NULL;
}

bool
quire_qr_factor(struct quire_qr *qr, size_t m, size_t n, const double *a)
{
    double *spare = calloc(m + n + 1, sizeof *spare), *length = spare + m;

    quire_qr_clear(qr);
    if (spare == NULL || !create(qr, m, n)) {
        free(spare);
        return false;
    }
    memcpy(qr->a, a, m * n * sizeof *a);
    for (size_t j = 0; j < n; j++) {
        qr->column[j] = j;
        length[j] = sqrt(quire_dot(m, a + j * m, a + j * m));
    }
    size_t k = 0;
    for (size_t left = n; left > 0 && k < m; left--) {
        double *x = qr->a + k * m + k;
        if (!(sqrt(quire_dot(m - k, x, x)) > DEPENDENT * length[qr->column[k]])) {
            move_behind(qr, k, spare);
            continue;
        }
        qr->beta[k] = reflect(m - k, x);
        for (size_t j = k + 1; j < n; j++) {
            apply(m - k, x, qr->beta[k], qr->a + j * m + k);
        }
        k++;
    }
    qr->rank = k;
    free(spare);
    return true;
}

void
quire_qr_clear(struct quire_qr *qr)
{
    free(qr->a);
    free(qr->beta);
    free(qr->column);
    *qr = (struct quire_qr){0};
}

void
quire_qr_transposed(const struct quire_qr *qr, double *y)
{
    for (size_t k = 0; k < qr->rank; k++) {
        apply(qr->m - k, qr->a + k * qr->m + k, qr->beta[k], y + k);
    }
}

void
quire_qr_product(const struct quire_qr *qr, double *y)
{
    for (size_t k = qr->rank; k-- > 0;) {
        apply(qr->m - k, qr->a + k * qr->m + k, qr->beta[k], y + k);
    }
}

void
quire_qr_back(const struct quire_qr *qr, double *b)
{
    for (size_t k = qr->rank; k-- > 0;) {
        b[k] /= qr->a[k * qr->m + k];
        quire_add_scaled(k, b, -b[k], qr->a + k * qr->m);
    }
}

void
quire_qr_forward(const struct quire_qr *qr, double *b)
{
    for (size_t k = 0; k < qr->rank; k++) {
        b[k] = (b[k] - quire_dot(k, b, qr->a + k * qr->m)) / qr->a[k * qr->m + k];
    }
}

/* ---- refinement */

/* f = y - r - A b and g = -A' r, of the independent columns */
static void
defects(const struct quire_qr *qr, const double *a, const double *y, const double *b,
        const double *r, double *f, double *g)
{
    for (size_t i = 0; i < qr->m; i++) {
        struct quire_twice t = {y[i], 0};
        quire_twice_add(&t, -r[i]);
        for (size_t k = 0; k < qr->rank; k++) {
            quire_twice_add_product(&t, -a[qr->column[k] * qr->m + i], b[k]);
        }
        f[i] = t.sum + t.rest;
    }
    for (size_t k = 0; k < qr->rank; k++) {
        struct quire_twice t = {0};
        for (size_t i = 0; i < qr->m; i++) {
            quire_twice_add_product(&t, -a[qr->column[k] * qr->m + i], r[i]);
        }
        g[k] = t.sum + t.rest;
    }
}

/* r + A b = y, A' r = 0, by corrections: with f = Q (f1, f2) and h = R'^-1 g they are dr = Q (h,
 * f2), R db = f1 - h */
static void
refine(const struct quire_qr *qr, const double *a, const double *y, double *b, double *r,
       double *work)
{
    double *f = work, *g = work + qr->m;

    defects(qr, a, y, b, r, f, g);
    quire_qr_transposed(qr, f);
    quire_qr_forward(qr, g);
    for (size_t k = 0; k < qr->rank; k++) {
        const double h = g[k];
        g[k] = f[k] - h;
        f[k] = h;
    }
    quire_qr_back(qr, g);
    quire_qr_product(qr, f);
    quire_add_scaled(qr->rank, b, 1, g);
    quire_add_scaled(qr->m, r, 1, f);
}

bool
quire_qr_solve(const struct quire_qr *qr, const double *a, const double *y, double *b,
               double *residual, double *effect)
{
    double *work = calloc(qr->m + 2 * qr->n + 1, sizeof *work), *found = work + qr->m + qr->n;

    if (work == NULL) {
        return false;
    }
    memcpy(residual, y, qr->m * sizeof *y);
    quire_qr_transposed(qr, residual);
    memcpy(found, residual, qr->rank * sizeof *found);
    if (effect != NULL) {
        memcpy(effect, residual, qr->rank * sizeof *effect);
    }
    memset(residual, 0, qr->rank * sizeof *residual);
    quire_qr_product(qr, residual);
    quire_qr_back(qr, found);
    for (int i = 0; i < REFINEMENTS; i++) {
        refine(qr, a, y, found, residual, work);
    }
    memset(b, 0, qr->n * sizeof *b);
    for (size_t k = 0; k < qr->rank; k++) {
        b[qr->column[k]] = found[k];
    }
    free(work);
    return true;
}
