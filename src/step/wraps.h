/* How far sheets follow the rollers that they touch: a share that changes between steps alone, so
 * that within a step all forces have a potential. Theory: doc/theory/contact-kernel.md, 5. */
#ifndef QUIRE_STEP_WRAPS_H
#define QUIRE_STEP_WRAPS_H

#include "state/state.h"

/* Before a run, and where a sheet has entered, at (t, y): sheets and rollers that touch and have no
 * share yet take the one that the curvature asks for. Call it before stored energy is summed. */
void quire_wraps_begin(struct quire_state *state, double t, const double *y);

/* Before a new step of a part, at (t, y), `since` after the last one [s]; the candidate lists must
 * be those of y (quire_sides_commit()). Returns the energy that appears as shares change [J]. */
double quire_wraps_commit(struct quire_state *state, const struct quire_part *part, double t,
                          const double *y, double since);

/* In statics: changes each share by the fraction `part` of its distance from what the curvature
 * asks for. Returns the largest distance before. */
double quire_wraps_approach(struct quire_state *state, double t, const double *y, double part);

#endif
