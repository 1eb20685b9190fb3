/* Bodies that touch each other and sheets: pushes are equal and opposite, collisions keep what they
 * should, laws remember, friction holds. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contact/body/free.h"
#include "engine/engine.h"
#include "evaluate/evaluate.h"
#include "fixtures/machine.h"
#include "motion/free_motion.h"

#define MM 1e-3

#define NO_GRAVITY "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"
#define SOFT                                                                                       \
    "<media name=\"soft\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "        \
    "bending-stiffness-md=\"0.3 mN*m\" damping-ratio=\"0.5\" damping-frequency=\"160 Hz\" "        \
    "axial-damping-time=\"40 us\"/>"
#define CONTACT(normal, friction)                                                                  \
    "<contact name=\"c\">" normal friction "</contact><pair contact=\"c\"/>"
#define SPRING_LAW "<normal law=\"linear\" stiffness=\"2e4 N/m\" reference-length=\"5 mm\"/>"
#define RUBS                                                                                       \
    "<friction law=\"mtt-linear\" static-coefficient=\"0.5\" dynamic-coefficient=\"0.2\" "         \
    "static-velocity=\"2 m/s\" dynamic-velocity=\"3 m/s\"/>"
#define IMPACT_LAW                                                                                 \
    "<normal law=\"hunt-crossley\" stiffness=\"2e4 N/m\" exponent=\"1\" restitution=\"0.5\" "      \
    "minimum-impact-velocity=\"0.1 m/s\"/>"
#define DISC(name, centre, more)                                                                   \
    "<disc name=\"" name "\" surface=\"wood\" mass=\"10 g\" radius=\"10 mm\" centre=\"" centre     \
    "\" " more "/>"
#define BLOCK(name, centre, angle, more)                                                           \
    "<block name=\"" name "\" surface=\"wood\" mass=\"20 g\" width=\"40 mm\" height=\"20 mm\" "    \
    "centre=\"" centre "\" angle=\"" angle "\" " more "/>"
#define SHEET                                                                                      \
    "<sheet name=\"s\" media=\"soft\" length=\"60 mm\" width=\"100 mm\" segments=\"12\">"          \
    "<start from=\"0 mm, 50 mm\"/></sheet>"
#define MOVES "velocity=\"0.2 m/s, -0.05 m/s\" spin=\"-3 rad/s\""

static void
run(struct machine *m, double end, double tolerance)
{
    const struct quire_integrator_options options = {
        .position_tolerance = tolerance, .velocity_rate = 1000, .order = 2, .largest_step = 20e-6};
    struct quire_integrator *it;

    cr_assert_eq(quire_engine_start(&it, m->state, &options, NULL, 0, m->y, NULL), QUIRE_OK);
    while (quire_integrator_time(it) < end) {
        cr_assert_eq(quire_integrator_step(it, end), QUIRE_OK, "%s",
                     quire_integrator_why(it)->text);
    }
    quire_integrator_at(it, end, m->y);
    quire_integrator_destroy(it);
}

/* sums of m v and of the angular momentum about the origin, where `rate` holds velocities; of
 * forces and moments where it holds forces */
static void
sums(const struct machine *m, const double *rate, bool forces, double out[3])
{
    const struct quire_system *sys = m->system;

    memset(out, 0, 3 * sizeof *out);
    for (int k = 0; k < sys->n_free; k++) {
        const struct quire_free_motion *body = sys->free[k].motion;
        const struct quire_small *s = sys->small + sys->free[k].small;
        const double *q = m->y + s->q0, *v = rate + s->v0, w = forces ? 1 : body->mass,
                     j = forces ? 1 : body->inertia;
        out[0] += w * v[0];
        out[1] += w * v[1];
        out[2] += j * v[2] + w * (q[0] * v[1] - q[1] * v[0]);
    }
    for (int k = 0; forces && k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        const double *x = m->y + s->x0, *y = x + s->chain.stride, *fx = rate + s->x0,
                     *fy = fx + s->chain.stride;
        for (int i = 0; i <= s->chain.n; i++) {
            out[0] += fx[i];
            out[1] += fy[i];
            out[2] += x[i] * fy[i] - y[i] * fx[i];
        }
    }
}

/* ---- pushes ---- */

Test(touching_bodies, push_each_other_back)
{
    static const char *const parts[] = {
        BLOCK("a", "0 mm, 0 mm", "5 deg", MOVES) DISC("d", "-3 mm, 19.75 mm", ""),
        DISC("d", "0 mm, 0 mm", MOVES) DISC("e", "12 mm, 15.9 mm", ""),
        BLOCK("a", "0 mm, 0 mm", "0 deg", MOVES) BLOCK("b", "17 mm, 19.95 mm", "0.1 deg", ""),
        BLOCK("a", "0 mm, 0 mm", "3 deg", MOVES) BLOCK("b", "-3 mm, 29.6 mm", "40 deg", ""),
        SHEET BLOCK("a", "27 mm, 60 mm", "0.1 deg", MOVES),
        SHEET BLOCK("a", "27 mm, 68.6 mm", "30 deg", MOVES),
        SHEET BLOCK("a", "-20.01 mm, 53 mm", "3 deg", MOVES),
        SHEET DISC("d", "27 mm, 59.9 mm", MOVES),
    };

    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
        struct machine m;
        double net[3];
        char text[4000];
        snprintf(text, sizeof text, "%s%s", NO_GRAVITY SOFT CONTACT(SPRING_LAW, RUBS), parts[k]);
        machine_open(&m, text);
        m.state->record = true;
        cr_assert(quire_state_forces(m.state, 0, m.y));
        cr_expect_gt(m.state->n_touch, 0, "case %zu touches nothing", k);
        sums(&m, m.state->force, true, net);
        cr_expect_lt(fabs(net[0]) + fabs(net[1]), 1e-12, "case %zu: %g %g", k, net[0], net[1]);
        /* friction acts on either side of the overlap: its lever is longer by that */
        double slack = 1e-12;
        for (int i = 0; i < m.state->n_touch; i++) {
            slack += fabs(m.state->touch[i].friction) * m.state->touch[i].overlap;
        }
        cr_expect_leq(fabs(net[2]), 1.0001 * slack, "case %zu: %g %g", k, net[2], slack);
        machine_close(&m);
    }
}

/* Where the law says that friction acts in the middle of the overlap, it does so on both bodies,
 * and the moments are equal too. */
Test(touching_bodies, push_each_other_back_in_one_point)
{
    static const char *const parts[] = {
        BLOCK("a", "0 mm, 0 mm", "5 deg", MOVES) DISC("d", "-3 mm, 19.75 mm", ""),
        DISC("d", "0 mm, 0 mm", MOVES) DISC("e", "12 mm, 15.9 mm", ""),
        BLOCK("a", "0 mm, 0 mm", "0 deg", MOVES) BLOCK("b", "17 mm, 19.95 mm", "0.1 deg", ""),
        BLOCK("a", "0 mm, 0 mm", "3 deg", MOVES) BLOCK("b", "-3 mm, 29.6 mm", "40 deg", ""),
        BLOCK("a", "0 mm, 0 mm", "0 deg", MOVES) DISC("d", "27 mm, 16.9 mm", ""),
    };

    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
        struct machine m;
        double net[3], most = 0;
        char text[4000];
        snprintf(text, sizeof text, "%s%s", NO_GRAVITY CONTACT(IMPACT_LAW, RUBS), parts[k]);
        machine_open(&m, text);
        m.state->record = true;
        cr_assert(quire_state_forces(m.state, 0, m.y));
        m.state->record = false;
        for (int i = 0; i < m.state->n_touch; i++) {
            most = fmax(most, fabs(m.state->touch[i].friction));
        }
        cr_expect_gt(most, 0.01, "case %zu", k);
        sums(&m, m.state->force, true, net);
        cr_expect_lt(fabs(net[2]), 1e-12 * most, "case %zu: %g", k, net[2]);
        const double error = machine_jacobian_error(&m, 0);
        cr_expect_lt(error, 1e-6, "case %zu: %g", k, error);
        machine_close(&m);
    }
}

/* ---- collisions ---- */

static double
kinetic(const struct machine *m)
{
    double energy = 0;

    for (int k = 0; k < m->system->n_free; k++) {
        const struct quire_free_motion *body = m->system->free[k].motion;
        const double *v =
            m->y + m->system->layout.v0 + m->system->small[m->system->free[k].small].v0;
        energy += 0.5 * (body->mass * (v[0] * v[0] + v[1] * v[1]) + body->inertia * v[2] * v[2]);
    }
    return energy;
}

/* Without friction and damping a collision keeps momentum, angular momentum and energy, wherever
 * corners and sides meet. */
Test(touching_bodies, bounce_without_loss)
{
    static const char *const parts[] = {
        BLOCK("a", "0 mm, 0 mm", "5 deg", "")
            BLOCK("b", "-3 mm, 35 mm", "40 deg", "velocity=\"0.05 m/s, -1 m/s\" spin=\"4 rad/s\""),
        BLOCK("a", "0 mm, 0 mm", "0 deg", "")
            BLOCK("b", "13 mm, 25 mm", "2 deg", "velocity=\"0 m/s, -1 m/s\""),
        BLOCK("a", "0 mm, 0 mm", "30 deg", "spin=\"-2 rad/s\"")
            DISC("d", "4 mm, 30 mm", "velocity=\"0 m/s, -1 m/s\""),
        DISC("d", "0 mm, 0 mm", "")
            DISC("e", "9 mm, 22 mm", "velocity=\"0 m/s, -1 m/s\" spin=\"20 rad/s\""),
    };

    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
        struct machine m;
        double before[3], after[3], energy;
        char text[4000];
        snprintf(text, sizeof text, "%s%s", NO_GRAVITY CONTACT(SPRING_LAW, ""), parts[k]);
        machine_open(&m, text);
        sums(&m, m.y + m.system->layout.v0, false, before);
        energy = kinetic(&m);
        const double *second =
            m.y + m.system->layout.v0 + m.system->small[m.system->free[1].small].v0;
        const double fell = second[1];
        run(&m, 25e-3, 1e-10);
        sums(&m, m.y + m.system->layout.v0, false, after);
        cr_expect_gt(fabs(second[1] - fell), 0.02, "case %zu: nothing was struck", k);
        for (int i = 0; i < 2; i++) {
            cr_expect_float_eq(after[i], before[i], 1e-9 * 0.02, "case %zu: momentum", k);
        }
        cr_expect_float_eq(after[2], before[2], 1e-5 * 0.02 * 0.02, "case %zu: %g %g", k, after[2],
                           before[2]);
        cr_expect_float_eq(kinetic(&m), energy, 2e-3 * energy, "case %zu: %g of %g", k, kinetic(&m),
                           energy);
        machine_close(&m);
    }
}
