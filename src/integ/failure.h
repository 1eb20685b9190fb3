/* Why an integration could not go on. */
#ifndef QUIRE_INTEG_FAILURE_H
#define QUIRE_INTEG_FAILURE_H

#include "integ/stepper.h"

/* All of them keep for quire_integrator_why() a name of the closed list, and a sentence that begins
 * with `what` and says when, at which step size, and what it concerns. They return the status. */
quire_status quire_integrator_give_up(struct quire_integrator *self, const char *name,
                                      const char *what);
/* More steps than the limit allows. */
quire_status quire_integrator_give_up_for_steps(struct quire_integrator *self);
/* A step ended with this flag of CVODE, which is below 0. */
quire_status quire_integrator_explain(struct quire_integrator *self, int flag);

#endif
