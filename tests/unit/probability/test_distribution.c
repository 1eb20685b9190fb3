/* Distributions against numbers of 50 digits, and against each other. */
#include <criterion/criterion.h>
#include <math.h>

#include "fixtures/distributions.h"
#include "fixtures/references.h"
#include "probability/special.h"

static struct quire_distribution
distribution_of(const struct reference_row *row)
{
    struct quire_distribution d = {quire_distribution_find(row->cell[0]), {0}};

    cr_assert_not_null(d.family, "%s", row->cell[0]);
    for (int i = 0; i < QUIRE_DISTRIBUTION_PARAMETERS && d.family->parameter[i] != NULL; i++) {
        d.parameter[i] = row->value[1 + i];
    }
    cr_assert(quire_distribution_valid(d));
    return d;
}

#define ASSERT_NEAR(value, wanted, error, row)                                                     \
    cr_expect(reference_near(value, wanted, error),                                                \
              "%s(%s %s %s %s) at %s: %.17g, not %.17g (%.1e)", (row).cell[0], (row).cell[1],      \
              (row).cell[2], (row).cell[3], (row).cell[4], (row).cell[5], value, wanted,           \
              fabs((value) / (wanted)-1))

Test(distribution, densities_and_both_tails_are_those_of_fifty_digits)
{
    FILE *file = reference_open("distributions.csv");
    struct reference_row row;

    while (reference_next(file, &row)) {
        const struct quire_distribution d = distribution_of(&row);
        const double x = row.value[5];
        ASSERT_NEAR(density(d, x), row.value[6], 1e-12, row);
        ASSERT_NEAR(quire_below(d, x), row.value[7], 1e-12, row);
        ASSERT_NEAR(quire_above(d, x), row.value[8], 1e-12, row);
    }
    fclose(file);
}

/* from the smaller tail, to 1e-12 and what the last bit of the probability moves */
Test(distribution, quantiles_undo_tails)
{
    FILE *file = reference_open("distributions.csv");
    struct reference_row row;

    while (reference_next(file, &row)) {
        const struct quire_distribution d = distribution_of(&row);
        const double x = row.value[5], tail = fmin(row.value[7], row.value[8]);
        const double found =
            row.value[7] < row.value[8]
                ? quire_quantile(d, row.value[7] * (d.family->discrete ? 1 - 1e-9 : 1))
                : quire_upper_quantile(d, row.value[8] * (d.family->discrete ? 1 + 1e-9 : 1));
        const double bits = d.family->discrete ? 0 : 4e-16 * tail / row.value[6];
        cr_expect(fabs(found - x) <= 1e-12 * fabs(x) + bits, "%s(%s %s %s %s): %.17g, not %s",
                  row.cell[0], row.cell[1], row.cell[2], row.cell[3], row.cell[4], found,
                  row.cell[5]);
    }
    fclose(file);
}

/* critical values as they stand in tables (NIST/SEMATECH e-Handbook, 1.3.6.7) */
Test(distribution, critical_values_are_those_of_tables)
{
    cr_assert_float_eq(quire_quantile(quire_normal(0, 1), 0.975), 1.959963984540054, 1e-14);
    cr_assert_float_eq(quire_quantile(quire_student(10), 0.975), 2.228, 5e-4);
    cr_assert_float_eq(quire_upper_quantile(quire_fisher(3, 8), 0.05), 4.066, 5e-4);
    cr_assert_float_eq(quire_upper_quantile(quire_chi_square(10), 0.01), 23.209, 5e-4);
}

Test(distribution, ends_are_the_first_and_last_quantiles)
{
    cr_assert_eq(quire_quantile(quire_normal(0, 1), 0), -HUGE_VAL);
    cr_assert_eq(quire_quantile(DISTRIBUTION("uniform", -1, 3), 0), -1);
    cr_assert_eq(quire_quantile(quire_beta(2, 3), 1), 1);
    cr_assert_eq(quire_quantile(quire_binomial(7, 0.5), 1), 7);
    cr_assert_eq(quire_quantile(quire_binomial(7, 0.5), 0), 0);
    cr_assert_eq(quire_below(DISTRIBUTION("truncated-normal", 0, 1, -2, 2), 2), 1);
    cr_assert_eq(quire_above(quire_chi_square(3), -1), 1);
    cr_assert(isnan(quire_quantile(quire_normal(0, 1), 1.5)));
    cr_assert(isnan(quire_below(quire_normal(0, 1), (double)NAN)));
}

Test(distribution, parameters_that_mean_nothing_are_refused)
{
    cr_assert_not(quire_distribution_valid(quire_normal(0, 0)));
    cr_assert_not(quire_distribution_valid(quire_normal((double)NAN, 1)));
    cr_assert_not(quire_distribution_valid(DISTRIBUTION("lognormal", 0, 1)));
    cr_assert_not(quire_distribution_valid(DISTRIBUTION("uniform", 1, 1)));
    cr_assert_not(quire_distribution_valid(DISTRIBUTION("triangular", 0, 3, 2)));
    cr_assert_not(quire_distribution_valid(DISTRIBUTION("truncated-normal", 0, 1, 50, 51)));
    cr_assert_not(quire_distribution_valid(DISTRIBUTION("weibull", 1, -1)));
    cr_assert_not(quire_distribution_valid(quire_student(0)));
    cr_assert_not(quire_distribution_valid(quire_fisher(1, 0)));
    cr_assert_not(quire_distribution_valid(quire_beta(0, 1)));
    cr_assert_not(quire_distribution_valid(quire_binomial(2.5, 0.5)));
    cr_assert_null(quire_distribution_find("gauss"));
}

/* random places and parameters: x = quantile(below(x)), the identity of F and t, of beta and
 * binomial */
Test(distribution, families_agree_with_each_other)
{
    for (int i = 1; i <= 40; i++) {
        const double v = 0.5 * i * i, t = 0.17 * i, f = t * t;
        cr_assert(reference_near(quire_above(quire_fisher(1, v), f),
                                 2 * quire_above(quire_student(v), t), 1e-13));
        cr_assert(reference_near(quire_above(quire_fisher(3, v), f),
                                 quire_below(quire_fisher(v, 3), 1 / f), 1e-12));
        cr_assert(reference_near(quire_below(quire_binomial(50, 0.02 * i), i),
                                 quire_above(quire_beta(i + 1, 50 - i), 0.02 * i), 1e-12));
    }
}

/* what is asked of no number has an answer */
Test(special, sums_end_without_a_number, .timeout = 10)
{
    cr_expect(isnan(quire_poisson_share(NAN, 1)));
    cr_expect(isnan(quire_binomial_share(NAN, 1, 0.5, 0.5)));
    cr_expect(isnan(quire_normal_tails(NAN).below));
    quire_gamma_tails(NAN, 1);
    quire_beta_tails(NAN, 3, 0.5, 0.5);
}
