/* Nips that move along their shafts take the sheet along. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>

#include "fixtures/simulate.h"

/* a sheet that nothing but the nip holds, across which it is carried */
#define MACHINE                                                                                    \
    "<?xml version=\"1.0\"?><model version=\"1\" name=\"test\" "                                   \
    "motion=\"spatial\"><settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/>"                          \
    "<run end=\"0.1 s\" sample=\"1 ms\"/><solver position-tolerance=\"%s\"/></settings>"           \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "           \
    "damping-ratio=\"0.5\" damping-frequency=\"160 Hz\"/>"                                         \
    "<contact name=\"grip\"><normal law=\"mtt-indentation\" stiffness=\"4.9e7 N/m^1.5\" "          \
    "exponent=\"1.5\"/>"                                                                           \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"1\" threshold-velocity=\"10 "                \
    "mm/s\"/></contact><pair contact=\"grip\"/>"                                                   \
    "<path name=\"p\" from=\"0 mm, 0 mm\"><line length=\"400 mm\"/></path><drive name=\"feed\" "   \
    "speed=\"0.3 m/s\"/>%s"                                                                        \
    "<nip name=\"n\" path=\"p\" at=\"170 mm\" load=\"8 N\" width=\"100 mm\" pads=\"2\" "           \
    "carriage=\"across\"><driver radius=\"10 mm\" "                                                \
    "surface=\"rubber\" drive=\"feed\"/><idler radius=\"10 mm\" surface=\"rubber\" "               \
    "inertia=\"0.5e-6 kg*m^2\" spin=\"30 rad/s\"/></nip>"                                          \
    "<sheet name=\"page\" media=\"m\" length=\"200 mm\" width=\"210 mm\" segments=\"40\"><start "  \
    "path=\"p\" lead=\"250 mm\" speed=\"0.3 m/s\"/>"                                               \
    "</sheet></model>"

struct outcome {
    double carriage, sheet, yaw, lead, residual; /* [m], [m], [rad], [m], of the largest term */
};

static struct outcome
carry(const char *drive, const char *tolerance)
{
    char text[4000];
    quire_model *model;

    const int length = snprintf(text, sizeof text, MACHINE, tolerance, drive);
    cr_assert_lt((size_t)length, sizeof text);
    quire_run *run = simulate_text(&model, text, NULL, 0, NULL);
    const struct outcome out = {
        quire_run_figure(run, "n.shift"), quire_run_figure(run, "page.shift"),
        quire_run_figure(run, "page.yaw"), quire_run_figure(run, "page.lead.x"),
        quire_run_figure(run, "energy.residual.relative")};
    quire_run_destroy(run);
    quire_model_destroy(model);
    return out;
}

/* What the drive's course has come to: the integrals of its ramps are known. As the sheet begins
 * and ends at rest across, friction gives it no impulse in all, and so (nearly: the law is curved)
 * it creeps back by what it crept before. */
Test(carriage, takes_the_sheet_along_by_what_its_drive_has_moved)
{
    static const struct {
        const char *drive;
        double moved; /* [m] */
    } list[] = {
        {"<drive name=\"across\" speed=\"0 m/s\"><to time=\"10 ms\" speed=\"0.1 m/s\"/><to "
         "time=\"30 ms\" speed=\"0.1 m/s\"/>"
         "<to time=\"40 ms\" speed=\"0 m/s\"/></drive>",
         3e-3},
        {"<drive name=\"across\" speed=\"0 m/s\"><to time=\"10 ms\" shape=\"smooth\" speed=\"-0.1 "
         "m/s\"/><to time=\"30 ms\" speed=\"-0.1 m/s\"/>"
         "<to time=\"50 ms\" shape=\"smooth\" speed=\"0 m/s\"/></drive>",
         -3.5e-3},
        {"<drive name=\"across\" speed=\"0 m/s\"><to time=\"10 ms\" shape=\"step\" speed=\"0.05 "
         "m/s\"/><to time=\"60 ms\" shape=\"step\" "
         "speed=\"0 m/s\"/></drive>",
         2.5e-3},
        {"<drive name=\"across\" speed=\"0 m/s\"/><rule time=\"5 ms\"><set drive=\"across\" "
         "speed=\"0.1 m/s\" ramp=\"10 ms\"/></rule>"
         "<rule time=\"35 ms\"><set drive=\"across\" speed=\"0 m/s\" ramp=\"20 ms\"/></rule>",
         3.5e-3},
        /* the rule breaks in on the way */
        {"<drive name=\"across\" speed=\"0 m/s\"><to time=\"20 ms\" speed=\"0.1 m/s\"/></drive>"
         "<rule time=\"10 ms\"><set drive=\"across\" speed=\"0 m/s\" ramp=\"10 ms\"/></rule>",
         0.5e-3},
    };

    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        const struct outcome out = carry(list[k].drive, "0.01 um");
        cr_expect_float_eq(out.carriage, list[k].moved, 1e-15, "%zu: %.17g", k, out.carriage);
        cr_expect_float_eq(out.sheet, list[k].moved, 2e-3 * fabs(list[k].moved),
                           "%zu: %g instead of %g", k, out.sheet, list[k].moved);
        cr_expect_lt(fabs(out.yaw), 1e-4, "%zu: %g", k, out.yaw);
        cr_expect_lt(out.residual, 1e-4, "%zu: %g", k, out.residual);
    }
}

Test(carriage, of_a_mirrored_machine_runs_alike)
{
    const struct outcome one = carry("<drive name=\"across\" speed=\"0.2 m/s\"/>", "1 um"),
                         other = carry("<drive name=\"across\" speed=\"-0.2 m/s\"/>", "1 um");

    cr_expect(fabs(one.sheet + other.sheet) < 1e-12 && fabs(one.yaw + other.yaw) < 1e-12 &&
                  fabs(one.lead - other.lead) < 1e-12,
              "%.17g %.17g, %.17g %.17g", one.sheet, other.sheet, one.yaw, other.yaw);
    cr_expect_gt(one.sheet, 0.019);
}
