/* Indices of sensitivity of runs whose points no design has made for them: first ones of the rows
 * alone, total ones of a process that is fitted to them (doc/theory/statistics.md, 6). */
#include "analysis/analysis_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/random.h"
#include "stat/given_sample.h"
#include "stat/surrogate/process_fit.h"

#define LEAST_ROWS 50
#define MOST_ROWS  250 /* that a process is fitted to */
#define SAMPLES    512 /* rows of each of the two samples of the process */
#define LEAST_Q2   0.8 /* share of the variance that it predicts of rows it was not fitted to */
#define RESAMPLES  500
#define MOST_DRAWS 20000000
#define PURPOSE    0x70726f63u /* of its random numbers */

struct given {
    struct quire_arena *arena;
    const struct quire_runs *runs;
    const size_t *input; /* (k): numbers of variables */
    size_t k, n;         /* inputs; rows with a number */
    double *x, *y;       /* (n, k) by rows; (n) */
    bool *words;         /* (k) */
    struct quire_bootstrap bootstrap;
    struct quire_given_indices *out;
};

static double
value_of(const struct quire_varied *v, size_t run)
{
    return v->words ? (double)v->which[run] : v->coded[run];
}

/* what differs between the runs, by numbers or words */
static size_t
find_inputs(const struct quire_runs *runs, size_t *input)
{
    size_t k = 0;

    for (size_t i = 0; i < runs->n_varied; i++) {
        const struct quire_varied *v = &runs->varied[i];
        bool differs = false;
        for (size_t r = 1; (v->words ? v->which != NULL : v->coded != NULL) && r < runs->n; r++) {
            differs = differs || value_of(v, r) != value_of(v, 0);
        }
        if (differs) {
            input[k++] = i;
        }
    }
    return k;
}

static bool
find_first(struct given *g)
{
    size_t *of_class = calloc(g->n + 1, sizeof *of_class);
    double *x = calloc(g->n + 1, sizeof *x);
    bool good = of_class != NULL && x != NULL;

    for (size_t j = 0; good && j < g->k; j++) {
        for (size_t i = 0; i < g->n; i++) {
            x[i] = g->x[i * g->k + j];
        }
        const size_t n_class = quire_given_classes(of_class, x, g->n);
        good = n_class > 0 &&
               quire_given_first(&g->out->first[j], of_class, n_class, g->y, g->n, &g->bootstrap);
    }
    free(of_class);
    free(x);
    return good;
}

/* ---- total ones */

/* an even part of the rows, in deviations of the response */
static size_t
take_part(const struct given *g, double *x, double *y)
{
    const size_t n = g->n < MOST_ROWS ? g->n : MOST_ROWS;
    double mean = 0, square = 0;

    for (size_t i = 0; i < n; i++) {
        const size_t row = i * g->n / n;
        memcpy(x + i * g->k, g->x + row * g->k, g->k * sizeof *x);
        y[i] = g->y[row];
        mean += y[i] / (double)n;
    }
    for (size_t i = 0; i < n; i++) {
        square += (y[i] - mean) * (y[i] - mean) / (double)n;
    }
    for (size_t i = 0; i < n; i++) {
        y[i] = square > 0 ? (y[i] - mean) / sqrt(square) : 0;
    }
    return n;
}

static double
predicted_share(struct quire_process *p, double *error, double *variance)
{
    double sum = 0;

    quire_process_leave_out(p, error, variance);
    for (size_t i = 0; i < p->of.n; i++) {
        sum += error[i] * error[i] / (double)p->of.n;
    }
    return 1 - sum;
}

/* input j of row r of a sample: that of some row, as inputs are independent */
static double
draw(const struct given *g, uint32_t sample, size_t r, size_t j)
{
    const uint32_t place[4] = {(uint32_t)r, QUIRE_RANDOM_ANALYSIS, (uint32_t)(2 * j + sample),
                               PURPOSE};

    return g->x[(size_t)(quire_random_uniform(1, place) * (double)g->n) * g->k + j];
}

static bool
find_total(const struct given *g, struct quire_process *p)
{
    double *y = calloc((g->k + 2) * SAMPLES, sizeof *y), *x = calloc(g->k + 1, sizeof *x);
    struct quire_index *first = calloc(g->k + 1, sizeof *first);
    bool good = y != NULL && x != NULL && first != NULL;
    size_t used;

    for (size_t r = 0; good && r < SAMPLES; r++) {
        for (size_t s = 0; s < g->k + 2; s++) { /* a, b, a with one input from b */
            for (size_t j = 0; j < g->k; j++) {
                x[j] = draw(g, s == 1 || s == j + 2, r, j);
            }
            y[s * SAMPLES + r] = quire_process_predict(p, x, NULL, NULL).mean;
        }
    }
    if (good) {
        const struct quire_sobol_samples samples = {y, y + SAMPLES, y + 2 * SAMPLES, SAMPLES, g->k};
        good =
            quire_sobol(first, g->out->total, &used, QUIRE_SOBOL_JANSEN, &samples, &g->bootstrap);
    }
    free(y);
    free(x);
    free(first);
    return good;
}

static bool
fit_and_find_total(const struct given *g)
{
    double *x = calloc(MOST_ROWS * g->k + 1, sizeof *x), *y = calloc(3 * MOST_ROWS, sizeof *y);
    bool good = x != NULL && y != NULL;

    g->out->q2 = (double)NAN;
    if (good && g->k <= QUIRE_PROCESS_INPUTS) {
        const struct quire_process_data data = {
            .n = take_part(g, x, y), .k = g->k, .x = x, .y = y, .words = g->words};
        const struct quire_process_fit how = {.estimate_noise = true, .prior = true};
        struct quire_process p = {0};
        const bool fitted = quire_process_create(&p, &data) && quire_process_fit(&p, &how);
        if (fitted) {
            g->out->q2 = predicted_share(&p, y + MOST_ROWS, y + 2 * MOST_ROWS);
        }
        g->out->has_total = g->out->q2 >= LEAST_Q2;
        good = !p.starved && (!g->out->has_total || find_total(g, &p));
        quire_process_destroy(&p);
    }
    free(x);
    free(y);
    return good;
}

/* ---- the whole */

static bool
take_rows(struct given *g, const double *value)
{
    g->x = calloc(g->runs->n * g->k + 1, sizeof *g->x);
    g->y = calloc(g->runs->n + 1, sizeof *g->y);
    g->words = calloc(g->k + 1, sizeof *g->words);
    if (g->x == NULL || g->y == NULL || g->words == NULL) {
        return false;
    }
    for (size_t r = 0; r < g->runs->n; r++) {
        if (isfinite(value[r])) {
            for (size_t j = 0; j < g->k; j++) {
                g->x[g->n * g->k + j] = value_of(&g->runs->varied[g->input[j]], r);
            }
            g->y[g->n++] = value[r];
        }
    }
    for (size_t j = 0; j < g->k; j++) {
        g->words[j] = g->runs->varied[g->input[j]].words;
    }
    return true;
}

bool
quire_analysis_given(struct quire_arena *arena, struct quire_given_indices **out,
                     const struct quire_runs *runs, const double *value, double confidence)
{
    struct given g = {
        .arena = arena, .runs = runs, .bootstrap = {RESAMPLES, 1, confidence, NULL, 0}};
    size_t *input = quire_arena_get(arena, runs->n_varied, sizeof *input);
    struct quire_given_indices *own = quire_arena_get(arena, 1, sizeof *own);

    if (input == NULL || own == NULL) {
        return false;
    }
    g.k = find_inputs(runs, input);
    g.input = own->input = input;
    g.out = *out = own;
    own->n = g.k;
    own->first = quire_arena_get(arena, g.k, sizeof *own->first);
    own->total = quire_arena_get(arena, g.k, sizeof *own->total);
    bool good = own->first != NULL && own->total != NULL && take_rows(&g, value);
    own->rows = g.n;
    own->enough = g.n >= LEAST_ROWS && g.k > 0;
    if (g.n > MOST_DRAWS / RESAMPLES) {
        g.bootstrap.resamples = MOST_DRAWS / g.n;
    }
    if (good && own->enough) {
        good = find_first(&g) && fit_and_find_total(&g);
    }
    free(g.x);
    free(g.y);
    free(g.words);
    return good;
}

/* ---- as text */

static void
add_index(struct quire_text *out, const struct quire_index *i)
{
    quire_text_format(out, " %7.3f (%6.3f to %6.3f)", i->value, i->interval.low, i->interval.high);
}

void
quire_analysis_given_text(struct quire_text *out, const struct quire_analysis *a)
{
    for (size_t k = 0; k < a->runs->n_measured; k++) {
        const struct quire_given_indices *g = a->measured[k].given;
        const char *name = a->runs->measured[k].name;
        if (g == NULL) {
            continue;
        }
        if (!g->enough) {
            quire_text_format(out,
                              "%s: no indices of sensitivity: %zu rows with a number, and %d "
                              "are needed\n",
                              name, g->rows, LEAST_ROWS);
            continue;
        }
        quire_text_format(out,
                          "%s: Sobol' indices of %zu rows, if their inputs are independent, "
                          "with 95 %% confidence\n",
                          name, g->rows);
        quire_text_format(out, "  %-24s %26s%s\n", "input", "first order, by classes",
                          g->has_total ? "        total, of a process" : "");
        for (size_t j = 0; j < g->n; j++) {
            quire_text_format(out, "  %-24s", a->runs->varied[g->input[j]].name);
            add_index(out, &g->first[j]);
            if (g->has_total) {
                add_index(out, &g->total[j]);
            }
            quire_text_add(out, "\n");
        }
        if (g->has_total) {
            quire_text_format(out,
                              "  the process is fitted to these rows and predicts %.3g %% of "
                              "the variance of each by the others; intervals of total "
                              "indices do not count its error\n",
                              100 * g->q2);
        } else {
            quire_text_format(out,
                              "  no total indices: a process fitted to these rows predicts "
                              "%.3g %% of the variance of each by the others, and %g %% are "
                              "needed\n",
                              isnan(g->q2) ? 0 : fmax(0, 100 * g->q2), 100 * LEAST_Q2);
        }
    }
}
