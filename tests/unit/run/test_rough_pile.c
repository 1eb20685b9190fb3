/* A pile with the law of rough surfaces: it is laid as it rests, on its tray, too. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "fixtures/rest_stage.h"

#define SHEETS 5
#define SCALE  2e-6 /* [m] */
#define LOAD   (5e4 * SCALE)
/* of 5 mm of a sheet of 80 g/m^2 and 200 mm [N] */
#define WEIGHT (0.08 * 0.2 * 0.005 * 9.80665)

/* by which the force of `above` sheets presses two surfaces into each other, in the exponential
 * [m] */
static double
overlap(int above)
{
    return SCALE * log1p(above * WEIGHT * exp(8.0) / LOAD);
}

/* the pile on a tray that lies this much above where it touches the lowest sheet [m] */
static void
lay(struct rest *r, double up)
{
    char parts[2000];

    snprintf(parts, sizeof parts,
             "<contact name=\"c\"><normal law=\"rough-surface\" stiffness=\"5e4 N/m\" scale=\"2 "
             "um\" damping=\"10 s/m\"/></contact>"
             "<pair media=\"m\" other-media=\"m\" contact=\"c\"/><pair surface=\"steel\" "
             "contact=\"c\"/><guide name=\"tray\" surface=\"steel\"><line from=\"-50 mm, %.17g m\" "
             "to=\"150 mm, %.17g m\"/></guide>"
             "<sheet name=\"p\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"20\" "
             "count=\"%d\" pile=\"left\"><start from=\"0 mm, 0 mm\"/></sheet>",
             -0.05e-3 + up, -0.05e-3 + up, SHEETS);
    rest_find(r, "planar", "<run end=\"50 ms\" sample=\"10 ms\"/>", parts);
}

/* Each sheet stays a thickness above the one below, less the overlap under the weight above: to a
 * fiftieth of it, as the ends of sheets have other shares. */
Test(rough_pile, rests_where_it_is_laid)
{
    struct rest r;
    double y = 0;

    lay(&r, overlap(SHEETS));
    cr_assert_eq(r.status, QUIRE_OK);
    cr_expect_not(rest_says(&r, "W-OVERLAP", ""));
    for (int i = 1; i <= SHEETS; i++) {
        char name[16];
        double at[2];
        snprintf(name, sizeof name, "p.%d", i);
        rest_middle(r.run, name, at);
        cr_expect_float_eq(at[1], y, 2e-7, "%s: %.9g um, not %.9g um", name, 1e6 * at[1], 1e6 * y);
        y += 1e-4 - overlap(SHEETS - i);
    }
    rest_done(&r);
}

/* what the weight does not press in is an overlap that is warned of */
Test(rough_pile, on_a_tray_that_is_too_high_is_warned_of)
{
    struct rest r;

    lay(&r, overlap(SHEETS) + 1e-6);
    cr_expect(rest_says(&r, "W-OVERLAP", "deep in the surface of guide 'tray'"));
    rest_done(&r);
}

/* A roller draws the topmost sheet off the pile; friction between sheets falls from `limit` to 0.4.
 */
static void
draw_off(struct rest *r, double limit)
{
    char parts[3000];

    snprintf(
        parts, sizeof parts,
        "<contact name=\"c\"><normal law=\"rough-surface\" stiffness=\"5e4 N/m\" scale=\"2 "
        "um\" damping=\"50 s/m\"/><friction law=\"stick-slip\" dynamic-coefficient=\"0.4\" "
        "static-coefficient=\"%g\"/></contact><contact name=\"grip\"><normal "
        "law=\"mtt-indentation\" stiffness=\"1e7 N/m^1.5\" damping=\"1e9 N*s/m^2.5\"/>"
        "<friction law=\"mtt-step\" dynamic-coefficient=\"1.2\" threshold-velocity=\"10 mm/s"
        "\"/></contact><pair media=\"m\" other-media=\"m\" contact=\"c\"/><pair "
        "surface=\"steel\" contact=\"c\"/><pair surface=\"rubber\" contact=\"grip\"/><guide "
        "name=\"tray\" surface=\"steel\"><line from=\"-50 mm, %.17g m\" to=\"250 mm, %.17g m\"/>"
        "</guide><drive name=\"d\" speed=\"0 mm/s\"><to time=\"40 ms\" speed=\"300 mm/s\"/>"
        "</drive><roller name=\"r\" centre=\"60 mm, %.17g m\" radius=\"10 mm\" drive=\"d\" "
        "surface=\"rubber\" slide=\"-90 deg\" load=\"0.5 N\" mass=\"20 g\"/>"
        "<sheet name=\"p\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"10\" "
        "count=\"5\" pile=\"left\"><start from=\"0 mm, 0 mm\"/></sheet>",
        limit, -0.05e-3 + overlap(SHEETS), -0.05e-3 + overlap(SHEETS), 10.45e-3);
    rest_find(r, "planar", "<run end=\"60 ms\" sample=\"10 ms\"/>", parts);
}

/* What sticks breaks away place by place, in all sheets at once: a pile in which friction falls
 * then takes no more steps than some times those of one in which it does not, and comes to the
 * same. */
Test(rough_pile, runs_where_friction_falls)
{
    double steps[2], top[2][2], next[2][2];

    for (int k = 0; k < 2; k++) {
        struct rest r;
        draw_off(&r, k == 0 ? 0.4 : 0.5);
        cr_assert_eq(r.status, QUIRE_OK, "%d", k);
        steps[k] = quire_run_figure(r.run, "solver.steps");
        rest_middle(r.run, "p.5", top[k]);
        rest_middle(r.run, "p.4", next[k]);
        cr_expect_lt(fabs(quire_run_figure(r.run, "energy.residual")),
                     1e-3 * quire_run_figure(r.run, "energy.largest"));
        rest_done(&r);
    }
    cr_expect_lt(steps[1], 4 * steps[0], "%g steps instead of %g", steps[1], steps[0]);
    cr_expect_float_eq(top[0][0] - 0.05, 12e-3, 0.2e-3, "%g mm", 1e3 * (top[0][0] - 0.05));
    cr_expect_float_eq(top[1][0], top[0][0], 5e-5, "%g mm, not %g mm", 1e3 * top[1][0],
                       1e3 * top[0][0]);
    cr_expect_float_eq(next[1][0], 0.05, 1e-5, "%g mm", 1e3 * (next[1][0] - 0.05));
}
