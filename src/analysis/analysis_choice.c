/* Models that are asked for: by terms, by selection, of a transformed response. */
#include "analysis/analysis_parts.h"

#include <math.h>
#include <stdlib.h>

#include "stat/model/select.h"

#define LEAST_POWER (-2.0) /* of Box and Cox */
#define MOST_POWER  2.0

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

bool
quire_analysis_select(struct quire_measured_analysis *out, const struct quire_runs *runs,
                      const double *y, const size_t *run, size_t m)
{
    struct quire_regressors x = {0};
    struct quire_selection s = {0};
    bool *fixed = calloc(out->n_term + 1, sizeof *fixed);
    bool good = fixed != NULL && quire_analysis_matrix(&x, runs, out->predictor, out->n_predictor,
                                                       out->term, out->n_term, run, m);

    if (good && out->has_block) {
        fixed[out->n_term - 1] = true;
    }
    for (size_t t = 0; good && t < out->n_term; t++) { /* their sum is the constant */
        const struct quire_term *term = &out->term[t];
        fixed[t] = fixed[t] || is_component(out, runs, term);
    }
    const enum quire_model_status status =
        good ? quire_selection_make(&s, &x, out->term, out->n_term, fixed, y) : QUIRE_MODEL_MEMORY;
    good = status != QUIRE_MODEL_MEMORY;
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
    quire_regressors_clear(&x);
    free(fixed);
    return good;
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
    struct quire_regressors x = {0};
    size_t at = 0;
    bool good = quire_analysis_matrix(&x, runs, out->predictor, out->n_predictor, out->term,
                                      out->n_term, run, m);

    const enum quire_model_status status =
        good ? quire_box_cox_make(&out->power, &x, y, LEAST_POWER, MOST_POWER, confidence, &at)
             : QUIRE_MODEL_MEMORY;
    quire_regressors_clear(&x);
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
