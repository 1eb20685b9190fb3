/* Sheets that really touch: curl that parts or presses them, mirror images and shifts of several,
 * friction that holds on between them, and what checks say of sheets on each other and end on end.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "fixtures/rest_stage.h"

#define G         9.80665
#define TOLERANCE 0.5e-6 /* of positions at `standard`: rounding moves where steps end [m] */
#define LENGTH    0.1
#define MASS      (0.08 * 0.2 * LENGTH)
#define NORMAL(stiffness, damping)                                                                 \
    "<normal law=\"mtt-indentation\" stiffness=\"" stiffness                                       \
    "\" exponent=\"1.5\" damping=\"" damping                                                       \
    "\" indentation-exponent=\"1.5\" rebound-damping-factor=\"0.001\"/>"
#define LOSSY NORMAL("2e6 N/m^1.5", "1e8 N*s/m^2.5")
#define FRICTION(mu)                                                                               \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"" mu "\" threshold-velocity=\"0.2 mm/s\"/>"
#define PAPER(friction)                                                                            \
    "<contact name=\"paper\">" LOSSY friction                                                      \
    "</contact><pair media=\"m\" other-media=\"m\" contact=\"paper\"/>"
#define SHEET(name, start, more)                                                                   \
    "<sheet name=\"" name                                                                          \
    "\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"20\"><start " start "/>" more    \
    "</sheet>"

static double
tip_of(const struct rest *r, const char *sheet)
{
    double x[64], y[64];
    const size_t n = quire_run_nodes(r->run, sheet, x, y, 64);

    cr_assert_gt(n, 2);
    return y[n - 1];
}

/* ---- curl ---- */

/* Two equal sheets on each other, clamped at one end, without weight and friction: the upper one is
 * curled. */
static void
curl(const char *curvature, double tip[2])
{
    struct rest r;
    char parts[2000];

    snprintf(parts, sizeof parts,
             "<contact name=\"slick\"><normal law=\"linear\" stiffness=\"4e4 "
             "N/m\"/></contact><pair media=\"m\" other-media=\"m\" contact=\"slick\"/>"
             "<sheet name=\"low\" media=\"m\" length=\"100 mm\" width=\"200 mm\" "
             "segments=\"40\"><start from=\"0 mm, 0 mm\"/><clamp end=\"trail\"/></sheet>"
             "<sheet name=\"top\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"40\" "
             "curl=\"%s\"><start from=\"0 mm, 0.1 mm\"/><clamp end=\"trail\"/></sheet>",
             curvature);
    rest_find(&r, "planar", NO_GRAVITY "<run kind=\"equilibrium\"/>", parts);
    cr_assert_eq(r.status, QUIRE_OK);
    tip[0] = tip_of(&r, "low");
    tip[1] = tip_of(&r, "top");
    rest_done(&r);
}

/* Upwards: it lifts off along an arc of its own curvature, and the lower one stays where it is. */
Test(sheets_touch_run, curl_upwards_parts_sheets)
{
    const double k = 2;
    double tip[2];

    curl("2 m^-1", tip);
    const double arc = (1 - cos(k * LENGTH)) / k;
    cr_expect_float_eq(tip[1] - 1e-4, arc, 5e-3 * arc, "%g and not %g", tip[1] - 1e-4, arc);
    cr_expect_lt(fabs(tip[0]), 1e-7, "%g", tip[0]);
}

/* Downwards: it bends the lower one with it. Where both have one curvature, the moments EI (k - k0)
 * and EI k cancel: k = k0 / 2. */
Test(sheets_touch_run, curl_downwards_bends_both_to_half_of_it)
{
    const double k = 0.01;
    double tip[2];

    curl("-0.02 m^-1", tip);
    const double arc = -(1 - cos(k * LENGTH)) / k;
    cr_expect_float_eq(tip[0], arc, 2e-2 * fabs(arc), "%g and not %g", tip[0], arc);
    cr_expect_float_eq(tip[1] - tip[0], 1e-4, 5e-6, "%g apart", tip[1] - tip[0]);
}

/* ---- mirror images and shifts ---- */

/* Three sheets that are driven over each other, the first two of them on a table: as it is, upside
 * down, or elsewhere. */
static void
slide(double up, double right, double far, double out[3][2])
{
    struct rest r;
    char parts[3600], settings[200];

    snprintf(settings, sizeof settings,
             "<gravity vector=\"0 m/s^2, %g m/s^2\"/><run end=\"20 ms\" sample=\"10 ms\"/>",
             -up * G);
    const char *sheet =
        "<sheet name=\"%c\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"20\"><start "
        "from=\"%.12g mm, %.12g mm\" velocity=\"%g m/s, 0 m/s\"/></sheet>";
    size_t n = (size_t)snprintf(
        parts, sizeof parts,
        PAPER(FRICTION("0.4")) "<contact name=\"c\">" LOSSY FRICTION(
            "0.3") "</contact><pair surface=\"steel\" contact=\"c\"/>"
                   "<guide name=\"table\" surface=\"steel\" side=\"%s\"><line from=\"%.12g mm, "
                   "%.12g mm\" to=\"%.12g mm, %.12g mm\"/></guide>",
        up > 0 ? "left" : "right", far - 50, right - 0.05 * up, far + 400, right - 0.05 * up);
    for (int k = 0; k < 3; k++) {
        n += (size_t)snprintf(parts + n, sizeof parts - n, sheet, 'a' + k, far + 9.0 * k,
                              right + up * (0.1 * k + 0.02 * (k == 2)), 0.1 * k);
    }
    rest_find(&r, "planar", settings, parts);
    cr_assert_eq(r.status, QUIRE_OK);
    for (int k = 0; k < 3; k++) {
        rest_middle(r.run, (char[2]){(char)('a' + k), '\0'}, out[k]);
    }
    rest_done(&r);
}

Test(sheets_touch_run, several_sheets_upside_down_or_elsewhere_do_the_same)
{
    double one[3][2], mirror[3][2], shifted[3][2];

    slide(1, 0, 0, one);
    slide(-1, 0, 0, mirror);
    slide(1, 70, -130, shifted);
    cr_expect_gt(one[2][0] - 0.018 - 0.5 * LENGTH, 2e-3, "the topmost one slides: %g", one[2][0]);
    for (int k = 0; k < 3; k++) {
        cr_expect_float_eq(mirror[k][0], one[k][0], 1e-9,
                           "sheet %d, mirror image: %.12g and not %.12g", k, mirror[k][0],
                           one[k][0]);
        cr_expect_float_eq(mirror[k][1], -one[k][1], 1e-9,
                           "sheet %d, mirror image: %.12g and not %.12g", k, mirror[k][1],
                           -one[k][1]);
        cr_expect_float_eq(shifted[k][0] + 0.13, one[k][0], TOLERANCE,
                           "sheet %d, shifted: %.12g and not %.12g", k, shifted[k][0] + 0.13,
                           one[k][0]);
        cr_expect_float_eq(shifted[k][1] - 0.07, one[k][1], TOLERANCE,
                           "sheet %d, shifted: %.12g and not %.12g", k, shifted[k][1] - 0.07,
                           one[k][1]);
    }
}

/* ---- friction that holds on ---- */

/* A sheet on one that is pinned, drawn by a force that grows for 50 ms and stays; how far it has
 * come in so many more. */
static double
draw(double force, double more, double *creep)
{
    struct rest r;
    char parts[3000], settings[200];
    double at[2];

    snprintf(settings, sizeof settings, "<run end=\"%g s\" sample=\"10 ms\"/>", 0.05 + more);
    snprintf(
        parts, sizeof parts,
        PAPER(
            "<friction law=\"stick-slip\" dynamic-coefficient=\"0.4\"/>") "<contact "
                                                                          "name=\"c\">" LOSSY
                                                                              FRICTION(
                                                                                  "0.3") "</"
                                                                                         "contact>"
                                                                                         "<pair "
                                                                                         "surface="
                                                                                         "\"steel\""
                                                                                         " contact="
                                                                                         "\"c\"/"
                                                                                         "><guide "
                                                                                         "name="
                                                                                         "\"table\""
                                                                                         " surface="
                                                                                         "\"steel\""
                                                                                         "><line "
                                                                                         "from=\"-"
                                                                                         "50 mm, "
                                                                                         "-0.05 "
                                                                                         "mm\" "
                                                                                         "to=\"600 "
                                                                                         "mm, "
                                                                                         "-0.05 "
                                                                                         "mm\"/></"
                                                                                         "guide>"
                                                                                         "<sheet "
                                                                                         "name="
                                                                                         "\"low\" "
                                                                                         "media="
                                                                                         "\"m\" "
                                                                                         "length="
                                                                                         "\"300 "
                                                                                         "mm\" "
                                                                                         "width="
                                                                                         "\"200 "
                                                                                         "mm\" "
                                                                                         "segments="
                                                                                         "\"60\"><"
                                                                                         "start "
                                                                                         "from=\"0 "
                                                                                         "mm, 0 "
                                                                                         "mm\"/"
                                                                                         "><pin "
                                                                                         "end="
                                                                                         "\"trail\""
                                                                                         "/></"
                                                                                         "sheet"
                                                                                         ">" SHEET(
                                                                                             "top",
                                                                                             "from="
                                                                                             "\"20 "
                                                                                             "mm, "
                                                                                             "0.1 "
                                                                                             "mm\"",
                                                                                             "<load"
                                                                                             " forc"
                                                                                             "e=\"%"
                                                                                             ".6g "
                                                                                             "N, 0 "
                                                                                             "N\" "
                                                                                             "facto"
                                                                                             "r="
                                                                                             "\"0\""
                                                                                             "><to "
                                                                                             "time="
                                                                                             "\"50 "
                                                                                             "ms\" "
                                                                                             "facto"
                                                                                             "r="
                                                                                             "\"1\""
                                                                                             "/></"
                                                                                             "load"
                                                                                             ">"),
        force);
    rest_find(&r, "planar", settings, parts);
    cr_assert_eq(r.status, QUIRE_OK);
    rest_middle(r.run, "top", at);
    rest_done(&r);
    *creep = at[0] - 0.02 - 0.5 * LENGTH;
    return at[0];
}

/* Below the limit it stays where it is, to the tolerance: with a threshold velocity of 0.2 mm/s it
 * would creep by 10 um in the 100 ms. */
Test(sheets_touch_run, friction_holds_a_sheet_on_another)
{
    double soon, later;

    draw(0.8 * 0.4 * MASS * G, 0.05, &soon);
    draw(0.8 * 0.4 * MASS * G, 0.15, &later);
    cr_expect_lt(fabs(soon), TOLERANCE, "%g", soon);
    cr_expect_lt(fabs(later - soon), TOLERANCE, "%g, and %g later", soon, later);
}

/* Beyond it, it slides with what Coulomb leaves over: from t0 = 50 ms mu W / F on, F t / 50 ms - mu
 * W; then F - mu W. */
Test(sheets_touch_run, friction_lets_go_of_a_sheet_on_another)
{
    const double hold = 0.4 * MASS * G, force = 3 * hold, ramp = 0.05, more = 0.03,
                 t = ramp * (1 - hold / force);
    double way;

    draw(force, more, &way);
    const double rate = force / ramp / MASS, speed = 0.5 * rate * t * t;
    const double should =
        rate * t * t * t / 6 + speed * more + 0.5 * (force - hold) / MASS * more * more;
    cr_expect_float_eq(way, should, 1e-2 * should, "%g and not %g", way, should);
}

/* ---- checks ---- */

#define PASSING                                                                                    \
    "<path name=\"main\" from=\"0 mm, 0 mm\" heading=\"0 deg\"><line length=\"1 "                  \
    "m\"/></path><sensor name=\"eye\" kind=\"edge\" path=\"main\" at=\"150 mm\"/>"                 \
    "<check kind=\"stall\" enabled=\"no\"/><check kind=\"late\" enabled=\"no\"/><check "           \
    "kind=\"out-of-channel\" enabled=\"no\"/>"

/* On each other by 80 mm in flight, without friction on anything else. */
Test(sheets_touch_run, double_feed_is_seen_of_sheets_that_touch)
{
    struct rest r;

    rest_find(
        &r, "planar", NO_GRAVITY "<run end=\"0.3 s\" sample=\"1 ms\"/>",
        PASSING
            PAPER(FRICTION("0.4")) "<check kind=\"double-feed\" sensor=\"eye\" stop=\"no\"/>" SHEET(
                "a", "path=\"main\" lead=\"110 mm\" speed=\"0.5 m/s\"", "")
                SHEET("b", "path=\"main\" lead=\"90 mm\" beside=\"0.0999 mm\" speed=\"0.5 m/s\"",
                      ""));
    cr_assert_eq(r.status, QUIRE_OK);
    cr_expect_eq(quire_run_figure(r.run, "double-feed.failed"), 1);
    cr_expect_float_eq(quire_run_figure(r.run, "double-feed.value"), 0.08, 1e-3, "%g",
                       quire_run_figure(r.run, "double-feed.value"));
    rest_done(&r);
}

/* End on end, one pushing the other, there is no gap: round ends that touch are a thickness apart.
 */
Test(sheets_touch_run, no_gap_is_seen_of_sheets_end_on)
{
    struct rest r;

    rest_find(
        &r, "planar", NO_GRAVITY "<run end=\"0.3 s\" sample=\"1 ms\"/>",
        PASSING
            PAPER(FRICTION("0.4")) "<check kind=\"gap\" sensor=\"eye\" smallest=\"30 mm\"/>" SHEET(
                "a", "path=\"main\" lead=\"110 mm\" speed=\"0.5 m/s\"", "")
                SHEET("b", "path=\"main\" lead=\"9.9 mm\" speed=\"0.5 m/s\"",
                      "<load force=\"5 mN, 0 N\"/>"));
    cr_assert_eq(r.status, QUIRE_OK);
    cr_expect_eq(quire_run_figure(r.run, "gap.failed"), 1);
    cr_expect_float_eq(quire_run_figure(r.run, "gap.value"), 1e-4, 2e-5, "%g",
                       quire_run_figure(r.run, "gap.value"));
    rest_done(&r);
}

/* ---- sheets that enter where others lie ---- */

Test(sheets_touch_run, overlaps_of_sheets_that_enter_later_are_jams)
{
    static const struct {
        const char *start, *words;
    } cases[] = {{"from=\"20 mm, 0.04 mm\" time=\"5 ms\"",
                  "sheet 'b' cannot enter: 'a' already overlaps its start position by 0.06 mm"},
                 {"from=\"20 mm, -5 mm\" heading=\"10 deg\" time=\"5 ms\"",
                  "sheet 'b' cannot enter: 'a' crosses its start position at 48.4 mm, 0 mm"},
                 {"from=\"20 mm, 0.11 mm\" time=\"5 ms\"", NULL}};

    for (size_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; i++) {
        const size_t k = i / 2;
        struct rest r;
        char parts[2000];
        snprintf(parts, sizeof parts,
                 PAPER(FRICTION("0.3"))
                     SHEET("a", "from=\"0 mm, 0 mm\"",
                           "<clamp end=\"trail\"/>") "<sheet name=\"b\" media=\"m\" length=\"100 "
                                                     "mm\" width=\"200 mm\"><start %s/></sheet>",
                 cases[k].start);
        rest_find(&r, i % 2 == 0 ? "planar" : "spatial", NO_GRAVITY "<run end=\"10 ms\"/>", parts);
        cr_assert_eq(r.status, QUIRE_OK, "case %zu", i);
        cr_expect_eq(quire_run_verdict(r.run) == QUIRE_VERDICT_FAILED, cases[k].words != NULL,
                     "case %zu", i);
        cr_expect(cases[k].words == NULL ||
                      strstr(quire_run_summary_text(r.run), cases[k].words) != NULL,
                  "%s", quire_run_summary_text(r.run));
        rest_done(&r);
    }
}

/* ---- sheets that go through each other ---- */

/* End-on at 0.1 m/s, with a contact that hardly resists: 0.5 mm through at the first look, 10 ms
 * after it was 0.5 mm away. */
Test(sheets_touch_run, says_how_deep_sheets_went_into_each_other)
{
    struct rest r;

    rest_find(
        &r, "planar", NO_GRAVITY "<run end=\"15 ms\"/>",
        "<contact name=\"weak\"><normal law=\"linear\" stiffness=\"1e-6 N/m\"/></contact><pair "
        "media=\"m\" other-media=\"m\" contact=\"weak\"/>" SHEET("a", "from=\"0 mm, 0 mm\"", "")
            SHEET("b", "from=\"52 mm, 100.5 mm\" heading=\"-90 deg\" speed=\"0.1 m/s\"", ""));
    cr_assert_eq(r.status, QUIRE_OK);
    cr_expect(rest_says(&r, "W-TUNNELLING", "sheet 'a' was 0.5 mm through sheet 'b' at 0.01 s"));
    rest_done(&r);
}

/* A roller that hardly resists: one sheet falls into it end-on, another only lies against it. */
Test(sheets_touch_run, says_which_of_the_sheets_at_a_roller_is_inside)
{
    struct rest r;

    rest_find(
        &r, "planar", NO_GRAVITY "<run end=\"10 ms\"/>",
        "<contact name=\"weak\"><normal law=\"linear\" stiffness=\"1e-6 N/m\"/></contact><pair "
        "media=\"m\" surface=\"foam\" contact=\"weak\"/>"
        "<roller name=\"r\" centre=\"0 mm, 0 mm\" radius=\"10 mm\" surface=\"foam\"/>" SHEET(
            "lying", "from=\"-50 mm, -10.04 mm\"", "")
            SHEET("falling", "from=\"0 mm, 115 mm\" heading=\"-90 deg\" speed=\"1 m/s\"", ""));
    cr_assert_eq(r.status, QUIRE_OK);
    cr_expect(rest_says(&r, "W-TUNNELLING", "sheet 'falling' was 5.05 mm inside 'r'"));
    cr_expect_not(rest_says(&r, "W-TUNNELLING", "sheet 'lying'"));
    rest_done(&r);
}
