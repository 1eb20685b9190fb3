/* Looking for a stable state of rest. Theory: doc/theory/statics.md. */
#ifndef QUIRE_STATICS_EQUILIBRIUM_H
#define QUIRE_STATICS_EQUILIBRIUM_H

#include "events/breakpoints.h"
#include "statics/equilibrium_step.h"

/* 0, or -1 when memory runs out. */
int quire_equilibrium_create(struct quire_equilibrium *self, struct quire_state *state,
                             const struct quire_equilibrium_options *options);
void quire_equilibrium_destroy(struct quire_equilibrium *self);

/* Finds the equilibrium that the machine comes to from its start values `y` (layout.length) when
 * holds and loads go slowly from where they are at t = 0 to where they are at `t`; the stops (n),
 * rising in time, are corners of their courses. On success y is that state, at rest, and the
 * stiffness stands for it. Otherwise QUIRE_ERROR_NUMERIC, QUIRE_ERROR_LIMIT, and name and text say
 * why. */
quire_status quire_equilibrium_find(struct quire_equilibrium *self, double t,
                                    const struct quire_breakpoint *stop, size_t n, double *y);

/* After that: the one that is found at t from the shape y, with holds and loads as they are then.
 */
quire_status quire_equilibrium_find_from(struct quire_equilibrium *self, double t, double *y);
/* After that: roughly the one under these forces besides, laid out as V; y is where it came to even
 * if that is none. */
void quire_equilibrium_press(struct quire_equilibrium *self, double t, const double *force,
                             double *y);

#endif
