/* An analysis as JSON. */
#include "analysis/json/analysis_json.h"

#include <math.h>
#include <string.h>

#define SCHEMA "quire-study-analysis-1"

/* ---- runs */

static void
write_varied(struct quire_json *out, const struct quire_runs *runs)
{
    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_open(out, "variables", '[', true);
    for (size_t i = 0; i < runs->n_varied; i++) {
        const struct quire_varied *v = &runs->varied[i];
        quire_json_open_item(out);
        quire_json_string(out, "name", v->name);
        quire_json_string(out, "unit", v->unit);
        quire_json_string(out, "low", v->low);
        quire_json_string(out, "high", v->high);
        quire_json_string(out, "role", v->noise ? "noise" : "factor");
        quire_json_bool(out, "words", v->words);
        if (v->component) {
            quire_json_bool(out, "component", true);
        }
        quire_json_open(out, "levels", '[', true);
        for (size_t l = 0; l < v->n_level; l++) {
            quire_json_string(out, NULL, v->level[l]);
        }
        quire_json_close(out, '[');
        quire_json_close(out, '{');
    }
    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_close(out, '[');
}

static void
write_value(struct quire_json *out, const struct quire_runs *runs, size_t variable, size_t run)
{
    const struct quire_varied *v = &runs->varied[variable];
    struct quire_text text = {0};

    if (v->n_level > 0) {
        quire_json_count(out, NULL, v->which[run]);
    } else if (quire_analysis_run_text(&text, runs, variable, run)) {
        quire_json_string(out, NULL, text.data != NULL ? text.data : "");
    } else {
        quire_json_number(out, NULL, v->coded != NULL ? v->coded[run] : (double)NAN);
    }
    quire_text_clear_part(&text, out->text);
}

static void
write_run(struct quire_json *out, const struct quire_runs *runs, size_t r)
{
    quire_json_break(out, QUIRE_LINE_ITEM);
    quire_json_open(out, NULL, '[', true);
    quire_json_count(out, NULL, runs->index[r]);
    quire_json_integer(out, NULL, runs->outcome[r]);
    for (size_t i = 0; i < runs->n_varied; i++) {
        write_value(out, runs, i, r);
    }
    for (size_t i = 0; i < runs->n_measured; i++) {
        quire_json_number(out, NULL, runs->measured[i].value[r]);
    }
    quire_json_close(out, '[');
}

/* columns: number, outcome, levels (their numbers) or texts, responses */
static void
write_runs(struct quire_json *out, const struct quire_runs *runs, size_t most)
{
    const size_t step = most == 0 ? 0 : runs->n > most ? (runs->n + most - 1) / most : 1;

    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_open(out, "runs", '[', true);
    for (size_t r = 0; step > 0 && r < runs->n; r += step) {
        write_run(out, runs, r);
    }
    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_close(out, '[');
}

/* ---- responses */

static void
write_summary(struct quire_json *out, const struct quire_statistics *s, size_t n, size_t missing)
{
    quire_json_count(out, "n", n);
    quire_json_count(out, "missing", missing);
    quire_json_number(out, "mean", s->mean);
    quire_json_interval(out, "mean_interval", s->mean_interval);
    quire_json_number(out, "deviation", s->deviation);
    quire_json_interval(out, "deviation_interval", s->deviation_interval);
    quire_json_number(out, "least", s->least);
    quire_json_number(out, "most", s->most);
    quire_json_number(out, "median", s->median);
    quire_json_number(out, "robust_deviation", s->robust_deviation);
    quire_json_numbers(out, "percentile_shares", quire_percentiles, QUIRE_PERCENTILES);
    quire_json_numbers(out, "percentiles", s->percentile, QUIRE_PERCENTILES);
    quire_json_number(out, "cp", s->capability.cp);
    quire_json_interval(out, "cp_interval", s->capability.cp_interval);
    quire_json_number(out, "cpk", s->capability.cpk);
    quire_json_interval(out, "cpk_interval", s->capability.cpk_interval);
    quire_json_number(out, "sn_smaller_better", s->ratio.smaller);
    quire_json_number(out, "sn_larger_better", s->ratio.larger);
    quire_json_number(out, "sn_nominal_better", s->ratio.nominal);
}

/* each draw once */
static void
write_setting_summaries(struct quire_json *out, const struct quire_analysis *a,
                        const struct quire_measured_analysis *m, size_t most)
{
    const size_t n = m->setting == NULL ? 0 : a->n_setting < most ? a->n_setting : most;

    quire_json_break(out, QUIRE_LINE_PART);
    quire_json_open(out, "settings", '[', true);
    for (size_t s = 0; s < n; s++) {
        quire_json_open_item(out);
        write_summary(out, &m->setting[s].of, m->setting[s].of.n, m->setting[s].missing);
        quire_json_close(out, '{');
    }
    quire_json_close(out, '[');
}

static void
write_cells(struct quire_json *out, const char *key, const struct quire_cell *cell, size_t n)
{
    quire_json_open(out, key, '[', true);
    for (size_t l = 0; l < n; l++) {
        quire_json_open(out, NULL, '[', true);
        quire_json_count(out, NULL, cell[l].n);
        quire_json_number(out, NULL, cell[l].mean);
        quire_json_number(out, NULL, cell[l].deviation);
        quire_json_number(out, NULL, cell[l].error);
        quire_json_close(out, '[');
    }
    quire_json_close(out, '[');
}

static void
write_pair(struct quire_json *out, const struct quire_runs *runs, const struct quire_cell *cell,
           size_t i, size_t k)
{
    quire_json_open_item(out);
    quire_json_open(out, "of", '[', true);
    quire_json_count(out, NULL, i);
    quire_json_count(out, NULL, k);
    quire_json_close(out, '[');
    write_cells(out, "cells", cell, runs->varied[i].n_level * runs->varied[k].n_level);
    quire_json_close(out, '{');
}

/* cells are [runs, mean, deviation, standard error of the mean] */
static void
write_tables(struct quire_json *out, const struct quire_runs *runs,
             const struct quire_measured_analysis *m)
{
    const size_t n = runs->n_varied;

    quire_json_break(out, QUIRE_LINE_PART);
    quire_json_open(out, "levels", '[', true);
    for (size_t i = 0; i < n; i++) {
        quire_json_break(out, QUIRE_LINE_ITEM);
        write_cells(out, NULL, m->level[i], m->level[i] != NULL ? runs->varied[i].n_level : 0);
    }
    quire_json_close(out, '[');
    quire_json_break(out, QUIRE_LINE_PART);
    quire_json_open(out, "pairs", '[', true);
    for (size_t k = 0; k < n * n; k++) {
        if (m->pair[k] != NULL) {
            write_pair(out, runs, m->pair[k], k / n, k % n);
        }
    }
    quire_json_close(out, '[');
}

static void
write_ratios(struct quire_json *out, const struct quire_ratios *r)
{
    quire_json_number(out, NULL, r->smaller);
    quire_json_number(out, NULL, r->larger);
    quire_json_number(out, NULL, r->nominal);
}

static void
write_signal_points(struct quire_json *out, const struct quire_measured_analysis *m, size_t most)
{
    const size_t step = most == 0 ? 0 : m->n_signal > most ? (m->n_signal + most - 1) / most : 1;

    quire_json_open(out, "points", '[', true);
    for (size_t i = 0; step > 0 && i < m->n_signal; i += step) {
        const struct quire_signal *s = &m->signal[i];
        quire_json_open(out, NULL, '[', true);
        quire_json_count(out, NULL, s->point);
        quire_json_count(out, NULL, s->n);
        quire_json_number(out, NULL, s->mean);
        quire_json_number(out, NULL, s->deviation);
        write_ratios(out, &s->ratio);
        quire_json_count(out, NULL, s->missing);
        quire_json_close(out, '[');
    }
    quire_json_close(out, '[');
}

/* points: [number, runs, mean, deviation, smaller, larger, nominal is better, runs without a
 * number]; levels of variables: their means of the three */
static void
write_signal(struct quire_json *out, const struct quire_runs *runs,
             const struct quire_measured_analysis *m, size_t most)
{
    quire_json_break(out, QUIRE_LINE_PART);
    if (m->n_signal == 0) {
        quire_json_string(out, "signal_to_noise", NULL);
        return;
    }
    quire_json_open(out, "signal_to_noise", '{', true);
    write_signal_points(out, m, most);
    quire_json_open(out, "levels", '[', true);
    for (size_t i = 0; i < runs->n_varied; i++) {
        quire_json_open(out, NULL, '[', true);
        for (size_t l = 0; m->signal_level[i] != NULL && l < runs->varied[i].n_level; l++) {
            quire_json_open(out, NULL, '[', true);
            write_ratios(out, &m->signal_level[i][l]);
            quire_json_close(out, '[');
        }
        quire_json_close(out, '[');
    }
    quire_json_close(out, '[');
    quire_json_close(out, '{');
}

static void
write_test(struct quire_json *out, const char *key, const struct quire_f_test *t)
{
    quire_json_open(out, key, '{', true);
    quire_json_number(out, "sum", t->sum);
    quire_json_number(out, "freedom", t->freedom);
    quire_json_number(out, "mean_square", t->mean_square);
    quire_json_number(out, "f", t->f);
    quire_json_number(out, "p", t->p);
    quire_json_close(out, '{');
}

static void
write_coefficient(struct quire_json *out, const struct quire_runs *runs,
                  const struct quire_measured_analysis *m, size_t j)
{
    const struct quire_coefficient *c = &m->fit.coefficient[j];
    const struct quire_term *t = &m->term[m->x.term[j]];
    const bool block = m->has_block && m->x.term[j] == m->n_term - 1;

    quire_json_open_item(out);
    quire_json_number(out, "value", c->aliased ? (double)NAN : c->value);
    quire_json_column_name(out, runs, m->predictor, m->term, &m->x, j);
    quire_json_bool(out, "block", block);
    quire_json_open(out, "of", '[', true);
    for (size_t i = 0; i < t->order && !block; i++) {
        quire_json_count(out, NULL, m->predictor[t->predictor[i]]);
    }
    quire_json_close(out, '[');
    quire_json_open(out, "contrasts", '[', true); /* of words: whose column it is */
    for (size_t i = 0, rest = j - quire_analysis_first_column(&m->x, j); i < t->order && !block;
         i++) {
        const struct quire_varied *v = &runs->varied[m->predictor[t->predictor[i]]];
        quire_json_number(out, NULL, v->words ? (double)(rest % (v->n_level - 1)) : (double)NAN);
        rest /= v->words ? v->n_level - 1 : 1;
    }
    quire_json_close(out, '[');
    quire_json_number(out, "error", c->error);
    quire_json_number(out, "t", c->t);
    quire_json_number(out, "p", c->p);
    quire_json_number(out, "low", c->low);
    quire_json_number(out, "high", c->high);
    quire_json_number(out, "inflation", c->inflation);
    quire_json_bool(out, "aliased", c->aliased);
    quire_json_close(out, '{');
}

static void
write_coefficients(struct quire_json *out, const struct quire_runs *runs,
                   const struct quire_measured_analysis *m)
{
    quire_json_break(out, QUIRE_LINE_PART);
    quire_json_open(out, "columns", '[', true);
    for (size_t j = 0; j < m->fit.n; j++) {
        write_coefficient(out, runs, m, j);
    }
    quire_json_close(out, '[');
}

static void
write_anova(struct quire_json *out, const struct quire_runs *runs,
            const struct quire_measured_analysis *m)
{
    quire_json_break(out, QUIRE_LINE_PART);
    quire_json_open(out, "anova", '{', true);
    quire_json_integer(out, "type", 2);
    quire_json_open(out, "terms", '[', true);
    for (size_t t = 1; t < m->n_term; t++) {
        quire_json_open_item(out);
        quire_json_open(out, "of", '[', true);
        for (size_t i = 0; i < m->term[t].order; i++) {
            const size_t v = m->predictor[m->term[t].predictor[i]];
            quire_json_string(out, NULL, v < runs->n_varied ? runs->varied[v].name : "block");
        }
        quire_json_close(out, '[');
        write_test(out, "test", &m->anova[t]);
        quire_json_close(out, '{');
    }
    quire_json_close(out, '[');
    write_test(out, "residual", &m->residual);
    write_test(out, "model", &m->fit.model);
    write_test(out, "lack_of_fit", &m->fit.lack);
    write_test(out, "pure_error", &m->fit.pure);
    quire_json_close(out, '{');
}

static void
write_effects(struct quire_json *out, const struct quire_measured_analysis *m)
{
    quire_json_break(out, QUIRE_LINE_PART);
    quire_json_open(out, "effects", '{', true);
    quire_json_count(out, "contrasts", m->n_contrast > 0 ? m->n_contrast : m->lenth.n);
    quire_json_number(out, "pseudo_error", m->lenth.pseudo_error);
    quire_json_number(out, "margin", m->lenth.margin);
    quire_json_number(out, "all_margin", m->lenth.all_margin);
    quire_json_number(out, "error_margin", m->error_margin);
    quire_json_open(out, "bars", '[', true);
    for (size_t i = 0; i < m->n_bar; i++) {
        quire_json_open_item(out);
        quire_json_number(out, "effect", m->bar[i].effect);
        quire_json_number(out, "column", (double)m->bar[i].column);
        quire_json_number(out, "place", m->bar[i].place);
        quire_json_close(out, '{');
    }
    quire_json_close(out, '[');
    quire_json_close(out, '{');
}

static void
write_surface(struct quire_json *out, const struct quire_measured_analysis *m)
{
    static const char *const words[] = {"minimum", "maximum", "saddle", "ridge"};
    const size_t n = m->n_predictor;

    quire_json_break(out, QUIRE_LINE_PART);
    if (!m->has_surface) {
        quire_json_string(out, "surface", NULL);
        return;
    }
    quire_json_open(out, "surface", '{', true);
    quire_json_string(out, "kind", words[m->surface.kind]);
    quire_json_number(out, "value", m->surface.value);
    quire_json_bool(out, "inside", m->inside);
    quire_json_numbers(out, "place", m->stationary, n);
    quire_json_numbers(out, "curvature", m->along, n);
    quire_json_numbers(out, "axes", m->axis, n * n);
    quire_json_close(out, '{');
}

/* by run: [number in the plan, fitted, internal and external residual, leverage, Cook's distance]
 */
static void
write_diagnosis(struct quire_json *out, const struct quire_runs *runs,
                const struct quire_measured_analysis *m, const double *value, size_t most)
{
    const size_t n = m->fit.m, step = most == 0 ? 0 : n > most ? (n + most - 1) / most : 1;

    quire_json_break(out, QUIRE_LINE_PART);
    quire_json_open(out, "diagnosis", '[', true);
    for (size_t r = 0, i = 0; m->has_diagnosis && step > 0 && r < runs->n; r++) {
        if (!isfinite(value[r])) {
            continue;
        }
        if (i % step == 0) {
            const struct quire_run_diagnosis d = quire_diagnose_run(&m->fit, i);
            quire_json_open(out, NULL, '[', true);
            quire_json_count(out, NULL, runs->index[r]);
            quire_json_number(out, NULL, m->fit.fitted[i]);
            quire_json_number(out, NULL, d.internal);
            quire_json_number(out, NULL, d.external);
            quire_json_number(out, NULL, d.leverage);
            quire_json_number(out, NULL, d.cook);
            quire_json_close(out, '[');
        }
        i++;
    }
    quire_json_close(out, '[');
}

static void
write_given(struct quire_json *out, const struct quire_runs *runs,
            const struct quire_given_indices *g)
{
    quire_json_break(out, QUIRE_LINE_PART);
    quire_json_open(out, "given_sample", '{', true);
    quire_json_count(out, "rows", g->rows);
    quire_json_number(out, "q2", g->enough ? g->q2 : (double)NAN);
    quire_json_open(out, "inputs", '[', true);
    for (size_t j = 0; g->enough && j < g->n; j++) {
        quire_json_open_item(out);
        quire_json_string(out, "name", runs->varied[g->input[j]].name);
        quire_json_number(out, "first", g->first[j].value);
        quire_json_interval(out, "first_interval", g->first[j].interval);
        quire_json_number(out, "total", g->has_total ? g->total[j].value : (double)NAN);
        quire_json_interval(out, "total_interval",
                            g->has_total ? g->total[j].interval
                                         : (struct quire_interval){NAN, NAN});
        quire_json_close(out, '{');
    }
    quire_json_close(out, '[');
    quire_json_close(out, '{');
}

static void
write_model(struct quire_json *out, const struct quire_runs *runs,
            const struct quire_measured_analysis *m, const double *value, size_t most)
{
    static const char *const words[] = {"none", "main-effects", "noise-interactions",
                                        "interactions", "squares"};

    quire_json_string(out, "model", words[m->order]);
    if (m->order == QUIRE_MODEL_NONE) {
        return;
    }
    struct quire_text terms = {0};
    quire_analysis_kinds(&terms, runs, m);
    quire_json_string(out, "model_terms", terms.data != NULL ? terms.data : "");
    quire_text_clear_part(&terms, out->text);
    quire_json_number(out, "lambda", m->lambda);
    quire_json_number(out, "power", m->has_power ? m->power.lambda : (double)NAN);
    quire_json_interval(out, "power_interval",
                        m->has_power ? (struct quire_interval){m->power.low, m->power.high}
                                     : (struct quire_interval){NAN, NAN});
    quire_json_open(out, "power_open", '[', true);
    quire_json_bool(out, NULL, m->power.low_open);
    quire_json_bool(out, NULL, m->power.high_open);
    quire_json_close(out, '[');
    quire_json_count(out, "left_out_terms", m->n_dropped);
    quire_json_number(out, "freedom", m->fit.freedom);
    quire_json_number(out, "rank", (double)m->fit.qr.rank);
    quire_json_number(out, "error", m->fit.deviation);
    quire_json_number(out, "r2", m->fit.r2);
    quire_json_number(out, "adjusted_r2", m->fit.adjusted_r2);
    quire_json_number(out, "press", m->fit.press);
    quire_json_number(out, "predicted_r2", m->fit.predicted_r2);
    write_coefficients(out, runs, m);
    write_anova(out, runs, m);
    write_effects(out, m);
    write_surface(out, m);
    write_diagnosis(out, runs, m, value, most);
}

static void
write_responses(struct quire_json *out, const struct quire_analysis *a,
                const struct quire_predictions *space, size_t most)
{
    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_open(out, "responses", '[', true);
    for (size_t i = 0; i < a->runs->n_measured; i++) {
        const struct quire_measured *r = &a->runs->measured[i];
        const struct quire_measured_analysis *m = &a->measured[i];
        quire_json_break(out, QUIRE_LINE_KEY);
        quire_json_open(out, NULL, '{', true);
        quire_json_string(out, "name", r->name);
        quire_json_string(out, "unit", r->unit);
        quire_json_number(out, "minimum", r->limits.minimum);
        quire_json_number(out, "maximum", r->limits.maximum);
        quire_json_goal(out, &r->goal);
        write_summary(out, &m->summary, m->n, m->missing);
        write_setting_summaries(out, a, m, most);
        quire_json_break(out, QUIRE_LINE_PART);
        quire_json_matched(out, "matched", a->runs, m->matched);
        write_tables(out, a->runs, m);
        write_signal(out, a->runs, m, most);
        quire_json_sensitivity(out, a->runs, m);
        write_model(out, a->runs, m, r->value, most);
        if (m->given != NULL) {
            write_given(out, a->runs, m->given);
        }
        if (m->mixed != NULL) {
            quire_json_mixed(out, a, m);
        }
        if (m->order != QUIRE_MODEL_NONE) {
            quire_json_prediction(out, space, i);
        }
        quire_json_close(out, '{');
    }
    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_close(out, '[');
}

static void
write_warnings(struct quire_json *out, const struct quire_analysis *a)
{
    struct quire_text all = {0};

    quire_analysis_warnings(&all, a);
    quire_json_lines(out, "warnings", &all);
    quire_text_clear_part(&all, out->text);
}

static void
write_counts(struct quire_json *out, const struct quire_analysis *a)
{
    static const char *const sampling[] = {"none", "independent", "common", "spread", "set"};
    const size_t *n = a->count;

    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_count(out, "planned", a->runs->planned);
    quire_json_count(out, "done", a->runs->n);
    quire_json_count(out, "passed", n[QUIRE_OUTCOME_PASSED]);
    quire_json_count(out, "jams", n[QUIRE_OUTCOME_JAM]);
    quire_json_count(out, "other", n[QUIRE_OUTCOME_OTHER]);
    quire_json_count(out, "doubtful", n[QUIRE_OUTCOME_DOUBTFUL]);
    quire_json_count(out, "not_evaluated", n[QUIRE_OUTCOME_NOT_EVALUATED]);
    quire_json_count(out, "unknown", n[QUIRE_OUTCOME_UNKNOWN]);
    quire_json_bool(out, "verdicts", !a->runs->without_verdicts);
    quire_json_open(out, "outcomes", '[', true); /* words of the numbers in `runs` */
    for (enum quire_outcome i = QUIRE_OUTCOME_PASSED; i < QUIRE_OUTCOMES; i++) {
        quire_json_string(out, NULL, quire_outcome_word(i));
    }
    quire_json_close(out, '[');
    quire_json_string(out, "sampling", sampling[a->runs->sampling]);
    quire_json_number(out, "confidence", a->confidence);
}

void
quire_analysis_json(struct quire_text *text, const struct quire_analysis *a, size_t most)
{
    struct quire_json json = {.text = text}, *out = &json;
    struct quire_predictions space;

    if (!quire_prediction_begin(&space, a)) {
        text->failed = true;
        quire_prediction_clear(&space);
        return;
    }
    quire_json_open(out, NULL, '{', true);
    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_string(out, "schema", SCHEMA);
    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_string(out, "study", a->runs->name);
    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_string(out, "command", a->runs->command);
    write_counts(out, a);
    write_warnings(out, a);
    write_varied(out, a->runs);
    quire_json_jams(out, a, most);
    quire_json_optimum(out, &space);
    write_responses(out, a, &space, most);
    quire_json_measured(out, a->runs);
    write_runs(out, a->runs, most);
    quire_json_break(out, 0);
    quire_json_close(out, '{');
    quire_text_add(text, "\n");
    quire_prediction_clear(&space);
}
