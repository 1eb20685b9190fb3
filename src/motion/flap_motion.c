#include "motion/flap_motion.h"

#include <math.h>
#include <string.h>

#include "math/detmath.h"
#include "math/smoothstep.h"

/* the stop's stiffness changes while the way changes by less than this in the time 1 / stop_rate,
 * of its depth */
#define TURN 0.15

/* ---- stops ---- */

int
quire_flap_at_stop(const struct quire_flap_motion *f, double q, double *depth)
{
    const double below = f->least - q, above = q - f->most;

    *depth = below > 0 ? below : above > 0 ? above : 0;
    return below > 0 ? -1 : above > 0 ? 1 : 0;
}

/* K p (1 + G h(p' / (w p))): it stores K p^2 / 2, and the rest is lost */
struct stop {
    double force, by_depth, by_rate, lost; /* lost: power [W] */
};

static struct stop
press(const struct quire_flap_motion *f, double depth, double rate)
{
    const double k = f->stop_stiffness, u = rate / (f->stop_rate * depth);
    double slope;
    const double h = f->stop_gain * quire_step(u, -TURN, -1, TURN, 1, &slope);

    slope *= f->stop_gain;
    return (struct stop){k * depth * (1 + h), k * (1 + h - u * slope), k * slope / f->stop_rate,
                         k * depth * h * rate};
}

/* ln of the restitution: int_0^inf r / (g(r) + r^2) - r / (g(-r) + r^2) dr, g = 1 + G h, by Simpson
 * up to where g is constant */
static double
log_restitution(double gain)
{
    enum { PARTS = 64 };
    double sum = 0;

    for (int i = 0; i <= PARTS; i++) {
        const double r = TURN * i / PARTS, weight = i == 0 || i == PARTS ? 1 : i % 2 == 1 ? 4 : 2;
        double slope;
        const double h = gain * quire_step(r, -TURN, -1, TURN, 1, &slope);
        sum += weight * (r / (1 + h + r * r) - r / (1 - h + r * r));
    }
    return sum * TURN / (3 * PARTS) -
           0.5 * quire_log((TURN * TURN + 1 + gain) / (TURN * TURN + 1 - gain));
}

double
quire_flap_stop_gain(double restitution)
{
    const double wanted = quire_log(restitution);
    double low = 0, high = 1;

    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        *(log_restitution(middle) > wanted ? &low : &high) = middle;
    }
    return restitution < 1 ? 0.5 * (low + high) : 0;
}

/* ---- gravity ---- */

/* from the pivot to the centre of mass */
static void
hang(const struct quire_flap_motion *f, double q, double r[2])
{
    const double c = quire_cos(q), s = quire_sin(q);

    r[0] = c * f->arm[0] - s * f->arm[1];
    r[1] = s * f->arm[0] + c * f->arm[1];
}

/* its weight, and how that changes with q */
static double
weigh(const struct quire_flap_motion *f, double q, double *slope)
{
    double r[2];

    *slope = 0;
    if (!f->turns) {
        return f->load;
    }
    hang(f, q, r);
    *slope = -(r[0] * f->weight[0] + r[1] * f->weight[1]);
    return r[0] * f->weight[1] - r[1] * f->weight[0];
}

/* ---- as a body ---- */

static void
start(const void *self, double *q, double *v, double *z)
{
    (void)z;
    q[0] = ((const struct quire_flap_motion *)self)->start;
    v[0] = 0;
}

static void
mass(const void *self, const double *q, double *m)
{
    (void)q;
    m[0] = ((const struct quire_flap_motion *)self)->inertia;
}

static void
forces(const void *self, const struct quire_command *command, const double *q, const double *v,
       const double *z, struct quire_body_forces *out)
{
    const struct quire_flap_motion *f = self;
    double slope, depth;

    (void)command;
    (void)z;
    out->force[0] =
        f->preload - f->stiffness * (q[0] - f->rest) - f->damping * v[0] + weigh(f, q[0], &slope);
    out->d_position[0][0] = slope - f->stiffness;
    out->d_velocity[0][0] = -f->damping;
    out->power_dissipated = f->damping * v[0] * v[0];
    const int side = quire_flap_at_stop(f, q[0], &depth);
    if (side != 0) {
        const struct stop s = press(f, depth, side * v[0]);
        out->force[0] -= side * s.force;
        out->d_position[0][0] -= s.by_depth;
        out->d_velocity[0][0] -= s.by_rate;
        out->power_dissipated += s.lost;
    }
}

double
quire_flap_moment(const struct quire_flap_motion *f, double q, double v)
{
    struct quire_body_forces out;

    forces(f, NULL, &q, &v, NULL, &out);
    return out.force[0];
}

/* sheets touch its guide, not a round surface */
static bool
carrier(const void *self, const struct quire_command *command, const double *q, const double *v,
        struct quire_carrier *out)
{
    (void)self, (void)command, (void)q, (void)v;
    memset(out, 0, sizeof *out);
    return false;
}

/* of its spring and stops, and of its weight from where the model shows it */
static double
stored(const void *self, const double *q)
{
    const struct quire_flap_motion *f = self;
    const double past = q[0] - f->rest;
    double depth, energy = 0.5 * f->stiffness * past * past - f->preload * q[0] - f->load * q[0];

    if (f->turns) {
        double r[2];
        hang(f, q[0], r);
        energy -= f->weight[0] * (r[0] - f->arm[0]) + f->weight[1] * (r[1] - f->arm[1]);
    }
    quire_flap_at_stop(f, q[0], &depth);
    return energy + 0.5 * f->stop_stiffness * depth * depth;
}

static void
scale(const void *self, double *out)
{
    out[0] = ((const struct quire_flap_motion *)self)->scale;
}

const struct quire_body_ops quire_flap_motion_ops = {.start = start,
                                                     .mass = mass,
                                                     .steady = true,
                                                     .forces = forces,
                                                     .carrier = carrier,
                                                     .stored = stored,
                                                     .scale = scale};
