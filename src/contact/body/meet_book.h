/* What is kept of touching places of bodies (state/places.h): what the power book, and friction
 * that holds on, ask after a step. doc/theory/energy.md, 3 */
#ifndef QUIRE_CONTACT_BODY_MEET_BOOK_H
#define QUIRE_CONTACT_BODY_MEET_BOOK_H

#include "contact/place/book.h"

#define QUIRE_KEPT_MOST 16 /* velocities that change one place */

/* Forces and speeds whose products are powers, the law's own normal force, and the power of drives.
 */
enum kept {
    KEPT_FRICTION,
    KEPT_SLIP,
    KEPT_LOST,
    KEPT_CLOSING,
    KEPT_NORMAL,
    KEPT_DRIVES,
    KEPT_LATERAL, /* in space; this and the next */
    KEPT_ACROSS,
    KEPT_ALL
};

struct kept_meet {
    /* what there is, but for the last two what is not there already; by each velocity,
     * displacements times cq, velocities times cv */
    _Alignas(32) double now[KEPT_ALL], by[KEPT_ALL][QUIRE_KEPT_MOST];
    double belt;
    int n, at[QUIRE_KEPT_MOST]; /* in V; -1: none */
    bool in_space;
};

/* Room for a place that n velocities change, these in V; NULL: there is none. `slide`: what its
 * friction holds on to, grip NULL: to nothing. */
static inline struct kept_meet *
keep_meet(struct quire_state *st, int n, const int *at, const struct quire_slide *slide)
{
    struct kept_meet *kept = quire_places_add(st, QUIRE_PLACES_BODIES, sizeof *kept);

    if (kept == NULL ||
        (slide->grip != NULL && !quire_places_hold_on(st, QUIRE_PLACES_BODIES, 0, slide))) {
        return NULL;
    }
    for (int k = 0; k < KEPT_ALL; k++) {
        kept->now[k] = 0;
    }
    for (int i = 0; i < n; i++) {
        kept->at[i] = at[i];
    }
    kept->n = n;
    kept->in_space = false;
    return kept;
}

extern const struct quire_place_book quire_meet_book;

#endif
