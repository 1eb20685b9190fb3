/* Sheets in space that friction holds on to each other: as in the plane, on slopes, against being
 * turned, and the energy of its springs. */
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
#define STICK       "<friction law=\"stick-slip\" dynamic-coefficient=\"0.4\"/>"
#define PAPER(more) "<contact name=\"paper\">" LOSSY more "</contact>" PAIR
#define PAIR        "<pair media=\"m\" other-media=\"m\" contact=\"paper\"/>"
#define MEDIA                                                                                      \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 GPa\" "           \
    "damping-ratio=\"0.3\" damping-frequency=\"160 Hz\"/>"
#define TABLE                                                                                      \
    "<contact name=\"c\">" LOSSY STICK "</contact><pair surface=\"steel\" contact=\"c\"/><guide "  \
    "name=\"table\" surface=\"steel\"><line from=\"-50 mm, -0.05 mm\" to=\"600 mm, -0.05 mm\"/>"   \
    "</guide>"
#define LOW                                                                                        \
    "<sheet name=\"low\" media=\"m\" length=\"300 mm\" width=\"200 mm\" segments=\"30\"><start "   \
    "from=\"0 mm, 0 mm\"/><pin end=\"trail\"/></sheet>"
#define TOP(more, load)                                                                            \
    "<sheet name=\"top\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"20\"><start "   \
    "from=\"20 mm, 0.1 mm\" " more "/>" load "</sheet>"
#define SETTINGS(end) "<settings><run end=\"" end "\" sample=\"1 ms\"/></settings>"
#define FINE(end)                                                                                  \
    "<settings><run end=\"" end "\" sample=\"1 ms\"/><solver accuracy=\"fine\"/></settings>"

static const int columns[] = {2, 3, 5};

/* columns: 0: in the plane */
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

/* A pull that grows for 50 ms to three times what friction holds against lets the sheet go; it
 * slides with what Coulomb leaves over. */
Test(space_sheets_hold_run, a_sheet_that_breaks_away_goes_as_far_as_in_the_plane)
{
    const double hold = MU * MASS * G, force = 3 * hold, ramp = 0.05, more = 0.03,
                 t = ramp * (1 - hold / force), rate = force / ramp / MASS;
    const double way = rate * t * t * t / 6 + 0.5 * rate * t * t * more +
                       0.5 * (force - hold) / MASS * more * more;
    char text[4000];

    snprintf(text, sizeof text,
             FINE("80 ms") MEDIA PAPER(STICK)
                 TABLE LOW TOP("", "<load force=\"%.9g N, 0 N\" factor=\"0\"><to time=\"50 ms\" "
                                   "factor=\"1\"/></load>"),
             force);
    quire_model *flat;
    quire_run *plane = simulate(&flat, 0, text);
    const double its = quire_run_figure(plane, "top.lead.x") - 0.12;
    for (size_t k = 0; k < (is_repeated() ? 1 : 3); k++) {
        quire_model *model;
        quire_run *run = simulate(&model, columns[k], text);
        const double at = quire_run_figure(run, "top.lead.x") - 0.12;
        cr_expect_float_eq(at, way, 0.01 * way, "%d columns: %g, not %g", columns[k], at, way);
        cr_expect_float_eq(at, its, 2e-3 * its, "%d columns: %g, not %g", columns[k], at, its);
        cr_expect_lt(residual(run), 1e-3, "%g", residual(run));
        finish(run, model);
    }
    finish(plane, flat);
}

/* A roller that rests on a pile takes the topmost along, and with it the next. */
#define PILE                                                                                       \
    SETTINGS("0.12 s")                                                                             \
    MEDIA PAPER(STICK) TABLE                                                                       \
        "<contact name=\"grip\">" LOSSY "<friction law=\"stick-slip\" "                            \
        "dynamic-coefficient=\"1\"/></contact><pair surface=\"rubber\" contact=\"grip\"/>"         \
        "<drive name=\"feed\" speed=\"0 mm/s\"><to time=\"60 ms\" speed=\"300 mm/s\"/></drive>"    \
        "<path name=\"p\" from=\"0 mm, 0 mm\"><line length=\"500 mm\"/></path><roller "            \
        "name=\"pick\" centre=\"160 mm, 10.25 mm\" radius=\"10 mm\" surface=\"rubber\" "           \
        "drive=\"feed\" slide=\"-90 deg\" load=\"0.3 N\" mass=\"10 g\"/><sheet name=\"page\" "     \
        "media=\"m\" length=\"200 mm\" width=\"200 mm\" segments=\"20\" count=\"3\" "              \
        "pile=\"left\"><start path=\"p\" lead=\"200 mm\"/></sheet>"

Test(space_sheets_hold_run, a_pile_flat_across_feeds_as_in_the_plane)
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
        cr_expect_lt(residual(run), 1e-3, "%g", residual(run));
        finish(run, model);
    }
    cr_expect_gt(quire_run_figure(plane, "page.3.lead.x"), 0.205);
    finish(plane, flat);
}

/* ---- slopes ---- */

static size_t
column(const quire_run *run, const char *name)
{
    size_t i = 0;

    while (i < quire_run_column_count(run) && strcmp(quire_run_column_name(run, i), name) != 0) {
        i++;
    }
    cr_assert_lt(i, quire_run_column_count(run), "%s", name);
    return i;
}

/* How fast a sheet creeps on another on a slope that it could slide down with more than `angle`,
 * lying on it askew, or pulled across the slope besides at its leading edge. */
static void
expect_rest(int n_column, double angle, const char *yaw)
{
    static const char *const names[] = {"top.lead.x [m]", "top.lead.z [m]", "low.lead.x [m]"};
    const double a = angle * acos(-1) / 180;
    char text[4000];
    quire_model *model;

    snprintf(text, sizeof text,
             "<settings><gravity vector=\"%.12g m/s^2, %.12g m/s^2\"/><run end=\"1 s\" sample=\"1 "
             "ms\"/></settings>" MEDIA PAPER(STICK) TABLE LOW TOP("%s", ""),
             G * sin(a), -G * cos(a), yaw);
    quire_run *run = simulate(&model, n_column, text);
    const size_t n = quire_run_row_count(run), half = n / 2;
    for (int k = 0; k < (is_repeated() ? 2 : 3); k++) {
        const size_t c = column(run, names[k]);
        double most = -HUGE_VAL, least = HUGE_VAL;
        for (size_t i = half; i < n; i++) {
            most = fmax(most, quire_run_value(run, i, c));
            least = fmin(least, quire_run_value(run, i, c));
        }
        cr_expect_lt(most - least, 0.5e-6, "%s, %d columns, %g deg, %s: %g m in 0.5 s", names[k],
                     n_column, angle, yaw, most - least);
    }
    finish(run, model);
}

Test(space_sheets_hold_run, sheets_lie_still_on_each_other_on_slopes)
{
    expect_rest(2, 5, "");
    expect_rest(3, 20, "");
    if (!is_repeated()) {
        expect_rest(3, 21, "");
        expect_rest(5, 21, "");
    }
}

Test(space_sheets_hold_run, sheets_askew_lie_still_on_each_other_on_slopes)
{
    expect_rest(2, 21, "yaw=\"20 deg\"");
    if (!is_repeated()) {
        expect_rest(3, 5, "yaw=\"-20 deg\"");
        expect_rest(3, 21, "yaw=\"20 deg\"");
    }
    expect_rest(3, 20, "yaw=\"8 deg\" across=\"30 mm\"");
}

/* ---- turned ---- */

/* the mean distance of the points of a rectangle of these half sides from its middle */
static double
mean_distance(double a, double b)
{
    const double d = hypot(a, b);

    return d / 3 + a * a / (6 * b) * log((b + d) / a) + b * b / (6 * a) * log((a + d) / b);
}

/* mu times the integral of r dN */
static double
limit_moment(void)
{
    return MU * MASS * G * mean_distance(0.5 * LENGTH, 0.5 * WIDTH);
}

/* by how much a couple turns the sheet that grows for 50 ms to `times` what friction holds
 * against, and stays for 100 ms */
static double
turn(int n_column, double times)
{
    const double force = times * limit_moment() / 0.16;
    char text[4000];
    quire_model *model;

    snprintf(text, sizeof text,
             SETTINGS("150 ms") MEDIA PAPER(STICK) TABLE LOW TOP(
                 "", "<load force=\"%.9g N, 0 N\" across=\"80 mm\" factor=\"0\"><to time=\"50 "
                     "ms\" factor=\"1\"/></load><load force=\"-%.9g N, 0 N\" across=\"-80 mm\" "
                     "factor=\"0\"><to time=\"50 ms\" factor=\"1\"/></load>"),
             force, force);
    quire_run *run = simulate(&model, n_column, text);
    const double yaw = quire_run_figure(run, "top.yaw");
    if (times > 1) {
        cr_expect_lt(residual(run), 1e-3, "%g", residual(run));
    }
    finish(run, model);
    return yaw;
}

Test(space_sheets_hold_run, friction_holds_against_a_couple_up_to_its_moment)
{
    const double inertia = MASS * (LENGTH * LENGTH + WIDTH * WIDTH) / 12, ramp = 0.05, more = 0.1;

    for (size_t k = 0; k < (is_repeated() ? 1 : 3); k++) {
        const double held = turn(columns[k], 0.9), limit = limit_moment();
        cr_expect_lt(fabs(held), 5e-6, "%d columns: %g", columns[k], held);
        const double most = 1.5 * limit, rate = most / ramp / inertia, t = ramp * (1 - 1 / 1.5);
        const double way = rate * t * t * t / 6 + 0.5 * rate * t * t * more +
                           0.5 * (most - limit) / inertia * more * more;
        const double its = turn(columns[k], 1.5);
        cr_expect_float_eq(its, way, 0.03 * way, "%d columns: %g, not %g", columns[k], its, way);
    }
}

Test(space_sheets_hold_run, the_same_machine_runs_to_the_same_bits)
{
    const double one = turn(3, 1.5), again = turn(3, 1.5);

    cr_expect_eq(memcmp(&one, &again, sizeof one), 0, "%.17g, %.17g", one, again);
}

/* ---- springs ---- */

/* A soft spring along the surface is drawn out by a pull of 60 % of what friction holds against:
 * F / k, with k for each 5 mm of the sheet, and F^2 / 2 k are stored. */
static const char *const soft[] = {
    "<friction law=\"stick-slip\" dynamic-coefficient=\"0.4\" stiffness=\"0.25 N/m\" "
    "damping-time=\"30 ms\"/>",
    "<friction law=\"tangential-spring\" coefficient=\"0.4\" stiffness=\"0.25 N/m\" "
    "damping=\"7.5e-3 N*s/m\"/>"};

Test(space_sheets_hold_run, springs_along_the_surface_store_what_is_drawn)
{
    const double force = 0.6 * MU * MASS * G, way = force / 5, work = 0.5 * force * way;

    for (size_t l = 0; l < 2; l++) {
        char text[4000];
        snprintf(text, sizeof text,
                 SETTINGS("1 s") MEDIA PAPER("%s")
                     TABLE LOW TOP("", "<load force=\"%.9g N, 0 N\" factor=\"0\"><to time=\"50 "
                                       "ms\" factor=\"1\"/></load>"),
                 soft[l], force);
        quire_model *flat;
        quire_run *plane = simulate(&flat, 0, text);
        for (int k = 0; k < (is_repeated() ? 1 : 3); k++) {
            quire_model *model;
            quire_run *run = simulate(&model, columns[k], text);
            const double its = quire_run_figure(run, "top.lead.x") - 0.12,
                         stored = quire_run_figure(run, "energy.contact");
            cr_expect_float_eq(its, way, 0.01 * way, "%s, %d columns: %g, not %g", soft[l],
                               columns[k], its, way);
            cr_expect_float_eq(stored, work, 0.03 * work, "%s, %d columns: %g, not %g", soft[l],
                               columns[k], stored, work);
            cr_expect_lt(residual(run), fmax(1.01 * residual(plane), 0.01), "%s, %d: %g, %g",
                         soft[l], columns[k], residual(run), residual(plane));
            finish(run, model);
        }
        finish(plane, flat);
    }
}
