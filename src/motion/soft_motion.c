#include "motion/soft_motion.h"

#include <math.h>
#include <string.h>

#include "math/detmath.h"
#include "motion/soft_strain.h"
#include "motion/soft_stress.h"

/* of the error that places may have is what the shape may move the rim by: stresses hang on it */
#define SHAPE_SHARE 0.1

static void
start(const void *self, double *q, double *v, double *z)
{
    const struct quire_soft_motion *s = self;
    const int n = s->frame.nv;

    s->frame.ops->start(s->frame.self, q, v, z);
    for (int i = 0; i < (s->compressible ? 3 : 2); i++) {
        q[n + i] = s->start[i];
        v[n + i] = s->rate[i];
    }
    if (s->contracts == QUIRE_CONTRACTS_BY_STRESS) { /* not contracted yet */
        z[0] = 1;
        z[1] = z[2] = z[3] = 0;
    }
}

/* Where theta turns: J |F'|^2/2 = J (|z' - i theta' z|^2 + c'^2 + c^2 theta'^2) with z = a + ib.
 * The frame's own inertia about its centre is that of the undeformed body. */
static void
mass(const void *self, const double *q, double *out)
{
    const struct quire_soft_motion *s = self;
    const int n = s->frame.nv, nv = n + (s->compressible ? 3 : 2);
    const double j = 2 * s->inertia, a = q[n], b = q[n + 1], square = a * a + b * b;
    double own[QUIRE_BODY_DOFS * QUIRE_BODY_DOFS] = {0};

    s->frame.ops->mass(s->frame.self, q, own);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
            out[i * nv + k] = own[i * n + k];
        }
    }
    out[n * nv + n] = out[(n + 1) * nv + n + 1] = j;
    if (s->compressible) {
        out[(n + 2) * nv + n + 2] = j;
    } else { /* c c' = a a' + b b' */
        const double follow = j / (1 + square);
        out[n * nv + n] += follow * a * a;
        out[(n + 1) * nv + n + 1] += follow * b * b;
        out[n * nv + n + 1] = out[(n + 1) * nv + n] = follow * a * b;
    }
    if (s->angle >= 0) {
        const int k = s->angle;
        const double more = s->compressible ? q[n + 2] * q[n + 2] - 1 : square;
        out[k * nv + k] += j * (square + more);
        out[k * nv + n] = out[n * nv + k] = s->turn * j * b;
        out[k * nv + n + 1] = out[(n + 1) * nv + k] = -s->turn * j * a;
    }
}

/* ---- own forces ---- */

/* The derivative along one direction into a column of matrices: the body's rows, and its states'.
 */
static void
add_column(const struct quire_soft_motion *soft, const struct quire_stress *stress, double *forces,
           double *rates, int stride, int nz)
{
    const double growth[4] = {stress->growth.p.d, stress->growth.q.d, stress->growth.a.d,
                              stress->growth.b.d};

    for (int i = 0; i < (soft->compressible ? 3 : 2); i++) {
        forces[(soft->frame.nv + i) * stride] += stress->on[i].d;
    }
    if (soft->angle >= 0) {
        forces[soft->angle * stride] += soft->turn * stress->on_angle.d;
    }
    for (int i = 0; i < nz; i++) {
        rates[i * stride] += growth[i];
    }
}

/* what the frame is subject to: loads, springs, motors, bearings, weight */
static void
frame_forces(const struct quire_soft_motion *soft, const struct quire_command *command,
             const double *q, const double *v, struct quire_body_forces *out)
{
    const int n = soft->frame.nv;
    struct quire_body_forces frame;

    memset(&frame, 0, sizeof frame);
    frame.want_matrix = out->want_matrix;
    soft->frame.ops->forces(soft->frame.self, command, q, v, NULL, &frame);
    for (int i = 0; i < n; i++) {
        out->force[i] += frame.force[i];
        for (int k = 0; out->want_matrix && k < n; k++) {
            out->d_position[i][k] += frame.d_position[i][k];
            out->d_velocity[i][k] += frame.d_velocity[i][k];
        }
    }
    out->power_drive += frame.power_drive;
    out->power_dissipated += frame.power_dissipated;
}

static int
states(const struct quire_soft_motion *soft)
{
    return soft->contracts == QUIRE_CONTRACTS_BY_STRESS ? 4 : 0;
}

static void
add_derivatives(const struct quire_soft_motion *soft, const struct quire_command *command,
                const double *q, const double *z, const struct quire_soft_shape *shape,
                struct quire_body_forces *out)
{
    const int n = soft->frame.nv, nz = states(soft);
    struct quire_strain s;
    struct quire_stress stress;

    for (int i = 0; i < shape->n; i++) {
        quire_soft_set_strain(soft, command, q, z, shape, 0, &s);
        (i == 0 ? &s.a : i == 1 ? &s.b : &s.c)->d = 1;
        quire_soft_stress(soft, &s, &stress);
        add_column(soft, &stress, &out->d_position[0][n + i], &out->rate_d_position[0][n + i],
                   QUIRE_BODY_DOFS, nz);
        quire_soft_set_strain(soft, command, q, z, shape, 0, &s);
        (i == 0 ? &s.da : i == 1 ? &s.db : &s.dc)->d = 1;
        quire_soft_stress(soft, &s, &stress);
        add_column(soft, &stress, &out->d_velocity[0][n + i], &out->rate_d_velocity[0][n + i],
                   QUIRE_BODY_DOFS, nz);
    }
    if (soft->angle >= 0) {
        quire_soft_set_strain(soft, command, q, z, shape, 0, &s);
        s.spin.d = soft->turn;
        quire_soft_stress(soft, &s, &stress);
        add_column(soft, &stress, &out->d_velocity[0][soft->angle],
                   &out->rate_d_velocity[0][soft->angle], QUIRE_BODY_DOFS, nz);
    }
    if (soft->angle >= 0 && soft->contracts != QUIRE_CONTRACTS_NOT) {
        quire_soft_set_strain(soft, command, q, z, shape, 1, &s);
        quire_soft_stress(soft, &s, &stress);
        add_column(soft, &stress, &out->d_position[0][soft->angle],
                   &out->rate_d_position[0][soft->angle], QUIRE_BODY_DOFS, nz);
    }
    for (int i = 0; i < nz; i++) {
        quire_soft_set_strain(soft, command, q, z, shape, 0, &s);
        (i == 0 ? &s.grown.p : i == 1 ? &s.grown.q : i == 2 ? &s.grown.a : &s.grown.b)->d = 1;
        quire_soft_stress(soft, &s, &stress);
        add_column(soft, &stress, &out->d_state[0][i], &out->rate_d_state[0][i], QUIRE_BODY_STATES,
                   nz);
    }
}

static void
forces(const void *self, const struct quire_command *command, const double *q, const double *v,
       const double *z, struct quire_body_forces *out)
{
    const struct quire_soft_motion *soft = self;
    const int n = soft->frame.nv;
    struct quire_soft_shape shape;
    struct quire_strain s;
    struct quire_stress stress;

    frame_forces(soft, command, q, v, out);
    quire_soft_shape(soft, command, q, v, &shape);
    quire_soft_set_strain(soft, command, q, z, &shape, 0, &s);
    quire_soft_stress(soft, &s, &stress);
    for (int i = 0; i < shape.n; i++) {
        out->force[n + i] += stress.on[i].x;
    }
    if (states(soft) > 0) {
        memcpy(
            out->rate,
            (double[4]){stress.growth.p.x, stress.growth.q.x, stress.growth.a.x, stress.growth.b.x},
            sizeof out->rate);
    }
    out->power_dissipated += stress.lost;
    out->power_drive += stress.active;
    if (soft->angle >= 0) {
        out->force[soft->angle] += soft->turn * stress.on_angle.x;
    } else {
        /* what keeps theta' going does the work of spin against stress, and that of centrifugal
         * forces */
        out->power_drive -= stress.against_spin * shape.spin;
        out->power_drive +=
            2 * soft->inertia * shape.spin * shape.spin *
            (shape.a * shape.rate[0] + shape.b * shape.rate[1] + shape.c * shape.rate[2]);
    }
    if (out->want_matrix) {
        add_derivatives(soft, command, q, z, &shape, out);
    }
}

static bool
carrier(const void *self, const struct quire_command *command, const double *q, const double *v,
        struct quire_carrier *out)
{
    const struct quire_soft_motion *soft = self;

    soft->frame.ops->carrier(soft->frame.self, command, q, v, out);
    /* the strain does not move the centre */
    for (int k = soft->frame.nv; k < QUIRE_BODY_DOFS; k++) {
        out->d_centre[0][k] = out->d_centre[1][k] = out->d_surface[k] = 0;
    }
    return true;
}

static double
stored(const void *self, const double *q)
{
    const struct quire_soft_motion *s = self;

    return s->frame.ops->stored(s->frame.self, q);
}

static double
elastic(const void *self, const struct quire_command *command, const double *q, const double *z)
{
    const struct quire_soft_motion *soft = self;
    struct quire_strain s;

    quire_soft_set_contraction(soft, command, q, z, 0, &s);
    return quire_soft_energy(soft, q + soft->frame.nv, &s.grown);
}

static void
scale(const void *self, double *out)
{
    const struct quire_soft_motion *s = self;

    s->frame.ops->scale(s->frame.self, out);
    for (int i = 0; i < (s->compressible ? 3 : 2); i++) {
        out[s->frame.nv + i] = SHAPE_SHARE / *s->radius;
    }
    for (int i = 0; i < states(s); i++) {
        out[s->frame.nv + (s->compressible ? 3 : 2) + i] = SHAPE_SHARE / *s->radius;
    }
}

const struct quire_body_ops quire_soft_motion_ops = {.start = start,
                                                     .mass = mass,
                                                     .steady = false,
                                                     .forces = forces,
                                                     .carrier = carrier,
                                                     .stored = stored,
                                                     .elastic = elastic,
                                                     .scale = scale};
