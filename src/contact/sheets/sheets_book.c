/* Kept places of planar sheets on each other: what they tell after a step. doc/theory/energy.md, 3
 */
#include "contact/place/book.h"
#include "contact/sheets/sheets_forces.h"

/* The way in which the step d of velocities moves a place: displacements times cq. */
QUIRE_INLINE struct sheets_way
way_of_step(const struct quire_state *st, const struct sheets_place *g, const double *d, double cq)
{
    static const struct flat still;
    const quire_v4 q = quire_all4(cq), one = quire_all4(1);
    struct flat at[2] = {still, still}, turn[2] = {still, still}, bent = still;
    struct sheets_way s;

    for (int e = 0; e < 2; e++) {
        const struct quire_sheet *sheet = st->system->sheet + g->sheet[e];
        const struct place_nodes *n = e == 0 ? &g->on : &g->foot;
        if (g->moves[e]) {
            quire_v4 x[3], y[3];
            load_nodes(n, d + sheet->x0, x);
            load_nodes(n, d + sheet->x0 + sheet->chain.stride, y);
            at[e] = weigh_flat(n->b, x, y);
            turn[e] = weigh_flat(n->d, x, y);
            bent = e == 1 && g->p.fades ? weigh_flat(g->dd, x, y) : bent;
        }
    }
    const struct flat past = minus(at[0], at[1]);
    s.slide = cq * g->per * (dot(g->p.b.t, past) + dot(g->w, turn[1]));
    s.bent = times(q, bent);
    s.way = (struct place_way){.w = mix(q, past, -s.slide, g->p.b.t),
                               .u = mix(one, past, -s.slide, g->p.b.rate),
                               .t = {times(q, turn[0]), mix(q, turn[1], s.slide, g->bent)},
                               .rate = {turn[0], mix(one, turn[1], s.slide, g->bent_rate)}};
    finish_way(g, &s);
    return s;
}

static QUIRE_CLONES void
powers(const struct quire_state *st, const struct quire_place_list *list, const double *d,
       double gamma, struct quire_powers *to)
{
    const struct sheets_place *g = list->item;
    struct place_powers sum = {.friction = {0}};

    for (int k = 0; d == NULL && k < list->n; k++) {
        place_power(&g[k].p, &sum);
    }
    for (int k = 0; d != NULL && k < list->n; k++) {
        /* over gamma: velocities count once, displacements gamma times */
        const struct sheets_way s = way_of_step(st, g + k, d, gamma);
        place_power_after(&g[k].p, &s.way, true, &sum);
    }
    add_place_powers(to, &sum);
}

static QUIRE_CLONES void
forces(const struct quire_state *st, const struct quire_place_list *list, double gamma,
       double *force)
{
    const struct sheets_place *g = list->item;

    for (int k = 0; k < list->n; k++) {
        const struct sheets_place *at = g + k;
        const struct place_way along = way_along_curve(at);
        const quire_v4 slide = gamma * at->per * place_tells_along(&at->p, &along, true);
        const struct place_told told = place_tells(&at->p, gamma, true);
        const struct fade_forces f = {plus(told.w, times(slide, at->p.b.t)), told.a,
                                      plus(told.b, times(slide, at->w))};
        const struct quire_sheet *a = st->system->sheet + at->sheet[0],
                                 *b = st->system->sheet + at->sheet[1];
        double *on = force + a->x0, *foot = force + b->x0;
        spread_on_sheets(at, &f, at->moves, on, on + a->chain.stride, foot, foot + b->chain.stride);
    }
}

static QUIRE_CLONES void
slides(const struct quire_state *st, const struct quire_place_list *list, int k, const double *d,
       double gamma, struct quire_place_slides *to)
{
    const struct sheets_place *g = (const struct sheets_place *)list->item + k;
    const struct sheets_way s = way_of_step(st, g, d, gamma);
    const struct place_change c = place_respond(&g->p, &s.way, true);

    place_slides(&c, to);
}

static bool
rubs(const struct quire_place_list *list, int k, int sheet[2])
{
    const struct sheets_place *g = (const struct sheets_place *)list->item + k;

    sheet[0] = g->moves[0] ? g->sheet[0] : -1;
    sheet[1] = g->moves[1] ? g->sheet[1] : -1;
    return !g->holds && place_rubs(&g->p);
}

const struct quire_place_book quire_sheets_book = {powers, forces, slides, rubs};
