/* Diagnostics of runs against R's rstandard, rstudent, hatvalues, cooks.distance and dffits. */
#include <criterion/criterion.h>
#include <math.h>

#include "model_case.h"
#include "stat/model/diagnose.h"

#define TABLE "choice.csv"

static void
check_set(const char *set, struct model_terms terms)
{
    struct model_case c = model_case_read(set, terms);
    struct quire_run_diagnosis run[1000];
    struct quire_fit fit = {0};
    char key[100];
    double at;

    cr_assert(quire_fit_make(&fit, &c.x, c.y, NULL, 0.95));
    cr_assert_eq(quire_diagnose(run, &fit), QUIRE_MODEL_FINE);
    for (long i = 0; snprintf(key, sizeof key, "run.%ld", i), reference_find(TABLE, set, key, &at);
         i++) {
        const struct quire_run_diagnosis *d = &run[(size_t)at];
        model_agrees(TABLE, set, "leverage", i, d->leverage, 1e-10);
        model_agrees(TABLE, set, "internal", i, d->internal, 1e-10);
        model_agrees(TABLE, set, "external", i, d->external, 1e-10);
        model_agrees(TABLE, set, "cook", i, d->cook, 1e-10);
        model_agrees(TABLE, set, "dffits", i, d->dffits, 1e-10);
    }
    quire_fit_clear(&fit);
    model_case_clear(&c);
}

Test(diagnosis, agrees_with_r)
{
    struct model_terms quine = model_products(4, 1, false);
    quine.term[quine.n++] = (struct quire_term){2, {0, 1}};

    check_set("diagnose-stackloss", model_products(3, 1, false));
    check_set("diagnose-swiss", model_products(5, 1, false));
    check_set("diagnose-quine", quine);
}

static const struct quire_term line[] = {{0}, {1, {0}}};

static enum quire_model_status
diagnose(struct quire_run_diagnosis *run, const double *x, const double *y, size_t m)
{
    const struct quire_predictor predictor = {.x = x};
    struct quire_regressors r = {0};
    struct quire_fit fit = {0};

    cr_assert(quire_regressors_make(&r, &predictor, line, 2, NULL, m));
    cr_assert(quire_fit_make(&fit, &r, y, NULL, 0.95));
    const enum quire_model_status status = quire_diagnose(run, &fit);
    quire_fit_clear(&fit);
    quire_regressors_clear(&r);
    return status;
}

/* the only run off the middle determines the slope */
Test(diagnosis, a_run_that_determines_a_coefficient)
{
    const double x[] = {0, 0, 0, 0, 1}, y[] = {1, 2, 1, 2, 7};
    struct quire_run_diagnosis run[5];

    cr_assert_eq(diagnose(run, x, y, 5), QUIRE_MODEL_FINE);
    cr_expect(run[4].alone && run[4].leverage == 1 && run[4].cook == 0 && run[4].external == 0);
    cr_expect(!run[0].alone);
}

/* without run 3 the line is exact */
Test(diagnosis, a_run_that_makes_all_of_the_residual)
{
    const double x[] = {0, 1, 2, 3, 4}, y[] = {0, 1, 2, 5, 4};
    struct quire_run_diagnosis run[5];

    cr_assert_eq(diagnose(run, x, y, 5), QUIRE_MODEL_FINE);
    cr_expect(run[3].external > 0 && isinf(run[3].external) && isfinite(run[3].internal));
}

Test(diagnosis, says_what_is_wrong)
{
    const double x[] = {0, 1, 2, 3, 4}, y[] = {0.1, 0.2, 0.3, 0.4, 0.5};
    struct quire_run_diagnosis run[5];

    cr_expect_eq(diagnose(run, x, y, 5), QUIRE_MODEL_EXACT);
    cr_expect_eq(diagnose(run, x, y, 3), QUIRE_MODEL_SATURATED);
}

Test(diagnosis, bounds)
{
    struct model_case c = model_case_read("diagnose-swiss", model_products(5, 1, false));
    struct quire_fit fit = {0};

    cr_assert(quire_fit_make(&fit, &c.x, c.y, NULL, 0.95));
    const struct quire_diagnosis_bounds b = quire_diagnosis_bounds_of(&fit, 0.05);
    cr_expect_float_eq(b.leverage, 12.0 / 47, 1e-15);
    cr_expect_float_eq(b.dffits, 2 * sqrt(6.0 / 47), 1e-15);
    /* qt(0.05/94, 40, lower.tail = FALSE) */
    cr_expect_float_eq(b.external, 3.529468142021, 1e-9);
    quire_fit_clear(&fit);
    model_case_clear(&c);
}
