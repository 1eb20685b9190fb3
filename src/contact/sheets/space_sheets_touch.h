/* One touching place of two sheets in space: a fixed place of one, `a`, on the surface of the
 * other, `b`; forces of the laws on both, and their exact derivatives.
 *
 * Seen along the axis z it is a joint of the plane (sheets_touch.h), with friction along z besides.
 * Derivatives are by twelve numbers: how b's place and its derivatives along and across move,
 * seen from a's place (a gradient, space_touch.h), and how a's derivative along does (`own`).
 * Derivation with the same letters: doc/theory/stacks.md, 8. */
#ifndef QUIRE_CONTACT_SHEETS_SPACE_SHEETS_TOUCH_H
#define QUIRE_CONTACT_SHEETS_SPACE_SHEETS_TOUCH_H

#include "contact/sheets/space_sheets_fade.h"
#include "contact/sheets/space_sheets_joint.h"
#include "contact/sheets/space_sheets_sums.h"

/* ---- forces ---- */

QUIRE_INLINE struct space_turning
turning_about(const struct space_place *p, double half, double overlap)
{
    struct space_turning t = {.arm = half - 0.5 * overlap};

    t.steep = (quire_v4){p->xs[0], p->xs[1], 0, 0};
    t.q = 1 / dot3(t.steep, t.steep);
    t.pair = t.q * quarter_turn(p->xs);
    t.spin = dot3(t.pair, p->vs);
    return t;
}

/* how far they are apart: what tells whether they touch */
QUIRE_INLINE void
measure_space_joint(struct space_joint *j)
{
    const struct quire_sheet *sheet = j->state->system->sheet;

    j->axis = (quire_v4){0, 0, 1, 0};
    j->distance = sqrt(dot3(j->foot->x, j->foot->x));
    j->overlap = sheet[j->a].half + sheet[j->b].half - j->distance;
}

QUIRE_INLINE void
place_space_joint(struct space_joint *j)
{
    const struct quire_sheet *sheet = j->state->system->sheet;

    j->n = (-1 / j->distance) * j->foot->x;
    j->t = quarter_turn(j->n);
    j->vn = -dot3(j->n, j->foot->v);
    j->vt = -dot3(j->t, j->foot->v);
    j->va = -j->foot->v[2];
    j->at_a = turning_about(j->on, sheet[j->a].half, j->overlap);
    j->at_b = turning_about(j->foot, sheet[j->b].half, j->overlap);
}

QUIRE_INLINE void
ask_space_laws(struct space_joint *j)
{
    j->m = (struct place_motion){
        .law = j->law,
        .pair = quire_sheet_with(j->a, quire_partner(QUIRE_PARTNER_SHEET, j->b)),
        .overlap = j->overlap,
        .closing = -j->vn,
        .past = j->vt - j->at_a.arm * j->at_a.spin - j->at_b.arm * j->at_b.spin,
        .across = j->va,
        .share = j->part.share,
        .factor = 1,
        .grip = j->grip,
        .matrix = j->matrix};
    ask_laws(j->state, &j->m, true, &j->laws);
    j->force = j->laws.total * j->n + j->laws.friction * j->t + j->laws.lateral * j->axis;
    j->moment_a = -j->at_a.arm * j->laws.friction;
    j->moment_b = -j->at_b.arm * j->laws.friction;
}

/* a force on a, and the opposite one on b, with their moments */
QUIRE_INLINE void
push_both(const struct space_joint *j)
{
    const struct space_scatter a = scatter_of(j, j->a), b = scatter_of(j, j->b);
    const struct space_action on_a = {j->force, j->at_a.pair, j->moment_a},
                              on_b = {-j->force, j->at_b.pair, j->moment_b};

    add_action(&a, j->on, &on_a, 2, a.force);
    add_action(&b, j->foot, &on_b, 2, b.force);
}

QUIRE_INLINE void
push_space_joint(struct space_joint *j)
{
    struct quire_state *st = j->state;
    const int low = j->a < j->b ? j->a : j->b, high = j->a + j->b - low;

    push_both(j);
    push_joint_fading(j);
    mark_touched(st, low, quire_partner(QUIRE_PARTNER_SHEET, high));
    book_power(&st->power, &j->m, &j->laws, 0, 0, 0);
}

QUIRE_INLINE void
record_space_joint(const struct space_joint *j)
{
    const double unit = sqrt(j->at_a.q);

    record_touch(
        j->state, &j->m, &j->laws, j->m.share,
        &(struct quire_touch){.normal = {j->n[0], j->n[1]},
                              .x = j->on->x[0],
                              .y = j->on->x[1],
                              .tangent = {j->on->xs[0] * unit, j->on->xs[1] * unit},
                              .space = {.z = j->on->x[2], .normal_z = j->n[2], .pad = -1}});
}

/* ---- derivatives ---- */

/* of the place's velocity along u, as b's place sees it */
QUIRE_INLINE struct gradient
speed_along(const struct space_joint *j, quire_v4 u)
{
    return along(j->foot, u, j->cv * u, j->foot->vs, j->foot->ve);
}

/* the same along the axis */
QUIRE_INLINE struct gradient
speed_across(const struct space_joint *j)
{
    const struct space_place *p = j->foot;
    struct gradient g = mix2(p->vs[2], p->s, p->ve[2], p->t);

    g.p[2] += j->cv;
    return g;
}

/* of the rate at which one turns: its derivative along changes by displacements and velocities */
QUIRE_INLINE quire_v4
lever_of(const struct space_turning *t, quire_v4 vs)
{
    return -t->q * quarter_turn(vs) - (2 * t->spin * t->q) * t->steep;
}

QUIRE_INLINE struct joint_change
change_of_spins(const struct space_joint *j)
{
    const struct space_place *p = j->foot;
    const quire_v4 by_a = lever_of(&j->at_a, j->on->vs), by_b = lever_of(&j->at_b, p->vs);
    const struct gradient b = sum2(along_foot(p, by_b, j->cq, p->xss, p->xse),
                                   along_foot(p, j->at_b.pair, j->cv, p->vss, p->vse));

    return (struct joint_change){scaled(j->at_b.arm, b),
                                 j->at_a.arm * (j->cq * by_a + j->cv * j->at_a.pair)};
}

QUIRE_INLINE struct joint_change
change_of_share(const struct space_joint *j)
{
    const struct space_place *p = j->foot;
    const struct gradient turns = along_foot(p, j->at_b.pair, j->cq, p->xss, p->xse);

    return (struct joint_change){
        sum2(mix2(j->part.by_slide, p->s, j->by_cell, p->t), scaled(j->part.by_turn, turns)),
        -j->part.by_turn * j->cq * j->at_a.pair};
}

/* A pair of forces with this moment changes as the derivative along does: what counts that in its
 * component i. */
QUIRE_INLINE quire_v4
change_of_pair(const struct space_turning *t, double moment, int i)
{
    const quire_v4 turn = {i == 1 ? 1 : 0, i == 0 ? -1 : 0, 0, 0};

    return (moment * t->q) * turn - (2 * moment * t->q * t->pair[i]) * t->steep;
}

/* as the forces' sizes change, and their directions by `turn` */
QUIRE_INLINE void
turn_changes(const struct space_joint *j, const struct joint_change *total,
             const struct joint_change *friction, const struct joint_change *lateral,
             const struct joint_change *turn, const struct joint_change *overlap,
             struct joint_changes *to)
{
    const struct space_place *p = j->foot;
    const quire_v4 none = {0};
    const double pressed = j->laws.total, rubs = j->laws.friction;
    const struct joint_change by_n = mix_changes(1, *total, -rubs, *turn),
                              by_t = mix_changes(1, *friction, pressed, *turn),
                              by_a = mix_changes(-j->at_a.arm, *friction, 0.5 * rubs, *overlap),
                              by_b = mix_changes(-j->at_b.arm, *friction, 0.5 * rubs, *overlap);

    for (int i = 0; i < 3; i++) {
        const struct joint_change plane = mix_changes(j->n[i], by_n, j->t[i], by_t);
        to->force[i] = i < 2 ? plane : mix_changes(1, plane, 1, *lateral);
    }
    for (int i = 0; i < 2; i++) {
        const quire_v4 a = change_of_pair(&j->at_a, j->moment_a, i),
                       b = change_of_pair(&j->at_b, j->moment_b, i);
        const struct joint_change turns_a = {{none, none, none}, j->cq * a},
                                  turns_b = {along_foot(p, b, j->cq, p->xss, p->xse), none};
        to->pair_a[i] = mix_changes(j->at_a.pair[i], by_a, 1, turns_a);
        to->pair_b[i] = mix_changes(j->at_b.pair[i], by_b, 1, turns_b);
    }
}

/* How all that acts changes. */
QUIRE_INLINE void
respond_in_space(const struct space_joint *j, struct joint_changes *to, struct joint_flows *flows)
{
    const struct space_place *p = j->foot;
    const quire_v4 none = {0};
    const struct joint_change overlap = {along(p, j->n, j->cq * j->n, p->xs, p->xe), none},
                              turn = {scaled(-1 / j->distance,
                                             along(p, j->t, j->cq * j->t, p->xs, p->xe)),
                                      none},
                              vn = {mix2(-1, speed_along(j, j->n), j->vt, turn.foot), none},
                              vt = {mix2(-1, speed_along(j, j->t), -j->vn, turn.foot), none},
                              va = {scaled(-1, speed_across(j)), none};
    const struct joint_change past = mix_changes(1, mix_changes(1, vt, -1, change_of_spins(j)),
                                                 0.5 * (j->at_a.spin + j->at_b.spin), overlap);
    const struct joint_change part = change_of_share(j);
    const struct action_gradient foot =
        gradient_of_action(&j->m, &j->laws,
                           (struct motion_gradient){.overlap = overlap.foot,
                                                    .gap = vn.foot,
                                                    .past = past.foot,
                                                    .across = va.foot,
                                                    .share = part.foot,
                                                    .factor = {none, none, none}});
    const struct action_change own = change_of_action(
        &j->m, &j->laws, true, &(struct motion_change){.past = past.own, .share = part.own});
    const struct joint_change total = {foot.total, own.total},
                              friction = {foot.friction, own.friction},
                              lateral = {foot.lateral, own.lateral};

    turn_changes(j, &total, &friction, &lateral, &turn, &overlap, to);
    flows->by[SPACE_FRICTION] = friction;
    flows->by[SPACE_LATERAL] = lateral;
    flows->by[SPACE_SLIP] = (struct joint_change){foot.slip, own.slip};
    flows->by[SPACE_ACROSS] = va;
    flows->by[SPACE_GAP] = vn;
    flows->by[SPACE_ONE] = (struct joint_change){foot.one, own.one};
}

/* ---- the matrix ---- */

/* a's nodes as those of the place; b's with the foot */
QUIRE_INLINE void
keep_space_joint(const struct space_joint *j, const struct joint_flows *flows)
{
    struct space_kept_pair *pair =
        quire_places_add(j->state, QUIRE_PLACES_SPACE_SHEETS, sizeof *pair);
    const quire_v4 none = {0}, force = j->force - (j->part.share * j->laws.no.elastic) * j->n;

    if (pair == NULL) {
        return;
    }
    struct space_kept *kept = &pair->kept;
    keep_flows(&j->m, &j->laws, kept);
    space_nodes_of(j->on, j->a, 2, &kept->on);
    space_nodes_of(j->foot, j->b, 2, &pair->foot);
    for (int k = 0; k < SPACE_FLOWS; k++) {
        const struct joint_change *by = flows->by + k;
        kept->by[k][0] = -by->foot.p;
        kept->by[k][1] = by->own;
        kept->by[k][2] = none;
        pair->by_foot[k][0] = by->foot.s;
        pair->by_foot[k][1] = by->foot.e;
    }
    kept->told[0] = force;
    kept->told[1] = j->moment_a * j->at_a.pair;
    pair->told_foot[0] = -force;
    pair->told_foot[1] = j->moment_b * j->at_b.pair;
    keep_hold(j->state, QUIRE_PLACES_SPACE_SHEETS, &kept->on, &j->laws.slide);
}

/* Adds up how all that acts changes. */
QUIRE_INLINE void
add_joint_changes(const struct space_joint *j, const struct joint_changes *changes,
                  const struct joint_flows *flows)
{
    struct joint_rows rows;

    spread_changes(j, changes, &rows);
    if (open_joint_sums(j, j->sums)) {
        sum_all_rows(j, &rows, true, j->sums);
    } else {
        sum_all_rows(j, &rows, false, j->sums);
    }
    if (j->fades && j->cq != 0) {
        derive_joint_fading(j, j->sums);
    }
    keep_space_joint(j, flows);
}

QUIRE_INLINE void
derive_space_joint(const struct space_joint *j)
{
    struct joint_changes changes;
    struct joint_flows flows;

    respond_in_space(j, &changes, &flows);
    add_joint_changes(j, &changes, &flows);
}

#endif
