/* The engine: a machine, or a part of it, advanced by an integrator. Here what evaluate, solve and
 * step can do becomes the table of callbacks by which an integrator knows its problem. */
#ifndef QUIRE_ENGINE_ENGINE_H
#define QUIRE_ENGINE_ENGINE_H

#include "integ/integrator.h"
#include "state/state.h"

/* Starts a part of the machine (NULL: all of it) at t with its entries of y. State and part must
 * live on. On failure *out is NULL. The integrator leaves the state's focus on the part. */
quire_status quire_engine_start(struct quire_integrator **out, struct quire_state *state,
                                const struct quire_integrator_options *options,
                                const struct quire_part *part, double t, const double *y,
                                quire_diag *diag);

/* Energy that has flown since the start until t, a time of the last step [J]; flows are known to
 * within the tolerance. */
struct quire_powers quire_engine_work(const struct quire_integrator *integrator, double t);

/* How many rollers and nips are left out of the evaluations now: engine/parked.h. */
int quire_engine_parked(const struct quire_integrator *integrator);

#endif
