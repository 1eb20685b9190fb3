/* Measured beside simulated: against rational numbers, and R (tests/tools/stat-agreement.R). */
#include <criterion/criterion.h>
#include <math.h>

#include "analysis/agreement.h"
#include "fixtures/references.h"

#define MOST 64

static struct quire_agreement_setting setting[MOST];

static struct quire_agreement
agree(size_t n, const double *x, const size_t *of_x, size_t n_x, const double *y,
      const size_t *of_y, size_t n_y)
{
    struct quire_agreement a;
    const struct quire_sample simulated = {.n = n_x, .value = x, .setting = of_x},
                              measured = {.n = n_y, .value = y, .setting = of_y};

    cr_assert(quire_agree(&a, setting, n, &simulated, &measured, 0.95, 0.95));
    return a;
}

static void
near(double value, double wanted)
{
    cr_expect(reference_near(value, wanted, 1e-13), "%.17g, not %.17g", value, wanted);
}

Test(agreement, of_single_pairs_is_as_worked_out_by_hand)
{
    static const size_t of[] = {0, 1, 2, 3};
    const double x[] = {4, 4, 6, 6}, y[] = {1, 7, 8, 8}, t = 3.1824463052837096;
    const struct quire_agreement a = agree(4, x, of, 4, y, of, 4);

    cr_expect(a.n == 4 && a.n_setting == 4 && a.n_missing == 0 && a.n_not_simulated == 0);
    near(a.bias.value, 1);
    near(a.bias.interval.low, 1 - t * sqrt(22.0 / 12));
    near(a.bias.interval.high, 1 + t * sqrt(22.0 / 12));
    near(a.deviation, sqrt(22.0 / 3));
    near(a.freedom, 3);
    near(a.lower.value, 1 - 1.9599639845400545 * sqrt(22.0 / 3));
    cr_expect(a.exact && !a.ratio_known);
    cr_expect(isnan(a.f) && isnan(a.p) && isnan(a.scatter));
    near(a.slope.value, 4);
    near(a.offset.value, -14);
    near(setting[2].difference, 2);
    cr_expect(isnan(setting[2].measured.deviation));
}

Test(agreement, of_replicates_is_as_worked_out_by_hand)
{
    static const size_t of_x[] = {0, 1}, of_y[] = {0, 1, 0, 1};
    const double x[] = {1, 2}, y[] = {1, 4, 3, 6};
    const struct quire_agreement a = agree(2, x, of_x, 2, y, of_y, 4);

    near(a.bias.value, 2);
    near(a.scatter, sqrt(2));
    near(a.deviation, sqrt(3));
    near(a.freedom, 2);
    near(a.f, 2);
    cr_expect(a.f_above == 1 && a.f_below == 2);
    near(a.p, 1 - sqrt(0.5));
    cr_expect(!a.exact && isnan(a.slope.value));
}

Test(agreement, at_one_setting_counts_single_measurements)
{
    static const size_t of[] = {0, 0, 0, 0};
    const double x[] = {5}, y[] = {6, (double)NAN, 10, 8}, t = 4.3026527297494637;
    const struct quire_agreement a = agree(1, x, of, 1, y, of, 4);

    cr_expect(a.n == 3 && a.n_missing == 1 && a.exact);
    near(a.bias.value, 3);
    near(a.bias.interval.high, 3 + t * 2 / sqrt(3));
    near(a.deviation, 2);
    near(a.freedom, 2);
}

Test(agreement, says_nothing_where_nothing_is_known)
{
    static const size_t of[] = {0, 1, 2};
    const double none[] = {(double)NAN, (double)NAN, (double)NAN}, y[] = {1, 2, 4},
                 same[] = {3, 3, 3};
    struct quire_agreement a = agree(3, none, of, 3, y, of, 3);

    cr_expect(a.n == 0 && a.n_not_simulated == 3 && isnan(a.bias.value) && isnan(a.p));
    a = agree(3, y, of, 3, none, of, 3);
    cr_expect(a.n == 0 && a.n_missing == 3 && isnan(a.upper.interval.high));
    a = agree(3, same, of, 3, y, of, 3);
    cr_expect(isnan(a.slope.value) && isfinite(a.bias.interval.low));
    a = agree(3, y, of, 3, y, of, 3); /* equal: no scatter, and no limits beside the bias */
    cr_expect(a.bias.value == 0 && a.deviation == 0 && isnan(a.lower.interval.low));
    near(a.slope.value, 1);
    a = agree(1, y, of, 1, y, of, 1);
    cr_expect(a.bias.value == 0 && isnan(a.bias.interval.low) && isnan(a.deviation));
}

Test(agreement, fixed_runs_have_no_error_of_their_own)
{
    static const size_t of[] = {0, 0, 1, 1, 2, 2};
    const double x[] = {0, 2, 3, 5, 7, 9}, y[] = {1, 2, 4, 5, 9, 9};
    struct quire_agreement a = agree(3, x, of, 6, y, of, 6);

    cr_expect(a.ratio_known);
    const struct quire_sample simulated = {6, x, of, true}, measured = {6, y, of, false};
    cr_assert(quire_agree(&a, setting, 3, &simulated, &measured, 0.95, 0.95));
    cr_expect(!a.ratio_known && a.ratio == 1 && a.f_below == 3);
}

/* ---- against R */

static double
wanted(const char *set, const char *what, int i)
{
    char key[40];
    double value = 0;

    snprintf(key, sizeof key, i < 0 ? "%s" : "%s.%d", what, i);
    cr_assert(reference_find("agreement.csv", set, key, &value), "%s %s", set, key);
    return value;
}

static void
agrees(const char *set, const char *what, int i, double value, double error)
{
    const double w = wanted(set, what, i);

    cr_expect(reference_near(value, w, error), "%s %s %d: %.17g, not %.17g", set, what, i, value,
              w);
}

static void
estimate_agrees(const char *set, const char *what, const struct quire_estimate *e, double error)
{
    agrees(set, what, 0, e->value, 1e-8);
    agrees(set, what, 1, e->interval.low, error);
    agrees(set, what, 2, e->interval.high, error);
}

static struct quire_agreement
agree_of(const char *set)
{
    char name[40];
    double value[2][200];
    size_t of[2][200], n[2] = {0, 0}, n_setting = 0;

    snprintf(name, sizeof name, "agreement-%s", set);
    struct reference_data d = reference_data(name);
    for (size_t i = 0; i < d.m; i++) {
        const size_t k = (size_t)d.column[1][i];
        of[k][n[k]] = (size_t)d.column[0][i];
        n_setting = of[k][n[k]] >= n_setting ? of[k][n[k]] + 1 : n_setting;
        value[k][n[k]++] = d.column[2][i];
    }
    reference_data_clear(&d);
    return agree(n_setting, value[0], of[0], n[0], value[1], of[1], n[1]);
}

Test(agreement, is_that_of_r)
{
    static const char *const sets[] = {"flow", "flows", "unequal", "drawn"};

    for (size_t i = 0; i < 4; i++) {
        const struct quire_agreement a = agree_of(sets[i]);
        estimate_agrees(sets[i], "bias", &a.bias, 1e-8);
        agrees(sets[i], "deviation", -1, a.deviation, 1e-8);
        agrees(sets[i], "freedom", -1, a.freedom, 1e-8);
        estimate_agrees(sets[i], "lower", &a.lower, 1e-6);
        estimate_agrees(sets[i], "upper", &a.upper, 1e-6);
        estimate_agrees(sets[i], "slope", &a.slope, 1e-8);
        estimate_agrees(sets[i], "offset", &a.offset, 1e-8);
        agrees(sets[i], "ratio", -1, a.ratio, 1e-8);
        if (i > 0) {
            agrees(sets[i], "f", 0, a.f, 1e-8);
            agrees(sets[i], "f", 1, a.f_above, 1e-8);
            agrees(sets[i], "f", 2, a.f_below, 1e-8);
            agrees(sets[i], "f", 3, a.p, 1e-8);
        }
    }
}

/* Bland and Altman's table 1 (1986): a mean of -2.1 with -22.0 to 17.8, a deviation of 38.8 l/min
 */
Test(agreement, is_what_was_published_of_flow_meters)
{
    const struct quire_agreement a = agree_of("flow");

    cr_expect(fabs(a.bias.value + 2.1) < 0.05 && fabs(a.deviation - 38.8) < 0.05);
    cr_expect(fabs(a.bias.interval.low + 22.0) < 0.06 && fabs(a.bias.interval.high - 17.8) < 0.06);
}

/* ---- many */

Test(agreement, intervals_of_limits_go_over_into_those_of_large_samples)
{
    static double x[4000], y[4000];
    static size_t of[4000];
    static struct quire_agreement_setting many[4000];
    struct quire_agreement a;

    for (size_t i = 0; i < 4000; i++) {
        of[i] = i;
        x[i] = (double)i;
        y[i] = x[i] + (double)((i * 2654435761U) % 1000) / 1000;
    }
    const struct quire_sample simulated = {4000, x, of, false}, measured = {4000, y, of, false};
    cr_assert(quire_agree(&a, many, 4000, &simulated, &measured, 0.95, 0.95));
    const double half = 1.96 * a.deviation * sqrt((1 + 1.96 * 1.96 / 2) / 4000);
    cr_expect(fabs(a.upper.interval.high - a.upper.value - half) < 0.03 * half);
    cr_expect(fabs(a.lower.value - a.lower.interval.low - half) < 0.03 * half);
}
