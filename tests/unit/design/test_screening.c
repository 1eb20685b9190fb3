/* Screening at three levels. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "design/plans.h"

TestSuite(screening, .init = begin_plans, .fini = end_plans);

/* sums of products over the points: of two columns, of a column and a square, of three columns */
struct sums {
    double pair[COLUMNS_MOST][COLUMNS_MOST], square[COLUMNS_MOST][COLUMNS_MOST], largest_three;
};

static double
sum_of_three(double (*x)[COLUMNS_MOST], size_t n, size_t a, size_t b, size_t c)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += x[i][a] * x[i][b] * x[i][c];
    }
    return sum;
}

static void
sum_up(struct sums *s, const struct quire_design_plan *plan)
{
    static double x[80][COLUMNS_MOST];
    const size_t n = (size_t)plan->points;
    cr_assert(n <= 80);
    memset(s, 0, sizeof *s);
    for (size_t i = 0; i < n; i++) {
        coded(plan, i, x[i]);
    }
    for (size_t a = 0; a < plan->n; a++) {
        for (size_t b = 0; b < plan->n; b++) {
            for (size_t i = 0; i < n; i++) {
                s->pair[a][b] += x[i][a] * x[i][b];
            }
            s->square[a][b] = sum_of_three(x, n, a, b, b);
            for (size_t c = 0; c < plan->n; c++) {
                s->largest_three = fmax(s->largest_three, fabs(sum_of_three(x, n, a, b, c)));
            }
        }
    }
}

/* C'C = (m - 1) I, twice; no main effect is mixed with a square or an interaction */
Test(screening, main_effects_are_orthogonal_to_each_other_and_to_all_of_second_order)
{
    static const size_t size[31] = {[3] = 4, 4,  6,  6,  8,  8,  10, 10, 12, 12, 14, 14, 16, 16,
                                    18,      18, 20, 20, 24, 24, 24, 24, 26, 26, 30, 30, 30, 30};
    for (size_t k = 3; k <= 30; k++) {
        static struct sums s;
        struct quire_design_plan plan;
        PLAN(&plan, "definitive-screening", k, 0, {"centre", "1"});
        cr_expect_eq(plan.points, 2 * size[k] + 1, "k = %zu", k);
        sum_up(&s, &plan);
        cr_expect_eq(s.largest_three, 0.0, "k = %zu", k);
        for (size_t a = 0; a < k; a++) {
            for (size_t b = 0; b < k; b++) {
                cr_expect_eq(s.pair[a][b], a == b ? 2.0 * (double)(size[k] - 1) : 0.0,
                             "k = %zu: columns %zu and %zu", k, a + 1, b + 1);
            }
        }
    }
}

/* squares differ from each other and from the mean: in each pair of runs one factor of a full
 * matrix is at its middle */
Test(screening, each_pair_of_runs_has_one_factor_at_its_middle)
{
    for (size_t k = 4; k <= 30; k += 2) {
        struct quire_design_plan plan;
        double x[COLUMNS_MOST], mirrored[COLUMNS_MOST];
        if (k == 22 || k == 28) { /* no such matrix is known to be made so */
            continue;
        }
        PLAN(&plan, "definitive-screening", k, 3, {"centre", "2"});
        cr_expect_eq(plan.points, 2 * k + 2);
        for (uint64_t i = 0; i < 2 * k; i += 2) {
            size_t middles = 0;
            coded(&plan, i, x);
            coded(&plan, i + 1, mirrored);
            for (size_t j = 0; j < k; j++) {
                middles += x[j] == 1.0;
                cr_expect_eq(x[j] + mirrored[j], 2.0);
            }
            cr_expect_eq(middles, 1, "k = %zu, point %zu", k, (size_t)i);
        }
        coded(&plan, 2 * k + 1, x);
        cr_expect(x[0] == 1.0 && x[k - 1] == 1.0);
    }
}

Test(screening, columns_without_factors_add_runs)
{
    struct quire_design_plan plan;
    PLAN(&plan, "definitive-screening", 6, 0, {"extra", "2"});
    cr_expect_eq(plan.points, 17);
    struct quire_text text = {0};
    plan.ops->describe(&plan, &text);
    cr_expect(strstr(text.data, "with 4 degrees of freedom left") != NULL, "%s", text.data);
    quire_text_clear(&text);
}

Test(screening, what_has_no_matrix_is_refused)
{
    struct quire_design_plan plan;
    const quire_setting extra = {"extra", "4"};
    cr_expect_neq(try_plan(&plan, "definitive-screening", 28, 0, &extra, 1), QUIRE_OK);
    cr_expect(strstr(plan_problem(), "3 to 30 columns, not 32") != NULL, "%s", plan_problem());
    quire_diag_destroy(plan_diag);
    plan_diag = quire_diag_create();
    cr_expect_neq(try_plan(&plan, "definitive-screening", 4, 2, &extra, 1), QUIRE_OK);
    cr_expect(strstr(plan_problem(), "factor 'x0' has 2 levels; this design needs 3") != NULL);
}
