/* Expected improvements against SciPy, derivatives against differences. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "fixtures/references.h"
#include "stat/surrogate/improvement.h"

#define TABLE "surrogate.csv"

static bool
find(const char *what, int i, double *value)
{
    char name[40];

    snprintf(name, sizeof name, "%s.%d", what, i);
    return reference_find(TABLE, "improvement", name, value);
}

Test(improvement, is_that_of_scipy)
{
    double mean, deviation, best, log_gain, log_below;
    int n = 0;

    for (; find("mean", n, &mean); n++) {
        cr_assert(find("deviation", n, &deviation) && find("best", n, &best) &&
                  find("log", n, &log_gain) && find("below", n, &log_below));
        const double gain = quire_improvement(mean, deviation, best).log,
                     below = quire_improvement_below(mean, deviation, best).log;
        cr_expect(reference_near(gain, log_gain, 1e-10), "%d: %.17g", n, gain);
        cr_expect(reference_near(below, log_below, 1e-10), "%d: %.17g", n, below);
    }
    cr_expect_eq(n, 6);
}

Test(improvement, towards_a_target_is_that_of_scipy)
{
    double mean, deviation, target, near, towards;
    int n = 0;

    for (int i = 0; i < 6; i++) {
        if (find("target", i, &target)) {
            cr_assert(find("mean", i, &mean) && find("deviation", i, &deviation) &&
                      find("near", i, &near) && find("towards", i, &towards));
            const double gain = quire_improvement_towards(mean, deviation, target, near).log;
            cr_expect(reference_near(gain, towards, 1e-9), "%d: %.17g", i, gain);
            n++;
        }
    }
    cr_expect_eq(n, 3);
}

static struct quire_improvement
of(int kind, double mean, double deviation)
{
    return kind == 0   ? quire_improvement(mean, deviation, 0.3)
           : kind == 1 ? quire_improvement_towards(mean, deviation, 0.3, 0.7)
                       : quire_improvement_below(mean, deviation, 0.3);
}

/* from near to very far; in between lies the place where the series begins */
Test(improvement, derivatives_are_those_of_differences)
{
    static const double means[] = {-40, -2, 0.1, 0.5, 3, 24.9, 25.6, 60};

    for (int kind = 0; kind < 3; kind++) {
        for (size_t i = 0; i < sizeof means / sizeof *means; i++) {
            const double m = means[i], s = 1.01, h = 1e-5;
            const struct quire_improvement at = of(kind, m, s);
            const double by_mean = (of(kind, m + h, s).log - of(kind, m - h, s).log) / (2 * h),
                         by_s = (of(kind, m, s + h).log - of(kind, m, s - h).log) / (2 * h);
            cr_expect_float_eq(at.by_mean, by_mean, 1e-6 * (1 + fabs(by_mean)), "%d %g: %g %g",
                               kind, m, at.by_mean, by_mean);
            cr_expect_float_eq(at.by_deviation, by_s, 1e-6 * (1 + fabs(by_s)), "%d %g: %g %g", kind,
                               m, at.by_deviation, by_s);
        }
    }
}

Test(improvement, is_the_same_on_both_sides_of_where_the_series_begins)
{
    const double h = 1e-9;

    for (int kind = 0; kind < 3; kind += 2) {
        const double less = of(kind, 25.3 - h, 1).log, more = of(kind, 25.3 + h, 1).log;
        cr_expect_float_eq(less - more, 2 * h * 25, 1e-8, "%d: %.17g %.17g", kind, less, more);
    }
}

Test(improvement, towards_a_target_that_is_met_is_none)
{
    cr_expect_eq(quire_improvement_towards(0.3, 1, 0.3, 0).log, -HUGE_VAL);
}
