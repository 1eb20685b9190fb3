/* The integrator by itself: an oscillator that is no machine, but a table of callbacks. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "integ/integrator.h"
#include "integ/workspace.h"
#include "math/kernel.h"

#define MOST 2 /* oscillators in one layout */
#define V0   QUIRE_LANES
#define SIZE (2 * QUIRE_LANES)
#define EDGE QUIRE_LANES /* what may be read behind a vector */

enum { LOST, FORMULA, DAMPER, FLOWS };

/* q'' = -(stiffness) q - (damping) q', at entry `at` of Q and V; stiffness grows by `wall` where q
 * is below 0 */
struct oscillator {
    struct quire_ode_problem problem;
    struct quire_block block;
    struct quire_range all[2], v;
    double stiffness, damping, wall;
    double untold; /* damping that no flow tells of: an error of the forces */
    size_t at;
    double force, matrix;
    long forces, matrices;
    double broken_from; /* forces are no numbers from here on [s] */
    bool broken;
    int steps;       /* begun */
    bool *destroyed; /* set by destroy() */
};

static void
destroy(void *user)
{
    struct oscillator *o = user;

    *o->destroyed = true;
    free(o);
}

static void
nothing(void *user)
{
    (void)user;
}

static bool
no(void *user)
{
    (void)user;
    return false;
}

static double
stiffness_at(const struct oscillator *o, double q)
{
    return o->stiffness + (q < 0 ? o->wall : 0);
}

static bool
evaluate(struct oscillator *o, double t, const double *y)
{
    o->broken = t >= o->broken_from;
    o->force = -stiffness_at(o, y[o->at]) * y[o->at] - (o->damping + o->untold) * y[V0 + o->at];
    return !o->broken;
}

static bool
derivative(void *user, double t, const double *y, double *rate)
{
    struct oscillator *o = user;

    o->forces++;
    const bool good = evaluate(o, t, y);
    rate[o->at] = y[V0 + o->at];
    rate[V0 + o->at] = o->force;
    return good;
}

static bool
forces(void *user, double t, const double *y, const struct quire_inner_states *inner)
{
    struct oscillator *o = user;

    (void)inner;
    o->forces++;
    return evaluate(o, t, y);
}

static bool
matrix(void *user, double t, const double *y, double cq, double cv,
       const struct quire_inner_states *inner)
{
    struct oscillator *o = user;

    (void)inner;
    o->matrices++;
    o->matrix = 1 + cq * stiffness_at(o, y[o->at]) + cv * (o->damping + o->untold);
    return evaluate(o, t, y);
}

static void
residual(void *user, double gamma, const double *y, const double *a, double *r)
{
    const struct oscillator *o = user;

    (void)y;
    r[o->at] = gamma * o->force - a[o->at];
}

static void
solve(void *user, double *r)
{
    const struct oscillator *o = user;

    r[o->at] /= o->matrix;
}

static void
hold(void *user, double t, double *y)
{
    (void)user;
    (void)t;
    (void)y;
}

static void
hold_accelerations(void *user, double t, double times, double *v)
{
    (void)user;
    (void)t;
    (void)times;
    (void)v;
}

static void
fix_states(void *user, const double *y, double gamma, double *fixed)
{
    (void)user;
    (void)y;
    (void)gamma;
    (void)fixed;
}

static void
finish_states(void *user, double *y, const double *since, const struct quire_inner_states *inner)
{
    (void)user;
    (void)y;
    (void)since;
    (void)inner;
}

static enum quire_trouble
trouble(void *user)
{
    const struct oscillator *o = user;

    return o->broken ? QUIRE_TROUBLE_NOT_FINITE : QUIRE_TROUBLE_NONE;
}

static void
error_weights(void *user, double tq, double tv, double *w)
{
    const struct oscillator *o = user;

    w[o->at] = 1 / tq;
    w[V0 + o->at] = 1 / tv;
}

static void
end_step(void *user, double t, double h, const double *y)
{
    (void)user;
    (void)t;
    (void)h;
    (void)y;
}

static double
begin_step(void *user, double t, const double *y, double *given)
{
    struct oscillator *o = user;

    (void)t;
    (void)y;
    (void)given;
    o->steps++;
    return 0;
}

static bool
relax(void *user, double *y)
{
    (void)user;
    (void)y;
    return false;
}

static bool
may_miss_contact(void *user, double t, const double *y, double h)
{
    (void)user;
    (void)t;
    (void)y;
    (void)h;
    return false;
}

static void
flows_at(void *user, double t, const double *y, struct quire_flows *flows)
{
    struct oscillator *o = user;

    evaluate(o, t, y);
    *flows = (struct quire_flows){{0}};
    flows->of[DAMPER] = o->damping * y[V0 + o->at] * y[V0 + o->at];
}

static void
flows_after(void *user, const struct quire_solved_step *step, struct quire_flows *flows)
{
    flows_at(user, step->t, step->y, flows);
}

static void
told_forces(void *user, double gamma, double *force)
{
    const struct oscillator *o = user;

    (void)gamma;
    force[o->at] = 0;
}

static double
drift_work(void *user, double t, const double *y, const double *middle, double *drift)
{
    const struct oscillator *o = user;

    (void)t;
    (void)middle;
    return -o->damping * y[V0 + o->at] * drift[o->at];
}

static bool
name_trouble(void *user, const struct quire_object **about, char *text, size_t size)
{
    const struct oscillator *o = user;

    *about = NULL;
    snprintf(text, size, "the oscillator");
    return o->broken;
}

static void
counts(void *user, long *n_forces, long *n_matrices)
{
    const struct oscillator *o = user;

    *n_forces = o->forces;
    *n_matrices = o->matrices;
}

static const struct quire_ode_problem_ops ops = {
    .destroy = destroy,
    .select = nothing,
    .derivative = derivative,
    .forces = forces,
    .matrix = matrix,
    .residual = residual,
    .factorise = solve,
    .solve = solve,
    .hold = hold,
    .hold_accelerations = hold_accelerations,
    .fix_states = fix_states,
    .finish_states = finish_states,
    .is_stacked = no,
    .trouble = trouble,
    .error_weights = error_weights,
    .keep_solution = nothing,
    .end_step = end_step,
    .begin_step = begin_step,
    .relax = relax,
    .may_miss_contact = may_miss_contact,
    .flows_at = flows_at,
    .flows_after = flows_after,
    .told_forces = told_forces,
    .drift_work = drift_work,
    .is_cut = no,
    .name_trouble = name_trouble,
    .counts = counts,
};

static struct oscillator *
make(size_t at, double stiffness, double damping, bool *destroyed)
{
    struct oscillator *o = calloc(1, sizeof *o);

    cr_assert_not_null(o);
    *o = (struct oscillator){
        .block = {.sum = QUIRE_SUM_WEIGHTED, .nq = 1, .nv = 1, .q = at, .v = at, .count = 2},
        .all = {{at, at + 1}, {V0 + at, V0 + at + 1}},
        .v = {at, at + 1},
        .stiffness = stiffness,
        .damping = damping,
        .at = at,
        .broken_from = HUGE_VAL,
        .destroyed = destroyed,
    };
    o->problem = (struct quire_ode_problem){
        .ops = &ops,
        .self = o,
        .layout = {.nq = V0, .nv = QUIRE_LANES, .length = SIZE, .v0 = V0, .z0 = SIZE},
        .sets = {.all = o->all, .vz = &o->v, .n_all = 2, .n_vz = 1},
        .block = &o->block,
        .n_block = 1,
        .n_aligned = QUIRE_LANES,
        .n_flow = FLOWS,
        .lost_flow = LOST,
        .given_flow = LOST,
        .formula_flow = FORMULA,
        .into = {[LOST] = -1, [DAMPER] = -1},
    };
    *destroyed = false;
    return o;
}

static const struct quire_integrator_options fine = {
    .position_tolerance = 1e-8, .velocity_rate = 10, .order = 2};

static struct quire_integrator *
start(struct oscillator *o, const struct quire_integrator_options *options, const double *y)
{
    struct quire_integrator *it;

    cr_assert(eq(int, quire_integrator_create(&it, &o->problem, options, 0, y, NULL), QUIRE_OK));
    return it;
}

static void
advance(struct quire_integrator *it, double end)
{
    while (quire_integrator_time(it) < end) {
        cr_assert(eq(int, quire_integrator_step(it, end), QUIRE_OK));
    }
}

Test(problem, an_oscillator_of_callbacks_alone_swings)
{
    _Alignas(64) double y[SIZE + EDGE] = {1};
    bool destroyed;
    struct oscillator *o = make(0, 100, 0, &destroyed);
    struct quire_integrator *it = start(o, &fine, y);

    advance(it, 1);
    quire_integrator_at(it, 1, y);
    cr_expect(epsilon_eq(dbl, y[0], cos(10.0), 1e-5));
    cr_expect(epsilon_eq(dbl, y[V0], -10 * sin(10.0), 5e-4));
    struct quire_integrator_stats stats;
    quire_integrator_get_stats(it, &stats);
    cr_expect(eq(long, stats.steps, o->steps));
    cr_expect(eq(long, stats.matrices, o->matrices));
    quire_integrator_destroy(it);
    cr_expect(destroyed);
}

Test(problem, what_a_damper_and_the_formula_take_is_what_is_missing)
{
    _Alignas(64) double y[SIZE + EDGE] = {1};
    bool destroyed;
    struct quire_integrator *it = start(make(0, 100, 2, &destroyed), &fine, y);

    advance(it, 0.5);
    quire_integrator_at(it, 0.5, y);
    const struct quire_flows work = quire_integrator_work(it, 0.5);
    const double stored = 0.5 * (y[V0] * y[V0] + 100 * y[0] * y[0]);
    cr_expect(epsilon_eq(dbl, work.of[DAMPER] + work.of[FORMULA], 50 - stored, 1e-5));
    cr_expect(eq(dbl, work.of[LOST], 0));
    quire_integrator_destroy(it);
}

/* steps that are too long for a wall that is struck over and over */
static const struct quire_integrator_options coarse = {
    .position_tolerance = 1e-3, .velocity_rate = 10, .order = 2};

/* The share of the energy that is left over of an oscillator that strikes a wall; what the formula
 * has taken, and what a force has that nobody tells of. */
static double
left_over(double untold, double *taken, double *hidden)
{
    _Alignas(64) double y[SIZE + EDGE] = {1};
    bool destroyed;
    struct oscillator *o = make(0, 100, 0, &destroyed);
    struct quire_integrator *it;
    double v = 0, largest = 0;

    o->wall = 9900;
    o->untold = untold;
    it = start(o, &coarse, y);
    *hidden = 0;
    while (quire_integrator_time(it) < 2) {
        const double t = quire_integrator_time(it);
        cr_assert(eq(int, quire_integrator_step(it, 2), QUIRE_OK));
        quire_integrator_at(it, quire_integrator_time(it), y);
        *hidden += 0.5 * untold * (v * v + y[V0] * y[V0]) * (quire_integrator_time(it) - t) / 50;
        v = y[V0];
        const struct quire_flows work = quire_integrator_work(it, quire_integrator_time(it));
        const double stored = 0.5 * (y[V0] * y[V0] + stiffness_at(o, y[0]) * y[0] * y[0]);
        *taken = work.of[FORMULA] / 50;
        largest = fmax(largest, fabs(1 - stored / 50 - *taken));
    }
    quire_integrator_destroy(it);
    return largest;
}

Test(problem, what_the_formula_takes_is_known_where_forces_have_kinks)
{
    double taken, hidden;
    const double left = left_over(0, &taken, &hidden);

    cr_expect_gt(taken, 1e-2);
    cr_expect_lt(left, 0.01 * taken, "%g is left over, %g taken", left, taken);
}

Test(problem, a_force_that_takes_energy_and_does_not_tell_is_left_over)
{
    double taken, hidden;
    const double left = left_over(0.02, &taken, &hidden);

    cr_expect_gt(hidden, 1e-3);
    cr_expect(epsilon_eq(dbl, left, hidden, 0.05 * hidden + 1e-4), "%g of %g", left, hidden);
}

/* in vectors of its own, or packed in a workspace that it shares with another one */
static void
swing(size_t at, const struct quire_workspace *workspace, double end, double *y)
{
    struct quire_integrator_options options = fine;
    bool destroyed[MOST];
    struct quire_integrator *it[MOST];
    double start_y[MOST] = {y[0], y[1]};

    options.workspace = workspace;
    for (size_t k = 0; k < MOST; k++) {
        it[k] = workspace != NULL || k == at
                    ? start(make(k, 100 + 50 * (double)k, 1, destroyed + k), &options, y)
                    : NULL;
    }
    for (bool going = true; going;) { /* by turns */
        going = false;
        for (size_t k = 0; k < MOST; k++) {
            if (it[k] != NULL && quire_integrator_time(it[k]) < end) {
                cr_assert(eq(int, quire_integrator_step(it[k], end), QUIRE_OK));
                going = true;
            }
        }
    }
    memcpy(y, start_y, sizeof start_y);
    for (size_t k = 0; k < MOST; k++) {
        if (it[k] != NULL) {
            quire_integrator_at(it[k], end, y);
        }
        quire_integrator_destroy(it[k]);
    }
}

Test(problem, problems_that_share_a_workspace_go_on_as_if_alone)
{
    struct quire_workspace workspace;
    const struct quire_layout layout = {
        .nq = V0, .nv = QUIRE_LANES, .length = SIZE, .v0 = V0, .z0 = SIZE};
    _Alignas(64) double shared[SIZE + EDGE] = {1, 0.5};

    cr_assert(quire_workspace_create(&workspace, &layout));
    swing(0, &workspace, 0.3, shared);
    for (size_t k = 0; k < MOST; k++) {
        _Alignas(64) double alone[SIZE + EDGE] = {1, 0.5};
        swing(k, NULL, 0.3, alone);
        cr_expect(eq(dbl, shared[k], alone[k]));
        cr_expect(eq(dbl, shared[V0 + k], alone[V0 + k]));
        cr_expect(eq(dbl, alone[1 - k], k == 0 ? 0.5 : 1)); /* not its own */
    }
    quire_workspace_destroy(&workspace);
}

Test(problem, a_problem_that_breaks_is_named)
{
    _Alignas(64) double y[SIZE + EDGE] = {1};
    bool destroyed;
    struct oscillator *o = make(0, 100, 0, &destroyed);
    struct quire_integrator *it = start(o, &fine, y);
    quire_status status = QUIRE_OK;

    o->broken_from = 0.1;
    while (status == QUIRE_OK && quire_integrator_time(it) < 1) {
        status = quire_integrator_step(it, 1);
    }
    cr_expect(eq(int, status, QUIRE_ERROR_NUMERIC));
    cr_expect(eq(str, (char *)quire_integrator_why(it)->name, "nonfinite-force"));
    cr_expect_not_null(strstr(quire_integrator_why(it)->text, "it concerns the oscillator"));
    cr_expect(lt(dbl, quire_integrator_time(it), 0.1));
    quire_integrator_destroy(it);
}
