/* Gaussian processes against scikit-learn and OpenTURNS, and against plain ways to the same
 * numbers. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fixtures/references.h"
#include "stat/surrogate/process_fit.h"

#define TABLE "surrogate.csv"
enum { MOST = 64, INPUTS = 8 };

static const char *const sets[] = {"branin", "hartmann", "swiss"};
static const size_t numbers[] = {20, 30, 47}, inputs[] = {2, 3, 5};
#define SETS (sizeof sets / sizeof *sets)

static double x[MOST * INPUTS], y[MOST];

static double
wanted(const char *set, const char *what, int i, int j)
{
    char name[60];
    double value = 0;

    if (j < 0) {
        snprintf(name, sizeof name, "%s.%d", what, i);
    } else {
        snprintf(name, sizeof name, "%s.%d.%d", what, i, j);
    }
    cr_assert(reference_find(TABLE, set, name, &value), "%s %s", set, name);
    return value;
}

static struct quire_process_data
load(size_t s)
{
    for (size_t i = 0; i < numbers[s]; i++) {
        y[i] = wanted(sets[s], "y", (int)i, -1);
        for (size_t j = 0; j < inputs[s]; j++) {
            x[i * inputs[s] + j] = wanted(sets[s], "x", (int)i, (int)j);
        }
    }
    return (struct quire_process_data){.n = numbers[s], .k = inputs[s], .x = x, .y = y};
}

static void
get_parameters(size_t s, int i, double *parameter)
{
    for (size_t j = 0; j < QUIRE_PROCESS_PARAMETERS(inputs[s]); j++) {
        parameter[j] = wanted(sets[s], "parameter", i, (int)j);
    }
}

Test(process, likelihood_and_slopes_are_those_of_scikit_learn)
{
    for (size_t s = 0; s < SETS; s++) {
        struct quire_process_data data = load(s);
        struct quire_process p;
        double parameter[INPUTS], slope[INPUTS];

        data.mean_known = true;
        cr_assert(quire_process_create(&p, &data));
        for (int i = 0; i < 5; i++) {
            get_parameters(s, i, parameter);
            cr_assert(quire_process_set(&p, parameter));
            quire_process_slope(&p, slope);
            cr_expect(reference_near(p.likelihood, wanted(sets[s], "likelihood", i, -1), 1e-8),
                      "%s %d: %.17g", sets[s], i, p.likelihood);
            for (size_t j = 0; j < QUIRE_PROCESS_PARAMETERS(inputs[s]); j++) {
                cr_expect_float_eq(slope[j], wanted(sets[s], "slope", i, (int)j),
                                   1e-8 * (1 + fabs(slope[j])), "%s %d %zu: %.17g", sets[s], i, j,
                                   slope[j]);
            }
        }
        quire_process_destroy(&p);
    }
}

/* where the tool's references were made */
static void
place(size_t i, size_t k, double *at)
{
    static const double prime[INPUTS] = {2, 3, 5, 7, 11, 13};

    for (size_t j = 0; j < k; j++) {
        const double u = (double)(i + 1) * sqrt(prime[j]);
        at[j] = 2 * (u - floor(u)) - 1;
    }
}

Test(process, predictions_are_those_of_openturns)
{
    for (size_t s = 0; s < SETS; s++) {
        const struct quire_process_data data = load(s);
        struct quire_process p;
        double parameter[INPUTS], at[INPUTS];

        cr_assert(quire_process_create(&p, &data));
        for (int i = 0; i < 5; i++) {
            get_parameters(s, i, parameter);
            cr_assert(quire_process_set(&p, parameter));
            cr_expect_float_eq(p.mean, wanted(sets[s], "trend", i, -1), 1e-8, "%s %d: %.3g",
                               sets[s], i, p.mean - wanted(sets[s], "trend", i, -1));
            for (int r = 0; r < 4; r++) {
                place((size_t)r, inputs[s], at);
                const struct quire_prediction found = quire_process_predict(&p, at, NULL, NULL);
                const double mean = wanted(sets[s], "mean", i, r);
                cr_expect_float_eq(found.mean, mean, 1e-8, "%s %d %d: %.3g", sets[s], i, r,
                                   found.mean - mean);
                cr_expect(reference_near(found.variance, wanted(sets[s], "variance", i, r), 1e-8),
                          "%s %d %d: %.17g", sets[s], i, r, found.variance);
            }
        }
        quire_process_destroy(&p);
    }
}

Test(process, is_fitted_no_worse_than_by_scikit_learn)
{
    for (size_t s = 0; s < SETS; s++) {
        struct quire_process_data data = load(s);
        struct quire_process p;
        double best = 0;

        data.mean_known = true;
        cr_assert(quire_process_create(&p, &data));
        cr_assert(quire_process_fit(&p, &(struct quire_process_fit){.estimate_noise = true}));
        cr_assert(reference_find(TABLE, sets[s], "best", &best));
        cr_expect_geq(p.likelihood, best - 1e-6, "%s: %.17g, not %.17g", sets[s], p.likelihood,
                      best);
        for (size_t j = 0; j < QUIRE_PROCESS_PARAMETERS(inputs[s]); j++) {
            cr_expect_float_eq(p.parameter[j], wanted(sets[s], "best", (int)j, -1), 1e-4,
                               "%s %zu: %.17g", sets[s], j, p.parameter[j]);
        }
        quire_process_destroy(&p);
    }
}

Test(process, derivatives_are_those_of_differences)
{
    const bool words[INPUTS] = {[1] = true};
    struct quire_process_data data = load(1);
    struct quire_process p;
    const double parameter[INPUTS] = {-0.3, 0.2, 0.5, 0.4, -4}, h = 1e-5;
    double noise[MOST], slope[INPUTS], other[INPUTS], at[3] = {0.1, 1, -0.4}, dmean[3],
                                                      dvariance[3];

    for (size_t i = 0; i < data.n; i++) {
        x[3 * i + 1] = (double)(i % 3);
        noise[i] = 0.001 * (double)i;
    }
    data.words = words;
    data.noise = noise;
    cr_assert(quire_process_create(&p, &data));
    cr_assert(quire_process_set(&p, parameter));
    quire_process_slope(&p, slope);
    for (size_t j = 0; j < 5; j++) {
        double value[2];
        for (int up = 0; up < 2; up++) {
            for (size_t i = 0; i < 5; i++) {
                other[i] = parameter[i] + (i == j ? (2 * up - 1) * h : 0);
            }
            cr_assert(quire_process_set(&p, other));
            value[up] = p.likelihood;
        }
        cr_expect_float_eq(slope[j], (value[1] - value[0]) / (2 * h), 1e-6 * (1 + fabs(slope[j])),
                           "%zu: %g", j, slope[j]);
    }
    cr_assert(quire_process_set(&p, parameter));
    quire_process_predict(&p, at, dmean, dvariance);
    for (size_t j = 0; j < 3; j += 2) {
        const double middle = at[j];
        at[j] = middle + h;
        const struct quire_prediction more = quire_process_predict(&p, at, NULL, NULL);
        at[j] = middle - h;
        const struct quire_prediction less = quire_process_predict(&p, at, NULL, NULL);
        at[j] = middle;
        cr_expect_float_eq(dmean[j], (more.mean - less.mean) / (2 * h), 1e-7);
        cr_expect_float_eq(dvariance[j], (more.variance - less.variance) / (2 * h), 1e-7);
    }
    cr_expect_eq(dmean[1], 0);
    quire_process_destroy(&p);
}

/* the closed form is what comes out when each number is left out in turn */
Test(process, leaving_one_out_is_what_it_says)
{
    for (int known = 0; known < 2; known++) {
        struct quire_process_data data = load(1), less = data;
        double parameter[INPUTS], error[MOST], variance[MOST], other_x[MOST * INPUTS],
            other_y[MOST];
        struct quire_process p, q;

        data.mean_known = known != 0;
        less.mean_known = known != 0;
        less.n = data.n - 1;
        less.x = other_x;
        less.y = other_y;
        get_parameters(1, 2, parameter);
        cr_assert(quire_process_create(&p, &data) && quire_process_set(&p, parameter));
        quire_process_leave_out(&p, error, variance);
        for (size_t out = 0; out < data.n; out++) {
            for (size_t i = 0, to = 0; i < data.n; i++) {
                if (i != out) {
                    for (size_t j = 0; j < data.k; j++) {
                        other_x[to * data.k + j] = x[i * data.k + j];
                    }
                    other_y[to++] = y[i];
                }
            }
            cr_assert(quire_process_create(&q, &less) && quire_process_set(&q, parameter));
            const struct quire_prediction found =
                quire_process_predict(&q, x + out * data.k, NULL, NULL);
            cr_expect_float_eq(error[out], y[out] - found.mean, 1e-9);
            cr_expect(reference_near(variance[out], found.variance + q.noise, 1e-9));
            quire_process_destroy(&q);
        }
        quire_process_destroy(&p);
    }
}

Test(process, without_noise_goes_through_its_numbers)
{
    const struct quire_process_data data = load(0);
    struct quire_process p;

    cr_assert(quire_process_create(&p, &data));
    cr_assert(quire_process_fit(&p, &(struct quire_process_fit){.prior = true}));
    for (size_t i = 0; i < data.n; i++) {
        const struct quire_prediction at = quire_process_predict(&p, x + i * data.k, NULL, NULL);
        cr_expect_float_eq(at.mean, y[i], 1e-5);
        cr_expect_lt(at.variance, 1e-6);
    }
    quire_process_destroy(&p);
}

Test(process, has_no_parameters_for_numbers_that_are_alike)
{
    const struct quire_process_data data = load(0);
    struct quire_process p;

    for (size_t i = 0; i < data.n; i++) {
        y[i] = 3;
    }
    cr_assert(quire_process_create(&p, &data));
    cr_expect_not(quire_process_fit(&p, &(struct quire_process_fit){.estimate_noise = true}));
    quire_process_destroy(&p);
}
