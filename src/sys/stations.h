/* Fixed stations that touch surfaces at rest, four side by side: the same as touch() in sys/touch.h, where the station does not slide
 * along the sheet, so that position enters by b alone and rotation by d alone. Most of what touches is of this sort.
 * doc/theory/contact-kernel.md, 4. */
#ifndef QUIRE_SYS_STATIONS_H
#define QUIRE_SYS_STATIONS_H

#include "sys/touch.h"

#define STATION_LANES QUIRE_LAW_LANES

struct stations {
    const struct quire_contact_law *law; /* of all of them */
    int n, node[STATION_LANES], guide[STATION_LANES];
    const struct station_weights *weights[STATION_LANES];
    quire_v4 nx, ny, radial, belt, overlap, share, factor; /* as in struct facing; radial 0: the normal is fixed */
    quire_v4 d_share[4], d_factor[4];
    bool varies;                         /* they are not all 0 */
    double given[STATION_LANES];         /* given_by_share() */
};

/* What touches, from the motion of four stations. */
struct rubbing {
    quire_v4 b[3], d[3]; /* weights */
    quire_v4 x1, y1, u1, v1, vn, vt, q1, spin, slip;
    _Alignas(32) struct quire_normal_lanes normal;
    struct quire_friction_lanes friction;
};

QUIRE_INLINE quire_v4
lanes_of(const double *a)
{
    return *(const quire_v4 *)(const void *)a;
}

QUIRE_INLINE void
set_lanes(double *a, quire_v4 v)
{
    *(quire_v4 *)(void *)a = v;
}

QUIRE_INLINE void
stations_motion(const struct scatter *c, const struct stations *s, struct rubbing *m)
{
    const struct station_weights *const *w = s->weights;
    const int i = s->node[0], j = s->node[1], k = s->node[2], l = s->node[3];
    const double *x = c->x, *y = c->y, *u = c->vx, *v = c->vy;
    quire_v4 vx = {0}, vy = {0};

    m->x1 = m->y1 = m->u1 = m->v1 = vx;
    for (int e = 0; e < 3; e++) { /* numbers are put together in registers: a vector that has just been written in parts is slow to load */
        const quire_v4 ue = {u[i + e], u[j + e], u[k + e], u[l + e]}, ve = {v[i + e], v[j + e], v[k + e], v[l + e]};
        m->b[e] = (quire_v4){w[0]->b[e], w[1]->b[e], w[2]->b[e], w[3]->b[e]};
        m->d[e] = (quire_v4){w[0]->d[e], w[1]->d[e], w[2]->d[e], w[3]->d[e]};
        vx += m->b[e] * ue;
        vy += m->b[e] * ve;
        m->x1 += m->d[e] * (quire_v4){x[i + e], x[j + e], x[k + e], x[l + e]};
        m->y1 += m->d[e] * (quire_v4){y[i + e], y[j + e], y[k + e], y[l + e]};
        m->u1 += m->d[e] * ue;
        m->v1 += m->d[e] * ve;
    }
    m->vn = s->nx * vx + s->ny * vy;
    m->vt = s->nx * vy - s->ny * vx; /* the tangent is the normal turned left */
    m->q1 = 1 / (m->x1 * m->x1 + m->y1 * m->y1);
    m->spin = m->q1 * (m->x1 * m->v1 - m->y1 * m->u1);
    m->slip = m->vt - c->half * m->spin - s->belt;
}

QUIRE_INLINE void
stations_laws(const struct stations *s, struct rubbing *m)
{
    const struct quire_contact_law *law = s->law;
    const quire_v4 zero = {0};

    set_lanes(m->normal.overlap, s->overlap);
    set_lanes(m->normal.closing, -m->vn);
    if (law->normal->eval_lanes != NULL) {
        law->normal->eval_lanes(law->normal_data, &m->normal);
    } else {
        quire_normal_each(law->normal->eval, law->normal_data, &m->normal);
    }
    set_lanes(m->friction.slip, m->slip);
    set_lanes(m->friction.normal, lanes_of(m->normal.force));
    set_lanes(m->friction.factor, s->factor);
    if (law->friction == NULL) {
        set_lanes(m->friction.force, zero);
        set_lanes(m->friction.d_slip, zero);
        set_lanes(m->friction.d_normal, zero);
        set_lanes(m->friction.d_factor, zero);
    } else if (law->friction->eval_lanes != NULL) {
        law->friction->eval_lanes(law->friction_data, &m->friction);
    } else {
        quire_friction_each(law->friction->eval, law->friction_data, &m->friction);
    }
}

/* adds the forces, and notes powers and who touches whom */
QUIRE_INLINE void
stations_forces(const struct scatter *c, const struct stations *s, const struct rubbing *m)
{
    struct quire_state *st = c->state;
    const struct quire_system *sys = st->system;
    const quire_v4 normal = lanes_of(m->normal.force), total = s->share * normal, friction = s->share * lanes_of(m->friction.force);
    const quire_v4 fx = total * s->nx - friction * s->ny, fy = total * s->ny + friction * s->nx;
    const quire_v4 pair = -c->half * friction * m->q1; /* of forces with the moment of friction at the surface */
    const quire_v4 lost = s->share * (normal - lanes_of(m->normal.elastic)) * -m->vn, rubbed = friction * m->slip, driven = friction * s->belt;
    unsigned char *touched = st->touched + c->sheet * (sys->n_guide_view + sys->n_roller);
    quire_v4 gx[3], gy[3];

    for (int k = 0; k < 3; k++) {
        gx[k] = m->b[k] * fx - m->d[k] * pair * m->y1;
        gy[k] = m->b[k] * fy + m->d[k] * pair * m->x1;
    }
    for (int lane = 0; lane < s->n; lane++) {
        for (int k = 0; k < 3; k++) {
            c->fx[s->node[lane] + k] += gx[k][lane];
            c->fy[s->node[lane] + k] += gy[k][lane];
        }
        st->power.friction -= rubbed[lane];
        st->power.belts += driven[lane];
        st->power.contact += lost[lane];
        touched[sys->guide[s->guide[lane]].view] = 1;
    }
}

/* derivatives of four stations: of the force and of the moment's pair by b and by d, row-major blocks; of what flows by b's and d's x and y */
struct station_blocks {
    quire_v4 bb[4], bd[4], db[4], dd[4];
    quire_v4 flow_bx[4], flow_by[4], flow_dx[4], flow_dy[4];
};

QUIRE_INLINE void
stations_derivatives(const struct scatter *c, const struct stations *s, const struct rubbing *r, struct station_blocks *out)
{
    const double cq = c->cq, cv = c->cv, half = c->half;
    const quire_v4 zero = {0}, nx = s->nx, ny = s->ny, tx = -ny, ty = nx, x1 = r->x1, y1 = r->y1, q1 = r->q1, share = s->share;
    const quire_v4 normal = lanes_of(r->normal.force), rub = lanes_of(r->friction.force), total = share * normal, friction = share * rub;
    const quire_v4 fx = total * nx + friction * tx, fy = total * ny + friction * ty, m = -half * friction;
    const quire_v4 px = -y1 * q1, py = x1 * q1, turn_x = -cq * s->radial * ny, turn_y = cq * s->radial * nx;
    const quire_v4 vn_x = cv * nx + r->vt * turn_x, vn_y = cv * ny + r->vt * turn_y;
    const quire_v4 vt_x = cv * tx - r->vn * turn_x, vt_y = cv * ty - r->vn * turn_y;
    const quire_v4 by_overlap = -cq * lanes_of(r->normal.d_overlap), by_closing = lanes_of(r->normal.d_closing);
    const quire_v4 one_x = by_overlap * nx - by_closing * vn_x, one_y = by_overlap * ny - by_closing * vn_y;
    const quire_v4 total_x = share * one_x + normal * s->d_share[0], total_y = share * one_y + normal * s->d_share[1];
    const quire_v4 two = 2 * cq * r->spin;
    const quire_v4 spin_x = q1 * (cq * r->v1 - cv * y1 - two * x1), spin_y = q1 * (cv * x1 - cq * r->u1 - two * y1);
    const quire_v4 by_slip = share * lanes_of(r->friction.d_slip), by_normal = share * lanes_of(r->friction.d_normal),
                   by_factor = share * lanes_of(r->friction.d_factor);
    const quire_v4 fb_x = by_slip * vt_x + by_normal * one_x + by_factor * s->d_factor[0] + rub * s->d_share[0];
    const quire_v4 fb_y = by_slip * vt_y + by_normal * one_y + by_factor * s->d_factor[1] + rub * s->d_share[1];
    const quire_v4 turned_x = normal * s->d_share[2], turned_y = normal * s->d_share[3];
    const quire_v4 sd_x = -half * spin_x, sd_y = -half * spin_y;
    const quire_v4 fd_x = by_slip * sd_x + by_factor * s->d_factor[2] + rub * s->d_share[2];
    const quire_v4 fd_y = by_slip * sd_y + by_factor * s->d_factor[3] + rub * s->d_share[3];
    /* turn of the moment's force pair with the sheet: d(-y, x) q1 */
    const quire_v4 mq = cq * m * q1, mx = 2 * mq * x1, my = 2 * mq * y1, hx = -half * px, hy = -half * py;

    quire_transpose4(out->bb, nx * total_x + tx * fb_x - fy * turn_x, nx * total_y + tx * fb_y - fy * turn_y,
                     ny * total_x + ty * fb_x + fx * turn_x, ny * total_y + ty * fb_y + fx * turn_y);
    quire_transpose4(out->bd, nx * turned_x + tx * fd_x, nx * turned_y + tx * fd_y, ny * turned_x + ty * fd_x,
                     ny * turned_y + ty * fd_y);
    quire_transpose4(out->db, hx * fb_x, hx * fb_y, hy * fb_x, hy * fb_y);
    quire_transpose4(out->dd, hx * fd_x - px * mx, hx * fd_y - mq - px * my, hy * fd_x + mq - py * mx, hy * fd_y - py * my);
    const quire_v4 lost = -share * by_closing;
    quire_transpose4(out->flow_bx, fb_x, vt_x, lost * vn_x, -vn_x);
    quire_transpose4(out->flow_by, fb_y, vt_y, lost * vn_y, -vn_y);
    quire_transpose4(out->flow_dx, fd_x, sd_x, zero, zero);
    quire_transpose4(out->flow_dy, fd_y, sd_y, zero, zero);
}

/* how the touches' power flows change with the step about to be taken */
QUIRE_INLINE void
stations_flows(const struct scatter *c, const struct stations *s, const struct rubbing *r, const struct station_blocks *blocks)
{
    struct quire_state *st = c->state;
    const quire_v4 friction = s->share * lanes_of(r->friction.force);
    const quire_v4 lost = s->share * (lanes_of(r->normal.force) - lanes_of(r->normal.elastic));

    for (int lane = 0; lane < s->n; lane++) {
        struct quire_flow *flow = new_flow(st);
        if (flow == NULL) {
            return;
        }
        flow->sheet = c->sheet;
        flow->node = s->node[lane];
        flow->pair = st->n_flow_pair;
        flow->n_pair = 0;
        flow->now = (quire_v4){friction[lane], r->slip[lane], lost[lane], -r->vn[lane]};
        flow->belt = s->belt[lane];
        flow->driven = 0;
        flow->given = s->given[lane];
        flow->slide.grip = NULL;
        note_changes(flow, s->weights[lane]->b, s->weights[lane]->d, blocks->flow_bx[lane], blocks->flow_by[lane], blocks->flow_dx[lane],
                     blocks->flow_dy[lane]);
    }
}

/* Evaluates what has been collected, and forgets it. */
static QUIRE_CLONES void
stations_touch(const struct scatter *c, struct stations *s)
{
    struct rubbing m;

    stations_motion(c, s, &m);
    stations_laws(s, &m);
    stations_forces(c, s, &m);
    if (c->band != NULL) {
        struct station_blocks blocks;
        stations_derivatives(c, s, &m, &blocks);
        stations_flows(c, s, &m, &blocks);
        for (int lane = 0; lane < s->n; lane++) {
            quire_v4 (*row)[5] = c->band->row + s->node[lane];
            const double *b = s->weights[lane]->b, *d = s->weights[lane]->d;
            for (int j = 0; j < 3; j++) {
                const quire_v4 by_b = b[j] * blocks.bb[lane] + d[j] * blocks.db[lane];
                const quire_v4 by_d = b[j] * blocks.bd[lane] + d[j] * blocks.dd[lane];
                for (int l = 0; l < 3; l++) {
                    row[j][l - j + 2] -= b[l] * by_b + d[l] * by_d;
                }
            }
        }
    }
    s->n = 0;
}

/* One more station, evaluated with the next ones. `varies`: its share or its friction factor have derivatives; `given`: given_by_share(). */
QUIRE_INLINE void
stations_add(const struct scatter *c, struct stations *s, int i, const struct facing *f, const struct quire_contact_law *law, int guide,
             bool varies, double given)
{
    if (s->n == STATION_LANES || (s->n > 0 && s->law != law)) {
        stations_touch(c, s);
        for (int k = 0; k < 4 && s->varies; k++) {
            s->d_share[k] = s->d_factor[k] = (quire_v4){0, 0, 0, 0};
        }
        s->varies = false;
    }
    const int lane = s->n++;
    s->law = law;
    s->weights[lane] = weights_of(i, c->state->system->sheet[c->sheet].chain.n, s->node + lane);
    s->guide[lane] = guide;
    s->nx[lane] = f->n[0];
    s->ny[lane] = f->n[1];
    s->radial[lane] = f->turning == NORMAL_RADIAL ? f->radial : 0;
    s->belt[lane] = f->belt;
    s->overlap[lane] = f->overlap;
    s->share[lane] = f->share;
    s->factor[lane] = f->factor;
    s->given[lane] = given;
    for (int k = 0; varies && k < 4; k++) {
        s->d_share[k][lane] = f->d_share[k];
        s->d_factor[k][lane] = f->d_factor[k];
    }
    s->varies = s->varies || varies;
}

QUIRE_INLINE void
stations_begin(struct stations *s)
{
    const quire_v4 zero = {0, 0, 0, 0};

    s->n = 0;
    s->varies = false;
    s->nx = s->ny = s->radial = s->belt = s->overlap = s->share = s->factor = zero;
    for (int k = 0; k < 4; k++) {
        s->d_share[k] = s->d_factor[k] = zero;
        s->node[k] = 0; /* lanes that are not used compute something, too */
        s->weights[k] = fixed_station + 2;
    }
}

#endif
