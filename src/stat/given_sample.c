#include "stat/given_sample.h"

#include <math.h>
#include <stdlib.h>

#include "math/random.h"

#define MOST_CLASSES 50
#define PURPOSE      0x67697665u /* of its random numbers, apart from other bootstraps */

struct ranked {
    double x;
    size_t row;
};

static int
compare(const void *a, const void *b)
{
    const struct ranked *p = a, *q = b;

    return p->x != q->x ? (p->x < q->x ? -1 : 1) : (p->row > q->row) - (p->row < q->row);
}

static size_t
wanted_classes(size_t n, size_t values)
{
    size_t m = 2;

    while (m < MOST_CLASSES && m * m * m < 8 * n) { /* 2 n^(1/3) */
        m++;
    }
    return values <= m ? values : m;
}

size_t
quire_given_classes(size_t *of_class, const double *x, size_t n)
{
    struct ranked *r = calloc(n + 1, sizeof *r);
    size_t values = n > 0, at = 0;

    for (size_t i = 0; r != NULL && i < n; i++) {
        r[i] = (struct ranked){x[i], i};
    }
    if (r == NULL || n == 0) {
        free(r);
        return 0;
    }
    quire_sort_records(r, n, sizeof *r, compare);
    for (size_t i = 1; i < n; i++) {
        values += r[i].x != r[i - 1].x;
    }
    const size_t m = wanted_classes(n, values);
    for (size_t i = 0; i < n; i++) {
        const bool next = i > 0 && r[i].x != r[i - 1].x;
        at += next && (values <= m || i * m >= (at + 1) * n);
        of_class[r[i].row] = at;
    }
    free(r);
    return at + 1;
}

/* of rows drawn (n; NULL: all, each once); room for sums and counts (2 n_class) */
static double
index_of(const size_t *of_class, size_t n_class, const double *y, const size_t *drawn, size_t n,
         double *room)
{
    double *sum = room, *count = room + n_class, mean = 0, total = 0, between = 0;
    size_t filled = 0;

    for (size_t c = 0; c < 2 * n_class; c++) {
        room[c] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        mean += y[drawn != NULL ? drawn[i] : i] / (double)n;
    }
    for (size_t i = 0; i < n; i++) {
        const size_t row = drawn != NULL ? drawn[i] : i;
        const double off = y[row] - mean;
        sum[of_class[row]] += off;
        count[of_class[row]] += 1;
        total += off * off;
    }
    for (size_t c = 0; c < n_class; c++) {
        filled += count[c] > 0;
        between += count[c] > 0 ? sum[c] * sum[c] / count[c] : 0;
    }
    const double m = (double)filled, rest = (double)n - m;
    return rest > 0 && total > 0 ? (between - (m - 1) * (total - between) / rest) / total
                                 : (double)NAN;
}

static void
draw(size_t *drawn, size_t n, size_t resample, uint64_t seed)
{
    for (size_t i = 0; i < n; i++) {
        const uint32_t place[4] = {(uint32_t)i, QUIRE_RANDOM_ANALYSIS, (uint32_t)resample, PURPOSE};
        drawn[i] = (size_t)(quire_random_uniform(seed, place) * (double)n);
    }
}

bool
quire_given_first(struct quire_index *out, const size_t *of_class, size_t n_class, const double *y,
                  size_t n, const struct quire_bootstrap *bootstrap)
{
    const size_t times = bootstrap->resamples;
    double *room = calloc(2 * n_class + 1, sizeof *room), *again = calloc(times + 1, sizeof *again),
           mean = 0;
    size_t *drawn = calloc(n + 1, sizeof *drawn);
    const bool good = room != NULL && again != NULL && drawn != NULL;

    *out = (struct quire_index){(double)NAN, {NAN, NAN}};
    if (good) {
        out->value = index_of(of_class, n_class, y, NULL, n, room);
    }
    for (size_t t = 0; good && t < times; t++) {
        draw(drawn, n, t, bootstrap->seed);
        again[t] = index_of(of_class, n_class, y, drawn, n, room);
        mean += again[t] / (double)times;
    }
    if (good && times > 0 && !isnan(mean)) {
        const double tail = (1 - bootstrap->confidence) / 2;
        quire_sort(again, times);
        out->interval.low = out->value + quire_sorted_quantile(again, times, tail) - mean;
        out->interval.high = out->value + quire_sorted_quantile(again, times, 1 - tail) - mean;
    }
    free(room);
    free(again);
    free(drawn);
    return good;
}
