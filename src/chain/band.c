#include "chain/band.h"

#include <stdlib.h>
#include <string.h>

int
quire_band_create(struct quire_band *b, int n_node, int stride)
{
    const size_t size = (sizeof *b->row * (size_t)(stride + QUIRE_EDGE) + 63) / 64 * 64;

    b->n_node = n_node;
    b->stride = stride;
    b->block = aligned_alloc(64, size);
    if (b->block == NULL) {
        return -1;
    }
    memset(b->block, 0, size);
    b->row = (quire_v4(*)[5])b->block + 2; /* aligned like the block */
    return 0;
}

void
quire_band_destroy(struct quire_band *b)
{
    free(b->block);
    b->block = NULL;
}

void
quire_band_hold(struct quire_band *b, int i, const double held[3])
{
    const double free[3] = {1 - held[0], -held[1], 1 - held[2]};

    for (int d = 0; d < 5; d++) {
        const quire_v4 s = b->row[i][d];
        b->row[i][d] = (quire_v4){free[0] * s[0] + free[1] * s[2], free[0] * s[1] + free[1] * s[3],
                                  free[1] * s[0] + free[2] * s[2], free[1] * s[1] + free[2] * s[3]};
    }
    b->row[i][2] += (quire_v4){held[0], held[1], held[1], held[2]};
}

int
quire_band_factor_create(struct quire_band_factor *f, int n_node)
{
    const int odd = n_node & 1, rows = (n_node - 2 + odd) / 2;
    const size_t row = sizeof *f->row * (size_t)rows,
                 vectors = sizeof(quire_v2) * (size_t)(rows + 2);
    const size_t size = row + sizeof *f->middle + 2 * vectors;
    char *block = aligned_alloc(64, (size + 63) / 64 * 64);

    memset(f, 0, sizeof *f);
    if (block == NULL) {
        return -1;
    }
    memset(block, 0, size);
    f->block = block;
    f->row = (struct quire_band_row *)(void *)block;
    f->middle = (struct quire_band_middle *)(void *)(block + row);
    f->px = (quire_v2 *)(void *)(block + row + sizeof *f->middle) + 2;
    f->py = f->px + rows + 2;
    f->n_node = n_node;
    f->rows = rows;
    f->last = n_node - 1 + odd;
    return 0;
}

void
quire_band_factor_destroy(struct quire_band_factor *f)
{
    free(f->block);
    f->block = NULL;
}

/* a block, and the same with its rows exchanged */
struct factor {
    quire_v4 as_is, turned;
};

QUIRE_INLINE struct factor
factor(quire_v4 block)
{
    return (struct factor){block, QUIRE_PICK(block, block, 2, 3, 0, 1)};
}

QUIRE_INLINE struct factor
scaled(const struct factor *b, quire_v4 times)
{
    return (struct factor){b->as_is * times, b->turned * times};
}

/* product of two blocks */
QUIRE_INLINE quire_v4
multiply(quire_v4 a, const struct factor *b)
{
    return QUIRE_PICK(a, a, 0, 0, 3, 3) * b->as_is + QUIRE_PICK(a, a, 1, 1, 2, 2) * b->turned;
}

/* a's adjoint times b: its inverse times its determinant times b */
QUIRE_INLINE quire_v4
divide(quire_v4 a, const struct factor *b)
{
    return QUIRE_PICK(a, a, 3, 3, 0, 0) * b->as_is - QUIRE_PICK(a, a, 1, 1, 2, 2) * b->turned;
}

/* 1 / determinant, four times */
QUIRE_INLINE quire_v4
scale_of(quire_v4 a)
{
    const struct factor itself = factor(a);
    const double scale = 1 / divide(a, &itself)[0];

    return (quire_v4){scale, scale, scale, scale};
}

QUIRE_INLINE quire_v4
inverse(quire_v4 a, quire_v4 scale)
{
    const quire_v4 sign = {1, -1, -1, 1};

    return QUIRE_PICK(a, a, 3, 1, 2, 0) * (scale * sign);
}

/* what the elimination of a node keeps for the next two: U's blocks with them, after division by
 * the diagonal block, and before the division by its determinant, so that nothing waits for that */
struct pivot {
    struct factor w1, w2, v1, v2;
};

/* blocks of the node just eliminated */
struct eliminated {
    quire_v4 far, left, d;
    quire_v4 scale; /* 1 / determinant, four times */
};

/* One more node, from the two before it; row[2 + way] is its block with the next node seen from
 * this end. */
QUIRE_INLINE struct eliminated
eliminate(struct pivot *now, const struct pivot *last, const struct pivot *before,
          quire_v4 last_scale, const quire_v4 *row, int way)
{
    const quire_v4 far = row[2 - 2 * way], left = row[2 - way] - multiply(far, &before->v1);
    const quire_v4 d =
        (row[2] - multiply(far, &before->v2)) - multiply(left, &last->w1) * last_scale;
    const struct factor u1 = factor(row[2 + way] - multiply(left, &last->w2) * last_scale),
                        u2 = factor(row[2 + 2 * way]);
    const quire_v4 scale = scale_of(d);

    now->w1 = factor(divide(d, &u1));
    now->w2 = factor(divide(d, &u2));
    now->v1 = scaled(&now->w1, scale);
    now->v2 = scaled(&now->w2, scale);
    return (struct eliminated){far, left, inverse(d, scale), scale};
}

/* both ends' blocks side by side */
QUIRE_INLINE void
keep(quire_v2 out[4], quire_v4 a, quire_v4 b)
{
    const quire_v4 left = QUIRE_PICK(a, b, 0, 4, 2, 6), right = QUIRE_PICK(a, b, 1, 5, 3, 7);

    memcpy(out, &left, sizeof left);
    memcpy(out + 2, &right, sizeof right);
}

/* the last two nodes: i of the first end, j = i + 1 of the other */
QUIRE_INLINE void
factorise_middle(struct quire_band_middle *m, const quire_v4 *i, const quire_v4 *j,
                 const struct pivot last[2], const struct pivot before[2])
{
    const quire_v4 left_i = i[1] - multiply(i[0], &before[0].v1),
                   left_j = j[3] - multiply(j[4], &before[1].v1);
    const quire_v4 ii = ((i[2] - multiply(i[0], &before[0].v2)) - multiply(left_i, &last[0].v1)) -
                        multiply(i[4], &last[1].v2);
    const quire_v4 ij = (i[3] - multiply(left_i, &last[0].v2)) - multiply(i[4], &last[1].v1);
    const quire_v4 ji = (j[1] - multiply(left_j, &last[1].v2)) - multiply(j[0], &last[0].v1);
    const quire_v4 jj = ((j[2] - multiply(j[4], &before[1].v2)) - multiply(left_j, &last[1].v1)) -
                        multiply(j[0], &last[0].v2);
    const quire_v4 scale = scale_of(ii);
    const struct factor u = factor(ij), v = factor(divide(ii, &u) * scale);
    const quire_v4 rest = jj - multiply(ji, &v);

    keep(m->far, i[0], j[4]);
    keep(m->left, left_i, left_j);
    keep(m->next, j[0], i[4]);
    m->i = inverse(ii, scale);
    m->ij = v.as_is;
    m->ji = ji;
    m->j = inverse(rest, scale_of(rest));
}

/* x or y of block times vector, for both ends; a block's entries are in the order xx, yx, xy, yy */
#define TIMES_X(a_, x_, y_) ((a_)[0] * (x_) + (a_)[2] * (y_))
#define TIMES_Y(a_, x_, y_) ((a_)[1] * (x_) + (a_)[3] * (y_))

/* solved nodes next to where a substitution stands, and those one further, of both ends */
struct sweep {
    quire_v2 x1, y1, x2, y2;
};

QUIRE_INLINE void
sweep_on(struct sweep *s, quire_v2 x, quire_v2 y)
{
    *s = (struct sweep){x, y, s->x1, s->y1};
}

QUIRE_INLINE void
forward(const struct quire_band_factor *f, int k, const double *bx, const double *by,
        struct sweep *s)
{
    const struct quire_band_row *r = f->row + k;
    const quire_v2 bx_k = {bx[k], bx[f->last - k]}, by_k = {by[k], by[f->last - k]};
    const quire_v2 x = (bx_k - TIMES_X(r->far, s->x2, s->y2)) - TIMES_X(r->left, s->x1, s->y1);
    const quire_v2 y = (by_k - TIMES_Y(r->far, s->x2, s->y2)) - TIMES_Y(r->left, s->x1, s->y1);

    f->px[k] = TIMES_X(r->d, x, y);
    f->py[k] = TIMES_Y(r->d, x, y);
    sweep_on(s, f->px[k], f->py[k]);
}

/* the two nodes in the middle, from the vectors of the nodes next to them; x and y of both */
QUIRE_INLINE quire_v4
solve_middle(const struct quire_band_middle *m, const struct sweep *s, const double b[4])
{
    const quire_v2 nx = TIMES_X(m->next, s->x1, s->y1), ny = TIMES_Y(m->next, s->x1, s->y1);
    const quire_v2 x = (((quire_v2){b[0], b[1]} - TIMES_X(m->far, s->x2, s->y2)) -
                        TIMES_X(m->left, s->x1, s->y1)) -
                       (quire_v2){nx[1], nx[0]};
    const quire_v2 y = (((quire_v2){b[2], b[3]} - TIMES_Y(m->far, s->x2, s->y2)) -
                        TIMES_Y(m->left, s->x1, s->y1)) -
                       (quire_v2){ny[1], ny[0]};
    const double ix = m->i[0] * x[0] + m->i[1] * y[0], iy = m->i[2] * x[0] + m->i[3] * y[0];
    const double rx = x[1] - (m->ji[0] * ix + m->ji[1] * iy),
                 ry = y[1] - (m->ji[2] * ix + m->ji[3] * iy);
    const double jx = m->j[0] * rx + m->j[1] * ry, jy = m->j[2] * rx + m->j[3] * ry;

    return (quire_v4){ix - (m->ij[0] * jx + m->ij[1] * jy), jx,
                      iy - (m->ij[2] * jx + m->ij[3] * jy), jy};
}

QUIRE_INLINE void
back(const struct quire_band_factor *f, double *bx, double *by, struct sweep *s)
{
    const int i = f->rows, j = i + 1;
    const quire_v4 middle = solve_middle(f->middle, s, (double[4]){bx[i], bx[j], by[i], by[j]});
    const quire_v2 *px = f->px, *py = f->py;

    bx[i] = middle[0];
    bx[j] = middle[1];
    by[i] = middle[2];
    by[j] = middle[3];
    *s = (struct sweep){{bx[i], bx[j]}, {by[i], by[j]}, {bx[j], bx[i]}, {by[j], by[i]}};
    for (int k = i - 1; k >= 0; k--) {
        const struct quire_band_row *r = f->row + k;
        const quire_v2 x = (px[k] - TIMES_X(r->v2, s->x2, s->y2)) - TIMES_X(r->v1, s->x1, s->y1);
        const quire_v2 y = (py[k] - TIMES_Y(r->v2, s->x2, s->y2)) - TIMES_Y(r->v1, s->x1, s->y1);
        bx[k] = x[0];
        bx[f->last - k] = x[1];
        by[k] = y[0];
        by[f->last - k] = y[1];
        sweep_on(s, x, y);
    }
}

/* the right-hand side is substituted on the way, while divisions are waited for */
QUIRE_INLINE void
factorise(const struct quire_band_factor *f, quire_v4 (*row)[5], const double *bx, const double *by,
          struct sweep *s)
{
    static const quire_v4 nothing[5] = {
        {0, 0, 0, 0}, {0, 0, 0, 0}, {1, 0, 0, 1}, {0, 0, 0, 0}, {0, 0, 0, 0}};
    static const struct pivot none;
    /* [1]: of the end that counts from the last node */
    struct pivot work[3][2], *now = work[0], *last = work[1], *before = work[2];
    struct eliminated e = {nothing[0], nothing[0], nothing[0], nothing[0]}, o = e;

    last[0] = last[1] = before[0] = before[1] = none;
    for (int k = 0; k < f->rows; k++) {
        struct quire_band_row *r = f->row + k;
        struct pivot *next = before;
        const quire_v4 *opposite = f->last - k < f->n_node ? row[f->last - k] : nothing;
        e = eliminate(now, last, before, e.scale, row[k], 1);
        o = eliminate(now + 1, last + 1, before + 1, o.scale, opposite, -1);
        keep(r->far, e.far, o.far);
        keep(r->left, e.left, o.left);
        keep(r->d, e.d, o.d);
        keep(r->v1, now[0].v1.as_is, now[1].v1.as_is);
        keep(r->v2, now[0].v2.as_is, now[1].v2.as_is);
        forward(f, k, bx, by, s);
        before = last;
        last = now;
        now = next;
    }
    factorise_middle(f->middle, row[f->rows], row[f->rows + 1], last, before);
}

QUIRE_CLONES void
quire_band_factorise(struct quire_band_factor *f, const struct quire_band *b, double *bx,
                     double *by)
{
    const struct quire_band_factor g = *f; /* a copy whose numbers stay in registers */
    struct sweep s = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};

    factorise(&g, b->row, bx, by, &s);
    back(&g, bx, by, &s);
}

QUIRE_CLONES void
quire_band_solve(const struct quire_band_factor *f, double *bx, double *by)
{
    const struct quire_band_factor g = *f;
    struct sweep s = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};

    for (int k = 0; k < g.rows; k++) {
        forward(&g, k, bx, by, &s);
    }
    back(&g, bx, by, &s);
}
