/* What a verdict is put down to, and the signs before it, on a hand-made machine. */
#include "../check/stage.h"
#include "run/witness.h"

static struct stage s;
static struct quire_witness *witness;
static struct quire_nip_view nips[2];
static struct quire_roller_view rollers[4];
static struct quire_why why;

/* Two nips, at 0.1 m and 0.2 m, both with the sheet in them, whose lead edge is at 0.3 m and moves with them. */
static void
open_stage(void)
{
    stage_open(&s);
    for (int k = 0; k < 2; k++) {
        nips[k] = s.nip;
        nips[k].name = k == 0 ? "n1" : "n2";
        nips[k].driver = 2 * k;
        nips[k].idler = 2 * k + 1;
        nips[k].path_distance = nips[k].x = 0.1 + 0.1 * k;
        nips[k].sheet = 0;
        for (int i = 0; i < 2; i++) {
            struct quire_roller_view *r = &rollers[2 * k + i];
            *r = s.roller[i];
            r->x = nips[k].x;
            r->nip = k;
            r->n_sheet = 1;
            r->limit = r->normal;
        }
    }
    s.view.nip = nips, s.view.n_nip = 2;
    s.view.roller = rollers, s.view.n_roller = 4;
    stage_lay(&s, 0, 0.3, 0.5);
    witness = quire_witness_create(&s.view);
}

static void
close_stage(void)
{
    quire_witness_destroy(witness);
    stage_close(&s);
}

TestSuite(witness, .init = open_stage, .fini = close_stage);

static void
front(double opposing, double degrees)
{
    s.sheet.front = (struct quire_front_view){.guide = "lip", .normal = opposing, .opposing = opposing, .angle = degrees * 3.14159265358979 / 180};
}

static void
look(double from, double to, double speed)
{
    for (double t = from; t < to; t += 0.01) {
        const struct quire_front_view kept = s.sheet.front;
        stage_lay(&s, t, 0.3, speed);
        s.sheet.front = kept;
        quire_witness_look(witness, &s.view);
    }
}

static void
tell(const char *kind)
{
    const struct quire_check_result result = {.sheet = "page", .path_distance = s.sheet.lead.path_distance};
    quire_witness_tell(witness, &s.view, kind, &result, &why);
}

static const struct quire_sign *
sign(const char *what)
{
    for (size_t i = 0; i < why.n_sign; i++) {
        if (strcmp(why.sign[i].what, what) == 0) {
            return &why.sign[i];
        }
    }
    return NULL;
}

static void
expect(const char *mechanism, const char *name)
{
    cr_assert(why.mechanism != NULL && strcmp(why.mechanism, mechanism) == 0, "%s", why.mechanism != NULL ? why.mechanism : "none");
    cr_assert_str_eq(why.name, name);
}

Test(witness, puts_a_standing_lead_edge_down_to_the_guide_in_its_way)
{
    look(0, 0.1, 0.5);
    front(0.31, 38);
    look(0.1, 0.15, 0);
    tell("stall");
    expect("stub", "lip");
    cr_assert(fabs(why.opposing - 0.31) < 1e-12 && why.n_push == 2);
    cr_assert(fabs(why.sign[0].time - 0.1) < 1e-9, "%g", why.sign[0].time);
    cr_assert(sign("steep") != NULL && sign("behind") != NULL && sign("standing") != NULL && sign("slip") == NULL);
}

Test(witness, takes_a_flat_wall_for_no_lip)
{
    s.guide.normal = 2;
    s.guide.sheet = 0;
    front(0.31, 15);
    look(0, 0.05, 0);
    tell("stall");
    expect("drag", "lip");
    cr_assert(sign("steep") == NULL);
}

Test(witness, names_the_open_nip)
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

Test(witness, tells_little_grip_from_much_drag)
{
    s.guide.normal = 9;
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

Test(witness, names_the_slower_nip_ahead)
{
    rollers[2].surface_speed = 0.4;
    look(0, 0.05, 0.4);
    tell("buckle");
    expect("speeds", "n2");
    rollers[2].surface_speed = 0.6; /* pulled taut: no loop */
    tell("arrival");
    expect("drive", "n1");
    rollers[0].slip = 0.1; /* by the second, which the first holds back */
    tell("arrival");
    expect("speeds", "n1");
}

Test(witness, knows_a_channel_that_was_missed)
{
    static const struct quire_kind kind = {.family = "model", .element = "channel", .fields = stage_no_fields};
    struct quire_channel_params channel = {.name = "exit", .path = &s.path_object, .from = 0.29, .to = 0.4, .gap = 3e-3};
    struct quire_object object = {.kind = &kind, .name = "exit", .params = &channel};
    stage_adopt(&s, &object);
    look(0, 0.05, 0.5);
    tell("out-of-channel");
    expect("astray", "exit");
    tell("late");
    expect("drive", "n1");
}

Test(witness, takes_an_open_nip_for_no_drive)
{
    for (int k = 1; k < 4; k += 2) {
        rollers[k].normal = 0; /* the drivers rub on, the idlers are gone */
    }
    look(0, 0.05, 0);
    tell("late");
    expect("loose", "n2");
}

Test(witness, forgets_what_is_over)
{
    front(0.31, 38);
    look(0, 0.05, 0.5);
    front(0, 0);
    look(0.05, 0.2, 0.5);
    tell("late");
    cr_assert(why.n_sign == 0);
    front(0.31, 38);
    look(0.2, 0.22, 0.5);
    tell("late");
    cr_assert(why.n_sign == 1 && fabs(why.sign[0].time - 0.2) < 1e-9);
}

Test(witness, says_nothing_of_skew_and_blames_drives_for_time_alone)
{
    look(0, 0.05, 0.5);
    tell("skew");
    cr_assert(why.mechanism == NULL && isnan(why.path_distance));
    tell("wrap");
    cr_assert_str_eq(why.mechanism, "wrap");
    tell("buckle");
    cr_assert(why.mechanism == NULL && !isnan(why.path_distance));
    tell("late");
    expect("drive", "n1");
}

Test(witness, says_nothing_without_a_path)
{
    s.sheet.path = NULL;
    look(0, 0.05, 0);
    tell("stall");
    cr_assert(why.mechanism == NULL && isnan(why.path_distance));
}

/* Looks come every 10 ms, steps every 0.5 ms: what began between two looks has the time of its step, also where steps were taken back. */
Test(witness, dates_signs_by_steps)
{
    look(0, 0.095, 0.5);
    for (int k = 1; k < 20; k++) {
        stage_lay(&s, 0.09 + 0.0005 * k, 0.3, 0.0);
        quire_witness_follow(witness, &s.view, 0); /* taken back: it did not stand yet */
    }
    for (int k = 1; k <= 20; k++) {
        stage_lay(&s, 0.09 + 0.0005 * k, 0.3, k < 7 ? 0.5 : k < 9 ? 0.2 : 0.0);
        quire_witness_follow(witness, &s.view, 0);
    }
    front(0.1, 90);
    quire_witness_look(witness, &s.view);
    tell("stall");
    cr_assert_float_eq(sign("behind")->time, 0.0935, 1e-12, "%.9g", sign("behind")->time);
    cr_assert_float_eq(sign("standing")->time, 0.0945, 1e-12, "%.9g", sign("standing")->time);
}

Test(witness, dates_a_guide_in_the_way_with_the_lead_edge_that_it_holds)
{
    look(0, 0.095, 0.5);
    for (int k = 1; k <= 20; k++) {
        stage_lay(&s, 0.09 + 0.0005 * k, 0.3, k < 7 ? 0.5 : 0.0);
        quire_witness_follow(witness, &s.view, 0);
    }
    front(0.1, 90);
    quire_witness_look(witness, &s.view);
    tell("stall");
    cr_assert_float_eq(sign("steep")->time, 0.0935, 1e-12, "%.9g", sign("steep")->time);
}
