/* Indices of functions whose indices are known, and against plain formulas. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "fixtures/references.h"
#include "math/random.h"
#include "stat/given_sample.h"
#include "stat/sensitivity.h"

#define PI 3.14159265358979323846
enum { INPUTS = 3 };

/* Ishigami's function, a = 7, b = 0.1, inputs even from -pi to pi */
static double
ishigami(const double *u)
{
    const double x = (2 * u[0] - 1) * PI, y = (2 * u[1] - 1) * PI, z = (2 * u[2] - 1) * PI;

    return sin(x) + 7 * sin(y) * sin(y) + 0.1 * z * z * z * z * sin(x);
}

/* its indices (Sobol' and Levitan 1999) */
static void
ishigami_indices(double *first, double *total)
{
    const double p4 = pow(PI, 4), x = 0.5 * (1 + 0.1 * p4 / 5) * (1 + 0.1 * p4 / 5), y = 49.0 / 8,
                 xz = 0.01 * p4 * p4 * (1.0 / 18 - 1.0 / 50);
    const double all = x + y + xz;

    first[0] = x / all;
    first[1] = y / all;
    first[2] = 0;
    total[0] = (x + xz) / all;
    total[1] = y / all;
    total[2] = xz / all;
}

static void
sample(double (*function)(const double *), size_t n, double *a, double *b, double *ab)
{
    for (size_t r = 0; r < n; r++) {
        double u[2][INPUTS], mixed[INPUTS];
        for (uint32_t i = 0; i < 2 * INPUTS; i++) {
            u[i / INPUTS][i % INPUTS] = quire_random_uniform(
                3, (const uint32_t[]){(uint32_t)r, QUIRE_RANDOM_ANALYSIS, i, 7});
        }
        a[r] = function(u[0]);
        b[r] = function(u[1]);
        for (size_t i = 0; i < INPUTS; i++) {
            for (size_t j = 0; j < INPUTS; j++) {
                mixed[j] = u[i == j][j];
            }
            ab[i * n + r] = function(mixed);
        }
    }
}

/* errors fall with the square root of the number of rows; four of them at most */
Test(sensitivity, indices_of_ishigami_converge)
{
    double exact_first[INPUTS], exact_total[INPUTS];
    ishigami_indices(exact_first, exact_total);

    for (size_t n = 1000; n <= 64000; n *= 8) {
        double *at = calloc((2 + INPUTS) * n, sizeof *at), *a = at, *b = a + n, *ab = b + n;
        sample(ishigami, n, a, b, ab);
        for (int estimator = 0; estimator < 2; estimator++) {
            struct quire_index first[INPUTS], total[INPUTS];
            size_t used;
            cr_assert(quire_sobol(
                first, total, &used, (enum quire_sobol_estimator)estimator,
                &(struct quire_sobol_samples){a, b, ab, n, INPUTS},
                &(struct quire_bootstrap){.resamples = 0, .seed = 1, .confidence = 0.95}));
            cr_assert_eq(used, n);
            for (int i = 0; i < INPUTS; i++) {
                cr_expect_float_eq(first[i].value, exact_first[i], 4 / sqrt((double)n));
                cr_expect_float_eq(total[i].value, exact_total[i], 4 / sqrt((double)n));
            }
        }
        free(at);
    }
}

static double
first_input(const double *u)
{
    return 3 * u[0] - 1;
}

/* one input does it all: whatever the sample, it has all of the total, and the others nothing */
Test(sensitivity, what_has_no_effect_has_no_index)
{
    enum { N = 50 };
    double a[N], b[N], ab[INPUTS * N];
    struct quire_index first[INPUTS], total[INPUTS];
    size_t used;

    sample(first_input, N, a, b, ab);
    cr_assert(quire_sobol(
        first, total, &used, QUIRE_SOBOL_JANSEN, &(struct quire_sobol_samples){a, b, ab, N, INPUTS},
        &(struct quire_bootstrap){.resamples = 200, .seed = 1, .confidence = 0.95}));
    cr_assert_float_eq(first[0].value, 1, 1e-14);
    cr_assert_float_eq(first[0].interval.low, 1, 1e-14);
    cr_assert(total[1].value == 0 && total[2].value == 0 && total[1].interval.high == 0);
    cr_assert(
        quire_sobol(first, total, &used, QUIRE_SOBOL_SALTELLI,
                    &(struct quire_sobol_samples){a, b, ab, N, INPUTS},
                    &(struct quire_bootstrap){.resamples = 0, .seed = 1, .confidence = 0.95}));
    cr_assert(first[1].value == 0 && first[2].value == 0 && isnan(first[0].interval.low));
}

/* a number that is added to all responses explains nothing; 1e6 deviations of it leave nine digits
 */
Test(sensitivity, indices_do_not_depend_on_an_offset)
{
    enum { N = 64 };
    double at[(2 + INPUTS) * N], *a = at, *b = a + N, *ab = b + N;
    const struct quire_bootstrap none = {.resamples = 0, .seed = 1, .confidence = 0.95};

    for (int estimator = 0; estimator < 2; estimator++) {
        struct quire_index first[INPUTS], total[INPUTS], moved[INPUTS], moved_total[INPUTS];
        size_t used;
        sample(ishigami, N, a, b, ab);
        cr_assert(quire_sobol(first, total, &used, (enum quire_sobol_estimator)estimator,
                              &(struct quire_sobol_samples){a, b, ab, N, INPUTS}, &none));
        for (size_t i = 0; i < (2 + INPUTS) * N; i++) {
            at[i] += 4e6;
        }
        cr_assert(quire_sobol(moved, moved_total, &used, (enum quire_sobol_estimator)estimator,
                              &(struct quire_sobol_samples){a, b, ab, N, INPUTS}, &none));
        for (int i = 0; i < INPUTS; i++) {
            cr_expect_float_eq(moved[i].value, first[i].value, 1e-7);
            cr_expect_float_eq(moved_total[i].value, total[i].value, 1e-7);
        }
    }
}

Test(sensitivity, incomplete_rows_are_left_out)
{
    enum { N = 40 };
    double a[N], b[N], ab[INPUTS * N], short_ab[INPUTS * (N - 1)];
    struct quire_index first[INPUTS], total[INPUTS], wanted[INPUTS], wanted_total[INPUTS];
    const struct quire_bootstrap none = {.resamples = 0, .seed = 1, .confidence = 0.95};
    size_t used;

    sample(ishigami, N, a, b, ab);
    for (int i = 0; i < INPUTS; i++) {
        for (int r = 0; r < N - 1; r++) {
            short_ab[i * (N - 1) + r] = ab[i * N + r];
        }
    }
    cr_assert(quire_sobol(wanted, wanted_total, &used, QUIRE_SOBOL_SALTELLI,
                          &(struct quire_sobol_samples){a, b, short_ab, N - 1, INPUTS}, &none));
    ab[N - 1] = NAN;
    cr_assert(quire_sobol(first, total, &used, QUIRE_SOBOL_SALTELLI,
                          &(struct quire_sobol_samples){a, b, ab, N, INPUTS}, &none));
    cr_assert_eq(used, N - 1);
    for (int i = 0; i < INPUTS; i++) {
        cr_assert(first[i].value == wanted[i].value && total[i].value == wanted_total[i].value);
    }
}

/* intervals hold the truth about as often as they say, and are the same each time */
Test(sensitivity, intervals_are_repeatable_and_hold_the_truth)
{
    enum { N = 400 };
    double exact_first[INPUTS], exact_total[INPUTS],
        *at = calloc((2 + INPUTS) * N * 100, sizeof *at);
    struct quire_index first[INPUTS], again[INPUTS], total[INPUTS];
    size_t used, held = 0;

    ishigami_indices(exact_first, exact_total);
    for (size_t s = 0; s < 100; s++) {
        /* rows of one long sample */
        double *a = at, *b = a + N * 100, *ab = b + N * 100, part[INPUTS * N];
        if (s == 0) {
            sample(ishigami, N * 100, a, b, ab);
        }
        for (size_t i = 0; i < INPUTS; i++) {
            for (size_t r = 0; r < N; r++) {
                part[i * N + r] = ab[i * N * 100 + s * N + r];
            }
        }
        const struct quire_bootstrap bootstrap = {.resamples = 200, .seed = s, .confidence = 0.9};
        cr_assert(quire_sobol(first, total, &used, QUIRE_SOBOL_JANSEN,
                              &(struct quire_sobol_samples){a + s * N, b + s * N, part, N, INPUTS},
                              &bootstrap));
        cr_assert(quire_sobol(again, total, &used, QUIRE_SOBOL_JANSEN,
                              &(struct quire_sobol_samples){a + s * N, b + s * N, part, N, INPUTS},
                              &bootstrap));
        for (int i = 0; i < INPUTS; i++) {
            cr_assert(first[i].interval.low == again[i].interval.low &&
                      first[i].interval.high == again[i].interval.high);
            held +=
                total[i].interval.low <= exact_total[i] && total[i].interval.high >= exact_total[i];
        }
    }
    cr_assert(held > 250 && held < 295, "%zu", held); /* of 300, at 90 % */
    free(at);
}

Test(sensitivity, elementary_effects_are_summed_up)
{
    const double effect[] = {2, 2, 2, 2, -1, 1, -1, 1, 3, NAN, 5, NAN};
    struct quire_morris out[3];

    cr_assert(
        quire_morris(out, effect, 3, 4,
                     &(struct quire_bootstrap){.resamples = 500, .seed = 1, .confidence = 0.95}));
    cr_assert(out[0].mean == 2 && out[0].size.value == 2 && out[0].deviation == 0 &&
              out[0].size.interval.low == 2 && out[0].size.interval.high == 2);
    cr_assert(out[1].mean == 0 && out[1].size.value == 1 && out[1].size.interval.high == 1);
    cr_assert_float_eq(out[1].deviation, sqrt(4.0 / 3), 1e-15);
    cr_assert(out[2].n == 2 && out[2].mean == 4 && out[2].size.value == 4 &&
              out[2].size.interval.low == 3 && out[2].size.interval.high == 5);
}

static double
openturns(const char *set, const char *what, size_t i)
{
    char key[40];
    double value = 0;
    snprintf(key, sizeof key, "%s.%zu", what, i);
    cr_assert(reference_find("openturns.csv", set, key, &value), "%s %s", set, key);
    return value;
}

/* responses and indices of tests/tools/stat-openturns.py, by Jansen's estimators */
static void
expect_openturns(const char *set, size_t n)
{
    static const char *const mixed[] = {"ab0", "ab1", "ab2"};
    double a[100], b[100], ab[300];
    struct quire_index first[3], total[3];
    size_t used;

    for (size_t r = 0; r < n; r++) {
        a[r] = openturns(set, "a", r);
        b[r] = openturns(set, "b", r);
        for (size_t i = 0; i < 3; i++) {
            ab[i * n + r] = openturns(set, mixed[i], r);
        }
    }
    cr_assert(quire_sobol(first, total, &used, QUIRE_SOBOL_JANSEN,
                          &(struct quire_sobol_samples){a, b, ab, n, 3},
                          &(struct quire_bootstrap){0}));
    for (size_t i = 0; i < 3; i++) {
        cr_expect(reference_near(first[i].value, openturns(set, "first", i), 1e-10), "%s: %.17g",
                  set, first[i].value);
        cr_expect(reference_near(total[i].value, openturns(set, "total", i), 1e-10), "%s: %.17g",
                  set, total[i].value);
    }
}

Test(sensitivity, indices_agree_with_openturns)
{
    expect_openturns("ishigami", 64);
    expect_openturns("g", 100);
}

/* of any sample: four errors of 4000 rows at most, and the interval holds them */
Test(sensitivity, indices_of_rows_that_are_there)
{
    enum { N = 4000 };
    static double y[N], x[INPUTS][N];
    static size_t of_class[N];
    double first[INPUTS], total[INPUTS];
    const struct quire_bootstrap bootstrap = {200, 1, 0.95, NULL, 0};

    ishigami_indices(first, total);
    for (size_t r = 0; r < N; r++) {
        double u[INPUTS];
        for (uint32_t i = 0; i < INPUTS; i++) {
            x[i][r] = u[i] = quire_random_uniform(
                5, (const uint32_t[]){(uint32_t)r, QUIRE_RANDOM_ANALYSIS, i, 9});
        }
        y[r] = ishigami(u);
    }
    for (size_t i = 0; i < INPUTS; i++) {
        struct quire_index found;
        const size_t n = quire_given_classes(of_class, x[i], N);
        cr_expect_eq(n, 32); /* 2 N^(1/3) */
        cr_assert(quire_given_first(&found, of_class, n, y, N, &bootstrap));
        cr_expect_float_eq(found.value, first[i], 0.04, "%zu: %g, not %g", i, found.value,
                           first[i]);
        cr_expect(found.interval.low < first[i] && first[i] < found.interval.high);
    }
    cr_expect_eq(quire_given_classes(of_class, y, 0), 0);
    for (size_t r = 0; r < N; r++) {
        x[0][r] = (double)(r % 3);
    }
    cr_expect_eq(quire_given_classes(of_class, x[0], N), 3); /* one for each value */
}
