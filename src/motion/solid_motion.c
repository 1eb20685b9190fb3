#include "motion/solid_motion.h"

#include <math.h>
#include <string.h>

#include "math/detmath.h"

void
quire_solid_axes(const double *q, double r[3][3])
{
    const double w = q[3], a = q[4], b = q[5], c = q[6], s = 2 / (w * w + a * a + b * b + c * c);

    r[0][0] = 1 - s * (b * b + c * c);
    r[0][1] = s * (a * b - w * c);
    r[0][2] = s * (a * c + w * b);
    r[1][0] = s * (a * b + w * c);
    r[1][1] = 1 - s * (a * a + c * c);
    r[1][2] = s * (b * c - w * a);
    r[2][0] = s * (a * c - w * b);
    r[2][1] = s * (b * c + w * a);
    r[2][2] = 1 - s * (a * a + b * b);
}

void
quire_solid_turn(const double turn[3], double out[4])
{
    const double angle = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]),
                 s = angle > 0 ? quire_sin(0.5 * angle) / angle : 0;

    out[0] = quire_cos(0.5 * angle);
    for (int d = 0; d < 3; d++) {
        out[1 + d] = s * turn[d];
    }
}

static void
start(const void *self, double *q, double *v, double *z)
{
    const struct quire_solid_motion *m = self;

    (void)z;
    memcpy(q, m->start, sizeof m->start);
    memcpy(v, m->rate, sizeof m->rate);
}

static void
kinematics(const void *self, const double *q, const double *v, double *rate)
{
    const double w = q[3], a = q[4], b = q[5], c = q[6], *spin = v + 3;

    (void)self;
    for (int d = 0; d < 3; d++) {
        rate[d] = v[d];
    }
    rate[3] = -0.5 * (a * spin[0] + b * spin[1] + c * spin[2]);
    rate[4] = 0.5 * (w * spin[0] + b * spin[2] - c * spin[1]);
    rate[5] = 0.5 * (w * spin[1] + c * spin[0] - a * spin[2]);
    rate[6] = 0.5 * (w * spin[2] + a * spin[1] - b * spin[0]);
}

static void
mass(const void *self, const double *q, double *out)
{
    const struct quire_solid_motion *m = self;

    (void)q;
    for (int d = 0; d < 3; d++) {
        out[d * QUIRE_SOLID_VELOCITIES + d] = m->mass;
        out[(3 + d) * QUIRE_SOLID_VELOCITIES + 3 + d] = m->inertia[d];
    }
}

/* its weight, and Euler's -spin x (J spin) */
static void
forces(const void *self, const struct quire_command *command, const double *q, const double *v,
       const double *z, struct quire_body_forces *out)
{
    const struct quire_solid_motion *m = self;
    const double *spin = v + 3;

    (void)command;
    (void)q;
    (void)z;
    for (int d = 0; d < 3; d++) {
        const int e = (d + 1) % 3, f = (d + 2) % 3;
        const double excess = m->inertia[e] - m->inertia[f];
        out->force[d] = m->weight[d];
        out->force[3 + d] = excess * spin[e] * spin[f];
        if (out->want_matrix) {
            out->d_velocity[3 + d][3 + e] = excess * spin[f];
            out->d_velocity[3 + d][3 + f] = excess * spin[e];
        }
    }
}

/* it offers sheets nothing */
static bool
carrier(const void *self, const struct quire_command *command, const double *q, const double *v,
        struct quire_carrier *out)
{
    (void)self;
    (void)command;
    (void)q;
    (void)v;
    memset(out, 0, sizeof *out);
    out->turn = 1;
    return false;
}

static double
stored(const void *self, const double *q)
{
    const struct quire_solid_motion *m = self;
    double energy = 0;

    for (int d = 0; d < 3; d++) {
        energy -= m->weight[d] * (q[d] - m->start[d]);
    }
    return energy;
}

static void
scale(const void *self, double *out)
{
    const struct quire_solid_motion *m = self;

    for (int d = 0; d < 3; d++) {
        out[d] = 1;
        out[3 + d] = 1 / m->size;
    }
}

const struct quire_body_ops quire_solid_motion_ops = {.start = start,
                                                      .kinematics = kinematics,
                                                      .mass = mass,
                                                      .steady = true,
                                                      .forces = forces,
                                                      .carrier = carrier,
                                                      .stored = stored,
                                                      .scale = scale};
