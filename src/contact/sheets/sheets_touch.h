/* One touching place of two sheets: a fixed station of one, `a`, on the curve of the other, `b`;
 * forces of the laws on both, and their exact derivatives.
 *
 * All derivatives are by eight numbers: how a's place moves past b's (W), how b's tangent changes
 * (R), how a's does (S), and how b's second derivative does (C), which matters where the share
 * changes. Those of a form are by W and R, those of a second one by S and C. Derivation with the
 * same letters: doc/theory/stacks.md. */
#ifndef QUIRE_CONTACT_SHEETS_SHEETS_TOUCH_H
#define QUIRE_CONTACT_SHEETS_SHEETS_TOUCH_H

#include "contact/law/constants.h"
#include "contact/sheets/sheet_ends.h"
#include "contact/sheets/sheets.h"
#include "contact/touch/touch.h"
#include "state/room.h"

/* One of the two, and how its nodes move. */
struct party {
    const struct quire_sheet *sheet;
    int index;
    struct scatter at;
    struct quire_band *band;
};

/* How b's curve turns or ends, and what share of the law acts; of forms as above. */
struct overlay {
    const struct quire_contact_law *law;
    struct quire_law_memory *grip;
    struct shared part; /* of the law that acts */
};

struct joint {
    struct quire_state *state;
    const struct party *a, *b;
    /* a's station, seen from nowhere; b's place, seen from a's station and moving with it */
    struct station on, foot;
    struct overlay over;
    double cq, cv;
    bool matrix;
    /* found out on the way */
    double w[2], u[2]; /* from b's place to a's, and how fast */
    double distance, n[2], overlap;
    double vn, vt, spin_a, spin_b, arm_a, arm_b, qa, qb;
    struct place_action laws;
    /* of the share, where it changes: how b's tangent turns as the foot slides, the derivative of
     * the share by the way that the sheets pass each other [1/m], and what that pushes along [N]
     * and turns [N m] */
    bool fades;
    double turns, fade, push, couple, stored;
    double f[2], moment_a, moment_b, pair_a[2], pair_b[2];
};

/* how what is there changes in four directions */
struct joint_geometry {
    /* t, v: of b; tangent, turning: of a */
    form w[2], u[2], t[2], v[2], tangent[2], turning[2], slide;
    form bend[2]; /* how b's second derivative changes; matters where the share does */
};

/* How a joint responds in four directions at once. */
struct joint_response {
    struct action_change by;
    form vn, f[2], moment_a, moment_b, pair_a[2], pair_b[2];
};

QUIRE_INLINE void
place_joint(struct joint *j)
{
    const struct station *on = &j->on, *foot = &j->foot;

    for (int d = 0; d < 2; d++) {
        j->w[d] = -foot->x[d];
        j->u[d] = -foot->v[d];
    }
    j->distance = sqrt(j->w[0] * j->w[0] + j->w[1] * j->w[1]);
    j->n[0] = j->w[0] / j->distance;
    j->n[1] = j->w[1] / j->distance;
    j->overlap = j->a->sheet->half + j->b->sheet->half - j->distance;
    j->arm_a = j->a->sheet->half - 0.5 * j->overlap;
    j->arm_b = j->b->sheet->half - 0.5 * j->overlap;
    j->qa = 1 / (on->x1[0] * on->x1[0] + on->x1[1] * on->x1[1]);
    j->qb = 1 / (foot->x1[0] * foot->x1[0] + foot->x1[1] * foot->x1[1]);
    j->vn = j->n[0] * j->u[0] + j->n[1] * j->u[1];
    j->vt = j->n[0] * j->u[1] - j->n[1] * j->u[0];
    j->spin_a = j->qa * (on->x1[0] * on->v1[1] - on->x1[1] * on->v1[0]);
    j->spin_b = j->qb * (foot->x1[0] * foot->v1[1] - foot->x1[1] * foot->v1[0]);
}

/* what friction holds on to at a's station, on its face that is towards b; NULL: to nothing */
QUIRE_INLINE struct quire_law_memory *
grip_of(const struct joint *j, int station, int face)
{
    const struct quire_sheet *a = j->a->sheet;

    return quire_law_grip(j->state, j->over.law,
                          a->sheet_grip + face * quire_sheet_stations(a) + station);
}

/* What the laws are to see; apart from the joint, so that it is known to stay as it is. */
QUIRE_INLINE struct place_motion
motion_of_joint(const struct joint *j)
{
    return (struct place_motion){
        .law = j->over.law,
        .pair = quire_sheet_with(j->a->index, quire_partner(QUIRE_PARTNER_SHEET, j->b->index)),
        .overlap = j->overlap,
        .closing = -j->vn,
        .past = j->vt - j->arm_a * j->spin_a - j->arm_b * j->spin_b,
        .share = j->over.part.share,
        .factor = 1,
        .grip = j->over.grip,
        .matrix = j->matrix};
}

/* what the foot's way along b is divided by */
QUIRE_INLINE double
bend_under(const struct joint *j)
{
    const struct station *foot = &j->foot;
    const double t2 = 1 / j->qb, bend = t2 - (j->w[0] * foot->x2[0] + j->w[1] * foot->x2[1]);

    return bend < QUIRE_BEND_LEAST * t2 ? QUIRE_BEND_LEAST * t2 : bend;
}

/* Energy is stored with the share, so where that changes the sheets push each other along, and turn
 * each other. doc/theory/stacks.md, 3 */
QUIRE_INLINE void
fade_joint(struct joint *j, const struct place_motion *m)
{
    const struct shared *part = &j->over.part;
    const struct station *foot = &j->foot;

    j->fades = share_varies(part);
    if (!j->fades) {
        j->push = j->couple = 0;
        return;
    }
    j->stored = stored_by_law(j->state, m);
    j->turns = j->qb * (foot->x1[0] * foot->x2[1] - foot->x1[1] * foot->x2[0]);
    j->fade = (part->by_slide + part->by_turn * j->turns) *
              (j->n[0] * foot->x1[1] - j->n[1] * foot->x1[0]) / bend_under(j);
    j->push = -j->stored * j->fade;
    j->couple = j->stored * part->by_turn;
}

/* marks two sheets as touching */
QUIRE_INLINE void
mark_sheets(struct quire_state *st, int a, int b)
{
    mark_touched(st, a < b ? a : b, quire_partner(QUIRE_PARTNER_SHEET, a < b ? b : a));
}

/* the forces on a, and the opposite ones on b, which act from their surfaces */
QUIRE_INLINE void
push_joint(struct joint *j, const struct place_motion *m)
{
    const struct scatter *a = &j->a->at, *b = &j->b->at;
    const double total = j->laws.total, friction = j->laws.friction, along = friction + j->push;

    j->f[0] = total * j->n[0] - along * j->n[1];
    j->f[1] = total * j->n[1] + along * j->n[0];
    j->moment_a = j->couple - j->arm_a * friction;
    j->moment_b = -j->couple - j->arm_b * friction - j->distance * j->push;
    j->pair_a[0] = -j->on.x1[1] * j->qa; /* force pairs that make a unit moment */
    j->pair_a[1] = j->on.x1[0] * j->qa;
    j->pair_b[0] = -j->foot.x1[1] * j->qb;
    j->pair_b[1] = j->foot.x1[0] * j->qb;
    for (int i = 0; i < 3; i++) {
        const int k = j->on.node + i, l = j->foot.node + i;
        a->fx[k] += j->on.b[i] * j->f[0] + j->on.d[i] * j->moment_a * j->pair_a[0];
        a->fy[k] += j->on.b[i] * j->f[1] + j->on.d[i] * j->moment_a * j->pair_a[1];
        b->fx[l] += j->foot.d[i] * j->moment_b * j->pair_b[0] - j->foot.b[i] * j->f[0];
        b->fy[l] += j->foot.d[i] * j->moment_b * j->pair_b[1] - j->foot.b[i] * j->f[1];
    }
    mark_sheets(j->state, j->a->index, j->b->index);
    book_power(&j->state->power, m, &j->laws, 0, 0, 0);
}

QUIRE_INLINE void
record_joint(const struct joint *j, const struct place_motion *m)
{
    const double unit = sqrt(j->qa);

    record_touch(j->state, m, &j->laws, m->share,
                 &(struct quire_touch){.normal = {j->n[0], j->n[1]},
                                       .x = j->on.x[0],
                                       .y = j->on.x[1],
                                       .tangent = {j->on.x1[0] * unit, j->on.x1[1] * unit}});
}

/* One more tie between nodes of two sheets; NULL when memory runs out. */
static inline struct quire_tie *
new_tie(struct quire_state *st, const struct party *a, int on, const struct party *b, int foot)
{
    if (st->n_tie == st->cap_tie &&
        !quire_room_enlarge(&st->tie, sizeof *st->tie, st->n_tie, &st->cap_tie)) {
        st->failed = true;
        return NULL;
    }
    struct quire_tie *tie = st->tie + st->n_tie++;
    tie->sheet[0] = a->index;
    tie->sheet[1] = b->index;
    tie->node[0] = on;
    tie->node[1] = foot;
    return tie;
}

/* ---- derivatives ---- */

/* by W and R */
QUIRE_INLINE void
geometry_of_curve(const struct joint *j, struct joint_geometry *g)
{
    const struct station *foot = &j->foot;
    const form none = {0, 0, 0, 0}, x[2] = {{1, 0, 0, 0}, {0, 1, 0, 0}},
               r[2] = {{0, 0, 1, 0}, {0, 0, 0, 1}};

    g->slide = none;
    if (foot->slides) {
        const double q = j->cq / bend_under(j);
        g->slide = (form){q * foot->x1[0], q * foot->x1[1], q * j->w[0], q * j->w[1]};
    }
    for (int d = 0; d < 2; d++) {
        g->w[d] = j->cq * x[d] - foot->x1[d] * g->slide;
        g->u[d] = j->cv * x[d] - foot->v1[d] * g->slide;
        g->t[d] = j->cq * r[d] + foot->x2[d] * g->slide;
        g->v[d] = j->cv * r[d] + foot->v2[d] * g->slide;
        g->tangent[d] = g->turning[d] = g->bend[d] = none;
    }
}

/* by S and C */
QUIRE_INLINE void
geometry_of_station(const struct joint *j, struct joint_geometry *g)
{
    const form none = {0, 0, 0, 0}, s[2] = {{1, 0, 0, 0}, {0, 1, 0, 0}},
               c[2] = {{0, 0, 1, 0}, {0, 0, 0, 1}};

    g->slide = none;
    for (int d = 0; d < 2; d++) {
        g->w[d] = g->u[d] = g->t[d] = g->v[d] = none;
        g->tangent[d] = j->cq * s[d];
        g->turning[d] = j->cv * s[d];
        g->bend[d] = j->cq * c[d];
    }
}

/* how a tangent's rate of turning changes, and the force pair of a unit moment */
QUIRE_INLINE form
spin_form(const struct station *p, double q, double spin, const form t[2], const form v[2],
          const double pair[2], form d_pair[2])
{
    const form along = p->x1[0] * t[0] + p->x1[1] * t[1];

    d_pair[0] = -q * t[1] - (2 * pair[0] * q) * along;
    d_pair[1] = q * t[0] - (2 * pair[1] * q) * along;
    return q * (p->v1[1] * t[0] - p->v1[0] * t[1] + p->x1[0] * v[1] - p->x1[1] * v[0]) -
           (2 * spin * q) * along;
}

/* how what the share pushes and turns changes */
QUIRE_INLINE void
respond_fading(const struct joint *j, const struct joint_geometry *g, form d_distance, form d_turn,
               struct joint_response *r)
{
    const struct shared *part = &j->over.part;
    const double *t = j->foot.x1, *c = j->foot.x2;
    const double bend = bend_under(j), by_way = (j->n[0] * t[1] - j->n[1] * t[0]) / bend;
    const form stored = -j->laws.no.elastic * d_distance,
               longer = j->qb * (t[0] * g->t[0] + t[1] * g->t[1]),
               turns = j->qb * (g->t[0] * c[1] - g->t[1] * c[0] + t[0] * g->bend[1] -
                                t[1] * g->bend[0]) -
                       (2 * j->turns) * longer,
               bends = (2 / j->qb) * longer - c[0] * g->w[0] - c[1] * g->w[1] -
                       j->w[0] * g->bend[0] - j->w[1] * g->bend[1];
    const form by_turn = part->by_slide_turn * g->slide + part->by_turns * d_turn,
               by_slide = part->by_slides * g->slide + part->by_slide_turn * d_turn +
                          j->turns * by_turn + part->by_turn * turns;
    const form push = -j->fade * stored - (j->stored * by_way) * by_slide -
                      (j->stored * j->fade) * (longer - bends / bend),
               couple = part->by_turn * stored + j->stored * by_turn;

    r->f[0] -= j->n[1] * push;
    r->f[1] += j->n[0] * push;
    r->moment_a += couple;
    r->moment_b -= couple + j->distance * push + j->push * d_distance;
}

QUIRE_INLINE void
respond(const struct joint *j, const struct place_motion *m, const struct joint_geometry *g,
        struct joint_response *r)
{
    const double nx = j->n[0], ny = j->n[1], friction = j->laws.friction;
    const form d_distance = nx * g->w[0] + ny * g->w[1],
               turn = (nx * g->w[1] - ny * g->w[0]) / j->distance;
    const form d_spin_a =
        spin_form(&j->on, j->qa, j->spin_a, g->tangent, g->turning, j->pair_a, r->pair_a);
    const form d_spin_b = spin_form(&j->foot, j->qb, j->spin_b, g->t, g->v, j->pair_b, r->pair_b);
    const form turns_b = j->qb * (j->foot.x1[0] * g->t[1] - j->foot.x1[1] * g->t[0]),
               turns_a = j->qa * (j->on.x1[0] * g->tangent[1] - j->on.x1[1] * g->tangent[0]);
    const form d_turn = turns_b - turns_a,
               d_share = j->over.part.by_slide * g->slide + j->over.part.by_turn * d_turn;

    r->vn = nx * g->u[0] + ny * g->u[1] + j->vt * turn;
    r->by = change_of_action(
        m, &j->laws, false,
        &(struct motion_change){.overlap = -d_distance,
                                .gap = r->vn,
                                .past = nx * g->u[1] - ny * g->u[0] - j->vn * turn -
                                        j->arm_a * d_spin_a - j->arm_b * d_spin_b -
                                        (0.5 * (j->spin_a + j->spin_b)) * d_distance,
                                .share = d_share});
    /* the force turns with the normal */
    r->f[0] = nx * r->by.total - ny * r->by.friction - j->f[1] * turn;
    r->f[1] = ny * r->by.total + nx * r->by.friction + j->f[0] * turn;
    r->moment_a = -j->arm_a * r->by.friction - (0.5 * friction) * d_distance;
    r->moment_b = -j->arm_b * r->by.friction - (0.5 * friction) * d_distance;
    if (j->fades) {
        respond_fading(j, g, d_distance, d_turn, r);
    }
}

/* forces on node i of a, and on node i of b, in four directions */
QUIRE_INLINE form
row_of_station(const struct joint *j, const struct joint_response *r, int i, int d)
{
    return j->on.b[i] * r->f[d] +
           j->on.d[i] * (j->pair_a[d] * r->moment_a + j->moment_a * r->pair_a[d]);
}

QUIRE_INLINE form
row_of_curve(const struct joint *j, const struct joint_response *r, form slide, int i, int d)
{
    const struct station *p = &j->foot;

    return p->d[i] * (j->pair_b[d] * r->moment_b + j->moment_b * r->pair_b[d]) - p->b[i] * r->f[d] +
           (p->dd[i] * j->moment_b * j->pair_b[d] - p->d[i] * j->f[d]) * slide;
}

/* The rows of a node of `rows`, in the columns of all six nodes; row-major blocks by W, R, S
 * and C. Without a tie the other sheet stands still. */
QUIRE_INLINE void
put_rows(const struct joint *j, struct quire_tie *tie, bool of_a, int i, const form x[2],
         const form side[2])
{
    const struct station *on = &j->on, *foot = &j->foot;
    const quire_v4 by_w = QUIRE_PICK(x[0], x[1], 0, 1, 4, 5),
                   by_r = QUIRE_PICK(x[0], x[1], 2, 3, 6, 7),
                   by_s = QUIRE_PICK(side[0], side[1], 0, 1, 4, 5);

    for (int l = 0; l < 3; l++) {
        const quire_v4 a = -(on->b[l] * by_w + on->d[l] * by_s);
        quire_v4 b = foot->b[l] * by_w - foot->d[l] * by_r;
        if (j->fades) {
            b -= foot->dd[l] * QUIRE_PICK(side[0], side[1], 2, 3, 6, 7);
        }
        if (of_a) {
            quire_band_add(j->a->band, on->node + i, on->node + l, a);
        } else {
            quire_band_add(j->b->band, foot->node + i, foot->node + l, b);
        }
        if (tie != NULL) {
            tie->block[of_a ? 0 : 1][i][l] = of_a ? b : a;
        }
    }
}

/* what flows, and how that changes: b's nodes as those of the flow's sheet, a's by their
 * velocities' places */
QUIRE_INLINE void
record_joint_flow(const struct joint *j, const struct place_motion *m,
                  const struct joint_response *r, const struct joint_response *by_s)
{
    struct quire_state *st = j->state;
    struct quire_flow *flow = begin_flow(st, m, &j->laws, j->b->index, j->foot.node, 0);
    const double lost = -(m->share * j->laws.no.d_closing);
    /* of a sheet that stands still no node moves */
    const double moves = j->b->band != NULL ? 1 : 0,
                 minus[3] = {-moves * j->foot.b[0], -moves * j->foot.b[1], -moves * j->foot.b[2]},
                 turn[3] = {moves * j->foot.d[0], moves * j->foot.d[1], moves * j->foot.d[2]};
    quire_v4 by[4], side[4];

    if (flow == NULL) {
        return;
    }
    quire_transpose4(by, r->by.friction, r->by.slip, lost * r->vn, -r->vn);
    quire_transpose4(side, by_s->by.friction, by_s->by.slip, lost * by_s->vn, -by_s->vn);
    record_changes(flow, minus, turn, by[0], by[1], by[2], by[3]);
    for (int i = 0; i < 3; i++) {
        flow->normal_x[i] = turn[i] * r->by.one[2] + minus[i] * r->by.one[0];
        flow->normal_y[i] = turn[i] * r->by.one[3] + minus[i] * r->by.one[1];
    }
    for (int i = 0; j->a->band != NULL && i < 6; i++) {
        const int d = i & 1, node = i / 2;
        add_flow_pair(st, flow, j->on.b[node] * by[d] + j->on.d[node] * side[d],
                      j->on.b[node] * r->by.one[d] + j->on.d[node] * by_s->by.one[d],
                      (int)j->a->sheet->x0 + d * j->a->sheet->chain.stride + j->on.node + node);
    }
}

QUIRE_INLINE void
derive_joint(const struct joint *j, const struct place_motion *m, struct quire_tie *tie)
{
    struct joint_geometry g, of_a;
    struct joint_response r, by_s;

    geometry_of_curve(j, &g);
    geometry_of_station(j, &of_a);
    respond(j, m, &g, &r);
    respond(j, m, &of_a, &by_s);
    record_joint_flow(j, m, &r, &by_s);
    for (int i = 0; i < 3; i++) {
        const form none = {0, 0, 0, 0};
        form a[2], a_side[2], b[2], b_side[2];
        for (int d = 0; d < 2; d++) {
            a[d] = row_of_station(j, &r, i, d);
            a_side[d] = row_of_station(j, &by_s, i, d);
            b[d] = row_of_curve(j, &r, g.slide, i, d);
            b_side[d] = row_of_curve(j, &by_s, none, i, d);
        }
        if (j->a->band != NULL) {
            put_rows(j, tie, true, i, a, a_side);
        }
        if (j->b->band != NULL) {
            put_rows(j, tie, false, i, b, b_side);
        }
    }
}

#endif
