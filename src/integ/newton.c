#include "integ/newton.h"

#include <cvode/cvode.h>
#include <math.h>
#include <string.h>

#include "integ/constants.h"

int
quire_newton_create(struct quire_newton *nw, void *cvode, const struct quire_norm *norm,
                    const struct quire_workspace *workspace)
{
    const struct quire_index_sets *sets = &norm->problem->sets;

    memset(nw, 0, sizeof *nw);
    nw->problem = norm->problem;
    nw->cvode = cvode;
    nw->norm = norm;
    nw->workspace = workspace;
    if (workspace == NULL && !quire_newton_vectors_create(&nw->own, &nw->problem->layout)) {
        return -1;
    }
    if (!quire_newton_start_create(&nw->at_start, nw->problem)) {
        quire_newton_vectors_destroy(&nw->own);
        return -1;
    }
    nw->at = workspace != NULL ? workspace->newton : nw->own;
    for (int k = 0; k < sets->n_vz; k++) { /* others may have had it */
        const struct quire_range vz = sets->vz[k];
        memset(nw->at.delta_since_jacobian + vz.first, 0, sizeof(double) * (vz.last - vz.first));
    }
    return 0;
}

void
quire_newton_destroy(struct quire_newton *nw)
{
    quire_newton_vectors_destroy(&nw->own);
    quire_newton_start_destroy(&nw->at_start);
    memset(nw, 0, sizeof *nw);
}

const double *
quire_newton_rates(const struct quire_newton *nw)
{
    return nw->at.rates;
}

/* ---- the iterate ---- */

/* the end of the velocities in a range of [V | Z] whose positions stand at the same places of Q */
QUIRE_INLINE size_t
end_of_aligned(const struct quire_newton *nw, const struct quire_range *range)
{
    const size_t end = nw->problem->n_aligned;

    return range->last < end ? range->last : end;
}

static void
other_positions(struct quire_newton *nw, const struct quire_step_formula *formula, bool first)
{
    const struct quire_ode_problem *p = nw->problem;

    if (p->n_aligned < p->layout.nv) {
        p->ops->positions(p->self, formula, first, nw->at.y);
    }
}

/* ---- where it starts ---- */

static QUIRE_CLONES void
predict(struct quire_newton *nw, const struct quire_step_formula *formula, const double *weights)
{
    const struct quire_ode_problem *p = nw->problem;
    const double *restrict yp = formula->predicted, *restrict z1 = formula->history;
    const double rl1 = formula->rl1, g = formula->gamma;
    const size_t v0 = p->layout.v0, z0 = p->layout.z0;
    double *restrict a = nw->at.rates, *restrict y = nw->at.y;

    for (int k = 0; k < p->sets.n_vz; k++) {
        const size_t first = p->sets.vz[k].first, last = p->sets.vz[k].last,
                     end = end_of_aligned(nw, p->sets.vz + k);
        QUIRE_IVDEP
        for (size_t i = first; i < end; i++) {
            y[i] = yp[i] + g * yp[v0 + i] - rl1 * z1[i];
        }
        QUIRE_IVDEP
        for (size_t i = first; i < last; i++) {
            a[i] = rl1 * z1[v0 + i];
            y[v0 + i] = yp[v0 + i];
        }
    }
    for (int k = 0; k < p->sets.n_z; k++) {
        for (size_t i = p->sets.z[k].first; i < p->sets.z[k].last; i++) {
            nw->at.z_fixed[i] = yp[z0 + i] - rl1 * z1[z0 + i];
        }
    }
    if (nw->plain == 0) {
        quire_newton_start_take_back(&nw->at_start, formula, weights, nw->start, y, a);
    }
    p->ops->fix_states(p->self, nw->start, g, nw->at.z_fixed);
    other_positions(nw, formula, true);
}

static QUIRE_CLONES void
advance(struct quire_newton *nw, const struct quire_step_formula *formula)
{
    const struct quire_index_sets *sets = &nw->problem->sets;
    const size_t v0 = nw->problem->layout.v0;
    double *restrict a = nw->at.rates, *restrict y = nw->at.y,
                     *restrict delta = nw->at.delta_since_jacobian;
    const double *restrict r = nw->at.step;
    const double keep = nw->fresh ? 0 : 1, g = formula->gamma;

    for (int k = 0; k < sets->n_vz; k++) {
        const size_t first = sets->vz[k].first, last = sets->vz[k].last,
                     end = end_of_aligned(nw, sets->vz + k);
        QUIRE_IVDEP
        for (size_t i = first; i < last; i++) {
            a[i] += r[i];
            y[v0 + i] += r[i];
            delta[i] = keep * delta[i] + r[i];
        }
        QUIRE_IVDEP
        for (size_t i = first; i < end; i++) {
            y[i] += g * r[i];
        }
    }
    other_positions(nw, formula, false);
}

static QUIRE_CLONES void
correction(const struct quire_newton *nw, double *restrict out, const double *restrict yp)
{
    const struct quire_index_sets *sets = &nw->problem->sets;
    const double *restrict y = nw->at.y;

    for (int k = 0; k < sets->n_all; k++) {
        const size_t first = sets->all[k].first, n = sets->all[k].last - first;
        double *restrict to = out + quire_packed_range(&nw->norm->packing, k).first;
        const double *restrict from = y + first, *restrict before = yp + first;
        QUIRE_IVDEP
        for (size_t i = 0; i < n; i++) {
            to[i] = from[i] - before[i];
        }
    }
}

/* ---- one iteration ---- */

/* from here to the next evaluation inner states are solved for with the motion */
static struct quire_inner_states
inner_states(const struct quire_newton *nw)
{
    return (struct quire_inner_states){nw->gamma, nw->at.z_fixed};
}

/* Newton step at the present iterate; its norm. With `fresh` the matrix is evaluated here,
 * otherwise the last one serves. */
static double
newton_step(struct quire_newton *nw, double t, const double *w, bool fresh)
{
    const struct quire_ode_problem_ops *ops = nw->problem->ops;
    void *self = nw->problem->self;
    const struct quire_inner_states inner = inner_states(nw);
    const double g = nw->gamma;

    if (!(fresh ? ops->matrix(self, t, nw->at.y, g * g, g, &inner)
                : ops->forces(self, t, nw->at.y, &inner))) {
        return INFINITY;
    }
    nw->fresh = fresh;
    ops->residual(self, g, nw->at.y, nw->at.rates, nw->at.step);
    ops->hold_accelerations(self, t, 0, nw->at.step);
    if (fresh) {
        ops->factorise(self, nw->at.step);
        nw->factorised++;
    } else {
        ops->solve(self, nw->at.step);
    }
    return quire_norm_of_step(nw->norm, g, w, nw->at.step);
}

/* makes the step no longer than `most`; its norm is `size` */
static double
shorten(struct quire_newton *nw, double size, double most)
{
    const struct quire_index_sets *sets = &nw->problem->sets;

    if (!(size > most)) {
        return size;
    }
    for (int k = 0; k < sets->n_vz; k++) {
        for (size_t i = sets->vz[k].first; i < sets->vz[k].last; i++) {
            nw->at.step[i] *= most / size;
        }
    }
    return most;
}

static bool
is_finite(const struct quire_newton *nw)
{
    const struct quire_index_sets *sets = &nw->problem->sets;
    bool finite = true;

    for (int k = 0; k < sets->n_vz; k++) {
        for (size_t i = sets->vz[k].first; i < sets->vz[k].last; i++) {
            finite = finite && isfinite(nw->at.step[i]);
        }
    }
    return finite;
}

/* ---- the iteration ---- */

/* of one solve */
struct iteration {
    struct quire_step_formula formula;
    const double *weights; /* as y */
    double t, tolerance;
    int number, refreshed;
    bool stacked;      /* is_stacked() */
    bool fresh, again; /* the matrix was evaluated; beyond the first time */
    bool halving;
    bool mismatched;       /* a small step over a kink of the forces */
    double size, previous; /* norms of this step and of the one before */
    double ratio;          /* of the two */
};

/* estimate of what is still missing after an iteration */
static double
error_left(const struct quire_newton *nw, const struct iteration *it)
{
    /* one is enough only where the measured curvature says so, and not too often without a look */
    if (it->number == 1) {
        return nw->unchecked >= QUIRE_NEWTON_UNCHECKED
                   ? 10 * it->size
                   : fmax(QUIRE_NEWTON_SAFETY * nw->curvature * it->size * it->size,
                          QUIRE_NEWTON_LEAST_LEFT * it->size);
    }
    if (it->fresh) {
        return it->size;
    }
    return it->ratio < QUIRE_NEWTON_SLOW_RATE
               ? it->size * fmax(QUIRE_NEWTON_LEAST_RATE, it->ratio) / (1 - it->ratio)
               : it->size;
}

static int
fail(struct quire_newton *nw)
{
    nw->failures++;
    /* friction that holds fails at its limit, wherever the iteration starts */
    nw->plain = nw->kinks ? 0 : QUIRE_NEWTON_PLAIN;
    nw->failed_lately += nw->failed_lately < QUIRE_NEWTON_PATIENCE_MOST ? 1 : 0;
    nw->failed = 1;
    nw->curvature = fmin(2 * nw->curvature, fmax(nw->curvature, QUIRE_NEWTON_MOST_CURVATURE));
    return SUN_NLS_CONV_RECVR;
}

/* a vector laid out as y */
static const double *
look(const struct quire_newton *nw, N_Vector v, double *room)
{
    return quire_unpack(&nw->norm->packing, NV_DATA_S(v), room);
}

/* the step from the present iterate, with the matrix at hand or, where that does not serve, with
 * one of its own */
static void
find_step(struct quire_newton *nw, struct iteration *it)
{
    /* foreseen */
    it->again = it->number > 1 && !it->halving && it->refreshed < QUIRE_NEWTON_REFRESHES &&
                it->previous > it->tolerance &&
                nw->curvature * it->previous >
                    (it->stacked ? QUIRE_NEWTON_REFRESH_STACKED : QUIRE_NEWTON_REFRESH_RATIO);
    it->again = it->again || it->mismatched;
    it->fresh = it->number == 1 || it->halving || it->again;
    it->size = newton_step(nw, it->t, it->weights, it->fresh);
    it->ratio = it->number > 1 ? it->size / it->previous : 0;
    if (it->number == 2) { /* where forces are no numbers there is no curvature to be measured */
        nw->curvature = fmax(it->size < QUIRE_NEWTON_MOST_SIZE ? it->ratio / it->previous : 0,
                             QUIRE_NEWTON_CURVATURE_DECAY * nw->curvature);
        nw->unchecked = 0;
    }
    if (!it->fresh && it->refreshed < QUIRE_NEWTON_REFRESHES &&
        !(it->ratio <= QUIRE_NEWTON_REFRESH_RATIO)) {
        /* the matrix does not serve here (a contact began or ended): drop the step and take the
         * true one */
        it->fresh = it->again = true;
        it->size = newton_step(nw, it->t, it->weights, true);
        it->ratio = it->size / it->previous;
    }
    if (it->again) {
        it->refreshed++;
        nw->refreshed++;
        /* in stacks many contacts change, and the way on is seldom one direction */
        it->halving =
            !it->stacked && it->ratio > QUIRE_NEWTON_REVERSAL_RATIO &&
            quire_norm_is_opposite(nw->norm, it->weights, nw->at.delta_since_jacobian, nw->at.step);
    }
    nw->iterations = it->number;
    nw->total++;
}

/* the step counts, and its end is in y */
static void
accept(struct quire_newton *nw, const struct iteration *it, double *change)
{
    const struct quire_ode_problem *p = nw->problem;
    const struct quire_inner_states inner = inner_states(nw);

    nw->unchecked += it->number == 1;
    nw->plain -= nw->plain > 0;
    quire_newton_start_compare(&nw->at_start, &it->formula, nw->start, nw->at.y);
    p->ops->finish_states(p->self, nw->at.y, nw->at.delta_since_jacobian, &inner);
    correction(nw, change, it->formula.predicted);
}

/* whether forces at the iterate are other ones than this iteration has solved for */
static bool
is_mismatched(struct quire_newton *nw)
{
    const struct quire_ode_problem *p = nw->problem;
    const struct quire_inner_states inner = inner_states(nw);
    const double mismatch = p->ops->mismatch != NULL
                                ? p->ops->mismatch(p->self, nw->at.delta_since_jacobian, &inner)
                                : 0;

    nw->kinks = mismatch > 0;
    return mismatch > QUIRE_NEWTON_MISMATCH;
}

static void
begin(struct quire_newton *nw, struct iteration *it)
{
    const struct quire_ode_problem *p = nw->problem;

    nw->failed = 0;
    nw->singular = false;
    nw->iterations = 0;
    nw->gamma = it->formula.gamma;
    predict(nw, &it->formula, it->weights);
    p->ops->hold(p->self, it->t, nw->at.y);
    p->ops->hold_accelerations(p->self, it->t, nw->gamma, nw->at.rates);
}

static int
iterate(struct quire_newton *nw, struct iteration *it, double *change)
{
    const struct quire_ode_problem *p = nw->problem;

    begin(nw, it);
    for (it->number = 1;; it->number++) {
        find_step(nw, it);
        if (!(it->size < QUIRE_NEWTON_MOST_SIZE)) {
            nw->singular = p->ops->trouble(p->self) != QUIRE_TROUBLE_NOT_FINITE && !is_finite(nw);
            return fail(nw);
        }
        const double error = error_left(nw, it);
        /* what is near enough is taken as a whole: the rest of a step is nothing beside the
         * tolerance, but with a stiff spring not nothing beside its force */
        if (it->halving && !(error <= it->tolerance)) {
            it->size = shorten(nw, it->size, 0.5 * it->previous);
        }
        advance(nw, &it->formula);
        it->mismatched = error <= it->tolerance && is_mismatched(nw);
        if (error <= it->tolerance && !it->mismatched) {
            nw->failed_lately -= nw->failed_lately > 0 ? 1 : 0;
            accept(nw, it, change);
            return SUN_NLS_SUCCESS;
        }
        if ((!it->mismatched && it->number > 1 && it->fresh && it->size > 2 * it->previous) ||
            it->number >= (it->halving ? QUIRE_NEWTON_HALVINGS : QUIRE_NEWTON_ITERATIONS)) {
            /* motion along a jump of the forces has no solution that is closer, however short
             * the step is */
            if (nw->failed_lately >= QUIRE_NEWTON_PATIENCE &&
                it->size <= QUIRE_NEWTON_MOST_LEFT * it->tolerance) {
                accept(nw, it, change);
                return SUN_NLS_SUCCESS;
            }
            return fail(nw);
        }
        it->previous = it->size;
    }
}

static int
solve(SUNNonlinearSolver solver, N_Vector y0, N_Vector ycor, N_Vector weights, realtype tolerance,
      booleantype call_setup, void *mem)
{
    struct quire_newton *nw = solver->content;
    const struct quire_workspace *room = nw->workspace;
    N_Vector v_pred, v_n, v_f, v_z1;
    realtype t, g, rl1;
    void *user;
    const bool stacked = nw->problem->ops->is_stacked(nw->problem->self);

    (void)y0;
    (void)call_setup;
    (void)mem;
    CVodeGetNonlinearSystemData(nw->cvode, &t, &v_pred, &v_n, &v_f, &g, &rl1, &v_z1, &user);
    struct iteration it = {
        .formula = {look(nw, v_pred, room != NULL ? room->given : NULL),
                    look(nw, v_z1, room != NULL ? room->history : NULL), rl1, g},
        .weights = look(nw, weights, room != NULL ? room->weights : NULL),
        .t = t < *nw->t_left_limit ? t : *nw->t_left_limit,
        .tolerance = stacked ? QUIRE_NEWTON_STACKED * tolerance : tolerance,
        .stacked = stacked,
    };
    return iterate(nw, &it, NV_DATA_S(ycor));
}

static SUNNonlinearSolver_Type
type(SUNNonlinearSolver solver)
{
    (void)solver;
    return SUNNONLINEARSOLVER_ROOTFIND;
}

static int
initialize(SUNNonlinearSolver solver)
{
    (void)solver;
    return 0;
}

static int
set_system(SUNNonlinearSolver solver, SUNNonlinSolSysFn fn)
{
    (void)solver;
    (void)fn;
    return 0;
}

static int
iterations(SUNNonlinearSolver solver, long int *n)
{
    *n = ((const struct quire_newton *)solver->content)->iterations;
    return 0;
}

static int
failures(SUNNonlinearSolver solver, long int *n)
{
    *n = ((const struct quire_newton *)solver->content)->failed;
    return 0;
}

static int
current(SUNNonlinearSolver solver, int *n)
{
    *n = ((const struct quire_newton *)solver->content)->iterations;
    return 0;
}

static int
release(SUNNonlinearSolver solver)
{
    if (solver != NULL) {
        solver->content = NULL;
        SUNNonlinSolFreeEmpty(solver);
    }
    return 0;
}

SUNNonlinearSolver
quire_newton_solver(struct quire_newton *nw, SUNContext context)
{
    SUNNonlinearSolver solver = SUNNonlinSolNewEmpty(context);

    if (solver != NULL) {
        solver->content = nw;
        solver->ops->gettype = type;
        solver->ops->initialize = initialize;
        solver->ops->solve = solve;
        solver->ops->setsysfn = set_system;
        solver->ops->getnumiters = iterations;
        solver->ops->getnumconvfails = failures;
        solver->ops->getcuriter = current;
        solver->ops->free = release;
    }
    return solver;
}
