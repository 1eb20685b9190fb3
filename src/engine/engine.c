#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/blocks.h"
#include "engine/energy.h"
#include "engine/equations.h"
#include "engine/history.h"
#include "evaluate/mass.h"
#include "force/holds.h"
#include "integ/constants.h"
#include "machine/lookup.h"
#include "observe/error_source.h"
#include "solve/linear_system.h"
#include "step/law_history.h"

/* ---- callbacks of a line or two ---- */

static void
destroy(void *user)
{
    struct quire_engine *self = user;

    quire_engine_history_destroy(self);
    quire_parked_destroy(&self->parked);
    quire_engine_blocks_destroy(self);
    free(self->work);
    free(self);
}

static void
focus(void *user)
{
    const struct quire_engine *self = user;

    quire_state_focus(self->state, quire_parked_rest(&self->parked));
}

static void
factorise(void *user, double *r)
{
    quire_state_factorise(((struct quire_engine *)user)->state, r);
}

static void
solve(void *user, double *r)
{
    quire_state_solve(((struct quire_engine *)user)->state, r);
}

static void
hold(void *user, double t, double *y)
{
    const struct quire_engine *self = user;

    quire_state_sync(self->state, t, y);
    quire_parked_hold(&self->parked, self->state->system, t, y);
}

static bool
is_stacked(void *user)
{
    const struct quire_engine *self = user;

    /* or a sheet lies on some that rest */
    return quire_state_together(self->state) >= QUIRE_STACKED_FROM ||
           self->part->n_meeting > self->part->n_sheet;
}

static enum quire_trouble
trouble(void *user)
{
    const struct quire_state *st = ((const struct quire_engine *)user)->state;

    return st->failed               ? QUIRE_TROUBLE_MEMORY
           : st->not_finite != NULL ? QUIRE_TROUBLE_NOT_FINITE
                                    : QUIRE_TROUBLE_NONE;
}

static bool
name_trouble(void *user, const struct quire_object **about, char *text, size_t size)
{
    const struct quire_state *st = ((const struct quire_engine *)user)->state;
    char who[200];

    if (st->not_finite != NULL) {
        snprintf(text, size, "a force on '%s' that was not finite", st->not_finite);
        *about = quire_system_named(st->system, st->not_finite);
        return true;
    }
    if (st->too_deep.law == NULL) {
        return false;
    }
    *about = quire_slide_text(st->system, &st->too_deep, who, sizeof who);
    snprintf(text, size, "%s, which would come nearer than its minimum-distance", who);
    return true;
}

static const struct quire_object *
name_error(void *user, const struct quire_step_error *error, char *text, size_t size)
{
    struct quire_state *st = ((struct quire_engine *)user)->state;
    const long counted = st->n_forces;
    const struct quire_object *about =
        quire_error_source(st, error->t, error->y, error->error, error->position_tolerance,
                           error->velocity_tolerance, text, size);

    st->n_forces = error->uncounted ? counted : st->n_forces;
    return about;
}

static void
counts(void *user, long *forces, long *matrices)
{
    const struct quire_state *st = ((const struct quire_engine *)user)->state;

    *forces = st->n_forces;
    *matrices = st->n_matrix;
}

static void
entries(void *user, quire_ode_entry_fn *fn, void *to)
{
    quire_state_entries(((struct quire_engine *)user)->state, fn, to);
}

static void
mass_entries(void *user, double t, const double *y, quire_ode_entry_fn *fn, void *to)
{
    quire_state_mass_entries(((struct quire_engine *)user)->state, t, y, fn, to);
}

static const struct quire_ode_problem_ops ops = {
    .destroy = destroy,
    .select = focus,
    .derivative = quire_engine_derivative,
    .forces = quire_engine_forces,
    .matrix = quire_engine_matrix,
    .residual = quire_engine_residual,
    .factorise = factorise,
    .solve = solve,
    .hold = hold,
    .hold_accelerations = quire_engine_hold_accelerations,
    .positions = quire_engine_positions,
    .fix_states = quire_engine_fix_states,
    .mismatch = quire_engine_mismatch,
    .finish_states = quire_engine_finish_states,
    .is_stacked = is_stacked,
    .trouble = trouble,
    .error_weights = quire_engine_error_weights,
    .keep_solution = quire_engine_keep_solution,
    .end_step = quire_engine_end_step,
    .begin_step = quire_engine_begin_step,
    .relax = quire_engine_relax,
    .may_miss_contact = quire_engine_may_miss_contact,
    .longest_step = quire_engine_longest_step,
    .flows_at = quire_engine_flows_at,
    .flows_after = quire_engine_flows_after,
    .add_hold_flow = quire_engine_add_hold_flow,
    .told_forces = quire_engine_told_forces,
    .drift_work = quire_engine_drift_work,
    .is_cut = quire_engine_is_cut,
    .name_trouble = name_trouble,
    .name_error = name_error,
    .counts = counts,
    .entries = entries,
    .mass_entries = mass_entries,
    .kinematics = quire_engine_kinematics,
};

/* ---- a problem ---- */

/* q' = v for all bodies, and both stand at the same places of Q and V */
static bool
is_aligned(const struct quire_system *sys)
{
    for (int k = 0; k < sys->n_small; k++) {
        const struct quire_small *s = sys->small + k;
        if (s->body.ops->kinematics != NULL || s->q0 != s->v0) {
            return false;
        }
    }
    return true;
}

static double *
mass_work(const struct quire_system *sys)
{
    size_t longest = 1;

    for (int k = 0; k < sys->n_sheet; k++) {
        const size_t n = (size_t)sys->sheet[k].chain.n + 1;
        longest = n > longest ? n : longest;
    }
    return calloc(2 * longest, sizeof(double));
}

static void
describe(struct quire_engine *self)
{
    const struct quire_system *sys = self->state->system;
    const struct quire_part *part = self->part;
    struct quire_ode_problem *p = &self->problem;

    p->ops = &ops;
    p->self = self;
    p->layout = sys->layout;
    p->sets =
        (struct quire_index_sets){part->all, part->vz, part->z, part->n_all, part->n_vz, part->n_z};
    p->n_aligned = is_aligned(sys) ? sys->layout.nv : sys->layout.sheet_length;
    p->n_flow = QUIRE_ENGINE_FLOWS;
    p->lost_flow = QUIRE_ENGINE_CONTACT_FLOW;
    p->given_flow = QUIRE_ENGINE_GIVEN_FLOW;
    p->formula_flow = QUIRE_ENGINE_FORMULA_FLOW;
    memcpy(p->into, &quire_engine_into, sizeof quire_engine_into);
    p->into[QUIRE_ENGINE_PARKED_FLOW] = -1;
    p->holds = quire_engine_has_holds(self);
    p->ends_within = sys->n_free + sys->n_solid > 0;
}

quire_status
quire_engine_start(struct quire_integrator **out, struct quire_state *state,
                   const struct quire_integrator_options *options, const struct quire_part *part,
                   double t, const double *y, quire_diag *diag)
{
    *out = NULL;
    if (options->generic && state->system->n_grip > 0) {
        return quire_diag_error(diag, "E-USAGE", (struct quire_place){0}, NULL,
                                "use the velocity method, or friction with a threshold velocity",
                                "the generic solver cannot follow friction that sticks");
    }
    struct quire_engine *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    self->state = state;
    self->part = part != NULL ? part : &state->whole;
    self->work = mass_work(state->system);
    const double bound = options->generic ? 0 : QUIRE_PARKED_BOUND * options->position_tolerance;
    if (self->work == NULL || !quire_engine_history_create(self) ||
        !quire_parked_create(&self->parked, state, self->part, bound,
                             bound * options->velocity_rate) ||
        !quire_engine_blocks_create(self)) {
        destroy(self);
        return quire_diag_error(diag, "E-MEMORY", (struct quire_place){0}, NULL, NULL,
                                "the integrator needs too much memory");
    }
    describe(self);
    return quire_integrator_create(out, &self->problem, options, t, y, diag);
}

struct quire_powers
quire_engine_work(const struct quire_integrator *integrator, double t)
{
    const struct quire_flows work = quire_integrator_work(integrator, t);

    return quire_engine_powers(&work);
}

int
quire_engine_parked(const struct quire_integrator *integrator)
{
    const struct quire_engine *self = quire_integrator_problem(integrator)->self;

    return self->parked.n_is;
}
