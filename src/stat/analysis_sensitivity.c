/* Indices of sensitivity of studies whose points are made for them. */
#include <math.h>
#include <stdlib.h>

#include "stat/analysis_parts.h"

#define RESAMPLES 1000
#define MOST_DRAWS 200000000 /* numbers looked at by resampling; beyond that there are fewer resamples */

/* what is known of the points of those trajectories or rows that have a run: the mean of their runs, and where they lie */
struct points {
    size_t n, n_factor;
    size_t rows, size; /* of so many points each */
    size_t *row;       /* (rows): their numbers in the plan, ascending */
    double *y;     /* (n); NaN: no run has a number */
    double *share; /* (n_factor, n): 0 to 1 */
};

static size_t
count_factors(const struct quire_runs *runs)
{
    size_t n = 0;

    for (size_t i = 0; i < runs->n_varied; i++) {
        n += !runs->varied[i].noise;
    }
    return n;
}

static double
share_of(const struct quire_varied *v, size_t run)
{
    return v->coded != NULL ? (v->coded[run] + 1) / 2 : v->n_level > 1 ? (double)v->which[run] / (double)(v->n_level - 1) : (double)NAN;
}

static int
compare(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return (x > y) - (x < y);
}

/* only those that were begun: of a plan of millions a few runs may be done */
static bool
list_rows(struct points *p, const struct quire_runs *runs)
{
    p->size = p->n_factor + (runs->layout == QUIRE_LAYOUT_MORRIS ? 1 : 2);
    p->row = calloc(runs->n, sizeof *p->row);
    if (p->row == NULL) {
        return false;
    }
    for (size_t r = 0; r < runs->n; r++) {
        p->row[r] = runs->point[r] / p->size;
    }
    qsort(p->row, runs->n, sizeof *p->row, compare);
    for (size_t r = 0; r < runs->n; r++) {
        if (r == 0 || p->row[r] != p->row[p->rows - 1]) {
            p->row[p->rows++] = p->row[r];
        }
    }
    p->n = p->rows * p->size;
    return true;
}

/* a point of the plan among those that are listed */
static size_t
place_of(const struct points *p, size_t point)
{
    const size_t row = point / p->size;
    const size_t *found = bsearch(&row, p->row, p->rows, sizeof *p->row, compare);

    return (size_t)(found - p->row) * p->size + point % p->size;
}

static bool
find_points(struct points *p, const struct quire_runs *runs, const double *value)
{
    p->n_factor = count_factors(runs);
    if (!list_rows(p, runs)) {
        return false;
    }
    double *at = calloc((p->n_factor + 2) * p->n + 1, sizeof *at);
    if (at == NULL) {
        return false;
    }
    double *count = at + (p->n_factor + 1) * p->n;
    p->y = at;
    p->share = at + p->n;
    for (size_t r = 0; r < runs->n; r++) {
        const size_t point = place_of(p, runs->point[r]);
        for (size_t i = 0, f = 0; i < runs->n_varied; i++) {
            if (!runs->varied[i].noise) {
                p->share[f++ * p->n + point] = share_of(&runs->varied[i], r);
            }
        }
        p->y[point] += isfinite(value[r]) ? value[r] : 0;
        count[point] += isfinite(value[r]) ? 1 : 0;
    }
    for (size_t i = 0; i < p->n; i++) {
        p->y[i] = count[i] > 0 ? p->y[i] / count[i] : (double)NAN;
    }
    return true;
}

static struct quire_bootstrap
bootstrap_of(size_t numbers, double confidence)
{
    const size_t most = numbers > 0 ? MOST_DRAWS / numbers : RESAMPLES;

    return (struct quire_bootstrap){most < RESAMPLES ? most : RESAMPLES, 0, confidence};
}

/* effect[f rows + t]: the factor that was moved is the one whose place differs */
static void
find_effects(double *effect, const struct points *p)
{
    const size_t rows = p->rows;

    for (size_t i = 0; i < p->n_factor * rows; i++) {
        effect[i] = NAN;
    }
    for (size_t t = 0; t < rows; t++) {
        for (size_t j = t * (p->n_factor + 1); j < t * (p->n_factor + 1) + p->n_factor; j++) {
            for (size_t f = 0; f < p->n_factor && !isnan(p->y[j]) && !isnan(p->y[j + 1]); f++) { /* else a place may not be known */
                const double way = p->share[f * p->n + j + 1] - p->share[f * p->n + j];
                if (fabs(way) > 1e-9) {
                    effect[f * rows + t] = (p->y[j + 1] - p->y[j]) / way;
                }
            }
        }
    }
}

static bool
find_morris(struct quire_arena *arena, struct quire_measured_analysis *out, const struct points *p, double confidence)
{
    const struct quire_bootstrap bootstrap = bootstrap_of(p->n, confidence);
    const size_t rows = p->rows;
    double *effect = calloc(p->n_factor * rows + 1, sizeof *effect);

    out->rows = rows;
    out->morris = quire_arena_get(arena, p->n_factor, sizeof *out->morris);
    bool good = effect != NULL && out->morris != NULL;
    if (good) {
        find_effects(effect, p);
        good = quire_morris(out->morris, effect, p->n_factor, rows, &bootstrap);
    }
    free(effect);
    return good;
}

static bool
find_sobol(struct quire_arena *arena, struct quire_measured_analysis *out, const struct points *p, double confidence)
{
    const struct quire_bootstrap bootstrap = bootstrap_of(p->n, confidence);
    const size_t k = p->n_factor, rows = p->rows;
    double *a = calloc((k + 2) * rows + 1, sizeof *a);

    out->first = quire_arena_get(arena, k, sizeof *out->first);
    out->whole = quire_arena_get(arena, k, sizeof *out->whole);
    bool good = a != NULL && out->first != NULL && out->whole != NULL;
    for (size_t r = 0; good && r < rows; r++) {
        for (size_t i = 0; i < k + 2; i++) { /* a, ab (k), b */
            a[i * rows + r] = p->y[r * (k + 2) + i];
        }
    }
    good = good && quire_sobol(out->first, out->whole, &out->rows, QUIRE_SOBOL_JANSEN, a, a + (k + 1) * rows, a + rows, rows, k, &bootstrap);
    free(a);
    return good;
}

bool
quire_analysis_sensitivity(struct quire_arena *arena, struct quire_measured_analysis *out, const struct quire_runs *runs, const double *value,
                           double confidence)
{
    struct points p = {0};

    if (runs->layout == QUIRE_LAYOUT_FREE || runs->n == 0) {
        return true;
    }
    bool good = find_points(&p, runs, value);
    if (good) {
        out->n_factor = p.n_factor;
        good = runs->layout == QUIRE_LAYOUT_MORRIS ? find_morris(arena, out, &p, confidence) : find_sobol(arena, out, &p, confidence);
    }
    free(p.y);
    free(p.row);
    return good;
}
