/* Guides that stand on one another make hollow kinks, as the pieces of one guide do. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "fixtures/simulate.h"

#define FEED                                                                                       \
    "<settings><gravity vector=\"0 m/s^2, -9.8 m/s^2\"/><run end=\"60 ms\" sample=\"0 s\"/>"       \
    "</settings><media name=\"m\" grammage=\"120 g/m^2\" thickness=\"0.15 mm\" modulus-md=\"4 "    \
    "GPa\"/><contact name=\"c\"><normal law=\"linear\" stiffness=\"2e4 N/m\" damping=\"0.5 "       \
    "N*s/m\"/><friction law=\"regularised\" dynamic-coefficient=\"0.2\" "                          \
    "regularisation-velocity=\"10 mm/s\"/></contact>"                                              \
    "<pair contact=\"c\"/>"
#define SHEET                                                                                      \
    "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"%d\">"             \
    "<start from=\"-62 mm, 0.08 mm\" velocity=\"0.4 m/s, 0 m/s\"/></sheet>"

/* where the leading edge is in the end, of a sheet that runs up against a ramp */
static void
run_up(const char *guides, int segments, double lead[2])
{
    double x[128], y[128];
    char parts[3000], sheet[400];
    quire_model *model;

    snprintf(sheet, sizeof sheet, SHEET, segments);
    snprintf(parts, sizeof parts, "%s%s%s", FEED, guides, sheet);
    quire_run *run = simulate_parts(&model, "planar", parts, NULL);
    const size_t n = quire_run_nodes(run, "s", x, y, 128);
    lead[0] = x[n - 1];
    lead[1] = y[n - 1];
    quire_run_destroy(run);
    quire_model_destroy(model);
}

static void
expect_as_one(const char *one, const char *parts)
{
    for (int segments = 12; segments <= 48; segments *= 2) {
        double whole[2], joined[2];
        run_up(one, segments, whole);
        run_up(parts, segments, joined);
        for (int d = 0; d < 2; d++) {
            cr_expect_float_eq(joined[d], whole[d], 1e-9, "%d segments, %c: %.9g, one guide %.9g",
                               segments, "xy"[d], joined[d], whole[d]);
        }
    }
}

Test(joints, guides_end_to_end_at_a_hollow_joint_are_as_one_guide)
{
    expect_as_one(
        "<guide name=\"g\" surface=\"w\"><polyline points=\"-80 mm, 0 mm; 0 mm, 0 mm; 0.05 "
        "mm, 0.6 mm; 60 mm, 0.6 mm\"/></guide>",
        "<guide name=\"g\" surface=\"w\"><line from=\"-80 mm, 0 mm\" to=\"0 mm, 0 mm\"/>"
        "</guide><guide name=\"h\" surface=\"w\"><polyline points=\"0 mm, 0 mm; 0.05 mm, "
        "0.6 mm; 60 mm, 0.6 mm\"/></guide>");
}

Test(joints, a_guide_that_stands_on_another_is_as_one_guide_with_it)
{
    expect_as_one(
        "<guide name=\"g\" surface=\"w\"><polyline points=\"-80 mm, 0 mm; 0 mm, 0 mm; 0.05 "
        "mm, 0.6 mm; 60 mm, 0.6 mm\"/></guide>",
        "<guide name=\"g\" surface=\"w\"><line from=\"-80 mm, 0 mm\" to=\"30 mm, 0 mm\"/>"
        "</guide><guide name=\"h\" surface=\"w\"><polyline points=\"0 mm, 0 mm; 0.05 mm, "
        "0.6 mm; 60 mm, 0.6 mm\"/></guide>");
}
