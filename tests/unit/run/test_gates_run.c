/* What guides that move do to sheets, from the file to the figures. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "fixtures/sanitized.h"

#define HEAD(settings)      WITH(settings, LINEAR)
#define LINEAR              "<normal law=\"linear\" stiffness=\"1e4 N/m\" damping=\"2 N*s/m\"/>"
#define WITH(settings, law) WITHIN("0.01 um", settings, law)
#define WITHIN(tolerance, settings, law)                                                           \
    "<?xml version=\"1.0\"?><model version=\"1\" name=\"test\"><settings>" settings                \
    "<solver position-tolerance=\"" tolerance "\"/></settings>"                                    \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "           \
    "damping-ratio=\"0.5\" damping-frequency=\"160 Hz\"/>"                                         \
    "<contact name=\"c\">" law "</contact><pair contact=\"c\"/>"
#define SHEET(place)                                                                               \
    "<sheet name=\"page\" media=\"m\" length=\"100 mm\" width=\"200 mm\" "                         \
    "segments=\"20\"><start " place "/></sheet>"

static quire_run *
execute_in(const char *motion, const char *parts, quire_model **model)
{
    char text[6000];
    quire_diag *diag = quire_diag_create();
    quire_run_options options = quire_run_options_default();
    quire_run *run;

    options.motion = motion;

    const int length = snprintf(text, sizeof text, "%s</model>", parts);
    cr_assert_lt((size_t)length, sizeof text);
    const quire_status status =
        quire_model_parse(model, text, (size_t)length, "test.xml", NULL, 0, diag);
    /* guides heavier than any are warned of */
    for (size_t i = 0; i < quire_diag_count(diag) && status != QUIRE_OK; i++) {
        char line[512];
        quire_diag_format(diag, i, line, sizeof line);
        cr_log_warn("%s", line);
    }
    cr_assert_eq(status, QUIRE_OK);
    cr_assert_eq(quire_run_create(&run, *model, &options, diag), QUIRE_OK);
    cr_assert_eq(quire_run_execute(run, diag), QUIRE_OK);
    quire_diag_destroy(diag);
    return run;
}

struct outcome {
    double lead[2], speed, residual; /* [m], [m/s], of the largest term */
};

static struct outcome
run_in(const char *motion, const char *parts)
{
    quire_model *model;
    quire_run *r = execute_in(motion, parts, &model);
    const struct outcome out = {
        {quire_run_figure(r, "page.lead.x"), quire_run_figure(r, "page.lead.y")},
        quire_run_figure(r, "page.lead.speed"),
        quire_run_figure(r, "energy.residual.relative")};

    quire_run_destroy(r);
    quire_model_destroy(model);
    return out;
}

static struct outcome
run(const char *parts)
{
    return run_in("planar", parts);
}

/* A table that comes up at a constant speed under a sheet at rest: all is as if the sheet fell onto
 * a table at rest. */
Test(gates_run, lift_a_sheet_as_if_it_fell_on_a_table_at_rest)
{
    static const char *const ways[] = {
        HEAD("<run end=\"0.06 s\" sample=\"1 ms\"/>") "<guide name=\"g\" surface=\"steel\"><line "
                                                      "from=\"-50 mm, -2.05 mm\" to=\"150 mm, "
                                                      "-2.05 mm\"/></guide>" SHEET(
                                                          "from=\"0 mm, 0 mm\" velocity=\"0 m/s, "
                                                          "-0.2 m/s\""),
        HEAD("<run end=\"0.06 s\" sample=\"1 ms\"/>") "<guide name=\"g\" surface=\"steel\"><line "
                                                      "from=\"-50 mm, -2.05 mm\" to=\"150 mm, "
                                                      "-2.05 mm\"/>"
                                                      "<slide direction=\"0, 2\" "
                                                      "drive=\"d\"/></guide><drive name=\"d\" "
                                                      "speed=\"0.2 m/s\"/>" SHEET(
                                                          "from=\"0 mm, 0 mm\""),
        HEAD("<run end=\"0.06 s\" sample=\"1 ms\"/>") "<guide name=\"g\" surface=\"steel\"><line "
                                                      "from=\"-50 mm, -2.05 mm\" to=\"150 mm, "
                                                      "-2.05 mm\"/>"
                                                      "<slide direction=\"0, -1\" "
                                                      "drive=\"d\"/></guide><drive name=\"d\" "
                                                      "stroke=\"0 mm\"><to time=\"1 s\" "
                                                      "stroke=\"-200 mm\"/></drive>" SHEET(
                                                          "from=\"0 mm, 0 mm\""),
    };
    const struct outcome at_rest = run(ways[0]);

    for (int k = 1; k < 3; k++) {
        const struct outcome lifted = run(ways[k]);
        cr_expect_float_eq(lifted.lead[0], at_rest.lead[0], 1e-8);
        cr_expect_float_eq(lifted.lead[1] - 0.2 * 0.06, at_rest.lead[1], 1e-7, "%g %g",
                           lifted.lead[1] - 0.2 * 0.06, at_rest.lead[1]);
        cr_expect_lt(lifted.residual, 1e-3, "%g", lifted.residual);
    }
}

/* So it is with laws that remember: what they know of a place of the sheet is what it saw of the
 * table. */
#define REMEMBERS(law)                                                                             \
    {                                                                                              \
        WITH(WEIGHTLESS "<run end=\"0.03 s\" sample=\"1 ms\"/>", law)                              \
        TABLE_ON("")                                                                               \
        SHEET("from=\"0 mm, 0 mm\" velocity=\"0 m/s, -0.2 m/s\""),                                 \
            WITH(WEIGHTLESS "<run end=\"0.03 s\" sample=\"1 ms\"/>", law) TABLE_ON(                \
                "<slide direction=\"0, 2\" drive=\"d\"/>") "<drive name=\"d\" speed=\"0.2 "        \
                                                           "m/s\"/>" SHEET("from=\"0 mm, 0 mm\""), \
            WITH(WEIGHTLESS "<run end=\"0.03 s\" sample=\"1 ms\"/>", law)                          \
                TABLE_ON("<slide direction=\"0, 1\" mass=\"1e6 kg\" stroke=\"0 mm\"/>")            \
                    SHEET("from=\"0 mm, 0 mm\" velocity=\"0 m/s, -0.2 m/s\"")                      \
    }
#define WEIGHTLESS "<gravity vector=\"0 m/s^2, 0 m/s^2\"/>"
#define TABLE_ON(gate)                                                                             \
    "<guide name=\"g\" surface=\"steel\"><line from=\"-50 mm, -2.05 mm\" to=\"150 mm, -2.05 "      \
    "mm\"/>" gate "</guide>"

Test(gates_run, have_laws_that_remember)
{
    static const char *const list[][3] = {
        REMEMBERS("<normal law=\"restitution-exact\" stiffness=\"1e4 N/m\" exponent=\"1\" "
                  "restitution=\"0.6\"/>"),
        REMEMBERS(
            "<normal law=\"eepa\" stiffness=\"1e4 N/m\" exponent=\"1\" plasticity-ratio=\"0.6\"/>"),
    };

    for (int k = 0; k < 2; k++) {
        const struct outcome at_rest = run(list[k][0]), lifted = run(list[k][1]),
                             heavy = run(list[k][2]);
        cr_expect_gt(at_rest.lead[1], -2e-3 + 1e-4, "%d: it does not rebound: %g", k,
                     at_rest.lead[1]);
        cr_expect_float_eq(lifted.lead[1] - 0.2 * 0.03, at_rest.lead[1], 2e-6, "%d: %g %g", k,
                           lifted.lead[1] - 0.2 * 0.03, at_rest.lead[1]);
        cr_expect_float_eq(heavy.lead[1], at_rest.lead[1], 2e-6, "%d: %g %g", k, heavy.lead[1],
                           at_rest.lead[1]);
        cr_expect_lt(lifted.residual, 2e-3, "%d: %g", k, lifted.residual);
        cr_expect_lt(heavy.residual, 2e-3, "%d: %g", k, heavy.residual);
    }
}

/* A stop that sets out smoothly takes a plate along: the force fades as it comes to its speed. The
 * drive's work is in the ledger. */
Test(gates_run, push_a_sheet_to_their_own_speed)
{
    const struct outcome out =
        run(HEAD("<gravity vector=\"0 m/s^2, -9.8 m/s^2\"/><run end=\"0.1 s\" sample=\"1 "
                 "ms\"/>") "<guide name=\"table\" surface=\"steel\"><line from=\"-50 mm, "
                           "-0.05 mm\" to=\"250 mm, -0.05 mm\"/></guide>"
                           "<guide name=\"stop\" surface=\"steel\" side=\"right\"><line "
                           "from=\"-0.05 mm, -10 mm\" to=\"-0.05 mm, 10 mm\"/>"
                           "<slide direction=\"1, 0\" drive=\"d\"/></guide><drive name=\"d\" "
                           "speed=\"0 m/s\"><to time=\"90 ms\" shape=\"smooth\" speed=\"0.3 "
                           "m/s\"/></drive>"
                           "<path name=\"p\" from=\"0 mm, 0 mm\"><line length=\"300 "
                           "mm\"/></path>" SHEET("path=\"p\" lead=\"100 mm\""));

    /* the corners of the ramp ring: 6 v / T^2 m / k each, 0.04 mm/s, and the sheet's own compliance
     */
    cr_expect_float_eq(out.speed, 0.3, 1.5e-4, "%g", out.speed);
    cr_expect_lt(out.residual, 1e-3, "%g", out.residual);
}

/* A paddle that goes round throws a plate, which would hang 24 mm down without it, on whatever
 * nodes its tip comes to lie. */
Test(gates_run, close_the_balance_of_energy_where_they_turn)
{
#define TURNS(segments)                                                                            \
    HEAD("<gravity vector=\"0 m/s^2, -9.8 m/s^2\"/><run end=\"0.08 s\" sample=\"1 ms\"/>")         \
    "<guide name=\"table\" surface=\"steel\"><line from=\"-50 mm, -0.05 mm\" to=\"40 mm, -0.05 "   \
    "mm\"/></guide>"                                                                               \
    "<guide name=\"paddle\" surface=\"steel\" side=\"both\" thickness=\"2 mm\"><line from=\"58 "   \
    "mm, -40 mm\" to=\"98 mm, -40 mm\"/>"                                                          \
    "<pivot at=\"58 mm, -40 mm\" drive=\"d\"/></guide><drive name=\"d\" shaft-speed=\"20 "         \
    "rad/s\"/>"                                                                                    \
    "<sheet name=\"page\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"" segments     \
    "\"><start from=\"0 mm, 0 mm\"/></sheet>"
    static const char *const machines[] = {TURNS("10"), TURNS("20"), TURNS("40")};
    const struct outcome first = run(machines[0]);

    cr_expect_gt(first.lead[1], 0, "it is not thrown up: %g", first.lead[1]);
    for (size_t k = 0; k < sizeof machines / sizeof *machines; k++) {
        const struct outcome out = run(machines[k]);
        cr_expect_float_eq(out.lead[1], first.lead[1], 1e-4, "%zu: %g is not %g", k, out.lead[1],
                           first.lead[1]);
        cr_expect_lt(out.residual, 1e-3, "%zu: %g", k, out.residual);
    }
}

/* ---- discs and blocks ---- */

#define FREE(law)                                                                                  \
    "<?xml version=\"1.0\"?><model version=\"1\" name=\"test\"><settings><gravity vector=\"0 "     \
    "m/s^2, -9.8 m/s^2\"/><run end=\"0.2 s\" sample=\"1 ms\"/>"                                    \
    "<solver position-tolerance=\"0.01 um\"/></settings><contact name=\"c\">" law                  \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"0.3\" threshold-velocity=\"5 "               \
    "mm/s\"/></contact>"                                                                           \
    "<pair contact=\"c\"/>"
#define SPRINGY FREE("<normal law=\"linear\" stiffness=\"1e4 N/m\" damping=\"2 N*s/m\"/>")
#define BOUNCY                                                                                     \
    FREE("<normal law=\"hunt-crossley\" force=\"1 N\" at-penetration=\"0.05 mm\" "                 \
         "restitution=\"0.6\" minimum-impact-velocity=\"1 mm/s\"/>")
#define BODIES(velocity)                                                                           \
    "<disc name=\"d\" surface=\"wood\" mass=\"10 g\" radius=\"5 mm\" centre=\"0 mm, 25 mm\" "      \
    "velocity=\"" velocity "\" spin=\"20 rad/s\"/>"                                                \
    "<block name=\"b\" surface=\"wood\" mass=\"10 g\" width=\"20 mm\" height=\"10 mm\" "           \
    "centre=\"60 mm, 20 mm\" angle=\"10 deg\" velocity=\"" velocity "\"/>"
#define TABLE(more)                                                                                \
    "<guide name=\"g\" surface=\"steel\" thickness=\"5 mm\"><line from=\"-300 mm, 0 mm\" "         \
    "to=\"300 mm, 0 mm\"/>" more "</guide>"

struct thrown {
    double x, y, angle, corner, residual;
};

static struct thrown
throw_bodies(const char *parts)
{
    quire_model *model;
    quire_run *r = execute_in("planar", parts, &model);
    const struct thrown out = {quire_run_figure(r, "d.x"), quire_run_figure(r, "d.y"),
                               quire_run_figure(r, "b.angle"), quire_run_figure(r, "b.y"),
                               quire_run_figure(r, "energy.residual.relative")};

    quire_run_destroy(r);
    quire_model_destroy(model);
    return out;
}

/* Discs and blocks that a table comes up to are where those are that come down to a table at rest.
 */
Test(gates_run, toss_discs_and_blocks_as_if_they_fell)
{
    static const char *const machines[][2] = {
        {SPRINGY BODIES("0.1 m/s, -0.3 m/s") TABLE(""),
         SPRINGY BODIES("0.1 m/s, 0 m/s") TABLE(
             "<slide direction=\"0, 1\" drive=\"t\"/>") "<drive name=\"t\" speed=\"0.3 m/s\"/>"},
        {BOUNCY BODIES("0.1 m/s, -0.3 m/s") TABLE(""),
         BOUNCY BODIES("0.1 m/s, 0 m/s") TABLE(
             "<slide direction=\"0, 1\" drive=\"t\"/>") "<drive name=\"t\" speed=\"0.3 m/s\"/>"},
    };

    for (size_t k = 0; k < sizeof machines / sizeof *machines; k++) {
        const struct thrown fall = throw_bodies(machines[k][0]),
                            toss = throw_bodies(machines[k][1]);
        cr_expect_float_eq(toss.x, fall.x, 1e-6, "%zu: %g %g", k, toss.x, fall.x);
        cr_expect_float_eq(toss.y - 0.3 * 0.2, fall.y, 1e-6, "%zu: %g %g", k, toss.y - 0.06,
                           fall.y);
        cr_expect_float_eq(toss.angle, fall.angle, 1e-4, "%zu: %g %g", k, toss.angle, fall.angle);
        cr_expect_float_eq(toss.corner - 0.3 * 0.2, fall.corner, 1e-6, "%zu: %g %g", k,
                           toss.corner - 0.06, fall.corner);
        cr_expect_lt(toss.residual, 1e-3, "%zu: %g", k, toss.residual);
    }
}

/* A disc that rests in a trough, which begins to turn, is thrown out; the work is in the ledger. */
Test(gates_run, throw_discs_out_of_a_trough_that_turns)
{
    const struct thrown out = throw_bodies(
        SPRINGY "<disc name=\"d\" surface=\"wood\" mass=\"10 g\" radius=\"5 mm\" centre=\"40 mm, "
                "7.05 mm\"/>"
                "<block name=\"b\" surface=\"wood\" mass=\"10 g\" width=\"10 mm\" height=\"10 mm\" "
                "centre=\"200 mm, 200 mm\"/>"
                "<guide name=\"g\" surface=\"steel\" thickness=\"5 mm\"><polyline points=\"20 mm, "
                "20 mm; 40 mm, 0 mm; 60 mm, 20 mm\"/><pivot at=\"0 mm, 0 mm\" drive=\"t\"/></guide>"
                "<drive name=\"t\" angle=\"0 deg\"><to time=\"20 ms\" angle=\"0 deg\"/><to "
                "time=\"60 ms\" angle=\"80 deg\" shape=\"smooth\"/></drive>");

    cr_expect(out.x < 0 && out.y > 0.06, "it is at %g, %g", out.x, out.y);
    cr_expect_lt(out.residual, 1e-3, "%g", out.residual);
}

/* ---- in space ---- */

#define FALLS(place, more)                                                                         \
    HEAD("<run end=\"0.06 s\" sample=\"1 ms\"/>")                                                  \
    "<guide name=\"g\" surface=\"steel\" " more                                                    \
    "><line from=\"-50 mm, -2.05 mm\" to=\"150 mm, -2.05 mm\"/></guide>"                           \
    "<sheet name=\"page\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"20\" "         \
    "columns=\"3\"><start " place " velocity=\"0 m/s, -0.2 m/s\"/></sheet>"
#define LIFTS(place, more)                                                                         \
    HEAD("<run end=\"0.06 s\" sample=\"1 ms\"/>")                                                  \
    "<guide name=\"g\" surface=\"steel\" " more                                                    \
    "><line from=\"-50 mm, -2.05 mm\" to=\"150 mm, -2.05 mm\"/>"                                   \
    "<slide direction=\"0, 2\" drive=\"d\"/></guide><drive name=\"d\" speed=\"0.2 m/s\"/>"         \
    "<sheet name=\"page\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"20\" "         \
    "columns=\"3\"><start " place "/></sheet>"

/* The same in space, of tables across all of a sheet that is askew, of ones that are tilted or end
 * across, and of ribs. */
Test(gates_run, lift_a_sheet_in_space_as_if_it_fell_on_a_table_at_rest)
{
#define BOTH(place, more)                                                                          \
    {                                                                                              \
        FALLS(place, more), LIFTS(place, more)                                                     \
    }
#define ASKEW "from=\"0 mm, 0 mm\" yaw=\"3 deg\" across=\"4 mm\""
    static const char *const machines[][2] = {
        BOTH(ASKEW, ""),
        BOTH(ASKEW, "tilt=\"0.5 deg\""),
        BOTH(ASKEW, "across-from=\"-70 mm\" across-to=\"60 mm\""),
        BOTH(ASKEW, "across-from=\"-3 mm\" across-to=\"9 mm\""),
    };

    for (size_t k = 0; k < sizeof machines / sizeof *machines; k++) {
        const struct outcome falls = run_in("spatial", machines[k][0]),
                             lifted = run_in("spatial", machines[k][1]);
        cr_expect_gt(fabs(lifted.lead[1]), 1e-4, "machine %zu: not lifted", k);
        cr_expect_float_eq(lifted.lead[0], falls.lead[0], 1e-7, "machine %zu: %g %g", k,
                           lifted.lead[0], falls.lead[0]);
        cr_expect_float_eq(lifted.lead[1] - 0.2 * 0.06, falls.lead[1], 2e-7, "machine %zu: %g %g",
                           k, lifted.lead[1] - 0.2 * 0.06, falls.lead[1]);
        /* of what is stored in ribs something is lost as sheets slide across them; as much as on
         * ribs at rest, of less in all */
        cr_expect_lt(lifted.residual, k == 3 ? 3 * falls.residual : 1e-3, "machine %zu: %g", k,
                     lifted.residual);
    }
}

/* A paddle that goes round under a sheet at rest throws it, whatever the columns. Its tip lets go
 * and comes again: errors grow two thousandfold. */
Test(gates_run, throw_a_straight_sheet_in_space_whatever_its_columns)
{
#define THROWN(columns)                                                                            \
    WITHIN("0.001 um", "<run end=\"0.05 s\" sample=\"1 ms\"/>", LINEAR)                            \
    "<guide name=\"paddle\" surface=\"steel\" side=\"both\" thickness=\"2 mm\"><line from=\"58 "   \
    "mm, -40 mm\" to=\"98 mm, -40 mm\"/>"                                                          \
    "<pivot at=\"58 mm, -40 mm\" drive=\"d\"/></guide><drive name=\"d\" shaft-speed=\"36 "         \
    "rad/s\"/>"                                                                                    \
    "<sheet name=\"page\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"20\" "         \
    "columns=\"" columns "\"><start from=\"0 mm, 0 mm\"/></sheet>"
    static const char *const machines[] = {THROWN("2"), THROWN("3"), THROWN("5"), THROWN("9")};
    const struct outcome two = run_in("spatial", machines[0]);

    cr_expect_gt(two.lead[1], 5e-3, "it is not thrown: %g", two.lead[1]);
    for (size_t k = 0; k < (is_repeated() ? 2 : sizeof machines / sizeof *machines); k++) {
        const struct outcome wide = run_in("spatial", machines[k]);
        cr_expect_float_eq(wide.lead[0], two.lead[0], 1e-7, "%zu: %g %g", k, wide.lead[0],
                           two.lead[0]);
        cr_expect_float_eq(wide.lead[1], two.lead[1], 1e-7, "%zu: %g %g", k, wide.lead[1],
                           two.lead[1]);
        cr_expect_lt(wide.residual, 1e-3, "%zu: %g", k, wide.residual);
    }
}

/* ---- stops ---- */

/* A belt carries a sheet that is askew against a stop, which has come up before it; there it stands
 * square. Then the stop goes down. */
#define STOPPED(end, columns, skew, more)                                                          \
    HEAD("<gravity vector=\"0 m/s^2, -9.8 m/s^2\"/><run end=\"" end "\" sample=\"5 ms\"/>")        \
    "<contact name=\"rough\"><normal law=\"linear\" stiffness=\"1e4 N/m\" damping=\"2 N*s/m\"/>"   \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"0.3\" threshold-velocity=\"2 "               \
    "mm/s\"/></contact><pair surface=\"belt\" contact=\"rough\"/>"                                 \
    "<guide name=\"table\" surface=\"belt\" velocity=\"0.1 m/s\"><line from=\"-50 mm, -0.05 mm\" " \
    "to=\"400 mm, -0.05 mm\"/></guide>"                                                            \
    "<guide name=\"stop\" surface=\"steel\"><line from=\"130 mm, -20 mm\" to=\"130 mm, -5 "        \
    "mm\"/><slide direction=\"0, 1\" drive=\"d\"/></guide>"                                        \
    "<drive name=\"d\" stroke=\"0 mm\"><to time=\"20 ms\" stroke=\"15 mm\" shape=\"smooth\"/><to " \
    "time=\"0.7 s\" stroke=\"15 mm\"/>"                                                            \
    "<to time=\"0.72 s\" stroke=\"0 mm\"/></drive><path name=\"p\" from=\"0 mm, 0 mm\"><line "     \
    "length=\"400 mm\"/></path>" more "<sheet name=\"page\" media=\"m\" length=\"100 mm\" "        \
    "width=\"80 mm\" segments=\"20\" columns=\"" columns                                           \
    "\"><start path=\"p\" lead=\"110 mm\" speed=\"0.1 m/s\" yaw=\"" skew "\"/></sheet>"

struct stopped {
    /* of the leading edge, but for the yaw; and what is left of the energy [J] */
    double x, speed, yaw, z, left;
};

static struct stopped
stop(const char *parts)
{
    quire_model *model;
    quire_run *r = execute_in("spatial", parts, &model);
    const struct stopped out = {quire_run_figure(r, "page.lead.x"),
                                quire_run_figure(r, "page.lead.speed"),
                                quire_run_figure(r, "page.yaw"), quire_run_figure(r, "page.lead.z"),
                                quire_run_figure(r, "energy.residual")};

    quire_run_destroy(r);
    quire_model_destroy(model);
    return out;
}

Test(gates_run, square_a_sheet_up_and_let_it_go)
{
    static const char *const held[] = {STOPPED("0.69 s", "2", "2 deg", ""),
                                       STOPPED("0.69 s", "3", "-1 deg", "")};
    static const char *const gone[] = {STOPPED("0.9 s", "2", "2 deg", ""),
                                       STOPPED("0.9 s", "3", "-1 deg", "")};

    for (int k = 0; k < 2; k++) {
        const struct stopped before = stop(held[k]), after = stop(gone[k]);
        cr_expect_float_eq(before.yaw, 0, 1e-9, "%g", before.yaw);
        /* half the thickness before it; the belt's pull, 1.9 mN, presses 0.2 um of the edge in */
        cr_expect_float_eq(before.x, 0.12995, 1e-6, "%g", before.x);
        cr_expect_float_eq(before.speed, 0, 1e-9, "%g", before.speed);
        cr_expect_float_eq(after.speed, 0.1, 1e-6, "%g", after.speed);
        cr_expect_gt(after.x, 0.14);
        cr_expect_float_eq(after.yaw, 0, 1e-8, "%g", after.yaw);
        /* of 1e-4 J that the belt puts in */
        cr_expect_lt(fabs(after.left), 1e-8, "%g", after.left);
    }
}

/* a rib beside the middle that comes down and up again while the sheet passes, and a flap that is
 * tilted */
#define RIB(from, to, tilt)                                                                        \
    "<guide name=\"rib\" surface=\"steel\" side=\"right\" across-from=\"" from                     \
    "\" across-to=\"" to "\"><line from=\"60 mm, 5 mm\" to=\"100 mm, 4 mm\"/>"                     \
    "<pivot at=\"60 mm, 5 mm\" drive=\"r\"/></guide><drive name=\"r\" angle=\"0 deg\"><to "        \
    "time=\"50 ms\" angle=\"-6 deg\"/><to time=\"0.2 s\" angle=\"0 deg\"/></drive>"                \
    "<guide name=\"flap\" surface=\"steel\" side=\"right\" tilt=\"" tilt                           \
    "\"><line from=\"20 mm, 6 mm\" to=\"50 mm, 6 mm\"/>"                                           \
    "<pivot at=\"20 mm, 6 mm\" drive=\"f\"/></guide><drive name=\"f\" angle=\"0 deg\"><to "        \
    "time=\"40 ms\" angle=\"-11.6 deg\"/><to time=\"0.1 s\" angle=\"0 deg\"/></drive>"

Test(gates_run, move_a_mirrored_sheet_alike)
{
    static const char *const machines[][2] = {
        {STOPPED("0.25 s", "2", "2 deg", RIB("6 mm", "11 mm", "0.02 deg")),
         STOPPED("0.25 s", "2", "-2 deg", RIB("-11 mm", "-6 mm", "-0.02 deg"))},
        {STOPPED("0.25 s", "3", "1 deg", RIB("-30 mm", "-6 mm", "0.02 deg")),
         STOPPED("0.25 s", "3", "-1 deg", RIB("6 mm", "30 mm", "-0.02 deg"))},
        {STOPPED("0.25 s", "5", "1 deg", RIB("6 mm", "11 mm", "0.02 deg")),
         STOPPED("0.25 s", "5", "-1 deg", RIB("-11 mm", "-6 mm", "-0.02 deg"))},
    };

    for (size_t k = 0; k < (is_repeated() ? 2 : sizeof machines / sizeof *machines); k++) {
        const struct stopped a = stop(machines[k][0]), b = stop(machines[k][1]);
        /* rounding makes other steps: within a few times the tolerance */
        cr_expect(fabs(a.x - b.x) < 2e-6 && fabs(a.speed - b.speed) < 2e-3 &&
                      fabs(a.yaw + b.yaw) < 1e-4 && fabs(a.z + b.z) < 2e-6 &&
                      fabs(a.left - b.left) < 1e-8,
                  "%zu: %.17g %.17g, %.17g %.17g, %.17g %.17g", k, a.x, b.x, a.yaw, b.yaw, a.left,
                  b.left);
    }
}

/* ---- the sample ---- */

static quire_run *
pass_the_flap(const char *motion, quire_model **model)
{
    const quire_setting straight_on[] = {{"way", "main"}, {"flap_angle", "0 deg"}};
    const char *root = getenv("QUIRE_SRCDIR");
    char path[1024];
    quire_diag *diag = quire_diag_create();
    quire_run_options options = quire_run_options_default();
    quire_run *run;

    options.motion = motion;
    options.position_tolerance = 1e-7;
    snprintf(path, sizeof path, "%s/samples/branch-flap/branch-flap.xml",
             root != NULL ? root : ".");
    cr_assert_eq(quire_model_load(model, path, straight_on, 2, diag), QUIRE_OK);
    cr_assert_eq(quire_run_create(&run, *model, &options, diag), QUIRE_OK);
    cr_assert_eq(quire_run_execute(run, diag), QUIRE_OK);
    quire_diag_destroy(diag);
    return run;
}

/* A sheet that passes the flap straight on does so in space as in the plane. */
Test(gates_run, let_a_straight_sheet_pass_in_space_as_in_the_plane)
{
    quire_model *model[2];
    quire_run *flat = pass_the_flap("planar", &model[0]),
              *wide = pass_the_flap("spatial", &model[1]);
    double most = 0;
    size_t i = 0, j = 0;

    while (strcmp(quire_run_column_name(flat, i), "page.lead.path [m]") != 0) {
        i++;
    }
    while (strcmp(quire_run_column_name(wide, j), "page.lead.path [m]") != 0) {
        j++;
    }
    cr_assert_eq(quire_run_row_count(flat), quire_run_row_count(wide));
    for (size_t row = 0; row < quire_run_row_count(flat); row++) {
        most = fmax(most, fabs(quire_run_value(flat, row, i) - quire_run_value(wide, row, j)));
    }
    cr_expect_lt(most, 1e-6, "%g", most);
    for (int k = 0; k < 2; k++) {
        quire_run_destroy(k == 0 ? flat : wide);
        quire_model_destroy(model[k]);
    }
}
