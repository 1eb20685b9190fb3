/* Kept single places of planar sheets: what they tell after a step. doc/theory/energy.md, 3 */
#include "contact/place/book.h"
#include "contact/touch/places.h"
#include "contact/touch/single_place.h"

/* whether the gate is one that a spring holds */
QUIRE_INLINE bool
is_held(const struct single_place *g)
{
    return g->is_on_gate && g->gate.v >= 0;
}

/* How the step d of velocities moves a place in its four ways, over gamma. */
QUIRE_INLINE quire_v4
ways_of_nodes(const struct quire_state *st, const struct single_place *g, const double *d,
              double gamma)
{
    const struct quire_sheet *sheet = st->system->sheet + g->sheet;
    const double *x = d + sheet->x0 + g->node, *y = x + sheet->chain.stride;
    quire_v4 ways = {0};

    for (int j = 0; j < 3; j++) {
        ways += (quire_v4){g->b[j], g->b[j], g->d[j], g->d[j]} * (quire_v4){x[j], y[j], x[j], y[j]};
    }
    return ways / quire_all4(gamma);
}

QUIRE_INLINE quire_v4
along(quire_v4 by, quire_v4 ways, quire_v4 swing, double rate)
{
    return quire_all4(quire_sum4(by * ways)) + swing * rate;
}

/* What it changes. */
QUIRE_INLINE struct place_change
change_of_step(const struct quire_state *st, const struct single_place *g, const double *d,
               double gamma)
{
    static const struct place_change still;
    const double rate = is_held(g) ? d[g->gate.v] / gamma : 0;
    const struct place_change *by = &g->by, *swing = is_held(g) ? &g->swing : &still;
    const quire_v4 own = ways_of_nodes(st, g, d, gamma),
                   ways = is_held(g) ? own + rate * g->back : own;

    return (struct place_change){.gap = along(by->gap, ways, swing->gap, rate),
                                 .slip = along(by->slip, ways, swing->slip, rate),
                                 .one = along(by->one, ways, swing->one, rate),
                                 .lost = along(by->lost, ways, swing->lost, rate),
                                 .friction = along(by->friction, ways, swing->friction, rate)};
}

static QUIRE_CLONES void
powers(const struct quire_state *st, const struct quire_place_list *list, const double *d,
       double gamma, struct quire_powers *to)
{
    const struct single_place *g = list->item;
    struct place_powers sum = {.friction = {0}};

    for (int k = 0; k < list->n; k++, g++) {
        const struct place_change c = change_of_step(st, g, d, gamma);
        place_power_changed(&g->at.p, &c, &sum);
        if (g->is_on_gate && !is_held(g)) {
            to->drives += g->gate.rate * quire_sum4(g->driven * ways_of_nodes(st, g, d, gamma));
        }
    }
    add_powers_alone(to, &sum);
}

static QUIRE_CLONES void
forces(const struct quire_state *st, const struct quire_place_list *list, double gamma,
       double *force)
{
    const struct single_place *g = list->item;

    for (int k = 0; k < list->n; k++, g++) {
        const struct quire_sheet *sheet = st->system->sheet + g->sheet;
        double *x = force + sheet->x0 + g->node, *y = x + sheet->chain.stride;
        const quire_v4 rubs = g->at.p.friction / gamma, lost = g->at.p.lost / gamma,
                       told = rubs * g->by.slip + lost * g->by.gap;
        for (int j = 0; j < 3; j++) {
            x[j] += g->b[j] * told[0] + g->d[j] * told[2];
            y[j] += g->b[j] * told[1] + g->d[j] * told[3];
        }
        if (is_held(g)) {
            const quire_v4 swung = rubs * g->swing.slip + lost * g->swing.gap;
            force[g->gate.v] += quire_sum4(told * g->back) + swung[0];
        }
    }
}

static QUIRE_CLONES void
slides(const struct quire_state *st, const struct quire_place_list *list, int k, const double *d,
       double gamma, struct quire_place_slides *to)
{
    const struct single_place *g = (const struct single_place *)list->item + k;
    const struct place_change c = change_of_step(st, g, d, gamma);

    to->slip[0] = c.slip[0];
    to->across[0] = 0;
    to->normal[0] = c.one[0];
}

static bool
rubs(const struct quire_place_list *list, int k, int sheet[2])
{
    const struct single_place *g = (const struct single_place *)list->item + k;

    sheet[0] = g->sheet;
    return g->at.slide.grip == NULL && (g->at.p.d_slip[0] != 0 || g->at.p.d_normal[0] != 0);
}

const struct quire_place_book quire_single_places_book = {powers, forces, slides, rubs};
