#include "stat/sensitivity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/random.h"

#define ROUNDING 1e-24 /* share of the variance that is none: changes of 1e-12 deviations */

enum purpose { SOBOL, MORRIS };

/* row number j of a resample of n rows */
static size_t
draw(const struct quire_bootstrap *bootstrap, enum purpose purpose, size_t resample, size_t j,
     size_t n)
{
    const uint32_t place[4] = {(uint32_t)j, QUIRE_RANDOM_ANALYSIS, (uint32_t)resample,
                               (uint32_t)purpose};

    return (size_t)(quire_random_uniform(bootstrap->seed, place) * (double)n);
}

/* ---- clusters of samples ---- */

/* Samples that are used, in clusters: those of cluster c are sample[begin[c]] to sample[begin[c +
 * 1] - 1]. */
struct clusters {
    const size_t *sample;
    size_t *begin; /* (n + 1) */
    size_t n, largest;
};

/* Groups `used` samples, ascending, of which `begin` has room for one more. Clusters of which none
 * is used are left out. */
static struct clusters
clusters_of(const struct quire_bootstrap *bootstrap, const size_t *sample, size_t used,
            size_t *begin)
{
    struct clusters out = {sample, begin, 0, 0};
    size_t at = 0; /* cluster of the sample before */

    for (size_t j = 0; j < used; j++) {
        const size_t before = at;
        while (bootstrap->cluster != NULL && at + 1 < bootstrap->n_cluster &&
               sample[j] >= bootstrap->cluster[at + 1]) {
            at++;
        }
        if (j == 0 || bootstrap->cluster == NULL || at != before) {
            begin[out.n++] = j;
        }
    }
    begin[out.n] = used;
    for (size_t c = 0; c < out.n; c++) {
        const size_t size = begin[c + 1] - begin[c];
        out.largest = size > out.largest ? size : out.largest;
    }
    return out;
}

/* Draws as many clusters as there are; their samples are put into `drawn` (n * largest), whose
 * number is returned. */
static size_t
draw_clusters(const struct clusters *c, const struct quire_bootstrap *bootstrap,
              enum purpose purpose, size_t resample, size_t *drawn)
{
    size_t m = 0;

    for (size_t j = 0; j < c->n; j++) {
        const size_t k = draw(bootstrap, purpose, resample, j, c->n);
        for (size_t i = c->begin[k]; i < c->begin[k + 1]; i++) {
            drawn[m++] = c->sample[i];
        }
    }
    return m;
}

/* the middle of what resampling gave; sorts it */
static struct quire_interval
interval_of(double *value, size_t n, double confidence)
{
    const double tail = (1 - confidence) / 2;

    quire_sort(value, n);
    return (struct quire_interval){quire_sorted_quantile(value, n, tail),
                                   quire_sorted_quantile(value, n, 1 - tail)};
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
indices_of(const struct samples *s, const size_t *row, size_t n, size_t i, double mean,
           double variance)
{
    const double *ab = s->ab + i * s->n;
    double product = 0, from_b = 0, from_a = 0;

    for (size_t r = 0; r < n; r++) {
        const double ya = s->a[row[r]], yb = s->b[row[r]], y = ab[row[r]];
        product += (yb - mean) * (y - ya);
        from_b += (yb - y) * (yb - y);
        from_a += (ya - y) * (ya - y);
    }
    const double m = (double)n, first = s->estimator == QUIRE_SOBOL_SALTELLI
                                            ? product / m
                                            : variance - from_b / (2 * m);
    const struct pair found = {first / variance, from_a / (2 * m) / variance};
    /* an input that never changed a response explains nothing, where Jansen's formula leaves the
     * error of the variance; no first index is above the total one */
    return !(variance > 0)          ? (struct pair){NAN, NAN}
           : found.total > ROUNDING ? found
                                    : (struct pair){0, 0};
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
resample_sobol(const struct samples *s, const struct clusters *clusters,
               const struct quire_bootstrap *bootstrap, size_t *drawn, double *first, double *total)
{
    for (size_t t = 0; t < bootstrap->resamples; t++) {
        const size_t n = draw_clusters(clusters, bootstrap, SOBOL, t, drawn);
        const double mean = mean_of(s, drawn, n), variance = variance_of(s, drawn, n, mean);
        for (size_t i = 0; i < s->k; i++) {
            const struct pair p = indices_of(s, drawn, n, i, mean, variance);
            first[i * bootstrap->resamples + t] = p.first;
            total[i * bootstrap->resamples + t] = p.total;
        }
    }
}

bool
quire_sobol(struct quire_index *first, struct quire_index *total, size_t *used,
            enum quire_sobol_estimator estimator, const struct quire_sobol_samples *samples,
            const struct quire_bootstrap *bootstrap)
{
    const size_t n = samples->n, k = samples->k;
    const struct samples s = {estimator, samples->a, samples->b, samples->ab, n, k};
    const size_t times = bootstrap->resamples;
    size_t *row = calloc(2 * n + 2, sizeof *row), *drawn = NULL;
    double *again = calloc(2 * k * times + 1, sizeof *again);
    struct clusters clusters = {0};

    *used = row != NULL ? complete_rows(&s, row) : 0;
    if (row != NULL) {
        clusters = clusters_of(bootstrap, row, *used, row + n);
        drawn = calloc(clusters.n * clusters.largest + 1, sizeof *drawn);
    }
    const bool good = drawn != NULL && again != NULL;
    if (good) {
        const double mean = mean_of(&s, row, *used), variance = variance_of(&s, row, *used, mean);
        resample_sobol(&s, &clusters, bootstrap, drawn, again, again + k * times);
        for (size_t i = 0; i < k; i++) {
            const struct pair p = indices_of(&s, row, *used, i, mean, variance);
            first[i] = (struct quire_index){
                p.first, interval_of(again + i * times, times, bootstrap->confidence)};
            total[i] = (struct quire_index){
                p.total, interval_of(again + (k + i) * times, times, bootstrap->confidence)};
        }
    }
    free(row);
    free(drawn);
    free(again);
    return good;
}

/* The closed index of i and j less those of i and of j: means of ab_i ba_j, b ab_i, a ba_j and a b
 * estimate all four terms, and their sum is a product of differences, 0 where either input has no
 * effect. */
static double
second_index(const struct samples *s, const double *ba, const size_t *row, size_t n, size_t i,
             size_t j)
{
    const double *ab_i = s->ab + i * s->n, *ab_j = s->ab + j * s->n;
    const double *ba_i = ba + i * s->n, *ba_j = ba + j * s->n;
    double sum = 0;

    for (size_t r = 0; r < n; r++) {
        const size_t at = row[r];
        const double a = s->a[at], b = s->b[at];
        sum += (ab_i[at] - a) * (ba_j[at] - b) + (ab_j[at] - a) * (ba_i[at] - b);
    }
    return sum / (2 * (double)n);
}

/* of all pairs of inputs, each `step` behind the one before */
static void
second_indices(double *out, size_t step, const struct samples *s, const double *ba,
               const size_t *row, size_t n)
{
    const double variance = variance_of(s, row, n, mean_of(s, row, n));

    for (size_t i = 0; i < s->k; i++) {
        for (size_t j = i + 1; j < s->k; j++, out += step) {
            *out = variance > 0 ? second_index(s, ba, row, n, i, j) / variance : (double)NAN;
        }
    }
}

/* rows of `row` (n) without a NaN in ba */
static size_t
complete_second(const struct samples *s, const double *ba, size_t *row, size_t n)
{
    size_t m = 0;

    for (size_t r = 0; r < n; r++) {
        double sum = 0;
        for (size_t i = 0; i < s->k; i++) {
            sum += ba[i * s->n + row[r]];
        }
        if (!isnan(sum)) {
            row[m++] = row[r];
        }
    }
    return m;
}

bool
quire_sobol_second(struct quire_index *second, const double *ba,
                   const struct quire_sobol_samples *samples,
                   const struct quire_bootstrap *bootstrap)
{
    const size_t n = samples->n, k = samples->k, pairs = k > 1 ? k * (k - 1) / 2 : 0;
    const struct samples s = {QUIRE_SOBOL_JANSEN, samples->a, samples->b, samples->ab, n, k};
    const size_t times = bootstrap->resamples;
    size_t *row = calloc(2 * n + 2, sizeof *row), *drawn = NULL;
    double *again = calloc((times + 1) * pairs + 1, sizeof *again);
    size_t used = 0;
    struct clusters clusters = {0};

    if (row != NULL) {
        used = complete_second(&s, ba, row, complete_rows(&s, row));
        clusters = clusters_of(bootstrap, row, used, row + n);
        drawn = calloc(clusters.n * clusters.largest + 1, sizeof *drawn);
    }
    const bool good = drawn != NULL && again != NULL;
    if (good) {
        double *value = again + times * pairs;
        for (size_t t = 0; t < times; t++) {
            const size_t m = draw_clusters(&clusters, bootstrap, SOBOL, t, drawn);
            second_indices(again + t, times, &s, ba, drawn, m);
        }
        second_indices(value, 1, &s, ba, row, used);
        for (size_t p = 0; p < pairs; p++) {
            second[p] = (struct quire_index){
                value[p], interval_of(again + p * times, times, bootstrap->confidence)};
        }
    }
    free(row);
    free(drawn);
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

/* which effects are known */
static size_t
find_known(size_t *out, const double *x, size_t n)
{
    size_t found = 0;

    for (size_t j = 0; j < n; j++) {
        if (!isnan(x[j])) {
            out[found++] = j;
        }
    }
    return found;
}

static void
pick(double *out, const double *x, const size_t *at, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        out[j] = x[at[j]];
    }
}

/* one input; at: room for 2 r + 2 numbers of effects; false if memory ran out */
static bool
sum_up_effects(struct quire_morris *out, const double *effect, size_t r,
               const struct quire_bootstrap *bootstrap, size_t *at)
{
    const size_t times = bootstrap->resamples, n = find_known(at, effect, r);
    const struct clusters clusters = clusters_of(bootstrap, at, n, at + r);
    const size_t most = clusters.n * clusters.largest;
    size_t *drawn = calloc(most + 1, sizeof *drawn);
    double *x = calloc(most + times + 1, sizeof *x), *again = x + most;
    const bool good = drawn != NULL && x != NULL;

    for (size_t t = 0; good && t < times; t++) {
        const size_t m = draw_clusters(&clusters, bootstrap, MORRIS, t, drawn);
        pick(x, effect, drawn, m);
        again[t] = mean_size(x, m);
    }
    if (good) {
        pick(x, effect, at, n);
        const double mean = quire_mean(x, n);
        *out = (struct quire_morris){
            n,
            mean,
            deviation_of(x, n, mean),
            {mean_size(x, n), interval_of(again, times, bootstrap->confidence)}};
    }
    free(drawn);
    free(x);
    return good;
}

bool
quire_morris(struct quire_morris *out, const double *effect, size_t k, size_t r,
             const struct quire_bootstrap *bootstrap)
{
    size_t *at = calloc(2 * r + 2, sizeof *at);
    bool good = at != NULL;

    for (size_t i = 0; good && i < k; i++) {
        good = sum_up_effects(&out[i], effect + i * r, r, bootstrap, at);
    }
    free(at);
    return good;
}
