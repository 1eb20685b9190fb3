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
