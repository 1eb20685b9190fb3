/* Four points of one span of a sheet's curve, the piece around a node, on one piece of a guide,
 * side by side: position enters by b alone and rotation by d alone, and what acts is summed over
 * the points before it goes to the span's three nodes. Most of what touches is of this sort.
 * doc/theory/contact-kernel.md, 4. */
#ifndef QUIRE_CONTACT_TOUCH_SPAN_POINTS_H
#define QUIRE_CONTACT_TOUCH_SPAN_POINTS_H

#include "contact/touch/span_moves.h"

QUIRE_INLINE void
span_motion(const struct scatter *c, const struct span_points *s, struct lane_laws *m)
{
    quire_v4 x[3], y[3], u[3], v[3];

    span_nodes(x, c->x, s->node);
    span_nodes(y, c->y, s->node);
    span_nodes(u, c->vx, s->node);
    span_nodes(v, c->vy, s->node);
    memcpy(m->b, s->b, sizeof m->b);
    memcpy(m->d, s->d, sizeof m->d);
    lanes_motion(&s->at, c->half, x, y, u, v, m);
    m->slip -= s->belt;
}

/* Adds what acts at the points to vectors of the nodes. Weights of position add up to 1 and those
 * of rotation to 0: so the middle node has what is left. */
QUIRE_INLINE void
spread_on_span(const struct span_points *s, const struct lane_forces *f, double *x, double *y)
{
    const quire_v4 zero = {0};
    double *fx = x + s->node, *fy = y + s->node;
    quire_v4 gx[2], gy[2];

    for (int k = 0; k < 2; k++) {
        gx[k] = s->b[2 * k] * f->fx + s->d[2 * k] * f->px;
        gy[k] = s->b[2 * k] * f->fy + s->d[2 * k] * f->py;
    }
    const quire_v4 outer = sums_of(gx[0], gy[0], gx[1], gy[1]),
                   all = sums_of(f->fx, f->fy, zero, zero);
    fx[0] += outer[0];
    fy[0] += outer[1];
    fx[1] += all[0] - (outer[0] + outer[2]);
    fy[1] += all[1] - (outer[1] + outer[3]);
    fx[2] += outer[2];
    fy[2] += outer[3];
}

QUIRE_INLINE void
span_forces(const struct scatter *c, const struct span_points *s, const struct lane_laws *m,
            struct lane_powers *powers)
{
    const quire_v4 friction = lanes_friction(&s->at, m);
    struct lane_forces f;

    lanes_forces(&s->at, m, c->half, &f);
    spread_on_span(s, &f, c->fx, c->fy);
    powers->friction += friction * m->slip;
    powers->belts += friction * s->belt;
    powers->lost += lanes_lost(&s->at, m) * -m->vn;
}

/* What changes with the way of a pivot that a spring holds, beyond what the sheet moved backwards
 * changes, as in record_swing(): by velocities that turn back against the gate. */
struct lane_swing {
    quire_v4 gap, slip, one; /* rates; of the law's own normal force */
    quire_v4 press, tangential;
    struct lane_forces f;
};

/* `spin`: of the gate. */
QUIRE_INLINE void
swing_span(const struct scatter *c, const struct span_points *s, const struct lane_laws *m,
           const struct quire_gate *gate, double spin, struct lane_swing *out)
{
    const quire_mask4 on = s->at.on;
    const quire_v4 nx = s->at.nx, ny = s->at.ny, share = s->at.share;
    quire_v4 x[3], y[3], u[3], v[3];

    span_nodes(x, c->x, s->node);
    span_nodes(y, c->y, s->node);
    span_nodes(u, c->vx, s->node);
    span_nodes(v, c->vy, s->node);
    /* velocities along the gate's axes, not past it, turned back by a quarter */
    const quire_v4 back_x = c->cq * (weighted(m->b, v) + spin * (weighted(m->b, x) - gate->at[0])),
                   back_y = -c->cq * (weighted(m->b, u) - spin * (weighted(m->b, y) - gate->at[1])),
                   turn_x = c->cq * (m->v1 + spin * m->x1),
                   turn_y = -c->cq * (m->u1 - spin * m->y1);
    out->gap = quire_where4(on, nx * back_x + ny * back_y);
    out->slip = quire_where4(on, nx * back_y - ny * back_x -
                                     c->half * m->q1 * (m->x1 * turn_y - m->y1 * turn_x));
    out->one = quire_where4(on, -quire_lanes(m->normal.d_closing) * out->gap);
    out->press = quire_where4(on, share * out->one);
    out->tangential = quire_where4(on, share * (quire_lanes(m->friction.d_slip) * out->slip +
                                                quire_lanes(m->friction.d_normal) * out->one));
    const quire_v4 pair = -c->half * out->tangential * m->q1;
    out->f =
        (struct lane_forces){out->press * nx - out->tangential * ny,
                             out->press * ny + out->tangential * nx, -pair * m->y1, pair * m->x1};
}

/* What flows place by place, as gates complete it there, and where a stretch has ends that move.
 * `moves`, `along`: NULL, or those. `swing`: NULL, or of a gate that a spring holds. */
QUIRE_INLINE void
span_flows_each(const struct scatter *c, const struct span_points *s, const struct lane_laws *m,
                const struct lane_derivatives *by, const struct span_moves *moves,
                const struct sliding *along, const struct lane_swing *swing)
{
    quire_v4 swings[LANES], now[LANES], bx[LANES], by_[LANES], dx[LANES], dy[LANES], by_s[LANES];

    lanes_now(&s->at, m, now);
    quire_transpose4(bx, by->flow_bx[0], by->flow_bx[1], by->flow_bx[2], by->flow_bx[3]);
    quire_transpose4(by_, by->flow_by[0], by->flow_by[1], by->flow_by[2], by->flow_by[3]);
    quire_transpose4(dx, by->flow_dx[0], by->flow_dx[1], by->flow_dx[2], by->flow_dx[3]);
    quire_transpose4(dy, by->flow_dy[0], by->flow_dy[1], by->flow_dy[2], by->flow_dy[3]);
    if (along != NULL) {
        quire_transpose4(by_s, along->flow[0], along->flow[1], along->flow[2], along->flow[3]);
    }
    if (swing != NULL) {
        quire_transpose4(swings, swing->tangential, swing->slip, swing->press, -swing->gap);
    }
    for (int k = 0; k < LANES; k++) {
        const double b[3] = {s->b[0][k], s->b[1][k], s->b[2][k]},
                     d[3] = {s->d[0][k], s->d[1][k], s->d[2][k]};
        struct quire_flow *flow = s->at.on[k] != 0 ? lane_flow(c, now[k]) : NULL;
        if (flow == NULL) {
            continue;
        }
        flow->node = s->node;
        flow->belt = s->belt;
        record_changes(flow, b, d, bx[k], by_[k], dx[k], dy[k]);
        if (along != NULL) {
            move_flow(moves, k, by_s[k], now[k], flow);
        }
        if (swing != NULL) {
            add_flow_pair(c->state, flow, swings[k], swing->one[k], c->frame->v);
        }
    }
}

/* The sum over the points of w times one of the blocks and u times another. */
QUIRE_INLINE quire_v4
sum_of_blocks(quire_v4 w, const quire_v4 a[4], quire_v4 u, const quire_v4 b[4])
{
    return sums_of(w * a[0] + u * b[0], w * a[1] + u * b[1], w * a[2] + u * b[2],
                   w * a[3] + u * b[3]);
}

/* The blocks of the nodes j and l, sums of b_j b_l bb + b_j d_l bd + d_j b_l db + d_j d_l dd. As
 * weights of position add up to 1 and those of rotation to 0, rows and columns of blocks have
 * simpler sums, and the middle node has the rest. */
QUIRE_INLINE void
span_blocks(const struct scatter *c, const struct span_points *s, const struct lane_derivatives *by)
{
    quire_v4 k[3][3], row[2], column[2];

    for (int j = 0; j < 2; j++) {
        const quire_v4 b = s->b[2 * j], d = s->d[2 * j];
        quire_v4 by_b[4], by_d[4];
        for (int i = 0; i < 4; i++) {
            by_b[i] = b * by->bb[i] + d * by->db[i];
            by_d[i] = b * by->bd[i] + d * by->dd[i];
        }
        k[2 * j][0] = sum_of_blocks(s->b[0], by_b, s->d[0], by_d);
        k[2 * j][2] = sum_of_blocks(s->b[2], by_b, s->d[2], by_d);
        row[j] = sums_of(by_b[0], by_b[1], by_b[2], by_b[3]);
        column[j] = sum_of_blocks(b, by->bb, d, by->bd);
    }
    const quire_v4 all = sums_of(by->bb[0], by->bb[1], by->bb[2], by->bb[3]);
    for (int j = 0; j < 2; j++) {
        k[2 * j][1] = row[j] - (k[2 * j][0] + k[2 * j][2]);
        k[1][2 * j] = column[j] - (k[0][2 * j] + k[2][2 * j]);
    }
    k[1][1] = all - (column[0] + column[1]) - (k[0][1] + k[2][1]);
    for (int j = 0; j < 3; j++) {
        for (int l = 0; l < 3; l++) {
            quire_band_add(c->band, s->node + j, s->node + l, -k[j][l]);
        }
    }
}

/* `frame`: the scatter's. `all`: NULL, or what the points press
 * with together, whose derivatives are added to. `moves`: NULL, or how the stretch's ends move
 * along the sheet. */
QUIRE_INLINE void
span_matrix(const struct scatter *c, const struct span_points *s, const struct lane_laws *m,
            const struct quire_frame *frame, const struct span_moves *moves, struct pressing *all)
{
    struct lane_derivatives by;
    struct lane_swing swing = {.one = {0}};
    struct sliding along;

    lanes_changes(c, &s->at, m, frame->spin, false, NULL, NULL, &by);
    for (int k = 0; k < 4; k++) {
        by.bb[k] = quire_where4(s->at.on, by.bb[k]);
        by.bd[k] = quire_where4(s->at.on, by.bd[k]);
        by.db[k] = quire_where4(s->at.on, by.db[k]);
        by.dd[k] = quire_where4(s->at.on, by.dd[k]);
    }
    for (int l = 0; all != NULL && l < 3; l++) {
        const quire_v4 w = s->at.share * s->b[l];
        all->force_by[l][0] += quire_sum4(quire_where4(s->at.on, w * by.one_x));
        all->force_by[l][1] += quire_sum4(quire_where4(s->at.on, w * by.one_y));
    }
    span_blocks(c, s, &by);
    if (moves != NULL) {
        move_ends(c, s, m, moves, all, &along);
    }
    const bool held = frame->v >= 0;
    if (held && frame->gate->turns) {
        swing_span(c, s, m, frame->gate, frame->spin, &swing);
        spread_on_span(s, &swing.f, frame->turned_x, frame->turned_y);
        if (all != NULL) {
            all->way += quire_sum4(swing.press);
        }
    }
    span_flows_each(c, s, m, &by, moves, moves != NULL ? &along : NULL, held ? &swing : NULL);
}

/* Energy stored at the points, before their shares. */
QUIRE_INLINE void
stored_at_points(const struct span_points *s, const struct lane_laws *m, double out[LANES])
{
    const struct quire_normal_law *law = s->law->normal;
    const double part = law->stored_part != NULL ? law->stored_part(s->law->normal_data) : 0;

    for (int k = 0; k < LANES; k++) {
        out[k] = part * m->normal.elastic[k] * s->at.overlap[k];
        if (s->at.on[k] != 0 && !(out[k] > 0)) {
            out[k] = quire_normal_stored(law, s->law->normal_data,
                                         &(struct quire_normal_in){.overlap = s->at.overlap[k]});
        }
    }
}

/* What is recorded of points in space besides. */
struct across_seen {
    quire_v4 z, lateral, slip, along; /* along: how much of the creep is along the sheet */
};

/* Adds records of the points for observers. `across`: NULL in the plane. */
QUIRE_INLINE void
record_points(const struct scatter *c, const struct span_points *s, const struct lane_laws *m,
              int guide, const struct across_seen *across)
{
    quire_v4 x[3], y[3];
    double stored[LANES];

    span_nodes(x, c->x, s->node);
    span_nodes(y, c->y, s->node);
    stored_at_points(s, m, stored);
    const quire_v4 total = s->at.share * quire_lanes(m->normal.force),
                   friction = lanes_friction(&s->at, m),
                   limit = s->at.share * quire_lanes(m->friction.limit), root = quire_sqrt4(m->q1),
                   at_x = weighted(m->b, x), at_y = weighted(m->b, y), along_x = m->x1 * root,
                   along_y = m->y1 * root;
    for (int k = 0; k < LANES; k++) {
        struct quire_touch *seen = s->at.on[k] != 0 ? new_touch(c->state) : NULL;
        if (seen == NULL) {
            continue;
        }
        seen->pair = quire_sheet_with(c->sheet, quire_partner(QUIRE_PARTNER_GUIDE, guide));
        seen->x = at_x[k];
        seen->y = at_y[k];
        seen->normal[0] = s->at.nx[k];
        seen->normal[1] = s->at.ny[k];
        seen->force = total[k];
        seen->friction = friction[k];
        seen->limit = limit[k];
        seen->slip = m->slip[k];
        seen->belt = s->belt;
        seen->overlap = s->at.overlap[k];
        seen->stored = s->at.share[k] * stored[k];
        seen->spring = 0;
        seen->creep = m->friction.creep[k];
        seen->push[0] = seen->push[1] = seen->push[2] = 0;
        seen->tangent[0] = along_x[k];
        seen->tangent[1] = along_y[k];
        seen->space = (struct quire_space_touch){.pad = 0};
        if (across != NULL) {
            seen->creep *= across->along[k];
            seen->space = (struct quire_space_touch){.z = across->z[k],
                                                     .lateral = across->lateral[k],
                                                     .slip_lateral = across->slip[k],
                                                     .pad = -1};
        }
    }
}

/* Evaluates what touches a guide, and adds forces, powers and, with a band, derivatives. `frame`,
 * `moves` as above. */
QUIRE_INLINE void
span_touch(const struct scatter *c, const struct span_points *s, int guide,
           const struct quire_frame *frame, const struct span_moves *moves,
           struct lane_powers *powers)
{
    struct lane_laws m;

    span_motion(c, s, &m);
    set_normal(&s->at, &m);
    ask_normal(s->law, &m.normal);
    set_friction(&s->at, &m);
    ask_friction(s->law, &m.friction);
    span_forces(c, s, &m, powers);
    if (c->state->record) {
        record_points(c, s, &m, guide, NULL);
    }
    if (c->band != NULL) {
        span_matrix(c, s, &m, frame, moves, NULL);
    }
}

/* The same without friction, for points that press together (contact/law/place_laws.h). */
QUIRE_INLINE void
span_press(const struct scatter *c, const struct span_points *s, int guide,
           const struct span_moves *moves, struct pressing *all, struct lane_powers *powers)
{
    static const struct quire_friction_lanes none;
    struct lane_laws m;

    span_motion(c, s, &m);
    set_normal(&s->at, &m);
    ask_normal(s->law, &m.normal);
    m.friction = none;
    all->share += quire_sum4(quire_where4(s->at.on, s->at.share));
    all->force += quire_sum4(s->at.share * quire_where4(s->at.on, quire_lanes(m.normal.force)));
    mark_touched(c->state, c->sheet, quire_partner(QUIRE_PARTNER_GUIDE, guide));
    span_forces(c, s, &m, powers);
    if (c->state->record) {
        record_points(c, s, &m, guide, NULL);
    }
    if (c->band != NULL) {
        span_matrix(c, s, &m, c->frame, moves, all);
    }
}

#endif
