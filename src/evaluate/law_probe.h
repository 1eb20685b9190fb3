/* Gaps that contact laws get at places that touch nothing: how far they are from the nearest thing
 * with the same contact. doc/theory/contact-kernel.md */
#ifndef QUIRE_EVALUATE_LAW_PROBE_H
#define QUIRE_EVALUATE_LAW_PROBE_H

#include "contact/law/law_state.h"

/* overlap of a place that is far from everything */
#define QUIRE_NOWHERE (-1.0)

/* Brings what is known of a sheet's place, and its lists of what is near, to y. */
void quire_probe_update(struct quire_state *state, int sheet, const double *y);
/* What a place of a slot sees, overlap QUIRE_NOWHERE if it is far from everything; the lists of
 * what is near must be those of y. */
struct quire_normal_in quire_probe(const struct quire_state *state, const struct quire_slot *slot,
                                   const double *y, int place);

#endif
