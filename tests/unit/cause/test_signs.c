/* Which observations are signs of a failure, since when, and with which values: what a healthy
 * machine does too, and what had no consequence, is none. */
#include "fixtures/diagnosis_stage.h"

TestSuite(signs, .init = open_stage, .fini = close_stage);

/* Steps of 1 ms, looks every 10 ms; the whole sheet at this speed, or its leading edge alone. */
static void
go(double from, double to, double lead, double trail)
{
    for (int k = 1; from + 0.001 * k < to + 1e-9; k++) {
        const struct quire_front_view kept = s.sheet.front;
        stage_lay(&s, from + 0.001 * k, 0.3, lead);
        s.sheet.front = kept;
        s.sheet.trail.vx = s.sheet.trail.path_speed = trail;
        quire_diagnosis_track(diagnosis, &s.view, 0);
        if (k % 10 == 0) {
            quire_diagnosis_observe(diagnosis, &s.view);
        }
    }
}

static void
drive_all(double speed)
{
    rollers[0].surface_speed = rollers[2].surface_speed = speed;
}

/* A sheet that lies against a stop, with no drive that has started yet, waits. */
Test(signs, tells_none_of_a_sheet_that_waits)
{
    drive_all(0);
    front(0.31, 90);
    go(0, 0.2, 0, 0);
    tell("late");
    cr_assert_eq(why.n_symptom, 0);
    drive_all(0.5);
    go(0.2, 0.3, 0, 0);
    tell("stall");
    expect("stub", "lip");
    cr_assert(why.symptom[0].time > 0.2, "%g", why.symptom[0].time);
}

/* The drive that should grip it has not started: nothing is amiss yet. */
Test(signs, tells_nothing_of_a_drive_that_does_not_hold_yet)
{
    drive_all(0);
    for (int k = 0; k < 4; k++) {
        rollers[k].normal = 0;
        rollers[k].n_sheet = 0;
    }
    nips[0].sheet = nips[1].sheet = -1;
    go(0, 0.2, 0, 0);
    tell("late");
    cr_assert_null(sign("loose"));
    drive_all(0.5);
    go(0.2, 0.3, 0, 0);
    tell("late");
    cr_assert_not_null(sign("loose"));
    cr_assert(sign("loose")->time > 0.2, "%g", sign("loose")->time);
}

/* One that lies where no drive reaches it is amiss from the start. */
Test(signs, tells_at_once_of_a_sheet_that_lies_beside_all_drives)
{
    drive_all(0);
    for (int k = 0; k < 4; k++) {
        rollers[k].normal = 0;
        rollers[k].n_sheet = 0;
    }
    nips[0].sheet = nips[1].sheet = -1;
    for (int k = 1; k <= 5; k++) {
        stage_lay(&s, 0.01 * k, 0.05, 0);
        quire_diagnosis_track(diagnosis, &s.view, 0);
        quire_diagnosis_observe(diagnosis, &s.view);
    }
    tell("late");
    cr_assert_not_null(sign("loose"));
    cr_assert_float_eq(sign("loose")->time, 0.01, 1e-9, "%g", sign("loose")->time);
}

/* The limits by which signs begin say nothing: the largest value does, the lowest of speeds. */
Test(signs, gives_the_worst_value)
{
    static const double shorter[] = {0.006, 0.014, 0.009};
    for (int k = 0; k < 3; k++) {
        stage_lay(&s, 0.01 * (k + 1), 0.3, k == 1 ? 0.05 : 0.2);
        s.sheet.trail.path_distance += shorter[k];
        quire_diagnosis_observe(diagnosis, &s.view);
    }
    tell("late");
    cr_assert_float_eq(sign("short")->value, 0.014, 1e-12, "%g", sign("short")->value);
    cr_assert_float_eq(sign("behind")->value, 0.05, 1e-12, "%g", sign("behind")->value);
}

/* 50 mm/s slower than its drives, it has lost 0.5 mm after 10 ms. */
Test(signs, dates_a_sheet_that_falls_behind_as_a_whole)
{
    go(0, 0.2, 0.5, 0.5);
    go(0.2, 0.3, 0.45, 0.45);
    tell("late");
    cr_assert_not_null(sign("lost"));
    cr_assert(fabs(sign("lost")->time - 0.21) < 0.0011, "%g", sign("lost")->time);
    cr_assert_float_eq(sign("lost")->value, 0.005, 1e-4, "%g", sign("lost")->value);
}

/* An edge that goes along the outer wall of a bend, swings, or is held while the sheet buckles. */
Test(signs, takes_an_edge_that_is_slow_alone_for_no_sheet_that_falls_behind)
{
    go(0, 0.2, 0.4, 0.5);
    tell("late");
    cr_assert_null(sign("lost"));
}

/* A drive may slip all the time that others pull the sheet at its speed. */
Test(signs, dates_slip_when_it_slows_the_sheet_down)
{
    rollers[0].slip = -0.1;
    go(0, 0.3, 0.5, 0.5);
    tell("late");
    cr_assert_float_eq(sign("slip")->time, 0.01, 1e-9, "%g", sign("slip")->time);
    go(0.3, 0.4, 0.3, 0.3);
    tell("late");
    cr_assert(sign("slip")->time > 0.3 && sign("slip")->time < 0.31, "%g", sign("slip")->time);
}

/* Where it has slowed the sheet down from the beginning, it is as old as it is. */
Test(signs, keeps_the_time_of_slip_that_slowed_the_sheet_down)
{
    rollers[0].slip = rollers[2].slip = -0.1;
    go(0, 0.3, 0.4, 0.4);
    tell("late");
    cr_assert(sign("slip")->time <= 0.01 + 1e-9, "%g", sign("slip")->time);
}

/* Two drives that differ: one that was stopped meanwhile does not count as one of the slow ones. */
Test(signs, counts_no_stopped_drive_for_a_slow_one)
{
    struct quire_roller_view more[8];
    memcpy(more, rollers, sizeof rollers);
    for (int k = 4; k < 8; k++) {
        more[k] = rollers[0];
        more[k].n_sheet = 0;
        more[k].surface_speed = 0;
    }
    more[2].surface_speed = 0.1; /* n2, ahead */
    s.view.roller = more, s.view.n_roller = 8;
    quire_diagnosis_destroy(diagnosis);
    diagnosis = quire_diagnosis_create(&s.view);
    look(0, 0.1, 0.1);
    tell("buckle");
    expect("speeds", "n2");
}

/* A leading edge slips on a slow drive before that holds it. 100 mm/s less cost 0.5 mm in 5 ms. */
Test(signs, dates_a_slow_drive_from_when_it_moves_the_sheet)
{
    struct quire_roller_view more[6];
    memcpy(more, rollers, sizeof rollers);
    more[4] = more[5] = rollers[0];
    more[4].n_sheet = more[5].n_sheet = 0;
    more[0].n_sheet = more[1].n_sheet = 0; /* n1 has let go */
    more[2].surface_speed = 0.4;
    more[2].slip = 0.1;
    s.view.roller = more, s.view.n_roller = 6;
    quire_diagnosis_destroy(diagnosis);
    diagnosis = quire_diagnosis_create(&s.view);
    go(0, 0.1, 0.5, 0.5);
    more[2].slip = 0;
    go(0.1, 0.2, 0.4, 0.4);
    tell("arrival");
    expect("drive", "n2");
    cr_assert(sign("delay")->time > 0.1 && sign("delay")->time < 0.116, "%g", sign("delay")->time);
}
