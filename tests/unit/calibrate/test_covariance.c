/* Covariances of one unknown, by hand. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

#include "calibrate/covariance.h"

static const double scatter[4] = {1, 0.6, 0.6, 1};

/* two data with the derivatives 10 and 10; residuals 1 and -1 */
static struct doe_spread
spread_of(const double *covariance, double freedom, struct doe_point *at,
          struct doe_search_problem *p)
{
    struct doe_spread spread;

    *p = (struct doe_search_problem){
        .n = 1, .m = 2, .n_data = 2, .scatter = covariance, .freedom = freedom};
    cr_assert(doe_point_init(at, p));
    at->x[0] = 0.5;
    at->r[0] = 1;
    at->r[1] = -1;
    at->jacobian[0] = at->jacobian[1] = 10;
    at->sum = 2;
    cr_assert(doe_spread_make(&spread, p, at, 0.95));
    return spread;
}

Test(covariance, errors_that_are_correlated_add_up)
{
    struct doe_point at = {0};
    struct doe_search_problem p;
    struct doe_spread s = spread_of(scatter, 10, &at, &p);

    cr_expect(ieee_ulp_eq(dbl, s.model[0], 1.0 / 200, 8));
    cr_expect(ieee_ulp_eq(dbl, s.robust[0], 1.6 / 200, 8), "H S H'");
    cr_expect(ieee_ulp_eq(dbl, s.ratio[0], 1.6, 8));
    /* 2 over tr((I - P) S) = 2 - 1.6 */
    cr_expect(ieee_ulp_eq(dbl, s.misfit, 5, 32));
    cr_expect(not(s.lack), "P(F(1, 10) > 5) = 0.049");
    cr_expect(fabs(s.quantile - 2.2281388519649385) < 1e-9, "Student's t of 10 degrees");
    doe_spread_clear(&s);
    doe_point_clear(&at);
}

Test(covariance, known_deviations)
{
    struct doe_point at = {0};
    struct doe_search_problem p;
    struct doe_spread s = spread_of(NULL, HUGE_VAL, &at, &p);

    cr_expect(ieee_ulp_eq(dbl, s.robust[0], 1.0 / 200, 8));
    cr_expect(ieee_ulp_eq(dbl, s.misfit, 2, 32));
    cr_expect(fabs(s.probability - 0.15729920705028513) < 1e-12, "chi-square of 1 degree");
    cr_expect(fabs(s.quantile - 1.9599639845400545) < 1e-9);
    doe_spread_clear(&s);
    doe_point_clear(&at);
}

Test(covariance, deviations_from_the_residuals)
{
    struct doe_point at = {0};
    struct doe_search_problem p;
    struct doe_spread s = spread_of(NULL, 0, &at, &p);

    cr_expect(ieee_ulp_eq(dbl, s.robust[0], 2.0 / 200, 8), "the mean square is 2/(2 - 1)");
    cr_expect(isnan(s.misfit));
    cr_expect(fabs(s.quantile - 12.706204736174698) < 1e-6, "Student's t of 1 degree");
    doe_spread_clear(&s);
    doe_point_clear(&at);
}
