/* The list of checks of a model: which are in it, when a jam ends the run, what is judged at the
 * end. */
#include "catalog/kinds.h"
#include "fixtures/check_stage.h"
#include "judge/checks.h"

static const struct quire_kind *const kinds[] = {
    &quire_kind_check_arrival, &quire_kind_check_stall,  &quire_kind_check_late,
    &quire_kind_check_wrap,    &quire_kind_check_buckle, &quire_kind_check_out_of_channel,
    &quire_kind_check_inside,  &quire_kind_sensor_edge,  &quire_kind_check_blocked_entry,
};
static const struct quire_catalog catalog = {.kind = kinds, .n = sizeof kinds / sizeof kinds[0]};
static struct stage s;
static struct quire_checks *checks;

static void
open_stage(void)
{
    stage_open(&s);
    s.model.catalog = &catalog;
    checks = NULL;
}

static void
close_stage(void)
{
    quire_checks_destroy(checks);
    stage_close(&s);
}

TestSuite(checks, .init = open_stage, .fini = close_stage);

static void
start(void)
{
    cr_assert(quire_checks_create(&checks, &s.model, &s.view, NULL) == QUIRE_OK);
}

static const struct quire_check_entry *
entry(const char *name)
{
    size_t n;
    const struct quire_check_entry *e = quire_checks_entries(checks, &n);
    for (size_t i = 0; i < n; i++) {
        if (strcmp(e[i].name, name) == 0) {
            return &e[i];
        }
    }
    return NULL;
}

/* A gripped sheet that stands still; the time at which the run ends, NaN if it goes on. */
static double
stand_still(double until)
{
    stage_grip(&s, true);
    for (int i = 0; i * QUIRE_CHECK_INTERVAL <= until; i++) {
        stage_lay(&s, i * QUIRE_CHECK_INTERVAL, 0.2, 0);
        if (quire_checks_sample(checks, &s.view)) {
            return s.view.time;
        }
    }
    return NAN;
}

Test(checks, has_all_that_are_on_by_default)
{
    static const char *const names[] = {"stall",  "late",           "wrap",
                                        "buckle", "out-of-channel", "inside"};
    start();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        cr_assert(entry(names[i]) != NULL, "%s", names[i]);
        cr_assert(entry(names[i])->object == NULL);
        cr_assert_str_eq(entry(names[i])->kind, names[i]);
    }
    size_t n;
    quire_checks_entries(checks, &n);
    cr_assert(n == 6);
    cr_assert(entry("stall")->is_jam && entry("wrap")->is_jam && entry("buckle")->is_jam &&
              entry("out-of-channel")->is_jam);
    cr_assert_not(entry("late")->is_jam || entry("inside")->is_jam);
}

/* one that is to enter beside one that is there, but none that is alone */
Test(checks, has_what_concerns_later_sheets_where_there_are_such)
{
    struct quire_sheet_view sheets[2] = {s.view.sheet[0], s.view.sheet[0]};

    s.view.sheet = sheets;
    s.view.n_sheet = 2;
    sheets[1].entered = false;
    sheets[1].name = "note.2";
    start();
    cr_assert(entry("blocked-entry") != NULL && entry("blocked-entry")->is_jam);
    cr_assert(quire_checks_cover(checks, QUIRE_ABOUT_ENTRY, "note.2", 0.1));
    cr_assert_not(quire_checks_cover(checks, QUIRE_ABOUT_CORNER, "note.2", 0.1));
    quire_checks_destroy(checks);
    sheets[1].entered = true;
    start();
    cr_assert(entry("blocked-entry") == NULL);
    cr_assert_not(quire_checks_cover(checks, QUIRE_ABOUT_ENTRY, "note.2", 0.1));
    quire_checks_destroy(checks);
    STAGE_ADD(&s, &quire_kind_check_blocked_entry, "sheet=page", "until=50 ms");
    start();
    cr_assert(quire_checks_cover(checks, QUIRE_ABOUT_ENTRY, "page.1", 0.04));
    cr_assert_not(quire_checks_cover(checks, QUIRE_ABOUT_ENTRY, "note.2", 0.04));
    cr_assert_not(quire_checks_cover(checks, QUIRE_ABOUT_ENTRY, "page.1", 0.06));
}

Test(checks, ends_the_run_at_the_first_jam)
{
    start();
    const double end = stand_still(1);
    cr_assert(end > 0.05 && end < 0.05 + 1.5 * QUIRE_CHECK_INTERVAL, "%g", end);
    cr_assert(quire_checks_jam(checks) == entry("stall"));
    quire_checks_finish(checks, &s.view, false);
    cr_assert(entry("stall")->result.verdict == QUIRE_FAILED);
    cr_assert(entry("stall")->result.time == end);
}

Test(checks, goes_on_after_a_jam_if_told_so)
{
    STAGE_ADD(&s, &quire_kind_check_stall, "name=my-stall", "stop=no");
    start();
    cr_assert(isnan(stand_still(1)));
    quire_checks_finish(checks, &s.view, false);
    cr_assert(quire_checks_jam(checks) == NULL);
    cr_assert(entry("my-stall")->result.verdict == QUIRE_FAILED);
    cr_assert(entry("stall") == NULL, "the file's check stands for the default one");
}

Test(checks, leaves_out_what_is_switched_off)
{
    STAGE_ADD(&s, &quire_kind_check_stall, "enabled=no");
    start();
    cr_assert(isnan(stand_still(1)));
    cr_assert(entry("stall") == NULL);
    size_t n;
    quire_checks_entries(checks, &n);
    cr_assert(n == 5);
}

Test(checks, takes_thresholds_from_the_file)
{
    STAGE_ADD(&s, &quire_kind_check_stall, "duration=200 ms");
    start();
    const double end = stand_still(1);
    cr_assert(end > 0.2 && end < 0.2 + 1.5 * QUIRE_CHECK_INTERVAL, "%g", end);
    cr_assert_str_eq(quire_checks_jam(checks)->name, "stall");
}

Test(checks, judges_at_the_end_what_is_open)
{
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s1", "path=main", "at=145 mm");
    STAGE_ADD(&s, &quire_kind_check_arrival, "name=on-time", "sensor=s1", "latest=0.32 s");
    start();
    const struct quire_event event = {
        .time = 0.3, .kind = QUIRE_EVENT_SENSOR, .source = "s1", .signal = "lead", .sheet = "page"};
    cr_assert_not(quire_checks_event(checks, &event, &s.view));
    quire_checks_finish(checks, &s.view, false);
    cr_assert(entry("on-time")->result.verdict == QUIRE_PASSED);
    cr_assert(entry("stall")->result.verdict == QUIRE_NOT_EVALUATED);
}

/* an edge that has not come, without a latest time, may still come after an early end; a jam stays
 * one */
Test(checks, leave_open_what_may_still_happen_when_a_run_ends_early)
{
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s1", "path=main", "at=145 mm");
    STAGE_ADD(&s, &quire_kind_check_arrival, "name=comes", "sensor=s1", "earliest=50 ms");
    STAGE_ADD(&s, &quire_kind_check_stall, "name=my-stall", "stop=no");
    for (int early = 0; early < 2; early++) {
        s.view.time = 0;
        start();
        stand_still(0.1);
        quire_checks_finish(checks, &s.view, early);
        const struct quire_check_result *comes = &entry("comes")->result;
        cr_assert(comes->verdict == (early ? QUIRE_NOT_EVALUATED : QUIRE_FAILED), "%d: %s", early,
                  comes->cause);
        cr_assert(!early || strstr(comes->cause, "the run ended early, at 0.1") != NULL, "%s",
                  comes->cause);
        cr_assert(entry("my-stall")->result.verdict == QUIRE_FAILED, "it failed before");
        quire_checks_destroy(checks);
    }
    start();
}

Test(checks, go_on_after_a_failure_for_its_worst)
{
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s1", "path=main", "at=145 mm");
    STAGE_ADD(&s, &quire_kind_check_arrival, "name=on-time", "sensor=s1", "latest=0.32 s");
    STAGE_ADD(&s, &quire_kind_check_stall, "name=my-stall", "stop=no");
    start();
    stand_still(0.5);
    cr_assert(entry("on-time")->result.verdict == QUIRE_FAILED && quire_checks_jammed(checks));
    const double stood = s.view.time;
    const struct quire_event event = {.time = 0.52,
                                      .kind = QUIRE_EVENT_SENSOR,
                                      .source = "s1",
                                      .signal = "lead",
                                      .sheet = "page"};
    s.view.time = 0.52;
    cr_assert(quire_checks_listen(checks, &event));
    quire_checks_event(checks, &event, &s.view);
    quire_checks_finish(checks, &s.view, false);
    const struct quire_check_result *late = &entry("on-time")->result,
                                    *stall = &entry("my-stall")->result;
    cr_assert(fabs(late->margin + 0.2) < 1e-12 && late->verdict == QUIRE_FAILED, "%g",
              late->margin);
    cr_assert(fabs(stall->value - stood) < 1e-12, "%g s", stall->value);
    cr_assert(stall->time < 0.07 && fabs(stall->worst_time - stood) < 1e-12, "it failed at %g s",
              stall->time);
}

Test(checks, of_a_search_for_rest_are_those_of_the_file_alone)
{
    size_t n;
    STAGE_ADD(&s, &quire_kind_check_stall, "name=my-stall", "stop=no");
    start();
    quire_checks_leave(checks, "nothing moves");
    const struct quire_check_entry *e = quire_checks_entries(checks, &n);
    cr_assert(n == 1 && e->result.verdict == QUIRE_NOT_EVALUATED);
    cr_assert_str_eq(e->name, "my-stall");
    cr_assert_str_eq(e->result.cause, "nothing moves");
}
