/* Sheets in space on each other at work: Coulomb's friction, a pile under a roller as in the plane,
 * one that is turned on another, momentum of two that collide askew and what is refused. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <string.h>

#include "fixtures/rest_stage.h"
#include "fixtures/sanitized.h"
#include "fixtures/simulate.h"

#define G      9.80665
#define MU     0.4
#define WIDTH  0.2
#define LENGTH 0.1
#define MASS   (0.08 * WIDTH * LENGTH)

#define LOSSY                                                                                      \
    "<normal law=\"mtt-indentation\" stiffness=\"2e6 N/m^1.5\" exponent=\"1.5\" damping=\"1e8 "    \
    "N*s/m^2.5\" indentation-exponent=\"1.5\" rebound-damping-factor=\"0.001\"/>"
#define FRICTION(mu)                                                                               \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"" mu "\" threshold-velocity=\"0.2 mm/s\"/>"
#define PAPER                                                                                      \
    "<contact name=\"paper\">" LOSSY FRICTION(                                                     \
        "0.4") "</contact><pair media=\"m\" other-media=\"m\" contact=\"paper\"/>"
#define MEDIA                                                                                      \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 GPa\" "           \
    "damping-ratio=\"0.3\" damping-frequency=\"160 Hz\"/>"
#define TABLE                                                                                      \
    "<contact name=\"c\">" LOSSY FRICTION(                                                         \
        "0.3") "</contact><pair surface=\"steel\" contact=\"c\"/>"                                 \
               "<guide name=\"table\" surface=\"steel\"><line from=\"-50 mm, -0.05 mm\" to=\"600 " \
               "mm, -0.05 mm\"/></guide>"
#define LOW                                                                                        \
    "<sheet name=\"low\" media=\"m\" length=\"300 mm\" width=\"200 mm\" segments=\"30\"><start "   \
    "from=\"0 mm, 0 mm\"/><pin end=\"trail\"/></sheet>"
#define TOP(segments, more, load)                                                                  \
    "<sheet name=\"top\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"" segments      \
    "\"><start from=\"20 mm, 0.1 mm\" " more "/>" load "</sheet>"
#define SETTINGS(end) "<settings><run end=\"" end "\" sample=\"1 ms\"/></settings>"

static const int columns[] = {2, 3, 5};

static quire_run *
simulate(quire_model **model, int n_column, const char *parts)
{
    quire_run_options options = quire_run_options_default();

    options.columns = n_column;
    return simulate_parts(model, n_column > 0 ? "spatial" : "planar", parts,
                          n_column > 0 ? &options : NULL);
}

static void
finish(quire_run *run, quire_model *model)
{
    quire_run_destroy(run);
    quire_model_destroy(model);
}

static double
residual(const quire_run *run)
{
    return fabs(quire_run_figure(run, "energy.residual")) / quire_run_figure(run, "energy.largest");
}

/* A sheet is pulled over one that lies still: a = F/m - mu g. */
Test(space_sheets_run, one_slides_over_another_with_coulomb_s_friction)
{
    const double force = 0.025, t = 0.1, way = 0.5 * (force / MASS - MU * G) * t * t;

    for (size_t k = 0; k < (is_repeated() ? 2 : 3); k++) {
        quire_model *model;
        quire_run *run = simulate(
            &model, columns[k],
            SETTINGS("0.1 s") MEDIA PAPER TABLE LOW TOP("20", "", "<load force=\"25 mN, 0 mN\"/>"));
        double at[2];
        rest_middle(run, "top", at);
        cr_expect_float_eq(at[0] - 0.02 - 0.5 * LENGTH, way, 5e-3 * way, "%d columns: %g, not %g",
                           columns[k], at[0] - 0.02 - 0.5 * LENGTH, way);
        cr_expect_lt(fabs(quire_run_figure(run, "top.yaw")), 1e-6);
        cr_expect_lt(residual(run), 1e-3, "%g", residual(run));
        finish(run, model);
    }
}

/* A roller that rests on a pile takes the topmost along, and with it, by friction that turns over,
 * the next: as far as in the plane. */
#define PILE                                                                                       \
    SETTINGS("0.12 s")                                                                             \
    MEDIA PAPER TABLE "<contact name=\"grip\">" LOSSY FRICTION(                                    \
        "1") "</contact><pair surface=\"rubber\" contact=\"grip\"/><drive name=\"feed\" "          \
             "speed=\"0 mm/s\"><to time=\"60 ms\" speed=\"300 mm/s\"/></drive><path name=\"p\" "   \
             "from=\"0 mm, 0 mm\"><line length=\"500 mm\"/></path><roller name=\"pick\" "          \
             "centre=\"160 mm, 10.25 mm\" radius=\"10 mm\" surface=\"rubber\" drive=\"feed\" "     \
             "slide=\"-90 deg\" load=\"0.3 N\" mass=\"10 g\"/><sheet name=\"page\" media=\"m\" "   \
             "length=\"200 mm\" width=\"200 mm\" segments=\"20\" count=\"3\" "                     \
             "pile=\"left\"><start "                                                               \
             "path=\"p\" lead=\"200 mm\"/></sheet>"

Test(space_sheets_run, a_pile_flat_across_feeds_as_in_the_plane)
{
    quire_model *flat;
    quire_run *plane = simulate(&flat, 0, PILE);

    for (size_t k = 0; k < (is_repeated() ? 1 : 3); k++) {
        quire_model *model;
        quire_run *run = simulate(&model, columns[k], PILE);
        for (int i = 1; i <= 3; i++) {
            char name[40];
            snprintf(name, sizeof name, "page.%d.lead.x", i);
            const double way = quire_run_figure(plane, name) - 0.2,
                         its = quire_run_figure(run, name) - 0.2;
            cr_expect_float_eq(its, way, 0.01 * fabs(way) + 5e-6, "%d columns, %s: %g, not %g",
                               columns[k], name, its, way);
        }
        cr_expect_float_eq(
            quire_run_figure(run, "energy.friction"), quire_run_figure(plane, "energy.friction"),
            0.01 * quire_run_figure(plane, "energy.friction"), "%d columns", columns[k]);
        cr_expect_lt(residual(run), 1e-3, "%g", residual(run));
        finish(run, model);
    }
    cr_expect_gt(quire_run_figure(plane, "page.3.lead.x"), 0.205);
    finish(plane, flat);
}

/* Pulled beside its middle one turns on the other, that it lies on askew. */
#define TURNED(segments)                                                                           \
    SETTINGS("70 ms")                                                                              \
    MEDIA PAPER TABLE LOW TOP(segments, "yaw=\"10 deg\"",                                          \
                              "<load force=\"25 mN, 0 mN\" across=\"20 mm\"/>")
#define TURNED_FIRST                                                                               \
    SETTINGS("70 ms")                                                                              \
    MEDIA PAPER TABLE TOP("10", "yaw=\"10 deg\"",                                                  \
                          "<load force=\"25 mN, 0 mN\" across=\"20 mm\"/>") LOW

static void
turn_on_another(int n_column, const char *parts, double place[3])
{
    quire_model *model;
    quire_run *run = simulate(&model, n_column, parts);
    double at[2];

    rest_middle(run, "top", at);
    place[0] = at[0];
    place[1] = 0.5 * (quire_run_figure(run, "top.lead.z") + quire_run_figure(run, "top.trail.z"));
    place[2] = quire_run_figure(run, "top.yaw");
    cr_expect_lt(residual(run), 1e-3, "%g", residual(run));
    finish(run, model);
}

Test(space_sheets_run, one_turns_on_another_the_same_with_more_segments_and_columns)
{
    double base[3], more[3];

    turn_on_another(3, TURNED("10"), base);
    cr_expect_gt(fabs(base[2] - 0.1745), 0.05, "it turned by %g", base[2] - 0.1745);
    turn_on_another(3, TURNED("20"), more);
    cr_expect_float_eq(more[2], base[2], 0.01 * fabs(base[2]), "%g, %g", more[2], base[2]);
    cr_expect_float_eq(more[0], base[0], 1e-4);
    turn_on_another(5, TURNED("10"), more);
    cr_expect_float_eq(more[2], base[2], 0.01 * fabs(base[2]), "%g, %g", more[2], base[2]);
    cr_expect_float_eq(more[0], base[0], 1e-4);
    cr_expect_float_eq(more[1], base[1], 1e-4);
}

Test(space_sheets_run, neither_order_nor_repetition_matters)
{
    double base[3], again[3], other[3];

    turn_on_another(3, TURNED("10"), base);
    turn_on_another(3, TURNED("10"), again);
    turn_on_another(3, TURNED_FIRST, other);
    cr_expect_eq(memcmp(base, again, sizeof base), 0, "the same bits");
    for (int i = 0; i < 3; i++) {
        cr_expect_float_eq(other[i], base[i], 2e-6, "%d: %g, %g", i, other[i], base[i]);
    }
}

/* Two free sheets, one thrown askew at the other: their common middle goes on as before. */
Test(space_sheets_run, collisions_keep_momentum)
{
    quire_model *model;
    quire_run *run = simulate(
        &model, 3,
        "<settings>" NO_GRAVITY "<run end=\"20 ms\" sample=\"1 ms\"/></settings>" MEDIA PAPER
        "<sheet name=\"low\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"10\"><start "
        "from=\"0 mm, 0 mm\"/></sheet><sheet name=\"top\" media=\"m\" length=\"100 mm\" "
        "width=\"200 mm\" segments=\"12\"><start from=\"30 mm, 0.0999 mm\" yaw=\"12 deg\" "
        "across=\"35 mm\" velocity=\"0.2 m/s, -0.3 m/s\"/></sheet>");
    double one[2], other[2];

    rest_middle(run, "low", one);
    rest_middle(run, "top", other);
    cr_expect_lt(one[1], -1e-4, "it was hit: %g", one[1]);
    cr_expect_float_eq(one[1] + other[1], 0.0999e-3 - 0.3 * 20e-3, 1e-8, "%g", one[1] + other[1]);
    cr_expect_float_eq(one[0] + other[0], 0.05 + 0.08 + 0.2 * 20e-3, 1e-8, "%g", one[0] + other[0]);
    cr_expect_lt(residual(run), 1e-3, "%g", residual(run));
    finish(run, model);
}

/* However far and fast one flies at another, no step takes it through, in the plane and in space.
 */
Test(space_sheets_run, none_flies_through_another)
{
    static const struct {
        double gap, speed; /* [mm], [m/s] */
    } throws[] = {{0.2, 1}, {0.5, 0.3}, {3, 0.7}, {20, 2}, {60, 1.3}};

    for (size_t k = 0; k < 2 * sizeof throws / sizeof throws[0]; k++) {
        const double gap = throws[k / 2].gap, speed = throws[k / 2].speed;
        quire_model *model;
        char text[3000];
        snprintf(text, sizeof text,
                 "<settings>" NO_GRAVITY
                 "<run end=\"%g s\" sample=\"1 ms\"/></settings>" MEDIA PAPER
                 "<sheet name=\"low\" media=\"m\" length=\"100 mm\" width=\"200 mm\" "
                 "segments=\"10\"><start from=\"0 mm, 0 mm\"/></sheet><sheet name=\"top\" "
                 "media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"12\"><start "
                 "from=\"10 mm, %g mm\" velocity=\"0.1 m/s, %g m/s\"/></sheet>",
                 1e-3 * gap / speed + 0.01, gap, -speed);
        quire_run *run = simulate(&model, k % 2 == 0 ? 0 : 3, text);
        double low[2], top[2];
        rest_middle(run, "low", low);
        rest_middle(run, "top", top);
        cr_expect_gt(top[1] - low[1], 0.05e-3, "%g mm, %g m/s: %g m", gap, speed, top[1] - low[1]);
        cr_expect_lt(low[1], -1e-4, "it was hit");
        cr_expect_lt(residual(run), 1e-3, "%g mm, %g m/s: %g", gap, speed, residual(run));
        finish(run, model);
    }
}

/* Sheets askew fall on each other, so that each hangs over the side edges of the next: the energy
 * of their fall is accounted for, the better the tighter the tolerance. */
#define FALLS(name, at, turned, aside)                                                             \
    "<sheet name=\"" name "\" media=\"m\" length=\"100 mm\" width=\"100 mm\" segments=\"10\" "     \
    "columns=\"3\"><start from=\"" at "\" yaw=\"" turned "\" across=\"" aside "\"/></sheet>"

static double
lost_in_fall(const char *tolerance, const char *apart)
{
    char text[4000];
    double gap;
    quire_model *model;

    cr_assert_eq(sscanf(apart, "%lf", &gap), 1);
    snprintf(text, sizeof text,
             "<settings><run end=\"40 ms\" sample=\"1 ms\"/><solver position-tolerance=\"%s\"/>"
             "</settings>" MEDIA "<contact name=\"paper\">" LOSSY "</contact><pair media=\"m\" "
             "other-media=\"m\" contact=\"paper\"/>" TABLE FALLS(
                 "a", "20 mm, %g mm", "0 deg", "0 mm") FALLS("b", "28 mm, %g mm", "12 deg", "15 mm")
                 FALLS("c", "15 mm, %g mm", "-17 deg", "-12 mm")
                     FALLS("d", "30 mm, %g mm", "25 deg", "8 mm"),
             tolerance, gap, 0.1 + 2 * gap, 0.2 + 3 * gap, 0.3 + 4 * gap);
    quire_run *run = simulate_parts(&model, "spatial", text, NULL);
    const double fall = fabs(quire_run_figure(run, "energy.gravity")),
                 lost = fabs(quire_run_figure(run, "energy.residual")) / fall;
    finish(run, model);
    return lost;
}

Test(space_sheets_run, the_energy_of_sheets_that_fall_on_each_other_is_accounted_for)
{
    static const char *const apart[] = {"0.03", "0.05", "0.08"};

    for (size_t k = 0; k < (is_repeated() ? 1 : sizeof apart / sizeof apart[0]); k++) {
        const double fast = lost_in_fall("0.5 um", apart[k]),
                     fine = lost_in_fall("0.1 um", apart[k]);
        cr_expect_lt(fast, 1e-2, "%s mm: %g", apart[k], fast);
        cr_expect_lt(fine, 3e-3, "%s mm: %g", apart[k], fine);
    }
}

/* ---- what is said ---- */

Test(space_sheets_run, sheets_that_start_across_each_other_are_refused)
{
    struct rest r;

    rest_find(&r, "spatial", "<run end=\"1 ms\"/>",
              PAPER LOW "<sheet name=\"top\" media=\"m\" length=\"100 mm\" width=\"200 mm\" "
                        "segments=\"10\"><start from=\"20 mm, -2 mm\" heading=\"5 deg\" "
                        "across=\"150 mm\"/></sheet>");
    cr_expect_neq(r.status, QUIRE_OK);
    cr_expect(rest_says(&r, "E-OVERLAP", "starts across sheet"));
    rest_done(&r);
    rest_find(&r, "spatial", NO_GRAVITY "<run end=\"1 ms\"/>",
              PAPER LOW "<sheet name=\"top\" media=\"m\" length=\"100 mm\" width=\"200 mm\" "
                        "segments=\"10\"><start from=\"20 mm, -2 mm\" heading=\"5 deg\" "
                        "across=\"201 mm\"/></sheet>");
    cr_expect_eq(r.status, QUIRE_OK, "beside each other");
    rest_done(&r);
}
