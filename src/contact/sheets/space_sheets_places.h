/* Four places of a sheet in space on the surface of another side by side: where they are, how they
 * move, what of the law acts. Derivation with the same letters: doc/theory/stacks.md, 8. */
#ifndef QUIRE_CONTACT_SHEETS_SPACE_SHEETS_PLACES_H
#define QUIRE_CONTACT_SHEETS_SPACE_SHEETS_PLACES_H

#include "contact/law/constants.h"
#include "contact/place/ask.h"
#include "contact/sheets/sheet_ends.h"
#include "contact/sheets/space_sheets_book.h"
#include "contact/sheets/space_sheets_feet.h"
#include "contact/sheets/space_sheets_joint.h"

/* ---- places ---- */

/* Lanes that do not touch have no meaning. */
struct space_lanes {
    const struct space_joint *pair;   /* what all of them share: both sheets, the law, cq and cv */
    struct space_place on[LANES];     /* of a, */
    struct space_place foot[LANES];   /* of b: from `on`; along the sheet they are weighed */
    double at[LANES];                 /* parameter of the foot */
    int place[LANES], station[LANES]; /* of a's, of its line */
    quire_v4 aside, half;             /* middle and half of the width of the lines' strips */
    ptrdiff_t rows[LANES];            /* where the nodes around the feet begin */
    quire_mask4 there, slides;
    quire_v4 covered, slope;
    struct second part[LANES];
    double by_part[LANES];
    struct space_sheets_places g; /* and the places themselves */
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
    l->g.c.e = sum_weighted(w->b, half);
    l->g.c.se = sum_weighted(w->d, half);
    const quire_v4 e = -x.z / l->g.c.e.z;
    l->g.c.x = plus3(x, times3(e, l->g.c.e));
    l->g.c.s = plus3(sum_weighted(w->d, middle), times3(e, l->g.c.se));
    l->g.c.ss = plus3(sum_weighted(w->dd, middle), times3(e, sum_weighted(w->dd, half)));
    return e;
}

QUIRE_INLINE quire_v4
parts_beside(quire_v4 beyond, quire_v4 half, quire_v4 *slope)
{
    const quire_v4 zero = {0}, one = quire_all4(1), part = 0.5 * (beyond + half) / half;

    *slope = quire_where4((part > zero) & (part < one), 0.5 / half);
    return quire_where4(part > zero, quire_select4(part < one, part, one));
}

/* which part of each strip lies between the other sheet's side edges */
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

/* how b's place moves as nodes do, as move_foot() for cq = 1 */
QUIRE_INLINE void
move_feet(struct space_lanes *l)
{
    const struct cell_place *c = &l->g.c;
    const quire_v4 as = c->s.z, ae = c->e.z, ase = c->se.z, per = 1 / ae;
    const struct vectors along_cut = minus3(times3(ae, c->s), times3(as, c->e));
    const quire_v4 by_s = dots(c->s, along_cut) +
                          dots(c->x, minus3(plus3(times3(ae, c->ss), times3(ase, c->s)),
                                            plus3(times3(as, c->se), times3(c->ss.z, c->e)))),
                   by_e = dots(c->e, along_cut) +
                          dots(c->x, minus3(times3(ae, c->se), times3(ase, c->e))),
                   least = QUIRE_BEND_LEAST * dots(along_cut, along_cut) * per,
                   by = by_s - by_e * as * per, slope = quire_select4(by < least, least, by),
                   f = -1 / slope, g = by_e * per / slope, back = -as * per;
    const quire_v4 turned = dots(c->x, c->e), moved = dots(c->x, c->s);
    const struct gradients past = {along_cut,
                                   {ae * c->x.x, ae * c->x.y, ae * c->x.z - turned},
                                   {-(as * c->x.x), -(as * c->x.y), moved - as * c->x.z}};
    struct gradients *along = &l->g.along, *across = &l->g.across;

    *along = scaled_gradients(f, past);
    along->p.z += g;
    for (int i = 0; i < 3; i++) {
        struct vectors *v = i == 0 ? &along->p : i == 1 ? &along->s : &along->e;
        v->x = quire_where4(l->slides, v->x);
        v->y = quire_where4(l->slides, v->y);
        v->z = quire_where4(l->slides, v->z);
    }
    *across = scaled_gradients(back, *along);
    across->p.z = -per + across->p.z;
}

/* as move_place() */
QUIRE_INLINE void
move_lanes(struct space_lanes *l, const struct over *o, quire_v4 e, const struct lane_weights *w)
{
    const quire_v4 from[LANES] = {l->on[0].v, l->on[1].v, l->on[2].v, l->on[3].v};
    struct cell_place *c = &l->g.c;
    struct cells at;

    load_cells(o, o->v, seen_from(from), l->rows, &at);
    const struct vectors *middle = at.middle, *half = at.half;
    c->ve = sum_weighted(w->b, half);
    c->vse = sum_weighted(w->d, half);
    c->v = plus3(sum_weighted(w->b, middle), times3(e, c->ve));
    c->vs = plus3(sum_weighted(w->d, middle), times3(e, c->vse));
    c->vss = plus3(sum_weighted(w->dd, middle), times3(e, sum_weighted(w->dd, half)));
    move_feet(l);
}

/* The places as the kernel knows them, seen along the axis. */
QUIRE_INLINE void
see_places(struct space_lanes *l, quire_v4 distance)
{
    const struct quire_sheet *sheet = l->pair->state->system->sheet;
    const struct cell_place *c = &l->g.c;
    const struct space_place *on = l->on;
    const quire_v4 zero = {0};
    struct place *p = &l->g.p;

    p->bend = 1 / distance;
    p->n = times(-p->bend, flat_of(c->x));
    p->u = times(quire_all4(-1), flat_of(c->v));
    p->across = -c->v.z;
    p->a.t = flat_of(vectors_of(on[0].xs, on[1].xs, on[2].xs, on[3].xs));
    p->a.rate = flat_of(vectors_of(on[0].vs, on[1].vs, on[2].vs, on[3].vs));
    p->b.t = flat_of(c->s);
    p->b.rate = flat_of(c->vs);
    p->a.arm = sheet[l->pair->a].half - 0.5 * p->overlap;
    p->b.arm = sheet[l->pair->b].half - 0.5 * p->overlap;
    p->arm_by = 0.5;
    p->factor = quire_all4(1);
    p->belt = p->surface = zero;
    p->swing = 0;
    p->drags = false;
    place_rates(p, true);
}

/* ---- shares ---- */

QUIRE_INLINE struct space_turning
turning_in_lane(const struct turner *t, int k)
{
    return (struct space_turning){.steep = {t->t.x[k], t->t.y[k], 0, 0},
                                  .pair = {t->pair.x[k], t->pair.y[k], 0, 0},
                                  .q = t->q[k]};
}

/* `across`: the part of the width that a cell stands for */
QUIRE_INLINE void
share_out_lanes(struct space_lanes *l, double across)
{
    const struct space_joint *j = l->pair;
    const struct quire_sheet *one = j->state->system->sheet + j->a,
                             *other = j->state->system->sheet + j->b;
    const quire_v4 zero = {0}, by_part = l->slope / l->covered;
    struct space_sheets_places *g = &l->g;
    struct place *p = &g->p;
    quire_v4 length;

    for (int k = 0; k < LANES; k++) {
        length[k] = length_at(one, l->station[k]);
    }
    p->share = HALF_OF_LAW * across * length / j->law->reference_length * l->covered;
    g->by_slide = g->by_turn = zero;
    for (int k = 0; k < LANES; k++) {
        struct second *part = l->part + k;
        *part = (struct second){.x = p->share[k]};
        if (p->on[k] != 0 && !is_end(one, l->station[k])) {
            const struct space_turning a = turning_in_lane(&p->a, k), b = turning_in_lane(&p->b, k);
            fade_over_ends(one, other, l->foot[k].station + 1, l->at[k], &a, &b, part);
            p->share[k] = part->x;
            g->by_slide[k] = part->d[0];
            g->by_turn[k] = part->d[1];
        }
    }
    g->by_cell = by_part * p->share;
    quire_store4(l->by_part, by_part);
    p->on &= p->share > zero;
    p->share = quire_where4(p->on, p->share);
    p->fades =
        quire_any(p->on & ((g->by_slide != zero) | (g->by_turn != zero) | (g->by_cell != zero)));
}

/* ---- place by place ---- */

/* The places themselves, where something acts in another way than by a law. */
QUIRE_INLINE void
part_places(struct space_lanes *l)
{
    const struct cell_place *c = &l->g.c;
    quire_v4 x[LANES], xs[LANES], xe[LANES], xss[LANES], xse[LANES];

    part_vectors(c->x, x);
    part_vectors(c->s, xs);
    part_vectors(c->e, xe);
    part_vectors(c->ss, xss);
    part_vectors(c->se, xse);
    for (int k = 0; k < LANES; k++) {
        l->foot[k].x = x[k];
        l->foot[k].xs = xs[k];
        l->foot[k].xe = xe[k];
        l->foot[k].xss = xss[k];
        l->foot[k].xse = xse[k];
    }
}

/* What acts at one of them, for what is added up place by place; `j` has been the pair's so far. */
QUIRE_INLINE void
joint_in_lane(struct space_lanes *l, int k, struct space_joint *j)
{
    const struct place *p = &l->g.p;

    j->on = l->on + k;
    j->foot = l->foot + k;
    j->part = l->part[k];
    j->by_part = l->by_part[k];
    j->by_cell = l->g.by_cell[k];
    j->slides = l->slides[k] != 0;
    j->fades = p->fades && (share_varies(&j->part) || j->by_cell < 0 || j->by_cell > 0);
    j->axis = (quire_v4){0, 0, 1, 0};
    j->n = (quire_v4){p->n.x[k], p->n.y[k], 0, 0};
    j->force = (quire_v4){p->f.x[k], p->f.y[k], p->lateral[k], 0};
    j->moment_a = p->moment_a[k];
    j->moment_b = p->moment_b[k];
    j->at_a = turning_in_lane(&p->a, k);
    j->at_b = turning_in_lane(&p->b, k);
}

#endif
