/* Power flows at the end of a step, for the energy ledger. doc/theory/energy.md */
#include "evaluate/powers.h"

#include <string.h>

#include "contact/body/meet_book.h"
#include "contact/gate/space_gates.h"
#include "contact/guide/contact.h"
#include "contact/guide/stretches.h"
#include "contact/place/book.h"
#include "contact/sheets/space_sheets.h"
#include "contact/touch/columns.h"
#include "contact/touch/places.h"
#include "evaluate/evaluate.h"
#include "force/loads.h"
#include "force/space_sheet.h"
#include "machine/hold.h"
#include "machine/sheet_lines.h"

/* ---- kept places ---- */

static const struct {
    enum quire_places family;
    const struct quire_place_book *book;
} books[] = {{QUIRE_PLACES_SHEETS, &quire_sheets_book},
             {QUIRE_PLACES_SHEETS_SECOND, &quire_sheets_book},
             {QUIRE_PLACES_ALONE, &quire_single_places_book},
             {QUIRE_PLACES_ROLLERS, &quire_rollers_book},
             {QUIRE_PLACES_SPANS, &quire_stretches_book},
             {QUIRE_PLACES_COLUMNS, &quire_space_stretches_book},
             {QUIRE_PLACES_SPACE, &quire_space_places_book},
             {QUIRE_PLACES_SPACE_SHEETS, &quire_space_sheets_book},
             {QUIRE_PLACES_BODIES, &quire_meet_book}};
#define BOOKS (sizeof books / sizeof books[0])

static void
add_places(const struct quire_state *st, const double *d, double gamma, struct quire_powers *p)
{
    for (size_t k = 0; k < BOOKS; k++) {
        const struct quire_place_list *list = st->places + books[k].family;
        if (list->n > 0) {
            books[k].book->powers(st, list, d, gamma, p);
        }
    }
}

/* what drives of gates put into sheets in space beyond what they did */
static void
add_gates(const struct quire_state *st, const double *step, double gamma, struct quire_powers *p)
{
    if (st->system->spatial) {
        p->drives += quire_space_gate_powers(st, step) / gamma;
    }
}

/* into st->earlier: what had changed before the last iteration; there may be many more sheets than
 * those of the part */
static void
take_back(const struct quire_state *st, const double *since, const double *last)
{
    const struct quire_layout *l = &st->system->layout;

    QUIRE_EACH(k, st->part, meeting)
    {
        const struct quire_sheet *s = st->system->sheet + k;
        for (size_t i = s->x0; i < s->x0 + s->size; i++) {
            st->earlier[i] = since[i] - last[i];
        }
    }
    for (size_t i = l->sheet_length; i < l->nv; i++) {
        st->earlier[i] = since[i] - last[i];
    }
}

/* What the last step, from `since` less `last`, changes of their powers. */
static void
add_places_corrected(const struct quire_state *st, const double *since, const double *last,
                     double gamma, struct quire_powers *p)
{
    struct quire_powers before = {.friction = 0};
    int n = 0;

    for (size_t k = 0; k < BOOKS; k++) {
        n += st->places[books[k].family].n;
    }
    add_places(st, since, gamma, p);
    if (n > 0) {
        take_back(st, since, last);
        add_places(st, st->earlier, gamma, &before);
    }
    quire_powers_scale(&before, -1);
    quire_powers_add(p, &before);
}

static const struct quire_place_book *
book_of(enum quire_places family)
{
    size_t i = 0;

    while (i < BOOKS - 1 && books[i].family != family) {
        i++;
    }
    return books[i].book;
}

struct quire_slide
quire_state_slide_after(const struct quire_state *st, int k, const double *dv, double gamma,
                        struct quire_place_slides *last)
{
    const struct quire_place_list *list;
    const struct quire_place_hold *hold = quire_places_hold(st, k, &list);
    struct quire_slide slide = hold->slide;

    if (last->list != list || last->item != hold->item) { /* those of one item follow each other */
        book_of(hold->family)->slides(st, list, hold->item, dv, gamma, last);
        last->list = list;
        last->item = hold->item;
    }
    slide.in.slip += last->slip[hold->lane];
    slide.slip_across += last->across[hold->lane];
    slide.in.normal += last->normal[hold->lane];
    return slide;
}

void
quire_state_mark_rubbed(const struct quire_state *st, void (*mark)(void *user, int sheet),
                        void *user)
{
    for (size_t k = 0; k < BOOKS; k++) {
        const struct quire_place_list *list = st->places + books[k].family;
        for (int i = 0; i < list->n; i++) {
            int sheet[2] = {-1, -1};
            const bool rubs = books[k].book->rubs(list, i, sheet);
            for (int e = 0; rubs && e < 2; e++) {
                if (sheet[e] >= 0) {
                    mark(user, sheet[e]);
                }
            }
        }
    }
}

void
quire_powers_give(const struct quire_state *st, struct quire_powers *p)
{
    p->given = st->given;
    p->contact -= st->given;
}

struct quire_powers
quire_state_powers_after(const struct quire_state *st, const double *dv, double gamma)
{
    struct quire_powers p = st->power;

    p.friction = p.belts = p.contact = 0;
    add_places(st, dv, gamma, &p);
    add_gates(st, dv, gamma, &p);
    quire_powers_give(st, &p);
    return p;
}

struct quire_powers
quire_state_powers_corrected(const struct quire_state *st, const double *since, const double *last,
                             double gamma)
{
    struct quire_powers p = st->power;

    add_places_corrected(st, since, last, gamma, &p);
    add_gates(st, last, gamma, &p);
    quire_powers_give(st, &p);
    return p;
}

void
quire_state_add_touch_forces(const struct quire_state *st, double gamma, double *force)
{
    for (size_t k = 0; k < BOOKS; k++) {
        const struct quire_place_list *list = st->places + books[k].family;
        if (list->n > 0) {
            books[k].book->forces(st, list, gamma, force);
        }
    }
}

/* ---- power of holds ---- */

double
quire_state_hold_power(struct quire_state *st, double t, const double *y, const double *rate)
{
    const struct quire_system *sys = st->system;
    double power = 0;

    QUIRE_EACH(k, st->part, sheet)
    {
        const struct quire_sheet *s = sys->sheet + k;
        const struct quire_chain *c = &s->chain;
        const bool on[2] = {quire_hold_is_on(s->hold, t), quire_hold_is_on(s->hold + 1, t)};
        if (!st->sheet[k].entered || !(on[0] || on[1])) {
            continue;
        }
        const double *v = y + sys->layout.v0 + s->x0, *a = rate + sys->layout.v0 + s->x0;
        const double *f = quire_state_sheet_forces(st, k, t, y);
        if (s->ladder != NULL) {
            power += quire_space_hold_power(st, k, t, y, rate);
            continue;
        }
        const struct quire_chain_work *w = &st->sheet[k].chain;
        struct quire_clamp clamp[2];
        quire_hold_clamps(s, t, clamp);
        for (int e = 0; e < 2; e++) {
            const int i = e == 0 ? 0 : c->n, next = e == 0 ? 1 : c->n - 1;
            double reaction[2] = {0, 0}, held[3];
            /* mass times acceleration, less all other forces */
            for (int d = 0; on[e] && d < 2; d++) {
                const int at = d * c->stride;
                reaction[d] = c->mass_end * a[at + i] + c->mass_off * a[at + next] - f[at + i];
            }
            quire_hold_directions(s->hold + e, held);
            power += reaction[0] * (held[0] * v[i] + held[1] * v[c->stride + i]) +
                     reaction[1] * (held[1] * v[i] + held[2] * v[c->stride + i]);
            if (clamp[e].held) { /* a clamp that turns winds up the first joint */
                power += (e == 0 ? -w->moment[0] : w->moment[c->n]) * clamp[e].spin;
            }
        }
    }
    return power;
}
