#include "stat/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/detmath.h"
#include "probability/families.h"

#define LN_10 2.30258509299404568402
/* deviation of a normal distribution over the median distance from its median */
#define NORMAL_MIDDLE 1.48260221850560186

const double quire_percentiles[QUIRE_PERCENTILES] = {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};

/* after Neumaier (1974): what rounding takes away is added in the end */
double
quire_mean(const double *x, size_t n)
{
    double sum = 0, rest = 0, least = HUGE_VAL, most = -HUGE_VAL;

    for (size_t i = 0; i < n; i++) {
        const double next = sum + x[i];
        rest += fabs(sum) >= fabs(x[i]) ? (sum - next) + x[i] : (x[i] - next) + sum;
        sum = next;
        least = fmin(least, x[i]);
        most = fmax(most, x[i]);
    }
    const double mean = (sum + rest) / (double)n;
    /* also where rounding says otherwise */
    return mean < least ? least : mean > most ? most : mean;
}

static int
compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return isnan(x) || isnan(y) ? isnan(x) - isnan(y) : (x > y) - (x < y);
}

void
quire_sort(double *x, size_t n)
{
    if (n > 1) {
        if (n > 0) {
            qsort(x, n, sizeof *x, compare);
        }
    }
}

void
quire_sort_records(void *records, size_t n, size_t size, int (*order)(const void *a, const void *b))
{
    const char *at = records;
    size_t i = 1;

    while (i < n && order(at + (i - 1) * size, at + i * size) <= 0) {
        i++;
    }
    if (i < n) {
        qsort(records, n, size, order);
    }
}

double
quire_sorted_quantile(const double *sorted, size_t n, double share)
{
    const double at = share * (double)(n - 1), whole = floor(at);

    if (n == 0) {
        return (double)NAN;
    }
    const size_t i = (size_t)whole;
    return i + 1 < n ? sorted[i] + (at - whole) * (sorted[i + 1] - sorted[i]) : sorted[n - 1];
}

/* sorts them */
static double
median(double *x, size_t n)
{
    quire_sort(x, n);
    return quire_sorted_quantile(x, n, 0.5);
}

static double
mean_power(const double *x, size_t n, bool inverse)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        sum += inverse ? 1 / (x[i] * x[i]) : x[i] * x[i];
    }
    return sum / (double)n;
}

static double
decibels(double ratio)
{
    return ratio > 0 && isfinite(ratio) ? 10 * (quire_log(ratio) / LN_10) : (double)NAN;
}

struct quire_ratios
quire_ratios_of(const double *x, size_t n, double mean, double deviation)
{
    return (struct quire_ratios){.smaller =
                                     n > 0 ? -decibels(mean_power(x, n, false)) : (double)NAN,
                                 .larger = n > 0 ? -decibels(mean_power(x, n, true)) : (double)NAN,
                                 .nominal = decibels(mean * mean / (deviation * deviation))};
}

static const struct quire_summary_quantiles *
look_up(struct quire_summary_quantiles *q, double freedom, double confidence)
{
    const double tail = (1 - confidence) / 2;

    if (q->freedom != freedom || q->confidence != confidence) {
        *q = (struct quire_summary_quantiles){
            .freedom = freedom,
            .confidence = confidence,
            .student = quire_upper_quantile(quire_student(freedom), tail),
            .chi_square_above = quire_upper_quantile(quire_chi_square(freedom), tail),
            .chi_square_below = quire_quantile(quire_chi_square(freedom), tail),
            .normal = quire_upper_quantile(quire_normal(0, 1), tail)};
    }
    return q;
}

static struct quire_interval
deviation_interval(double deviation, const struct quire_summary_quantiles *q)
{
    return (struct quire_interval){deviation * sqrt(q->freedom / q->chi_square_above),
                                   deviation * sqrt(q->freedom / q->chi_square_below)};
}

static struct quire_capability
capability_of(const struct quire_statistics *s, struct quire_limits limits, double confidence,
              struct quire_summary_quantiles *known)
{
    const struct quire_interval none = {NAN, NAN};
    struct quire_capability out = {NAN, NAN, none, none};
    const double below = (s->mean - limits.minimum) / (3 * s->deviation),
                 above = (limits.maximum - s->mean) / (3 * s->deviation);

    if (s->n < 2 || !(s->deviation > 0)) {
        return out;
    }
    out.cp = (limits.maximum - limits.minimum) / (6 * s->deviation);
    out.cpk = fmin(below, above); /* without regard to NaN */
    const double freedom = (double)s->n - 1;
    const struct quire_summary_quantiles *q = look_up(known, freedom, confidence);
    const struct quire_interval scale = deviation_interval(1, q);
    out.cp_interval = (struct quire_interval){out.cp / scale.high, out.cp / scale.low};
    const double error = sqrt(1 / (9 * (double)s->n) + out.cpk * out.cpk / (2 * freedom));
    out.cpk_interval =
        (struct quire_interval){out.cpk - q->normal * error, out.cpk + q->normal * error};
    return out;
}

static void
sum_up(struct quire_statistics *s, const double *x, double *sorted, double confidence,
       struct quire_summary_quantiles *known)
{
    const size_t n = s->n;
    const double freedom = (double)n - 1;
    double sum = 0;

    s->mean = quire_mean(x, n);
    for (size_t i = 0; i < n; i++) {
        sum += (x[i] - s->mean) * (x[i] - s->mean);
    }
    s->deviation = n > 1 ? sqrt(sum / freedom) : (double)NAN;
    s->mean_interval = s->deviation_interval = (struct quire_interval){NAN, NAN};
    if (n > 1) {
        const struct quire_summary_quantiles *q = look_up(known, freedom, confidence);
        const double reach = q->student * s->deviation / sqrt((double)n);
        s->mean_interval = (struct quire_interval){s->mean - reach, s->mean + reach};
        s->deviation_interval = deviation_interval(s->deviation, q);
    }
    quire_sort(sorted, n);
    s->least = quire_sorted_quantile(sorted, n, 0);
    s->most = quire_sorted_quantile(sorted, n, 1);
    s->median = quire_sorted_quantile(sorted, n, 0.5);
    for (int i = 0; i < QUIRE_PERCENTILES; i++) {
        s->percentile[i] = quire_sorted_quantile(sorted, n, quire_percentiles[i]);
    }
    for (size_t i = 0; i < n; i++) {
        sorted[i] = fabs(x[i] - s->median);
    }
    s->robust_deviation = NORMAL_MIDDLE * median(sorted, n);
}

bool
quire_summarise_next(struct quire_statistics *s, const double *x, size_t n,
                     struct quire_limits limits, double confidence,
                     struct quire_summary_quantiles *known)
{
    double *sorted = calloc(n + 1, sizeof *sorted);

    *s = (struct quire_statistics){.n = n};
    if (sorted == NULL) {
        return false;
    }
    if (n > 0) {
        memcpy(sorted, x, n * sizeof *x);
    }
    sum_up(s, x, sorted, confidence, known);
    free(sorted);
    s->capability = capability_of(s, limits, confidence, known);
    s->ratio = quire_ratios_of(x, n, s->mean, s->deviation);
    return true;
}

bool
quire_summarise(struct quire_statistics *s, const double *x, size_t n, struct quire_limits limits,
                double confidence)
{
    struct quire_summary_quantiles none = {0};

    return quire_summarise_next(s, x, n, limits, confidence, &none);
}
