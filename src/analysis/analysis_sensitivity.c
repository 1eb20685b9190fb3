/* Indices of sensitivity of studies whose points are made for them: of the factors, and of the
 * noise where the outer array is such a design. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis_parts.h"
#include "stat/summary.h"

#define RESAMPLES 1000
/* numbers looked at by resampling; beyond that there are fewer resamples */
#define MOST_DRAWS 200000000

/* A run's place: in which row (trajectory) of the design, which point of it, and in which series of
 * runs that have all else alike: of the factors' design a replicate or a point of the outer array,
 * of the outer array a point of the factors. */
struct place {
    size_t row, point, run;
    uint64_t series;
};

/* What is known of the rows that were begun, by lines: one row in one series. Numbers of a line:
 * responses of its points, or elementary effects. */
struct lines {
    enum quire_design_layout layout;
    bool noise; /* whose design it is */
    size_t n_input;
    size_t size;      /* points of a row */
    size_t n;         /* lines */
    size_t width;     /* numbers of a line */
    double *number;   /* (width, n), by columns; NaN: not known */
    size_t *row;      /* (n): ascending */
    uint64_t *series; /* (n) */
    size_t *first;    /* (n_row): first line of each row */
    size_t n_row;
};

static bool
is_sobol(const struct lines *lines)
{
    return lines->layout == QUIRE_LAYOUT_SALTELLI || lines->layout == QUIRE_LAYOUT_SALTELLI_SECOND;
}

static size_t
size_of(enum quire_design_layout layout, size_t n_input)
{
    return layout == QUIRE_LAYOUT_MORRIS            ? n_input + 1
           : layout == QUIRE_LAYOUT_SALTELLI_SECOND ? 2 * n_input + 2
                                                    : n_input + 2;
}

static size_t
count_inputs(const struct quire_runs *runs, bool noise)
{
    size_t n = 0;

    for (size_t i = 0; i < runs->n_varied; i++) {
        n += quire_varied_is_input(&runs->varied[i], noise);
    }
    return n;
}

static double
share_of(const struct quire_varied *v, size_t run)
{
    return v->coded != NULL ? (v->coded[run] + 1) / 2
           : v->n_level > 1 ? (double)v->which[run] / (double)(v->n_level - 1)
                            : (double)NAN;
}

/* ---- rows and series */

static int
compare(const void *a, const void *b)
{
    const struct place *x = a, *y = b;

    if (x->row != y->row) {
        return x->row < y->row ? -1 : 1;
    }
    if (x->series != y->series) {
        return x->series < y->series ? -1 : 1;
    }
    return x->point != y->point ? (x->point > y->point) - (x->point < y->point)
                                : (x->run > y->run) - (x->run < y->run);
}

static struct place *
list_places(const struct quire_runs *runs, const struct lines *lines)
{
    struct place *list = calloc(runs->n + 1, sizeof *list);

    for (size_t r = 0; list != NULL && r < runs->n; r++) {
        const size_t outer = runs->outer != NULL ? runs->outer[r] : 0,
                     replicate = runs->replicate != NULL ? runs->replicate[r] : 0;
        const size_t at = lines->noise ? outer : runs->point[r];
        list[r] = (struct place){at / lines->size, at % lines->size, r,
                                 lines->noise ? runs->point[r] : (uint64_t)outer << 32 | replicate};
    }
    if (list != NULL) {
        quire_sort_records(list, runs->n, sizeof *list, compare);
    }
    return list;
}

static bool
is_same_line(const struct place *a, const struct place *b)
{
    return a->row == b->row && a->series == b->series;
}

static bool
make_room(struct lines *lines, const struct place *list, size_t n)
{
    for (size_t r = 0; r < n; r++) {
        lines->n += r == 0 || !is_same_line(&list[r], &list[r - 1]);
    }
    lines->width = lines->layout == QUIRE_LAYOUT_MORRIS ? lines->n_input : lines->size;
    lines->number = calloc(lines->n * lines->width + 1, sizeof *lines->number);
    lines->row = calloc(lines->n + 1, sizeof *lines->row);
    lines->series = calloc(lines->n + 1, sizeof *lines->series);
    lines->first = calloc(lines->n + 1, sizeof *lines->first);
    return lines->number != NULL && lines->row != NULL && lines->series != NULL &&
           lines->first != NULL;
}

static void
release(struct lines *lines)
{
    free(lines->number);
    free(lines->row);
    free(lines->series);
    free(lines->first);
}

/* ---- one line */

/* what is known of its points; of a point that was run more than once in the same series the mean
 */
struct points {
    double *y, *count, *share; /* (size), (size), (n_input, size) */
};

static void
take_points(const struct points *p, const struct lines *lines, const struct quire_runs *runs,
            const double *value, const struct place *list, size_t n)
{
    for (size_t j = 0; j < lines->size; j++) {
        p->y[j] = p->count[j] = 0;
    }
    for (size_t r = 0; r < n; r++) {
        const size_t j = list[r].point, run = list[r].run;
        for (size_t i = 0, f = 0; i < runs->n_varied; i++) {
            if (quire_varied_is_input(&runs->varied[i], lines->noise)) {
                p->share[f++ * lines->size + j] = share_of(&runs->varied[i], run);
            }
        }
        p->y[j] += isfinite(value[run]) ? value[run] : 0;
        p->count[j] += isfinite(value[run]) ? 1 : 0;
    }
    for (size_t j = 0; j < lines->size; j++) {
        p->y[j] = p->count[j] > 0 ? p->y[j] / p->count[j] : (double)NAN;
    }
}

/* the input that was moved is the one whose place differs */
static void
find_effects(const struct points *p, const struct lines *lines, size_t line)
{
    for (size_t f = 0; f < lines->n_input; f++) {
        lines->number[f * lines->n + line] = (double)NAN;
    }
    for (size_t j = 0; j + 1 < lines->size; j++) {
        /* else a place may not be known */
        for (size_t f = 0; f < lines->n_input && !isnan(p->y[j]) && !isnan(p->y[j + 1]); f++) {
            const double way = p->share[f * lines->size + j + 1] - p->share[f * lines->size + j];
            if (fabs(way) > 1e-9) {
                lines->number[f * lines->n + line] = (p->y[j + 1] - p->y[j]) / way;
            }
        }
    }
}

static void
take_line(const struct points *p, const struct lines *lines, size_t line)
{
    if (lines->layout == QUIRE_LAYOUT_MORRIS) {
        find_effects(p, lines, line);
        return;
    }
    for (size_t j = 0; j < lines->size; j++) {
        lines->number[j * lines->n + line] = p->y[j];
    }
}

static bool
find_lines(struct lines *lines, const struct quire_runs *runs, const double *value)
{
    double *room = calloc((lines->n_input + 2) * lines->size + 1, sizeof *room);
    const struct points p = {room, room + lines->size, room + 2 * lines->size};
    struct place *list = list_places(runs, lines);
    const bool good = room != NULL && list != NULL && make_room(lines, list, runs->n);

    for (size_t r = 0, line = 0, n; good && r < runs->n; r += n, line++) {
        n = 1;
        while (r + n < runs->n && is_same_line(&list[r], &list[r + n])) {
            n++;
        }
        lines->row[line] = list[r].row;
        lines->series[line] = list[r].series;
        if (line == 0 || lines->row[line] != lines->row[line - 1]) {
            lines->first[lines->n_row++] = line;
        }
        take_points(&p, lines, runs, value, list + r, n);
        take_line(&p, lines, line);
    }
    free(room);
    free(list);
    return good;
}

/* ---- rows */

/* Of Sobol' rows only those lines count that have all points: runs that are missing must not look
 * like an effect. */
static void
forget_incomplete(struct lines *lines)
{
    for (size_t l = 0; l < lines->n; l++) {
        bool whole = true;
        for (size_t c = 0; c < lines->width; c++) {
            whole = whole && !isnan(lines->number[c * lines->n + l]);
        }
        for (size_t c = 0; c < lines->width && !whole; c++) {
            lines->number[c * lines->n + l] = (double)NAN;
        }
    }
}

static double
mean_of_known(const double *x, size_t n)
{
    double sum = 0, known = 0;

    for (size_t i = 0; i < n; i++) {
        sum += isnan(x[i]) ? 0 : x[i];
        known += isnan(x[i]) ? 0 : 1;
    }
    return known > 0 ? sum / known : (double)NAN;
}

/* A row of the factors' design counts once, with the mean over its series: one line for each row,
 * in place. */
static void
average_series(struct lines *lines)
{
    for (size_t c = 0; c < lines->width; c++) {
        for (size_t k = 0; k < lines->n_row; k++) {
            const size_t end = k + 1 < lines->n_row ? lines->first[k + 1] : lines->n;
            const double mean = mean_of_known(lines->number + c * lines->n + lines->first[k],
                                              end - lines->first[k]);
            lines->number[c * lines->n_row + k] = mean; /* before what is still to be read */
        }
    }
    for (size_t k = 0; k < lines->n_row; k++) {
        lines->first[k] = k;
    }
    lines->n = lines->n_row;
}

static int
compare_series(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* What the factors explain is no scatter of the noise: each of their points is taken about its own
 * mean of samples a and b. */
static bool
centre_series(struct lines *lines)
{
    uint64_t *key = calloc(lines->n + 1, sizeof *key);
    double *sum = calloc(2 * lines->n + 1, sizeof *sum), *count = sum + lines->n;
    size_t n = 0;

    for (size_t l = 0; key != NULL && l < lines->n; l++) {
        key[l] = lines->series[l];
    }
    if (key == NULL || sum == NULL) {
        free(key);
        free(sum);
        return false;
    }
    qsort(key, lines->n, sizeof *key, compare_series);
    for (size_t l = 0; l < lines->n; l++) {
        key[n] = key[l];
        n += l + 1 == lines->n || key[l] != key[l + 1];
    }
    for (int pass = 0; pass < 2; pass++) { /* sums first */
        for (size_t l = 0; l < lines->n; l++) {
            const size_t s = (size_t)((const uint64_t *)bsearch(&lines->series[l], key, n,
                                                                sizeof *key, compare_series) -
                                      key);
            const double a = lines->number[l], b = lines->number[(lines->width - 1) * lines->n + l];
            if (pass == 0 && !isnan(a)) {
                sum[s] += a + b;
                count[s] += 2;
            }
            for (size_t c = 0; pass == 1 && c < lines->width; c++) {
                lines->number[c * lines->n + l] -= sum[s] / count[s]; /* NaN where there is none */
            }
        }
    }
    free(key);
    free(sum);
    return true;
}

/* ---- indices */

static struct quire_bootstrap
bootstrap_of(const struct lines *lines, double confidence)
{
    const size_t numbers = lines->n * lines->size,
                 most = numbers > 0 ? MOST_DRAWS / numbers : RESAMPLES;

    return (struct quire_bootstrap){most < RESAMPLES ? most : RESAMPLES, 0, confidence,
                                    lines->first, lines->n_row};
}

static bool
find_indices(struct quire_arena *arena, struct quire_indices *out, const struct lines *lines,
             double confidence)
{
    const struct quire_bootstrap bootstrap = bootstrap_of(lines, confidence);
    const size_t n = lines->n, k = lines->n_input;

    out->n = k;
    out->rows = n;
    if (lines->layout == QUIRE_LAYOUT_MORRIS) {
        out->morris = quire_arena_get(arena, k, sizeof *out->morris);
        return out->morris != NULL && quire_morris(out->morris, lines->number, k, n, &bootstrap);
    }
    out->first = quire_arena_get(arena, k, sizeof *out->first);
    out->whole = quire_arena_get(arena, k, sizeof *out->whole);
    /* a line: of a, of a with one input after the other from b, of b likewise from a, of b */
    const struct quire_sobol_samples samples = {
        lines->number, lines->number + (lines->size - 1) * n, lines->number + n, n, k};
    if (lines->layout == QUIRE_LAYOUT_SALTELLI_SECOND && k > 1) {
        out->second = quire_arena_get(arena, k * (k - 1) / 2, sizeof *out->second);
        if (out->second == NULL ||
            !quire_sobol_second(out->second, lines->number + (k + 1) * n, &samples, &bootstrap)) {
            return false;
        }
    }
    return out->first != NULL && out->whole != NULL &&
           quire_sobol(out->first, out->whole, &out->rows, QUIRE_SOBOL_JANSEN, &samples,
                       &bootstrap);
}

static bool
analyse_lines(struct quire_arena *arena, struct quire_indices *out, struct lines *lines,
              const struct quire_runs *runs, const double *value, double confidence)
{
    bool good = find_lines(lines, runs, value);

    if (good && is_sobol(lines)) {
        forget_incomplete(lines);
    }
    if (good && !lines->noise) {
        average_series(lines);
    } else if (good && is_sobol(lines)) {
        good = centre_series(lines);
    }
    good = good && find_indices(arena, out, lines, confidence);
    release(lines);
    return good;
}

bool
quire_analysis_sensitivity(struct quire_arena *arena, struct quire_measured_analysis *out,
                           const struct quire_runs *runs, const double *value, double confidence)
{
    bool good = true;

    for (int noise = 0; noise < 2; noise++) {
        const enum quire_design_layout layout = noise != 0 ? runs->noise_layout : runs->layout;
        struct lines lines = {
            .layout = layout, .noise = noise != 0, .n_input = count_inputs(runs, noise != 0)};
        lines.size = size_of(layout, lines.n_input);
        if (layout != QUIRE_LAYOUT_FREE && runs->n > 0) {
            good = good && analyse_lines(arena, noise != 0 ? &out->of_noise : &out->of_factors,
                                         &lines, runs, value, confidence);
        }
    }
    return good;
}
