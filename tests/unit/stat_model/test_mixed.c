/* Mixed models against lme4, lmerTest and pbkrtest (tests/tools/stat-mixed.R). */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model_case.h"
#include "stat/fit.h"
#include "stat/model/mixed.h"

#define TABLE "mixed.csv"
#define MOST  4

struct problem {
    const char *set;
    size_t fixed, n_random; /* columns behind the response, and groups behind these */
    size_t order;           /* products of this many fixed ones */
};

static const struct problem problems[] = {
    {"mixed-dyestuff", 0, 1, 0}, {"mixed-dyestuff2", 0, 1, 0}, {"mixed-penicillin", 0, 2, 0},
    {"mixed-pastes", 0, 2, 0},   {"mixed-oats", 2, 2, 2},      {"mixed-cake", 2, 1, 2},
    {"mixed-split", 2, 2, 2},    {"mixed-crossed", 0, 2, 0},   {"mixed-torn", 2, 1, 1},
};
enum { PROBLEMS = sizeof problems / sizeof problems[0] };

struct fixture {
    struct model_case c;
    struct quire_random random[MOST];
    struct quire_mixed fit;
};

static void
read_fixture(struct fixture *f, const struct problem *p)
{
    *f = (struct fixture){.c = model_case_read(p->set, model_products(p->fixed, p->order, false))};
    for (size_t k = 0; k < p->n_random; k++) {
        const size_t column = 1 + p->fixed + k;
        f->random[k] = (struct quire_random){f->c.data.n_level[column], f->c.data.level[column]};
    }
}

static enum quire_model_status
fit_fixture(struct fixture *f, size_t n_random)
{
    return quire_mixed_make(&f->fit, &f->c.x, f->c.terms.n, f->random, n_random, f->c.y, 0.95,
                            NULL);
}

static void
clear_fixture(struct fixture *f)
{
    quire_mixed_clear(&f->fit);
    model_case_clear(&f->c);
}

/* to a part of an error that goes with it: coefficients near 0 have no relative one */
static void
check_near(const char *set, const char *what, size_t j, double value, double margin)
{
    char key[64];

    snprintf(key, sizeof key, "%s%zu", what, j);
    const double wanted = model_wanted(TABLE, set, key, -1);
    cr_expect(fabs(value - wanted) <= margin, "%s %s: %.17g, not %.17g", set, key, value, wanted);
}

static void
check_relative(const char *set, const char *what, size_t j, double value, double error)
{
    char key[64];

    snprintf(key, sizeof key, "%s%zu", what, j);
    model_agrees(TABLE, set, key, -1, value, error);
}

static void
check_coefficients(const char *set, const struct quire_mixed *fit)
{
    for (size_t j = 0; j < fit->n; j++) {
        const struct quire_mixed_coefficient *c = &fit->coefficient[j];
        const struct quire_mixed_estimate *s = &c->by[QUIRE_SATTERTHWAITE],
                                          *k = &c->by[QUIRE_KENWARD_ROGER];
        check_near(set, "value", j, c->value, 1e-7 * s->error);
        check_relative(set, "error", j, s->error, 1e-6);
        check_relative(set, "freedom", j, s->freedom, 1e-5);
        check_near(set, "low", j, s->low, 1e-5 * s->error);
        check_near(set, "high", j, s->high, 1e-5 * s->error);
        check_relative(set, "kr-error", j, k->error, 1e-6);
        check_relative(set, "kr-freedom", j, k->freedom, 1e-6);
        check_near(set, "kr-low", j, k->low, 1e-5 * s->error);
        check_near(set, "kr-high", j, k->high, 1e-5 * s->error);
        cr_expect(reference_near(s->error * s->error, fit->covariance[j * fit->n + j], 1e-12));
    }
}

static void
check_tests(const char *set, const struct quire_mixed *fit)
{
    for (size_t t = 1; t < fit->n_term; t++) {
        const struct quire_mixed_f *s = &fit->test[t].by[QUIRE_SATTERTHWAITE],
                                   *k = &fit->test[t].by[QUIRE_KENWARD_ROGER];
        check_relative(set, "f", t, s->f, 1e-6);
        check_relative(set, "f-freedom", t, s->freedom, 1e-5);
        check_relative(set, "f-p", t, s->p, 1e-5);
        check_relative(set, "kr-f", t, k->f, 1e-6);
        check_relative(set, "kr-f-freedom", t, k->freedom, 1e-6);
        check_relative(set, "kr-f-p", t, k->p, 1e-5);
    }
}

Test(mixed, agrees_with_lme4)
{
    for (size_t i = 0; i < PROBLEMS; i++) {
        const struct problem *p = &problems[i];
        struct fixture f;
        read_fixture(&f, p);
        cr_assert_eq(fit_fixture(&f, p->n_random), QUIRE_MODEL_FINE, "%s", p->set);
        const double wanted = model_wanted(TABLE, p->set, "criterion", -1);
        cr_expect(f.fit.criterion <= wanted + 1e-8 && f.fit.criterion > wanted - 1e-6,
                  "%s: %.12g, not %.12g", p->set, f.fit.criterion, wanted);
        for (size_t k = 0; k <= p->n_random; k++) {
            model_agrees(TABLE, p->set, "variance", (long)k, f.fit.variance[k].value, 1e-5);
            model_agrees(TABLE, p->set, "variance-error", (long)k, f.fit.variance[k].error, 1e-5);
        }
        for (long k = 0; k < 2; k++) {
            const double effect = model_wanted(TABLE, p->set, "effect", k);
            cr_expect(fabs(f.fit.effect[k] - effect) < 1e-3 * (fabs(effect) + 1e-3));
        }
        check_coefficients(p->set, &f.fit);
        check_tests(p->set, &f.fit);
        clear_fixture(&f);
    }
}

Test(mixed, a_variance_of_zero_is_zero)
{
    struct fixture f;

    read_fixture(&f, &problems[1]);
    cr_assert_eq(fit_fixture(&f, 1), QUIRE_MODEL_FINE);
    cr_expect(f.fit.variance[0].value == 0 && f.fit.variance[0].high == 0 && f.fit.singular);
    clear_fixture(&f);
    read_fixture(&f, &problems[6]);
    cr_assert_eq(fit_fixture(&f, 2), QUIRE_MODEL_FINE);
    cr_expect(f.fit.variance[1].value == 0 && f.fit.variance[0].value > 1 && f.fit.singular);
    clear_fixture(&f);
}

/* without random factors it is least squares */
Test(mixed, without_random_factors_it_is_least_squares)
{
    struct fixture f;
    struct quire_fit fit = {0};

    read_fixture(&f, &problems[5]);
    cr_assert_eq(fit_fixture(&f, 0), QUIRE_MODEL_FINE);
    cr_assert(quire_fit_make(&fit, &f.c.x, f.c.y, NULL, 0.95));
    for (size_t j = 0; j < fit.n; j++) {
        for (size_t i = 0; i < QUIRE_MIXED_METHODS; i++) {
            const struct quire_mixed_estimate *e = &f.fit.coefficient[j].by[i];
            cr_expect(reference_near(e->error, fit.coefficient[j].error, 1e-10));
            cr_expect(reference_near(e->freedom, fit.freedom, 1e-10));
            cr_expect(reference_near(e->p, fit.coefficient[j].p, 1e-7));
            cr_expect(reference_near(e->low, fit.coefficient[j].low, 1e-8));
        }
    }
    cr_expect(reference_near(f.fit.variance[0].value, fit.deviation * fit.deviation, 1e-12));
    quire_fit_clear(&fit);
    clear_fixture(&f);
}

/* fitted and residual add up to y, and effects of groups to nothing */
Test(mixed, runs_and_groups)
{
    struct fixture f;
    double sum = 0;

    read_fixture(&f, &problems[2]);
    cr_assert_eq(fit_fixture(&f, 2), QUIRE_MODEL_FINE);
    for (size_t i = 0; i < f.fit.m; i++) {
        cr_expect(reference_near(f.fit.fitted[i] + f.fit.residual[i], f.c.y[i], 1e-14));
    }
    cr_assert(f.fit.first[0] == 0 && f.fit.first[1] == 24 && f.fit.first[2] == 30);
    for (size_t i = 0; i < 24; i++) {
        sum += f.fit.effect[i];
    }
    cr_expect_float_eq(sum, 0, 1e-9);
    clear_fixture(&f);
}

Test(mixed, a_dependent_column_changes_nothing)
{
    const struct problem *p = &problems[6];
    struct fixture f;
    struct quire_mixed with = {0};
    struct quire_regressors x = {0};
    const struct quire_term term[] = {{0}, {1, {0}}, {1, {1}}, {2, {0, 1}}, {1, {0}}};

    read_fixture(&f, p);
    const struct quire_predictor predictor[] = {{.x = f.c.data.column[1]},
                                                {.x = f.c.data.column[2]}};
    cr_assert(quire_regressors_make(&x, predictor, term, 5, NULL, f.c.x.m));
    cr_assert_eq(fit_fixture(&f, 2), QUIRE_MODEL_FINE);
    cr_assert_eq(quire_mixed_make(&with, &x, 5, f.random, 2, f.c.y, 0.95, NULL), QUIRE_MODEL_FINE);
    cr_expect(with.coefficient[4].aliased && with.coefficient[4].by[0].error == 0);
    cr_expect(with.test[4].columns == 0 && with.test[1].columns == 1);
    for (size_t j = 0; j < 4; j++) {
        cr_expect(reference_near(with.coefficient[j].value, f.fit.coefficient[j].value, 1e-9));
    }
    quire_mixed_clear(&with);
    quire_regressors_clear(&x);
    clear_fixture(&f);
}

/* ---- what cannot be fitted */

static const double number[] = {-1, 1, -1, 1, -1, 1, -1, 1};
static const double response[] = {1, 2.5, 1.5, 2, 3, 4.5, 3.5, 4.25};

static enum quire_model_status
fit_groups(const size_t *a, const size_t *b, const double *y, size_t *at)
{
    const struct quire_predictor predictor = {.x = number};
    const struct quire_term term[] = {{0}, {1, {0}}};
    const struct quire_random random[] = {{8, a}, {8, b}};
    struct quire_regressors x = {0};
    struct quire_mixed fit = {0};

    cr_assert(quire_regressors_make(&x, &predictor, term, 2, NULL, 8));
    const enum quire_model_status status =
        quire_mixed_make(&fit, &x, 2, random, b != NULL ? 2 : 1, y, 0.95, at);
    quire_mixed_clear(&fit);
    quire_regressors_clear(&x);
    return status;
}

Test(mixed, says_what_is_wrong)
{
    const size_t pairs[] = {0, 0, 1, 1, 2, 2, 3, 3}, other[] = {4, 4, 0, 0, 7, 7, 1, 1},
                 one[] = {3, 3, 3, 3, 3, 3, 3, 3}, runs[] = {0, 1, 2, 3, 4, 5, 6, 7},
                 term[] = {0, 1, 0, 1, 0, 1, 0, 1}, far[] = {0, 0, 8, 1, 2, 2, 3, 3},
                 halves[] = {0, 0, 0, 0, 1, 1, 1, 1};
    const double flat[] = {1, 1, 1, 1, 1, 1, 1, 1}, straight[] = {1, 2, 1, 2, 1, 2, 1, 2},
                 steps[] = {1, 2, 3, 4, 4, 5, 8, 9}, broken[] = {1, 2, 3, HUGE_VAL, 5, 6, 7, 8};
    size_t at = 99;

    cr_expect_eq(fit_groups(pairs, halves, response, &at), QUIRE_MODEL_FINE);
    cr_expect_eq(fit_groups(pairs, other, response, &at), QUIRE_MODEL_SAME_GROUPS);
    cr_expect_eq(fit_groups(pairs, one, response, &at), QUIRE_MODEL_FEW_GROUPS);
    cr_expect_eq(at, 1);
    cr_expect_eq(fit_groups(runs, NULL, response, &at), QUIRE_MODEL_GROUPS_ARE_RUNS);
    cr_expect_eq(at, 0);
    cr_expect_eq(fit_groups(pairs, term, response, &at), QUIRE_MODEL_GROUPS_ARE_TERMS);
    cr_expect_eq(at, 1);
    cr_expect_eq(fit_groups(far, NULL, response, &at), QUIRE_MODEL_RANGE);
    cr_expect_eq(fit_groups(pairs, NULL, flat, &at), QUIRE_MODEL_CONSTANT);
    cr_expect_eq(fit_groups(pairs, NULL, broken, &at), QUIRE_MODEL_NOT_FINITE);
    cr_expect_eq(at, 3);
    cr_expect_eq(fit_groups(pairs, NULL, straight, &at), QUIRE_MODEL_EXACT);
    /* the groups and the term leave nothing over */
    cr_expect_eq(fit_groups(pairs, NULL, steps, &at), QUIRE_MODEL_EXACT);
}

/* ---- many runs: 250 by 250 groups crossed, 20 columns */

/* a fixed sequence of numbers from 0 to 1 */
static double
next(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state / 4294967296.0;
}

/* of mean 0 and variance 1/4 */
static double
scatter(unsigned *state)
{
    double sum = -1.5;

    for (int i = 0; i < 3; i++) {
        sum += next(state);
    }
    return sum;
}

Test(mixed, large_crossed_groups, .timeout = 60)
{
    enum { RUNS = 5000, GROUPS = 250, COLUMNS = 20 };
    double *x = malloc(RUNS * COLUMNS * sizeof *x), *y = malloc(RUNS * sizeof *y),
           effect[2 * GROUPS];
    size_t *level = malloc(2 * RUNS * sizeof *level);
    const struct quire_random random[] = {{GROUPS, level}, {GROUPS, level + RUNS}};
    struct quire_predictor predictor[COLUMNS];
    struct quire_term term[COLUMNS + 1] = {{0}};
    struct quire_regressors r = {0};
    struct quire_mixed fit = {0};

    unsigned state = 12345;
    for (size_t i = 0; i < 2 * GROUPS; i++) {
        effect[i] = scatter(&state);
    }
    for (size_t i = 0; i < RUNS; i++) {
        level[i] = (size_t)(next(&state) * GROUPS);
        level[RUNS + i] = (size_t)(next(&state) * GROUPS);
        y[i] = 2 * effect[level[i]] + effect[GROUPS + level[RUNS + i]] + 2 * scatter(&state);
        for (size_t j = 0; j < COLUMNS; j++) {
            x[j * RUNS + i] = 2 * next(&state) - 1;
            y[i] += j == 0 ? 3 * x[i] : 0;
        }
    }
    for (size_t j = 0; j < COLUMNS; j++) {
        predictor[j] = (struct quire_predictor){.x = x + j * RUNS};
        term[j + 1] = (struct quire_term){1, {j}};
    }
    cr_assert(quire_regressors_make(&r, predictor, term, COLUMNS + 1, NULL, RUNS));
    cr_assert_eq(quire_mixed_make(&fit, &r, COLUMNS + 1, random, 2, y, 0.95, NULL),
                 QUIRE_MODEL_FINE);
    cr_expect(reference_near(fit.variance[0].value, 1, 0.25));
    cr_expect(reference_near(fit.variance[1].value, 0.25, 0.25));
    cr_expect(reference_near(fit.variance[2].value, 1, 0.1));
    cr_expect(fit.coefficient[1].by[QUIRE_SATTERTHWAITE].low < 3 &&
              fit.coefficient[1].by[QUIRE_SATTERTHWAITE].high > 3);
    quire_mixed_clear(&fit);
    quire_regressors_clear(&r);
    free(x);
    free(y);
    free(level);
}
