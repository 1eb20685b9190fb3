/* quire doe confirm */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis_parts.h"
#include "analysis/json/analysis_json.h"
#include "base/diag.h"
#include "doe/models.h"
#include "probability/families.h"
#include "text/amount.h"

#define SCHEMA    "quire-study-confirmation-1"
#define RUNS      20
#define MOST_RUNS 100000
#define NO_NOISE  3 /* errors of the model within which a value that repeats exactly may lie */
/* where nothing is drawn at all: share of the range of the study's runs that a run may be off */
#define NO_CHANCE 0.1

enum { N_RUNS = DOE_OPTION_LAST, SEED };

struct confirming {
    struct doe_arguments common;
    struct cli_settings settings;
    uint64_t runs, seed;
    struct doe_record *record; /* (runs) */
};

enum verdict { HOLDS, FAILS, OPEN };

/* What became of one response. */
struct confirmed {
    bool known; /* it has a model, and some run has a number */
    size_t n;
    double mean, deviation;
    struct quire_prediction predicted;
    struct quire_interval of;      /* of the mean of n runs */
    struct quire_interval scatter; /* of their deviation; NaN: not judged */
    struct quire_interval range;   /* of the study's runs */
    enum verdict verdict; /* OPEN: the interval is as wide as this range, and nothing could fail */
    bool exact;           /* nothing is drawn: the same settings give the same number */
    bool scatter_holds;
};

struct confirmed_jams {
    size_t jams, n;
    struct quire_predicted_jam predicted;
    double p; /* of so many jams or more, at the upper end of what was predicted */
    bool holds;
};

/* ---- judging */

static void
find_scatter(struct confirmed *c, double confidence)
{
    const double freedom = (double)c->n - 1, tail = (1 - confidence) / 2;

    c->scatter = (struct quire_interval){NAN, NAN};
    c->scatter_holds = true;
    if (!c->exact && c->n > 1 && c->predicted.freedom > 0 && c->predicted.deviation > 0) {
        const struct quire_distribution f = quire_fisher(freedom, c->predicted.freedom);
        c->scatter.low = c->predicted.deviation * sqrt(quire_quantile(f, tail));
        c->scatter.high = c->predicted.deviation * sqrt(quire_upper_quantile(f, tail));
        c->scatter_holds = c->deviation >= c->scatter.low && c->deviation <= c->scatter.high;
    }
}

/* nothing differs between runs of one setting */
static bool
is_exact(const struct quire_runs *runs)
{
    bool noise = false;

    for (size_t i = 0; i < runs->n_varied; i++) {
        noise = noise || runs->varied[i].noise;
    }
    return !noise && runs->sampling == QUIRE_SAMPLING_NONE;
}

/* how far the mean may be from the one predicted; the model's errors where nothing says how large
 * chance is */
static double
reach_of(const struct confirmed *c)
{
    const struct quire_prediction *p = &c->predicted;

    if (c->exact) {
        return NO_CHANCE * (c->range.high - c->range.low);
    }
    if (!isfinite(p->mean_error)) {
        return NO_NOISE * p->deviation;
    }
    return quire_upper_quantile(quire_student(p->freedom), (1 - DOE_CONFIDENCE) / 2) *
           sqrt(p->mean_error * p->mean_error + p->deviation * p->deviation / (double)c->n);
}

/* The mean of n runs against what was predicted of it: the error of the model's mean and the
 * scatter of n runs together. */
static void
judge_response(const struct confirming *self, struct doe_models *models, size_t k, const double *at,
               struct confirmed *out)
{
    double sum = 0, square = 0;

    *out = (struct confirmed){.mean = (double)NAN};
    if (!quire_predict(&models->of, k, at, &out->predicted)) {
        return;
    }
    for (size_t r = 0; r < self->runs; r++) {
        const double y = self->record[r].response[k];
        if (doe_status_has_verdict(self->record[r].status) && isfinite(y)) {
            sum += y;
            out->n++;
        }
    }
    if (out->n == 0) {
        return;
    }
    out->known = true;
    out->mean = sum / (double)out->n;
    for (size_t r = 0; r < self->runs; r++) {
        const double y = self->record[r].response[k];
        square += doe_status_has_verdict(self->record[r].status) && isfinite(y)
                      ? (y - out->mean) * (y - out->mean)
                      : 0;
    }
    out->deviation = out->n > 1 ? sqrt(square / ((double)out->n - 1)) : (double)NAN;
    const struct quire_statistics *all = &models->analysis.measured[k].summary;
    out->range = (struct quire_interval){all->least, all->most};
    out->exact = is_exact(&models->runs.of);
    const double predicted = out->predicted.mean, reach = reach_of(out);
    out->of = (struct quire_interval){predicted - reach, predicted + reach};
    out->verdict = 2 * reach >= all->most - all->least                     ? OPEN
                   : out->mean >= out->of.low && out->mean <= out->of.high ? HOLDS
                                                                           : FAILS;
    find_scatter(out, DOE_CONFIDENCE);
}

static void
judge_jams(const struct confirming *self, struct doe_models *models, const double *at,
           struct confirmed_jams *out)
{
    *out = (struct confirmed_jams){.p = 1};
    quire_predict_jam(&models->of, at, &out->predicted);
    for (size_t r = 0; r < self->runs; r++) {
        out->jams += self->record[r].status == DOE_JAM;
        out->n += !quire_outcome_is_undecided(doe_outcome_of(self->record[r].status));
    }
    const double share =
        isfinite(out->predicted.of.high) ? out->predicted.of.high : out->predicted.share;
    if (out->jams > 0) {
        out->p = share > 0
                     ? quire_above(quire_binomial((double)out->n, share), (double)out->jams - 1)
                     : 0;
    }
    out->holds = out->p >= (1 - DOE_CONFIDENCE) / 2;
}

/* ---- telling */

static void
tell_confirmed(const struct quire_measured *r, const struct confirmed *c, struct quire_text *out)
{
    const char *space = r->unit[0] != '\0' ? " " : "";

    quire_text_format(out, "  %s: ", r->name);
    if (!c->known) {
        quire_text_add(out, "not judged, as no run has a number, or no model predicts it\n");
        return;
    }
    static const char *const words[] = {"confirmed", "NOT confirmed", "NOT decided"};
    const double off = c->mean - c->predicted.mean, range = c->range.high - c->range.low,
                 share = range > 0 ? 100 / range : 0;
    quire_text_format(out, "%s: ", words[c->verdict]);
    if (!c->exact) {
        quire_text_format(out, "mean of %zu run%s ", c->n, c->n == 1 ? "" : "s");
    }
    quire_text_format(out,
                      "%s%s%s, %.3g%s%s %s the predicted one (%.2g %% of the range of the study's "
                      "runs); up to %.3g%s%s (%.2g %%)",
                      QUIRE_AMOUNT_WITHIN(c->mean, off), space, r->unit, fabs(off), space, r->unit,
                      off < 0 ? "below" : "above", share * fabs(off),
                      c->of.high - c->predicted.mean, space, r->unit,
                      share * (c->of.high - c->predicted.mean));
    quire_text_add(out, isfinite(c->predicted.mean_error) ? " are chance" : " are allowed");
    if (c->verdict == OPEN) {
        quire_text_add(out, ", as wide as that range: no plausible result could fail");
    }
    if (isfinite(c->scatter.low)) {
        quire_text_format(out, "; deviation %.3g%s%s, predicted %.3g (%.3g to %.3g)%s",
                          c->deviation, space, r->unit, c->predicted.deviation, c->scatter.low,
                          c->scatter.high,
                          c->scatter_holds ? "" : ": another scatter than predicted");
    }
    quire_text_add(out, "\n");
}

static void
tell_jams(const struct confirmed_jams *c, struct quire_text *out)
{
    if (c->n == 0) {
        quire_text_add(out, "  jams: not judged, as no run has a verdict\n");
        return;
    }
    quire_text_format(out, "  jams: %s: %zu of %zu runs, predicted %s %%",
                      c->holds ? "confirmed" : "NOT confirmed", c->jams, c->n,
                      QUIRE_AMOUNT(100 * c->predicted.share));
    if (isfinite(c->predicted.of.high)) {
        quire_text_format(out, " (at most %s %% with 95 %% confidence)",
                          QUIRE_AMOUNT(100 * c->predicted.of.high));
    }
    quire_text_add(out, "\n");
}

static void
write_confirmed(const struct quire_measured *r, const struct confirmed *c, struct quire_json *out)
{
    quire_json_open(out, NULL, '{', true);
    quire_json_string(out, "name", r->name);
    quire_json_string(out, "unit", r->unit);
    quire_json_integer(out, "n", (long)c->n);
    quire_json_bool(out, "confirmed", c->known && c->verdict == HOLDS);
    quire_json_bool(out, "decided", c->known && c->verdict != OPEN);
    quire_json_number(out, "mean", c->mean);
    quire_json_number(out, "predicted", c->predicted.mean);
    quire_json_interval(out, "predicted_interval", c->of);
    quire_json_interval(out, "study_range", c->range);
    quire_json_number(out, "deviation", c->deviation);
    quire_json_number(out, "predicted_deviation", c->predicted.deviation);
    quire_json_interval(out, "predicted_deviation_interval", c->scatter);
    quire_json_close(out, '{');
}

/* all responses and jams; whether all that was judged holds */
static bool
judge(const struct confirming *self, struct doe_models *models, const double *at,
      struct quire_text *text)
{
    struct quire_json json = {.text = text};
    struct confirmed_jams jams;
    bool holds = true;

    if (self->common.json) {
        quire_json_open(&json, NULL, '{', true);
        quire_json_string(&json, "schema", SCHEMA);
        quire_json_string(&json, "study", models->work->name);
        quire_json_open(&json, "settings", '{', true);
        for (size_t i = 0; i < models->runs.of.n_varied; i++) {
            if (!models->runs.of.varied[i].noise) {
                quire_json_string(&json, models->at.setting[i].name, models->at.setting[i].value);
            }
        }
        quire_json_close(&json, '{');
        quire_json_open(&json, "responses", '[', true);
    } else {
        doe_models_name(models, at, text);
        quire_text_format(text, ", %llu run%s\n", (unsigned long long)self->runs,
                          self->runs == 1 ? "" : "s");
    }
    for (size_t k = 0; k < models->runs.of.n_measured; k++) {
        const struct quire_measured *r = &models->runs.of.measured[k];
        struct confirmed c;
        judge_response(self, models, k, at, &c);
        holds = holds && (!c.known || c.verdict == HOLDS);
        if (self->common.json) {
            write_confirmed(r, &c, &json);
        } else {
            tell_confirmed(r, &c, text);
        }
    }
    judge_jams(self, models, at, &jams);
    holds = holds && jams.holds;
    if (self->common.json) {
        quire_json_close(&json, '[');
        quire_json_integer(&json, "jams", (long)jams.jams);
        quire_json_integer(&json, "runs", (long)jams.n);
        quire_json_number(&json, "predicted_jam_share", jams.predicted.share);
        quire_json_interval(&json, "predicted_jam_interval", jams.predicted.of);
        quire_json_bool(&json, "confirmed", holds);
        quire_json_close(&json, '{');
        quire_text_add(text, "\n");
    } else {
        tell_jams(&jams, text);
    }
    return holds;
}

/* ---- running */

/* the settings, each run with noise of its own; as doe_work_run_at() takes them */
static quire_status
make_designs(const struct confirming *self, const struct doe_models *models, double **out,
             quire_diag *diag)
{
    const struct quire_runs *runs = &models->runs.of;
    const size_t n = runs->n_varied, n_run = (size_t)self->runs;
    size_t n_noise = 0;

    for (size_t i = 0; i < n; i++) {
        n_noise += runs->varied[i].noise;
    }
    double *si = calloc(n_run * n + 1, sizeof *si),
           *noise = calloc(n_run * n_noise + 1, sizeof *noise);
    *out = si;
    const bool good =
        si != NULL && noise != NULL &&
        quire_study_noise_draws(models->work->study, n_run,
                                quire_study_seed(models->work->study) ^ self->seed, noise);
    for (size_t r = 0; good && r < n_run; r++) {
        for (size_t i = 0, k = 0; i < n; i++) {
            const struct quire_study_value *v = &models->at.of.value[i];
            si[r * n + i] = runs->varied[i].noise             ? noise[r * n_noise + k++]
                            : models->work->variable[i].words ? (double)v->level
                                                              : v->si;
        }
    }
    free(noise);
    return good ? QUIRE_OK : quire_diag_memory_error(diag);
}

static quire_status
do_runs(struct confirming *self, const struct doe_models *models, quire_diag *diag)
{
    double *si = NULL;
    quire_status status = QUIRE_OK;

    self->record = calloc(self->runs + 1, sizeof *self->record);
    if (self->record == NULL) {
        return quire_diag_memory_error(diag);
    }
    for (size_t r = 0; status == QUIRE_OK && r < self->runs; r++) {
        status = doe_record_init(&self->record[r], models->work->n_response)
                     ? QUIRE_OK
                     : quire_diag_memory_error(diag);
    }
    if (status == QUIRE_OK) {
        status = make_designs(self, models, &si, diag);
    }
    if (status == QUIRE_OK) {
        status = doe_job_try_designs(models->work, si, (size_t)self->runs, &self->common.job.pool,
                                     self->record, self->common.job.stop_fd, diag);
    }
    free(si);
    return status;
}

/* the settings to confirm: those of the command line, the best ones for the rest */
static quire_status
choose(const struct confirming *self, struct doe_models *models, double *at, quire_diag *diag)
{
    const size_t n = models->runs.of.n_varied;
    quire_status status = QUIRE_OK;
    struct quire_optimum best;

    for (size_t i = 0; i < n; i++) {
        at[i] = (double)NAN;
    }
    for (size_t i = 0; status == QUIRE_OK && i < self->settings.n; i++) {
        status = doe_models_set(models, &self->settings.list[i], at, diag);
    }
    const struct quire_optimum_request request = {
        .held = at, .deviations = QUIRE_OPTIMUM_DEVIATIONS, .jams = (double)NAN};
    if (status == QUIRE_OK && !quire_optimise(&best, &models->of, &request)) {
        return quire_diag_memory_error(diag);
    }
    if (status == QUIRE_OK && best.refusal != NULL) {
        return quire_diag_error(diag, "E-MODEL", (struct quire_place){.file = models->work->path},
                                NULL, "or set all factors with --set", "%s", best.refusal);
    }
    if (status == QUIRE_OK) {
        memcpy(at, best.at, n * sizeof *at);
        doe_models_round(models, at);
    }
    return status;
}

static bool
sets_all_factors(const struct confirming *self, const struct doe_models *models, double *at,
                 quire_diag *diag)
{
    bool all = true;

    for (size_t i = 0; i < models->runs.of.n_varied; i++) {
        at[i] = (double)NAN;
    }
    for (size_t i = 0; all && i < self->settings.n; i++) {
        all = doe_models_set(models, &self->settings.list[i], at, diag) == QUIRE_OK;
    }
    for (size_t i = 0; all && i < models->runs.of.n_varied; i++) {
        all = models->runs.of.varied[i].noise || !isnan(at[i]);
    }
    return all;
}

static int
confirm_with(struct confirming *self, struct doe_models *models, quire_diag *diag)
{
    struct quire_text text = {0};
    struct cli_lines lines;
    bool holds = false;
    double *at = calloc(models->runs.of.n_varied + 1, sizeof *at);
    quire_status status = at != NULL ? QUIRE_OK : quire_diag_memory_error(diag);

    if (status == QUIRE_OK && !sets_all_factors(self, models, at, NULL)) {
        status = choose(self, models, at, diag);
    }
    if (status == QUIRE_OK && (status = doe_models_take(models, at, diag)) == QUIRE_OK) {
        status = do_runs(self, models, diag);
    }
    if (status == QUIRE_OK) {
        holds = judge(self, models, at, &text);
        fputs(doe_need_text(&text), cli_lines_begin(&lines, stdout));
        cli_lines_end(&lines);
    }
    for (size_t r = 0; self->record != NULL && r < self->runs; r++) {
        doe_record_clear(&self->record[r]);
    }
    free(self->record);
    free(at);
    quire_text_clear(&text);
    return status != QUIRE_OK ? (int)status : holds ? QUIRE_OK : DOE_NOT_CONFIRMED;
}

static int
confirm(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag, void *user)
{
    struct doe_models models;
    const quire_status status = doe_models_load(&models, a, work, diag);
    struct confirming *self = user;
    if (status == QUIRE_OK && is_exact(&models.runs.of)) {
        self->runs = 1; /* all others would be the same */
    }
    const int code = status == QUIRE_OK ? confirm_with(user, &models, diag) : (int)status;

    doe_models_clear(&models);
    return code;
}

static bool
take(const struct cli_verb *verb, void *user, int c)
{
    struct confirming *self = user;

    switch (c) {
    case 's': return cli_settings_add(&self->settings, optarg);
    case 'f': return cli_take_format(optarg, &self->common.json);
    case N_RUNS: return doe_take_count(verb, "--runs", optarg, 1, MOST_RUNS, &self->runs);
    case SEED: return doe_take_count(verb, "--seed", optarg, 0, QUIRE_STUDY_RUN_LIMIT, &self->seed);
    default: return false;
    }
}

int
doe_verb_confirm(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct option options[] = {{"set", required_argument, NULL, 's'},
                                            {"format", required_argument, NULL, 'f'},
                                            {"runs", required_argument, NULL, N_RUNS},
                                            {"seed", required_argument, NULL, SEED},
                                            DOE_WORKER_OPTIONS,
                                            DOE_COMMON_OPTIONS};
    struct confirming self = {.common = doe_arguments_default(), .runs = RUNS, .seed = 1};
    int code = doe_parse(verb, &self.common, options, take, &self, argc, argv);

    if (code < 0) {
        self.common.job.stop_fd = cli_wait_for_signals();
        code = self.common.job.stop_fd >= 0 ? doe_with_work(&self.common, confirm, &self)
                                            : QUIRE_ERROR_INTERNAL;
        cli_raise_signal();
    }
    cli_settings_clear(&self.settings);
    doe_arguments_clear(&self.common);
    return code;
}
