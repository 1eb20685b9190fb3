#include "stat/rate.h"

#include <math.h>
#include <string.h>

#include "math/detmath.h"
#include "probability/families.h"

#define MOST_RUNS 0x1p52

/* P(no more than count) falls to `tail` there */
static double
exact_low(size_t count, size_t n, double tail)
{
    return count > 0 ? quire_quantile(quire_beta((double)count, (double)(n - count) + 1), tail) : 0;
}

/* and P(no fewer than count) here */
static double
exact_high(size_t count, size_t n, double tail)
{
    return count < n
               ? quire_upper_quantile(quire_beta((double)count + 1, (double)(n - count)), tail)
               : 1;
}

static struct quire_interval
wilson_interval(size_t count, size_t n, double tail)
{
    const double z = quire_upper_quantile(quire_normal(0, 1), tail), m = (double)n,
                 p = (double)count / m;
    const double middle = p + z * z / (2 * m),
                 reach = z * sqrt(p * (1 - p) / m + z * z / (4 * m * m)), scale = 1 + z * z / m;

    return (struct quire_interval){count > 0 ? (middle - reach) / scale : 0,
                                   count < n ? (middle + reach) / scale : 1};
}

struct quire_rate
quire_share_of(size_t count, size_t undecided, size_t n)
{
    const struct quire_interval none = {NAN, NAN};
    const double m = n > 0 ? (double)n : (double)NAN;

    return (struct quire_rate){
        count, undecided, n,   {(double)count / m, (double)(count + undecided) / m},
        none,  none,      none};
}

/* both ends rise with the count: from the low end for the fewest to the high end for the most
 * lies each interval between */
struct quire_rate
quire_rate_of(size_t count, size_t undecided, size_t n, double confidence)
{
    const struct quire_interval any = {0, 1};
    const double tail = 1 - confidence;
    const size_t most = count + undecided;
    struct quire_rate rate = quire_share_of(count, undecided, n);

    rate.exact = rate.wilson = rate.bound = any;
    if (n > 0) {
        rate.exact =
            (struct quire_interval){exact_low(count, n, tail / 2), exact_high(most, n, tail / 2)};
        rate.wilson = (struct quire_interval){wilson_interval(count, n, tail / 2).low,
                                              wilson_interval(most, n, tail / 2).high};
        rate.bound = (struct quire_interval){exact_low(count, n, tail), exact_high(most, n, tail)};
    }
    return rate;
}

double
quire_rate_runs_needed(size_t count, double share, double confidence)
{
    double low = (double)count, high = 2 * (low + 1); /* low does not show it */

    while (high < MOST_RUNS &&
           quire_below(quire_binomial(high, share), (double)count) > 1 - confidence) {
        low = high;
        high *= 2;
    }
    if (!(high < MOST_RUNS)) {
        return HUGE_VAL;
    }
    while (high - low > 1) {
        const double n = floor(low + (high - low) / 2);
        *(quire_below(quire_binomial(n, share), (double)count) > 1 - confidence ? &low : &high) = n;
    }
    return high;
}

/* shares in per cent, to two digits; near 100 % to two digits of what is missing */
static void
add_share(struct quire_text *out, double share)
{
    int digits = share < 0.9 ? 2 : 3;

    for (double missing = 100 * (1 - share);
         share > 0.9 && missing > 0 && missing < 0.995 && digits < 14; missing *= 10) {
        digits++;
    }
    quire_text_format(out, "%.*g %%", digits, 100 * share);
}

/* ", 5 %", ", 5 % to 7.5 %": one where both read the same */
static void
add_shares(struct quire_text *out, struct quire_interval share)
{
    struct quire_text low = {0}, high = {0};

    add_share(&low, share.low);
    add_share(&high, share.high);
    out->failed = out->failed || low.failed || high.failed;
    if (!out->failed) {
        quire_text_format(out, ", %s", low.data);
        if (strcmp(low.data, high.data) != 0) {
            quire_text_format(out, " to %s", high.data);
        }
    }
    quire_text_clear(&low);
    quire_text_clear(&high);
}

static void
add_confidence(struct quire_text *out, const struct quire_rate *r, double confidence)
{
    const size_t most = r->count + r->undecided;

    if (r->count == 0 && most == r->n) {
        return; /* it may be anything */
    }
    quire_text_format(out, ": with %.4g %% confidence ", 100 * confidence);
    if (r->count == 0 && 1 / r->bound.high >= 2) {
        quire_text_format(out, "less than 1 in %.0f", floor(1 / r->bound.high));
    } else if (r->count == 0) {
        quire_text_add(out, "less than ");
        add_share(out, r->bound.high);
    } else if (most == r->n) {
        quire_text_add(out, "more than ");
        add_share(out, r->bound.low);
    } else {
        quire_text_add(out, "between ");
        add_share(out, r->exact.low);
        quire_text_add(out, " and ");
        add_share(out, r->exact.high);
    }
}

void
quire_rate_sentence(struct quire_text *out, const struct quire_rate *r, double confidence,
                    const char *one, const char *many)
{
    const size_t most = r->count + r->undecided;

    quire_text_format(out, "%zu ", r->count);
    if (r->undecided > 0) {
        quire_text_format(out, "to %zu ", most);
    }
    quire_text_format(out, "%s in %zu run%s", most == 1 ? one : many, r->n, r->n == 1 ? "" : "s");
    if (r->undecided > 0) {
        quire_text_format(out, " (%zu undecided)", r->undecided);
    }
    if (most > 0) {
        add_shares(out, r->share);
    }
    if (r->n > 0 && !isnan(r->exact.low)) {
        add_confidence(out, r, confidence);
    }
}

static double
log_choose(double n, double k)
{
    return quire_log_gamma(n + 1) - quire_log_gamma(k + 1) - quire_log_gamma(n - k + 1);
}

double
quire_rates_differ(size_t count, size_t n, size_t other_count, size_t other_n)
{
    const double here = (double)n, there = (double)other_n, hits = (double)(count + other_count);
    const double least = fmax(0, hits - there), most = fmin(here, hits),
                 whole = log_choose(here + there, hits);
    const double seen =
        log_choose(here, (double)count) + log_choose(there, (double)other_count) - whole;
    double sum = 0;

    for (double k = least; k <= most; k++) {
        const double share = log_choose(here, k) + log_choose(there, hits - k) - whole;
        sum += share <= seen + 1e-7 ? quire_exp(share) : 0; /* as likely but for rounding */
    }
    return fmin(1, sum);
}

double
quire_pairs_differ(size_t one_way, size_t other_way)
{
    const size_t n = one_way + other_way, fewer = one_way < other_way ? one_way : other_way;

    return n == 0 ? 1 : fmin(1, 2 * quire_below(quire_binomial((double)n, 0.5), (double)fewer));
}
