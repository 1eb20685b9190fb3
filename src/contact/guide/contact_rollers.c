/* Where sheets touch rollers. doc/theory/contact-kernel.md, 5. */
#include <math.h>
#include <string.h>

#include "contact/body/soft.h"
#include "contact/guide/contact.h"
#include "contact/guide/roller_places.h"
#include "contact/guide/soft_sheet.h"
#include "contact/touch/extrema.h"
#include "contact/touch/places.h"
#include "contact/touch/wraps.h"

/* The share with which a law acts along a line; kept for the stations of the wrap. */
QUIRE_INLINE double
follow(const struct quire_state *st, struct quire_candidates *nodes,
       const struct quire_contact_law *law, int sheet)
{
    const double share = wrap_share(st, law, sheet, nodes->target);

    nodes->wrap = share > nodes->wrap ? share : nodes->wrap;
    return share;
}

/* ---- what of the law acts, and what it remembers ---- */

/* Tells lane k its law, share and memory; false: nothing acts there. */
QUIRE_INLINE bool
tell_place(const struct scatter *c, struct sliders *s, struct roller_places *g, int k)
{
    const struct quire_system *sys = c->state->system;
    struct place *p = &g->p;
    struct quire_candidates *nodes = s->of[k].nodes;
    const struct station at = {.node = g->on.node[k],
                               .b = {g->on.b[0][k], g->on.b[1][k], g->on.b[2][k]},
                               .x1 = {p->a.t.x[k], p->a.t.y[k]}};
    struct facing f = {.n = {p->n.x[k], p->n.y[k]}};
    const struct quire_contact_law *law = s->of[k].law;

    if (s->of[k].alone) {
        nodes->near = at.node + 1;
    }
    if (law == NULL) {
        law = law_of(sys, s->of[k].roller->law, c->sheet, &at, f.n);
    }
    if (law == NULL || !(p->overlap[k] > -law->reach)) {
        return false;
    }
    p->share[k] = s->of[k].part;
    if (s->of[k].alone) {
        p->share[k] = 1 - follow(c->state, nodes, law, c->sheet);
        remember_on_roller(c, law, nodes->target, nodes->once, &at, &f);
        nodes->once = nodes->once || p->share[k] > 0;
    } else if (!isnan(s->of[k].load)) {
        remember_at_station(c, law, s->of[k].node, touched_face(&at, f.n), &f);
    }
    s->of[k].law = law;
    s->pair[k] = quire_sheet_with(c->sheet, quire_partner(QUIRE_PARTNER_ROLLER, nodes->target));
    s->memory.at[k] = f.place;
    s->memory.rolling[k] = f.rolling;
    s->memory.slide[k].grip = f.grip;
    return p->share[k] != 0;
}

/* ---- forces ---- */

QUIRE_INLINE void
record(const struct scatter *c, const struct sliders *s, const struct roller_places *g,
       const struct quire_contact_law *law, const struct place_asks *ask)
{
    const double part = stored_part_of(law, &s->memory);

    for (int k = 0; k < LANES; k++) {
        const double *centre = s->of[k].carrier->centre;
        if (g->p.on[k] != 0) {
            record_lane(c->state, law, part, &g->p, &s->memory, ask, k, centre[0] + g->x.x[k],
                        centre[1] + g->x.y[k]);
        }
    }
}

QUIRE_INLINE void
hold_on(struct quire_state *st, const struct sliders *s, const struct roller_places *g)
{
    for (int k = 0; g->holds && k < LANES; k++) {
        if (g->p.on[k] != 0 &&
            !quire_places_hold_on(st, QUIRE_PLACES_ROLLERS, k, s->memory.slide + k)) {
            return;
        }
    }
}

/* Those of the places that touch with these laws. `law`: all of them at once, with what it
 * remembers. */
QUIRE_INLINE void
touch_with_laws(const struct scatter *c, struct sliders *s, const struct roller_laws *laws,
                const struct quire_contact_law *law, const struct quire_slot *slot,
                struct roller_places *g, struct place_powers *powers)
{
    struct quire_state *st = c->state;
    struct place_memory *m = &s->memory;
    const quire_v4 overdrive = overdrives(laws);
    struct place_asks ask;

    m->state = st;
    m->matrix = c->band != NULL;
    m->pairs = s->pair;
    m->slot = slot;
    m->holds = g->holds = quire_law_holds(law);
    g->p.share = quire_where4(g->p.on, g->p.share);
    move_rollers(c, s, overdrive, g);
    place_laws(law, &g->p, m, &ask);
    spin_rollers(s, overdrive, g);
    place_forces(&g->p, false);
    push_rollers(c, g, laws, powers, &st->power);
    for (int k = 0; k < LANES; k++) {
        if (g->p.on[k] != 0) {
            mark_touched(st, c->sheet, s->pair[k].target);
        }
    }
    if (st->record) {
        record(c, s, g, law, &ask);
    }
    if (c->band != NULL) {
        derive_rollers(c, g, laws);
        hold_on(st, s, g);
    }
}

/* ---- lanes with laws of their own ---- */

/* Laws of the lanes: each is asked of all of them, and answers for those that have it. */
struct lane_laws {
    const struct quire_contact_law *of[LANES];
};

/* which lanes from the first of `left` on have its law; NULL: none is left */
QUIRE_INLINE const struct quire_contact_law *
next_law(const struct lane_laws *laws, quire_mask4 *left, quire_mask4 *have)
{
    const struct quire_contact_law *law = NULL;

    *have = (quire_mask4){0};
    for (int k = 0; k < LANES; k++) {
        law = law == NULL && (*left)[k] != 0 ? laws->of[k] : law;
        (*have)[k] = law != NULL && laws->of[k] == law ? -1 : 0;
    }
    *left &= ~*have;
    return law;
}

QUIRE_INLINE void
take_lanes(quire_mask4 have, double *to, const double *from)
{
    quire_set_lanes(to, quire_select4(have, quire_lanes(from), quire_lanes(to)));
}

static QUIRE_CLONES void
press_by_lane(const void *compiled, struct quire_normal_lanes *l)
{
    const struct quire_contact_law *law;
    quire_mask4 left = {-1, -1, -1, -1}, have;

    while ((law = next_law(compiled, &left, &have)) != NULL) {
        struct quire_normal_lanes one;
        quire_set_lanes(one.overlap, quire_lanes(l->overlap));
        quire_set_lanes(one.closing, quire_lanes(l->closing));
        ask_normal(law, &one);
        take_lanes(have, l->force, one.force);
        take_lanes(have, l->d_overlap, one.d_overlap);
        take_lanes(have, l->d_closing, one.d_closing);
        take_lanes(have, l->elastic, one.elastic);
    }
}

static QUIRE_CLONES void
rub_by_lane(const void *compiled, struct quire_friction_lanes *l)
{
    const struct quire_contact_law *law;
    quire_mask4 left = {-1, -1, -1, -1}, have;

    while ((law = next_law(compiled, &left, &have)) != NULL) {
        struct quire_friction_lanes one;
        quire_set_lanes(one.slip, quire_lanes(l->slip));
        quire_set_lanes(one.normal, quire_lanes(l->normal));
        quire_set_lanes(one.factor, quire_lanes(l->factor));
        ask_friction(law, &one);
        take_lanes(have, l->force, one.force);
        take_lanes(have, l->d_slip, one.d_slip);
        take_lanes(have, l->d_normal, one.d_normal);
        take_lanes(have, l->d_factor, one.d_factor);
        take_lanes(have, l->limit, one.limit);
        take_lanes(have, l->creep, one.creep);
    }
}

static const struct quire_normal_law normal_by_lane = {.eval_lanes = press_by_lane};
static const struct quire_friction_law friction_by_lane = {.eval_lanes = rub_by_lane};

/* The law that has those of the lanes. */
QUIRE_INLINE void
law_by_lane(const struct sliders *s, quire_mask4 on, const struct quire_contact_law *first,
            struct quire_contact_law *to)
{
    struct lane_laws laws;

    for (int k = 0; k < LANES; k++) {
        laws.of[k] = on[k] != 0 ? s->of[k].law : first;
    }
    *to = (struct quire_contact_law){
        .normal = &normal_by_lane, .friction = &friction_by_lane, .deepest = HUGE_VAL};
    _Static_assert(sizeof laws <= QUIRE_LAW_COMPILED, "room for them");
    memcpy(to->normal_data, &laws, sizeof laws);
    memcpy(to->friction_data, &laws, sizeof laws);
}

/* Whether all that a law asks for is what lanes tell. */
QUIRE_INLINE bool
goes_by_lane(const struct quire_contact_law *law)
{
    return law->normal->commit == NULL && !(law->deepest < HUGE_VAL) &&
           (law->friction == NULL || (law->friction->commit == NULL && !law->friction->by_overlap));
}

/* Where places go: with the matrix they are kept. NULL when memory runs out. */
QUIRE_INLINE struct roller_places *
room_for_places(const struct scatter *c, struct roller_places *here)
{
    return c->band != NULL ? quire_places_add(c->state, QUIRE_PLACES_ROLLERS, sizeof *here) : here;
}

/* Returns whether they can be asked together. */
QUIRE_INLINE bool
sort_by_law(const struct sliders *s, quire_mask4 on, struct roller_laws *to)
{
    bool together = true;

    to->n = 0;
    for (int k = 0; k < LANES; k++) {
        int i = 0;
        while (on[k] != 0 && i < to->n && to->law[i] != s->of[k].law) {
            i++;
        }
        if (on[k] != 0 && i == to->n) {
            to->law[i] = s->of[k].law;
            to->on[to->n++] = (quire_mask4){0};
            together = together && goes_by_lane(s->of[k].law);
        }
        if (on[k] != 0) {
            to->on[i][k] = -1;
        }
    }
    return together;
}

/* What waits: finds the places, and what touches there. */
static QUIRE_CLONES void
touch_waiting(const struct scatter *c, struct sliders *s, struct place_powers *powers)
{
    struct roller_places here, *g = s->n > 0 ? room_for_places(c, &here) : NULL;
    struct roller_laws laws;

    if (g == NULL) {
        return;
    }
    fill_up(s);
    find_rollers(c, s, g);
    for (int k = 0; k < LANES; k++) {
        g->p.on[k] = g->p.on[k] != 0 && tell_place(c, s, g, k) ? -1 : 0;
    }
    s->n = 0;
    if (!quire_any(g->p.on)) {
        c->state->places[QUIRE_PLACES_ROLLERS].n -= c->band != NULL ? 1 : 0;
        return;
    }
    const bool together = sort_by_law(s, g->p.on, &laws);
    if (together && laws.n > 1 && !c->state->record) {
        struct quire_contact_law law;
        law_by_lane(s, g->p.on, laws.law[0], &law);
        touch_with_laws(c, s, &laws, &law, NULL, g, powers);
        return;
    }
    for (int i = 0; i < laws.n && g != NULL; i++) {
        const struct quire_contact_law *law = laws.law[i];
        const struct roller_laws one = {1, {law}, {laws.on[i]}};
        struct roller_places next;
        if (i + 1 < laws.n) {
            next = *g;
        }
        g->p.on = laws.on[i];
        touch_with_laws(c, s, &one, law, quire_slot_of(c->state->system, c->sheet, law), g, powers);
        if (i + 1 < laws.n) {
            g = room_for_places(c, &here);
            if (g != NULL) {
                *g = next;
            }
        }
    }
}

/* ---- which places there are ---- */

/* Room for one more place of a roller. */
QUIRE_INLINE int
let_wait(const struct scatter *c, struct sliders *s, struct quire_candidates *nodes, int node,
         struct place_powers *powers)
{
    const struct quire_state *st = c->state;
    const struct quire_roller *roller = st->system->roller + nodes->target;

    if (s->n == LANES) {
        touch_waiting(c, s, powers);
    }
    s->of[s->n].nodes = nodes;
    s->of[s->n].roller = roller;
    s->of[s->n].carrier = st->carrier + roller->small;
    s->of[s->n].law = NULL;
    s->of[s->n].node = node;
    s->of[s->n].searched = s->of[s->n].alone = s->of[s->n].farthest = false;
    s->of[s->n].load = NAN;
    return s->n++;
}

/* A place whose weights are known, and what of the law acts there. */
QUIRE_INLINE int
let_place_wait(const struct scatter *c, struct sliders *s, struct quire_candidates *nodes, int node,
               const struct station *p, double part, struct place_powers *powers)
{
    const int lane = let_wait(c, s, nodes, node, powers);

    s->of[lane].searched = true;
    s->of[lane].part = part;
    s->place[lane] = *p;
    return lane;
}

/* how deep a place is that is seen from the roller's centre */
QUIRE_INLINE double
overlap_of(const struct scatter *c, const struct quire_roller *roller, const struct station *p)
{
    return roller->radius + c->half - sqrt(p->x[0] * p->x[0] + p->x[1] * p->x[1]);
}

/* A sheet that bends more sharply than the roller. The law acts at each nearest place and is
 * subtracted at each farthest place between two of them, so that the force is continuous where two
 * places merge. */
static void
find_fold(const struct scatter *c, struct quire_candidates *nodes, const double *square,
          double limit, struct sliders *s, struct place_powers *powers)
{
    const struct quire_state *st = c->state;
    const struct quire_system *sys = st->system;
    const struct quire_roller *roller = sys->roller + nodes->target;
    const struct quire_carrier *carrier = st->carrier + roller->small;
    const int n = sys->sheet[c->sheet].chain.n;
    struct station place[QUIRE_FOLD_PLACES];
    const int found =
        find_extrema(c, n, nodes, square, limit, carrier->centre, place, QUIRE_FOLD_PLACES);
    double deepest = 0;

    for (int k = 0; k < found; k++) {
        struct station *p = place + k;
        place_station(p, c, carrier->centre, carrier->velocity);
        const double overlap = overlap_of(c, roller, p);
        const struct quire_contact_law *law = law_of(sys, roller->law, c->sheet, p, p->x);
        if (law == NULL || !(overlap > 0)) {
            continue;
        }
        if (overlap > deepest) {
            deepest = overlap;
            nodes->near = p->node + 1;
        }
        nodes->once = true;
        const double part = 1 - follow(st, nodes, law, c->sheet);
        const int lane = let_place_wait(c, s, nodes, 0, p, p->farthest ? -part : part, powers);
        s->of[lane].farthest = p->farthest;
    }
}

/* the normal force at a station of a wrap, of the law as a whole [N] */
static double
force_of_station(const struct scatter *c, const struct quire_contact_law *law,
                 const struct station *p, int node, double overlap)
{
    const double distance = sqrt(p->x[0] * p->x[0] + p->x[1] * p->x[1]);
    struct facing f = {.n = {p->x[0] / distance, p->x[1] / distance}};
    struct quire_normal_out out;

    remember_at_station(c, law, node, touched_face(p, f.n), &f);
    const struct quire_normal_in in =
        quire_normal_at(c->state, f.slot, f.place, overlap, -(f.n[0] * p->v[0] + f.n[1] * p->v[1]));
    law->normal->eval(law->normal_data, &in, &out);
    return out.force;
}

/* the stations of a sheet that wraps a roller, among which a part of the law is shared out */
static void
find_wrap(const struct scatter *c, struct quire_candidates *nodes, struct sliders *s,
          struct place_powers *powers)
{
    const struct quire_system *sys = c->state->system;
    const struct quire_sheet *sheet = sys->sheet + c->sheet;
    const struct quire_roller *roller = sys->roller + nodes->target;
    const struct quire_carrier *carrier = c->state->carrier + roller->small;
    double load = 0;

    /* the overdrive counts the whole force, so that comes first */
    for (int pass = 0; pass < 2; pass++) {
        for (int i = nodes->low; i < nodes->high; i++) {
            struct station p;
            fixed_weights(i, sheet->chain.n, &p);
            place_station(&p, c, carrier->centre, carrier->velocity);
            const double overlap = overlap_of(c, roller, &p);
            const struct quire_contact_law *law = law_of(sys, roller->law, c->sheet, &p, p.x);
            if (law == NULL || !(overlap > -law->reach)) {
                continue;
            }
            const double share = nodes->wrap * sheet->station_length[i] / law->reference_length;
            if (pass == 1) {
                const int lane = let_place_wait(c, s, nodes, i, &p, share, powers);
                s->of[lane].load = load;
            } else if (law->overdrive != 0) {
                load += share * force_of_station(c, law, &p, i, overlap);
            }
        }
    }
}

/* The nodes that are nearer to a roller than their neighbours, and so near that they may touch. */
QUIRE_INLINE void
find_near(const struct scatter *c, struct quire_candidates *nodes, struct sliders *s,
          struct place_powers *powers)
{
    const struct quire_state *st = c->state;
    const struct quire_roller *roller = st->system->roller + nodes->target;
    const double *centre = st->carrier[roller->small].centre;
    const struct quire_chain *chain = &st->system->sheet[c->sheet].chain;
    const double limit = roller->radius + c->half + 0.75 * chain->h + roller->reach;
    double *square = c->work->square;

    node_squares(c, centre, nodes->low, nodes->high, square);
    if (roller->soft >= 0) {
        quire_soft_contacts(c, roller, nodes, square);
    } else if (quire_roller_forgets(st->system, roller, c->sheet) &&
               may_fold(c, chain->n, nodes, square, limit, centre)) {
        find_fold(c, nodes, square, limit, s, powers);
    } else {
        for (int i = nodes->low; i < nodes->high; i++) {
            if (is_nearest_node(square, nodes->low, nodes->high, limit, i)) {
                s->of[let_wait(c, s, nodes, i, powers)].alone = true;
            }
        }
    }
}

QUIRE_CLONES void
quire_roller_contacts(const struct scatter *c)
{
    struct quire_state *st = c->state;
    struct quire_sheet_work *w = c->work;
    struct place_powers powers = {.friction = {0}};
    struct sliders sliders;

    sliders.n = 0;
    for (int k = 0; k < w->n_roller; k++) {
        struct quire_candidates *nodes = w->roller + k;
        nodes->near = (nodes->low + nodes->high) / 2;
        nodes->wrap = 0;
        nodes->once = false;
        /* else another part's, and too far away to touch */
        if (st->part->has_small[st->system->roller[nodes->target].small]) {
            find_near(c, nodes, &sliders, &powers);
        }
    }
    touch_waiting(c, &sliders, &powers);
    for (int k = 0; k < w->n_roller; k++) {
        if (w->roller[k].wrap > 0) {
            find_wrap(c, w->roller + k, &sliders, &powers);
        }
    }
    touch_waiting(c, &sliders, &powers);
    add_place_powers(&st->power, &powers);
}
