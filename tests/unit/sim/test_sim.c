/* Simulations in slices, and commands: against runs in one piece, rules, and what is known. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <quire/describe.h>
#include <quire/sim.h>

#include "base/diag.h"
#include "fixtures/machine.h"
#include "fixtures/rules_stage.h"
#include "fixtures/simulate.h"

static quire_model *
sample(const char *name, const quire_setting *setting, size_t n)
{
    const char *root = getenv("QUIRE_SRCDIR");
    char path[600];
    quire_diag *diag = quire_diag_create();
    quire_model *model = NULL;

    simulate_with_library();
    snprintf(path, sizeof path, "%s/samples/%s/%s.xml", root != NULL ? root : ".", name, name);
    cr_assert_eq(quire_model_load(&model, path, setting, n, diag), QUIRE_OK, "%s", name);
    quire_diag_destroy(diag);
    return model;
}

static quire_sim *
begin(const quire_model *model)
{
    quire_diag *diag = quire_diag_create();
    quire_sim *sim = NULL;

    cr_assert_eq(quire_sim_create(&sim, model, NULL, diag), QUIRE_OK, "%s",
                 quire_diag_count(diag) > 0 ? quire_diag_get(diag, 0)->text : "");
    quire_diag_destroy(diag);
    return sim;
}

static void
advance(quire_sim *sim, double time)
{
    quire_diag *diag = quire_diag_create();

    cr_assert_eq(quire_sim_advance(sim, time, diag), QUIRE_OK, "to %g s: %s", time,
                 quire_diag_count(diag) > 0 ? quire_diag_get(diag, 0)->text : "");
    quire_diag_destroy(diag);
}

static void
finish(quire_sim *sim)
{
    quire_diag *diag = quire_diag_create();

    cr_assert_eq(quire_sim_finish(sim, diag), QUIRE_OK);
    quire_diag_destroy(diag);
}

/* ---- slices ---- */

static bool
same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static bool
same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static void
expect_same(const char *name, const quire_run *a, const quire_run *b)
{
    cr_assert_eq(quire_run_event_count(a), quire_run_event_count(b), "%s: %zu and %zu events", name,
                 quire_run_event_count(a), quire_run_event_count(b));
    for (size_t i = 0; i < quire_run_event_count(a); i++) {
        const quire_run_event e = quire_run_event_at(a, i), f = quire_run_event_at(b, i);
        cr_assert(same_bits(e.time, f.time) && same_text(e.source, f.source) &&
                      same_text(e.signal, f.signal) && same_text(e.detail, f.detail) &&
                      same_bits(e.value, f.value),
                  "%s: %.17g %s %s and %.17g %s %s", name, e.time, e.source, e.signal, f.time,
                  f.source, f.signal);
    }
    cr_assert_eq(quire_run_row_count(a), quire_run_row_count(b), "%s", name);
    for (size_t row = 0; row < quire_run_row_count(a); row++) {
        for (size_t k = 0; k < quire_run_column_count(a); k++) {
            cr_assert(same_bits(quire_run_value(a, row, k), quire_run_value(b, row, k)),
                      "%s: row %zu of %s", name, row, quire_run_column_name(a, k));
        }
    }
    cr_expect_eq(quire_run_verdict(a), quire_run_verdict(b), "%s", name);
    cr_expect(same_bits(quire_run_figure(a, "solver.steps"), quire_run_figure(b, "solver.steps")));
    cr_expect(
        same_bits(quire_run_figure(a, "solver.restarts"), quire_run_figure(b, "solver.restarts")));
}

/* least and most: of a slice [s] */
static void
compare_slices(const char *name, double least, double most)
{
    quire_model *model = sample(name, NULL, 0);
    quire_diag *diag = quire_diag_create();
    quire_run *whole;
    quire_sim *sim = begin(model);
    unsigned seed = 20261201;

    cr_assert_eq(quire_run_create(&whole, model, NULL, diag), QUIRE_OK);
    cr_assert_eq(quire_run_execute(whole, diag), QUIRE_OK);
    for (double t = 0; !quire_sim_is_over(sim);) {
        t += least + (most - least) * 0.5 * (1 + machine_random(&seed));
        advance(sim, t);
        cr_assert(quire_sim_is_over(sim) || fabs(quire_sim_time(sim) - t) < 2e-12, "%s: %g", name,
                  t);
        for (size_t i = 0; i < quire_sim_event_count(sim); i++) {
            cr_assert_leq(quire_sim_event_at(sim, i).time, t);
        }
        if (quire_sim_is_over(sim)) {
            break;
        }
    }
    finish(sim);
    expect_same(name, whole, quire_sim_run(sim));
    quire_sim_destroy(sim);
    quire_run_destroy(whole);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
}

Test(sim, slices_change_nothing)
{
    compare_slices("gap-control", 1e-3, 1e-3);
    compare_slices("gap-control", 1e-5, 20e-3);
    compare_slices("registration-stop", 1e-4, 5e-3);
    compare_slices("branch-flap", 1e-4, 5e-3);
    compare_slices("two-nips-skew", 1e-3, 1e-3);
    compare_slices("released-nip", 1e-4, 5e-3);
}

/* formulas that become true within steps of a sheet that flies */
#define FORMULAS                                                                                   \
    WORLD("")                                                                                      \
    "<variable name=\"seen\" value=\"0\"/>"                                                        \
    "<rule name=\"there\" when=\"page.lead.path &gt; 150 mm\"> <assign variable=\"seen\" "         \
    "value=\"seen + 1\"/> </rule>"                                                                 \
    "<rule name=\"sine\" when=\"sin(time*40 rad/s) &gt; 0.999\"> <say text=\"up\"/> </rule>"       \
    "<rule name=\"since\" when=\"time - s1.lead.time &gt; 50 ms\"> <say text=\"late\"/> </rule>"

Test(sim, looks_at_formulas_do_not_depend_on_slices)
{
    quire_model *model;
    quire_run *whole = rules_simulate(&model, FORMULAS, QUIRE_OK, NULL);
    quire_sim *sim = begin(model);
    unsigned seed = 7;

    for (double t = 0; !quire_sim_is_over(sim); t += 4e-3 * (1.01 + machine_random(&seed))) {
        advance(sim, t);
    }
    finish(sim);
    expect_same("formulas", whole, quire_sim_run(sim));
    quire_sim_destroy(sim);
    quire_run_destroy(whole);
    quire_model_destroy(model);
}

Test(sim, events_stop_it_where_they_are)
{
    quire_model *model = machine_model(WORLD(""));
    quire_sim *sim = begin(model);
    quire_diag *diag = quire_diag_create();

    cr_assert_eq(quire_sim_advance_to_event(sim, 10, diag), QUIRE_OK);
    cr_expect_float_eq(quire_sim_time(sim), AT(0.1), CLOSE);
    cr_expect_eq(quire_sim_event_count(sim), 1);
    cr_expect_str_eq(quire_sim_event_at(sim, 0).source, "s1");
    cr_expect(same_bits(quire_sim_event_at(sim, 0).time, quire_sim_time(sim)));
    cr_assert_eq(quire_sim_advance_to_event(sim, 0.2, diag), QUIRE_OK);
    cr_expect(same_bits(quire_sim_time(sim), 0.2));
    cr_expect_eq(quire_sim_event_count(sim), 1);
    quire_sim_destroy(sim);
    quire_diag_destroy(diag);
    quire_model_destroy(model);
}

/* ---- what is read ---- */

Test(sim, quantities_are_those_of_now)
{
    quire_model *model = machine_model(WORLD(""));
    quire_sim *sim = begin(model);
    quire_diag *diag = quire_diag_create();
    size_t path, counted, beyond, travel;
    double x[13], y[13];

    cr_assert_eq(quire_sim_watch(sim, "page.lead.path", &path, diag), QUIRE_OK);
    cr_assert_eq(quire_sim_watch(sim, "s1.lead.count", &counted, diag), QUIRE_OK);
    cr_assert_eq(quire_sim_watch(sim, "page.lead.path > 150 mm", &beyond, diag), QUIRE_OK);
    cr_assert_eq(quire_sim_watch(sim, "feed.travel", &travel, diag), QUIRE_OK);
    for (double t = 0.0173; t < 0.6; t += 0.0291) {
        advance(sim, t);
        cr_expect_float_eq(quire_sim_value(sim, path), 12e-3 + 0.5 * t, 1e-6);
        cr_expect_float_eq(quire_sim_value(sim, counted), t > AT(0.1), 0);
        cr_expect_float_eq(quire_sim_value(sim, beyond), t > AT(0.15), 0);
        cr_expect_float_eq(quire_sim_value(sim, travel), 0.4 * t, 1e-12);
        cr_assert_eq(quire_sim_nodes(sim, "page", x, y, 13), 13);
        cr_expect_float_eq(x[12], 12e-3 + 0.5 * t, 1e-6);
    }
    cr_expect_eq(quire_sim_watch(sim, "page.lead.pth", &path, diag), QUIRE_ERROR_INPUT);
    cr_expect(strstr(quire_diag_get(diag, 0)->text, "page.lead.path") != NULL, "%s",
              quire_diag_get(diag, 0)->text);
    cr_expect(isnan(quire_sim_value(sim, 99)));
    cr_expect_eq(quire_sim_nodes(sim, "nobody", x, y, 13), 0);
    quire_sim_destroy(sim);
    quire_diag_destroy(diag);
    quire_model_destroy(model);
}

/* ---- commands ---- */

/* the sheets of gap-control called by commands instead of rules */
Test(sim, commands_do_what_rules_do)
{
    static const char *const rule[] = {"first", "second", "third", "fourth"};
    static const double at[] = {0, 0.55, 1.02, 1.57};
    static const quire_setting page = {"sheet", "page"};
    quire_model *model = sample("gap-control", NULL, 0);
    quire_diag *diag = quire_diag_create();
    quire_sim *sim = begin(model);
    quire_run *whole;

    cr_assert_eq(quire_run_create(&whole, model, NULL, diag), QUIRE_OK);
    cr_assert_eq(quire_run_execute(whole, diag), QUIRE_OK);
    for (size_t i = 0; i < 4; i++) {
        cr_assert_eq(quire_sim_set_rule(sim, rule[i], false, diag), QUIRE_OK);
    }
    for (size_t i = 0; i < 4; i++) {
        advance(sim, at[i]);
        cr_assert_eq(quire_sim_act(sim, "release", &page, 1, diag), QUIRE_OK);
    }
    advance(sim, 60);
    cr_expect(quire_sim_is_over(sim));
    finish(sim);
    for (int k = 1; k <= 4; k++) {
        char name[40];
        snprintf(name, sizeof name, "out.lead.%d.time", k);
        const double a = quire_run_figure(whole, name),
                     b = quire_run_figure(quire_sim_run(sim), name);
        cr_expect(isnan(a) == isnan(b) && (isnan(a) || fabs(a - b) < 20e-6), "%s: %g and %g", name,
                  a, b);
    }
    cr_expect_eq(quire_run_verdict(whole), quire_run_verdict(quire_sim_run(sim)));
    quire_sim_destroy(sim);
    quire_run_destroy(whole);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
}

static void
set(quire_sim *sim, double value, double ramp)
{
    quire_diag *diag = quire_diag_create();

    cr_assert_eq(quire_sim_set(sim, "feed", value, ramp, diag), QUIRE_OK);
    quire_diag_destroy(diag);
}

#define CYCLE 1e-3 /* [s] */

static double
wanted_speed(double t)
{
    return 0.4 + 0.05 * sin(60 * t);
}

/* A speed that a controller sets each millisecond, as a ramp to the next: the way is that of the
 * piecewise linear speed, and the integrator starts anew no more often than without. */
Test(sim, set_points_need_no_new_start)
{
    quire_model *model = sample("c-path", NULL, 0);
    quire_diag *diag = quire_diag_create();
    quire_sim *plain = begin(model), *sim = begin(model);
    size_t travel;
    double way = NAN, start = NAN;

    cr_assert_eq(quire_sim_watch(sim, "feed.travel", &travel, diag), QUIRE_OK);
    advance(plain, 0.3);
    advance(sim, 0.1);
    start = quire_sim_value(sim, travel);
    way = 0.5 * CYCLE * (wanted_speed(0.1 + CYCLE) + 0.4);
    set(sim, wanted_speed(0.1 + CYCLE), CYCLE);
    for (int k = 1; k < 200; k++) {
        const double t = 0.1 + k * CYCLE;
        advance(sim, t);
        cr_assert_float_eq(quire_sim_value(sim, travel) - start, way, 1e-9, "%g s: %g, not %g", t,
                           quire_sim_value(sim, travel) - start, way);
        set(sim, wanted_speed(t + CYCLE), CYCLE);
        way += 0.5 * CYCLE * (wanted_speed(t) + wanted_speed(t + CYCLE));
    }
    advance(sim, 0.3);
    finish(sim);
    finish(plain);
    const quire_run *a = quire_sim_run(plain), *b = quire_sim_run(sim);
    cr_expect_leq(quire_run_figure(b, "solver.restarts"),
                  quire_run_figure(a, "solver.restarts") + 2, "%g restarts, without %g",
                  quire_run_figure(b, "solver.restarts"), quire_run_figure(a, "solver.restarts"));
    cr_expect_leq(quire_run_figure(b, "solver.steps"), 1.5 * quire_run_figure(a, "solver.steps"),
                  "%g steps, without %g", quire_run_figure(b, "solver.steps"),
                  quire_run_figure(a, "solver.steps"));
    quire_sim_destroy(plain);
    quire_sim_destroy(sim);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
}

Test(sim, what_is_already_so_is_no_event)
{
    quire_model *model = machine_model(WORLD(""));
    quire_sim *sim = begin(model);
    quire_diag *diag = quire_diag_create();

    advance(sim, 0.1);
    cr_assert_eq(quire_sim_set(sim, "feed", 0.4, 0, diag), QUIRE_OK);
    cr_expect_eq(quire_sim_event_count(sim), 0);
    cr_assert_eq(quire_sim_set(sim, "feed", 0.3, 0, diag), QUIRE_OK);
    cr_expect_eq(quire_sim_event_count(sim), 2);
    quire_sim_destroy(sim);
    quire_diag_destroy(diag);
    quire_model_destroy(model);
}

static void
expect_refused(quire_sim *sim, quire_status status, quire_status expected, quire_diag *diag,
               const char *words)
{
    const size_t n = quire_diag_count(diag);

    (void)sim;
    cr_expect_eq(status, expected, "%s: %d", words, (int)status);
    cr_expect(n > 0 && strstr(quire_diag_get(diag, n - 1)->text, words) != NULL, "%s: %s", words,
              n > 0 ? quire_diag_get(diag, n - 1)->text : "");
}

Test(sim, bad_commands_change_nothing)
{
    static const quire_setting drive[] = {{"drive", "fed"}, {"speed", "1 m/s"}},
                               unit[] = {{"drive", "feed"}, {"speed", "1 N"}},
                               torque[] = {{"drive", "feed"}, {"torque", "1 N*m"}},
                               attribute[] = {{"drive", "feed"}, {"sped", "1 m/s"}},
                               formula[] = {{"drive", "feed"}, {"to", "page.lead.path"}},
                               sheet[] = {{"sheet", "pge"}};
    quire_model *model = machine_model(WORLD(""));
    quire_sim *sim = begin(model);
    quire_diag *diag = quire_diag_create();

    advance(sim, 0.1);
    expect_refused(sim, quire_sim_act(sim, "set", drive, 2, diag), QUIRE_ERROR_INPUT, diag,
                   "there is no drive of that name");
    expect_refused(sim, quire_sim_act(sim, "set", unit, 2, diag), QUIRE_ERROR_INPUT, diag, "speed");
    expect_refused(sim, quire_sim_act(sim, "set", torque, 2, diag), QUIRE_ERROR_INPUT, diag,
                   "cannot be set");
    expect_refused(sim, quire_sim_act(sim, "set", attribute, 2, diag), QUIRE_ERROR_INPUT, diag,
                   "sped");
    expect_refused(sim, quire_sim_act(sim, "set", formula, 2, diag), QUIRE_ERROR_INPUT, diag,
                   "does not come to");
    expect_refused(sim, quire_sim_act(sim, "release", sheet, 1, diag), QUIRE_ERROR_INPUT, diag,
                   "there is no sheet 'pge'");
    expect_refused(sim, quire_sim_act(sim, "sett", drive, 2, diag), QUIRE_ERROR_USAGE, diag,
                   "there is no action 'sett'");
    expect_refused(sim, quire_sim_set(sim, "feed", NAN, 0, diag), QUIRE_ERROR_USAGE, diag,
                   "finite");
    expect_refused(sim, quire_sim_set(sim, "feed", 1, -1, diag), QUIRE_ERROR_INPUT, diag, "ramp");
    expect_refused(sim, quire_sim_set(sim, "nobody", 1, 0, diag), QUIRE_ERROR_INPUT, diag,
                   "there is no drive of that name");
    expect_refused(sim, quire_sim_set_rule(sim, "none", true, diag), QUIRE_ERROR_USAGE, diag,
                   "there is no rule 'none'");
    expect_refused(sim, quire_sim_advance(sim, 0.05, diag), QUIRE_ERROR_USAGE, diag,
                   "cannot be advanced");
    expect_refused(sim, quire_sim_advance(sim, NAN, diag), QUIRE_ERROR_USAGE, diag,
                   "cannot be advanced");
    cr_expect_eq(quire_sim_event_count(sim), 0);
    cr_expect(same_bits(quire_sim_time(sim), 0.1));
    advance(sim, HUGE_VAL);
    expect_refused(sim, quire_sim_set(sim, "feed", 1, 0, diag), QUIRE_ERROR_USAGE, diag, "over");
    expect_refused(sim, quire_sim_advance(sim, 2, diag), QUIRE_ERROR_USAGE, diag, "over");
    finish(sim);
    expect_refused(sim, quire_sim_finish(sim, diag), QUIRE_ERROR_USAGE, diag, "finished");
    quire_sim_destroy(sim);
    quire_diag_destroy(diag);
    quire_model_destroy(model);
}

/* it is judged where it is left */
Test(sim, it_may_end_early)
{
    quire_model *model = machine_model(WORLD(""));
    quire_sim *sim = begin(model);

    advance(sim, 0.3);
    finish(sim);
    cr_expect(quire_sim_is_over(sim));
    cr_expect_float_eq(quire_run_figure(quire_sim_run(sim), "s1.lead.time"), AT(0.1), CLOSE);
    cr_expect(isnan(quire_run_figure(quire_sim_run(sim), "s2.lead.time")));
    cr_expect(same_bits(
        quire_run_value(quire_sim_run(sim), quire_run_row_count(quire_sim_run(sim)) - 1, 0), 0.3));
    quire_sim_destroy(sim);
    quire_model_destroy(model);
}

/* ---- again ---- */

/* a run with commands of all sorts, in slices of whatever length, and what its results keep */
static void
record(const char *directory, double slice, double end)
{
    static const quire_setting page = {"sheet", "page"},
                               adjust[] = {{"drive", "adjust"}, {"to", "0.9*feed.command"}};
    quire_model *model = sample("gap-control", NULL, 0);
    quire_run_options options = quire_run_options_default();
    quire_diag *diag = quire_diag_create();
    quire_sim *sim;
    bool called = false;

    options.directory = directory;
    options.force = true;
    cr_assert_eq(quire_sim_create(&sim, model, &options, diag), QUIRE_OK);
    cr_assert_eq(quire_sim_set_rule(sim, "second", false, diag), QUIRE_OK);
    for (int k = 1; !quire_sim_is_over(sim) && k * slice < end; k++) {
        advance(sim, k * slice);
        if (k % 50 == 0) {
            set(sim, 0.3 + 0.001 * (k % 7), k % 3 * 1e-3);
        }
        if (!called && quire_sim_time(sim) > 0.6) {
            called = true;
            cr_assert_eq(quire_sim_act(sim, "release", &page, 1, diag), QUIRE_OK);
            cr_assert_eq(quire_sim_act(sim, "set", adjust, 2, diag), QUIRE_OK);
        }
    }
    finish(sim);
    quire_sim_destroy(sim);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
}

Test(sim, verify_repeats_commands)
{
    const char *const work = getenv("QUIRE_WORK");
    char directory[500];
    quire_diag *diag = quire_diag_create();

    snprintf(directory, sizeof directory, "%s/commanded.run", work != NULL ? work : "/tmp");
    for (int k = 0; k < 2; k++) {
        bool same = false;
        char *report = NULL;
        record(directory, 3.7e-3, k == 0 ? 0.9 : 10);
        cr_assert_eq(quire_verify(directory, &same, &report, NULL, NULL, diag), QUIRE_OK);
        cr_expect(same, "%s", report);
        quire_free(report);
    }
    quire_diag_destroy(diag);
}

Test(sim, damaged_commands_are_refused_by_their_line)
{
    static const char *const text[] = {"{\"time\":0.1,\"action\":\"say\",\"attributes\":{\"text\":"
                                       "\"a\"}}\nnothing\n",
                                       "{\"time\":0.2,\"action\":\"say\",\"attributes\":{\"text\":"
                                       "\"a\"}}\n{\"time\":0.1,\"end\":true}\n"};
    quire_model *model = machine_model(WORLD(""));

    for (int k = 0; k < 2; k++) {
        quire_run_options options = quire_run_options_default();
        quire_diag *diag = quire_diag_create();
        quire_run *run;
        options.commands = text[k];
        cr_assert_eq(quire_run_create(&run, model, &options, diag), QUIRE_OK);
        cr_expect_eq(quire_run_execute(run, diag), QUIRE_ERROR_FILE);
        cr_expect_str_eq(quire_diag_get(diag, 0)->file, "commands.jsonl");
        cr_expect_eq(quire_diag_get(diag, 0)->line, 2);
        quire_run_destroy(run);
        quire_diag_destroy(diag);
    }
    quire_model_destroy(model);
}
