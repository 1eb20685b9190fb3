/* quire doe probability: how likely a rare failure is under the study's noise. */
#include "doe/probability.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/diag.h"

#define RUNS      5000
#define MOST_RUNS 10000000
/* inputs up to which importance sampling covers a region with a few normal distributions */
#define IMPORTANCE_INPUTS 10

enum { N_RUNS = DOE_OPTION_LAST, SEED, OF, METHOD, CONFIDENCE };

/* ---- runs ---- */

/* how far a response keeps within its limits; NaN: unknown */
static double
margin_of_response(const struct doe_rare *self, const struct doe_record *record)
{
    const double y = record->response[self->which];
    double margin = HUGE_VAL;

    if (!doe_status_has_verdict(record->status)) {
        return (double)NAN;
    }
    if (!isfinite(y)) { /* a sheet that jams before it gets there keeps no limit */
        return record->status == DOE_JAM ? -HUGE_VAL : (double)NAN;
    }
    margin = isfinite(self->response->maximum) ? self->response->maximum - y : margin;
    return isfinite(self->response->minimum) ? fmin(margin, y - self->response->minimum) : margin;
}

static double
margin_of(const struct doe_rare *self, const struct doe_record *record)
{
    if (self->response != NULL) {
        const double margin = margin_of_response(self, record);
        /* a response on its limit is within it */
        return margin == 0 ? 5e-324 : margin;
    }
    switch (record->status) {
    case DOE_PASSED: return 1;
    case DOE_JAM: return -1;
    case DOE_LIMIT: return self->jams_alone ? 1 : -1;
    default: return (double)NAN;
    }
}

static bool
make_room(struct doe_rare *self, size_t count)
{
    if (count > self->room) {
        double *deviation = realloc(self->deviation, count * self->space.of.n * sizeof *deviation);
        if (deviation == NULL) {
            return false;
        }
        self->deviation = deviation;
        self->room = count;
    }
    return true;
}

static void
tell_batch(struct doe_rare *self, size_t count)
{
    bool wanted = !self->a->common.quiet;

    self->progress.done += count;
    self->progress.total = self->a->runs;
    self->progress.elapsed = quire_clock_wall() - self->began;
    for (size_t i = 0; i < count; i++) {
        self->progress.status[self->space.record[i].status]++;
    }
    doe_tell_progress(&wanted, &self->progress);
}

static bool
attempt(void *user, const double *u, size_t count, double *margin)
{
    struct doe_rare *self = user;

    if (!make_room(self, count)) {
        self->status = quire_diag_memory_error(self->space.diag);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        doe_rare_spread(self, u + i * self->n, self->deviation + i * self->space.of.n);
    }
    self->status = doe_space_try(&self->space, self->deviation, count);
    for (size_t i = 0; self->status == QUIRE_OK && i < count; i++) {
        double square = 0;
        for (size_t k = 0; k < self->n; k++) {
            square += u[i * self->n + k] * u[i * self->n + k];
        }
        margin[i] = margin_of(self, &self->space.record[i]);
        if (margin[i] <= 0 && square < self->least) {
            self->least = square;
            doe_record_copy(&self->nearest, &self->space.record[i]);
        }
    }
    if (self->status == QUIRE_OK) {
        tell_batch(self, count);
    }
    return self->status == QUIRE_OK;
}

/* ---- the question ---- */

#define REFUSE(self, code, hint, ...)                                                              \
    quire_diag_error((self)->space.diag, code,                                                     \
                     (struct quire_place){.file = (self)->space.work->path}, NULL, hint,           \
                     __VA_ARGS__)

static quire_status
find_response(struct doe_rare *self)
{
    const struct doe_work *work = self->space.work;
    const char *name[64];
    size_t n = 0;

    self->jams_alone = strcmp(self->a->of, "jams") == 0;
    if (self->jams_alone || strcmp(self->a->of, "checks") == 0) {
        return QUIRE_OK;
    }
    for (size_t i = 0; i < work->n_response; i++) {
        if (strcmp(work->response[i].name, self->a->of) == 0) {
            self->response = &work->response[i];
            self->which = i;
        }
        name[n < 64 ? n++ : 63] = work->response[i].name;
    }
    if (self->response == NULL) {
        const char *near = cli_nearest(self->a->of, name, n);
        return REFUSE(self, "E-REFERENCE", NULL,
                      "--of takes jams, checks, or a response with limits; '%s' is none%s%s%s",
                      self->a->of, near != NULL ? "; did you mean '" : "", near != NULL ? near : "",
                      near != NULL ? "'?" : "");
    }
    if (!isfinite(self->response->minimum) && !isfinite(self->response->maximum)) {
        return REFUSE(self, "E-MISSING", "give it a minimum or a maximum",
                      "the response '%s' has no limits, so nothing fails", self->a->of);
    }
    return QUIRE_OK;
}

static bool
is_held(const struct doe_rare *self, const bool *held, size_t coordinate)
{
    return held[self->space.of.variable[coordinate]];
}

static quire_status
take_settings(struct doe_rare *self, bool *held)
{
    for (size_t i = 0; i < self->a->settings.n; i++) {
        const quire_setting *setting = &self->a->settings.list[i];
        size_t j = 0;
        const quire_status status = doe_space_set(&self->space, setting, &j);
        if (status != QUIRE_OK) {
            return status;
        }
        if (quire_study_space_is_correlated(&self->space.of, j)) {
            return doe_space_refuse(&self->space, setting,
                                    "noise that is correlated with other noise cannot be held");
        }
        held[j] = true;
    }
    return QUIRE_OK;
}

static quire_status
find_inputs(struct doe_rare *self)
{
    const struct doe_work *work = self->space.work;
    bool *held = calloc(work->n_variable + 1, sizeof *held);
    quire_status status =
        quire_study_space_make_noise(&self->space.of, work->study, work->path, self->space.diag);

    self->input = calloc(work->n_variable + 1, sizeof *self->input);
    if (status == QUIRE_OK && (held == NULL || self->input == NULL)) {
        status = quire_diag_memory_error(self->space.diag);
    }
    if (status == QUIRE_OK && self->space.of.n > DOE_RARE_INPUTS) {
        status = REFUSE(self, "E-MODEL", NULL, "the study has %zu noises: %d are the most",
                        self->space.of.n, DOE_RARE_INPUTS);
    }
    if (status == QUIRE_OK) {
        status = take_settings(self, held);
    }
    for (size_t k = 0; status == QUIRE_OK && k < self->space.of.n; k++) {
        if (!is_held(self, held, k)) {
            self->input[self->n++] = k;
        }
    }
    free(held);
    if (status == QUIRE_OK && self->n == 0) {
        status = REFUSE(self, "E-MODEL", "give the study <noise> with distributions",
                        "nothing is random in the study '%s': there is no probability", work->name);
    }
    return status;
}

static quire_status
choose_method(struct doe_rare *self)
{
    self->method = self->a->method;
    if (self->method == DOE_RARE_SUBSET && self->response == NULL) {
        return REFUSE(
            self, "E-USAGE", "--of=RESPONSE, or another method",
            "subset simulation needs a response with limits, as '%s' either happen or not",
            self->a->of);
    }
    if (self->method == DOE_RARE_AUTO) {
        self->method = self->response != NULL && self->n > IMPORTANCE_INPUTS ? DOE_RARE_SUBSET
                                                                             : DOE_RARE_IMPORTANCE;
    }
    return QUIRE_OK;
}

/* ---- the verb ---- */

static quire_status
refuse_undecided(const struct doe_rare *self)
{
    const struct doe_record *r = &self->space.record[0];

    return quire_diag_error(
        self->space.diag, doe_status_is_chance(r->status) ? "E-LIMIT" : "E-MODEL",
        (struct quire_place){.file = self->space.work->path}, NULL,
        doe_status_is_chance(r->status) ? "give it more time or memory"
                                        : "other values of factors can be given with --set",
        "no run has a verdict, so nothing is known: %s%s%s", doe_status_word(r->status),
        r->message[0] != '\0' ? ": " : "", r->message);
}

static quire_status
search(struct doe_rare *self, struct quire_failure *f)
{
    const struct quire_failure_problem problem = {.n = self->n,
                                                  .budget = self->a->runs,
                                                  .seed = self->a->seed,
                                                  .confidence = self->a->confidence,
                                                  .attempt = attempt,
                                                  .user = self};
    const bool good = self->method == DOE_RARE_SUBSET ? quire_failure_subset(&problem, f)
                                                      : quire_failure_importance(&problem, f);

    doe_end_progress();
    if (!good || !make_room(self, 1)) {
        return quire_diag_memory_error(self->space.diag);
    }
    if (f->stopped && !cli_was_interrupted()) {
        return self->status;
    }
    if (f->stopped && f->runs == 0) {
        return QUIRE_ERROR_LIMIT;
    }
    return f->undecided == f->runs ? refuse_undecided(self) : QUIRE_OK;
}

static quire_status
answer(struct doe_rare *self, const struct quire_failure *f)
{
    struct quire_text text = {0};
    quire_status status = QUIRE_OK;

    if (self->a->common.json) {
        doe_rare_write_json(self, f, &text);
        fputs(doe_need_text(&text), stdout);
    } else if (!self->a->common.quiet) {
        status = doe_rare_tell(self, f);
    }
    quire_text_clear(&text);
    return status;
}

static int
probability(const struct doe_arguments *common, struct doe_work *work, quire_diag *diag, void *user)
{
    struct doe_rare self = {.a = user,
                            .space = {.work = work, .common = common, .diag = diag},
                            .least = HUGE_VAL,
                            .began = quire_clock_wall()};
    struct quire_failure f = {0};
    quire_status status = doe_record_init(&self.nearest, work->n_response)
                              ? find_response(&self)
                              : quire_diag_memory_error(diag);

    status = status == QUIRE_OK ? find_inputs(&self) : status;
    status = status == QUIRE_OK ? choose_method(&self) : status;
    status = status == QUIRE_OK ? search(&self, &f) : status;
    status = status == QUIRE_OK ? answer(&self, &f) : status;
    const bool known = doe_rare_is_estimate(&f) && !f.doubtful;
    quire_failure_clear(&f);
    doe_record_clear(&self.nearest);
    free(self.input);
    free(self.deviation);
    doe_space_clear(&self.space);
    return status != QUIRE_OK ? (int)status : known ? QUIRE_OK : DOE_PROBABILITY_UNSURE;
}

static bool
take_method(const struct cli_verb *verb, struct doe_rare_arguments *a)
{
    for (int m = DOE_RARE_AUTO; m <= DOE_RARE_SUBSET; m++) {
        if (strcmp(optarg, doe_rare_methods[m]) == 0) {
            a->method = (enum doe_rare_method)m;
            return true;
        }
    }
    cli_usage_error(verb, "--method takes auto, importance or subset, not", optarg);
    return false;
}

static bool
take(const struct cli_verb *verb, void *self, int c)
{
    struct doe_rare_arguments *a = self;

    switch (c) {
    case N_RUNS:
        return doe_take_count(verb, "--runs", optarg, QUIRE_FAILURE_LEAST_BUDGET, MOST_RUNS,
                              &a->runs);
    case SEED: return doe_take_count(verb, "--seed", optarg, 0, QUIRE_STUDY_RUN_LIMIT, &a->seed);
    case OF: a->of = optarg; return true;
    case METHOD: return take_method(verb, a);
    case CONFIDENCE:
        if (!cli_take_quantity("--confidence", optarg, "", &a->confidence)) {
            return false;
        }
        if (!(a->confidence >= 0.5 && a->confidence <= 0.9999)) {
            cli_usage_error(verb, "--confidence takes a number from 0.5 to 0.9999, not", optarg);
            return false;
        }
        return true;
    case 's': return cli_settings_add(&a->settings, optarg);
    case 'f': return cli_take_format(optarg, &a->common.json);
    default: return false;
    }
}

int
doe_verb_probability(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct option options[] = {{"of", required_argument, NULL, OF},
                                            {"method", required_argument, NULL, METHOD},
                                            {"runs", required_argument, NULL, N_RUNS},
                                            {"seed", required_argument, NULL, SEED},
                                            {"confidence", required_argument, NULL, CONFIDENCE},
                                            {"set", required_argument, NULL, 's'},
                                            {"format", required_argument, NULL, 'f'},
                                            DOE_WORKER_OPTIONS,
                                            DOE_PLAIN_OPTIONS};
    struct doe_rare_arguments a = {.common = doe_arguments_default(),
                                   .of = "jams",
                                   .confidence = DOE_CONFIDENCE,
                                   .runs = RUNS,
                                   .seed = 1};
    int code = doe_parse(verb, &a.common, options, take, &a, argc, argv);

    if (code < 0) {
        a.common.job.stop_fd = cli_wait_for_signals();
        code = a.common.job.stop_fd >= 0 ? doe_with_work(&a.common, probability, &a)
                                         : QUIRE_ERROR_INTERNAL;
        fflush(stdout);
        cli_raise_signal();
    }
    cli_settings_clear(&a.settings);
    doe_arguments_clear(&a.common);
    return code;
}
