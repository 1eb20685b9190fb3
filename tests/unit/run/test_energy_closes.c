/* Free bodies where their contacts change place or let them go: whatever happens to them, the
 * energy closes at every sample. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fixtures/simulate.h"

#define CLOSED 1e-3 /* of what there was */

#define SOFT "<normal law=\"linear\" stiffness=\"700 N/m\" damping=\"0.5 N*s/m\"/>"
#define HARD                                                                                       \
    "<normal law=\"hunt-crossley\" stiffness=\"2e6 N/m^1.5\" exponent=\"1.5\" "                    \
    "restitution=\"0.4\"/><friction law=\"mtt-step\" dynamic-coefficient=\"0.5\" "                 \
    "threshold-velocity=\"5 mm/s\"/>"
#define BOX                                                                                        \
    "<guide name=\"floor\" surface=\"s\"><polyline points=\"-200 mm, 200 mm; -200 mm, 0 mm; 200 "  \
    "mm, 0 mm; 200 mm, 200 mm\"/></guide>"
#define RISE                                                                                       \
    "<guide name=\"floor\" surface=\"s\"><polyline points=\"-200 mm, 0 mm; 150 mm, 0 mm; 250 mm, " \
    "36 mm\"/></guide>"
#define TABLE                                                                                      \
    "<guide name=\"table\" surface=\"s\" thickness=\"20 mm\"><line from=\"0 mm, 0 mm\" to=\"400 "  \
    "mm, 0 mm\"/></guide>"
#define DISC(place) "<disc name=\"b\" surface=\"s\" mass=\"17 g\" radius=\"9 mm\" " place

#define AFFINE "<affine width=\"20 mm\" shear-modulus=\"100 kPa\" viscosity=\"10 Pa*s\"/></disc>"

struct play {
    const char *what, *law, *parts;
};

static const struct play plays[] = {
    {"a soft disc deep in a corner", SOFT,
     BOX DISC("centre=\"180 mm, 20 mm\" velocity=\"2.4 m/s, -2.3 m/s\" spin=\"-50 rad/s\">")
         AFFINE},
    {"a soft disc right through a floor", SOFT,
     BOX DISC("centre=\"0 mm, 20 mm\" velocity=\"0.5 m/s, -4 m/s\">") AFFINE},
    {"a soft disc right through a bar", SOFT,
     "<guide name=\"bar\" surface=\"s\"><circle centre=\"0 mm, 0 mm\" radius=\"30 "
     "mm\"/></guide>" DISC("centre=\"6 mm, 60 mm\" velocity=\"0 m/s, -4 m/s\">") AFFINE},
    {"a disc right through one side of a corner", SOFT,
     BOX DISC("centre=\"180 mm, 12 mm\" velocity=\"4 m/s, -1.2 m/s\"/>")},
    {"a disc under a rise", SOFT,
     RISE DISC("centre=\"130 mm, 12 mm\" velocity=\"3 m/s, -1.2 m/s\"/>")},
    {"a soft disc under a rise", SOFT,
     RISE DISC("centre=\"130 mm, 12 mm\" velocity=\"3 m/s, -1.2 m/s\">") AFFINE},
    {"a block off the end of a table", HARD,
     TABLE
     "<block name=\"b\" surface=\"s\" mass=\"11 g\" width=\"13.7 mm\" height=\"8.6 mm\" "
     "centre=\"10 mm, 8 mm\" angle=\"-10 deg\" velocity=\"-1.5 m/s, 0 m/s\" spin=\"260 rad/s\"/>"},
    {"a block on its corner under a sheet", HARD,
     "<media name=\"m\" grammage=\"180 g/m^2\" thickness=\"0.15 mm\" modulus-md=\"4 GPa\"/>"
     "<block name=\"b\" surface=\"s\" mass=\"20 g\" width=\"10 mm\" height=\"6.5 mm\" centre=\"0 "
     "mm, 0 mm\" angle=\"46 deg\" velocity=\"-0.3 m/s, 0.1 m/s\"/>"
     "<sheet name=\"p\" media=\"m\" length=\"100 mm\" width=\"80 mm\" segments=\"20\"><start "
     "from=\"-52 mm, 60 mm\" heading=\"-3 deg\" velocity=\"0 m/s, -1.4 m/s\"/></sheet>"},
};

/* A block rolls along a sheet: its side strikes while a corner still touches. */
static const struct play rolls = {
    "a block that rolls along a sheet",
    "<normal law=\"hunt-crossley\" stiffness=\"3031274.1672998979 N/m^1.5\" exponent=\"1.5\" "
    "restitution=\"0.5658712287073504\"/>"
    "<friction law=\"mtt-step\" dynamic-coefficient=\"0.051478355990561039\" "
    "threshold-velocity=\"5 mm/s\"/>",
    "<media name=\"paper\" grammage=\"174.85075705899288 g/m^2\" thickness=\"0.15 mm\" "
    "modulus-md=\"4 GPa\"/>"
    "<guide name=\"floor\" surface=\"steel\" thickness=\"20 mm\"><polyline points=\"-150 mm, 300 "
    "mm; -150 mm, 0 mm; 200 mm, 0 mm; 200 mm, 300 mm\"/></guide>"
    "<block name=\"b0\" surface=\"ivory\" mass=\"1.1666710582492541 g\" width=\"13.496180730154737 "
    "mm\" height=\"8.4351129563467104 mm\" "
    "centre=\"-73.903056885062753 mm, 55.417032120528468 mm\" angle=\"-63.771172147846613 deg\" "
    "velocity=\"-1.3302088875872751 m/s, 0.42703642184860091 m/s\"/>"
    "<block name=\"b1\" surface=\"ivory\" mass=\"1.2286328881496889 g\" width=\"17.765264345340345 "
    "mm\" height=\"11.103290215837715 mm\" "
    "centre=\"-23.931878884997332 mm, 56.099566968348597 mm\" angle=\"-52.563098848654391 deg\" "
    "velocity=\"1.1880521205008177 m/s, -0.81788645480347943 m/s\"/>"
    "<sheet name=\"s0\" media=\"paper\" length=\"100 mm\" width=\"80 mm\" segments=\"20\"><start "
    "from=\"-50 mm, 200 mm\" heading=\"2.7968358432396272 deg\" "
    "velocity=\"0.11764600549868354 m/s, -0.34205581477411839 m/s\"/></sheet>"};

static size_t
column(const quire_run *run, const char *name)
{
    const size_t length = strlen(name);
    size_t at = 0;

    while (at < quire_run_column_count(run) &&
           strncmp(quire_run_column_name(run, at), name, length) != 0) {
        at++;
    }
    return at;
}

static void
expect_closed(const struct play *p, const char *accuracy, const char *pull, const char *end)
{
    char parts[3000];
    quire_model *model;
    double there = 0, worst = 0, most = 0;

    snprintf(parts, sizeof parts,
             "<settings><gravity vector=\"0 m/s^2, %s m/s^2\"/><run end=\"%s s\" sample=\"0.1 "
             "ms\"/><solver accuracy=\"%s\"/></settings>"
             "<contact name=\"c\">%s</contact><pair contact=\"c\"/>%s",
             pull, end, accuracy, p->law, p->parts);
    quire_run *run = simulate_parts(&model, "planar", parts, NULL);
    const size_t residual = column(run, "energy.residual"), gravity = column(run, "energy.gravity"),
                 lost = column(run, "energy.contact-damping");
    for (size_t i = 0; i < quire_run_row_count(run); i++) {
        there = fmax(there, quire_run_figure(run, "energy.initial") -
                                fmin(0, quire_run_value(run, i, gravity)));
        worst = fmax(worst, fabs(quire_run_value(run, i, residual)));
        most = fmax(most, quire_run_value(run, i, lost));
    }
    cr_expect_lt(worst, CLOSED * there, "%s, %s: %g of %g J", p->what, accuracy, worst, there);
    cr_expect_lt(most, (1 + CLOSED) * there, "%s, %s: %g of %g J lost in contacts", p->what,
                 accuracy, most, there);
    cr_expect_neq(quire_run_verdict(run), QUIRE_VERDICT_DOUBTFUL, "%s, %s", p->what, accuracy);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

Test(energy_closes, where_contacts_change_place_or_let_go)
{
    for (size_t k = 0; k < sizeof plays / sizeof *plays; k++) {
        expect_closed(plays + k, "standard", "-9.81", "0.1");
        expect_closed(plays + k, "fine", "-9.81", "0.1");
    }
}

Test(energy_closes, where_one_place_strikes_while_another_touches)
{
    expect_closed(&rolls, "fine", "0", "0.3");
}
