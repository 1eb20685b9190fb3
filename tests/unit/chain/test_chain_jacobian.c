/* The chain's own forces: exact derivatives, no resultant, and the energies they belong to. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "evaluate/create_state.h"
#include "evaluate/evaluate.h"
#include "fixtures/machine.h"
#include "force/holds.h"

#define MEDIA                                                                                      \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"                                  \
    "<media name=\"soft\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "        \
    "bending-stiffness-md=\"0.3 mN*m\" damping-ratio=\"0.5\" damping-frequency=\"160 Hz\" "        \
    "axial-damping-time=\"40 us\"/>"
#define SHEET(attributes, children)                                                                \
    "<sheet name=\"s\" media=\"soft\" length=\"60 mm\" width=\"100 mm\" " attributes ">"           \
    "<start from=\"10 mm, 20 mm\" heading=\"25 deg\"/>" children "</sheet>"

/* bends the sheet into random angles up to `bend` between neighbours, starting in a random
 * direction, stretched by up to `strain` */
static void
crumple_stretched(struct machine *m, unsigned seed, double bend, double strain, double speed)
{
    const struct nodes s = machine_nodes(m, 0, m->y);
    const double h = m->system->sheet[0].chain.h;
    double angle = 3 * machine_random(&seed);

    for (int i = 0; i <= s.n; i++) {
        s.vx[i] = speed * machine_random(&seed);
        s.vy[i] = speed * machine_random(&seed);
        if (i > 0) {
            const double length = h * (1 + strain * machine_random(&seed));
            s.x[i] = s.x[i - 1] + length * cos(angle);
            s.y[i] = s.y[i - 1] + length * sin(angle);
            angle += bend * machine_random(&seed);
        }
    }
}

static void
crumple(struct machine *m, unsigned seed, double bend, double speed)
{
    crumple_stretched(m, seed, bend, 0.03, speed);
}

Test(chain_jacobian, of_random_shapes_is_exact)
{
    /* within the series, within the rational approximation, and beyond a right angle between
     * neighbours */
    static const double bend[] = {0, 0.05, 0.19, 0.4, 0.9, 2.2};

    for (size_t k = 0; k < sizeof bend / sizeof bend[0]; k++) {
        struct machine m;
        machine_open(&m, MEDIA SHEET("segments=\"12\" curl=\"8 m^-1\"", ""));
        crumple(&m, (unsigned)k + 1, bend[k], 0.5);
        const double error = machine_jacobian_error(&m, 0);
        cr_expect_lt(error, 1e-6, "neighbours at up to %g rad: %g", bend[k], error);
        crumple_stretched(&m, (unsigned)k + 1, bend[k], 5e-4, 0.5);
        const double stiff = machine_jacobian_error(&m, 0);
        cr_expect_lt(stiff, 1e-6, "neighbours at up to %g rad, little strain: %g", bend[k], stiff);
        machine_close(&m);
    }
}

Test(chain_jacobian, of_all_small_numbers_of_segments_is_exact)
{
    for (int n = 3; n <= 18; n++) {
        struct machine m;
        char text[2048];
        snprintf(text, sizeof text, MEDIA SHEET("segments=\"%d\" curl=\"-5 m^-1\"", ""), n);
        machine_open(&m, text);
        crumple(&m, (unsigned)n, 0.3, 0.5);
        const double error = machine_jacobian_error(&m, 0);
        cr_expect_lt(error, 1e-6, "%d segments: %g", n, error);
        machine_close(&m);
    }
}

Test(chain_jacobian, of_turning_clamps_is_exact)
{
    struct machine m;

    machine_open(
        &m,
        MEDIA SHEET(
            "segments=\"10\" curl=\"20 m^-1\"",
            "<clamp end=\"trail\"><to time=\"0.2 s\" shift=\"4 mm, 3 mm\" turn=\"70 deg\"/></clamp>"
            "<clamp end=\"lead\"><to time=\"0.1 s\" shift=\"1 mm, -3 mm\" turn=\"-50 "
            "deg\"/></clamp>"));
    for (unsigned seed = 1; seed < 4; seed++) {
        const double t = 0.03 * seed;
        quire_state_start(m.state, m.y);
        machine_shake(&m, seed, 5e-4, 0.3);
        quire_state_sync(m.state, t, m.y);
        const double error = machine_jacobian_error(&m, t);
        cr_expect_lt(error, 1e-6, "at %g s: %g", t, error);
    }
    machine_close(&m);
}

Test(chain_jacobian, of_loads_and_moments_is_exact)
{
    struct machine m;

    machine_open(
        &m, MEDIA SHEET(
                "segments=\"10\"",
                "<pin end=\"trail\" slide=\"20 deg\"/><load force=\"0.3 N, -0.2 N\" at=\"23 mm\"/>"
                "<moment torque=\"4 mN*m\" at=\"31 mm\"/><moment torque=\"-3 mN*m\"/>"
                "<load force=\"0 N, 1 N\" factor=\"0\"><to time=\"1 s\" factor=\"1\"/></load>"));
    crumple(&m, 7, 0.4, 0.5);
    quire_state_sync(m.state, 0.5, m.y);
    cr_expect_lt(machine_jacobian_error(&m, 0.5), 1e-6);
    machine_close(&m);
}

/* what segment i pulls its first node with, from the definitions: tension and moments by root and
 * arc tangent */
static void
pull_of_segment(const struct quire_chain *c, const struct nodes *s, int i, double pull[2])
{
    const double a = s->x[i + 1] - s->x[i], b = s->y[i + 1] - s->y[i], l = sqrt(a * a + b * b);
    double couple = 0;

    for (int k = i; k <= i + 1; k++) {
        if (k > 0 && k < c->n) {
            const double turn = atan2(s->y[k + 1] - s->y[k], s->x[k + 1] - s->x[k]) -
                                atan2(s->y[k] - s->y[k - 1], s->x[k] - s->x[k - 1]);
            couple += (k == i ? -1 : 1) * c->kb * (remainder(turn, 2 * acos(-1)) - c->rest[k]);
        }
    }
    pull[0] = c->ka * (l - c->h) * a / l + couple * b / (l * l);
    pull[1] = c->ka * (l - c->h) * b / l - couple * a / (l * l);
}

/* both where series are good enough for all lengths and angles and where they are not */
Test(chain_forces, are_those_of_exact_lengths_and_angles)
{
    static const double strain[] = {0, 1e-5, 0.4e-3, 0.7e-3, 0.2},
                        bend[] = {0.01, 0.19, 0.21, 0.55, 0.65, 2.9};
    struct machine m;

    machine_open(&m, MEDIA SHEET("segments=\"13\" curl=\"8 m^-1\"", ""));
    const struct quire_chain *c = &m.system->sheet[0].chain;
    for (size_t k = 0; k < 30; k++) {
        crumple_stretched(&m, (unsigned)k, bend[k % 6], strain[k / 6], 0);
        cr_assert(quire_state_forces(m.state, 0, m.y));
        const struct nodes s = machine_nodes(&m, 0, m.y);
        const double *f = m.state->force + m.system->sheet[0].x0;
        double before[2] = {0, 0};
        for (int i = 0; i <= c->n; i++) {
            double pull[2] = {0, 0};
            if (i < c->n) {
                pull_of_segment(c, &s, i, pull);
            }
            for (int d = 0; d < 2; d++) {
                const double error = f[i + d * c->stride] - (pull[d] - before[d]);
                cr_expect_lt(fabs(error), 1e-9 * (c->kb / c->h + c->ka * strain[k / 6] * c->h),
                             "strain %g, angle %g, node %d: %g N", strain[k / 6], bend[k % 6], i,
                             error);
                before[d] = pull[d];
            }
        }
    }
    machine_close(&m);
}

Test(chain_forces, have_no_resultant_and_no_moment)
{
    struct machine m;

    machine_open(&m, MEDIA SHEET("segments=\"13\" curl=\"8 m^-1\"", ""));
    for (unsigned seed = 1; seed < 5; seed++) {
        crumple(&m, seed, 0.6 * seed, 1);
        cr_assert(quire_state_forces(m.state, 0, m.y));
        const struct nodes s = machine_nodes(&m, 0, m.y);
        const double *fx = m.state->force + m.system->sheet[0].x0,
                     *fy = fx + m.system->sheet[0].chain.stride;
        double rx = 0, ry = 0, moment = 0, size = 0;
        for (int i = 0; i <= s.n; i++) {
            rx += fx[i];
            ry += fy[i];
            moment += s.x[i] * fy[i] - s.y[i] * fx[i];
            size += fabs(fx[i]) + fabs(fy[i]);
        }
        cr_assert_gt(size, 0.1);
        cr_expect_lt(hypot(rx, ry), 1e-13 * size);
        cr_expect_lt(fabs(moment), 1e-13 * size * m.system->sheet[0].length);
    }
    machine_close(&m);
}

/* work of the forces = - what the dampers take - the growth of the elastic energy */
Test(chain_forces, work_as_their_energies_say)
{
    struct machine m;

    machine_open(&m, MEDIA SHEET("segments=\"13\" curl=\"8 m^-1\"", "<clamp end=\"trail\"/>"));
    for (unsigned seed = 1; seed < 5; seed++) {
        crumple(&m, seed, 0.3 * seed, 1);
        quire_state_sync(m.state, 0, m.y);
        const struct quire_chain *chain = &m.system->sheet[0].chain;
        struct nodes s = machine_nodes(&m, 0, m.y);
        cr_assert(quire_state_forces(m.state, 0, m.y));
        const double *fx = m.state->force + m.system->sheet[0].x0, *fy = fx + chain->stride;
        double work = 0, energy = 0;
        for (int i = 0; i <= s.n; i++) {
            work += fx[i] * s.vx[i] + fy[i] * s.vy[i];
        }
        const double lost = quire_chain_dissipation(chain, &m.state->sheet[0].chain, s.vx, s.vy);
        static const double at[4] = {-2, -1, 1, 2},
                            weight[4] = {1. / 12, -8. / 12, 8. / 12, -1. / 12};
        double done = 0;
        for (int k = 0; k < 4;
             k++) { /* the elastic energy a little later and earlier on the same straight way */
            const double d = 1e-6, step = d * (at[k] - done);
            for (int i = 0; i <= s.n; i++) {
                s.x[i] += step * s.vx[i];
                s.y[i] += step * s.vy[i];
            }
            done = at[k];
            quire_state_forces(m.state, 0, m.y);
            energy += weight[k] / d * quire_chain_elastic(chain, &m.state->sheet[0].chain);
        }
        cr_assert_gt(lost, 1e-3);
        cr_expect_lt(fabs(work + lost + energy), 1e-7 * (fabs(work) + lost), "%g %g %g", work, lost,
                     energy);
    }
    machine_close(&m);
}

/* the forces' work along these displacements of the nodes, without that of forces with the
 * velocities at 0 */
static double
damped_work(struct machine *m, struct nodes s, const double *way, double *size)
{
    const struct quire_chain *chain = &m->system->sheet[0].chain;
    const double *f = m->state->force + m->system->sheet[0].x0;
    double work = 0;

    *size = 0;
    for (int still = 0; still < 2; still++) {
        cr_assert(quire_state_forces(m->state, 0, m->y));
        for (int i = 0; i < 2 * chain->stride; i++) {
            work += (still ? -1 : 1) * f[i] * way[i];
            *size += fabs(f[i] * way[i]);
        }
        memset(s.vx, 0, sizeof(double) * 2 * (size_t)chain->stride);
    }
    return work;
}

/* along the velocities they take what is dissipated; along any way what their forces do */
Test(chain_forces, tell_the_work_of_dampers)
{
    for (int n = 3; n <= 18; n++) {
        struct machine m;
        char text[2048];
        snprintf(text, sizeof text, MEDIA SHEET("segments=\"%d\" curl=\"8 m^-1\"", ""), n);
        machine_open(&m, text);
        crumple(&m, (unsigned)n, 0.3, 1);
        const struct quire_chain *chain = &m.system->sheet[0].chain;
        struct quire_chain_work *work = &m.state->sheet[0].chain;
        const struct nodes s = machine_nodes(&m, 0, m.y);
        double way[64] = {0}, size;
        unsigned seed = (unsigned)n;
        cr_assert_lt(2 * chain->stride, 64);
        for (int i = 0; i < 2 * chain->stride; i++) {
            way[i] = i % chain->stride <= n ? machine_random(&seed) : 0;
        }
        cr_assert(quire_state_forces(m.state, 0, m.y));
        const double lost = quire_chain_dissipation(chain, work, s.vx, s.vy);
        const double along = quire_chain_damping_work(chain, work, s.vx);
        const double damped = quire_chain_damping_work(chain, work, way);
        cr_expect_lt(fabs(along + lost), 1e-13 * lost);
        cr_expect_lt(fabs(damped - damped_work(&m, s, way, &size)), 1e-12 * size,
                     "%d segments: %g of %g", n, damped, size);
        machine_close(&m);
    }
}

/* an unclamped end has no direction: however the sheet lies, also exactly along an axis, there is
 * no force */
Test(chain_forces, of_a_flat_sheet_vanish_in_every_direction)
{
    static const double way[8][2] = {{1, 0},     {0, 1},      {-1, 0},      {0, -1},
                                     {0.6, 0.8}, {-0.6, 0.8}, {-0.8, -0.6}, {0.8, -0.6}};

    for (int n = 7; n <= 9; n++) {
        struct machine m;
        char text[2048];
        snprintf(text, sizeof text, MEDIA SHEET("segments=\"%d\"", ""), n);
        machine_open(&m, text);
        const struct nodes s = machine_nodes(&m, 0, m.y);
        for (int k = 0; k < 8; k++) {
            for (int i = 0; i <= n; i++) {
                s.x[i] = m.system->sheet[0].chain.h * i * way[k][0];
                s.y[i] = m.system->sheet[0].chain.h * i * way[k][1];
            }
            cr_expect(quire_state_forces(m.state, 0, m.y), "not finite along (%g, %g)", way[k][0],
                      way[k][1]);
            for (size_t i = 0; i < m.system->layout.nv; i++) {
                cr_expect_lt(fabs(m.state->force[i]), 1e-9);
            }
            cr_expect(quire_state_matrix(m.state, 0, m.y, 1e-6, 1e-3));
            cr_expect_lt(machine_jacobian_error(&m, 0), 1e-6, "%d segments along (%g, %g)", n,
                         way[k][0], way[k][1]);
        }
        machine_close(&m);
    }
}
