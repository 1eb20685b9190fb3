/* Held nodes: where they are commanded to be. */
#ifndef QUIRE_FORCE_HOLDS_H
#define QUIRE_FORCE_HOLDS_H

#include "machine/hold.h"
#include "state/state.h"

/* The held nodes at t: calls back for each. */
typedef void quire_held_fn(void *user, const struct quire_held *held);
void quire_state_held(const struct quire_state *state, double t, quire_held_fn *fn, void *user);

/* Sets the held nodes in y to where they are commanded to be at t. */
void quire_state_sync(const struct quire_state *state, double t, double *y);

#endif
