/* Gaps that contact laws get at places that touch nothing: how far they are from the nearest thing
 * with the same contact. doc/theory/contact-kernel.md */
#ifndef QUIRE_EVALUATE_LAW_PROBE_H
#define QUIRE_EVALUATE_LAW_PROBE_H

#include "contact/law/law_state.h"

/* What a law's place sees there: overlap, approach and slip; overlap QUIRE_NOWHERE if it is far
 * from everything. */
struct quire_law_probe {
    struct quire_normal_in in;
    double belt;                 /* speed of an imaginary belt */
    struct quire_partner target; /* that it sees; none: far from everything */
};
#define QUIRE_NOWHERE (-1.0)

/* Whether what a slot belongs to is in the machine. */
bool quire_probe_is_there(const struct quire_state *state, const struct quire_slot *slot);
/* Brings what is known of a sheet's place, and its lists of what is near, to y. */
void quire_probe_update(struct quire_state *state, int sheet, const double *y);
/* What a place of a slot sees; the lists of what is near must be those of y. */
struct quire_law_probe quire_probe_from(const struct quire_state *state,
                                        const struct quire_slot *slot, const double *y, int place);

/* Lets the states of stations that touch nothing go on. To be called once the touching ones are
 * done. */
void quire_memory_open(struct quire_state *state, const double *y);

#endif
