/* Kept places of a sheet on rollers: what they tell after a step. doc/theory/energy.md, 3 */
#include "contact/guide/roller_book.h"

/* The way in which the step d of velocities moves the places, over gamma: displacements count
 * gamma times. */
QUIRE_INLINE struct place_way
way_of_step(const struct quire_state *st, const struct roller_places *g, const double *d,
            double gamma)
{
    const struct quire_sheet *sheet = st->system->sheet + g->sheet;
    const quire_v4 q = quire_all4(gamma), one = quire_all4(1), zero = {0};
    quire_v4 x[3], y[3], past = zero;

    load_nodes(&g->on, d + sheet->x0, x);
    load_nodes(&g->on, d + sheet->x0 + sheet->chain.stride, y);
    struct flat at = weigh_flat(g->on.b, x, y);
    const struct flat turn = weigh_flat(g->on.d, x, y);
    for (int i = 0; i < ROLLER_WAYS; i++) {
        quire_v4 by = zero;
        for (int k = 0; k < 4; k++) {
            by[k] = g->at[i][k] >= 0 ? d[g->at[i][k]] : 0;
        }
        at = mix(one, at, -by, g->way[i].centre);
        past -= by * surface_by(g, i);
    }
    const quire_v4 slide = q * g->per * (dot(g->p.a.t, at) + dot(g->x, turn));
    return (struct place_way){.w = mix(q, at, slide, g->p.a.t),
                              .u = mix(one, at, slide, g->p.a.rate),
                              .t = {mix(q, turn, slide, g->bent)},
                              .rate = {mix(one, turn, slide, g->bent_rate)},
                              .past = past};
}

static QUIRE_CLONES void
powers(const struct quire_state *st, const struct quire_place_list *list, const double *d,
       double gamma, struct quire_powers *to)
{
    const struct roller_places *g = list->item;
    struct place_powers sum = {.friction = {0}};
    quire_v4 driven = {0};

    for (int k = 0; k < list->n; k++) {
        const struct place_way way = way_of_step(st, g + k, d, gamma);
        const struct place_change c = place_respond(&g[k].p, &way, false);
        place_power_changed(&g[k].p, &c, &sum);
        driven += quire_where4(g[k].p.on, c.friction * g[k].driven);
    }
    add_place_powers(to, &sum);
    to->drives += quire_sum4(driven);
}

static QUIRE_CLONES void
forces(const struct quire_state *st, const struct quire_place_list *list, double gamma,
       double *force)
{
    const struct roller_places *g = list->item;

    for (int k = 0; k < list->n; k++) {
        const struct roller_places *at = g + k;
        const struct quire_sheet *sheet = st->system->sheet + at->sheet;
        const struct place_way along = way_along_roller(at);
        const quire_v4 slide = gamma * at->per * place_tells_along(&at->p, &along, false);
        const struct place_told told = place_tells(&at->p, gamma, false);
        const struct flat w = plus(told.w, times(slide, at->p.a.t));
        quire_v4 rubs[ROLLER_WAYS];
        for (int i = 0; i < ROLLER_WAYS; i++) {
            rubs[i] = quire_where4(at->p.on, at->p.friction) * surface_by(at, i);
        }
        spread_on_curve(at, at->p.on, w, plus(told.a, times(slide, at->x)), force + sheet->x0,
                        force + sheet->x0 + sheet->chain.stride);
        spread_on_rollers(at, at->p.on, w, rubs, force);
    }
}

static QUIRE_CLONES void
slides(const struct quire_state *st, const struct quire_place_list *list, int k, const double *d,
       double gamma, struct quire_place_slides *to)
{
    const struct roller_places *g = (const struct roller_places *)list->item + k;
    const struct place_way way = way_of_step(st, g, d, gamma);
    const struct place_change c = place_respond(&g->p, &way, false);

    place_slides(&c, to);
}

static bool
rubs(const struct quire_place_list *list, int k, int sheet[2])
{
    const struct roller_places *g = (const struct roller_places *)list->item + k;

    sheet[0] = g->sheet;
    return !g->holds && place_rubs(&g->p);
}

const struct quire_place_book quire_rollers_book = {powers, forces, slides, rubs};
