/* The mixed model of a response as JSON. */
#include "analysis/json/analysis_json.h"

static void
write_variances(struct quire_json *out, const struct quire_runs *runs,
                const struct quire_mixed *mixed)
{
    quire_json_open(out, "variances", '[', true);
    for (size_t k = 0; k <= runs->n_random; k++) {
        const struct quire_variance *v = &mixed->variance[k];
        quire_json_break(out, QUIRE_LINE_ITEM);
        quire_json_open(out, NULL, '{', true);
        quire_json_string(out, "name", k < runs->n_random ? runs->random[k].name : "error");
        quire_json_number(out, "value", v->value);
        quire_json_number(out, "error", v->error);
        quire_json_interval(out, "interval", (struct quire_interval){v->low, v->high});
        quire_json_close(out, '{');
    }
    quire_json_close(out, '[');
}

static void
write_columns(struct quire_json *out, const struct quire_analysis *a,
              const struct quire_measured_analysis *m)
{
    quire_json_open(out, "columns", '[', true);
    for (size_t j = 0; j < m->mixed->of.n; j++) {
        const struct quire_mixed_coefficient *c = &m->mixed->of.coefficient[j];
        const struct quire_mixed_estimate *e = &c->by[QUIRE_KENWARD_ROGER];
        struct quire_text name = {0};
        quire_analysis_mixed_column(&name, a, m, j);
        quire_json_break(out, QUIRE_LINE_ITEM);
        quire_json_open(out, NULL, '{', true);
        quire_json_string(out, "name", name.data != NULL ? name.data : "");
        quire_json_bool(out, "aliased", c->aliased);
        if (!c->aliased) {
            quire_json_number(out, "value", c->value);
            quire_json_number(out, "error", e->error);
            quire_json_number(out, "freedom", e->freedom);
            quire_json_number(out, "t", e->t);
            quire_json_number(out, "p", e->p);
            quire_json_interval(out, "interval", (struct quire_interval){e->low, e->high});
        }
        quire_json_close(out, '{');
        quire_text_clear_part(&name, out->text);
    }
    quire_json_close(out, '[');
}

/* of each term but the constant: F and its degrees of freedom after Kenward and Roger */
static void
write_tests(struct quire_json *out, const struct quire_analysis *a,
            const struct quire_measured_analysis *m)
{
    const struct quire_mixed *mixed = &m->mixed->of;

    quire_json_open(out, "terms", '[', true);
    for (size_t t = 0; t < mixed->n_term; t++) {
        const struct quire_mixed_f *f = &mixed->test[t].by[QUIRE_KENWARD_ROGER];
        struct quire_text name = {0};
        if (m->mixed->term[t].order == 0) {
            continue;
        }
        quire_analysis_term_name(&name, a->runs, m->predictor, &m->mixed->term[t]);
        quire_json_break(out, QUIRE_LINE_ITEM);
        quire_json_open(out, NULL, '{', true);
        quire_json_string(out, "name", name.data != NULL ? name.data : "");
        quire_json_count(out, "columns", mixed->test[t].columns);
        if (mixed->test[t].columns > 0) {
            quire_json_number(out, "freedom", f->freedom);
            quire_json_number(out, "f", f->f);
            quire_json_number(out, "p", f->p);
        }
        quire_json_close(out, '{');
        quire_text_clear_part(&name, out->text);
    }
    quire_json_close(out, '[');
}

void
quire_json_mixed(struct quire_json *out, const struct quire_analysis *a,
                 const struct quire_measured_analysis *m)
{
    quire_json_break(out, QUIRE_LINE_PART);
    quire_json_open(out, "mixed", '{', true);
    if (m->mixed->status != QUIRE_MODEL_FINE) {
        quire_json_string(out, "refusal", quire_model_status_text(m->mixed->status));
    } else {
        quire_json_number(out, "criterion", m->mixed->of.criterion);
        write_variances(out, a->runs, &m->mixed->of);
        write_columns(out, a, m);
        write_tests(out, a, m);
    }
    quire_json_close(out, '{');
}
