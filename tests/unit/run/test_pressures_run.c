/* Suction, electrostatic holds and brushes at work, where what they do is known in closed form. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>

#include "base/diag.h"
#include "fixtures/machine.h"

/* a sheet of 0.48 g, 60 mm by 100 mm */
#define WORLD(gravity, end)                                                                        \
    "<settings><gravity vector=\"0 m/s^2, " gravity "\"/><run end=\"" end                          \
    "\" sample=\"1 ms\"/><solver position-tolerance=\"0.01 um\"/></settings>"                      \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "           \
    "damping-ratio=\"0.5\" damping-frequency=\"160 Hz\"/>"                                         \
    "<contact name=\"c\"><normal law=\"linear\" stiffness=\"1e4 N/m\" damping=\"2 N*s/m\"/>"       \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"0.3\" threshold-velocity=\"1 "               \
    "mm/s\"/></contact><pair contact=\"c\"/>"                                                      \
    "<check kind=\"stall\" enabled=\"no\"/>"
#define SHEET(place)                                                                               \
    "<sheet name=\"page\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"12\"><start "   \
    "from=" place "/></sheet>"
#define FLOOR(more)                                                                                \
    "<guide name=\"g\" surface=\"steel\" " more                                                    \
    "> <line from=\"-100 mm, -0.05 mm\" to=\"200 mm, -0.05 mm\"/> </guide>"
#define EPSILON 8.8541878128e-12

struct outcome {
    double y, speed, normal, residual;
};

static struct outcome
outcome_of(const char *parts, const char *motion)
{
    quire_diag *diag = quire_diag_create();
    quire_model *model = machine_model(parts);
    quire_run_options options = quire_run_options_default();
    quire_run *r;

    options.motion = motion;
    cr_assert_eq(quire_run_create(&r, model, &options, diag), QUIRE_OK, "%s", parts);
    cr_assert_eq(quire_run_execute(r, diag), QUIRE_OK);
    const struct outcome out = {quire_run_figure(r, "page.lead.y"),
                                sqrt(2 * quire_run_figure(r, "energy.kinetic") / 0.48e-3),
                                quire_run_figure(r, "p.normal.max"),
                                quire_run_figure(r, "energy.residual.relative")};
    quire_run_destroy(r);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
    return out;
}

static const char *const motions[] = {"planar", "spatial"};

/* A belt sets out under a sheet that is sucked to it from 5 ms on: friction takes it along with 0.3
 * (g + p / grammage). */
Test(pressures_run, a_vacuum_belt_pulls_with_the_friction_of_its_pressure)
{
    for (int k = 0; k < 2; k++) {
        const struct outcome out = outcome_of(
            WORLD("-9.8 m/s^2", "25 ms") FLOOR("velocity=\"0.8 m/s\"") SHEET(
                "\"0 mm, 0 mm\"") "<drive name=\"valve\" pressure=\"0 Pa\"/><rule when=\"time &gt; "
                                  "5 ms\"> <set drive=\"valve\" pressure=\"5 Pa\"/> </rule>"
                                  "<suction name=\"p\" guide=\"g\" drive=\"valve\"/>",
            motions[k]);
        const double speed = 0.3 * (9.8 * 25e-3 + 5 / 0.08 * 20e-3);
        cr_expect(fabs(out.speed / speed - 1) < 2e-3, "%s: %.6f m/s, not %.6f m/s", motions[k],
                  out.speed, speed);
        cr_expect(fabs(out.normal / 30e-3 - 1) < 1e-6, "%s: %.9f N", motions[k], out.normal);
        cr_expect_lt(out.residual, 1e-3, "%s: %g", motions[k], out.residual);
    }
}

/* Under a plate with holes a sheet stays while the pressure exceeds its weight, 0.784 Pa, and falls
 * if it does not. */
Test(pressures_run, suction_carries_what_weighs_less)
{
#define PLATE(pressure)                                                                            \
    WORLD("-9.8 m/s^2", "50 ms")                                                                   \
    SHEET("\"0 mm, 0 mm\"")                                                                        \
    "<guide name=\"g\" surface=\"steel\" side=\"right\"> <line "                                   \
    "from=\"-100 mm, 0.05 mm\" "                                                                   \
    "to=\"200 mm, 0.05 mm\"/> </guide><suction name=\"p\" guide=\"g\" "                            \
    "pressure=\"" pressure "\"/>"
    for (int k = 0; k < 2; k++) {
        cr_expect_lt(fabs(outcome_of(PLATE("0.8 Pa"), motions[k]).y), 1e-6, "%s", motions[k]);
        cr_expect_lt(outcome_of(PLATE("0.76 Pa"), motions[k]).y, -3e-4, "%s", motions[k]);
    }
}

/* Charges pull with sigma^2 / (2 eps0) from however far: a sheet rises evenly accelerated. */
Test(pressures_run, a_charged_sheet_is_pulled_evenly)
{
    for (int k = 0; k < 2; k++) {
        const struct outcome out = outcome_of(
            WORLD("0 m/s^2", "5 ms") SHEET(
                "\"0 mm, 0 mm\"") "<guide name=\"g\" surface=\"steel\" side=\"right\"> <line "
                                  "from=\"-100 mm, 2 mm\" to=\"200 mm, 2 mm\"/> </guide>"
                                  "<electrostatic name=\"p\" guide=\"g\" charge=\"10 uC/m^2\"/>",
            motions[k]);
        const double rise = 0.5 * 1e-10 / (2 * EPSILON) / 0.08 * 25e-6;
        cr_expect(fabs(out.y / rise - 1) < 1e-4, "%s: %.9f mm, not %.9f mm", motions[k],
                  1e3 * out.y, 1e3 * rise);
        cr_expect_lt(out.residual, 1e-4, "%s: %g", motions[k], out.residual);
    }
}

/* A voltage pulls more and more: the sheet's energy is what the field has done, eps0 U^2/2 (1/(d +
 * g) - 1/(d + g0)) by area. */
Test(pressures_run, a_voltage_does_the_work_of_a_capacitor)
{
    for (int k = 0; k < 2; k++) {
        const struct outcome out = outcome_of(
            WORLD("0 m/s^2", "8 ms")
                SHEET("\"0 mm, 0 mm\"") "<guide name=\"g\" surface=\"steel\" side=\"right\"> <line "
                                        "from=\"-100 mm, 2 mm\" to=\"200 mm, 2 mm\"/> </guide>"
                                        "<electrostatic name=\"p\" guide=\"g\" voltage=\"1500 V\" "
                                        "dielectric-thickness=\"0.3 mm\" permittivity=\"3\"/>",
            motions[k]);
        const double start = 0.1e-3 + 1.95e-3,
                     speed = sqrt(EPSILON * 1500 * 1500 * (1 / (start - out.y) - 1 / start) / 0.08);
        cr_expect_gt(out.y, 2e-4);
        cr_expect(fabs(out.speed / speed - 1) < 1e-3, "%s: %.6f m/s, not %.6f m/s", motions[k],
                  out.speed, speed);
        cr_expect_lt(out.residual, 1e-3, "%s: %g", motions[k], out.residual);
    }
}

/* Bristles 0.5 mm deep brake a sheet on a floor without friction by 0.4 of their pressure. */
Test(pressures_run, a_brush_brakes)
{
    for (int k = 0; k < 2; k++) {
        const struct outcome out =
            outcome_of("<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/><run end=\"12 ms\" "
                       "sample=\"1 ms\"/></settings>"
                       "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" "
                       "modulus-md=\"4 GPa\" damping-ratio=\"0.5\" damping-frequency=\"160 Hz\"/>"
                       "<contact name=\"c\"><normal law=\"linear\" stiffness=\"1e4 N/m\" "
                       "damping=\"2 N*s/m\"/></contact><pair contact=\"c\"/>" SHEET(
                           "\"0 mm, 0 mm\" velocity=\"0.5 m/s, 0 m/s\"")
                           FLOOR("") "<guide name=\"b\" surface=\"steel\" side=\"right\"> <line "
                                     "from=\"-100 mm, 1.55 mm\" to=\"200 mm, 1.55 mm\"/> </guide>"
                                     "<brush name=\"p\" guide=\"b\" height=\"2 mm\" "
                                     "stiffness=\"1e4 Pa/m\" friction=\"0.4\"/>",
                       motions[k]);
        const double speed = 0.5 - 0.4 * 5 / 0.08 * 12e-3;
        cr_expect(fabs(out.speed / speed - 1) < 2e-3, "%s: %.6f m/s, not %.6f m/s", motions[k],
                  out.speed, speed);
        cr_expect_lt(out.residual, 1e-3, "%s: %g", motions[k], out.residual);
    }
}

/* A jet sets out with its valve. While it meets the sheet its momentum goes into it, and its work
 * is what the sheet has, in motion, bent and lost in bending. */
Test(pressures_run, a_jet_gives_its_momentum)
{
    for (int k = 0; k < 2; k++) {
        const struct outcome out = outcome_of(
            WORLD("0 m/s^2", "6 ms") SHEET(
                "\"0 mm, 0 mm\"") "<drive name=\"valve\" pressure=\"0 Pa\"> <to time=\"1 "
                                  "ms\" pressure=\"400 Pa\"/> </drive><jet name=\"p\" at=\"30 "
                                  "mm, -6 mm\" direction=\"0, 1\" width=\"2 mm\" "
                                  "drive=\"valve\"/>",
            motions[k]);
        cr_expect(fabs(out.normal / 80e-3 - 1) < 2e-3, "%s: %.9f N", motions[k], out.normal);
        cr_expect_gt(out.speed, 0.2, "%s: %g", motions[k], out.speed);
        cr_expect_lt(out.residual, 1e-3, "%s: %g", motions[k], out.residual);
    }
}

/* Rules may put any pressure into a drive; air that a jet would draw in has no direction. */
Test(pressures_run, a_jet_whose_drive_is_negative_blows_nothing)
{
    for (int k = 0; k < 2; k++) {
        const struct outcome out =
            outcome_of(WORLD("0 m/s^2", "6 ms")
                           SHEET("\"0 mm, 0 mm\"") "<drive name=\"valve\" pressure=\"-400 "
                                                   "Pa\"/><jet name=\"p\" at=\"30 mm, -6 mm\" "
                                                   "direction=\"0, 1\" width=\"2 mm\" "
                                                   "drive=\"valve\"/>",
                       motions[k]);
        cr_expect_eq(out.normal, 0);
        cr_expect_lt(out.speed, 1e-9);
    }
}
