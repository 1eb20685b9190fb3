/* Rates against R's binom.test, prop.test and fisher.test, and what is said of them. */
#include <criterion/criterion.h>
#include <math.h>

#include "fixtures/distributions.h"
#include "fixtures/references.h"
#include "stat/rate.h"

#define EXPECT(set, what, value)                                                                   \
    do {                                                                                           \
        double wanted;                                                                             \
        cr_assert(reference_find("models.csv", set, what, &wanted), "%s %s", set, what);           \
        cr_expect(fabs((value)-wanted) <= 1e-10 * fmax(wanted, 1e-5), "%s %s: %.17g, not %.17g",   \
                  set, what, value, wanted);                                                       \
    } while (0)

Test(rate, intervals_are_those_of_binom_test_and_prop_test)
{
    static const size_t cases[][2] = {{0, 300}, {3, 2000}, {0, 30}, {7, 20}, {20, 20}, {1, 1}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char set[40];
        snprintf(set, sizeof set, "rate-%zu-%zu", cases[i][0], cases[i][1]);
        const struct quire_rate r = quire_rate_of(cases[i][0], 0, cases[i][1], 0.95);
        EXPECT(set, "exact.0", r.exact.low);
        EXPECT(set, "exact.1", r.exact.high);
        EXPECT(set, "wilson.0", r.wilson.low);
        EXPECT(set, "wilson.1", r.wilson.high);
        EXPECT(set, "bound.low", r.bound.low);
        EXPECT(set, "bound.high", r.bound.high);
    }
}

/* none in n at 1 - (1 - c)^(1/n): the rule of three */
Test(rate, none_in_n_bounds_the_rate)
{
    for (size_t n = 1; n < 1000000; n *= 3) {
        const double bound = quire_rate_of(0, 0, n, 0.95).bound.high;
        const double wanted = -expm1(log(0.05) / (double)n);
        cr_expect(reference_near(bound, wanted, 1e-12), "%zu: %.17g, not %.17g", n, bound, wanted);
    }
}

/* what the exact interval promises: it covers the truth at least as often as it says, whatever that
 * is */
Test(rate, exact_intervals_cover_the_truth)
{
    enum { N = 40 };

    for (double truth = 0.01; truth < 1; truth += 0.01) {
        double covered = 0;
        for (size_t k = 0; k <= N; k++) {
            const struct quire_interval i = quire_rate_of(k, 0, N, 0.95).exact;
            covered += truth >= i.low && truth <= i.high
                           ? density(quire_binomial(N, truth), (double)k)
                           : 0;
        }
        cr_expect_geq(covered, 0.95, "%g: %g", truth, covered);
    }
}

Test(rate, runs_needed_are_the_least_that_show_it)
{
    cr_assert_eq(quire_rate_runs_needed(0, 0.01, 0.95), 299);
    cr_assert_eq(quire_rate_runs_needed(0, 0.5, 0.5), 1);
    for (size_t k = 0; k < 5; k++) {
        const size_t n = (size_t)quire_rate_runs_needed(k, 0.02, 0.9);
        cr_assert_leq(quire_rate_of(k, 0, n, 0.9).bound.high, 0.02);
        cr_assert_gt(quire_rate_of(k, 0, n - 1, 0.9).bound.high, 0.02);
    }
    cr_assert(isinf(quire_rate_runs_needed(0, 1e-18, 0.95)));
}

static void
expect_text(struct quire_rate rate, const char *wanted)
{
    struct quire_text text = {0};

    quire_rate_sentence(&text, &rate, 0.95, "jam", "jams");
    cr_expect_str_eq(text.data, wanted);
    quire_text_clear(&text);
}

static void
expect_sentence(size_t count, size_t n, const char *wanted)
{
    expect_text(quire_rate_of(count, 0, n, 0.95), wanted);
}

/* an undecided run is neither: the interval reaches from that without to that with all of them */
Test(rate, undecided_runs_widen_both_ends)
{
    const struct quire_rate r = quire_rate_of(2, 3, 40, 0.95),
                            least = quire_rate_of(2, 0, 40, 0.95),
                            most = quire_rate_of(5, 0, 40, 0.95);

    cr_expect(r.count == 2 && r.undecided == 3 && r.n == 40);
    cr_expect(r.share.low == 2.0 / 40 && r.share.high == 5.0 / 40);
    cr_expect(r.exact.low == least.exact.low && r.exact.high == most.exact.high);
    cr_expect(r.wilson.low == least.wilson.low && r.wilson.high == most.wilson.high);
    cr_expect(r.bound.low == least.bound.low && r.bound.high == most.bound.high);
    expect_text(r, "2 to 5 jams in 40 runs (3 undecided), 5 % to 12 %: with 95 % confidence "
                   "between 0.61 % and 27 %");
    expect_text(quire_rate_of(0, 1, 300, 0.95), "0 to 1 jam in 300 runs (1 undecided), 0 % to 0.33 "
                                                "%: with 95 % confidence less than 1 in 63");
    expect_text(quire_rate_of(9, 1, 10, 0.95), "9 to 10 jams in 10 runs (1 undecided), 90 % to 100 "
                                               "%: with 95 % confidence more than 61 %");
    expect_text(quire_rate_of(0, 4, 4, 0.95), "0 to 4 jams in 4 runs (4 undecided), 0 % to 100 %");
}

Test(rate, what_is_not_drawn_has_no_interval)
{
    const struct quire_rate r = quire_share_of(24, 1, 240);

    cr_expect(isnan(r.exact.low) && isnan(r.exact.high) && isnan(r.wilson.low) &&
              isnan(r.bound.high));
    expect_text(r, "24 to 25 jams in 240 runs (1 undecided), 10 %");
    expect_text(quire_share_of(0, 0, 4), "0 jams in 4 runs");
}

/* Agresti's (1990) 1600 voters asked twice: 86 and 150 changed; binom.test(86, 236) in R */
Test(rate, pairs_are_compared_by_the_exact_test_of_mcnemar)
{
    cr_expect_float_eq(quire_pairs_differ(86, 150), 3.716e-05, 5e-9);
    cr_expect_float_eq(quire_pairs_differ(150, 86), quire_pairs_differ(86, 150), 1e-18);
    cr_expect_float_eq(quire_pairs_differ(0, 5), 0.0625, 1e-15);  /* 2 / 2^5 */
    cr_expect_float_eq(quire_pairs_differ(1, 5), 0.21875, 1e-15); /* 2 (1 + 6) / 2^6 */
    cr_expect_eq(quire_pairs_differ(3, 3), 1);
    cr_expect_eq(quire_pairs_differ(0, 0), 1);
}

Test(rate, sentences_say_what_is_known)
{
    expect_sentence(0, 300, "0 jams in 300 runs: with 95 % confidence less than 1 in 100");
    expect_sentence(3, 2000,
                    "3 jams in 2000 runs, 0.15 %: with 95 % confidence between 0.031 % and 0.44 %");
    expect_sentence(1, 8, "1 jam in 8 runs, 12 %: with 95 % confidence between 0.32 % and 53 %");
    expect_sentence(0, 2, "0 jams in 2 runs: with 95 % confidence less than 78 %");
    expect_sentence(5, 5, "5 jams in 5 runs, 100 %: with 95 % confidence more than 55 %");
    expect_sentence(0, 1, "0 jams in 1 run: with 95 % confidence less than 95 %"); /* 1 - 0.05 */
    expect_sentence(
        299, 300,
        "299 jams in 300 runs, 99.67 %: with 95 % confidence between 98.2 % and 99.9916 %");
    expect_sentence(0, 0, "0 jams in 0 runs");
}

Test(rate, differences_are_those_of_fisher_test)
{
    EXPECT("fisher-5-100-1-100", "p", quire_rates_differ(5, 100, 1, 100));
    EXPECT("fisher-0-50-12-150", "p", quire_rates_differ(0, 50, 12, 150));
    EXPECT("fisher-3-7-9-11", "p", quire_rates_differ(3, 7, 9, 11));
    cr_assert_float_eq(quire_rates_differ(0, 50, 0, 20), 1, 1e-12);
}
