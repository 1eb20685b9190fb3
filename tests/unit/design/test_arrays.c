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
    /* the published table of two-factor interactions columns of L8, and of L27 */
    cr_expect_eq(quire_array_interaction(&quire_arrays[1], 0, 1), 1U << 2);
    cr_expect_eq(quire_array_interaction(&quire_arrays[1], 2, 4), 1U << 5);
    cr_expect_eq(quire_array_interaction(&quire_arrays[8], 0, 1), 1U << 2 | 1U << 3);
    cr_expect_eq(quire_array_interaction(&quire_arrays[8], 0, 4), 1U << 5 | 1U << 6);
}

/* the linear graphs of doc/guide/studies.md: a line is the interaction of its ends, and each column
 * is there once */
Test(arrays, linear_graphs_are_those_of_the_guide)
{
    static const struct {
        const char *array;
        struct {
            int one, other, column[2];
        } line[10];
        int dot[5];
    } graphs[] = {
        {"L8", {{1, 2, {3}}, {1, 4, {5}}, {2, 4, {6}}}, {7}},
        {"L8", {{1, 2, {3}}, {1, 4, {5}}, {1, 6, {7}}}, {0}},
        {"L9", {{1, 2, {3, 4}}}, {0}},
        {"L16",
         {{1, 2, {3}},
          {1, 4, {5}},
          {1, 8, {9}},
          {1, 15, {14}},
          {2, 4, {6}},
          {2, 8, {10}},
          {2, 15, {13}},
          {4, 8, {12}},
          {4, 15, {11}},
          {8, 15, {7}}},
         {0}},
        {"L16",
         {{1, 2, {3}},
          {1, 4, {5}},
          {1, 6, {7}},
          {1, 8, {9}},
          {1, 10, {11}},
          {1, 12, {13}},
          {1, 14, {15}}},
         {0}},
        {"L16", {{1, 2, {3}}, {4, 8, {12}}, {5, 10, {15}}, {6, 11, {13}}, {7, 9, {14}}}, {0}},
        {"L27", {{1, 2, {3, 4}}, {1, 5, {6, 7}}, {2, 5, {8, 11}}}, {9, 10, 12, 13}},
        {"L27", {{1, 2, {3, 4}}, {1, 5, {6, 7}}, {1, 8, {9, 10}}, {1, 11, {12, 13}}}, {0}},
    };
    for (size_t g = 0; g < sizeof graphs / sizeof graphs[0]; g++) {
        const struct quire_array *a = quire_arrays;
        uint32_t ends = 0, seen = 0;
        while (strcmp(a->name, graphs[g].array) != 0) {
            a++;
        }
        for (size_t l = 0; l < 10 && graphs[g].line[l].one > 0; l++) {
            const int one = graphs[g].line[l].one, other = graphs[g].line[l].other,
                      *column = graphs[g].line[l].column;
            const uint32_t wanted =
                1U << (column[0] - 1) | (column[1] > 0 ? 1U << (column[1] - 1) : 0);
            cr_expect_eq(quire_array_interaction(a, one - 1, other - 1), wanted, "%s: %d-%d",
                         a->name, one, other);
            cr_expect_eq(seen & wanted, 0, "%s: %d-%d", a->name, one, other);
            seen |= wanted;
            ends |= 1U << (one - 1) | 1U << (other - 1);
        }
        for (size_t d = 0; d < 5 && graphs[g].dot[d] > 0; d++) {
            ends |= 1U << (graphs[g].dot[d] - 1);
        }
        cr_expect_eq(seen & ends, 0, "%s", a->name);
        cr_expect_eq(seen | ends, (1U << a->columns) - 1, "%s", a->name);
    }
    /* L18: all six combinations of columns 1 and 2 are equally often with each level of the others
     */
    const struct quire_array *a = quire_arrays;
    while (strcmp(a->name, "L18") != 0) {
        a++;
    }
    for (int c = 2; c < a->columns; c++) {
        int met[2][3][3] = {{{0}}};
        for (int r = 0; r < a->runs; r++) {
            met[quire_array_level(a, r, 0)][quire_array_level(a, r, 1)]
               [quire_array_level(a, r, c)]++;
        }
        for (int k = 0; k < 18; k++) {
            cr_expect_eq(met[k / 9][k / 3 % 3][k % 3], 1, "column %d", c + 1);
        }
    }
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
    expect_description(&plan, "\n6 of 6 two-factor interactions are in columns without factors\n");
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
        {"l8", "x0*x9", "factor 'x9' does not exist", 3},
        {"l8", "x0", "'x0' is not an interaction of two factors", 3},
        {"l8", "x0*x1, , x1*x2", "' ' is not an interaction of two factors", 3},
        {"l8", "x1*x1", "factor 'x1' cannot interact with itself", 3},
        {"l8", "x0*x1, x1*x0", "interaction x1*x0 is given twice", 3},
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
