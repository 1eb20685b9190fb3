/* Designs of mixtures: points by their definitions, and the region of McLean and Anderson (1966).
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "design/plans.h"

TestSuite(mixtures, .init = begin_plans, .fini = end_plans);

enum { COMPONENTS = 6 };

struct range {
    double low, high;
};

static const struct range whole[COMPONENTS] = {{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}};
static const struct range flare[4] = {{0.4, 0.6}, {0.1, 0.5}, {0.1, 0.5}, {0.03, 0.08}};

static double
value_in(void *user, size_t column, const struct quire_design_value *value)
{
    const struct range *r = (const struct range *)user + column;
    return 0.5 * (r->low + r->high) + 0.5 * value->coded * (r->high - r->low);
}

/* all are plain numbers */
static bool
find(void *user, const char *text, size_t *length, struct quire_formula_name *out, char *error,
     size_t size)
{
    (void)user, (void)error, (void)size;
    *length = strlen(text);
    *out = (struct quire_formula_name){0};
    return true;
}

static quire_status
mix(struct quire_design_plan *plan, const char *variant, const struct range *range, size_t n,
    const quire_setting *settings, size_t n_setting)
{
    const struct quire_formula_names names = {find, NULL};
    const struct plan_values values = {&names, value_in, (void *)range};
    return try_plan_of_values(plan, variant, n, 0, settings, n_setting, &values);
}

#define MIX(plan_, variant_, range_, n_, ...)                                                      \
    do {                                                                                           \
        const quire_setting given_[] = {{"of", "factors"}, __VA_ARGS__};                           \
        cr_assert_eq(mix(plan_, variant_, range_, n_, given_, sizeof given_ / sizeof given_[0]),   \
                     QUIRE_OK, "%s", plan_problem());                                              \
    } while (0)

static void
values_of(const struct quire_design_plan *plan, const struct range *range, uint64_t point,
          double *x)
{
    struct quire_design_value value[COMPONENTS];
    plan->ops->point(plan, point, value);
    for (size_t j = 0; j < plan->n; j++) {
        x[j] = value_in((void *)range, j, &value[j]);
    }
}

/* how many points have these values */
static size_t
count(const struct quire_design_plan *plan, const struct range *range, const double *wanted)
{
    size_t found = 0;
    double x[COMPONENTS];
    for (uint64_t i = 0; i < plan->points; i++) {
        double off = 0;
        values_of(plan, range, i, x);
        for (size_t j = 0; j < plan->n; j++) {
            off = fmax(off, fabs(x[j] - wanted[j]));
        }
        found += off < 1e-9;
    }
    return found;
}

static void
expect_total(const struct quire_design_plan *plan, const struct range *range, double total)
{
    double x[COMPONENTS];
    for (uint64_t i = 0; i < plan->points; i++) {
        double sum = 0;
        values_of(plan, range, i, x);
        for (size_t j = 0; j < plan->n; j++) {
            sum += x[j];
            cr_expect(x[j] > range[j].low - 1e-12 && x[j] < range[j].high + 1e-12);
        }
        cr_expect(fabs(sum - total) < 1e-12 * total, "point %zu: %.17g", (size_t)i, sum);
    }
}

/* (q + m - 1 choose m) points, each once */
Test(mixtures, a_lattice_has_all_multiples)
{
    struct quire_design_plan plan;
    MIX(&plan, "simplex-lattice", whole, 3, {"degree", "3"});
    cr_assert_eq(plan.points, 10);
    expect_total(&plan, whole, 1);
    for (int a = 0; a <= 3; a++) {
        for (int b = 0; a + b <= 3; b++) {
            const double wanted[3] = {a / 3.0, b / 3.0, (3 - a - b) / 3.0};
            cr_expect_eq(count(&plan, whole, wanted), 1);
        }
    }
    MIX(&plan, "simplex-lattice", whole, 6, {"degree", "2"});
    cr_assert_eq(plan.points, 21);
}

Test(mixtures, a_centroid_design_has_all_sets)
{
    struct quire_design_plan plan;
    MIX(&plan, "simplex-centroid", whole, 4, {"axial", "yes"});
    cr_assert_eq(plan.points, 15 + 4);
    expect_total(&plan, whole, 1);
    for (int set = 1; set < 16; set++) {
        double wanted[4], size = 0;
        for (int j = 0; j < 4; j++) {
            size += set >> j & 1;
        }
        for (int j = 0; j < 4; j++) {
            wanted[j] = (set >> j & 1) / size;
        }
        cr_expect_eq(count(&plan, whole, wanted), 1, "set %d", set);
    }
    const double axial[4] = {0.625, 0.125, 0.125, 0.125};
    cr_expect_eq(count(&plan, whole, axial), 1);
}

/* low ends leave a smaller simplex */
Test(mixtures, low_ends_are_kept)
{
    static const struct range bounded[3] = {{0.2, 1}, {0.1, 0.8}, {0, 0.7}};
    struct quire_design_plan plan;
    MIX(&plan, "simplex-lattice", bounded, 3, {"degree", "2"}, {"axial", "yes"});
    cr_assert_eq(plan.points, 6 + 4);
    const double vertex[3] = {0.9, 0.1, 0}, middle[3] = {0.55, 0.1, 0.35},
                 centroid[3] = {0.2 + 0.7 / 3, 0.1 + 0.7 / 3, 0.7 / 3};
    cr_expect_eq(count(&plan, bounded, vertex), 1);
    cr_expect_eq(count(&plan, bounded, middle), 1);
    cr_expect_eq(count(&plan, bounded, centroid), 1);
}

/* the eight vertices and the centroid of the published design */
Test(mixtures, vertices_are_those_of_the_flare)
{
    static const double wanted[][4] = {
        {0.40, 0.10, 0.47, 0.03}, {0.40, 0.10, 0.42, 0.08}, {0.60, 0.10, 0.27, 0.03},
        {0.60, 0.10, 0.22, 0.08}, {0.40, 0.47, 0.10, 0.03}, {0.40, 0.42, 0.10, 0.08},
        {0.60, 0.27, 0.10, 0.03}, {0.60, 0.22, 0.10, 0.08}, {0.50, 0.2225, 0.2225, 0.055},
    };
    struct quire_design_plan plan;
    MIX(&plan, "extreme-vertices", flare, 4, {"edges", "no"});
    cr_assert_eq(plan.points, 9);
    expect_total(&plan, flare, 1);
    for (size_t i = 0; i < 9; i++) {
        cr_expect_eq(count(&plan, flare, wanted[i]), 1, "%zu", i);
    }
    MIX(&plan, "extreme-vertices", flare, 4, {"edges", "yes"}); /* 8 vertices of degree 3 */
    cr_assert_eq(plan.points, 8 + 12 + 1);
    expect_total(&plan, flare, 1);
}

Test(mixtures, a_simplex_has_its_corners_as_vertices)
{
    struct quire_design_plan plan;
    MIX(&plan, "extreme-vertices", whole, 5, {"edges", "yes"});
    cr_assert_eq(plan.points, 5 + 10 + 1);
    expect_total(&plan, whole, 1);
}

static void
expect_refusal(const char *variant, const struct range *range, size_t n, const char *total,
               const char *words)
{
    struct quire_design_plan plan;
    const quire_setting settings[] = {{"of", "factors"}, {"total", total}};
    end_plans();
    begin_plans();
    cr_expect_neq(mix(&plan, variant, range, n, settings, 2), QUIRE_OK);
    cr_expect(strstr(plan_problem(), words) != NULL, "%s", plan_problem());
}

Test(mixtures, what_is_no_mixture_is_refused)
{
    static const struct range low[3] = {{0.4, 1}, {0.4, 1}, {0.4, 1}},
                              high[3] = {{0, 0.3}, {0, 0.3}, {0, 0.3}},
                              cut[3] = {{0, 1}, {0, 0.5}, {0, 1}};
    expect_refusal("simplex-lattice", low, 3, "1", "the low ends of the factors come to 1.2");
    expect_refusal("extreme-vertices", high, 3, "1", "the high ends of the factors come to 0.9");
    expect_refusal("simplex-centroid", cut, 3, "1", "the high end of factor 'x1' cuts the simplex");
    expect_refusal("simplex-lattice", whole, 3, "1 mm", "has another unit than factor");
    expect_refusal("simplex-lattice", whole, 1, "1", "at least two components");
}
