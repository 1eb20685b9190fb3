/* Causes of sheets whose trailing edge goes first, that no drive holds, and that lost nothing. */
#include "catalog/kinds.h"
#include "fixtures/diagnosis_stage.h"

TestSuite(ways, .init = open_stage, .fini = close_stage);

/* The sheet the other way round on its path: its leading edge at 0.05 m, its trailing edge at 0.35
 * m. */
static void
lay_turned(double time, double speed)
{
    stage_lay(&s, time, 0.35, speed);
    for (int i = 0; i < STAGE_NODES; i++) {
        s.x[i] = 0.35 - 0.01 * i;
    }
    s.sheet.lead = (struct quire_point_view){
        .x = 0.05, .vx = speed, .path_distance = 0.05, .path_speed = speed};
    s.sheet.trail = (struct quire_point_view){
        .x = 0.35, .vx = speed, .path_distance = 0.35, .path_speed = speed};
}

static void
look_turned(double from, double to, double speed)
{
    for (double t = from; t < to; t += 0.01) {
        lay_turned(t, speed);
        quire_diagnosis_observe(diagnosis, &s.view);
    }
}

static void
rear(double opposing, double degrees)
{
    s.sheet.rear = (struct quire_front_view){.guide = "block",
                                             .normal = opposing,
                                             .opposing = opposing,
                                             .angle = degrees * 3.14159265358979 / 180};
}

/* as one that comes out of a duplexer */
Test(ways, knows_a_sheet_that_runs_the_other_way_round)
{
    look_turned(0, 0.1, 0.5);
    tell("late");
    cr_assert(why.back && why.n_symptom == 0, "%zu signs", why.n_symptom);
    cr_assert(fabs(why.edge_speed + 0.5) < 1e-12 && why.path_distance == 0.35);
}

Test(ways, puts_a_standing_trail_edge_down_to_the_guide_in_its_way)
{
    look_turned(0, 0.1, 0.5);
    front(0.5, 80); /* of the leading edge, which comes last */
    rear(0.31, 38);
    rollers[0].slip = rollers[2].slip = 0.5; /* the surfaces still run */
    look_turned(0.1, 0.15, 0);
    tell("stall");
    expect("stub", "block");
    cr_assert(why.back && strcmp(why.held, "block") == 0);
    cr_assert(fabs(why.symptom[0].time - 0.1) < 1e-9, "%g", why.symptom[0].time);
}

/* the next one ahead of a sheet that runs back is behind its trailing edge */
Test(ways, names_the_nip_that_the_trail_edge_does_not_reach)
{
    for (int k = 0; k < 4; k++) {
        rollers[k].normal = 0;
        rollers[k].n_sheet = 0;
    }
    nips[0].sheet = nips[1].sheet = -1;
    stage_lay(&s, 0, 0.45, -0.5);
    quire_diagnosis_observe(diagnosis, &s.view);
    tell("late");
    expect("loose", "n2"); /* it covers that one, from 0.15 m to 0.45 m */
    stage_lay(&s, 0.01, 0.55, -0.5);
    tell("late");
    expect("loose", "n2"); /* ahead of 0.25 m, and nearer than n1 */
}

Test(ways, looks_for_no_drive_beyond_a_sheet_length)
{
    nips[0].sheet = nips[1].sheet = -1;
    for (int k = 0; k < 4; k++) {
        rollers[k].normal = 0;
        rollers[k].n_sheet = 0;
    }
    stage_lay(&s, 0, -0.21, 0);
    tell("late");
    cr_assert_eq(why.mechanism, QUIRE_MECHANISM_NONE); /* 0.31 m to go, the sheet is 0.3 m long */
    stage_lay(&s, 0, -0.19, 0);
    tell("late");
    expect("loose", "n1");
}

/* A sheet that its last nip has let go of, and that stands beyond it. */
static void
let_go(double slip, double holding, double normal)
{
    rollers[2].slip = slip;
    rollers[0].n_sheet = rollers[1].n_sheet = 0;
    nips[0].sheet = -1;
    for (double t = 0; t < 0.05; t += 0.01) {
        stage_lay(&s, t, 0.48, 0.5);
        quire_diagnosis_observe(diagnosis, &s.view);
    }
    rollers[2].n_sheet = rollers[3].n_sheet = 0;
    nips[1].sheet = -1;
    s.guide.sheet = 0;
    s.guide.holding = s.guide.drag = holding;
    s.guide.normal = normal;
    for (double t = 0.05; t < 0.1; t += 0.01) {
        stage_lay(&s, t, 0.52, 0.1);
        quire_diagnosis_observe(diagnosis, &s.view);
    }
    stage_lay(&s, 0.1, 0.52, 0);
    s.guide.holding = s.guide.drag = 0; /* at rest */
    quire_diagnosis_observe(diagnosis, &s.view);
    tell("late");
}

Test(ways, names_the_drive_that_slipped_when_it_let_go)
{
    let_go(0.2, 0.5, 1);
    expect("slip", "n2");
    cr_assert(sign("slip") != NULL && sign("slip")->time < 0.005);
}

Test(ways, names_the_guide_that_brakes_by_high_friction)
{
    let_go(0, 0.5, 1);
    expect("drag", "lip");
}

Test(ways, blames_no_guide_for_the_friction_that_any_has)
{
    let_go(0, 0.3, 1);
    cr_assert_eq(why.mechanism, QUIRE_MECHANISM_NONE);
}

/* A roller that freewheels pushes next to nothing: its speed is no cause. */
Test(ways, takes_no_drive_that_runs_free_for_the_slower_of_two)
{
    rollers[0].surface_speed = 0;
    rollers[0].friction = -1e-7;
    rollers[2].slip = -0.3;
    rollers[2].friction = 0.5;
    look(0, 0.05, 0.2);
    tell("late");
    cr_assert_neq(why.mechanism, QUIRE_MECHANISM_SPEEDS);
    rollers[0].friction = -0.5;
    rollers[2].friction = 0.8 * rollers[2].normal;
    tell("late");
    cr_assert_neq(why.mechanism, QUIRE_MECHANISM_NONE);
}

/* A loss that is small beside what the sheet lacks is no cause: the sensor is in the wrong place.
 */
Test(ways, names_the_sensor_where_nothing_was_lost)
{
    const struct quire_object *const sensor =
        STAGE_ADD(&s, &quire_kind_sensor_edge, "name=exit", "path=main", "at=400 mm");
    const struct quire_check_result result = {
        .sheet = "page", .path_distance = 0.3, .sensor = sensor};

    look(0, 0.05, 0.5);
    quire_diagnosis_find(diagnosis, &s.view, about("arrival"), &result, &why);
    expect("due", "exit");
}

/* A nip that stands, before which the trailing edge stops, though its driver touches the sheet. */
Test(ways, names_a_nip_that_stands_in_the_way)
{
    look_turned(0, 0.05, 0.5);
    nips[1].path_distance = nips[1].x = 0.354;
    rollers[2].x = rollers[3].x = 0.353;
    rollers[2].surface_speed = 0;
    rollers[3].normal = 0;
    rollers[0].slip = 0.5; /* the first one still runs */
    look_turned(0.05, 0.1, 0);
    tell("late");
    expect("drive", "n2");
}
