/* Logistic models against R's glm, closed forms, and runs that are separated. */
#include <criterion/criterion.h>
#include <math.h>

#include "fixtures/references.h"
#include "stat/logistic.h"

static void
make_regressors(struct quire_regressors *x, const struct reference_data *data)
{
    struct quire_predictor predictor[REFERENCE_CELLS];
    struct quire_term term[REFERENCE_CELLS] = {{0}};

    for (size_t j = 1; j < data->n; j++) {
        predictor[j - 1] = (struct quire_predictor){0, data->column[j], NULL};
        term[j] = (struct quire_term){1, {j - 1}};
    }
    cr_assert(quire_regressors_make(x, predictor, term, data->n, NULL, data->m));
}

#define EXPECT(set, what, value)                                                                   \
    do {                                                                                           \
        double wanted;                                                                             \
        cr_assert(reference_find(table, set, what, &wanted), "%s %s", set, what);                  \
        cr_expect(reference_near(value, wanted, 1e-9), "%s %s: %.17g, not %.17g", set, what,       \
                  value, wanted);                                                                  \
    } while (0)

static void
expect_fits(const char *table)
{
    static const char *const sets[] = {"infert", "engines"};

    for (int i = 0; i < 2; i++) {
        struct reference_data data = reference_data(sets[i]);
        struct quire_regressors x = {0};
        struct quire_logistic fit = {0};
        make_regressors(&x, &data);
        cr_assert(quire_logistic_make(&fit, &x, data.column[0], false, 0.95));
        cr_assert(fit.converged && fit.separation == QUIRE_SEPARATION_NONE && !fit.penalised);
        for (size_t j = 0; j < fit.n; j++) {
            char what[40];
            snprintf(what, sizeof what, "coefficient.%zu", j);
            EXPECT(sets[i], what, fit.odds[j].value);
            snprintf(what, sizeof what, "error.%zu", j);
            EXPECT(sets[i], what, fit.odds[j].error);
            snprintf(what, sizeof what, "p.%zu", j);
            EXPECT(sets[i], what, fit.odds[j].p);
        }
        EXPECT(sets[i], "deviance", fit.deviance);
        EXPECT(sets[i], "null-deviance", fit.null_deviance);
        quire_logistic_clear(&fit);
        quire_regressors_clear(&x);
        reference_data_clear(&data);
    }
}

Test(logistic, agrees_with_glm)
{
    expect_fits("models.csv");
}

Test(logistic, agrees_with_statsmodels)
{
    expect_fits("statsmodels.csv");
}

/* at x = 0 `none` of n_none, at x = 1 `one` of n_one */
static void
fit_table(struct quire_logistic *fit, size_t none, size_t n_none, size_t one, size_t n_one,
          bool penalise)
{
    double at[100], happened[100];
    const size_t m = n_none + n_one;
    const struct quire_predictor predictor = {0, at, NULL};
    const struct quire_term term[] = {{0}, {1, {0}}};
    struct quire_regressors x = {0};

    for (size_t i = 0; i < m; i++) {
        at[i] = i < n_none ? 0 : 1;
        happened[i] = i < n_none ? i < none : i - n_none < one;
    }
    cr_assert(quire_regressors_make(&x, &predictor, term, 2, NULL, m));
    cr_assert(quire_logistic_make(fit, &x, happened, penalise, 0.95));
    quire_regressors_clear(&x);
}

/* two rates have the odds of their counts, and 1/b + 1/(n - b) + 1/a + 1/(m - a) is the variance of
 * what lies between (Woolf 1955) */
Test(logistic, two_rates_have_their_odds)
{
    struct quire_logistic fit = {0};

    fit_table(&fit, 3, 20, 11, 30, false);
    cr_assert_float_eq(fit.odds[0].value, log(3.0 / 17), 1e-12);
    cr_assert_float_eq(fit.odds[1].value, log(11.0 / 19) - log(3.0 / 17), 1e-12);
    cr_assert_float_eq(fit.odds[1].error, sqrt(1.0 / 3 + 1.0 / 17 + 1.0 / 11 + 1.0 / 19), 1e-12);
    quire_logistic_clear(&fit);
}

/* of a saturated model Firth's estimate is that of counts with half a run added to each (Firth
 * 1993) */
Test(logistic, firths_estimate_adds_half_a_run)
{
    struct quire_logistic fit = {0};

    fit_table(&fit, 3, 20, 11, 30, true);
    cr_assert(fit.converged && fit.penalised);
    cr_assert_float_eq(fit.odds[0].value, log(3.5 / 17.5), 1e-10);
    cr_assert_float_eq(fit.odds[1].value, log(11.5 / 19.5) - log(3.5 / 17.5), 1e-10);
    quire_logistic_clear(&fit);
}

Test(logistic, separated_runs_are_seen_and_penalised)
{
    struct quire_logistic fit = {0};

    fit_table(&fit, 0, 20, 30, 30, false);
    cr_assert_eq(fit.separation, QUIRE_SEPARATION_COMPLETE);
    cr_assert(fit.penalised && fit.converged);
    cr_assert_float_eq(fit.odds[1].value, log(30.5 / 0.5) - log(0.5 / 20.5), 1e-9);
    fit_table(&fit, 0, 20, 11, 30, false);
    cr_assert_eq(fit.separation, QUIRE_SEPARATION_QUASI);
    cr_assert(fit.penalised && fit.converged);
    cr_assert_float_eq(fit.odds[0].value, log(0.5 / 20.5), 1e-9);
    quire_logistic_clear(&fit);
}

/* nothing ever happens: the commonest study of all */
Test(logistic, what_never_happens_is_separated)
{
    struct quire_logistic fit = {0};

    fit_table(&fit, 0, 20, 0, 30, false);
    cr_assert_eq(fit.separation, QUIRE_SEPARATION_COMPLETE);
    cr_assert(fit.converged);
    cr_assert_float_eq(fit.odds[0].value, log(0.5 / 20.5), 1e-9);
    cr_assert_float_eq(fit.null_deviance, 0, 1e-12);
    quire_logistic_clear(&fit);
}

/* steep, but one run on the wrong side: likelihood has a maximum */
Test(logistic, steep_is_not_separated)
{
    enum { M = 12 };
    double at[M], happened[M];
    const struct quire_predictor predictor = {0, at, NULL};
    const struct quire_term term[] = {{0}, {1, {0}}};
    struct quire_regressors x = {0};
    struct quire_logistic fit = {0};

    for (int i = 0; i < M; i++) {
        at[i] = i < 6 ? -100 + i : 100 + i;
        happened[i] = i >= 6;
    }
    at[0] = 0.02;
    at[11] = 0.01;
    cr_assert(quire_regressors_make(&x, &predictor, term, 2, NULL, M));
    cr_assert(quire_logistic_make(&fit, &x, happened, false, 0.95));
    cr_assert_eq(fit.separation, QUIRE_SEPARATION_NONE);
    cr_assert(fit.converged && !fit.penalised);
    quire_logistic_clear(&fit);
    quire_regressors_clear(&x);
}

/* linear predictors as good as infinite, but one run in ten on the wrong side near the middle:
 * slope 2 artanh 0.8 */
Test(logistic, far_runs_are_not_separated)
{
    enum { M = 22 };
    double at[M] = {[20] = -20, [21] = 20}, happened[M] = {[21] = 1};
    const struct quire_predictor predictor = {0, at, NULL};
    const struct quire_term term[] = {{0}, {1, {0}}};
    struct quire_regressors x = {0};
    struct quire_logistic fit = {0};

    for (int i = 0; i < 20; i++) {
        at[i] = i < 10 ? -1 : 1;
        happened[i] = i < 10 ? i < 1 : i < 19;
    }
    cr_assert(quire_regressors_make(&x, &predictor, term, 2, NULL, M));
    cr_assert(quire_logistic_make(&fit, &x, happened, false, 0.95));
    cr_assert_eq(fit.separation, QUIRE_SEPARATION_NONE);
    cr_assert(fit.converged && !fit.penalised);
    cr_assert_float_eq(fit.odds[1].value, 2 * atanh(0.8), 1e-9);
    quire_logistic_clear(&fit);
    quire_regressors_clear(&x);
}
