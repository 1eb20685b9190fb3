/* Fixed stations that touch a surface at rest, four neighbours side by side: the same as touch() in sys/touch.h, where the station does
 * not slide along the sheet, so that position enters by b alone and rotation by d alone. Most of what touches is of this sort.
 * doc/theory/contact-kernel.md, 4. */
#ifndef QUIRE_SYS_STATIONS_H
#define QUIRE_SYS_STATIONS_H

#include "sys/touch.h"

#define STATION_LANES QUIRE_LAW_LANES

/* Four stations over one face; as in struct facing, and of all of them the same law. */
struct stations {
    int first;                   /* of the four; a multiple of four */
    quire_mask4 on;              /* which of them touch; what stands for the others has no meaning */
    const struct quire_contact_law *law;
    double belt;
    quire_v4 nx, ny, radial;     /* radial 0: the normal is fixed */
    quire_v4 overlap, share, factor;
    quire_v4 d_share[4], d_factor[4]; /* looked at only where they vary */
    double given[STATION_LANES]; /* given_by_share(), likewise */
};

/* Sums over stations of their powers [W]. */
struct station_powers {
    quire_v4 rubbed, driven, lost;
};

/* What touches, from the motion of four stations. */
struct rubbing {
    quire_v4 b[3], d[3]; /* weights */
    quire_v4 x1, y1, u1, v1, vn, vt, q1, spin, slip;
    _Alignas(32) struct quire_normal_lanes normal;
    struct quire_friction_lanes friction;
};

/* The numbers before each of four; before the first of all there is none, and what stands there counts nothing. */
QUIRE_INLINE quire_v4
lanes_before(const double *a, int first)
{
    if (first > 0) {
        return quire_load4(a + first - 1);
    }
    const quire_v4 own = quire_load4(a);
    return QUIRE_PICK(own, own, 0, 0, 1, 2);
}

/* weighted sum of three neighbouring nodes' values, for four nodes */
QUIRE_INLINE quire_v4
weighted(const quire_v4 w[3], const quire_v4 a[3])
{
    return w[0] * a[0] + w[1] * a[1] + w[2] * a[2];
}

QUIRE_INLINE void
stations_motion(const struct scatter *c, const struct stations *s, struct rubbing *m)
{
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;
    const int i = s->first;
    const quire_v4 x[3] = {lanes_before(c->x, i), quire_load4(c->x + i), quire_load4(c->x + i + 1)};
    const quire_v4 y[3] = {lanes_before(c->y, i), quire_load4(c->y + i), quire_load4(c->y + i + 1)};
    const quire_v4 u[3] = {lanes_before(c->vx, i), quire_load4(c->vx + i), quire_load4(c->vx + i + 1)};
    const quire_v4 v[3] = {lanes_before(c->vy, i), quire_load4(c->vy + i), quire_load4(c->vy + i + 1)};

    for (int k = 0; k < 3; k++) {
        m->b[k] = quire_load4(sheet->station_b[k] + i);
        m->d[k] = quire_load4(sheet->station_d[k] + i);
    }
    const quire_v4 vx = weighted(m->b, u), vy = weighted(m->b, v);
    m->x1 = weighted(m->d, x);
    m->y1 = weighted(m->d, y);
    m->u1 = weighted(m->d, u);
    m->v1 = weighted(m->d, v);
    m->vn = s->nx * vx + s->ny * vy;
    m->vt = s->nx * vy - s->ny * vx; /* the tangent is the normal turned left */
    m->q1 = 1 / quire_select4(s->on, m->x1 * m->x1 + m->y1 * m->y1, quire_all4(1)); /* beyond the sheet's end there is no length */
    m->spin = m->q1 * (m->x1 * m->v1 - m->y1 * m->u1);
    m->slip = m->vt - c->half * m->spin - s->belt;
}

QUIRE_INLINE void
stations_laws(const struct stations *s, struct rubbing *m)
{
    const struct quire_contact_law *law = s->law;
    const quire_v4 zero = {0};

    quire_set_lanes(m->normal.overlap, s->overlap);
    quire_set_lanes(m->normal.closing, -m->vn);
    if (law->normal->eval_lanes != NULL) {
        law->normal->eval_lanes(law->normal_data, &m->normal);
    } else {
        quire_normal_each(law->normal->eval, law->normal_data, &m->normal);
    }
    quire_set_lanes(m->friction.slip, m->slip);
    quire_set_lanes(m->friction.normal, quire_lanes(m->normal.force));
    quire_set_lanes(m->friction.factor, s->factor);
    if (law->friction == NULL) {
        quire_set_lanes(m->friction.force, zero);
        quire_set_lanes(m->friction.d_slip, zero);
        quire_set_lanes(m->friction.d_normal, zero);
        quire_set_lanes(m->friction.d_factor, zero);
    } else if (law->friction->eval_lanes != NULL) {
        law->friction->eval_lanes(law->friction_data, &m->friction);
    } else {
        quire_friction_each(law->friction->eval, law->friction_data, &m->friction);
    }
}

/* adds to four nodes from `first` on, to those before them and to those behind, where there are any */
QUIRE_INLINE void
add_nodes(double *f, int first, int last, quire_v4 before, quire_v4 own, quire_v4 behind)
{
    const quire_v4 zero = {0};

    quire_store4(f + first, quire_load4(f + first) + (own + (QUIRE_PICK(before, zero, 1, 2, 3, 4) + QUIRE_PICK(behind, zero, 4, 0, 1, 2))));
    if (first > 0) {
        f[first - 1] += before[0];
    }
    if (first + 4 <= last) {
        f[first + 4] += behind[3];
    }
}

QUIRE_INLINE void
stations_forces(const struct scatter *c, const struct stations *s, const struct rubbing *m, struct station_powers *powers)
{
    const int n = c->state->system->sheet[c->sheet].chain.n;
    const quire_v4 normal = quire_where4(s->on, quire_lanes(m->normal.force)), elastic = quire_where4(s->on, quire_lanes(m->normal.elastic));
    const quire_v4 total = s->share * normal, friction = s->share * quire_where4(s->on, quire_lanes(m->friction.force));
    const quire_v4 fx = total * s->nx - friction * s->ny, fy = total * s->ny + friction * s->nx;
    const quire_v4 pair = -c->half * friction * m->q1; /* of forces with the moment of friction at the surface */
    const quire_v4 px = -pair * m->y1, py = pair * m->x1;
    quire_v4 gx[3], gy[3];

    for (int k = 0; k < 3; k++) {
        gx[k] = m->b[k] * fx + m->d[k] * px;
        gy[k] = m->b[k] * fy + m->d[k] * py;
    }
    add_nodes(c->fx, s->first, n, gx[0], gx[1], gx[2]);
    add_nodes(c->fy, s->first, n, gy[0], gy[1], gy[2]);
    powers->rubbed += friction * m->slip;
    powers->driven += friction * s->belt;
    powers->lost += s->share * (normal - elastic) * -m->vn;
}

/* derivatives of four stations: of the force and of the moment's pair by b and by d, row-major blocks; of what flows by b's and d's x and y */
struct station_blocks {
    quire_v4 bb[4], bd[4], db[4], dd[4];
    quire_v4 flow_bx[4], flow_by[4], flow_dx[4], flow_dy[4];
};

/* `varies`: shares and factors have derivatives */
QUIRE_INLINE void
stations_derivatives(const struct scatter *c, const struct stations *s, const struct rubbing *r, bool varies, struct station_blocks *out)
{
    const double cq = c->cq, cv = c->cv, half = c->half;
    const quire_v4 zero = {0}, nx = s->nx, ny = s->ny, tx = -ny, ty = nx, x1 = r->x1, y1 = r->y1, q1 = r->q1, share = s->share;
    const quire_v4 normal = quire_lanes(r->normal.force), rub = quire_lanes(r->friction.force), total = share * normal, friction = share * rub;
    const quire_v4 fx = total * nx + friction * tx, fy = total * ny + friction * ty, m = -half * friction;
    const quire_v4 px = -y1 * q1, py = x1 * q1, turn_x = -cq * s->radial * ny, turn_y = cq * s->radial * nx;
    const quire_v4 vn_x = cv * nx + r->vt * turn_x, vn_y = cv * ny + r->vt * turn_y;
    const quire_v4 vt_x = cv * tx - r->vn * turn_x, vt_y = cv * ty - r->vn * turn_y;
    const quire_v4 by_overlap = -cq * quire_lanes(r->normal.d_overlap), by_closing = quire_lanes(r->normal.d_closing);
    const quire_v4 one_x = by_overlap * nx - by_closing * vn_x, one_y = by_overlap * ny - by_closing * vn_y;
    const quire_v4 two = 2 * cq * r->spin;
    const quire_v4 spin_x = q1 * (cq * r->v1 - cv * y1 - two * x1), spin_y = q1 * (cv * x1 - cq * r->u1 - two * y1);
    const quire_v4 by_slip = share * quire_lanes(r->friction.d_slip), by_normal = share * quire_lanes(r->friction.d_normal);
    const quire_v4 sd_x = -half * spin_x, sd_y = -half * spin_y;
    quire_v4 total_x = share * one_x, total_y = share * one_y, turned_x = zero, turned_y = zero;
    quire_v4 fb_x = by_slip * vt_x + by_normal * one_x, fb_y = by_slip * vt_y + by_normal * one_y, fd_x = by_slip * sd_x, fd_y = by_slip * sd_y;

    if (varies) {
        const quire_v4 by_factor = share * quire_lanes(r->friction.d_factor);
        total_x += normal * s->d_share[0];
        total_y += normal * s->d_share[1];
        turned_x = normal * s->d_share[2];
        turned_y = normal * s->d_share[3];
        fb_x += by_factor * s->d_factor[0] + rub * s->d_share[0];
        fb_y += by_factor * s->d_factor[1] + rub * s->d_share[1];
        fd_x += by_factor * s->d_factor[2] + rub * s->d_share[2];
        fd_y += by_factor * s->d_factor[3] + rub * s->d_share[3];
    }
    /* turn of the moment's force pair with the sheet: d(-y, x) q1 */
    const quire_v4 mq = cq * m * q1, mx = 2 * mq * x1, my = 2 * mq * y1, hx = -half * px, hy = -half * py;

    quire_transpose4(out->bb, nx * total_x + tx * fb_x - fy * turn_x, nx * total_y + tx * fb_y - fy * turn_y,
                     ny * total_x + ty * fb_x + fx * turn_x, ny * total_y + ty * fb_y + fx * turn_y);
    if (varies) {
        quire_transpose4(out->bd, nx * turned_x + tx * fd_x, nx * turned_y + tx * fd_y, ny * turned_x + ty * fd_x,
                         ny * turned_y + ty * fd_y);
    } else {
        quire_transpose4(out->bd, tx * fd_x, tx * fd_y, ty * fd_x, ty * fd_y);
    }
    quire_transpose4(out->db, hx * fb_x, hx * fb_y, hy * fb_x, hy * fb_y);
    quire_transpose4(out->dd, hx * fd_x - px * mx, hx * fd_y - mq - px * my, hy * fd_x + mq - py * mx, hy * fd_y - py * my);
    const quire_v4 lost = -share * by_closing;
    quire_transpose4(out->flow_bx, fb_x, vt_x, lost * vn_x, -vn_x);
    quire_transpose4(out->flow_by, fb_y, vt_y, lost * vn_y, -vn_y);
    quire_transpose4(out->flow_dx, fd_x, sd_x, zero, zero);
    quire_transpose4(out->flow_dy, fd_y, sd_y, zero, zero);
}

/* how a touch's power flows change with the step about to be taken */
QUIRE_INLINE void
station_flow(const struct scatter *c, const struct station_weights *w, int node, quire_v4 now, double belt, double given,
             const struct station_blocks *blocks, int lane)
{
    struct quire_state *st = c->state;
    struct quire_flow *flow = new_flow(st);

    if (flow == NULL) {
        return;
    }
    flow->sheet = c->sheet;
    flow->node = node;
    flow->pair = st->n_flow_pair;
    flow->n_pair = 0;
    flow->now = now;
    flow->belt = belt;
    flow->driven = 0;
    flow->given = given;
    flow->slide.grip = NULL;
    note_changes(flow, w->b, w->d, blocks->flow_bx[lane], blocks->flow_by[lane], blocks->flow_dx[lane], blocks->flow_dy[lane]);
}

QUIRE_INLINE void
station_matrix(struct quire_band *band, const struct station_weights *w, int node, const struct station_blocks *blocks, int lane)
{
    quire_v4 (*row)[5] = band->row + node;

    for (int j = 0; j < 3; j++) {
        const quire_v4 by_b = w->b[j] * blocks->bb[lane] + w->d[j] * blocks->db[lane];
        const quire_v4 by_d = w->b[j] * blocks->bd[lane] + w->d[j] * blocks->dd[lane];
        for (int l = 0; l < 3; l++) {
            row[j][l - j + 2] -= w->b[l] * by_b + w->d[l] * by_d;
        }
    }
}

QUIRE_INLINE void
stations_matrix(const struct scatter *c, const struct stations *s, const struct rubbing *m, bool varies)
{
    const int n = c->state->system->sheet[c->sheet].chain.n;
    const quire_v4 friction = s->share * quire_lanes(m->friction.force);
    const quire_v4 lost = s->share * (quire_lanes(m->normal.force) - quire_lanes(m->normal.elastic));
    struct station_blocks blocks;
    quire_v4 now[STATION_LANES];

    stations_derivatives(c, s, m, varies, &blocks);
    quire_transpose4(now, friction, m->slip, lost, -m->vn);
    for (int lane = 0; lane < STATION_LANES; lane++) {
        if (s->on[lane] != 0) {
            int node;
            const struct station_weights *w = weights_of(s->first + lane, n, &node);
            station_flow(c, w, node, now[lane], s->belt, varies ? s->given[lane] : 0, &blocks, lane);
            station_matrix(c->band, w, node, &blocks, lane);
        }
    }
}

/* Evaluates what touches, and adds forces, powers and, with a band, derivatives. */
QUIRE_INLINE void
stations_touch(const struct scatter *c, const struct stations *s, bool varies, struct station_powers *powers)
{
    struct rubbing m;

    stations_motion(c, s, &m);
    stations_laws(s, &m);
    stations_forces(c, s, &m, powers);
    if (c->band != NULL) {
        stations_matrix(c, s, &m, varies);
    }
}

#endif
