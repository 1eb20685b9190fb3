/* What draws of noise tell of a response at each setting, and how sure the means of levels are. */
#include "analysis/analysis_parts.h"

#include <math.h>
#include <stdlib.h>

/* ---- settings: populations, one each */

static void
forget_intervals(struct quire_statistics *s)
{
    const struct quire_interval none = {NAN, NAN};

    s->mean_interval = s->deviation_interval = none;
    s->capability = (struct quire_capability){NAN, NAN, none, none};
}

static bool
sum_up_settings(struct quire_analysis *a, struct quire_measured_analysis *out,
                const struct quire_measured *response, double *y)
{
    const size_t n = a->runs->n;
    struct quire_summary_quantiles known = {0};
    bool good =
        (out->setting = quire_arena_get(a->arena, a->n_setting, sizeof *out->setting)) != NULL;

    for (size_t i = 0, s = 0; good && i < n; s++) {
        struct quire_setting_summary *one = &out->setting[s];
        size_t m = 0;
        for (; i < n && a->of_setting[a->by_setting[i]] == s; i++) {
            const size_t r = a->by_setting[i];
            if (a->again[r]) {
                continue;
            }
            if (isfinite(response->value[r])) {
                y[m++] = response->value[r];
            } else {
                one->missing++;
            }
        }
        good = quire_summarise_next(&one->of, y, m, response->limits, a->confidence, &known);
    }
    return good;
}

/* ---- errors of the means of levels: by how runs of one setting scatter */

struct scatter {
    const struct quire_analysis *a;
    const double *value;
    struct quire_cell part[QUIRE_ANALYSIS_CELLS]; /* of one setting */
    size_t touched[QUIRE_ANALYSIS_CELLS], n_touched;
    double sum[QUIRE_ANALYSIS_CELLS]; /* of squares within settings */
    size_t freedom[QUIRE_ANALYSIS_CELLS];
};

static void
take(struct scatter *s, size_t cell, double y)
{
    struct quire_cell *c = &s->part[cell];
    const double off = y - c->mean;

    if (c->n == 0) {
        s->touched[s->n_touched++] = cell;
    }
    c->n++;
    c->mean += off / (double)c->n;
    c->deviation += off * (y - c->mean);
}

static void
close_setting(struct scatter *s)
{
    for (size_t i = 0; i < s->n_touched; i++) {
        struct quire_cell *c = &s->part[s->touched[i]];
        s->sum[s->touched[i]] += c->deviation;
        s->freedom[s->touched[i]] += c->n - 1;
        *c = (struct quire_cell){0};
    }
    s->n_touched = 0;
}

/* of cells by one variable, or by two */
static void
find_errors(struct scatter *s, struct quire_cell *cell, size_t n, const struct quire_varied *first,
            const struct quire_varied *second)
{
    const struct quire_analysis *a = s->a;

    for (size_t k = 0; k < n; k++) {
        s->sum[k] = 0;
        s->freedom[k] = 0;
    }
    for (size_t i = 0; i < a->runs->n; i++) {
        const size_t r = a->by_setting[i];
        if (i > 0 && a->of_setting[r] != a->of_setting[a->by_setting[i - 1]]) {
            close_setting(s);
        }
        if (isfinite(s->value[r])) {
            take(s,
                 second != NULL ? first->which[r] * second->n_level + second->which[r]
                                : first->which[r],
                 s->value[r]);
        }
    }
    close_setting(s);
    for (size_t k = 0; k < n; k++) {
        cell[k].error = s->freedom[k] > 0
                            ? sqrt(s->sum[k] / (double)s->freedom[k] / (double)cell[k].n)
                            : (double)NAN;
    }
}

static bool
find_all_errors(const struct quire_analysis *a, struct quire_measured_analysis *out,
                const double *value)
{
    const struct quire_runs *runs = a->runs;
    const size_t n = runs->n_varied;
    struct scatter *s = calloc(1, sizeof *s);

    if (s == NULL) {
        return false;
    }
    *s = (struct scatter){.a = a, .value = value};
    for (size_t i = 0; i < n; i++) {
        const struct quire_varied *v = &runs->varied[i];
        if (out->level[i] != NULL) {
            find_errors(s, out->level[i], v->n_level, v, NULL);
        }
        for (size_t j = i + 1; j < n; j++) {
            if (out->pair[i * n + j] != NULL) {
                find_errors(s, out->pair[i * n + j], v->n_level * runs->varied[j].n_level, v,
                            &runs->varied[j]);
            }
        }
    }
    free(s);
    return true;
}

bool
quire_analysis_scatter(struct quire_analysis *a, struct quire_measured_analysis *out,
                       const struct quire_measured *response)
{
    double *y = calloc(a->runs->n + 1, sizeof *y);
    bool good = y != NULL;

    if (!a->random || a->n_setting != 1) {
        forget_intervals(&out->summary);
    }
    if (good && a->random) {
        good = sum_up_settings(a, out, response, y);
    }
    if (good && a->random && a->n_setting == 1) {
        out->summary = out->setting[0].of; /* each draw once */
    }
    if (good && a->runs->sampling == QUIRE_SAMPLING_INDEPENDENT) {
        good = find_all_errors(a, out, response->value);
    }
    free(y);
    return good;
}
