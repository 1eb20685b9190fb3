/* Leading edges that meet something head-on: they are stopped by what is higher than they can ride
 * over, however thin it is and however coarse the sheet's chain is. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "fixtures/simulate.h"

#define LAW(damping)                                                                               \
    "<normal law=\"mtt-indentation\" stiffness=\"1e6 N/m^1.3\" exponent=\"1.3\" "                  \
    "damping=\"" damping "\" indentation-exponent=\"1\" reference-length=\"5 mm\"/>"
#define MEDIUM "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"
/* a card without damping that flies against a slope of so many degrees */
#define THROWN                                                                                     \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/><run end=\"10 ms\" sample=\"1 ms\"/>"         \
    "</settings>" MEDIUM "<contact name=\"c\">" LAW(                                               \
        "0 N*s/m^2") "<vertex normal-factor=\"%s\"/></contact><pair "                              \
                     "contact=\"c\"/>"                                                             \
                     "<path name=\"main\" from=\"0 mm, 0 mm\"><line length=\"300 mm\"/></path>"    \
                     "<guide name=\"wall\" surface=\"steel\" side=\"left\"><line from=\"%.9g "     \
                     "mm, -40 mm\" "                                                               \
                     "to=\"%.9g mm, 40 mm\"/></guide>"                                             \
                     "<sheet name=\"s\" media=\"m\" length=\"30 mm\" width=\"50 mm\" "             \
                     "segments=\"12\"><start "                                                     \
                     "path=\"main\" lead=\"90 mm\" speed=\"5 m/s\"/></sheet>"

static void
throw_at(double slope, const char *factor)
{
    char text[2000];
    quire_model *model;
    const double lean = 40 / tan(slope * 3.14159265358979 / 180);

    snprintf(text, sizeof text, THROWN, factor, 100 + lean, 100 - lean);
    quire_run *run = simulate_parts(&model, "planar", text, NULL);
    const double kinetic = 0.5 * 0.08 * 0.03 * 0.05 * 25;
    /* unhindered it would be at 140 mm */
    cr_expect_lt(quire_run_figure(run, "s.lead.x"), 0.139, "%g deg: it has not touched", slope);
    cr_expect_lt(fabs(quire_run_figure(run, "energy.residual")), 1e-3 * kinetic,
                 "%g deg, factor %s: %g of the energy", slope, factor,
                 quire_run_figure(run, "energy.residual") / kinetic);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* The factor changes with the angle: what is stored changes with it, and comes back. */
Test(edges, lose_no_energy_as_their_factor_changes)
{
    static const double slope[] = {25, 35, 50, 75};

    for (size_t i = 0; i < sizeof slope / sizeof *slope; i++) {
        throw_at(slope[i], "1");
        throw_at(slope[i], "20");
    }
}

/* Two nips push a page of 80 g/m^2 against a burr on the floor of a channel of 3 mm. */
#define NIP(name, at)                                                                              \
    "<nip name=\"" name "\" path=\"main\" at=\"" at                                                \
    "\" load=\"5 N\" rate=\"500 N/m\" max-gap=\"2 mm\"><driver radius=\"10 mm\" "                  \
    "surface=\"epdm\" drive=\"feed\"/><idler radius=\"8 mm\" surface=\"pom\" mass=\"15 g\" "       \
    "inertia=\"5e-7 kg*m^2\"/></nip>"
#define BURR                                                                                       \
    "<include library=\"papers\"/><include library=\"surfaces\"/>"                                 \
    "<settings><run end=\"0.6 s\" sample=\"10 ms\"/></settings>"                                   \
    "<path name=\"main\" from=\"0 mm, 0 mm\"><line length=\"600 mm\"/></path>"                     \
    "<guide name=\"tray\" surface=\"steel\"><line from=\"-300 mm, -0.3 mm\" to=\"12 mm, -0.3 "     \
    "mm\"/></guide><channel name=\"a\" path=\"main\" from=\"28 mm\" to=\"92 mm\" gap=\"3 mm\" "    \
    "mouth=\"1.5 mm\" surface=\"steel\"/><guide name=\"roof\" surface=\"steel\" "                  \
    "side=\"right\"><polyline points=\"108 mm, 3 mm; 114 mm, 1.5 mm; 260 mm, 1.5 "                 \
    "mm\"/></guide><guide name=\"floor\" surface=\"steel\" side=\"left\"><polyline "               \
    "points=\"108 mm, -3 mm; 114 mm, -1.5 mm; 260 mm, -1.5 mm\"/></guide>"                         \
    "<guide name=\"burr\" surface=\"steel\" side=\"left\"><polyline points=\"129.95 mm, -1.5 mm; " \
    "130 mm, %.9g mm; 131 mm, %.9g mm; 132 mm, -1.5 mm\"/></guide>"                                \
    "<drive name=\"feed\" speed=\"0 mm/s\"><to time=\"30 ms\" speed=\"300 mm/s\"/></drive>" NIP(   \
        "n1", "20 mm")                                                                             \
        NIP("n2", "100 mm") "<sheet name=\"page\" media=\"uncoated-80\" length=\"297 mm\" "        \
                            "width=\"210 mm\" "                                                    \
                            "segments=\"%d\"><start path=\"main\" lead=\"30 mm\"/></sheet>"

Test(edges, are_stopped_by_a_burr_that_is_high_enough, .init = simulate_with_library)
{
    static const int segments[] = {30, 60, 120};
    static const struct {
        double height;
        double jam;
    } cases[] = {{0.8, 0}, {1.8, 1}, {2.4, 1}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t k = 0; k < sizeof segments / sizeof *segments; k++) {
            char text[3000];
            quire_model *model;
            snprintf(text, sizeof text, BURR, cases[i].height - 1.5, cases[i].height - 1.5,
                     segments[k]);
            quire_run *run = simulate_parts(&model, "planar", text, NULL);
            cr_expect(fabs(quire_run_figure(run, "jam.failed") - cases[i].jam) < 0.5,
                      "%g mm, %d segments: %g", cases[i].height, segments[k],
                      quire_run_figure(run, "jam.failed"));
            quire_run_destroy(run);
            quire_model_destroy(model);
        }
    }
}
