#include "stat/sensitivity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "num/random.h"

enum purpose { SOBOL, MORRIS };

/* row number j of a resample of n rows */
static size_t
draw(const struct quire_bootstrap *bootstrap, enum purpose purpose, size_t resample, size_t j, size_t n)
{
    const uint32_t place[4] = {(uint32_t)j, QUIRE_RANDOM_ANALYSIS, (uint32_t)resample, (uint32_t)purpose};

    return (size_t)(quire_random_uniform(bootstrap->seed, place) * (double)n);
}

/* the middle of what resampling gave; sorts it */
static struct quire_interval
interval_of(double *value, size_t n, double confidence)
{
    const double tail = (1 - confidence) / 2;

    quire_sort(value, n);
    return (struct quire_interval){quire_sorted_quantile(value, n, tail), quire_sorted_quantile(value, n, 1 - tail)};
}

/* ---- Sobol' */

struct samples {
    enum quire_sobol_estimator estimator;
    const double *a, *b, *ab;
    size_t n, k;
};

struct pair {
    double first, total;
};

/* about the first, so that numbers that are all the same have no variance */
static double
mean_of(const struct samples *s, const size_t *row, size_t n)
{
    const double about = n > 0 ? s->a[row[0]] : (double)NAN;
    double sum = 0;

    for (size_t r = 0; r < n; r++) {
        sum += (s->a[row[r]] - about) + (s->b[row[r]] - about);
    }
    return about + sum / (2 * (double)n);
}

static double
variance_of(const struct samples *s, const size_t *row, size_t n, double mean)
{
    double sum = 0;

    for (size_t r = 0; r < n; r++) {
        const double a = s->a[row[r]] - mean, b = s->b[row[r]] - mean;
        sum += a * a + b * b;
    }
    return sum / (2 * (double)n);
}

static struct pair
indices_of(const struct samples *s, const size_t *row, size_t n, size_t i, double mean, double variance)
{
    const double *ab = s->ab + i * s->n;
    double product = 0, from_b = 0, from_a = 0;

    for (size_t r = 0; r < n; r++) {
        const double ya = s->a[row[r]], yb = s->b[row[r]], y = ab[row[r]];
        product += (yb - mean) * (y - ya);
        from_b += (yb - y) * (yb - y);
        from_a += (ya - y) * (ya - y);
    }
    const double m = (double)n, first = s->estimator == QUIRE_SOBOL_SALTELLI ? product / m : variance - from_b / (2 * m);
    return variance > 0 ? (struct pair){first / variance, from_a / (2 * m) / variance} : (struct pair){NAN, NAN};
}

static size_t
complete_rows(const struct samples *s, size_t *row)
{
    size_t n = 0;

    for (size_t r = 0; r < s->n; r++) {
        double sum = s->a[r] + s->b[r];
        for (size_t i = 0; i < s->k; i++) {
            sum += s->ab[i * s->n + r];
        }
        if (!isnan(sum)) {
            row[n++] = r;
        }
    }
    return n;
}

/* of all inputs over the same rows: value[i resamples + resample] */
static void
resample_sobol(const struct samples *s, const size_t *row, size_t n, const struct quire_bootstrap *bootstrap, size_t *drawn, double *first,
               double *total)
{
    for (size_t t = 0; t < bootstrap->resamples; t++) {
        for (size_t j = 0; j < n; j++) {
            drawn[j] = row[draw(bootstrap, SOBOL, t, j, n)];
        }
        const double mean = mean_of(s, drawn, n), variance = variance_of(s, drawn, n, mean);
        for (size_t i = 0; i < s->k; i++) {
            const struct pair p = indices_of(s, drawn, n, i, mean, variance);
            first[i * bootstrap->resamples + t] = p.first;
            total[i * bootstrap->resamples + t] = p.total;
        }
    }
}

bool
quire_sobol(struct quire_index *first, struct quire_index *total, size_t *used, enum quire_sobol_estimator estimator, const double *a,
            const double *b, const double *ab, size_t n, size_t k, const struct quire_bootstrap *bootstrap)
{
    const struct samples s = {estimator, a, b, ab, n, k};
    const size_t times = bootstrap->resamples;
    size_t *row = calloc(2 * n + 1, sizeof *row);
    double *again = calloc(2 * k * times + 1, sizeof *again);
    const bool good = row != NULL && again != NULL;

    *used = good ? complete_rows(&s, row) : 0;
    if (good) {
        const double mean = mean_of(&s, row, *used), variance = variance_of(&s, row, *used, mean);
        resample_sobol(&s, row, *used, bootstrap, row + n, again, again + k * times);
        for (size_t i = 0; i < k; i++) {
            const struct pair p = indices_of(&s, row, *used, i, mean, variance);
            first[i] = (struct quire_index){p.first, interval_of(again + i * times, times, bootstrap->confidence)};
            total[i] = (struct quire_index){p.total, interval_of(again + (k + i) * times, times, bootstrap->confidence)};
        }
    }
    free(row);
    free(again);
    return good;
}

/* ---- Morris */

static double
mean_size(const double *x, size_t n)
{
    double sum = 0;

    for (size_t j = 0; j < n; j++) {
        sum += fabs(x[j]);
    }
    return n > 0 ? sum / (double)n : (double)NAN;
}

static double
deviation_of(const double *x, size_t n, double mean)
{
    double sum = 0;

    for (size_t j = 0; j < n; j++) {
        sum += (x[j] - mean) * (x[j] - mean);
    }
    return n > 1 ? sqrt(sum / (double)(n - 1)) : (double)NAN;
}

static size_t
known(double *out, const double *x, size_t n)
{
    size_t found = 0;

    for (size_t j = 0; j < n; j++) {
        if (!isnan(x[j])) {
            out[found++] = x[j];
        }
    }
    return found;
}

bool
quire_morris(struct quire_morris *out, const double *effect, size_t k, size_t r, const struct quire_bootstrap *bootstrap)
{
    const size_t times = bootstrap->resamples;
    double *x = calloc(2 * r + times + 1, sizeof *x), *drawn = x + r, *again = drawn + r;

    for (size_t i = 0; x != NULL && i < k; i++) {
        const size_t n = known(x, effect + i * r, r);
        for (size_t t = 0; t < times; t++) {
            for (size_t j = 0; j < n; j++) {
                drawn[j] = x[draw(bootstrap, MORRIS, t, j, n)];
            }
            again[t] = mean_size(drawn, n);
        }
        const double mean = quire_mean(x, n);
        out[i] = (struct quire_morris){n, mean, deviation_of(x, n, mean), {mean_size(x, n), interval_of(again, times, bootstrap->confidence)}};
    }
    free(x);
    return x != NULL;
}
