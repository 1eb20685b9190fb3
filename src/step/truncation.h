/* What the error of the integration formula does to the stored energy. doc/theory/energy.md, 4 */
#ifndef QUIRE_STEP_TRUNCATION_H
#define QUIRE_STEP_TRUNCATION_H

#include "state/state.h"

/* What a small error of the state, laid out as y, adds to the stored energy near (t, y) [J]: v M
 * e_v - a M e_q + F e_q, with the velocities v and accelerations a [V], and F those forces of the
 * last evaluation with the matrix that have no potential; its cv was gamma. The errors of held
 * nodes are set to 0. */
double quire_state_error_energy(struct quire_state *state, double t, const double *y,
                                const double *v, const double *a, double *error, double gamma);

#endif
