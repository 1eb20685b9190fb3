/* One touching place of a sheet in space: forces of the laws, friction as one vector, and their
 * exact derivatives. Derivation with the same letters: doc/theory/spatial-contact.md. */
#ifndef QUIRE_CONTACT_TOUCH_SPACE_TOUCH_H
#define QUIRE_CONTACT_TOUCH_SPACE_TOUCH_H

#include "contact/touch/facing.h"
#include "contact/touch/space_reaction.h"

/* Where what acts on a column, or on a rib, is added up. */
QUIRE_INLINE struct space_scatter
scatter_on_column(const struct scatter *c)
{
    const struct quire_column *column = c->column;

    return (struct space_scatter){.state = c->state,
                                  .sheet = c->sheet,
                                  .force = column->force,
                                  .nonpotential = column->nonpotential,
                                  .slabs = column->slabs,
                                  .cq = c->cq,
                                  .cv = c->cv,
                                  .half = c->half,
                                  .spin = column->spin,
                                  .swings = column->swings,
                                  .swing = column->swing};
}

/* ---- gates ---- */

/* On a pivot that a spring holds, with the pivot's angle the velocities turn back against the gate,
 * by which forces change less as if the sheet were moved backwards. doc/theory/gates.md, 6. To be
 * completed with the rest in quire_space_flap_push(). */
QUIRE_INLINE void
record_space_swing(const struct space_touched *t, int columns, struct quire_space_change *change)
{
    const struct space_scatter *c = t->c;
    const struct space_place *p = t->p;
    const quire_v4 pivot = {c->swings->at[0], c->swings->at[1], 0, 0};
    const quire_v4 v = -c->cq * quarter_turn(p->v + c->spin * quarter_turn(p->at + p->x - pivot));
    const quire_v4 vs = -c->cq * quarter_turn(p->vs + c->spin * quarter_turn(p->xs));
    struct space_action a = {.pair = t->act.pair};
    double flow[QUIRE_SPACE_FLOWING];
    const double one = respond(t, v, c->half * dot3(a.pair, vs), flow, &a);

    if (t->m.adds != NULL) {
        t->m.adds->way += t->m.share * one;
    }
    add_action(c, p, &a, columns, c->swing);
    if (change != NULL) {
        memcpy(change->way, flow, sizeof change->way);
    }
    if (change != NULL && t->m.grip != NULL) {
        c->state->space_hold[c->state->n_space_hold - 1].way = one;
    }
}

/* ---- stretches ---- */

/* Takes off the matrix what the forces on station k change by with component q of the three
 * stations of a place on one line. */
QUIRE_INLINE void
take_entries(const struct space_scatter *c, const struct space_place *p, int k, int q,
             const quire_v4 by[3], int columns)
{
    const struct quire_slabs *slabs = c->slabs;
    const ptrdiff_t next = (ptrdiff_t)slabs->block * slabs->row - slabs->block;
    double *to = quire_slab_entries(slabs, p->station, p->station, 3 * p->column + q) +
                 3 * p->column + k * slabs->block;

    for (int l = 0; l < 3; l++, to += next) {
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i < 3 * columns; i++) {
                to[3 * j * (ptrdiff_t)slabs->row + i] -= p->c[j] * p->c[i / 3] * by[l][i % 3];
            }
        }
    }
}

/* What changes as the place moves along the curve, as its share does, and as its overlap does by
 * itself: as add_moves() in the plane, but for the ledger. */
static void
add_space_moves(const struct space_touched *t, int columns)
{
    const struct space_place *p = t->p;
    const struct space_facing *f = t->f;
    const struct space_moves *moves = f->moves;
    const struct space_action *a = &t->act;
    const struct quire_normal_out *no = &t->a->no;
    const struct friction_vector *r = &t->a->r;
    const double tangential = f->share * (t->a->fo.d_normal * no->d_overlap + t->a->fo.d_overlap),
                 turned = -t->c->half * tangential * r->u[0];
    const quire_v4 by_overlap = (f->share * no->d_overlap) * f->n + (tangential * r->u[0]) * f->t +
                                (tangential * r->u[1]) * f->a;
    struct space_scatter still = *t->c;
    struct space_place at = *p;
    struct space_facing facing = *f;
    struct space_touched here = *t;
    struct space_forms by;

    still.cq = still.cv = still.spin = 0;
    at.s = (struct gradient){{1, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
    facing.turn = moves->turn;
    facing.d_share = moves->d_share;
    facing.d_factor = moves->d_factor;
    here.c = &still;
    here.p = &at;
    here.f = &facing;
    space_forms(&here, &by);
    for (int l = 0; f->adds != NULL && l < 3; l++) {
        for (int i = 0; i < 3; i++) {
            const double s = moves->s[l][i], w = moves->share[l][i], o = moves->overlap[l][i];
            f->adds->force_by[l][i] +=
                by.by.total.p[0] * s + f->share * no->force * w + f->share * no->d_overlap * o;
            f->adds->share_by[l][i] += moves->d_share.p[0] * s + f->share * w;
        }
    }
    for (int k = 0; k < 3; k++) {
        const quire_v4 own = p->b[k] * a->force + (p->d[k] * a->moment) * a->pair,
                       overlap = p->b[k] * by_overlap + (p->d[k] * turned) * a->pair,
                       along_s = p->b[k] * by.d.force[0] + p->d[k] * by.d.pair[0] +
                                 p->d[k] * a->force + (p->dd[k] * a->moment) * a->pair;
        for (int q = 0; q < 3; q++) {
            quire_v4 v[3];
            for (int l = 0; l < 3; l++) {
                v[l] = moves->s[l][q] * along_s + moves->share[l][q] * own +
                       moves->overlap[l][q] * overlap;
            }
            take_entries(t->c, p, k, q, v, columns);
        }
    }
}

/* adds what a place on one line does by a gradient, at its three nodes */
QUIRE_INLINE void
add_gradient(double to[3][3], const struct space_place *p, struct gradient g)
{
    for (int j = 0; j < 3; j++) {
        const quire_v4 by = p->b[j] * g.p + p->d[j] * g.s;
        for (int i = 0; i < 3; i++) {
            to[j][i] += by[i];
        }
    }
}

/* As add_pressing() in the plane. */
QUIRE_INLINE void
add_space_pressing(const struct space_touched *t, int columns, struct quire_space_change *change)
{
    const struct space_place *p = t->p;
    const struct pressing *all = t->m.given;
    const double *u = t->a->r.u, slope = t->m.share * t->a->fo.d_normal;
    const quire_v4 force = (slope * u[0]) * t->f->t + (slope * u[1]) * t->f->a,
                   moment = (-t->c->half * slope * u[0]) * t->act.pair;

    for (int k = 0; k < 3; k++) {
        const quire_v4 by = p->b[k] * force + p->d[k] * moment;
        for (int q = 0; q < 3; q++) {
            const quire_v4 v[3] = {mean_by(all, 0, q) * by, mean_by(all, 1, q) * by,
                                   mean_by(all, 2, q) * by};
            take_entries(t->c, p, k, q, v, columns);
        }
    }
    if (change == NULL) {
        return;
    }
    for (int l = 0; l < 3; l++) {
        for (int q = 0; q < 3; q++) {
            change->normal_by[l][q] = mean_by(all, l, q);
        }
    }
    change->pressed = true;
    change->by_normal[0] = slope * u[0];
    change->by_normal[1] = slope * u[1];
}

/* ---- shares that fade ---- */

/* As push_fading(), on the sheet and on the body. */
QUIRE_INLINE void
push_space_fading(const struct space_touched *t, int columns)
{
    const struct space_scatter *c = t->c;
    const struct space_place *p = t->p;
    const struct gradient by = scaled(t->stored / c->cq, t->f->fading->by);
    const int m = c->state->system->sheet[c->sheet].ladder->m;

    for (int k = 0; k < 3; k++) {
        const quire_v4 at = p->b[k] * by.p + p->d[k] * by.s, across = p->b[k] * by.e,
                       more[2] = {p->c[0] * at + p->e[0] * across, p->c[1] * at + p->e[1] * across};
        take_rows(node_at(c->force, m, p->station + k, p->column), more, columns);
    }
    if (t->mover != NULL) {
        const struct space_action a = {.force = -by.p};
        push_mover(c->state->system, t->mover, &a, 0, t->mover->force);
    }
}

/* How that force changes: with the overlap, by the products of gradients, and, as part of what acts
 * in `a`, with the place. What the gradients themselves change by is left out. */
QUIRE_INLINE void
derive_space_fading(const struct space_touched *t, struct action_changes *d, struct space_action *a)
{
    const struct space_scatter *c = t->c;
    const struct space_place *p = t->p;
    const struct space_fading *fading = t->f->fading;
    const double u = t->stored, per = 1 / c->cq;
    const struct gradient stored =
        scaled(per * t->a->no.elastic, along(p, t->f->n, c->cq * t->f->n, p->xs, p->xe));

    a->force -= (u * per) * fading->by.p;
    for (int q = 0; q < 3; q++) { /* as the cell grows the place moves less across it */
        d->force[6 + q] -= (u * per * p->t.p[q]) * fading->by.p;
    }
    for (int i = 0; i < 9; i++) {
        d->force[i] += entry_of(&stored, i) * fading->by.p;
        d->pair[i] += entry_of(&stored, i) * fading->by.s;
        for (int k = 0; k < fading->n; k++) {
            const struct gradient *m = &fading->product[k].p, *q = &fading->product[k].q;
            const double times = 0.5 * u * fading->product[k].times * per;
            d->force[i] -= times * (entry_of(q, i) * m->p + entry_of(m, i) * q->p);
            d->pair[i] -= times * (entry_of(q, i) * m->s + entry_of(m, i) * q->s);
        }
    }
}

/* ---- one touching place ---- */

/* How the laws' force changes, by all that moves; into the matrix. `piece`: as the ledger counts.
 */
QUIRE_INLINE void
derive_space_touch(const struct space_touched *t, struct quire_partner piece, int columns)
{
    const struct space_scatter *c = t->c;
    const struct space_place *p = t->p;
    const struct space_facing *f = t->f;
    struct space_action act = t->act;
    struct space_forms by;

    space_forms(t, &by);
    if (f->fading != NULL && c->cq != 0) {
        derive_space_fading(t, &by.d, &act);
    }
    add_matrix(c, p, &act, &by.d, columns);
    if (f->adds != NULL) {
        add_gradient(f->adds->force_by, p, by.by.total);
        add_gradient(f->adds->share_by, p, f->d_share);
    }
    if (f->moves != NULL && c->cq != 0) {
        add_space_moves(t, columns);
    }
    struct quire_space_change *change = begin_change(c, p, piece, columns);
    if (f->given != NULL) {
        add_space_pressing(t, columns, change);
    }
    if (change != NULL) {
        keep_gradient(change, QUIRE_SPACE_FRICTION, 1, by.by.friction);
        keep_gradient(change, QUIRE_SPACE_LATERAL, 1, by.by.lateral);
        keep_gradient(change, QUIRE_SPACE_SLIP, 1, by.by.slip);
        keep_gradient(change, QUIRE_SPACE_SLIP_LATERAL, 1, by.across);
        keep_gradient(change, QUIRE_SPACE_CLOSING, -1, by.gap);
        change->lost = f->share * t->a->no.d_closing;
        keep_hold(c->state, &t->a->slide, by.by.one);
    }
    if (c->swings != NULL) {
        record_space_swing(t, columns, change);
    }
    if (t->mover != NULL) {
        couple_space_body(t, &by, columns, change);
    }
}

/* As given_by_share(): power with which the share, as it changes, makes stored energy of nothing.
 */
QUIRE_INLINE double
given_in_space(const struct space_touched *t)
{
    const struct space_place *p = t->p;
    const struct space_facing *f = t->f;
    const struct gradient d =
        f->fading != NULL ? mix2(1, f->d_share, -1, f->fading->by) : f->d_share;
    const double by_place = (dot3(d.p, p->v) + dot3(d.s, p->vs)) + dot3(d.e, p->ve);

    return by_place == 0 || t->c->cq == 0 || f->given != NULL
               ? 0
               : stored_by_law(t->c->state, &t->m) * by_place / t->c->cq;
}

/* What the laws are to see, as in the plane. */
QUIRE_INLINE void
see_space_place(struct space_touched *t, const struct quire_contact_law *law, double load,
                struct quire_partner target)
{
    const struct space_place *p = t->p;
    const struct space_facing *f = t->f;

    t->steep = p->xs - dot3(f->a, p->xs) * f->a;
    t->q1 = 1 / dot3(t->steep, t->steep);
    t->vn = dot3(f->n, p->v);
    t->vt = dot3(f->t, p->v);
    t->act.pair = t->q1 * cross3(f->a, p->xs);
    t->spin = dot3(t->act.pair, p->vs);
    t->m = (struct place_motion){.law = law,
                                 .pair = quire_sheet_with(t->c->sheet, target),
                                 .overlap = f->overlap,
                                 .closing = -t->vn,
                                 .past = t->vt - t->c->half * t->spin - f->surface,
                                 .across = dot3(f->a, p->v),
                                 .belt = f->belt,
                                 .surface = f->surface,
                                 .load = load,
                                 .own = 1,
                                 .share = f->share,
                                 .factor = f->factor,
                                 .by_factor = true,
                                 .rolling = f->rolling,
                                 .slot = f->slot,
                                 .place = f->place,
                                 .grip = f->grip,
                                 .adds = f->adds,
                                 .given = f->given,
                                 .stiff = f->stiff,
                                 .matrix = t->c->slabs != NULL};
}

/* Adds what acts to the sheet and to the body. Friction is at the surface, half a thickness from
 * the mid-surface, so along t it has a moment. */
QUIRE_INLINE void
push_in_space(struct space_touched *t, struct quire_partner piece, int columns)
{
    const struct space_scatter *c = t->c;
    const struct space_facing *f = t->f;
    const struct space_mover *mover = t->mover;
    const struct place_action *a = t->a;
    double driven = 0, carried = 0;

    t->act.force = a->total * f->n + a->friction * f->t + a->lateral * f->a;
    t->act.moment = -a->friction * c->half;
    add_action(c, t->p, &t->act, columns, c->force);
    if (mover != NULL) {
        push_mover(c->state->system, mover, &t->act, a->friction, mover->force);
        driven = mover->soft != NULL ? dot3(f->t, mover->soft->driven)
                                     : mover->rim * mover->carrier->turn * mover->carrier->driven;
        carried = mover->carrier->shift_speed;
    }
    record_space_flow(c->state, &t->m, a,
                      &(struct quire_space_flow){.driven = driven,
                                                 .carried = carried,
                                                 .sheet = c->sheet,
                                                 .station = t->p->station,
                                                 .column = t->p->column,
                                                 .line = t->p->line,
                                                 .target = piece});
    book_power(&c->state->power, &t->m, a, driven, a->lateral * carried, given_in_space(t));
}

QUIRE_INLINE void
record_in_space(const struct space_touched *t)
{
    const struct space_place *p = t->p;
    const struct space_facing *f = t->f;
    const double flat = 1 / sqrt(p->xs[0] * p->xs[0] + p->xs[1] * p->xs[1]);

    if (t->mover != NULL && t->mover->soft != NULL) {
        *t->mover->squeeze -= dot3(t->act.force, t->mover->soft->squeeze);
    }
    record_touch(t->c->state, &t->m, t->a, f->share,
                 &(struct quire_touch){
                     .normal = {f->n[0], f->n[1]},
                     .x = p->at[0] + p->x[0],
                     .y = p->at[1] + p->x[1],
                     .tangent = {p->xs[0] * flat, p->xs[1] * flat},
                     .space = {.z = p->at[2] + p->x[2], .normal_z = f->n[2], .pad = f->pad}});
}

/* the part of what acts that has no potential */
QUIRE_INLINE void
push_lost(const struct space_touched *t, int columns)
{
    const struct space_scatter *c = t->c;
    const struct space_action lost = {.force =
                                          t->act.force - (t->m.share * t->a->no.elastic) * t->f->n,
                                      .pair = t->act.pair,
                                      .moment = t->act.moment};

    add_action(c, t->p, &lost, columns, c->nonpotential);
    if (t->mover != NULL) {
        push_mover(c->state->system, t->mover, &lost, t->a->friction,
                   c->state->nonpotential + c->state->system->small[t->mover->small].v0);
    }
}

/* Evaluates the laws at a touching place, adds forces to the sheet and to the body (NULL: it stands
 * still), and the derivatives if there is a matrix. `load`: the normal force that the overdrive
 * counts; NaN: what the law gives here. */
QUIRE_INLINE void
space_touch(const struct space_scatter *c, const struct space_place *p,
            const struct space_facing *f, const struct quire_contact_law *law,
            const struct space_mover *mover, double load, struct quire_partner target, int columns)
{
    struct quire_state *st = c->state;
    const struct quire_partner piece =
        target.kind == QUIRE_PARTNER_GUIDE ? target : quire_partner(QUIRE_PARTNER_PAD, f->pad);
    struct place_action a;
    struct space_touched t;

    t.a = &a;
    t.c = c;
    t.p = p;
    t.f = f;
    t.mover = mover;
    t.stored = 0;

    see_space_place(&t, law, load, target);
    ask_laws(st, &t.m, true, &a);
    push_in_space(&t, piece, columns);
    if (f->fading != NULL && c->cq != 0) {
        t.stored = stored_by_law(st, &t.m);
        push_space_fading(&t, columns);
    }
    mark_touched(st, c->sheet, target);
    if (st->record) {
        record_in_space(&t);
    }
    if (c->slabs != NULL) {
        push_lost(&t, columns);
        derive_space_touch(&t, piece, columns);
    }
}

#endif
