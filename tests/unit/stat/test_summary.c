/* Summaries against R's t.test, quantile and mad. */
#include <criterion/criterion.h>
#include <math.h>

#include "fixtures/references.h"
#include "stat/summary.h"

#define EXPECT(what, value)                                                                        \
    do {                                                                                           \
        double wanted;                                                                             \
        cr_assert(reference_find("models.csv", "summary", what, &wanted), "%s", what);             \
        cr_expect(reference_near(value, wanted, 1e-12), "%s: %.17g, not %.17g", what, value,       \
                  wanted);                                                                         \
    } while (0)

Test(summary, agrees_with_r)
{
    struct reference_data data = reference_data("swiss");
    struct quire_statistics s;

    cr_assert(quire_summarise(&s, data.column[0], data.m, (struct quire_limits){40, 100}, 0.95));
    EXPECT("mean", s.mean);
    EXPECT("deviation", s.deviation);
    EXPECT("median", s.median);
    /* R's factor has five digits */
    EXPECT("robust", s.robust_deviation * 1.4826 / 1.48260221850560186);
    EXPECT("mean-interval.0", s.mean_interval.low);
    EXPECT("mean-interval.1", s.mean_interval.high);
    EXPECT("deviation-interval.0", s.deviation_interval.low);
    EXPECT("deviation-interval.1", s.deviation_interval.high);
    EXPECT("cp", s.capability.cp);
    EXPECT("cpk", s.capability.cpk);
    EXPECT("cp-interval.0", s.capability.cp_interval.low);
    EXPECT("cp-interval.1", s.capability.cp_interval.high);
    EXPECT("cpk-interval.0", s.capability.cpk_interval.low);
    EXPECT("cpk-interval.1", s.capability.cpk_interval.high);
    EXPECT("ratios.0", s.ratio.smaller);
    EXPECT("ratios.1", s.ratio.larger);
    EXPECT("ratios.2", s.ratio.nominal);
    for (int i = 0; i < QUIRE_PERCENTILES; i++) {
        char what[40];
        snprintf(what, sizeof what, "percentile.%d", i);
        EXPECT(what, s.percentile[i]);
    }
    reference_data_clear(&data);
}

Test(summary, few_numbers_have_no_intervals)
{
    const struct quire_limits none = {NAN, NAN};
    struct quire_statistics s;

    cr_assert(quire_summarise(&s, (const double[]){2}, 1, none, 0.95));
    cr_assert(s.mean == 2 && s.median == 2 && isnan(s.deviation) && isnan(s.mean_interval.low) &&
              isnan(s.capability.cpk));
    cr_assert(quire_summarise(&s, NULL, 0, none, 0.95));
    cr_assert(s.n == 0 && isnan(s.mean) && isnan(s.median));
    cr_assert(
        quire_summarise(&s, (const double[]){1, 2, 4}, 3, (struct quire_limits){NAN, 5}, 0.95));
    cr_assert(isnan(s.capability.cp));
    cr_assert_float_eq(s.capability.cpk, (5 - s.mean) / (3 * s.deviation), 1e-15);
}

/* a large offset, and large numbers that cancel */
Test(summary, means_keep_their_digits)
{
    const double cancelling[] = {1e16, 1, -1e16, 1};
    double x[10000];

    cr_assert_eq(quire_mean(cancelling, 4), 0.5);
    for (int i = 0; i < 10000; i++) {
        x[i] = 0.1;
    }
    cr_assert_eq(quire_mean(x, 10000), 0.1);
}
