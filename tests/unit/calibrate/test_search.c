/* Fits of formulas whose answers are published: the minimum, its errors and the ends of profiles.
 */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calibrate/profile.h"
#include "calibrate/search.h"
#include "fixtures/references.h"
#include "math/detmath.h"

#define MOST 40

struct set {
    const char *name;
    size_t n, m;
    double (*formula)(const double *b, double x);
    double low[7], high[7], start[7];
    double x[MOST], y[MOST];
};

static double
saturating(const double *b, double x)
{
    return b[0] * (1 - quire_exp(-b[1] * x));
}

static double
cubic_ratio(const double *b, double x)
{
    return (b[0] + x * (b[1] + x * (b[2] + x * b[3]))) / (1 + x * (b[4] + x * (b[5] + x * b[6])));
}

static double
quadratic_ratio(const double *b, double x)
{
    return b[0] * (x * x + b[1] * x) / (x * x + b[2] * x + b[3]);
}

static double
kinetics(const double *b, double x)
{
    return b[0] * x / (b[1] + x);
}

static const struct set misra1a = {"misra1a",
                                   2,
                                   14,
                                   saturating,
                                   {50, 1e-5},
                                   {600, 2e-3},
                                   {500, 1e-4},
                                   {77.6, 114.9, 141.1, 190.8, 239.9, 289.0, 332.8, 378.4, 434.8,
                                    477.3, 536.8, 593.1, 689.1, 760.0},
                                   {10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76,
                                    55.05, 61.01, 66.40, 75.47, 81.78}};
static const struct set thurber = {
    "thurber",
    7,
    37,
    cubic_ratio,
    {1000, 1000, 200, 20, 0.3, 0.1, 0.01},
    {1500, 2000, 900, 120, 1.5, 0.7, 0.1},
    {1000, 1000, 400, 40, 0.7, 0.3, 0.03},
    {-3.067, -2.981, -2.921, -2.912, -2.840, -2.797, -2.702, -2.699, -2.633, -2.481,
     -2.363, -2.322, -1.501, -1.460, -1.274, -1.212, -1.100, -1.046, -0.915, -0.714,
     -0.566, -0.545, -0.400, -0.309, -0.109, -0.103, 0.010,  0.119,  0.377,  0.790,
     0.963,  1.006,  1.115,  1.572,  1.841,  2.047,  2.200},
    {80.574,   84.248,   87.264,   87.195,   89.076,   89.608,   89.868,   90.101,
     92.405,   95.854,   100.696,  101.060,  401.672,  390.724,  567.534,  635.316,
     733.054,  759.087,  894.206,  990.785,  1090.109, 1080.914, 1122.643, 1178.351,
     1260.531, 1273.514, 1288.339, 1327.543, 1353.863, 1414.509, 1425.208, 1421.384,
     1442.962, 1464.350, 1468.705, 1447.894, 1457.628}};
static const struct set mgh09 = {
    "mgh09",
    4,
    11,
    quadratic_ratio,
    {0.05, -0.5, -0.5, 0},
    {0.5, 3, 3, 3},
    {0.25, 0.39, 0.415, 0.39},
    {4.0, 2.0, 1.0, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625},
    {0.1957, 0.1947, 0.1735, 0.1600, 0.0844, 0.0627, 0.0456, 0.0342, 0.0323, 0.0235, 0.0246}};
static const struct set puromycin = {
    "puromycin",
    2,
    12,
    kinetics,
    {50, 0.001},
    {400, 0.5},
    {100, 0.3},
    {0.02, 0.02, 0.06, 0.06, 0.11, 0.11, 0.22, 0.22, 0.56, 0.56, 1.10, 1.10},
    {76, 47, 97, 107, 123, 139, 159, 152, 191, 201, 207, 200}};

static bool
residuals(void *user, size_t count, const double *x, double *r, bool *good)
{
    const struct set *s = user;

    for (size_t k = 0; k < count; k++) {
        double b[7];
        for (size_t j = 0; j < s->n; j++) {
            b[j] = s->low[j] + x[k * s->n + j] * (s->high[j] - s->low[j]);
        }
        good[k] = true;
        for (size_t i = 0; i < s->m; i++) {
            r[k * s->m + i] = s->y[i] - s->formula(b, s->x[i]);
            good[k] = good[k] && isfinite(r[k * s->m + i]);
        }
    }
    return true;
}

static double
wanted(const struct set *s, const char *what, size_t j)
{
    char name[40];
    double value = NAN;

    snprintf(name, sizeof name, j < 7 ? "%s.%zu" : "%s", what, j);
    cr_assert(reference_find("calibrate.csv", s->name, name, &value), "no %s of %s", name, s->name);
    return value;
}

static void
expect_near(const struct set *s, const char *what, size_t j, double is, double error)
{
    const double value = wanted(s, what, j);

    cr_expect(fabs(is - value) <= error, "%s: %s %zu is %.10g, not %.10g", s->name, what, j, is,
              value);
}

static void
expect_fit(const struct set *s, double tolerance) /* of the width of intervals */
{
    const struct doe_search_problem p = {.n = s->n,
                                         .m = s->m,
                                         .n_data = s->m,
                                         .step = 1e-5,
                                         .smooth = true,
                                         .enough = 1e-10,
                                         .residuals = residuals,
                                         .user = (void *)(size_t)s};
    struct doe_point best = {0};
    struct doe_search_report report;
    struct doe_spread spread = {0};
    struct doe_profile profile[7];
    double start[7];
    bool lower = false;

    for (size_t j = 0; j < s->n; j++) {
        start[j] = (s->start[j] - s->low[j]) / (s->high[j] - s->low[j]);
    }
    cr_assert(doe_point_init(&best, &p));
    cr_assert(doe_search(&p, start, 4, 1, &best, &report) == DOE_SEARCH_FOUND);
    cr_assert(doe_spread_make(&spread, &p, &best, 0.95));
    cr_assert(doe_profile_make(&p, &best, &spread, profile, &lower) == DOE_SEARCH_FOUND);
    cr_expect(not(lower));
    expect_near(s, "sum", 7, best.sum, 1e-8 * wanted(s, "sum", 7));
    for (size_t j = 0; j < s->n; j++) {
        const double range = s->high[j] - s->low[j];
        expect_near(s, "value", j, s->low[j] + range * best.x[j],
                    1e-4 * fabs(wanted(s, "value", j)));
        expect_near(s, "error", j, range * spread.error[j], 2e-3 * wanted(s, "error", j));
        const double width = wanted(s, "high", j) - wanted(s, "low", j);
        expect_near(s, "low", j, s->low[j] + range * profile[j].side[0].end, tolerance * width);
        expect_near(s, "high", j, s->low[j] + range * profile[j].side[1].end, tolerance * width);
    }
    doe_spread_clear(&spread);
    doe_point_clear(&best);
}

Test(search, misra1a)
{
    expect_fit(&misra1a, 1e-3);
}

Test(search, thurber)
{
    expect_fit(&thurber, 5e-3);
}

Test(search, mgh09)
{
    expect_fit(&mgh09, 0.02);
}

Test(search, puromycin)
{
    expect_fit(&puromycin, 1e-3);
}
