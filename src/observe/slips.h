/* How far sheets have slipped on what they lie on, and what of it is creep of regularised friction.
 * doc/theory/stacks.md, 7 */
#ifndef QUIRE_OBSERVE_SLIPS_H
#define QUIRE_OBSERVE_SLIPS_H

#include "kind/view.h"
#include "state/state.h"

struct quire_slips;

/* NULL: no memory. */
struct quire_slips *quire_slips_create(const struct quire_system *system);
void quire_slips_destroy(struct quire_slips *self);

/* Adds what has slipped since the last time, by the trapezoidal rule: from the touching places that
 * the state has recorded at view->time. Puts the list into the view and the creep into its sheets.
 * QUIRE_ERROR_LIMIT: no memory. */
quire_status quire_slips_add(struct quire_slips *self, const struct quire_state *state,
                             struct quire_view *view, struct quire_sheet_view *sheet);

#endif
