/* Sheets that rest: which do, when they wake, and that runs come to what they come to when all
 * sheets are solved for. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <string.h>

#include "fixtures/machine.h"
#include "fixtures/simulate.h"
#include "islands/islands.h"
#include "trial.h"

#define G        9.81
#define LENGTH   0.1
#define WIDTH    0.2
#define MASS     (0.08 * WIDTH * LENGTH)
#define PAPER_MU 0.5

/* of law, coefficient */
#define NORMAL                                                                                     \
    "<normal law=\"mtt-indentation\" stiffness=\"1e7 N/m^1.5\" exponent=\"1.5\" damping=\"1e9 "    \
    "N*s/m^2.5\" indentation-exponent=\"1.5\" rebound-damping-factor=\"0.001\"/>"
#define HOLDS(mu) "<friction law=\"stick-slip\" dynamic-coefficient=\"" mu "\"/>"
#define CREEPS(mu)                                                                                 \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"" mu "\" threshold-velocity=\"1 mm/s\"/>"
/* 0.1 mm thick, as far under the pile as it sinks into itself */
#define STAGE(settings, gravity, paper, tray)                                                      \
    "<settings><gravity vector=\"" gravity "\"/>" settings "</settings>"                           \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 GPa\" "           \
    "damping-ratio=\"0.3\" damping-frequency=\"160 Hz\"/>"                                         \
    "<contact name=\"paper\">" NORMAL paper "</contact><contact name=\"tray\">" NORMAL tray        \
    "</contact><pair media=\"m\" other-media=\"m\" contact=\"paper\"/>"                            \
    "<pair media=\"m\" surface=\"steel\" contact=\"tray\"/>"                                       \
    "<path name=\"p\" from=\"0 mm, 0 mm\" heading=\"0 deg\"><line length=\"300 mm\"/></path>"      \
    "<guide name=\"tray\" surface=\"steel\"><line from=\"-50 mm, -0.3491 mm\" to=\"400 mm, "       \
    "-0.3491 mm\"/></guide>"
#define PILE(more)                                                                                 \
    "<sheet name=\"page\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"10\" "         \
    "count=\"4\" pile=\"right\"><start path=\"p\" lead=\"100 mm\"/>" more "</sheet>"
#define DOWN     "0 m/s^2, -9.81 m/s^2"
#define STANDARD "<run end=\"0.1 s\" sample=\"10 ms\"/><solver accuracy=\"standard\"/>"
#define SOLVED                                                                                     \
    "<run end=\"0.1 s\" sample=\"10 ms\"/><solver accuracy=\"standard\" "                          \
    "resting-sheets=\"solve\"/>"

static void
begin_as(struct trial *t, const char *parts, bool spatial)
{
    const struct quire_integrator_options options = {
        .position_tolerance = 1e-6, .velocity_rate = 1000, .order = 2};

    (spatial ? machine_open_in_space : machine_open)(&t->m, parts);
    cr_assert_eq(quire_islands_create(&t->islands, t->m.state, &options, 0, t->m.y, NULL),
                 QUIRE_OK);
}

static void
begin(struct trial *t, const char *parts)
{
    begin_as(t, parts, false);
}

static void
go_on(struct trial *t, double until)
{
    while (quire_islands_time(t->islands) < until) {
        cr_assert_eq(quire_islands_sort(t->islands, nothing, NULL), QUIRE_OK);
        cr_assert_eq(quire_islands_step(t->islands, until), QUIRE_OK);
        quire_state_focus(t->m.state, NULL);
    }
    quire_islands_at(t->islands, until, t->m.y);
}

static void
end(struct trial *t)
{
    quire_islands_destroy(t->islands);
    machine_close(&t->m);
}

Test(resting, a_pile_that_lies_still_rests_but_for_one)
{
    struct trial t;

    begin(&t, STAGE(STANDARD, DOWN, HOLDS("0.5"), HOLDS("0.5")) PILE(""));
    go_on(&t, 0.05);
    cr_expect_eq(quire_islands_resting(t.islands), 3);
    for (int k = 0; k < 4; k++) {
        const struct nodes at = machine_nodes(&t.m, k, t.m.y);
        cr_expect_float_eq(at.x[at.n], 0.1, 1e-7);
        cr_expect_float_eq(at.y[5], -1e-4 * k, 2e-6, "%d: %g", k, at.y[5]);
    }
    end(&t);
}

Test(resting, none_rests_where_the_model_says_so_or_friction_creeps)
{
    const char *const parts[2] = {STAGE(SOLVED, DOWN, HOLDS("0.5"), HOLDS("0.5")) PILE(""),
                                  STAGE(STANDARD, DOWN, CREEPS("0.5"), CREEPS("0.5")) PILE("")};

    for (int k = 0; k < 2; k++) {
        struct trial t;
        begin(&t, parts[k]);
        go_on(&t, 0.03);
        cr_expect_eq(quire_islands_resting(t.islands), 0, "%d", k);
        end(&t);
    }
}

/* A roller presses a page on the pile and drives it. The page drags the pile with more than the
 * tray holds: the pile goes, to the bottom, as it does where all sheets are solved for.
 * With more friction on the tray it stays. */
Test(resting, a_pile_under_load_goes_where_the_tray_does_not_hold_it)
{
#define FED                                                                                        \
    "<contact name=\"grip\"><normal law=\"linear\" stiffness=\"2e4 N/m\" damping=\"5 "             \
    "N*s/m\"/><friction law=\"mtt-step\" dynamic-coefficient=\"1.2\" threshold-velocity=\"10 "     \
    "mm/s\"/></contact><pair media=\"m\" surface=\"rubber\" contact=\"grip\"/>"                    \
    "<drive name=\"feed\" speed=\"0 mm/s\"> <to time=\"30 ms\" speed=\"0 mm/s\"/> <to time=\"50 "  \
    "ms\" speed=\"200 mm/s\"/> </drive><roller name=\"pick\" centre=\"60 mm, 10.25 mm\" "          \
    "radius=\"10 mm\" surface=\"rubber\" drive=\"feed\" slide=\"-90 deg\" load=\"0.5 N\" "         \
    "mass=\"20 g\"/><sheet name=\"page\" media=\"m\" length=\"100 mm\" width=\"200 mm\" "          \
    "segments=\"10\" count=\"6\" pile=\"right\"><start from=\"0 mm, 0.2 mm\" heading=\"0 "         \
    "deg\"/></sheet>"
    static const char *const parts[3] = {STAGE(STANDARD, DOWN, HOLDS("0.45"), HOLDS("0.25")) FED,
                                         STAGE(STANDARD, DOWN, HOLDS("0.45"), HOLDS("0.6")) FED,
                                         STAGE(SOLVED, DOWN, HOLDS("0.45"), HOLDS("0.25")) FED};
    double far = 0;

    for (int k = 0; k < 3; k++) {
        struct trial t;
        begin(&t, parts[k]);
        go_on(&t, 0.1);
        const struct nodes last = machine_nodes(&t.m, 5, t.m.y);
        const double way = last.x[last.n] - 0.1;
        if (k == 0) {
            far = way;
            cr_expect_gt(way, 1e-3, "%g", way);
        } else if (k == 1) {
            cr_expect_lt(fabs(way), 20e-6, "%g", way);
        } else {
            cr_expect_float_eq(far, way, 0.03 * way, "%g instead of %g", far, way);
        }
        end(&t);
    }
}

/* Rough sheets sink into each other by some um when a roller presses on them. That moves them along
 * nowhere: those further down go on resting, and the sheet that is fed comes to where it comes
 * where all are solved for, to its thickness across. */
Test(resting, a_pile_that_sinks_rests)
{
#define ROUGH(mu)                                                                                  \
    "<normal law=\"rough-surface\" stiffness=\"5e4 N/m\" scale=\"2 um\" damping=\"50 s/m\"/>"      \
    "<friction law=\"stick-slip\" dynamic-coefficient=\"" mu "\"/>"
#define ROUGH_PILE(settings)                                                                       \
    "<settings><gravity vector=\"" DOWN "\"/>" settings "</settings>"                              \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 GPa\" "           \
    "damping-ratio=\"0.3\" damping-frequency=\"160 Hz\"/>"                                         \
    "<contact name=\"paper\">" ROUGH("0.45") "</contact><contact name=\"tray\">" ROUGH(            \
        "0.6") "</contact><pair media=\"m\" other-media=\"m\" contact=\"paper\"/><pair "           \
               "media=\"m\" "                                                                      \
               "surface=\"steel\" contact=\"tray\"/>"                                              \
               "<path name=\"p\" from=\"0 mm, 0 mm\" heading=\"0 deg\"><line length=\"300 "        \
               "mm\"/></path>"                                                                     \
               "<guide name=\"tray\" surface=\"steel\"><line from=\"-50 mm, -0.325 mm\" to=\"400 " \
               "mm, "                                                                              \
               "-0.325 mm\"/></guide>" FED
    static const char *const parts[2] = {ROUGH_PILE(STANDARD), ROUGH_PILE(SOLVED)};
    double lead[2][2], y[2];

    for (int k = 0; k < 2; k++) {
        struct trial t;
        int resting = 0;
        begin(&t, parts[k]);
        for (int i = 1; i <= 100; i++) {
            go_on(&t, 1e-3 * i);
            resting += quire_islands_resting(t.islands);
        }
        for (int e = 0; e < 2; e++) {
            const struct nodes at = machine_nodes(&t.m, e, t.m.y);
            lead[k][e] = at.x[at.n] - 0.1;
        }
        const struct nodes last = machine_nodes(&t.m, 5, t.m.y);
        y[k] = last.y[5];
        cr_expect(k == 0 ? resting > 340 : resting == 0, "%d", resting); /* of 500 */
        end(&t);
    }
    cr_expect_float_eq(lead[0][0], lead[1][0], 1e-5, "%g, all solved for %g", lead[0][0],
                       lead[1][0]);
    cr_expect_float_eq(lead[0][1], lead[1][1], 1e-5, "%g, all solved for %g", lead[0][1],
                       lead[1][1]);
    cr_expect_float_eq(y[0], y[1], 2e-5, "%g, all solved for %g", y[0], y[1]);
}

/* On a slope a pile rests up to the coefficient of friction, and slides from there on. */
Test(resting, on_a_slope_up_to_friction)
{
    static const struct {
        double mu;
        bool rests;
    } trial[] = {{0.30, true}, {0.47, true}, {0.53, false}, {0.60, false}};

    for (size_t k = 0; k < sizeof trial / sizeof trial[0]; k++) {
        struct trial t;
        char parts[4000];
        const double slope = atan(trial[k].mu);
        snprintf(parts, sizeof parts,
                 STAGE(STANDARD, "%.9g m/s^2, %.9g m/s^2", HOLDS("0.5"), HOLDS("0.5")) PILE(""),
                 G * sin(slope), -G * cos(slope));
        begin(&t, parts);
        go_on(&t, 0.1);
        const struct nodes at = machine_nodes(&t.m, 0, t.m.y);
        const double a = G * (sin(slope) - 0.5 * cos(slope)), way = at.x[at.n] - 0.1;
        cr_expect_eq(quire_islands_resting(t.islands), trial[k].rests ? 3 : 0, "%g: %d",
                     trial[k].mu, quire_islands_resting(t.islands));
        if (trial[k].rests) {
            cr_expect_lt(fabs(way), 2e-6, "%g: %g", trial[k].mu, way);
        } else {
            /* before it has settled on the tray friction does not hold all of it */
            cr_expect_float_eq(way, 0.5 * a * 0.01, 1e-4, "%g: %g", trial[k].mu, way);
        }
        end(&t);
    }
}

static double
lead_of(const quire_run *run, const char *sheet)
{
    double x[16], y[16];

    return x[quire_run_nodes(run, sheet, x, y, 16) - 1];
}

/* The topmost is drawn off by a force; on the tray the others lie still, or go along as a block
 * where it is slippery: a (n - 1) = g (mu_p - n mu_t). */
#define DRAW                                                                                       \
    "<sheet name=\"top\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"10\"><start "   \
    "from=\"0 mm, 0.1 mm\"/><load force=\"15 mN, 0 mN\"/></sheet>"
#define LAW_BY_LAW(settings, mu) STAGE(settings, DOWN, HOLDS("0.5"), HOLDS(mu)) PILE("") DRAW

Test(resting, what_is_drawn_over_a_pile_leaves_it_there)
{
    const char *const parts[2] = {LAW_BY_LAW(STANDARD, "0.5"), LAW_BY_LAW(SOLVED, "0.5")};
    const double way = 0.5 * (15e-3 / MASS - PAPER_MU * G) * 0.01;
    double lead[2];

    for (int k = 0; k < 2; k++) {
        quire_model *model;
        quire_run *run = simulate_parts(&model, "planar", parts[k], NULL);
        lead[k] = lead_of(run, "top");
        cr_expect_float_eq(lead[k] - 0.1, way, 0.01 * way, "%g and not %g", lead[k] - 0.1, way);
        for (int i = 1; i <= 4; i++) {
            char name[16];
            snprintf(name, sizeof name, "page.%d", i);
            cr_expect_float_eq(lead_of(run, name), 0.1, 5e-6, "%s: %g", name,
                               lead_of(run, name) - 0.1);
        }
        cr_expect_lt(fabs(quire_run_figure(run, "energy.residual")),
                     1e-3 * quire_run_figure(run, "energy.largest"));
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
    cr_expect_float_eq(lead[0], lead[1], 2e-5, "%g, all solved for %g", lead[0], lead[1]);
}

Test(resting, a_pile_that_can_not_stay_goes_as_a_block)
{
    quire_model *model;
    quire_run *run = simulate_parts(&model, "planar", LAW_BY_LAW(STANDARD, "0.08"), NULL);
    const double way = 0.5 * G * (PAPER_MU - 5 * 0.08) / 4 * 0.01;

    for (int i = 1; i <= 4; i++) {
        char name[16];
        snprintf(name, sizeof name, "page.%d", i);
        cr_expect_float_eq(lead_of(run, name) - 0.1, way, 0.03 * way, "%s: %g and not %g", name,
                           lead_of(run, name) - 0.1, way);
    }
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* A roller that turns comes down on a pile at rest, and feeds the topmost sheet. */
Test(resting, a_roller_wakes_what_it_comes_down_on)
{
    double lead[2], second[2];

    for (int k = 0; k < 2; k++) {
        quire_model *model;
        char parts[4000];
        snprintf(parts, sizeof parts,
                 "%s<contact name=\"grip\">" NORMAL CREEPS(
                     "1.2") "</contact>"
                            "<pair media=\"m\" surface=\"rubber\" contact=\"grip\"/>"
                            "<drive name=\"d\" speed=\"100 mm/s\"/>"
                            "<roller name=\"r\" centre=\"50 mm, 10.3 mm\" radius=\"10 mm\" "
                            "surface=\"rubber\" "
                            "drive=\"d\" slide=\"-90 deg\" load=\"0.2 N\" mass=\"10 g\"/>",
                 k == 0 ? STAGE(STANDARD, DOWN, HOLDS("0.5"), HOLDS("0.6")) PILE("")
                        : STAGE(SOLVED, DOWN, HOLDS("0.5"), HOLDS("0.6")) PILE(""));
        quire_run *run = simulate_parts(&model, "planar", parts, NULL);
        lead[k] = lead_of(run, "page.1") - 0.1;
        second[k] = lead_of(run, "page.2") - 0.1;
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
    cr_expect_gt(lead[0], 5e-3, "%g", lead[0]);
    cr_expect_float_eq(lead[0], lead[1], 2e-5, "%g, all solved for %g", lead[0], lead[1]);
    cr_expect_float_eq(second[0], second[1], 1e-5, "%g, all solved for %g", second[0], second[1]);
}

/* ---- in space ---- */

#define SHORT(resting)                                                                             \
    "<run end=\"40 ms\" sample=\"10 ms\"/><solver accuracy=\"standard\" resting-sheets=\"" resting \
    "\"/>"
#define PILE_ACROSS                                                                                \
    "<sheet name=\"page\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"8\" "          \
    "columns=\"2\" count=\"3\" pile=\"right\"><start path=\"p\" lead=\"100 mm\"/></sheet>"
/* under the third sheet */
#define TRAY_UP                                                                                    \
    "<guide name=\"floor\" surface=\"steel\"><line from=\"-50 mm, -0.2493 mm\" to=\"400 mm, "      \
    "-0.2493 "                                                                                     \
    "mm\"/></guide>"

Test(resting, in_space_a_pile_that_lies_still_rests_but_for_one)
{
    static const struct {
        const char *gravity;
        int rest;
    } trial[] = {{DOWN, 2}, {"4 m/s^2, -9 m/s^2", 2}, {"5 m/s^2, -8 m/s^2", 0}};

    for (size_t k = 0; k < sizeof trial / sizeof trial[0]; k++) {
        struct trial t;
        char parts[4000];
        snprintf(parts, sizeof parts,
                 STAGE(SHORT("skip"), "%s", HOLDS("0.5"), HOLDS("0.5")) TRAY_UP PILE_ACROSS,
                 trial[k].gravity);
        begin_as(&t, parts, true);
        go_on(&t, 0.03);
        cr_expect_eq(quire_islands_resting(t.islands), trial[k].rest, "%zu: %d", k,
                     quire_islands_resting(t.islands));
        end(&t);
    }
}

Test(resting, in_space_what_is_drawn_over_a_pile_leaves_it_there)
{
    const char *const parts[2] = {
        STAGE(SHORT("skip"), DOWN, HOLDS("0.5"), HOLDS("0.5")) TRAY_UP PILE_ACROSS,
        STAGE(SHORT("solve"), DOWN, HOLDS("0.5"), HOLDS("0.5")) TRAY_UP PILE_ACROSS};
    const char *top = "<sheet name=\"top\" media=\"m\" length=\"100 mm\" width=\"200 mm\" "
                      "segments=\"8\" columns=\"2\"><start from=\"0 mm, 0.1 mm\"/>"
                      "<load force=\"15 mN, 0 mN\"/></sheet>";
    const double way = 0.5 * (15e-3 / MASS - PAPER_MU * G) * 1.6e-3;
    double lead[2];

    for (int k = 0; k < 2; k++) {
        char text[4000];
        quire_model *model;
        snprintf(text, sizeof text, "%s%s", parts[k], top);
        quire_run *run = simulate_parts(&model, "spatial", text, NULL);
        lead[k] = lead_of(run, "top");
        cr_expect_float_eq(lead[k] - 0.1, way, 0.02 * way, "%g and not %g", lead[k] - 0.1, way);
        for (int i = 1; i <= 3; i++) {
            char name[16];
            snprintf(name, sizeof name, "page.%d", i);
            cr_expect_float_eq(lead_of(run, name), 0.1, 5e-6, "%s: %g", name,
                               lead_of(run, name) - 0.1);
        }
        cr_expect_lt(fabs(quire_run_figure(run, "energy.residual")),
                     2e-3 * quire_run_figure(run, "energy.largest"));
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
    cr_expect_float_eq(lead[0], lead[1], 2e-5, "%g, all solved for %g", lead[0], lead[1]);
}

/* A roller beside the middle turns the sheet that it feeds. */
Test(resting, in_space_a_roller_turns_what_it_feeds_alone)
{
    double lead[2], second[2], yaw[2];

    for (int k = 0; k < 2; k++) {
        quire_model *model;
        char parts[4000];
        snprintf(parts, sizeof parts,
                 "%s<contact name=\"grip\">" NORMAL CREEPS(
                     "1.2") "</contact>"
                            "<pair media=\"m\" surface=\"rubber\" contact=\"grip\"/>"
                            "<drive name=\"d\" speed=\"100 mm/s\"/>"
                            "<roller name=\"r\" centre=\"50 mm, 10.05 mm\" radius=\"10 mm\" "
                            "across=\"40 mm\" width=\"30 mm\" surface=\"rubber\" "
                            "drive=\"d\" slide=\"-90 deg\" load=\"0.2 N\" mass=\"10 g\"/>",
                 k == 0 ? STAGE(SHORT("skip"), DOWN, HOLDS("0.5"), HOLDS("0.6")) TRAY_UP PILE_ACROSS
                        : STAGE(SHORT("solve"), DOWN, HOLDS("0.5"), HOLDS("0.6"))
                              TRAY_UP PILE_ACROSS);
        quire_run *run = simulate_parts(&model, "spatial", parts, NULL);
        lead[k] = lead_of(run, "page.1") - 0.1;
        second[k] = lead_of(run, "page.2") - 0.1;
        yaw[k] = quire_run_figure(run, "page.1.yaw.max");
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
    cr_expect_gt(lead[0], 1e-3, "%g", lead[0]);
    cr_expect_gt(fabs(yaw[0]), 1e-3, "%g", yaw[0]);
    cr_expect_float_eq(lead[0], lead[1], 2e-5, "%g, all solved for %g", lead[0], lead[1]);
    cr_expect_float_eq(yaw[0], yaw[1], 0.01 * fabs(yaw[1]), "%g, all solved for %g", yaw[0],
                       yaw[1]);
    cr_expect_float_eq(second[0], second[1], 1e-5, "%g, all solved for %g", second[0], second[1]);
}
