/* Other states of rest than the one that was found. */
#ifndef QUIRE_RUN_OTHERS_H
#define QUIRE_RUN_OTHERS_H

#include "run/equilibrium.h"

struct quire_run;

/* Looks for them from the mirror image of each sheet that is held at both ends and touches nothing, after the search; tells of them in the result
 * and by warnings. The search's stiffness stands for anything afterwards. False when memory runs out. */
bool quire_others_find(struct quire_run *run, struct quire_equilibrium *found, quire_diag *diag);

#endif
