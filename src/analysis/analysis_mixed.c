/* Mixed models of tables with random groups, as text. */
#include "analysis/analysis_parts.h"

#include <math.h>
#include <stdlib.h>

#include "stat/model/mixed.h"

#define NAME_MOST 40 /* longest name of a column [bytes] */

/* one response: the runs with a number */
struct mixing {
    const struct quire_analysis *a;
    const struct quire_measured_analysis *m;
    struct quire_regressors x;
    size_t n, n_term;
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

/* the terms of the response's model; the constant alone where it has none */
static bool
take_terms(struct mixing *self)
{
    const struct quire_measured_analysis *m = self->m;
    static const struct quire_term constant = {0, {0}};
    static const struct quire_predictor nothing = {0, NULL, NULL};

    if (m->order == QUIRE_MODEL_NONE) {
        self->n_term = 1;
        return quire_regressors_make(&self->x, &nothing, &constant, 1, self->run, self->n);
    }
    self->n_term = m->n_term;
    return quire_analysis_matrix(&self->x, self->a->runs, m->predictor, m->n_predictor, m->term,
                                 m->n_term, self->run, self->n);
}

static void
add_variance(struct quire_text *out, const char *name, const struct quire_variance *v)
{
    quire_text_format(out, "  %-*.*s %12.5g", NAME_MOST, NAME_MOST, name, v->value);
    if (isfinite(v->high)) {
        quire_text_format(out, " %11.4g %8.4g to %.4g", sqrt(v->value), sqrt(v->low),
                          sqrt(v->high));
    } else {
        quire_text_format(out, " %11.4g %8.4g or more", sqrt(v->value), sqrt(v->low));
    }
    quire_text_add(out, "\n");
}

static void
add_coefficient(struct quire_text *out, const struct mixing *self, const struct quire_mixed *mixed,
                size_t j)
{
    const struct quire_mixed_coefficient *c = &mixed->coefficient[j];
    const struct quire_mixed_estimate *e = &c->by[QUIRE_KENWARD_ROGER];
    struct quire_text name = {0};

    if (self->m->order == QUIRE_MODEL_NONE) {
        quire_text_add(&name, "constant");
    } else {
        quire_analysis_column(&name, self->a->runs, self->m->predictor, self->m->term, &self->x, j);
    }
    quire_text_format(out, "  %-*.*s", NAME_MOST, NAME_MOST, name.data != NULL ? name.data : "");
    quire_text_clear_part(&name, out);
    if (c->aliased) {
        quire_text_add(out, "  aliased\n");
    } else {
        quire_text_format(out, " %12.5g %11.3g %8.3g %8.3g %9.2g\n", c->value, e->error, e->freedom,
                          e->t, e->p);
    }
}

static void
add_mixed(struct quire_text *out, const struct mixing *self, const struct quire_mixed *mixed,
          const struct quire_measured *r)
{
    const struct quire_runs *runs = self->a->runs;

    quire_text_format(out, "%s%s%s: mixed model by REML, criterion %.8g\n", r->name,
                      r->unit[0] != '\0' ? " in " : "", r->unit, mixed->criterion);
    quire_text_format(out, "  %-*s %12s %11s %s\n", NAME_MOST, "random groups", "variance",
                      "deviation", "with 95 % confidence");
    for (size_t k = 0; k < runs->n_random; k++) {
        add_variance(out, runs->random[k].name, &mixed->variance[k]);
    }
    add_variance(out, "error", &mixed->variance[runs->n_random]);
    quire_text_format(out, "  %-*s %12s %11s %8s %8s %9s\n", NAME_MOST,
                      quire_analysis_is_mixture(runs) ? "column (share of the total)"
                                                      : "column (-1 to 1)",
                      "coefficient", "error", "freedom", "t", "p");
    for (size_t j = 0; j < mixed->n; j++) {
        add_coefficient(out, self, mixed, j);
    }
}

static bool
mix(struct quire_text *out, const struct quire_analysis *a, size_t k)
{
    const struct quire_measured *r = &a->runs->measured[k];
    struct mixing self = {.a = a, .m = &a->measured[k]};
    struct quire_mixed mixed = {0};
    size_t at = 0;
    const bool good = take_runs(&self, r) && take_terms(&self);
    const enum quire_model_status status =
        good ? quire_mixed_make(&mixed, &self.x, self.n_term, self.random, a->runs->n_random,
                                self.y, a->confidence, &at)
             : QUIRE_MODEL_MEMORY;

    if (status == QUIRE_MODEL_FINE) {
        add_mixed(out, &self, &mixed, r);
    } else if (status != QUIRE_MODEL_MEMORY) {
        quire_text_format(out, "%s: no mixed model: %s\n", r->name,
                          quire_model_status_text(status));
    }
    quire_mixed_clear(&mixed);
    quire_regressors_clear(&self.x);
    free(self.run);
    free(self.y);
    free(self.random);
    return status != QUIRE_MODEL_MEMORY;
}

bool
quire_analysis_mixed(struct quire_text *out, const struct quire_analysis *a)
{
    bool good = true;

    for (size_t k = 0; good && a->runs->n_random > 0 && k < a->runs->n_measured; k++) {
        good = mix(out, a, k);
    }
    return good;
}
