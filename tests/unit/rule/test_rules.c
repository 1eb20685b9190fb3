/* Rules: what a file may say, and the messages for all else. */
#include "catalog/kinds.h"
#include "drive/drive.h"
#include "fixtures/check_stage.h"
#include "rule/rule.h"

static struct stage s;
static quire_diag *diag;

static void
open_stage(void)
{
    stage_open(&s);
    diag = quire_diag_create();
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s1", "path=main", "at=145 mm");
    STAGE_ADD(&s, &quire_kind_sensor_speed, "name=v1", "path=main", "at=145 mm");
}

static void
close_stage(void)
{
    quire_diag_destroy(diag);
    stage_close(&s);
}

TestSuite(rule, .init = open_stage, .fini = close_stage);

static quire_status
check_rule(const char *const *texts)
{
    const struct quire_object *rule = stage_add(&s, &quire_kind_rule, texts);
    return rule->kind->check(rule, diag);
}
#define CHECK_RULE(...) check_rule((const char *const[]){__VA_ARGS__, NULL})

static const struct quire_problem *
only_problem(void)
{
    cr_assert(quire_diag_count(diag) == 1, "%zu problems", quire_diag_count(diag));
    return quire_diag_get(diag, 0);
}

Test(rule, resolves_sensor_and_signal)
{
    const struct quire_object *sensor = NULL;
    int signal = -1;
    cr_assert(CHECK_RULE("when=s1.trail") == QUIRE_OK);
    cr_assert(quire_rule_resolve("s1.trail", &s.root, &sensor, &signal));
    cr_assert_str_eq(sensor->name, "s1");
    cr_assert(signal == 1);
    cr_assert_not(quire_rule_resolve("s1", &s.root, &sensor, &signal));
    cr_assert_not(quire_rule_resolve("s1.trails", &s.root, &sensor, &signal));
}

Test(rule, refuses_an_unknown_signal_and_suggests_the_nearest)
{
    cr_assert(CHECK_RULE("when=s1.laed") == QUIRE_ERROR_INPUT);
    cr_assert_str_eq(only_problem()->code, "E-REFERENCE");
    cr_assert(strstr(only_problem()->text, "s1.laed") != NULL);
    cr_assert(strstr(only_problem()->hint, "'s1.lead'") != NULL, "%s", only_problem()->hint);
}

Test(rule, asks_for_the_signal_when_only_the_sensor_is_named)
{
    cr_assert(CHECK_RULE("when=s1") == QUIRE_ERROR_INPUT);
    cr_assert(strstr(only_problem()->hint, "'s1.lead'") != NULL);
}

Test(rule, refuses_signals_that_never_come)
{
    cr_assert(CHECK_RULE("when=v1.above") == QUIRE_ERROR_INPUT);
    cr_assert(strstr(only_problem()->text, "threshold") != NULL);
}

Test(rule, refuses_an_unknown_sheet)
{
    cr_assert(CHECK_RULE("when=s1.lead", "sheet=paeg") == QUIRE_ERROR_INPUT);
    cr_assert(strstr(only_problem()->hint, "'page'") != NULL);
}

/* the stage's own look at the rule, without a model, finds these already */
Test(rule, needs_one_cause)
{
    const quire_setting both[] = {{"when", "s1.lead"}, {"time", "1 s"}};
    const quire_setting timed_sheet[] = {{"time", "1 s"}, {"sheet", "each"}};
    struct quire_object *rule;
    cr_assert(quire_object_from_settings(&rule, &quire_kind_rule, both, 2, s.arena, diag) ==
              QUIRE_ERROR_INPUT);
    cr_assert(quire_object_from_settings(&rule, &quire_kind_rule, NULL, 0, s.arena, diag) ==
              QUIRE_ERROR_INPUT);
    cr_assert(quire_object_from_settings(&rule, &quire_kind_rule, timed_sheet, 2, s.arena, diag) ==
              QUIRE_ERROR_INPUT);
}

static struct quire_action
describe(const struct quire_object *action)
{
    struct quire_action out;
    ((const struct quire_action_ops *)action->kind->ops)->describe(action, &out);
    return out;
}

Test(rule, set_tells_quantity_value_and_ramp)
{
    const struct quire_action speed = describe(
        STAGE_ADD(&s, &quire_kind_action_set, "speed=700 mm/s", "drive=main", "ramp=30 ms"));
    cr_assert(speed.kind == QUIRE_ACTION_SET_DRIVE && speed.quantity == QUIRE_DRIVE_SPEED &&
              speed.value == 0.7 && speed.ramp == 0.03);
    const struct quire_action torque =
        describe(STAGE_ADD(&s, &quire_kind_action_set, "torque=0.1 N*m", "drive=main"));
    cr_assert(torque.quantity == QUIRE_DRIVE_TORQUE && torque.value == 0.1 && torque.ramp == 0);
    const struct quire_action stop =
        describe(stage_add(&s, &quire_kind_action_stop, (const char *const[]){NULL}));
    cr_assert(stop.kind == QUIRE_ACTION_STOP);
}

Test(rule, set_keeps_to_the_quantity_that_the_drive_has)
{
    static const struct quire_field fields[] = {
        QUIRE_REAL(struct quire_drive_params, given[QUIRE_DRIVE_SPEED], "speed", "m/s",
                   QUIRE_OPTIONAL, QUIRE_ANY, "", NULL),
        QUIRE_REAL(struct quire_drive_params, given[QUIRE_DRIVE_TORQUE], "torque", "N*m",
                   QUIRE_OPTIONAL, QUIRE_ANY, "", NULL),
        QUIRE_FIELD_END,
    };
    static const struct quire_kind drive_kind = {.element = "drive", .fields = fields};
    struct quire_object drive = {.kind = &drive_kind, .name = "feed", .present = 2}; /* by torque */
    stage_adopt(&s, &drive);
    const struct quire_object *speed =
        STAGE_ADD(&s, &quire_kind_action_set, "drive=feed", "speed=700 mm/s");
    const struct quire_object *torque =
        STAGE_ADD(&s, &quire_kind_action_set, "drive=feed", "torque=0.1 N*m");
    cr_assert(torque->kind->check(torque, diag) == QUIRE_OK);
    cr_assert(speed->kind->check(speed, diag) == QUIRE_ERROR_INPUT);
    cr_assert(strstr(only_problem()->text, "'feed'") != NULL);
}
