/* Nearest failures whose place is known. */
#include <criterion/criterion.h>
#include <math.h>

#include "study/boundary.h"

#define RESOLUTION 0.01

enum { MOST = 10 };

/* Whether a design fails. */
typedef bool failure(const double *x, size_t n);

struct trial {
    failure *fails;
    size_t n, attempts, undecided;
};

static quire_status
attempt(void *user, const double *designs, size_t count, enum quire_design_outcome *outcome)
{
    struct trial *t = user;

    for (size_t i = 0; i < count; i++) {
        outcome[i] = t->fails(designs + i * t->n, t->n) ? QUIRE_FAILS : QUIRE_HOLDS;
    }
    t->attempts += count;
    return QUIRE_OK;
}

static struct quire_boundary
search_within(struct trial *t, double reach, const double *low, const double *high)
{
    const struct quire_boundary_problem problem = {.n = t->n,
                                                   .low = low,
                                                   .high = high,
                                                   .reach = reach,
                                                   .resolution = RESOLUTION,
                                                   .budget = 20000,
                                                   .seed = 1,
                                                   .attempt = attempt,
                                                   .user = t};
    struct quire_boundary out;

    cr_assert_eq(quire_boundary_search(&problem, &out), QUIRE_OK);
    cr_assert_eq(out.attempts, t->attempts);
    cr_assert_not(out.spent);
    return out;
}

/* ---- failures ---- */

static bool
beyond_a_plane(const double *x, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        sum += (double)(i + 1) * x[i];
    }
    return sum > 5;
}

static bool
outside_an_ellipsoid(const double *x, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        sum += x[i] * x[i] / (double)((i + 1) * (i + 1));
    }
    return sum > 4;
}

/* of radius 1, 3 away from the middle in the direction in which all factors rise alike */
static bool
in_a_ball(const double *x, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        sum += (x[i] - 3 / sqrt((double)n)) * (x[i] - 3 / sqrt((double)n));
    }
    return sum < 1;
}

static bool
in_a_corner(const double *x, size_t n)
{
    (void)n;
    return x[0] > 1.5 && x[1] < -1.5;
}

static bool
by_a_product(const double *x, size_t n)
{
    return x[0] * x[n - 1] > 4;
}

static bool
never(const double *x, size_t n)
{
    (void)x;
    (void)n;
    return false;
}

static bool
always(const double *x, size_t n)
{
    (void)x;
    (void)n;
    return true;
}

static double
to_the_plane(size_t n)
{
    double square = 0;

    for (size_t i = 1; i <= n; i++) {
        square += (double)(i * i);
    }
    return 5 / sqrt(square);
}

/* ---- tests ---- */

Test(boundary, is_found_to_twice_the_resolution)
{
    static const size_t sizes[] = {2, 3, 6, MOST};

    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        const size_t n = sizes[k];
        const struct {
            failure *fails;
            double distance;
        } list[] = {{beyond_a_plane, to_the_plane(n)},
                    {outside_an_ellipsoid, 2},
                    {in_a_ball, 2},
                    {in_a_corner, 1.5 * sqrt(2)},
                    {by_a_product, sqrt(8)}};
        for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
            if (list[i].fails == in_a_ball && n > 8) {
                /* seen from the middle it is a 20000th of all directions: its corner is tried among
                 * those of up to eight factors only */
                continue;
            }
            struct trial t = {.fails = list[i].fails, .n = n};
            struct quire_boundary b = search_within(&t, 6, NULL, NULL);
            cr_assert(b.found);
            cr_expect(b.distance >= list[i].distance &&
                          b.distance <= list[i].distance + 2 * RESOLUTION,
                      "%zu of %zu factors: %g instead of %g", i, n, b.distance, list[i].distance);
            cr_expect(list[i].fails(b.nearest, n),
                      "%zu of %zu factors: what was told does not fail", i, n);
            quire_boundary_clear(&b);
        }
    }
}

Test(boundary, tells_which_factors_lead_there)
{
    struct trial t = {.fails = beyond_a_plane, .n = 3};
    struct quire_boundary b = search_within(&t, 6, NULL, NULL);

    for (size_t i = 0; i < 3; i++) { /* the squares of the plane's normal */
        cr_expect_float_eq(b.share[i], (double)((i + 1) * (i + 1)) / 14, 0.05);
        cr_expect(isinf(b.axis[2 * i]));
        cr_expect_float_eq(b.axis[2 * i + 1], 5.0 / (double)(i + 1), RESOLUTION);
    }
    cr_expect(b.distance - b.held <= RESOLUTION);
    quire_boundary_clear(&b);
}

/* x0 + 2 x1 + 3 x2 > 5, of which the nearest point is (5, 10, 15)/14: with x2 <= 0.8 the nearest
 * left is (0.52, 1.04, 0.8), at 1.4121. */
Test(boundary, keeps_within_limits)
{
    const double low[] = {-1, -1, -1}, high[] = {2, 2, 0.8};
    struct trial t = {.fails = beyond_a_plane, .n = 3};
    struct quire_boundary b = search_within(&t, 6, low, high);

    cr_assert(b.found);
    for (size_t i = 0; i < 3; i++) {
        cr_expect(b.nearest[i] <= high[i] + 1e-12 && b.nearest[i] >= low[i] - 1e-12);
    }
    cr_expect_float_eq(b.distance, sqrt(0.52 * 0.52 + 1.04 * 1.04 + 0.8 * 0.8), 2 * RESOLUTION);
    quire_boundary_clear(&b);
}

Test(boundary, may_be_out_of_reach)
{
    struct trial none = {.fails = never, .n = 3}, far = {.fails = beyond_a_plane, .n = 2},
                 here = {.fails = always, .n = 2};
    struct quire_boundary b = search_within(&none, 6, NULL, NULL);

    cr_expect(!b.found && isinf(b.distance) && b.nearest[0] == 0 && b.attempts > 100);
    quire_boundary_clear(&b);
    b = search_within(&far, 2.2, NULL, NULL); /* 2.236 */
    cr_expect(!b.found);
    quire_boundary_clear(&b);
    b = search_within(&here, 6, NULL, NULL);
    cr_expect(b.found && b.distance == 0 && b.attempts == 1);
    quire_boundary_clear(&b);
}

static quire_status
attempt_in_vain(void *user, const double *designs, size_t count, enum quire_design_outcome *outcome)
{
    (void)designs;
    for (size_t i = 0; i < count; i++) {
        outcome[i] = QUIRE_UNDECIDED;
    }
    return *(bool *)user ? QUIRE_ERROR_FILE : QUIRE_OK;
}

Test(boundary, stops_at_its_budget_and_at_errors)
{
    bool broken = true;
    struct trial holds = {.fails = never, .n = 2};
    struct quire_boundary_problem problem = {.n = 2,
                                             .reach = 3,
                                             .resolution = RESOLUTION,
                                             .budget = 50,
                                             .attempt = attempt,
                                             .user = &holds};
    struct quire_boundary b;

    cr_assert_eq(quire_boundary_search(&problem, &b), QUIRE_OK);
    cr_expect(b.spent && !b.found && b.attempts <= 50);
    quire_boundary_clear(&b);
    problem.attempt = attempt_in_vain;
    problem.user = &broken;
    cr_expect_eq(quire_boundary_search(&problem, &b), QUIRE_ERROR_FILE);
    quire_boundary_clear(&b);
}

/* The axes' 16 designs are all that the budget allows: x0 + 2 x1 > 5 fails at (6, 0) and (0, 3),
 * where nothing is closed in on any more. */
Test(boundary, keeps_failures_that_the_budget_leaves_wide)
{
    struct trial t = {.fails = beyond_a_plane, .n = 2};
    struct quire_boundary_problem problem = {
        .n = 2, .reach = 6, .resolution = RESOLUTION, .budget = 17, .attempt = attempt, .user = &t};
    struct quire_boundary b;

    cr_assert_eq(quire_boundary_search(&problem, &b), QUIRE_OK);
    cr_expect(b.spent && b.found && b.distance == 3 && b.held == 1.5 && b.nearest[1] == 3 &&
              b.axis[1] == 6 && isinf(b.axis[0]));
    quire_boundary_clear(&b);
    problem.budget = 16;
    cr_assert_eq(quire_boundary_search(&problem, &b), QUIRE_OK);
    cr_expect(b.spent && !b.found && isnan(b.axis[0]),
              "what was not looked at is not said to hold");
    quire_boundary_clear(&b);
}

/* Holds up to 1, fails from 2 on, and has no verdict between. */
static quire_status
attempt_with_a_gap(void *user, const double *designs, size_t count,
                   enum quire_design_outcome *outcome)
{
    (void)user;
    for (size_t i = 0; i < count; i++) {
        outcome[i] = designs[i] > 2 ? QUIRE_FAILS : designs[i] > 1 ? QUIRE_UNDECIDED : QUIRE_HOLDS;
    }
    return QUIRE_OK;
}

Test(boundary, takes_no_verdict_for_neither)
{
    bool broken = false;
    struct quire_boundary_problem problem = {.n = 1,
                                             .reach = 3,
                                             .resolution = RESOLUTION,
                                             .budget = 1000,
                                             .attempt = attempt_with_a_gap};
    struct quire_boundary b;

    cr_assert_eq(quire_boundary_search(&problem, &b), QUIRE_OK);
    cr_expect(b.found && b.distance > 2 && b.distance <= 2 + RESOLUTION && b.held > 0 &&
                  b.held <= 1 && b.undecided > 0,
              "held %g", b.held);
    quire_boundary_clear(&b);
    problem.attempt = attempt_in_vain;
    problem.user = &broken;
    cr_assert_eq(quire_boundary_search(&problem, &b), QUIRE_OK);
    cr_expect(b.unknown && !b.found && b.attempts == 1, "nothing is known of the present design");
    quire_boundary_clear(&b);
}
