/* Clutches: what is known of a rotor of 1e-5 kg m^2 behind one, and of a sheet that drags at one.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "fixtures/machine.h"
#include "fixtures/rules_stage.h"

#define TOLERANCE 5e-4 /* of velocities at `standard` [m/s] */

#define ROTOR(drive, more, clutch)                                                                 \
    "<drive name=\"shaft\" " drive "/>"                                                            \
    "<roller name=\"rotor\" centre=\"0 m, -2 m\" radius=\"10 mm\" surface=\"rubber\" "             \
    "drive=\"shaft\" inertia=\"1e-5 kg*m^2\" " more "><clutch name=\"c1\" " clutch "/></roller>"

static double
figure_after(const char *text, const char *figure)
{
    quire_model *model;
    quire_run *run = rules_simulate(&model, text, QUIRE_OK, NULL);
    const double value = quire_run_figure(run, figure);

    cr_expect_lt(fabs(quire_run_figure(run, "energy.residual")), 1e-3 * 0.05, "%g J are left",
                 quire_run_figure(run, "energy.residual"));
    quire_run_destroy(run);
    quire_model_destroy(model);
    return value;
}

/* Q = 2 mN m gives 200 rad/s^2, so 100 rad/s after 0.5 s; then it is locked, and carries nothing
 * any more. The drive puts in I w^2, half of which the clutch loses. */
#define SPEEDS_UP(at)                                                                              \
    WORLD("")                                                                                      \
    ROTOR("shaft-speed=\"0 rad/s\"", "", "torque=\"2 mN*m\"")                                      \
    "<rule time=\"" at "\"> <set drive=\"shaft\" shaft-speed=\"100 rad/s\"/> </rule>"

Test(clutches, carry_no_more_than_their_torque)
{
    cr_expect_float_eq(figure_after(SPEEDS_UP("0.8 s"), "rotor.speed"), 0.4, 1e-5);
    cr_expect_float_eq(figure_after(SPEEDS_UP("0.8 s"), "rotor.clutch.torque"), 2e-3, 1e-9);
    cr_expect_float_eq(figure_after(SPEEDS_UP("0.1 s"), "rotor.speed"), 1, 1e-6);
    cr_expect_float_eq(figure_after(SPEEDS_UP("0.1 s"), "rotor.clutch.torque"), 0, 1e-6);
    cr_expect_float_eq(figure_after(SPEEDS_UP("0.1 s"), "energy.drives"), 0.1, 1e-4);
    cr_expect_float_eq(figure_after(SPEEDS_UP("0.1 s"), "energy.friction"), 0.05, 1e-4);
}

/* the drive stops at 0.1 s; the bearing alone brakes: w = w0 exp(-c t / I), 20 1/s, and its
 * friction takes all that was there */
#define COASTS                                                                                     \
    ROTOR("shaft-speed=\"100 rad/s\"", "bearing-damping=\"2e-5 N*m*s\"",                           \
          "torque=\"50 mN*m\" carries=\"forward\"")

Test(clutches, let_the_roller_run_ahead)
{
    const double speed = figure_after(
        WORLD("") COASTS "<rule time=\"0.5 s\"> <brake drive=\"shaft\"/> </rule>", "rotor.speed");
    /* what the bearing takes lets it creep a little */
    const double start = 1 - figure_after(WORLD("") COASTS, "rotor.clutch.slip");
    cr_expect_float_eq(speed, start * exp(-0.5 * 2e-5 / 1e-5), TOLERANCE, "%.9f", speed);
}

/* Locked means locked: under half of its torque, by the bearing, the roller does not lag in speed,
 * and holds a place at rest; it lags by half of the windup. */
Test(clutches, lock_without_creep)
{
#define LOADED(speed, clutch)                                                                      \
    WORLD("")                                                                                      \
    ROTOR("shaft-speed=\"" speed "\"", "bearing-damping=\"1e-4 N*m*s\"",                           \
          "torque=\"20 mN*m\"" clutch)
    cr_expect_float_eq(figure_after(LOADED("100 rad/s", ""), "rotor.clutch.slip"), 0, 1e-8);
    cr_expect_float_eq(figure_after(LOADED("100 rad/s", ""), "rotor.clutch.torque"), 10e-3, 1e-6);
    cr_expect_float_eq(
        figure_after(LOADED("100 rad/s", " carries=\"forward\""), "rotor.clutch.slip"), 0, 1e-8);
    /* one that is a function of the slip creeps */
    cr_expect_gt(figure_after(LOADED("100 rad/s", " creep=\"1 mm/s\""), "rotor.clutch.slip"),
                 0.3e-3);
}

/* the other way round it lets the drive run ahead, and brakes with it when that stops */
Test(clutches, carry_backward_alone)
{
#define BACKWARD                                                                                   \
    ROTOR("shaft-speed=\"0 rad/s\"", "spin=\"50 rad/s\"", "torque=\"1 mN*m\" carries=\"backward\"")
    /* At rest the spring, wound by w = 10 um, pushes the roller back until its damper takes all it
     * has: of the roots l1, l2 of m l^2 + c l + k = 0, v = -w k/m (e^(l1 t) - e^(l2 t))/(l1 - l2)
     * where that is largest. */
    const double m = 0.1, k = 0.1 / 10e-6, c = 10e-3 * k, root = sqrt(c * c - 4 * k * m),
                 one = (root - c) / (2 * m), two = (-root - c) / (2 * m),
                 time = log(two / one) / (one - two);
    const double back = -10e-6 * k / m * (exp(one * time) - exp(two * time)) / (one - two);
    cr_expect_float_eq(figure_after(WORLD("") BACKWARD, "rotor.speed"), back, TOLERANCE);
    cr_expect_float_eq(
        figure_after(
            WORLD("") BACKWARD
            "<rule time=\"0.25 s\"> <set drive=\"shaft\" shaft-speed=\"100 rad/s\"/> </rule>",
            "rotor.speed"),
        0.25, TOLERANCE);
}

/* engaged at 0.2 s within 20 ms, half of whose time counts: 0.19 s later it has 38 rad/s; let go,
 * it keeps them */
Test(clutches, engage_and_let_go_by_rules)
{
#define SWITCHED                                                                                   \
    ROTOR("shaft-speed=\"100 rad/s\"", "", "torque=\"2 mN*m\" engaged=\"no\"")                     \
    "<rule name=\"on\" time=\"0.2 s\"> <engage clutch=\"c1\" ramp=\"20 ms\"/> </rule>"
    cr_expect_float_eq(figure_after(WORLD("") SWITCHED, "rotor.speed"), 1, 1e-6);
    const double speed = figure_after(
        WORLD("") SWITCHED "<rule time=\"0.4 s\"> <disengage clutch=\"c1\" ramp=\"0 s\"/> </rule>",
        "rotor.speed");
    cr_expect_float_eq(speed, 200 * 0.19 * 10e-3, TOLERANCE, "%.9f", speed);
}

/* A sheet that is held at its leading edge in a nip whose driver is turned by way of a limiter: the
 * driver stands, its friction on the sheet is Q/R. */
Test(clutches, limit_the_drag_on_a_sheet)
{
    quire_model *model;
    quire_run *run = rules_simulate(
        &model,
        WORLD("") "<contact name=\"grip\"><normal law=\"linear\" stiffness=\"2e5 N/m\" damping=\"5 "
                  "N*s/m\"/><friction law=\"mtt-step\" dynamic-coefficient=\"1\" "
                  "threshold-velocity=\"1 mm/s\"/></contact>"
                  "<pair surface=\"grippy\" contact=\"grip\"/>"
                  "<nip name=\"n1\" path=\"main\" at=\"500 mm\" load=\"8 N\"><driver radius=\"10 "
                  "mm\" surface=\"grippy\" drive=\"feed\" inertia=\"1e-6 kg*m^2\"><clutch "
                  "name=\"limiter\" torque=\"20 mN*m\"/></driver>"
                  "<idler radius=\"10 mm\" surface=\"grippy\" mass=\"20 g\" inertia=\"1e-6 "
                  "kg*m^2\"/></nip>"
                  "<sheet name=\"held\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "
                  "segments=\"12\"><start path=\"main\" lead=\"530 mm\"/><pin "
                  "end=\"trail\"/></sheet>",
        QUIRE_OK, NULL);
    double friction = NAN, speed = NAN;
    for (size_t k = 0; k < quire_run_column_count(run); k++) {
        const double last = quire_run_value(run, quire_run_row_count(run) - 1, k);
        friction =
            strncmp(quire_run_column_name(run, k), "n1.friction ", 12) == 0 ? last : friction;
        speed = strncmp(quire_run_column_name(run, k), "n1.speed ", 9) == 0 ? last : speed;
    }
    cr_expect_float_eq(friction, 2, 2e-3, "%.6f N", friction);
    cr_expect_lt(fabs(speed), 1e-3); /* the creep of friction at a quarter of its limit */
    cr_expect_lt(fabs(quire_run_figure(run, "energy.residual")),
                 1e-3 * quire_run_figure(run, "energy.drives"));
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* within its creep, 0.1 rad/s, where it carries a part of its torque */
static double
error_in(void (*open)(struct machine *m, const char *parts), const char *parts, double lag)
{
    struct machine m;

    open(&m, parts);
    m.y[m.system->layout.v0 +
        (size_t)m.system->small[m.system->change[m.system->clutch[0].which].small].v0] -= lag;
    cr_expect(quire_state_forces(m.state, 0.01, m.y));
    cr_expect_gt(fabs(m.state->power.drives), 0.01, "the clutch does nothing");
    const double error = machine_jacobian_error(&m, 0.01);
    machine_close(&m);
    return error;
}

Test(clutches, have_exact_derivatives)
{
    const char *both = WORLD("") ROTOR("shaft-speed=\"100 rad/s\"", "", "torque=\"20 mN*m\"");
    cr_expect_lt(error_in(machine_open, both, 0.03), 1e-6);
    cr_expect_lt(error_in(machine_open, both, -0.06), 1e-6);
    cr_expect_lt(error_in(machine_open_in_space, both, 0.03), 1e-6);
    cr_expect_lt(error_in(machine_open,
                          WORLD("") ROTOR("shaft-speed=\"100 rad/s\"", "",
                                          "torque=\"20 mN*m\" carries=\"forward\""),
                          0.03),
                 1e-6);
}

/* What breaks away is looked for among all that holds, clutches among them, which never do. */
Test(clutches, hold_beside_friction_that_breaks_away)
{
    quire_model *model;
    quire_run *run = rules_simulate(
        &model,
        "<settings><run end=\"20 ms\" sample=\"1 ms\"/></settings>"
        "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 GPa\"/>"
        "<contact name=\"c\"><normal law=\"linear\" stiffness=\"1e5 N/m\"/>"
        "<friction law=\"stick-slip\" static-coefficient=\"0.5\" dynamic-coefficient=\"0.3\" "
        "stiffness=\"1e4 N/m\"/></contact><pair contact=\"c\"/>"
        "<guide name=\"g\" surface=\"steel\"><line from=\"-0.1 m, -50 um\" to=\"0.2 m, -50 "
        "um\"/></guide><sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "
        "segments=\"12\"><start from=\"0 m, 0 m\"/></sheet>" ROTOR("shaft-speed=\"1 rad/s\"", "",
                                                                   "torque=\"20 mN*m\""),
        QUIRE_OK, NULL);

    cr_expect_float_eq(quire_run_figure(run, "rotor.speed"), 0.01, 1e-4);
    quire_run_destroy(run);
    quire_model_destroy(model);
}
