#include "integ/integrator.h"

#include <cvode/cvode.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_version.h>

#include "contact/guide/sides.h"
#include "contact/law/law_state.h"
#include "contact/law/stick.h"
#include "force/space_sheet.h"
#include "integ/budget.h"
#include "integ/generic.h"
#include "integ/ledger.h"
#include "integ/newton.h"
#include "integ/vector.h"
#include "integ/version.h"
#include "observe/blame.h"
#include "step/clear.h"

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
    struct quire_state *state;
    const struct quire_part *part;
    struct quire_integrator_options options;
    struct quire_norm norm;
    SUNContext context;
    void *cvode;
    N_Vector y, spare;
    struct quire_newton newton;
    SUNNonlinearSolver solver;
    double t, before, reached; /* the last step ends at reached and counts up to t [s] */
    double stretch;            /* when the present one began [s] */
    double coefficient;
    double *work;
    long steps, rhs, restarts, watchdog;
    struct quire_budget budget;
    long charged;                       /* failures that are in the budget */
    struct quire_integrator_stats past; /* CVODE counts from its last start */
    double begun, watched_t;
    struct quire_slide *slide; /* where friction held on at the end of the last step */
    int n_slide, cap_slide;
    unsigned char *seen; /* what other laws remember saw then, and */
    /* how it moved: at the places of the part's slots, one after the other */
    struct quire_motion *seen_motion;
    double since; /* length of that step [s] */
    bool settled;
    bool weights_set, afresh, stopped; /* stopped: the last step ended where it had to */
    struct quire_ledger ledger;
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

struct held_rate {
    const struct quire_system *sys;
    double *rate; /* laid out as V */
};

static void
set_held(void *user, const struct quire_held *held)
{
    const struct held_rate *h = user;

    quire_held_prescribe(h->sys, held, held->acceleration, h->rate);
}

/* y' = [T v | M^-1 F | z'] */
static int
right_hand_side(realtype t, N_Vector vy, N_Vector vf, void *user)
{
    struct quire_integrator *self = user;
    struct quire_state *st = self->state;
    const struct quire_system *sys = st->system;
    const struct quire_layout *l = &sys->layout;
    const struct quire_rooms *rooms = self->options.rooms;
    const double *y =
        quire_unpack(&self->norm.packing, NV_DATA_S(vy), rooms != NULL ? rooms->given : NULL);
    double *f = rooms != NULL ? rooms->history : NV_DATA_S(vf);
    struct held_rate held = {sys, f + l->v0};

    t = t < self->linear.latest ? t : self->linear.latest;
    self->rhs++;
    if (!quire_state_forces(st, t, y)) {
        return 1;
    }
    if (self->options.serial_vectors) {
        /* they look at what lies between the parts' entries */
        memset(f, 0, sizeof(double) * l->length);
    }
    for (int k = 0; k < self->part->n_q; k++) {
        const struct quire_range q = self->part->q[k];
        memcpy(f + q.first, y + l->v0 + q.first, sizeof(double) * (q.last - q.first));
    }
    for (int k = 0; k < self->part->n_vz; k++) {
        const struct quire_range vz = self->part->vz[k];
        memcpy(f + l->v0 + vz.first, st->force + vz.first, sizeof(double) * (vz.last - vz.first));
    }
    QUIRE_EACH(k, self->part, small)
    {
        const struct quire_small *s = sys->small + k;
        if (s->body.ops->kinematics != NULL) {
            s->body.ops->kinematics(s->body.self, y + s->q0, y + l->v0 + s->v0, f + s->q0);
        } else {
            memcpy(f + s->q0, y + l->v0 + s->v0, sizeof(double) * (size_t)s->body.nv);
        }
    }
    quire_state_held(st, t, set_held, &held);
    quire_state_mass_solve(st, t, y, f + l->v0, self->work);
    QUIRE_EACH(k, self->part, sheet)
    {
        if (!st->sheet[k].entered) {
            const struct quire_sheet *s = sys->sheet + k;
            memset(f + s->x0, 0, sizeof(double) * s->size);
            memset(f + l->v0 + s->x0, 0, sizeof(double) * s->size);
        }
    }
    if (rooms != NULL) {
        quire_pack(&self->norm.packing, f, NV_DATA_S(vf));
    }
    return 0;
}

static int
weights(N_Vector vy, N_Vector vw, void *user)
{
    struct quire_integrator *self = user;
    const struct quire_system *sys = self->state->system;
    const struct quire_layout *l = &sys->layout;
    const double tq = self->options.position_tolerance, tv = tq * self->options.velocity_rate;
    const struct quire_rooms *rooms = self->options.rooms;
    double *w = rooms != NULL ? rooms->weights : NV_DATA_S(vw);

    (void)vy;
    if (self->weights_set &&
        (self->part->n_all == 0 ||
         NV_DATA_S(vw)[quire_packed_range(&self->norm.packing, 0).first] > 0)) {
        return 0; /* they are constant */
    }
    /* padding has no error; the small weight keeps SUNDIALS' own vectors happy */
    for (size_t i = 0; self->options.serial_vectors && i < l->length; i++) {
        w[i] = 1e-3 / tq;
    }
    for (int k = 0; k < self->part->n_all; k++) {
        for (size_t i = self->part->all[k].first; i < self->part->all[k].last; i++) {
            w[i] = 1e-3 / tq;
        }
    }
    /* all nodes alike: the norms of newton.c and vector.c look at the first alone */
    QUIRE_EACH(k, self->part, sheet)
    {
        const struct quire_sheet *s = sys->sheet + k;
        for (size_t i = 0; i < s->size; i++) {
            w[s->x0 + i] = 1 / tq;
            w[l->v0 + s->x0 + i] = 1 / tv;
        }
    }
    QUIRE_EACH(k, self->part, small)
    {
        const struct quire_small *s = sys->small + k;
        double scale[QUIRE_BODY_DOFS + QUIRE_BODY_STATES];
        for (int i = 0; i < QUIRE_BODY_DOFS + QUIRE_BODY_STATES; i++) {
            scale[i] = 1;
        }
        s->body.ops->scale(s->body.self, scale);
        for (int i = 0; i < s->body.nq; i++) {
            w[s->q0 + i] = 1 / (tq * scale[i < s->body.nv ? i : s->body.nv - 1]);
        }
        for (int i = 0; i < s->body.nv; i++) {
            w[l->v0 + (size_t)(s->v0 + i)] = 1 / (tv * scale[i]);
        }
        for (int i = 0; i < s->body.nz; i++) {
            w[l->z0 + (size_t)(s->z0 + i)] = 1 / (tq * scale[s->body.nv + i]);
        }
    }
    for (int k = 0; k < self->part->n_z; k++) {
        for (size_t i = self->part->z[k].first; i < self->part->z[k].last; i++) {
            w[l->z0 + i] = i < sys->slot_z ? w[l->z0 + i] : 1 / tq;
        }
    }
    if (rooms != NULL) {
        quire_pack(&self->norm.packing, w, NV_DATA_S(vw));
    }
    self->weights_set = true;
    return 0;
}

/* the part's entries of a vector, laid out as y; those of the others are left alone */
static void
copy_part(const struct quire_integrator *self, double *to, N_Vector from)
{
    for (int k = 0; k < self->part->n_all; k++) {
        const struct quire_range at = self->part->all[k];
        memcpy(to + at.first, NV_DATA_S(from) + quire_packed_range(&self->norm.packing, k).first,
               sizeof(double) * (at.last - at.first));
    }
}

/* the state at the end of the last step, laid out as y */
static const double *
present(const struct quire_integrator *self)
{
    return quire_unpack(&self->norm.packing, NV_DATA_S(self->y),
                        self->options.rooms != NULL ? self->options.rooms->y : NULL);
}

/* what is in `spare`, laid out as y, which may be written into */
static double *
unpacked_spare(const struct quire_integrator *self)
{
    double *room =
        self->options.rooms != NULL ? self->options.rooms->spare : NV_DATA_S(self->spare);

    quire_unpack(&self->norm.packing, NV_DATA_S(self->spare), room);
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
        return quire_generic_create(self->state, &self->linear, self->cvode, self->y,
                                    self->context) != NULL;
    }
    CVodeSetEtaFixedStepBounds(self->cvode, 0, GROWTH);
    if (quire_newton_create(&self->newton, self->state, self->cvode, &self->norm, o->rooms) != 0) {
        return false;
    }
    self->newton.latest = &self->linear.latest;
    self->newton.start = NV_DATA_S(self->y);
    self->solver = quire_newton_solver(&self->newton, self->context);
    return self->solver != NULL && CVodeSetNonlinearSolver(self->cvode, self->solver) == 0;
}

/* places of the part's slots, where laws remember */
static size_t
memory_places(const struct quire_system *sys, const struct quire_part *part)
{
    size_t n = 0;

    QUIRE_EACH(k, part, slot)
    {
        n += (size_t)sys->slot[k].n_station;
    }
    return n;
}

quire_status
quire_integrator_create(struct quire_integrator **out, struct quire_state *state,
                        const struct quire_integrator_options *options,
                        const struct quire_part *part, double t, const double *y, quire_diag *diag)
{
    struct quire_integrator *self = calloc(1, sizeof *self);
    const size_t length = state->system->layout.length;
    size_t longest = 1;

    *out = NULL;
    if (self == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    if (options->generic && state->system->n_grip > 0) {
        free(self);
        return quire_diag_error(diag, "E-USAGE", (struct quire_place){0}, NULL,
                                "use the velocity method, or friction with a threshold velocity",
                                "the generic solver can not follow friction that sticks");
    }
    self->state = state;
    self->part = part != NULL ? part : &state->whole;
    self->options = *options;
    self->norm = (struct quire_norm){.system = state->system, .part = self->part};
    self->coefficient = options->generic ? GENERIC_COEFFICIENT : NEWTON_COEFFICIENT;
    for (int k = 0; k < state->system->n_sheet; k++) {
        const size_t n = (size_t)state->system->sheet[k].chain.n + 1;
        longest = n > longest ? n : longest;
    }
    self->work = calloc(2 * longest, sizeof *self->work);
    const size_t places = memory_places(state->system, self->part);
    self->seen = calloc(places + 1, 1);
    self->seen_motion = calloc(places + 1, sizeof *self->seen_motion);
    self->settled = true;
    const bool packed =
        quire_packing_create(&self->norm.packing, state->system, self->part, options->rooms);
    if (packed && self->work != NULL && self->seen != NULL && self->seen_motion != NULL &&
        SUNContext_Create(NULL, &self->context) == 0) {
        self->y = options->serial_vectors ? N_VNew_Serial((sunindextype)length, self->context)
                                          : quire_vector_create(&self->norm, self->context);
        self->spare = self->y != NULL ? N_VClone(self->y) : NULL;
        self->cvode = CVodeCreate(CV_BDF, self->context);
    }
    if (self->y == NULL || self->spare == NULL || self->cvode == NULL ||
        !quire_ledger_create(&self->ledger, state, &self->norm,
                             options->generic ? NULL : &self->newton, self->cvode, self->spare,
                             options->rooms)) {
        quire_integrator_destroy(self);
        return quire_diag_error(diag, "E-MEMORY", (struct quire_place){0}, NULL, NULL,
                                "the integrator needs too much memory");
    }
    N_VConst(0, self->y);
    N_VConst(0, self->spare);
    quire_pack(&self->norm.packing, y, NV_DATA_S(self->y));
    self->t = self->before = self->reached = self->begun = self->watched_t = t;
    quire_budget_init(&self->budget, options->step_rate, t);
    quire_ledger_open(&self->ledger, t, y);
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
    free(self->work);
    quire_ledger_destroy(&self->ledger);
    free(self->slide);
    free(self->seen);
    free(self->seen_motion);
    quire_packing_destroy(&self->norm.packing);
    free(self);
}

/* ---- failures ---- */

/* what the solver stumbled over: where Newton's last step was largest if it failed, else the
 * estimated error of the step */
static const struct quire_object *
blame(struct quire_integrator *self, char *text, size_t size)
{
    const struct quire_layout *l = &self->state->system->layout;
    CVodeGetDky(self->cvode, self->t, 0, self->y); /* a step that failed may leave anything there */
    if (self->state->culprit != NULL) {
        snprintf(text, size, "a force on '%s' that was not finite", self->state->culprit);
        return quire_system_named(self->state->system, self->state->culprit);
    }
    if (self->state->too_deep.law != NULL) {
        char who[200];
        const struct quire_object *object =
            quire_slide_text(self->state->system, &self->state->too_deep, who, sizeof who);
        snprintf(text, size, "%s, which would come nearer than its minimum-distance", who);
        return object;
    }
    if (CVodeGetEstLocalErrors(self->cvode, self->spare) != 0) {
        N_VConst(0, self->spare);
    }
    double *error = unpacked_spare(self);
    if (!self->options.generic && self->newton.failed != 0) {
        memset(error, 0, sizeof *error * l->length);
        memcpy(error + l->v0, self->newton.r, sizeof *error * l->nv);
    }
    const double tq = self->options.position_tolerance;
    return quire_blame_largest(self->state, self->t, present(self), error, tq,
                               tq * self->options.velocity_rate, text, size);
}

static quire_status
give_up(struct quire_integrator *self, const char *name, const char *what)
{
    char culprit[320];
    double h = 0;

    self->failure.about = blame(self, culprit, sizeof culprit);
    CVodeGetLastStep(self->cvode, &h);
    snprintf(self->failure.name, sizeof self->failure.name, "%s", name);
    snprintf(self->failure.text, sizeof self->failure.text,
             "%s at t = %.6f s with steps of %.2g s; it concerns %s", what, self->t, h, culprit);
    return QUIRE_ERROR_NUMERIC;
}

/* Newton's method failed at every step size */
static quire_status
explain_newton(struct quire_integrator *self)
{
    if (self->state->culprit != NULL) {
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
    quire_ledger_forget(&self->ledger);
    return CVodeReInit(self->cvode, t, self->y) == 0;
}

static quire_status
give_up_for_steps(struct quire_integrator *self)
{
    const struct quire_budget *b = &self->budget;
    char what[200];
    double h = 0;

    CVodeGetLastStep(self->cvode, &h);
    const int tries = snprintf(what, sizeof what, "%ld steps", b->steps);
    const int failed = b->failed > 0 ? snprintf(what + tries, sizeof what - (size_t)tries,
                                                " and %ld tries that failed", b->failed)
                                     : 0;
    snprintf(what + tries + failed, sizeof what - (size_t)(tries + failed),
             " since %.6f s are %.0f more than <solver step-rate> allows (%.3g a second)%s,",
             b->since, QUIRE_STEP_CREDIT, b->rate,
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
        self->afresh = true; /* before the next step: until then this one may be looked into */
    }
}

/* what laws remember from here on */
static void
settle(struct quire_integrator *self)
{
    if (self->part->n_slot > 0 && !self->settled) {
        self->ledger.done.contact += quire_memory_settle(self->state, self->part, self->seen,
                                                         self->seen_motion, self->since);
        self->settled = self->part->n_grip == 0;
    }
    if (self->part->n_grip > 0 && !self->settled) {
        quire_stick_settle(self->state, self->part, self->slide, self->n_slide);
        self->settled = true;
    }
}

/* what laws are to take over from a step, or part of one, that ends at t */
static void
keep_motions(struct quire_integrator *self, double t, const double *y)
{
    size_t at = 0;

    self->since = t - self->before;
    if (self->part->n_slot == 0) {
        return;
    }
    quire_memory_look(self->state, self->part, t, y);
    QUIRE_EACH(k, self->part, slot)
    {
        const struct quire_slot *slot = self->state->system->slot + k;
        const size_t n = (size_t)slot->n_station;
        memcpy(self->seen + at, self->state->seen + slot->memory0, n);
        memcpy(self->seen_motion + at, self->state->motion + slot->memory0,
               sizeof *self->seen_motion * n);
        at += n;
    }
    self->settled = false;
}

/* for so many slides; where memory runs out the next evaluation fails */
static bool
has_room(struct quire_integrator *self, int n)
{
    if (n > self->cap_slide) {
        struct quire_slide *more = realloc(self->slide, sizeof *more * (size_t)n);
        self->state->failed = self->state->failed || more == NULL;
        self->slide = more != NULL ? more : self->slide;
        self->cap_slide = more != NULL ? n : self->cap_slide;
    }
    return n <= self->cap_slide;
}

static void
keep_slides(struct quire_integrator *self)
{
    if (self->part->n_grip > 0 && has_room(self, self->state->n_slide)) {
        self->n_slide = self->state->n_slide;
        if (self->n_slide > 0) { /* there may be no room yet */
            memcpy(self->slide, self->state->slide, sizeof *self->slide * (size_t)self->n_slide);
        }
        self->settled = false;
    }
}

static bool
start_afresh(struct quire_integrator *self)
{
    self->afresh = false;
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

/* where the coming step has to end at the latest, lest it carries a sheet across a solid */
static double
clear_until(struct quire_integrator *self, const double *y, double stop)
{
    const double h = fmin(longest_ahead(self), stop - self->t);

    if (!quire_clear_is_doubtful(self->state, self->part, self->t, y, h) ||
        CVodeGetDky(self->cvode, self->t, 1, self->spare) != 0) {
        return stop;
    }
    const double clear =
        quire_clear_step(self->state, self->part, self->t, y, unpacked_spare(self), h);
    return clear < h ? fmin(stop, self->t + fmax(clear, FIRST_STEP)) : stop;
}

quire_status
quire_integrator_step(struct quire_integrator *self, double stop)
{
    quire_ledger_begin(&self->ledger, self->t);
    self->before = self->t;
    if (!quire_budget_spend(&self->budget, self->t)) {
        return give_up_for_steps(self);
    }
    if (self->afresh && !start_afresh(self)) {
        return give_up(self, "step-too-small", "the integrator could not start afresh");
    }
    quire_state_focus(self->state, self->part);
    settle(self);
    const double *y = present(self);
    quire_sides_settle(self->state, self->part, self->t, y);
    self->linear.latest = stop - LEFT_LIMIT;
    CVodeSetStopTime(self->cvode, clear_until(self, y, stop));
    const int flag = CVode(self->cvode, stop, self->y, &self->t, CV_ONE_STEP);
    if (flag < 0) {
        self->t = self->reached = self->before;
        if (self->state->failed) {
            give_up(self, "out-of-memory", "memory ran out");
            return QUIRE_ERROR_LIMIT;
        }
        return explain(self, flag);
    }
    self->stopped = flag == CV_TSTOP_RETURN;
    self->steps++;
    const long failures = count_failures(self);
    quire_budget_charge(&self->budget, failures - self->charged);
    self->charged = failures;
    self->reached = self->t;
    keep_slides(self);
    y = present(self);
    quire_ledger_close(&self->ledger, self->t, self->linear.latest, y);
    keep_motions(self, self->t, y);
    quire_ledger_refine(&self->ledger);
    watch(self);
    return QUIRE_OK;
}

const struct quire_object *
quire_integrator_blame(struct quire_integrator *self, char *text, size_t size)
{
    const double tq = self->options.position_tolerance;
    const long counted = self->state->n_forces; /* the solver's own alone */

    if (CVodeGetEstLocalErrors(self->cvode, self->spare) != 0) {
        N_VConst(0, self->spare);
    }
    const struct quire_object *about =
        quire_blame_largest(self->state, self->t, present(self), unpacked_spare(self), tq,
                            tq * self->options.velocity_rate, text, size);
    self->state->n_forces = counted;
    return about;
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

void
quire_integrator_at(const struct quire_integrator *self, double t, double *y)
{
    copy_part(self, y, is_between(self, t) ? self->spare : self->y);
}

const double *
quire_integrator_look(const struct quire_integrator *self, double t, double *y)
{
    const bool between = is_between(self, t);

    if (!between && self->options.rooms == NULL) {
        return NV_DATA_S(self->y);
    }
    copy_part(self, y, between ? self->spare : self->y);
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
    double *own = self->options.rooms != NULL ? self->options.rooms->y : NV_DATA_S(self->y);

    quire_pack(&self->norm.packing, y, NV_DATA_S(self->y));
    quire_unpack(&self->norm.packing, NV_DATA_S(self->y), own);
    quire_ledger_open(&self->ledger, t, y);
    keep_slides(self);
    keep_motions(self, t, own);
    settle(self);
    quire_sides_settle(self->state, self->part, t, own);
    if (self->part->n_grip > 0) {
        quire_stick_rest(self->state, self->part, own + self->state->system->layout.z0);
        quire_pack(&self->norm.packing, own, NV_DATA_S(self->y));
    }
    self->t = self->before = self->reached = self->stretch = t;
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
    s->rhs = self->state->n_forces;
    s->matrices = self->state->n_matrix;
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

struct quire_powers
quire_integrator_work(const struct quire_integrator *self, double t)
{
    return quire_ledger_work(&self->ledger, t);
}

void
quire_integrator_shorten(struct quire_integrator *self, double t)
{
    const double looked = t - LEFT_LIMIT; /* what touches at t did not do so in the step */

    if (looked > self->before && is_between(self, looked)) {
        quire_ledger_cut(&self->ledger, t, looked, unpacked_spare(self));
    }
    self->t = t;
}
