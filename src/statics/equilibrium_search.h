/* The search for a state of rest at one time: Newton steps, damped where they must be. */
#ifndef QUIRE_STATICS_EQUILIBRIUM_SEARCH_H
#define QUIRE_STATICS_EQUILIBRIUM_SEARCH_H

#include "statics/equilibrium_step.h"

/* From self->y. An unstable state is left if it can be left in `most_branches` ways at most. With
 * `on_branch` the search fails where the matrix is not positive: what is found beyond may belong to
 * another branch. */
quire_status quire_equilibrium_search(struct quire_equilibrium *self, double t, double tolerance,
                                      int most_branches, bool on_branch);

#endif
