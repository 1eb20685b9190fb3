#include "integ/integrator.h"

#include <cvode/cvode.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_version.h>

#include "integ/energy_balance.h"
#include "integ/generic.h"
#include "integ/newton.h"
#include "integ/step_rate_limit.h"
#include "integ/vector.h"
#include "integ/version.h"

#define NEWTON_COEFFICIENT  0.1
#define GENERIC_COEFFICIENT 0.03  /* with CVODE's own rule 0.1 can end in a cycle of two */
#define GROWTH              1.2   /* a step may grow by this without a change of order */
#define MOST_GROWTH         10.0  /* with one: CVODE's own limit, */
#define MOST_GROWTH_FIRST   1e4   /* and that after its first step */
#define FIRST_STEP          1e-6  /* [s] */
#define LEAST_STEP          1e-13 /* [s] */
#define LEFT_LIMIT          1e-12 /* a step up to a jump sees what is before it [s] */
#define WATCH_EVERY         256   /* steps */
#define WATCH_SLOW          0.02  /* of the mean progress */

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
    struct quire_energy_balance energy;
    struct quire_integrator_failure failure;
};

const char *
quire_integ_version(void)
{
    static char version[25];

    if (SUNDIALSGetVersion(version, sizeof version) != 0) {
        return "unknown";
    }
    return version;
}

static void
quiet(int code, const char *module, const char *function, char *text, void *user)
{
    (void)code;
    (void)module;
    (void)function;
    (void)text;
    (void)user;
}

/* a vector laid out as y */
static const double *
look(const struct quire_integrator *self, N_Vector v, double *room)
{
    return quire_unpack(&self->norm.packing, NV_DATA_S(v), room);
}

/* y' */
static int
right_hand_side(realtype t, N_Vector vy, N_Vector vf, void *user)
{
    struct quire_integrator *self = user;
    const struct quire_ode_problem *p = self->problem;
    const struct quire_workspace *room = self->options.workspace;
    double *f = room != NULL ? room->history : NV_DATA_S(vf);

    t = t < self->linear.t_left_limit ? t : self->linear.t_left_limit;
    if (self->options.serial_vectors) {
        /* they look at what lies between the problem's entries */
        memset(f, 0, sizeof(double) * p->layout.length);
    }
    if (!p->ops->derivative(p->self, t, look(self, vy, room != NULL ? room->given : NULL), f)) {
        return 1;
    }
    if (room != NULL) {
        quire_pack(&self->norm.packing, f, NV_DATA_S(vf));
    }
    return 0;
}

static int
weights(N_Vector vy, N_Vector vw, void *user)
{
    struct quire_integrator *self = user;
    const struct quire_ode_problem *p = self->problem;
    const double tq = self->options.position_tolerance, tv = tq * self->options.velocity_rate;
    const struct quire_workspace *room = self->options.workspace;
    double *w = room != NULL ? room->weights : NV_DATA_S(vw);

    (void)vy;
    if (self->weights_set &&
        (p->sets.n_all == 0 ||
         NV_DATA_S(vw)[quire_packed_range(&self->norm.packing, 0).first] > 0)) {
        return 0; /* they are constant */
    }
    /* padding has no error; the small weight keeps SUNDIALS' own vectors happy */
    for (size_t i = 0; self->options.serial_vectors && i < p->layout.length; i++) {
        w[i] = 1e-3 / tq;
    }
    for (int k = 0; k < p->sets.n_all; k++) {
        for (size_t i = p->sets.all[k].first; i < p->sets.all[k].last; i++) {
            w[i] = 1e-3 / tq;
        }
    }
    p->ops->error_weights(p->self, tq, tv, w);
    if (room != NULL) {
        quire_pack(&self->norm.packing, w, NV_DATA_S(vw));
    }
    self->weights_set = true;
    return 0;
}

/* the state at the end of the last step, laid out as y */
static const double *
present(const struct quire_integrator *self)
{
    return look(self, self->y, self->present);
}

/* what is in `spare`, laid out as y, which may be written into */
static double *
unpacked_spare(const struct quire_integrator *self)
{
    double *room =
        self->options.workspace != NULL ? self->options.workspace->spare : NV_DATA_S(self->spare);

    look(self, self->spare, room);
    return room;
}

static bool
set_up(struct quire_integrator *self, double t)
{
    const struct quire_integrator_options *o = &self->options;
    const bool generic = o->generic;

    if (CVodeInit(self->cvode, right_hand_side, t, self->y) != 0 ||
        CVodeSetUserData(self->cvode, self) != 0 ||
        CVodeSetErrHandlerFn(self->cvode, quiet, NULL) != 0 ||
        CVodeWFtolerances(self->cvode, weights) != 0 ||
        CVodeSetMaxOrd(self->cvode, o->order) != 0 || CVodeSetMaxNumSteps(self->cvode, -1) != 0 ||
        CVodeSetInitStep(self->cvode, FIRST_STEP) != 0 ||
        CVodeSetMinStep(self->cvode, LEAST_STEP) != 0 ||
        CVodeSetNonlinConvCoef(self->cvode, self->coefficient) != 0 ||
        CVodeSetMaxHnilWarns(self->cvode, -1) != 0 || CVodeSetMaxConvFails(self->cvode, 40) != 0 ||
        CVodeSetMaxErrTestFails(self->cvode, 40) != 0) {
        return false;
    }
    if (o->largest_step > 0 && CVodeSetMaxStep(self->cvode, o->largest_step) != 0) {
        return false;
    }
    if (generic) {
        return quire_generic_create(self->problem, &self->linear, self->cvode, self->y,
                                    self->context) != NULL;
    }
    CVodeSetEtaFixedStepBounds(self->cvode, 0, GROWTH);
    if (quire_newton_create(&self->newton, self->cvode, &self->norm, o->workspace) != 0) {
        return false;
    }
    self->newton.t_left_limit = &self->linear.t_left_limit;
    self->newton.start = self->present;
    self->solver = quire_newton_solver(&self->newton, self->context);
    return self->solver != NULL && CVodeSetNonlinearSolver(self->cvode, self->solver) == 0;
}

/* the vectors, and what works on them */
static bool
allocate(struct quire_integrator *self)
{
    const struct quire_integrator_options *o = &self->options;
    const sunindextype length = (sunindextype)self->problem->layout.length;

    if (!quire_norm_create(&self->norm, self->problem, o->workspace != NULL) ||
        SUNContext_Create(NULL, &self->context) != 0) {
        return false;
    }
    self->y = o->serial_vectors ? N_VNew_Serial(length, self->context)
                                : quire_vector_create(&self->norm, self->context);
    self->spare = self->y != NULL ? N_VClone(self->y) : NULL;
    self->cvode = CVodeCreate(CV_BDF, self->context);
    if (self->y == NULL || self->spare == NULL || self->cvode == NULL) {
        return false;
    }
    self->present = o->workspace != NULL ? o->workspace->y : NV_DATA_S(self->y);
    return quire_energy_balance_create(&self->energy, &self->norm,
                                       o->generic ? NULL : &self->newton, self->cvode, self->spare,
                                       o->workspace);
}

quire_status
quire_integrator_create(struct quire_integrator **out, struct quire_ode_problem *problem,
                        const struct quire_integrator_options *options, double t, const double *y,
                        quire_diag *diag)
{
    struct quire_integrator *self = calloc(1, sizeof *self);

    *out = NULL;
    if (self == NULL) {
        problem->ops->destroy(problem->self);
        return QUIRE_ERROR_LIMIT;
    }
    self->problem = problem;
    self->options = *options;
    self->coefficient = options->generic ? GENERIC_COEFFICIENT : NEWTON_COEFFICIENT;
    if (!allocate(self)) {
        quire_integrator_destroy(self);
        return quire_diag_error(diag, "E-MEMORY", (struct quire_place){0}, NULL, NULL,
                                "the integrator needs too much memory");
    }
    N_VConst(0, self->y);
    N_VConst(0, self->spare);
    quire_pack(&self->norm.packing, y, NV_DATA_S(self->y));
    self->t = self->before = self->reached = self->begun = self->watched_t = t;
    quire_step_rate_limit_init(&self->limit, options->step_rate, t);
    quire_energy_balance_open(&self->energy, t, y);
    if (!set_up(self, t)) {
        quire_integrator_destroy(self);
        return quire_diag_error(
            diag, options->generic ? "E-USAGE" : "E-MEMORY", (struct quire_place){0}, NULL, NULL,
            options->generic ? "the generic solver is not built in: it needs KLU"
                             : "the integrator needs too much memory");
    }
    *out = self;
    return QUIRE_OK;
}

void
quire_integrator_destroy(struct quire_integrator *self)
{
    if (self == NULL) {
        return;
    }
    if (self->cvode != NULL) {
        CVodeFree(&self->cvode);
    }
    if (self->solver != NULL) {
        SUNNonlinSolFree(self->solver);
    }
    quire_generic_destroy(self->linear.generic);
    quire_newton_destroy(&self->newton);
    if (self->y != NULL) {
        N_VDestroy(self->y);
    }
    if (self->spare != NULL) {
        N_VDestroy(self->spare);
    }
    if (self->context != NULL) {
        SUNContext_Free(&self->context);
    }
    quire_energy_balance_destroy(&self->energy);
    quire_norm_destroy(&self->norm);
    self->problem->ops->destroy(self->problem->self);
    free(self);
}

/* ---- failures ---- */

static const struct quire_object *
name_error(struct quire_integrator *self, const double *error, bool uncounted, char *text,
           size_t size)
{
    const struct quire_ode_problem *p = self->problem;
    const double tq = self->options.position_tolerance;
    const struct quire_step_error estimate = {
        self->t, present(self), error, tq, tq * self->options.velocity_rate, uncounted};

    return p->ops->name_error(p->self, &estimate, text, size);
}

/* what the solver stumbled over: where Newton's last step was largest if it failed, else the
 * estimated error of the step */
static const struct quire_object *
error_source(struct quire_integrator *self, char *text, size_t size)
{
    const struct quire_ode_problem *p = self->problem;
    const struct quire_object *about = NULL;

    CVodeGetDky(self->cvode, self->t, 0, self->y); /* a step that failed may leave anything there */
    if (p->ops->name_trouble(p->self, &about, text, size)) {
        return about;
    }
    if (CVodeGetEstLocalErrors(self->cvode, self->spare) != 0) {
        N_VConst(0, self->spare);
    }
    double *error = unpacked_spare(self);
    if (!self->options.generic && self->newton.failed != 0) {
        memset(error, 0, sizeof *error * p->layout.length);
        memcpy(error + p->layout.v0, self->newton.at.step, sizeof *error * p->layout.nv);
    }
    return name_error(self, error, false, text, size);
}

static quire_status
give_up(struct quire_integrator *self, const char *name, const char *what)
{
    char culprit[320];
    double h = 0;

    self->failure.about = error_source(self, culprit, sizeof culprit);
    CVodeGetLastStep(self->cvode, &h);
    snprintf(self->failure.name, sizeof self->failure.name, "%s", name);
    snprintf(self->failure.text, sizeof self->failure.text,
             "%s at t = %.6f s with steps of %.2g s; it concerns %s", what, self->t, h, culprit);
    return QUIRE_ERROR_NUMERIC;
}

static enum quire_trouble
trouble(const struct quire_integrator *self)
{
    return self->problem->ops->trouble(self->problem->self);
}

/* Newton's method failed at every step size */
static quire_status
explain_newton(struct quire_integrator *self)
{
    if (trouble(self) == QUIRE_TROUBLE_NOT_FINITE) {
        return give_up(self, "nonfinite-force", "a force became infinite or undefined");
    }
    if (!self->options.generic && self->newton.singular) {
        return give_up(self, "singular-matrix", "the matrix of a step could not be factored");
    }
    return give_up(self, "nonlinear-failure", "the equations of a step could not be solved");
}

static quire_status
explain(struct quire_integrator *self, int flag)
{
    switch (flag) {
    case CV_ERR_FAILURE:
        return give_up(self, "step-too-small", "the time step had to become too small");
    case CV_TOO_MUCH_ACC:
        return give_up(self, "step-too-small",
                       "positions can not be told apart as finely as position-tolerance asks");
    case CV_CONV_FAILURE: return explain_newton(self);
    case CV_RHSFUNC_FAIL:
    case CV_FIRST_RHSFUNC_ERR:
    case CV_REPTD_RHSFUNC_ERR:
    case CV_UNREC_RHSFUNC_ERR:
        return give_up(self, "nonfinite-force", "a force became infinite or undefined");
    /* of the generic solver; for it a singular matrix is no more than a reason for a smaller step
     */
    case CV_LSETUP_FAIL:
    case CV_MEM_FAIL: give_up(self, "out-of-memory", "memory ran out"); return QUIRE_ERROR_LIMIT;
    default: return give_up(self, "step-too-small", "the integrator gave up");
    }
}

/* ---- stepping ---- */

static void
remember(struct quire_integrator *self)
{
    long n = 0;

    if (CVodeGetNumErrTestFails(self->cvode, &n) == 0) {
        self->past.error_failures += n;
    }
    if (self->options.generic && CVodeGetNumNonlinSolvIters(self->cvode, &n) == 0) {
        self->past.iterations += n;
    }
    if (self->options.generic && CVodeGetNumNonlinSolvConvFails(self->cvode, &n) == 0) {
        self->past.newton_failures += n;
    }
}

static bool
reinitialise(struct quire_integrator *self, double t)
{
    remember(self);
    self->restarts++;
    self->newton.unchecked = 0;
    quire_energy_balance_forget(&self->energy);
    return CVodeReInit(self->cvode, t, self->y) == 0;
}

static quire_status
give_up_for_steps(struct quire_integrator *self)
{
    const struct quire_step_rate_limit *b = &self->limit;
    char what[200];
    double h = 0;

    CVodeGetLastStep(self->cvode, &h);
    const int tries = snprintf(what, sizeof what, "%ld steps", b->steps);
    const int failed = b->failed > 0 ? snprintf(what + tries, sizeof what - (size_t)tries,
                                                " and %ld tries that failed", b->failed)
                                     : 0;
    snprintf(what + tries + failed, sizeof what - (size_t)(tries + failed),
             " since %.6f s are %.0f more than <solver step-rate> allows (%.3g a second)%s,",
             b->since, QUIRE_STEP_TOKENS, b->rate,
             h > 0.99 * self->options.largest_step && self->options.largest_step > 0
                 ? ", as <solver largest-step> asks"
                 : "");
    return give_up(self, "too-many-steps", what);
}

static long
count_failures(struct quire_integrator *self)
{
    struct quire_integrator_stats s;

    quire_integrator_get_stats(self, &s);
    return s.error_failures + s.newton_failures;
}

/* Steps fifty times shorter than so far mean that the solver may be stuck: start afresh with a
 * tighter Newton for the rest. */
static void
watch(struct quire_integrator *self)
{
    if (self->steps % WATCH_EVERY != 0) {
        return;
    }
    const double advanced = self->t - self->watched_t,
                 mean = (self->t - self->begun) / (double)self->steps;
    self->watched_t = self->t;
    if (self->steps >= 2 * WATCH_EVERY && advanced < WATCH_EVERY * mean * WATCH_SLOW) {
        self->watchdog++;
        self->cold_restart =
            true; /* before the next step: until then this one may be looked into */
    }
}

static bool
restart_cold(struct quire_integrator *self)
{
    self->cold_restart = false;
    return reinitialise(self, self->t) &&
           CVodeSetNonlinConvCoef(self->cvode, self->coefficient / 30) == 0;
}

/* how long the coming step may become; 0: it is the first after a start, which is short */
static double
longest_ahead(const struct quire_integrator *self)
{
    double h = 0;
    long n = 0;

    if (CVodeGetNumSteps(self->cvode, &n) != 0 || n == 0) {
        return 0;
    }
    if (!self->stopped) {
        return CVodeGetCurrentStep(self->cvode, &h) == 0 ? h : 0;
    }
    CVodeGetLastStep(self->cvode, &h); /* after a stop CVODE does not tell */
    return (n == 1 ? MOST_GROWTH_FIRST : MOST_GROWTH) * h;
}

/* where the coming step has to end at the latest, lest it misses a contact */
static double
contact_until(struct quire_integrator *self, const double *y, double stop)
{
    const struct quire_ode_problem *p = self->problem;
    const double h = fmin(longest_ahead(self), stop - self->t);

    if (!p->ops->may_miss_contact(p->self, self->t, y, h) ||
        CVodeGetDky(self->cvode, self->t, 1, self->spare) != 0) {
        return stop;
    }
    const double longest = p->ops->longest_step(p->self, self->t, y, unpacked_spare(self), h);
    return longest < h ? fmin(stop, self->t + fmax(longest, FIRST_STEP)) : stop;
}

/* a step has ended at self->t */
static void
end_step(struct quire_integrator *self)
{
    const struct quire_ode_problem *p = self->problem;
    const long failures = count_failures(self);

    self->steps++;
    quire_step_rate_limit_charge(&self->limit, failures - self->charged);
    self->charged = failures;
    self->reached = self->t;
    p->ops->keep_solution(p->self);
    const double *y = present(self);
    quire_energy_balance_close(&self->energy, self->t, self->linear.t_left_limit, y);
    p->ops->end_step(p->self, self->t, self->t - self->before, y);
    quire_energy_balance_refine(&self->energy);
    watch(self);
}

static void
begin_step(struct quire_integrator *self, const double *y)
{
    const struct quire_ode_problem *p = self->problem;

    quire_energy_balance_lose(&self->energy, p->ops->begin_step(p->self, self->t, y));
}

quire_status
quire_integrator_step(struct quire_integrator *self, double stop)
{
    quire_energy_balance_begin(&self->energy, self->t);
    self->before = self->t;
    if (!quire_step_rate_limit_spend(&self->limit, self->t)) {
        return give_up_for_steps(self);
    }
    if (self->cold_restart && !restart_cold(self)) {
        return give_up(self, "step-too-small", "the integrator could not start afresh");
    }
    self->problem->ops->select(self->problem->self);
    const double *y = present(self);
    begin_step(self, y);
    self->linear.t_left_limit = stop - LEFT_LIMIT;
    CVodeSetStopTime(self->cvode, contact_until(self, y, stop));
    const int flag = CVode(self->cvode, stop, self->y, &self->t, CV_ONE_STEP);
    if (flag < 0) {
        self->t = self->reached = self->before;
        if (trouble(self) == QUIRE_TROUBLE_MEMORY) {
            give_up(self, "out-of-memory", "memory ran out");
            return QUIRE_ERROR_LIMIT;
        }
        return explain(self, flag);
    }
    self->stopped = flag == CV_TSTOP_RETURN;
    end_step(self);
    return QUIRE_OK;
}

const struct quire_object *
quire_integrator_error_source(struct quire_integrator *self, char *text, size_t size)
{
    if (CVodeGetEstLocalErrors(self->cvode, self->spare) != 0) {
        N_VConst(0, self->spare);
    }
    return name_error(self, unpacked_spare(self), true, text, size);
}

const struct quire_integrator_failure *
quire_integrator_why(const struct quire_integrator *self)
{
    return &self->failure;
}

double
quire_integrator_time(const struct quire_integrator *self)
{
    return self->t;
}

double
quire_integrator_before(const struct quire_integrator *self)
{
    return self->before;
}

double
quire_integrator_started(const struct quire_integrator *self)
{
    return self->stretch;
}

/* whether this is a time within the last step and not its end; then the state is in `spare` */
static bool
is_between(const struct quire_integrator *self, double t)
{
    return t != self->reached && self->before != self->reached &&
           CVodeGetDky(self->cvode, t, 0, self->spare) == 0;
}

static void
unpack_at(const struct quire_integrator *self, bool between, double *y)
{
    N_Vector vector = between ? self->spare : self->y;

    quire_unpack_into(&self->norm.packing, NV_DATA_S(vector), y);
}

void
quire_integrator_at(const struct quire_integrator *self, double t, double *y)
{
    unpack_at(self, is_between(self, t), y);
}

const double *
quire_integrator_look(const struct quire_integrator *self, double t, double *y)
{
    const bool between = is_between(self, t);

    if (!between && self->options.workspace == NULL) {
        return NV_DATA_S(self->y);
    }
    unpack_at(self, between, y);
    return y;
}

const double *
quire_integrator_state(const struct quire_integrator *self)
{
    return present(self);
}

quire_status
quire_integrator_restart(struct quire_integrator *self, double t, const double *y)
{
    const struct quire_ode_problem *p = self->problem;
    const double h = t - self->before;
    double *own = self->present;

    quire_pack(&self->norm.packing, y, NV_DATA_S(self->y));
    look(self, self->y, own);
    quire_energy_balance_open(&self->energy, t, y);
    p->ops->keep_solution(p->self);
    p->ops->end_step(p->self, t, h, own);
    self->t = self->before = self->reached = self->stretch = t;
    begin_step(self, own);
    if (p->ops->relax(p->self, own)) {
        quire_pack(&self->norm.packing, own, NV_DATA_S(self->y));
    }
    if (!reinitialise(self, t)) {
        return give_up(self, "step-too-small", "the integrator could not start afresh");
    }
    return QUIRE_OK;
}

void
quire_integrator_get_stats(const struct quire_integrator *self, struct quire_integrator_stats *s)
{
    long n = 0;

    *s = self->past;
    s->steps = self->steps;
    self->problem->ops->counts(self->problem->self, &s->rhs, &s->matrices);
    s->restarts = self->restarts;
    s->watchdog = self->watchdog;
    if (CVodeGetNumErrTestFails(self->cvode, &n) == 0) {
        s->error_failures += n;
    }
    if (!self->options.generic) {
        s->iterations = self->newton.total;
        s->newton_failures = self->newton.failures;
    } else {
        if (CVodeGetNumNonlinSolvIters(self->cvode, &n) == 0) {
            s->iterations += n;
        }
        if (CVodeGetNumNonlinSolvConvFails(self->cvode, &n) == 0) {
            s->newton_failures += n;
        }
    }
    CVodeGetLastStep(self->cvode, &s->last_step);
    CVodeGetLastOrder(self->cvode, &s->last_order);
}

struct quire_flows
quire_integrator_work(const struct quire_integrator *self, double t)
{
    return quire_energy_balance_work(&self->energy, t);
}

void
quire_integrator_shorten(struct quire_integrator *self, double t)
{
    const double looked = t - LEFT_LIMIT; /* what touches at t did not do so in the step */

    if (looked > self->before && is_between(self, looked)) {
        quire_energy_balance_cut(&self->energy, t, looked, unpacked_spare(self));
    }
    self->t = t;
}
