/* The check of tension, by hand-made sheets: where it looks, what it averages, which limit it
 * names. */
#include "catalog/kinds.h"
#include "check/scope.h"
#include "fixtures/check_stage.h"
#include "kind/check.h"

#define NEAR(a, b, tolerance)                                                                      \
    cr_assert(fabs((a) - (b)) <= (tolerance), "%.17g, expected %.17g", (double)(a), (double)(b))

static struct stage s;
static double tension[STAGE_NODES - 1];
static struct quire_object *check;
static void *memory;
static struct quire_check_result result;

/* 0.3 m of sheet, in 30 segments; segment i pulls with i newtons */
static void
open_stage(void)
{
    stage_open(&s);
    for (int i = 0; i < STAGE_NODES - 1; i++) {
        tension[i] = i;
    }
    s.sheet.tension = tension;
}

static void
close_stage(void)
{
    stage_close(&s);
}

TestSuite(check_tension, .init = open_stage, .fini = close_stage);

#define SET_UP(...)                                                                                \
    (check = STAGE_ADD(&s, &quire_kind_check_tension, "name=c", "path=main", "at=200 mm",          \
                       __VA_ARGS__),                                                               \
     memory = quire_arena_get(                                                                     \
         s.arena, 1,                                                                               \
         quire_check_memory_size(check->kind->ops) +                                               \
             ((const struct quire_check_ops *)check->kind->ops)->memory_per_sheet))

static bool
look_at(double time, double lead, bool finished)
{
    const struct quire_check_ops *ops = check->kind->ops;
    stage_lay(&s, time, lead, 0.5);
    quire_scope_sample(check, memory, &s.view);
    return ops->judge(check, memory, &s.view, finished, &result);
}

Test(check_tension, is_that_of_the_segment_at_the_place)
{
    SET_UP("largest=50 N", "average=0 s");
    /* 155 mm behind the leading edge: the fifteenth of segments of 10 mm, of 30 */
    look_at(0.01, 0.355, false);
    NEAR(result.value, 14, 0);
    NEAR(result.limit, 50, 0);
    cr_assert_eq(result.verdict, QUIRE_PASSED);
}

Test(check_tension, knows_nothing_of_sheets_that_are_elsewhere)
{
    SET_UP("smallest=1 N");
    look_at(0.01, 0.19, false);
    cr_assert(look_at(0.02, 0.51, true));
    cr_assert_eq(result.verdict, QUIRE_NOT_EVALUATED);
}

Test(check_tension, names_the_limit_that_is_missed)
{
    SET_UP("smallest=14.5 N", "largest=20 N", "average=0 s");
    cr_assert(look_at(0.01, 0.355, false));
    cr_assert_eq(result.verdict, QUIRE_FAILED);
    NEAR(result.value, 14, 0);
    NEAR(result.limit, 14.5, 0);
    NEAR(result.margin, -0.5, 1e-15);
    SET_UP("smallest=0 N", "largest=13 N", "average=0 s");
    cr_assert(look_at(0.01, 0.355, false));
    NEAR(result.limit, 13, 0);
    NEAR(result.margin, -1, 1e-15);
}

Test(check_tension, waits_for_its_time)
{
    SET_UP("smallest=20 N", "from=0.5 s", "average=0 s");
    cr_assert_not(look_at(0.4, 0.355, false));
    cr_assert(look_at(0.5, 0.355, false));
}

/* after a step from 14 N to 24 N: T' = (t - T)/average by the implicit Euler method */
Test(check_tension, averages)
{
    SET_UP("largest=15.5 N", "average=90 ms");
    cr_assert_not(look_at(0.01, 0.355, false));
    cr_assert_not(look_at(0.02, 0.255, false));
    NEAR(result.value, 15, 1e-14);
    cr_assert(look_at(0.03, 0.255, false));
    NEAR(result.value, 15.9, 1e-14);
}

/* at rest, before what pulls it runs */
Test(check_tension, waits_until_a_web_at_rest_is_pulled_or_moves)
{
    SET_UP("smallest=20 N", "average=0 s");
    for (double time = 0; time < 0.1; time += 0.01) {
        stage_lay(&s, time, 0.355, 0);
        quire_scope_sample(check, memory, &s.view);
        cr_assert_not(((const struct quire_check_ops *)check->kind->ops)
                          ->judge(check, memory, &s.view, false, &result));
    }
    cr_assert(look_at(0.1, 0.358, false)); /* it runs, with 14 N */
    cr_assert_eq(result.verdict, QUIRE_FAILED);
}

Test(check_tension, judges_a_web_that_was_never_pulled_at_the_end)
{
    SET_UP("smallest=20 N", "average=0 s");
    stage_lay(&s, 0, 0.355, 0);
    quire_scope_sample(check, memory, &s.view);
    cr_assert(((const struct quire_check_ops *)check->kind->ops)
                  ->judge(check, memory, &s.view, true, &result));
    cr_assert_eq(result.verdict, QUIRE_FAILED);
    NEAR(result.margin, -6, 1e-14);
}

Test(check_tension, allows_a_limit_itself)
{
    SET_UP("smallest=0 N", "average=0 s");
    tension[14] = 0;
    cr_assert_not(look_at(0.01, 0.355, false));
    cr_assert_eq(result.verdict, QUIRE_PASSED);
    NEAR(result.margin, 0, 0);
}
