/* The generic configuration: CVODE's own Newton with KLU on the full system. Slower; the oracle for
 * the velocity solver. */
#ifndef QUIRE_INTEG_GENERIC_H
#define QUIRE_INTEG_GENERIC_H

#include <sundials/sundials_linearsolver.h>

#include "integ/vector.h"
#include "state/state.h"

struct quire_generic;

/* First member of whatever CVODE has as its user data. */
struct quire_generic_owner {
    struct quire_generic *generic;
    /* the problem is not evaluated later than this: see quire_integrator_step() [s] */
    double t_left_limit;
};

/* Attaches the linear solver to an initialised CVODE memory, and itself to its owner. NULL when KLU
 * is not built in or memory runs out. */
struct quire_generic *quire_generic_create(const struct quire_ode_problem *problem,
                                           struct quire_generic_owner *owner, void *cvode,
                                           N_Vector model, SUNContext context);
void quire_generic_destroy(struct quire_generic *generic);

#endif
