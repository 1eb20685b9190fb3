/* How far in time it is clear ahead of sheets and bodies: a long step must not carry one across
 * what it overlaps at neither end of the step, nor a sheet through a field of force. Theory:
 * doc/theory/finders.md, 5. */
#ifndef QUIRE_CONTACT_FIND_CLEAR_H
#define QUIRE_CONTACT_FIND_CLEAR_H

#include "state/state.h"

/* Whether in a step of length h [s] from (t, y) a sheet or body of the part may move so far that
 * quire_clear_step needs asking. Costs little. */
bool quire_clear_is_doubtful(const struct quire_state *state, const struct quire_part *part,
                             double t, const double *y, double h);

/* The longest step of at most h [s] from (t, y), where y' is `rate`, that takes no node deeper into
 * a solid than it has contact, nor one that comes from behind a one-sided guide into it unseen, nor
 * an end past a roller that touches the sheet, nor a body through anything. Paths are taken as
 * straight, with the velocity at y and with that half the step later; motion along surfaces is
 * free. Carriers are taken as they were at the last evaluation, gates as they go in that step on
 * average. */
double quire_clear_step(const struct quire_state *state, const struct quire_part *part, double t,
                        const double *y, const double *rate, double h);

#endif
