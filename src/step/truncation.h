/* What the path of a step does besides the velocities at its ends. doc/theory/energy.md, 4 */
#ifndef QUIRE_STEP_TRUNCATION_H
#define QUIRE_STEP_TRUNCATION_H

#include "state/state.h"

/* Work, along a small displacement from (t, y), of those forces without potential of the last
 * evaluation that quire_state_told_forces() leaves out, less that of what it contains with a
 * potential, there at `middle`; and what small changes of states add to the stored energy [J].
 * `drift`: as [V | Z]; that of held nodes is set to 0. */
double quire_state_drift_work(struct quire_state *state, double t, const double *y,
                              const double *middle, double *drift);

/* Into `force`, as V: friction, the lost part of normal forces, and all of small bodies' own
 * forces, of the last evaluation with the matrix, whose cv was gamma. */
void quire_state_told_forces(const struct quire_state *state, double gamma, double *force);

#endif
