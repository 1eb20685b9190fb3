/* Parked rollers whose speeds change: while their drive changes its own, or while they coast. */
#ifndef QUIRE_ENGINE_PARKED_MOTION_H
#define QUIRE_ENGINE_PARKED_MOTION_H

#include "engine/parked.h"

/* A step of at most h begins at (t, y): those that move begin a step of their own if their last one
 * ends before it does, others that are further than `far` from all sheets join them, and those that
 * cannot go on are parked no more; *changed is set where others are parked than before. Whether
 * there was such a step. */
bool quire_parked_move(struct quire_parked *parked, struct quire_state *state, double t,
                       const double *y, double h, double far, bool *changed);

/* A cluster is parked no more. */
void quire_parked_release(struct quire_parked *parked, int cluster);

/* What flows through those `tried`, at parked->y [W]. */
struct quire_powers quire_parked_power_now(struct quire_parked *parked, struct quire_state *state,
                                           double t);

/* What flows through those that move in their step: finds it, and adds it at t. */
void quire_parked_find_powers(struct quire_parked *parked, struct quire_state *state,
                              const double *y);
void quire_parked_add_powers(const struct quire_parked *parked, double t, struct quire_powers *sum);

#endif
