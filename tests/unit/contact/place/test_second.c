/* Numbers of second order against differences. */
#include <criterion/criterion.h>
#include <math.h>

#include "contact/place/second.h"

/* a share that narrows with v and fades over u, as over the end of a side; one over a length */
static struct second
share(double u, double v)
{
    const struct second a = second(u, 0), b = second(v, 1), square = second_mul(b, b),
                        taper = second_step(square, 0.7, 0.2),
                        per = second_of(taper, 1 / taper.x, -1 / (taper.x * taper.x),
                                        2 / (taper.x * taper.x * taper.x));

    return second_step(second_mul(a, per), 0.1, 0.9);
}

static struct second
ramp(double u, double v)
{
    return second_mul(second_ramp(u, -0.3, 1, 0.5, 0.2), second(v, 1));
}

static void
check(struct second (*f)(double, double), double u, double v)
{
    const double h = 1e-5;
    const struct second at = f(u, v), more_u = f(u + h, v), less_u = f(u - h, v),
                        more_v = f(u, v + h), less_v = f(u, v - h);

    cr_expect_float_eq(at.d[0], (more_u.x - less_u.x) / (2 * h), 1e-8);
    cr_expect_float_eq(at.d[1], (more_v.x - less_v.x) / (2 * h), 1e-8);
    cr_expect_float_eq(at.dd[0], (more_u.d[0] - less_u.d[0]) / (2 * h), 1e-7);
    cr_expect_float_eq(at.dd[1], (more_u.d[1] - less_u.d[1]) / (2 * h), 1e-7);
    cr_expect_float_eq(at.dd[1], (more_v.d[0] - less_v.d[0]) / (2 * h), 1e-7);
    cr_expect_float_eq(at.dd[2], (more_v.d[1] - less_v.d[1]) / (2 * h), 1e-7);
}

Test(second, derivatives_equal_differences)
{
    for (int i = 1; i < 10; i++) {
        check(share, 0.02 * i, 0.08 * i);
        check(ramp, -0.29 + 0.07 * i, 0.3 * i);
    }
}

Test(second, steps_are_level_outside)
{
    const struct second low = second_ramp(-2, -1, 0.25, 1, 0.75),
                        high = second_ramp(2, -1, 0.25, 1, 0.75);

    cr_expect(low.x == 0.25 && low.d[0] == 0 && low.dd[0] == 0);
    cr_expect(high.x == 0.75 && high.d[0] == 0 && high.dd[0] == 0);
}
