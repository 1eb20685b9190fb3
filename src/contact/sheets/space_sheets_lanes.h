/* Four touching places of two sheets in space side by side: where they are, how they move, what
 * acts there, by the same arithmetic as space_sheets_touch.h, so that the results are equal to the
 * last bit. Derivation with the same letters: doc/theory/stacks.md, 8. */
#ifndef QUIRE_CONTACT_SHEETS_SPACE_SHEETS_LANES_H
#define QUIRE_CONTACT_SHEETS_SPACE_SHEETS_LANES_H

#include "contact/law/constants.h"
#include "contact/law/law_lanes.h"
#include "contact/sheets/sheet_ends.h"
#include "contact/sheets/space_sheets_feet.h"
#include "contact/sheets/space_sheets_joint.h"

/* ---- places ---- */

struct turnings {
    struct flat_vectors steep, pair;
    quire_v4 q, spin, arm;
};

/* As struct space_joint and both its places. Lanes that do not touch have no meaning. */
struct space_lanes {
    const struct space_joint *pair;   /* what all of them share: both sheets, the law, cq and cv */
    struct space_place on[LANES];     /* of a, */
    struct space_place foot[LANES];   /* of b: from `on`; along the sheet they are weighed */
    double at[LANES];                 /* parameter of the foot */
    int place[LANES], station[LANES]; /* of a's, of its line */
    quire_v4 aside, half;             /* middle and half of the width of the lines' strips */
    ptrdiff_t rows[LANES];            /* where the nodes around the feet begin */
    quire_mask4 there, touch, slides;
    bool fades; /* a share changes */
    struct vectors x, xs, xe, xss, xse, v, vs, ve, vss, vse, on_vs;
    struct gradients s, t;
    quire_v4 distance, overlap, vn, vt;
    struct vectors n;
    struct turnings a, b;
    quire_v4 covered, slope;
    struct shared part[LANES];
    quire_v4 share, by_slide, by_turn, by_cell;
    double by_part[LANES];
    _Alignas(32) struct quire_normal_lanes no;
    struct quire_friction_lanes fo;
    quire_v4 past, u[2], f[2], ratio, more; /* as in struct friction_vector */
    struct quire_slide slide[LANES];        /* where friction holds */
    quire_v4 total, friction, lateral, moment_a, moment_b;
    struct vectors force;
};

/* along b, of the place and of both derivatives; the last vectors have no meaning */
struct lane_weights {
    quire_v4 b[4], d[4], dd[4];
};

QUIRE_INLINE struct lane_weights
weights_in_lanes(const struct space_place p[LANES])
{
    struct lane_weights w;

    quire_transpose4(w.b, quire_load4(p[0].b), quire_load4(p[1].b), quire_load4(p[2].b),
                     quire_load4(p[3].b));
    quire_transpose4(w.d, quire_load4(p[0].d), quire_load4(p[1].d), quire_load4(p[2].d),
                     quire_load4(p[3].d));
    quire_transpose4(w.dd, quire_load4(p[0].dd), quire_load4(p[1].dd), quire_load4(p[2].dd),
                     quire_load4(p[3].dd));
    return w;
}

/* As place_on_cell(). Returns where across the cells they are. */
QUIRE_INLINE quire_v4
place_lanes(struct space_lanes *l, const struct over *o, const struct feet *f,
            const struct lane_weights *w)
{
    const struct cells *at = &f->at;
    struct cells other;

    if (quire_any(l->there & ~f->found)) { /* some have been searched by themselves */
        load_cells(o, o->q, seen_from(f->x), l->rows, &other);
        at = &other;
    }
    const struct vectors *middle = at->middle, *half = at->half;
    const struct vectors x = sum_weighted(w->b, middle);
    l->xe = sum_weighted(w->b, half);
    l->xse = sum_weighted(w->d, half);
    const quire_v4 e = -x.z / l->xe.z;
    l->x = plus(x, times(e, l->xe));
    l->xs = plus(sum_weighted(w->d, middle), times(e, l->xse));
    l->xss = plus(sum_weighted(w->dd, middle), times(e, sum_weighted(w->dd, half)));
    return e;
}

QUIRE_INLINE quire_v4
parts_beside(quire_v4 beyond, quire_v4 half, quire_v4 *slope)
{
    const quire_v4 zero = {0}, one = quire_all4(1), part = 0.5 * (beyond + half) / half;

    *slope = quire_where4((part > zero) & (part < one), 0.5 / half);
    return quire_where4(part > zero, quire_select4(part < one, part, one));
}

/* as part_covered() */
QUIRE_INLINE void
cover_lanes(struct space_lanes *l, const struct over *o, quire_v4 e)
{
    const struct quire_sheet *sheet = l->pair->state->system->sheet;
    const double cells = sheet[l->pair->a].ladder->w / sheet[l->pair->b].ladder->w;
    const quire_v4 middle = e + l->aside * cells, half = l->half * cells;
    quire_v4 before, behind, by[2];

    for (int k = 0; k < LANES; k++) {
        before[k] = 2 * l->foot[k].column;
        behind[k] = 2 * (o->m - 2 - l->foot[k].column);
    }
    const quire_v4 left = parts_beside(before + (1 + middle), half, by),
                   right = parts_beside(behind + (1 - middle), half, by + 1);
    l->slope = l->half * (by[0] - by[1]);
    l->covered = l->half * (left + right - 1);
}

/* as move_foot() */
QUIRE_INLINE void
move_feet(struct space_lanes *l)
{
    const double cq = l->pair->cq;
    const quire_v4 as = l->xs.z, ae = l->xe.z, ase = l->xse.z, per = 1 / ae;
    const struct vectors along_cut = minus(times(ae, l->xs), times(as, l->xe));
    const quire_v4 by_s = dots(l->xs, along_cut) +
                          dots(l->x, minus(plus(times(ae, l->xss), times(ase, l->xs)),
                                           plus(times(as, l->xse), times(l->xss.z, l->xe)))),
                   by_e = dots(l->xe, along_cut) +
                          dots(l->x, minus(times(ae, l->xse), times(ase, l->xe))),
                   least = QUIRE_BEND_LEAST * dots(along_cut, along_cut) * per,
                   by = by_s - by_e * as * per, slope = quire_select4(by < least, least, by),
                   f = -1 / slope, g = by_e * per / slope, back = -as * per;
    const quire_v4 turned = dots(l->x, l->xe), moved = dots(l->x, l->xs);
    const struct gradients past = {
        times(quire_all4(cq), along_cut),
        {cq * (ae * l->x.x), cq * (ae * l->x.y), cq * (ae * l->x.z - turned)},
        {cq * -(as * l->x.x), cq * -(as * l->x.y), cq * (moved - as * l->x.z)}};

    l->s = scaled_gradients(f, past);
    l->s.p.z += g * cq;
    for (int i = 0; i < 3; i++) {
        struct vectors *v = i == 0 ? &l->s.p : i == 1 ? &l->s.s : &l->s.e;
        v->x = quire_where4(l->slides, v->x);
        v->y = quire_where4(l->slides, v->y);
        v->z = quire_where4(l->slides, v->z);
    }
    l->t = scaled_gradients(back, l->s);
    l->t.p.z = -per * cq + l->t.p.z;
}

/* as move_place() */
QUIRE_INLINE void
move_lanes(struct space_lanes *l, const struct over *o, quire_v4 e, const struct lane_weights *w)
{
    const quire_v4 from[LANES] = {l->on[0].v, l->on[1].v, l->on[2].v, l->on[3].v};
    struct cells at;

    load_cells(o, o->v, seen_from(from), l->rows, &at);
    const struct vectors *middle = at.middle, *half = at.half;
    l->ve = sum_weighted(w->b, half);
    l->vse = sum_weighted(w->d, half);
    l->v = plus(sum_weighted(w->b, middle), times(e, l->ve));
    l->vs = plus(sum_weighted(w->d, middle), times(e, l->vse));
    l->vss = plus(sum_weighted(w->dd, middle), times(e, sum_weighted(w->dd, half)));
    l->on_vs = vectors_of(l->on[0].vs, l->on[1].vs, l->on[2].vs, l->on[3].vs);
    move_feet(l);
}

QUIRE_INLINE struct turnings
turnings_about(struct vectors xs, struct vectors vs, double half, quire_v4 overlap)
{
    struct turnings t = {.steep = {xs.x, xs.y}, .arm = half - 0.5 * overlap};

    t.q = 1 / (xs.x * xs.x + xs.y * xs.y);
    t.pair = (struct flat_vectors){t.q * -xs.y, t.q * xs.x};
    t.spin = flat_dots(t.pair, vs);
    return t;
}

/* as place_space_joint() */
QUIRE_INLINE void
turn_lanes(struct space_lanes *l)
{
    const struct quire_sheet *sheet = l->pair->state->system->sheet;
    const struct vectors on_xs = vectors_of(l->on[0].xs, l->on[1].xs, l->on[2].xs, l->on[3].xs);

    l->n = times(-1 / l->distance, l->x);
    l->vn = -dots(l->n, l->v);
    l->vt = -(-l->n.y * l->v.x + l->n.x * l->v.y);
    l->a = turnings_about(on_xs, l->on_vs, sheet[l->pair->a].half, l->overlap);
    l->b = turnings_about(l->xs, l->vs, sheet[l->pair->b].half, l->overlap);
}

/* ---- shares ---- */

QUIRE_INLINE struct space_turning
turning_in_lane(const struct turnings *t, int k)
{
    return (struct space_turning){.steep = {t->steep.x[k], t->steep.y[k], 0, 0},
                                  .pair = {t->pair.x[k], t->pair.y[k], 0, 0},
                                  .q = t->q[k],
                                  .spin = t->spin[k],
                                  .arm = t->arm[k]};
}

/* as share_of_place(); `across`: the part of the width that a cell stands for */
QUIRE_INLINE void
share_out_lanes(struct space_lanes *l, double across)
{
    const struct space_joint *j = l->pair;
    const struct quire_sheet *one = j->state->system->sheet + j->a,
                             *other = j->state->system->sheet + j->b;
    const quire_v4 zero = {0}, by_part = l->slope / l->covered;
    quire_v4 length;

    for (int k = 0; k < LANES; k++) {
        length[k] = length_at(one, l->station[k]);
    }
    l->share = HALF_OF_LAW * across * length / j->law->reference_length * l->covered;
    l->by_slide = l->by_turn = zero;
    for (int k = 0; k < LANES; k++) {
        struct shared *part = l->part + k;
        *part = (struct shared){.share = l->share[k]};
        if (l->touch[k] != 0 && !is_end(one, l->station[k])) {
            const struct space_turning a = turning_in_lane(&l->a, k), b = turning_in_lane(&l->b, k);
            fade_over_ends(one, other, l->foot[k].station + 1, l->at[k], &a, &b, part);
            l->share[k] = part->share;
            l->by_slide[k] = part->by_slide;
            l->by_turn[k] = part->by_turn;
        }
    }
    l->by_cell = by_part * l->share;
    quire_store4(l->by_part, by_part);
    l->touch &= l->share > zero;
    l->fades =
        quire_any(l->touch & ((l->by_slide != zero) | (l->by_turn != zero) | (l->by_cell != zero)));
}

/* ---- laws and forces ---- */

QUIRE_INLINE struct quire_contact_pair
pair_of_joint(const struct space_joint *j)
{
    return quire_sheet_with(j->a, quire_partner(QUIRE_PARTNER_SHEET, j->b));
}

/* Friction that holds on, place by place. */
QUIRE_INLINE void
hold_lanes(struct space_lanes *l)
{
    const struct space_joint *j = l->pair;

    for (int k = 0; k < LANES; k++) {
        struct quire_friction_out out = {.limit = 0};
        struct quire_stick_vector v = {.ratio = 0};
        if (l->touch[k] != 0) {
            const int face = -l->n.y[k] * l->on[k].xs[0] + l->n.x[k] * l->on[k].xs[1] > 0 ? 0 : 1;
            l->slide[k] = (struct quire_slide){.grip = grip_on_face(j, face, l->place[k]),
                                               .law = j->law,
                                               .share = l->share[k],
                                               .pair = pair_of_joint(j),
                                               .slip_across = -l->v.z[k],
                                               .in = {.slip = l->past[k],
                                                      .normal = l->fo.normal[k],
                                                      .factor = 1,
                                                      .overlap = l->no.overlap[k],
                                                      .memory = &no_memory}};
            quire_stick_hold(j->state, j->matrix, l->slide + k, &v, &out);
        }
        for (int i = 0; i < 2; i++) {
            l->u[i][k] = v.u[i];
            l->f[i][k] = v.f[i];
        }
        l->ratio[k] = v.ratio;
        l->more[k] = v.more;
        l->fo.d_normal[k] = out.d_normal;
        l->fo.limit[k] = out.limit;
        l->fo.creep[k] = out.creep;
    }
}

/* as ask_vector() */
QUIRE_INLINE void
rub_lanes(struct space_lanes *l)
{
    const quire_v4 zero = {0}, slip[2] = {l->past, quire_where4(l->touch, -l->v.z)},
                   w = quire_sqrt4(slip[0] * slip[0] + slip[1] * slip[1]);
    const quire_mask4 moves = w > zero;
    const quire_v4 per = quire_where4(moves, 1 / quire_select4(moves, w, quire_all4(1)));

    quire_set_lanes(l->fo.slip, w);
    ask_friction(l->pair->law, &l->fo);
    const quire_v4 d_slip = quire_lanes(l->fo.d_slip);
    l->ratio = quire_select4(moves, quire_lanes(l->fo.force) * per, d_slip);
    l->more = d_slip - l->ratio;
    for (int i = 0; i < 2; i++) {
        l->u[i] = slip[i] * per;
        l->f[i] = l->ratio * slip[i];
    }
}

/* as ask_space_laws() */
QUIRE_INLINE void
ask_laws_of_lanes(struct space_lanes *l)
{
    const struct quire_contact_law *law = l->pair->law;
    const quire_v4 zero = {0};

    l->past = quire_where4(l->touch, l->vt - l->a.arm * l->a.spin - l->b.arm * l->b.spin);
    quire_set_lanes(l->no.overlap, quire_select4(l->touch, l->overlap, quire_all4(-1)));
    quire_set_lanes(l->no.closing, quire_where4(l->touch, -l->vn));
    ask_normal(law, &l->no);
    const quire_v4 force = quire_where4(l->touch, quire_lanes(l->no.force));
    const quire_mask4 presses = force > zero; /* what pulls does not rub */
    quire_set_lanes(l->fo.normal, quire_where4(presses, force));
    quire_set_lanes(l->fo.factor, quire_all4(1));
    if (quire_law_holds(law)) {
        hold_lanes(l);
    } else {
        rub_lanes(l);
    }
    quire_set_lanes(l->fo.d_normal, quire_where4(presses, quire_lanes(l->fo.d_normal)));
    l->total = l->share * force;
    l->friction = l->share * l->f[0];
    l->lateral = l->share * l->f[1];
    l->moment_a = -l->a.arm * l->friction;
    l->moment_b = -l->b.arm * l->friction;
    l->force =
        (struct vectors){l->total * l->n.x + l->friction * -l->n.y,
                         l->total * l->n.y + l->friction * l->n.x, l->total * l->n.z + l->lateral};
}

/* ---- place by place ---- */

/* What acts at each place, and where they are. */
struct apart {
    quire_v4 n[LANES], force[LANES], pair_a[LANES], pair_b[LANES];
};

QUIRE_INLINE void
part_lanes(const struct space_lanes *l, struct apart *to)
{
    const quire_v4 zero = {0};

    part_vectors(l->n, to->n);
    part_vectors(l->force, to->force);
    part_vectors((struct vectors){l->a.pair.x, l->a.pair.y, zero}, to->pair_a);
    part_vectors((struct vectors){l->b.pair.x, l->b.pair.y, zero}, to->pair_b);
}

/* The places themselves, where something acts in another way than by a law. */
QUIRE_INLINE void
part_places(struct space_lanes *l)
{
    quire_v4 x[LANES], xs[LANES], xe[LANES], xss[LANES], xse[LANES];

    part_vectors(l->x, x);
    part_vectors(l->xs, xs);
    part_vectors(l->xe, xe);
    part_vectors(l->xss, xss);
    part_vectors(l->xse, xse);
    for (int k = 0; k < LANES; k++) {
        l->foot[k].x = x[k];
        l->foot[k].xs = xs[k];
        l->foot[k].xe = xe[k];
        l->foot[k].xss = xss[k];
        l->foot[k].xse = xse[k];
    }
}

QUIRE_INLINE void
turning_apart(struct space_turning *to, const struct turnings *t, quire_v4 pair, int k)
{
    to->steep = (quire_v4){t->steep.x[k], t->steep.y[k], 0, 0};
    to->pair = pair;
    to->q = t->q[k];
}

/* What acts at one of them, for what is added up place by place; `j` has been the pair's so far. */
QUIRE_INLINE void
joint_in_lane(struct space_lanes *l, const struct apart *apart, int k, struct space_joint *j)
{
    struct place_motion *m = &j->m;
    struct place_action *a = &j->laws;

    j->on = l->on + k;
    j->foot = l->foot + k;
    j->part = l->part[k];
    j->by_part = l->by_part[k];
    j->by_cell = l->by_cell[k];
    j->slides = l->slides[k] != 0;
    j->n = apart->n[k];
    j->force = apart->force[k];
    j->moment_a = l->moment_a[k];
    j->moment_b = l->moment_b[k];
    turning_apart(&j->at_a, &l->a, apart->pair_a[k], k);
    turning_apart(&j->at_b, &l->b, apart->pair_b[k], k);
    m->overlap = l->overlap[k];
    m->closing = -l->vn[k];
    m->share = l->share[k];
    a->no.elastic = l->no.elastic[k];
    a->no.d_closing = l->no.d_closing[k];
    a->fo.limit = l->fo.limit[k];
    a->fo.creep = l->fo.creep[k];
    a->r.slip[0] = l->past[k];
    a->r.slip[1] = -l->v.z[k];
    a->r.u[0] = l->u[0][k];
    a->total = l->total[k];
    a->friction = l->friction[k];
    a->lateral = l->lateral[k];
    a->lost = l->share[k] * (l->no.force[k] - l->no.elastic[k]);
    if (quire_law_holds(j->law)) {
        a->slide = l->slide[k];
        j->grip = m->grip = a->slide.grip;
    }
}

/* What is the same at all places of a pair. */
QUIRE_INLINE void
begin_lanes(struct space_joint *j)
{
    j->axis = (quire_v4){0, 0, 1, 0};
    j->grip = NULL;
    j->m = (struct place_motion){.law = j->law, .pair = pair_of_joint(j), .factor = 1};
    j->laws.belt = 0;
    j->laws.slide.grip = NULL;
}

#endif
