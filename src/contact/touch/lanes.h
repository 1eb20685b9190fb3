/* Four touching places of one sheet side by side: the same as touch() in contact/touch/touch.h,
 * where laws keep nothing. Points of one span and those that slide along the sheet differ in how
 * they are loaded and scattered (contact/touch/span_points.h, contact/touch/nearest_points.h), not
 * in what stands here. doc/theory/contact-kernel.md, 4. */
#ifndef QUIRE_CONTACT_TOUCH_LANES_H
#define QUIRE_CONTACT_TOUCH_LANES_H

#include "contact/law/law_lanes.h"
#include "contact/touch/facing.h"

/* The target's side, as in struct facing. */
struct lanes {
    /* which of them touch; what stands for the others has no meaning */
    quire_mask4 on;
    quire_v4 nx, ny, radial; /* radial 0: the normal is fixed */
    quire_v4 overlap, share, factor;
    quire_v4 d_share[4], d_factor[4]; /* looked at only where they vary */
};

/* The sheet's side, and what the laws say. */
struct lane_laws {
    quire_v4 b[3], d[3]; /* weights */
    quire_v4 x1, y1, u1, v1, vn, vt, q1, spin, slip;
    _Alignas(32) struct quire_normal_lanes normal;
    struct quire_friction_lanes friction;
};

/* Force on the sheet, and the pair that has the moment of friction at the surface. */
struct lane_forces {
    quire_v4 fx, fy, px, py;
};

/* Powers of friction, of belts and of drives that move a surface, what the contacts lose and what
 * they give [W], to be added up. */
struct lane_powers {
    quire_v4 friction, belts, drives, lost;
};

QUIRE_INLINE void
add_powers(struct quire_powers *to, const struct lane_powers *p)
{
    to->friction -= quire_sum4(p->friction);
    to->belts += quire_sum4(p->belts);
    to->drives += quire_sum4(p->drives);
    to->contact += quire_sum4(p->lost);
}

/* weighted sum over three nodes */
QUIRE_INLINE quire_v4
weighted(const quire_v4 w[3], const quire_v4 a[3])
{
    return w[0] * a[0] + w[1] * a[1] + w[2] * a[2];
}

/* From the nodes' positions and velocities, those of the target's surface taken off (u, v):
 * everything up to the slip, without the speed of the surface along itself. */
QUIRE_INLINE void
lanes_motion(const struct lanes *s, double half, const quire_v4 x[3], const quire_v4 y[3],
             const quire_v4 u[3], const quire_v4 v[3], struct lane_laws *m)
{
    const quire_v4 vx = weighted(m->b, u), vy = weighted(m->b, v);

    m->x1 = weighted(m->d, x);
    m->y1 = weighted(m->d, y);
    m->u1 = weighted(m->d, u);
    m->v1 = weighted(m->d, v);
    m->vn = s->nx * vx + s->ny * vy;
    m->vt = s->nx * vy - s->ny * vx; /* the tangent is the normal turned left */
    /* beyond the sheet's end there is no length */
    m->q1 = 1 / quire_select4(s->on, m->x1 * m->x1 + m->y1 * m->y1, quire_all4(1));
    m->spin = m->q1 * (m->x1 * m->v1 - m->y1 * m->u1);
    m->slip = m->vt - half * m->spin;
}

QUIRE_INLINE void
set_normal(const struct lanes *s, struct lane_laws *m)
{
    /* those that do not touch are no work */
    quire_set_lanes(m->normal.overlap, quire_select4(s->on, s->overlap, quire_all4(-1)));
    quire_set_lanes(m->normal.closing, -m->vn);
}

QUIRE_INLINE void
set_friction(const struct lanes *s, struct lane_laws *m)
{
    quire_set_lanes(m->friction.slip, m->slip);
    quire_set_lanes(m->friction.normal, quire_lanes(m->normal.force));
    quire_set_lanes(m->friction.factor, s->factor);
}

/* the friction of those that touch */
QUIRE_INLINE quire_v4
lanes_friction(const struct lanes *s, const struct lane_laws *m)
{
    return s->share * quire_where4(s->on, quire_lanes(m->friction.force));
}

/* the part of the normal force that dissipates */
QUIRE_INLINE quire_v4
lanes_lost(const struct lanes *s, const struct lane_laws *m)
{
    return s->share *
           quire_where4(s->on, quire_lanes(m->normal.force) - quire_lanes(m->normal.elastic));
}

QUIRE_INLINE void
lanes_forces(const struct lanes *s, const struct lane_laws *m, double half, struct lane_forces *out)
{
    const quire_v4 total = s->share * quire_where4(s->on, quire_lanes(m->normal.force)),
                   friction = lanes_friction(s, m);
    const quire_v4 pair = -half * friction * m->q1;

    out->fx = total * s->nx - friction * s->ny;
    out->fy = total * s->ny + friction * s->nx;
    out->px = -pair * m->y1;
    out->py = pair * m->x1;
}

/* Derivatives of the force (bb, bd) and of the moment's pair (db, dd) by position and rotation of
 * the sheet there, row-major blocks; and how what flows (enum quire_flowing) changes with x and y
 * of the position and of the tangent. Number by number, for all places; or transposed, place by
 * place. */
struct lane_derivatives {
    quire_v4 bb[4], bd[4], db[4], dd[4];
    quire_v4 flow_bx[4], flow_by[4], flow_dx[4], flow_dy[4];
    /* number by number alone: of the law's own normal force, by position */
    quire_v4 one_x, one_y;
};

/* A place that slides along the sheet: how all this changes as it does, and by how much it does
 * with position and tangent. */
struct sliding {
    quire_v4 fx, fy, px, py; /* per parameter of the curve */
    quire_v4 flow[4];
    quire_v4 one;            /* of the law's own normal force */
    quire_v4 bx, by, dx, dy; /* of the parameter */
};

/* Second derivatives along the curve: of the place and of its velocity. */
struct lane_bends {
    quire_v4 x2, y2, u2, v2;
};

/* How all this changes along the curve at resting nodes. `overdrive` as below. */
QUIRE_INLINE void
lanes_along(const struct lanes *s, const struct lane_laws *m, double half,
            const struct lane_bends *bends, const quire_v4 *overdrive, struct sliding *out)
{
    const quire_v4 nx = s->nx, ny = s->ny, share = s->share, x1 = m->x1, y1 = m->y1, x2 = bends->x2,
                   y2 = bends->y2, u2 = bends->u2, v2 = bends->v2;
    const quire_v4 total = share * quire_lanes(m->normal.force),
                   friction = share * quire_lanes(m->friction.force);
    const quire_v4 fx = total * nx - friction * ny, fy = total * ny + friction * nx,
                   moment = -half * friction;
    const quire_v4 turn = s->radial * (nx * y1 - ny * x1), along = 2 * m->q1 * (x1 * x2 + y1 * y2);
    const quire_v4 vn = nx * m->u1 + ny * m->v1 + m->vt * turn,
                   vt = nx * m->v1 - ny * m->u1 - m->vn * turn;
    const quire_v4 spin = m->q1 * (m->v1 * x2 - m->u1 * y2 + x1 * v2 - y1 * u2) - m->spin * along;
    const quire_v4 d_closing = quire_lanes(m->normal.d_closing),
                   one = -quire_lanes(m->normal.d_overlap) * (nx * x1 + ny * y1) - d_closing * vn;
    quire_v4 slip = vt - half * spin;

    if (overdrive != NULL) {
        slip -= *overdrive * one;
    }
    const quire_v4 tangential =
        share * (quire_lanes(m->friction.d_slip) * slip + quire_lanes(m->friction.d_normal) * one);
    const quire_v4 px = -y1 * m->q1, py = x1 * m->q1, d_moment = -half * tangential;

    out->fx = nx * (share * one) - ny * tangential - fy * turn;
    out->fy = ny * (share * one) + nx * tangential + fx * turn;
    out->px = px * d_moment + moment * (-m->q1 * y2 - px * along);
    out->py = py * d_moment + moment * (m->q1 * x2 - py * along);
    out->flow[QUIRE_FLOW_FRICTION] = tangential;
    out->flow[QUIRE_FLOW_SLIP] = slip;
    out->flow[QUIRE_FLOW_LOST] = -share * d_closing * vn;
    out->flow[QUIRE_FLOW_CLOSING] = -vn;
    out->one = one;
}

/* Number by number. `spin`: of the gate from which the sheet is seen [rad/s]. `varies`: shares and
 * factors have derivatives. `overdrive`: by how much the slip falls with each newton of the law's
 * own normal force, NULL: not. `slide`: NULL for fixed stations. */
QUIRE_INLINE void
lanes_changes(const struct scatter *c, const struct lanes *s, const struct lane_laws *r,
              double spin, bool varies, const quire_v4 *overdrive, const struct sliding *slide,
              struct lane_derivatives *out)
{
    const double cq = c->cq, cv = c->cv, half = c->half;
    const quire_v4 zero = {0}, nx = s->nx, ny = s->ny, tx = -ny, ty = nx, x1 = r->x1, y1 = r->y1,
                   q1 = r->q1, share = s->share;
    const quire_v4 normal = quire_lanes(r->normal.force),
                   tangential = quire_lanes(r->friction.force), total = share * normal,
                   friction = share * tangential;
    const quire_v4 fx = total * nx + friction * tx, fy = total * ny + friction * ty,
                   m = -half * friction;
    const quire_v4 px = -y1 * q1, py = x1 * q1, turn_x = -cq * s->radial * ny,
                   turn_y = cq * s->radial * nx;
    const quire_v4 two = 2 * cq * r->spin;
    quire_v4 vn_x = cv * nx + r->vt * turn_x, vn_y = cv * ny + r->vt * turn_y;
    quire_v4 sb_x = cv * tx - r->vn * turn_x, sb_y = cv * ty - r->vn * turn_y; /* of the slip */
    quire_v4 spin_x = q1 * (cq * r->v1 - cv * y1 - two * x1),
             spin_y = q1 * (cv * x1 - cq * r->u1 - two * y1);

    if (spin != 0) { /* velocities past the gate change with places: doc/theory/gates.md, 3 */
        const double swing = cq * spin;
        vn_x += swing * tx;
        vn_y += swing * ty;
        sb_x -= swing * nx;
        sb_y -= swing * ny;
        spin_x -= swing * q1 * x1;
        spin_y -= swing * q1 * y1;
    }
    const quire_v4 by_overlap = -cq * quire_lanes(r->normal.d_overlap),
                   by_closing = quire_lanes(r->normal.d_closing);
    const quire_v4 one_x = by_overlap * nx - by_closing * vn_x,
                   one_y = by_overlap * ny - by_closing * vn_y;
    const quire_v4 by_slip = share * quire_lanes(r->friction.d_slip),
                   by_normal = share * quire_lanes(r->friction.d_normal);
    const quire_v4 sd_x = -half * spin_x, sd_y = -half * spin_y;
    quire_v4 total_x = share * one_x, total_y = share * one_y, turned_x = zero, turned_y = zero;

    if (overdrive != NULL) {
        sb_x -= *overdrive * one_x;
        sb_y -= *overdrive * one_y;
    }
    quire_v4 fb_x = by_slip * sb_x + by_normal * one_x, fb_y = by_slip * sb_y + by_normal * one_y,
             fd_x = by_slip * sd_x, fd_y = by_slip * sd_y;
    if (varies) {
        const quire_v4 by_factor = share * quire_lanes(r->friction.d_factor);
        total_x += normal * s->d_share[0];
        total_y += normal * s->d_share[1];
        turned_x = normal * s->d_share[2];
        turned_y = normal * s->d_share[3];
        fb_x += by_factor * s->d_factor[0] + tangential * s->d_share[0];
        fb_y += by_factor * s->d_factor[1] + tangential * s->d_share[1];
        fd_x += by_factor * s->d_factor[2] + tangential * s->d_share[2];
        fd_y += by_factor * s->d_factor[3] + tangential * s->d_share[3];
    }
    /* turn of the moment's force pair with the sheet: d(-y, x) q1 */
    const quire_v4 mq = cq * m * q1, mx = 2 * mq * x1, my = 2 * mq * y1, hx = -half * px,
                   hy = -half * py, lost = -share * by_closing;
    quire_v4 bb[4] = {
        nx * total_x + tx * fb_x - fy * turn_x, nx * total_y + tx * fb_y - fy * turn_y,
        ny * total_x + ty * fb_x + fx * turn_x, ny * total_y + ty * fb_y + fx * turn_y};
    quire_v4 bd[4] = {tx * fd_x, tx * fd_y, ty * fd_x, ty * fd_y};
    quire_v4 db[4] = {hx * fb_x, hx * fb_y, hy * fb_x, hy * fb_y};
    quire_v4 dd[4] = {hx * fd_x - px * mx, hx * fd_y - mq - px * my, hy * fd_x + mq - py * mx,
                      hy * fd_y - py * my};
    quire_v4 flow_bx[4] = {fb_x, sb_x, lost * vn_x, -vn_x},
             flow_by[4] = {fb_y, sb_y, lost * vn_y, -vn_y};
    quire_v4 flow_dx[4] = {fd_x, sd_x, zero, zero}, flow_dy[4] = {fd_y, sd_y, zero, zero};

    if (varies) {
        bd[0] += nx * turned_x;
        bd[1] += nx * turned_y;
        bd[2] += ny * turned_x;
        bd[3] += ny * turned_y;
    }
    /* the force also moves along the nodes with the place: db and dd are those at fixed weights b
     * of the moment's pair */
    if (slide != NULL) {
        const quire_v4 by[4] = {slide->bx, slide->by, slide->dx, slide->dy};
        for (int k = 0; k < 2; k++) {
            bb[k] += slide->fx * by[k];
            bb[2 + k] += slide->fy * by[k];
            bd[k] += slide->fx * by[2 + k];
            bd[2 + k] += slide->fy * by[2 + k];
            db[k] += (slide->px + fx) * by[k];
            db[2 + k] += (slide->py + fy) * by[k];
            dd[k] += (slide->px + fx) * by[2 + k];
            dd[2 + k] += (slide->py + fy) * by[2 + k];
        }
        for (int k = 0; k < 4; k++) {
            flow_bx[k] += slide->flow[k] * slide->bx;
            flow_by[k] += slide->flow[k] * slide->by;
            flow_dx[k] += slide->flow[k] * slide->dx;
            flow_dy[k] += slide->flow[k] * slide->dy;
        }
    }
    memcpy(out->bb, bb, sizeof bb);
    memcpy(out->bd, bd, sizeof bd);
    memcpy(out->db, db, sizeof db);
    memcpy(out->dd, dd, sizeof dd);
    memcpy(out->flow_bx, flow_bx, sizeof flow_bx);
    memcpy(out->flow_by, flow_by, sizeof flow_by);
    memcpy(out->flow_dx, flow_dx, sizeof flow_dx);
    memcpy(out->flow_dy, flow_dy, sizeof flow_dy);
    out->one_x = one_x;
    out->one_y = one_y;
}

/* The same place by place, of what no gate sees. */
QUIRE_INLINE void
lanes_derivatives(const struct scatter *c, const struct lanes *s, const struct lane_laws *r,
                  bool varies, const quire_v4 *overdrive, const struct sliding *slide,
                  struct lane_derivatives *out)
{
    struct lane_derivatives d;

    lanes_changes(c, s, r, 0, varies, overdrive, slide, &d);
    quire_transpose4(out->bb, d.bb[0], d.bb[1], d.bb[2], d.bb[3]);
    quire_transpose4(out->bd, d.bd[0], d.bd[1], d.bd[2], d.bd[3]);
    quire_transpose4(out->db, d.db[0], d.db[1], d.db[2], d.db[3]);
    quire_transpose4(out->dd, d.dd[0], d.dd[1], d.dd[2], d.dd[3]);
    quire_transpose4(out->flow_bx, d.flow_bx[0], d.flow_bx[1], d.flow_bx[2], d.flow_bx[3]);
    quire_transpose4(out->flow_by, d.flow_by[0], d.flow_by[1], d.flow_by[2], d.flow_by[3]);
    quire_transpose4(out->flow_dx, d.flow_dx[0], d.flow_dx[1], d.flow_dx[2], d.flow_dx[3]);
    quire_transpose4(out->flow_dy, d.flow_dy[0], d.flow_dy[1], d.flow_dy[2], d.flow_dy[3]);
}

/* what flows, place by place */
QUIRE_INLINE void
lanes_now(const struct lanes *s, const struct lane_laws *m, quire_v4 now[LANES])
{
    quire_transpose4(now, lanes_friction(s, m), m->slip, lanes_lost(s, m), -m->vn);
}

/* What flows at one of them, without how it changes; NULL if there is no room. */
QUIRE_INLINE struct quire_flow *
lane_flow(const struct scatter *c, quire_v4 now)
{
    struct quire_state *st = c->state;
    struct quire_flow *flow = new_flow(st);

    if (flow != NULL) {
        flow->sheet = c->sheet;
        flow->pair = st->n_flow_pair;
        flow->n_pair = 0;
        flow->now = now;
        flow->belt = flow->driven = flow->given = 0;
        flow->slide.grip = NULL;
    }
    return flow;
}

#endif
