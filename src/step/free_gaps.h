/* How far free bodies are from all that they may touch, so that no touch is passed unseen. */
#ifndef QUIRE_STEP_FREE_GAPS_H
#define QUIRE_STEP_FREE_GAPS_H

#include "state/state.h"

/* How deep each place where a free body may touch something is within the reach of its law,
 * negative where that does not act (quire_free_gap_count). */
int quire_free_gap_count(const struct quire_system *system);
/* The body that one of them is about. */
const struct quire_free *quire_free_of_gap(const struct quire_system *system, int gap);
void quire_free_gaps(struct quire_state *state, double t, const double *y, double *overlap);

#endif
