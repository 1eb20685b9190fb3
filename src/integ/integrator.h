/* Advancing a problem in time: CVODE's BDF with our Newton, vectors and watchdog. The only user of
 * SUNDIALS is this folder; what is advanced it knows by integ/problem.h alone. */
#ifndef QUIRE_INTEG_INTEGRATOR_H
#define QUIRE_INTEG_INTEGRATOR_H

#include "base/diag.h"
#include "integ/problem.h"

struct quire_integrator;
struct quire_workspace;

struct quire_integrator_options {
    double position_tolerance; /* [m] */
    double velocity_rate;      /* velocity tolerance = position tolerance * this [1/s] */
    int order;                 /* highest, 1 to 5 */
    bool generic;              /* CVODE's Newton and KLU instead of the velocity Newton */
    bool serial_vectors;       /* SUNDIALS' serial vectors; only with generic */
    double largest_step;       /* [s]; 0: none */
    /* steps that a simulated second may take, see integ/step_rate_limit.h; 0: any number */
    double step_rate;
    /* that it shares with other problems; NULL: its vectors are laid out as y */
    const struct quire_workspace *workspace;
};

struct quire_integrator_stats {
    long steps, rhs, matrices, iterations, newton_failures, error_failures, restarts, watchdog;
    double last_step;
    int last_order;
};

/* Why an integration could not go on: one of a closed list of names, a sentence, and the model's
 * object behind it (NULL: none). */
struct quire_integrator_failure {
    char name[32];
    char text[640];
    const struct quire_object *about;
};

/* Starts at t with y (copied). The problem is the integrator's from now on, which destroys it, also
 * on failure; then *out is NULL. QUIRE_ERROR_LIMIT: memory ran out; QUIRE_ERROR_USAGE: the generic
 * solver is not built in. */
quire_status quire_integrator_create(struct quire_integrator **out,
                                     struct quire_ode_problem *problem,
                                     const struct quire_integrator_options *options, double t,
                                     const double *y, quire_diag *diag);
void quire_integrator_destroy(struct quire_integrator *self);

/* One step, not beyond `stop`; leaves the problem selected. QUIRE_ERROR_NUMERIC when there is no
 * way on: see quire_integrator_why(). */
quire_status quire_integrator_step(struct quire_integrator *self, double stop);
const struct quire_ode_problem *quire_integrator_problem(const struct quire_integrator *self);
const struct quire_integrator_failure *quire_integrator_why(const struct quire_integrator *self);

/* Says what the largest error of the last step concerns; returns the model's object behind it, or
 * NULL. While the problem is selected. */
const struct quire_object *quire_integrator_error_source(struct quire_integrator *self, char *text,
                                                         size_t size);

/* The time reached, the step's start, and when this stretch began: at creation or the last restart.
 */
double quire_integrator_time(const struct quire_integrator *self);
double quire_integrator_before(const struct quire_integrator *self);
double quire_integrator_started(const struct quire_integrator *self);

/* The state at a time of the last step, by the integrator's interpolant: the problem's entries of y
 * (layout.length). */
void quire_integrator_at(const struct quire_integrator *self, double t, double *y);
/* The same: in y, or at the step's end where it stands, on loan until the next step. What is not of
 * the problem is undefined there. */
const double *quire_integrator_look(const struct quire_integrator *self, double t, double *y);

/* The state at the end of the last step, also where it counts only in part. */
const double *quire_integrator_state(const struct quire_integrator *self);

/* Starts anew at t with y: after an event that changed the equations or the state. */
quire_status quire_integrator_restart(struct quire_integrator *self, double t, const double *y);

void quire_integrator_get_stats(const struct quire_integrator *self,
                                struct quire_integrator_stats *stats);
/* Energy that has flown since the start until t, a time of the last step [J]; flows are known to
 * within the tolerance. */
struct quire_flows quire_integrator_work(const struct quire_integrator *self, double t);
/* "6.4.1", the SUNDIALS in use; static storage. */
const char *quire_integ_version(void);
/* The last step counts only up to t: what comes next is a restart there. */
void quire_integrator_shorten(struct quire_integrator *self, double t);

#endif
