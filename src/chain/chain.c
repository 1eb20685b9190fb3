#include "chain/chain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/detmath.h"

#define N_WORK 14
/* of a segment's length squared: there five terms of the series are exact to the last bit or two */
#define SMALL_STRAIN 1e-3

int
quire_chain_work_create(struct quire_chain_work *w, int n, int stride)
{
    const size_t each = (size_t)stride + 2 * QUIRE_EDGE, size = sizeof(double) * each * N_WORK;
    double **slot[N_WORK] = {
        &w->ex,        &w->ey, &w->inv_length, &w->inv_square, &w->tension_ratio,
        &w->turn_rate, &w->ld, &w->rd,         &w->lm,         &w->rm,
        &w->moment,    &w->bx, &w->by,         &w->joint};

    w->block = aligned_alloc(64, size);
    if (w->block == NULL) {
        return -1;
    }
    memset(w->block, 0, size);
    for (size_t i = 0; i < N_WORK; i++) {
        *slot[i] = w->block + i * each + QUIRE_EDGE;
    }
    for (int i = 1; i < n; i++) {
        w->joint[i] = 1;
    }
    return 0;
}

void
quire_chain_work_destroy(struct quire_chain_work *w)
{
    free(w->block);
    w->block = NULL;
}

/* arcsin s by its series, |s| <= 0.2 */
QUIRE_INLINE double
asin_series(double s, double s2)
{
    const double high =
        15. / 336 + s2 * (105. / 3456 + s2 * (945. / 42240 + s2 * (10395. / 599040)));

    return s + s * (s2 * (1. / 6 + s2 * (3. / 40 + s2 * high)));
}

/* arctan t, |t| <= 0.66, by Cephes' rational approximation */
QUIRE_INLINE double
atan_rational(double t, double z)
{
    const double p = (((-8.750608600031904122785e-1 * z - 1.615753718733365076637e1) * z -
                       7.500855792314704667340e1) *
                          z -
                      1.228866684490136173410e2) *
                         z -
                     6.485021904942025371773e1;
    const double q = ((((z + 2.485846490142306297962e1) * z + 1.650270098316988542046e2) * z +
                       4.328810604912902668951e2) *
                          z +
                      4.853903996359136964868e2) *
                         z +
                     1.945506571482613964425e2;
    return t + t * (z * p / q);
}

/* moments where segments meet at more than the series' angle */
QUIRE_INLINE void
large_angle_moments(const struct quire_chain *c, struct quire_chain_work *w, double largest)
{
    const double *restrict ex = w->ex, *restrict ey = w->ey, *restrict turn_rate = w->turn_rate;
    double *restrict moment = w->moment;

    if (largest < 0.3) {
        QUIRE_IVDEP
        for (int k = 0; k < c->stride; k++) {
            const double cross = ex[k - 1] * ey[k] - ey[k - 1] * ex[k],
                         dot = ex[k - 1] * ex[k] + ey[k - 1] * ey[k];
            const double t = cross / dot;
            moment[k] = (c->kb * (atan_rational(t, t * t) - c->rest[k]) +
                         c->cb * (turn_rate[k] - turn_rate[k - 1])) *
                        w->joint[k];
        }
        return;
    }
    for (int k = 0; k <= c->n; k++) {
        const double cross = ex[k - 1] * ey[k] - ey[k - 1] * ex[k],
                     dot = ex[k - 1] * ex[k] + ey[k - 1] * ey[k];
        moment[k] = (c->kb * (quire_atan2(cross, dot) - c->rest[k]) +
                     c->cb * (turn_rate[k] - turn_rate[k - 1])) *
                    w->joint[k];
    }
}

/* what stands beyond an end: nothing that pulls, in the direction of a clamp, or of the last
 * segment: any other could be square to it, where the series has no value */
QUIRE_INLINE void
ghost(const struct quire_chain *c, struct quire_chain_work *w, const struct quire_clamp *clamp,
      int at, int beside)
{
    w->ex[at] = clamp->held ? c->h * clamp->direction[0] : w->ex[beside];
    w->ey[at] = clamp->held ? c->h * clamp->direction[1] : w->ey[beside];
    w->inv_length[at] = clamp->held ? 1 / c->h : w->inv_length[beside];
    w->inv_square[at] = w->tension_ratio[at] = 0;
    w->turn_rate[at] = clamp->spin;
}

/* 1 / sqrt(1 + d) by its series, |d| <= SMALL_STRAIN */
QUIRE_INLINE double
inverse_root(double d)
{
    return 1 + d * (-1. / 2 + d * (3. / 8 + d * (-5. / 16 + d * (35. / 128 + d * (-63. / 256)))));
}

/* Segment vectors, tensions and rates; the largest d^2, where l^2 = h^2 (1 + d). Roots and
 * divisions are what this would wait for: `strained` says that they are needed all the same. */
QUIRE_INLINE double
segments(const struct quire_chain *c, struct quire_chain_work *w, const double *restrict x,
         const double *restrict y, const double *restrict vx, const double *restrict vy,
         const bool strained)
{
    const double h = c->h, ih = 1 / h, h2 = h * h, ih2 = ih * ih, ka = c->ka, ca = c->ca;
    const double *restrict segment = c->segment;
    double *restrict ex = w->ex, *restrict ey = w->ey, *restrict inv_length = w->inv_length,
                     *restrict inv_square = w->inv_square,
                     *restrict tension_ratio = w->tension_ratio, *restrict turn_rate = w->turn_rate;
    double largest[QUIRE_LANES] = {0};

    for (int i = 0; i < c->stride; i += QUIRE_LANES) {
        QUIRE_IVDEP
        for (int j = 0; j < QUIRE_LANES; j++) {
            const int k = i + j;
            const double a = x[k + 1] - x[k], b = y[k + 1] - y[k], u = vx[k + 1] - vx[k],
                         v = vy[k + 1] - vy[k];
            const double l2 = a * a + b * b, d = (l2 - h2) * ih2, off = d * d * segment[k];
            const double r = strained ? 1 / sqrt(l2) : ih * inverse_root(d), q = r * r;
            ex[k] = a;
            ey[k] = b;
            inv_length[k] = r;
            inv_square[k] = q;
            tension_ratio[k] = (ka * (l2 * r - h) + ca * ((a * u + b * v) * r)) * r;
            turn_rate[k] = (a * v - b * u) * q;
            largest[j] = off > largest[j] ? off : largest[j];
        }
    }
    return quire_largest8(largest);
}

/* the same with what stands beyond the ends */
QUIRE_INLINE void
geometry(const struct quire_chain *c, struct quire_chain_work *w, const struct quire_clamp clamp[2],
         const double *x, const double *y, const double *vx, const double *vy)
{
    const int n = c->n;

    if (!(segments(c, w, x, y, vx, vy, false) <= SMALL_STRAIN * SMALL_STRAIN)) {
        segments(c, w, x, y, vx, vy, true);
    }
    ghost(c, w, clamp, -1, 0);
    ghost(c, w, clamp + 1, n, n - 1);
    for (int i = n + 1; i < c->stride; i++) {
        w->ex[i] = w->ex[n];
        w->ey[i] = w->ey[n];
        w->inv_length[i] = w->inv_square[i] = w->tension_ratio[i] = w->turn_rate[i] = 0;
    }
    /* half a segment is held: twice the stiffness of a joint */
    w->joint[0] = clamp[0].held ? 2 : 0;
    w->joint[n] = clamp[1].held ? 2 : 0;
}

QUIRE_INLINE void
moments(const struct quire_chain *c, struct quire_chain_work *w)
{
    const double *restrict ex = w->ex, *restrict ey = w->ey, *restrict inv_length = w->inv_length,
                           *restrict turn_rate = w->turn_rate, *restrict joint = w->joint,
                           *restrict rest = c->rest;
    const double kb = c->kb, cb = c->cb;
    double *restrict moment = w->moment;
    double largest[QUIRE_LANES] = {0};

    for (int i = 0; i < c->stride; i += QUIRE_LANES) {
        QUIRE_IVDEP
        for (int j = 0; j < QUIRE_LANES; j++) {
            const int k = i + j;
            const double cross = ex[k - 1] * ey[k] - ey[k - 1] * ex[k],
                         dot = ex[k - 1] * ex[k] + ey[k - 1] * ey[k];
            const double s = cross * (inv_length[k - 1] * inv_length[k]), s2 = s * s;
            const double off = (dot <= 0 ? 1 : s2) * joint[k];
            moment[k] =
                (kb * (asin_series(s, s2) - rest[k]) + cb * (turn_rate[k] - turn_rate[k - 1])) *
                joint[k];
            largest[j] = off > largest[j] ? off : largest[j];
        }
    }
    const double all = quire_largest8(largest);
    if (!(all <= 0.04)) { /* there the series is good to 3e-12 relative */
        large_angle_moments(c, w, all);
    }
    moment[c->stride] = 0;
}

QUIRE_INLINE void
nodal_forces(const struct quire_chain *c, struct quire_chain_work *w, double *restrict fx,
             double *restrict fy)
{
    const double *restrict ex = w->ex, *restrict ey = w->ey, *restrict inv_square = w->inv_square,
                           *restrict tension_ratio = w->tension_ratio, *restrict moment = w->moment;
    double *restrict bx = w->bx, *restrict by = w->by;

    QUIRE_IVDEP
    for (int i = 0; i < c->stride; i++) {
        const double q = (moment[i + 1] - moment[i]) * inv_square[i];
        bx[i] = tension_ratio[i] * ex[i] + q * ey[i];
        by[i] = tension_ratio[i] * ey[i] - q * ex[i];
    }
    QUIRE_IVDEP
    for (int i = 0; i < c->stride; i++) {
        fx[i] += bx[i] - bx[i - 1];
        fy[i] += by[i] - by[i - 1];
    }
}

QUIRE_INLINE void
forces(const struct quire_chain *c, struct quire_chain_work *w, const struct quire_clamp clamp[2],
       const double *x, const double *y, const double *vx, const double *vy, double *fx, double *fy)
{
    geometry(c, w, clamp, x, y, vx, vy);
    moments(c, w);
    nodal_forces(c, w, fx, fy);
}

/* four segments' Y = m_o - Z, as a block each, N and A, the latter's x and y one behind the other
 */
struct four {
    quire_v4 y[4], nx, ny, a[2];
};

/* weights of stiffness and damping in the matrix */
struct weights {
    double tension, stiff, bend, turn, damp;
};

QUIRE_INLINE void
segment_blocks(const struct quire_chain *c, const struct quire_chain_work *w, const double *vx,
               const double *vy, int i, const struct weights *k, struct four *out)
{
    const quire_v4 a = quire_load4(w->ex + i), b = quire_load4(w->ey + i),
                   inv_length = quire_load4(w->inv_length + i), q = quire_load4(w->inv_square + i);
    const quire_v4 u = quire_load4(vx + i + 1) - quire_load4(vx + i),
                   v = quire_load4(vy + i + 1) - quire_load4(vy + i);
    const quire_v4 nx = -b * q, ny = a * q, ux = a * inv_length, uy = b * inv_length,
                   ha = -2 * nx * ny, hb = nx * nx - ny * ny;
    const quire_v4 ax = k->bend * nx + k->turn * (ha * u + hb * v),
                   ay = k->bend * ny + k->turn * (hb * u - ha * v);
    const quire_v4 gt = k->tension * quire_load4(w->tension_ratio + i), beta = k->damp * inv_length,
                   alpha = (k->stiff - gt) - beta * (ux * u + uy * v);
    const quire_v4 gx = alpha * ux + beta * u, gy = alpha * uy + beta * v;
    const quire_v4 s = quire_load4(w->joint + i) + quire_load4(w->joint + i + 1), sx = s * nx,
                   sy = s * ny;
    const quire_v4 dm = k->tension * (quire_load4(w->moment + i + 1) - quire_load4(w->moment + i)),
                   da = dm * ha, db = dm * hb, off = c->mass_off - gt;

    quire_transpose4(out->y, off - ((ux * gx + sx * ax) - da), db - (ux * gy + sx * ay),
                     db - (uy * gx + sy * ax), off - ((uy * gy + sy * ay) + da));
    out->nx = nx;
    out->ny = ny;
    out->a[0] = QUIRE_PICK(ax, ay, 0, 4, 1, 5);
    out->a[1] = QUIRE_PICK(ax, ay, 2, 6, 3, 7);
}

/* where the rows of the band stand: node i between the segments i - 1 and i */
struct rows {
    quire_v4 diagonal;                     /* m_d + 2 m_o */
    quire_v4 n, y, a;                      /* of segment i: N is x twice, y twice; A twice */
    quire_v4 a_before, y_before, up, down; /* of segment i - 1: A, Y, U, L */
};

/* Writes the row of node i, for which A of segment i + 1 is needed, and goes on to that segment:
 * node i feels segment i minus segment i - 1. */
QUIRE_INLINE void
write_row(struct rows *r, quire_v4 *row, quire_v4 next_n, quire_v4 next_y, quire_v4 next_a)
{
    const quire_v4 up = r->n * next_a, down = r->n * r->a_before;

    row[0] = r->down;
    row[1] = (r->y_before - r->down) - down;
    row[2] = ((r->diagonal - r->y_before) - r->y) + (down + r->up);
    row[3] = (r->y - r->up) - up;
    row[4] = up;
    *r = (struct rows){r->diagonal, next_n, next_y, next_a, r->a, r->y, up, down};
}

/* M - (cq K + cv D), after the forces at the same state */
QUIRE_INLINE void
matrix(const struct quire_chain *c, const struct quire_chain_work *w, const double *vx,
       const double *vy, double cq, double cv, struct quire_band *b)
{
    const struct weights weights = {cq, cq * c->ka + cv * c->ca, cq * c->kb + cv * c->cb,
                                    cq * c->cb, cq * c->ca};
    const double inner = c->mass_inner + 2 * c->mass_off, edge = c->mass_end - c->mass_inner;
    const quire_v4 zero = {0, 0, 0, 0}, mass = {c->mass_off, 0, 0, c->mass_off};
    /* the one before the first is written, too, and means nothing */
    quire_v4(*row)[5] = b->row - 1;
    struct rows r = {.diagonal = {inner, 0, 0, inner}, .y = mass};

    w->inv_length[c->n] = 0; /* beyond the end nothing pulls */
    for (int i = 0; i <= c->n; i += 4) {
        struct four s;
        segment_blocks(c, w, vx, vy, i, &weights, &s);
        for (int j = 0; j < 4; j++) {
            const double *a = (const double *)s.a + 2 * j;
            write_row(&r, *row++, (quire_v4){s.nx[j], s.nx[j], s.ny[j], s.ny[j]}, s.y[j],
                      (quire_v4){a[0], a[1], a[0], a[1]});
        }
    }
    write_row(&r, *row, zero, zero, zero);
    b->row[0][2] += (quire_v4){edge, 0, 0, edge};
    b->row[c->n][2] += (quire_v4){edge, 0, 0, edge};
}

QUIRE_CLONES void
quire_chain_forces(const struct quire_chain *c, struct quire_chain_work *w,
                   const struct quire_clamp clamp[2], const double *x, const double *y,
                   const double *vx, const double *vy, double *fx, double *fy)
{
    forces(c, w, clamp, x, y, vx, vy, fx, fy);
}

QUIRE_CLONES void
quire_chain_forces_matrix(const struct quire_chain *c, struct quire_chain_work *w,
                          const struct quire_clamp clamp[2], const double *x, const double *y,
                          const double *vx, const double *vy, double *fx, double *fy, double cq,
                          double cv, struct quire_band *b)
{
    forces(c, w, clamp, x, y, vx, vy, fx, fy);
    matrix(c, w, vx, vy, cq, cv, b);
}

/* elongation (times the length) and rotation of each segment by these motions of the nodes, and of
 * what lies beyond the ends */
QUIRE_INLINE void
segment_motions(const struct quire_chain *c, const struct quire_chain_work *w,
                const double *restrict vx, const double *restrict vy, double before, double behind,
                double *restrict length, double *restrict turn)
{
    const double *restrict ex = w->ex, *restrict ey = w->ey, *restrict inv_square = w->inv_square;

    QUIRE_IVDEP
    for (int i = 0; i < c->stride; i++) {
        const double u = vx[i + 1] - vx[i], v = vy[i + 1] - vy[i];
        length[i] = ex[i] * u + ey[i] * v;
        turn[i] = (ex[i] * v - ey[i] * u) * inv_square[i];
    }
    for (int i = c->n; i < c->stride; i++) {
        length[i] = turn[i] = 0;
    }
    turn[-1] = before;
    turn[c->n] = behind;
}

/* what the dampers take at the rates ld, rd along the motion lm, rm */
QUIRE_INLINE double
damper_work(const struct quire_chain *c, const struct quire_chain_work *w,
            const double *restrict lm, const double *restrict rm)
{
    const double *restrict ld = w->ld, *restrict rd = w->rd, *restrict joint = w->joint,
                           *restrict inv_square = w->inv_square;
    quire_v4 axial[2] = {{0}}, bending[2] = {{0}};

    for (int i = 0; i < c->stride; i += QUIRE_LANES) {
        for (int k = 0; k < 2; k++) {
            const int j = i + 4 * k;
            axial[k] += quire_load4(ld + j) * quire_load4(lm + j) * quire_load4(inv_square + j);
            bending[k] += (quire_load4(rd + j) - quire_load4(rd + j - 1)) *
                          (quire_load4(rm + j) - quire_load4(rm + j - 1)) * quire_load4(joint + j);
        }
    }
    return c->ca * quire_sum8(axial[0], axial[1]) + c->cb * quire_sum8(bending[0], bending[1]);
}

QUIRE_CLONES double
quire_chain_dissipation(const struct quire_chain *c, struct quire_chain_work *w, const double *vx,
                        const double *vy)
{
    /* clamps turn as they are told */
    segment_motions(c, w, vx, vy, w->turn_rate[-1], w->turn_rate[c->n], w->ld, w->rd);
    return damper_work(c, w, w->ld, w->rd);
}

QUIRE_CLONES double
quire_chain_elastic(const struct quire_chain *c, const struct quire_chain_work *w)
{
    const quire_v4 zero = {0}, lane = {0, 1, 2, 3};
    quire_v4 axial[2] = {{0}}, bending[2] = {{0}};

    for (int i = 0; i < c->stride; i += QUIRE_LANES) {
        for (int k = 0; k < 2; k++) {
            const int j = i + 4 * k;
            const quire_v4 joint = quire_load4(w->joint + j),
                           stretch = 1 / quire_sqrt4(quire_load4(w->inv_square + j)) - c->h;
            const quire_v4 moment =
                quire_load4(w->moment + j) / joint -
                c->cb * (quire_load4(w->turn_rate + j) - quire_load4(w->turn_rate + j - 1));
            axial[k] += quire_where4(lane < quire_all4(c->n - j), stretch * stretch);
            bending[k] += quire_where4(joint > zero, moment * moment * joint);
        }
    }
    return 0.5 * (c->ka * quire_sum8(axial[0], axial[1]) +
                  (c->kb > 0 ? quire_sum8(bending[0], bending[1]) / c->kb : 0));
}

QUIRE_CLONES void
quire_chain_tension(const struct quire_chain *c, const struct quire_chain_work *w, double *tension)
{
    for (int i = 0; i < c->n; i += 4) {
        const quire_v4 four =
            quire_load4(w->tension_ratio + i) / quire_sqrt4(quire_load4(w->inv_square + i));
        if (i + 4 <= c->n) {
            quire_store4(tension + i, four);
        } else {
            memcpy(tension + i, &four, (size_t)(c->n - i) * sizeof *tension);
        }
    }
}

/* the tangents of the angles of four joints from this one on; 0 beyond the last */
QUIRE_INLINE quire_v4
turns_from(const struct quire_chain *c, const struct quire_chain_work *w, int joint)
{
    const quire_v4 ax = quire_load4(w->ex + joint - 1), ay = quire_load4(w->ey + joint - 1),
                   bx = quire_load4(w->ex + joint), by = quire_load4(w->ey + joint),
                   lane = {0, 1, 2, 3};

    return quire_where4(lane < quire_all4(c->n - joint), (ax * by - ay * bx) / (ax * bx + ay * by));
}

QUIRE_CLONES double
quire_chain_peak_turn(const struct quire_chain *c, const struct quire_chain_work *w, int *at)
{
    const quire_v4 zero = {0}, lane = {0, 1, 2, 3};
    quire_v4 size = zero, turn = zero, where = zero;
    double best = 0;

    for (int i = 1; i < c->n; i += 4) {
        const quire_v4 now = turns_from(c, w, i), now_size = quire_abs4(now);
        const quire_mask4 more = now_size > size;
        size = quire_select4(more, now_size, size);
        turn = quire_select4(more, now, turn);
        where = quire_select4(more, quire_all4(i) + lane, where);
    }
    *at = 0;
    for (int k = 0; k < 4; k++) { /* of equal ones the first */
        if (size[k] > fabs(best) || (size[k] > 0 && size[k] >= fabs(best) && where[k] < *at)) {
            best = turn[k];
            *at = (int)where[k];
        }
    }
    return best;
}

/* What makes up a M b: sums of a_i b_i, and of a_i b_{i+1} + a_{i+1} b_i. Rows are padded with
 * zeros; what stands behind them is not theirs. */
struct mass_sums {
    quire_v4 same[2], next[2];
    double ends;
};

QUIRE_INLINE void
add_product(struct mass_sums *s, const struct quire_chain *c, const double *restrict a,
            const double *restrict b)
{
    for (int i = 0; i < c->stride; i += QUIRE_LANES) {
        for (int k = 0; k < 2; k++) {
            const int j = i + 4 * k;
            const quire_v4 a0 = quire_load4(a + j), b0 = quire_load4(b + j);
            quire_v4 next = a0 * quire_load4(b + j + 1) + quire_load4(a + j + 1) * b0;
            if (k == 1 && i + QUIRE_LANES == c->stride) {
                next[3] = 0;
            }
            s->same[k] += a0 * b0;
            s->next[k] += next;
        }
    }
    s->ends += a[0] * b[0] + a[c->n] * b[c->n];
}

QUIRE_INLINE double
mass_product(const struct quire_chain *c, const struct mass_sums *s)
{
    return c->mass_inner * quire_sum8(s->same[0], s->same[1]) +
           c->mass_off * quire_sum8(s->next[0], s->next[1]) -
           (c->mass_inner - c->mass_end) * s->ends;
}

QUIRE_CLONES double
quire_chain_kinetic(const struct quire_chain *c, const double *vx, const double *vy)
{
    struct mass_sums s = {0};

    add_product(&s, c, vx, vx);
    add_product(&s, c, vy, vy);
    return 0.5 * mass_product(c, &s);
}

QUIRE_CLONES double
quire_chain_damping_work(const struct quire_chain *c, struct quire_chain_work *w, const double *d)
{
    segment_motions(c, w, d, d + c->stride, 0, 0, w->lm, w->rm);
    return -damper_work(c, w, w->lm, w->rm);
}
