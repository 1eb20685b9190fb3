/* One touching place of a sheet in space: what acts there, and how that changes. Derivation with
 * the same letters: doc/theory/spatial-contact.md. */
#include "contact/touch/space_touch.h"

#include "contact/touch/space_apart.h"
#include "contact/touch/space_reaction.h"

/* ---- what acts ---- */

struct space_scatter
quire_scatter_on_column(const struct scatter *c)
{
    const struct quire_column *column = c->column;
    const struct quire_state *st = c->state;
    const int gate = c->work->gate;

    return (struct space_scatter){.state = c->state,
                                  .sheet = c->sheet,
                                  .force = column->force,
                                  .slabs = column->slabs,
                                  .cq = c->cq,
                                  .cv = c->cv,
                                  .half = c->half,
                                  .spin = column->spin,
                                  .gate = gate >= 0 ? st->system->gate + gate : NULL,
                                  .pose = gate >= 0 ? st->gate + gate : NULL,
                                  .swing = column->swing,
                                  .felt = column->felt};
}

/* What the laws are to see, as in the plane. */
QUIRE_INLINE void
see_space_place(struct space_touched *t, const struct quire_contact_law *law, double load,
                struct quire_partner target)
{
    const struct space_place *p = t->p;
    const struct space_facing *f = t->f;
    const quire_v4 steep = p->xs - dot3(f->a, p->xs) * f->a;
    t->q1 = 1 / dot3(steep, steep);
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
                                 .stiff = f->stiff,
                                 .matrix = t->c->slabs != NULL};
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

    return by_place == 0 || t->c->cq == 0 ? 0
                                          : stored_by_law(t->c->state, &t->m) * by_place / t->c->cq;
}

/* Speeds that drives command: of the surface, and of a carriage across [m/s]. */
struct driven {
    double along, across;
};

QUIRE_INLINE struct driven
driven_at(const struct space_touched *t)
{
    const struct space_mover *mover = t->mover;

    if (mover == NULL) {
        return (struct driven){0, 0};
    }
    return (struct driven){.along = mover->soft != NULL ? dot3(t->f->t, mover->soft->driven)
                                                        : mover->rim * mover->carrier->turn *
                                                              mover->carrier->driven,
                           .across = mover->carrier->shift_speed};
}

/* Adds what acts to the sheet and to the body. Friction is at the surface, half a thickness from
 * the mid-surface, so along t it has a moment. */
QUIRE_INLINE void
push_in_space(struct space_touched *t, int columns)
{
    const struct space_scatter *c = t->c;
    const struct space_facing *f = t->f;
    const struct place_action *a = t->a;
    const struct driven driven = driven_at(t);

    t->act.force = a->total * f->n + a->friction * f->t + a->lateral * f->a;
    t->act.moment = -a->friction * c->half;
    add_action(c, t->p, &t->act, columns, c->force);
    quire_stations_feel(c->felt, t->p->station);
    if (t->mover != NULL) {
        push_mover(c->state->system, t->mover, &t->act, a->friction, t->mover->force);
    }
    book_power(&c->state->power, &t->m, a, driven.along, a->lateral * driven.across,
               given_in_space(t));
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

/* ---- all of it ---- */

/* A place for what is kept, with what flows now; NULL when memory runs out. */
QUIRE_INLINE struct space_kept *
begin_kept(const struct space_touched *t, int columns)
{
    struct quire_state *st = t->c->state;
    const struct space_place *p = t->p;
    const struct place_action *a = t->a;
    const struct driven driven = driven_at(t);
    struct space_kept *kept = quire_places_add(st, QUIRE_PLACES_SPACE, sizeof *kept);

    if (kept == NULL) {
        return NULL;
    }
    kept->now[SPACE_FRICTION] = a->friction;
    kept->now[SPACE_LATERAL] = a->lateral;
    kept->now[SPACE_SLIP] = a->r.slip[0];
    kept->now[SPACE_ACROSS] = a->r.slip[1];
    kept->now[SPACE_GAP] = t->vn;
    kept->now[SPACE_LOST] = a->lost;
    kept->told[0] = a->lost * t->f->n + a->friction * t->f->t + a->lateral * t->f->a;
    kept->told[1] = t->act.moment * t->act.pair;
    kept->belt = a->belt;
    kept->driven = driven.along;
    kept->carried = driven.across;
    memcpy(kept->b, p->b, sizeof kept->b);
    memcpy(kept->d, p->d, sizeof kept->d);
    memcpy(kept->c, p->c, sizeof kept->c);
    memcpy(kept->e, p->e, sizeof kept->e);
    kept->sheet = t->c->sheet;
    kept->station = p->station;
    kept->column = p->column;
    kept->columns = columns;
    kept->n_body = 0;
    kept->holds = a->slide.grip != NULL;
    return kept;
}

static void
keep_hold(const struct space_touched *t, int columns)
{
    struct quire_place_hold *hold =
        quire_places_hold_on(t->c->state, QUIRE_PLACES_SPACE, 0, &t->a->slide);

    if (hold != NULL) {
        const struct space_place *p = t->p;
        hold->quarter = quarter_of_sheet(t->c->state->system->sheet + t->c->sheet, p->station + 1,
                                         p->column + (columns == 2 ? p->c[1] : 0));
    }
}

/* whether the share changes in any way */
QUIRE_INLINE bool
share_moves(const struct space_facing *f)
{
    const struct gradient *d = &f->d_share;

    return f->moves != NULL || quire_any((d->p != 0) | (d->s != 0) | (d->e != 0));
}

/* what gates add that springs hold */
static QUIRE_CLONES void
derive_held(const struct space_touched *t, const struct place *p, const struct space_changes *by,
            int columns)
{
    struct place_way way = way_back(t);
    const struct place_change back = respond_in_space(p, &way);

    if (t->c->gate->turns) {
        push_back(t, &back, columns);
    }
    if (by->kept != NULL) {
        keep_held(t, &back, by->kept);
    }
}

/* How the laws' force changes, by all that moves; into the matrix. */
QUIRE_INLINE void
derive_space_touch(const struct space_touched *t, int columns)
{
    const struct space_scatter *c = t->c;
    const struct space_facing *f = t->f;
    struct space_changes by;
    struct space_action act = t->act;
    struct space_axes axes;
    struct place p;

    by.kept = begin_kept(t, columns);
    axes_of(t, &axes);
    place_of_space_touch(t, &axes, share_moves(f), &p);
    derive_by_place(t, &axes, &p, &by);
    if (c->swing != NULL) {
        derive_held(t, &p, &by, columns);
    }
    if (f->fading != NULL && c->cq != 0) {
        derive_space_fading(t, &by.d, &act);
    }
    add_matrix(c, t->p, &act, &by.d, columns);
    if (t->mover != NULL) {
        couple_space_body(t, &p, &by);
    }
    if (by.kept != NULL && c->pose != NULL) {
        turn_out(c->pose, by.kept);
    }
    if (by.kept != NULL && by.kept->holds) {
        keep_hold(t, columns);
    }
}

QUIRE_INLINE void
touch_in_space(struct space_touched *t, const struct quire_contact_law *law, double load,
               struct quire_partner target, int columns)
{
    const struct space_scatter *c = t->c;
    struct quire_state *st = c->state;

    see_space_place(t, law, load, target);
    ask_laws(st, &t->m, t->a);
    push_in_space(t, columns);
    if (t->f->fading != NULL && c->cq != 0) {
        t->stored = stored_by_law(st, &t->m);
        push_space_fading(t, columns);
    }
    mark_touched(st, c->sheet, target);
    if (st->record) {
        record_in_space(t);
    }
    if (c->slabs != NULL) {
        derive_space_touch(t, columns);
    }
}

QUIRE_CLONES void
quire_space_touch(const struct space_scatter *c, const struct space_place *p,
                  const struct space_facing *f, const struct quire_contact_law *law,
                  const struct space_mover *mover, double load, struct quire_partner target)
{
    struct place_action a;
    struct space_touched t;

    t.c = c;
    t.p = p;
    t.f = f;
    t.mover = mover;
    t.a = &a;
    t.stored = 0;
    if (p->columns == 2) {
        touch_in_space(&t, law, load, target, 2);
    } else {
        touch_in_space(&t, law, load, target, 1);
    }
}
