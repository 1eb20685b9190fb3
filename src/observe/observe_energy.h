/* Where the energy is, and whether the books balance (doc/theory/energy.md). */
#ifndef QUIRE_OBSERVE_OBSERVE_ENERGY_H
#define QUIRE_OBSERVE_OBSERVE_ENERGY_H

#include "observe/observe.h"

/* Of the state whose forces were last evaluated, with touches recorded, at y; view: its sheets.
 * ledger: NULL: only what is stored. */
void quire_energy_observe(struct quire_state *state, const struct quire_view *view, const double *y,
                          const struct quire_ledger *ledger, struct quire_energy_view *out);

#endif
