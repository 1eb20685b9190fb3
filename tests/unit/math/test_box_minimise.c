/* Minima within bounds: known answers inside and on the bounds, with derivatives and without. */
#include <criterion/criterion.h>
#include <math.h>

#include "math/box_minimise.h"

static const double low[4] = {-10, -10, -10, -10}, high[4] = {10, 10, 10, 10},
                    one[4] = {1, 1, 1, 1};

/* Rosenbrock's valley in as many unknowns as `user` says; none beyond x0 = 3 */
static bool
valley(void *user, const double *x, double *value, double *g)
{
    const size_t n = *(const size_t *)user;

    *value = 0;
    for (size_t i = 0; g != NULL && i < n; i++) {
        g[i] = 0;
    }
    for (size_t i = 0; i + 1 < n; i++) {
        const double a = x[i + 1] - x[i] * x[i], b = 1 - x[i];
        *value += 100 * a * a + b * b;
        if (g != NULL) {
            g[i] += -400 * a * x[i] - 2 * b;
            g[i + 1] += 200 * a;
        }
    }
    return x[0] < 3;
}

/* 1/2 x'A x - b'x with A = [4 1 0; 1 3 1; 0 1 2] */
static bool
bowl(void *user, const double *x, double *value, double *g)
{
    const double *b = user, ax[3] = {4 * x[0] + x[1], x[0] + 3 * x[1] + x[2], x[1] + 2 * x[2]};

    *value = 0;
    for (int i = 0; i < 3; i++) {
        *value += x[i] * (0.5 * ax[i] - b[i]);
        if (g != NULL) {
            g[i] = ax[i] - b[i];
        }
    }
    return true;
}

static struct quire_box_problem
problem(size_t n, quire_box_fn *function, void *user, bool has_gradient)
{
    return (struct quire_box_problem){.n = n,
                                      .lower = low,
                                      .upper = high,
                                      .scale = one,
                                      .function = function,
                                      .user = user,
                                      .has_gradient = has_gradient};
}

Test(box_minimise, finds_its_way_through_a_curved_valley)
{
    size_t n = 2;
    for (int by_differences = 0; by_differences < 2; by_differences++) {
        double x[2] = {-1.2, 1};
        struct quire_box_result result;
        const struct quire_box_problem p = problem(n, valley, &n, by_differences == 0);

        cr_assert(quire_box_minimise(&p, x, &result));
        cr_expect_float_eq(x[0], 1, 1e-7, "%.17g", x[0]);
        cr_expect_float_eq(x[1], 1, 1e-7, "%.17g", x[1]);
        cr_expect_lt(result.value, 1e-14);
        cr_expect_leq(result.steps, 60, "%d", result.steps);
    }
}

/* a local minimum of value 3.7 and curvatures up to 1000: values there tell slopes above
 * sqrt(2 * 1000 * 3.7 * 1e-16) = 1e-6 only from none */
Test(box_minimise, needs_few_steps_in_four_unknowns)
{
    size_t n = 4;
    double x[4] = {-1.2, 1, 1, 2};
    struct quire_box_result result;
    const struct quire_box_problem p = problem(n, valley, &n, true);

    cr_assert(quire_box_minimise(&p, x, &result));
    cr_expect_leq(result.steps, 100, "%d", result.steps);
    cr_expect_leq(result.slope, 1e-6, "%g", result.slope);
}

/* the valley's floor meets x0 = 0.5: there x1 = 0.25 and f = 0.25 */
Test(box_minimise, follows_a_valley_to_a_bound)
{
    const double top[2] = {0.5, 10};
    size_t n = 2;
    double x[2] = {-1.2, 1};
    struct quire_box_result result;
    struct quire_box_problem p = problem(n, valley, &n, true);

    p.upper = top;
    cr_assert(quire_box_minimise(&p, x, &result));
    cr_expect_eq(x[0], 0.5);
    cr_expect_float_eq(x[1], 0.25, 1e-9);
    cr_expect_float_eq(result.value, 0.25, 1e-12);
}

/* b = (1, 2, 3): inside, x = A^-1 b = (1, 1, 13)/9... by Cramer's rule, det A = 18 */
Test(box_minimise, of_a_quadratic_is_the_solution_of_its_system)
{
    double b[3] = {1, 2, 3}, x[3] = {5, -5, 5};
    struct quire_box_result result;
    const struct quire_box_problem p = problem(3, bowl, b, true);

    cr_assert(quire_box_minimise(&p, x, &result));
    cr_expect_float_eq(x[0], 4.0 / 18, 1e-8, "%.17g", x[0]);
    cr_expect_float_eq(x[1], 2.0 / 18, 1e-8, "%.17g", x[1]);
    cr_expect_float_eq(x[2], 26.0 / 18, 1e-8, "%.17g", x[2]);
}

/* x2 <= 1 and x1 >= 0.2 hold: x0 = (1 - 0.2)/4, and both slopes lead out */
Test(box_minimise, of_a_quadratic_lies_on_its_bounds)
{
    const double floor_[3] = {-10, 0.2, -10}, top[3] = {10, 10, 1};
    for (int by_differences = 0; by_differences < 2; by_differences++) {
        double b[3] = {1, 1, 3}, x[3] = {5, 5, -5};
        struct quire_box_result result;
        struct quire_box_problem p = problem(3, bowl, b, by_differences == 0);

        p.lower = floor_;
        p.upper = top;
        cr_assert(quire_box_minimise(&p, x, &result));
        cr_expect_float_eq(x[0], 0.2, 1e-8, "%.17g", x[0]);
        cr_expect_eq(x[1], 0.2);
        cr_expect_eq(x[2], 1);
    }
}

/* scales do not change the answer, and an unknown without room stays */
Test(box_minimise, takes_unknowns_of_unlike_size)
{
    const double scale[3] = {1e-3, 1, 1e3}, floor_[3] = {-10, 0.5, -10}, top[3] = {10, 0.5, 10};
    double b[3] = {1, 1, 3}, x[3] = {5, 0.5, -5};
    struct quire_box_result result;
    struct quire_box_problem p = problem(3, bowl, b, true);

    p.scale = scale;
    p.lower = floor_;
    p.upper = top;
    cr_assert(quire_box_minimise(&p, x, &result));
    cr_expect_float_eq(x[0], 0.125, 1e-7, "%.17g", x[0]);
    cr_expect_eq(x[1], 0.5);
    cr_expect_float_eq(x[2], 1.25, 1e-7, "%.17g", x[2]);
}

Test(box_minimise, refuses_a_start_without_a_value)
{
    size_t n = 2;
    double x[2] = {4, 1};
    struct quire_box_result result;
    const struct quire_box_problem p = problem(n, valley, &n, true);

    cr_expect_not(quire_box_minimise(&p, x, &result));
    cr_expect_not(result.starved);
    cr_expect_eq(x[0], 4);
}
