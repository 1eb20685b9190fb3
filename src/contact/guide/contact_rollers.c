/* Where sheets touch rollers. doc/theory/contact-kernel.md, 5. */
#include <math.h>

#include "contact/body/soft.h"
#include "contact/guide/contact.h"
#include "contact/guide/soft_sheet.h"
#include "contact/touch/nearest_points.h"
#include "contact/touch/places.h"
#include "contact/touch/wraps.h"

/* the most of wrapping_at() any station, and at which */
QUIRE_INLINE double
wrapping_anywhere(const struct scatter *c, int n, const struct quire_candidates *nodes,
                  double inside, double deepest, const double centre[2], int *where)
{
    const struct quire_sheet_work *w = c->work;
    const quire_v4 *x = (const quire_v4 *)(const void *)w->cx,
                   *y = (const quire_v4 *)(const void *)w->cy, square = quire_all4(inside * inside);
    double most = 0;

    for (int g = nodes->low >> 2; g < (nodes->high + 3) >> 2; g++) {
        const quire_v4 dx = x[g] - centre[0], dy = y[g] - centre[1];
        const quire_mask4 overlaps = dx * dx + dy * dy < square;
        if (!quire_any(overlaps)) {
            continue;
        }
        for (int lane = 0; lane < 4 && most < 1; lane++) {
            const int i = 4 * g + lane;
            if (overlaps[lane] != 0 && i >= nodes->low && i < nodes->high) {
                const double here = wrapping_at(c, n, i, inside, deepest, centre);
                *where = here > most ? i : *where;
                most = here > most ? here : most;
            }
        }
    }
    return most;
}

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
            f.share_rate = nodes->wrap_rate * sheet->station_length[i] / law->reference_length;
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

/* how far the sheet follows a roller, and how fast that changes [1/s] */
struct following {
    double part, rate;
};

/* How fast it changes, where the matrix is asked for: at a station, or at the nearest point
 * (station -1), which is at node i. */
QUIRE_INLINE double
following_rate(const struct scatter *c, int n, int i, int station, double inside, double deepest,
               const struct quire_carrier *carrier)
{
    struct station p;

    nearest_station(&p, c, n, i, carrier->centre);
    place_station(&p, c, carrier->centre, carrier->velocity);
    if (station < 0) {
        return wrapping_rate(&p, c, n);
    }
    const double deeper =
        -(p.x[0] * p.v[0] + p.x[1] * p.v[1]) / sqrt(p.x[0] * p.x[0] + p.x[1] * p.x[1]);
    return wrapping_rate_at(c, n, station, inside, deepest, deeper, carrier);
}

/* How far the sheet follows a roller that it touches at node i, by the nearest point and anywhere;
 * noted for the stations of the wrap. */
QUIRE_INLINE struct following
follow(const struct scatter *c, struct quire_candidates *nodes, const struct quire_contact_law *law,
       const struct quire_roller *roller, const struct quire_carrier *carrier, int i,
       double overlap, double nearest)
{
    const int n = c->state->system->sheet[c->sheet].chain.n;
    const double inside = roller->radius + c->half + law->reach, deepest = overlap + law->reach;
    struct following follows = {law->distribution == QUIRE_DISTRIBUTION_LINE ? 1 : 0, 0};

    if (law->distribution == QUIRE_DISTRIBUTION_AUTO) {
        int where = -1;
        const double anywhere =
            wrapping_anywhere(c, n, nodes, inside, deepest, carrier->centre, &where);
        follows.part = anywhere > nearest ? anywhere : nearest;
        if (c->band != NULL && follows.part > 0 && follows.part < 1) {
            follows.rate =
                following_rate(c, n, i, anywhere > nearest ? where : -1, inside, deepest, carrier);
        }
    }
    if (follows.part > nodes->wrap) {
        nodes->wrap = follows.part;
        nodes->wrap_rate = follows.rate;
    }
    return follows;
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
    const struct following follows =
        follow(c, nodes, law, roller, carrier, i, f.overlap, p.slides ? wrapping(&p, c, n) : 0);
    f.share = 1 - follows.part;
    f.share_rate = -follows.rate;
    remember_on_roller(c, law, nodes->target, nodes->once, &p, &f);
    if (f.share > 0) {
        nodes->once = true;
        quire_touch(c, &p, &f, law, carrier, roller->small,
                    quire_partner(QUIRE_PARTNER_ROLLER, nodes->target));
    }
}

/* -x . x2 / |x1|^2 as in wrapping(), of inner pieces */
QUIRE_INLINE quire_v4
curl(const struct scatter *c, const struct sliders *p)
{
    const int n = c->state->system->sheet[c->sheet].chain.n;
    const quire_v4 half = quire_all4(0.5);
    const quire_mask4 before = p->s < half;
    quire_v4 x, y; /* of the node beyond, seen from the piece's middle one */
    quire_mask4 inner;

    for (int lane = 0; lane < LANES; lane++) { /* pieces at the ends have weights of their own */
        const int middle = p->node[lane] + 1, beyond = before[lane] != 0 ? middle - 2 : middle + 2;
        inner[lane] = beyond > 0 && beyond < n ? -1 : 0;
        x[lane] = c->x[beyond] - c->x[middle];
        y[lane] = c->y[beyond] - c->y[middle];
    }
    const quire_v4 near_x = quire_select4(before, p->px[0], p->px[2]) - p->px[1],
                   near_y = quire_select4(before, p->py[0], p->py[2]) - p->py[1];
    const quire_v4 share = quire_where4(inner, quire_abs4(p->s - half));
    const quire_v4 x2 = p->x2 + share * (x - 2 * near_x - p->x2),
                   y2 = p->y2 + share * (y - 2 * near_y - p->y2);
    return -(p->x * x2 + p->y * y2) / (p->x1 * p->x1 + p->y1 * p->y1);
}

/* Whether the sheet's touch with a roller keeps nothing and is like any other. */
QUIRE_INLINE bool
is_plain(const struct scatter *c, const struct quire_roller *roller)
{
    const struct quire_system *sys = c->state->system;
    const int *law = roller->law + 2 * c->sheet;

    return law[0] == law[1] && law[0] >= 0 && !c->state->record &&
           !quire_keeps_at_sheet(sys, c->sheet, sys->law + law[0]) && !(roller->reach > 0);
}

/* energy that a law without memory stores */
QUIRE_INLINE double
stored_in(const struct quire_contact_law *law, double overlap)
{
    return quire_normal_stored(law->normal, law->normal_data,
                               &(struct quire_normal_in){.overlap = overlap});
}

/* What was collected: finds the nearest points, and what touches there. */
static QUIRE_CLONES void
touch_sliders(const struct scatter *c, struct sliders *p, struct lane_powers *powers)
{
    struct quire_state *st = c->state;
    quire_mask4 found, left;

    fill_up(p);
    found = find_nearest(c, p);
    face_rollers(c, p, found);
    const quire_v4 curled = curl(c, p);
    for (int lane = 0; lane < LANES; lane++) {
        double slope;
        if (lane >= p->n || p->at.on[lane] == 0) {
            p->at.on[lane] = 0;
            p->at.share[lane] = 0;
            /* it is on another piece, or at the sheet's end */
            if (lane < p->n && found[lane] == 0) {
                touch_alone(c, p->nodes[lane], p->node[lane] + 1);
            }
            continue;
        }
        p->nodes[lane]->near = p->node[lane] + 1;
        const double nearest = quire_step(curled[lane], 0.5, 0, 0.8, 1, &slope);
        const struct following follows =
            follow(c, p->nodes[lane], p->law[lane], p->roller[lane], p->carrier[lane],
                   p->node[lane] + 1, p->at.overlap[lane], nearest);
        p->at.share[lane] = 1 - follows.part;
        p->at.on[lane] = follows.part < 1 ? -1 : 0;
        p->given[lane] =
            follows.rate == 0 ? 0 : -follows.rate * stored_in(p->law[lane], p->at.overlap[lane]);
        if (follows.part < 1) {
            p->nodes[lane]->once = true;
            mark_touched(st, c->sheet, quire_partner(QUIRE_PARTNER_ROLLER, p->nodes[lane]->target));
        }
    }
    left = p->at.on;
    for (int lane = 0; lane < p->n; lane++) { /* mostly they have one law in common */
        if (left[lane] != 0) {
            for (int k = 0; k < LANES; k++) {
                p->at.on[k] = p->law[k] == p->law[lane] ? left[k] : 0;
            }
            sliders_touch(c, p, p->law[lane], powers);
            left &= ~p->at.on;
        }
    }
    p->n = 0;
}

/* The nodes that are nearer to a roller than their neighbours, and so near that they may touch. */
QUIRE_INLINE void
near_roller(const struct scatter *c, struct quire_candidates *nodes, struct sliders *p,
            struct lane_powers *powers)
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
    const bool plain = is_plain(c, roller);
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
    const quire_v4 zero = {0};
    struct lane_powers powers = {zero, zero, zero, zero, zero};
    struct sliders sliders;

    sliders.n = 0;
    for (int k = 0; k < w->n_roller; k++) {
        struct quire_candidates *nodes = w->roller + k;
        nodes->near = (nodes->low + nodes->high) / 2;
        nodes->wrap = nodes->wrap_rate = 0;
        nodes->once = false;
        /* else another part's, and too far away to touch */
        if (st->part->has_small[sys->roller[nodes->target].small]) {
            near_roller(c, nodes, &sliders, &powers);
        }
    }
    if (sliders.n > 0) {
        touch_sliders(c, &sliders, &powers);
    }
    add_powers(&st->power, &powers);
    for (int k = 0; k < w->n_roller; k++) {
        const struct quire_candidates *nodes = w->roller + k;
        const struct quire_roller *roller = sys->roller + nodes->target;
        if (nodes->wrap > 0) {
            roller_wrap(c, sys->sheet + c->sheet, nodes, roller, st->carrier + roller->small,
                        nodes->wrap);
        }
    }
}
