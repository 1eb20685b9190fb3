/* Gates that springs hold, from the file to the figures. doc/theory/gates.md, 6 */
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

#define HEAD(settings)                                                                             \
    "<?xml version=\"1.0\"?><model version=\"1\" name=\"test\"><settings>" settings "</settings>"  \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "           \
    "damping-ratio=\"0.5\" damping-frequency=\"160 Hz\"/>"                                         \
    "<contact name=\"c\"><normal law=\"linear\" stiffness=\"1e4 N/m\" damping=\"2 "                \
    "N*s/m\"/></contact><pair contact=\"c\"/>"
#define TIGHT      "<solver position-tolerance=\"1e-4 um\"/>"
#define WEIGHTLESS "<gravity vector=\"0 m/s^2, 0 m/s^2\"/>"
#define RUN(end)   "<run end=\"" end "\" sample=\"1 ms\"/>"
#define SHEET(place)                                                                               \
    "<sheet name=\"page\" media=\"m\" length=\"100 mm\" width=\"200 mm\" "                         \
    "segments=\"20\"><start " place "/></sheet>"
#define AWAY SHEET("from=\"0 mm, 500 mm\"")
#define FLAP(held)                                                                                 \
    "<guide name=\"flap\" surface=\"steel\" side=\"both\" thickness=\"1 mm\"><line from=\"0 mm, "  \
    "-50 mm\" to=\"0 mm, -80 mm\"/>"                                                               \
    "<pivot at=\"0 mm, -50 mm\" " held "/></guide>"

/* `method`: of the solver; NULL: the usual */
static quire_run *
execute_by(quire_model **model, const char *parts, const char *method)
{
    char text[6000];
    quire_run_options options = quire_run_options_default();
    quire_diag *diag = quire_diag_create();
    quire_run *run;

    options.method = method;
    const int length = snprintf(text, sizeof text, "%s</model>", parts);
    cr_assert_lt((size_t)length, sizeof text);
    const quire_status status =
        quire_model_parse(model, text, (size_t)length, "test.xml", NULL, 0, diag);
    /* boards stiffer than any are warned of */
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

static quire_run *
execute(quire_model **model, const char *parts)
{
    return execute_by(model, parts, NULL);
}

struct outcome {
    double way, rate, lead[2], residual; /* [rad] or [m], [m], of the largest term */
    double reached, left;                /* when it first came to its stop, and out of it [s] */
    long steps;
};

static struct outcome
run(const char *parts)
{
    quire_model *model;
    quire_run *r = execute(&model, parts);
    const double angle = quire_run_figure(r, "flap.angle");
    struct outcome out = {
        .way = isnan(angle) ? quire_run_figure(r, "flap.stroke") : angle,
        .rate = quire_run_figure(r, "flap.rate"),
        .lead = {quire_run_figure(r, "page.lead.x"), quire_run_figure(r, "page.lead.y")},
        .residual = quire_run_figure(r, "energy.residual.relative"),
        .reached = NAN,
        .left = NAN,
        .steps = r->result.stats.steps};

    for (size_t i = r->log.n; i-- > 0;) {
        const struct quire_event *e = r->log.event + i;
        if (e->kind == QUIRE_EVENT_GATE_STOP) {
            *(strcmp(e->signal, "left") == 0 ? &out.left : &out.reached) = e->time;
        }
    }
    quire_run_destroy(r);
    quire_model_destroy(model);
    return out;
}

/* I q'' + c q' + k q = 0 from rest at A. */
Test(sprung_gates, swing_as_they_must)
{
    const double i = 1e-6, k = 1e-3, c = 4e-6, t = 0.4, decay = c / (2 * i),
                 omega = sqrt(k / i - decay * decay), a = 10 * DEG;
    const struct outcome out = run(HEAD(WEIGHTLESS RUN("0.4 s") TIGHT)
                                       FLAP("inertia=\"1e-6 kg*m^2\" stiffness=\"1e-3 N*m/rad\" "
                                            "damping=\"4e-6 N*m*s/rad\" angle=\"10 deg\"") AWAY);

    cr_expect_float_eq(out.way,
                       a * exp(-decay * t) * (cos(omega * t) + decay / omega * sin(omega * t)),
                       1e-5 * a, "%.9g", out.way);
    /* errors of the phase add up */
    cr_expect_float_eq(out.rate, -a * exp(-decay * t) * k / i / omega * sin(omega * t),
                       1e-4 * a * omega, "%g", out.rate);
    cr_expect_lt(fabs(out.residual), 1e-5, "%g", out.residual);
}

/* A pendulum comes by its lowest place a quarter of its period after it was let go: K(sin(A/2))
 * sqrt(I / (m g d)), K by the mean of means. */
Test(sprung_gates, fall_as_pendulums)
{
    const double a = 60 * DEG, i = 1e-6, m = 2e-3, g = 10, d = 0.015, omega = sqrt(m * g * d / i);
    double x = 1, y = cos(0.5 * a);

    for (int n = 0; n < 6; n++) {
        const double mean = 0.5 * (x + y);
        y = sqrt(x * y);
        x = mean;
    }
    const double quarter = 0.5 * PI / x / omega, rate = -2 * omega * sin(0.5 * a);
    char parts[3000];
    snprintf(
        parts, sizeof parts,
        HEAD("<gravity vector=\"0 m/s^2, -10 m/s^2\"/><run end=\"%.15g s\" sample=\"1 ms\"/>" TIGHT)
            FLAP("inertia=\"1e-6 kg*m^2\" mass=\"2 g\" centre=\"0 mm, -65 mm\" angle=\"60 deg\"")
                AWAY,
        quarter);
    const struct outcome out = run(parts);
    cr_expect_float_eq(out.way, 0, 1e-5, "%g", out.way);
    cr_expect_float_eq(out.rate, rate, 1e-5 * omega, "%g %g", out.rate, rate);
}

/* From A at rest it meets its stop where its spring is slack, a quarter of a period later, and
 * comes back to e A whatever A is. */
Test(sprung_gates, come_back_from_stops)
{
    static const char *const angle[] = {"2 deg", "20 deg"}, *const back[] = {"0.3", "0.8", "1"};
    const double omega = sqrt(1e3);

    for (int k = 0; k < 6; k++) {
        char parts[3000];
        const double a = (k % 2 == 0 ? 2 : 20) * DEG, e = atof(back[k / 2]);
        snprintf(parts, sizeof parts,
                 HEAD(WEIGHTLESS "<run end=\"%.15g s\" sample=\"1 ms\"/>" TIGHT)
                     FLAP("inertia=\"1e-6 kg*m^2\" stiffness=\"1e-3 N*m/rad\" angle=\"%s\" "
                          "from=\"0 deg\" restitution=\"%s\" stop-stiffness=\"1e3 N*m/rad\"") AWAY,
                 PI / omega, angle[k % 2], back[k / 2]);
        const struct outcome out = run(parts);
        cr_expect_float_eq(out.way, e * a, 1e-3 * e * a, "%s, %s: %g of %g", angle[k % 2],
                           back[k / 2], out.way / a, e);
        cr_expect_float_eq(out.reached, 0.5 * PI / omega, 2e-6, "%g", out.reached);
        cr_expect(out.left > out.reached && out.left < out.reached + 4e-4, "%g",
                  out.left - out.reached);
        cr_expect_lt(fabs(out.residual), 1e-3, "%g", out.residual);
    }
}

/* A gate that comes out of one stop and into the other, each in the middle of a step. */
static const double *
go_through(void *user, double t)
{
    const struct quire_run *r = user;
    const struct quire_small *s = r->system->small;

    r->y[s->q0] = 0.1 - t;
    r->y[r->system->layout.v0 + (size_t)s->v0] = -1;
    return r->y;
}

Test(sprung_gates, tell_when_they_come_to_stops)
{
    quire_model *model;
    quire_run *r =
        execute(&model, HEAD(WEIGHTLESS RUN("1 ms")) FLAP(
                            "inertia=\"1e-6 kg*m^2\" from=\"-0.3 rad\" to=\"-0.05 rad\"") AWAY);
    struct quire_end_stops stops;
    struct quire_event_queue found = {0};

    cr_assert_eq(quire_end_stops_init(&stops, r->state, go_through(r, 0)), QUIRE_OK);
    cr_assert_eq(quire_end_stops_find(&stops, r->state->part, 0, 0.2, go_through, r, &found),
                 QUIRE_OK);
    cr_assert_eq(quire_end_stops_find(&stops, r->state->part, 0.2, 0.7, go_through, r, &found),
                 QUIRE_OK);
    cr_assert_eq(found.n, 2);
    cr_expect_float_eq(found.at[0].event.time, 0.15, 1e-8);
    cr_expect_str_eq(found.at[0].event.signal, "left");
    cr_expect_str_eq(found.at[0].event.detail, "to");
    cr_expect_float_eq(found.at[1].event.time, 0.4, 1e-8);
    cr_expect_str_eq(found.at[1].event.signal, "reached");
    cr_expect_str_eq(found.at[1].event.detail, "from");
    cr_expect_float_eq(found.at[1].event.value, -1, 1e-12);
    quire_event_queue_clear(&found);
    quire_end_stops_clear(&stops);
    quire_run_destroy(r);
    quire_model_destroy(model);
}

/* A table on a spring gives way by the sheet's weight over its stiffness. */
Test(sprung_gates, give_way_by_weight_over_stiffness)
{
    const double weight = 0.080 * 0.1 * 0.2 * 10, before = -5e-3 * 10 / 100;
    const struct outcome out =
        run(HEAD("<gravity vector=\"0 m/s^2, -10 m/s^2\"/><run "
                 "kind=\"equilibrium\"/>") "<guide name=\"flap\" "
                                           "surface=\"steel\"><line "
                                           "from=\"-50 mm, 0.4 mm\" "
                                           "to=\"150 mm, 0.4 mm\"/>"
                                           "<slide direction=\"0, 1\" "
                                           "mass=\"5 g\" stiffness=\"100 "
                                           "N/m\"/></guide>" SHEET("from=\"0 mm, 0 mm\""));

    cr_expect_float_eq(out.way, before - weight / 100, 1e-9, "%g %g", out.way,
                       before - weight / 100);
}

/* the tip bears at its corner: what lies on the rest of its end counts next to nothing */
#define TIP                                                                                        \
    "<contact name=\"tip\"><normal law=\"linear\" stiffness=\"1e4 N/m\" damping=\"2 N*s/m\" "      \
    "reference-length=\"50 m\"/></contact><pair surface=\"steel\" contact=\"tip\"/>"

/* A sheet that is pinned at one end and lies on the tip of a flap with the other: half its weight,
 * at a lever of 30 mm. */
Test(sprung_gates, hold_against_a_weight_at_a_lever)
{
    const double weight = 0.080 * 0.1 * 0.2 * 10;
    quire_model *model;
    quire_run *r = execute(&model, HEAD("<gravity vector=\"0 m/s^2, -10 m/s^2\"/><run "
                                        "kind=\"equilibrium\"/>") TIP
                           "<media name=\"board\" grammage=\"80 "
                           "g/m^2\" thickness=\"0.1 mm\" "
                           "modulus-md=\"4000 GPa\"/>"
                           "<guide name=\"flap\" surface=\"steel\" "
                           "side=\"right\">"
                           "<line from=\"90 mm, "
                           "-0.05 mm\" to=\"90 mm, -30 mm\"/>"
                           "<pivot at=\"120 mm, -0.05 mm\" "
                           "inertia=\"1e-6 kg*m^2\" stiffness=\"0.5 "
                           "N*m/rad\"/></guide>"
                           "<sheet name=\"page\" media=\"board\" "
                           "length=\"100 mm\" width=\"200 mm\" "
                           "segments=\"20\"><start from=\"0 mm, 0 "
                           "mm\"/><pin end=\"trail\"/></sheet>");
    const double force = weight * 50 / 90, moment = force * 0.030;

    cr_expect_float_eq(quire_run_figure(r, "flap.moment.max"), moment, 1e-4 * moment, "%g %g",
                       quire_run_figure(r, "flap.moment.max"), moment);
    cr_expect_float_eq(quire_run_figure(r, "flap.angle"), moment / 0.5, 1e-4 * moment / 0.5, "%g",
                       quire_run_figure(r, "flap.angle"));
    quire_run_destroy(r);
    quire_model_destroy(model);
}

#define STRUCK(tolerance, side, up, down, stop, inertia)                                           \
    HEAD(WEIGHTLESS RUN("0.05 s") "<solver position-tolerance=\"" tolerance "\"/>")                \
    "<guide name=\"flap\" surface=\"steel\" side=\"" side "\"><line from=\"110 mm, " up            \
    "40 mm\" to=\"110 mm, " down "0.3 mm\"/>"                                                      \
    "<pivot at=\"110 mm, " up "40 mm\" inertia=\"" inertia                                         \
    " kg*m^2\" stiffness=\"2e-3 N*m/rad\" " stop                                                   \
    "/></guide>" SHEET("from=\"0 mm, 0 mm\" velocity=\"1 m/s, 0 m/s\"")

/* A sheet strikes a flap and throws it aside; mirrored it does the same. */
Test(sprung_gates, do_the_same_in_the_mirror)
{
    const struct outcome a = run(STRUCK("0.1 um", "left", "-", "", "from=\"-15 deg\"", "2e-6"));
    const struct outcome b = run(STRUCK("0.1 um", "right", "", "-", "to=\"15 deg\"", "2e-6"));

    cr_expect_lt(a.way, -1 * DEG, "it is not struck: %g", a.way);
    cr_expect_float_eq(a.way, -b.way, 1e-12, "%g %g", a.way, b.way);
    cr_expect_float_eq(a.rate, -b.rate, 1e-9, "%g %g", a.rate, b.rate);
    cr_expect_float_eq(a.lead[0], b.lead[0], 1e-12);
    cr_expect_float_eq(a.lead[1], -b.lead[1], 1e-12);
    cr_expect_lt(fabs(a.residual), 1e-3, "%g", a.residual);
}

#ifdef QUIRE_HAVE_KLU
/* Another Newton with a sparse solver for the whole matrix at once. */
Test(sprung_gates, do_the_same_by_another_solver)
{
    const char *const parts = STRUCK("0.01 um", "left", "-", "", "from=\"-15 deg\"", "2e-6");
    quire_model *model;
    quire_run *r = execute_by(&model, parts, "generic");
    const double way = run(parts).way;

    cr_expect_float_eq(quire_run_figure(r, "flap.angle"), way, 2e-3 * fabs(way), "%g %g",
                       quire_run_figure(r, "flap.angle"), way);
    quire_run_destroy(r);
    quire_model_destroy(model);
}
#endif

Test(sprung_gates, converge_as_the_tolerance_falls)
{
    static const char *const parts[] = {STRUCK("1 um", "left", "-", "", "", "2e-6"),
                                        STRUCK("0.1 um", "left", "-", "", "", "2e-6"),
                                        STRUCK("0.01 um", "left", "-", "", "", "2e-6")};
    const struct outcome exact = run(STRUCK("1e-4 um", "left", "-", "", "", "2e-6"));
    double before = HUGE_VAL;

    for (int k = 0; k < 3; k++) {
        const struct outcome out = run(parts[k]);
        const double error = fabs(out.way - exact.way) / fabs(exact.way),
                     residual = fabs(out.residual);
        cr_log_info("error %g, residual %g, %ld steps", error, residual, out.steps);
        cr_expect_lt(error, 0.5 * before, "%d: %g after %g", k, error, before);
        before = error;
    }
    cr_expect_lt(before, 5e-4, "%g", before);
}

/* A flap without noticeable inertia takes few steps more than one with, as far as it does not
 * swing. How often its tip bounces is chance: a mean. */
Test(sprung_gates, may_be_light)
{
    const long heavy =
        run(STRUCK("1 um", "left", "-", "", "damping=\"2e-6 N*m*s/rad\"", "1e-6")).steps;
    const long light =
        run(STRUCK("1 um", "left", "-", "", "damping=\"2e-6 N*m*s/rad\"", "3e-9")).steps +
        run(STRUCK("1 um", "left", "-", "", "damping=\"2e-6 N*m*s/rad\"", "2e-9")).steps +
        run(STRUCK("1 um", "left", "-", "", "damping=\"2e-6 N*m*s/rad\"", "1e-9")).steps +
        run(STRUCK("1 um", "left", "-", "", "damping=\"2e-6 N*m*s/rad\"", "5e-10")).steps;

    cr_log_info("%ld and %g steps", heavy, 0.25 * (double)light);
    cr_expect_lt(0.25 * (double)light, 4 * (double)heavy, "%g and %ld", 0.25 * (double)light,
                 heavy);
}

#define LYING(inertia)                                                                             \
    HEAD(WEIGHTLESS RUN("0.1 s") "<solver position-tolerance=\"1 um\"/>")                          \
    "<guide name=\"table\" surface=\"steel\"><line from=\"-10 mm, -0.05 mm\" to=\"300 mm, -0.05 "  \
    "mm\"/></guide>"                                                                               \
    "<guide name=\"flap\" surface=\"steel\" side=\"right\"><line from=\"50 mm, 20 mm\" to=\"90 "   \
    "mm, 0.06 mm\"/>"                                                                              \
    "<pivot at=\"50 mm, 20 mm\" inertia=\"" inertia                                                \
    "\" preload=\"-1e-3 N*m\" angle=\"0 deg\"/></guide>" SHEET(                                    \
        "from=\"0 mm, 0 mm\" velocity=\"0.5 m/s, 0 m/s\"")

/* One whose tip is pressed on a sheet that slides by does not take steps as if it would fall
 * through it. */
Test(sprung_gates, may_lie_lightly_on_sheets)
{
    const long heavy = run(LYING("1e-6 kg*m^2")).steps, light = run(LYING("1e-9 kg*m^2")).steps;

    cr_log_info("%ld and %ld steps", heavy, light);
    cr_expect_lt(light, 3 * heavy, "%ld and %ld", light, heavy);
}

/* about a point: the sum of x M v, of all of a sheet's nodes, and what the gate itself has */
struct momentum {
    const struct quire_system *sys;
    const double *y, *at;
    double sum, largest;
};

static void
add_momentum(void *user, size_t row, size_t column, double value)
{
    struct momentum *m = user;
    const struct quire_sheet *s = m->sys->sheet;
    const size_t stride = (size_t)s->chain.stride, i = row % stride;
    const double v = m->y[m->sys->layout.v0 + column];

    if (row >= m->sys->layout.sheet_length) {
        m->sum += value * v;
        m->largest = fmax(m->largest, fabs(value * v));
        return;
    }
    const double part =
        value * v *
        (row / stride == 0 ? -(m->y[s->x0 + stride + i] - m->at[1]) : m->y[s->x0 + i] - m->at[0]);
    m->sum += part;
}

static double
momentum_of(struct quire_run *r, const double *y, double *gate)
{
    struct momentum m = {.sys = r->system, .y = y, .at = r->system->gate[0].at};

    quire_state_mass_entries(r->state, 0, y, add_momentum, &m);
    *gate = m.largest;
    return m.sum;
}

/* A sheet that strikes a free flap: their angular momentum about the pivot stays what it was. */
Test(sprung_gates, keep_the_momentum_about_their_pivot)
{
    quire_model *model;
    double gate[2];
    quire_run *r = execute(
        &model,
        HEAD(WEIGHTLESS RUN("0.05 s")
                 TIGHT) "<guide name=\"flap\" surface=\"steel\" side=\"left\"><line from=\"110 mm, "
                        "-40 mm\" to=\"110 mm, 0.3 mm\"/>"
                        "<pivot at=\"110 mm, -40 mm\" inertia=\"2e-6 kg*m^2\" angle=\"0 "
                        "deg\"/></guide>" SHEET("from=\"0 mm, 0 mm\" velocity=\"1 m/s, 0 m/s\""));
    double *y = calloc(r->system->layout.length + 8, sizeof *y);

    quire_state_start(r->state, y);
    const double before = momentum_of(r, y, gate);
    quire_islands_at(r->islands, 0.05, y);
    const double after = momentum_of(r, y, gate + 1);
    cr_expect_gt(gate[1], 0.1 * fabs(before), "it is not struck");
    cr_expect_float_eq(after, before, 1e-6 * fabs(before), "%.9g %.9g", before, after);
    free(y);
    quire_run_destroy(r);
    quire_model_destroy(model);
}

/* A disc that lies beside a sheet on a table on a spring. */
Test(sprung_gates, carry_discs)
{
    const double before = -5e-3 * 10 / 100, more = -(10e-3 + 0.080 * 0.1 * 0.2) * 10 / 100;
    const struct outcome out =
        run(HEAD("<gravity vector=\"0 m/s^2, -10 m/s^2\"/><run "
                 "kind=\"equilibrium\"/>") "<guide name=\"flap\" "
                                           "surface=\"steel\"><line "
                                           "from=\"-50 mm, 0.4 mm\" "
                                           "to=\"150 mm, 0.4 mm\"/>"
                                           "<slide direction=\"0, 1\" "
                                           "mass=\"5 g\" stiffness=\"100 "
                                           "N/m\"/></guide>"
                                           "<disc name=\"coin\" "
                                           "surface=\"steel\" mass=\"10 g\" "
                                           "radius=\"10 mm\" guided=\"y\" "
                                           "centre=\"130 mm, 10 "
                                           "mm\"/>" SHEET("from=\"0 mm, 0 mm\""));

    cr_expect_float_eq(out.way, before + more, 1e-9, "%g %g", out.way, before + more);
}

/* A disc, rigid or soft, or a block that falls on a free flap and goes its way again: the angular
 * momentum about the pivot stays. Friction turns the body. */
Test(sprung_gates, keep_their_momentum_with_bodies)
{
    static const char *const body[] = {
        "<disc name=\"b\" surface=\"steel\" mass=\"2 g\" radius=\"10 mm\" inertia=\"1e-7 kg*m^2\" "
        "centre=\"%s\" velocity=\"0.1 m/s, -0.5 m/s\" spin=\"20 rad/s\"/>",
        ("<disc name=\"b\" surface=\"steel\" mass=\"2 g\" radius=\"10 mm\" inertia=\"1e-7 kg*m^2\" "
         "centre=\"%s\" velocity=\"0.1 m/s, -0.5 m/s\" spin=\"20 rad/s\">"
         "<affine width=\"20 mm\" shear-modulus=\"100 kPa\" viscosity=\"20 Pa*s\"/></disc>"),
        "<block name=\"b\" surface=\"steel\" mass=\"2 g\" width=\"20 mm\" height=\"20 mm\" "
        "inertia=\"1e-7 kg*m^2\" centre=\"%s\" angle=\"10 deg\" velocity=\"0.1 m/s, -0.5 m/s\" "
        "spin=\"20 rad/s\"/>",
    };

    for (int k = 0; k < 3; k++) {
        quire_model *model;
        char text[1000], parts[5000];
        snprintf(text, sizeof text, body[k], k == 2 ? "60 mm, 15 mm" : "60 mm, 12 mm");
        snprintf(
            parts, sizeof parts,
            HEAD(WEIGHTLESS RUN("0.03 s")
                     TIGHT) "<contact name=\"rubs\"><normal law=\"linear\" stiffness=\"1e4 N/m\" "
                            "damping=\"2 N*s/m\"/><friction law=\"mtt-step\" "
                            "dynamic-coefficient=\"0.3\" threshold-velocity=\"10 mm/s\"/></contact>"
                            "<pair media=\"steel\" surface=\"steel\" contact=\"rubs\"/>"
                            "<guide name=\"flap\" surface=\"steel\" side=\"left\"><line from=\"0 "
                            "mm, 0 mm\" to=\"100 mm, 0 mm\"/>"
                            "<pivot at=\"0 mm, 0 mm\" inertia=\"4e-6 kg*m^2\" angle=\"0 "
                            "deg\"/></guide>%s" AWAY,
            text);
        quire_run *r = execute(&model, parts);
        double *y = calloc(r->system->layout.length + 8, sizeof *y), sum[2], gate = 0;
        for (int i = 0; i < 2; i++) {
            const struct quire_small *b = r->system->small + r->system->free[0].small,
                                     *g = r->system->small + r->system->gate[0].small;
            quire_state_start(r->state, y);
            if (i == 1) {
                quire_islands_at(r->islands, 0.03, y);
            }
            const double *q = y + b->q0, *v = y + r->system->layout.v0 + b->v0;
            gate = 4e-6 * y[r->system->layout.v0 + (size_t)g->v0];
            sum[i] = 2e-3 * (q[0] * v[1] - q[1] * v[0]) + 1e-7 * v[2] + gate;
        }
        cr_expect_gt(fabs(gate), 0.05 * fabs(sum[0]), "%d: it is not struck", k);
        cr_expect_float_eq(sum[1], sum[0], 1e-6 * fabs(sum[0]), "%d: %.9g %.9g", k, sum[0], sum[1]);
        free(y);
        quire_run_destroy(r);
        quire_model_destroy(model);
    }
}
