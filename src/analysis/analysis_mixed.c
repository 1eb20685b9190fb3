/* Mixed models of runs with random groups. */
#include "analysis/analysis_parts.h"

#include <math.h>
#include <stdlib.h>

#define NAME_WIDTH 40 /* longest name of a column [bytes] */

/* one response: the runs with a number */
struct mixing {
    const struct quire_analysis *a;
    const struct quire_measured_analysis *m;
    struct quire_mixed_analysis *out;
    size_t n;
    size_t *run;
    double *y;
    struct quire_random *random; /* (n_random) */
};

static bool
take_runs(struct mixing *self, const struct quire_measured *r)
{
    const struct quire_runs *runs = self->a->runs;

    self->run = calloc(runs->n + 1, sizeof *self->run);
    self->y = calloc(runs->n + 1, sizeof *self->y);
    self->random = calloc(runs->n_random + 1, sizeof *self->random);
    if (self->run == NULL || self->y == NULL || self->random == NULL) {
        return false;
    }
    for (size_t i = 0; i < runs->n; i++) {
        if (isfinite(r->value[i])) {
            self->y[self->n] =
                self->m->lambda == 1 ? r->value[i] : quire_box_cox(r->value[i], self->m->lambda);
            self->run[self->n++] = i;
        }
    }
    for (size_t k = 0; k < runs->n_random; k++) {
        size_t *level = quire_arena_get(self->a->arena, self->n, sizeof *level);
        if (level == NULL) {
            return false;
        }
        for (size_t i = 0; i < self->n; i++) {
            level[i] = runs->random[k].level[self->run[i]];
        }
        self->random[k] = (struct quire_random){runs->random[k].n_level, level};
    }
    return true;
}

static bool
has_noise(const struct quire_runs *runs, const struct quire_measured_analysis *m,
          const struct quire_term *term)
{
    bool any = false;

    for (size_t i = 0; i < term->order; i++) {
        const size_t p = term->predictor[i];
        any = any || (p < m->n_predictor && runs->varied[m->predictor[p]].noise);
    }
    return any;
}

/* the terms of the response's model; the constant alone where it has none */
static bool
take_terms(struct mixing *self)
{
    const struct quire_runs *runs = self->a->runs;
    const struct quire_measured_analysis *m = self->m;
    struct quire_mixed_analysis *out = self->out;
    static const struct quire_predictor nothing = {0, NULL, NULL};

    out->term = quire_arena_get(self->a->arena, m->n_term + 1, sizeof *out->term);
    if (out->term == NULL) {
        return false;
    }
    for (size_t t = 0; m->order != QUIRE_MODEL_NONE && t < m->n_term; t++) {
        if (!runs->noise_is_error || !has_noise(runs, m, &m->term[t])) {
            out->term[out->n_term++] = m->term[t];
        }
    }
    if (out->n_term == 0) { /* its order is 0 */
        out->n_term = 1;
        return quire_regressors_make(&out->x, &nothing, out->term, 1, self->run, self->n);
    }
    return quire_analysis_matrix(&out->x, runs, m->predictor, m->n_predictor, out->term,
                                 out->n_term, self->run, self->n);
}

bool
quire_analysis_mix(struct quire_analysis *a, struct quire_measured_analysis *m,
                   const struct quire_measured *response)
{
    struct mixing self = {.a = a, .m = m};
    size_t at = 0;

    if (a->runs->n_random == 0) {
        return true;
    }
    m->mixed = self.out = quire_arena_get(a->arena, 1, sizeof *m->mixed);
    const bool good = self.out != NULL && take_runs(&self, response) && take_terms(&self);
    if (good) {
        self.out->status =
            quire_mixed_make(&self.out->of, &self.out->x, self.out->n_term, self.random,
                             a->runs->n_random, self.y, a->confidence, &at);
    }
    free(self.run);
    free(self.y);
    free(self.random);
    return good && self.out->status != QUIRE_MODEL_MEMORY;
}

void
quire_analysis_mixed_column(struct quire_text *out, const struct quire_analysis *a,
                            const struct quire_measured_analysis *m, size_t column)
{
    const struct quire_mixed_analysis *mixed = m->mixed;

    if (mixed->term[mixed->x.term[column]].order == 0) {
        quire_text_add(out, "constant");
    } else {
        quire_analysis_column(out, a->runs, m->predictor, mixed->term, &mixed->x, column);
    }
}

/* ---- as text */

static void
add_variance(struct quire_text *out, const char *name, const struct quire_variance *v)
{
    quire_text_format(out, "  %-*s %12.5g", NAME_WIDTH, name, v->value);
    if (isfinite(v->high)) {
        quire_text_format(out, " %11.4g %8.4g to %.4g", sqrt(v->value), sqrt(v->low),
                          sqrt(v->high));
    } else {
        quire_text_format(out, " %11.4g %8.4g or more", sqrt(v->value), sqrt(v->low));
    }
    quire_text_add(out, "\n");
}

static void
add_coefficient(struct quire_text *out, const struct quire_analysis *a,
                const struct quire_measured_analysis *m, size_t j)
{
    const struct quire_mixed_coefficient *c = &m->mixed->of.coefficient[j];
    const struct quire_mixed_estimate *e = &c->by[QUIRE_KENWARD_ROGER];
    struct quire_text name = {0};

    quire_analysis_mixed_column(&name, a, m, j);
    quire_text_format(out, "  %-*s", NAME_WIDTH, name.data != NULL ? name.data : "");
    quire_text_clear_part(&name, out);
    if (c->aliased) {
        quire_text_add(out, "  aliased\n");
    } else {
        quire_text_format(out, " %12.5g %11.3g %8.3g %8.3g %9.2g\n", c->value, e->error, e->freedom,
                          e->t, e->p);
    }
}

/* of each term: that all its coefficients are 0 */
static void
add_tests(struct quire_text *out, const struct quire_analysis *a,
          const struct quire_measured_analysis *m)
{
    const struct quire_mixed *mixed = &m->mixed->of;

    quire_text_format(out, "  %-*s %12s %11s %8s %8s %9s\n", NAME_WIDTH, "term", "columns",
                      "freedom", "", "F", "p");
    for (size_t t = 0; t < mixed->n_term; t++) {
        const struct quire_mixed_f *f = &mixed->test[t].by[QUIRE_KENWARD_ROGER];
        struct quire_text name = {0};
        if (m->mixed->term[t].order == 0 || mixed->test[t].columns == 0) {
            continue;
        }
        quire_analysis_term_name(&name, a->runs, m->predictor, &m->mixed->term[t]);
        quire_text_format(out, "  %-*s", NAME_WIDTH, name.data != NULL ? name.data : "");
        quire_text_clear_part(&name, out);
        quire_text_format(out, " %12zu %11.4g %8s %8.4g %9.2g\n", mixed->test[t].columns,
                          f->freedom, "", f->f, f->p);
    }
}

static void
add_mixed(struct quire_text *out, const struct quire_analysis *a,
          const struct quire_measured_analysis *m, const struct quire_measured *r)
{
    const struct quire_runs *runs = a->runs;
    const struct quire_mixed *mixed = &m->mixed->of;

    quire_text_format(out, "%s%s%s: mixed model by REML, criterion %.8g\n", r->name,
                      r->unit[0] != '\0' ? " in " : "", r->unit, mixed->criterion);
    quire_text_format(out, "  %-*s %12s %11s %s\n", NAME_WIDTH, "random groups", "variance",
                      "deviation", "with 95 % confidence");
    for (size_t k = 0; k < runs->n_random; k++) {
        add_variance(out, runs->random[k].name, &mixed->variance[k]);
    }
    add_variance(out, "error", &mixed->variance[runs->n_random]);
    quire_text_format(out, "  %-*s %12s %11s %8s %8s %9s\n", NAME_WIDTH,
                      quire_analysis_is_mixture(runs) ? "column (share of the total)"
                                                      : "column (-1 to 1)",
                      "coefficient", "error", "freedom", "t", "p");
    for (size_t j = 0; j < mixed->n; j++) {
        add_coefficient(out, a, m, j);
    }
    add_tests(out, a, m);
}

void
quire_analysis_mixed(struct quire_text *out, const struct quire_analysis *a)
{
    for (size_t k = 0; k < a->runs->n_measured; k++) {
        const struct quire_measured_analysis *m = &a->measured[k];
        if (m->mixed == NULL) {
            continue;
        }
        if (m->mixed->status == QUIRE_MODEL_FINE) {
            add_mixed(out, a, m, &a->runs->measured[k]);
        } else {
            quire_text_format(out, "%s: no mixed model: %s\n", a->runs->measured[k].name,
                              quire_model_status_text(m->mixed->status));
        }
    }
}
