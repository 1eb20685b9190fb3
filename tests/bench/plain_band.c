/* The plain kernel's linear system: a band of 2x2 blocks that is eliminated from both ends at once,
 * without pivots. One lane of each vector belongs to the end at the trailing edge, the other to
 * that at the leading edge. Three nodes are left in the middle. */
#include "plain.h"

#define SIDE   ((NODES - 3) / 2) /* nodes from either end */
#define MIDDLE 6

/* blocks by rows: c = a b, c -= a b */
QUIRE_INLINE void
multiply(quire_v2 c[4], const quire_v2 a[4], const quire_v2 b[4])
{
    c[0] = a[0] * b[0] + a[1] * b[2];
    c[1] = a[0] * b[1] + a[1] * b[3];
    c[2] = a[2] * b[0] + a[3] * b[2];
    c[3] = a[2] * b[1] + a[3] * b[3];
}

QUIRE_INLINE void
subtract(quire_v2 c[4], const quire_v2 a[4], const quire_v2 b[4])
{
    c[0] -= a[0] * b[0] + a[1] * b[2];
    c[1] -= a[0] * b[1] + a[1] * b[3];
    c[2] -= a[2] * b[0] + a[3] * b[2];
    c[3] -= a[2] * b[1] + a[3] * b[3];
}

QUIRE_INLINE void
take(quire_v2 xy[2], const quire_v2 a[4], const quire_v2 x[2])
{
    xy[0] -= a[0] * x[0] + a[1] * x[1];
    xy[1] -= a[2] * x[0] + a[3] * x[1];
}

/* of the k-th nodes from both ends the blocks with those that are `by` farther from the ends */
QUIRE_INLINE void
load(quire_v2 block[4], const struct plain_matrix *m, int k, int by)
{
    for (int c = 0; c < 4; c++) {
        block[c] =
            (quire_v2){FROM(m->block[2 + by][c])[k], FROM(m->block[2 - by][c])[SEGMENTS - k]};
    }
}

QUIRE_INLINE void
factorise_middle(struct plain_factors *f, const struct plain_matrix *m)
{
    const struct plain_row *p = f->row + SIDE - 1, *q = p - 1;
    quire_v2 block[4], outer[4] = {{0}}, across[4] = {{0}}, back[4] = {{0}}, centre[4] = {{0}};

    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            for (int c = 0; c < 4; c++) {
                f->middle[2 * i + c / 2][2 * j + c % 2] = FROM(m->block[2 + j - i][c])[SIDE + i];
            }
        }
    }
    load(block, m, SIDE, -2);
    multiply(f->to_middle2[0], block, q->inverse);
    load(block, m, SIDE, -1);
    subtract(block, f->to_middle2[0], q->upper1);
    multiply(f->to_middle2[1], block, p->inverse);
    subtract(outer, f->to_middle2[0], q->upper2);
    subtract(outer, f->to_middle2[1], p->upper1);
    subtract(across, f->to_middle2[1], p->upper2);
    load(block, m, SIDE + 1, -2);
    multiply(f->to_middle1, block, p->inverse);
    subtract(back, f->to_middle1, p->upper1);
    subtract(centre, f->to_middle1, p->upper2);
    for (int lane = 0; lane < 2; lane++) {
        const int i = lane == 0 ? 0 : 4;
        for (int c = 0; c < 4; c++) {
            f->middle[i + c / 2][i + c % 2] += outer[c][lane];
            f->middle[i + c / 2][2 + c % 2] += across[c][lane];
            f->middle[2 + c / 2][i + c % 2] += back[c][lane];
            f->middle[2 + c / 2][2 + c % 2] += centre[c][lane];
        }
    }
    for (int k = 0; k < MIDDLE; k++) {
        f->per_pivot[k] = 1 / f->middle[k][k];
        for (int i = k + 1; i < MIDDLE; i++) {
            const double l = f->middle[i][k] *= f->per_pivot[k];
            for (int j = k + 1; j < MIDDLE; j++) {
                f->middle[i][j] -= l * f->middle[k][j];
            }
        }
    }
}

QUIRE_CLONES void
plain_factorise(struct plain_factors *f, const struct plain_matrix *m)
{
    for (int k = 0; k < SIDE; k++) {
        struct plain_row *r = f->row + k;
        quire_v2 diagonal[4], beside[4], block[4];
        load(diagonal, m, k, 0);
        load(beside, m, k, 1);
        load(r->upper2, m, k, 2);
        if (k >= 1) {
            load(block, m, k, -1);
            if (k >= 2) {
                quire_v2 far[4];
                load(far, m, k, -2);
                multiply(r->lower2, far, r[-2].inverse);
                subtract(block, r->lower2, r[-2].upper1);
                subtract(diagonal, r->lower2, r[-2].upper2);
            }
            multiply(r->lower1, block, r[-1].inverse);
            subtract(diagonal, r->lower1, r[-1].upper1);
            subtract(beside, r->lower1, r[-1].upper2);
        }
        const quire_v2 one = {1, 1}, per_determinant = one / (diagonal[0] * diagonal[3] -
                                                              diagonal[1] * diagonal[2]);
        r->inverse[0] = diagonal[3] * per_determinant;
        r->inverse[1] = -diagonal[1] * per_determinant;
        r->inverse[2] = -diagonal[2] * per_determinant;
        r->inverse[3] = diagonal[0] * per_determinant;
        for (int c = 0; c < 4; c++) {
            r->upper1[c] = beside[c];
        }
    }
    factorise_middle(f, m);
}

QUIRE_INLINE void
solve_middle(const struct plain_factors *f, double w[MIDDLE])
{
    for (int k = 0; k < MIDDLE; k++) {
        for (int i = k + 1; i < MIDDLE; i++) {
            w[i] -= f->middle[i][k] * w[k];
        }
    }
    for (int k = MIDDLE - 1; k >= 0; k--) {
        for (int j = k + 1; j < MIDDLE; j++) {
            w[k] -= f->middle[k][j] * w[j];
        }
        w[k] *= f->per_pivot[k];
    }
}

QUIRE_INLINE void
solve_band(const struct plain_factors *f, double *restrict bx, double *restrict by)
{
    quire_v2 kept[SIDE + 2][2]; /* two before the first are zero */
    double w[MIDDLE];

    kept[0][0] = kept[0][1] = kept[1][0] = kept[1][1] = (quire_v2){0, 0};
    for (int k = 0; k < SIDE; k++) {
        const struct plain_row *r = f->row + k;
        quire_v2 *x = kept[k + 2];
        x[0] = (quire_v2){bx[k], bx[SEGMENTS - k]};
        x[1] = (quire_v2){by[k], by[SEGMENTS - k]};
        if (k >= 2) {
            take(x, r->lower2, kept[k]);
        }
        if (k >= 1) {
            take(x, r->lower1, kept[k + 1]);
        }
    }
    for (int i = 0; i < 3; i++) {
        w[2 * i] = bx[SIDE + i];
        w[2 * i + 1] = by[SIDE + i];
    }
    quire_v2 outer[2] = {{0}}, centre[2] = {{0}};
    take(outer, f->to_middle2[0], kept[SIDE]);
    take(outer, f->to_middle2[1], kept[SIDE + 1]);
    take(centre, f->to_middle1, kept[SIDE + 1]);
    for (int c = 0; c < 2; c++) {
        w[c] += outer[c][0];
        w[4 + c] += outer[c][1];
        w[2 + c] += centre[c][0] + centre[c][1];
    }
    solve_middle(f, w);
    for (int i = 0; i < 3; i++) {
        bx[SIDE + i] = w[2 * i];
        by[SIDE + i] = w[2 * i + 1];
    }
    quire_v2 near[2] = {{w[0], w[4]}, {w[1], w[5]}}, far[2] = {{w[2], w[2]}, {w[3], w[3]}};
    for (int k = SIDE - 1; k >= 0; k--) {
        const struct plain_row *r = f->row + k;
        quire_v2 x[2] = {kept[k + 2][0], kept[k + 2][1]};
        take(x, r->upper2, far);
        take(x, r->upper1, near);
        far[0] = near[0];
        far[1] = near[1];
        near[0] = r->inverse[0] * x[0] + r->inverse[1] * x[1];
        near[1] = r->inverse[2] * x[0] + r->inverse[3] * x[1];
        bx[k] = near[0][0];
        bx[SEGMENTS - k] = near[0][1];
        by[k] = near[1][0];
        by[SEGMENTS - k] = near[1][1];
    }
}

QUIRE_CLONES void
plain_solve(const struct plain_factors *f, const struct plain_matrix *m, double *v)
{
    double *x = v + BY_X, *y = v + BY_Y, *travel = v + BY_TRAVEL, *turn = v + BY_TURN;

    for (int k = 0; k < NIPS; k++) {
        const struct plain_idler *idler = m->idler + k;
        const double *e = idler->inverse, a = e[0] * travel[k] + e[1] * turn[k],
                     b = e[2] * travel[k] + e[3] * turn[k];
        for (int j = 0; idler->touches && j < 3; j++) {
            x[idler->node + j] -= idler->columns[0][2 * j] * a + idler->columns[1][2 * j] * b;
            y[idler->node + j] -=
                idler->columns[0][2 * j + 1] * a + idler->columns[1][2 * j + 1] * b;
        }
    }
    solve_band(f, x, y);
    for (int k = 0; k < NIPS; k++) {
        const struct plain_idler *idler = m->idler + k;
        const double *e = idler->inverse;
        double a = travel[k], b = turn[k];
        for (int j = 0; idler->touches && j < 3; j++) {
            a -= idler->rows[0][2 * j] * x[idler->node + j] +
                 idler->rows[0][2 * j + 1] * y[idler->node + j];
            b -= idler->rows[1][2 * j] * x[idler->node + j] +
                 idler->rows[1][2 * j + 1] * y[idler->node + j];
        }
        travel[k] = e[0] * a + e[1] * b;
        turn[k] = e[2] * a + e[3] * b;
    }
}
