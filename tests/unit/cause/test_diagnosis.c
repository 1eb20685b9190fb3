/* What a verdict is put down to, and the signs before it, on a hand-made machine. */
#include "fixtures/diagnosis_stage.h"
#include "path/places.h"

TestSuite(diagnosis, .init = open_stage, .fini = close_stage);

Test(diagnosis, puts_a_standing_lead_edge_down_to_the_guide_in_its_way)
{
    look(0, 0.1, 0.5);
    front(0.31, 38);
    look(0.1, 0.15, 0);
    tell("stall");
    expect("stub", "lip");
    cr_assert(fabs(why.opposing - 0.31) < 1e-12 && why.n_push == 2);
    cr_assert(fabs(why.symptom[0].time - 0.1) < 1e-9, "%g", why.symptom[0].time);
    cr_assert(sign("steep") != NULL && sign("behind") != NULL && sign("standing") != NULL &&
              sign("slip") == NULL);
}

Test(diagnosis, takes_a_flat_wall_for_no_lip)
{
    s.guide.normal = 2;
    s.guide.holding = s.guide.drag = 0.5;
    s.guide.sheet = 0;
    front(0.31, 15);
    look(0, 0.05, 0);
    tell("stall");
    expect("drag", "lip");
    cr_assert(sign("steep") == NULL);
}

Test(diagnosis, names_the_open_nip)
{
    for (int k = 0; k < 4; k++) {
        rollers[k].normal = 0;
        rollers[k].n_sheet = 0;
    }
    nips[0].sheet = nips[1].sheet = -1;
    look(0, 0.05, 0);
    tell("late");
    expect("loose", "n2");
    cr_assert(why.n_push == 0 && sign("loose") != NULL);
    stage_lay(&s, 0.1, 0.15, 0); /* short of the second, which is ahead: the first covers it */
    tell("late");
    expect("loose", "n1");
}

Test(diagnosis, tells_little_grip_from_much_drag)
{
    s.guide.normal = 9;
    s.guide.holding = s.guide.drag = 2;
    s.guide.sheet = 0;
    for (int k = 0; k < 4; k += 2) {
        rollers[k].slip = -0.45;
        rollers[k].friction = 0.1 * rollers[k].normal;
    }
    look(0, 0.05, 0.05);
    tell("late");
    expect("slip", "n1");
    cr_assert(sign("slip") != NULL && strcmp(sign("slip")->name, "n1") == 0);
    rollers[0].friction = rollers[2].friction = 0.8 * rollers[0].normal;
    tell("late");
    expect("drag", "lip");
}

/* An opened nip on which the sheet still rubs drives nothing and is no cause. */
Test(diagnosis, counts_no_nip_that_hardly_presses)
{
    for (int k = 2; k < 4; k++) {
        rollers[k].normal = 0.0099;
    }
    rollers[2].surface_speed = 0.1; /* it would be the slower one */
    look(0, 0.05, 0.05);
    tell("buckle");
    cr_assert_eq(why.n_push, 1);
    cr_assert_str_eq(why.push[0].name, "n1");
    cr_assert_neq(why.mechanism, QUIRE_MECHANISM_SPEEDS);
}

/* of two guides the one that holds the sheet back, not the one on which it lies */
Test(diagnosis, blames_the_guide_that_holds)
{
    struct quire_guide_view guides[2] = {s.guide, s.guide};

    guides[0].name = "floor";
    guides[0].normal = 9;
    guides[0].holding = guides[0].drag = 0.02;
    guides[1].normal = 0.5;
    guides[1].holding = guides[1].drag = 0.4;
    guides[0].sheet = guides[1].sheet = 0;
    s.view.guide = guides;
    s.view.n_guide = 2;
    look(0, 0.05, 0.05);
    tell("stall");
    expect("drag", "lip");
}

/* Drives that are turned round take the sheet back: it does not fall behind, unless it stays. */
Test(diagnosis, tells_no_sign_of_a_sheet_that_is_taken_back)
{
    drive_back();
    look(0, 0.1, -0.5);
    tell("stall");
    cr_assert(sign("behind") == NULL && sign("standing") == NULL);
    look(0.1, 0.15, -0.02);
    tell("stall");
    cr_assert(sign("behind") != NULL && sign("standing") != NULL);
    cr_assert(fabs(sign("behind")->time - 0.1) < 1e-9);
}

/* A roller below the sheet that is placed by coordinates feeds it with a negative speed. */
Test(diagnosis, takes_the_direction_of_a_drive_from_the_sheet)
{
    drive_back();
    look(0, 0.1, 0.5);
    tell("stall");
    cr_assert(sign("behind") == NULL && sign("standing") == NULL);
    rollers[0].slip = rollers[2].slip = -0.5; /* the sheet stands, the surfaces still run forward */
    look(0.1, 0.15, 0);
    tell("stall");
    cr_assert(sign("behind") != NULL && sign("standing") != NULL);
}

Test(diagnosis, names_the_slower_nip_ahead)
{
    rollers[2].surface_speed = 0.4;
    look(0, 0.05, 0.4);
    tell("buckle");
    expect("speeds", "n2");
    rollers[2].surface_speed = 0.6; /* pulled taut: no loop */
    look(0.05, 0.06, 0.5);
    tell("arrival");
    expect("drive", "n1");
    rollers[0].slip = 0.1; /* by the second, which the first holds back */
    rollers[0].friction = -0.5;
    tell("arrival");
    expect("speeds", "n1");
}

Test(diagnosis, knows_a_channel_that_was_missed)
{
    struct quire_channel_params channel = {
        .name = "exit", .path = &s.path_object, .from = 0.29, .to = 0.4, .gap = 3e-3};
    struct quire_object object = {.kind = &quire_kind_channel, .name = "exit", .params = &channel};
    stage_adopt(&s, &object);
    look(0, 0.05, 0.5);
    tell("out-of-channel");
    expect("astray", "exit");
    tell("late");
    expect("drive", "n1");
}

Test(diagnosis, takes_an_open_nip_for_no_drive)
{
    for (int k = 1; k < 4; k += 2) {
        rollers[k].normal = 0; /* the drivers rub on, the idlers are gone */
    }
    look(0, 0.05, 0);
    tell("late");
    expect("loose", "n2");
}

Test(diagnosis, forgets_what_is_over)
{
    front(0.31, 38);
    look(0, 0.05, 0.5);
    front(0, 0);
    look(0.05, 0.2, 0.5);
    tell("late");
    cr_assert(why.n_symptom == 0);
    front(0.31, 38);
    look(0.2, 0.22, 0.5);
    tell("late");
    cr_assert(why.n_symptom == 1 && fabs(why.symptom[0].time - 0.2) < 1e-9);
}

Test(diagnosis, says_nothing_of_skew_in_the_plane_and_blames_drives_for_time_alone)
{
    look(0, 0.05, 0.5);
    tell("skew");
    cr_assert(why.mechanism == QUIRE_MECHANISM_NONE && why.n_symptom == 0);
    tell("wrap");
    cr_assert_eq(why.mechanism, QUIRE_MECHANISM_WRAP);
    tell("buckle");
    cr_assert(why.mechanism == QUIRE_MECHANISM_NONE && !isnan(why.path_distance));
    tell("late");
    expect("drive", "n1");
}

Test(diagnosis, says_nothing_without_a_path)
{
    s.sheet.path = NULL;
    look(0, 0.05, 0);
    tell("stall");
    cr_assert(why.mechanism == QUIRE_MECHANISM_NONE && isnan(why.path_distance));
}

/* Looks come every 10 ms, steps every 0.5 ms: what began between two looks has the time of its
 * step, also where steps were taken back. */
Test(diagnosis, dates_signs_by_steps)
{
    look(0, 0.095, 0.5);
    for (int k = 1; k < 20; k++) {
        stage_lay(&s, 0.09 + 0.0005 * k, 0.3, 0.0);
        quire_diagnosis_track(diagnosis, &s.view, 0); /* taken back: it did not stand yet */
    }
    for (int k = 1; k <= 20; k++) {
        stage_lay(&s, 0.09 + 0.0005 * k, 0.3, k < 7 ? 0.5 : k < 9 ? 0.2 : 0.0);
        quire_diagnosis_track(diagnosis, &s.view, 0);
    }
    front(0.1, 90);
    quire_diagnosis_observe(diagnosis, &s.view);
    tell("stall");
    cr_assert_float_eq(sign("behind")->time, 0.0935, 1e-12, "%.9g", sign("behind")->time);
    cr_assert_float_eq(sign("standing")->time, 0.0945, 1e-12, "%.9g", sign("standing")->time);
}

Test(diagnosis, dates_a_guide_in_the_way_with_the_lead_edge_that_it_holds)
{
    look(0, 0.095, 0.5);
    for (int k = 1; k <= 20; k++) {
        stage_lay(&s, 0.09 + 0.0005 * k, 0.3, k < 7 ? 0.5 : 0.0);
        quire_diagnosis_track(diagnosis, &s.view, 0);
    }
    front(0.1, 90);
    quire_diagnosis_observe(diagnosis, &s.view);
    tell("stall");
    cr_assert_float_eq(sign("steep")->time, 0.0935, 1e-12, "%.9g", sign("steep")->time);
}

/* ---- the definitions: causes just below each limit, and just above it (doc/guide/jams.md)
 * ---- */

static double factor; /* of the limit */

static void
drive_all(double speed)
{
    rollers[0].surface_speed = rollers[2].surface_speed = speed;
}

static void
slip_all(double slip, double friction)
{
    for (int k = 0; k < 4; k += 2) {
        rollers[k].slip = slip;
        rollers[k].friction = friction * rollers[k].normal;
    }
    s.guide.normal = 9;
    s.guide.holding = s.guide.drag = 2;
    s.guide.sheet = 0;
    s.sheet.lead.path_speed = 0.05;
}

static void
guide_at_angle(void)
{
    front(0.31, 20 * factor);
}

static void
guide_with_force(void)
{
    front(10e-3 * factor, 38);
}

static void
held_with_force(void)
{
    s.guide.normal = 9;
    s.guide.holding = s.guide.drag = 10e-3 * factor;
    s.guide.sheet = 0;
    s.sheet.lead.path_speed = 0.05;
}

static void
slip_forward(void)
{
    rollers[0].slip = 0.05 * 0.5 * factor;
}

static void
slip_by_a_tenth(void)
{
    rollers[0].slip = 0.1 * 0.5 * factor;
}

static void
slip_back(void)
{
    rollers[2].slip = -0.05 * 0.5 * factor;
}

static void
slow_drives_slip(void)
{
    drive_all(20e-3 * factor);
    rollers[0].slip = 0.01;
}

static void
slow_drives(void)
{
    drive_all(20e-3 * factor);
    s.sheet.lead.path_speed = 0;
}

static void
half_speed(void)
{
    s.sheet.lead.path_speed = 0.5 * 0.5 * factor;
}

static void
tenth_of_speed(void)
{
    s.sheet.lead.path_speed = 0.1 * 0.5 * factor;
}

static void
tenth_backwards(void)
{
    s.sheet.lead.path_speed = -0.1 * 0.5 * factor;
}

static void
shorter(void)
{
    s.sheet.trail.path_distance += 5e-3 * factor;
}

static void
stubbed_at_speed(void)
{
    front(0.31, 38);
    half_speed();
}

static void
stubbed_at_angle(void)
{
    guide_at_angle();
    s.sheet.lead.path_speed = 0;
}

static void
stubbed_with_force(void)
{
    guide_with_force();
    s.sheet.lead.path_speed = 0;
}

static void
friction_used(void)
{
    slip_all(-0.45, 0.4 * factor);
}

static void
all_slip(void)
{
    slip_all(-0.1 * 0.5 * factor, 0.1);
}

static void
slower_ahead(void)
{
    rollers[2].surface_speed = (1 - 0.02) * 0.5 * factor;
}

/* one look at the machine, all as in open_stage() but what `set` changes */
static void
see(void (*set)(void), double near)
{
    close_stage();
    open_stage();
    stage_lay(&s, 0.01, 0.3, 0.5);
    factor = near;
    set();
    quire_diagnosis_observe(diagnosis, &s.view);
}

Test(diagnosis, signs_begin_at_the_limits_that_the_guide_states)
{
    static const struct {
        void (*set)(void);
        const char *sign;
        bool above; /* the limit it holds, or below */
    } cases[] = {
        {guide_at_angle, "steep", true},
        {guide_with_force, "steep", true},
        {slip_forward, "slip", true},
        {slip_back, "slip", true},
        {slow_drives_slip, "slip", true},
        {slow_drives, "behind", true},
        {slow_drives, "standing", true},
        {half_speed, "behind", false},
        {tenth_of_speed, "standing", false},
        {tenth_backwards, "standing", false},
        {shorter, "short", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int above = 0; above < 2; above++) {
            see(cases[i].set, above ? 1.001 : 0.999);
            tell("late");
            cr_expect_eq(sign(cases[i].sign) != NULL, above == cases[i].above,
                         "case %zu, %s, %s the limit", i, cases[i].sign, above ? "above" : "below");
        }
    }
}

Test(diagnosis, causes_change_at_the_limits_that_the_guide_states)
{
    static const struct {
        void (*set)(void);
        const char *kind, *below, *above; /* "": none is named */
    } cases[] = {
        {stubbed_at_speed, "stall", "stub", ""},   {stubbed_at_angle, "stall", "", "stub"},
        {stubbed_with_force, "stall", "", "stub"}, {friction_used, "stall", "slip", "drag"},
        {all_slip, "stall", "drag", "slip"},       {slower_ahead, "buckle", "speeds", ""},
        {half_speed, "late", "", "drive"},         {slip_by_a_tenth, "late", "drive", ""},
        {held_with_force, "stall", "", "drag"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int above = 0; above < 2; above++) {
            see(cases[i].set, above ? 1.001 : 0.999);
            tell(cases[i].kind);
            cr_expect_str_eq(
                why.mechanism != QUIRE_MECHANISM_NONE ? quire_mechanism_word(why.mechanism) : "",
                above ? cases[i].above : cases[i].below, "case %zu, %s the limit", i,
                above ? "above" : "below");
        }
    }
}

Test(diagnosis, channels_are_missed_within_20_mm_of_the_lead_edge)
{
    struct quire_channel_params channel = {
        .name = "exit", .path = &s.path_object, .from = 0.2, .to = 0.4, .gap = 3e-3};
    struct quire_object object = {.kind = &quire_kind_channel, .name = "exit", .params = &channel};
    stage_adopt(&s, &object);
    look(0, 0.05, 0.5);
    for (int i = 0; i < 4; i++) {
        const struct quire_check_result result = {
            .sheet = "page",
            .path_distance = 0.3 + (i % 2 == 0 ? -1 : 1) * (i < 2 ? 0.01999 : 0.02001)};
        quire_diagnosis_find(diagnosis, &s.view, about("out-of-channel"), &result, &why);
        cr_expect_eq(why.mechanism == QUIRE_MECHANISM_ASTRAY, i < 2, "case %d", i);
    }
}

/* A sign that was seen at 10 ms is still told 30 ms later; seen again by then it has been there all
 * the time. */
Test(diagnosis, signs_are_forgotten_after_30_ms)
{
    for (int over = 0; over < 2; over++) {
        const double later = 0.01 + (over ? 0.0301 : 0.0299);
        see(guide_at_angle, 2);
        front(0, 0);
        s.view.time = later;
        tell("late");
        cr_expect_eq(sign("steep") != NULL, !over);
        front(0.31, 38);
        quire_diagnosis_observe(diagnosis, &s.view);
        tell("late");
        cr_expect_float_eq(sign("steep")->time, over ? later : 0.01, 1e-12);
    }
}

/* 0.3 N by what presses against the feed, 0.1 N by friction; the other way round; and along the
 * sheet */
Test(diagnosis, takes_a_steep_face_that_holds_for_a_stub)
{
    struct quire_outline flat;
    const double from[2] = {0.1, 0};
    quire_outline_begin(&flat, from, 0);
    quire_outline_add_line(&flat, 0.2);
    s.guide.sheet = 0;
    s.guide.holding = 0.4;
    for (int k = 0; k < 3; k++) {
        s.guide.drag = k == 1 ? 0.3 : 0.1;
        s.guide.outline = k < 2 ? &s.guide_outline : &flat;
        look(0.1 * k, 0.1 * k + 0.05, 0);
        tell("stall");
        expect(k == 0 ? "stub" : "drag", "lip");
    }
    quire_outline_clear(&flat);
}

Test(diagnosis, takes_no_drive_that_stands_farther_back_for_the_pace)
{
    rollers[0].surface_speed = 0; /* a pick roller that was stopped */
    rollers[2].slip = -0.5;       /* the sheet stands; n2 has next to no grip */
    rollers[2].friction = 0.1;
    look(0, 0.1, 0);
    tell("stall");
    expect("slip", "n2");
    cr_assert(sign("behind") != NULL);
    rollers[0].surface_speed = 0.5, rollers[2].surface_speed = 0; /* the one ahead holds it */
    rollers[2].slip = rollers[2].friction = 0;
    tell("arrival");
    expect("speeds", "n2");
}

Test(diagnosis, names_the_drive_that_never_ran_as_fast_as_others)
{
    struct quire_roller_view more[6];
    memcpy(more, rollers, sizeof rollers);
    more[4] = more[5] = rollers[0];
    more[4].n_sheet = more[5].n_sheet = 0;
    more[2].surface_speed = 0.4;
    more[0].n_sheet = more[1].n_sheet = 0; /* n1 has let go */
    s.view.roller = more, s.view.n_roller = 6;
    quire_diagnosis_destroy(diagnosis);
    diagnosis = quire_diagnosis_create(&s.view);
    look(0, 0.1, 0.4);
    tell("arrival");
    expect("drive", "n2");
    const struct quire_symptom *delay = sign("delay"); /* 2 mm behind, at 100 mm/s less */
    cr_assert_not_null(delay);
    cr_assert(fabs(delay->time - 0.02) < 0.0101, "%g", delay->time);
}
