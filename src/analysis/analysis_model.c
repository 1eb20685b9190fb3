/* Which model fits a response's runs, and what it says. */
#include "analysis/analysis_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "probability/families.h"
#include "stat/summary.h"

#define MOST_COLUMNS 300
#define MOST_NUMBERS 50000000 /* of a model's matrix */
#define DRAWS_FOR_EACH                                                                             \
    5 /* common ones for the factor and for each noise, for their interactions                     \
       */

/* ---- terms */

/* how many of a variable's levels occur */
static size_t
count_levels(const struct quire_varied *v, const size_t *run, size_t m)
{
    bool seen[QUIRE_ANALYSIS_LEVELS] = {false};
    size_t n = 0;

    for (size_t i = 0; i < m; i++) {
        n += !seen[v->which[run[i]]];
        seen[v->which[run[i]]] = true;
    }
    return n;
}

/* columns of a model that these runs can tell, without making it */
static size_t
count_columns(const struct quire_runs *runs, const struct quire_measured_analysis *out,
              const size_t *run, size_t m)
{
    size_t n = 0;

    for (size_t t = 0; t < out->n_term; t++) {
        size_t columns = 1;
        for (size_t i = 0; i < out->term[t].order; i++) {
            const struct quire_varied *v = &runs->varied[out->predictor[out->term[t].predictor[i]]];
            const size_t levels = v->words ? count_levels(v, run, m) : 2;
            columns *= levels > 0 ? levels - 1 : 0;
        }
        n += columns;
    }
    return n;
}

static int
compare_sizes(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return (x > y) - (x < y);
}

/* how many different numbers these runs have, of points or of draws; room (m) */
static void
count_numbers(const size_t *number, const size_t *run, size_t m, size_t *room, size_t *n)
{
    for (size_t i = 0; i < m; i++) {
        room[i] = number[run[i]];
    }
    quire_sort_records(room, m, sizeof *room, compare_sizes);
    *n = m > 0;
    for (size_t i = 1; i < m; i++) {
        *n += room[i] != room[i - 1];
    }
}

/* Common draws are what tells a factor's interactions with noise, and so are few. 0: any will do */
static size_t
draws_needed(const struct quire_runs *runs, const struct quire_measured_analysis *out)
{
    size_t noises = 0;

    for (size_t i = 0; i < out->n_predictor; i++) {
        noises += runs->varied[out->predictor[i]].noise;
    }
    return runs->sampling == QUIRE_SAMPLING_COMMON && noises > 0 && noises < out->n_predictor
               ? DRAWS_FOR_EACH * (1 + noises)
               : 0;
}

static bool
has_noise_terms(const struct quire_runs *runs, const size_t *predictor, size_t n)
{
    bool found = false;

    for (size_t i = 0; i < n; i++) {
        found = found || runs->varied[predictor[i]].noise;
    }
    return found;
}

static void
drop_noise_interactions(struct quire_measured_analysis *out, const struct quire_runs *runs)
{
    size_t kept = 0;

    for (size_t t = 0; t < out->n_term; t++) {
        const size_t *of = out->term[t].predictor;
        const bool noise = out->term[t].order == 2 && (runs->varied[out->predictor[of[0]]].noise ||
                                                       runs->varied[out->predictor[of[1]]].noise);
        if (!noise) {
            out->term[kept++] = out->term[t];
        }
    }
    out->n_term = kept;
}

/* blocks come last: they take nothing from the terms before them but runs to judge these by */
static void
add_blocks(struct quire_measured_analysis *out, const struct quire_runs *runs, size_t columns,
           size_t m)
{
    const size_t n = columns + runs->n_block - 1;
    out->has_block = runs->block != NULL && runs->n_block > 1 && n <= MOST_COLUMNS && n <= m &&
                     n * m <= MOST_NUMBERS;
    if (out->has_block) {
        out->term[out->n_term++] = (struct quire_term){1, {out->n_predictor}};
    }
}

/* the fullest one that the points can tell and that leaves something to judge it by */
static bool
choose_terms(struct quire_arena *arena, struct quire_measured_analysis *out,
             const struct quire_runs *runs, const size_t *run, size_t m, size_t points,
             size_t draws)
{
    for (out->order = QUIRE_MODEL_SQUARES; out->order > QUIRE_MODEL_NONE; out->order--) {
        if (!quire_analysis_terms(arena, runs, out->order, &out->predictor, &out->n_predictor,
                                  &out->term, &out->n_term)) {
            return false;
        }
        out->draws = draws;
        out->draws_needed = draws_needed(runs, out);
        if (draws < out->draws_needed) {
            drop_noise_interactions(out, runs);
        }
        const size_t n = count_columns(runs, out, run, m);
        const bool told =
            n <= points || (has_noise_terms(runs, out->predictor, out->n_predictor) && n < m);
        const bool least = out->order == QUIRE_MODEL_MAIN && n <= m;
        if (out->n_term > 1 && n <= MOST_COLUMNS && n * m <= MOST_NUMBERS &&
            ((told && n < m) || least)) {
            out->order = quire_analysis_order(out, runs);
            add_blocks(out, runs, n, m);
            break;
        }
    }
    return true;
}

/* ---- effects */

static int
compare_bars(const void *a, const void *b)
{
    const struct quire_bar *x = a, *y = b;
    const double sx = fabs(x->effect), sy = fabs(y->effect);

    return sx != sy ? (sx < sy ? 1 : -1) : (x->column > y->column) - (x->column < y->column);
}

/* how many of n sizes of effects are smaller; of the columns' own one is itself among them */
static size_t
count_smaller(const double *effect, size_t n, double size)
{
    size_t smaller = 0;

    for (size_t i = 0; i < n; i++) {
        smaller += fabs(effect[i]) < size * (1 - 1e-9);
    }
    return smaller;
}

/* a block is no effect, nor is what a mixture of one component alone comes to */
static void
find_effects(double *effect, const struct quire_measured_analysis *out,
             const struct quire_runs *runs)
{
    quire_standard_effects(effect, &out->fit);
    for (size_t j = 0; j < out->fit.n; j++) {
        const struct quire_term *t = &out->term[out->x.term[j]];
        const bool block = out->has_block && out->x.term[j] == out->n_term - 1,
                   component = t->order == 1 && t->predictor[0] < out->n_predictor &&
                               runs->varied[out->predictor[t->predictor[0]]].component;
        effect[j] = block || component ? (double)NAN : effect[j];
    }
}

/* Lenth's margins are those of all contrasts that the points have, where these are orthogonal:
 * those that no term uses tell how large chance is. */
static bool
rank_effects(struct quire_arena *arena, struct quire_measured_analysis *out,
             const struct quire_runs *runs, const double *y, const size_t *run, double confidence)
{
    const size_t m = out->fit.m;
    double *effect = quire_arena_get(arena, out->fit.n, sizeof *effect),
           *all = calloc(m + 1, sizeof *all);

    out->bar = quire_arena_get(arena, out->fit.n, sizeof *out->bar);
    bool good = effect != NULL && out->bar != NULL && all != NULL &&
                quire_analysis_contrasts(all, &out->n_contrast, out, runs, y, run, m);
    if (good) {
        find_effects(effect, out, runs);
    }
    for (size_t j = 0; good && j < out->fit.n; j++) {
        if (!isnan(effect[j])) {
            out->bar[out->n_bar++] = (struct quire_bar){j, effect[j], 0};
        }
    }
    if (good) {
        qsort(out->bar, out->n_bar, sizeof *out->bar, compare_bars);
    }
    const bool complete = out->n_contrast >= out->n_bar;
    out->n_contrast = complete ? out->n_contrast : 0;
    for (size_t i = 0; good && i < out->n_bar; i++) {
        const double size = fabs(out->bar[i].effect);
        out->bar[i].place = complete
                                ? quire_half_normal_place(count_smaller(all, out->n_contrast, size),
                                                          out->n_contrast)
                                : quire_half_normal_place(out->n_bar - 1 - i, out->n_bar);
    }
    good = good && (complete ? quire_lenth(&out->lenth, all, out->n_contrast, confidence)
                             : quire_lenth(&out->lenth, effect, out->fit.n, confidence));
    free(all);
    return good;
}

size_t
quire_analysis_aliased(const struct quire_measured_analysis *m)
{
    size_t n = 0;

    for (size_t j = 0; j < m->fit.n; j++) {
        n += m->fit.coefficient[j].aliased && !(m->has_block && m->x.term[j] == m->n_term - 1);
    }
    return n;
}

/* ---- surface: b0 + b'x + x'B x of the predictors, in coded units */

static bool
is_surface(const struct quire_measured_analysis *out, const struct quire_runs *runs)
{
    bool numbers = out->order == QUIRE_MODEL_SQUARES && out->n_predictor > 0 &&
                   quire_analysis_aliased(out) == 0;
    size_t squares = 0;

    for (size_t i = 0; i < out->n_predictor; i++) {
        numbers = numbers && !runs->varied[out->predictor[i]].words &&
                  !runs->varied[out->predictor[i]].noise;
    }
    for (size_t t = 0; t < out->n_term; t++) {
        squares +=
            out->term[t].order == 2 && out->term[t].predictor[0] == out->term[t].predictor[1];
    }
    return numbers && squares == out->n_predictor;
}

static bool
find_surface(struct quire_arena *arena, struct quire_measured_analysis *out)
{
    const size_t n = out->n_predictor;
    double *b = quire_arena_get(arena, n, sizeof *b),
           *curvature = quire_arena_get(arena, n * n, sizeof *curvature), constant = 0;

    out->stationary = quire_arena_get(arena, n, sizeof *out->stationary);
    out->along = quire_arena_get(arena, n, sizeof *out->along);
    out->axis = quire_arena_get(arena, n * n, sizeof *out->axis);
    if (b == NULL || curvature == NULL || out->stationary == NULL || out->along == NULL ||
        out->axis == NULL) {
        return false;
    }
    for (size_t c = 0; c < out->fit.n; c++) { /* all are numbers: one column a term */
        const struct quire_term *t = &out->term[out->x.term[c]];
        const double value = out->fit.coefficient[c].value;
        const size_t i = t->predictor[0], j = t->predictor[1];
        if (t->order == 0) {
            constant = value;
        } else if (i == n) { /* a block; they come to 0 on average */
            continue;
        } else if (t->order == 1) {
            b[i] = value;
        } else {
            curvature[i * n + j] = curvature[j * n + i] = i == j ? value : 0.5 * value;
        }
    }
    out->has_surface = quire_surface_analyse(&out->surface, n, constant, b, curvature,
                                             out->stationary, out->along, out->axis);
    out->inside = out->has_surface;
    for (size_t i = 0; i < n; i++) {
        out->inside = out->inside && fabs(out->stationary[i]) <= 1;
    }
    return true;
}

/* a model would explain rounding */
static bool
is_constant(const double *y, size_t m)
{
    size_t same = 1;

    while (same < m && y[same] == y[0]) {
        same++;
    }
    return same >= m;
}

/* ---- the whole */

/* the model of y (m) and its tests */
static bool
fit_whole(struct quire_measured_analysis *out, const struct quire_runs *runs, const double *y,
          const size_t *point, const size_t *run, size_t m, double confidence)
{
    return quire_analysis_matrix(&out->x, runs, out->predictor, out->n_predictor, out->term,
                                 out->n_term, run, m) &&
           quire_fit_make(&out->fit, &out->x, y, point, confidence) &&
           quire_anova(out->anova, &out->residual, QUIRE_ANOVA_II, &out->x, out->term, out->n_term,
                       y);
}

/* the same of many runs, whose rows are never all in memory */
static bool
fit_rows(struct quire_measured_analysis *out, const struct quire_runs *runs, const double *y,
         const size_t *point, const size_t *run, size_t m, double confidence)
{
    struct quire_analysis_rows rows;
    bool good = quire_analysis_rows_begin(&rows, &out->x, runs, out, run, m) &&
                quire_fit_rows(&out->fit, &rows.rows, y, point, confidence);

    if (good) {
        const double *effects;
        const struct quire_regressors reduced = quire_fit_reduced(&out->fit, out->x.term, &effects);
        good = quire_anova_of_runs(out->anova, &out->residual, QUIRE_ANOVA_II, &reduced, out->term,
                                   out->n_term, effects, m);
    }
    quire_analysis_rows_clear(&rows);
    return good;
}

static bool
fit_model(struct quire_arena *arena, struct quire_measured_analysis *out,
          const struct quire_runs *runs, const struct quire_model_choice *choice, double *y,
          const size_t *run, size_t m, double confidence)
{
    size_t *point = calloc(m + 1, sizeof *point), points, draws = m;
    if (point == NULL) {
        return false;
    }
    count_numbers(runs->point, run, m, point, &points);
    if (runs->draw != NULL) {
        count_numbers(runs->draw, run, m, point, &draws);
    }
    bool good = choice->n_term > 0 ? quire_analysis_take_terms(arena, out, runs, choice, m)
                                   : choose_terms(arena, out, runs, run, m, points, draws);
    if (!good || out->order == QUIRE_MODEL_NONE) {
        free(point);
        return good;
    }
    good = quire_analysis_transform(out, runs, choice->transform, y, run, m, confidence) &&
           (!choice->select || quire_analysis_select(out, runs, y, run, m));
    for (size_t i = 0; i < m; i++) {
        point[i] = runs->point[run[i]];
    }
    /* runs of a point differ by noise: where that is in the model itself they are no repetitions */
    const bool repeated = !has_noise_terms(runs, out->predictor, out->n_predictor);
    out->anova = quire_arena_get(arena, out->n_term, sizeof *out->anova);
    good = good && out->anova != NULL &&
           (m > QUIRE_ROWS_LIMIT ? fit_rows : fit_whole)(out, runs, y, repeated ? point : NULL, run,
                                                         m, confidence) &&
           rank_effects(arena, out, runs, y, run, confidence);
    out->has_diagnosis = good && quire_diagnosis_status(&out->fit) == QUIRE_MODEL_FINE;
    /* t tests where points were repeated, and where contrasts that no term uses are not orthogonal
     */
    if (good && (points < m || out->n_contrast == 0) && out->fit.freedom > 0) {
        out->error_margin =
            quire_upper_quantile(quire_student(out->fit.freedom), (1 - confidence) / 2) * 2 *
            out->fit.deviation / sqrt((double)m);
    }
    if (good && is_surface(out, runs)) {
        good = find_surface(arena, out);
    }
    free(point);
    return good;
}

bool
quire_analysis_model(struct quire_arena *arena, struct quire_measured_analysis *out,
                     const struct quire_runs *runs, const struct quire_model_choice *choice,
                     const double *y, const size_t *run, size_t m, double confidence)
{
    out->error_margin = out->pure_error = (double)NAN;
    out->lambda = 1;
    if (is_constant(y, m)) {
        return true;
    }
    double *modelled = calloc(m + 1, sizeof *modelled);
    bool good = modelled != NULL;
    if (good) {
        memcpy(modelled, y, m * sizeof *modelled);
        good = fit_model(arena, out, runs, choice, modelled, run, m, confidence);
    }
    free(modelled);
    return good;
}
