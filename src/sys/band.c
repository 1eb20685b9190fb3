#include "sys/band.h"

#include <stdlib.h>
#include <string.h>

/* fewer nodes than this are left to the dense middle as a whole */
#define SMALLEST 6

int
quire_band_create(struct quire_band *b, int n_node, int stride)
{
    const size_t each = (size_t)stride + 2 * QUIRE_EDGE;

    b->n_node = n_node;
    b->stride = stride;
    b->block = aligned_alloc(64, sizeof(double) * each * 20);
    if (b->block == NULL) {
        return -1;
    }
    memset(b->block, 0, sizeof(double) * each * 20);
    for (size_t i = 0; i < 20; i++) {
        b->a[i] = b->block + i * each + QUIRE_EDGE;
    }
    return 0;
}

void
quire_band_destroy(struct quire_band *b)
{
    free(b->block);
    b->block = NULL;
}

void
quire_band_hold(struct quire_band *b, int i)
{
    for (int k = 0; k < 20; k++) {
        b->a[k][i] = k == 8 || k == 11 ? 1 : 0;
    }
}

int
quire_band_factor_create(struct quire_band_factor *f, int n_node)
{
    const int pairs = n_node < SMALLEST ? 0 : (n_node - 2) / 2;
    const size_t rows = sizeof(struct quire_band_row) * (size_t)(pairs + 1), vectors = sizeof(quire_v2) * (size_t)(pairs + 1);
    char *block = aligned_alloc(64, (rows + 2 * vectors + 63) / 64 * 64);

    memset(f, 0, sizeof *f);
    if (block == NULL) {
        return -1;
    }
    memset(block, 0, rows + 2 * vectors);
    f->block = block;
    f->row = (struct quire_band_row *)(void *)block;
    f->px = (quire_v2 *)(void *)(block + rows);
    f->py = (quire_v2 *)(void *)(block + rows + vectors);
    f->n_node = n_node;
    f->pairs = pairs;
    f->middle = n_node - 2 * pairs;
    return 0;
}

void
quire_band_factor_destroy(struct quire_band_factor *f)
{
    free(f->block);
    f->block = NULL;
}

QUIRE_INLINE void
multiply(quire_v2 c[4], const quire_v2 a[4], const quire_v2 b[4])
{
    c[0] = a[0] * b[0] + a[1] * b[2];
    c[1] = a[0] * b[1] + a[1] * b[3];
    c[2] = a[2] * b[0] + a[3] * b[2];
    c[3] = a[2] * b[1] + a[3] * b[3];
}

QUIRE_INLINE void
subtract_product(quire_v2 c[4], const quire_v2 a[4], const quire_v2 b[4])
{
    c[0] -= a[0] * b[0] + a[1] * b[2];
    c[1] -= a[0] * b[1] + a[1] * b[3];
    c[2] -= a[2] * b[0] + a[3] * b[2];
    c[3] -= a[2] * b[1] + a[3] * b[3];
}

/* block in diagonal d of the row `top` counted from the first node, and of its mirror image `bottom` */
QUIRE_INLINE void
load(quire_v2 out[4], const struct quire_band *b, int d, int top, int bottom)
{
    double *const *forward = b->a + 4 * (d + 2), *const *backward = b->a + 4 * (2 - d);
    for (int c = 0; c < 4; c++) {
        out[c] = (quire_v2){forward[c][top], backward[c][bottom]};
    }
}

/* what is left between the two ends: a small dense matrix, in node order */
QUIRE_INLINE void
factorise_middle(struct quire_band_factor *f, const struct quire_band *b)
{
    const int last = f->n_node - 1, a = f->pairs, middle = f->middle, n = 2 * middle;

    for (int i = 0; i < middle; i++) {
        for (int j = 0; j < middle; j++) {
            const int d = j - i;
            for (int c = 0; c < 4; c++) {
                f->m[2 * i + c / 2][2 * j + (c & 1)] = d < -2 || d > 2 ? 0 : b->a[4 * (d + 2) + c][a + i];
            }
        }
    }
    if (a > 0) {
        const struct quire_band_row *p = f->row + a - 1, *q = f->row + a - 2;
        quire_v2 t[4], s1[4], c00[4] = {{0, 0}}, c01[4] = {{0, 0}}, c10[4] = {{0, 0}}, c11[4] = {{0, 0}};
        load(t, b, -2, a, last - a);
        load(s1, b, -1, a, last - a);
        multiply(f->la[0], t, q->d);
        subtract_product(s1, f->la[0], q->u1);
        multiply(f->la[1], s1, p->d);
        subtract_product(c00, f->la[0], q->u2);
        subtract_product(c00, f->la[1], p->u1);
        subtract_product(c01, f->la[1], p->u2);
        load(t, b, -2, a + 1, last - a - 1);
        multiply(f->lb, t, p->d);
        subtract_product(c10, f->lb, p->u1);
        subtract_product(c11, f->lb, p->u2);
        for (int lane = 0; lane < 2; lane++) {
            const int i0 = lane ? middle - 1 : 0, i1 = lane ? middle - 2 : 1;
            for (int c = 0; c < 4; c++) {
                const int r = c / 2, s = c & 1;
                f->m[2 * i0 + r][2 * i0 + s] += c00[c][lane];
                f->m[2 * i0 + r][2 * i1 + s] += c01[c][lane];
                f->m[2 * i1 + r][2 * i0 + s] += c10[c][lane];
                f->m[2 * i1 + r][2 * i1 + s] += c11[c][lane];
            }
        }
    }
    for (int k = 0; k < n; k++) {
        const double ip = 1 / f->m[k][k];
        f->inverse[k] = ip;
        for (int i = k + 1; i < n; i++) {
            const double l = f->m[i][k] * ip;
            f->m[i][k] = l;
            for (int j = k + 1; j < n; j++) {
                f->m[i][j] -= l * f->m[k][j];
            }
        }
    }
}

QUIRE_CLONES void
quire_band_factorise(struct quire_band_factor *f, const struct quire_band *b)
{
    const int last = f->n_node - 1;

    for (int k = 0; k < f->pairs; k++) {
        struct quire_band_row *r = f->row + k;
        const struct quire_band_row *p = r - 1, *q = r - 2;
        quire_v2 l2[4], l1[4], d[4], u1[4], t[4];
        load(d, b, 0, k, last - k);
        load(u1, b, 1, k, last - k);
        load(r->u2, b, 2, k, last - k);
        if (k >= 1) {
            load(l1, b, -1, k, last - k);
        }
        if (k >= 2) {
            load(t, b, -2, k, last - k);
            multiply(l2, t, q->d);
            subtract_product(l1, l2, q->u1);
            subtract_product(d, l2, q->u2);
            memcpy(r->l2, l2, sizeof l2);
        }
        if (k >= 1) {
            multiply(t, l1, p->d);
            subtract_product(d, t, p->u1);
            subtract_product(u1, t, p->u2);
            memcpy(r->l1, t, sizeof t);
        }
        const quire_v2 id = 1.0 / (d[0] * d[3] - d[1] * d[2]);
        r->d[0] = d[3] * id;
        r->d[1] = -d[1] * id;
        r->d[2] = -d[2] * id;
        r->d[3] = d[0] * id;
        memcpy(r->u1, u1, sizeof u1);
    }
    factorise_middle(f, b);
}

/* the middle's unknowns, in node order, solved in place */
QUIRE_INLINE void
solve_middle(const struct quire_band_factor *f, double *w)
{
    const int n = 2 * f->middle;

    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++) {
            w[i] -= f->m[i][k] * w[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        double s = w[k];
        for (int j = k + 1; j < n; j++) {
            s -= f->m[k][j] * w[j];
        }
        w[k] = s * f->inverse[k];
    }
}

QUIRE_CLONES void
quire_band_solve(const struct quire_band_factor *f, double *restrict bx, double *restrict by)
{
    const int last = f->n_node - 1, a = f->pairs, middle = f->middle, n = 2 * middle;
    quire_v2 x1 = {0, 0}, y1 = {0, 0}, x2 = {0, 0}, y2 = {0, 0};
    double w[QUIRE_BAND_MIDDLE] = {0};

    for (int k = 0; k < a; k++) {
        const struct quire_band_row *r = f->row + k;
        quire_v2 x = {bx[k], bx[last - k]}, y = {by[k], by[last - k]};
        if (k >= 2) {
            x -= r->l2[0] * x2 + r->l2[1] * y2;
            y -= r->l2[2] * x2 + r->l2[3] * y2;
        }
        if (k >= 1) {
            x -= r->l1[0] * x1 + r->l1[1] * y1;
            y -= r->l1[2] * x1 + r->l1[3] * y1;
        }
        f->px[k] = x;
        f->py[k] = y;
        x2 = x1;
        y2 = y1;
        x1 = x;
        y1 = y;
    }
    for (int i = 0; i < middle; i++) {
        w[2 * i] = bx[a + i];
        w[2 * i + 1] = by[a + i];
    }
    if (a > 0) {
        const quire_v2 px = f->la[0][0] * x2 + f->la[0][1] * y2 + (f->la[1][0] * x1 + f->la[1][1] * y1);
        const quire_v2 py = f->la[0][2] * x2 + f->la[0][3] * y2 + (f->la[1][2] * x1 + f->la[1][3] * y1);
        const quire_v2 qx = f->lb[0] * x1 + f->lb[1] * y1, qy = f->lb[2] * x1 + f->lb[3] * y1;
        for (int lane = 0; lane < 2; lane++) {
            const int i0 = lane ? middle - 1 : 0, i1 = lane ? middle - 2 : 1;
            w[2 * i0] -= px[lane];
            w[2 * i0 + 1] -= py[lane];
            w[2 * i1] -= qx[lane];
            w[2 * i1 + 1] -= qy[lane];
        }
    }
    solve_middle(f, w);
    for (int i = 0; i < middle; i++) {
        bx[a + i] = w[2 * i];
        by[a + i] = w[2 * i + 1];
    }
    if (a == 0) {
        return;
    }
    x1 = (quire_v2){w[0], w[n - 2]};
    y1 = (quire_v2){w[1], w[n - 1]};
    x2 = (quire_v2){w[2], w[n - 4]};
    y2 = (quire_v2){w[3], w[n - 3]};
    for (int k = a - 1; k >= 0; k--) {
        const struct quire_band_row *r = f->row + k;
        quire_v2 s = f->px[k] - (r->u2[0] * x2 + r->u2[1] * y2), t = f->py[k] - (r->u2[2] * x2 + r->u2[3] * y2);
        s -= r->u1[0] * x1 + r->u1[1] * y1;
        t -= r->u1[2] * x1 + r->u1[3] * y1;
        const quire_v2 x = r->d[0] * s + r->d[1] * t, y = r->d[2] * s + r->d[3] * t;
        bx[k] = x[0];
        bx[last - k] = x[1];
        by[k] = y[0];
        by[last - k] = y[1];
        x2 = x1;
        y2 = y1;
        x1 = x;
        y1 = y;
    }
}

void
quire_band_multiply(const struct quire_band *b, const double *x, const double *y, double *rx, double *ry)
{
    for (int i = 0; i < b->n_node; i++) {
        rx[i] = ry[i] = 0;
        for (int d = 0; d < 5; d++) {
            const int j = i + d - 2;
            if (j >= 0 && j < b->n_node) {
                rx[i] += b->a[4 * d][i] * x[j] + b->a[4 * d + 1][i] * y[j];
                ry[i] += b->a[4 * d + 2][i] * x[j] + b->a[4 * d + 3][i] * y[j];
            }
        }
    }
}
