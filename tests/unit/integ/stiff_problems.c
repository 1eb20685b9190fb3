#include "stiff_problems.h"

#include <math.h>
#include <quire/model.h>
#include <stdlib.h>
#include <string.h>

#include "../fixtures/replace.h"
#include "compile/machine.h"
#include "evaluate/create_state.h"
#include "idle.h"
#include "integ/vector.h"

/* ---- what both bodies share ---- */

static void
unit_mass(const void *self, const double *q, double *m)
{
    (void)self;
    (void)q;
    m[0] = 1;
}

/* ---- Robertson ---- */

static void
robertson_start(const void *self, double *q, double *v, double *z)
{
    (void)self;
    q[0] = v[0] = 0; /* a mass that nothing moves */
    z[0] = 1;
    z[1] = z[2] = 0;
}

static void
robertson_forces(const void *self, const struct quire_command *command, const double *q,
                 const double *v, const double *z, struct quire_body_forces *out)
{
    const double a = 0.04, b = 1e4, c = 3e7;
    const double by_z[3][3] = {
        {-a, b * z[2], b * z[1]}, {a, -b * z[2] - 2 * c * z[1], -b * z[1]}, {0, 2 * c * z[1], 0}};

    (void)self;
    (void)command;
    (void)q;
    (void)v;
    out->rate[0] = -a * z[0] + b * z[1] * z[2];
    out->rate[2] = c * z[1] * z[1];
    out->rate[1] = -out->rate[0] - out->rate[2];
    for (int i = 0; i < 3; i++) {
        memcpy(out->rate_d_state[i], by_z[i], sizeof by_z[i]);
    }
}

static void
robertson_scale(const void *self, double *scale)
{
    (void)self;
    scale[2] = 1e-5; /* y2 */
}

static const struct quire_body_ops robertson_ops = {.start = robertson_start,
                                                    .mass = unit_mass,
                                                    .forces = robertson_forces,
                                                    .carrier = no_carrier,
                                                    .stored = nothing_stored,
                                                    .scale = robertson_scale};
static const struct quire_body robertson = {
    .ops = &robertson_ops, .name = "reaction", .nq = 1, .nv = 1, .nz = 3};

const struct stiff_problem stiff_robertson = {
    "Robertson", &robertson, 3, 40, {0.7158270687, 9.185534765e-6, 0.2841637457}};

/* ---- van der Pol ---- */

#define VAN_DER_POL 1000.0

static void
oscillator_start(const void *self, double *q, double *v, double *z)
{
    (void)self;
    (void)z;
    q[0] = 2;
    v[0] = 0;
}

static void
oscillator_forces(const void *self, const struct quire_command *command, const double *q,
                  const double *v, const double *z, struct quire_body_forces *out)
{
    (void)self;
    (void)command;
    (void)z;
    out->force[0] = VAN_DER_POL * (1 - q[0] * q[0]) * v[0] - q[0];
    out->d_position[0][0] = -2 * VAN_DER_POL * q[0] * v[0] - 1;
    out->d_velocity[0][0] = VAN_DER_POL * (1 - q[0] * q[0]);
}

static const struct quire_body_ops oscillator_ops = {.start = oscillator_start,
                                                     .mass = unit_mass,
                                                     .forces = oscillator_forces,
                                                     .carrier = no_carrier,
                                                     .stored = nothing_stored,
                                                     .scale = same_scale};
static const struct quire_body oscillator = {
    .ops = &oscillator_ops, .name = "oscillator", .nq = 1, .nv = 1};

const struct stiff_problem stiff_van_der_pol = {
    "van der Pol", &oscillator, 2, 2000, {1.706167732, -8.928097010e-4}};

/* ---- solving ---- */

/* a machine whose only body is this one */
static struct quire_system *
open_system(const struct stiff_problem *problem, quire_model **model)
{
    static const char text[] = "<model version=\"1\" name=\"stiff\"><roller name=\"r\" "
                               "centre=\"0 mm, 0 mm\" radius=\"10 mm\" surface=\"none\"/></model>";
    struct quire_system *system = NULL;
    quire_diag *diag = quire_diag_create();

    if (quire_model_parse(model, text, sizeof text - 1, "stiff.xml", NULL, 0, diag) == QUIRE_OK &&
        quire_system_create(&system, *model, QUIRE_MOTION_OF_MODEL, NULL, diag) == QUIRE_OK) {
        system_replace(system, 0, problem->body);
    }
    quire_diag_destroy(diag);
    return system;
}

static bool
integrate(struct quire_state *state, const struct quire_integrator_options *options, double end,
          double *y, struct quire_integrator_stats *stats)
{
    struct quire_integrator *it;
    quire_status status = quire_engine_start(&it, state, options, NULL, 0, y, NULL);

    while (status == QUIRE_OK && quire_integrator_time(it) < end) {
        status = quire_integrator_step(it, end);
    }
    if (status == QUIRE_OK) {
        quire_integrator_at(it, end, y);
        quire_integrator_get_stats(it, stats);
    }
    quire_integrator_destroy(it);
    return status == QUIRE_OK;
}

bool
stiff_solve(const struct stiff_problem *problem, double tolerance, int order,
            double solution[STIFF_MOST], struct quire_integrator_stats *stats)
{
    const struct quire_integrator_options options = {
        .position_tolerance = tolerance, .velocity_rate = 1, .order = order};
    struct quire_state *state = NULL;
    double *y = NULL;
    quire_model *model = NULL;
    struct quire_system *system = open_system(problem, &model);
    bool good = system != NULL && quire_state_create(&state, system) == QUIRE_OK;

    if (good) {
        const struct quire_layout *l = &system->layout;
        const struct quire_small *s = system->small;
        y = aligned_alloc(64, sizeof(double) * (l->length + QUIRE_LANES));
        good = y != NULL;
        if (good) {
            quire_state_start(state, y);
            good = integrate(state, &options, problem->end, y, stats);
        }
        if (good && s->body.nz > 0) {
            memcpy(solution, y + l->z0 + (size_t)s->z0, sizeof(double) * (size_t)problem->n);
        } else if (good) {
            solution[0] = y[s->q0];
            solution[1] = y[l->v0 + (size_t)s->v0];
        }
    }
    free(y);
    quire_state_destroy(state);
    quire_system_destroy(system);
    quire_model_destroy(model);
    return good;
}

double
stiff_error(const struct stiff_problem *problem, const double y[STIFF_MOST])
{
    double largest = 0;

    for (int i = 0; i < problem->n; i++) {
        largest = fmax(largest, fabs(y[i] / problem->exact[i] - 1));
    }
    return largest;
}
