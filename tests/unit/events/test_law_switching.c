/* Contact laws with modes in a run: located events, history variables, restarts, and switching
 * without end. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "contact/law/law_state.h"
#include "evaluate/evaluate.h"
#include "events/law_switching.h"
#include "fixtures/remembering.h"
#include "step/law_history.h"

#define SETTINGS(gravity, end)                                                                     \
    "<settings><gravity vector=\"0 m/s^2, " gravity " m/s^2\"/><run end=\"" end                    \
    "\" sample=\"1 ms\"/><solver position-tolerance=\"10 nm\"/></settings>"
/* so stiff that it stays flat; 0.48 g, half a thickness is 50 um */
#define PLANK                                                                                      \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "           \
    "bending-stiffness-md=\"10 N*m\" damping-ratio=\"0.05\" damping-frequency=\"160 Hz\"/>"
#define SHEET(from, velocity, load)                                                                \
    "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"6\"><start "       \
    "from=\"" from "\" velocity=\"" velocity "\"/>" load "</sheet>"
#define TABLE(more)                                                                                \
    "<guide name=\"g\" surface=\"steel\" " more                                                    \
    "><line from=\"-100 mm, 0 mm\" to=\"200 mm, 0 mm\"/></guide>"

/* Places that lie on the table: two points around each inner node, and the two ends. */
enum { STATIONS = 7, ON_TABLE = 2 * (STATIONS - 2) + 2 };

/* Runs to the end; the first complaint, if there is one, goes to `complaint`. */
static quire_run *
simulate(quire_model *model, quire_status expected, char *complaint, size_t size)
{
    quire_diag *diag = quire_diag_create();
    quire_run *run;

    remembering_switches = 0;
    quire_status status = quire_run_create(&run, model, NULL, diag);
    cr_assert_eq(status, QUIRE_OK);
    status = quire_run_execute(run, diag);
    complaint[0] = '\0';
    if (quire_diag_count(diag) > 0) {
        quire_diag_format(diag, 0, complaint, size);
    }
    cr_assert_eq(status, expected, "%d: %s", (int)status, complaint);
    quire_diag_destroy(diag);
    return run;
}

/* ---- impacts ---- */

#define IMPACT                                                                                     \
    "<contact name=\"c\"><normal law=\"test-impact\" stiffness=\"{6e7 N/m^1.5 / 1002}\" "          \
    "restitution=\"0.5\" reference-length=\"0.06 mm\"/></contact><pair contact=\"c\"/>"

Test(modes, each_impact_captures_its_own_speed)
{
    char complaint[512];
    double speed[4] = {0};
    quire_model *model = remembering_model(SETTINGS("-1", "1.3 s") PLANK IMPACT TABLE("")
                                               SHEET("20 mm, 0.25 mm", "0 m/s, -1 m/s", ""));
    quire_run *run = simulate(model, QUIRE_OK, complaint, sizeof complaint);

    cr_assert_eq(remembering_switches, 4 * ON_TABLE, "%d", remembering_switches);
    for (int k = 0; k < remembering_switches; k++) {
        const struct remembering_switch *f = remembering_switch + k;
        cr_expect_eq(f->mode, (k / ON_TABLE + 1) % 2);
        cr_expect_lt(fabs(f->overlap / f->closing), 1e-9, "%g s", f->overlap / f->closing);
        speed[k / ON_TABLE] += f->closing / ON_TABLE;
    }
    cr_expect_float_eq(speed[0], 1, 2e-3, "%g", speed[0]);
    cr_expect_float_eq(-speed[1] / speed[0], 0.5, 1e-3, "%g", -speed[1] / speed[0]);
    cr_expect_float_eq(speed[2], -speed[1], 1e-3, "%g %g", speed[2], speed[1]);
    cr_expect_float_eq(-speed[3] / speed[2], 0.5, 1e-3, "%g", -speed[3] / speed[2]);
    cr_expect_geq(quire_run_figure(run, "solver.restarts"), 4);
    const double energy = 0.5 * 4.8e-4; /* at the start [J] */
    cr_expect_lt(fabs(quire_run_figure(run, "energy.residual")), 2e-3 * energy);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* A sheet that bounces over the joint of two guides: the same touches, each with its speed, as over
 * one guide. */
Test(modes, an_impact_goes_on_from_one_guide_to_the_next)
{
    static const char joint[] = "<guide name=\"g\" surface=\"steel\"><line from=\"-100 mm, 0 mm\" "
                                "to=\"80.6 mm, 0 mm\"/></guide>"
                                "<guide name=\"h\" surface=\"steel\"><line from=\"80.6 mm, 0 mm\" "
                                "to=\"200 mm, 0 mm\"/></guide>";
    double height[2], flips[2];

    for (int k = 0; k < 2; k++) {
        char complaint[512], text[2048];
        double x[STATIONS], y[STATIONS];
        snprintf(text, sizeof text, "%s%s%s",
                 SETTINGS("-1", "5 ms") PLANK
                 "<contact name=\"c\"><normal law=\"test-impact\" stiffness=\"6e4 N/m^1.5\" "
                 "restitution=\"0.5\" reference-length=\"60 mm\"/>"
                 "</contact><pair contact=\"c\"/>",
                 k == 0 ? TABLE("") : joint, SHEET("20 mm, 0.06 mm", "1 m/s, -0.1 m/s", ""));
        quire_model *model = remembering_model(text);
        quire_run *run = simulate(model, QUIRE_OK, complaint, sizeof complaint);
        cr_assert_eq(quire_run_nodes(run, "s", x, y, STATIONS), STATIONS);
        cr_expect_gt(x[STATIONS - 1], 84e-3);
        height[k] = y[3];
        flips[k] = remembering_switches;
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
    cr_expect_eq(flips[0], 2 * ON_TABLE, "%g", flips[0]);
    cr_expect_eq(flips[1], flips[0], "%g %g", flips[1], flips[0]);
    cr_expect_float_eq(height[1], height[0], 1e-7, "%g %g", height[1], height[0]);
}

Test(modes, forces_are_a_function_of_state_and_mode)
{
    struct machine m;

    remembering_open(&m, SETTINGS("-1", "1 s") PLANK IMPACT TABLE("")
                             SHEET("20 mm, 0.03 mm", "0 m/s, -1 m/s", ""));
    const struct quire_layout *l = &m.system->layout;
    const size_t memory = sizeof *m.state->memory * 2 * (size_t)m.system->n_memory,
                 size = sizeof(double) * l->nv;
    struct quire_law_memory *kept = malloc(memory);
    const int places = quire_memory_root_count(m.system),
              on_table = quire_point_place(m.system, 0, 0, 1, 3, 0);
    double *force = malloc(size), *g = calloc((size_t)places, sizeof *g),
           *away = aligned_alloc(64, sizeof(double) * (l->length + QUIRE_LANES));
    memcpy(kept, m.state->memory, memory);
    cr_assert(quire_state_forces(m.state, 0, m.y));
    memcpy(force, m.state->force, size);
    for (int k = 0; k < 3; k++) { /* looked at elsewhere, at other times, and not flipped */
        memcpy(away, m.y, sizeof(double) * l->length);
        for (size_t i = 0; i < l->sheet_length; i++) {
            away[i] += 1e-4 * (k - 1);
        }
        cr_assert(quire_state_forces(m.state, 0.1 * k, away));
        quire_memory_roots(m.state, 0.1 * k, away, g);
        cr_expect(k < 2 || g[on_table] < 0);
        cr_assert(quire_state_matrix(m.state, 0.2 * k, away, 1e-6, 1e-3));
        cr_expect_arr_eq(m.state->memory, kept, memory);
        cr_assert(quire_state_forces(m.state, 0, m.y));
        cr_expect_arr_eq(m.state->force, force, size);
    }
    cr_expect_eq(places, quire_sheet_places(m.system, 0));
    quire_memory_switch_mode(m.state, 0, m.y, on_table); /* that one does change them: damping */
    cr_assert(quire_state_forces(m.state, 0, m.y));
    cr_expect_neq(memcmp(m.state->force, force, size), 0);
    free(kept);
    free(force);
    free(g);
    free(away);
    machine_close(&m);
}

Test(modes, a_roller_is_felt_between_two_stations)
{
    char complaint[512];
    double in = 0, out = 0;
    int entered = 0, left = 0;
    quire_model *model = remembering_model(
        SETTINGS("0", "20 ms") PLANK
        "<contact name=\"c\"><normal law=\"test-impact\" stiffness=\"6e5 N/m^1.5\" "
        "restitution=\"0.5\"/></contact><pair contact=\"c\"/><roller name=\"r\" centre=\"51 mm, "
        "-10 mm\" radius=\"10 mm\" surface=\"rubber\"/><sheet name=\"s\" media=\"m\" length=\"60 "
        "mm\" width=\"100 mm\" segments=\"5\"><start from=\"20 mm, 0.25 mm\" velocity=\"0 m/s, -1 "
        "m/s\"/></sheet>");
    quire_run *run = simulate(model, QUIRE_OK, complaint, sizeof complaint);

    for (int k = 0; k < remembering_switches; k++) {
        const struct remembering_switch *f = remembering_switch + k;
        cr_expect_lt(fabs(f->overlap / f->closing), 1e-9, "%g s", f->overlap / f->closing);
        entered += f->mode == 1;
        left += f->mode == 0;
        in += f->mode == 1 ? f->closing : 0;
        out -= f->mode == 0 ? f->closing : 0;
    }
    cr_expect_eq(entered, 1);
    cr_expect_eq(left, 1);
    cr_expect_float_eq(in, 1, 1e-3, "%g", in);
    cr_expect_float_eq(out / in, 0.5, 0.01, "%g", out / in); /* a little goes into bending */
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* ---- sticking and slipping: mu_s 0.5, mu_d 0.3, weight 4.8 mN ---- */

#define STICKING                                                                                   \
    "<contact name=\"c\"><normal law=\"mtt-boundary\" stiffness=\"{2000 N/m / 1002}\" "            \
    "exponent=\"1\" damping=\"{0.5 N*s/m / 1002}\" boundary-penetration=\"1 um\" "                 \
    "rebound-damping-factor=\"1\" reference-length=\"0.06 mm\"/><friction law=\"test-stick\" "     \
    "static-coefficient=\"0.5\" dynamic-coefficient=\"0.3\" stiffness=\"{100 N/m / 1002}\" "       \
    "damping=\"{0.2 N*s/m / 1002}\"/></contact><pair contact=\"c\"/>"

static double
mean_shift(const quire_run *run)
{
    double x[STATIONS], y[STATIONS], sum = 0;

    cr_assert_eq(quire_run_nodes(run, "s", x, y, STATIONS), STATIONS);
    for (int i = 0; i < STATIONS; i++) {
        sum += x[i] - (20e-3 + 10e-3 * i);
    }
    return sum / STATIONS;
}

/* A pull grows to the weight within 0.1 s, stays for 20 ms and fades within 20 ms. It moves the
 * sheet from half its size on, at 50 ms; then m v' = F - mu_d m g until the sheet stands still at
 * 275 ms. */
Test(modes, a_sheet_breaks_away_slides_and_sticks_again)
{
    char complaint[512];
    const double weight = 4.8e-3, mass = 4.8e-4, dt = 1e-6;
    double way = 0, v = 0, most = 0;
    quire_model *model = remembering_model(SETTINGS("-10", "0.32 s") PLANK STICKING TABLE("") SHEET(
        "20 mm, 0.0476 mm", "0 m/s, 0 m/s",
        "<load force=\"4.8 mN, 0 N\" factor=\"0\"><to time=\"0.1 s\" factor=\"1\"/><to "
        "time=\"0.12 s\" factor=\"1\"/><to time=\"0.14 s\" factor=\"0\"/></load>"));
    quire_run *run = simulate(model, QUIRE_OK, complaint, sizeof complaint);

    for (double t = 0.05 + 0.5 * dt; t < 0.05 + 0.2 || v > 0; t += dt) {
        const double pull = t < 0.1 ? t / 0.1 : t < 0.12 ? 1 : t < 0.14 ? (0.14 - t) / 0.02 : 0;
        v += dt * weight * (pull - 0.3) / mass;
        way += dt * v;
    }
    cr_assert_eq(remembering_switches, 2 * ON_TABLE, "%d", remembering_switches);
    for (int k = 0; k < remembering_switches; k++) {
        const struct remembering_switch *f = remembering_switch + k;
        cr_expect_eq(f->mode, k < ON_TABLE ? 1 : 0);
        most = fmax(most, k < ON_TABLE ? 0 : fabs(f->slip));
    }
    cr_expect_lt(most, 1e-5, "%g", most);
    cr_expect_float_eq(mean_shift(run), way, 0.01 * way, "%g %g", mean_shift(run), way);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* A sheet falls on a belt of 0.2 m/s, slides for V/(mu_d g) and then goes with it: V^2/(2 mu_d g)
 * behind, and mu_d times the height of the fall, however it bounces, since friction is mu_d times
 * the force that stops the fall. */
Test(modes, a_sheet_is_taken_along_by_a_belt)
{
    char complaint[512];
    const double belt = 0.2, fall = 12.4e-6;
    quire_model *model = remembering_model(SETTINGS("-10", "0.2 s") PLANK STICKING TABLE(
        "velocity=\"0.2 m/s\"") SHEET("20 mm, 0.06 mm", "0 m/s, 0 m/s", ""));
    quire_run *run = simulate(model, QUIRE_OK, complaint, sizeof complaint);
    const double behind = belt * 0.2 - mean_shift(run);

    cr_expect_eq(remembering_switches, 2 * ON_TABLE, "%d", remembering_switches);
    cr_expect_float_eq(behind, 0.3 * fall + belt * belt / (2 * 0.3 * 10), 1e-6, "%g", behind);
    cr_expect_eq(remembering_switch[remembering_switches - 1].mode, 0);
    cr_expect_lt(fabs(remembering_switch[remembering_switches - 1].slip), 1e-5);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* ---- switching without end ---- */

Test(modes, a_law_that_switches_without_end_is_diagnosed, .timeout = 30)
{
    char complaint[512];
    quire_model *model = remembering_model(
        SETTINGS("-10", "1 s") PLANK
        "<contact name=\"c\"><normal law=\"test-flutter\" force=\"1 N\" reference-length=\"60 "
        "mm\"/></contact><pair contact=\"c\"/>" TABLE("")
            SHEET("20 mm, 0.06 mm", "0 m/s, -0.01 m/s", ""));
    quire_run *run = simulate(model, QUIRE_ERROR_NUMERIC, complaint, sizeof complaint);

    cr_expect_not_null(strstr(complaint, "E-NUM-CHATTERING"), "%s", complaint);
    cr_expect_not_null(strstr(complaint, "contact 'c' between sheet 's' and guide 'g'"), "%s",
                       complaint);
    cr_expect_gt(remembering_switches, 1000);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* ---- together with what else restarts a run ---- */

/* The sheet of the pull above, with one that comes later and far away, and a rule that acts while
 * the first slides. */
Test(modes, go_on_while_rules_act_and_sheets_enter)
{
    char complaint[512];
    static const char pull[] =
        "<load force=\"4.8 mN, 0 N\" factor=\"0\"><to time=\"0.1 s\" factor=\"1\"/><to time=\"0.12 "
        "s\" factor=\"1\"/><to time=\"0.14 s\" factor=\"0\"/></load>";
    double shift[2];
    int flips[2];

    for (int k = 0; k < 2; k++) {
        char text[8192];
        snprintf(text, sizeof text, "%s%s%s%s</sheet>%s",
                 SETTINGS("-10", "0.32 s") PLANK STICKING TABLE(""),
                 "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "
                 "segments=\"6\"><start from=\"20 mm, 0.0476 mm\"/>",
                 pull, "",
                 k == 0 ? ""
                        : "<path name=\"p\" from=\"0 mm, 0 mm\" heading=\"0 deg\"><line "
                          "length=\"150 mm\"/></path><sensor name=\"x\" kind=\"edge\" path=\"p\" "
                          "at=\"100 mm\"/><drive name=\"d\" speed=\"0 m/s\"/><rule name=\"go\" "
                          "when=\"x.lead\" sheet=\"each\" delay=\"3 ms\"><set drive=\"d\" "
                          "speed=\"0.1 m/s\"/></rule><sheet name=\"late\" media=\"m\" length=\"60 "
                          "mm\" width=\"100 mm\" segments=\"6\"><start from=\"20 mm, 400 mm\" "
                          "time=\"0.16 s\"/></sheet>");
        quire_model *model = remembering_model(text);
        quire_run *run = simulate(model, QUIRE_OK, complaint, sizeof complaint);
        shift[k] = mean_shift(run);
        flips[k] = remembering_switches;
        cr_expect(k == 0 || quire_run_figure(run, "x.lead.time") > 0.1);
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
    cr_expect_eq(flips[0], 2 * ON_TABLE, "%d", flips[0]);
    cr_expect_eq(flips[1], 2 * ON_TABLE, "%d", flips[1]);
    cr_expect_float_eq(shift[1], shift[0], 2e-4 * shift[0], "%g %g", shift[1], shift[0]);
}

/* A roller and what runs through under it touch once: no station that comes to the touch begins a
 * new one. */
Test(modes, a_sheet_runs_through_a_nip_in_one_touch)
{
    char complaint[512];
    quire_model *model = remembering_model(
        SETTINGS("0", "0.1 s") PLANK
        "<contact name=\"c\"><normal law=\"test-impact\" stiffness=\"1.4e7 N/m^1.5\" "
        "restitution=\"0.9\" least-speed=\"50 mm/s\"/><friction law=\"mtt-step\" "
        "dynamic-coefficient=\"1\" "
        "threshold-velocity=\"10 mm/s\"/></contact><pair contact=\"c\"/><path name=\"p\" from=\"0 "
        "mm, 0 mm\" heading=\"0 deg\"><line length=\"300 mm\"/></path><drive name=\"d\" speed=\"0 "
        "mm/s\"><to time=\"10 ms\" speed=\"300 mm/s\"/></drive><nip name=\"n\" path=\"p\" at=\"55 "
        "mm\" load=\"5 N\" rate=\"0 N/m\"><driver radius=\"10 mm\" surface=\"rubber\" "
        "drive=\"d\"/><idler radius=\"8 mm\" surface=\"rubber\" mass=\"20 g\" inertia=\"1e-6 "
        "kg*m^2\"/></nip><sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "
        "segments=\"15\"><start path=\"p\" lead=\"62 mm\"/></sheet>");
    quire_run *run = simulate(model, QUIRE_OK, complaint, sizeof complaint);

    cr_expect_eq(remembering_switches, 0, "%d", remembering_switches);
    cr_expect_float_eq(quire_run_figure(run, "s.lead.path"), 90.5e-3, 0.3e-3, "%g",
                       quire_run_figure(run, "s.lead.path"));
    cr_expect_lt(quire_run_figure(run, "solver.steps"), 2000);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* a disc at rest 0.1 mm above a wall, but for a dip into it from 4 ms to 5.2 ms */
struct dip {
    struct machine m;
    size_t height; /* where it is in the state */
    double start;
};

static const double *
dip_at(void *user, double t)
{
    struct dip *d = user;

    d->m.y[d->height] = d->start - 1e-4 + 300 * (t - 4e-3) * (t - 5.2e-3);
    return d->m.y;
}

Test(modes, no_touch_within_a_long_step_is_passed_unseen)
{
    struct dip d;
    struct quire_law_switching *modes;

    remembering_open(
        &d.m, SETTINGS("0", "1 s") "<contact name=\"c\"><normal law=\"linear\" stiffness=\"1e5 "
                                   "N/m\"/></contact><pair contact=\"c\"/>"
                                   "<guide name=\"wall\" surface=\"steel\" thickness=\"10 "
                                   "mm\"><line from=\"-50 mm, 0 mm\" to=\"50 mm, 0 mm\"/></guide>"
                                   "<disc name=\"b\" surface=\"steel\" mass=\"1 g\" radius=\"5 "
                                   "mm\" centre=\"0 m, 5.1 mm\"/>");
    d.height = (size_t)d.m.system->small[0].q0 + 1;
    d.start = d.m.y[d.height];
    cr_assert_float_eq(d.start, 5.1e-3, 1e-12, "%g", d.start);
    cr_assert_eq(quire_law_switching_create(&modes, d.m.state), QUIRE_OK);
    quire_law_switching_begin(modes, 0, dip_at(&d, 0));
    cr_expect_float_eq(quire_law_switching_find(modes, 0, 20e-3, dip_at, &d), 4e-3, 1e-9);
    quire_law_switching_begin(modes, 6e-3, dip_at(&d, 6e-3));
    cr_expect(isinf(quire_law_switching_find(modes, 6e-3, 20e-3, dip_at, &d)));
    quire_law_switching_destroy(modes);
    machine_close(&d.m);
}

Test(modes, are_none_where_nothing_has_any)
{
    struct machine m;
    struct quire_law_switching *modes = (struct quire_law_switching *)&m;

    machine_open(
        &m, "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"
            "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "
            "segments=\"12\"><start from=\"0 mm, 0 mm\"/></sheet>");
    cr_assert_eq(quire_law_switching_create(&modes, m.state), QUIRE_OK);
    cr_expect_null(modes);
    machine_close(&m);
}
