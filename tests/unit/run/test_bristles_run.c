/* Sheets on beds of bristles: how deep they sink, and how far they slide with the bristles and
 * against them, in the plane and in space. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "fixtures/simulate.h"

#define MM 1e-3
/* half the pressure of the sheet at half the height, 2 mm; a fifth is solid */
#define WORLD(end)                                                                                 \
    "<settings><gravity vector=\"0 m/s^2, %g m/s^2\"/><run end=\"" end                             \
    "\" sample=\"1 ms\"/><solver position-tolerance=\"0.01 um\"/></settings>"                      \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "           \
    "damping-ratio=\"0.5\" damping-frequency=\"160 Hz\"/>"                                         \
    "<contact name=\"c\"><normal law=\"linear\" stiffness=\"1e4 N/m\"/></contact>"                 \
    "<contact name=\"p\"><normal law=\"fibre-bed\" half-pressure=\"3 Pa\" solid-fraction=\"0.2\" " \
    "damping=\"20 s/m\"/><friction law=\"directional\" with-coefficient=\"0.2\" "                  \
    "against-coefficient=\"0.5\"/></contact>"                                                      \
    "<pair surface=\"steel\" contact=\"c\"/><pair surface=\"pile\" contact=\"p\"/>"                \
    "<check kind=\"stall\" enabled=\"no\"/>"
#define SHEET                                                                                      \
    "<sheet name=\"page\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"%d\"><start "   \
    "from=\"0 mm, %.17g m\" velocity=\"%g m/s, 0 m/s\"/></sheet>"
#define WEIGHT 0.784 /* [Pa] */

static const char *const motions[] = {"planar", "spatial"};

/* where the law presses with the weight [m] */
static double
depth(void)
{
    const double way = 0.8 * 2 * MM, half = 1 / (1 - 0.5 / 0.8),
                 y = cbrt(1 + WEIGHT / 3 * (half * half * half - 1));

    return way * (1 - 1 / y);
}

static double
figure(const char *parts, int motion, const char *name)
{
    quire_model *model;
    quire_run *run = simulate_parts(&model, motions[motion], parts, NULL);
    const double value = quire_run_figure(run, name),
                 residual = quire_run_figure(run, "energy.residual.relative");

    cr_expect_lt(residual, 1e-3, "%s: %g", motions[motion], residual);
    quire_run_destroy(run);
    quire_model_destroy(model);
    return value;
}

/* all along; at its ends to the square of a segment's length */
Test(bristles_run, a_sheet_sinks_until_they_carry_its_weight)
{
    for (int k = 0; k < 4; k++) {
        const int segments = 12 * (1 + k / 2);
        char parts[3000];
        snprintf(parts, sizeof parts,
                 WORLD("0.4 s") SHEET
                 "<guide name=\"g\" surface=\"steel\"><line from=\"-50 mm, -2.05 mm\" to=\"150 mm, "
                 "-2.05 mm\"/></guide><bristles name=\"b\" guide=\"g\" height=\"2 mm\" "
                 "surface=\"pile\"/>",
                 -9.8, segments, 0.0, 0.0);
        const double y = figure(parts, k % 2, "page.lead.y");
        cr_expect_float_eq(y, -depth(), 0.15 / (segments * segments) * depth(),
                           "%s: %.9g mm, not %.9g mm", motions[k % 2], y / MM, -depth() / MM);
    }
}

/* Either way, with the bristles and against them; below the guide, and with the guide drawn
 * backwards. */
Test(bristles_run, a_sheet_slides_as_far_as_the_coefficient_of_its_way_says)
{
    static const struct {
        const char *side, *from, *to; /* of the guide */
        double up, speed;
        const char *lean;
        double coefficient;
    } list[] = {
        {"left", "-150", "250", 1, 0.3, "forward", 0.2},
        {"left", "-150", "250", 1, 0.3, "backward", 0.5},
        {"left", "-150", "250", 1, -0.3, "forward", 0.5},
        {"right", "250", "-150", 1, 0.3, "forward", 0.5},
        {"right", "-150", "250", -1, 0.3, "forward", 0.2},
        {"right", "-150", "250", -1, 0.3, "upright", 0.35},
    };

    for (size_t k = 0; k < 2 * sizeof list / sizeof *list; k++) {
        const double up = list[k / 2].up, speed = list[k / 2].speed;
        char parts[3000];
        snprintf(parts, sizeof parts,
                 WORLD("0.25 s") SHEET
                 "<guide name=\"g\" surface=\"steel\" side=\"%s\"><line from=\"%s mm, %g mm\" "
                 "to=\"%s mm, %g mm\"/></guide><bristles name=\"b\" guide=\"g\" height=\"2 mm\" "
                 "lean=\"%s\" surface=\"pile\"/>",
                 -9.8 * up, 12, -depth() * up, speed, list[k / 2].side, list[k / 2].from,
                 -2.05 * up, list[k / 2].to, -2.05 * up, list[k / 2].lean);
        const double way = speed * fabs(speed) / (2 * list[k / 2].coefficient * 9.8),
                     slid = figure(parts, (int)(k % 2), "page.lead.x") - 60 * MM;
        cr_expect_float_eq(slid, way, 1e-3 * fabs(way), "case %zu, %s: %.6g mm, not %.6g mm", k / 2,
                           motions[k % 2], slid / MM, way / MM);
    }
}
