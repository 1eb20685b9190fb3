/* What a family of places tells of those that it has kept (state/places.h), once the nodes have
 * moved. doc/theory/energy.md, 3 */
#ifndef QUIRE_CONTACT_PLACE_BOOK_H
#define QUIRE_CONTACT_PLACE_BOOK_H

#include "state/state.h"

struct quire_place_book {
    /* Adds their powers after the step d [V], with gamma the matrix's cv. */
    void (*powers)(const struct quire_state *state, const struct quire_place_list *list,
                   const double *d, double gamma, struct quire_powers *powers);
    /* Adds to forces [V] those of friction, and of what is lost, as they were. */
    void (*forces)(const struct quire_state *state, const struct quire_place_list *list,
                   double gamma, double *force);
    /* What the step changes of slip, slip across and the law's normal force at the k-th item's
     * places; NULL: friction never holds on there. */
    void (*slides)(const struct quire_state *state, const struct quire_place_list *list, int k,
                   const double *d, double gamma, struct quire_place_slides *slides);
    /* Whether friction of the k-th item follows the slip without holding on, and of which sheets
     * (-1: there is none). */
    bool (*rubs)(const struct quire_place_list *list, int k, int sheet[2]);
};

#endif
