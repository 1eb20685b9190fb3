/* When a cause says that curl took an edge to where it stubs: the curl at rest, bent over the
 * length that nothing holds, reaches as far as the edge is from its path, to the same side. */
#include "fixtures/diagnosis_stage.h"

TestSuite(curled, .init = open_stage, .fini = close_stage);

/* A sheet whose edge comes so high above its path, and then stands before the lip. The last nip is
 * at 0.2 m: 100 mm are free. */
static void
come(double curl, double height)
{
    s.sheet_params.curl = curl;
    for (int k = 0; k < 10; k++) {
        stage_lay(&s, 0.01 * k, 0.3, 0.5);
        s.sheet.lead.path_height = height;
        quire_diagnosis_observe(diagnosis, &s.view);
    }
    front(0.31, 38);
    look(0.1, 0.15, 0);
    tell("stall");
    expect("stub", "lip");
}

Test(curled, says_how_far_curl_has_taken_the_edge)
{
    come(2, 0.008);
    cr_assert_float_eq(why.bend.curl, 2, 1e-12);
    cr_assert_float_eq(why.bend.length, 0.1, 1e-9, "%g", why.bend.length);
    cr_assert_float_eq(why.bend.deflection, 0.01, 1e-9, "%g", why.bend.deflection);
    cr_assert_float_eq(why.bend.height, 0.008, 1e-12);
}

/* Before the edge was as far from its path as curl takes it, the curl did no harm. */
Test(curled, dates_the_time_from_which_curl_explains_the_place)
{
    s.sheet_params.curl = 2;
    for (int k = 0; k < 10; k++) {
        stage_lay(&s, 0.01 * k, 0.3, 0.5);
        s.sheet.lead.path_height = k < 6 ? 0.0001 : 0.003;
        quire_diagnosis_observe(diagnosis, &s.view);
    }
    front(0.31, 38);
    look(0.1, 0.15, 0);
    tell("stall");
    cr_assert_not_null(sign("curled"));
    cr_assert_float_eq(sign("curled")->time, 0.06, 1e-9);
    cr_assert_float_eq(sign("curled")->value, 0.003, 1e-12);
}

Test(curled, says_so_of_the_other_side_too)
{
    come(-2, -0.008);
    cr_assert_float_eq(why.bend.deflection, -0.01, 1e-9);
}

Test(curled, blames_no_curl_to_the_other_side)
{
    come(-2, 0.008);
    cr_assert(!(fabs(why.bend.curl) > 0));
}

Test(curled, blames_no_curl_that_is_too_small)
{
    come(2, 0.021);
    cr_assert(!(fabs(why.bend.curl) > 0));
}

Test(curled, blames_no_curl_of_an_edge_near_its_path)
{
    come(2, 0.0024);
    cr_assert(!(fabs(why.bend.curl) > 0));
}

/* The channel that the edge has left holds it nearer than the nip does: 40 mm are free. */
Test(curled, counts_the_length_from_the_channel_that_was_left)
{
    struct quire_channel_params channel = {
        .name = "exit", .path = &s.path_object, .from = 0.21, .to = 0.26, .gap = 3e-3};
    struct quire_object object = {.kind = &quire_kind_channel, .name = "exit", .params = &channel};
    stage_adopt(&s, &object);
    come(4, 0.003);
    cr_assert_float_eq(why.bend.length, 0.04, 1e-9, "%g", why.bend.length);
}

/* Within a channel an edge lies at a wall, whatever the curl: the lip on it is in the way. Before a
 * mouth it does not, if curl takes it out of the channel. */
Test(curled, blames_no_curl_of_an_edge_that_its_channel_guides)
{
    struct quire_channel_params channel = {
        .name = "exit", .path = &s.path_object, .from = 0.21, .to = 0.4, .gap = 6e-3};
    struct quire_object object = {.kind = &quire_kind_channel, .name = "exit", .params = &channel};
    stage_adopt(&s, &object);
    come(2, 0.0031);
    cr_assert(!(fabs(why.bend.curl) > 0) && sign("curled") == NULL);
    channel.from = 0.31;
    come(2, 0.0036);
    cr_assert(fabs(why.bend.curl) > 0);
}

/* A drive that is turned round takes the trailing edge first: 100 mm behind the first nip. */
Test(curled, knows_a_trailing_edge_that_goes_first)
{
    drive_back();
    s.sheet_params.curl = 2;
    for (int k = 0; k < 10; k++) {
        stage_lay(&s, 0.01 * k, 0.3, -0.5);
        s.sheet.trail.path_height = 0.008;
        quire_diagnosis_observe(diagnosis, &s.view);
    }
    s.sheet.rear =
        (struct quire_front_view){.guide = "lip", .normal = 0.31, .opposing = 0.31, .angle = 1};
    for (int k = 10; k < 15; k++) {
        const struct quire_front_view kept = s.sheet.rear;
        stage_lay(&s, 0.01 * k, 0.3, -0.01);
        s.sheet.rear = kept;
        quire_diagnosis_observe(diagnosis, &s.view);
    }
    tell("stall");
    expect("stub", "lip");
    cr_assert_float_eq(why.bend.length, 0.1, 1e-9, "%g", why.bend.length);
}
