/* Nonlinear least squares: exact answers, deviations of the normal equations, bounds, what is not
 * determined. */
#include <criterion/criterion.h>
#include <math.h>

#include "math/least_squares.h"

enum { POINTS = 5 };
static const double at[POINTS] = {0, 1, 2, 3, 4}, scatter[POINTS] = {0.1, -0.2, 0.3, -0.1, -0.1};

/* a straight line x0 + x1 t through 1 + 2 t + scatter */
static bool
line(void *user, const double *x, double *r)
{
    (void)user;
    for (int i = 0; i < POINTS; i++) {
        r[i] = x[0] + x[1] * at[i] - (1 + 2 * at[i] + scatter[i]);
    }
    return true;
}

static bool
valley(void *user, const double *x, double *r) /* Rosenbrock's function */
{
    (void)user;
    r[0] = 10 * (x[1] - x[0] * x[0]);
    r[1] = 1 - x[0];
    return x[0] < 3;
}

static bool
product(void *user, const double *x, double *r) /* only x0 x1 is seen */
{
    (void)user;
    for (int i = 0; i < POINTS; i++) {
        r[i] = x[0] * x[1] * at[i] - 2 * at[i] - scatter[i];
    }
    return true;
}

static const double low[2] = {-10, -10}, high[2] = {10, 10}, one[2] = {1, 1};

/* slope and intercept of a regression, and their standard deviations, in closed form */
Test(least_squares, is_linear_regression_on_a_line)
{
    double x[2] = {0, 0}, deviation[2], st = 0, sx = 0, sum = 0;
    struct quire_least_squares_result result = {.deviation = deviation};
    const struct quire_least_squares p = {2, POINTS, low, high, one, line, NULL};

    cr_assert(quire_least_squares(&p, x, &result));
    for (int i = 0; i < POINTS; i++) {
        st += (at[i] - 2) * (at[i] - 2);
        sx += (at[i] - 2) * scatter[i];
    }
    const double slope = 2 + sx / st, intercept = 1 - 2 * sx / st; /* the scatter's mean is 0 */
    for (int i = 0; i < POINTS; i++) {
        const double r = intercept + slope * at[i] - (1 + 2 * at[i] + scatter[i]);
        sum += r * r;
    }
    cr_expect_float_eq(x[1], slope, 1e-8);
    cr_expect_float_eq(x[0], intercept, 1e-8);
    cr_expect_float_eq(result.sum, sum, 1e-12);
    cr_expect_float_eq(deviation[1], sqrt(sum / 3 / st), 1e-7);
    cr_expect_float_eq(deviation[0], sqrt(sum / 3 * (0.2 + 4 / st)), 1e-7);
}

Test(least_squares, finds_its_way_through_a_curved_valley)
{
    double x[2] = {-1.2, 1}, deviation[2];
    struct quire_least_squares_result result = {.deviation = deviation};
    const struct quire_least_squares p = {2, 2, low, high, one, valley, NULL};

    cr_assert(quire_least_squares(&p, x, &result));
    cr_expect_float_eq(x[0], 1, 1e-7);
    cr_expect_float_eq(x[1], 1, 1e-7);
    cr_expect(isnan(deviation[0]), "two residuals for two unknowns tell nothing of their scatter");
}

Test(least_squares, keeps_to_its_bounds)
{
    const double top[2] = {10, 1.5};
    double x[2] = {0, 0}, deviation[2];
    struct quire_least_squares_result result = {.deviation = deviation};
    const struct quire_least_squares p = {2, POINTS, low, top, one, line, NULL};

    cr_assert(quire_least_squares(&p, x, &result));
    cr_expect_eq(x[1], 1.5);
    cr_expect_float_eq(x[0], 2, 1e-7, "%g: the mean of what is left", x[0]);
}

Test(least_squares, says_what_is_not_determined)
{
    double x[2] = {1, 1}, deviation[2];
    struct quire_least_squares_result result = {.deviation = deviation};
    const struct quire_least_squares p = {2, POINTS, low, high, one, product, NULL};

    cr_assert(quire_least_squares(&p, x, &result));
    cr_expect(isinf(deviation[0]) && isinf(deviation[1]), "%g %g", deviation[0], deviation[1]);
}
