#include "integ/integrator.h"

#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_version.h>

#include "integ/constants.h"
#include "integ/stepper.h"

static void
quiet(int code, const char *module, const char *function, char *text, void *user)
{
    (void)code;
    (void)module;
    (void)function;
    (void)text;
    (void)user;
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
    if (!p->ops->derivative(p->self, t, quire_laid_out(self, vy, room != NULL ? room->given : NULL),
                            f)) {
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
        CVodeSetInitStep(self->cvode, QUIRE_FIRST_STEP) != 0 ||
        CVodeSetMinStep(self->cvode, QUIRE_STEP_LEAST) != 0 ||
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
    CVodeSetEtaFixedStepBounds(self->cvode, 0, QUIRE_STEP_GROWTH);
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
                                       o->workspace, o->position_tolerance);
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
    self->regrouped = problem->regrouped;
    self->options = *options;
    self->coefficient = options->generic ? QUIRE_GENERIC_COEFFICIENT : QUIRE_NEWTON_COEFFICIENT;
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

const struct quire_ode_problem *
quire_integrator_problem(const struct quire_integrator *self)
{
    return self->problem;
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

static void
unpack_at(const struct quire_integrator *self, bool between, double *y)
{
    N_Vector vector = between ? self->spare : self->y;

    quire_unpack_into(&self->norm.packing, NV_DATA_S(vector), y);
}

void
quire_integrator_at(const struct quire_integrator *self, double t, double *y)
{
    unpack_at(self, quire_is_between(self, t), y);
}

const double *
quire_integrator_look(const struct quire_integrator *self, double t, double *y)
{
    const bool between = quire_is_between(self, t);

    if (!between && self->options.workspace == NULL) {
        return NV_DATA_S(self->y);
    }
    unpack_at(self, between, y);
    return y;
}

const double *
quire_integrator_state(const struct quire_integrator *self)
{
    return quire_present(self);
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

const char *
quire_integ_version(void)
{
    static char version[25];

    if (SUNDIALSGetVersion(version, sizeof version) != 0) {
        return "unknown";
    }
    return version;
}
