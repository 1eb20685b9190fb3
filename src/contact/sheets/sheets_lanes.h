/* Four touching places of two sheets side by side: the same as touch_joint() for stations that meet
 * inner pieces of the other's curve, away from its ends, where the share of the law is constant.
 * Derivation with the same letters: doc/theory/stacks.md, 2. */
#ifndef QUIRE_CONTACT_SHEETS_SHEETS_LANES_H
#define QUIRE_CONTACT_SHEETS_SHEETS_LANES_H

#include "contact/sheets/sheets_touch.h"
#include "contact/touch/lanes.h"
#include "contact/touch/nearest_lanes.h"
#include "contact/touch/places.h"

/* Places of the stations of a on the curve of b. */
struct joint_lanes {
    const struct joint *pair; /* what all of them share: both sheets, the law, cq and cv */
    int n;                    /* how many there are; the others repeat the last */
    const struct quire_near_station *near[LANES];
    int on[LANES], foot[LANES]; /* first of the three nodes */
    /* weights of the nodes: of a, and of b in position, tangent and (1, -2, 1) second derivative */
    quire_v4 ab[3], ad[3], bb[3], bd[3];
    quire_v4 at[2], a1[2], av1[2];         /* a: position, tangent, turning of the tangent */
    quire_v4 b1[2], b2[2], bv1[2], bv2[2]; /* b: the same and second derivatives */
    quire_v4 w[2], u[2];                   /* from b's place to a's, and how fast */
    quire_mask4 touch;
    /* so many, up to the first that is to be evaluated alone: beyond inner pieces, and where the
     * share may change */
    int taken;
    quire_v4 distance, n_x, n_y, share;
    quire_v4 arm_a, arm_b, qa, qb, spin_a, spin_b, vn, vt, slip;
    quire_v4 total, friction, lost; /* forces with the share */
    quire_v4 f[2], moment_a, moment_b;
    struct quire_slide slide[LANES]; /* where friction holds */
    _Alignas(32) struct quire_normal_lanes no;
    struct quire_friction_lanes fo;
};

/* ---- where they touch ---- */

QUIRE_INLINE void
gather_stations(struct joint_lanes *l, const struct quire_sheet *a)
{
    for (int k = 0; k < LANES; k++) {
        struct station p;
        weights_at(a, l->near[k]->station, &p);
        l->on[k] = p.node;
        for (int i = 0; i < 3; i++) {
            l->ab[i][k] = p.b[i];
            l->ad[i][k] = p.d[i];
        }
    }
}

QUIRE_INLINE quire_v4
weigh_nodes(const quire_v4 weight[3], const double *a, const int *node)
{
    return weight[0] * gather_nodes(a, node, 0) + weight[1] * gather_nodes(a, node, 1) +
           weight[2] * gather_nodes(a, node, 2);
}

/* of the nodes 1, -2, 1 */
QUIRE_INLINE quire_v4
second_difference(const double *a, const int *node)
{
    return (gather_nodes(a, node, 0) - gather_nodes(a, node, 1)) +
           (gather_nodes(a, node, 2) - gather_nodes(a, node, 1));
}

/* A search that leads beyond its piece goes on in the next, once or twice. */
#define PIECES_AWAY 2

/* Returns for which the nearest point is on an inner piece. */
QUIRE_INLINE quire_mask4
find_feet(struct joint_lanes *l, const struct scatter *b, int n, const quire_v4 at[2])
{
    struct inner_pieces on = {.found = {0}};
    quire_v4 x[3], y[3];

    for (int k = 0; k <= PIECES_AWAY; k++) {
        for (int i = 0; i < 3; i++) {
            x[i] = gather_nodes(b->x, l->foot, i) - at[0];
            y[i] = gather_nodes(b->y, l->foot, i) - at[1];
        }
        inner_pieces_of(&on, x, y);
        on.s = k == 0 ? nearest_on_chord(&on) : on.s;
        search_inner_pieces(&on);
        quire_mask4 moved = {0};
        for (int m = 0; m < LANES; m++) {
            const int to = l->foot[m] + (on.behind[m] != 0 ? 1 : on.before[m] != 0 ? -1 : 0);
            if (to != l->foot[m] && to > 0 && to < n - 2) {
                l->foot[m] = to;
                on.s[m] = on.behind[m] != 0 ? 0 : 1;
                moved[m] = -1;
            }
        }
        if (!quire_any(moved)) {
            break;
        }
    }
    const quire_v4 s = on.s;
    l->bb[0] = 0.5 * (1 - s) * (1 - s);
    l->bb[1] = 0.5 + s * (1 - s);
    l->bb[2] = 0.5 * s * s;
    l->bd[0] = s - 1;
    l->bd[1] = 1 - 2 * s;
    l->bd[2] = s;
    for (int i = 0; i < 2; i++) {
        l->w[i] = -weighted(l->bb, i == 0 ? x : y);
    }
    l->b1[0] = on.tx + s * on.cx;
    l->b1[1] = on.ty + s * on.cy;
    l->b2[0] = on.cx;
    l->b2[1] = on.cy;
    return on.found;
}

/* Where the stations are on b's curve, and which of them touch. */
QUIRE_INLINE void
find_joints(struct joint_lanes *l)
{
    const struct scatter *a = &l->pair->a->at, *b = &l->pair->b->at;
    const struct quire_sheet *one = l->pair->a->sheet, *other = l->pair->b->sheet;
    const int n = other->chain.n;
    const double h = other->chain.h, widest = fmax(0.5 * one->chain.h, one->half),
                 times = HALF_OF_LAW / l->pair->over.law->reference_length;
    const quire_v4 zero = {0};

    gather_stations(l, one);
    l->at[0] = weigh_nodes(l->ab, a->x, l->on);
    l->at[1] = weigh_nodes(l->ab, a->y, l->on);
    const quire_mask4 found = find_feet(l, b, n, l->at);
    l->taken = l->n;
    for (int k = 0; k < LANES; k++) {
        const double along = (l->foot[k] + 0.5 + l->bd[2][k]) * h;
        const bool ends =
            !is_end(one, l->near[k]->station) && !(along > widest && n * h - along > widest);
        if (k < l->taken && (found[k] == 0 || ends)) {
            l->taken = k;
        }
        l->share[k] = times * length_at(one, l->near[k]->station);
    }
    l->distance = quire_sqrt4(l->w[0] * l->w[0] + l->w[1] * l->w[1]);
    const quire_v4 overlap = one->half + other->half - l->distance;
    l->touch = overlap > zero;
    for (int k = l->taken; k < LANES; k++) {
        l->touch[k] = 0;
    }
    l->share = quire_where4(l->touch, l->share);
    quire_set_lanes(l->no.overlap, quire_select4(l->touch, overlap, quire_all4(-1)));
    l->n_x = l->w[0] / l->distance;
    l->n_y = l->w[1] / l->distance;
    l->arm_a = one->half - 0.5 * overlap;
    l->arm_b = other->half - 0.5 * overlap;
}

/* How fast they pass each other. */
QUIRE_INLINE void
move_joints(struct joint_lanes *l)
{
    const struct scatter *a = &l->pair->a->at, *b = &l->pair->b->at;
    const double *const va[2] = {a->vx, a->vy}, *const vb[2] = {b->vx, b->vy};

    l->a1[0] = weigh_nodes(l->ad, a->x, l->on);
    l->a1[1] = weigh_nodes(l->ad, a->y, l->on);
    for (int i = 0; i < 2; i++) {
        l->av1[i] = weigh_nodes(l->ad, va[i], l->on);
        l->bv1[i] = weigh_nodes(l->bd, vb[i], l->foot);
        l->bv2[i] = second_difference(vb[i], l->foot);
        l->u[i] = weigh_nodes(l->ab, va[i], l->on) - weigh_nodes(l->bb, vb[i], l->foot);
    }
    l->qa = 1 / (l->a1[0] * l->a1[0] + l->a1[1] * l->a1[1]);
    l->qb = 1 / (l->b1[0] * l->b1[0] + l->b1[1] * l->b1[1]);
    l->vn = l->n_x * l->u[0] + l->n_y * l->u[1];
    l->vt = l->n_x * l->u[1] - l->n_y * l->u[0];
    l->spin_a = l->qa * (l->a1[0] * l->av1[1] - l->a1[1] * l->av1[0]);
    l->spin_b = l->qb * (l->b1[0] * l->bv1[1] - l->b1[1] * l->bv1[0]);
    l->slip = quire_where4(l->touch, l->vt - l->arm_a * l->spin_a - l->arm_b * l->spin_b);
}

/* ---- laws and forces ---- */

QUIRE_INLINE struct quire_contact_pair
partners(const struct joint *pair)
{
    return quire_sheet_with(pair->a->index, quire_partner(QUIRE_PARTNER_SHEET, pair->b->index));
}

/* Friction that holds on, place by place. */
QUIRE_INLINE void
hold_joints(struct joint_lanes *l)
{
    const struct joint *pair = l->pair;
    const struct quire_contact_law *law = pair->over.law;
    const struct quire_contact_pair who = partners(pair);

    for (int k = 0; k < LANES; k++) {
        struct quire_friction_out out = {.limit = 0};
        if (l->touch[k] != 0) {
            const struct station p = {.x1 = {l->a1[0][k], l->a1[1][k]}};
            const int face = touched_face(&p, (const double[]){l->n_x[k], l->n_y[k]});
            l->slide[k] = (struct quire_slide){.grip = grip_of(pair, l->near[k]->station, face),
                                               .law = law,
                                               .share = l->share[k],
                                               .pair = who,
                                               .in = {.slip = l->fo.slip[k],
                                                      .normal = l->fo.normal[k],
                                                      .factor = 1,
                                                      .overlap = l->no.overlap[k],
                                                      .memory = &no_memory}};
            quire_stick_hold_along(pair->state, pair->matrix, l->slide + k, &out);
        }
        l->fo.force[k] = out.force;
        l->fo.d_slip[k] = out.d_slip;
        l->fo.d_normal[k] = out.d_normal;
        l->fo.limit[k] = out.limit;
        l->fo.creep[k] = out.creep;
    }
}

QUIRE_INLINE void
ask_laws_of_joints(struct joint_lanes *l)
{
    const struct quire_contact_law *law = l->pair->over.law;
    const quire_v4 zero = {0};

    quire_set_lanes(l->no.closing, -l->vn);
    ask_normal(law, &l->no);
    const quire_v4 force = quire_where4(l->touch, quire_lanes(l->no.force));
    const quire_mask4 presses = force > zero; /* what pulls does not rub */
    quire_set_lanes(l->fo.slip, l->slip);
    quire_set_lanes(l->fo.normal, quire_where4(presses, force));
    quire_set_lanes(l->fo.factor, quire_all4(1));
    if (quire_law_holds(law)) {
        hold_joints(l);
    } else {
        ask_friction(law, &l->fo);
    }
    quire_set_lanes(l->fo.d_normal, quire_where4(presses, quire_lanes(l->fo.d_normal)));
    l->total = l->share * force;
    l->lost =
        l->share * quire_where4(l->touch, quire_lanes(l->no.force) - quire_lanes(l->no.elastic));
    l->friction = l->share * quire_where4(l->touch, quire_lanes(l->fo.force));
}

QUIRE_INLINE void
push_joints(struct joint_lanes *l)
{
    const struct joint *pair = l->pair;
    const struct scatter *a = &pair->a->at, *b = &pair->b->at;
    quire_v4 ax[3], ay[3], bx[3], by[3];

    l->f[0] = l->total * l->n_x - l->friction * l->n_y;
    l->f[1] = l->total * l->n_y + l->friction * l->n_x;
    l->moment_a = -l->arm_a * l->friction;
    l->moment_b = -l->arm_b * l->friction;
    const quire_v4 a_x = -l->moment_a * l->a1[1] * l->qa, a_y = l->moment_a * l->a1[0] * l->qa,
                   b_x = -l->moment_b * l->b1[1] * l->qb, b_y = l->moment_b * l->b1[0] * l->qb;
    for (int i = 0; i < 3; i++) {
        ax[i] = l->ab[i] * l->f[0] + l->ad[i] * a_x;
        ay[i] = l->ab[i] * l->f[1] + l->ad[i] * a_y;
        bx[i] = l->bd[i] * b_x - l->bb[i] * l->f[0];
        by[i] = l->bd[i] * b_y - l->bb[i] * l->f[1];
    }
    for (int k = 0; k < LANES; k++) {
        for (int i = 0; l->touch[k] != 0 && i < 3; i++) {
            a->fx[l->on[k] + i] += ax[i][k];
            a->fy[l->on[k] + i] += ay[i][k];
            b->fx[l->foot[k] + i] += bx[i][k];
            b->fy[l->foot[k] + i] += by[i][k];
        }
    }
    struct quire_powers *power = &pair->state->power;
    const quire_v4 friction = l->friction * l->slip, lost = l->lost * l->vn;
    for (int k = 0; k < LANES; k++) {
        if (l->touch[k] != 0) {
            power->friction -= friction[k];
            power->contact -= lost[k];
        }
    }
    mark_sheets(pair->state, pair->a->index, pair->b->index);
}

/* what observers see */
static inline void
record_joints(const struct joint_lanes *l)
{
    const bool holds = quire_law_holds(l->pair->over.law);

    for (int k = 0; k < LANES; k++) {
        const double unit = sqrt(l->qa[k]);
        const struct place_motion m = {.law = l->pair->over.law,
                                       .pair = partners(l->pair),
                                       .overlap = l->no.overlap[k],
                                       .share = l->share[k],
                                       .grip = holds ? l->slide[k].grip : NULL};
        struct place_action a = {.total = l->total[k],
                                 .friction = l->friction[k],
                                 .r = {.slip = {l->slip[k], 0}, .u = {1, 0}},
                                 .fo = {.limit = l->fo.limit[k], .creep = l->fo.creep[k]}};
        if (l->touch[k] == 0) {
            continue;
        }
        if (holds) {
            a.slide = l->slide[k];
        }
        record_touch(l->pair->state, &m, &a, m.share,
                     &(struct quire_touch){.normal = {l->n_x[k], l->n_y[k]},
                                           .x = l->at[0][k],
                                           .y = l->at[1][k],
                                           .tangent = {l->a1[0][k] * unit, l->a1[1][k] * unit}});
    }
}

#endif
