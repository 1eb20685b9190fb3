/* Kept flows of single places, of gates' drives and of clutches: what they tell after a step.
 * doc/theory/energy.md, 3 */
#include "contact/place/book.h"
#include "contact/touch/places.h"
#include "state/flow.h"

/* what a displacement d [V] changes of friction, slip, lost force and closing */
QUIRE_INLINE quire_v4
change(const struct quire_state *st, const struct quire_flow *f, const double *d)
{
    quire_v4 more = {0, 0, 0, 0};

    if (f->sheet >= 0) {
        const struct quire_sheet *sheet = st->system->sheet + f->sheet;
        const double *x = d + sheet->x0 + f->node, *y = x + sheet->chain.stride;
        more = (f->by_x[0] * x[0] + f->by_y[0] * y[0]) + (f->by_x[1] * x[1] + f->by_y[1] * y[1]) +
               (f->by_x[2] * x[2] + f->by_y[2] * y[2]);
    }
    return f->at < 0 ? more : more + f->by_one * d[f->at];
}

static QUIRE_CLONES void
powers(const struct quire_state *st, const struct quire_place_list *list, const double *d,
       double gamma, struct quire_powers *to)
{
    const struct quire_flow *f = list->item;
    const double inverse = 1 / gamma;

    for (int k = 0; k < list->n; k++, f++) {
        const quire_v4 more = inverse * change(st, f, d), all = f->now + more;
        to->friction -= all[QUIRE_FLOW_FRICTION] * all[QUIRE_FLOW_SLIP];
        to->belts += all[QUIRE_FLOW_FRICTION] * f->belt;
        to->contact += all[QUIRE_FLOW_LOST] * all[QUIRE_FLOW_CLOSING];
        to->drives += more[QUIRE_FLOW_FRICTION] * f->driven;
    }
}

static QUIRE_CLONES void
forces(const struct quire_state *st, const struct quire_place_list *list, double gamma,
       double *force)
{
    const struct quire_flow *f = list->item;
    const double inverse = 1 / gamma;

    for (int k = 0; k < list->n; k++, f++) {
        const double along = inverse * f->now[QUIRE_FLOW_FRICTION],
                     against = inverse * f->now[QUIRE_FLOW_LOST];
        if (f->sheet >= 0) {
            const struct quire_sheet *sheet = st->system->sheet + f->sheet;
            double *x = force + sheet->x0 + f->node, *y = x + sheet->chain.stride;
            for (int i = 0; i < 3; i++) {
                x[i] +=
                    along * f->by_x[i][QUIRE_FLOW_SLIP] - against * f->by_x[i][QUIRE_FLOW_CLOSING];
                y[i] +=
                    along * f->by_y[i][QUIRE_FLOW_SLIP] - against * f->by_y[i][QUIRE_FLOW_CLOSING];
            }
        }
        if (f->at >= 0) {
            force[f->at] +=
                along * f->by_one[QUIRE_FLOW_SLIP] - against * f->by_one[QUIRE_FLOW_CLOSING];
        }
    }
}

static QUIRE_CLONES void
slides(const struct quire_state *st, const struct quire_place_list *list, int k, const double *d,
       double gamma, struct quire_place_slides *to)
{
    const struct quire_flow *f = (const struct quire_flow *)list->item + k;
    double normal = f->at < 0 ? 0 : f->normal_one * d[f->at];

    if (f->sheet >= 0) {
        const struct quire_sheet *sheet = st->system->sheet + f->sheet;
        const double *x = d + sheet->x0 + f->node, *y = x + sheet->chain.stride;
        for (int j = 0; j < 3; j++) {
            normal += f->normal_x[j] * x[j] + f->normal_y[j] * y[j];
        }
    }
    to->slip[0] = change(st, f, d)[QUIRE_FLOW_SLIP] / gamma;
    to->across[0] = 0;
    to->normal[0] = normal / gamma;
}

static bool
rubs(const struct quire_place_list *list, int k, int sheet[2])
{
    const struct quire_flow *f = (const struct quire_flow *)list->item + k;
    bool rubs = false;

    for (int i = 0; i < 3; i++) {
        rubs = rubs || f->by_x[i][QUIRE_FLOW_FRICTION] != 0 || f->by_y[i][QUIRE_FLOW_FRICTION] != 0;
    }
    sheet[0] = f->sheet;
    return rubs && !f->holds;
}

const struct quire_place_book quire_flows_book = {powers, forces, slides, rubs};
