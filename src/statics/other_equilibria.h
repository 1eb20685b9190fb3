/* Other states of rest than the one that was found. Theory: doc/theory/statics.md, 3. */
#ifndef QUIRE_STATICS_OTHER_EQUILIBRIA_H
#define QUIRE_STATICS_OTHER_EQUILIBRIA_H

#include "observe/observe.h"
#include "result/result.h"
#include "statics/equilibrium.h"

/* Looks for them after the search, which found y at t, from the mirror image of each sheet that is
 * held at an end, and pressed aside; puts them into `rest`, whose list is to be freed in any case,
 * and warns of them. The search's stiffness stands for anything afterwards. False when memory runs
 * out. */
bool quire_other_equilibria_find(struct quire_equilibrium *found, struct quire_observer *observer,
                                 double t, const double *y, struct quire_rest_result *rest,
                                 quire_diag *diag);

#endif
