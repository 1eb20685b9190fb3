/* The state of a machine as numbers, for the hash of the end state. */
#ifndef QUIRE_STATE_NUMBERS_H
#define QUIRE_STATE_NUMBERS_H

#include "state/state.h"

/* All numbers from which the motion of everything but sheets goes on at the state y: of bodies, of
 * what laws and friction remember of anything, of drives and switches. Writes them to `out` unless
 * it is NULL; returns how many there are. */
size_t quire_state_numbers(const struct quire_state *state, const double *y, double *out);

#endif
