#include "stat/qr_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/sums.h"

#define REFINEMENTS 3
#define NEAR        1e-3 /* of a column's length: what is left of one that needs refinement */

static size_t
block_of(const struct quire_rows *rows)
{
    const size_t block = rows->block > 0 ? rows->block : QUIRE_ROWS_BLOCK;

    return block < rows->m ? block : rows->m;
}

static size_t
rows_from(const struct quire_rows *rows, size_t first)
{
    const size_t left = rows->m - first, block = block_of(rows);

    return left < block ? left : block;
}

/* ---- the triangle: that of the rows before, with a block below it */

/* one reflection of column k: of its number on the diagonal and the block alone, as all between
 * them is 0 */
static void
reflect(double *r, size_t n, size_t k, double *x, size_t count)
{
    double *own = r + k * n + k, *v = x + k * count;
    const double below = quire_dot(count, v, v);

    if (below == 0) {
        return;
    }
    const double size = sqrt(*own * *own + below), alpha = *own > 0 ? -size : size,
                 v0 = *own - alpha, beta = -v0 / alpha;
    for (size_t i = 0; i < count; i++) {
        v[i] /= v0;
    }
    *own = alpha;
    for (size_t j = k + 1; j < n; j++) {
        double *top = r + j * n + k, *other = x + j * count;
        const double along = beta * (*top + quire_dot(count, v, other));
        *top -= along;
        quire_add_scaled(count, other, -along, v);
    }
}

bool
quire_rows_triangle(double *r, const struct quire_rows *rows, const double *y)
{
    const size_t n = rows->n + 1;
    double *x = calloc(n * block_of(rows) + 1, sizeof *x);

    memset(r, 0, n * n * sizeof *r);
    for (size_t first = 0, count; x != NULL && first < rows->m; first += count) {
        count = rows_from(rows, first);
        rows->read(rows->of, first, count, x);
        memcpy(x + rows->n * count, y + first, count * sizeof *y);
        for (size_t k = 0; k < n; k++) {
            reflect(r, n, k, x, count);
        }
    }
    free(x);
    return x != NULL;
}

/* ---- coefficients and residuals */

/* no column is left with little beside those before it: the triangle tells the coefficients */
static bool
is_plain(const struct quire_qr *qr, const double *triangle)
{
    const size_t m = qr->m;
    bool plain = true;

    for (size_t k = 0; k < qr->rank; k++) {
        const double *column = triangle + qr->column[k] * m;
        plain = plain && fabs(qr->a[k * m + k]) > NEAR * sqrt(quire_dot(m, column, column));
    }
    return plain;
}

/* r = y - A b of the independent columns */
static void
find_residuals(const struct quire_qr *qr, const struct quire_rows *rows, const double *y,
               const double *b, double *residual, double *x)
{
    memcpy(residual, y, rows->m * sizeof *y);
    for (size_t first = 0, count; first < rows->m; first += count) {
        count = rows_from(rows, first);
        rows->read(rows->of, first, count, x);
        for (size_t k = 0; k < qr->rank; k++) {
            quire_add_scaled(count, residual + first, -b[k], x + qr->column[k] * count);
        }
    }
}

/* r = y - A b with twice the digits, f what rounding takes from it, g = -A' r */
static void
find_defects(const struct quire_qr *qr, const struct quire_rows *rows, const double *y,
             const double *b, double *r, double *f, struct quire_twice *g, double *x)
{
    memset(g, 0, qr->rank * sizeof *g);
    for (size_t first = 0, count; first < rows->m; first += count) {
        count = rows_from(rows, first);
        rows->read(rows->of, first, count, x);
        for (size_t i = 0; i < count; i++) {
            struct quire_twice t = {y[first + i], 0};
            for (size_t k = 0; k < qr->rank; k++) {
                quire_twice_add_product(&t, -x[qr->column[k] * count + i], b[k]);
            }
            r[first + i] = t.sum + t.rest;
            f[first + i] = (t.sum - r[first + i]) + t.rest;
        }
        for (size_t k = 0; k < qr->rank; k++) {
            for (size_t i = 0; i < count; i++) {
                quire_twice_add_product(&g[k], -x[qr->column[k] * count + i], r[first + i]);
            }
        }
    }
}

struct refinement {
    double *x, *f, *triangle, *h;
    struct quire_twice *g;
};

/* R db = f1 - h of Bjoerck's corrections (stat/qr.c); dr = f - A db is in the next residual */
static bool
refine(const struct quire_qr *qr, const struct quire_rows *rows, const double *y, double *b,
       double *residual, struct refinement *w)
{
    double *f1 = w->triangle + rows->n * qr->m;

    find_defects(qr, rows, y, b, residual, w->f, w->g, w->x);
    if (!quire_rows_triangle(w->triangle, rows, w->f)) {
        return false;
    }
    quire_qr_transposed(qr, f1);
    for (size_t k = 0; k < qr->rank; k++) {
        w->h[k] = w->g[k].sum + w->g[k].rest;
    }
    quire_qr_forward(qr, w->h);
    for (size_t k = 0; k < qr->rank; k++) {
        w->h[k] = f1[k] - w->h[k];
    }
    quire_qr_back(qr, w->h);
    quire_add_scaled(qr->rank, b, 1, w->h);
    return true;
}

static bool
refine_all(const struct quire_qr *qr, const struct quire_rows *rows, const double *y, double *b,
           double *residual, double *x)
{
    struct refinement w = {.x = x,
                           .f = calloc(rows->m + 1, sizeof *w.f),
                           .triangle = calloc(qr->m * qr->m + 1, sizeof *w.triangle),
                           .h = calloc(qr->m + 1, sizeof *w.h),
                           .g = calloc(qr->m + 1, sizeof *w.g)};
    bool good = w.f != NULL && w.triangle != NULL && w.h != NULL && w.g != NULL;

    for (int i = 0; good && i < REFINEMENTS; i++) {
        good = refine(qr, rows, y, b, residual, &w);
    }
    if (good) {
        find_defects(qr, rows, y, b, residual, w.f, w.g, x);
    }
    free(w.f);
    free(w.triangle);
    free(w.h);
    free(w.g);
    return good;
}

bool
quire_rows_solve(const struct quire_qr *qr, const double *triangle, const struct quire_rows *rows,
                 const double *y, double *b, double *residual)
{
    double *x = calloc(rows->n * block_of(rows) + 1, sizeof *x);
    double *found = calloc(qr->m + 1, sizeof *found);
    bool good = x != NULL && found != NULL;

    if (good) {
        memcpy(found, triangle + rows->n * qr->m, qr->m * sizeof *found);
        quire_qr_transposed(qr, found);
        quire_qr_back(qr, found);
        if (is_plain(qr, triangle)) {
            find_residuals(qr, rows, y, found, residual, x);
        } else {
            good = refine_all(qr, rows, y, found, residual, x);
        }
        memset(b, 0, rows->n * sizeof *b);
    }
    for (size_t k = 0; good && k < qr->rank; k++) {
        b[qr->column[k]] = found[k];
    }
    free(x);
    free(found);
    return good;
}

/* ---- what rows have in the columns' space */

/* the lengths of R'^-1 times the rows of a block, column by column */
static void
add_leverages(const struct quire_qr *qr, const double *x, size_t count, double *z, double *leverage)
{
    for (size_t k = 0; k < qr->rank; k++) {
        double *own = z + k * count;
        memcpy(own, x + qr->column[k] * count, count * sizeof *own);
        for (size_t i = 0; i < k; i++) {
            quire_add_scaled(count, own, -qr->a[k * qr->m + i], z + i * count);
        }
        for (size_t i = 0; i < count; i++) {
            own[i] /= qr->a[k * qr->m + k];
            leverage[i] += own[i] * own[i];
        }
    }
}

bool
quire_rows_leverages(const struct quire_qr *qr, const struct quire_rows *rows, double *leverage)
{
    double *x = calloc(2 * rows->n * block_of(rows) + 1, sizeof *x);

    for (size_t first = 0, count; x != NULL && first < rows->m; first += count) {
        count = rows_from(rows, first);
        rows->read(rows->of, first, count, x);
        memset(leverage + first, 0, count * sizeof *leverage);
        add_leverages(qr, x, count, x + rows->n * count, leverage + first);
    }
    free(x);
    return x != NULL;
}

bool
quire_rows_add_by_group(const struct quire_qr *qr, const struct quire_rows *rows,
                        const double *weight, const size_t *group, double *sum)
{
    double *x = calloc(rows->n * block_of(rows) + 1, sizeof *x);

    for (size_t first = 0, count; x != NULL && first < rows->m; first += count) {
        count = rows_from(rows, first);
        rows->read(rows->of, first, count, x);
        for (size_t i = 0; i < count; i++) {
            double *own = sum + group[first + i] * qr->rank;
            for (size_t k = 0; k < qr->rank; k++) {
                own[k] += x[qr->column[k] * count + i] * weight[first + i];
            }
        }
    }
    free(x);
    return x != NULL;
}
