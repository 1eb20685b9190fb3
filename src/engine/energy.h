/* Flows of energy through a part of a machine, for struct quire_ode_problem_ops. */
#ifndef QUIRE_ENGINE_ENERGY_H
#define QUIRE_ENGINE_ENERGY_H

#include <stddef.h>

#include "engine/self.h"

/* The integrator's flows are those of struct quire_powers in their order. */
enum {
    /* what stays in parked rollers, behind those of struct quire_powers */
    QUIRE_ENGINE_PARKED_FLOW = sizeof(struct quire_powers) / sizeof(double),
    QUIRE_ENGINE_FLOWS,
    QUIRE_ENGINE_CONTACT_FLOW = offsetof(struct quire_powers, contact) / sizeof(double),
    QUIRE_ENGINE_GIVEN_FLOW = offsetof(struct quire_powers, given) / sizeof(double),
    QUIRE_ENGINE_FORMULA_FLOW = offsetof(struct quire_powers, integrator) / sizeof(double)
};
extern const struct quire_powers quire_engine_into; /* as `into` of a problem */
struct quire_powers quire_engine_powers(const struct quire_flows *flows);

/* Whether any of the part's sheets is ever held. */
bool quire_engine_has_holds(const struct quire_engine *self);

/* Callbacks: `self` is a struct quire_engine; see integ/problem.h. */
void quire_engine_flows_at(void *self, double t, const double *y, struct quire_flows *flows);
void quire_engine_flows_after(void *self, const struct quire_solved_step *step,
                              struct quire_flows *flows);
void quire_engine_add_hold_flow(void *self, double t, const double *y, const double *rate,
                                struct quire_flows *flows);
void quire_engine_told_forces(void *self, double gamma, double *force);
double quire_engine_drift_work(void *self, double t, const double *y, const double *middle,
                               double *drift);
bool quire_engine_is_cut(void *self);

#endif
