/* How far sheets follow the rollers that they touch: a share that changes between steps alone, so
 * that within a step all forces have a potential. Theory: doc/theory/contact-kernel.md, 5. */
#ifndef QUIRE_STEP_WRAPS_H
#define QUIRE_STEP_WRAPS_H

#include "state/state.h"

/* Time in which a share follows the sheet [s]. */
#define QUIRE_WRAP_TIME 3e-4

/* Before a new step of a part, at (t, y), `since` after the last one. Returns the energy that
 * appears by what changes [J]. */
double quire_wraps_commit(struct quire_state *state, const struct quire_part *part, double t,
                          const double *y, double since);

/* In statics: moves each share by `part` of the way to where the sheet is. Returns the most that
 * any has to go. */
double quire_wraps_approach(struct quire_state *state, double t, const double *y, double part);

#endif
