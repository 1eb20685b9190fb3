/* Saying what a step that failed stumbled over. */
#ifndef QUIRE_OBSERVE_ERROR_SOURCE_H
#define QUIRE_OBSERVE_ERROR_SOURCE_H

#include "state/state.h"

/* Names the state with the largest entry of `error` over its tolerance (laid out as y; of the
 * state's part): the sheet, the place on it and what presses on it there at t, y; or the body. An
 * entry that is not finite counts as the largest. Evaluates the forces. Tolerances in [m] and
 * [m/s]. Returns the model's object behind it, the one that presses if there is one; NULL if there
 * is none. */
const struct quire_object *quire_error_source(struct quire_state *state, double t, const double *y,
                                              const double *error, double position_tolerance,
                                              double velocity_tolerance, char *text, size_t size);

#endif
