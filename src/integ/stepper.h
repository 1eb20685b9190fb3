/* The insides of an integrator, for the files that step it and say why it cannot go on. */
#ifndef QUIRE_INTEG_STEPPER_H
#define QUIRE_INTEG_STEPPER_H

#include <cvode/cvode.h>

#include "integ/energy_balance.h"
#include "integ/generic.h"
#include "integ/integrator.h"
#include "integ/newton.h"
#include "integ/step_rate_limit.h"

struct quire_integrator {
    struct quire_generic_owner linear; /* first: generic.c finds it there */
    struct quire_ode_problem *problem;
    struct quire_integrator_options options;
    struct quire_norm norm;
    SUNContext context;
    void *cvode;
    N_Vector y, spare;
    double *present; /* y at the end of the last step, as y: in the vector or the workspace */
    struct quire_newton newton;
    SUNNonlinearSolver solver;
    double t, before, reached; /* the last step ends at reached and counts up to t [s] */
    double stretch;            /* when the present one began [s] */
    double coefficient;
    long steps, restarts, watchdog;
    struct quire_step_rate_limit limit;
    long charged;                       /* failures that are in it */
    struct quire_integrator_stats past; /* CVODE counts from its last start */
    double begun, watched_t;
    /* stopped: the last step ended where it had to */
    bool weights_set, cold_restart, stopped;
    int regrouped; /* as the problem counts it */
    struct quire_energy_balance energy;
    struct quire_integrator_failure failure;
};

/* a vector laid out as y */
static inline const double *
quire_laid_out(const struct quire_integrator *self, N_Vector v, double *room)
{
    return quire_unpack(&self->norm.packing, NV_DATA_S(v), room);
}

/* the state at the end of the last step, laid out as y */
static inline const double *
quire_present(const struct quire_integrator *self)
{
    return quire_laid_out(self, self->y, self->present);
}

/* what is in `spare`, laid out as y, which may be written into */
static inline double *
quire_unpacked_spare(const struct quire_integrator *self)
{
    double *room =
        self->options.workspace != NULL ? self->options.workspace->spare : NV_DATA_S(self->spare);

    quire_laid_out(self, self->spare, room);
    return room;
}

/* whether this is a time within the last step and not its end; then the state is in `spare` */
static inline bool
quire_is_between(const struct quire_integrator *self, double t)
{
    return t != self->reached && self->before != self->reached &&
           CVodeGetDky(self->cvode, t, 0, self->spare) == 0;
}

static inline enum quire_trouble
quire_integrator_trouble(const struct quire_integrator *self)
{
    return self->problem->ops->trouble(self->problem->self);
}

#endif
