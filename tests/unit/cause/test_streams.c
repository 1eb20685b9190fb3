/* What sheets that come with others, too close to others or too early are put down to, and webs
 * that are slack or tight. */
#include "cause/pull.h"
#include "cause/streams.h"
#include "check/around.h"
#include "fixtures/check_stage.h"
#include "result/causes.h"

static struct stage s;
static struct quire_streams *streams;
static struct quire_sheet_view sheets[2];
static struct quire_sheet_params params[2];
static struct quire_object objects[2];
static struct quire_interface_view faces[3];
static struct quire_why why;

/* pile.1 is fed by the nip and lies over pile.2, under which is the guide "lip" */
static void
open_stage(void)
{
    stage_open(&s);
    for (int k = 0; k < 2; k++) {
        params[k] = (struct quire_sheet_params){.pile = QUIRE_PILE_NONE + 1, .number = k + 1};
        objects[k] = s.sheet_object;
        objects[k].params = params + k;
        objects[k].name = k == 0 ? "pile.1" : "pile.2";
        sheets[k] = s.sheet;
        sheets[k].object = objects + k;
        sheets[k].name = objects[k].name;
    }
    sheets[0].lead.path_distance = 0.3, sheets[0].trail.path_distance = 0;
    sheets[1].lead.path_distance = 0.2, sheets[1].trail.path_distance = -0.1;
    sheets[0].lead.path_speed = 0.5;
    sheets[1].lead.path_speed = 0.1;
    faces[0] = (struct quire_interface_view){
        .sheet = 0, .other = 1, .sort = "sheet", .name = "pile.2", .normal = 1, .speed = {0.4, 0}};
    faces[1] = (struct quire_interface_view){
        .sheet = 1, .other = -1, .sort = "guide", .name = "lip", .normal = 2, .speed = {0.1, 0}};
    faces[2] = (struct quire_interface_view){.sheet = 1,
                                             .other = -1,
                                             .sort = "roller",
                                             .name = s.roller[1].name,
                                             .normal = 0.5,
                                             .speed = {0.1, 0}};
    s.view.sheet = sheets, s.view.n_sheet = 2;
    s.view.interface = faces, s.view.n_interface = 2;
    s.roller[1].nip = -1;
    streams = quire_streams_create(&s.view);
    why = (struct quire_why){0};
}

static void
close_stage(void)
{
    quire_streams_destroy(streams);
    stage_close(&s);
}

TestSuite(streams, .init = open_stage, .fini = close_stage);

static void
expect(enum quire_mechanism mechanism, const char *sort, const char *name)
{
    const char *found = quire_mechanism_word(why.mechanism);
    cr_assert_eq(why.mechanism, mechanism, "%s", found != NULL ? found : "none");
    if (name != NULL) {
        cr_assert_str_eq(why.sort, sort);
        cr_assert_str_eq(why.name, name);
    }
}

Test(streams, names_the_sheet_that_carries_and_what_did_not_hold)
{
    quire_streams_observe(streams, &s.view, 1);
    quire_streams_find_double(streams, &s.view, 1, &why);
    expect(QUIRE_MECHANISM_CARRIED, "guide", "lip");
    cr_assert_str_eq(why.carrier, "pile.1");
}

Test(streams, takes_a_roller_for_what_separates)
{
    s.view.n_interface = 3;
    quire_streams_observe(streams, &s.view, 1);
    quire_streams_find_double(streams, &s.view, 1, &why);
    expect(QUIRE_MECHANISM_CARRIED, "roller", s.roller[1].name);
}

Test(streams, takes_a_roller_that_pushes_for_none)
{
    s.view.n_interface = 3;
    faces[2].speed[0] = -0.4; /* its surface is faster than the sheet */
    quire_streams_observe(streams, &s.view, 1);
    quire_streams_find_double(streams, &s.view, 1, &why);
    expect(QUIRE_MECHANISM_CARRIED, "guide", "lip");
}

Test(streams, knows_no_sheet_that_rests)
{
    sheets[1].lead.path_speed = 0.004;
    faces[0].normal = 0;
    quire_streams_observe(streams, &s.view, 1);
    quire_streams_find_double(streams, &s.view, 1, &why);
    expect(QUIRE_MECHANISM_NONE, NULL, NULL);
}

Test(streams, knows_an_early_sheet_that_was_carried)
{
    cr_assert(!quire_streams_find_early(streams, &s.view, 1, &why));
    expect(QUIRE_MECHANISM_NONE, NULL, NULL);
    quire_streams_observe(streams, &s.view, 1);
    cr_assert(quire_streams_find_early(streams, &s.view, 1, &why));
    expect(QUIRE_MECHANISM_CARRIED, "guide", "lip");
}

Test(streams, finds_the_sheet_before)
{
    cr_assert_eq(quire_around_before(&s.view, 1), 0);
    cr_assert_eq(quire_around_before(&s.view, 0), 2);
}

/* ---- tension ---- */

static void
pull(double behind, double ahead, bool slack)
{
    const struct quire_check_result result = {
        .path_distance = 0.25, .value = slack ? 1 : 9, .lowest = 2, .highest = 8};
    why = (struct quire_why){.n_push = 2};
    why.push[0] = (struct quire_push){.sort = "nip", .name = "a", .speed = behind, .at = 0.2};
    why.push[1] = (struct quire_push){.sort = "nip", .name = "b", .speed = ahead, .at = 0.3};
    quire_pull_find(&s.view, 0, &result, &why);
}

Test(streams, names_the_drive_that_lets_a_web_go_slack_or_pulls_it_tight)
{
    /* the machine's own drive runs at 0.5 m/s */
    pull(0.5, 0.499, true);
    expect(QUIRE_MECHANISM_SPEEDS, "nip", "b");
    pull(0.501, 0.5, true);
    expect(QUIRE_MECHANISM_SPEEDS, "nip", "a");
    pull(0.5, 0.501, false);
    expect(QUIRE_MECHANISM_SPEEDS, "nip", "b");
    pull(0.499, 0.5, false);
    expect(QUIRE_MECHANISM_SPEEDS, "nip", "a");
}

Test(streams, names_the_guide_where_drives_agree)
{
    s.guide.sheet = 0;
    s.guide.holding = 0.5;
    pull(0.5, 0.5, false);
    expect(QUIRE_MECHANISM_DRAG, "guide", "lip");
}
