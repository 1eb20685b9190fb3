/* Points of one span of the curve of a column, the piece around a node, on one piece of a guide,
 * side by side: what they are within the plane. Position enters by b alone and rotation by d alone.
 * doc/theory/spatial-contact.md, 3. */
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

#endif
