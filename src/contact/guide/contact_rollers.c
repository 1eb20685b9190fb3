/* Where sheets touch rollers. doc/theory/contact-kernel.md, 5. */
#include <math.h>

#include "contact/body/soft.h"
#include "contact/guide/contact.h"
#include "contact/guide/roller_places.h"
#include "contact/guide/soft_sheet.h"
#include "contact/touch/extrema.h"
#include "contact/touch/places.h"
#include "contact/touch/touch.h"
#include "contact/touch/wraps.h"

/* A roller as it faces a place seen from its centre; false if it is out of reach. */
QUIRE_INLINE bool
face_roller(const struct scatter *c, const struct quire_roller *roller, const struct station *p,
            struct facing *f)
{
    const double distance = sqrt(p->x[0] * p->x[0] + p->x[1] * p->x[1]), radial = 1 / distance;

    *f = (struct facing){.turning = NORMAL_RADIAL,
                         .n = {p->x[0] * radial, p->x[1] * radial},
                         .radial = radial,
                         .overlap = roller->radius + c->half - distance,
                         .d_share = {0, 0, 0, 0},
                         .factor = 1,
                         .d_factor = {0, 0, 0, 0},
                         .load = NAN};
    return f->overlap > -roller->reach;
}

/* the stations of a sheet that wraps a roller; `weight` of the law is shared out among them */
QUIRE_INLINE void
roller_wrap(const struct scatter *c, const struct quire_sheet *sheet,
            const struct quire_candidates *nodes, const struct quire_roller *roller,
            const struct quire_carrier *carrier, double weight)
{
    const struct quire_system *sys = c->state->system;
    const struct quire_partner target = quire_partner(QUIRE_PARTNER_ROLLER, nodes->target);
    double load = 0;

    /* the overdrive counts the whole force, so that comes first */
    for (int pass = 0; pass < 2; pass++) {
        for (int i = nodes->low; i < nodes->high; i++) {
            struct station p;
            struct facing f;
            fixed_weights(i, sheet->chain.n, &p);
            place_station(&p, c, carrier->centre, carrier->velocity);
            if (!face_roller(c, roller, &p, &f)) {
                continue;
            }
            const struct quire_contact_law *law = law_of(sys, roller->law, c->sheet, &p, f.n);
            if (law == NULL || !(f.overlap > -law->reach)) {
                continue;
            }
            f.share = weight * sheet->station_length[i] / law->reference_length;
            f.load = load;
            remember_at_station(c, law, i, touched_face(&p, f.n), &f);
            if (pass == 1) {
                quire_touch(c, &p, &f, law, carrier, roller->small, target);
            } else if (law->overdrive != 0) {
                struct place_action a;
                struct touched t;
                see_place(&t, c, &p, &f, law, carrier->turn * carrier->surface, target);
                eval_normal_law(c->state, &t.m, &a);
                load += f.share * a.no.force;
            }
        }
    }
}

/* The share with which a law acts along a line; kept for the stations of the wrap. */
QUIRE_INLINE double
follow(const struct quire_state *st, struct quire_candidates *nodes,
       const struct quire_contact_law *law, int sheet)
{
    const double share = wrap_share(st, law, sheet, nodes->target);

    nodes->wrap = share > nodes->wrap ? share : nodes->wrap;
    return share;
}

/* The sheet near its node i and a roller: what the lanes leave out. */
static QUIRE_CLONES void
touch_alone(const struct scatter *c, struct quire_candidates *nodes, int i)
{
    struct quire_state *st = c->state;
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + c->sheet;
    const struct quire_roller *roller = sys->roller + nodes->target;
    const struct quire_carrier *carrier = st->carrier + roller->small;
    const int n = sheet->chain.n;
    struct station p;
    struct facing f;

    nearest_station(&p, c, n, i, carrier->centre);
    place_station(&p, c, carrier->centre, carrier->velocity);
    if (!face_roller(c, roller, &p, &f)) {
        return;
    }
    nodes->near = i;
    const struct quire_contact_law *law = law_of(sys, roller->law, c->sheet, &p, f.n);
    if (law == NULL || !(f.overlap > -law->reach)) {
        return;
    }
    f.share = 1 - follow(st, nodes, law, c->sheet);
    remember_on_roller(c, law, nodes->target, nodes->once, &p, &f);
    if (f.share > 0) {
        nodes->once = true;
        quire_touch(c, &p, &f, law, carrier, roller->small,
                    quire_partner(QUIRE_PARTNER_ROLLER, nodes->target));
    }
}

/* A sheet that bends more sharply than the roller. The law acts at each nearest place and is
 * subtracted at each farthest place between two of them, so that the force is continuous where two
 * places merge. */
static QUIRE_CLONES void
touch_fold(const struct scatter *c, struct quire_candidates *nodes, const double *square,
           double limit)
{
    struct quire_state *st = c->state;
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
        struct facing f;
        place_station(p, c, carrier->centre, carrier->velocity);
        if (!face_roller(c, roller, p, &f)) {
            continue;
        }
        const struct quire_contact_law *law = law_of(sys, roller->law, c->sheet, p, f.n);
        if (law == NULL || !(f.overlap > 0)) {
            continue;
        }
        if (f.overlap > deepest) {
            deepest = f.overlap;
            nodes->near = p->node + 1;
        }
        f.share = (p->farthest ? -1 : 1) * (1 - follow(st, nodes, law, c->sheet));
        f.slot = NULL;
        f.grip = NULL;
        if (f.share != 0) {
            nodes->once = true;
            quire_touch(c, p, &f, law, carrier, roller->small,
                        quire_partner(QUIRE_PARTNER_ROLLER, nodes->target));
        }
    }
}

/* Those of the places that touch with this law. */
QUIRE_INLINE void
touch_with_law(const struct scatter *c, const struct sliders *s,
               const struct quire_contact_law *law, struct roller_places *g,
               struct place_powers *powers)
{
    struct quire_state *st = c->state;
    struct place_asks ask;

    move_rollers(c, s, law, g);
    place_laws(law, &g->p, NULL, &ask);
    place_forces(&g->p, false);
    push_rollers(c, g, powers, &st->power);
    if (c->band != NULL) {
        struct roller_places *kept = quire_places_add(st, QUIRE_PLACES_ROLLERS, sizeof *kept);
        derive_rollers(c, g);
        if (kept != NULL) {
            *kept = *g;
        }
    }
}

/* What was collected: finds the nearest places, and what touches there. */
static QUIRE_CLONES void
touch_sliders(const struct scatter *c, struct sliders *s, struct place_powers *powers)
{
    struct quire_state *st = c->state;
    struct place *p = &s->at.p;

    fill_up(s);
    const quire_mask4 found = find_nearest(c, s);
    for (int lane = 0; lane < LANES; lane++) {
        if (lane >= s->n || p->on[lane] == 0) {
            p->on[lane] = 0;
            p->share[lane] = 0;
            /* it is on another piece, or at the sheet's end */
            if (lane < s->n && found[lane] == 0) {
                touch_alone(c, s->nodes[lane], s->at.on.node[lane] + 1);
            }
            continue;
        }
        s->nodes[lane]->near = s->at.on.node[lane] + 1;
        const double share = follow(st, s->nodes[lane], s->law[lane], c->sheet);
        p->share[lane] = 1 - share;
        p->on[lane] = share < 1 ? -1 : 0;
        if (share < 1) {
            s->nodes[lane]->once = true;
            mark_touched(st, c->sheet, quire_partner(QUIRE_PARTNER_ROLLER, s->nodes[lane]->target));
        }
    }
    quire_mask4 left_over = p->on;
    for (int lane = 0; lane < s->n; lane++) { /* mostly they have one law in common */
        if (left_over[lane] != 0) {
            for (int k = 0; k < LANES; k++) {
                p->on[k] = s->law[k] == s->law[lane] ? left_over[k] : 0;
            }
            left_over &= ~p->on;
            touch_with_law(c, s, s->law[lane], &s->at, powers);
        }
    }
    s->n = 0;
}

/* The nodes that are nearer to a roller than their neighbours, and so near that they may touch. */
QUIRE_INLINE void
near_roller(const struct scatter *c, struct quire_candidates *nodes, struct sliders *p,
            struct place_powers *powers)
{
    struct quire_state *st = c->state;
    const struct quire_roller *roller = st->system->roller + nodes->target;
    const struct quire_carrier *carrier = st->carrier + roller->small;
    const struct quire_chain *chain = &st->system->sheet[c->sheet].chain;
    const double limit = roller->radius + c->half + 0.75 * chain->h + roller->reach;
    double *square = c->work->square;

    node_squares(c, carrier->centre, nodes->low, nodes->high, square);
    if (roller->soft >= 0) {
        quire_soft_contacts(c, roller, nodes, square);
        return;
    }
    const bool forgets = quire_roller_forgets(st->system, roller, c->sheet),
               plain = forgets && !st->record;
    if (forgets && may_fold(c, chain->n, nodes, square, limit, carrier->centre)) {
        touch_fold(c, nodes, square, limit);
        return;
    }
    for (int i = nodes->low; i < nodes->high; i++) {
        if (!is_nearest_node(square, nodes->low, nodes->high, limit, i)) {
            continue;
        }
        if (!plain || i < 2 || i > chain->n - 2) {
            touch_alone(c, nodes, i);
            continue;
        }
        add_slider(p, nodes, roller, carrier, st->system->law + roller->law[2 * c->sheet], i - 1);
        if (p->n == LANES) {
            touch_sliders(c, p, powers);
        }
    }
}

QUIRE_CLONES void
quire_roller_contacts(const struct scatter *c)
{
    struct quire_state *st = c->state;
    const struct quire_system *sys = st->system;
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
        if (st->part->has_small[sys->roller[nodes->target].small]) {
            near_roller(c, nodes, &sliders, &powers);
        }
    }
    if (sliders.n > 0) {
        touch_sliders(c, &sliders, &powers);
    }
    add_place_powers(&st->power, &powers);
    for (int k = 0; k < w->n_roller; k++) {
        const struct quire_candidates *nodes = w->roller + k;
        const struct quire_roller *roller = sys->roller + nodes->target;
        if (nodes->wrap > 0) {
            roller_wrap(c, sys->sheet + c->sheet, nodes, roller, st->carrier + roller->small,
                        nodes->wrap);
        }
    }
}
