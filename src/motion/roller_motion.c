#include "motion/roller_motion.h"

#include <math.h>

#include "math/smoothstep.h"

/* dry bearing friction is reached at this surface speed [m/s] */
#define BEARING_THRESHOLD 1e-3

/* the shaft speed that a drive commands; 0 if it commands none */
static double
commanded_speed(const struct quire_roller_motion *r, const struct quire_command *c)
{
    return c->quantity == QUIRE_DRIVE_SPEED         ? c->value / r->nominal_radius
           : c->quantity == QUIRE_DRIVE_SHAFT_SPEED ? c->value
                                                    : 0;
}

static void
start(const void *self, double *q, double *v, double *z)
{
    const struct quire_roller_motion *r = self;
    int k = 0;

    (void)z;
    if (r->slides) {
        q[k] = r->travel;
        v[k++] = 0;
    }
    if (r->spins) {
        q[k] = 0;
        v[k] = r->spin;
    }
}

static void
mass(const void *self, const double *q, double *m)
{
    const struct quire_roller_motion *r = self;

    (void)q;
    if (r->slides && r->spins) {
        m[0] = r->mass;
        m[3] = r->inertia;
    } else if (r->slides) {
        m[0] = r->mass;
    } else if (r->spins) {
        m[0] = r->inertia;
    }
}

static void
slide_forces(const struct quire_roller_motion *r, double travel, double rate,
             struct quire_body_forces *out)
{
    out->force[0] = -(r->load + r->rate * travel) - r->damping * rate;
    out->d_position[0][0] = -r->rate;
    out->d_velocity[0][0] = -r->damping;
    out->power_dissipated += r->damping * rate * rate;
    if (travel < r->least) {
        out->force[0] += r->stop_stiffness * (r->least - travel);
        out->d_position[0][0] -= r->stop_stiffness;
    } else if (travel > r->most) {
        out->force[0] -= r->stop_stiffness * (travel - r->most);
        out->d_position[0][0] -= r->stop_stiffness;
    }
}

static void
spin_forces(const struct quire_roller_motion *r, const struct quire_command *c, double speed, int k,
            struct quire_body_forces *out)
{
    const bool brakes = c->quantity == QUIRE_DRIVE_BRAKE;
    const double dry = brakes ? r->bearing_torque + c->value : r->bearing_torque;
    double torque = 0, fall = 0, slope = 0, bearing = r->bearing_damping * speed;

    if (dry > 0) {
        const double threshold = BEARING_THRESHOLD / *r->radius;
        bearing += dry * quire_step(speed, -threshold, -1, threshold, 1, &slope);
    }

    if (c->quantity == QUIRE_DRIVE_TORQUE) {
        torque = c->value;
        /* the motor's line from stall torque to no-load speed, either way */
        if (!isnan(c->no_load_speed)) {
            fall = fabs(c->value) / c->no_load_speed;
            torque -= fall * speed;
        }
    }
    out->force[k] = torque - bearing;
    out->d_velocity[k][k] = -fall - dry * slope - r->bearing_damping;
    out->power_drive += torque * speed;
    out->power_dissipated += bearing * speed;
}

static void
forces(const void *self, const struct quire_command *command, const double *q, const double *v,
       const double *z, struct quire_body_forces *out)
{
    const struct quire_roller_motion *r = self;
    int k = 0;

    (void)z;
    if (r->slides) {
        slide_forces(r, q[0], v[0], out);
        k = 1;
    }
    if (r->spins) {
        spin_forces(r, command, v[k], k, out);
    }
}

static bool
carrier(const void *self, const struct quire_command *command, const double *q, const double *v,
        struct quire_carrier *out)
{
    const struct quire_roller_motion *r = self;
    const int k = r->slides ? 1 : 0;
    const double travel = r->slides ? q[0] : 0, rate = r->slides ? v[0] : 0;

    for (int d = 0; d < 2; d++) {
        const double by_travel = r->slides ? -r->closing[d] : 0;
        out->centre[d] = r->placed[d] + by_travel * travel;
        out->velocity[d] = by_travel * rate;
        out->d_centre[d][0] = by_travel;
        out->d_centre[d][1] = 0;
    }
    out->turn = r->turn;
    out->driven = r->spins ? 0 : commanded_speed(r, command) * *r->radius;
    out->surface = r->spins ? v[k] * *r->radius : out->driven;
    out->d_surface[0] = out->d_surface[1] = 0;
    if (r->spins) {
        out->d_surface[k] = *r->radius;
    }
    return true;
}

static double
stored(const void *self, const double *q)
{
    const struct quire_roller_motion *r = self;
    double energy = 0;

    if (r->slides) {
        const double past = q[0] < r->least ? r->least - q[0] : q[0] > r->most ? q[0] - r->most : 0;
        energy =
            r->load * q[0] + 0.5 * r->rate * q[0] * q[0] + 0.5 * r->stop_stiffness * past * past;
    }
    return energy;
}

static void
scale(const void *self, double *out)
{
    const struct quire_roller_motion *r = self;
    int k = 0;

    if (r->slides) {
        out[k++] = 1;
    }
    if (r->spins) {
        out[k] = 1 / *r->radius;
    }
}

const struct quire_body_ops quire_roller_motion_ops = {.start = start,
                                                       .mass = mass,
                                                       .steady = true,
                                                       .forces = forces,
                                                       .carrier = carrier,
                                                       .stored = stored,
                                                       .scale = scale};
