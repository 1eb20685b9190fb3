/* Sheets on each other at work: Coulomb's friction between them, one out of a pile, collisions
 * end-on, sheets that droop together, and islands. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "fixtures/rest_stage.h"

#define G        9.80665
#define MU       0.4
#define WIDTH    0.2
#define LENGTH   0.1
#define GRAMMAGE 0.08
#define MASS     (GRAMMAGE * WIDTH * LENGTH)

#define LOSSY                                                                                      \
    "<normal law=\"mtt-indentation\" stiffness=\"2e6 N/m^1.5\" exponent=\"1.5\" damping=\"1e8 "    \
    "N*s/m^2.5\" indentation-exponent=\"1.5\" rebound-damping-factor=\"0.001\"/>"
#define ELASTIC "<normal law=\"linear\" stiffness=\"4e4 N/m\" damping=\"0 N*s/m\"/>"
#define FRICTION(mu)                                                                               \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"" mu "\" threshold-velocity=\"0.2 mm/s\"/>"
#define PAPER(mu)                                                                                  \
    "<contact name=\"paper\">" LOSSY FRICTION(                                                     \
        mu) "</contact><pair media=\"m\" other-media=\"m\" contact=\"paper\"/>"
#define MEDIA                                                                                      \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 GPa\" "           \
    "damping-ratio=\"0.3\" damping-frequency=\"160 Hz\"/>"
#define SHEET(name, from, more)                                                                    \
    "<sheet name=\"" name                                                                          \
    "\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"20\"><start from=\"" from        \
    "\"/>" more "</sheet>"
#define PIN "<pin end=\"trail\"/>"

struct ran {
    quire_model *model;
    quire_run *run;
};

static struct ran
simulate(const char *parts)
{
    struct ran r;
    char text[6000];
    quire_diag *diag = quire_diag_create();

    const int length =
        snprintf(text, sizeof text,
                 "<?xml version=\"1.0\"?><model version=\"1\" name=\"test\">%s</model>", parts);
    cr_assert_lt((size_t)length, sizeof text);
    const quire_status read =
        quire_model_parse(&r.model, text, (size_t)length, "test.xml", NULL, 0, diag);
    const quire_status made =
        read == QUIRE_OK ? quire_run_create(&r.run, r.model, NULL, diag) : read;
    const quire_status status = made == QUIRE_OK ? quire_run_execute(r.run, diag) : made;
    if (quire_diag_count(diag) > 0) {
        quire_diag_format(diag, 0, text, sizeof text);
    }
    cr_assert_eq(status, QUIRE_OK, "%s", text);
    quire_diag_destroy(diag);
    return r;
}

static void
finish(struct ran *r)
{
    quire_run_destroy(r->run);
    quire_model_destroy(r->model);
}

static void
middle(const struct ran *r, const char *sheet, double at[2])
{
    rest_middle(r->run, sheet, at);
}

static double
residual(const struct ran *r)
{
    return fabs(quire_run_figure(r->run, "energy.residual")) /
           quire_run_figure(r->run, "energy.largest");
}

#define TABLE(mu)                                                                                  \
    "<contact name=\"c\">" LOSSY FRICTION(                                                         \
        mu) "</contact><pair surface=\"steel\" contact=\"c\"/>"                                    \
            "<guide name=\"table\" surface=\"steel\"><line from=\"-50 mm, -0.05 mm\" to=\"600 "    \
            "mm, -0.05 mm\"/></guide>"

/* A sheet is pulled over one that lies still: a = F/m - mu g. It starts to slip at once and stays
 * on the longer one. */
Test(sheets_run, one_slides_over_another_with_coulomb_s_friction)
{
    const double force = 0.025, t = 0.1;
    struct ran r = simulate(
        "<settings><run end=\"0.1 s\" sample=\"1 ms\"/></settings>" MEDIA PAPER("0.4")
            TABLE("0.3") "<sheet name=\"low\" media=\"m\" length=\"300 mm\" width=\"200 mm\" "
                         "segments=\"60\"><start from=\"0 mm, 0 mm\"/>" PIN
                         "</sheet>" SHEET("top", "20 mm, 0.1 mm", "<load force=\"25 mN, 0 mN\"/>"));
    double at[2];

    middle(&r, "top", at);
    const double way = 0.5 * (force / MASS - MU * G) * t * t;
    cr_expect_float_eq(at[0] - 0.02 - 0.5 * LENGTH, way, 5e-3 * way, "%g and not %g",
                       at[0] - 0.02 - 0.5 * LENGTH, way);
    cr_expect_lt(residual(&r), 1e-3, "%g", residual(&r));
    finish(&r);
}

/* Without weight, under a roller that presses with P: a sheet pulled out between two others has 2
 * mu P against it. */
Test(sheets_run, one_between_two_others_is_held_by_both)
{
    const double force = 0.5, press = 0.4, t = 0.02; /* once the roller has come to rest on them */
    struct ran r = simulate(
        "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/><run end=\"70 ms\" sample=\"1 "
        "ms\"/></settings>" MEDIA PAPER("0.4")
            TABLE("0.3") "<contact name=\"slick\">" LOSSY
                         "</contact><pair surface=\"slick\" contact=\"slick\"/>"
                         "<roller name=\"press\" centre=\"45 mm, 10.25 mm\" radius=\"10 mm\" "
                         "surface=\"slick\" slide=\"-90 deg\" load=\"0.4 N\" mass=\"5 g\" "
                         "inertia=\"1e-6 kg*m^2\"/>" SHEET("low", "0 mm, 0 mm", PIN)
                             SHEET("mid", "0 mm, 0.1 mm",
                                   "<load force=\"0.5 N, 0 N\" factor=\"0\"><to time=\"50 ms\" "
                                   "factor=\"0\"/><to time=\"50.01 ms\" factor=\"1\"/></load>")
                                 SHEET("top", "0 mm, 0.2 mm", PIN));
    double at[2];

    middle(&r, "mid", at);
    const double way = 0.5 * (force - 2 * MU * press) / MASS * t * t;
    cr_expect_float_eq(at[0] - 0.5 * LENGTH, way, 1e-2 * way, "%g and not %g", at[0] - 0.5 * LENGTH,
                       way);
    cr_expect_lt(residual(&r), 1e-3, "%g", residual(&r));
    finish(&r);
}

/* Three sheets on a slope: where paper holds on paper better than on the table they go down as a
 * block, a = g (sin - mu cos). */
Test(sheets_run, a_block_goes_down_a_slope)
{
    static const struct {
        const char *table, *paper;
        double slips; /* friction of what slips under the topmost sheet */
    } cases[] = {{"0.3", "0.6", 0.3}, {"0.6", "0.3", 0.3}};
    const double slope = 25 * 3.14159265358979 / 180, t = 0.06;

    for (int k = 0; k < 2; k++) {
        char text[4000];
        snprintf(text, sizeof text,
                 "<settings><gravity vector=\"%.12g m/s^2, %.12g m/s^2\"/><run end=\"60 ms\" "
                 "sample=\"1 ms\"/></settings>" MEDIA "<contact name=\"paper\">" LOSSY FRICTION(
                     "%s") "</contact><pair media=\"m\" other-media=\"*\" contact=\"paper\"/>"
                           "<contact name=\"c\">" LOSSY FRICTION(
                               "%s") "</contact><pair surface=\"steel\" contact=\"c\"/>"
                                     "<guide name=\"table\" surface=\"steel\"><line from=\"-50 mm, "
                                     "-0.05 mm\" to=\"600 mm, -0.05 mm\"/></guide>" SHEET(
                                         "a", "0 mm, 0 mm", "") SHEET("b", "0 mm, 0.1 mm", "")
                                         SHEET("c", "0 mm, 0.2 mm", ""),
                 G * sin(slope), -G * cos(slope), cases[k].paper, cases[k].table);
        struct ran r = simulate(text);
        double a[2], c[2];
        middle(&r, "a", a);
        middle(&r, "c", c);
        const double way = 0.5 * G * (sin(slope) - cases[k].slips * cos(slope)) * t * t;
        cr_expect_float_eq(c[0] - 0.5 * LENGTH, way, 1e-2 * way, "case %d: %g and not %g", k,
                           c[0] - 0.5 * LENGTH, way);
        cr_expect_lt(fabs(a[0] - (k == 0 ? c[0] : 0.5 * LENGTH)), 0.02 * way,
                     "case %d: the lowest is at %g", k, a[0]);
        finish(&r);
    }
}

/* The leading edge of one hits the trailing edge of another: their common centre of mass goes on as
 * if nothing had happened, and without loss in the law the energy is what it was. */
Test(sheets_run, a_collision_end_on_keeps_momentum_and_energy)
{
    const double t = 0.02, speed = 0.5;
    struct ran r = simulate(
        "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/><run end=\"20 ms\" sample=\"1 "
        "ms\"/><solver order=\"5\" position-tolerance=\"0.1 nm\"/></settings>"
        "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 GPa\"/>"
        "<contact name=\"hit\">" ELASTIC
        "</contact><pair media=\"m\" other-media=\"m\" contact=\"hit\"/>"
        "<sheet name=\"a\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"20\"><start "
        "from=\"0 mm, 0 mm\" speed=\"500 mm/s\"/></sheet>" SHEET("b", "102 mm, 0 mm", ""));
    double a[2], b[2];

    middle(&r, "a", a);
    middle(&r, "b", b);
    const double sum = a[0] + b[0], should = LENGTH + 0.102 + speed * t;
    cr_expect_float_eq(sum, should, 1e-12, "%.15g and not %.15g", sum, should);
    cr_expect_gt(b[0] - 0.152, 0.4 * speed * t, "the second one goes on: %g", b[0] - 0.152);
    cr_expect_lt(residual(&r), 1e-5, "%g", residual(&r));
    cr_expect_lt(fabs(quire_run_figure(r.run, "energy.contact-damping")), 1e-12, "%g",
                 quire_run_figure(r.run, "energy.contact-damping"));
    finish(&r);
}

/* Two equal sheets on each other, clamped at the same end, have twice the weight and, without
 * friction, twice the stiffness. */
Test(sheets_run, two_cantilevers_droop_like_one)
{
    double tip[2];

    for (int k = 0; k < 2; k++) {
        struct rest r;
        double x[64], y[64];
        rest_find(
            &r, "planar", "<run kind=\"equilibrium\"/>",
            k == 0
                ? "<sheet name=\"a\" media=\"m\" length=\"100 mm\" width=\"200 mm\" "
                  "segments=\"40\"><start from=\"0 mm, 0 mm\"/><clamp end=\"trail\"/></sheet>"
                : "<contact name=\"slick\">" ELASTIC
                  "</contact><pair media=\"m\" other-media=\"m\" contact=\"slick\"/>"
                  "<sheet name=\"a\" media=\"m\" length=\"100 mm\" width=\"200 mm\" "
                  "segments=\"40\"><start from=\"0 mm, 0 mm\"/><clamp end=\"trail\"/></sheet>"
                  "<sheet name=\"b\" media=\"m\" length=\"100 mm\" width=\"200 mm\" "
                  "segments=\"40\"><start from=\"0 mm, 0.1 mm\"/><clamp end=\"trail\"/></sheet>");
        cr_assert_eq(r.status, QUIRE_OK);
        const size_t n = quire_run_nodes(r.run, "a", x, y, 64);
        tip[k] = y[n - 1];
        if (k == 1) {
            double bx[64], by[64];
            quire_run_nodes(r.run, "b", bx, by, 64);
            cr_expect_gt(by[n - 1], y[n - 1], "one lies on the other");
        }
        rest_done(&r);
    }
    cr_expect_lt(tip[0], -1e-3);
    /* 0.1 mm thick, 100 mm long */
    cr_expect_float_eq(tip[1], tip[0], 5e-3 * fabs(tip[0]), "%g and not %g", tip[1], tip[0]);
}

/* A stream: sheets that do not come near each other cost no more than each alone; steps are
 * counted, as times are not to be trusted. */
Test(sheets_run, sheets_far_apart_disturb_no_other)
{
    double first[64], steps[2];

    for (int k = 0; k < 2; k++) {
        char text[6000];
        snprintf(text, sizeof text,
                 "<settings><run end=\"0.1 s\" sample=\"10 ms\"/></settings>" MEDIA PAPER("0.4")
                     TABLE("0.3") "%s%s",
                 SHEET("a", "0 mm, 0.2 mm", ""),
                 k == 0 ? "" : SHEET("b", "130 mm, 3 mm", "") SHEET("c", "260 mm, 1 mm", ""));
        struct ran r = simulate(text);
        double x[64], y[64];
        const size_t n = quire_run_nodes(r.run, "a", x, y, 64);
        steps[k] = quire_run_figure(r.run, "solver.steps");
        for (size_t i = 0; i < n; i++) {
            /* Steps of groups end where these are looked at again, and what is known of how they
             * move begins anew: at other times with others. A hundredth of the tolerance. */
            cr_expect(k == 0 || fabs(x[i] - first[i]) < 5e-9, "node %zu: %.17g, alone %.17g", i,
                      x[i], first[i]);
        }
        memcpy(first, x, sizeof x);
        finish(&r);
    }
    cr_expect_gt(steps[1], 2 * steps[0], "%g, alone %g", steps[1], steps[0]);
}

/* Ten sheets in a row, end-on, of which a roller pushes the last: each takes part in every matrix,
 * so no more than twice as many make them cost no more than twenty sheets. (Times: tests/bench.) */
Test(sheets_run, a_row_of_sheets_costs_little_more_than_each_alone)
{
    double matrices[2];

    for (int k = 0; k < 2; k++) {
        const int n = k == 0 ? 1 : 10;
        char text[6000], sheets[3000] = "";
        for (int i = 0; i < n; i++) {
            const size_t used = strlen(sheets);
            snprintf(sheets + used, sizeof sheets - used, SHEET("s%d", "%.6g mm, 0 mm", ""), i,
                     100.1 * i);
        }
        snprintf(text, sizeof text,
                 "<settings><run end=\"0.2 s\" sample=\"10 ms\"/></settings>" MEDIA PAPER("0.4")
                     TABLE("0.3") "<contact name=\"grip\">" LOSSY FRICTION(
                         "1.2") "</contact><pair surface=\"rubber\" contact=\"grip\"/>"
                                "<drive name=\"feed\" speed=\"0 mm/s\"><to time=\"20 ms\" "
                                "speed=\"0 mm/s\"/><to time=\"60 ms\" speed=\"300 mm/s\"/></drive>"
                                "<roller name=\"push\" centre=\"50 mm, 10.05 mm\" radius=\"10 mm\" "
                                "surface=\"rubber\" drive=\"feed\" slide=\"-90 deg\" load=\"1 N\" "
                                "mass=\"20 g\"/>"
                                "<guide name=\"more\" surface=\"steel\"><line from=\"600 mm, -0.05 "
                                "mm\" to=\"1300 mm, -0.05 mm\"/></guide>%s",
                 sheets);
        struct ran r = simulate(text);
        double at[2];
        middle(&r, k == 0 ? "s0" : "s9", at);
        cr_expect_gt(at[0], 0.05 + 0.1001 * (n - 1) + 0.04, "the last one is pushed: %g", at[0]);
        matrices[k] = quire_run_figure(r.run, "solver.jacobians");
        finish(&r);
    }
    cr_expect_lt(matrices[1], 2 * matrices[0], "%g, one alone %g", matrices[1], matrices[0]);
}

/* One sheet falls on another and both come to lie on the table: islands that become one. */
Test(sheets_run, islands_become_one_where_sheets_meet)
{
    struct ran r =
        simulate("<settings><run end=\"0.2 s\" sample=\"10 ms\"/></settings>" MEDIA PAPER("0.4")
                     TABLE("0.3") SHEET("a", "0 mm, 0 mm", "") SHEET("b", "30 mm, 12 mm", ""));
    double a[2], b[2];

    middle(&r, "a", a);
    middle(&r, "b", b);
    cr_expect_float_eq(a[1], 0, 3e-5, "%g", a[1]);
    cr_expect_gt(b[1], 0.5e-4, "%g", b[1]);
    cr_expect_lt(b[1], 1e-3, "%g", b[1]);
    cr_expect_lt(residual(&r), 1e-3, "%g", residual(&r));
    finish(&r);
}

/* What starts in each other, and what cannot act between sheets, is refused where it stands. */
Test(sheets_run, refuses_overlaps_at_birth)
{
    static const struct {
        const char *at, *words;
    } cases[] = {{"20 mm, 0.04 mm", "starts inside sheet 'a'"},
                 {"20 mm, -5 mm\" heading=\"10 deg", "starts across sheet 'a'"}};

    for (int k = 0; k < 2; k++) {
        struct rest r;
        char parts[2000];
        snprintf(parts, sizeof parts,
                 PAPER("0.3") "<sheet name=\"a\" media=\"m\" length=\"100 mm\" width=\"200 "
                              "mm\"><start from=\"0 mm, 0 mm\"/><clamp end=\"trail\"/></sheet>"
                              "<sheet name=\"b\" media=\"m\" length=\"100 mm\" width=\"200 "
                              "mm\"><start from=\"%s\"/></sheet>",
                 cases[k].at);
        rest_find(&r, "planar", "<run end=\"1 ms\"/>", parts);
        cr_expect_neq(r.status, QUIRE_OK);
        cr_expect(rest_says(&r, "E-OVERLAP", cases[k].words), "case %d", k);
        rest_done(&r);
    }
}

/* ---- feeding from a pile ---- */

#define CARD     0.3                      /* [kg/m^2] */
#define WEIGHT   (CARD * 0.21 * 0.15 * G) /* of a sheet [N] */
#define PRESS    0.2                      /* of the feed roller [N] */
#define ON_TABLE 0.3                      /* friction of the lowest sheet */
#define WHILE    0.25                     /* that the roller turns [s] */

/* Three sheets on a table under a feed roller; how far the upper two have gone at the end. */
static void
feed(double roller, double paper, double way[2])
{
    char text[4000];

    snprintf(
        text, sizeof text,
        "<settings><run end=\"%g s\" sample=\"10 ms\"/></settings>"
        "<media name=\"m\" grammage=\"300 g/m^2\" thickness=\"0.3 mm\" modulus-md=\"3 GPa\" "
        "damping-ratio=\"0.3\" damping-frequency=\"160 Hz\"/>"
        "<contact name=\"paper\">" LOSSY FRICTION(
            "%.6g") "</contact><pair media=\"m\" other-media=\"m\" contact=\"paper\"/>"
                    "<contact name=\"c\">" LOSSY FRICTION(
                        "0.3") "</contact><pair surface=\"steel\" contact=\"c\"/>"
                               "<contact name=\"grip\">" LOSSY FRICTION(
                                   "%.6g") "</contact><pair surface=\"rubber\" contact=\"grip\"/>"
                                           "<guide name=\"table\" surface=\"steel\"><line "
                                           "from=\"-50 mm, -0.15 mm\" to=\"600 mm, -0.15 "
                                           "mm\"/></guide>"
                                           "<drive name=\"feed\" speed=\"0 mm/s\"><to time=\"50 "
                                           "ms\" speed=\"0 mm/s\"/><to time=\"60 ms\" speed=\"100 "
                                           "mm/s\"/></drive>"
                                           "<roller name=\"pick\" centre=\"90 mm, 10.75 mm\" "
                                           "radius=\"10 mm\" surface=\"rubber\" drive=\"feed\" "
                                           "slide=\"-90 deg\" load=\"%g N\" mass=\"20 g\"/>"
                                           "<sheet name=\"low\" media=\"m\" length=\"150 mm\" "
                                           "width=\"210 mm\" segments=\"15\"><start from=\"0 mm, 0 "
                                           "mm\"/></sheet>"
                                           "<sheet name=\"mid\" like=\"low\"><start from=\"0 mm, "
                                           "0.3 mm\"/></sheet><sheet name=\"top\" "
                                           "like=\"low\"><start from=\"0 mm, 0.6 mm\"/></sheet>",
        0.05 + WHILE, paper, roller, PRESS);
    struct ran r = simulate(text);
    for (int k = 0; k < 2; k++) {
        double at[2];
        middle(&r, k == 0 ? "top" : "mid", at);
        way[k] = at[0] - 0.075;
    }
    finish(&r);
}

/* Statics of the pile (doc/theory/stacks.md, 7). The lower two go along as soon as the topmost one
 * drags them with more than the table holds: mu_p (P + w) > mu_t (P + 3 w). */
Test(sheets_run, between_single_and_double_feed_lies_the_statics_of_the_pile)
{
    const double boundary = ON_TABLE * (PRESS + 3 * WEIGHT) / (PRESS + WEIGHT);
    double single[2], twice[2];

    feed(1.5, 0.98 * boundary, single);
    feed(1.5, 1.02 * boundary, twice);
    cr_expect_gt(single[0], 0.02, "%g", single[0]);
    cr_expect_lt(single[1], 2e-4, "below the boundary the second one has gone %g", single[1]);
    cr_expect_gt(twice[1], 1e-3, "above it it has gone %g", twice[1]);
}

/* The roller feeds at all if mu_r P > mu_p (P + w). */
Test(sheets_run, between_no_feed_and_feed_lies_the_statics_of_the_pile)
{
    const double paper = 0.35, boundary = paper * (PRESS + WEIGHT) / PRESS;
    double none[2], fed[2];

    feed(0.98 * boundary, paper, none);
    feed(1.02 * boundary, paper, fed);
    cr_expect_lt(none[0], 2e-4, "it creeps: %g", none[0]);
    cr_expect_gt(fed[0], 1e-3, "%g", fed[0]);
}

/* A pile is laid as it lies under its weight: it stays where it is. */
Test(sheets_run, a_pile_is_settled_from_the_start)
{
    struct ran r =
        simulate("<settings><run end=\"20 ms\" sample=\"10 ms\"/></settings>" MEDIA
                     PAPER("0.4") "<contact name=\"c\">" LOSSY FRICTION(
                         "0.3") "</contact><pair surface=\"steel\" contact=\"c\"/>"
                                "<guide name=\"table\" surface=\"steel\"><line from=\"-50 mm, "
                                "-0.05 mm\" to=\"600 mm, -0.05 mm\"/></guide>"
                                "<sheet name=\"p\" media=\"m\" length=\"100 mm\" width=\"200 mm\" "
                                "segments=\"20\" count=\"10\" pile=\"left\"><start from=\"0 mm, 0 "
                                "mm\"/></sheet>");
    double low[2], top[2];

    middle(&r, "p.1", low);
    middle(&r, "p.10", top);
    double should = 0;
    /* F = k delta^1.5 for each 5 mm of length bears what lies above */
    for (int i = 1; i < 10; i++) {
        should += 1e-4 - pow(i * MASS * G * 0.005 / LENGTH / 2e6, 2. / 3);
    }
    cr_expect_float_eq(top[1] - low[1], should, 1e-6, "%g and not %g", top[1] - low[1], should);
    finish(&r);
}
