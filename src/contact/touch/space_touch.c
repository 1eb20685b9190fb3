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

/* The place, what acts in its plane, and what is remembered there. */
QUIRE_INLINE void
ask_space_touch(struct space_touched *t, struct quire_partner target)
{
    const struct space_facing *f = t->f;
    struct place_alone *at = t->at;

    find_space_touch(t);
    remember_alone(at, quire_sheet_with(t->c->sheet, target), f->slot, f->place, f->grip);
    at->slide.rolling = f->rolling;
    if (f->stiff != NULL) {
        at->stiff = *f->stiff;
    }
    ask_alone(t->c->state, t->law, at, t->c->slabs != NULL);
    place_forces(&at->p, false);
    t->act.force = out_of_plane(f, at->p.f, 0) + at->p.lateral[0] * f->a;
    t->act.pair = out_of_plane(f, at->p.a.pair, 0);
    t->act.moment = at->p.moment_a[0];
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

    return t->c->cq == 0 ? 0 : t->at->stored * by_place / t->c->cq;
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

/* Adds what acts to the sheet and to the body. */
QUIRE_INLINE void
push_in_space(const struct space_touched *t, int columns)
{
    const struct space_scatter *c = t->c;
    const struct place *p = &t->at->p;
    const struct driven driven = driven_at(t);
    struct place_powers powers = {.friction = {0}};
    struct quire_powers *to = &c->state->power;

    add_action(c, t->p, &t->act, columns, c->force);
    quire_stations_feel(c->felt, t->p->station);
    if (t->mover != NULL) {
        push_mover(c->state->system, t->mover, &t->act, p->friction[0], t->mover->force);
    }
    place_power(p, &powers);
    add_powers_alone(to, &powers);
    to->drives += p->friction[0] * driven.along + p->lateral[0] * driven.across;
    to->given += given_in_space(t);
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
    record_alone(t->c->state, t->law, t->at,
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
    const struct gradient by = scaled(t->at->stored / c->cq, t->f->fading->by);
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

/* f p q': the force by p, as q changes */
QUIRE_INLINE void
add_fade(struct action_changes *d, double f, const struct gradient *p, const struct gradient *q)
{
    for (int i = 0; i < 9; i++) {
        const double by = f * entry_of(q, i);
        d->force[i] += by * p->p;
        d->pair[i] += by * p->s;
        d->twist[i] += by * p->e;
    }
}

/* How that force changes: with the overlap, and by the products of gradients. What stems from the
 * plane moves with the place, as part of what acts in `a`, and is taken to turn with the sheet's
 * tangent, which is all but what the curve itself bends by. */
static QUIRE_CLONES void
derive_space_fading(const struct space_touched *t, struct action_changes *d, struct space_action *a)
{
    const struct space_scatter *c = t->c;
    const struct space_place *p = t->p;
    const struct space_fading *fading = t->f->fading;
    const double per = 1 / c->cq, u = per * t->at->stored;
    const struct gradient deeper = along(p, t->f->n, c->cq * t->f->n, p->xs, p->xe);

    add_fade(d, per * t->at->elastic, &fading->by, &deeper);
    for (int k = 0; k < fading->n; k++) {
        const double times = -0.5 * u * fading->product[k].times;
        add_fade(d, times, &fading->product[k].p, &fading->product[k].q);
        add_fade(d, times, &fading->product[k].q, &fading->product[k].p);
    }
    if (fading->in_plane) {
        const quire_v4 none = {0}, across = t->f->a, pair = a->pair;
        const struct gradient *g = &fading->turns,
                              left = {cross3(across, g->p), cross3(across, g->s), none},
                              turn = mix2(dot3(pair, p->xss), p->s, c->cq,
                                          (struct gradient){none, pair, none});
        add_fade(d, -u, &left, &turn);
        a->force -= u * g->p;
        a->pair = a->moment * pair - u * g->s;
        a->moment = 1;
    }
}

/* ---- all of it ---- */

/* A place for what is kept, with what flows now; NULL when memory runs out. */
QUIRE_INLINE struct space_kept *
begin_kept(const struct space_touched *t, int columns)
{
    struct quire_state *st = t->c->state;
    const struct space_place *p = t->p;
    const struct place *q = &t->at->p;
    const struct driven driven = driven_at(t);
    struct space_kept *kept = quire_places_add(st, QUIRE_PLACES_SPACE, sizeof *kept);

    if (kept == NULL) {
        return NULL;
    }
    kept->now[SPACE_FRICTION] = q->friction[0];
    kept->now[SPACE_LATERAL] = q->lateral[0];
    kept->now[SPACE_SLIP] = q->slip[0];
    kept->now[SPACE_ACROSS] = q->across[0];
    kept->now[SPACE_GAP] = q->vn[0];
    kept->now[SPACE_LOST] = q->lost[0];
    kept->told[0] =
        out_of_plane(t->f, (struct flat){q->lost, q->friction}, 0) + q->lateral[0] * t->f->a;
    kept->told[1] = t->act.moment * t->act.pair;
    kept->belt = belt_of(q, q->total)[0];
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
    kept->holds = t->at->slide.grip != NULL;
    return kept;
}

static void
keep_hold(const struct space_touched *t, int columns)
{
    struct quire_place_hold *hold =
        quire_places_hold_on(t->c->state, QUIRE_PLACES_SPACE, 0, &t->at->slide);

    if (hold != NULL) {
        const struct space_place *p = t->p;
        hold->quarter = quarter_of_sheet(t->c->state->system->sheet + t->c->sheet, p->station + 1,
                                         p->column + (columns == 2 ? p->c[1] : 0));
    }
}

/* what gates add that springs hold */
static QUIRE_CLONES void
derive_held(const struct space_touched *t, const struct space_changes *by, int columns)
{
    struct place_way way = way_back(t);
    const struct place_change back = respond_in_space(&t->at->p, &way);

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

    by.kept = begin_kept(t, columns);
    axes_of(t, &axes);
    derive_by_place(t, &axes, &by);
    if (c->swing != NULL) {
        derive_held(t, &by, columns);
    }
    memset(by.d.twist, 0, sizeof by.d.twist);
    if (f->fading != NULL && t->at->p.fades) {
        derive_space_fading(t, &by.d, &act);
    }
    add_matrix(c, t->p, &act, &by.d, columns);
    if (t->mover != NULL) {
        couple_space_body(t, &by);
    }
    if (by.kept != NULL && c->pose != NULL) {
        turn_out(c->pose, by.kept);
    }
    if (by.kept != NULL && by.kept->holds) {
        keep_hold(t, columns);
    }
}

QUIRE_INLINE void
touch_in_space(struct space_touched *t, struct quire_partner target, int columns)
{
    const struct space_scatter *c = t->c;
    struct quire_state *st = c->state;

    ask_space_touch(t, target);
    push_in_space(t, columns);
    if (t->f->fading != NULL && t->at->p.fades) {
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
    struct place_alone at;
    struct space_touched t = {
        .c = c, .p = p, .f = f, .mover = mover, .law = law, .at = &at, .load = load};

    if (p->columns == 2) {
        touch_in_space(&t, target, 2);
    } else {
        touch_in_space(&t, target, 1);
    }
}
