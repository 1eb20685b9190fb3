/* Powers of responses against R's MASS::boxcox. */
#include <criterion/criterion.h>
#include <math.h>

#include "model_case.h"
#include "stat/model/boxcox.h"

#define TABLE  "choice.csv"
#define PLACES 7

static void
check_set(const char *set, struct model_terms terms, double usual)
{
    struct model_case c = model_case_read(set, terms);
    struct quire_box_cox_fit fit;
    double place[PLACES], profile[PLACES];

    cr_assert_eq(quire_box_cox_make(&fit, &c.x, c.y, -2, 2, 0.95, NULL), QUIRE_MODEL_FINE);
    model_agrees(TABLE, set, "lambda", -1, fit.lambda, 1e-5);
    model_agrees(TABLE, set, "low", -1, fit.low, 1e-5);
    model_agrees(TABLE, set, "high", -1, fit.high, 1e-5);
    model_agrees(TABLE, set, "most", -1, fit.most, 1e-10);
    cr_expect(!fit.low_open && !fit.high_open);
    /* NaN: no usual power lies in the interval */
    cr_expect_eq(fit.usual, isnan(usual) ? fit.lambda : usual);
    for (long i = 0; i < PLACES; i++) {
        place[i] = model_wanted(TABLE, set, "place", i);
    }
    cr_assert_eq(quire_box_cox_profile(profile, place, PLACES, &c.x, c.y, NULL), QUIRE_MODEL_FINE);
    for (long i = 0; i < PLACES; i++) {
        /* MASS has a series of three terms near 0 */
        model_agrees(TABLE, set, "profile", i, profile[i], fabs(place[i]) < 0.02 ? 1e-6 : 1e-9);
        cr_expect(fit.most >= profile[i] - 1e-9);
    }
    cr_expect_float_eq(fit.logarithm, profile[2], 1e-12);
    cr_expect_float_eq(fit.plain, profile[5], 1e-12);
    model_case_clear(&c);
}

Test(box_cox, agrees_with_mass)
{
    check_set("boxcox-trees", model_products(2, 1, false), 0);
    check_set("boxcox-poisons", model_products(2, 1, false), -1);
    check_set("boxcox-quine", model_products(4, 4, false), (double)NAN);
}

Test(box_cox, there_and_back)
{
    static const double lambda[] = {-2, -0.5, 0, 1e-9, 0.3, 1, 3};
    double back;

    for (size_t i = 0; i < sizeof lambda / sizeof lambda[0]; i++) {
        for (double y = 0.01; y < 200; y *= 3) {
            cr_assert(quire_box_cox_inverse(quire_box_cox(y, lambda[i]), lambda[i], &back));
            /* digits are lost where y^lambda is small */
            cr_expect(reference_near(back, y, 1e-9), "%g %g", lambda[i], y);
        }
    }
    cr_expect(!quire_box_cox_inverse(-2, 0.5, &back));
    cr_expect(!quire_box_cox_inverse(0.6, -2, &back));
}

static const double x[] = {0, 1, 2, 3, 4, 5};
static const struct quire_predictor number = {.x = x};
static const struct quire_term line[] = {{0}, {1, {0}}};

static enum quire_model_status
fit_line(struct quire_box_cox_fit *fit, const double *y, size_t m, double least, size_t *at)
{
    struct quire_regressors r = {0};

    cr_assert(quire_regressors_make(&r, &number, line, 2, NULL, m));
    const enum quire_model_status status = quire_box_cox_make(fit, &r, y, least, 2, 0.95, at);
    quire_regressors_clear(&r);
    return status;
}

Test(box_cox, an_end_of_the_range)
{
    const double y[] = {1, 7.9, 27.1, 64, 124, 217};
    struct quire_box_cox_fit fit;

    cr_assert_eq(fit_line(&fit, y, 6, 1, NULL), QUIRE_MODEL_FINE);
    cr_expect(fit.lambda == 1 && fit.low == 1 && fit.low_open);
}

Test(box_cox, says_what_is_wrong)
{
    const double good[] = {1, 2, 4, 5, 6, 9}, zero[] = {1, 2, 4, 0, 6, 9},
                 flat[] = {2, 2, 2, 2, 2, 2}, straight[] = {1, 2, 3, 4, 5, 6},
                 broken[] = {1, 2, HUGE_VAL, 3, 4, 5};
    struct quire_box_cox_fit fit;
    size_t at = 9;

    cr_expect_eq(fit_line(&fit, good, 6, -2, &at), QUIRE_MODEL_FINE);
    cr_expect_eq(fit_line(&fit, zero, 6, -2, &at), QUIRE_MODEL_NOT_POSITIVE);
    cr_expect_eq(at, 3);
    cr_expect_eq(fit_line(&fit, broken, 6, -2, &at), QUIRE_MODEL_NOT_FINITE);
    cr_expect_eq(at, 2);
    cr_expect_eq(fit_line(&fit, flat, 6, -2, &at), QUIRE_MODEL_CONSTANT);
    cr_expect_eq(fit_line(&fit, good, 2, -2, &at), QUIRE_MODEL_SATURATED);
    cr_expect_eq(fit_line(&fit, straight, 6, -2, &at), QUIRE_MODEL_EXACT);
    cr_expect_eq(fit_line(&fit, good, 6, 3, &at), QUIRE_MODEL_RANGE);
}
