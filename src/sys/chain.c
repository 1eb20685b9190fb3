#include "sys/chain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "num/detmath.h"

#define N_WORK 33

int
quire_chain_work_create(struct quire_chain_work *w, int n, int stride)
{
    const size_t each = (size_t)stride + 2 * QUIRE_EDGE;
    double **slot[N_WORK] = {&w->ex,    &w->ey,    &w->wx,    &w->wy,    &w->i2,    &w->tl,    &w->ld,    &w->rr,
                             &w->rd,    &w->lm,    &w->rm,    &w->mo,    &w->bx,    &w->by,    &w->ax,    &w->ay,    &w->hh[0], &w->hh[1], &w->hh[2],
                             &w->hh[3], &w->c0[0], &w->c0[1], &w->c0[2], &w->c0[3], &w->cp[0], &w->cp[1], &w->cp[2],
                             &w->cp[3], &w->cm[0], &w->cm[1], &w->cm[2], &w->cm[3], &w->joint};

    w->block = aligned_alloc(64, sizeof(double) * each * N_WORK);
    if (w->block == NULL) {
        return -1;
    }
    memset(w->block, 0, sizeof(double) * each * N_WORK);
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

/* arctan t, |t| <= 0.66, by Cephes' rational approximation; the series is enough for the small angles of a fine mesh */
QUIRE_INLINE double
atan_series(double t, double t2)
{
    return t * (1 - t2 * (1. / 3 - t2 * (.2 - t2 * (1. / 7 - t2 * (1. / 9 - t2 / 11)))));
}

QUIRE_INLINE double
atan_rational(double t, double z)
{
    const double p = (((-8.750608600031904122785e-1 * z - 1.615753718733365076637e1) * z - 7.500855792314704667340e1) * z -
                      1.228866684490136173410e2) * z - 6.485021904942025371773e1;
    const double q = ((((z + 2.485846490142306297962e1) * z + 1.650270098316988542046e2) * z + 4.328810604912902668951e2) * z +
                      4.853903996359136964868e2) * z + 1.945506571482613964425e2;
    return t + t * (z * p / q);
}

/* moments where segments meet at more than the series' angle */
QUIRE_INLINE void
large_angle_moments(const struct quire_chain *c, struct quire_chain_work *w, double largest)
{
    const double *restrict ex = w->ex, *restrict ey = w->ey, *restrict rr = w->rr;
    double *restrict mo = w->mo;

    if (largest < 0.43) {
        QUIRE_IVDEP
        for (int k = 0; k < c->stride; k++) {
            const double cross = ex[k - 1] * ey[k] - ey[k - 1] * ex[k], dot = ex[k - 1] * ex[k] + ey[k - 1] * ey[k];
            const double t = cross / dot;
            mo[k] = (c->kb * (atan_rational(t, t * t) - c->rest[k]) + c->cb * (rr[k] - rr[k - 1])) * w->joint[k];
        }
        return;
    }
    for (int k = 0; k <= c->n; k++) {
        const double cross = ex[k - 1] * ey[k] - ey[k - 1] * ex[k], dot = ex[k - 1] * ex[k] + ey[k - 1] * ey[k];
        mo[k] = (c->kb * (quire_atan2(cross, dot) - c->rest[k]) + c->cb * (rr[k] - rr[k - 1])) * w->joint[k];
    }
}

/* segment vectors, tensions and moments; with `matrix` also the axial blocks hh and the bending rows ax, ay */
QUIRE_INLINE void
segments(const struct quire_chain *c, struct quire_chain_work *w, const struct quire_clamp clamp[2], const double *restrict x,
         const double *restrict y, const double *restrict vx, const double *restrict vy, double cq, double cv, const int matrix)
{
    const int n = c->n, stride = c->stride;
    const double h = c->h, ka = c->ka, ca = c->ca, kb = c->kb, cb = c->cb;
    double *restrict ex = w->ex, *restrict ey = w->ey, *restrict wx = w->wx, *restrict wy = w->wy, *restrict i2 = w->i2,
                     *restrict tl = w->tl, *restrict rr = w->rr, *restrict ax = w->ax, *restrict ay = w->ay;
    double *restrict h0 = w->hh[0], *restrict h1 = w->hh[1], *restrict h2 = w->hh[2], *restrict h3 = w->hh[3];

    QUIRE_IVDEP
    for (int i = 0; i < stride; i++) {
        ex[i] = x[i + 1] - x[i];
        ey[i] = y[i + 1] - y[i];
        wx[i] = vx[i + 1] - vx[i];
        wy[i] = vy[i + 1] - vy[i];
    }
    /* beyond a free end the sheet goes on straight: any other direction could be square to it, where the series has no value */
    ex[-1] = clamp[0].held ? h * clamp[0].direction[0] : ex[0];
    ey[-1] = clamp[0].held ? h * clamp[0].direction[1] : ey[0];
    ex[n] = clamp[1].held ? h * clamp[1].direction[0] : ex[n - 1];
    ey[n] = clamp[1].held ? h * clamp[1].direction[1] : ey[n - 1];
    wx[n] = wy[n] = 0;
    for (int i = n + 1; i < stride; i++) {
        ex[i] = ex[n];
        ey[i] = ey[n];
        wx[i] = wy[i] = 0;
    }
    QUIRE_IVDEP
    for (int i = 0; i < stride; i++) {
        const double a = ex[i], b = ey[i], u = wx[i], v = wy[i];
        const double l2 = a * a + b * b, l = sqrt(l2), q = 1 / l2, il = l * q, ux = a * il, uy = b * il;
        const double rate = ux * u + uy * v, t = ka * (l - h) + ca * rate, t_l = t * il;
        i2[i] = q;
        tl[i] = t_l;
        rr[i] = (a * v - b * u) * q;
        if (matrix) {
            const double gx = cq * (ka * ux + ca * (u - rate * ux) * il) + cv * ca * ux;
            const double gy = cq * (ka * uy + ca * (v - rate * uy) * il) + cv * ca * uy, gt = cq * t_l;
            const double q2 = q * q, ha = 2 * a * b * q2, hb = (b * b - a * a) * q2, k = cq * kb + cv * cb;
            h0[i] = ux * gx + gt * (1 - ux * ux);
            h1[i] = ux * gy - gt * ux * uy;
            h2[i] = uy * gx - gt * ux * uy;
            h3[i] = uy * gy + gt * (1 - uy * uy);
            ax[i] = -k * b * q + cq * cb * (ha * u + hb * v);
            ay[i] = k * a * q + cq * cb * (hb * u - ha * v);
        }
    }
    rr[-1] = clamp[0].spin;
    rr[n] = clamp[1].spin;
    w->joint[0] = clamp[0].held ? 2 : 0; /* half a segment is held: twice the stiffness of a joint */
    w->joint[n] = clamp[1].held ? 2 : 0;
}

QUIRE_INLINE void
moments(const struct quire_chain *c, struct quire_chain_work *w)
{
    const double *restrict ex = w->ex, *restrict ey = w->ey, *restrict rr = w->rr, *restrict joint = w->joint,
                     *restrict rest = c->rest;
    const double kb = c->kb, cb = c->cb;
    double *restrict mo = w->mo;
    double largest[QUIRE_LANES] = {0}, all = 0;

    for (int i = 0; i < c->stride; i += QUIRE_LANES) {
        QUIRE_IVDEP
        for (int j = 0; j < QUIRE_LANES; j++) {
            const int k = i + j;
            const double cross = ex[k - 1] * ey[k] - ey[k - 1] * ex[k], dot = ex[k - 1] * ex[k] + ey[k - 1] * ey[k];
            const double t = cross / dot, t2 = t * t;
            double off = dot <= 0 ? 1 : t2;
            off *= joint[k];
            mo[k] = (kb * (atan_series(t, t2) - rest[k]) + cb * (rr[k] - rr[k - 1])) * joint[k];
            largest[j] = off > largest[j] ? off : largest[j];
        }
    }
    for (int j = 0; j < QUIRE_LANES; j++) {
        all = largest[j] > all ? largest[j] : all;
    }
    if (!(all <= 0.04)) { /* there the series is good to 1e-16 relative */
        large_angle_moments(c, w, all);
    }
    mo[c->stride] = 0;
}

QUIRE_INLINE void
nodal_forces(const struct quire_chain *c, struct quire_chain_work *w, double *restrict fx, double *restrict fy)
{
    const double *restrict ex = w->ex, *restrict ey = w->ey, *restrict i2 = w->i2, *restrict tl = w->tl, *restrict mo = w->mo;
    double *restrict bx = w->bx, *restrict by = w->by;

    QUIRE_IVDEP
    for (int i = 0; i < c->stride; i++) {
        const double q = (mo[i + 1] - mo[i]) * i2[i];
        bx[i] = (tl[i] * ex[i] + q * ey[i]) * c->segment[i];
        by[i] = (tl[i] * ey[i] - q * ex[i]) * c->segment[i];
    }
    QUIRE_IVDEP
    for (int i = 0; i < c->stride; i++) {
        fx[i] += bx[i] - bx[i - 1];
        fy[i] += by[i] - by[i - 1];
    }
}

/* derivative of each segment's force with respect to its own (c0), the next (cp) and the previous (cm) segment vector */
QUIRE_INLINE void
segment_blocks(const struct quire_chain *c, struct quire_chain_work *w, double cq)
{
    const double *restrict ex = w->ex, *restrict ey = w->ey, *restrict i2 = w->i2, *restrict mo = w->mo, *restrict ax = w->ax,
                     *restrict ay = w->ay, *restrict joint = w->joint, *restrict segment = c->segment;
    const double *restrict h0 = w->hh[0], *restrict h1 = w->hh[1], *restrict h2 = w->hh[2], *restrict h3 = w->hh[3];
    double *restrict z0 = w->c0[0], *restrict z1 = w->c0[1], *restrict z2 = w->c0[2], *restrict z3 = w->c0[3];
    double *restrict p0 = w->cp[0], *restrict p1 = w->cp[1], *restrict p2 = w->cp[2], *restrict p3 = w->cp[3];
    double *restrict m0 = w->cm[0], *restrict m1 = w->cm[1], *restrict m2 = w->cm[2], *restrict m3 = w->cm[3];

    QUIRE_IVDEP
    for (int i = 0; i < c->stride; i++) {
        const double q = i2[i], nx = -ey[i] * q, ny = ex[i] * q, q2 = q * q, f = segment[i];
        const double ha = 2 * ex[i] * ey[i] * q2, hb = (ey[i] * ey[i] - ex[i] * ex[i]) * q2;
        const double dm = cq * (mo[i + 1] - mo[i]), s = joint[i] + joint[i + 1];
        z0[i] = f * (h0[i] + s * nx * ax[i] - dm * ha);
        z1[i] = f * (h1[i] + s * nx * ay[i] - dm * hb);
        z2[i] = f * (h2[i] + s * ny * ax[i] - dm * hb);
        z3[i] = f * (h3[i] + s * ny * ay[i] + dm * ha);
    }
    QUIRE_IVDEP
    for (int i = 0; i < c->stride; i++) {
        const double f = -i2[i] * segment[i], nx = -ey[i] * f, ny = ex[i] * f, next = joint[i + 1], previous = joint[i];
        p0[i] = next * nx * ax[i + 1];
        p1[i] = next * nx * ay[i + 1];
        p2[i] = next * ny * ax[i + 1];
        p3[i] = next * ny * ay[i + 1];
        m0[i] = previous * nx * ax[i - 1];
        m1[i] = previous * nx * ay[i - 1];
        m2[i] = previous * ny * ax[i - 1];
        m3[i] = previous * ny * ay[i - 1];
    }
}

/* M - (cq K + cv D) from the segments' blocks: node i feels segment i minus segment i - 1 */
QUIRE_INLINE void
band_rows(const struct quire_chain *c, struct quire_chain_work *w, struct quire_band *b)
{
    const double edge = c->me - c->md;

    for (int i = 0; i < c->stride; i += 4) {
        quire_v4 a[5][4];
        for (int k = 0; k < 4; k++) {
            const double diagonal = k == 0 || k == 3 ? c->md : 0, off = k == 0 || k == 3 ? c->mo : 0;
            const quire_v4 z = quire_load4(w->c0[k] + i), p = quire_load4(w->cp[k] + i), m = quire_load4(w->cm[k] + i);
            const quire_v4 z1 = quire_load4(w->c0[k] + i - 1), p1 = quire_load4(w->cp[k] + i - 1), m1 = quire_load4(w->cm[k] + i - 1);
            a[0][k] = -m1;
            a[1][k] = off + m + m1 - z1;
            a[2][k] = diagonal - m + z + z1 - p1;
            a[3][k] = off - z + p + p1;
            a[4][k] = -p;
        }
        for (int d = 0; d < 5; d++) {
            quire_v4 block[4];
            quire_transpose4(block, a[d][0], a[d][1], a[d][2], a[d][3]);
            for (int j = 0; j < 4; j++) {
                b->row[i + j][d] = block[j];
            }
        }
    }
    b->row[0][2] += (quire_v4){edge, 0, 0, edge};
    b->row[c->n][2] += (quire_v4){edge, 0, 0, edge};
}

QUIRE_INLINE void
evaluate(const struct quire_chain *c, struct quire_chain_work *w, const struct quire_clamp clamp[2], const double *x,
         const double *y, const double *vx, const double *vy, double *fx, double *fy, double cq, double cv, struct quire_band *b,
         const int matrix)
{
    segments(c, w, clamp, x, y, vx, vy, cq, cv, matrix);
    moments(c, w);
    nodal_forces(c, w, fx, fy);
    if (matrix) {
        for (int i = c->n; i < c->stride; i++) {
            w->ax[i] = w->ay[i] = 0;
        }
        segment_blocks(c, w, cq);
        band_rows(c, w, b);
    }
}

QUIRE_CLONES void
quire_chain_forces(const struct quire_chain *c, struct quire_chain_work *w, const struct quire_clamp clamp[2], const double *x,
                   const double *y, const double *vx, const double *vy, double *fx, double *fy)
{
    evaluate(c, w, clamp, x, y, vx, vy, fx, fy, 0, 0, NULL, 0);
}

QUIRE_CLONES void
quire_chain_forces_matrix(const struct quire_chain *c, struct quire_chain_work *w, const struct quire_clamp clamp[2],
                          const double *x, const double *y, const double *vx, const double *vy, double *fx, double *fy, double cq,
                          double cv, struct quire_band *b)
{
    evaluate(c, w, clamp, x, y, vx, vy, fx, fy, cq, cv, b, 1);
}

/* elongation (times the length) and rotation of each segment by these motions of the nodes, and of what lies beyond the ends */
QUIRE_INLINE void
segment_motions(const struct quire_chain *c, const struct quire_chain_work *w, const double *restrict vx, const double *restrict vy,
                double before, double behind, double *restrict length, double *restrict turn)
{
    const double *restrict ex = w->ex, *restrict ey = w->ey, *restrict i2 = w->i2;

    QUIRE_IVDEP
    for (int i = 0; i < c->stride; i++) {
        const double u = vx[i + 1] - vx[i], v = vy[i + 1] - vy[i];
        length[i] = ex[i] * u + ey[i] * v;
        turn[i] = (ex[i] * v - ey[i] * u) * i2[i];
    }
    for (int i = c->n; i < c->stride; i++) {
        length[i] = turn[i] = 0;
    }
    turn[-1] = before;
    turn[c->n] = behind;
}

/* what the dampers take at the rates ld, rd along the motion lm, rm */
QUIRE_INLINE double
damper_work(const struct quire_chain *c, const struct quire_chain_work *w, const double *restrict lm, const double *restrict rm)
{
    const double *restrict ld = w->ld, *restrict rd = w->rd, *restrict joint = w->joint, *restrict i2 = w->i2;
    quire_v4 axial[2] = {{0}}, bending[2] = {{0}};

    for (int i = 0; i < c->stride; i += QUIRE_LANES) {
        for (int k = 0; k < 2; k++) {
            const int j = i + 4 * k;
            axial[k] += quire_load4(ld + j) * quire_load4(lm + j) * quire_load4(i2 + j);
            bending[k] += (quire_load4(rd + j) - quire_load4(rd + j - 1)) * (quire_load4(rm + j) - quire_load4(rm + j - 1)) * quire_load4(joint + j);
        }
    }
    return c->ca * quire_sum8(axial[0], axial[1]) + c->cb * quire_sum8(bending[0], bending[1]);
}

QUIRE_CLONES double
quire_chain_dissipation(const struct quire_chain *c, struct quire_chain_work *w, const double *vx, const double *vy)
{
    segment_motions(c, w, vx, vy, w->rr[-1], w->rr[c->n], w->ld, w->rd); /* clamps turn as they are told */
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
            const quire_v4 joint = quire_load4(w->joint + j), stretch = 1 / quire_sqrt4(quire_load4(w->i2 + j)) - c->h;
            const quire_v4 moment = quire_load4(w->mo + j) / joint - c->cb * (quire_load4(w->rr + j) - quire_load4(w->rr + j - 1));
            axial[k] += quire_where4(lane < quire_all4(c->n - j), stretch * stretch);
            bending[k] += quire_where4(joint > zero, moment * moment * joint);
        }
    }
    return 0.5 * (c->ka * quire_sum8(axial[0], axial[1]) + (c->kb > 0 ? quire_sum8(bending[0], bending[1]) / c->kb : 0));
}

void
quire_chain_tension(const struct quire_chain *c, const struct quire_chain_work *w, double *tension)
{
    for (int i = 0; i < c->n; i++) {
        tension[i] = w->tl[i] / sqrt(w->i2[i]);
    }
}

/* What makes up a M b: sums of a_i b_i, and of a_i b_{i+1} + a_{i+1} b_i. Rows are padded with zeros; what stands behind them is not theirs. */
struct mass_sums {
    quire_v4 same[2], next[2];
    double ends;
};

QUIRE_INLINE void
add_product(struct mass_sums *s, const struct quire_chain *c, const double sign, const double *restrict a, const double *restrict b)
{
    for (int i = 0; i < c->stride; i += QUIRE_LANES) {
        for (int k = 0; k < 2; k++) {
            const int j = i + 4 * k;
            const quire_v4 a0 = quire_load4(a + j), b0 = quire_load4(b + j);
            quire_v4 next = a0 * quire_load4(b + j + 1) + quire_load4(a + j + 1) * b0;
            if (k == 1 && i + QUIRE_LANES == c->stride) {
                next[3] = 0;
            }
            s->same[k] += sign * (a0 * b0);
            s->next[k] += sign * next;
        }
    }
    s->ends += sign * (a[0] * b[0] + a[c->n] * b[c->n]);
}

QUIRE_INLINE double
mass_product(const struct quire_chain *c, const struct mass_sums *s)
{
    return c->md * quire_sum8(s->same[0], s->same[1]) + c->mo * quire_sum8(s->next[0], s->next[1]) - (c->md - c->me) * s->ends;
}

QUIRE_CLONES double
quire_chain_kinetic(const struct quire_chain *c, const double *vx, const double *vy)
{
    struct mass_sums s = {0};

    add_product(&s, c, 1, vx, vx);
    add_product(&s, c, 1, vy, vy);
    return 0.5 * mass_product(c, &s);
}

QUIRE_CLONES double
quire_chain_error_energy(const struct quire_chain *c, struct quire_chain_work *w, const double *v, const double *a, const double *ev,
                         const double *eq)
{
    const int y = c->stride;
    struct mass_sums s = {0};

    add_product(&s, c, 1, v, ev);
    add_product(&s, c, 1, v + y, ev + y);
    add_product(&s, c, -1, a, eq);
    add_product(&s, c, -1, a + y, eq + y);
    segment_motions(c, w, eq, eq + y, 0, 0, w->lm, w->rm);
    return mass_product(c, &s) - damper_work(c, w, w->lm, w->rm);
}
