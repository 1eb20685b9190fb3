/* Fits by blocks of rows against those of the whole matrix. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "fixtures/references.h"
#include "math/random.h"
#include "stat/fit.h"

enum { MOST = 200, TERMS = 12 };

struct problem {
    const char *set;
    size_t n_term;
    struct quire_term term[TERMS]; /* of columns behind the first, which is the response */
    double error;                  /* of leverages and errors, which are not refined */
};

static const struct problem problems[] = {
    {"longley", 7, {{0}, {1, {0}}, {1, {1}}, {1, {2}}, {1, {3}}, {1, {4}}, {1, {5}}}, 1e-8},
    {"airquality", 6, {{0}, {1, {0}}, {1, {1}}, {2, {0, 0}}, {2, {1, 1}}, {2, {0, 1}}}, 1e-10},
    {"warpbreaks", 4, {{0}, {1, {0}}, {1, {1}}, {2, {0, 1}}}, 1e-10},
    {"swiss", 6, {{0}, {1, {0}}, {1, {1}}, {1, {2}}, {1, {3}}, {1, {4}}}, 1e-10},
};
enum { PROBLEMS = sizeof problems / sizeof problems[0] };
static const size_t blocks[] = {1, 5, 16, 1000};
enum { BLOCKS = sizeof blocks / sizeof blocks[0] };

static void
expect_near(const char *set, const char *what, size_t i, double value, double wanted, double error)
{
    cr_expect(reference_near(value, wanted, error), "%s: %s %zu is %.17g, not %.17g (%.1e)", set,
              what, i, value, wanted, fabs(value / wanted - 1));
}

static void
expect_same_test(const char *set, const char *what, size_t i, const struct quire_f_test *a,
                 const struct quire_f_test *b, double error)
{
    cr_expect_eq(a->freedom, b->freedom);
    expect_near(set, what, i, a->sum, b->sum, error);
    expect_near(set, what, i, a->f, b->f, error);
}

static void
expect_same_fit(const char *set, const struct quire_fit *fit, const struct quire_fit *whole,
                double error)
{
    cr_assert(fit->m == whole->m && fit->n == whole->n && fit->qr.rank == whole->qr.rank);
    for (size_t j = 0; j < fit->n; j++) {
        const struct quire_coefficient *a = &fit->coefficient[j], *b = &whole->coefficient[j];
        cr_expect_eq(a->aliased, b->aliased);
        cr_expect_eq(fit->qr.column[j], whole->qr.column[j]);
        expect_near(set, "coefficient", j, a->value, b->value, 1e-10);
        expect_near(set, "error", j, a->error, b->error, error);
        expect_near(set, "inflation", j, a->inflation, b->inflation, error);
    }
    for (size_t i = 0; i < fit->m; i++) {
        cr_expect_float_eq(fit->residual[i], whole->residual[i], 1e-10 * whole->deviation);
        cr_expect_float_eq(fit->fitted[i], whole->fitted[i], 1e-10 * whole->deviation);
        cr_expect_float_eq(fit->leverage[i], whole->leverage[i], error);
    }
    expect_near(set, "sum", 0, fit->sum, whole->sum, 1e-10);
    expect_near(set, "press", 0, fit->press, whole->press, error);
    expect_same_test(set, "lack of fit", 0, &fit->lack, &whole->lack, 1e-8);
    expect_same_test(set, "model", 0, &fit->model, &whole->model, 1e-10);
}

/* both fits and both tables of variances */
static void
compare(const struct problem *p, const struct quire_row_source *source, const double *y, size_t m,
        size_t block)
{
    struct quire_regressors x = {0}, columns = {0};
    struct quire_rows rows;
    struct quire_fit fit = {0}, whole = {0};
    struct quire_f_test row[TERMS], whole_row[TERMS], residual, whole_residual;
    size_t point[MOST];
    const double *effects;

    for (size_t i = 0; i < m; i++) {
        point[i] = i / 2;
    }
    cr_assert(quire_regressors_make(&x, source->predictor, source->term, source->n_term,
                                    source->run, m) &&
              quire_regressors_rows(&columns, &rows, source, m));
    rows.block = block;
    cr_assert(quire_fit_make(&whole, &x, y, point, 0.95) &&
              quire_fit_rows(&fit, &rows, y, point, 0.95));
    expect_same_fit(p->set, &fit, &whole, p->error);
    const struct quire_regressors reduced = quire_fit_reduced(&fit, columns.term, &effects);
    cr_assert(quire_anova(whole_row, &whole_residual, QUIRE_ANOVA_II, &x, source->term,
                          source->n_term, y) &&
              quire_anova_of_runs(row, &residual, QUIRE_ANOVA_II, &reduced, source->term,
                                  source->n_term, effects, m));
    expect_same_test(p->set, "residual", 0, &residual, &whole_residual, p->error);
    for (size_t t = 0; t < source->n_term; t++) {
        expect_same_test(p->set, "term", t, &row[t], &whole_row[t], p->error);
    }
    quire_fit_clear(&fit);
    quire_fit_clear(&whole);
    quire_regressors_clear(&x);
    quire_regressors_clear(&columns);
}

Test(qr_rows, blocks_agree_with_the_whole)
{
    for (size_t i = 0; i < PROBLEMS * BLOCKS; i++) {
        const struct problem *p = &problems[i / BLOCKS];
        struct reference_data data = reference_data(p->set);
        struct quire_predictor predictor[REFERENCE_CELLS];
        size_t run[MOST];
        for (size_t j = 1; j < data.n; j++) {
            predictor[j - 1] =
                (struct quire_predictor){data.n_level[j], data.column[j], data.level[j]};
        }
        for (size_t r = 0; r < data.m; r++) {
            run[r] = r;
        }
        const struct quire_row_source source = {predictor, p->term, p->n_term,
                                                i % 2 == 0 ? run : NULL};
        compare(p, &source, data.column[0], data.m, blocks[i % BLOCKS]);
        reference_data_clear(&data);
    }
}

/* columns that depend on earlier ones are found, and left out as in the whole */
Test(qr_rows, dependent_columns_are_found)
{
    static const struct problem p = {
        "dependent", 5, {{0}, {1, {0}}, {1, {1}}, {1, {2}}, {2, {0, 2}}}, 1e-10};
    double x[3][60], y[60];

    for (uint32_t i = 0; i < 60; i++) {
        const uint32_t place[4] = {i, 1, 2, 3}, other[4] = {i, 4, 5, 6};
        x[0][i] = quire_random_uniform(7, place);
        x[1][i] = 2 - 3 * x[0][i];
        x[2][i] = quire_random_uniform(7, other);
        y[i] = x[0][i] - x[2][i] + 0.1 * (i % 3);
    }
    const struct quire_predictor predictor[3] = {{0, x[0], NULL}, {0, x[1], NULL}, {0, x[2], NULL}};
    const struct quire_row_source source = {predictor, p.term, p.n_term, NULL};
    for (size_t b = 0; b < BLOCKS; b++) {
        compare(&p, &source, y, 60, blocks[b]);
    }
}

struct powers {
    const double *x;
};

static void
read_powers(const void *of, size_t first, size_t count, double *out)
{
    const struct powers *self = of;

    for (size_t i = 0; i < count; i++) {
        double power = 1;
        for (size_t j = 0; j < 11; j++, power *= self->x[first + i]) {
            out[j * count + i] = power;
        }
    }
}

/* NIST's Filip: a polynomial of degree 10 far from the middle of its range, condition 1e15 */
Test(qr_rows, nearly_dependent_columns_are_refined)
{
    struct reference_data data = reference_data("filip");
    const struct powers powers = {data.column[1]};

    for (size_t b = 0; b < BLOCKS; b++) {
        const struct quire_rows rows = {
            .m = data.m, .n = 11, .read = read_powers, .of = &powers, .block = blocks[b]};
        struct quire_fit fit = {0};
        cr_assert(quire_fit_rows(&fit, &rows, data.column[0], NULL, 0.95));
        for (size_t j = 0; j < 11; j++) {
            char key[40];
            double wanted;
            snprintf(key, sizeof key, "exact-coefficient.%zu", j);
            cr_assert(reference_find("nist.csv", "filip", key, &wanted));
            expect_near("filip", "coefficient", j, fit.coefficient[j].value, wanted, 1e-10);
        }
        quire_fit_clear(&fit);
    }
    reference_data_clear(&data);
}
