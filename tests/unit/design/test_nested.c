/* Nested Latin hypercubes. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "design/plans.h"

TestSuite(nested, .init = begin_plans, .fini = end_plans);

/* one of the first n points in each of n slices of every column */
static void
expect_hypercube(const struct quire_design_plan *plan, uint64_t n)
{
    double x[COLUMNS_MOST];
    for (size_t j = 0; j < plan->n; j++) {
        bool seen[256] = {false};
        for (uint64_t i = 0; i < n; i++) {
            coded(plan, i, x);
            const size_t slice = (size_t)floor(0.5 * (x[j] + 1) * (double)n);
            cr_assert(slice < n && !seen[slice], "column %zu, %zu points, point %zu", j, (size_t)n,
                      (size_t)i);
            seen[slice] = true;
        }
    }
}

Test(nested, each_layer_is_a_latin_hypercube)
{
    struct quire_design_plan plan;
    PLAN(&plan, "nested-latin-hypercube", 5, 0, {"layers", "8, 32"});
    cr_assert_eq(plan.points, 32);
    expect_hypercube(&plan, 8);
    expect_hypercube(&plan, 32);
    PLAN(&plan, "nested-latin-hypercube", 3, 0, {"layers", "3,6 , 30, 240"});
    cr_assert_eq(plan.points, 240);
    expect_hypercube(&plan, 3);
    expect_hypercube(&plan, 6);
    expect_hypercube(&plan, 30);
    expect_hypercube(&plan, 240);
}

/* of two layers each part of a slice is equally likely */
Test(nested, points_lie_anywhere_in_their_slices)
{
    struct quire_design_plan plan;
    double x[COLUMNS_MOST], sum = 0;
    PLAN(&plan, "nested-latin-hypercube", 60, 0, {"layers", "4, 64"});
    for (uint64_t i = 0; i < 4; i++) {
        coded(&plan, i, x);
        for (size_t j = 0; j < 60; j++) {
            const double place = 2 * (x[j] + 1);
            sum += place - floor(place);
        }
    }
    cr_expect(fabs(sum / 240 - 0.5) < 4 * sqrt(1.0 / 12 / 240), "%g", sum / 240);
}
