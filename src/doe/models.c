#include "doe/models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "text/amount.h"
#include "text/suggest.h"

#define DIGITS       4    /* of numbers of a setting that was searched */
#define TABLE_DIGITS 10   /* of numbers of a setting in a table's units */
#define EDGE         1e-6 /* in coded values */
#define LEAST_SHARE  1e-5 /* of jams, below which the lower end of an interval is not shown */
#define SHOWN        0.02 /* shares of the noise's variance below are not listed */

/* ---- loading */

static bool
has_model(const struct quire_analysis *a)
{
    bool any = false;

    for (size_t k = 0; k < a->runs->n_measured; k++) {
        any = any || a->measured[k].order != QUIRE_MODEL_NONE;
    }
    return any;
}

static quire_status
fit(struct doe_models *self, const char *hint, quire_diag *diag)
{
    if (!quire_analyse(&self->analysis, &self->runs.of, DOE_CONFIDENCE) ||
        !quire_prediction_begin(&self->of, &self->analysis)) {
        return quire_diag_memory_error(diag);
    }
    return has_model(&self->analysis)
               ? QUIRE_OK
               : quire_diag_error(diag, "E-MODEL", (struct quire_place){.file = self->path}, NULL,
                                  hint, "no response has a model that could predict it");
}

quire_status
doe_models_load(struct doe_models *self, const struct doe_arguments *a, struct doe_work *work,
                quire_diag *diag)
{
    struct doe_store *store = NULL;

    *self = (struct doe_models){.work = work, .path = work->path};
    quire_status status = doe_store_open(&store, a->directory, work, &doe_as_it_is, diag);
    if (status == QUIRE_OK) {
        status = doe_gather(&self->runs, work, store, diag);
    }
    doe_store_close(store);
    if (status != QUIRE_OK) {
        return status;
    }
    if (!doe_run_init(&self->at, work)) {
        return quire_diag_memory_error(diag);
    }
    self->setting = self->at.setting;
    return fit(self, "'quire doe report' says why", diag);
}

quire_status
doe_models_load_table(struct doe_models *self, const char *path,
                      const struct doe_table_roles *roles, const char **left_out, quire_diag *diag)
{
    *self = (struct doe_models){.path = path};
    const quire_status status = doe_gather_table(&self->runs, path, roles, NULL, left_out, diag);

    if (status != QUIRE_OK) {
        return status;
    }
    self->setting =
        quire_arena_get(self->runs.arena, self->runs.of.n_varied, sizeof *self->setting);
    return self->setting != NULL ? fit(self, "'quire doe analyse' says why", diag)
                                 : quire_diag_memory_error(diag);
}

void
doe_models_clear(struct doe_models *self)
{
    doe_run_clear(&self->at);
    quire_prediction_clear(&self->of);
    if (self->analysis.runs != NULL) {
        quire_analysis_clear(&self->analysis);
    }
    doe_runs_clear(&self->runs);
}

/* ---- settings */

static quire_status
refuse(const struct doe_models *self, const quire_setting *setting, const char *hint,
       const char *why, quire_diag *diag)
{
    return quire_diag_error(diag, "E-MODEL", (struct quire_place){.file = self->path}, NULL, hint,
                            "--set %s=%s: %s", setting->name, setting->value, why);
}

static bool
find_level(const struct quire_varied *v, const char *text, double *level)
{
    for (size_t l = 0; l < v->n_level; l++) {
        if (strcmp(v->level[l], text) == 0) {
            *level = (double)l;
            return true;
        }
    }
    return false;
}

quire_status
doe_models_set(const struct doe_models *self, const quire_setting *setting, double *at,
               quire_diag *diag)
{
    const struct quire_runs *runs = &self->runs.of;
    struct quire_suggest near = quire_suggest_begin(setting->name);
    char hint[200];
    double si = 0;

    for (size_t i = 0; i < runs->n_varied; i++) {
        const struct quire_varied *v = &runs->varied[i];
        quire_suggest_offer(&near, v->name);
        if (strcmp(v->name, setting->name) != 0) {
            continue;
        }
        if (v->words) {
            return find_level(v, setting->value, &at[i])
                       ? QUIRE_OK
                       : refuse(self, setting, NULL, "no run has this value", diag);
        }
        if (!cli_take_quantity(v->name, setting->value, v->unit, &si)) {
            return QUIRE_ERROR_USAGE;
        }
        at[i] = quire_analysis_coded(v, si);
        return QUIRE_OK;
    }
    return refuse(self, setting, quire_suggest_hint(&near, hint, sizeof hint),
                  self->work != NULL ? "the study varies no parameter of that name"
                                     : "the table varies no factor of that name",
                  diag);
}

quire_status
doe_models_nominal(struct doe_models *self, double *at, quire_diag *diag)
{
    const struct quire_runs *runs = &self->runs.of;

    for (size_t i = 0; i < runs->n_varied; i++) {
        at[i] = (double)NAN;
    }
    for (size_t i = 0; self->work == NULL && i < runs->n_varied; i++) {
        const struct quire_varied *v = &runs->varied[i];
        at[i] = v->noise ? (double)NAN : v->words ? 0 : 0.5 * (self->of.low[i] + self->of.high[i]);
    }
    if (self->work == NULL) {
        return QUIRE_OK;
    }
    const quire_status status = doe_models_take(self, at, diag);
    for (size_t i = 0; status == QUIRE_OK && i < runs->n_varied; i++) {
        const struct quire_varied *v = &runs->varied[i];
        const struct quire_study_value *value = &self->at.of.value[i];
        if (v->noise) {
            continue;
        }
        if (!v->words) {
            at[i] = quire_analysis_coded(v, value->si);
        } else if (!find_level(v, value->text, &at[i])) {
            at[i] = 0; /* the model's own word was not run */
        }
    }
    return status;
}

void
doe_models_round(const struct doe_models *self, double *at)
{
    const struct quire_runs *runs = &self->runs.of;

    for (size_t i = 0; i < runs->n_varied; i++) {
        const struct quire_varied *v = &runs->varied[i];
        char text[QUIRE_NUMBER_SIZE];
        double number;
        if (v->noise || v->words || fabs(at[i] - self->of.low[i]) < EDGE ||
            fabs(at[i] - self->of.high[i]) < EDGE) {
            at[i] = v->noise || v->words                   ? at[i]
                    : fabs(at[i] - self->of.low[i]) < EDGE ? self->of.low[i]
                                                           : self->of.high[i];
            continue;
        }
        quire_number_write_rounded(text, quire_analysis_si(v, at[i]) / v->worth, DIGITS);
        quire_number_read(&number, text, 0, NULL);
        at[i] = fmax(self->of.low[i],
                     fmin(self->of.high[i], quire_analysis_coded(v, number * v->worth)));
    }
}

/* of a table: numbers in its units */
static quire_status
write_settings(struct doe_models *self, const double *at, quire_diag *diag)
{
    bool good = true;

    for (size_t i = 0; good && i < self->runs.of.n_varied; i++) {
        const struct quire_varied *v = &self->runs.of.varied[i];
        struct quire_text text = {0};
        char number[QUIRE_NUMBER_SIZE];
        if (isnan(at[i])) {
            quire_text_add(&text, "");
        } else if (v->words) {
            quire_text_add(&text, v->level[(size_t)at[i]]);
        } else {
            quire_number_write_rounded(number, quire_analysis_si(v, at[i]) / v->worth,
                                       TABLE_DIGITS);
            quire_text_format(&text, "%s%s%s", number, v->unit[0] != '\0' ? " " : "", v->unit);
        }
        const char *kept =
            text.failed ? NULL
                        : quire_arena_copy(self->runs.arena, text.data != NULL ? text.data : "");
        good = kept != NULL;
        self->setting[i] = (quire_setting){v->name, kept};
        quire_text_clear(&text);
    }
    return good ? QUIRE_OK : quire_diag_memory_error(diag);
}

quire_status
doe_models_take(struct doe_models *self, const double *at, quire_diag *diag)
{
    const struct quire_runs *runs = &self->runs.of;

    if (self->work == NULL) {
        return write_settings(self, at, diag);
    }
    double *si = calloc(runs->n_varied + 1, sizeof *si);
    quire_status status = si != NULL ? QUIRE_OK : quire_diag_memory_error(diag);

    for (size_t i = 0; status == QUIRE_OK && i < runs->n_varied; i++) {
        const struct quire_varied *v = &runs->varied[i];
        si[i] = isnan(at[i]) || v->words ? at[i] : quire_analysis_si(v, at[i]);
        for (size_t l = 0; v->words && !isnan(at[i]) && l < self->work->variable[i].n_level; l++) {
            if (strcmp(self->work->variable[i].level[l], v->level[(size_t)at[i]]) == 0) {
                si[i] = (double)l; /* by the study's own numbers */
            }
        }
    }
    if (status == QUIRE_OK) {
        status = doe_work_run_at(self->work, si, &self->at, diag);
    }
    free(si);
    return status;
}

void
doe_models_name(const struct doe_models *self, const double *at, struct quire_text *out)
{
    bool first = true;

    for (size_t i = 0; i < self->runs.of.n_varied; i++) {
        if (!isnan(at[i])) {
            quire_text_format(out, "%s%s = %s", first ? "" : ", ", self->setting[i].name,
                              self->setting[i].value);
            first = false;
        }
    }
}

/* ---- in words */

static void
add_range(struct quire_text *out, const char *before, struct quire_interval range, const char *unit)
{
    if (isfinite(range.low) && isfinite(range.high)) {
        const double half = 0.5 * (range.high - range.low);
        quire_text_format(out, "%s%s to %s%s%s", before, QUIRE_AMOUNT_WITHIN(range.low, half),
                          QUIRE_AMOUNT_WITHIN(range.high, half), unit[0] != '\0' ? " " : "", unit);
    }
}

/* " (thickness 61 %, rubber_mu 39 %)", the largest first; takes the shares away */
static void
add_shares(struct quire_text *out, const struct doe_models *self, double *share)
{
    bool first = true;

    for (;;) {
        size_t most = 0;
        for (size_t i = 1; i < self->runs.of.n_varied; i++) {
            most = share[i] > share[most] ? i : most;
        }
        if (!(share[most] > SHOWN)) {
            break;
        }
        quire_text_format(out, "%s%s %.0f %%", first ? " (" : ", ", self->runs.of.varied[most].name,
                          100 * share[most]);
        share[most] = 0;
        first = false;
    }
    quire_text_add(out, first ? "" : ")");
}

static void
tell_response(struct doe_models *self, size_t k, const double *at,
              const struct quire_desired *desired, double *share, struct quire_text *out)
{
    const struct quire_measured *r = &self->runs.of.measured[k];
    const char *space = r->unit[0] != '\0' ? " " : "";
    struct quire_prediction p;

    if (!quire_predict(&self->of, k, at, &p)) {
        return;
    }
    const double half = 0.5 * (p.of.high - p.of.low);
    quire_text_format(out, "  %s: %s%s%s", r->name, QUIRE_AMOUNT_WITHIN(p.mean, half), space,
                      r->unit);
    add_range(out, ", with 95 % confidence ", p.of, r->unit);
    add_range(out, "; one run ", p.run, r->unit);
    quire_text_add(out, p.misfit ? " (lack of fit counted)" : "");
    if (p.noise > 0 && quire_predict_shares(&self->of, k, at, share)) {
        quire_text_format(out, "; deviation by noise %s%s%s%s", QUIRE_AMOUNT_WITHIN(p.noise, 0),
                          space, r->unit, p.same_noise ? " at all settings" : "");
        add_shares(out, self, share);
    }
    if (isfinite(p.within)) {
        quire_text_format(out, "; %s %% of runs within the limits", QUIRE_AMOUNT(100 * p.within));
    }
    if (desired != NULL && desired[k].counts) {
        quire_text_format(out, "; desirability %.3f", desired[k].desirability);
    }
    quire_text_add(out, "\n");
}

static void
tell_jams(struct doe_models *self, const double *at, struct quire_text *out)
{
    const struct quire_analysis *a = &self->analysis;
    struct quire_predicted_jam jam;

    if (a->runs->without_verdicts) {
        return;
    }
    if (a->count[QUIRE_OUTCOME_JAM] == 0) {
        const size_t n = a->runs->n - a->undecided;
        quire_text_format(out,
                          n > 0 ? "  jams: none in %zu runs\n"
                                : "  jams: not known, as no run has a verdict\n",
                          n);
        return;
    }
    quire_predict_jam(&self->of, at, &jam);
    quire_text_format(out, "  jams: %s %%", QUIRE_AMOUNT(100 * jam.share));
    if (isfinite(jam.of.low)) {
        if (jam.of.low < LEAST_SHARE) {
            quire_text_format(out, ", with 95 %% confidence below %s %%",
                              QUIRE_AMOUNT(100 * jam.of.high));
        } else {
            quire_text_format(out, ", with 95 %% confidence %s %% to %s %%",
                              QUIRE_AMOUNT(100 * jam.of.low), QUIRE_AMOUNT(100 * jam.of.high));
        }
    }
    quire_text_add(out, a->odds.penalised ? " (approximate: the runs separate jams completely)\n"
                                          : "\n");
}

void
doe_models_tell(struct doe_models *self, const double *at, const struct quire_desired *desired,
                struct quire_text *out)
{
    double *share = calloc(self->runs.of.n_varied + 1, sizeof *share);

    out->failed = out->failed || share == NULL;
    for (size_t k = 0; share != NULL && k < self->runs.of.n_measured; k++) {
        tell_response(self, k, at, desired, share, out);
    }
    tell_jams(self, at, out);
    free(share);
}

void
doe_models_warn(const struct doe_models *self, struct quire_text *out)
{
    quire_analysis_noise_warnings(out, &self->analysis);
    quire_analysis_lack_warnings(out, &self->analysis);
    if (self->runs.of.n_random > 0) {
        quire_text_add(out, "predictions are those of the model without random groups: their "
                            "intervals are too narrow for new groups\n");
    }
}

/* " radius (low), load (high)", of those that are beyond the ends, or at them; false if none is */
static bool
list_edges(const struct doe_models *self, const double *at, bool beyond, struct quire_text *out)
{
    bool any = false;

    for (size_t i = 0; i < self->runs.of.n_varied; i++) {
        const struct quire_varied *v = &self->runs.of.varied[i];
        const double below = self->of.low[i] - at[i], above = at[i] - self->of.high[i];
        if (v->noise || v->words || !(self->of.high[i] > self->of.low[i])) {
            continue;
        }
        if (beyond ? fmax(below, above) > EDGE : fabs(fmax(below, above)) <= EDGE) {
            quire_text_format(out, "%s%s (%s)", any ? ", " : "", v->name,
                              below > above ? "low" : "high");
            any = true;
        }
    }
    return any;
}

void
doe_models_edges(const struct doe_models *self, const double *at, struct quire_text *out)
{
    struct quire_text list = {0};

    if (list_edges(self, at, false, &list)) {
        quire_text_format(out, "at the edge of the region that was run: %s\n", list.data);
    }
    list.size = 0;
    if (list_edges(self, at, true, &list)) {
        quire_text_format(out, "outside of the region that was run: %s\n", list.data);
    }
    quire_text_clear_part(&list, out);
}

/* ---- as JSON */

static void
add_interval(struct quire_json *out, const char *key, struct quire_interval i)
{
    quire_json_open(out, key, '[', true);
    quire_json_number(out, NULL, i.low);
    quire_json_number(out, NULL, i.high);
    quire_json_close(out, '[');
}

static void
add_response(struct doe_models *self, size_t k, const double *at,
             const struct quire_desired *desired, double *share, struct quire_json *out)
{
    const struct quire_measured *r = &self->runs.of.measured[k];
    struct quire_prediction p;

    if (!quire_predict(&self->of, k, at, &p) || !quire_predict_shares(&self->of, k, at, share)) {
        return;
    }
    quire_json_open(out, NULL, '{', true);
    quire_json_string(out, "name", r->name);
    quire_json_string(out, "unit", r->unit);
    quire_json_number(out, "mean", p.mean);
    add_interval(out, "mean_interval", p.of);
    add_interval(out, "run_interval", p.run);
    quire_json_number(out, "noise", p.noise);
    quire_json_number(out, "error", p.error);
    quire_json_number(out, "deviation", p.deviation);
    quire_json_bool(out, "noise_same_at_all_settings", p.same_noise);
    quire_json_bool(out, "lack_of_fit", p.misfit);
    quire_json_number(out, "within_limits", p.within);
    quire_json_number(out, "desirability",
                      desired != NULL && desired[k].counts ? desired[k].desirability : (double)NAN);
    quire_json_open(out, "noise_shares", '{', true);
    for (size_t i = 0; i < self->runs.of.n_varied; i++) {
        if (self->runs.of.varied[i].noise) {
            quire_json_number(out, self->runs.of.varied[i].name, share[i]);
        }
    }
    quire_json_close(out, '{');
    quire_json_close(out, '{');
}

void
doe_models_json(struct doe_models *self, const double *at, const struct quire_desired *desired,
                struct quire_json *out)
{
    double *share = calloc(self->runs.of.n_varied + 1, sizeof *share);
    struct quire_predicted_jam jam;

    out->text->failed = out->text->failed || share == NULL;
    quire_json_open(out, "settings", '{', true);
    for (size_t i = 0; i < self->runs.of.n_varied; i++) {
        if (!isnan(at[i])) {
            quire_json_string(out, self->setting[i].name, self->setting[i].value);
        }
    }
    quire_json_close(out, '{');
    quire_predict_jam(&self->of, at, &jam);
    quire_json_number(out, "jam_share", jam.share);
    add_interval(out, "jam_interval", jam.of);
    quire_json_open(out, "responses", '[', true);
    for (size_t k = 0; share != NULL && k < self->runs.of.n_measured; k++) {
        add_response(self, k, at, desired, share, out);
    }
    quire_json_close(out, '[');
    free(share);
}

void
doe_models_json_warnings(const struct doe_models *self, struct quire_json *out)
{
    struct quire_text warnings = {0};

    doe_models_warn(self, &warnings);
    quire_json_open(out, "warnings", '[', true);
    for (char *line = warnings.data, *end; line != NULL && (end = strchr(line, '\n')) != NULL;
         line = end + 1) {
        *end = '\0';
        quire_json_string(out, NULL, line);
    }
    quire_json_close(out, '[');
    quire_text_clear_part(&warnings, out->text);
}
