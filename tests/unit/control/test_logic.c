/* The rule engine: which actions become due, when, and in which order. */
#include "catalog/kinds.h"
#include "control/logic.h"
#include "fixtures/check_stage.h"
#include "model/kinds_settings.h"

static struct stage s;
static struct quire_logic *logic;
static const struct quire_object *sensor;
enum { LEAD, TRAIL };

static void
open_stage(void)
{
    stage_open(&s);
    sensor = STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s1", "path=main", "at=145 mm");
    logic = NULL;
}

static void
close_stage(void)
{
    quire_logic_destroy(logic);
    stage_close(&s);
}

TestSuite(logic, .init = open_stage, .fini = close_stage);

/* A rule with one or two actions that set the drive to these speeds. */
static void
add_rule(double first, double second, const char *const *texts)
{
    struct quire_object *rule = stage_add(&s, &quire_kind_rule, texts);
    rule->child = quire_arena_get(s.arena, 2, sizeof *rule->child);
    const double speed[] = {first, second};
    for (int i = 0; i < 2 && !isnan(speed[i]); i++) {
        char text[40];
        snprintf(text, sizeof text, "%g m/s", speed[i]);
        const quire_setting settings[] = {{"drive", "feed"}, {"speed", text}};
        cr_assert(quire_object_from_settings(&rule->child[i], &quire_kind_action_set, settings, 2,
                                             s.arena, NULL) == QUIRE_OK);
        rule->n_child++;
    }
}
#define ADD_RULE(first_, second_, ...)                                                             \
    add_rule(first_, second_, (const char *const[]){__VA_ARGS__, NULL})

static void
start(void)
{
    cr_assert(quire_logic_create(&logic, &s.model, NULL, NULL) == QUIRE_OK);
}

/* Takes one action and looks at its time and the speed it sets. */
static void
expect(double time, double speed)
{
    struct quire_due due;
    quire_status status = QUIRE_OK;
    cr_assert(fabs(quire_logic_next(logic) - time) < 1e-12, "next at %.17g s",
              quire_logic_next(logic));
    cr_assert_not(quire_logic_take(logic, time - 1e-6, &due, &status));
    cr_assert(quire_logic_take(logic, time, &due, &status));
    cr_assert(fabs(due.time - time) < 1e-12 && due.action.value == speed, "%g m/s at %g s",
              due.action.value, due.time);
}

static void
expect_nothing(void)
{
    struct quire_due due;
    quire_status status = QUIRE_OK;
    cr_assert(isinf(quire_logic_next(logic)));
    cr_assert_not(quire_logic_take(logic, 1e9, &due, &status));
}

static void
signal_at(double time, int signal, const char *sheet)
{
    cr_assert(quire_logic_signal(logic, time, sensor, signal, sheet) == QUIRE_OK);
}

Test(logic, acts_after_the_delay)
{
    ADD_RULE(0.7, NAN, "when=s1.lead", "delay=20 ms");
    start();
    expect_nothing();
    signal_at(0.5, LEAD, "page");
    expect(0.52, 0.7);
    expect_nothing();
}

Test(logic, acts_at_a_set_time)
{
    ADD_RULE(0.7, NAN, "time=0.25 s", "delay=0.25 s");
    start();
    expect(0.5, 0.7);
    expect_nothing();
}

/* What a controller with a cycle learns of it does at its next tick, the first of which is at its
 * offset. */
Test(logic, ticks_are_whole_cycles_from_the_offset_on)
{
    static const struct {
        double period, offset, time, tick;
    } cases[] = {
        {0, 0, 0.0123, 0.0123},      {0, 0.003, 0.001, 0.001},     {0.01, 0, 0, 0},
        {0.01, 0, 0.001, 0.01},      {0.01, 0, 0.01, 0.01},        {0.01, 0, 0.0101, 0.02},
        {0.01, 0.003, 0, 0.003},     {0.01, 0.003, 0.003, 0.003},  {0.01, 0.003, 0.0031, 0.013},
        {0.01, 0.003, 0.013, 0.013}, {0.01, 0.003, 0.0999, 0.103}, {0.01, 0.025, 0, 0.025},
        {0.01, 0.025, 0.014, 0.025}, {0.01, 0.025, 0.026, 0.035},
    };
    struct quire_control_params params;
    struct quire_object control = {.kind = &quire_kind_control, .params = &params},
                        *child[] = {&control};
    struct quire_object settings = {.kind = &quire_kind_settings, .child = child, .n_child = 1};

    stage_adopt(&s, &settings);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        params = (struct quire_control_params){cases[i].period, cases[i].offset, 2e-4};
        start();
        cr_expect_float_eq(quire_logic_tick(logic, cases[i].time), cases[i].tick, 1e-15,
                           "case %zu: %.17g", i, quire_logic_tick(logic, cases[i].time));
        cr_expect_eq(quire_logic_has_cycle(logic), cases[i].period > 0);
        quire_logic_destroy(logic);
        logic = NULL;
    }
}

Test(logic, takes_simultaneous_actions_in_the_order_of_the_file)
{
    ADD_RULE(1, 2, "time=0.3 s");
    ADD_RULE(3, 4, "when=s1.lead", "delay=0.2 s");
    ADD_RULE(5, NAN, "time=0.3 s");
    start();
    signal_at(0.1, LEAD, "page"); /* 0.1 + 0.2 is not 0.3 in doubles, and still the same time */
    for (int i = 1; i <= 5; i++) {
        expect(0.3, i);
    }
    expect_nothing();
}

Test(logic, takes_earlier_actions_first_whatever_the_file_says)
{
    ADD_RULE(1, NAN, "when=s1.lead", "delay=30 ms");
    ADD_RULE(2, NAN, "when=s1.lead", "delay=10 ms");
    start();
    signal_at(1.0, LEAD, "page");
    expect(1.01, 2);
    expect(1.03, 1);
}

Test(logic, keeps_the_actions_of_each_signal_while_a_delay_runs)
{
    ADD_RULE(1, NAN, "when=s1.lead", "delay=100 ms");
    start();
    signal_at(1.00, LEAD, "a");
    signal_at(1.05, LEAD, "b");
    expect(1.10, 1);
    expect(1.15, 1);
    expect_nothing();
}

Test(logic, listens_to_its_signal_alone)
{
    ADD_RULE(1, NAN, "when=s1.trail");
    start();
    cr_assert(quire_logic_uses(logic, sensor, TRAIL));
    cr_assert_not(quire_logic_uses(logic, sensor, LEAD));
    signal_at(1, LEAD, "page");
    expect_nothing();
}

Test(logic, acts_once_if_told_so_and_then_uses_the_signal_no_more)
{
    ADD_RULE(1, NAN, "when=s1.lead", "once=yes");
    start();
    signal_at(1, LEAD, "a");
    cr_assert_not(quire_logic_uses(logic, sensor, LEAD));
    signal_at(2, LEAD, "b");
    expect(1, 1);
    expect_nothing();
}

Test(logic, chooses_sheets)
{
    ADD_RULE(1, NAN, "when=s1.lead", "sheet=first");
    ADD_RULE(2, NAN, "when=s1.lead", "sheet=each");
    ADD_RULE(3, NAN, "when=s1.lead", "sheet=b");
    start();
    signal_at(1, LEAD, "a");
    signal_at(2, LEAD, "b");
    signal_at(3, LEAD, "a");
    expect(1, 1);
    expect(1, 2);
    expect(2, 2);
    expect(2, 3);
    expect(3, 1);
    expect(3, 2);
    expect_nothing();
}

Test(logic, knows_sheets_by_their_stream)
{
    ADD_RULE(1, NAN, "when=s1.lead", "sheet=a");
    start();
    signal_at(1, LEAD, "a.1");
    signal_at(2, LEAD, "ab.1");
    signal_at(3, LEAD, "a.12");
    expect(1, 1);
    expect(3, 1);
    expect_nothing();
}

Test(logic, says_whose_signal_it_was)
{
    ADD_RULE(1, NAN, "name=r", "when=s1.lead");
    start();
    signal_at(1, LEAD, "page");
    struct quire_due due;
    quire_status status = QUIRE_OK;
    cr_assert(quire_logic_take(logic, 1, &due, &status));
    cr_assert_str_eq(due.sheet, "page");
    cr_assert_str_eq(due.rule->name, "r");
}

Test(logic, counts_sheets)
{
    ADD_RULE(1, NAN, "when=s1.lead", "sheet=2");
    start();
    signal_at(1, LEAD, "a");
    signal_at(2, LEAD, "b");
    signal_at(3, LEAD, "a");
    signal_at(4, LEAD, "c");
    signal_at(5, LEAD, "b");
    expect(2, 1);
    expect(5, 1);
    expect_nothing();
}

/* a timer that the same sheet's next signal stops */
Test(logic, calls_off_what_waits_for_the_same_sheet)
{
    ADD_RULE(1, NAN, "when=s1.lead", "delay=3 s", "until=s1.trail");
    start();
    signal_at(1, LEAD, "a");
    signal_at(2, LEAD, "b");
    signal_at(3, TRAIL, "a");
    expect(5, 1);
    expect_nothing();
}

/* what comes and goes within the time is not there; what comes again has to stand from then on */
Test(logic, learns_of_signals_that_stand)
{
    sensor = STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s2", "path=main", "at=245 mm",
                       "debounce=10 ms");
    ADD_RULE(1, NAN, "when=s2.lead");
    ADD_RULE(2, NAN, "when=s2.trail");
    start();
    signal_at(1, LEAD, "a");
    signal_at(1.004, TRAIL, "a");
    signal_at(2, LEAD, "a");
    signal_at(2.001, LEAD, "b");
    signal_at(2.005, LEAD, "a");
    expect(2.011, 1);
    expect(2.015, 1);
    signal_at(3, TRAIL, "a");
    expect(3.01, 2);
    expect_nothing();
}

Test(logic, suggests_names_for_formulas)
{
    quire_diag *diag = quire_diag_create();
    ADD_RULE(1, NAN, "when=s1.lead.cuont > 2");
    cr_assert(quire_logic_create(&logic, &s.model, NULL, diag) == QUIRE_ERROR_INPUT);
    cr_assert_eq(quire_diag_count(diag), 1);
    cr_expect_str_eq(quire_diag_get(diag, 0)->code, "E-FORMULA");
    cr_expect_not_null(strstr(quire_diag_get(diag, 0)->text, "did you mean 's1.lead.count'"), "%s",
                       quire_diag_get(diag, 0)->text);
    quire_diag_destroy(diag);
}
