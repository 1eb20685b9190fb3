/* What a small body may be, beyond what rollers need: with states of first order, with positions
 * that are not the integrals of its velocities, with a mass that depends on them. Bodies that exist
 * in these tests only. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "config.h"
#include "engine/engine.h"
#include "fixtures/machine.h"
#include "idle.h"

#ifdef QUIRE_HAVE_KLU
#define CONFIGURATIONS 2
#else
#define CONFIGURATIONS 1
#endif

#define ONE_ROLLER "<roller name=\"r\" centre=\"0 mm, 0 mm\" radius=\"10 mm\" surface=\"rubber\"/>"
#define TWO_ROLLERS                                                                                \
    ONE_ROLLER                                                                                     \
    "<roller name=\"after\" centre=\"0 mm, 90 mm\" radius=\"10 mm\" surface=\"rubber\" "           \
    "mass=\"1 kg\" "                                                                               \
    "slide=\"90 deg\" rate=\"400 N/m\" load=\"0 N\" damping=\"0 N*s/m\" travel=\"3 mm\"/>"

/* With an exact matrix Newton's method needs few iterations, also in the generic configuration. */
static void
run(struct machine *m, double end, double tolerance, bool generic)
{
    struct quire_integrator_stats stats;

    const struct quire_integrator_options options = {
        .position_tolerance = tolerance, .velocity_rate = 20, .order = 2, .generic = generic};
    struct quire_integrator *it;

    cr_assert_eq(quire_engine_start(&it, m->state, &options, NULL, 0, m->y, NULL), QUIRE_OK);
    while (quire_integrator_time(it) < end) {
        cr_assert_eq(quire_integrator_step(it, end), QUIRE_OK, "%s",
                     quire_integrator_why(it)->text);
    }
    quire_integrator_get_stats(it, &stats);
    cr_expect_leq(stats.newton_failures, stats.steps / 50, "%ld in %ld steps",
                  stats.newton_failures, stats.steps);
    cr_expect_lt(stats.iterations, 3 * stats.steps, "%ld in %ld steps", stats.iterations,
                 stats.steps);
    quire_integrator_at(it, end, m->y);
    quire_integrator_destroy(it);
}

/* ---- a motor: J w' = k z - d w, z' = (u - z)/tau - c w ---- */

struct motor {
    double inertia, k, d, u, tau, c, radius;
};

static void
motor_start(const void *self, double *q, double *v, double *z)
{
    (void)self;
    q[0] = 0;
    v[0] = 2;
    z[0] = 0.5;
}

static void
motor_mass(const void *self, const double *q, double *m)
{
    (void)q;
    m[0] = ((const struct motor *)self)->inertia;
}

static void
motor_forces(const void *self, const struct quire_command *command, const double *q,
             const double *v, const double *z, struct quire_body_forces *out)
{
    const struct motor *m = self;

    (void)command;
    (void)q;
    out->force[0] = m->k * z[0] - m->d * v[0];
    out->d_velocity[0][0] = -m->d;
    out->d_state[0][0] = m->k;
    out->rate[0] = (m->u - z[0]) / m->tau - m->c * v[0];
    out->rate_d_velocity[0][0] = -m->c;
    out->rate_d_state[0][0] = -1 / m->tau;
}

static bool
motor_carrier(const void *self, const struct quire_command *command, const double *q,
              const double *v, struct quire_carrier *out)
{
    const struct motor *m = self;

    (void)command;
    (void)q;
    memset(out, 0, sizeof *out);
    out->centre[0] = 27e-3;
    out->centre[1] = -m->radius;
    out->turn = 1;
    out->surface = m->radius * v[0];
    out->d_surface[0] = m->radius;
    return true;
}

static const struct quire_body_ops motor_ops = {.start = motor_start,
                                                .mass = motor_mass,
                                                .forces = motor_forces,
                                                .carrier = motor_carrier,
                                                .stored = nothing_stored,
                                                .scale = same_scale};
static const struct motor motor = {
    .inertia = 0.02, .k = 0.3, .d = 0.05, .u = 4, .tau = 0.04, .c = 3, .radius = 10e-3};
static const struct quire_body motor_body = {
    .ops = &motor_ops, .self = &motor, .name = "motor", .nq = 1, .nv = 1, .nz = 1};

/* exp(A t) y0 for the linear system y' = A y + b with y = (angle, speed, current, 1), by scaling
 * and squaring */
static void
motor_exactly(double t, double y[4])
{
    double e[4][4] = {{0}}, term[4][4] = {{0}}, next[4][4], out[4] = {0};
    const double s = t / 1024;
    const double a[4][4] = {{0, s, 0, 0},
                            {0, -s * motor.d / motor.inertia, s * motor.k / motor.inertia, 0},
                            {0, -s * motor.c, -s / motor.tau, s * motor.u / motor.tau},
                            {0, 0, 0, 0}};

    for (int i = 0; i < 4; i++) {
        e[i][i] = term[i][i] = 1;
    }
    for (int k = 1; k <= 22; k++) { /* twelve terms of the series, then ten squarings */
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                next[i][j] = 0;
                for (int m = 0; m < 4; m++) {
                    next[i][j] += k <= 12 ? term[i][m] * a[m][j] / k : e[i][m] * e[m][j];
                }
            }
        }
        memcpy(k <= 12 ? term : e, next, sizeof next);
        for (int i = 0; k <= 12 && i < 16; i++) {
            e[i / 4][i % 4] += term[i / 4][i % 4];
        }
    }
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            out[i] += e[i][j] * y[j];
        }
    }
    memcpy(y, out, sizeof out);
}

Test(body_seams, a_state_of_first_order_follows_its_exponential)
{
    const double end = 0.2;

    for (int generic = 0; generic < CONFIGURATIONS; generic++) {
        struct machine m;
        double exact[4] = {0, 2, 0.5, 1};
        machine_open(&m, ONE_ROLLER);
        machine_replace(&m, 0, &motor_body);
        run(&m, end, 1e-8, generic == 1);
        motor_exactly(end, exact);
        const struct quire_small *s = m.system->small;
        const struct quire_layout *l = &m.system->layout;
        cr_expect_float_eq(m.y[s->q0], exact[0], 1e-5, "%.9g %.9g", m.y[s->q0], exact[0]);
        cr_expect_float_eq(m.y[l->v0 + (size_t)s->v0], exact[1], 1e-4, "%.9g %.9g",
                           m.y[l->v0 + (size_t)s->v0], exact[1]);
        cr_expect_float_eq(m.y[l->z0 + (size_t)s->z0], exact[2], 1e-4, "%.9g %.9g",
                           m.y[l->z0 + (size_t)s->z0], exact[2]);
        machine_close(&m);
    }
}

#define DRIVEN_SHEET                                                                               \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "           \
    "bending-stiffness-md=\"0.3 mN*m\"/><contact name=\"grip\"><normal law=\"mtt-indentation\" "   \
    "force=\"8 N\" "                                                                               \
    "at-penetration=\"0.05 mm\" damping=\"1e8 N*s/m^2.5\"/><friction law=\"mtt-step\" "            \
    "dynamic-coefficient=\"1\" "                                                                   \
    "threshold-velocity=\"0.8 m/s\"/></contact><pair contact=\"grip\"/><sheet name=\"s\" "         \
    "media=\"m\" length=\"60 mm\" "                                                                \
    "width=\"100 mm\" segments=\"12\"><start from=\"0 mm, 0 mm\"/></sheet>"

Test(body_seams, a_state_of_first_order_has_its_place_in_the_matrix)
{
    struct machine m;

    machine_open(&m, DRIVEN_SHEET TWO_ROLLERS);
    machine_replace(&m, 0, &motor_body);
    machine_shake(&m, 1, 4e-6, 0.1);
    cr_expect_gt(machine_touches(&m, QUIRE_PARTNER_ROLLER, 0, 0), 0);
    cr_expect_lt(machine_jacobian_error(&m, 0), 1e-6);
    machine_close(&m);
}

/* ---- a pendulum: J w' = -k sin(angle), its angle a number, or kept as (cos, sin) ---- */

#define PENDULUM 400.0 /* k/J [1/s^2] */

static void
angle_start(const void *self, double *q, double *v, double *z)
{
    (void)self;
    (void)z;
    q[0] = 1.2;
    v[0] = -3;
}

static void
circle_start(const void *self, double *q, double *v, double *z)
{
    (void)self;
    (void)z;
    q[0] = cos(1.2);
    q[1] = sin(1.2);
    v[0] = -3;
}

static void
circle_kinematics(const void *self, const double *q, const double *v, double *rate)
{
    (void)self;
    rate[0] = -q[1] * v[0];
    rate[1] = q[0] * v[0];
}

static void
unit_mass(const void *self, const double *q, double *m)
{
    (void)self;
    (void)q;
    m[0] = 1;
}

static void
pendulum(double c, double s, struct quire_body_forces *out)
{
    out->force[0] = -PENDULUM * s;
    out->d_position[0][0] = -PENDULUM * c;
}

static void
angle_forces(const void *self, const struct quire_command *command, const double *q,
             const double *v, const double *z, struct quire_body_forces *out)
{
    (void)self;
    (void)command;
    (void)v;
    (void)z;
    pendulum(cos(q[0]), sin(q[0]), out);
}

static void
circle_forces(const void *self, const struct quire_command *command, const double *q,
              const double *v, const double *z, struct quire_body_forces *out)
{
    (void)self;
    (void)command;
    (void)v;
    (void)z;
    pendulum(q[0], q[1], out);
}

static const struct quire_body_ops angle_ops = {.start = angle_start,
                                                .mass = unit_mass,
                                                .forces = angle_forces,
                                                .carrier = no_carrier,
                                                .stored = nothing_stored,
                                                .scale = same_scale};
static const struct quire_body_ops circle_ops = {.start = circle_start,
                                                 .kinematics = circle_kinematics,
                                                 .mass = unit_mass,
                                                 .forces = circle_forces,
                                                 .carrier = no_carrier,
                                                 .stored = nothing_stored,
                                                 .scale = same_scale};
static const struct quire_body angle_body = {.ops = &angle_ops, .name = "angle", .nq = 1, .nv = 1};
static const struct quire_body circle_body = {
    .ops = &circle_ops, .name = "circle", .nq = 2, .nv = 1};

Test(body_seams, positions_of_their_own_kinematics_move_as_the_plain_ones)
{
    for (int generic = 0; generic < CONFIGURATIONS; generic++) {
        struct machine plain, turned;
        machine_open(&plain, TWO_ROLLERS);
        machine_replace(&plain, 0, &angle_body);
        machine_open(&turned, TWO_ROLLERS);
        machine_replace(&turned, 0, &circle_body);
        run(&plain, 0.3, 1e-8, generic == 1);
        run(&turned, 0.3, 1e-8, generic == 1);
        const struct quire_small *a = plain.system->small, *b = turned.system->small;
        const double angle = plain.y[a->q0], c = turned.y[b->q0], s = turned.y[b->q0 + 1];
        cr_expect_float_eq(c, cos(angle), 2e-4, "%.9g %.9g", c, cos(angle));
        cr_expect_float_eq(s, sin(angle), 2e-4, "%.9g %.9g", s, sin(angle));
        cr_expect_float_eq(hypot(c, s), 1, 1e-4);
        /* energy, and the body that stands after it in the state vector */
        const double w = turned.y[turned.system->layout.v0 + (size_t)b->v0];
        cr_expect_float_eq(0.5 * w * w - PENDULUM * c, 0.5 * 9 - PENDULUM * cos(1.2), 0.05);
        cr_expect_float_eq(turned.y[b[1].q0], 3e-3 * cos(20 * 0.3), 1e-5);
        cr_expect_float_eq(plain.y[a[1].q0], 3e-3 * cos(20 * 0.3), 1e-5);
        machine_close(&plain);
        machine_close(&turned);
    }
}

/* ---- a mass that depends on the position: m(q) v' = -m'(q) v^2 / 2, so that m v^2 stays ---- */

static double
growing(double q)
{
    return 1 + 4 * q * q;
}

static void
growing_start(const void *self, double *q, double *v, double *z)
{
    (void)self;
    (void)z;
    q[0] = 0.2;
    v[0] = 3;
}

static void
growing_mass(const void *self, const double *q, double *m)
{
    (void)self;
    m[0] = growing(q[0]);
}

static void
growing_forces(const void *self, const struct quire_command *command, const double *q,
               const double *v, const double *z, struct quire_body_forces *out)
{
    (void)self;
    (void)command;
    (void)z;
    out->force[0] = -4 * q[0] * v[0] * v[0];
    out->d_position[0][0] = -4 * v[0] * v[0];
    out->d_velocity[0][0] = -8 * q[0] * v[0];
}

static const struct quire_body_ops growing_ops = {.start = growing_start,
                                                  .mass = growing_mass,
                                                  .forces = growing_forces,
                                                  .carrier = no_carrier,
                                                  .stored = nothing_stored,
                                                  .scale = same_scale};
static const struct quire_body growing_body = {
    .ops = &growing_ops, .name = "growing", .nq = 1, .nv = 1};

Test(body_seams, a_mass_may_depend_on_the_position)
{
    for (int generic = 0; generic < CONFIGURATIONS; generic++) {
        struct machine m;
        machine_open(&m, ONE_ROLLER);
        machine_replace(&m, 0, &growing_body);
        run(&m, 0.3, 1e-8, generic == 1);
        const double q = m.y[m.system->small->q0],
                     v = m.y[m.system->layout.v0 + (size_t)m.system->small->v0];
        cr_expect_gt(q, 0.5);
        cr_expect_float_eq(growing(q) * v * v, growing(0.2) * 9, 1e-3, "%g", growing(q) * v * v);
        machine_close(&m);
    }
}

/* ---- a roller that touches one sheet at two distant places ---- */

#define HAIRPIN                                                                                    \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings><media name=\"m\" grammage=\"80 "  \
    "g/m^2\" "                                                                                     \
    "thickness=\"0.1 mm\" modulus-md=\"4 GPa\" bending-stiffness-md=\"1e-9 N*m\"/><contact "       \
    "name=\"grip\">"                                                                               \
    "<normal law=\"mtt-indentation\" force=\"8 N\" at-penetration=\"0.05 mm\" damping=\"1e8 "      \
    "N*s/m^2.5\"/>"                                                                                \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"1\" threshold-velocity=\"10 "                \
    "mm/s\"/></contact><pair contact=\"grip\"/>"                                                   \
    "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"13\"><start "      \
    "from=\"0 mm, 0 mm\"/></sheet>"                                                                \
    "<roller name=\"r\" centre=\"30 mm, 0 mm\" radius=\"10 mm\" surface=\"rubber\" spin=\"30 "     \
    "rad/s\" inertia=\"1e-6 kg*m^2\" "                                                             \
    "slide=\"70 deg\" load=\"0 N\" mass=\"15 g\"/>"

Test(body_seams, a_roller_at_two_places_moves_as_in_the_generic_configuration)
{
    double end[2][3];

    for (int generic = 0; generic < CONFIGURATIONS; generic++) {
        struct machine m;
        machine_open(&m, HAIRPIN);
        const struct nodes s = machine_nodes(&m, 0, m.y);
        for (int i = 0; i <= s.n; i++) {
            const double along = 60e-3 * i / s.n;
            s.x[i] = along < 30e-3 ? 20e-3 + along : 80e-3 - along;
            s.y[i] = along < 30e-3 ? 10.035e-3 : -10.035e-3;
        }
        const struct quire_chain *c = &m.system->sheet->chain;
        s.x[6] = s.x[7] =
            20e-3 + 6 * c->h; /* straight across, as long as a segment: let the rest length agree */
        for (int i = 7; i <= s.n; i++) {
            s.x[i] = s.x[13 - i];
        }
        ((struct quire_chain *)(uintptr_t)c)->ka = 50; /* soft, so that the bend does not snap */
        cr_assert_eq(machine_touches(&m, QUIRE_PARTNER_ROLLER, 0, 0), 2);
        run(&m, 2e-3, 1e-9, generic == 1);
        end[generic][0] = m.y[m.system->small->q0];
        end[generic][1] = m.y[m.system->small->q0 + 1];
        end[generic][2] = s.x[2];
        machine_close(&m);
    }
    for (int k = 0; k < 3 && CONFIGURATIONS == 2; k++) {
        cr_expect_float_eq(end[0][k], end[1][k], k == 1 ? 1e-5 : 1e-7, "%d: %.9g %.9g", k,
                           end[0][k], end[1][k]);
    }
    cr_expect_gt(fabs(end[0][2] - 20e-3 - 2 * 60e-3 / 13), 1e-6); /* it moved */
}
