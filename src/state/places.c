#include "state/places.h"

#include <stdlib.h>

#include "state/room.h"

void *
quire_places_add(struct quire_state *st, enum quire_places family, size_t size)
{
    struct quire_place_list *list = st->places + family;

    if (list->n == list->cap && !quire_room_enlarge(&list->item, size, list->n, &list->cap)) {
        st->failed = true;
        return NULL;
    }
    return (char *)list->item + size * (size_t)list->n++;
}

void
quire_places_clear(struct quire_state *st)
{
    for (int k = 0; k < QUIRE_PLACES_FAMILIES; k++) {
        st->places[k].n = 0;
    }
}

void
quire_places_destroy(struct quire_state *st)
{
    for (int k = 0; k < QUIRE_PLACES_FAMILIES; k++) {
        free(st->places[k].item);
    }
}

/* families of which two threads find some */
static const enum quire_places divided[] = {QUIRE_PLACES_HOLDS, QUIRE_PLACES_SHEETS};
#define N_DIVIDED (sizeof divided / sizeof divided[0])

void
quire_places_divide(const struct quire_state *st, struct quire_state *second)
{
    for (size_t k = 0; k < N_DIVIDED; k++) {
        second->places[divided[k]] = st->places[divided[k] + 1];
    }
}

void
quire_places_unite(struct quire_state *st, const struct quire_state *second)
{
    for (size_t k = 0; k < N_DIVIDED; k++) {
        st->places[divided[k] + 1] = second->places[divided[k]];
    }
}

int
quire_places_holds(const struct quire_state *st)
{
    return st->places[QUIRE_PLACES_HOLDS].n + st->places[QUIRE_PLACES_HOLDS_SECOND].n;
}

const struct quire_place_hold *
quire_places_hold(const struct quire_state *st, int k, const struct quire_place_list **list)
{
    const int first = st->places[QUIRE_PLACES_HOLDS].n, second = k < first ? 0 : 1;
    const struct quire_place_hold *hold =
        (const struct quire_place_hold *)st->places[QUIRE_PLACES_HOLDS + second].item + k -
        second * first;

    if (list != NULL) {
        *list = st->places + hold->family + second;
    }
    return hold;
}

struct quire_place_hold *
quire_places_hold_on(struct quire_state *st, enum quire_places family, int lane,
                     const struct quire_slide *slide)
{
    struct quire_place_hold *hold = quire_places_add(st, QUIRE_PLACES_HOLDS, sizeof *hold);

    if (hold == NULL) {
        return NULL;
    }
    hold->family = family;
    hold->item = st->places[family].n - 1;
    hold->lane = lane;
    hold->quarter = 0;
    hold->slide = *slide;
    return hold;
}
