/* Linear models against certified values, exact ones, and R's lm and aov. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fixtures/references.h"
#include "stat/fit.h"

#define TABLE "models.csv"

/* fails the test unless value is as the table says, to a relative error; false if it says nothing
 */
static bool
agrees(const char *table, const char *set, const char *what, long i, double value, double error)
{
    char key[100];
    double wanted;

    snprintf(key, sizeof key, i < 0 ? "%s" : "%s.%ld", what, i);
    if (!reference_find(table, set, key, &wanted)) {
        return false;
    }
    cr_expect(reference_near(value, wanted, error), "%s %s: %.17g, not %.17g (%.1e)", set, key,
              value, wanted, fabs(value / wanted - 1));
    return true;
}

struct problem {
    const char *set;
    size_t n_term;
    struct quire_term term[12]; /* of columns behind the first, which is the response */
};

static const struct problem problems[] = {
    {"warpbreaks", 4, {{0}, {1, {0}}, {1, {1}}, {2, {0, 1}}}},
    {"npk",
     9,
     {{0},
      {1, {0}},
      {1, {1}},
      {1, {2}},
      {1, {3}},
      {2, {1, 2}},
      {2, {1, 3}},
      {2, {2, 3}},
      {3, {1, 2, 3}}}},
    {"mtcars", 5, {{0}, {1, {0}}, {1, {1}}, {1, {2}}, {2, {0, 1}}}},
    {"airquality", 6, {{0}, {1, {0}}, {1, {1}}, {2, {0, 0}}, {2, {1, 1}}, {2, {0, 1}}}},
    {"swiss", 6, {{0}, {1, {0}}, {1, {1}}, {1, {2}}, {1, {3}}, {1, {4}}}},
    {"plantgrowth", 2, {{0}, {1, {0}}}},
    {"toothgrowth", 4, {{0}, {1, {0}}, {1, {1}}, {2, {0, 1}}}},
    {"stackloss", 4, {{0}, {1, {0}}, {1, {1}}, {1, {2}}}},
    {"norris", 2, {{0}, {1, {0}}}},
    {"longley", 7, {{0}, {1, {0}}, {1, {1}}, {1, {2}}, {1, {3}}, {1, {4}}, {1, {5}}}},
};
enum { PROBLEMS = sizeof problems / sizeof problems[0], NIST = 8 };

static void
make_regressors(struct quire_regressors *x, const struct problem *p,
                const struct reference_data *data)
{
    struct quire_predictor predictor[REFERENCE_CELLS];

    for (size_t j = 1; j < data->n; j++) {
        predictor[j - 1] =
            (struct quire_predictor){data->n_level[j], data->column[j], data->level[j]};
    }
    cr_assert(quire_regressors_make(x, predictor, p->term, p->n_term, NULL, data->m));
}

/* runs whose rows are equal have the number of the first of them */
static void
number_points(size_t *point, const struct quire_regressors *x)
{
    for (size_t i = 0; i < x->m; i++) {
        for (point[i] = 0; point[i] < i; point[i]++) {
            size_t j = 0;
            while (j < x->n && x->x[j * x->m + i] == x->x[j * x->m + point[i]]) {
                j++;
            }
            if (j == x->n) {
                break;
            }
        }
    }
}

static void
check_coefficients(const char *table, const char *set, const struct quire_fit *fit, double error)
{
    for (size_t j = 0; j < fit->n; j++) {
        const struct quire_coefficient *c = &fit->coefficient[j];
        if (!c->aliased) {
            cr_expect(agrees(table, set, "coefficient", (long)j, c->value, error));
            agrees(table, set, "error", (long)j, c->error, error);
            agrees(table, set, "p", (long)j, c->p, error);
            agrees(table, set, "low", (long)j, c->low, error);
            agrees(table, set, "high", (long)j, c->high, error);
            agrees(table, set, "inflation", (long)j, j > 0 ? c->inflation : (double)NAN, error);
        }
    }
    agrees(table, set, "deviation", -1, fit->deviation, error);
    agrees(table, set, "r2", -1, fit->r2, error);
    agrees(table, set, "f", -1, fit->model.f, error);
}

Test(linear_fit, agrees_with_lm)
{
    for (int i = 0; i < NIST; i++) {
        const struct problem *p = &problems[i];
        struct reference_data data = reference_data(p->set);
        struct quire_regressors x = {0};
        struct quire_fit fit = {0};
        size_t point[1000];
        make_regressors(&x, p, &data);
        number_points(point, &x);
        cr_assert(quire_fit_make(&fit, &x, data.column[0], point, 0.95));
        check_coefficients(TABLE, p->set, &fit, 1e-10);
        cr_expect(agrees(TABLE, p->set, "adjusted", -1, fit.adjusted_r2, 1e-10));
        cr_expect(agrees(TABLE, p->set, "f-p", -1, fit.model.p, 1e-10));
        cr_expect(agrees(TABLE, p->set, "press", -1, fit.press, 1e-10));
        cr_expect(agrees(TABLE, p->set, "leverage", -1, fit.leverage[0], 1e-10));
        agrees(TABLE, p->set, "pure", -1, fit.pure.sum, 1e-10);
        agrees(TABLE, p->set, "lack-f", -1, fit.lack.f, 1e-10);
        agrees(TABLE, p->set, "lack-p", -1, fit.lack.p, 1e-10);
        quire_fit_clear(&fit);
        quire_regressors_clear(&x);
        reference_data_clear(&data);
    }
}

/* the same sets by another program (tests/tools/stat-statsmodels.py) */
Test(linear_fit, agrees_with_statsmodels)
{
    static const char *const table = "statsmodels.csv";
    for (int i = 0; i < NIST; i++) {
        const struct problem *p = &problems[i];
        struct reference_data data = reference_data(p->set);
        struct quire_regressors x = {0};
        struct quire_fit fit = {0};
        make_regressors(&x, p, &data);
        cr_assert(quire_fit_make(&fit, &x, data.column[0], NULL, 0.95));
        check_coefficients(table, p->set, &fit, 1e-10);
        cr_expect(agrees(table, p->set, "adjusted", -1, fit.adjusted_r2, 1e-10));
        cr_expect(agrees(table, p->set, "f-p", -1, fit.model.p, 1e-10));
        cr_expect(agrees(table, p->set, "press", -1, fit.press, 1e-10));
        quire_fit_clear(&fit);
        quire_regressors_clear(&x);
        reference_data_clear(&data);
    }
}

Test(linear_fit, sums_of_squares_agree_with_aov)
{
    for (int i = 0; i < NIST; i++) {
        const struct problem *p = &problems[i];
        struct reference_data data = reference_data(p->set);
        struct quire_regressors x = {0};
        make_regressors(&x, p, &data);
        for (int type = 1; type <= 3; type++) {
            struct quire_f_test row[12], residual;
            cr_assert(quire_anova(row, &residual, (enum quire_anova_type)type, &x, p->term,
                                  p->n_term, data.column[0]));
            for (size_t t = 1; t < p->n_term && row[t].freedom > 0; t++) {
                char key[64];
                snprintf(key, sizeof key, "anova%d.%zu.sum", type, t);
                /* R takes the difference of two sums */
                cr_expect(agrees(TABLE, p->set, key, -1, row[t].sum, 1e-9), "%s", key);
                snprintf(key, sizeof key, "anova%d.%zu.freedom", type, t);
                cr_expect(agrees(TABLE, p->set, key, -1, row[t].freedom, 0));
                snprintf(key, sizeof key, "anova%d.%zu.p", type, t);
                cr_expect(agrees(TABLE, p->set, key, -1, row[t].p, 1e-9));
            }
        }
        quire_regressors_clear(&x);
        reference_data_clear(&data);
    }
}

/* what confounds the other interactions is known not to be known */
Test(linear_fit, aliased_terms_have_no_number)
{
    struct reference_data data = reference_data("npk");
    struct quire_regressors x = {0};
    struct quire_fit fit = {0};

    make_regressors(&x, &problems[1], &data);
    cr_assert(quire_fit_make(&fit, &x, data.column[0], NULL, 0.95));
    cr_assert_eq(fit.qr.rank, 12);
    cr_assert(fit.coefficient[12].aliased);
    cr_assert_eq(fit.coefficient[12].value, 0);
    quire_fit_clear(&fit);
    quire_regressors_clear(&x);
    reference_data_clear(&data);
}

/* 15 digits of the National Institute of Standards and Technology */
Test(linear_fit, agrees_with_certified_values)
{
    for (int i = NIST; i < PROBLEMS; i++) {
        const struct problem *p = &problems[i];
        struct reference_data data = reference_data(p->set);
        struct quire_regressors x = {0};
        struct quire_fit fit = {0};
        make_regressors(&x, p, &data);
        cr_assert(quire_fit_make(&fit, &x, data.column[0], NULL, 0.95));
        check_coefficients("nist.csv", p->set, &fit, 1e-11);
        quire_fit_clear(&fit);
        quire_regressors_clear(&x);
        reference_data_clear(&data);
    }
}

/* a polynomial of the tenth degree: columns that are all but dependent, condition 1e15. Rounding
 * its powers moves the ninth digit of the certified coefficients; those of the rounded columns are
 * met. */
Test(linear_fit, keeps_its_digits_where_columns_are_nearly_dependent)
{
    struct reference_data data = reference_data("filip");
    struct quire_regressors x = {.m = data.m,
                                 .n = 11,
                                 .x = calloc(data.m * 11, sizeof(double)),
                                 .term = calloc(11, sizeof(size_t))};
    struct quire_fit fit = {0};

    for (size_t i = 0; i < data.m; i++) {
        x.x[i] = 1;
        for (size_t j = 1; j < 11; j++) {
            x.x[j * data.m + i] = x.x[(j - 1) * data.m + i] * data.column[1][i];
        }
    }
    cr_assert(quire_fit_make(&fit, &x, data.column[0], NULL, 0.95));
    check_coefficients("nist.csv", "filip", &fit, 1e-7);
    for (long j = 0; j < 11; j++) {
        cr_expect(
            agrees("nist.csv", "filip", "exact-coefficient", j, fit.coefficient[j].value, 1e-12));
        cr_expect(agrees("nist.csv", "filip", "exact-error", j, fit.coefficient[j].error, 1e-6));
    }
    quire_fit_clear(&fit);
    quire_regressors_clear(&x);
    reference_data_clear(&data);
}

/* The same polynomial in coded units, as studies have it: the columns' condition is 3e3, and
 * nothing is lost. With u = a x + c the coefficient of x^j is the sum of b_k binomial(k, j) a^j
 * c^(k - j). */
Test(linear_fit, coded_polynomials_keep_all_digits)
{
    struct reference_data data = reference_data("filip");
    struct quire_regressors x = {.m = data.m,
                                 .n = 11,
                                 .x = calloc(data.m * 11, sizeof(double)),
                                 .term = calloc(11, sizeof(size_t))};
    struct quire_fit fit = {0};
    double low = data.column[1][0], high = low;

    for (size_t i = 0; i < data.m; i++) {
        low = fmin(low, data.column[1][i]);
        high = fmax(high, data.column[1][i]);
    }
    for (size_t i = 0; i < data.m; i++) {
        x.x[i] = 1;
        for (size_t j = 1; j < 11; j++) {
            x.x[j * data.m + i] =
                x.x[(j - 1) * data.m + i] * ((2 * data.column[1][i] - (low + high)) / (high - low));
        }
    }
    cr_assert(quire_fit_make(&fit, &x, data.column[0], NULL, 0.95));
    const long double a = 2 / ((long double)high - low),
                      c = -((long double)high + low) / ((long double)high - low);
    for (int j = 0; j < 11; j++) {
        long double sum = 0, binomial = 1;
        for (int k = j; k < 11; k++) {
            sum += fit.coefficient[k].value * binomial * powl(a, j) * powl(c, k - j);
            binomial = binomial * (k + 1) / (k + 1 - j);
        }
        cr_expect(agrees("nist.csv", "filip", "coefficient", j, (double)sum, 1e-12));
    }
    cr_expect(agrees("nist.csv", "filip", "deviation", -1, fit.deviation, 1e-12));
    cr_expect(agrees("nist.csv", "filip", "r2", -1, fit.r2, 1e-12));
    quire_fit_clear(&fit);
    quire_regressors_clear(&x);
    reference_data_clear(&data);
}
