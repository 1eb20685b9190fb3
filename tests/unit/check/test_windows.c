/* Checks that wait for edges at sensors, in time and in distance driven; and those that go by where
 * sheets are. */
#include "catalog/kinds.h"
#include "check/scope.h"
#include "fixtures/check_stage.h"
#include "kind/check.h"
#include "kind/event.h"

#define NEAR(a, b, tolerance)                                                                      \
    cr_assert(fabs((a) - (b)) <= (tolerance), "%.17g, expected %.17g", (double)(a), (double)(b))
#define SAYS(text_, part_) cr_assert(strstr(text_, part_) != NULL, "'%s' lacks '%s'", text_, part_)

static struct stage s;
static struct quire_object *check;
static const struct quire_check_ops *ops;
static void *memory;
static struct quire_check_result result;
static struct quire_drive_view drive;
static struct quire_sheet_view two[2];
static double node[3 * 3 * STAGE_NODES];

/* a sensor at 145 mm, and a drive whose way the tests tell */
static void
open_stage(void)
{
    stage_open(&s);
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s1", "path=main", "at=145 mm");
    drive = (struct quire_drive_view){
        .name = "feed", .object = STAGE_ADD(&s, &quire_kind_drive, "name=feed", "speed=0.5 m/s")};
    s.view.drive = &drive;
    s.view.n_drive = 1;
}

static void
close_stage(void)
{
    stage_close(&s);
}

static void
set_up(struct quire_object *object)
{
    check = object;
    ops = check->kind->ops;
    memory = quire_arena_get(s.arena, 1,
                             quire_check_memory_size(ops) + s.view.n_sheet * ops->memory_per_sheet);
    if (ops->begin != NULL) {
        ops->begin(check, memory, &s.view);
    }
}
#define SET_UP(kind_, ...) set_up(STAGE_ADD(&s, kind_, "name=c", __VA_ARGS__))

static bool
look(bool finished)
{
    quire_scope_sample(check, memory, &s.view);
    return ops->judge(check, memory, &s.view, finished, &result);
}

/* At a time, with so much driven. */
static bool
look_at(double time, double travel)
{
    s.view.time = time;
    drive.travel = travel;
    return look(false);
}

static bool
tell(double time, double travel, const char *signal, const char *sheet)
{
    const struct quire_event event = {.time = time,
                                      .kind = QUIRE_EVENT_SENSOR,
                                      .source = "s1",
                                      .signal = signal,
                                      .sheet = sheet,
                                      .x = 0.145,
                                      .path_distance = 0.145,
                                      .value = NAN};
    s.view.time = time;
    drive.travel = travel;
    ops->event(check, memory, &event, &s.view);
    return ops->judge(check, memory, &s.view, false, &result);
}

static void
expect(enum quire_check_verdict verdict)
{
    cr_assert(result.verdict == verdict, "%d: %s", (int)result.verdict, result.cause);
}

/* Two sheets on the path, with their leading edges there. */
static void
lay_two(double first, double second)
{
    two[0] = two[1] = s.sheet;
    two[0].name = "first", two[1].name = "second";
    two[0].lead.path_distance = first, two[0].trail.path_distance = first - two[0].length;
    two[1].lead.path_distance = second, two[1].trail.path_distance = second - two[1].length;
    s.view.sheet = two;
    s.view.n_sheet = 2;
}

TestSuite(window, .init = open_stage, .fini = close_stage);

Test(window, of_distance_counts_what_the_drive_drove)
{
    SET_UP(&quire_kind_check_arrival, "sensor=s1", "drive=feed", "latest-distance=172 mm");
    cr_assert_not(look_at(5, 0.171), "time alone does nothing");
    cr_assert(look_at(5.1, 0.173));
    expect(QUIRE_FAILED);
    NEAR(result.value, 0.173, 1e-15);
    NEAR(result.margin, -0.001, 1e-15);
    cr_assert_str_eq(result.unit, "m");
    SAYS(result.cause, "by 173 mm of drive 'feed'");
}

Test(window, of_both_tells_the_one_that_is_missed)
{
    SET_UP(&quire_kind_check_arrival, "sensor=s1", "drive=feed", "latest=1 s",
           "earliest-distance=100 mm");
    cr_assert(tell(0.5, 0.09, "lead", "page"));
    expect(QUIRE_FAILED);
    NEAR(result.margin, -0.01, 1e-15);
    SAYS(result.cause, "10 mm too early");
    set_up(check);
    cr_assert(tell(0.5, 0.11, "lead", "page"));
    expect(QUIRE_PASSED);
    NEAR(result.margin, 0.5, 1e-15);
    cr_assert_str_eq(result.unit, "s");
}

static const char *
unit_of_figures(void)
{
    return quire_check_unit(check->kind->ops, check);
}

Test(window, has_the_unit_of_what_it_limits)
{
    SET_UP(&quire_kind_check_arrival, "sensor=s1");
    cr_expect_str_eq(unit_of_figures(), "s");
    SET_UP(&quire_kind_check_arrival, "sensor=s1", "drive=feed", "earliest=1 s");
    cr_expect_str_eq(unit_of_figures(), "s");
    SET_UP(&quire_kind_check_arrival, "sensor=s1", "drive=feed", "earliest-distance=1 mm");
    cr_expect_str_eq(unit_of_figures(), "m");
    SET_UP(&quire_kind_check_arrival, "sensor=s1", "drive=feed", "latest=1 s",
           "latest-distance=100 mm");
    cr_expect_str_eq(unit_of_figures(), QUIRE_CHECK_UNITS);
    SET_UP(&quire_kind_check_retention, "sensor=s1", "drive=feed");
    cr_expect_str_eq(unit_of_figures(), "m", "lengths of the sheet");
}

Test(window, after_a_signal_counts_from_there)
{
    SET_UP(&quire_kind_check_arrival, "sensor=s1", "signal=trail", "after=s1", "latest=0.6 s");
    cr_assert_not(look_at(2, 1), "nothing has begun");
    cr_assert_not(tell(2, 1, "lead", "page"));
    cr_assert_not(look_at(2.59, 1.3));
    cr_assert(look_at(2.61, 1.3));
    expect(QUIRE_FAILED);
    NEAR(result.value, 0.61, 1e-12);
    SAYS(result.cause, "after s1.lead");
}

Test(window, of_a_phase_judges_edges_within_it)
{
    SET_UP(&quire_kind_check_arrival, "sensor=s1", "latest=0.5 s", "from=1 s", "until=2 s");
    cr_assert_not(look_at(0.6, 0), "it was due before");
    cr_assert_not(tell(0.7, 0, "lead", "page"));
    cr_assert_not(look_at(2.5, 0));
    s.view.time = 3;
    cr_assert(look(true));
    expect(QUIRE_NOT_EVALUATED);
    SAYS(result.cause, "no sheet came to sensor 's1' or was late there");

    s.sheet.enter_time = 1.2;
    set_up(check);
    cr_assert(look_at(1.8, 0));
    expect(QUIRE_FAILED);
    s.sheet.enter_time = 1.8;
    set_up(check);
    cr_assert_not(look_at(2.4, 0), "it is due behind it");
    cr_assert_not(tell(2.6, 0, "lead", "page"));
}

Test(window, without_an_end_is_over_with_its_phase)
{
    SET_UP(&quire_kind_check_arrival, "sensor=s1", "until=2 s");
    cr_assert_not(look_at(1.99, 0));
    cr_assert(look_at(2.01, 0));
    expect(QUIRE_FAILED);
    cr_assert(isnan(result.value));
    set_up(check);
    tell(1.5, 0, "lead", "page");
    cr_assert(look_at(2.01, 0));
    expect(QUIRE_PASSED);
}

Test(window, of_a_stream_means_all_of_its_sheets)
{
    lay_two(0.1, 0.05);
    two[0].name = "page.1", two[1].name = "page.2";
    SET_UP(&quire_kind_check_lag, "sensor=s1", "latest=1 s", "sheet=page");
    tell(0.1, 0, "lead", "page.1");
    tell(0.5, 0, "lead", "page.2");
    tell(0.9, 0, "trail", "page.1");
    cr_assert(look_at(1.6, 0));
    expect(QUIRE_FAILED);
    cr_assert_str_eq(result.sheet, "page.2");
}

Test(window, early_finds_a_tail_that_comes_with_its_lead_edge)
{
    SET_UP(&quire_kind_check_early, "sensor=s1", "signal=trail", "after=s1", "earliest=0.5 s");
    tell(1, 0.5, "lead", "page");
    cr_assert(tell(1.2, 0.6, "trail", "page"));
    expect(QUIRE_FAILED);
    NEAR(result.margin, -0.3, 1e-12);
    SAYS(result.cause, "300 ms too early");
    set_up(check);
    tell(1, 0.5, "lead", "page");
    tell(1.6, 0.8, "trail", "page");
    cr_assert(look(true));
    expect(QUIRE_PASSED);
    NEAR(result.margin, 0.1, 1e-12);
}

Test(window, early_leaves_sheets_alone_that_never_come)
{
    SET_UP(&quire_kind_check_early, "sensor=s1", "earliest=0.5 s");
    cr_assert_not(look_at(3, 1));
    cr_assert(look(true));
    expect(QUIRE_NOT_EVALUATED);
}

Test(window, lag_counts_from_the_lead_edge_at_the_sensor_itself)
{
    SET_UP(&quire_kind_check_lag, "sensor=s1", "latest=0.7 s");
    cr_assert(ops->is_jam);
    tell(1, 0, "lead", "page");
    cr_assert_not(look_at(1.69, 0));
    cr_assert(look_at(1.71, 0));
    expect(QUIRE_FAILED);
    SAYS(result.cause, "the trailing edge has not come to sensor 's1'");
    set_up(check);
    tell(1, 0, "lead", "page");
    tell(1.6, 0, "trail", "page");
    cr_assert(look(true));
    expect(QUIRE_PASSED);
    NEAR(result.margin, 0.1, 1e-12);
}

/* The sheet is 300 mm long: 1.5 lengths are 450 mm. */
Test(window, retention_counts_lengths_of_the_sheet)
{
    SET_UP(&quire_kind_check_retention, "sensor=s1", "drive=feed");
    tell(1, 0.2, "lead", "page");
    cr_assert_not(look_at(9, 0.2 + 0.449));
    cr_assert(look_at(9.1, 0.2 + 0.451));
    expect(QUIRE_FAILED);
    NEAR(result.limit, 0.45, 1e-15);
}

/* ---- what comes after its window ---- */

Test(window, tells_how_late_an_edge_comes_not_when_it_was_missed)
{
    SET_UP(&quire_kind_check_arrival, "sensor=s1", "earliest=0.25 s", "latest=0.32 s");
    cr_assert(look_at(0.33, 0), "decided");
    expect(QUIRE_FAILED);
    cr_assert(tell(0.67, 0, "lead", "page"));
    cr_assert(look(true));
    expect(QUIRE_FAILED);
    NEAR(result.time, 0.67, 0);
    NEAR(result.value, 0.67, 1e-15);
    NEAR(result.margin, -0.35, 1e-12);
    NEAR(result.lowest, 0.25, 0);
    NEAR(result.highest, 0.32, 0);
    SAYS(result.cause, "came to sensor 's1' at 0.67 s, 350 ms too late");
    SAYS(result.cause, "late already at 0.33 s");
}

Test(window, of_distance_tells_it_too)
{
    SET_UP(&quire_kind_check_arrival, "sensor=s1", "drive=feed", "latest-distance=172 mm");
    look_at(5.1, 0.173);
    tell(6, 0.25, "lead", "page");
    cr_assert(look(true));
    expect(QUIRE_FAILED);
    NEAR(result.margin, -0.078, 1e-12);
    NEAR(result.highest, 0.172, 1e-15);
    cr_assert(isnan(result.lowest));
    SAYS(result.cause, "78 mm too late");
}

Test(window, gives_no_figure_of_what_never_came)
{
    SET_UP(&quire_kind_check_arrival, "sensor=s1", "earliest=0.25 s", "latest=0.32 s");
    look_at(0.33, 0);
    s.view.time = 0.7;
    cr_assert(look(true));
    expect(QUIRE_FAILED);
    cr_assert(isnan(result.value) && isnan(result.margin));
    NEAR(result.time, 0.33, 0);
    NEAR(result.limit, 0.32, 0);
    SAYS(result.cause, "has not come to sensor 's1' by 0.33 s");
    SAYS(result.cause, "nor by the end of the run at 0.7 s");
    SET_UP(&quire_kind_check_lag, "sensor=s1", "latest=0.1 s");
    tell(1, 0, "lead", "page");
    look_at(1.11, 0);
    cr_assert(look(true), "a jam: the run ends there");
    cr_assert(isnan(result.margin));
    SAYS(result.cause, "there the run ended");
    SET_UP(&quire_kind_check_arrival, "sensor=s1");
    cr_assert(look(true));
    expect(QUIRE_FAILED);
    cr_assert(isnan(result.value) && isnan(result.margin) && isnan(result.highest));
}

/* the worst of all sheets, and a sheet that never came is the worst of all */
Test(window, looks_on_for_other_sheets_after_a_failure)
{
    lay_two(0.1, 0.05);
    two[0].enter_time = two[1].enter_time = 0;
    SET_UP(&quire_kind_check_arrival, "sensor=s1", "latest=0.32 s");
    tell(0.34, 0, "lead", "first");
    expect(QUIRE_FAILED);
    tell(0.52, 0, "lead", "second");
    cr_assert(look(true));
    NEAR(result.margin, -0.2, 1e-12);
    cr_assert_str_eq(result.sheet, "second");
    set_up(check);
    tell(0.34, 0, "lead", "first");
    s.view.time = 0.6;
    cr_assert(look(true));
    cr_assert(isnan(result.margin));
    cr_assert_str_eq(result.sheet, "second");
}

TestSuite(stub, .init = open_stage, .fini = close_stage);

static void
hold_front(double force, double degrees)
{
    s.sheet.front = (struct quire_front_view){.guide = "lip",
                                              .normal = force,
                                              .opposing = force,
                                              .angle = degrees * 3.14159265358979 / 180,
                                              .x = s.sheet.lead.x,
                                              .y = 0};
}

/* Looks every 2 ms while the leading edge stands at 200 mm; the time at which it is decided, NaN:
 * it is not. */
static double
stand(double from, double to)
{
    for (double t = from; t <= to; t += 2e-3) {
        stage_lay(&s, t, 0.2, 0);
        if (look(false)) {
            return t;
        }
    }
    return NAN;
}

Test(stub, fails_when_a_guide_in_the_way_holds_the_lead_edge)
{
    SET_UP(&quire_kind_check_stub, "enabled=yes");
    stage_grip(&s, true);
    hold_front(0.31, 38);
    NEAR(stand(0.1, 0.3), 0.1 + 0.030, 3e-3);
    expect(QUIRE_FAILED);
    cr_assert_str_eq(result.place, "guide 'lip'");
    SAYS(result.cause, "held by 0.31 N at 38 deg");
    SAYS(result.cause, "nip 'n1' turns");
}

Test(stub, keeps_quiet_at_flat_angles_small_forces_and_standing_drives)
{
    SET_UP(&quire_kind_check_stub, "enabled=yes");
    stage_grip(&s, true);
    hold_front(0.31, 15);
    cr_assert(isnan(stand(0, 0.2)), "glides along a wall");
    hold_front(0.005, 38);
    cr_assert(isnan(stand(0.2, 0.4)), "touches only");
    hold_front(0.31, 38);
    s.roller[0].surface_speed = 0;
    cr_assert(isnan(stand(0.4, 0.6)), "is not driven");
    s.roller[0].surface_speed = 0.5;
    for (int i = 0; i < 100; i++) {
        stage_lay(&s, 0.6 + 2e-3 * i, 0.2 + 1e-3 * i, 0.5);
        cr_assert_not(look(false), "gets on");
    }
}

TestSuite(places, .init = open_stage, .fini = close_stage);

Test(places, no_feed_goes_by_the_drive)
{
    stage_lay(&s, 0, 0.15, 0);
    SET_UP(&quire_kind_check_no_feed, "drive=feed");
    cr_assert_not(look_at(0, 0));
    cr_assert_not(look_at(1, 0.049));
    cr_assert(look_at(1.1, 0.051));
    expect(QUIRE_FAILED);
    SAYS(result.cause, "only 0 mm after 51 mm of drive 'feed'");
    set_up(check);
    look_at(0, 0);
    stage_lay(&s, 1, 0.161, 0);
    cr_assert_not(look_at(1, 0.02));
    cr_assert_not(look_at(2, 0.9), "it was fed");
    cr_assert(look(true));
    expect(QUIRE_PASSED);
}

Test(places, no_feed_tells_what_the_drive_drove_until_the_sheet_came)
{
    stage_lay(&s, 0, 0.15, 0);
    SET_UP(&quire_kind_check_no_feed, "drive=feed", "stop=no");
    look_at(0, 0);
    cr_assert(look_at(1.1, 0.051));
    cr_assert(look_at(2, 0.2));
    cr_assert(look(true));
    cr_assert(isnan(result.value) && isnan(result.margin), "it is still not under way");
    SAYS(result.cause, "nor by the end of the run at 2 s");
    stage_lay(&s, 3, 0.17, 0); /* 10 mm half way between these looks */
    look_at(3, 0.3);
    look_at(4, 0.9);
    cr_assert(look(true));
    expect(QUIRE_FAILED);
    NEAR(result.time, 1.1, 0);
    NEAR(result.value, 0.25, 1e-12);
    NEAR(result.margin, -0.2, 1e-12);
}

Test(places, gap_tells_the_worst_of_all)
{
    lay_two(0.145 + 0.3 + 0.018, 0.145);
    SET_UP(&quire_kind_check_gap, "sensor=s1", "smallest=20 mm");
    tell(2, 0, "lead", "second");
    lay_two(0.145, 0.145 + 0.3 + 0.005);
    tell(3, 0, "lead", "first");
    cr_assert(look(true));
    expect(QUIRE_FAILED);
    NEAR(result.time, 2, 0);
    NEAR(result.value, 0.005, 1e-12);
    NEAR(result.margin, -0.015, 1e-12);
    NEAR(result.worst_time, 3, 0);
    cr_assert_str_eq(result.worst_sheet, "first");
    NEAR(result.lowest, 0.02, 1e-15);
    cr_assert(isnan(result.highest));
    SAYS(result.cause, "with a gap of only 18 mm");
}

Test(places, residual_without_any_sheet_is_not_evaluated)
{
    s.view.n_sheet = 0;
    SET_UP(&quire_kind_check_residual, "sensor=s1", "when=both");
    cr_assert(look(true));
    expect(QUIRE_NOT_EVALUATED);
    SAYS(result.cause, "no sheet was in the machine");
}

Test(places, double_feed_needs_two_sheets_at_the_place)
{
    lay_two(0.4, 0.1); /* end to end: the first covers 145 mm, the second ends before it */
    SET_UP(&quire_kind_check_double_feed, "sensor=s1");
    cr_assert_not(look(false));
    lay_two(0.4, 0.12); /* 20 mm lie on each other, before the sensor */
    cr_assert_not(look(false));
    lay_two(0.44, 0.15); /* 10 mm */
    cr_assert(look(false));
    expect(QUIRE_FAILED);
    NEAR(result.value, 0.01, 1e-12);
    cr_assert_str_eq(result.place, "sensor 's1'");
    SAYS(result.cause, "'first' and 'second' overlap by 10 mm");
}

/* Considerable creep is reported, also by a check that passes. */
Test(places, double_feed_reports_creep)
{
    lay_two(0.3, 0.1);
    SET_UP(&quire_kind_check_double_feed, "sensor=s1");
    cr_assert_not(look(false));
    lay_two(0.4, 0.13);
    two[1].creep = 0.0009; /* of 30 mm */
    cr_assert_not(look(false));
    cr_assert_str_eq(result.note, "");
    lay_two(0.4, 0.14);
    two[1].creep = 0.03; /* of 40 mm */
    cr_assert(look(true));
    expect(QUIRE_PASSED);
    SAYS(result.note,
         "sheet 'second' moved 40 mm, 30 mm of it as creep of the regularised friction "
         "law");
    lay_two(0.44, 0.2);
    two[1].creep = 0.03;
    set_up(check);
    lay_two(0.44, 0.15);
    cr_assert(look(false));
    expect(QUIRE_FAILED);
}

Test(places, gap_is_looked_at_when_a_lead_edge_comes)
{
    lay_two(0.145 + 0.3 + 0.018, 0.145);
    SET_UP(&quire_kind_check_gap, "sensor=s1", "smallest=20 mm");
    cr_assert_not(tell(1, 0, "lead", "first"), "nothing is before the first");
    cr_assert(tell(2, 0, "lead", "second"));
    expect(QUIRE_FAILED);
    NEAR(result.value, 0.018, 1e-12);
    NEAR(result.limit, 0.020, 1e-15);
    NEAR(result.margin, -0.002, 1e-12);
    SAYS(result.cause, "'second' follows sheet 'first' with a gap of only 18 mm");
    lay_two(0.145 + 0.3 + 0.05, 0.145);
    set_up(check);
    tell(2, 0, "lead", "second");
    cr_assert(look(true));
    expect(QUIRE_PASSED);
    NEAR(result.margin, 0.03, 1e-12);
}

Test(places, residual_looks_when_it_is_told)
{
    stage_lay(&s, 0, 0.15, 0); /* on the sensor */
    SET_UP(&quire_kind_check_residual, "sensor=s1", "when=end");
    cr_assert_not(look(false));
    stage_lay(&s, 1, 0.5, 0); /* past it */
    cr_assert(look(true));
    expect(QUIRE_PASSED);
    NEAR(result.margin, 0.055, 1e-12);
    stage_lay(&s, 1, 0.4, 0);
    set_up(check);
    cr_assert(look(true));
    expect(QUIRE_FAILED);
    SAYS(result.cause, "at the end of the run the sheet covers sensor 's1'");
}

Test(places, residual_sees_the_start)
{
    stage_lay(&s, 0, 0.15, 0);
    SET_UP(&quire_kind_check_residual, "sensor=s1", "when=start");
    cr_assert(look(false));
    expect(QUIRE_FAILED);
    SAYS(result.cause, "start of the run");
}

Test(places, residual_of_a_sheet_or_phase_passes_over_the_rest)
{
    stage_lay(&s, 0, 0.15, 0); /* on the sensor */
    SET_UP(&quire_kind_check_residual, "sensor=s1", "sheet=card");
    cr_assert(look(true));
    expect(QUIRE_NOT_EVALUATED);
    SET_UP(&quire_kind_check_residual, "sensor=s1", "from=1 s");
    cr_assert_not(look(false), "not at the start");
    stage_lay(&s, 2, 0.5, 0);
    cr_assert(look(true));
    expect(QUIRE_PASSED);
}

/* A flat sheet with three columns, bent along the feed to a radius of 50 mm, with one corner turned
 * up about the line across the cell. */
static void
lay_folded(double fold)
{
    const double h = 0.3 / (STAGE_NODES - 1), radius = 0.05;
    for (int i = 0; i < STAGE_NODES; i++) {
        for (int j = 0; j < 3; j++) {
            double *at = node + 3 * (3 * i + j);
            at[0] = radius * sin(i * h / radius);
            at[1] = radius * (1 - cos(i * h / radius));
            at[2] = 0.1 * (j - 1);
        }
    }
    /* the right corner of the leading edge goes up about the edge of its cell along the feed */
    const int n = STAGE_NODES - 1;
    const double a = (n - 0.5) * h / radius, up[3] = {-sin(a), cos(a), 0};
    for (int i = n - 1; i <= n; i++) {
        double *at = node + 3 * (3 * i + 2);
        at[2] = 0.1 * cos(fold);
        at[0] += 0.1 * sin(fold) * up[0];
        at[1] += 0.1 * sin(fold) * up[1];
    }
    s.view.spatial = true;
    s.sheet.n_column = 3;
    s.sheet.node = node;
}

Test(places, dog_ear_sees_a_folded_corner_but_no_bend_along)
{
    lay_folded(0);
    SET_UP(&quire_kind_check_dog_ear, "edge=lead");
    cr_assert_not(look(false));
    cr_assert(look(true));
    expect(QUIRE_PASSED);
    NEAR(result.value, 0, 1e-7);
    for (int k = 1; k < 3; k++) {
        const double fold = 1.2 * k; /* also beyond a right angle */
        lay_folded(fold);
        set_up(check);
        cr_assert(look(false));
        expect(QUIRE_FAILED);
        NEAR(result.value, fold, 1e-3);
        SAYS(result.cause, "the right corner of the leading edge");
    }
}

Test(places, dog_ear_needs_three_columns)
{
    SET_UP(&quire_kind_check_dog_ear, "edge=both");
    cr_assert(look(true));
    expect(QUIRE_NOT_EVALUATED);
}
