/* Terms of models: those that there are, their columns, the names of these, coded values. */
#include "analysis/analysis_parts.h"

#include <math.h>
#include <stdlib.h>

#include "math/detmath.h"

/* it differs, and a model can tell how */
static bool
is_predictor(const struct quire_runs *runs, const struct quire_varied *v, size_t *values)
{
    double seen[3];

    *values = 0;
    if (v->words && v->n_level == 0) {
        return false; /* too many words to be levels */
    }
    for (size_t r = 0; r < runs->n && *values < 3; r++) {
        const double x = v->words           ? (double)v->which[r]
                         : v->coded != NULL ? v->coded[r]
                                            : (double)NAN;
        bool is_new = isfinite(x);
        for (size_t k = 0; k < *values; k++) {
            is_new = is_new && seen[k] != x;
        }
        if (is_new) {
            seen[(*values)++] = x;
        }
    }
    return *values > 1 && (!v->words || v->n_level > 1);
}

bool
quire_analysis_is_mixture(const struct quire_runs *runs)
{
    bool any = false;

    for (size_t i = 0; i < runs->n_varied; i++) {
        any = any || runs->varied[i].component;
    }
    return any;
}

static void
add_term(struct quire_term *term, size_t *n, size_t order, size_t a, size_t b)
{
    term[(*n)++] = (struct quire_term){order, {a, b}};
}

bool
quire_analysis_terms(struct quire_arena *arena, const struct quire_runs *runs,
                     enum quire_model_order order, size_t **predictor, size_t *n_predictor,
                     struct quire_term **term, size_t *n_term)
{
    const size_t n = runs->n_varied;
    size_t *values = quire_arena_get(arena, n, sizeof *values);

    *predictor = quire_arena_get(arena, n + 1, sizeof **predictor);
    *term = quire_arena_get(arena, 2 + 2 * n + n * n, sizeof **term);
    *n_predictor = *n_term = 0;
    if (values == NULL || *predictor == NULL || *term == NULL) {
        return false;
    }
    if (!quire_analysis_is_mixture(runs)) {
        add_term(*term, n_term, 0, 0, 0);
    }
    for (size_t i = 0; i < n; i++) {
        if (is_predictor(runs, &runs->varied[i], &values[*n_predictor])) {
            add_term(*term, n_term, 1, *n_predictor, 0);
            (*predictor)[(*n_predictor)++] = i;
        }
    }
    (*predictor)[*n_predictor] = n; /* the block */
    for (size_t i = 0; i < *n_predictor && order >= QUIRE_MODEL_SQUARES; i++) {
        const struct quire_varied *v = &runs->varied[(*predictor)[i]];
        if (!v->words && !v->noise && !v->component && values[i] > 2) {
            add_term(*term, n_term, 2, i, i);
        }
    }
    for (size_t i = 0; i < *n_predictor && order >= QUIRE_MODEL_NOISE_INTERACTIONS; i++) {
        for (size_t j = i + 1; j < *n_predictor; j++) {
            const int noise =
                runs->varied[(*predictor)[i]].noise + runs->varied[(*predictor)[j]].noise;
            if (noise == 1 || (noise == 0 && order >= QUIRE_MODEL_INTERACTIONS)) {
                add_term(*term, n_term, 2, i, j);
            }
        }
    }
    return true;
}

/* with the block's behind the predictors; to be freed, NULL if memory ran out */
static struct quire_predictor *
make_predictors(const struct quire_runs *runs, const size_t *predictor, size_t n_predictor)
{
    struct quire_predictor *p = calloc(n_predictor + 1, sizeof *p);

    for (size_t i = 0; p != NULL && i < n_predictor; i++) {
        const struct quire_varied *v = &runs->varied[predictor[i]];
        p[i] = (struct quire_predictor){v->words ? v->n_level : 0, v->coded, v->which};
    }
    if (p != NULL) {
        p[n_predictor] = (struct quire_predictor){runs->n_block, NULL, runs->block};
    }
    return p;
}

bool
quire_analysis_matrix(struct quire_regressors *out, const struct quire_runs *runs,
                      const size_t *predictor, size_t n_predictor, const struct quire_term *term,
                      size_t n_term, const size_t *run, size_t m)
{
    struct quire_predictor *p = make_predictors(runs, predictor, n_predictor);
    const bool good = p != NULL && quire_regressors_make(out, p, term, n_term, run, m);

    free(p);
    return good;
}

bool
quire_analysis_columns(size_t *n, const struct quire_runs *runs, const size_t *predictor,
                       size_t n_predictor, const struct quire_term *term, size_t n_term)
{
    struct quire_predictor *p = make_predictors(runs, predictor, n_predictor);

    *n = p != NULL ? quire_regressors_columns(p, term, n_term) : 0;
    free(p);
    return p != NULL;
}

bool
quire_analysis_rows_begin(struct quire_analysis_rows *out, struct quire_regressors *x,
                          const struct quire_runs *runs, const struct quire_measured_analysis *m,
                          const size_t *run, size_t n)
{
    *out = (struct quire_analysis_rows){.predictor =
                                            make_predictors(runs, m->predictor, m->n_predictor)};
    out->source = (struct quire_row_source){out->predictor, m->term, m->n_term, run};
    return out->predictor != NULL && quire_regressors_rows(x, &out->rows, &out->source, n);
}

void
quire_analysis_rows_clear(struct quire_analysis_rows *self)
{
    free(self->predictor);
    *self = (struct quire_analysis_rows){0};
}

enum quire_model_order
quire_analysis_order(const struct quire_measured_analysis *out, const struct quire_runs *runs)
{
    enum quire_model_order order = QUIRE_MODEL_MAIN;

    for (size_t t = 0; t < out->n_term; t++) {
        const struct quire_term *term = &out->term[t];
        if (term->order == 2) {
            const size_t a = term->predictor[0], b = term->predictor[1];
            const bool noise =
                runs->varied[out->predictor[a]].noise || runs->varied[out->predictor[b]].noise;
            const enum quire_model_order own = a == b  ? QUIRE_MODEL_SQUARES
                                               : noise ? QUIRE_MODEL_NOISE_INTERACTIONS
                                                       : QUIRE_MODEL_INTERACTIONS;
            order = own > order ? own : order;
        }
    }
    return order;
}

size_t
quire_analysis_first_column(const struct quire_regressors *x, size_t column)
{
    while (column > 0 && x->term[column - 1] == x->term[column]) {
        column--;
    }
    return column;
}

double
quire_analysis_contrast(const struct quire_varied *v, size_t contrast, double level)
{
    return level == (double)contrast ? 1 : level == (double)v->n_level - 1 ? -1 : 0;
}

/* predictors of a term from `at` on that are the same */
static size_t
power_at(const struct quire_term *t, size_t at)
{
    size_t power = 1;

    while (at + power < t->order && t->predictor[at + power] == t->predictor[at]) {
        power++;
    }
    return power;
}

void
quire_analysis_term_name(struct quire_text *out, const struct quire_runs *runs,
                         const size_t *predictor, const struct quire_term *t)
{
    quire_text_add(out, t->order == 0 ? "constant" : "");
    for (size_t i = 0, power; i < t->order; i += power) {
        const size_t v = predictor[t->predictor[i]];
        power = power_at(t, i);
        quire_text_format(out, "%s%s", i > 0 ? " x " : "",
                          v < runs->n_varied ? runs->varied[v].name : "block");
        if (power > 1) {
            quire_text_format(out, "^%zu", power);
        }
    }
}

void
quire_analysis_column(struct quire_text *out, const struct quire_runs *runs,
                      const size_t *predictor, const struct quire_term *term,
                      const struct quire_regressors *x, size_t column)
{
    const struct quire_term *t = &term[x->term[column]];
    size_t rest = column - quire_analysis_first_column(x, column);

    if (t->order == 0) {
        quire_text_add(out, "constant");
    }
    if (t->order > 0 && predictor[t->predictor[0]] == runs->n_varied) {
        quire_text_format(out, "block=%zu", rest + 1);
        return;
    }
    for (size_t i = 0, power; i < t->order; i += power) {
        const struct quire_varied *v = &runs->varied[predictor[t->predictor[i]]];
        power = power_at(t, i);
        quire_text_add(out, i > 0 ? " x " : "");
        quire_text_add(out, v->name);
        if (v->words) {
            const size_t n = v->n_level - 1;
            quire_text_format(out, "=%s", v->level[rest % n]);
            rest /= n;
        }
        if (power > 1) {
            quire_text_format(out, "^%zu", power);
        }
    }
}

double
quire_analysis_coded(const struct quire_varied *v, double si)
{
    if (!(v->low_si != v->high_si)) {
        return 0;
    }
    return v->logarithmic ? 2 * quire_log(si / v->low_si) / quire_log(v->high_si / v->low_si) - 1
                          : (2 * si - (v->low_si + v->high_si)) / (v->high_si - v->low_si);
}

double
quire_analysis_si(const struct quire_varied *v, double coded)
{
    return v->logarithmic
               ? v->low_si * quire_exp(0.5 * (coded + 1) * quire_log(v->high_si / v->low_si))
               : 0.5 * (v->low_si + v->high_si) + 0.5 * coded * (v->high_si - v->low_si);
}
