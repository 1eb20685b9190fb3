/* Measured beside simulated, as JSON. */
#include "analysis/json/analysis_json.h"

#include <math.h>

static void
write_estimate(struct quire_json *out, const char *key, const struct quire_estimate *e)
{
    quire_json_open(out, key, '[', true);
    quire_json_number(out, NULL, e->value);
    quire_json_number(out, NULL, e->interval.low);
    quire_json_number(out, NULL, e->interval.high);
    quire_json_close(out, '[');
}

static void
write_side(struct quire_json *out, const struct quire_agreement_side *s)
{
    quire_json_count(out, NULL, s->n);
    quire_json_number(out, NULL, s->mean);
    quire_json_number(out, NULL, s->deviation);
}

/* by setting: its number, runs, mean and deviation of both sides, the difference */
static void
write_settings(struct quire_json *out, const struct quire_agreement *a, size_t n)
{
    quire_json_open(out, "settings", '[', true);
    for (size_t k = 0; k < n; k++) {
        const struct quire_agreement_setting *s = &a->setting[k];
        quire_json_break(out, QUIRE_LINE_ITEM);
        quire_json_open(out, NULL, '[', true);
        quire_json_count(out, NULL, k);
        write_side(out, &s->simulated);
        write_side(out, &s->measured);
        quire_json_count(out, NULL, s->missing);
        quire_json_number(out, NULL, s->difference);
        quire_json_close(out, '[');
    }
    quire_json_close(out, '[');
}

static void
write_agreement(struct quire_json *out, const struct quire_agreement *a, size_t n)
{
    quire_json_break(out, QUIRE_LINE_PART);
    if (a->setting == NULL) {
        quire_json_string(out, NULL, NULL);
        return;
    }
    quire_json_open(out, NULL, '{', true);
    quire_json_count(out, "n", a->n);
    quire_json_count(out, "n_settings", a->n_setting);
    quire_json_count(out, "missing", a->n_missing);
    quire_json_count(out, "not_simulated", a->n_not_simulated);
    write_estimate(out, "bias", &a->bias);
    quire_json_number(out, "deviation", a->deviation);
    quire_json_number(out, "freedom", a->freedom);
    write_estimate(out, "lower_limit", &a->lower);
    write_estimate(out, "upper_limit", &a->upper);
    quire_json_bool(out, "exact", a->exact);
    quire_json_number(out, "measured_scatter", a->scatter);
    quire_json_number(out, "simulated_scatter", a->simulated_scatter);
    quire_json_number(out, "f", a->f);
    quire_json_number(out, "f_above", a->f_above);
    quire_json_number(out, "f_below", a->f_below);
    quire_json_number(out, "p", a->p);
    write_estimate(out, "slope", &a->slope);
    write_estimate(out, "offset", &a->offset);
    quire_json_number(out, "lambda", a->ratio);
    quire_json_bool(out, "lambda_known", a->ratio_known);
    write_settings(out, a, n);
    quire_json_close(out, '{');
}

void
quire_json_measured(struct quire_json *out, const struct quire_runs *runs)
{
    const struct quire_comparison *c = runs->comparison;

    if (c == NULL) {
        return;
    }
    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_open(out, "measured", '{', true);
    quire_json_string(out, "source", c->source);
    quire_json_count(out, "rows", c->n_row);
    quire_json_count(out, "not_run", c->n_not_run);
    quire_json_open(out, "settings", '[', true);
    for (size_t k = 0; k < c->n_setting; k++) {
        quire_json_string(out, NULL, c->name[k]);
    }
    quire_json_close(out, '[');
    quire_json_break(out, QUIRE_LINE_PART);
    quire_json_open(out, "responses", '[', true);
    for (size_t k = 0; k < runs->n_measured; k++) {
        write_agreement(out, &c->agreement[k], c->n_setting);
    }
    quire_json_close(out, '[');
    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_close(out, '{');
}
