/* Runs that look for a state of rest, through the public functions. */
#include "fixtures/rest_stage.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fixtures/sanitized.h"

#define SHEET(children) TURNED_SHEET("0 deg", children)
#define TURNED_SHEET(yaw, children)                                                                \
    "<sheet name=\"page\" media=\"m\" length=\"50 mm\" width=\"210 mm\" segments=\"40\">"          \
    "<start from=\"0 mm, 0 mm\" yaw=\"" yaw "\"/>" children "</sheet>"
#define EULER 0.069087 /* critical load of that sheet, clamped and free [N] */

static const char *const motions[] = {"planar", "spatial"};

/* What a clamp takes up: the weight, and its moment about the clamp. */
static void
balance_loads(const char *motion)
{
    struct rest r;
    rest_find(&r, motion, "<run kind=\"equilibrium\"/>",
              SHEET("<clamp end=\"trail\"/><load force=\"0.01 N, 0 N\"/>"));
    cr_assert_eq(r.status, QUIRE_OK);
    const double weight = 0.08 * 0.05 * 0.21 * 9.80665;
    cr_expect_float_eq(quire_run_figure(r.run, "page.trail.reaction.y"), weight, 1e-6 * weight);
    cr_expect_float_eq(quire_run_figure(r.run, "page.trail.reaction.x"), -0.01, 1e-8);
    double x[64], y[64], moment = 0;
    const size_t n = quire_run_nodes(r.run, "page", x, y, 64);
    for (size_t i = 0; i < n; i++) {
        moment += (i == 0 || i + 1 == n ? 0.5 : 1) * weight / 40 * x[i];
    }
    moment += 0.01 * y[n - 1]; /* counter-clockwise from the clamp */
    cr_expect_float_eq(quire_run_figure(r.run, "page.trail.reaction.moment"), moment,
                       1e-5 * moment);
    cr_expect_float_eq(quire_run_figure(r.run, "page.lead.angle"),
                       atan2(y[n - 1] - y[n - 2], x[n - 1] - x[n - 2]), 1e-12);
    cr_expect_eq(quire_run_row_count(r.run), 1);
    rest_done(&r);
}

Test(rest, reactions_balance_the_loads)
{
    balance_loads(motions[0]);
    balance_loads(motions[1]);
}

/* Below Euler's load a straight column stays straight; above it the straight one is unstable and is
 * left, to the side asked for. */
static void
buckle(const char *motion, double load, const char *side, int sign)
{
    struct rest r;
    char settings[200], parts[400];

    snprintf(settings, sizeof settings, NO_GRAVITY "<run kind=\"equilibrium\"%s/>", side);
    snprintf(parts, sizeof parts, SHEET("<clamp end=\"trail\"/><load force=\"%.9f N, 0 N\"/>"),
             -load * EULER);
    rest_find(&r, motion, settings, parts);
    cr_assert_eq(r.status, QUIRE_OK);
    const double y = quire_run_figure(r.run, "page.lead.y");
    cr_expect_eq((int)quire_run_figure(r.run, "equilibrium.unstable-states"), sign == 0 ? 0 : 1);
    cr_expect(sign == 0 ? fabs(y) < 1e-9 : sign * y > 5e-3, "%s: leading edge at %g", motion, y);
    rest_done(&r);
}

Test(rest, columns_buckle_above_the_critical_load)
{
    for (int k = 0; k < 2; k++) {
        buckle(motions[k], 0.99, "", 0);
        buckle(motions[k], 1.01, "", 1);
        buckle(motions[k], 1.01, " imperfection=\"-1e-5\"", -1);
    }
}

Test(rest, unstable_states_are_named_when_they_are_not_left)
{
    struct rest r;
    rest_find(&r, "planar", NO_GRAVITY "<run kind=\"equilibrium\" imperfection=\"0\"/>",
              SHEET("<clamp end=\"trail\"/><load force=\"-0.08 N, 0 N\"/>"));
    cr_expect_eq(r.status, QUIRE_ERROR_NUMERIC);
    cr_expect(rest_says(&r, "E-NUM-UNSTABLE", "sheet 'page'"));
    cr_expect(isnan(quire_run_figure(r.run, "page.lead.y")), "a failed run yields no numbers");
    cr_expect(strstr(quire_run_summary_text(r.run),
                     "NOT AVAILABLE: unstable\nsheet 'page': it is") != NULL,
              "%s", quire_run_summary_text(r.run));
    rest_done(&r);
}

Test(rest, a_sheet_that_nothing_holds_is_named)
{
    for (int k = 0; k < 2; k++) {
        struct rest r;
        rest_find(&r, motions[k], "<run kind=\"equilibrium\"/>", SHEET(""));
        cr_expect_eq(r.status, QUIRE_ERROR_NUMERIC);
        cr_expect(rest_says(&r, "E-NUM-NO-EQUILIBRIUM", "sheet 'page'"));
        rest_done(&r);
    }
}

/* Critical loads of columns whose upper end may come down: 4 and 2.0457 times Euler's clamped-free
 * load times 4, as pinned, clamped and pinned, clamped. */
Test(rest, columns_with_guided_ends_buckle_at_their_loads)
{
    static const struct {
        const char *trail, *lead;
        double factor;
    } cases[] = {{"pin", "pin", 4}, {"clamp", "pin", 8.18302}, {"clamp", "clamp", 16}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int k = 0; k < 2; k++) {
            struct rest r;
            char parts[400];
            snprintf(parts, sizeof parts,
                     SHEET("<%s end=\"trail\"/><%s end=\"lead\" slide=\"0 deg\"/><load "
                           "force=\"%.9f N, 0 N\"/>"),
                     cases[i].trail, cases[i].lead,
                     -(k == 0 ? 0.99 : 1.01) * cases[i].factor * EULER);
            rest_find(&r, "planar", NO_GRAVITY "<run kind=\"equilibrium\"/>", parts);
            cr_assert_eq(r.status, QUIRE_OK);
            cr_expect_eq((int)quire_run_figure(r.run, "equilibrium.unstable-states"), k,
                         "case %zu, load %d", i, k);
            cr_expect(fabs(quire_run_figure(r.run, "page.lead.y")) < 1e-12);
            rest_done(&r);
        }
    }
}

/* A sheet is pulled by 0.1 N in a nip of 10 mm whose driver hangs on a drive at rest by a clutch: a
 * clutch of 5 mN m holds 1 mN m, wound up by a fifth of `windup`; one of 0.5 mN m does not. */
#define PULLED(torque)                                                                             \
    "<contact name=\"grip\"><normal law=\"linear\" stiffness=\"1e5 N/m\"/><friction "              \
    "law=\"stick-slip\" dynamic-coefficient=\"1\"/></contact><pair surface=\"rubber\" "            \
    "contact=\"grip\"/><path name=\"p\" from=\"0 m, 0 m\"><line length=\"200 mm\"/></path><drive " \
    "name=\"feed\" speed=\"0 m/s\"/><nip name=\"n\" path=\"p\" at=\"50 mm\" load=\"4 N\" "         \
    "rate=\"500 N/m\"><driver radius=\"10 mm\" surface=\"rubber\" drive=\"feed\" inertia=\"1e-5 "  \
    "kg*m^2\"><clutch name=\"c\" windup=\"100 um\" torque=\"" torque                               \
    "\"/></driver><idler radius=\"10 mm\" surface=\"rubber\" mass=\"20 g\" inertia=\"1e-6 "        \
    "kg*m^2\"/></nip><sheet name=\"page\" media=\"m\" length=\"60 mm\" width=\"210 mm\" "          \
    "segments=\"24\"><start path=\"p\" lead=\"80 mm\"/><load force=\"0.1 N, 0 N\"/></sheet>"

Test(rest, clutches_hold_up_to_their_torque)
{
    for (int k = 0; k < 2; k++) {
        struct rest r;
        rest_find(&r, motions[k], NO_GRAVITY "<run kind=\"equilibrium\"/>", PULLED("5 mN*m"));
        cr_assert_eq(r.status, QUIRE_OK);
        cr_expect_float_eq(quire_run_figure(r.run, "n.clutch.torque"), -1e-3, 1e-6);
        cr_expect_float_eq(quire_run_figure(r.run, "page.lead.x"), 80e-3 + 20e-6, 1e-6);
        rest_done(&r);
        rest_find(&r, motions[k], NO_GRAVITY "<run kind=\"equilibrium\"/>", PULLED("0.5 mN*m"));
        cr_expect(rest_says(&r, "E-NUM-NO-EQUILIBRIUM", "page"), "%s", motions[k]);
        rest_done(&r);
    }
}

/* A sheet on a slope of 20 degrees stands if its friction sticks and tan 20 deg = 0.36397 is not
 * too much for it, in space askew too. Then the slope takes up the weight along and across;
 * otherwise nothing holds the sheet. Friction that creeps never does. */
static void
lie_on_slope(const char *motion, const char *friction, const char *sheet, bool stands)
{
    const double weight = 0.08 * 0.05 * 0.21 * 9.81;
    struct rest r;
    char parts[1500];

    snprintf(parts, sizeof parts,
             "<contact name=\"c\"><normal law=\"mtt-boundary\" stiffness=\"1e6 N/m^1.3\" "
             "exponent=\"1.3\" "
             "boundary-penetration=\"0.02 mm\"/><friction %s/></contact><pair contact=\"c\"/>"
             "<guide name=\"slope\" surface=\"steel\" side=\"left\" velocity=\"0.2 m/s\">"
             "<line from=\"-60 mm, -0.06 mm\" to=\"130 mm, -0.06 mm\"/></guide>%s",
             friction, sheet);
    rest_find(&r, motion,
              "<gravity vector=\"3.355218 m/s^2, -9.218385 m/s^2\"/><run kind=\"equilibrium\"/>",
              parts);
    cr_expect_eq(r.status, stands ? QUIRE_OK : QUIRE_ERROR_NUMERIC, "%s, %s", motion, friction);
    if (stands) {
        cr_expect_float_eq(fabs(quire_run_figure(r.run, "slope.drag.max")),
                           weight * 3.355218 / 9.81, 1e-5 * weight);
        cr_expect_float_eq(quire_run_figure(r.run, "slope.normal.max"), weight * 9.218385 / 9.81,
                           1e-5 * weight);
    } else {
        cr_expect(rest_says(&r, "E-NUM-NO-EQUILIBRIUM", "sheet 'page'"));
    }
    rest_done(&r);
}

Test(rest, friction_that_sticks_holds_on_a_slope)
{
    static const char
        enough[] = "law=\"stick-slip\" dynamic-coefficient=\"0.385\"",
        less[] = "law=\"stick-slip\" dynamic-coefficient=\"0.35\"",
        creeps[] = "law=\"mtt-step\" dynamic-coefficient=\"0.5\" threshold-velocity=\"1 mm/s\"";

    lie_on_slope("planar", enough, SHEET(""), true);
    lie_on_slope("planar", less, SHEET(""), false);
    lie_on_slope("planar", creeps, SHEET(""), false);
    lie_on_slope("spatial", enough, SHEET(""), true);
    lie_on_slope("spatial", enough, TURNED_SHEET("10 deg", ""), true);
    if (!SANITIZED) { /* a long search */
        lie_on_slope("spatial", less, TURNED_SHEET("10 deg", ""), false);
    }
}

/* Free bodies and springs are part of it: a disc on a spring hangs as low as its weight asks, and
 * swings and bounces. */
Test(modes, of_a_disc_on_a_spring)
{
    struct rest r;
    const double l = 0.04 + 0.1 * 9.81 / 100, unit = 2 * 3.14159265358979;
    rest_find(&r, "planar",
              "<gravity vector=\"0 m/s^2, -9.81 m/s^2\"/><run kind=\"modes\" count=\"3\"/>",
              "<disc name=\"d\" radius=\"10 mm\" surface=\"steel\" mass=\"100 g\" centre=\"0 mm, "
              "-20 mm\"/>"
              "<spring name=\"s\" from=\"d\" to-at=\"0 mm, 30 mm\" stiffness=\"100 N/m\" "
              "length=\"40 mm\"/>");
    cr_assert_eq(r.status, QUIRE_OK);
    cr_expect_float_eq(quire_run_figure(r.run, "d.y"), 0.03 - l, 1e-9);
    cr_expect(fabs(quire_run_figure(r.run, "modes.1.frequency")) <= 0, "it turns freely");
    cr_expect_float_eq(quire_run_figure(r.run, "modes.2.frequency"), sqrt(9.81 / l) / unit, 1e-5);
    cr_expect_float_eq(quire_run_figure(r.run, "modes.3.frequency"), sqrt(100 / 0.1) / unit, 1e-5);
    rest_done(&r);
}

/* So are gates that springs hold: one hangs at an angle, k a = m g d cos a, and swings with k and
 * the slope of its weight. */
Test(modes, of_a_gate_on_a_spring)
{
    struct rest r;
    const double k = 1e-3, mg = 2e-3 * 9.81, d = 0.015, unit = 2 * 3.14159265358979;
    double a = 0;
    rest_find(&r, "planar",
              "<gravity vector=\"0 m/s^2, -9.81 m/s^2\"/><run kind=\"modes\" count=\"1\"/>",
              "<guide name=\"g\" surface=\"steel\" side=\"right\"><line from=\"0 mm, 0 mm\" "
              "to=\"30 mm, 0 mm\"/>"
              "<pivot at=\"0 mm, 0 mm\" inertia=\"1e-6 kg*m^2\" mass=\"2 g\" centre=\"15 mm, 0 "
              "mm\" stiffness=\"1e-3 N*m/rad\"/></guide>");
    for (int i = 0; i < 100; i++) {
        a = -mg * d * cos(a) / k;
    }
    cr_assert_eq(r.status, QUIRE_OK);
    cr_expect_float_eq(quire_run_figure(r.run, "g.angle"), a, 1e-9, "%g %g",
                       quire_run_figure(r.run, "g.angle"), a);
    cr_expect_float_eq(quire_run_figure(r.run, "modes.1.frequency"),
                       sqrt((k - mg * d * sin(a)) / 1e-6) / unit, 1e-5);
    rest_done(&r);
}

/* Holds and loads are followed to the time asked for; the way there decides which state is found.
 */
Test(rest, holds_are_followed)
{
    struct rest r;
    rest_find(&r, "planar", NO_GRAVITY "<run kind=\"equilibrium\" at=\"1 s\"/>",
              SHEET("<clamp end=\"trail\"/><clamp end=\"lead\"><to time=\"2 s\" shape=\"linear\" "
                    "shift=\"-4 mm, 0 mm\"/></clamp>"));
    cr_assert_eq(r.status, QUIRE_OK);
    cr_expect_float_eq(quire_run_figure(r.run, "page.lead.x"), 48e-3, 1e-12);
    cr_expect_float_eq(quire_run_figure(r.run, "page.lead.reaction.x"),
                       -quire_run_figure(r.run, "page.trail.reaction.x"), 1e-6);
    cr_expect_float_eq(quire_run_figure(r.run, "page.lead.reaction.moment"),
                       -quire_run_figure(r.run, "page.trail.reaction.moment"), 1e-8);
    rest_done(&r);
}

/* A state of rest has no end time; its time is the model's. */
Test(rest, end_times_are_refused)
{
    const char *text = "<model version=\"1\" name=\"rest\"><settings><run "
                       "kind=\"equilibrium\"/></settings></model>";
    quire_run_options options = quire_run_options_default();
    quire_model *model = NULL;
    quire_run *run = NULL;
    quire_diag *diag = quire_diag_create();
    options.end_time = 1;
    cr_assert_eq(quire_model_parse(&model, text, strlen(text), "rest.xml", NULL, 0, diag),
                 QUIRE_OK);
    cr_assert_eq(quire_run_create(&run, model, &options, diag), QUIRE_OK);
    cr_expect_eq(quire_run_execute(run, diag), QUIRE_ERROR_USAGE);
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
}

/* ---- modes ---- */

/* A uniform cantilever, kL = 1.8751041, 4.6940911; a chain of 40 rods is 0.0287 % and 0.0995 %
 * lower. */
Test(modes, of_a_cantilever)
{
    struct rest r;
    rest_find(&r, "planar", NO_GRAVITY "<run kind=\"modes\" count=\"2\"/>",
              SHEET("<clamp end=\"trail\"/>"));
    cr_assert_eq(r.status, QUIRE_OK);
    const double unit = sqrt(4e9 * 1e-12 / 12 / 0.08) / (2 * 3.14159265358979) / (0.05 * 0.05);
    cr_expect_float_eq(quire_run_figure(r.run, "modes.1.frequency") / unit,
                       1.8751041 * 1.8751041 * (1 - 0.000286690), 2e-5);
    cr_expect_float_eq(quire_run_figure(r.run, "modes.2.frequency") / unit,
                       4.6940911 * 4.6940911 * (1 - 0.000994866), 2e-4);
    cr_expect(isnan(quire_run_figure(r.run, "modes.3.frequency")));
    rest_done(&r);
}

/* The heavier the load, the slower the lowest vibration; it stands still at Euler's load, and
 * omega^2 goes down there in a straight line. */
Test(modes, slow_down_towards_the_critical_load)
{
    double square[2];
    for (int k = 0; k < 2; k++) {
        struct rest r;
        char parts[400];
        snprintf(parts, sizeof parts, SHEET("<clamp end=\"trail\"/><load force=\"%.9f N, 0 N\"/>"),
                 -(k == 0 ? 0.98 : 0.99) * EULER);
        rest_find(&r, "planar", NO_GRAVITY "<run kind=\"modes\" count=\"1\"/>", parts);
        cr_assert_eq(r.status, QUIRE_OK);
        square[k] = quire_run_figure(r.run, "modes.1.eigenvalue");
        rest_done(&r);
    }
    const double critical = 0.98 + 0.01 * square[0] / (square[0] - square[1]);
    cr_expect_float_eq(critical, 1, 1e-3, "%g", critical);
}

/* Nothing holds a free sheet: three rigid motions, then the beam's first, kL = 4.7300407. */
Test(modes, of_a_free_sheet)
{
    struct rest r;
    rest_find(&r, "planar", NO_GRAVITY "<run kind=\"modes\" count=\"4\"/>", SHEET(""));
    cr_assert_eq(r.status, QUIRE_OK);
    for (int k = 1; k <= 3; k++) {
        char name[40];
        snprintf(name, sizeof name, "modes.%d.frequency", k);
        cr_expect(fabs(quire_run_figure(r.run, name)) <= 0, "%s is %g", name,
                  quire_run_figure(r.run, name));
    }
    const double unit = sqrt(4e9 * 1e-12 / 12 / 0.08) / (2 * 3.14159265358979) / (0.05 * 0.05);
    cr_expect_float_eq(quire_run_figure(r.run, "modes.4.frequency") / unit, 4.7300407 * 4.7300407,
                       2e-5);
    rest_done(&r);
}

/* Without bending stiffness, hanging: Bernoulli's chain; 40 rigid links have 1.09986229 Hz at 0.297
 * m and 9.81 m/s^2. */
Test(modes, of_a_hanging_chain)
{
    struct rest r;
    rest_find(
        &r, "planar", "<gravity vector=\"0 m/s^2, -9.81 m/s^2\"/><run kind=\"modes\" count=\"1\"/>",
        "<media name=\"limp\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "
        "bending-stiffness-md=\"0 N*m\"/>"
        "<sheet name=\"page\" media=\"limp\" length=\"297 mm\" width=\"210 mm\" segments=\"40\">"
        "<start from=\"0 mm, 0 mm\" heading=\"-90 deg\"/><pin end=\"trail\"/></sheet>");
    cr_assert_eq(r.status, QUIRE_OK);
    cr_expect_float_eq(quire_run_figure(r.run, "modes.1.frequency"), 1.09986229, 1e-6);
    rest_done(&r);
}

/* As many modes as there are degrees of freedom can be had, with the highest of them; not one more.
 */
Test(modes, are_as_many_as_degrees_of_freedom)
{
    static const char *const settings[] = {NO_GRAVITY "<run kind=\"modes\" count=\"82\"/>",
                                           NO_GRAVITY "<run kind=\"modes\" count=\"83\"/>"};
    struct rest r;
    rest_find(&r, "planar", settings[0], SHEET(""));
    cr_assert_eq(r.status, QUIRE_OK);
    cr_expect_gt(quire_run_figure(r.run, "modes.82.frequency"), 1e5);
    rest_done(&r);
    rest_find(&r, "planar", settings[1], SHEET(""));
    cr_expect_eq(r.status, QUIRE_ERROR_INPUT);
    cr_expect(rest_says(&r, "E-RANGE", "count is 83"));
    rest_done(&r);
}

/* Modes do not leave an unstable state by themselves. */
Test(modes, of_an_unstable_state_are_refused)
{
    struct rest r;
    rest_find(&r, "planar", NO_GRAVITY "<run kind=\"modes\"/>",
              SHEET("<clamp end=\"trail\"/><load force=\"-0.08 N, 0 N\"/>"));
    cr_expect_eq(r.status, QUIRE_ERROR_NUMERIC);
    cr_expect(rest_says(&r, "E-NUM-UNSTABLE", "sheet 'page'"));
    rest_done(&r);
}

/* ---- branches ---- */

/* a card that is clamped at both ends, which then come nearer to each other by `excess` */
static void
find_card(struct rest *r, const char *motion, const char *gravity, const char *imperfection,
          const char *ends, int segments, double excess)
{
    char settings[300], parts[600];

    snprintf(settings, sizeof settings,
             "<gravity vector=\"%s\"/><run kind=\"equilibrium\" at=\"1 s\" imperfection=\"%s\"/>",
             gravity, imperfection);
    snprintf(parts, sizeof parts,
             "<sheet name=\"card\" media=\"m\" length=\"%.9g mm\" width=\"210 mm\" "
             "segments=\"%d\"><start from=\"0 mm, 0 mm\"/>"
             "<%s end=\"trail\"/><%s end=\"lead\"><to time=\"1 s\" shape=\"linear\" shift=\"%.9g "
             "mm, 0 mm\"/></%s></sheet>",
             150 + excess, segments, ends, ends, -excess, ends);
    rest_find(r, motion, settings, parts);
    cr_assert_eq(r->status, QUIRE_OK, "%d segments, %g mm", segments, excess);
}

/* pushed together it goes on sagging, whatever it is divided into; that it might lie above its
 * clamps, too, is said */
Test(rest, a_card_sags_below_its_clamps_however_it_is_divided)
{
    static const double excess[] = {0.5, 1, 2, 3, 5, 10};
    static const int segments[] = {10, 16, 20, 25, 40, 60, 120, 240};

    for (size_t e = 0; e < sizeof excess / sizeof excess[0]; e++) {
        double energy = 0;
        for (size_t k = 0; k < sizeof segments / sizeof segments[0]; k++) {
            struct rest r;
            find_card(&r, "planar", "0 m/s^2, -9.81 m/s^2", "1e-4", "clamp", segments[k],
                      excess[e]);
            const double gravity = quire_run_figure(r.run, "energy.gravity"),
                         here = gravity + quire_run_figure(r.run, "energy.elastic");
            cr_expect_lt(gravity, 0, "%d segments, %g mm", segments[k], excess[e]);
            cr_expect_lt(fabs(here - energy), segments[k] > 40 ? 0.05 * fabs(here) : HUGE_VAL,
                         "%d segments, %g mm", segments[k], excess[e]);
            cr_expect_eq(quire_run_figure(r.run, "equilibrium.unstable-states"), 0);
            if (!isnan(quire_run_figure(r.run, "card.other-rest.energy"))) {
                cr_expect_gt(quire_run_figure(r.run, "card.other-rest.energy"), 0);
                cr_expect_gt(quire_run_figure(r.run, "card.other-rest.distance"), 5e-3);
                cr_expect(rest_says(&r, "W-ANOTHER-REST", "to the left of here") &&
                          rest_says(&r, "W-ANOTHER-REST", "higher"));
            } else {
                cr_expect(excess[e] < 1, "%d segments, %g mm", segments[k], excess[e]);
            }
            energy = here;
            rest_done(&r);
        }
    }
}

/* A card that is compressed above a floor sags onto it, rests on it at one place and then at two,
 * and snaps up. The search agrees with a slow motion at each of these stages, although the
 * stiffness is discontinuous wherever a node begins to touch. Where a branch ends, several stable
 * states may lie below: with 25 segments, slow motion snaps to another one. Little decides which:
 * the motion is computed at the accuracy "fine". */
Test(rest, a_card_above_a_floor_is_where_slow_motion_brings_it)
{
    /* [mm]: floor below the clamps, way of the lead clamp */
    static const double cases[][2] = {{3, 2}, {3, 10}, {8, 2}, {8, 5}};
    static const int segments[] = {16, 20, 40, 60};

    for (int k = 0; k < 16; k++) {
        const double depth = cases[k / 4][0], excess = cases[k / 4][1];
        double gravity[2], elastic[2];
        for (int slow = 0; slow < 2; slow++) {
            struct rest r;
            char parts[1200];
            snprintf(parts, sizeof parts,
                     "<media name=\"damped\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" "
                     "modulus-md=\"4 GPa\" damping-ratio=\"0.5\" damping-frequency=\"160 Hz\"/>"
                     "<contact name=\"floor\"><normal law=\"linear\" stiffness=\"1e4 N/m\" "
                     "damping=\"2 N*s/m\"/></contact><pair surface=\"floor\" contact=\"floor\"/>"
                     "<guide name=\"floor\" surface=\"floor\" side=\"left\"><line from=\"-50 mm, "
                     "-%g mm\" to=\"200 mm, -%g mm\"/></guide>"
                     "<sheet name=\"card\" media=\"damped\" length=\"%g mm\" width=\"210 mm\" "
                     "segments=\"%d\"><start from=\"0 mm, 0 mm\"/><clamp end=\"trail\"/>"
                     "<clamp end=\"lead\"><to time=\"5 s\" shape=\"linear\" shift=\"-%g mm, 0 "
                     "mm\"/></clamp></sheet>",
                     depth, depth, 150 + excess, segments[k % 4], excess);
            rest_find(&r, "planar",
                      slow ? "<run end=\"6 s\" sample=\"0.1 s\"/><solver accuracy=\"fine\"/>"
                           : "<run kind=\"equilibrium\" at=\"6 s\"/>",
                      parts);
            cr_assert_eq(r.status, QUIRE_OK, "floor %g mm below, %g mm, %d segments", depth, excess,
                         segments[k % 4]);
            gravity[slow] = quire_run_figure(r.run, "energy.gravity");
            elastic[slow] = quire_run_figure(r.run, "energy.elastic");
            rest_done(&r);
        }
        cr_expect_float_eq(gravity[0], gravity[1], 1e-3 * elastic[1],
                           "floor %g mm below, %g mm, %d segments: %g, moved slowly %g", depth,
                           excess, segments[k % 4], gravity[0], gravity[1]);
        cr_expect_float_eq(elastic[0], elastic[1], 1e-3 * elastic[1],
                           "floor %g mm below, %g mm, %d segments: %g, moved slowly %g", depth,
                           excess, segments[k % 4], elastic[0], elastic[1]);
    }
}

/* without weight nothing but the imperfection chooses, and its size does not matter */
Test(rest, an_imperfection_chooses_the_side_of_a_card)
{
    static const char *const imperfection[] = {"1e-5", "1e-4", "1e-3", "1e-2", "-1e-4", "-1e-3"};

    for (int segments = 10; segments <= 160; segments *= 2) {
        for (int k = 0; k < 6; k++) {
            struct rest r;
            find_card(&r, "planar", "0 m/s^2, 0 m/s^2", imperfection[k], "clamp", segments,
                      k % 2 == 0 ? 5 : 0.5);
            const double angle = quire_run_figure(r.run, "card.trail.angle");
            cr_expect(imperfection[k][0] == '-' ? angle < 0 : angle > 0, "%d segments, %s: %g",
                      segments, imperfection[k], angle);
            cr_expect_eq(quire_run_figure(r.run, "equilibrium.unstable-states"), 1);
            cr_expect(rest_says(&r, "W-ANOTHER-REST",
                                imperfection[k][0] == '-' ? "to the left" : "to the right"),
                      "%d segments, %s", segments, imperfection[k]);
            rest_done(&r);
        }
    }
}

/* one that starts as an arch stays one where that is stable, and what it weighs less below is said
 */
Test(rest, an_arch_stays_an_arch_and_says_that_it_could_hang)
{
    for (int segments = 10; segments <= 160; segments *= 2) {
        struct rest r;
        char parts[600];
        snprintf(parts, sizeof parts,
                 "<path name=\"p\" from=\"0 mm, 0 mm\" heading=\"30 deg\"> <arc radius=\"150 mm\" "
                 "angle=\"60 deg\" turn=\"right\"/> </path>"
                 "<sheet name=\"card\" media=\"m\" length=\"157 mm\" width=\"210 mm\" "
                 "segments=\"%d\"><start path=\"p\" lead=\"157 mm\"/>"
                 "<pin end=\"trail\"/><pin end=\"lead\"/></sheet>",
                 segments);
        rest_find(&r, "planar",
                  "<gravity vector=\"0 m/s^2, -9.81 m/s^2\"/><run kind=\"equilibrium\"/>", parts);
        cr_assert_eq(r.status, QUIRE_OK);
        cr_expect_gt(quire_run_figure(r.run, "card.trail.angle"), 0);
        cr_expect_lt(quire_run_figure(r.run, "card.other-rest.energy"), 0);
        cr_expect(rest_says(&r, "W-ANOTHER-REST", "lower"));
        rest_done(&r);
    }
}

/* A sheet is there from the time on at which it enters: at that time it hangs from its clamp,
 * before there is none. */
Test(rest, sheets_enter_in_time)
{
    for (int before = 0; before < 2; before++) {
        struct rest r;
        rest_find(&r, "planar",
                  before ? "<run kind=\"equilibrium\" at=\"0.0999 s\"/>"
                         : "<run kind=\"equilibrium\" at=\"0.1 s\"/>",
                  "<sheet name=\"page\" media=\"m\" length=\"50 mm\" width=\"210 mm\" "
                  "segments=\"40\"><start from=\"0 mm, 0 mm\" time=\"0.1 s\"/><clamp "
                  "end=\"trail\"/></sheet>");
        cr_assert_eq(r.status, QUIRE_OK);
        const double y = quire_run_figure(r.run, "page.lead.y");
        cr_expect(before ? isnan(y) : fabs(y + 1.838e-3) < 1e-6, "leading edge at %g m", y);
        rest_done(&r);
    }
}
