/* The mass matrix. */
#ifndef QUIRE_EVALUATE_MASS_H
#define QUIRE_EVALUATE_MASS_H

#include "force/holds.h"
#include "solve/linear_system.h"
#include "state/state.h"

/* r = M^-1 r in place at (t, y), laid out as [V | Z]; rows of z are left alone, and so is what held
 * nodes are told to do. work: twice as long as the longest sheet has nodes. */
void quire_state_mass_solve(const struct quire_state *state, double t, const double *y, double *r,
                            double *work);

/* Calls back for every entry of the mass matrix (identity for z and held nodes), as
 * quire_state_entries() does. */
void quire_state_mass_entries(const struct quire_state *state, double t, const double *y,
                              quire_entry_fn *fn, void *user);

#endif
