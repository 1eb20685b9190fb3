/* Cards that glide over round bars without friction: over guides as over rollers, whatever the
 * number of segments. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <string.h>

#include "fixtures/simulate.h"

/* the way of a card of 210 mm that starts with 0.25 m/s, 80 mm if nothing held it [m] */
static double
glide(bool rollers, double radius, int segments)
{
    quire_model *model;
    char text[4000];
    size_t n = (size_t)snprintf(
        text, sizeof text,
        "<settings><run end=\"0.32 s\"/></settings><media name=\"card\" grammage=\"280 g/m^2\" "
        "thickness=\"0.33 mm\" modulus-md=\"5 GPa\" damping-ratio=\"0.05\"/>"
        "<contact name=\"hard\"><normal law=\"linear\" stiffness=\"1e5 N/m\" damping=\"1 N*s/m\"/>"
        "</contact><pair surface=\"bar\" contact=\"hard\"/>"
        "<sheet name=\"page\" media=\"card\" length=\"210 mm\" width=\"210 mm\" segments=\"%d\">"
        "<start from=\"-12 mm, 0 mm\" speed=\"0.25 m/s\"/></sheet>",
        segments);

    for (int k = 0; k < 7; k++) {
        n += (size_t)snprintf(
            text + n, sizeof text - n,
            rollers ? "<roller name=\"b%d\" surface=\"bar\" centre=\"%d mm, %.17g mm\" "
                      "radius=\"%.17g mm\"/>"
                    : "<guide name=\"b%d\" surface=\"bar\"><circle centre=\"%d mm, %.17g mm\" "
                      "radius=\"%.17g mm\"/></guide>",
            k, 50 * k, -0.165 - radius, radius);
    }
    quire_run *run = simulate_parts(&model, "planar", text, NULL);
    const double way = quire_run_figure(run, "page.trail.x") + 12e-3;
    quire_run_destroy(run);
    quire_model_destroy(model);
    return way;
}

Test(bars, let_a_card_glide_as_rollers_do)
{
    static const double radius[] = {2, 5, 20};

    for (size_t k = 0; k < sizeof radius / sizeof *radius; k++) {
        const double over = glide(true, radius[k], 42), way = glide(false, radius[k], 42);
        cr_expect_float_eq(way, over, 0.02 * over, "radius %g mm: %g m, over rollers %g m",
                           radius[k], way, over);
    }
}

Test(bars, do_not_care_for_the_segments_of_a_card)
{
    static const double radius[] = {0.5, 2, 5};

    for (size_t k = 0; k < sizeof radius / sizeof *radius; k++) {
        const double coarse = glide(false, radius[k], 42), fine = glide(false, radius[k], 150);
        cr_expect_float_eq(coarse, fine, 2e-3 * fine,
                           "radius %g mm: %g m, with segments finer %g m", radius[k], coarse, fine);
    }
}
