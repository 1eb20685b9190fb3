/* Models that are asked for: by terms, by selection, of a transformed response. */
#include "analysis/analysis_parts.h"

#include <math.h>
#include <stdlib.h>

#include "stat/model/select.h"

#define LEAST_POWER (-5.0) /* of Box and Cox */
#define MOST_POWER  5.0
#define POWER_RUNS  10000 /* that it is found from, of more than QUIRE_ROWS_LIMIT */

bool
quire_analysis_take_terms(struct quire_arena *arena, struct quire_measured_analysis *out,
                          const struct quire_runs *runs, const struct quire_model_choice *choice,
                          size_t m)
{
    if (!quire_analysis_terms(arena, runs, QUIRE_MODEL_MAIN, &out->predictor, &out->n_predictor,
                              &out->term, &out->n_term)) {
        return false;
    }
    out->term = quire_arena_get(arena, choice->n_term + 2, sizeof *out->term);
    if (out->term == NULL) {
        return false;
    }
    out->n_term = quire_analysis_is_mixture(runs) ? 0 : 1; /* the constant */
    for (size_t t = 0; t < choice->n_term; t++) {
        struct quire_term own = choice->term[t];
        bool known = true;
        for (size_t i = 0; i < own.order; i++) {
            size_t at = 0;
            while (at < out->n_predictor && out->predictor[at] != own.predictor[i]) {
                at++;
            }
            known = known && at < out->n_predictor;
            own.predictor[i] = at;
        }
        if (known) {
            out->term[out->n_term++] = own;
        } else {
            out->n_unknown++;
        }
    }
    out->order =
        out->n_term > 1 && out->n_term <= m ? quire_analysis_order(out, runs) : QUIRE_MODEL_NONE;
    return true;
}

static bool
is_component(const struct quire_measured_analysis *out, const struct quire_runs *runs,
             const struct quire_term *term)
{
    const size_t first = term->order == 1 ? term->predictor[0] : out->n_predictor;

    return first < out->n_predictor && runs->varied[out->predictor[first]].component;
}

/* of many runs by their triangle */
static enum quire_model_status
select_of_rows(struct quire_selection *out, const struct quire_measured_analysis *m,
               const struct quire_runs *runs, const bool *fixed, const double *y, const size_t *run,
               size_t n)
{
    struct quire_regressors x = {0};
    struct quire_analysis_rows rows;
    enum quire_model_status status = QUIRE_MODEL_MEMORY;
    double *triangle = NULL;

    if (quire_analysis_rows_begin(&rows, &x, runs, m, run, n) &&
        (triangle = calloc((x.n + 1) * (x.n + 1), sizeof *triangle)) != NULL &&
        quire_rows_triangle(triangle, &rows.rows, y)) {
        const struct quire_regressors reduced = {x.n + 1, x.n, triangle, x.term};
        status = quire_selection_of_runs(out, &reduced, m->term, m->n_term, fixed,
                                         triangle + x.n * (x.n + 1), n);
    }
    free(triangle);
    quire_analysis_rows_clear(&rows);
    quire_regressors_clear(&x);
    return status;
}

static enum quire_model_status
select_of_matrix(struct quire_selection *out, const struct quire_measured_analysis *m,
                 const struct quire_runs *runs, const bool *fixed, const double *y,
                 const size_t *run, size_t n)
{
    struct quire_regressors x = {0};
    const enum quire_model_status status =
        quire_analysis_matrix(&x, runs, m->predictor, m->n_predictor, m->term, m->n_term, run, n)
            ? quire_selection_make(out, &x, m->term, m->n_term, fixed, y)
            : QUIRE_MODEL_MEMORY;

    quire_regressors_clear(&x);
    return status;
}

bool
quire_analysis_select(struct quire_measured_analysis *out, const struct quire_runs *runs,
                      const double *y, const size_t *run, size_t m)
{
    struct quire_selection s = {0};
    bool *fixed = calloc(out->n_term + 1, sizeof *fixed);

    if (fixed == NULL) {
        return false;
    }
    if (out->has_block) {
        fixed[out->n_term - 1] = true;
    }
    for (size_t t = 0; t < out->n_term; t++) { /* their sum is the constant */
        const struct quire_term *term = &out->term[t];
        fixed[t] = fixed[t] || is_component(out, runs, term);
    }
    const enum quire_model_status status =
        (m > QUIRE_ROWS_LIMIT ? select_of_rows : select_of_matrix)(&s, out, runs, fixed, y, run, m);
    size_t kept = 0;
    for (size_t t = 0; status == QUIRE_MODEL_FINE && t < out->n_term; t++) {
        if (s.term[t].kept) {
            out->term[kept++] = out->term[t];
        } else {
            out->n_dropped++;
        }
    }
    out->n_term = status == QUIRE_MODEL_FINE ? kept : out->n_term;
    out->order = quire_analysis_order(out, runs);
    quire_selection_clear(&s);
    free(fixed);
    return status != QUIRE_MODEL_MEMORY;
}

/* an even part of many runs: one of each of `n` stretches, at places that no period of a design
 * meets */
static void
take_part(size_t *part_run, double *part_y, size_t n, const double *y, const size_t *run, size_t m)
{
    const double golden = 0.61803398874989484820;

    for (size_t i = 0; i < n; i++) {
        const double share = golden * (double)i, at = (double)i + (share - floor(share));
        const size_t k = (size_t)(at * ((double)m / (double)n));
        part_run[i] = run[k < m ? k : m - 1];
        part_y[i] = y[k < m ? k : m - 1];
    }
}

static enum quire_model_status
find_power(struct quire_measured_analysis *out, const struct quire_runs *runs, const double *y,
           const size_t *run, size_t m, double confidence)
{
    struct quire_regressors x = {0};
    const enum quire_model_status status =
        quire_analysis_matrix(&x, runs, out->predictor, out->n_predictor, out->term, out->n_term,
                              run, m)
            ? quire_box_cox_make(&out->power, &x, y, LEAST_POWER, MOST_POWER, confidence, NULL)
            : QUIRE_MODEL_MEMORY;

    quire_regressors_clear(&x);
    return status;
}

/* of POWER_RUNS of many: each of some hundred likelihoods is a sum over all runs */
static enum quire_model_status
find_power_of_part(struct quire_measured_analysis *out, const struct quire_runs *runs,
                   const double *y, const size_t *run, size_t m, double confidence)
{
    size_t *part_run = calloc(POWER_RUNS, sizeof *part_run), positive = 0;
    double *part_y = calloc(POWER_RUNS, sizeof *part_y);
    enum quire_model_status status = QUIRE_MODEL_MEMORY;

    while (positive < m && y[positive] > 0) {
        positive++;
    }
    if (part_run != NULL && part_y != NULL) {
        take_part(part_run, part_y, POWER_RUNS, y, run, m);
        status = positive < m ? QUIRE_MODEL_NOT_POSITIVE
                              : find_power(out, runs, part_y, part_run, POWER_RUNS, confidence);
    }
    free(part_run);
    free(part_y);
    return status;
}

bool
quire_analysis_transform(struct quire_measured_analysis *out, const struct quire_runs *runs,
                         enum quire_transform asked, double *y, const size_t *run, size_t m,
                         double confidence)
{
    static const double lambda[] = {[QUIRE_TRANSFORM_NONE] = 1,
                                    [QUIRE_TRANSFORM_LOG] = 0,
                                    [QUIRE_TRANSFORM_ROOT] = 0.5,
                                    [QUIRE_TRANSFORM_RECIPROCAL] = -1,
                                    [QUIRE_TRANSFORM_POWER] = 1};
    const enum quire_model_status status =
        (m > QUIRE_ROWS_LIMIT ? find_power_of_part : find_power)(out, runs, y, run, m, confidence);

    out->has_power = status == QUIRE_MODEL_FINE;
    out->not_positive = asked != QUIRE_TRANSFORM_NONE && status == QUIRE_MODEL_NOT_POSITIVE;
    out->lambda = out->not_positive                                  ? 1
                  : asked == QUIRE_TRANSFORM_POWER && out->has_power ? out->power.usual
                                                                     : lambda[asked];
    for (size_t i = 0; out->lambda != 1 && i < m; i++) {
        y[i] = quire_box_cox(y[i], out->lambda);
    }
    return status != QUIRE_MODEL_MEMORY;
}

double
quire_analysis_value(const struct quire_measured_analysis *m, double modelled)
{
    double value = (double)NAN;

    if (m->lambda == 1 || isnan(modelled)) {
        return modelled;
    }
    return quire_box_cox_inverse(modelled, m->lambda, &value) ? value
           : m->lambda > 0                                    ? 0
                                                              : HUGE_VAL;
}
