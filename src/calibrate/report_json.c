#include <math.h>
#include <string.h>

#include "base/json.h"
#include "calibrate/report.h"

static void
say(struct quire_json *json, const char *key, const struct doe_fit *fit, size_t number,
    void (*sentence)(struct quire_text *out, const struct doe_fit *fit, size_t number))
{
    struct quire_text text = {0};

    sentence(&text, fit, number);
    quire_json_string(json, key, text.data != NULL ? text.data : "");
    quire_text_clear_part(&text, json->text);
}

static void
say_all(struct quire_json *json, const char *key, const struct doe_fit *fit,
        void (*sentence)(struct quire_text *out, const struct doe_fit *fit))
{
    struct quire_text text = {0};

    sentence(&text, fit);
    quire_json_string(json, key, text.data != NULL ? text.data : "");
    quire_text_clear_part(&text, json->text);
}

static void
add_profile(struct quire_json *json, const struct doe_fit *fit, size_t j)
{
    const struct doe_unknown *u = &fit->of->unknown[j];

    quire_json_open(json, "profile", '[', true);
    for (int k = 0; fit->profiled && k < 2; k++) {
        const struct doe_profile_side *s = &fit->profile[j].side[k];
        for (size_t i = 0; i < s->n; i++) {
            quire_json_open(json, NULL, '[', true);
            quire_json_number(json, NULL, doe_unknown_si(u, s->x[i]) / u->worth);
            quire_json_number(json, NULL, k == 0 ? -s->root[i] : s->root[i]);
            quire_json_close(json, '[');
        }
    }
    quire_json_close(json, '[');
}

static void
add_unknown(struct quire_json *json, const struct doe_fit *fit, size_t j)
{
    const struct doe_unknown *u = &fit->of->unknown[j];
    char text[DOE_CALIBRATION_TEXT];
    const double x = fit->best.x[j], e = fit->spread.error[j];

    quire_json_open(json, NULL, '{', false);
    quire_json_string(json, "name", u->name);
    quire_json_string(json, "unit", u->unit);
    quire_json_string(json, "value_text", doe_unknown_text(u, x, 15, text));
    quire_json_number(json, "value", doe_unknown_si(u, x) / u->worth);
    quire_json_number(json, "low", doe_unknown_si(u, fit->low[j]) / u->worth);
    quire_json_number(json, "high", doe_unknown_si(u, fit->high[j]) / u->worth);
    quire_json_bool(json, "open_low", fit->open_low[j]);
    quire_json_bool(json, "open_high", fit->open_high[j]);
    quire_json_number(
        json, "error",
        0.5 * (doe_unknown_si(u, fmin(x + e, 1)) - doe_unknown_si(u, fmax(x - e, 0))) / u->worth);
    quire_json_number(json, "range_low", u->low / u->worth);
    quire_json_number(json, "range_high", u->high / u->worth);
    quire_json_number(json, "model", u->nominal / u->worth);
    quire_json_bool(json, "logarithmic", u->logarithmic);
    say(json, "sentence", fit, j, doe_fit_say_unknown);
    add_profile(json, fit, j);
    quire_json_close(json, '{');
}

static void
add_datum(struct quire_json *json, const struct doe_fit *fit, size_t i)
{
    const struct doe_calibration *of = fit->of;
    const struct doe_datum *d = &of->datum[i];

    quire_json_open(json, NULL, '{', true);
    quire_json_string(json, "name", d->name);
    quire_json_string(json, "with", of->condition[d->condition].words);
    quire_json_string(json, "kind", d->object->kind->variant);
    quire_json_string(json, "unit", d->unit);
    quire_json_number(json, "measured", d->value / d->worth);
    quire_json_number(json, "deviation", d->deviation / d->worth);
    quire_json_number(json, "model", fit->model[i] / d->worth);
    quire_json_number(json, "residual", doe_fit_residual(fit, i));
    quire_json_integer(json, "count", (long)d->count);
    quire_json_close(json, '{');
}

static void
add_correlations(struct quire_json *json, const struct doe_fit *fit)
{
    const size_t n = fit->problem.n;
    const double *v = fit->spread.robust;

    quire_json_open(json, "correlation", '[', false);
    for (size_t i = 0; i < n; i++) {
        quire_json_open(json, NULL, '[', true);
        for (size_t j = 0; j < n; j++) {
            quire_json_number(json, NULL, v[i * n + j] / sqrt(v[i * n + i] * v[j * n + j]));
        }
        quire_json_close(json, '[');
    }
    quire_json_close(json, '[');
}

static void
add_lists(struct quire_json *json, const struct doe_fit *fit)
{
    quire_json_open(json, "unknowns", '[', false);
    for (size_t j = 0; j < fit->problem.n; j++) {
        add_unknown(json, fit, j);
    }
    quire_json_close(json, '[');
    add_correlations(json, fit);
    quire_json_open(json, "not_separated", '[', false);
    for (size_t i = 0; i < fit->n_combination; i++) {
        say(json, NULL, fit, i, doe_fit_say_combination);
    }
    quire_json_close(json, '[');
    quire_json_open(json, "would_help", '[', false);
    for (size_t i = 0; i < fit->n_advice; i++) {
        say(json, NULL, fit, i, doe_fit_say_advice);
    }
    quire_json_close(json, '[');
    quire_json_open(json, "data", '[', false);
    for (size_t i = 0; i < fit->of->n_datum; i++) {
        add_datum(json, fit, i);
    }
    quire_json_close(json, '[');
}

void
doe_fit_json(struct quire_text *out, const struct doe_fit *fit)
{
    struct quire_json json = {.text = out};

    quire_json_open(&json, NULL, '{', false);
    quire_json_string(&json, "calibration", fit->of->params->name);
    quire_json_string(&json, "model", fit->of->params->model);
    quire_json_string(&json, "doc", fit->of->params->doc != NULL ? fit->of->params->doc : "");
    quire_json_number(&json, "confidence", fit->options.confidence);
    quire_json_bool(&json, "profiled", fit->profiled);
    quire_json_number(&json, "sum", fit->best.sum);
    quire_json_number(&json, "misfit", fit->spread.misfit);
    quire_json_number(&json, "misfit_probability", fit->spread.probability);
    quire_json_bool(&json, "fits", !fit->spread.lack);
    quire_json_number(&json, "freedom", fit->spread.freedom);
    say_all(&json, "conclusion", fit, doe_fit_conclude);
    say_all(&json, "misfit_sentence", fit, doe_fit_say_misfit);
    say_all(&json, "scatter_sentence", fit, doe_fit_say_scatter);
    say_all(&json, "elements", fit, doe_fit_write_elements);
    quire_json_integer(&json, "starts", (long)fit->search.starts);
    quire_json_integer(&json, "starts_alike", (long)fit->search.alike);
    quire_json_integer(&json, "runs", (long)fit->runs);
    add_lists(&json, fit);
    quire_json_close(&json, '{');
    quire_text_add(out, "\n");
}
