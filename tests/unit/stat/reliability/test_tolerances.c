/* Tolerances at least cost against SciPy, bootstrap intervals against another program's, rare
 * failures against OpenTURNS and exact integrals. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "fixtures/references.h"
#include "probability/families.h"
#include "stat/reliability/allocation.h"
#include "stat/reliability/capability.h"
#include "stat/reliability/failure.h"

#define TABLE "tolerances.csv"
#define MOST  5

static double
number(const char *set, const char *what)
{
    double value = 0;

    cr_assert(reference_find(TABLE, set, what, &value), "no %s of %s", what, set);
    return value;
}

static double
item(const char *set, const char *what, size_t i)
{
    char name[32];

    snprintf(name, sizeof name, "%s.%zu", what, i);
    return number(set, name);
}

static size_t
read_tolerances(const char *set, struct quire_tolerance *t)
{
    const size_t n = (size_t)number(set, "n");

    for (size_t i = 0; i < n; i++) {
        t[i] = (struct quire_tolerance){.variance = item(set, "variance", i),
                                        .cost = item(set, "cost", i),
                                        .exponent = item(set, "exponent", i)};
    }
    return n;
}

/* The cost is no higher than SLSQP's, at a variance that is not above the wanted one. */
Test(allocation, is_that_of_slsqp)
{
    static const char *const sets[] = {"bolts", "turn", "bounds"};

    for (size_t s = 0; s < sizeof sets / sizeof *sets; s++) {
        struct quire_tolerance t[MOST];
        const size_t n = read_tolerances(sets[s], t);
        const double wanted = number(sets[s], "wanted"), least = number(sets[s], "least");
        const struct quire_allocation a = quire_allocate(t, n, number(sets[s], "rest"), wanted);
        cr_assert(a.found, "%s", sets[s]);
        cr_expect(a.variance <= wanted * (1 + 1e-14) && a.cost <= least * (1 + 1e-8), "%s: %.17g",
                  sets[s], a.cost);
        for (size_t i = 0; i < n; i++) {
            cr_expect(reference_near(t[i].ratio, item(sets[s], "ratio", i), 1e-6), "%s %zu: %.17g",
                      sets[s], i, t[i].ratio);
        }
    }
}

/* Where no bound holds, c k r^-k / (2 v r^2) is the same for all. */
Test(allocation, meets_the_condition_of_least_cost)
{
    struct quire_tolerance t[MOST];
    const size_t n = read_tolerances("bolts", t);
    double first = 0;

    quire_allocate(t, n, number("bolts", "rest"), number("bolts", "wanted"));
    for (size_t i = 0; i < n; i++) {
        const double multiplier =
            t[i].cost * t[i].exponent * pow(t[i].ratio, -t[i].exponent - 2) / (2 * t[i].variance);
        first = i == 0 ? multiplier : first;
        cr_expect(reference_near(multiplier, first, 1e-12));
    }
}

Test(allocation, says_when_tolerances_cannot_reach_it)
{
    struct quire_tolerance t[] = {{.variance = 1, .cost = 1, .exponent = 1},
                                  {.variance = 2, .cost = 0, .exponent = 1}};
    const struct quire_allocation a = quire_allocate(t, 2, 0.5, 2.5);

    cr_expect_not(a.found);
    cr_expect_float_eq(t[0].ratio, QUIRE_ALLOCATION_LEAST, 1e-15);
    cr_expect_float_eq(t[1].ratio, 1, 1e-15);
    cr_expect_float_eq(a.variance, 2.54, 1e-14);
}

Test(allocation, loosens_what_is_too_tight)
{
    struct quire_tolerance t[] = {{.variance = 1, .cost = 8, .exponent = 1}};
    const struct quire_allocation a = quire_allocate(t, 1, 0, 4);

    cr_assert(a.found);
    cr_expect(reference_near(t[0].ratio, 2, 1e-12) && reference_near(a.cost, 4, 1e-12));
}

Test(allocation, deviations_are_those_of_brentq)
{
    static const char *const sets[] = {"both", "above", "far"};

    for (size_t s = 0; s < sizeof sets / sizeof *sets; s++) {
        const double deviation =
            quire_deviation_for(number(sets[s], "mean"), number(sets[s], "minimum"),
                                number(sets[s], "maximum"), number(sets[s], "share"));
        cr_expect(reference_near(deviation, number(sets[s], "deviation"), 1e-8), "%s: %.17g",
                  sets[s], deviation);
    }
    cr_expect_eq(quire_deviation_for(3, 4, NAN, 0.9), 0);
    cr_expect_eq(quire_deviation_for(3, NAN, NAN, 0.9), 0);
}

/* Ends within 2 % of the width. */
Test(capability, bootstrap_intervals_are_those_of_another_program, .timeout = 120)
{
    static const struct {
        const char *name;
        enum quire_fit_family family;
        struct quire_distribution (*of)(double first, double second);
    } sets[] = {{"normal", QUIRE_FIT_NORMAL, quire_normal},
                {"lognormal", QUIRE_FIT_LOGNORMAL, quire_lognormal},
                {"weibull", QUIRE_FIT_WEIBULL, quire_weibull}};

    for (size_t s = 0; s < sizeof sets / sizeof *sets; s++) {
        const char *name = sets[s].name;
        const struct quire_limits limits = {number(name, "minimum"), number(name, "maximum")};
        const double low = number(name, "ppk.low"), high = number(name, "ppk.high");
        struct quire_performance_interval interval;
        cr_assert(quire_performance_bootstrap(
            &interval, sets[s].family, sets[s].of(number(name, "first"), number(name, "second")),
            (size_t)number(name, "n"), limits, 20000, 1, 0.95));
        cr_expect_float_eq(interval.ppk.low, low, 0.02 * (high - low), "%s: %g", name,
                           interval.ppk.low);
        cr_expect_float_eq(interval.ppk.high, high, 0.02 * (high - low), "%s: %g", name,
                           interval.ppk.high);
    }
}

/* ---- rare failures */

static double
plane(const double *u)
{
    return 4 - (u[0] + 2 * u[1] - 2 * u[2]) / 3;
}

static double
parabola(const double *u)
{
    return 5.5 - u[1] - 0.3 * (u[0] - 0.1) * (u[0] - 0.1);
}

static double
branches(const double *u)
{
    const double difference = u[0] - u[1], sum = (u[0] + u[1]) / sqrt(2),
                 curved = 4 + 0.1 * difference * difference;

    return fmin(fmin(curved - sum, curved + sum), 8.5 / sqrt(2) - fabs(difference));
}

struct limit {
    const char *name;
    size_t n;
    double (*margin)(const double *u);
};

static bool
attempt(void *user, const double *u, size_t count, double *margin)
{
    const struct limit *self = user;

    for (size_t i = 0; i < count; i++) {
        margin[i] = self->margin(u + i * self->n);
    }
    return true;
}

/* Of 20 intervals at least 16 hold the exact probability (so few as 15 come by chance once in 380)
 * and as many share numbers with OpenTURNS's, and no failure is nearer to the origin than its
 * reliability index says. */
Test(failure, agrees_with_openturns)
{
    static const struct limit limits[] = {
        {"plane", 3, plane}, {"parabola", 2, parabola}, {"branches", 2, branches}};
    enum { SEEDS = 20 };

    for (size_t s = 0; s < 2 * sizeof limits / sizeof *limits; s++) {
        const struct limit *l = &limits[s / 2];
        const double exact = number(l->name, "probability"), index = number(l->name, "index"),
                     low = number(l->name, "subset.low"), high = number(l->name, "subset.high");
        int held = 0, shared = 0;
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            const struct quire_failure_problem problem = {.n = l->n,
                                                          .budget = 5000,
                                                          .seed = seed,
                                                          .confidence = 0.95,
                                                          .attempt = attempt,
                                                          .user = (void *)(uintptr_t)l};
            struct quire_failure f;
            cr_assert(s % 2 == 0 ? quire_failure_importance(&problem, &f)
                                 : quire_failure_subset(&problem, &f));
            held += f.interval.low <= exact && exact <= f.interval.high;
            shared += f.interval.low <= high && low <= f.interval.high;
            cr_expect(f.distance >= index * (1 - 1e-6) && f.distance <= 1.1 * index, "%s: %g",
                      l->name, f.distance);
            quire_failure_clear(&f);
        }
        cr_expect(held >= 16 && shared >= 16, "%s: %d, %d of %d", l->name, held, shared, SEEDS);
    }
}
