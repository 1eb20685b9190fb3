/* Each check passing and failing, with time, place, cause and margin; and where it must keep
 * quiet. */
#include "body/hold.h"
#include "body/nip.h"
#include "catalog/kinds.h"
#include "check/scope.h"
#include "fixtures/check_stage.h"
#include "kind/check.h"
#include "kind/event.h"
#include "math/detmath.h"
#include "path/places.h"

#define STEP 2e-3 /* between looks [s] */
#define NEAR(a, b, tolerance)                                                                      \
    cr_assert(fabs((a) - (b)) <= (tolerance), "%.17g, expected %.17g", (double)(a), (double)(b))
#define SAYS(text_, part_) cr_assert(strstr(text_, part_) != NULL, "'%s' lacks '%s'", text_, part_)

static struct stage s;
static struct quire_object *check;
static const struct quire_check_ops *ops;
static void *memory;
static struct quire_check_result result;

static void
open_stage(void)
{
    stage_open(&s);
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
#define SET_UP(kind_, ...)    set_up(STAGE_ADD(&s, kind_, "name=c", __VA_ARGS__))
#define SET_UP_DEFAULT(kind_) set_up(STAGE_ADD(&s, kind_, "name=c"))

/* One look; true once it is decided. */
static bool
look(bool finished)
{
    quire_scope_sample(check, memory, &s.view);
    return ops->judge(check, memory, &s.view, finished, &result);
}

/* Leading edge from `lead` on at `speed`, from t0 to t1. Returns the time at which the check
 * decided; NaN if it did not. */
static double
go(double t0, double t1, double lead, double speed)
{
    for (int i = 0; i <= (int)((t1 - t0) / STEP + 0.5); i++) {
        stage_lay(&s, t0 + i * STEP, lead + speed * i * STEP, speed);
        if (look(false)) {
            return s.view.time;
        }
    }
    return NAN;
}

static void
clamp(const struct quire_hold_params *hold)
{
    static struct quire_object object;
    object = (struct quire_object){.kind = &quire_kind_clamp, .params = (void *)(uintptr_t)hold};
    s.sheet_child[s.sheet_object.n_child++] = &object;
}

static void
press_on_lip(double force)
{
    s.guide.normal = force;
    s.guide.holding = force;
    s.guide.y = 0;
    s.guide.sheet = 0;
}

static void
expect_not_evaluated(void)
{
    cr_assert(look(true));
    cr_assert(result.verdict == QUIRE_NOT_EVALUATED, "%d: %s", (int)result.verdict, result.cause);
    cr_assert(result.cause[0] != '\0', "says why");
}

static void
expect_passed(double margin, double tolerance)
{
    cr_assert(look(true));
    cr_assert(result.verdict == QUIRE_PASSED, "%d: %s", (int)result.verdict, result.cause);
    NEAR(result.margin, margin, tolerance);
    NEAR(result.limit - result.value, result.margin, 1e-15);
}

/* ---- stall ---- */

TestSuite(stall, .init = open_stage, .fini = close_stage);

Test(stall, fails_after_its_duration_and_names_what_holds_the_sheet)
{
    SET_UP_DEFAULT(&quire_kind_check_stall);
    stage_grip(&s, true);
    press_on_lip(0.31);
    cr_assert(isnan(go(0, 0.1, 0.15, 0.5)));
    const double failed = go(0.102, 0.3, 0.2, 0); /* it came to 200 mm at 0.1 s */
    NEAR(failed, 0.100 + 0.050, 1.5 * STEP);
    cr_assert(result.verdict == QUIRE_FAILED && result.margin < 0);
    NEAR(result.time, failed, 0);
    NEAR(result.path_distance, 0.2, 1e-15);
    cr_assert_str_eq(result.sheet, "page");
    cr_assert_str_eq(result.place, "guide 'lip'");
    SAYS(result.cause, "since 0.1 s");
    SAYS(result.cause, "nip 'n1' turns at 500 mm/s");
    SAYS(result.cause, "held by guide 'lip' with 0.31 N at 90 deg");
}

Test(stall, tells_the_longest_standstill_as_margin)
{
    SET_UP_DEFAULT(&quire_kind_check_stall);
    stage_grip(&s, true);
    go(0, 0.1, 0.15, 0.5);
    go(0.102, 0.120, 0.2, 0);
    go(0.120, 0.2, 0.2, 0.5);
    expect_passed(0.050 - 0.020, 1e-12);
}

Test(stall, has_its_threshold_at_the_stated_mean_speed)
{
    SET_UP(&quire_kind_check_stall, "speed=5 mm/s", "duration=50 ms");
    stage_grip(&s, true);
    cr_assert(isnan(go(0, 0.5, 0.15, 0.006)));
    set_up(check);
    cr_assert_not(isnan(go(0, 0.5, 0.15, 0.004)));
}

Test(stall, sees_a_lead_edge_that_trembles_on_the_spot)
{
    SET_UP_DEFAULT(&quire_kind_check_stall);
    stage_grip(&s, true);
    bool decided = false;
    for (int i = 0; i < 50 && !decided; i++) {
        stage_lay(&s, i * STEP, 0.2 + (i % 2) * 5e-5,
                  i % 2 ? -0.05 : 0.05); /* 0.05 mm, at 50 mm/s */
        decided = look(false);
    }
    cr_assert(decided && result.verdict == QUIRE_FAILED);
}

Test(stall, keeps_quiet_about_a_clamped_sheet)
{
    const struct quire_hold_params for_good = {.until = NAN}, released = {.until = 0.1};
    SET_UP_DEFAULT(&quire_kind_check_stall);
    stage_grip(&s, true);
    clamp(&for_good);
    cr_assert(isnan(go(0, 1, 0.2, 0)));
    expect_not_evaluated();
    s.sheet_object.n_child = 1;
    clamp(&released);
    set_up(check);
    NEAR(go(0, 1, 0.2, 0), 0.15, 1.5 * STEP); /* from its release on it is a sheet like others */
}

Test(stall, keeps_quiet_without_a_turning_roller_at_the_sheet)
{
    SET_UP_DEFAULT(&quire_kind_check_stall);
    cr_assert(isnan(go(0, 0.5, 0.2, 0)), "nothing touches it");
    stage_grip(&s, true);
    s.roller[0].surface_speed = 0;
    cr_assert(isnan(go(0.5, 1, 0.2, 0)), "the drive stands");
    s.roller[0].is_driver = false;
    s.roller[0].surface_speed = 0.5;
    cr_assert(isnan(go(1, 1.5, 0.2, 0)), "the roller idles");
    expect_not_evaluated();
}

Test(stall, keeps_quiet_while_a_standing_drive_holds_the_sheet)
{
    SET_UP_DEFAULT(&quire_kind_check_stall);
    struct quire_roller_view rollers[3] = {s.roller[0], s.roller[1], s.roller[0]};
    rollers[2].name = "gate";
    rollers[2].x = 0.15;
    rollers[2].surface_speed = 0;
    for (int i = 0; i < 3; i++) {
        rollers[i].n_sheet = 1;
    }
    s.view.roller = rollers;
    s.view.n_roller = 3;
    cr_assert(isnan(go(0, 0.5, 0.2, 0)));
    rollers[2].x = 0.25; /* it touches another sheet, not this one */
    cr_assert_not(isnan(go(0.5, 1, 0.2, 0)));
}

Test(stall, keeps_quiet_without_a_path)
{
    SET_UP_DEFAULT(&quire_kind_check_stall);
    stage_grip(&s, true);
    s.sheet.path = NULL;
    cr_assert(isnan(go(0, 0.5, 0.2, 0)));
    expect_not_evaluated();
}

Test(stall, of_the_sheet_lets_a_loop_grow)
{
    SET_UP(&quire_kind_check_stall, "of=sheet");
    stage_grip(&s, true);
    for (int i = 0; i < 100; i++) {
        stage_lay(&s, i * STEP, 0.2, 0);
        s.sheet.trail.path_distance += 0.1 * i * STEP;
        cr_assert_not(look(false));
    }
    set_up(check);
    cr_assert_not(isnan(go(0, 0.5, 0.2, 0)));
}

/* ---- late ---- */

TestSuite(late, .init = open_stage, .fini = close_stage);

static void
add_nip_object(void)
{
    static struct quire_nip_params params;
    static struct quire_object object;
    params = (struct quire_nip_params){.name = "n1", .path = &s.path_object, .at = 0.1};
    object = (struct quire_object){.kind = &quire_kind_nip, .name = "n1", .params = &params};
    stage_adopt(&s, &object);
}

/* The sensor is 200 mm away, the drive makes 500 mm/s: due after 0.4 s, late after 0.6 s. */
Test(late, fails_when_the_drive_has_gone_half_as_far_again)
{
    add_nip_object();
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s2", "path=main", "at=350 mm");
    SET_UP_DEFAULT(&quire_kind_check_late);
    stage_grip(&s, true);
    press_on_lip(0.31);
    const double failed = go(0, 1, 0.15, 0.1);
    NEAR(failed, 0.6, 1.5 * STEP);
    cr_assert(result.verdict == QUIRE_FAILED);
    NEAR(result.limit, 0.3, 1e-12);
    SAYS(result.cause, "sensor 's2'");
    SAYS(result.cause, "which is 200 mm away");
    SAYS(result.cause, "guide 'lip'");
}

Test(late, margin_is_the_drive_distance_that_was_left)
{
    add_nip_object();
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s2", "path=main", "at=350 mm");
    SET_UP_DEFAULT(&quire_kind_check_late);
    stage_grip(&s, true);
    go(0, 0.5, 0.15, 0.45); /* 10 % slip: there at 0.444 s, after 222 mm of drive */
    expect_passed(0.3 - 0.2222, 0.5 * 2 * STEP);
}

/* Late after 0.6 s, at 300 mm of drive; then it is pushed on, and comes at 0.8 s. */
Test(late, tells_what_was_driven_until_the_sheet_came)
{
    add_nip_object();
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s2", "path=main", "at=350 mm");
    SET_UP_DEFAULT(&quire_kind_check_late);
    stage_grip(&s, true);
    for (double t = go(0, 0.7, 0.15, 0.1) + STEP; t < 0.7; t += STEP) {
        stage_lay(&s, t, 0.15 + 0.1 * t, 0.1);
        look(false);
    }
    cr_assert(look(true) && result.verdict == QUIRE_FAILED);
    cr_assert(isnan(result.value) && isnan(result.margin), "it has not come");
    SAYS(result.cause, "nor by the end of the run");
    for (double t = 0.7; t < 1; t += STEP) {
        stage_lay(&s, t, 0.22 + (t - 0.7) * 1.3, 0);
        look(false);
    }
    cr_assert(look(true) && result.verdict == QUIRE_FAILED);
    NEAR(result.value, 0.4, 0.5 * 2 * STEP);
    NEAR(result.margin, -0.1, 0.5 * 2 * STEP);
}

Test(late, counts_what_the_drive_does)
{
    add_nip_object();
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s2", "path=main", "at=350 mm");
    SET_UP_DEFAULT(&quire_kind_check_late);
    stage_grip(&s, true);
    s.roller[0].surface_speed = 0;
    cr_assert(isnan(go(0, 5, 0.15, 0)), "a drive that stands makes nobody late");
    s.roller[0].surface_speed = 0.5;
    NEAR(go(5, 10, 0.15, 0), 5.6, 1.5 * STEP);
}

Test(late, allows_a_distance_at_near_sensors)
{
    add_nip_object();
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s2", "path=main", "at=160 mm");
    SET_UP(&quire_kind_check_late, "distance=30 mm");
    stage_grip(&s, true);
    NEAR(go(0, 1, 0.15, 0), 0.08, 1.5 * STEP); /* 10 mm + 30 mm at 500 mm/s */
}

Test(late, keeps_quiet_without_sensor_drive_or_path)
{
    SET_UP_DEFAULT(&quire_kind_check_late);
    stage_grip(&s, true);
    cr_assert(isnan(go(0, 5, 0.15, 0)), "no sensor");
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s2", "path=main", "at=350 mm");
    cr_assert(isnan(go(0, 5, 0.15, 0)), "the nip stands on another path");
    add_nip_object();
    s.sheet.path = NULL;
    cr_assert(isnan(go(0, 5, 0.15, 0)), "no path");
    expect_not_evaluated();
}

/* ---- wrap ---- */

TestSuite(wrap, .init = open_stage, .fini = close_stage);

/* The sheet comes along the path and follows the driver, whose centre is at (0.1, -0.01) m, down
 * and round by `angle`. */
static void
wrap_round(double angle)
{
    const double r = 0.01, segment = 0.3 / (STAGE_NODES - 1);
    const double arc = angle * r, straight = 0.3 - arc;
    for (int i = 0; i < STAGE_NODES; i++) {
        const double along = i * segment - straight; /* beyond the top of the roller */
        if (along <= 0) {
            s.x[i] = 0.1 + along;
            s.y[i] = 0;
        } else {
            s.x[i] = 0.1 + r * sin(along / r);
            s.y[i] = -0.01 + r * cos(along / r);
        }
    }
    s.sheet.lead.x = s.x[STAGE_NODES - 1];
    s.sheet.lead.y = s.y[STAGE_NODES - 1];
}

Test(wrap, fails_when_the_sheet_goes_round)
{
    SET_UP_DEFAULT(&quire_kind_check_wrap);
    stage_grip(&s, true);
    for (int degrees = 0; degrees <= 200; degrees += 5) {
        s.view.time = 0.001 * degrees;
        wrap_round(degrees * 3.14159265358979 / 180);
        if (look(false)) {
            break;
        }
    }
    cr_assert(result.verdict == QUIRE_FAILED);
    /* the straight part is within the band over up to 40 deg before the top, of which nodes 10
     * mm apart may show none */
    cr_assert(s.view.time >= 0.110 && s.view.time <= 0.205, "at %g deg", 1000 * s.view.time);
    cr_assert_str_eq(result.place, "roller 'n1.driver'");
    SAYS(result.cause, "roller 'n1.driver'");
}

Test(wrap, passes_a_sheet_that_goes_straight_through)
{
    SET_UP_DEFAULT(&quire_kind_check_wrap);
    stage_grip(&s, true);
    go(0, 0.5, 0.15, 0.5);
    cr_assert(look(true));
    cr_assert(result.verdict == QUIRE_PASSED);
    cr_assert(result.margin > 70 * 3.14159265358979 / 180, "%g", result.margin); /* 150 - 79 deg */
}

Test(wrap, takes_off_what_the_path_does)
{
    SET_UP_DEFAULT(&quire_kind_check_wrap);
    stage_grip(&s, true);
    const double origin[2] = {0, 0};
    quire_outline_clear(&s.outline);
    quire_outline_begin(&s.outline, origin, 0);
    quire_outline_add_line(&s.outline, 0.1);
    quire_outline_add_arc(&s.outline, 0.01, 3.14159265358979, -1);
    quire_outline_add_line(&s.outline, 0.1);
    wrap_round(190 * 3.14159265358979 / 180);
    cr_assert_not(look(false));
    expect_passed(150 * 3.14159265358979 / 180, 1.0);
}

Test(wrap, keeps_quiet_without_a_path)
{
    SET_UP_DEFAULT(&quire_kind_check_wrap);
    stage_grip(&s, true);
    s.sheet.path = NULL;
    wrap_round(3.3);
    expect_not_evaluated();
}

/* ---- buckle and out-of-channel ---- */

static struct quire_channel_params channel;

static void
add_channel(double from, double to, double gap)
{
    static struct quire_object object;
    channel = (struct quire_channel_params){.name = "upper-run",
                                            .path = &s.path_object,
                                            .from = from,
                                            .to = to,
                                            .gap = gap,
                                            .mouth = 1e-3};
    object =
        (struct quire_object){.kind = &quire_kind_channel, .name = "upper-run", .params = &channel};
    stage_adopt(&s, &object);
}

/* One node stands out. */
static void
lift(int node, double height)
{
    s.y[node] = height;
    s.sheet.buckle_height = fmax(s.sheet.buckle_height, fabs(height));
}

TestSuite(buckle, .init = open_stage, .fini = close_stage);

Test(buckle, fails_in_a_channel_and_tells_where)
{
    add_channel(0, 0.12, 3e-3);
    SET_UP_DEFAULT(&quire_kind_check_buckle);
    stage_lay(&s, 0.4, 0.15, 0);
    lift(20, 0.0125); /* at 0.05 m */
    press_on_lip(0.31);
    cr_assert(look(false));
    cr_assert(result.verdict == QUIRE_FAILED);
    NEAR(result.time, 0.4, 0);
    NEAR(result.margin, -0.0025, 1e-15);
    NEAR(result.path_distance, 0.05, 1e-12);
    NEAR(result.x, 0.05, 1e-12);
    SAYS(result.cause, "12.5 mm");
    SAYS(result.cause, "at 50 mm");
    SAYS(result.cause, "held by guide 'lip' with 0.31 N");
}

Test(buckle, keeps_quiet_about_free_ends)
{
    add_channel(0, 0.12, 3e-3);
    SET_UP_DEFAULT(&quire_kind_check_buckle);
    lift(STAGE_NODES - 1, 0.05);
    lift(0, -0.08);
    cr_assert_not(look(false));
    expect_passed(0.01, 1e-15);
}

Test(buckle, looks_between_two_nips)
{
    struct quire_nip_view nips[2] = {s.nip, s.nip};
    nips[0].path_distance = 0.0;
    nips[0].sheet = nips[1].sheet = 0;
    s.view.nip = nips;
    s.view.n_nip = 2;
    SET_UP(&quire_kind_check_buckle, "height=20 mm");
    lift(20, 0.019);
    lift(30, 0.05); /* beyond the second nip */
    cr_assert_not(look(false));
    lift(20, 0.021);
    cr_assert(look(false));
    cr_assert(result.verdict == QUIRE_FAILED);
    NEAR(result.limit, 0.02, 0);
}

Test(buckle, allows_a_wide_channel_its_width)
{
    add_channel(0, 0.12, 30e-3);
    SET_UP_DEFAULT(&quire_kind_check_buckle);
    lift(20, 0.0155);
    cr_assert_not(look(false));
    lift(20, 0.0165); /* half the gap and the mouth are 16 mm */
    cr_assert(look(false));
}

Test(buckle, keeps_quiet_without_path_channel_or_nips)
{
    SET_UP_DEFAULT(&quire_kind_check_buckle);
    lift(20, 0.05);
    cr_assert_not(look(false));
    expect_not_evaluated();
    add_channel(0, 0.12, 3e-3);
    s.sheet.path = NULL;
    cr_assert_not(look(false));
    expect_not_evaluated();
}

TestSuite(out_of_channel, .init = open_stage, .fini = close_stage);

Test(out_of_channel, fails_beyond_gap_mouth_and_distance)
{
    add_channel(0, 0.12, 3e-3);
    SET_UP_DEFAULT(&quire_kind_check_out_of_channel);
    lift(20, -0.0074); /* 1.5 + 1 + 5 mm are allowed */
    cr_assert_not(look(false));
    lift(20, -0.0076);
    cr_assert(look(false));
    cr_assert(result.verdict == QUIRE_FAILED);
    NEAR(result.margin, -0.0001, 1e-12);
    NEAR(result.path_distance, 0.05, 1e-12);
    SAYS(result.cause, "channel 'upper-run'");
}

Test(out_of_channel, looks_within_the_channels_ends_alone)
{
    add_channel(0.06, 0.12, 3e-3);
    SET_UP_DEFAULT(&quire_kind_check_out_of_channel);
    lift(20, 0.05);
    cr_assert_not(look(false));
    expect_passed(0.0075, 1e-15);
}

Test(out_of_channel, keeps_quiet_without_channels)
{
    SET_UP_DEFAULT(&quire_kind_check_out_of_channel);
    lift(20, 0.05);
    cr_assert_not(look(false));
    expect_not_evaluated();
}

/* ---- inside ---- */

TestSuite(inside, .init = open_stage, .fini = close_stage);

Test(inside, fails_for_a_sheet_that_lies_still_in_a_nip)
{
    SET_UP_DEFAULT(&quire_kind_check_inside);
    stage_grip(&s, true);
    go(0, 0.1, 0.15, 0.5);
    stage_lay(&s, 0.2, 0.2, 0.0002);
    cr_assert(look(true));
    cr_assert(result.verdict == QUIRE_FAILED);
    NEAR(result.value, 0.0002, 1e-15);
    NEAR(result.limit, 0.001, 1e-15);
    NEAR(result.margin, -0.0008, 1e-15);
    cr_assert_str_eq(result.place, "nip 'n1'");
    SAYS(result.cause, "still inside");
}

/* Of the sheets in a nip its view names one. */
Test(inside, fails_for_a_sheet_that_shares_a_nip)
{
    SET_UP_DEFAULT(&quire_kind_check_inside);
    stage_grip(&s, true);
    go(0, 0.1, 0.15, 0.5);
    stage_lay(&s, 0.2, 0.2, 0.0002);
    s.nip.sheet = 1;
    s.roller[0].n_sheet = s.roller[1].n_sheet = 2;
    cr_assert(look(true));
    cr_assert(result.verdict == QUIRE_FAILED);
}

Test(inside, passes_a_sheet_under_way_one_that_left_and_one_that_is_parked)
{
    SET_UP_DEFAULT(&quire_kind_check_inside);
    stage_grip(&s, true);
    go(0, 0.1, 0.15, 0.5);
    cr_assert(look(true));
    cr_assert(result.verdict == QUIRE_PASSED, "under way");
    set_up(check);
    go(0, 0.1, 0.15, 0.5);
    stage_lay(&s, 0.2, 0.5, 0);
    stage_grip(&s, false);
    cr_assert(look(true));
    cr_assert(result.verdict == QUIRE_PASSED, "it left");
    set_up(check);
    stage_grip(&s, true);
    go(0, 0.1, 0.15, 0.5);
    stage_lay(&s, 0.2, 0.2, 0);
    s.roller[0].surface_speed = 0;
    cr_assert(look(true));
    cr_assert(result.verdict == QUIRE_PASSED, "parked");
}

Test(inside, passes_a_sheet_that_one_of_two_nips_holds_on_purpose)
{
    const struct quire_roller_view rollers[4] = {
        s.roller[0], s.roller[1], {.name = "n2.driver", .is_driver = true}, s.roller[1]};
    struct quire_nip_view nips[2] = {s.nip, s.nip};
    nips[0].sheet = nips[1].sheet = 0;
    nips[0].driver = 2; /* the first stands, the second turns */
    s.view.roller = rollers;
    s.view.nip = nips;
    s.view.n_roller = 4;
    s.view.n_nip = 2;
    SET_UP_DEFAULT(&quire_kind_check_inside);
    go(0, 0.1, 0.15, 0.5);
    stage_lay(&s, 0.2, 0.2, 0);
    cr_assert(look(true));
    cr_assert(result.verdict == QUIRE_PASSED);
}

Test(inside, keeps_quiet_about_a_sheet_that_was_never_moved)
{
    SET_UP_DEFAULT(&quire_kind_check_inside);
    stage_grip(&s, true);
    go(0, 0.1, 0.15, 0);
    expect_not_evaluated();
}

/* ---- stranded ---- */

TestSuite(stranded_look, .init = open_stage, .fini = close_stage);

/* Leading edge from `from` to `to` against the path, or along it, then at rest for 0.1 s. */
static void
come_to_rest(bool turned, double from, double to)
{
    for (int k = 0; k <= 20; k++) {
        const double part = k < 10 ? 0.1 * k : 1;
        stage_lay(&s, 0.02 * k, from + part * (to - from), k < 10 ? (to - from) / 0.2 : 0);
        if (turned) {
            s.sheet.trail.path_distance = s.sheet.lead.path_distance + s.sheet.length;
            s.sheet.trail.x = s.sheet.trail.path_distance;
            for (int i = 0; i < STAGE_NODES; i++) {
                s.x[i] = 2 * s.sheet.lead.x - s.x[i];
            }
        }
        look(k == 20);
    }
}

/* A sheet that is turned round has ahead what lies nearer to the beginning of its path. */
Test(stranded_look, looks_ahead_of_a_sheet_that_is_turned)
{
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=eye", "path=main", "at=100 mm");
    SET_UP_DEFAULT(&quire_kind_check_stranded);
    come_to_rest(true, 0.3, 0.2);
    cr_assert(result.verdict == QUIRE_FAILED);
    cr_assert_str_eq(result.place, "sensor 'eye'");
    SAYS(result.cause, "100 mm short of");
    set_up(check);
    come_to_rest(true, 0.1, 0.05);
    cr_assert(result.verdict == QUIRE_PASSED, "it has passed all");
}

/* ---- arrival ---- */

TestSuite(arrival, .init = open_stage, .fini = close_stage);

static void
arrive(double time, const char *signal, const char *sheet)
{
    const struct quire_event event = {.time = time,
                                      .kind = QUIRE_EVENT_SENSOR,
                                      .source = "s1",
                                      .signal = signal,
                                      .sheet = sheet,
                                      .x = 0.145,
                                      .y = 0,
                                      .path_distance = 0.145,
                                      .value = NAN};
    s.view.time = time;
    ops->event(check, memory, &event, &s.view);
}

static void
add_sensor(void)
{
    STAGE_ADD(&s, &quire_kind_sensor_edge, "name=s1", "path=main", "at=145 mm");
}

Test(arrival, passes_within_its_window_with_the_distance_to_its_nearer_end)
{
    add_sensor();
    SET_UP(&quire_kind_check_arrival, "sensor=s1", "earliest=0.25 s", "latest=0.32 s");
    arrive(0.27, "lead", "page");
    cr_assert(look(false), "decided at once");
    cr_assert(result.verdict == QUIRE_PASSED);
    NEAR(result.margin, 0.02, 1e-15);
    NEAR(result.value, 0.27, 0);
    NEAR(result.path_distance, 0.145, 0);
}

Test(arrival, fails_outside_its_window)
{
    add_sensor();
    SET_UP(&quire_kind_check_arrival, "sensor=s1", "earliest=0.25 s", "latest=0.32 s");
    arrive(0.24, "lead", "page");
    cr_assert(look(false) && result.verdict == QUIRE_FAILED);
    NEAR(result.margin, -0.01, 1e-15);
    SAYS(result.cause, "10 ms too early");
    set_up(check);
    arrive(0.34, "lead", "page");
    cr_assert(look(false) && result.verdict == QUIRE_FAILED);
    NEAR(result.margin, -0.02, 1e-15);
    SAYS(result.cause, "20 ms too late");
}

Test(arrival, fails_when_the_window_is_over_and_names_what_holds_the_sheet)
{
    add_sensor();
    SET_UP(&quire_kind_check_arrival, "sensor=s1", "earliest=0.25 s", "latest=0.32 s");
    press_on_lip(0.31);
    NEAR(go(0, 1, 0.1, 0), 0.32, 1.5 * STEP);
    cr_assert(result.verdict == QUIRE_FAILED);
    SAYS(result.cause, "has not come to sensor 's1'");
    SAYS(result.cause, "guide 'lip'");
}

Test(arrival, is_not_evaluated_when_the_run_ends_first)
{
    add_sensor();
    SET_UP(&quire_kind_check_arrival, "sensor=s1", "earliest=0.25 s", "latest=0.32 s");
    cr_assert(isnan(go(0, 0.3, 0.1, 0)));
    expect_not_evaluated();
}

Test(arrival, with_an_open_window_fails_at_the_end)
{
    add_sensor();
    SET_UP(&quire_kind_check_arrival, "sensor=s1");
    cr_assert(isnan(go(0, 0.3, 0.1, 0)));
    cr_assert(look(true) && result.verdict == QUIRE_FAILED);
}

Test(arrival, listens_to_its_signal_alone)
{
    add_sensor();
    SET_UP(&quire_kind_check_arrival, "sensor=s1", "signal=trail", "latest=0.5 s");
    arrive(0.3, "lead", "page");
    cr_assert_not(look(false));
    arrive(0.4, "trail", "page");
    cr_assert(look(false) && result.verdict == QUIRE_PASSED);
    NEAR(result.margin, 0.1, 1e-15);
}

/* Two sheets, the second enters at 1 s: both windows count from the entering, and the worse
 * margin is told. */
Test(arrival, of_each_sheet_counts_from_its_entering)
{
    struct quire_sheet_view sheets[2] = {s.sheet, s.sheet};
    sheets[1].name = "second";
    sheets[1].enter_time = 1;
    s.view.sheet = sheets;
    s.view.n_sheet = 2;
    add_sensor();
    SET_UP(&quire_kind_check_arrival, "sensor=s1", "earliest=0.25 s", "latest=0.32 s");
    arrive(0.28, "lead", "page");
    cr_assert_not(look(false), "the second is still awaited");
    arrive(1.31, "lead", "second");
    cr_assert(look(false) && result.verdict == QUIRE_PASSED);
    NEAR(result.margin, 0.01, 1e-12);
    cr_assert_str_eq(result.sheet, "second");
}

Test(arrival, refuses_unknown_signals)
{
    add_sensor();
    SET_UP(&quire_kind_check_arrival, "sensor=s1", "signal=trial");
    quire_diag *diag = quire_diag_create();
    cr_assert(check->kind->check(check, diag) == QUIRE_ERROR_INPUT);
    SAYS(quire_diag_get(diag, 0)->hint, "'trail'");
    quire_diag_destroy(diag);
}
