/* An analysis as JSON. */
#include "analysis/analysis_json.h"

#include <math.h>
#include <string.h>

#define SCHEMA "quire-study-analysis-1"

void
quire_json_column_name(struct quire_text *out, const struct quire_runs *runs,
                       const size_t *predictor, const struct quire_term *term,
                       const struct quire_regressors *x, size_t column)
{
    struct quire_text name = {0};

    quire_analysis_column(&name, runs, predictor, term, x, column);
    text(out, "name", name.data);
    quire_text_clear_part(&name, out);
}

void
quire_analysis_column(struct quire_text *out, const struct quire_runs *runs,
                      const size_t *predictor, const struct quire_term *term,
                      const struct quire_regressors *x, size_t column)
{
    const struct quire_term *t = &term[x->term[column]];
    size_t rest = column;

    while (rest > 0 && x->term[rest - 1] == x->term[column]) {
        rest--;
    }
    rest = column - rest; /* number among the term's columns */
    if (t->order == 0) {
        quire_text_add(out, "constant");
    }
    if (t->order > 0 && predictor[t->predictor[0]] == runs->n_varied) {
        quire_text_format(out, "block=%zu", rest + 1);
        return;
    }
    for (size_t i = 0; i < t->order; i++) {
        const struct quire_varied *v = &runs->varied[predictor[t->predictor[i]]];
        if (i > 0 && t->predictor[i] == t->predictor[i - 1]) {
            quire_text_add(out, "^2");
            continue;
        }
        quire_text_add(out, i > 0 ? " x " : "");
        quire_text_add(out, v->name);
        if (v->words) {
            const size_t n = v->n_level - 1;
            quire_text_format(out, "=%s", v->level[rest % n]);
            rest /= n;
        }
    }
}

/* ---- runs */

static void
write_varied(struct quire_text *out, const struct quire_runs *runs)
{
    quire_text_add(out, ",\n  \"variables\": [");
    for (size_t i = 0; i < runs->n_varied; i++) {
        const struct quire_varied *v = &runs->varied[i];
        quire_text_add(out, i > 0 ? ",\n    {" : "\n    {");
        key(out, "name");
        quire_text_json_string(out, v->name);
        text(out, "unit", v->unit);
        text(out, "low", v->low);
        text(out, "high", v->high);
        text(out, "role", v->noise ? "noise" : "factor");
        truth(out, "words", v->words);
        quire_text_add(out, ", \"levels\": [");
        for (size_t l = 0; l < v->n_level; l++) {
            quire_text_add(out, l > 0 ? ", " : "");
            quire_text_json_string(out, v->level[l]);
        }
        quire_text_add(out, "]}");
    }
    quire_text_add(out, "\n  ]");
}

/* columns: number, outcome, levels (their numbers) or texts, responses */
static void
write_runs(struct quire_text *out, const struct quire_runs *runs, size_t most)
{
    const size_t step = most == 0 ? 0 : runs->n > most ? (runs->n + most - 1) / most : 1;

    quire_text_add(out, ",\n  \"runs\": [");
    for (size_t r = 0, shown = 0; step > 0 && r < runs->n; r += step, shown++) {
        quire_text_format(out, "%s[%llu, %d", shown > 0 ? ",\n    " : "\n    ",
                          (unsigned long long)runs->index[r], runs->outcome[r]);
        for (size_t i = 0; i < runs->n_varied; i++) {
            const struct quire_varied *v = &runs->varied[i];
            quire_text_add(out, ", ");
            if (v->n_level > 0) {
                quire_text_integer(out, (int64_t)v->which[r]);
            } else if (v->text != NULL) {
                quire_text_json_string(out, v->text[r]);
            } else {
                quire_text_json_number(out, v->coded != NULL ? v->coded[r] : (double)NAN);
            }
        }
        for (size_t i = 0; i < runs->n_measured; i++) {
            quire_text_add(out, ", ");
            quire_text_json_number(out, runs->measured[i].value[r]);
        }
        quire_text_add(out, "]");
    }
    quire_text_add(out, "\n  ]");
}

/* ---- responses */

static void
write_summary(struct quire_text *out, const struct quire_summary *s, size_t n, size_t missing)
{
    quire_text_format(out, "\"n\": %zu, \"missing\": %zu", n, missing);
    number(out, "mean", s->mean);
    interval(out, "mean_interval", s->mean_interval);
    number(out, "deviation", s->deviation);
    interval(out, "deviation_interval", s->deviation_interval);
    number(out, "least", s->least);
    number(out, "most", s->most);
    number(out, "median", s->median);
    number(out, "robust_deviation", s->robust_deviation);
    numbers(out, "percentile_shares", quire_percentiles, QUIRE_PERCENTILES);
    numbers(out, "percentiles", s->percentile, QUIRE_PERCENTILES);
    number(out, "cp", s->capability.cp);
    interval(out, "cp_interval", s->capability.cp_interval);
    number(out, "cpk", s->capability.cpk);
    interval(out, "cpk_interval", s->capability.cpk_interval);
    number(out, "sn_smaller_better", s->ratio.smaller);
    number(out, "sn_larger_better", s->ratio.larger);
    number(out, "sn_nominal_better", s->ratio.nominal);
}

/* each draw once */
static void
write_setting_summaries(struct quire_text *out, const struct quire_analysis *a,
                        const struct quire_measured_analysis *m, size_t most)
{
    const size_t n = m->setting == NULL ? 0 : a->n_setting < most ? a->n_setting : most;

    quire_text_add(out, ",\n   \"settings\": [");
    for (size_t s = 0; s < n; s++) {
        quire_text_add(out, s > 0 ? ",\n    {" : "\n    {");
        write_summary(out, &m->setting[s].of, m->setting[s].of.n, m->setting[s].missing);
        quire_text_add(out, "}");
    }
    quire_text_add(out, "]");
}

static void
write_cells(struct quire_text *out, const struct quire_cell *cell, size_t n)
{
    quire_text_add(out, "[");
    for (size_t l = 0; l < n; l++) {
        quire_text_add(out, l > 0 ? ", [" : "[");
        quire_text_integer(out, (int64_t)cell[l].n);
        quire_text_add(out, ", ");
        quire_text_json_number(out, cell[l].mean);
        quire_text_add(out, ", ");
        quire_text_json_number(out, cell[l].deviation);
        quire_text_add(out, ", ");
        quire_text_json_number(out, cell[l].error);
        quire_text_add(out, "]");
    }
    quire_text_add(out, "]");
}

/* cells are [runs, mean, deviation, standard error of the mean] */
static void
write_tables(struct quire_text *out, const struct quire_runs *runs,
             const struct quire_measured_analysis *m)
{
    const size_t n = runs->n_varied;
    size_t shown = 0;

    quire_text_add(out, ",\n   \"levels\": [");
    for (size_t i = 0; i < n; i++) {
        quire_text_add(out, i > 0 ? ",\n    " : "\n    ");
        write_cells(out, m->level[i], m->level[i] != NULL ? runs->varied[i].n_level : 0);
    }
    quire_text_add(out, "],\n   \"pairs\": [");
    for (size_t k = 0; k < n * n; k++) {
        if (m->pair[k] != NULL) {
            quire_text_format(out, "%s{\"of\": [%zu, %zu], \"cells\": ",
                              shown++ > 0 ? ",\n    " : "\n    ", k / n, k % n);
            write_cells(out, m->pair[k], runs->varied[k / n].n_level * runs->varied[k % n].n_level);
            quire_text_add(out, "}");
        }
    }
    quire_text_add(out, "]");
}

static void
write_ratios(struct quire_text *out, const struct quire_ratios *r)
{
    const double ratio[] = {r->smaller, r->larger, r->nominal};

    for (int i = 0; i < 3; i++) {
        quire_text_add(out, i > 0 ? ", " : "");
        quire_text_json_number(out, ratio[i]);
    }
}

static void
write_signal_points(struct quire_text *out, const struct quire_measured_analysis *m, size_t most)
{
    const size_t step = most == 0 ? 0 : m->n_signal > most ? (m->n_signal + most - 1) / most : 1;

    for (size_t i = 0; step > 0 && i < m->n_signal; i += step) {
        const struct quire_signal *s = &m->signal[i];
        quire_text_format(out, "%s[%zu, %zu, ", i > 0 ? ", " : "", s->point, s->n);
        quire_text_json_number(out, s->mean);
        quire_text_add(out, ", ");
        quire_text_json_number(out, s->deviation);
        quire_text_add(out, ", ");
        write_ratios(out, &s->ratio);
        quire_text_format(out, ", %zu]", s->missing);
    }
}

/* points: [number, runs, mean, deviation, smaller, larger, nominal is better, runs without a
 * number]; levels of variables: their means of the three */
static void
write_signal(struct quire_text *out, const struct quire_runs *runs,
             const struct quire_measured_analysis *m, size_t most)
{
    if (m->n_signal == 0) {
        quire_text_add(out, ",\n   \"signal_to_noise\": null");
        return;
    }
    quire_text_add(out, ",\n   \"signal_to_noise\": {\"points\": [");
    write_signal_points(out, m, most);
    quire_text_add(out, "], \"levels\": [");
    for (size_t i = 0; i < runs->n_varied; i++) {
        quire_text_add(out, i > 0 ? ", [" : "[");
        for (size_t l = 0; m->signal_level[i] != NULL && l < runs->varied[i].n_level; l++) {
            quire_text_add(out, l > 0 ? ", [" : "[");
            write_ratios(out, &m->signal_level[i][l]);
            quire_text_add(out, "]");
        }
        quire_text_add(out, "]");
    }
    quire_text_add(out, "]}");
}

static void
write_test(struct quire_text *out, const struct quire_f_test *t)
{
    quire_text_add(out, "{\"sum\": ");
    quire_text_json_number(out, t->sum);
    number(out, "freedom", t->freedom);
    number(out, "mean_square", t->mean_square);
    number(out, "f", t->f);
    number(out, "p", t->p);
    quire_text_add(out, "}");
}

static void
write_coefficients(struct quire_text *out, const struct quire_runs *runs,
                   const struct quire_measured_analysis *m)
{
    quire_text_add(out, ",\n   \"columns\": [");
    for (size_t j = 0; j < m->fit.n; j++) {
        const struct quire_coefficient *c = &m->fit.coefficient[j];
        const struct quire_term *t = &m->term[m->x.term[j]];
        open_item(out, j, "value", c->aliased ? (double)NAN : c->value);
        quire_json_column_name(out, runs, m->predictor, m->term, &m->x, j);
        const bool block = m->has_block && m->x.term[j] == m->n_term - 1;
        truth(out, "block", block);
        quire_text_format(out, ", \"of\": [");
        for (size_t i = 0; i < t->order && !block; i++) {
            quire_text_format(out, "%s%zu", i > 0 ? ", " : "", m->predictor[t->predictor[i]]);
        }
        quire_text_add(out, "]");
        number(out, "error", c->error);
        number(out, "t", c->t);
        number(out, "p", c->p);
        number(out, "low", c->low);
        number(out, "high", c->high);
        number(out, "inflation", c->inflation);
        truth(out, "aliased", c->aliased);
        quire_text_add(out, "}");
    }
    quire_text_add(out, "]");
}

static void
write_anova(struct quire_text *out, const struct quire_runs *runs,
            const struct quire_measured_analysis *m)
{
    quire_text_add(out, ",\n   \"anova\": {\"type\": 2, \"terms\": [");
    for (size_t t = 1; t < m->n_term; t++) {
        quire_text_add(out, t > 1 ? ",\n    {\"of\": [" : "\n    {\"of\": [");
        for (size_t i = 0; i < m->term[t].order; i++) {
            const size_t v = m->predictor[m->term[t].predictor[i]];
            quire_text_add(out, i > 0 ? ", " : "");
            quire_text_json_string(out, v < runs->n_varied ? runs->varied[v].name : "block");
        }
        quire_text_add(out, "], \"test\": ");
        write_test(out, &m->anova[t]);
        quire_text_add(out, "}");
    }
    quire_text_add(out, "], \"residual\": ");
    write_test(out, &m->residual);
    quire_text_add(out, ", \"model\": ");
    write_test(out, &m->fit.model);
    quire_text_add(out, ", \"lack_of_fit\": ");
    write_test(out, &m->fit.lack);
    quire_text_add(out, ", \"pure_error\": ");
    write_test(out, &m->fit.pure);
    quire_text_add(out, "}");
}

static void
write_effects(struct quire_text *out, const struct quire_measured_analysis *m)
{
    quire_text_add(out, ",\n   \"effects\": {\"pseudo_error\": ");
    quire_text_json_number(out, m->lenth.pseudo_error);
    number(out, "margin", m->lenth.margin);
    number(out, "all_margin", m->lenth.all_margin);
    number(out, "error_margin", m->error_margin);
    quire_text_add(out, ", \"bars\": [");
    for (size_t i = 0; i < m->n_bar; i++) {
        open_item(out, i, "effect", m->bar[i].effect);
        number(out, "column", (double)m->bar[i].column);
        number(out, "place", m->bar[i].place);
        quire_text_add(out, "}");
    }
    quire_text_add(out, "]}");
}

static void
write_surface(struct quire_text *out, const struct quire_measured_analysis *m)
{
    static const char *const words[] = {"minimum", "maximum", "saddle", "ridge"};
    const size_t n = m->n_predictor;

    if (!m->has_surface) {
        quire_text_add(out, ",\n   \"surface\": null");
        return;
    }
    quire_text_add(out, ",\n   \"surface\": {\"kind\": ");
    quire_text_json_string(out, words[m->surface.kind]);
    number(out, "value", m->surface.value);
    truth(out, "inside", m->inside);
    numbers(out, "place", m->stationary, n);
    numbers(out, "curvature", m->along, n);
    numbers(out, "axes", m->axis, n * n);
    quire_text_add(out, "}");
}

static void
write_index(struct quire_text *out, const char *name, const struct quire_index *i)
{
    number(out, name, i->value);
    quire_text_add(out, ", ");
    quire_text_format(out, "\"%s_interval\": [", name);
    quire_text_json_number(out, i->interval.low);
    quire_text_add(out, ", ");
    quire_text_json_number(out, i->interval.high);
    quire_text_add(out, "]");
}

/* the indices of factors, or of noise, behind those that are written already */
static void
write_indices(struct quire_text *out, const struct quire_runs *runs, const struct quire_indices *x,
              bool noise, size_t *shown)
{
    for (size_t v = 0, i = 0; v < runs->n_varied && x->n > 0; v++) {
        if (runs->varied[v].noise != noise) {
            continue;
        }
        open_item(out, *shown, "variable", (double)v);
        text(out, "method", x->morris != NULL ? "morris" : "sobol");
        number(out, "rows", (double)x->rows);
        if (x->morris != NULL) {
            number(out, "mu", x->morris[i].mean);
            number(out, "sigma", x->morris[i].deviation);
            write_index(out, "mu_star", &x->morris[i].size);
        } else {
            write_index(out, "first", &x->first[i]);
            write_index(out, "total", &x->whole[i]);
        }
        quire_text_add(out, "}");
        i++;
        ++*shown;
    }
}

/* method and rows of the whole are those of the first; factors and noise may have different ones */
static void
write_sensitivity(struct quire_text *out, const struct quire_runs *runs,
                  const struct quire_measured_analysis *m)
{
    const struct quire_indices *one = m->of_factors.n > 0 ? &m->of_factors : &m->of_noise;
    size_t shown = 0;

    if (one->n == 0) {
        quire_text_add(out, ",\n   \"sensitivity\": null");
        return;
    }
    quire_text_format(out,
                      ",\n   \"sensitivity\": {\"method\": \"%s\", \"rows\": %zu, \"factors\": [",
                      one->morris != NULL ? "morris" : "sobol", one->rows);
    write_indices(out, runs, &m->of_factors, false, &shown);
    write_indices(out, runs, &m->of_noise, true, &shown);
    quire_text_add(out, "]}");
}

static void
write_model(struct quire_text *out, const struct quire_runs *runs,
            const struct quire_measured_analysis *m)
{
    static const char *const words[] = {"none", "main-effects", "interactions", "squares"};

    text(out, "model", words[m->order]);
    if (m->order == QUIRE_MODEL_NONE) {
        return;
    }
    number(out, "freedom", m->fit.freedom);
    number(out, "rank", (double)m->fit.qr.rank);
    number(out, "error", m->fit.deviation);
    number(out, "r2", m->fit.r2);
    number(out, "adjusted_r2", m->fit.adjusted_r2);
    number(out, "press", m->fit.press);
    number(out, "predicted_r2", m->fit.predicted_r2);
    write_coefficients(out, runs, m);
    write_anova(out, runs, m);
    write_effects(out, m);
    write_surface(out, m);
}

static void
write_responses(struct quire_text *out, const struct quire_analysis *a, size_t most)
{
    quire_text_add(out, ",\n  \"responses\": [");
    for (size_t i = 0; i < a->runs->n_measured; i++) {
        const struct quire_measured *r = &a->runs->measured[i];
        quire_text_add(out, i > 0 ? ",\n  {" : "\n  {");
        key(out, "name");
        quire_text_json_string(out, r->name);
        text(out, "unit", r->unit);
        number(out, "minimum", r->limits.minimum);
        number(out, "maximum", r->limits.maximum);
        quire_text_add(out, ", ");
        write_summary(out, &a->measured[i].summary, a->measured[i].n, a->measured[i].missing);
        write_setting_summaries(out, a, &a->measured[i], most);
        quire_text_add(out, ",\n   \"matched\": ");
        quire_json_matched(out, a->runs, a->measured[i].matched);
        write_tables(out, a->runs, &a->measured[i]);
        write_signal(out, a->runs, &a->measured[i], most);
        write_sensitivity(out, a->runs, &a->measured[i]);
        write_model(out, a->runs, &a->measured[i]);
        quire_text_add(out, "}");
    }
    quire_text_add(out, "\n  ]");
}

static void
write_warnings(struct quire_text *out, const struct quire_analysis *a)
{
    struct quire_text all = {0};

    quire_analysis_warnings(&all, a);
    quire_text_add(out, ",\n  \"warnings\": [");
    for (char *at = all.data, *end; at != NULL && (end = strchr(at, '\n')) != NULL; at = end + 1) {
        *end = '\0';
        quire_text_add(out, at != all.data ? ",\n    " : "\n    ");
        quire_text_json_string(out, at);
    }
    quire_text_add(out, "]");
    out->failed = out->failed || all.failed;
    quire_text_clear(&all);
}

void
quire_analysis_json(struct quire_text *out, const struct quire_analysis *a, size_t most)
{
    static const char *const sampling[] = {"none", "independent", "common", "spread", "set"};
    const size_t *n = a->count;

    quire_text_add(out, "{\n  \"schema\": \"" SCHEMA "\",\n  \"study\": ");
    quire_text_json_string(out, a->runs->name);
    quire_text_add(out, ",\n  \"command\": ");
    quire_text_json_string(out, a->runs->command);
    quire_text_format(out,
                      ",\n  \"planned\": %llu, \"done\": %zu, \"passed\": %zu, \"jams\": %zu, "
                      "\"other\": %zu, \"doubtful\": %zu, "
                      "\"not_evaluated\": %zu, \"unknown\": %zu, \"sampling\": \"%s\"",
                      (unsigned long long)a->runs->planned, a->runs->n, n[QUIRE_OUTCOME_PASSED],
                      n[QUIRE_OUTCOME_JAM], n[QUIRE_OUTCOME_OTHER], n[QUIRE_OUTCOME_DOUBTFUL],
                      n[QUIRE_OUTCOME_NOT_EVALUATED], n[QUIRE_OUTCOME_UNKNOWN],
                      sampling[a->runs->sampling]);
    number(out, "confidence", a->confidence);
    write_warnings(out, a);
    write_varied(out, a->runs);
    quire_json_jams(out, a, most);
    write_responses(out, a, most);
    write_runs(out, a->runs, most);
    quire_text_add(out, "\n}\n");
}
