/* The state in which a run ends: its numbers, and their hash. */
#ifndef QUIRE_RECORD_END_STATE_H
#define QUIRE_RECORD_END_STATE_H

#include "result/result.h"
#include "state/state.h"

/* What the end state y says of all but sheets, for the result (n); to be freed. NULL when memory
 * runs out. */
double *quire_end_state_numbers(const struct quire_state *state, const double *y, size_t *n);

/* SHA-256 of everything that moves in a view, and of those numbers. */
void quire_end_state_hash(char hex[65], const struct quire_view *view,
                          const struct quire_result *result);

#endif
