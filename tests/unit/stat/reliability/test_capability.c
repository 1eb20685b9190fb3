/* Fitted distributions and indices of performance against R. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "fixtures/references.h"
#include "probability/families.h"
#include "stat/reliability/capability.h"

#define TABLE "reliability.csv"
#define MOST  200

static const char *const sets[] = {"ozone", "trees", "cars"};
static const char *const families[] = {"normal", "lognormal", "weibull", "gamma"};
#define N_SETS (sizeof sets / sizeof *sets)

static double
number(const char *set, const char *family, const char *what)
{
    char name[60];
    double value = 0;

    snprintf(name, sizeof name, "%s%s%s", family, family[0] != '\0' ? "." : "", what);
    cr_assert(reference_find(TABLE, set, name, &value), "no %s of %s", name, set);
    return value;
}

static size_t
read_set(const char *set, double *x)
{
    const size_t n = (size_t)number(set, "", "n");

    for (size_t i = 0; i < n; i++) {
        char name[32];
        snprintf(name, sizeof name, "x.%zu", i);
        x[i] = number(set, "", name);
    }
    return n;
}

/* No likelihood is below R's, and no parameter off by more than its search stops at. */
Test(capability, fits_are_those_of_r)
{
    double x[MOST];

    for (size_t s = 0; s < N_SETS; s++) {
        const size_t n = read_set(sets[s], x);
        for (int i = 0; i < QUIRE_FIT_FAMILIES; i++) {
            const struct quire_fitted f = quire_fit_distribution((enum quire_fit_family)i, x, n);
            const double exact = i <= QUIRE_FIT_LOGNORMAL ? 1e-12 : 2e-5;
            cr_assert(f.known);
            cr_expect(
                reference_near(f.of.parameter[0], number(sets[s], families[i], "first"), exact),
                "%s %s: %.17g", sets[s], families[i], f.of.parameter[0]);
            cr_expect(
                reference_near(f.of.parameter[1], number(sets[s], families[i], "second"), exact),
                "%s %s: %.17g", sets[s], families[i], f.of.parameter[1]);
            cr_expect(f.log_likelihood >= number(sets[s], families[i], "fitdistr") - 1e-9);
            cr_expect(f.log_likelihood >= number(sets[s], families[i], "likelihood") - 1e-9);
            cr_expect(reference_near(f.criterion, number(sets[s], families[i], "criterion"), 1e-9));
        }
    }
}

Test(capability, indices_are_those_of_quantiles)
{
    double x[MOST];

    for (size_t s = 0; s < N_SETS; s++) {
        const size_t n = read_set(sets[s], x);
        const struct quire_limits limits = {number(sets[s], "", "minimum"),
                                            number(sets[s], "", "maximum")};
        for (int i = 0; i < QUIRE_FIT_FAMILIES; i++) {
            struct quire_fitted f = quire_fit_distribution((enum quire_fit_family)i, x, n);
            /* the parameters of R, so that quantiles alone are compared */
            f.of.parameter[0] = number(sets[s], families[i], "first");
            f.of.parameter[1] = number(sets[s], families[i], "second");
            const struct quire_performance p = quire_performance_of(f.of, limits);
            cr_expect(reference_near(p.pp, number(sets[s], families[i], "pp"), 1e-8));
            cr_expect(reference_near(p.ppk, number(sets[s], families[i], "ppk"), 1e-8));
            cr_expect(reference_near(p.within, number(sets[s], families[i], "within"), 1e-8));
        }
    }
}

/* of a normal distribution: widths and distances over three deviations, as Cp and Cpk */
Test(capability, of_normal_numbers_is_the_usual_one)
{
    const struct quire_performance p =
        quire_performance_of(quire_normal(10, 2), (struct quire_limits){1, 22});

    cr_expect_float_eq(p.pp, 21 / 12.0, 1e-13);
    cr_expect_float_eq(p.ppk, 1.5, 1e-13);
    cr_expect(reference_near(p.outside,
                             quire_normal_tails(-4.5).below + quire_normal_tails(6).above, 1e-12));
}

Test(capability, needs_a_limit)
{
    const struct quire_distribution d = quire_normal(10, 2);
    const struct quire_performance none = quire_performance_of(d, (struct quire_limits){NAN, NAN}),
                                   high = quire_performance_of(d, (struct quire_limits){NAN, 16});

    cr_expect(isnan(none.pp) && isnan(none.ppk) && isnan(none.within));
    cr_expect(isnan(high.pp));
    cr_expect_float_eq(high.ppk, 1, 1e-13);
}

Test(capability, numbers_choose_their_distribution)
{
    struct quire_fitted f[QUIRE_FIT_FAMILIES];
    const struct quire_distribution from[] = {quire_normal(10, 1), quire_lognormal(1, 0.9),
                                              quire_weibull(1, 6), quire_gamma(1, 0.6)};
    double x[MOST];

    for (int i = 0; i < QUIRE_FIT_FAMILIES; i++) {
        for (int r = 0; r < MOST; r++) {
            x[r] = quire_quantile(from[i], (r + 0.5) / MOST);
        }
        cr_expect_eq(quire_fit_distributions(f, x, MOST), (enum quire_fit_family)i, "%s",
                     families[i]);
    }
}

Test(capability, what_cannot_be_fitted_is_not)
{
    const double same[] = {2, 2, 2}, negative[] = {-1, 2, 3, 5, 4}, two[] = {1, 2};
    struct quire_fitted f[QUIRE_FIT_FAMILIES];

    quire_fit_distributions(f, same, 3);
    for (int i = 0; i < QUIRE_FIT_FAMILIES; i++) {
        cr_expect(!f[i].known && isnan(f[i].log_likelihood));
    }
    cr_expect_eq(quire_fit_distributions(f, negative, 5), QUIRE_FIT_NORMAL);
    cr_expect(f[QUIRE_FIT_NORMAL].known && !f[QUIRE_FIT_GAMMA].known);
    cr_expect_eq(quire_fit_distributions(f, two, 2), QUIRE_FIT_NORMAL);
    cr_expect(isnan(f[QUIRE_FIT_NORMAL].criterion));
}

/* Numbers over many powers of ten, and numbers that are all but equal. */
Test(capability, extreme_numbers_have_finite_fits)
{
    const double wide[] = {1e-12, 1e-6, 1, 1e6, 1e12},
                 near[] = {1, 1 + 1e-9, 1 + 2e-9, 1 - 1e-9, 1 + 3e-9};
    struct quire_fitted f[QUIRE_FIT_FAMILIES];

    for (int k = 0; k < 2; k++) {
        quire_fit_distributions(f, k == 0 ? wide : near, 5);
        for (int i = 0; i < QUIRE_FIT_FAMILIES; i++) {
            cr_expect(!f[i].known || isfinite(f[i].log_likelihood), "%d %s", k, families[i]);
        }
    }
}

/* Of normal numbers the deviation of Ppk is known: 1/(9 n) + Ppk^2/(2 (n - 1)) (Bissell 1990). */
Test(capability, bootstrap_intervals_are_as_wide_as_known)
{
    const size_t n = 100;
    const struct quire_limits limits = {NAN, 14};
    struct quire_performance_interval interval;

    cr_assert(quire_performance_bootstrap(&interval, QUIRE_FIT_NORMAL, quire_normal(10, 1), n,
                                          limits, 2000, 1, 0.95));
    const double ppk = 4.0 / 3,
                 deviation = sqrt(1 / (9.0 * (double)n) + ppk * ppk / (2 * ((double)n - 1)));
    cr_expect_float_eq((interval.ppk.high - interval.ppk.low) / (2 * 1.96 * deviation), 1, 0.06);
    cr_expect(interval.ppk.low < ppk && ppk < interval.ppk.high && isnan(interval.pp.low));
}

Test(capability, gamma_is_chi_square_and_exponential)
{
    for (double x = 0.1; x < 20; x *= 1.7) {
        cr_expect_float_eq(quire_below(quire_gamma(2, 2.5), x), quire_below(quire_chi_square(5), x),
                           1e-14);
        cr_expect_float_eq(quire_above(quire_gamma(3, 1), x), exp(-x / 3), 1e-14);
    }
    for (double p = 1e-9; p < 1; p *= 9) {
        const struct quire_distribution g = quire_gamma(0.3, 0.4);
        cr_expect(reference_near(quire_below(g, quire_quantile(g, p)), p, 1e-11), "%g", p);
    }
}
