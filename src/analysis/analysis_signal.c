/* Ratios of signal to noise: of each point that was run more than once, and their means at the
 * levels of factors (doc/theory/statistics.md, 7). */
#include "analysis/analysis_parts.h"

#include <math.h>
#include <stdlib.h>

#include "stat/summary.h"

struct numbered {
    size_t point, run;
    double y;
};

/* by point, then by run, so that sums have one order */
static int
compare(const void *a, const void *b)
{
    const struct numbered *x = a, *y = b;

    return x->point != y->point ? (x->point > y->point) - (x->point < y->point)
                                : (x->run > y->run) - (x->run < y->run);
}

static struct quire_signal
signal_of(const struct numbered *first, size_t n, double *room)
{
    struct quire_signal s = {
        .point = first->point, .run = first->run, .n = n, .deviation = (double)NAN};
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        room[i] = first[i].y;
    }
    s.mean = quire_mean(room, n);
    for (size_t i = 0; i < n; i++) {
        sum += (room[i] - s.mean) * (room[i] - s.mean);
    }
    if (n > 1) {
        s.deviation = sqrt(sum / (double)(n - 1));
    }
    s.ratio = quire_ratios_of(room, n, s.mean, s.deviation);
    return s;
}

/* the mean of one ratio over the points of a level, of those that have it */
static double
mean_at(const struct quire_measured_analysis *m, const struct quire_varied *v, size_t level,
        size_t ratio)
{
    double sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < m->n_signal; i++) {
        const struct quire_ratios *r = &m->signal[i].ratio;
        const double value = ratio == 0 ? r->smaller : ratio == 1 ? r->larger : r->nominal;
        if (v->which[m->signal[i].run] == level && isfinite(value)) {
            sum += value;
            n++;
        }
    }
    return n > 0 ? sum / (double)n : (double)NAN;
}

static bool
find_levels(struct quire_arena *arena, struct quire_measured_analysis *out,
            const struct quire_runs *runs)
{
    out->signal_level = quire_arena_get(arena, runs->n_varied, sizeof *out->signal_level);
    for (size_t i = 0; out->signal_level != NULL && i < runs->n_varied; i++) {
        const struct quire_varied *v = &runs->varied[i];
        if (v->noise || v->n_level == 0) {
            continue;
        }
        struct quire_ratios *ratio = out->signal_level[i] =
            quire_arena_get(arena, v->n_level, sizeof *ratio);
        for (size_t l = 0; ratio != NULL && l < v->n_level; l++) {
            ratio[l] = (struct quire_ratios){mean_at(out, v, l, 0), mean_at(out, v, l, 1),
                                             mean_at(out, v, l, 2)};
        }
        if (ratio == NULL) {
            return false;
        }
    }
    return out->signal_level != NULL;
}

/* runs of one point, from sorted[0] on; those without a number have NaN */
static size_t
count_point(const struct numbered *sorted, size_t n, size_t *missing)
{
    size_t same = 0;

    for (*missing = 0; same < n && sorted[same].point == sorted[0].point; same++) {
        *missing += isnan(sorted[same].y) ? 1 : 0;
    }
    return same;
}

/* which points have survivors alone; signals and runs both stand in the order of points */
static bool
count_missing(struct quire_measured_analysis *out, const struct quire_runs *runs, const size_t *run,
              size_t m)
{
    struct numbered *sorted = calloc(runs->n + 1, sizeof *sorted);

    for (size_t r = 0; sorted != NULL && r < runs->n; r++) {
        sorted[r] = (struct numbered){runs->point[r], r, (double)NAN};
    }
    for (size_t i = 0; sorted != NULL && i < m; i++) {
        sorted[run[i]].y = 0;
    }
    if (sorted != NULL && runs->n > 0) {
        quire_sort_records(sorted, runs->n, sizeof *sorted, compare);
    }
    for (size_t i = 0, s = 0, n, missing; sorted != NULL && i < runs->n; i += n) {
        n = count_point(sorted + i, runs->n - i, &missing);
        out->n_repeated += n > 1;
        out->n_incomplete += n > 1 && missing > 0;
        if (s < out->n_signal && out->signal[s].point == sorted[i].point) {
            out->signal[s++].missing = missing;
        }
    }
    const bool good = sorted != NULL;
    free(sorted);
    return good;
}

bool
quire_analysis_signal(struct quire_arena *arena, struct quire_measured_analysis *out,
                      const struct quire_runs *runs, const double *y, const size_t *run, size_t m)
{
    struct numbered *sorted = calloc(m + 1, sizeof *sorted);
    double *room = calloc(m + 1, sizeof *room);
    bool good = sorted != NULL && room != NULL;
    size_t points = m > 0;

    for (size_t i = 0; good && i < m; i++) {
        sorted[i] = (struct numbered){runs->point[run[i]], run[i], y[i]};
    }
    if (good) {
        quire_sort_records(sorted, m, sizeof *sorted, compare);
    }
    for (size_t i = 1; good && i < m; i++) {
        points += sorted[i].point != sorted[i - 1].point;
    }
    if (good && points < m) {
        out->signal = quire_arena_get(arena, points, sizeof *out->signal);
        good = out->signal != NULL;
        for (size_t i = 0, n; good && i < m; i += n) {
            for (n = 1; i + n < m && sorted[i + n].point == sorted[i].point; n++) {
            }
            out->signal[out->n_signal++] = signal_of(&sorted[i], n, room);
        }
        good = good && find_levels(arena, out, runs);
    }
    free(sorted);
    free(room);
    return good && count_missing(out, runs, run, m);
}
