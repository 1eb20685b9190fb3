/* Other states of rest than the one that was found. Theory: doc/theory/statics.md, 3. */
#ifndef QUIRE_STATICS_OTHER_EQUILIBRIA_H
#define QUIRE_STATICS_OTHER_EQUILIBRIA_H

#include "statics/equilibrium.h"

struct quire_run;

/* Looks for them after the search, from the mirror image of each sheet that is held at an end,
 * and pressed aside; tells of them in the result and by warnings. The search's stiffness stands
 * for anything afterwards. False when memory runs out. */
bool quire_others_find(struct quire_run *run, struct quire_equilibrium *found, quire_diag *diag);

#endif
