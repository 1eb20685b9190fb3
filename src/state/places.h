/* What contact keeps of its touching places from the last evaluation with the matrix. After the
 * step the power book, and friction that holds on, ask each of them how it has moved since
 * (evaluate/powers.h); what a place is, its family alone knows. */
#ifndef QUIRE_STATE_PLACES_H
#define QUIRE_STATE_PLACES_H

#include <stdbool.h>
#include <stddef.h>

#include "state/touch.h"

struct quire_state;

/* Families. Of what two threads find at once, the second's stand apart, one after the first's. */
enum quire_places {
    QUIRE_PLACES_HOLDS, /* struct quire_place_hold */
    QUIRE_PLACES_HOLDS_SECOND,
    QUIRE_PLACES_SHEETS, /* planar sheets on each other */
    QUIRE_PLACES_SHEETS_SECOND,
    QUIRE_PLACES_ALONE,        /* planar sheets at corners of guides, and with their ends */
    QUIRE_PLACES_ROLLERS,      /* planar sheets on rollers */
    QUIRE_PLACES_SPANS,        /* stretches of theirs on guides */
    QUIRE_PLACES_COLUMNS,      /* spans of sheets in space on guides */
    QUIRE_PLACES_SPACE,        /* other places of theirs on guides and rollers */
    QUIRE_PLACES_SPACE_SHEETS, /* sheets in space on each other */
    QUIRE_PLACES_BODIES,       /* small bodies on anything, and clutches */
    QUIRE_PLACES_FAMILIES
};

/* Begins on a boundary of vectors. */
struct quire_place_list {
    void *item;
    int n, cap;
};

/* By how much slips [m/s] and normal forces of laws [N] have changed at an item's places. */
struct quire_place_slides {
    const struct quire_place_list *list; /* NULL: not known of any */
    int item;
    double slip[4], across[4], normal[4];
};

/* Friction that holds on at one of four places of an item. */
struct quire_place_hold {
    enum quire_places family; /* of the first thread's */
    int item, lane;
    int quarter; /* of the sheet, in which it is; of planar sheets 0 */
    struct quire_slide slide;
};

/* Room for one more item of `size` bytes, a multiple of 32, which is not cleared. NULL, and
 * state->failed is set, when memory runs out. */
void *quire_places_add(struct quire_state *state, enum quire_places family, size_t size);
void quire_places_clear(struct quire_state *state);
void quire_places_destroy(struct quire_state *state);

/* The second thread's lists become those of its own copy of the state, and come back. */
void quire_places_divide(const struct quire_state *state, struct quire_state *second);
void quire_places_unite(struct quire_state *state, const struct quire_state *second);

/* Friction that holds on: how many places, and the k-th, with the list in which its item is. */
int quire_places_holds(const struct quire_state *state);
const struct quire_place_hold *quire_places_hold(const struct quire_state *state, int k,
                                                 const struct quire_place_list **list);

/* Notes a place that holds on, of the item that was added last; NULL when memory runs out. */
struct quire_place_hold *quire_places_hold_on(struct quire_state *state, enum quire_places family,
                                              int lane, const struct quire_slide *slide);

#endif
