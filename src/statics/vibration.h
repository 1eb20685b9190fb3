/* Small free vibrations about a state of rest: K x = omega^2 M x. Theory: doc/theory/statics.md, 6.
 */
#ifndef QUIRE_STATICS_VIBRATION_H
#define QUIRE_STATICS_VIBRATION_H

#include <quire/status.h>

#include "statics/stiffness.h"

/* The lowest `count` modes, no more than there are unknowns with mass: eigenvalues omega^2, rising
 * [rad^2/s^2] (count), and shapes with x^T M x = 1 (count, stiffness->n). Eigenvalues that are
 * nothing but the noise of the matrix are 0: rigid motions. The state must be stable.
 * QUIRE_ERROR_LIMIT when memory runs out, QUIRE_ERROR_NUMERIC when they cannot be found. */
quire_status quire_vibration_find(struct quire_stiffness *stiffness, int count, double *eigenvalue,
                                  double *shape);

#endif
