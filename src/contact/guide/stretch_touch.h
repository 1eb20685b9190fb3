/* Four stretches of a planar sheet on guides, or of a line of a sheet in space, where
 * QUIRE_PLACE_SPACE is defined. doc/theory/contact-kernel.md, 4 and 6; spatial-contact.md, 3 */
#ifndef QUIRE_CONTACT_GUIDE_STRETCH_TOUCH_H
#define QUIRE_CONTACT_GUIDE_STRETCH_TOUCH_H

#ifdef QUIRE_PLACE_SPACE
#include "contact/guide/stretch_space.h"
#else
#include "contact/guide/stretch_plane.h"
#endif
#include "contact/place/stiffen.h"

/* Sums over the places of four stretches. */
struct touch_sums {
    struct stretch_sums force;
    struct stretch_blocks blocks;
    struct by_ends ends;
    struct stretch_pressing all;
    struct stretch_sums swing; /* of a pivot that a spring holds: see add_swing() */
#ifdef QUIRE_PLACE_SPACE
    struct stretch_blocks by_speed; /* of a tilted guide that turns: see tip_blocks() */
#endif
    quire_mask4 on; /* which touch anywhere */
    int n;          /* so many places have been added */
};

/* room for a place, which is kept with the matrix; NULL when memory runs out */
QUIRE_INLINE struct stretch_place *
new_place(const struct stretch_pack *g, struct stretch_place *here)
{
    return g->matrix ? quire_places_add(g->c->state, stretch_family, sizeof(struct stretch_place))
                     : here;
}

QUIRE_INLINE void
leave_place(const struct stretch_pack *g)
{
    if (g->matrix) {
        g->c->state->places[stretch_family].n--;
    }
}

/* whom each lane touches */
QUIRE_INLINE void
pairs_of_pack(const struct stretch_pack *g, struct quire_contact_pair pair[LANES])
{
    for (int k = 0; k < g->s->n; k++) {
        pair[k] =
            quire_sheet_with(g->c->sheet, quire_partner(QUIRE_PARTNER_GUIDE, g->s->face[k]->guide));
    }
}

/* `times`: by which the law stores more than it says; 0: it has no part in it */
static QUIRE_CLONES void
record(const struct stretch_pack *g, const struct stretch_place *at, const struct place_memory *m,
       const struct place_asks *ask, const quire_v4 *times)
{
    struct quire_state *st = g->c->state;
    const double part = stored_part_of(g->law, m);
    const struct flat x = plus(g->piece.at, on_curve(&g->place, at->on.b));

    for (int k = 0; k < LANES; k++) {
        const int last = st->n_touch;
        if (at->p.on[k] != 0) {
            record_lane(st, g->law, part, &at->p, m, ask, k, x.x[k], x.y[k]);
        }
        if (st->n_touch > last) {
            struct quire_touch *seen = st->touch + last;
            if ((*times)[k] < 1) {
                seen->stored = 0;
            } else if ((*times)[k] > 1) {
                seen->stored = at->p.share[k] * (*times)[k] * place_stored(g->law, &at->p, m, k);
            }
            record_in_axes(g, at, k, seen);
        }
    }
}

/* ---- laws ---- */

/* Both laws, or the normal one where friction holds on to the stretch as one. */
QUIRE_INLINE void
ask_stretch_laws(const struct stretch_pack *g, struct place *p, struct place_memory *m,
                 struct place_asks *ask)
{
    const struct stretch_pieces *piece = &g->piece;
    const quire_v4 zero = {0};

    ask_pressing(g->law, p, m, ask);
    if (quire_any(p->on & (p->overlap > piece->stiff_from))) {
        g->c->state->deep = true;
        stiffen_places(g->law, p, piece->stiff_from, piece->stiff_over, m, ask);
    }
    if (!g->holds) {
        ask_friction_under(g->law, p->force, p, m, ask);
        return;
    }
    p->rubs_deeper = false;
    p->rub = p->friction = p->d_slip = p->d_normal = p->d_rub = p->d_factor = zero;
#ifdef QUIRE_PLACE_SPACE
    p->rub_across = p->lateral = p->ratio = p->way[0] = p->way[1] = zero;
    p->more[0] = p->more[1] = zero;
#endif
    quire_set_lanes(ask->fo.limit, zero);
    quire_set_lanes(ask->fo.creep, zero);
}

/* ---- places ---- */

/* where points of the material remember, on the face of the sheet that has it */
QUIRE_INLINE void
remember_points(const struct stretch_pack *g, const struct place *p, int point,
                struct place_memory *m)
{
    for (int k = 0; k < g->s->n; k++) {
        if (p->on[k] != 0) {
            const struct station at = {.x1 = {p->a.t.x[k], p->a.t.y[k]}};
            const int face = quire_held_face(&at, (const double[]){p->n.x[k], p->n.y[k]});
            m->at[k] = quire_point_place(g->c->state->system, g->c->sheet, line_of(g->c), face,
                                         g->at.node[k] + 1, point);
        }
    }
}

/* What a place adds to the sums. `elastic`: the part of the law's force that has a potential,
 * `stored`: that, where the share fades. */
QUIRE_INLINE void
add_place(const struct stretch_pack *g, struct stretch_place *at, quire_v4 elastic, quire_v4 stored,
          struct touch_sums *to, struct place_powers *powers)
{
    const struct place *p = &at->p;
    const struct scatter *c = g->c;
    const bool first = to->n++ == 0;

    at->again = !first;
    to->on |= p->on;
    add_stretch_forces(&at->on, p->f, times(p->moment_a, p->a.pair), &to->force);
#ifdef QUIRE_PLACE_SPACE
    add_stretch_forces_across(&at->on, p->lateral, &to->force);
#endif
    place_power(p, powers);
    if (g->matrix) { /* of M - (cq K + cv D) */
        struct forms by;
        place_forms(p, -c->cq, -c->cv, false, &by);
#ifdef QUIRE_PLACE_SPACE
        if (at->line.fades) {
            fade_forms(at, elastic, stored, -c->cq, &by);
        }
        if (tips(g)) {
            struct forms by_speed;
            place_forms(p, 0, -1, false, &by_speed);
            add_stretch_forms(&at->on, &by_speed, first, &to->by_speed);
        }
#else
        (void)elastic;
        (void)stored;
#endif
        if (first) {
            add_stretch_forms(&at->on, &by, true, &to->blocks);
        } else {
            add_stretch_forms(&at->on, &by, false, &to->blocks);
        }
        if (at->follows) {
            add_moving(at, &to->ends);
        }
        if (pack_swings(g)) {
            add_swing(at, -c->cq, &to->all, &to->swing);
        }
    }
}

/* Places at the parameters s, a part of their stretches; they are the `point`-th of each span, or
 * (-1) not those that remember. */
QUIRE_INLINE void
touch_at(const struct stretch_pack *g, quire_v4 s, double part, quire_v4 share, int point,
         struct place_memory *m, struct touch_sums *to, struct place_powers *powers)
{
    struct stretch_place here, *at = new_place(g, &here);
    struct place_asks ask;

    if (at == NULL) {
        return;
    }
    find_stretch_places(g, s, share, at);
    if (point >= 0) {
        at->p.on &= (s >= g->s->from) & (s <= g->s->to);
        at->p.share = quire_where4(at->p.on, at->p.share);
    }
    if (!quire_any(at->p.on)) {
        leave_place(g);
        return;
    }
    at->holds = false;
    at->presses = 0;
    follow_stretch_ends(g, s, quire_all4(part), at);
    if (m != NULL && m->slot != NULL) {
        remember_points(g, &at->p, point, m);
    }
    ask_stretch_laws(g, &at->p, m, &ask);
    place_forces(&at->p, false);
    quire_v4 stored = {0};
#ifdef QUIRE_PLACE_SPACE
    if (at->line.fades) {
        stored = stored_at_edges(g, at, m);
        push_edges(g, at, stored, &to->force);
    }
#endif
    add_place(g, at, quire_lanes(ask.no.elastic), stored, to, powers);
    if (g->holds) {
        add_pressing_place(at, s, -g->c->cq, -g->c->cv, &to->all);
    }
    if (g->c->state->record) {
        const quire_v4 more = times_stored(&at->p, g->piece.stiff_from, g->piece.stiff_over);
        record(g, at, m, &ask, &more);
    }
}

/* by Gauss' rule on each stretch; */
QUIRE_INLINE void
touch_stretches(const struct stretch_pack *g, struct place_memory *m, struct touch_sums *to,
                struct place_powers *powers)
{
    const quire_v4 from = g->s->from, whole = g->per * g->wide;

    for (int k = 0; k < QUIRE_STRETCH_POINTS; k++) {
        const double part = quire_stretch_at[k];
        touch_at(g, from + part * g->wide, part, quire_stretch_weight[k] * whole, -1, m, to,
                 powers);
    }
}

/* at the fixed points within it */
QUIRE_INLINE void
touch_points(const struct stretch_pack *g, struct place_memory *m, struct touch_sums *to,
             struct place_powers *powers)
{
    const struct quire_sheet *sheet = g->c->state->system->sheet + g->c->sheet;

    for (int k = 0; k < sheet->n_point; k++) {
        touch_at(g, quire_all4(quire_fixed_point(sheet, k)), 0, quire_all4(g->per / sheet->n_point),
                 k, m, to, powers);
    }
}

/* ---- friction that holds on ---- */

/* The middle of each stretch, or of what fixed points press with, with the share of all its places.
 */
QUIRE_INLINE void
find_middle(const struct stretch_pack *g, const struct stretch_pressing *all,
            struct stretch_place *at)
{
    const quire_v4 zero = {0}, half = quire_all4(0.5), one = quire_all4(1);
    const quire_mask4 presses = all->pressed > zero;
    const quire_v4 s =
        !g->s->fixed
            ? g->s->from + 0.5 * g->wide
            : quire_select4(presses, all->along / quire_select4(presses, all->pressed, one), half);
    struct place *p = &at->p;

    find_stretch_places(g, s, zero, at);
    p->on = g->on & (all->share > zero);
    p->share = quire_where4(p->on, all->share);
    p->fades = all->fades;
    place_rates(p, false);
    follow_stretch_ends(g, s, half, at);
    at->ends.per = at->ends.slope = zero; /* its share follows those of the places */
    p->force = p->total = p->lost = p->d_overlap = p->d_closing = zero;
}

QUIRE_INLINE void
remember_middle(const struct stretch_pack *g, const struct place *p, struct place_memory *m)
{
    m->holds = true;
    for (int k = 0; k < LANES; k++) {
        if (p->on[k] != 0) {
            const struct station at = {.x1 = {p->a.t.x[k], p->a.t.y[k]}};
            const int face = touched_face(&at, (const double[]){p->n.x[k], p->n.y[k]});
            m->slide[k].grip = station_grip(g->c, g->law, g->at.node[k] + 1, face);
        }
    }
}

/* The friction of stretches acts once, in their middle, under what presses there: at so many
 * places. NULL: nowhere. */
QUIRE_INLINE const struct stretch_place *
hold_together(const struct stretch_pack *g, int presses, struct stretch_place *here,
              struct place_memory *m, struct touch_sums *to, struct place_powers *powers)
{
    const quire_v4 zero = {0}, *force = &to->all.force, *share = &to->all.share;
    struct stretch_place *at = new_place(g, here);
    struct place_asks ask;

    if (at == NULL) {
        return NULL;
    }
    find_middle(g, &to->all, at);
    at->holds = true;
    at->presses = presses;
    remember_middle(g, &at->p, m);
    ask_friction_under(g->law, *force / quire_select4(at->p.on, *share, quire_all4(1)), &at->p, m,
                       &ask);
    place_forces(&at->p, false);
    add_place(g, at, zero, zero, to, powers);
    if (g->c->state->record) {
        quire_set_lanes(ask.no.elastic, zero);
        record(g, at, m, &ask, &zero);
    }
    for (int k = 0; g->matrix && k < g->s->n; k++) {
        if (at->p.on[k] != 0) {
            note_hold(g, k, m->slide + k);
        }
    }
    return at;
}

/* How the friction in the middle follows the mean normal force of the places, and their shares. */
QUIRE_INLINE void
derive_middle(const struct stretch_place *at, const struct stretch_pressing *all,
              struct stretch_matrix *to)
{
    const struct place *p = &at->p;
    const quire_v4 per = quire_where4(p->on, 1 / quire_select4(p->on, all->share, quire_all4(1))),
                   mean = all->force * per, slope = p->share * p->d_normal;
    const struct flat pair = times(p->moment_a, p->a.pair), t = left(p->n),
                      turn = times(-p->a.arm, p->a.pair);
    struct node_vectors by_mean, by_share, mean_by, share_by;

#ifdef QUIRE_PLACE_SPACE
    const quire_v4 along = slope * p->way[0];
#else
    const quire_v4 along = slope;
#endif
    for (int j = 0; j < 3; j++) {
        by_mean.in[j] = mix(along * at->on.b[j], t, along * at->on.d[j], turn);
        by_share.in[j] = mix(at->on.b[j], p->f, at->on.d[j], pair);
        mean_by.in[j] = mix(per, all->force_by.in[j], -mean * per, all->share_by.in[j]);
        share_by.in[j] = times(per, all->share_by.in[j]);
#ifdef QUIRE_PLACE_SPACE
        by_mean.z[j] = slope * p->way[1] * at->on.b[j];
        by_share.z[j] = at->on.b[j] * p->lateral;
        mean_by.z[j] = per * all->force_by.z[j] - mean * per * all->share_by.z[j];
        share_by.z[j] = per * all->share_by.z[j];
#endif
    }
    add_outer_of_nodes(quire_all4(1), &by_mean, mean_by.in, to);
    if (p->fades) {
        add_outer_of_nodes(quire_all4(1), &by_share, share_by.in, to);
    }
#ifdef QUIRE_PLACE_SPACE
    add_outer_across(&by_mean, mean_by.z, to);
    if (p->fades) {
        add_outer_across(&by_share, share_by.z, to);
    }
#endif
}

/* ---- four stretches ---- */

/* what acts, to the nodes */
QUIRE_INLINE void
push_pack(const struct stretch_pack *g, struct touch_sums *s)
{
    const struct quire_face *marked = NULL;

    push_on_nodes(g, s->on, &s->force);
    for (int k = 0; k < g->s->n; k++) {
        const struct quire_face *face = g->s->face[k];
        if (face != marked && s->on[k] != 0) {
            mark_touched(g->c->state, g->c->sheet, quire_partner(QUIRE_PARTNER_GUIDE, face->guide));
            marked = face;
        }
    }
}

/* `middle`: NULL where friction holds on to nothing */
QUIRE_INLINE void
derive_pack(const struct stretch_pack *g, const struct touch_sums *s,
            const struct stretch_place *middle)
{
    struct stretch_matrix m;

    complete_blocks(&s->blocks, &m);
    for (int e = 0; g->s->follows && e < 2; e++) {
        add_outer_of_nodes(quire_all4(-g->c->cq), s->ends.on + e, g->ends.by[e], &m);
    }
    if (middle != NULL) {
        derive_middle(middle, &s->all, &m);
    }
#ifdef QUIRE_PLACE_SPACE
    if (tips(g)) {
        tip_blocks(g, &s->by_speed, &m);
    }
    put_matrix(g, s->on, &m);
    if (pack_swings(g)) {
        push_swing(g, s->on, &s->swing);
    }
#else
    put_matrix(g, s->on, &m);
    if (g->party.frame != NULL && g->party.frame->v >= 0) {
        couple_stretches(g, &s->on, &s->force, &s->swing, &m);
    }
#endif
}

/* of what sums there are */
QUIRE_INLINE void
clear_sums(const struct stretch_pack *g, struct touch_sums *s)
{
    static const struct by_ends no_ends;
    static const struct stretch_pressing nothing;
    const quire_v4 zero = {0};
    const struct flat still = {zero, zero};
    struct stretch_sums none = {.outer = {still, still}, .all = still};

#ifdef QUIRE_PLACE_SPACE
    none.outer_z[0] = none.outer_z[1] = none.all_z = zero;
#endif
    s->on = (quire_mask4){0};
    s->n = 0;
    s->force = none;
    if (g->s->follows) {
        s->ends = no_ends;
    }
    if (g->holds) {
        s->all = nothing;
    }
    if (pack_swings(g)) {
        s->swing = none;
        s->all.swing = zero;
    }
}

/* Laws that remember nothing, and are not recorded, need not know who touches whom. */
QUIRE_INLINE bool
see_memory(const struct stretch_pack *g, struct place_memory *m,
           struct quire_contact_pair pair[LANES])
{
    const struct quire_slot *slot =
        g->s->fixed ? quire_slot_of(g->c->state->system, g->c->sheet, g->law) : NULL;

    if (!g->holds && !(g->law->deepest < HUGE_VAL) && !g->c->state->record && slot == NULL) {
        return false;
    }
    pairs_of_pack(g, pair);
    *m = (struct place_memory){
        .state = g->c->state, .matrix = g->matrix, .pairs = pair, .slot = slot};
    return true;
}

QUIRE_INLINE void
touch_four(struct quire_stretches *s)
{
    struct quire_contact_pair pair[LANES];
    struct stretch_pack g;
    struct place_memory memory, *m;
    struct touch_sums sums;
    struct stretch_place here;
    const struct stretch_place *middle = NULL;

    see_pack(s, &g);
    clear_sums(&g, &sums);
    m = see_memory(&g, &memory, pair) ? &memory : NULL;
    if (s->fixed) {
        touch_points(&g, m, &sums, &s->powers);
    } else {
        touch_stretches(&g, m, &sums, &s->powers);
    }
    if (sums.n == 0) {
        return;
    }
    if (g.holds) {
        if (s->follows) {
            add_pressing_ends(&g.ends, &sums.ends, -g.c->cq, &sums.all);
        }
        middle = hold_together(&g, sums.n, &here, m, &sums, &s->powers);
    }
    push_pack(&g, &sums);
    if (g.matrix) {
        derive_pack(&g, &sums, middle);
    }
}

#endif
