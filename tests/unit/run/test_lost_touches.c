/* Long steps lose no touch of ends that graze rollers in passing. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "fixtures/simulate.h"

#define FLIGHT(end)                                                                                \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/><run end=\"" end                              \
    " ms\" sample=\"0 s\"/></settings>"                                                            \
    "<media name=\"m\" grammage=\"160 g/m^2\" thickness=\"0.2 mm\" modulus-md=\"5 GPa\"/>"

static double
mean(const quire_run *run, const char *sheet, bool x)
{
    double at[2][64], sum = 0;
    const size_t n = quire_run_nodes(run, sheet, at[0], at[1], 64);

    for (size_t i = 0; i < n; i++) {
        sum += at[x ? 0 : 1][i];
    }
    return sum / (double)n;
}

/* Sheets that stand upright and fly along, their upper ends no deeper into the reach of a roller
 * above than `deep`; the roller's push takes its part of their fall whatever steps are made.
 * Returns how far the sheet has come down. */
static double
pushed_down(double speed, double deep, double gap, const char *accuracy)
{
    quire_run_options options = quire_run_options_default();
    quire_model *model;
    char parts[2000];

    options.accuracy = accuracy;
    snprintf(
        parts, sizeof parts,
        FLIGHT(
            "%g") "<contact name=\"c\"><normal law=\"linear\" stiffness=\"2e4 "
                  "N/m\"/></contact><pair contact=\"c\"/>"
                  "<roller name=\"r\" centre=\"%.17g mm, %.17g mm\" radius=\"5 mm\" surface=\"w\"/>"
                  "<sheet name=\"s\" media=\"m\" length=\"40 mm\" width=\"100 mm\" "
                  "segments=\"8\"><start from=\"0 mm, 0 mm\" heading=\"90 deg\" velocity=\"%g m/s, "
                  "0 m/s\"/></sheet>",
        (gap + 60) / speed, gap, 45.1 - deep, speed);
    quire_run *run = simulate_parts(&model, "planar", parts, &options);
    const double down = 0.02 - mean(run, "s", false);
    quire_run_destroy(run);
    quire_model_destroy(model);
    return down;
}

Test(lost_touches, ends_that_graze_rollers_are_pushed_whatever_the_steps)
{
    for (int k = 0; k < 12; k++) {
        const double speed = k % 2 == 0 ? 2 : 8, gap = 40 + 17.3 * (k / 2),
                     deep = 0.05 + 0.05 * (k % 3);
        const double standard = pushed_down(speed, deep, gap, "standard"),
                     fine = pushed_down(speed, deep, gap, "fine");
        cr_expect_gt(fine, 1e-6, "speed %g, gap %g, deep %g: %g", speed, gap, deep, fine);
        cr_expect_float_eq(standard, fine, 0.2 * fine, "speed %g, gap %g, deep %g: %g, fine %g",
                           speed, gap, deep, standard, fine);
    }
}
