/* Power and efficiency of designs against R's power.t.test and pwr.f2.test, and definitions worked
 * out in R (tests/tools/stat-power.R). */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "model_case.h"
#include "stat/model/efficiency.h"
#include "stat/model/power.h"

#define TABLE "power.csv"

Test(power, agrees_with_power_t_test)
{
    for (int i = 0; i < 4; i++) {
        char key[32];
        snprintf(key, sizeof key, "case%d", i);
        const double n = model_wanted(TABLE, "t-test", key, 0),
                     delta = model_wanted(TABLE, "t-test", key, 1),
                     level = model_wanted(TABLE, "t-test", key, 2),
                     power = quire_power_t(level, 2 * n - 2, sqrt(n / 2) * delta);
        model_agrees(TABLE, "t-test", key, 3, power, 1e-8);
        /* F of one column is t squared */
        cr_expect(reference_near(quire_power_f(level, 1, 2 * n - 2, n / 2 * delta * delta), power,
                                 1e-12));
    }
}

Test(power, agrees_with_pwr_f2_test)
{
    for (int i = 0; i < 5; i++) {
        char key[32];
        snprintf(key, sizeof key, "case%d", i);
        const double u = model_wanted(TABLE, "f2-test", key, 0),
                     v = model_wanted(TABLE, "f2-test", key, 1),
                     power = model_wanted(TABLE, "f2-test", key, 2),
                     level = model_wanted(TABLE, "f2-test", key, 3),
                     found = quire_power_noncentrality(level, u, v, power);
        model_agrees(TABLE, "f2-test", key, 4, found, 1e-8);
        cr_expect(reference_near(quire_power_f(level, u, v, found), power, 1e-12));
    }
    cr_expect(isinf(quire_power_noncentrality(1e-9, 1, 1, 0.999)));
}

struct design {
    const char *set, *region;
    struct model_terms terms;
};

/* terms in the order of R's */
static size_t
list_designs(struct design *d)
{
    d[0] = (struct design){"power-factorial",
                           "power-factorial-region",
                           {6, {{0}, {1, {0}}, {1, {1}}, {1, {2}}, {2, {0, 1}}, {2, {0, 2}}}}};
    d[1] = (struct design){"power-composite",
                           "power-composite-region",
                           {6, {{0}, {1, {0}}, {1, {1}}, {2, {0, 0}}, {2, {1, 1}}, {2, {0, 1}}}}};
    d[2] = (struct design){"power-words", "power-words-region", model_products(2, 2, false)};
    return 3;
}

static void
check_power(const struct design *d)
{
    struct model_case c = model_case_read(d->set, d->terms);
    struct quire_term_power row[CASE_TERMS];

    cr_assert_eq(quire_design_power(row, &c.x, d->terms.n, 0.05, 0.9, 0), QUIRE_MODEL_FINE);
    for (size_t t = 1; t < d->terms.n; t++) {
        char key[32];
        const double freedom = (double)(c.x.m - c.x.n);
        snprintf(key, sizeof key, "variance%zu", t);
        model_agrees(TABLE, d->set, key, -1, row[t].variance, 1e-10);
        snprintf(key, sizeof key, "effect%zu", t);
        model_agrees(TABLE, d->set, key, -1, row[t].effect, 1e-8);
        snprintf(key, sizeof key, "power%zu", t);
        model_agrees(TABLE, d->set, key, -1, quire_term_power_of(&row[t], 1.5, 0.05, freedom),
                     1e-8);
    }
    cr_expect_eq(row[0].effect, 0);
    model_case_clear(&c);
}

Test(power, of_the_terms_of_designs)
{
    struct design d[3];

    for (size_t i = 0, n = list_designs(d); i < n; i++) {
        check_power(&d[i]);
    }
}

/* a 2^3 twice over with 11 columns: 5 degrees of freedom, effect 2.0458 deviations */
Test(power, of_a_factorial_is_its_closed_form)
{
    struct model_case c = model_case_read("power-factorial", model_products(3, 1, false));
    struct quire_term_power row[4];

    cr_assert_eq(quire_design_power(row, &c.x, 4, 0.05, 0.9, 5), QUIRE_MODEL_FINE);
    for (int t = 1; t < 4; t++) {
        cr_expect(reference_near(row[t].variance, 0.25, 1e-14));
        cr_expect(reference_near(row[t].effect, 2.04584290235803, 1e-9));
        cr_expect(reference_near(row[t].coefficient, row[t].effect / 2, 1e-15));
    }
    model_case_clear(&c);
}

Test(power, says_what_is_wrong)
{
    const double a[] = {-1, 1, -1, 1}, b[] = {-1, -1, 1, 1};
    const struct quire_predictor predictor[] = {{.x = a}, {.x = b}, {.x = a}};
    const struct quire_term term[] = {{0}, {1, {0}}, {1, {2}}, {1, {1}}, {2, {0, 1}}};
    struct quire_regressors x = {0}, full = {0};
    struct quire_term_power row[5];
    struct quire_efficiency e;
    size_t column = 9;

    cr_assert(quire_regressors_make(&x, predictor, term, 4, NULL, 4));
    cr_assert(quire_regressors_make(&full, predictor, term, 5, NULL, 4));
    cr_expect_eq(quire_design_power(row, &x, 4, 0.05, 0.9, 0), QUIRE_MODEL_FINE);
    cr_expect(row[2].freedom == 0 && row[2].effect == 0 && row[1].effect > 0);
    cr_expect_eq(quire_term_power_of(&row[2], 1, 0.05, 1), 0);
    cr_expect_eq(quire_design_power(row, &full, 5, 0.05, 0.9, 0), QUIRE_MODEL_SATURATED);
    cr_expect_eq(quire_design_power(row, &full, 5, 0.05, 0.9, 3), QUIRE_MODEL_FINE);
    cr_expect_eq(quire_design_power(row, &x, 4, 0.05, 0.01, 0), QUIRE_MODEL_RANGE);
    cr_expect_eq(quire_efficiency_make(&e, &x, &x, &column), QUIRE_MODEL_SINGULAR);
    cr_expect_eq(column, 2);
    quire_regressors_clear(&x);
    quire_regressors_clear(&full);
}

Test(efficiency, agrees_with_definitions)
{
    struct design d[3];

    for (size_t i = 0, n = list_designs(d); i < n; i++) {
        struct model_case c = model_case_read(d[i].set, d[i].terms),
                          region = model_case_read(d[i].region, d[i].terms);
        struct quire_efficiency e;
        cr_assert_eq(quire_efficiency_make(&e, &c.x, &region.x, NULL), QUIRE_MODEL_FINE);
        model_agrees(TABLE, d[i].set, "d", -1, e.d, 1e-10);
        model_agrees(TABLE, d[i].set, "a", -1, e.a, 1e-10);
        model_agrees(TABLE, d[i].set, "g", -1, e.g, 1e-10);
        model_agrees(TABLE, d[i].set, "i", -1, e.i, 1e-10);
        model_agrees(TABLE, d[i].set, "mean", -1, e.mean, 1e-10);
        model_agrees(TABLE, d[i].set, "largest", -1, e.largest, 1e-10);
        model_case_clear(&c);
        model_case_clear(&region);
    }
}

/* an orthogonal design is best at its own points, and singular with one run less than terms */
Test(efficiency, of_a_factorial_is_one)
{
    struct model_case c = model_case_read("power-factorial", model_products(3, 2, false));
    struct quire_efficiency e;

    cr_assert_eq(quire_efficiency_make(&e, &c.x, &c.x, NULL), QUIRE_MODEL_FINE);
    cr_expect_float_eq(e.d, 1, 1e-13);
    cr_expect_float_eq(e.a, 1, 1e-13);
    cr_expect_float_eq(e.g, 1, 1e-13);
    cr_expect_float_eq(e.i, 1, 1e-13);
    cr_expect_eq(e.freedom, 9);
    model_case_clear(&c);
}
