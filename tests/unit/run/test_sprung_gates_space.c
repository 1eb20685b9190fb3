/* Gates that springs hold, and sheets in space, from the file to the figures. doc/theory/gates.md,
 * 9 */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "config.h"
#include "evaluate/create_state.h"
#include "evaluate/mass.h"
#include "run/running.h"
#include "solve/linear_system.h"

#define PI  3.14159265358979323846
#define DEG (PI / 180)

#define HEAD(settings) HEAD_OF(settings, "0.5")
#define HEAD_OF(settings, ratio)                                                                   \
    "<?xml version=\"1.0\"?><model version=\"1\" name=\"test\"><settings>" settings "</settings>"  \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "           \
    "modulus-cd=\"2 GPa\" damping-ratio=\"" ratio "\" damping-frequency=\"160 Hz\"/>"              \
    "<contact name=\"c\"><normal law=\"linear\" stiffness=\"1e4 N/m\" damping=\"2 "                \
    "N*s/m\"/></contact><pair contact=\"c\"/>"
#define TIGHT      "<solver position-tolerance=\"1e-5 um\"/>"
#define WEIGHTLESS "<gravity vector=\"0 m/s^2, 0 m/s^2\"/>"
#define RUN(end)   "<run end=\"" end "\" sample=\"1 ms\"/>"
#define SHEET(more)                                                                                \
    "<sheet name=\"page\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"20\"><start "  \
    "from=\"0 mm, 0 mm\" " more "/></sheet>"

struct how {
    const char *motion, *method;
    int columns;
};

static quire_run *
execute(quire_model **model, const char *parts, struct how how)
{
    char text[6000];
    quire_run_options options = quire_run_options_default();
    quire_diag *diag = quire_diag_create();
    quire_run *run;

    options.motion = how.motion;
    options.columns = how.columns;
    options.method = how.method;
    const int length = snprintf(text, sizeof text, "%s</model>", parts);
    cr_assert_lt((size_t)length, sizeof text);
    const quire_status status =
        quire_model_parse(model, text, (size_t)length, "test.xml", NULL, 0, diag);
    const quire_status made =
        status == QUIRE_OK ? quire_run_create(&run, *model, &options, diag) : status;
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        char line[512];
        quire_diag_format(diag, i, line, sizeof line);
        cr_log_warn("%s", line);
    }
    cr_assert_eq(made, QUIRE_OK);
    cr_assert_eq(quire_run_execute(run, diag), QUIRE_OK);
    quire_diag_destroy(diag);
    return run;
}

struct outcome {
    double way, rate, lead[2], shift, yaw, residual; /* [rad] or [m], [m], of the largest term */
};

static struct outcome
run(const char *parts, struct how how)
{
    quire_model *model;
    quire_run *r = execute(&model, parts, how);
    const double angle = quire_run_figure(r, "flap.angle");
    const struct outcome out = {
        .way = isnan(angle) ? quire_run_figure(r, "flap.stroke") : angle,
        .rate = quire_run_figure(r, "flap.rate"),
        .lead = {quire_run_figure(r, "page.lead.x"), quire_run_figure(r, "page.lead.y")},
        .shift = quire_run_figure(r, "page.shift"),
        .yaw = quire_run_figure(r, "page.yaw"),
        .residual = quire_run_figure(r, "energy.residual.relative")};

    quire_run_destroy(r);
    quire_model_destroy(model);
    return out;
}

/* I q'' + c q' + k q = 0 from rest at A, out of reach of the sheet. */
Test(sprung_gates_in_space, swing_as_they_must)
{
    const double i = 1e-6, k = 1e-3, c = 4e-6, t = 0.4, decay = c / (2 * i),
                 omega = sqrt(k / i - decay * decay), a = 10 * DEG;
    const struct outcome out = run(
        HEAD(WEIGHTLESS RUN("0.4 s")
                 TIGHT) "<guide name=\"flap\" surface=\"steel\" side=\"both\" thickness=\"1 "
                        "mm\"><line from=\"0 mm, -50 mm\" to=\"0 mm, -80 mm\"/>"
                        "<pivot at=\"0 mm, -50 mm\" inertia=\"1e-6 kg*m^2\" stiffness=\"1e-3 "
                        "N*m/rad\" damping=\"4e-6 N*m*s/rad\" angle=\"10 deg\"/></guide>" SHEET(""),
        (struct how){.motion = "spatial"});

    cr_expect_float_eq(out.way,
                       a * exp(-decay * t) * (cos(omega * t) + decay / omega * sin(omega * t)),
                       1e-5 * a, "%.9g", out.way);
    cr_expect_lt(fabs(out.residual), 1e-5, "%g", out.residual);
}

/* A table on a spring gives way by the sheet's weight over its stiffness. */
Test(sprung_gates_in_space, give_way_by_weight_over_stiffness)
{
    static const int columns[] = {2, 3, 5};
    const double weight = 0.080 * 0.1 * 0.2 * 10, before = -5e-3 * 10 / 100;

    for (int k = 0; k < 3; k++) {
        const struct outcome out =
            run(HEAD("<gravity vector=\"0 m/s^2, -10 m/s^2\"/><run "
                     "kind=\"equilibrium\"/>") "<guide name=\"flap\" "
                                               "surface=\"steel\"><line "
                                               "from=\"-50 mm, 0.4 mm\" "
                                               "to=\"150 mm, 0.4 mm\"/>"
                                               "<slide direction=\"0, 1\" "
                                               "mass=\"5 g\" stiffness=\"100 "
                                               "N/m\"/></guide>" SHEET(""),
                (struct how){.motion = "spatial", .columns = columns[k]});
        cr_expect_float_eq(out.way, before - weight / 100, 1e-9, "%d: %g %g", k, out.way,
                           before - weight / 100);
    }
}

#define STRUCK(start, more, across, inertia)                                                       \
    HEAD(WEIGHTLESS RUN("0.05 s") more)                                                            \
    "<guide name=\"flap\" surface=\"steel\" side=\"left\" " across                                 \
    "><line from=\"110 mm, -40 mm\" to=\"110 mm, 0.3 mm\"/>"                                       \
    "<pivot at=\"110 mm, -40 mm\" inertia=\"" inertia                                              \
    "\" stiffness=\"2e-3 N*m/rad\"/></guide>" SHEET("velocity=\"1 m/s, 0 m/s\" " start)

/* A sheet that is stiff across strikes a flap as in the plane. */
Test(sprung_gates_in_space, are_struck_as_in_the_plane)
{
    static const char parts[] =
        STRUCK("", "<solver position-tolerance=\"0.01 um\"/>", "", "2e-6 kg*m^2");
    const struct outcome flat = run(parts, (struct how){.motion = "planar"});
    static const int columns[] = {2, 3, 5};

    cr_expect_gt(fabs(flat.way), 1 * DEG, "it is not struck: %g", flat.way);
    for (int k = 0; k < 3; k++) {
        const struct outcome out =
            run(parts, (struct how){.motion = "spatial", .columns = columns[k]});
        cr_log_info("%d columns: %.6g of %.6g, %.6g of %.6g, residual %g", columns[k], out.way,
                    flat.way, out.lead[0], flat.lead[0], out.residual);
        cr_expect_float_eq(out.way, flat.way, 2.5e-3 * fabs(flat.way), "%d: %g, %g", columns[k],
                           out.way, flat.way);
        cr_expect_float_eq(out.shift, 0, 1e-12);
        cr_expect_lt(fabs(out.residual), 1e-3, "%d: %g", columns[k], out.residual);
    }
}

/* Askew, and on one side: the mirrored machine does the same. */
Test(sprung_gates_in_space, do_the_same_in_the_mirror)
{
    const struct outcome a =
        run(STRUCK("yaw=\"2 deg\"", "<solver position-tolerance=\"0.01 um\"/>",
                   "across-from=\"-20 mm\" across-to=\"90 mm\"", "2e-6 kg*m^2"),
            (struct how){.motion = "spatial", .columns = 3});
    const struct outcome b =
        run(STRUCK("yaw=\"-2 deg\"", "<solver position-tolerance=\"0.01 um\"/>",
                   "across-from=\"-90 mm\" across-to=\"20 mm\"", "2e-6 kg*m^2"),
            (struct how){.motion = "spatial", .columns = 3});

    cr_expect_gt(fabs(a.way), 1 * DEG, "it is not struck: %g", a.way);
    /* rounding makes other steps */
    cr_expect_float_eq(a.way, b.way, 1e-4 * fabs(a.way), "%.17g %.17g", a.way, b.way);
    cr_expect_float_eq(a.rate, b.rate, 1e-3 * fabs(a.rate), "%.17g %.17g", a.rate, b.rate);
    cr_expect(fabs(a.lead[0] - b.lead[0]) < 5e-6 && fabs(a.lead[1] - b.lead[1]) < 5e-6,
              "%.17g %.17g, %.17g %.17g", a.lead[0], b.lead[0], a.lead[1], b.lead[1]);
    cr_expect(fabs(a.shift + b.shift) < 5e-6 && fabs(a.yaw + b.yaw) < 5e-5,
              "%.17g %.17g, %.17g %.17g", a.shift, b.shift, a.yaw, b.yaw);
    cr_expect_lt(fabs(a.residual), 1e-3, "%g", a.residual);
}

#ifdef QUIRE_HAVE_KLU
/* Another Newton with a sparse solver for the whole matrix at once. */
Test(sprung_gates_in_space, do_the_same_by_another_solver)
{
    static const char parts[] =
        STRUCK("yaw=\"2 deg\"", "<solver position-tolerance=\"0.01 um\"/>", "", "2e-6 kg*m^2");
    const double way = run(parts, (struct how){.motion = "spatial"}).way,
                 other = run(parts, (struct how){.motion = "spatial", .method = "generic"}).way;

    cr_expect_float_eq(other, way, 1e-3 * fabs(way), "%g %g", other, way);
}
#endif

/* about the pivot's line: the sum of x M v, of all of a sheet's nodes, and what the gate itself has
 */
struct momentum {
    const struct quire_system *sys;
    const double *y, *at;
    double sum, gate;
};

static void
add_momentum(void *user, size_t row, size_t column, double value)
{
    struct momentum *m = user;
    const double part = value * m->y[m->sys->layout.v0 + column];

    if (row >= m->sys->layout.sheet_length) {
        m->gate += part;
        m->sum += part;
    } else if (row % 3 != 2 && column % 3 == row % 3) {
        m->sum += part * (row % 3 == 0 ? -(m->y[row + 1] - m->at[1]) : m->y[row - 1] - m->at[0]);
    }
}

static struct momentum
momentum_of(struct quire_run *r, const double *y)
{
    struct momentum m = {.sys = r->system, .y = y, .at = r->system->gate[0].at};

    quire_state_mass_entries(r->state, 0, y, add_momentum, &m);
    return m;
}

/* A sheet that strikes a free flap askew: their angular momentum about the pivot stays what it was.
 * It hardly damps: the damping of a bent sheet resists that it turns as a whole
 * (doc/theory/spatial-sheet.md), here by 3e-6 with a ratio of 0.5. */
Test(sprung_gates_in_space, keep_the_momentum_about_their_pivot)
{
    quire_model *model;
    quire_run *r = execute(
        &model,
        HEAD_OF(WEIGHTLESS RUN("0.05 s") TIGHT,
                "0.005") "<guide name=\"flap\" surface=\"steel\" side=\"left\" across-to=\"60 "
                         "mm\"><line from=\"110 mm, -40 mm\" to=\"110 mm, 0.3 mm\"/>"
                         "<pivot at=\"110 mm, -40 mm\" inertia=\"2e-6 kg*m^2\" angle=\"0 "
                         "deg\"/></guide>" SHEET("velocity=\"1 m/s, 0 m/s\" yaw=\"2 deg\""),
        (struct how){.motion = "spatial", .columns = 3});
    double *y = calloc(r->system->layout.length + 8, sizeof *y);

    quire_state_start(r->state, y);
    const struct momentum before = momentum_of(r, y);
    quire_islands_at(r->islands, 0.05, y);
    const struct momentum after = momentum_of(r, y);
    cr_expect_gt(fabs(after.gate), 0.1 * fabs(before.sum), "it is not struck");
    cr_expect_float_eq(after.sum, before.sum, 1e-6 * fabs(before.sum), "%.9g %.9g", before.sum,
                       after.sum);
    free(y);
    quire_run_destroy(r);
    quire_model_destroy(model);
}

/* A flap out of reach is one mode of its own: sqrt(k / I); below it are those of the free sheet as
 * a rigid body. */
Test(sprung_gates_in_space, are_among_the_modes)
{
    quire_model *model;
    quire_run *r = execute(
        &model,
        HEAD(WEIGHTLESS
             "<run kind=\"modes\" count=\"7\"/>") "<guide name=\"flap\" surface=\"steel\" "
                                                  "side=\"both\" thickness=\"1 mm\"><line from=\"0 "
                                                  "mm, -50 mm\" to=\"0 mm, -80 mm\"/>"
                                                  "<pivot at=\"0 mm, -50 mm\" inertia=\"1e-6 "
                                                  "kg*m^2\" stiffness=\"1e-4 "
                                                  "N*m/rad\"/></guide>" SHEET(""),
        (struct how){.motion = "spatial"});
    double nearest = HUGE_VAL;

    cr_assert_eq(r->result.rest.n_mode, 7);
    for (size_t k = 0; k < 7; k++) {
        nearest = fmin(nearest, fabs(r->rest.mode[k].frequency - 10 / (2 * PI)));
    }
    cr_expect_lt(nearest, 1e-6, "%g", nearest);
    quire_run_destroy(r);
    quire_model_destroy(model);
}
