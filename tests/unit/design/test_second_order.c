/* Indices of interactions from the design that is made for them. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "design/plans.h"
#include "stat/sensitivity.h"

TestSuite(second_order, .init = begin_plans, .fini = end_plans);

enum { INPUTS = 3, BLOCK = 2 * INPUTS + 2 };
#define PI 3.14159265358979323846

/* the responses of a design's points: a, ab, ba, b (BLOCK, n) */
static double *
respond(const struct quire_design_plan *plan, size_t n, double (*function)(const double *))
{
    double *y = calloc(n * BLOCK, sizeof *y), x[COLUMNS_MOST];
    cr_assert_eq(plan->points, n * BLOCK);
    for (size_t i = 0; i < n * BLOCK; i++) {
        coded(plan, i, x);
        y[i % BLOCK * n + i / BLOCK] = function(x);
    }
    return y;
}

static double
ishigami(const double *x)
{
    const double a = PI * x[0], b = PI * x[1], c = PI * x[2];
    return sin(a) + 7 * sin(b) * sin(b) + 0.1 * pow(c, 4) * sin(a);
}

static void
find_pairs(struct quire_index *out, const double *y, size_t n)
{
    const struct quire_sobol_samples samples = {y, y + (BLOCK - 1) * n, y + n, n, INPUTS};
    cr_assert(quire_sobol_second(
        out, y + (INPUTS + 1) * n, &samples,
        &(struct quire_bootstrap){.resamples = 100, .seed = 1, .confidence = 0.95}));
}

/* V13 = b^2 pi^8 (1/18 - 1/50), the only interaction */
Test(second_order, ishigami_has_one_interaction)
{
    struct quire_design_plan plan;
    struct quire_index pair[3];
    const double p4 = pow(PI, 4), of_13 = 0.01 * p4 * p4 * (1.0 / 18 - 1.0 / 50),
                 all = 0.5 * (1 + 0.1 * p4 / 5) * (1 + 0.1 * p4 / 5) + 49.0 / 8 + of_13;
    PLAN(&plan, "saltelli", INPUTS, 0, {"points", "4096"}, {"second-order", "yes"});
    double *y = respond(&plan, 4096, ishigami);
    find_pairs(pair, y, 4096);
    cr_expect(fabs(of_13 / all - 0.2437) < 5e-5);
    cr_expect(fabs(pair[1].value - of_13 / all) < 0.02, "%g", pair[1].value);
    cr_expect(fabs(pair[0].value) < 0.02 && fabs(pair[2].value) < 0.02, "%g %g", pair[0].value,
              pair[2].value);
    cr_expect(pair[1].interval.low < pair[1].value && pair[1].value < pair[1].interval.high);
    /* a row without one of its numbers does not count */
    y[(INPUTS + 2) * 4096 + 7] = NAN;
    find_pairs(pair, y, 4096);
    cr_expect(fabs(pair[1].value - of_13 / all) < 0.02, "%g", pair[1].value);
    free(y);
}

static double
two_of_three(const double *x)
{
    return exp(x[0]) * (2 + x[2]);
}

Test(second_order, what_has_no_effect_has_no_interaction)
{
    struct quire_design_plan plan;
    struct quire_index pair[3];
    PLAN(&plan, "saltelli", INPUTS, 0, {"points", "64"}, {"second-order", "yes"});
    double *y = respond(&plan, 64, two_of_three);
    find_pairs(pair, y, 64);
    cr_expect(pair[0].value == 0 && pair[2].value == 0 && pair[2].interval.high == 0);
    cr_expect(pair[1].value > 0);
    for (size_t i = 0; i < 64 * BLOCK; i++) {
        y[i] = 0.1;
    }
    find_pairs(pair, y, 64);
    cr_expect(isnan(pair[1].value) && isnan(pair[1].interval.low));
    free(y);
}

/* ---- over all pairs of points of a grid the means are exact ---- */

enum { LEVELS = 4, POINTS = 64, PAIRS = POINTS * POINTS };

static double
on_grid(const double *x)
{
    return ishigami(x) + 0.3 * x[1] * x[2];
}

static double
level_of(size_t point, size_t i)
{
    static const double level[LEVELS] = {-0.75, -0.25, 0.25, 0.75};
    return level[point >> 2 * i & 3];
}

/* tests/data/design/sobol-second.csv, from OpenTURNS */
Test(second_order, indices_on_a_grid_are_those_of_openturns)
{
    double *y = calloc((size_t)PAIRS * BLOCK, sizeof *y), expected;
    struct quire_index pair[3];
    for (size_t r = 0; r < PAIRS; r++) {
        for (size_t block = 0; block < BLOCK; block++) {
            double x[INPUTS];
            for (size_t i = 0; i < INPUTS; i++) {
                const bool from_b = block > INPUTS ? block != INPUTS + 1 + i : block == i + 1;
                x[i] = level_of(from_b ? r % POINTS : r / POINTS, i);
            }
            y[block * PAIRS + r] = on_grid(x);
        }
    }
    find_pairs(pair, y, PAIRS);
    free(y);
    char path[4096], line[200];
    snprintf(path, sizeof path, "%s/tests/data/design/sobol-second.csv", getenv("QUIRE_SRCDIR"));
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s", path);
    cr_assert_not_null(fgets(line, sizeof line, file));
    for (size_t p = 0; p < 3; p++) {
        cr_assert_not_null(fgets(line, sizeof line, file));
        cr_assert_eq(sscanf(line, "%*d,%*d,%lf", &expected), 1);
        cr_expect(fabs(pair[p].value - expected) < 1e-12, "%s: %.16g", line, pair[p].value);
    }
    fclose(file);
}
