/* Orthogonal arrays, and which columns interactions take. */
#include <criterion/criterion.h>
#include <string.h>

#include "design/factorial/array.h"
#include "design/plans.h"

TestSuite(arrays, .init = begin_plans, .fini = end_plans);

static void
expect_balance(const struct quire_array *a, int one, int other)
{
    int count[5][5] = {{0}};
    const int m = quire_array_levels(a, one), n = quire_array_levels(a, other);
    for (int run = 0; run < a->runs; run++) {
        const int x = quire_array_level(a, run, one), y = quire_array_level(a, run, other);
        cr_assert(x >= 0 && x < m && y >= 0 && y < n, "%s: run %d", a->name, run + 1);
        count[x][y]++;
    }
    for (int i = 0; i < m * n; i++) {
        cr_expect_eq(count[i / n][i % n] * m * n, a->runs, "%s: columns %d and %d", a->name,
                     one + 1, other + 1);
    }
}

Test(arrays, every_pair_of_columns_has_every_pair_of_levels_equally_often)
{
    for (int i = 0; i < QUIRE_ARRAYS; i++) {
        const struct quire_array *a = &quire_arrays[i];
        cr_expect(i == 0 || a->runs >= quire_arrays[i - 1].runs);
        for (int c = 0; c < a->columns; c++) {
            for (int before = 0; before < c; before++) {
                expect_balance(a, before, c);
            }
        }
    }
}

/* no array of strength 2 has more columns: runs - 1 = sum of levels - 1; L12 and the linear ones
 * are full, L36 too */
Test(arrays, columns_leave_the_published_degrees_of_freedom)
{
    static const int spare[QUIRE_ARRAYS] = {0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 3, 0, 6, 2};
    for (int i = 0; i < QUIRE_ARRAYS; i++) {
        const struct quire_array *a = &quire_arrays[i];
        int used = 0;
        for (int c = 0; c < a->columns; c++) {
            used += quire_array_levels(a, c) - 1;
        }
        cr_expect_eq(a->runs - 1 - used, spare[i], "%s: %d", a->name, a->runs - 1 - used);
    }
}

/* interactions of a linear array of q levels take q - 1 columns, those of the others none */
Test(arrays, interactions_have_columns_of_their_own)
{
    for (int i = 0; i < QUIRE_ARRAYS; i++) {
        const struct quire_array *a = &quire_arrays[i];
        for (int c = 1; c < a->columns && quire_array_is_linear(a); c++) {
            const uint32_t columns = quire_array_interaction(a, 0, c);
            cr_expect_eq(__builtin_popcount(columns), a->levels - 1, "%s: 1 and %d", a->name,
                         c + 1);
        }
    }
    /* the published table of interactions of two columns of L8, and of L27 */
    cr_expect_eq(quire_array_interaction(&quire_arrays[1], 0, 1), 1U << 2);
    cr_expect_eq(quire_array_interaction(&quire_arrays[1], 2, 4), 1U << 5);
    cr_expect_eq(quire_array_interaction(&quire_arrays[8], 0, 1), 1U << 2 | 1U << 3);
    cr_expect_eq(quire_array_interaction(&quire_arrays[8], 0, 4), 1U << 5 | 1U << 6);
}

static void
expect_description(const struct quire_design_plan *plan, const char *says)
{
    struct quire_text text = {0};
    plan->ops->describe(plan, &text);
    cr_expect(strstr(text.data, says) != NULL, "found: %s\nexpected: %s", text.data, says);
    quire_text_clear(&text);
}

/* the two linear graphs of L8: a triangle and a point, a star of three */
Test(arrays, wanted_interactions_stay_free)
{
    struct quire_design_plan plan;
    PLAN(&plan, "taguchi", 4, 2, {"array", "l8"}, {"interactions", "x0*x1, x0*x2,x1 * x2"});
    expect_description(&plan, "x0 in column 1, x1 in column 2, x2 in column 4, x3 in column 7\n");
    expect_description(&plan, "\n6 of 6 interactions of two are in columns without factors\n");
    expect_description(&plan, "\nx0*x1: column 3 (free)\n");
    PLAN(&plan, "taguchi", 4, 2, {"array", "l8"}, {"interactions", "x0*x1, x0*x2, x0*x3"});
    expect_description(&plan, "x0 in column 1, x1 in column 2, x2 in column 4, x3 in column 6\n");
    PLAN(&plan, "taguchi", 4, 2, {"array", "l8"});
    expect_description(&plan, "\nx0*x1: column 3 (x2)\n");
    PLAN(&plan, "taguchi", 3, 3, {"interactions", "x0*x1, x0*x2, x1*x2"});
    cr_expect_eq(plan.points, 27);
    expect_description(&plan, "x0 in column 1, x1 in column 2, x2 in column 5\n");
    expect_description(&plan, "\nx0*x1: columns 3 (free), 4 (free)\n");
}

Test(arrays, interactions_that_can_not_be_estimated_are_refused)
{
    static const struct {
        const char *array, *interactions, *says;
        size_t n;
    } cases[] = {
        {"l8", "x0*x1, x0*x2, x1*x2", "array L8 has no free columns for these interactions", 5},
        {"l12", "x0*x1", "array L12 has no free columns for these interactions", 3},
        {"l8", "x0*x9", "there is no factor 'x9'", 3},
        {"l8", "x0", "'x0' is no interaction of two factors", 3},
        {"l8", "x0*x1, , x1*x2", "' ' is no interaction of two factors", 3},
        {"l8", "x1*x1", "factor 'x1' has no interaction with itself", 3},
        {"l8", "x0*x1, x1*x0", "interaction x1*x0 is there twice", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct quire_design_plan plan;
        const quire_setting settings[] = {{"array", cases[i].array},
                                          {"interactions", cases[i].interactions}};
        quire_diag_destroy(plan_diag);
        plan_diag = quire_diag_create();
        cr_expect_neq(try_plan(&plan, "taguchi", cases[i].n, 2, settings, 2), QUIRE_OK);
        cr_expect(strstr(plan_problem(), cases[i].says) != NULL, "found: %s\nexpected: %s",
                  plan_problem(), cases[i].says);
    }
}
