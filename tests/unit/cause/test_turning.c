/* What a skewed or shifted sheet is put down to: moments over the time in which its yaw grew, its
 * start, turned shafts. Two nips side by side, at z = -60 mm and 60 mm, and a guide. */
#include "cause/turning.h"
#include "fixtures/check_stage.h"
#include "result/causes.h"

static struct stage s;
static struct quire_turning *turning;
static struct quire_nip_view nips[2];
static struct quire_roller_view rollers[4];
static struct quire_pad_view pads[2];
static struct quire_why why;
static double moment[5]; /* of the rollers, then of the guide */

static void
open_stage(void)
{
    stage_open(&s);
    for (int k = 0; k < 2; k++) {
        nips[k] = s.nip;
        nips[k].name = k == 0 ? "left" : "right";
        nips[k].driver = 2 * k;
        nips[k].idler = 2 * k + 1;
        pads[k] = (struct quire_pad_view){.at = {0.1, -0.01, k == 0 ? -0.06 : 0.06},
                                          .axis = {0, 0, 1},
                                          .radius = s.roller[0].radius,
                                          .normal = s.roller[0].normal};
        for (int i = 0; i < 2; i++) {
            rollers[2 * k + i] = s.roller[i];
            rollers[2 * k + i].nip = k;
            rollers[2 * k + i].n_sheet = 1;
            rollers[2 * k + i].limit = rollers[2 * k + i].normal;
        }
        rollers[2 * k].pad = pads + k;
        rollers[2 * k].n_pad = 1;
    }
    s.view.spatial = true;
    s.view.nip = nips, s.view.n_nip = 2;
    s.view.roller = rollers, s.view.n_roller = 4;
    memset(moment, 0, sizeof moment);
    s.sheet.moment = moment;
    s.sheet.yaw = s.sheet.shift = 0;
    turning = quire_turning_create(&s.view);
    why = (struct quire_why){0};
}

static void
close_stage(void)
{
    quire_turning_destroy(turning);
    stage_close(&s);
}

TestSuite(turning, .init = open_stage, .fini = close_stage);

/* looks from the present one on, yaw from where it is to `yaw` */
static void
turn_to(double yaw, double time)
{
    const double from = s.view.time, first = s.sheet.yaw;
    for (int k = 0; k <= 10; k++) {
        const double part = k / 10.0;
        stage_lay(&s, from + part * time, 0.2, 0.5);
        s.sheet.yaw = first + part * (yaw - first);
        quire_turning_observe(turning, &s.view, 0);
    }
}

static void
expect(enum quire_mechanism mechanism, const char *name, double share)
{
    const char *found = quire_mechanism_word(why.mechanism);
    cr_assert_eq(why.mechanism, mechanism, "%s", found != NULL ? found : "none");
    cr_assert_str_eq(why.name, name);
    if (share > 0) {
        cr_assert_float_eq(why.share[0].share, share, 1e-9, "%.9g", why.share[0].share);
    }
}

static void
find(void)
{
    quire_turning_find(turning, &s.view, 0, &why);
}

Test(turning, adds_moments_up_and_gives_their_shares)
{
    moment[0] = 0.03, moment[3] = 0.01, moment[4] = -0.04; /* the guide resists */
    turn_to(0.01, 0.2);
    find();
    expect(QUIRE_MECHANISM_TURN, "left", 0.75);
    cr_assert(why.n_share == 2 && strcmp(why.share[1].name, "right") == 0);
}

Test(turning, counts_what_turns_the_other_way_where_yaw_falls)
{
    moment[0] = 0.03, moment[4] = -0.03;
    turn_to(-0.01, 0.2);
    find();
    expect(QUIRE_MECHANISM_TURN, "lip", 1);
}

/* three quarters of it, then the other nip as much again */
Test(turning, takes_off_what_was_undone)
{
    moment[0] = 0.04, moment[4] = -0.04;
    turn_to(0.01, 0.1);
    turn_to(0.0025, 0.1);
    moment[0] = 0, moment[2] = 0.04;
    turn_to(0.01, 0.1);
    find();
    expect(QUIRE_MECHANISM_TURN, "right", 0.75);
    cr_assert_str_eq(why.share[1].name, "left");
}

/* A nip that turns a sheet, and others that hold it then with larger moments. */
Test(turning, counts_moments_by_what_yaw_grew_meanwhile)
{
    moment[0] = 0.01, moment[4] = -0.01;
    turn_to(0.01, 0.1);
    moment[0] = -0.2, moment[2] = 0.2;
    turn_to(0.0101, 0.2);
    find();
    expect(QUIRE_MECHANISM_TURN, "left", 0);
    cr_assert(why.share[0].share > 0.9, "%g", why.share[0].share);
}

Test(turning, names_the_start_and_blames_nobody_of_a_symmetric_machine)
{
    s.sheet.yaw = 0.01;
    turn_to(0.0102, 0.2);
    find();
    expect(QUIRE_MECHANISM_START, "page", 0.01 / 0.0102);
    cr_assert_eq(why.n_share, 1);
}

Test(turning, takes_what_is_left_of_the_start)
{
    s.sheet.yaw = 0.02;
    turn_to(0.002, 0.2);
    moment[2] = 0.02, moment[4] = -0.02;
    turn_to(0.01, 0.2);
    find();
    expect(QUIRE_MECHANISM_TURN, "right", 0.8);
    cr_assert(why.share[1].start && fabs(why.share[1].share - 0.2) < 1e-9);
}

Test(turning, names_what_held_the_sheet_where_moments_are_nothing)
{
    rollers[0].n_sheet = 0; /* the left nip has let go */
    turn_to(0.01, 0.2);
    find();
    expect(QUIRE_MECHANISM_TURN, "right", 1);
}

/* left and right of a station, and two more that run as the one that is right: of a left one that
 * is slower and a right one that is faster, both turn the sheet the same way */
Test(turning, names_of_two_side_by_side_the_one_that_is_not_as_the_others)
{
    for (int k = 0; k < 2; k++) {
        struct quire_roller_view more[6];
        double all[7] = {[0] = 0.01, [2] = 0.0101, [6] = -0.0201};
        memcpy(more, rollers, sizeof rollers);
        more[4] = more[5] = rollers[0];
        more[4].n_sheet = more[5].n_sheet = 0;
        more[2 * k].surface_speed = k == 0 ? 0.495 : 0.505;
        s.view.roller = more, s.view.n_roller = 6;
        s.sheet.moment = all;
        s.sheet.yaw = 0;
        quire_turning_destroy(turning);
        turning = quire_turning_create(&s.view);
        turn_to(0.01, 0.2);
        why = (struct quire_why){0};
        find();
        expect(QUIRE_MECHANISM_TURN, k == 0 ? "left" : "right", 0);
    }
}

Test(turning, names_the_drive_that_slips_at_the_side_that_lags)
{
    moment[2] = 0.02, moment[0] = -0.005, moment[4] = -0.015;
    rollers[0].slip = -0.2; /* the sheet is slower than the left nip */
    turn_to(0.01, 0.2);
    find();
    expect(QUIRE_MECHANISM_SLIP, "left", 0);
}

Test(turning, names_what_took_a_sheet_aside)
{
    const double a = 0.01; /* of the left shaft: it takes sheets to the left */
    pads[0].axis[0] = sin(a), pads[0].axis[2] = cos(a);
    turn_to(0, 0.2);
    s.sheet.shift = -0.5 * 0.5 * 0.2 * sin(a);
    quire_turning_find_aside(turning, &s.view, 0, s.sheet.shift, s.sheet.shift, &why);
    expect(QUIRE_MECHANISM_TURN, "left", 1);
}

/* From 0.5 mrad on by 50 mrad/s, looks every 20 ms: 1 mrad after 10 ms. */
Test(turning, dates_the_beginning_between_looks_and_gives_the_yaw_that_came_of_it)
{
    turn_to(0.0005, 0.1);
    turn_to(0.0105, 0.2);
    find();
    cr_assert_eq(why.symptom[0].kind, QUIRE_SYMPTOM_TURNED);
    cr_assert_float_eq(why.symptom[0].time, 0.11, 1e-9, "%g", why.symptom[0].time);
    cr_assert_float_eq(why.symptom[0].value, 0.0105, 1e-12);
}

/* What runs straight holds the sheet with as large a moment as what turns it: here a nip behind the
 * pair has a shaft that is turned, and takes the trailing part of the sheet to the left. */
Test(turning, names_a_shaft_that_is_turned_not_what_runs_straight_on_against_it)
{
    struct quire_roller_view more[6];
    struct quire_pad_view turned = pads[0];
    turned.at[0] = -0.02, turned.at[2] = 0;
    turned.axis[0] = sin(0.02), turned.axis[2] = cos(0.02);
    memcpy(more, rollers, sizeof rollers);
    more[4] = more[5] = rollers[0];
    more[4].name = "turned", more[4].nip = -1, more[4].x = -0.02, more[4].pad = &turned;
    more[5].n_sheet = 0;
    s.view.roller = more, s.view.n_roller = 6;
    double all[7] = {[0] = 0.02, [2] = 0.02, [4] = 0.01, [6] = -0.05};
    s.sheet.moment = all;
    quire_turning_destroy(turning);
    turning = quire_turning_create(&s.view);
    turn_to(-0.003, 0.1);
    find();
    expect(QUIRE_MECHANISM_TURN, "turned", 0);
}

/* One roller across the whole sheet, thicker at its right end. */
Test(turning, names_a_roller_that_is_tapered)
{
    struct quire_pad_view both[2] = {pads[0], pads[1]};
    both[1].radius *= 1.01;
    rollers[0].pad = both, rollers[0].n_pad = 2;
    rollers[2].n_sheet = rollers[3].n_sheet = 0;
    moment[4] = 1e-6;
    turn_to(0.01, 0.2);
    find();
    expect(QUIRE_MECHANISM_TURN, "left", 0);
}

/* A side guide that stands askew presses the sheet over; nips hold against it. */
Test(turning, names_a_side_guide_that_presses_a_sheet_aside)
{
    s.guide.sheet = 0;
    s.guide.lateral = -0.5;
    turn_to(0, 0.2);
    s.sheet.shift = -0.001;
    quire_turning_find_aside(turning, &s.view, 0, s.sheet.shift, s.sheet.shift, &why);
    expect(QUIRE_MECHANISM_TURN, "lip", 1);
}

/* One that is turned gives its own share once, with what it turned and with what it took aside. */
Test(turning, counts_a_part_once)
{
    const double a = 0.01;
    pads[0].axis[0] = sin(a), pads[0].axis[2] = cos(a);
    moment[0] = 0.04, moment[4] = -0.04;
    turn_to(0.01, 0.2);
    s.sheet.shift = -0.5 * 0.5 * 0.2 * a;
    quire_turning_find_aside(turning, &s.view, 0, 2 * s.sheet.shift, 2 * s.sheet.shift, &why);
    for (size_t k = 1; k < why.n_share; k++) {
        cr_assert_str_neq(why.share[k].name, why.share[0].name);
    }
}

Test(turning, knows_a_sheet_that_started_aside)
{
    s.sheet.shift = 0.002;
    turn_to(0, 0.2);
    quire_turning_find_aside(turning, &s.view, 0, 0.002, 0.002, &why);
    expect(QUIRE_MECHANISM_START, "page", 1);
}

Test(turning, says_nothing_in_the_plane)
{
    quire_turning_destroy(turning);
    s.view.spatial = false;
    s.sheet.moment = NULL;
    turning = quire_turning_create(&s.view);
    turn_to(0.01, 0.2);
    find();
    cr_assert_eq(why.mechanism, QUIRE_MECHANISM_NONE);
}
