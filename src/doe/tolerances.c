/* quire doe tolerances */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/json/analysis_json.h"
#include "base/diag.h"
#include "doe/models.h"
#include "stat/reliability/allocation.h"
#include "stat/reliability/capability.h"
#include "text/amount.h"
#include "text/suggest.h"

#define SCHEMA    "quire-study-tolerances-1"
#define YIELD     0.9973 /* share within the limits that is asked for: three deviations */
#define RESAMPLES 500
#define FEWEST    10 /* numbers at a setting, for a distribution */
#define SETTINGS  20 /* shown */

enum { RESPONSE = DOE_OPTION_LAST, WANTED };

struct asking {
    struct doe_arguments common;
    struct cli_settings settings;
    const char *response; /* NULL: all that have limits */
    double wanted;
};

static const char *const family_words[] = {[QUIRE_FIT_NORMAL] = "normal",
                                           [QUIRE_FIT_LOGNORMAL] = "lognormal",
                                           [QUIRE_FIT_WEIBULL] = "Weibull",
                                           [QUIRE_FIT_GAMMA] = "gamma"};

/* One response at one setting of the factors. */
struct answer {
    struct doe_models *models;
    size_t k;
    const double *at;
    struct quire_prediction predicted;
    struct quire_tolerance *tolerance; /* (n_varied), of noises */
    double *share;                     /* (n_varied): of the variance of all runs */
    double rest;                       /* variance about the model */
    double allowed;                    /* deviation that keeps the share within the limits */
    struct quire_allocation allocation;
    bool has_costs;
};

static bool
has_limits(const struct quire_measured *r)
{
    return !isnan(r->limits.minimum) || !isnan(r->limits.maximum);
}

/* ---- contributions, allocation */

static bool
find_answer(struct answer *self, double wanted)
{
    const struct quire_runs *runs = &self->models->runs.of;
    const struct quire_limits limits = runs->measured[self->k].limits;

    if (!quire_predict(&self->models->of, self->k, self->at, &self->predicted) ||
        !quire_predict_shares(&self->models->of, self->k, self->at, self->share)) {
        return false;
    }
    const struct quire_prediction *p = &self->predicted;
    const double noise = p->noise * p->noise;
    self->rest = p->error * p->error;
    self->allowed = quire_deviation_for(p->mean, limits.minimum, limits.maximum, wanted);
    for (size_t i = 0; i < runs->n_varied; i++) {
        const struct quire_study_variable *v = &self->models->work->variable[i];
        const bool costs = runs->varied[i].noise && v->cost > 0;
        self->tolerance[i] = (struct quire_tolerance){.variance = self->share[i] * noise,
                                                      .cost = costs ? v->cost : 0,
                                                      .exponent = costs ? v->cost_exponent : 1,
                                                      .ratio = 1};
        self->has_costs = self->has_costs || costs;
        self->share[i] *= noise + self->rest > 0 ? noise / (noise + self->rest) : 0;
    }
    if (self->has_costs && self->allowed > 0) {
        self->allocation = quire_allocate(self->tolerance, runs->n_varied, self->rest,
                                          self->allowed * self->allowed);
    }
    return true;
}

/* ---- capability of settings that were run */

/* numbers of response k at setting s, each draw once */
static size_t
take_numbers(const struct doe_models *models, size_t k, size_t s, double *x, size_t *missing)
{
    const struct quire_analysis *a = &models->analysis;
    size_t n = 0;

    *missing = 0;
    for (size_t r = 0; r < a->runs->n; r++) {
        const double value = a->runs->measured[k].value[r];
        if (a->of_setting[r] == s && !a->again[r]) {
            if (isfinite(value)) {
                x[n++] = value;
            } else {
                ++*missing;
            }
        }
    }
    return n;
}

struct capable {
    size_t setting, n, missing, inside;
    enum quire_fit_family family;
    bool fitted;
    struct quire_performance of;
    struct quire_performance_interval interval;
    struct quire_rate within; /* by counting; runs without a number are outside */
};

static bool
judge_setting(const struct doe_models *models, size_t k, struct capable *out, double *x)
{
    const struct quire_limits limits = models->runs.of.measured[k].limits;
    struct quire_fitted all[QUIRE_FIT_FAMILIES];
    bool good = true;

    out->n = take_numbers(models, k, out->setting, x, &out->missing);
    for (size_t i = 0; i < out->n; i++) {
        out->inside += !(x[i] < limits.minimum) && !(x[i] > limits.maximum);
    }
    out->within = quire_rate_of(out->inside, 0, out->n + out->missing, DOE_CONFIDENCE);
    if (out->n >= FEWEST) {
        out->family = quire_fit_distributions(all, x, out->n);
        out->fitted = all[out->family].known;
    }
    if (out->fitted) {
        out->of = quire_performance_of(all[out->family].of, limits);
        good = quire_performance_bootstrap(&out->interval, out->family, all[out->family].of, out->n,
                                           limits, RESAMPLES, 1, DOE_CONFIDENCE);
    }
    return good;
}

static int
compare_yields(const void *a, const void *b)
{
    const struct capable *x = a, *y = b;
    const double sx = x->fitted ? x->of.ppk : HUGE_VAL, sy = y->fitted ? y->of.ppk : HUGE_VAL;

    return sx != sy ? (sx > sy) - (sx < sy) : (x->setting > y->setting) - (x->setting < y->setting);
}

/* all settings, the least capable first; NULL if memory ran out */
static struct capable *
judge_settings(const struct doe_models *models, size_t k)
{
    const struct quire_analysis *a = &models->analysis;
    struct capable *all = calloc(a->n_setting + 1, sizeof *all);
    double *x = calloc(a->runs->n + 1, sizeof *x);
    bool good = all != NULL && x != NULL;

    for (size_t s = 0; good && s < a->n_setting; s++) {
        all[s].setting = s;
        good = judge_setting(models, k, &all[s], x);
    }
    free(x);
    if (good) {
        qsort(all, a->n_setting, sizeof *all, compare_yields);
        return all;
    }
    free(all);
    return NULL;
}

/* ---- text */

static void
tell_contributions(const struct answer *self, struct quire_text *out)
{
    const struct quire_runs *runs = &self->models->runs.of;
    const struct quire_prediction *p = &self->predicted;
    const double all = p->deviation * p->deviation;

    quire_text_add(out, "  contributions to the variance:");
    for (size_t i = 0; i < runs->n_varied; i++) {
        if (runs->varied[i].noise) {
            quire_text_format(out, " %s %.1f %%,", runs->varied[i].name, 100 * self->share[i]);
        }
    }
    quire_text_format(out, " about the model %.1f %%\n", all > 0 ? 100 * self->rest / all : 0);
}

static void
tell_allocation(const struct answer *self, double wanted, struct quire_text *out)
{
    const struct quire_measured *r = &self->models->runs.of.measured[self->k];
    const char *space = r->unit[0] != '\0' ? " " : "";
    const struct quire_runs *runs = &self->models->runs.of;

    if (!(self->allowed > 0)) {
        quire_text_add(out, "  the mean is outside the limits: no tolerance helps, other factors "
                            "do ('quire doe optimise')\n");
        return;
    }
    quire_text_format(
        out, "  %.8g %% within the limits need a deviation of at most %s%s%s, now %s%s%s\n",
        100 * wanted, QUIRE_AMOUNT_WITHIN(self->allowed, 0), space, r->unit,
        QUIRE_AMOUNT_WITHIN(self->predicted.deviation, 0), space, r->unit);
    if (!self->has_costs) {
        return;
    }
    if (!self->allocation.found) {
        quire_text_format(out,
                          "  tolerances alone do not reach it: at %g of what they are now the "
                          "deviation is %s%s%s\n",
                          QUIRE_ALLOCATION_LEAST,
                          QUIRE_AMOUNT_WITHIN(sqrt(self->allocation.variance), 0), space, r->unit);
        return;
    }
    quire_text_format(out,
                      "  at least cost, %s in place of %s:", QUIRE_AMOUNT(self->allocation.cost),
                      QUIRE_AMOUNT(self->allocation.present_cost));
    for (size_t i = 0, n = 0; i < runs->n_varied; i++) {
        if (self->tolerance[i].cost > 0) {
            quire_text_format(out, "%s tolerance of %s times %.3g", n++ > 0 ? "," : "",
                              runs->varied[i].name, self->tolerance[i].ratio);
        }
    }
    quire_text_add(out, "\n");
}

static void
tell_setting(const struct quire_analysis *a, const struct capable *c, struct quire_text *out)
{
    quire_text_format(out, "%zu of %zu within", c->inside, c->n + c->missing);
    if (a->random && c->n + c->missing > 0) {
        quire_text_format(out, " (at least %.3g %%)", 100 * c->within.exact.low);
    }
    if (c->fitted && isfinite(c->of.ppk)) {
        quire_text_format(out, "; %s, Ppk %.3g (%.3g to %.3g), %s %% within",
                          family_words[c->family], c->of.ppk, c->interval.ppk.low,
                          c->interval.ppk.high, QUIRE_AMOUNT(100 * c->of.within));
    }
}

/* settings from s on of which the same is told */
static size_t
count_same(const struct quire_analysis *a, const struct capable *all, size_t s,
           const struct quire_text *own, struct quire_text *out)
{
    bool same = own->data != NULL;
    size_t n = 1;

    while (same && s + n < a->n_setting) {
        struct quire_text other = {0};
        tell_setting(a, &all[s + n], &other);
        same = other.data != NULL && strcmp(own->data, other.data) == 0;
        n += same;
        quire_text_clear_part(&other, out);
    }
    return n;
}

static void
tell_settings(const struct answer *self, const struct capable *all, struct quire_text *out)
{
    const struct quire_analysis *a = &self->models->analysis;

    for (size_t s = 0, shown = 0, same; s < a->n_setting; s += same, shown++) {
        struct quire_text own = {0};
        if (shown == SETTINGS) {
            quire_text_format(out, "  and %zu more settings\n", a->n_setting - s);
            break;
        }
        tell_setting(a, &all[s], &own);
        same = count_same(a, all, s, &own, out);
        quire_text_add(out, "  ");
        quire_analysis_setting_name(out, a->runs, a->setting[all[s].setting].run);
        if (same > 1) {
            quire_text_format(out, " and %zu more settings, each", same - 1);
        }
        quire_text_format(out, ": %s\n", own.data != NULL ? own.data : "");
        quire_text_clear_part(&own, out);
    }
}

static void
tell(const struct answer *self, const struct capable *all, double wanted, struct quire_text *out)
{
    const struct quire_measured *r = &self->models->runs.of.measured[self->k];
    const struct quire_prediction *p = &self->predicted;
    const char *space = r->unit[0] != '\0' ? " " : "";

    quire_text_format(out, "%s at ", r->name);
    doe_models_name(self->models, self->at, out);
    quire_text_format(out, ": mean %s%s%s, deviation %s%s%s, %s %% within the limits\n",
                      QUIRE_AMOUNT_WITHIN(p->mean, p->deviation), space, r->unit,
                      QUIRE_AMOUNT_WITHIN(p->deviation, 0), space, r->unit,
                      QUIRE_AMOUNT(100 * p->within));
    tell_contributions(self, out);
    tell_allocation(self, wanted, out);
    quire_text_format(out, "%s at the settings that were run, the least capable first:\n", r->name);
    tell_settings(self, all, out);
}

/* ---- JSON */

static void
write_setting(const struct answer *self, const struct capable *c, struct quire_json *out)
{
    const struct quire_analysis *a = &self->models->analysis;
    struct quire_text name = {0};

    quire_analysis_setting_name(&name, a->runs, a->setting[c->setting].run);
    quire_json_open(out, NULL, '{', true);
    quire_json_string(out, "name", name.data);
    quire_text_clear_part(&name, out->text);
    quire_json_integer(out, "n", (long)c->n);
    quire_json_integer(out, "missing", (long)c->missing);
    quire_json_integer(out, "within", (long)c->inside);
    if (a->random) {
        quire_json_interval(out, "within_interval", c->within.exact);
    }
    quire_json_string(out, "distribution", c->fitted ? family_words[c->family] : NULL);
    quire_json_number(out, "pp", c->fitted ? c->of.pp : (double)NAN);
    quire_json_number(out, "ppk", c->fitted ? c->of.ppk : (double)NAN);
    if (c->fitted) {
        quire_json_interval(out, "ppk_interval", c->interval.ppk);
    }
    quire_json_number(out, "share_outside", c->fitted ? c->of.outside : (double)NAN);
    quire_json_close(out, '{');
}

static void
write_json(const struct answer *self, const struct capable *all, double wanted,
           struct quire_json *out)
{
    const struct quire_runs *runs = &self->models->runs.of;
    const struct quire_measured *r = &runs->measured[self->k];

    quire_json_open(out, NULL, '{', true);
    quire_json_string(out, "name", r->name);
    quire_json_string(out, "unit", r->unit);
    quire_json_number(out, "minimum", r->limits.minimum);
    quire_json_number(out, "maximum", r->limits.maximum);
    quire_json_number(out, "mean", self->predicted.mean);
    quire_json_number(out, "deviation", self->predicted.deviation);
    quire_json_number(out, "within", self->predicted.within);
    quire_json_number(out, "wanted", wanted);
    quire_json_number(out, "allowed_deviation", self->allowed);
    quire_json_open(out, "noises", '[', true);
    for (size_t i = 0; i < runs->n_varied; i++) {
        if (runs->varied[i].noise) {
            const bool costs = self->tolerance[i].cost > 0;
            quire_json_open(out, NULL, '{', true);
            quire_json_string(out, "name", runs->varied[i].name);
            quire_json_number(out, "share", self->share[i]);
            quire_json_number(out, "cost", costs ? self->tolerance[i].cost : (double)NAN);
            quire_json_number(out, "ratio",
                              costs && self->allocation.found ? self->tolerance[i].ratio
                                                              : (double)NAN);
            quire_json_close(out, '{');
        }
    }
    quire_json_close(out, '[');
    quire_json_number(out, "cost",
                      self->has_costs && self->allocation.found ? self->allocation.cost
                                                                : (double)NAN);
    quire_json_number(out, "present_cost",
                      self->has_costs ? self->allocation.present_cost : (double)NAN);
    quire_json_open(out, "settings", '[', true);
    for (size_t s = 0; s < self->models->analysis.n_setting; s++) {
        write_setting(self, &all[s], out);
    }
    quire_json_close(out, '[');
    quire_json_close(out, '{');
}

/* ---- the verb */

static quire_status
answer_response(const struct asking *self, struct doe_models *models, size_t k, const double *at,
                struct quire_json *json, quire_diag *diag)
{
    const size_t n = models->runs.of.n_varied;
    struct answer answer = {.models = models,
                            .k = k,
                            .at = at,
                            .tolerance = calloc(n + 1, sizeof *answer.tolerance),
                            .share = calloc(n + 1, sizeof *answer.share)};
    struct capable *all = judge_settings(models, k);
    const bool good = answer.tolerance != NULL && answer.share != NULL && all != NULL;

    if (good && find_answer(&answer, self->wanted)) {
        if (self->common.json) {
            write_json(&answer, all, self->wanted, json);
        } else {
            tell(&answer, all, self->wanted, json->text);
        }
    }
    free(all);
    free(answer.tolerance);
    free(answer.share);
    return good ? QUIRE_OK : quire_diag_memory_error(diag);
}

static quire_status
refuse(const struct doe_models *models, const char *hint, const char *why, quire_diag *diag)
{
    return quire_diag_error(diag, "E-MODEL", (struct quire_place){.file = models->work->path}, NULL,
                            hint, "%s", why);
}

static quire_status
check_response(const struct asking *self, const struct doe_models *models, quire_diag *diag)
{
    const struct quire_runs *runs = &models->runs.of;
    const char *wanted = self->response != NULL ? self->response : "";
    struct quire_suggest near = quire_suggest_begin(wanted);
    char hint[200];

    for (size_t k = 0; k < runs->n_measured; k++) {
        quire_suggest_offer(&near, runs->measured[k].name);
        if (self->response == NULL || strcmp(runs->measured[k].name, wanted) == 0) {
            return QUIRE_OK;
        }
    }
    return quire_diag_error(diag, "E-REFERENCE", (struct quire_place){.file = models->work->path},
                            NULL, quire_suggest_hint(&near, hint, sizeof hint),
                            "the study has no response '%s'", wanted);
}

static quire_status
answer_all(const struct asking *self, struct doe_models *models, const double *at,
           struct quire_json *json, quire_diag *diag)
{
    const struct quire_runs *runs = &models->runs.of;
    quire_status status = check_response(self, models, diag);
    bool noise = false, any = false;

    for (size_t i = 0; i < runs->n_varied; i++) {
        noise = noise || runs->varied[i].noise;
    }
    if (status == QUIRE_OK && !noise) {
        return refuse(models, "tolerances are those of <noise>", "the study has no noise", diag);
    }
    for (size_t k = 0; status == QUIRE_OK && k < runs->n_measured; k++) {
        const struct quire_measured *r = &runs->measured[k];
        if (self->response != NULL && strcmp(self->response, r->name) != 0) {
            continue;
        }
        if (has_limits(r) && models->analysis.measured[k].order != QUIRE_MODEL_NONE) {
            any = true;
            status = answer_response(self, models, k, at, json, diag);
        }
    }
    return status != QUIRE_OK || any
               ? status
               : refuse(models, "give a <response> a minimum or a maximum",
                        self->response != NULL ? "this response has no limits or no model"
                                               : "no response has limits and a model",
                        diag);
}

static int
tolerances(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag, void *user)
{
    const struct asking *self = user;
    struct doe_models models;
    struct quire_text text = {0};
    struct quire_json json = {.text = &text};
    struct cli_lines lines;
    double *at = calloc(work->n_variable + 1, sizeof *at);
    quire_status status = doe_models_load(&models, a, work, diag);

    if (status == QUIRE_OK && at == NULL) {
        status = quire_diag_memory_error(diag);
    }
    if (status == QUIRE_OK) {
        status = doe_models_nominal(&models, at, diag);
    }
    for (size_t i = 0; status == QUIRE_OK && i < self->settings.n; i++) {
        status = doe_models_set(&models, &self->settings.list[i], at, diag);
    }
    if (status == QUIRE_OK) {
        status = doe_models_take(&models, at, diag);
    }
    if (status == QUIRE_OK && a->json) {
        quire_json_open(&json, NULL, '{', true);
        quire_json_string(&json, "schema", SCHEMA);
        quire_json_string(&json, "study", work->name);
        quire_json_open(&json, "responses", '[', true);
    }
    if (status == QUIRE_OK) {
        status = answer_all(self, &models, at, &json, diag);
    }
    if (status == QUIRE_OK && a->json) {
        quire_json_close(&json, '[');
        quire_json_close(&json, '{');
        quire_text_add(&text, "\n");
    }
    if (status == QUIRE_OK) {
        fputs(doe_need_text(&text), cli_lines_begin(&lines, stdout));
        cli_lines_end(&lines);
    }
    quire_text_clear(&text);
    free(at);
    doe_models_clear(&models);
    return (int)status;
}

static bool
take(const struct cli_verb *verb, void *user, int c)
{
    struct asking *self = user;

    switch (c) {
    case 's': return cli_settings_add(&self->settings, optarg);
    case 'f': return cli_take_format(optarg, &self->common.json);
    case RESPONSE: self->response = optarg; return true;
    case WANTED:
        if (!cli_take_quantity("--yield", optarg, "", &self->wanted)) {
            return false;
        }
        if (!(self->wanted > 0 && self->wanted < 1)) {
            cli_usage_error(verb, "--yield is a share above 0 and below 1, not", optarg);
            return false;
        }
        return true;
    default: return false;
    }
}

int
doe_verb_tolerances(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct option options[] = {{"set", required_argument, NULL, 's'},
                                            {"format", required_argument, NULL, 'f'},
                                            {"response", required_argument, NULL, RESPONSE},
                                            {"yield", required_argument, NULL, WANTED},
                                            DOE_COMMON_OPTIONS};
    struct asking self = {.common = doe_arguments_default(), .wanted = YIELD};
    int code = doe_parse(verb, &self.common, options, take, &self, argc, argv);

    if (code < 0) {
        code = doe_with_work(&self.common, tolerances, &self);
    }
    cli_settings_clear(&self.settings);
    doe_arguments_clear(&self.common);
    return code;
}
