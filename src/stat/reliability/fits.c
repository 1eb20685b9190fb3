#include "stat/reliability/fits.h"

#include <math.h>

#include "math/detmath.h"
#include "probability/families.h"
#include "stat/summary.h"

#define STEPS      200
#define SHIFT      12.0 /* from where on the series of digamma are exact to rounding */
#define PARAMETERS 2

/* What the fits need of positive numbers. */
struct logs {
    double mean;      /* of the logarithms */
    double deviation; /* of them, with n in the denominator */
};

static struct logs
logs_of(const double *x, size_t n)
{
    double mean = 0, square = 0;

    for (size_t i = 0; i < n; i++) {
        mean += quire_log(x[i]);
    }
    mean /= (double)n;
    for (size_t i = 0; i < n; i++) {
        const double d = quire_log(x[i]) - mean;
        square += d * d;
    }
    return (struct logs){mean, sqrt(square / (double)n)};
}

/* ---- Weibull ---- */

/* The slope of the likelihood in the shape, over n: mean ln x + 1/k - sum x^k ln x / sum x^k; it
 * falls with k. *mean: of (x/exp(mean ln x))^k. */
static double
weibull_slope(const double *x, size_t n, struct logs logs, double k, double *mean)
{
    double sum = 0, weighted = 0;

    for (size_t i = 0; i < n; i++) {
        const double y = quire_log(x[i]) - logs.mean, power = quire_exp(k * y);
        sum += power;
        weighted += power * y;
    }
    *mean = sum / (double)n;
    return 1 / k - weighted / sum;
}

static struct quire_distribution
fit_weibull(const double *x, size_t n)
{
    const struct logs logs = logs_of(x, n);
    double low = 0, high = HUGE_VAL, k = 1.2825 / logs.deviation, mean = 1;

    for (int i = 0; i < STEPS && high - low > 1e-15 * k; i++) {
        const double slope = weibull_slope(x, n, logs, k, &mean);
        /* false position in a falling function has no need of derivatives: k times the slope is
         * about 1 - k/k* near the solution */
        *(slope > 0 ? &low : &high) = k;
        double next = k * (1 + 0.6 * k * slope);
        if (!(next > low && next < high)) {
            next = isinf(high) ? 2 * k : 0.5 * (low + high);
        }
        if (fabs(next - k) <= 1e-16 * k) {
            break;
        }
        k = next;
    }
    weibull_slope(x, n, logs, k, &mean);
    return quire_weibull(quire_exp(logs.mean + quire_log(mean) / k), k);
}

/* ---- gamma ---- */

/* ln a - digamma(a), from above 0 to infinity as a falls */
static double
log_less_digamma(double a)
{
    double sum = 0;
    const double start = a;

    for (; a < SHIFT; a += 1) {
        sum += 1 / a;
    }
    const double z = 1 / (a * a);
    return sum + quire_log(start / a) + 0.5 / a +
           z * (1.0 / 12 - z * (1.0 / 120 - z * (1.0 / 252 - z * (1.0 / 240 - z * (1.0 / 132)))));
}

static double
trigamma(double a)
{
    double sum = 0;

    for (; a < SHIFT; a += 1) {
        sum += 1 / (a * a);
    }
    const double z = 1 / (a * a);
    return sum + 1 / a + 0.5 * z +
           z / a * (1.0 / 6 - z * (1.0 / 30 - z * (1.0 / 42 - z * (1.0 / 30 - z * (5.0 / 66)))));
}

/* ln a - digamma(a) = ln(mean) - mean ln x, by Newton's steps in ln a */
static struct quire_distribution
fit_gamma(const double *x, size_t n)
{
    const struct logs logs = logs_of(x, n);
    const double mean = quire_mean(x, n), s = quire_log(mean) - logs.mean;
    double a = (3 - s + sqrt((s - 3) * (s - 3) + 24 * s)) / (12 * s);

    for (int i = 0; i < STEPS; i++) {
        const double step = (log_less_digamma(a) - s) / (a * trigamma(a) - 1);
        a *= quire_exp(fmax(-1, fmin(1, step)));
        if (fabs(step) < 1e-15) {
            break;
        }
    }
    return quire_gamma(mean / a, a);
}

/* ---- all of them ---- */

static struct quire_distribution
fit_normal(const double *x, size_t n)
{
    const double mean = quire_mean(x, n);
    double square = 0;

    for (size_t i = 0; i < n; i++) {
        square += (x[i] - mean) * (x[i] - mean);
    }
    return quire_normal(mean, sqrt(square / (double)n));
}

static struct quire_distribution
fit_lognormal(const double *x, size_t n)
{
    const struct logs logs = logs_of(x, n);

    return quire_lognormal(quire_exp(logs.mean), logs.deviation);
}

static bool
is_possible(enum quire_fit_family family, const double *x, size_t n)
{
    bool different = false, positive = true;

    for (size_t i = 0; i < n; i++) {
        different = different || x[i] != x[0];
        positive = positive && x[i] > 0;
    }
    return different && (positive || family == QUIRE_FIT_NORMAL);
}

struct quire_fitted
quire_fit_distribution(enum quire_fit_family family, const double *x, size_t n)
{
    static struct quire_distribution (*const fit[])(const double *, size_t) = {
        fit_normal, fit_lognormal, fit_weibull, fit_gamma};
    struct quire_fitted f = {.known = is_possible(family, x, n)};
    const double k = PARAMETERS, m = (double)n;

    f.log_likelihood = f.criterion = (double)NAN;
    if (!f.known) {
        return f;
    }
    f.of = fit[family](x, n);
    f.known = quire_distribution_valid(f.of);
    if (!f.known) {
        return f;
    }
    f.log_likelihood = 0;
    for (size_t i = 0; i < n; i++) {
        f.log_likelihood += quire_log(f.of.family->density(f.of.parameter, x[i]));
    }
    f.criterion =
        n >= 4 ? -2 * f.log_likelihood + 2 * k + 2 * k * (k + 1) / (m - k - 1) : (double)NAN;
    return f;
}

enum quire_fit_family
quire_fit_distributions(struct quire_fitted out[QUIRE_FIT_FAMILIES], const double *x, size_t n)
{
    enum quire_fit_family best = QUIRE_FIT_NORMAL;

    for (int i = 0; i < QUIRE_FIT_FAMILIES; i++) {
        out[i] = quire_fit_distribution((enum quire_fit_family)i, x, n);
        if (out[i].known && (!out[best].known || out[i].criterion < out[best].criterion)) {
            best = (enum quire_fit_family)i;
        }
    }
    return best;
}
