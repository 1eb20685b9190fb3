/* States of rest that a disturbance would end: recognised, and left. Theory: doc/theory/statics.md,
 * 3. */
#ifndef QUIRE_STATICS_UNSTABLE_STATES_H
#define QUIRE_STATICS_UNSTABLE_STATES_H

#include "statics/equilibrium_step.h"

#define QUIRE_MOST_LEFT 50 /* unstable states that are left in one search */

/* The sheet that self->step moves most, how far, and whether on the whole to its left (1, else
 * -1). */
const struct quire_sheet *quire_equilibrium_most_moved(const struct quire_equilibrium *self,
                                                       double *way, double *left);

/* Leaves an unstable state by a push along the softest direction, to the side of the imperfection,
 * or to the other side if contact blocks that one. *held: contact stabilises the state, so nothing
 * was left. */
quire_status quire_equilibrium_leave(struct quire_equilibrium *self, double t, double least,
                                     double tolerance, bool *held);

#endif
