/* How a roller moves by itself: forces and their derivatives, springs and stops, drives and
 * bearings. */
#include "motion/roller_motion.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const double radius = 0.01;
static const struct quire_roller_motion sliding = {.placed = {0.1, 0.2},
                                                   .closing = {0.6, 0.8},
                                                   .radius = &radius,
                                                   .nominal_radius = 0.008,
                                                   .turn = -1,
                                                   .slides = true,
                                                   .spins = true,
                                                   .mass = 0.02,
                                                   .inertia = 1e-6,
                                                   .load = 8,
                                                   .rate = 500,
                                                   .damping = 2,
                                                   .least = -1e-4,
                                                   .most = 2e-3,
                                                   .stop_stiffness = 1e6,
                                                   .bearing_torque = 1e-3,
                                                   .bearing_damping = 1e-5};
static const struct quire_command none = {.quantity = QUIRE_DRIVE_NONE};

static struct quire_body_forces
forces_at(const struct quire_roller_motion *r, const struct quire_command *c, const double q[2],
          const double v[2])
{
    struct quire_body_forces out;

    memset(&out, 0, sizeof out);
    out.want_matrix = true;
    quire_roller_motion_ops.forces(r, c, q, v, NULL, &out);
    return out;
}

Test(roller_motion, forces_have_the_derivatives_they_say)
{
    static const struct quire_command command[] = {{.quantity = QUIRE_DRIVE_NONE},
                                                   {QUIRE_DRIVE_TORQUE, 0.02, NAN, 0, 0},
                                                   {QUIRE_DRIVE_TORQUE, 0.02, 90, 0, 0},
                                                   {QUIRE_DRIVE_TORQUE, -0.02, 90, 0, 0}};
    static const double travel[] = {-5e-4, 5e-4, 3e-3}, speed[] = {-20, -0.03, 0.05, 30};

    for (size_t c = 0; c < 4; c++) {
        for (size_t i = 0; i < 12; i++) {
            const double q[2] = {travel[i / 4], 1}, v[2] = {0.3, speed[i % 4]}, dq = 1e-7,
                         dv = 1e-5;
            const struct quire_body_forces at = forces_at(&sliding, command + c, q, v);
            for (int k = 0; k < 2; k++) {
                double lower[2] = {q[0], q[1]}, upper[2] = {q[0], q[1]};
                lower[k] -= dq;
                upper[k] += dq;
                struct quire_body_forces a = forces_at(&sliding, command + c, lower, v),
                                         b = forces_at(&sliding, command + c, upper, v);
                for (int j = 0; j < 2; j++) {
                    cr_expect_float_eq(at.d_position[j][k], (b.force[j] - a.force[j]) / (2 * dq),
                                       1e-2);
                }
                memcpy(lower, v, sizeof lower);
                memcpy(upper, v, sizeof upper);
                lower[k] -= dv;
                upper[k] += dv;
                a = forces_at(&sliding, command + c, q, lower);
                b = forces_at(&sliding, command + c, q, upper);
                for (int j = 0; j < 2; j++) {
                    cr_expect_float_eq(at.d_velocity[j][k], (b.force[j] - a.force[j]) / (2 * dv),
                                       1e-8 * (j == 0 ? 1e2 : 1));
                }
            }
        }
    }
}

/* power of all forces = drives - losses - growth of the stored energy */
Test(roller_motion, forces_work_as_the_energies_say)
{
    static const double travel[] = {-5e-4, 5e-4, 3e-3};
    static const struct quire_command motor = {QUIRE_DRIVE_TORQUE, 0.02, 90, 0, 0};

    for (int i = 0; i < 3; i++) {
        const double q[2] = {travel[i], 0}, v[2] = {0.3, 40}, d = 1e-8;
        const double later[2] = {q[0] + d * v[0], 0}, earlier[2] = {q[0] - d * v[0], 0};
        const struct quire_body_forces f = forces_at(&sliding, &motor, q, v);
        const double growth = (quire_roller_motion_ops.stored(&sliding, later) -
                               quire_roller_motion_ops.stored(&sliding, earlier)) /
                              (2 * d);
        const double work = f.force[0] * v[0] + f.force[1] * v[1];
        cr_expect_float_eq(work, f.power_drive - f.power_dissipated - growth, 1e-4 * fabs(work));
        cr_expect_gt(f.power_dissipated, 0);
    }
}

/* A roller's rim and centre, with or without a slide, and whether it turns by itself or a drive
 * turns it: velocities by the unknowns it has. */
Test(roller_motion, carries_by_the_unknowns_it_has)
{
    static const struct quire_command speed = {.quantity = QUIRE_DRIVE_SPEED, .value = 0.4};
    const double q[2] = {2e-4, 0.5}, v[2] = {0.03, -7};

    for (int kind = 0; kind < 4; kind++) {
        struct quire_roller_motion r = sliding;
        struct quire_carrier at, by;
        r.slides = kind % 2 != 0;
        r.spins = kind / 2 != 0;
        memset(&at, 0, sizeof at);
        cr_assert(quire_roller_motion_ops.carrier(&r, r.spins ? &none : &speed, q, v, &at));
        const double surface = r.spins ? 0.01 * v[r.slides ? 1 : 0] : 0.4 * 0.01 / 0.008;
        cr_expect_float_eq(at.surface, surface, 1e-15, "kind %d: %g", kind, at.surface);
        cr_expect_float_eq(at.driven, r.spins ? 0 : surface, 1e-15, "kind %d", kind);
        for (int d = 0; d < 2; d++) {
            cr_expect_float_eq(at.centre[d], r.placed[d] - (r.slides ? q[0] * r.closing[d] : 0),
                               1e-15);
            cr_expect_float_eq(at.velocity[d], r.slides ? -v[0] * r.closing[d] : 0, 1e-15);
        }
        for (int k = 0; k < 2; k++) {
            double more[2] = {v[0], v[1]};
            more[k] += 1;
            memset(&by, 0, sizeof by);
            cr_assert(quire_roller_motion_ops.carrier(&r, r.spins ? &none : &speed, q, more, &by));
            cr_expect_float_eq(at.d_surface[k], by.surface - at.surface, 1e-14,
                               "kind %d, unknown %d", kind, k);
            for (int d = 0; d < 2; d++) {
                cr_expect_float_eq(at.d_centre[d][k], by.velocity[d] - at.velocity[d], 1e-14,
                                   "kind %d, unknown %d", kind, k);
            }
        }
    }
}

Test(roller_motion, the_load_closes_and_the_stops_hold)
{
    const double v[2] = {0, 0};

    cr_expect_float_eq(forces_at(&sliding, &none, (double[2]){0, 0}, v).force[0], -8, 1e-12);
    cr_expect_float_eq(forces_at(&sliding, &none, (double[2]){1e-3, 0}, v).force[0], -8.5,
                       1e-12); /* opening strains the spring */
    cr_expect_float_eq(forces_at(&sliding, &none, (double[2]){-2e-4, 0}, v).force[0], -7.9 + 100,
                       1e-9);
    cr_expect_float_eq(forces_at(&sliding, &none, (double[2]){3e-3, 0}, v).force[0], -9.5 - 1000,
                       1e-9);
}

/* stall torque, none at the no-load speed, and a brake beyond it: in either direction */
Test(roller_motion, a_motor_runs_up_to_its_no_load_speed_either_way)
{
    struct quire_roller_motion r = sliding;

    r.bearing_torque = r.bearing_damping = 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        const struct quire_command motor = {QUIRE_DRIVE_TORQUE, sign * 0.02, 90, 0, 0};
        const double q[2] = {0, 0};
        cr_expect_float_eq(forces_at(&r, &motor, q, (double[2]){0, 0}).force[1], sign * 0.02,
                           1e-15);
        cr_expect_float_eq(forces_at(&r, &motor, q, (double[2]){0, sign * 45}).force[1],
                           sign * 0.01, 1e-15);
        cr_expect_float_eq(forces_at(&r, &motor, q, (double[2]){0, sign * 90}).force[1], 0, 1e-15);
        cr_expect_float_eq(forces_at(&r, &motor, q, (double[2]){0, sign * 180}).force[1],
                           -sign * 0.02, 1e-15);
    }
}

Test(roller_motion, the_surface_moves_as_the_drive_says_at_the_actual_radius)
{
    struct quire_roller_motion r = sliding;
    struct quire_carrier c;
    const struct quire_command speed = {QUIRE_DRIVE_SPEED, 0.4, NAN, 0, 0},
                               shaft = {QUIRE_DRIVE_SHAFT_SPEED, 30, NAN, 0, 0};
    const double q[2] = {1e-3, 0}, v[2] = {0.2, 50};

    r.spins = false;
    cr_assert(quire_roller_motion_ops.carrier(&r, &speed, q, v, &c));
    cr_expect_float_eq(c.surface, 0.4 / 0.008 * 0.01, 1e-15);
    cr_expect_float_eq(c.driven, c.surface, 0);
    cr_assert(quire_roller_motion_ops.carrier(&r, &shaft, q, v, &c));
    cr_expect_float_eq(c.surface, 0.3, 1e-15);
    r.spins = true;
    cr_assert(quire_roller_motion_ops.carrier(&r, &none, q, v, &c));
    cr_expect_float_eq(c.surface, 0.5, 1e-15);
    cr_expect_eq(c.driven, 0);
    cr_expect_float_eq(c.d_surface[1], 0.01, 0);
    cr_expect_eq(c.d_surface[0], 0);
    /* travel opens: against the closing direction */
    cr_expect_float_eq(c.centre[0], 0.1 - 0.6e-3, 1e-15);
    cr_expect_float_eq(c.centre[1], 0.2 - 0.8e-3, 1e-15);
    cr_expect_float_eq(c.velocity[0], -0.12, 1e-15);
    cr_expect_float_eq(c.d_centre[1][0], -0.8, 0);
    /* one that only spins has its spin as first velocity */
    r.slides = false;
    cr_assert(quire_roller_motion_ops.carrier(&r, &none, NULL, (double[2]){50, -7}, &c));
    cr_expect_float_eq(c.surface, 0.5, 1e-15);
    cr_expect_float_eq(c.d_surface[0], 0.01, 0);
    cr_expect_eq(c.d_surface[1], 0);
    cr_expect_eq(c.velocity[0], 0);
    cr_expect_eq(c.velocity[1], 0);
}
