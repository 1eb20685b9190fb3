/* Sheets that stand askew or aside: the checks of skew and lateral shift, and edge sensors that
 * look at a place across the feed. */
#include "catalog/kinds.h"
#include "check/scope.h"
#include "fixtures/check_stage.h"
#include "kind/check.h"
#include "kind/event.h"
#include "kind/sensor.h"

#define NEAR(a, b, tolerance)                                                                      \
    cr_assert(fabs((a) - (b)) <= (tolerance), "%.17g, expected %.17g", (double)(a), (double)(b))
#define SAYS(text_, part_) cr_assert(strstr(text_, part_) != NULL, "'%s' lacks '%s'", text_, part_)

static struct stage s;
static struct quire_object *check;
static const struct quire_check_ops *ops;
static void *memory;
static struct quire_check_result result;
static double node[3 * 2 * STAGE_NODES];

/* the sheet on the path, with its middle at the start of the leading edge's line, turned by `yaw`
 * about its middle */
static void
turn(double time, double lead, double yaw, double shift)
{
    stage_lay(&s, time, lead, 0.5);
    for (int i = 0; i < STAGE_NODES; i++) {
        const double along = s.x[i] - (lead - 0.15);
        for (int j = 0; j < 2; j++) {
            double *at = node + 3 * (2 * i + j), z = j == 0 ? -0.105 : 0.105;
            at[0] = lead - 0.15 + along * cos(yaw) + z * sin(yaw);
            at[1] = 0;
            at[2] = shift - along * sin(yaw) + z * cos(yaw);
        }
    }
    s.sheet.yaw = s.sheet.lead_edge.yaw = s.sheet.trail_edge.yaw = yaw;
    s.sheet.lead.z = shift - 0.15 * sin(yaw);
    s.sheet.trail.z = shift + 0.15 * sin(yaw);
    s.sheet.lead.x = s.sheet.lead.path_distance = lead - 0.15 + 0.15 * cos(yaw);
    s.sheet.shift = shift;
}

static void
open_stage(void)
{
    stage_open(&s);
    s.view.spatial = true;
    s.sheet.n_column = 2;
    s.sheet.node = s.sheet.node_velocity = node;
    turn(0, 0.15, 0, 0);
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
}
#define SET_UP(kind_, ...) set_up(STAGE_ADD(&s, kind_, "name=c", __VA_ARGS__))

static bool
look(bool finished)
{
    quire_scope_sample(check, memory, &s.view);
    return ops->judge(check, memory, &s.view, finished, &result);
}

static bool
tell(const char *sensor, double time, double yaw, double z)
{
    const struct quire_event event = {.time = time,
                                      .kind = QUIRE_EVENT_SENSOR,
                                      .source = sensor,
                                      .signal = "lead",
                                      .sheet = "page",
                                      .value = 0.5,
                                      .in_space = true,
                                      .yaw = yaw,
                                      .z = z};
    ops->event(check, memory, &event, &s.view);
    return ops->judge(check, memory, &s.view, false, &result);
}

TestSuite(skew, .init = open_stage, .fini = close_stage);

Test(skew, fails_when_the_sheet_turns_too_far)
{
    SET_UP(&quire_kind_check_skew, "limit=10 mrad");
    turn(0.1, 0.16, -0.004, 0);
    cr_assert_not(look(false));
    turn(0.2, 0.18, -0.012, 0);
    cr_assert(look(false));
    cr_assert(result.verdict == QUIRE_FAILED);
    NEAR(result.value, 0.012, 1e-15);
    NEAR(result.margin, -0.002, 1e-15);
    NEAR(result.time, 0.2, 0);
    SAYS(result.cause, "skewed by 0.688 deg, its left end ahead");
}

Test(skew, passes_with_its_margin)
{
    SET_UP(&quire_kind_check_skew, "limit=10 mrad");
    turn(0.1, 0.16, 0.004, 0);
    cr_assert_not(look(false));
    turn(0.2, 0.16, 0.001, 0);
    cr_assert(look(true));
    cr_assert(result.verdict == QUIRE_PASSED);
    NEAR(result.margin, 0.006, 1e-15);
}

Test(skew, is_judged_at_a_sensor_only)
{
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s1", "path=main", "at=200 mm");
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s2", "path=main", "at=250 mm");
    SET_UP(&quire_kind_check_skew, "limit=10 mrad", "sensor=s1");
    turn(0.1, 0.16, 0.1, 0);
    cr_assert_not(look(false));
    cr_assert_not(tell("s2", 0.15, 0.1, 0));
    cr_assert(tell("s1", 0.2, 0.011, 0));
    cr_assert(result.verdict == QUIRE_FAILED);
    NEAR(result.value, 0.011, 1e-15);
}

/* the right end 0.6 mm ahead over 120 mm: 5 mrad, also where the sensors do not stand side by side
 */
Test(skew, is_reckoned_from_two_sensors_as_machines_do_it)
{
    static const char *const second_at[] = {"at=200 mm", "at=201 mm"};
    for (int k = 0; k < 2; k++) {
        close_stage();
        open_stage();
        STAGE_ADD(&s, &quire_kind_sensor_edge, "name=right", "path=main", "at=200 mm",
                  "across=60 mm");
        STAGE_ADD(&s, &quire_kind_sensor_edge, "name=left", "path=main", second_at[k],
                  "across=-60 mm");
        SET_UP(&quire_kind_check_skew, "limit=4 mrad", "sensor=left", "second-sensor=right");
        cr_assert_not(tell("right", 0.2, 0.5, 0));
        cr_assert(tell("left", 0.2 + 0.6e-3 / 0.5 + k * 2e-3, 0.5, 0));
        NEAR(result.value, atan(0.6 / 120), 1e-12);
        SAYS(result.cause, "right end ahead");
    }
}

static void
expect_refused(const char *code)
{
    quire_diag *diag = quire_diag_create();
    cr_assert_neq(check->kind->check(check, diag), QUIRE_OK);
    cr_assert_str_eq(quire_diag_get(diag, 0)->code, code);
    quire_diag_destroy(diag);
}

Test(skew, sensors_that_can_not_tell_it_are_refused)
{
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=a", "path=main", "at=200 mm", "across=60 mm");
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=b", "path=main", "at=200 mm", "across=60 mm");
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=middle", "path=main", "at=200 mm");
    STAGE_ADD(&s, &quire_kind_sensor_speed, "name=v", "path=main", "at=200 mm");
    SET_UP(&quire_kind_check_skew, "limit=4 mrad", "sensor=a", "second-sensor=b");
    expect_refused("E-MODEL");
    set_up(STAGE_ADD(&s, &quire_kind_check_skew, "name=c2", "limit=4 mrad", "sensor=a",
                     "second-sensor=middle"));
    expect_refused("E-MODEL");
    set_up(STAGE_ADD(&s, &quire_kind_check_skew, "name=c3", "limit=4 mrad", "second-sensor=a"));
    expect_refused("E-MISSING");
    set_up(STAGE_ADD(&s, &quire_kind_check_skew, "name=c4", "limit=4 mrad", "sensor=v"));
    expect_refused("E-REFERENCE");
    set_up(STAGE_ADD(&s, &quire_kind_check_lateral, "name=c5", "limit=4 mm", "sensor=v"));
    expect_refused("E-REFERENCE");
}

Test(skew, planar_models_leave_both_checks_open)
{
    const struct quire_kind *const kind[] = {&quire_kind_check_skew, &quire_kind_check_lateral};
    static const char *const limit[] = {"limit=4 mrad", "limit=1 mm"};
    s.view.spatial = false;
    for (int k = 0; k < 2; k++) {
        set_up(STAGE_ADD(&s, kind[k], limit[k]));
        s.sheet.yaw = s.sheet.lead.z = 1;
        cr_assert_not(look(false));
        cr_assert(look(true));
        cr_assert(result.verdict == QUIRE_NOT_EVALUATED);
        SAYS(result.cause, "motion=\"spatial\"");
    }
}

Test(skew, lateral_shift_is_measured_from_where_the_sheet_should_be)
{
    SET_UP(&quire_kind_check_lateral, "limit=1 mm", "across=3 mm");
    turn(0.1, 0.16, 0, 0.0025);
    cr_assert_not(look(false));
    turn(0.2, 0.16, 0.01,
         0.0025); /* 1.5 mm more at the trailing edge, 1.5 mm less at the leading edge */
    cr_assert(look(false));
    cr_assert(result.verdict == QUIRE_FAILED);
    NEAR(result.value, 0.003 - (0.0025 - 0.15 * sin(0.01)), 1e-12);
    SAYS(result.cause, "the leading edge is 2 mm too far to the left");
}

Test(skew, lateral_shift_is_judged_at_a_sensor_only)
{
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s1", "path=main", "at=200 mm");
    SET_UP(&quire_kind_check_lateral, "limit=1 mm", "sensor=s1");
    turn(0.1, 0.16, 0, 0.1);
    cr_assert_not(look(false));
    cr_assert_not(tell("s1", 0.2, 0, 0.0009));
    cr_assert(tell("s1", 0.3, 0, 0.0011));
    SAYS(result.cause, "too far to the right");
}

/* ---- sensors ---- */

static double
lead_beyond(const char *name)
{
    const struct quire_object *sensor = stage_find(&s, name);
    const struct quire_sensor_ops *sensor_ops = sensor->kind->ops;
    double prepared[8], g[QUIRE_SENSOR_SIGNALS];
    cr_assert_leq(sensor_ops->prepared_size, sizeof prepared);
    sensor_ops->prepare(sensor, &s.outline, prepared);
    sensor_ops->roots(sensor, prepared, &s.sheet, g);
    return g[0];
}

Test(skew, edge_sensors_look_where_they_stand_across_the_feed)
{
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=left", "path=main", "at=200 mm", "across=-60 mm");
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=right", "path=main", "at=200 mm", "across=60 mm");
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=middle", "path=main", "at=200 mm");
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=aside", "path=main", "at=200 mm", "across=110 mm");
    turn(0, 0.2, 0.01, 0.002);
    /* the leading edge goes through (lead.x, lead.z) in the direction (sin, cos) */
    NEAR(lead_beyond("right"), s.sheet.lead.x + (0.06 - s.sheet.lead.z) * tan(0.01) - 0.2, 1e-12);
    NEAR(lead_beyond("left"), s.sheet.lead.x + (-0.06 - s.sheet.lead.z) * tan(0.01) - 0.2, 1e-12);
    NEAR(lead_beyond("middle"), s.sheet.lead.x - 0.2, 1e-15);
    cr_assert(isnan(lead_beyond("aside")), "beside the sheet");
    s.sheet.node = NULL; /* a planar model's sheets are everywhere across */
    NEAR(lead_beyond("aside"), s.sheet.lead.x - 0.2, 1e-15);
}
