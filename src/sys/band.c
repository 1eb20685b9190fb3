#include "sys/band.h"

#include <stdlib.h>
#include <string.h>

/* fewer nodes than this are left to the dense middle as a whole */
#define SMALLEST 6

int
quire_band_create(struct quire_band *b, int n_node, int stride)
{
    const size_t size = sizeof *b->row * (size_t)stride;

    b->n_node = n_node;
    b->stride = stride;
    b->row = aligned_alloc(64, (size + 63) / 64 * 64);
    if (b->row == NULL) {
        return -1;
    }
    memset(b->row, 0, size);
    return 0;
}

void
quire_band_destroy(struct quire_band *b)
{
    free(b->row);
    b->row = NULL;
}

void
quire_band_hold(struct quire_band *b, int i, const double held[3])
{
    const double free[3] = {1 - held[0], -held[1], 1 - held[2]};

    for (int d = 0; d < 5; d++) {
        const quire_v4 s = b->row[i][d];
        b->row[i][d] = (quire_v4){free[0] * s[0] + free[1] * s[2], free[0] * s[1] + free[1] * s[3], free[1] * s[0] + free[2] * s[2],
                                  free[1] * s[1] + free[2] * s[3]};
    }
    b->row[i][2] += (quire_v4){held[0], held[1], held[1], held[2]};
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

/* Block a times the block in memory at b, whose rows are loaded twice each: that takes no turn at the one unit that moves numbers about. */
QUIRE_INLINE quire_v4
multiply(quire_v4 a, const quire_v4 *block)
{
    const double *b = (const double *)(const void *)block;

    return QUIRE_PICK(a, a, 0, 0, 2, 2) * (quire_v4){b[0], b[1], b[0], b[1]} + QUIRE_PICK(a, a, 1, 1, 3, 3) * (quire_v4){b[2], b[3], b[2], b[3]};
}

/* what the elimination of one end keeps of a node */
struct pivot {
    quire_v4 adjoint; /* of the diagonal block: its inverse is d = scale * adjoint */
    quire_v4 d, l1, l2, u1, v1, v2; /* blocks of L, of U, and d times those of U */
    const quire_v4 *u2;
    double scale;     /* 1 / determinant */
};

/* One more node, from the two before it; row[2 + way] is its block with the next node seen from this end. The adjoint is used before the
 * determinant is divided by, so that the division is not waited for. */
QUIRE_INLINE void
eliminate(struct pivot *now, const struct pivot *before, const struct pivot *first, const quire_v4 *row, int way, int k)
{
    const quire_v4 zero = {0, 0, 0, 0}, sign = {1, -1, -1, 1};
    quire_v4 d = row[2], l1 = zero, l2 = zero;

    now->u1 = row[2 + way];
    now->u2 = row + 2 + 2 * way;
    if (k >= 1) {
        quire_v4 left = row[2 - way];
        if (k >= 2) {
            const quire_v4 far = row[2 - 2 * way];
            l2 = multiply(far, &first->d);
            left -= multiply(far, &first->v1);
            d -= multiply(far, &first->v2);
        }
        const quire_v4 raw = multiply(left, &before->adjoint);
        l1 = raw * before->scale;
        d -= multiply(raw, &before->u1) * before->scale;
        now->u1 -= multiply(l1, before->u2);
    }
    now->l1 = l1;
    now->l2 = l2;
    now->scale = 1 / (d[0] * d[3] - d[1] * d[2]);
    now->adjoint = QUIRE_PICK(d, d, 3, 1, 2, 0) * sign;
    now->d = now->adjoint * now->scale;
    now->v1 = multiply(now->d, &now->u1);
    now->v2 = multiply(now->d, now->u2);
}

/* both ends' blocks side by side */
QUIRE_INLINE void
keep(quire_v2 out[4], quire_v4 a, quire_v4 b)
{
    const quire_v4 left = QUIRE_PICK(a, b, 0, 4, 2, 6), right = QUIRE_PICK(a, b, 1, 5, 3, 7);

    memcpy(out, &left, sizeof left);
    memcpy(out + 2, &right, sizeof right);
}

/* adds a block to the dense middle */
QUIRE_INLINE void
subtract_middle(struct quire_band_factor *f, int i, int j, quire_v4 block)
{
    f->m[2 * i][2 * j] -= block[0];
    f->m[2 * i][2 * j + 1] -= block[1];
    f->m[2 * i + 1][2 * j] -= block[2];
    f->m[2 * i + 1][2 * j + 1] -= block[3];
}

/* n is a constant where this is called, so that the loops are unrolled */
QUIRE_INLINE void
factorise_dense(double (*m)[QUIRE_BAND_MIDDLE], double *inverse, const int n)
{
#pragma GCC unroll 6
    for (int k = 0; k < n; k++) {
        const double ip = 1 / m[k][k];
        inverse[k] = ip;
        for (int i = k + 1; i < n; i++) {
            const double l = m[i][k] * ip;
            m[i][k] = l;
            for (int j = k + 1; j < n; j++) {
                m[i][j] -= l * m[k][j];
            }
        }
    }
}

/* what one end takes from the middle, whose first nodes from there are in rows `row` and `beyond` */
struct joint {
    quire_v4 far, left, next;
};

QUIRE_INLINE struct joint
join(struct quire_band_factor *f, const quire_v4 *row, const quire_v4 *beyond, int way, const struct pivot *last,
     const struct pivot *previous)
{
    const int i0 = way > 0 ? 0 : f->middle - 1, i1 = i0 + way;
    const struct joint j = {row[2 - 2 * way], row[2 - way] - multiply(row[2 - 2 * way], &previous->v1), beyond[2 - 2 * way]};

    subtract_middle(f, i0, i0, multiply(j.far, &previous->v2) + multiply(j.left, &last->v1));
    subtract_middle(f, i0, i1, multiply(j.left, &last->v2));
    subtract_middle(f, i1, i0, multiply(j.next, &last->v1));
    subtract_middle(f, i1, i1, multiply(j.next, &last->v2));
    return j;
}

/* what is left between the two ends: a small dense matrix, in node order */
QUIRE_INLINE void
copy_middle(struct quire_band_factor *f, const struct quire_band *b)
{
    for (int i = 0; i < f->middle; i++) {
        for (int j = 0; j < f->middle; j++) {
            const int d = j - i;
            const quire_v4 block = d < -2 || d > 2 ? (quire_v4){0, 0, 0, 0} : b->row[f->pairs + i][d + 2];
            f->m[2 * i][2 * j] = block[0];
            f->m[2 * i][2 * j + 1] = block[1];
            f->m[2 * i + 1][2 * j] = block[2];
            f->m[2 * i + 1][2 * j + 1] = block[3];
        }
    }
}

QUIRE_CLONES void
quire_band_factorise(struct quire_band_factor *f, const struct quire_band *b)
{
    const int end = f->n_node - 1, a = f->pairs;
    struct pivot work[3][2], *now = work[0], *last = work[1], *previous = work[2]; /* [1]: of the end that counts from the last node */

    for (int k = 0; k < a; k++) {
        struct quire_band_row *r = f->row + k;
        struct pivot *next = previous;
        eliminate(now, last, previous, b->row[k], 1, k);
        eliminate(now + 1, last + 1, previous + 1, b->row[end - k], -1, k);
        keep(r->l2, now[0].l2, now[1].l2);
        keep(r->l1, now[0].l1, now[1].l1);
        keep(r->d, now[0].d, now[1].d);
        keep(r->v1, now[0].v1, now[1].v1);
        keep(r->v2, now[0].v2, now[1].v2);
        previous = last;
        last = now;
        now = next;
    }
    copy_middle(f, b);
    if (a > 0) {
        const struct joint j = join(f, b->row[a], b->row[a + 1], 1, last, previous);
        const struct joint j_b = join(f, b->row[end - a], b->row[end - a - 1], -1, last + 1, previous + 1);
        keep(f->la, j.far, j_b.far);
        keep(f->ls, j.left, j_b.left);
        keep(f->lb, j.next, j_b.next);
    }
    if (f->middle == 2) {
        factorise_dense(f->m, f->inverse, 4);
    } else if (f->middle == 3) {
        factorise_dense(f->m, f->inverse, 6);
    } else {
        factorise_dense(f->m, f->inverse, 2 * f->middle);
    }
}

QUIRE_INLINE void
solve_dense(const double (*m)[QUIRE_BAND_MIDDLE], const double *inverse, double *w, const int n)
{
#pragma GCC unroll 6
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++) {
            w[i] -= m[i][k] * w[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        w[k] *= inverse[k];
        for (int i = 0; i < k; i++) {
            w[i] -= m[i][k] * w[k];
        }
    }
}

/* the middle's unknowns, in node order, solved in place */
QUIRE_INLINE void
solve_middle(const struct quire_band_factor *f, double *w)
{
    if (f->middle == 2) {
        solve_dense(f->m, f->inverse, w, 4);
    } else if (f->middle == 3) {
        solve_dense(f->m, f->inverse, w, 6);
    } else {
        solve_dense(f->m, f->inverse, w, 2 * f->middle);
    }
}

/* x or y of block times vector, for both ends; a block's entries are in the order xx, yx, xy, yy */
#define TIMES_X(a_, x_, y_) ((a_)[0] * (x_) + (a_)[2] * (y_))
#define TIMES_Y(a_, x_, y_) ((a_)[1] * (x_) + (a_)[3] * (y_))

QUIRE_CLONES void
quire_band_solve(const struct quire_band_factor *f, double *restrict bx, double *restrict by)
{
    const int end = f->n_node - 1, a = f->pairs, middle = f->middle, n = 2 * middle;
    quire_v2 x1 = {0, 0}, y1 = {0, 0}, x2 = {0, 0}, y2 = {0, 0};
    double w[QUIRE_BAND_MIDDLE] = {0};

    for (int k = 0; k < a; k++) {
        const struct quire_band_row *r = f->row + k;
        const quire_v2 bx_k = {bx[k], bx[end - k]}, by_k = {by[k], by[end - k]};
        const quire_v2 x = (bx_k - TIMES_X(r->l2, x2, y2)) - TIMES_X(r->l1, x1, y1);
        const quire_v2 y = (by_k - TIMES_Y(r->l2, x2, y2)) - TIMES_Y(r->l1, x1, y1);
        f->px[k] = TIMES_X(r->d, x, y);
        f->py[k] = TIMES_Y(r->d, x, y);
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
        x1 = f->px[a - 1];
        y1 = f->py[a - 1];
        x2 = f->px[a - 2];
        y2 = f->py[a - 2];
        const quire_v2 px = TIMES_X(f->la, x2, y2) + TIMES_X(f->ls, x1, y1), py = TIMES_Y(f->la, x2, y2) + TIMES_Y(f->ls, x1, y1);
        const quire_v2 qx = TIMES_X(f->lb, x1, y1), qy = TIMES_Y(f->lb, x1, y1);
        for (int e = 0; e < 2; e++) {
            const int i0 = e == 0 ? 0 : middle - 1, i1 = e == 0 ? 1 : middle - 2;
            w[2 * i0] -= px[e];
            w[2 * i0 + 1] -= py[e];
            w[2 * i1] -= qx[e];
            w[2 * i1 + 1] -= qy[e];
        }
    }
    solve_middle(f, w);
    for (int i = 0; i < middle; i++) {
        bx[a + i] = w[2 * i];
        by[a + i] = w[2 * i + 1];
    }
    x1 = (quire_v2){w[0], w[n - 2]};
    y1 = (quire_v2){w[1], w[n - 1]};
    x2 = (quire_v2){w[2], w[n - 4]};
    y2 = (quire_v2){w[3], w[n - 3]};
    for (int k = a - 1; k >= 0; k--) {
        const struct quire_band_row *r = f->row + k;
        const quire_v2 x = (f->px[k] - TIMES_X(r->v2, x2, y2)) - TIMES_X(r->v1, x1, y1);
        const quire_v2 y = (f->py[k] - TIMES_Y(r->v2, x2, y2)) - TIMES_Y(r->v1, x1, y1);
        bx[k] = x[0];
        bx[end - k] = x[1];
        by[k] = y[0];
        by[end - k] = y[1];
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
                const quire_v4 block = b->row[i][d];
                rx[i] += block[0] * x[j] + block[1] * y[j];
                ry[i] += block[2] * x[j] + block[3] * y[j];
            }
        }
    }
}
