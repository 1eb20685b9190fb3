/* How what acts at four touching places of two sheets in space changes, side by side, by the same
 * arithmetic as respond_in_space(). Derivation with the same letters: doc/theory/stacks.md, 8. */
#ifndef QUIRE_CONTACT_SHEETS_SPACE_SHEETS_LANES_MATRIX_H
#define QUIRE_CONTACT_SHEETS_SPACE_SHEETS_LANES_MATRIX_H

#include "contact/sheets/space_sheets_lanes.h"

/* As struct joint_change; a's derivative along counts square to the axis alone. */
struct lane_change {
    struct gradients foot;
    struct flat_vectors own;
};

/* as along() */
QUIRE_INLINE struct gradients
along_lanes(const struct space_lanes *l, struct vectors u, double c, struct vectors by_s,
            struct vectors by_e)
{
    struct gradients g = mix_gradients(dots(u, by_s), l->s, dots(u, by_e), l->t);

    g.p = plus(plus(times(quire_all4(c), u), times(dots(u, by_s), l->s.p)),
               times(dots(u, by_e), l->t.p));
    return g;
}

/* as along_foot() */
QUIRE_INLINE struct gradients
along_feet(const struct space_lanes *l, struct flat_vectors u, double c, struct vectors by_s,
           struct vectors by_e)
{
    struct gradients g = mix_gradients(flat_dots(u, by_s), l->s, flat_dots(u, by_e), l->t);

    g.s.x += c * u.x;
    g.s.y += c * u.y;
    return g;
}

/* as lever_of() */
QUIRE_INLINE struct flat_vectors
levers_of(const struct turnings *t, struct vectors vs)
{
    const quire_v4 less = 2 * t->spin * t->q;

    return (struct flat_vectors){-t->q * -vs.y - less * t->steep.x,
                                 -t->q * vs.x - less * t->steep.y};
}

/* How the places move: as in respond_in_space(). */
struct lane_motions {
    struct gradients overlap, turn, vn, va, part;
    struct lane_change past;
    struct flat_vectors part_own;
    bool varies; /* the share */
};

QUIRE_INLINE void
change_past(const struct space_lanes *l, struct gradients vt, struct gradients overlap,
            struct lane_change *past)
{
    const double cq = l->pair->cq, cv = l->pair->cv;
    const struct flat_vectors by_a = levers_of(&l->a, l->on_vs), by_b = levers_of(&l->b, l->vs);
    const struct gradients b =
        scaled_gradients(l->b.arm, sum_gradients(along_feet(l, by_b, cq, l->xss, l->xse),
                                                 along_feet(l, l->b.pair, cv, l->vss, l->vse)));
    const quire_v4 minus_one = quire_all4(-1), rolls = 0.5 * (l->a.spin + l->b.spin);

    past->foot = mix_gradients(quire_all4(1), sum_gradients(vt, scaled_gradients(minus_one, b)),
                               rolls, overlap);
    past->own.x = -(l->a.arm * (cq * by_a.x + cv * l->a.pair.x));
    past->own.y = -(l->a.arm * (cq * by_a.y + cv * l->a.pair.y));
}

/* as change_of_share() */
QUIRE_INLINE void
change_shares(const struct space_lanes *l, struct lane_motions *m)
{
    const double cq = l->pair->cq;

    m->varies = l->fades;
    if (m->varies) {
        const struct gradients turns = along_feet(l, l->b.pair, cq, l->xss, l->xse);
        m->part = sum_gradients(mix_gradients(l->by_slide, l->s, l->by_cell, l->t),
                                scaled_gradients(l->by_turn, turns));
        m->part_own = times_flat(-l->by_turn * cq, l->a.pair);
    }
}

QUIRE_INLINE void
move_by_nodes(const struct space_lanes *l, struct lane_motions *m)
{
    const double cq = l->pair->cq, cv = l->pair->cv;
    const quire_v4 minus_one = quire_all4(-1), zero = {0};
    const struct vectors t = {-l->n.y, l->n.x, zero};

    m->overlap = along_lanes(l, l->n, cq, l->xs, l->xe);
    m->turn = scaled_gradients(-1 / l->distance, along_lanes(l, t, cq, l->xs, l->xe));
    m->vn = mix_gradients(minus_one, along_lanes(l, l->n, cv, l->vs, l->ve), l->vt, m->turn);
    const struct gradients vt =
        mix_gradients(minus_one, along_lanes(l, t, cv, l->vs, l->ve), -l->vn, m->turn);
    m->va = mix_gradients(l->vs.z, l->s, l->ve.z, l->t);
    m->va.p.z += cv;
    m->va = scaled_gradients(minus_one, m->va);
    change_past(l, vt, m->overlap, &m->past);
    change_shares(l, m);
}

/* What acts, by one number of each gradient. */
struct lane_actions {
    struct lane_change one, total, friction, lateral;
};

struct lane_action {
    quire_v4 one, total, friction, lateral;
};

/* as change_of_action() in space, of laws that follow nothing but these */
QUIRE_INLINE struct lane_action
act_by(const struct space_lanes *l, quire_v4 overlap, quire_v4 gap, quire_v4 past, quire_v4 across)
{
    const quire_v4 d_overlap = quire_lanes(l->no.d_overlap),
                   d_closing = quire_lanes(l->no.d_closing), d_normal = quire_lanes(l->fo.d_normal);
    struct lane_action c;

    c.one = d_overlap * overlap - d_closing * gap;
    c.total = l->share * c.one;
    const quire_v4 way = l->u[0] * past + l->u[1] * across,
                   by_law = l->more * way + d_normal * c.one;
    c.friction = l->share * (l->ratio * past + l->u[0] * by_law);
    c.lateral = l->share * (l->ratio * across + l->u[1] * by_law);
    return c;
}

QUIRE_INLINE quire_v4 *
number_of(struct gradients *g, int i)
{
    struct vectors *v = i < 3 ? &g->p : i < 6 ? &g->s : &g->e;

    return i % 3 == 0 ? &v->x : i % 3 == 1 ? &v->y : &v->z;
}

QUIRE_INLINE void
act_by_nodes(const struct space_lanes *l, struct lane_motions *m, struct lane_actions *to)
{
    const quire_v4 zero = {0}, force = quire_where4(l->touch, quire_lanes(l->no.force));

    for (int i = 0; i < 9; i++) {
        struct lane_action c = act_by(l, *number_of(&m->overlap, i), *number_of(&m->vn, i),
                                      *number_of(&m->past.foot, i), *number_of(&m->va, i));
        if (m->varies) {
            const quire_v4 part = *number_of(&m->part, i);
            c.total += force * part;
            c.friction += l->f[0] * part;
            c.lateral += l->f[1] * part;
        }
        *number_of(&to->one.foot, i) = c.one;
        *number_of(&to->total.foot, i) = c.total;
        *number_of(&to->friction.foot, i) = c.friction;
        *number_of(&to->lateral.foot, i) = c.lateral;
    }
    struct lane_action x = act_by(l, zero, zero, m->past.own.x, zero),
                       y = act_by(l, zero, zero, m->past.own.y, zero);
    if (m->varies) {
        x.total += force * m->part_own.x;
        y.total += force * m->part_own.y;
        x.friction += l->f[0] * m->part_own.x;
        y.friction += l->f[0] * m->part_own.y;
        x.lateral += l->f[1] * m->part_own.x;
        y.lateral += l->f[1] * m->part_own.y;
    }
    to->one.own = (struct flat_vectors){zero, zero};
    to->total.own = (struct flat_vectors){x.total, y.total};
    to->friction.own = (struct flat_vectors){x.friction, y.friction};
    to->lateral.own = (struct flat_vectors){x.lateral, y.lateral};
}

/* ---- place by place ---- */

/* All of it of one place. */
struct joint_response {
    struct joint_changes changes;
    struct joint_flows flows;
};

/* the parts of a change go to the same field of each */
#define PART_CHANGE(foot_, own_, all_, field_)                                                     \
    do {                                                                                           \
        const quire_v4 none_ = {0};                                                                \
        quire_v4 p_[LANES], s_[LANES], e_[LANES], o_[LANES];                                       \
        part_vectors((foot_).p, p_);                                                               \
        part_vectors((foot_).s, s_);                                                               \
        part_vectors((foot_).e, e_);                                                               \
        part_vectors((struct vectors){(own_).x, (own_).y, none_}, o_);                             \
        for (int k_ = 0; k_ < LANES; k_++) {                                                       \
            (all_)[k_].field_ = (struct joint_change){{p_[k_], s_[k_], e_[k_]}, o_[k_]};           \
        }                                                                                          \
    } while (0)

QUIRE_INLINE struct lane_change
turned_by(struct lane_change x, quire_v4 by, struct gradients turn)
{
    return (struct lane_change){mix_gradients(quire_all4(1), x.foot, by, turn), x.own};
}

/* forces: as their sizes change, and their directions by `turn` */
QUIRE_INLINE void
part_forces(const struct space_lanes *l, const struct lane_actions *a, const struct gradients *turn,
            struct joint_response all[LANES])
{
    const struct lane_change by_n = turned_by(a->total, -l->friction, *turn),
                             by_t = turned_by(a->friction, l->total, *turn);
    const struct lane_change x = {mix_gradients(l->n.x, by_n.foot, -l->n.y, by_t.foot),
                                  {l->n.x * by_n.own.x + -l->n.y * by_t.own.x,
                                   l->n.x * by_n.own.y + -l->n.y * by_t.own.y}},
                             y = {mix_gradients(l->n.y, by_n.foot, l->n.x, by_t.foot),
                                  {l->n.y * by_n.own.x + l->n.x * by_t.own.x,
                                   l->n.y * by_n.own.y + l->n.x * by_t.own.y}},
                             z = {sum_gradients(scaled_gradients(l->n.z, by_n.foot),
                                                a->lateral.foot),
                                  {l->n.z * by_n.own.x + a->lateral.own.x,
                                   l->n.z * by_n.own.y + a->lateral.own.y}};

    PART_CHANGE(x.foot, x.own, all, changes.force[0]);
    PART_CHANGE(y.foot, y.own, all, changes.force[1]);
    PART_CHANGE(z.foot, z.own, all, changes.force[2]);
}

/* as change_of_pair(), along x and y */
QUIRE_INLINE void
change_of_pairs(const struct turnings *t, quire_v4 moment, struct flat_vectors by[2])
{
    const quire_v4 turn = moment * t->q, x = 2 * moment * t->q * t->pair.x,
                   y = 2 * moment * t->q * t->pair.y;

    by[0] = (struct flat_vectors){-(x * t->steep.x), -turn - x * t->steep.y};
    by[1] = (struct flat_vectors){turn - y * t->steep.x, -(y * t->steep.y)};
}

QUIRE_INLINE void
part_pairs(const struct space_lanes *l, const struct lane_actions *a,
           const struct gradients *overlap, struct joint_response all[LANES])
{
    const double cq = l->pair->cq;
    const quire_v4 less = 0.5 * l->friction;
    const struct gradients by_a = mix_gradients(-l->a.arm, a->friction.foot, less, *overlap),
                           by_b = mix_gradients(-l->b.arm, a->friction.foot, less, *overlap);
    const struct flat_vectors own_a = times_flat(-l->a.arm, a->friction.own),
                              own_b = times_flat(-l->b.arm, a->friction.own);
    struct flat_vectors turns_a[2], turns_b[2];

    change_of_pairs(&l->a, l->moment_a, turns_a);
    change_of_pairs(&l->b, l->moment_b, turns_b);
    for (int i = 0; i < 2; i++) {
        const quire_v4 pair_a = i == 0 ? l->a.pair.x : l->a.pair.y,
                       pair_b = i == 0 ? l->b.pair.x : l->b.pair.y;
        const struct gradients on_a = scaled_gradients(pair_a, by_a),
                               on_b = sum_gradients(scaled_gradients(pair_b, by_b),
                                                    along_feet(l, turns_b[i], cq, l->xss, l->xse));
        const struct flat_vectors more_a = {pair_a * own_a.x + cq * turns_a[i].x,
                                            pair_a * own_a.y + cq * turns_a[i].y},
                                  more_b = times_flat(pair_b, own_b);
        PART_CHANGE(on_a, more_a, all, changes.pair_a[i]);
        PART_CHANGE(on_b, more_b, all, changes.pair_b[i]);
    }
}

QUIRE_INLINE void
part_flows(const struct lane_motions *m, const struct lane_actions *a,
           struct joint_response all[LANES])
{
    const quire_v4 zero = {0};
    const struct flat_vectors none = {zero, zero};

    PART_CHANGE(a->friction.foot, a->friction.own, all, flows.by[SPACE_FRICTION]);
    PART_CHANGE(a->lateral.foot, a->lateral.own, all, flows.by[SPACE_LATERAL]);
    PART_CHANGE(m->past.foot, m->past.own, all, flows.by[SPACE_SLIP]);
    PART_CHANGE(m->va, none, all, flows.by[SPACE_ACROSS]);
    PART_CHANGE(m->vn, none, all, flows.by[SPACE_GAP]);
    PART_CHANGE(a->one.foot, none, all, flows.by[SPACE_ONE]);
}

/* where the feet move */
QUIRE_INLINE void
part_feet(struct space_lanes *l)
{
    quire_v4 s[3][LANES], t[3][LANES];

    part_vectors(l->s.p, s[0]);
    part_vectors(l->s.s, s[1]);
    part_vectors(l->s.e, s[2]);
    part_vectors(l->t.p, t[0]);
    part_vectors(l->t.s, t[1]);
    part_vectors(l->t.e, t[2]);
    for (int k = 0; k < LANES; k++) {
        l->foot[k].s = (struct gradient){s[0][k], s[1][k], s[2][k]};
        l->foot[k].t = (struct gradient){t[0][k], t[1][k], t[2][k]};
    }
}

QUIRE_INLINE void
respond_in_lanes(struct space_lanes *l, struct joint_response all[LANES])
{
    struct lane_motions m;
    struct lane_actions a;

    move_by_nodes(l, &m);
    act_by_nodes(l, &m, &a);
    part_forces(l, &a, &m.turn, all);
    part_pairs(l, &a, &m.overlap, all);
    part_flows(&m, &a, all);
    part_feet(l);
}

#endif
