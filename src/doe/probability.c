/* quire doe probability: how likely a rare failure is under the study's noise. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/diag.h"
#include "base/json.h"
#include "doe/space.h"
#include "stat/reliability/failure.h"

#define SCHEMA      "quire-study-probability-1"
#define RUNS        5000
#define MOST_RUNS   10000000
#define MOST_INPUTS 100
/* inputs up to which importance sampling covers a region with a few normal distributions */
#define IMPORTANCE_INPUTS 10
#define MOST_REGIONS      4    /* that are listed */
#define LEAST_PART        0.03 /* of the way: inputs with less are left out of the text */

enum { N_RUNS = DOE_OPTION_LAST, SEED, OF, METHOD, CONFIDENCE };

enum method { AUTO, IMPORTANCE, SUBSET };
static const char *const methods[] = {"auto", "importance", "subset"};

struct arguments {
    struct doe_arguments common;
    const char *of;
    enum method method;
    double confidence;
    uint64_t runs, seed;
    struct cli_settings settings;
};

/* The inputs are those coordinates of the space that no --set holds. */
struct rare {
    const struct arguments *a;
    struct doe_space space;
    bool jams_alone;
    const struct quire_study_response *response; /* NULL: pass or fail */
    size_t which;                                /* of the responses */
    size_t n, *input;                            /* inputs: the coordinate of each (n) */
    double *deviation;                           /* room for a batch of designs */
    size_t room;
    struct doe_record nearest; /* the failure nearest to the medians */
    double least;
    struct doe_progress progress;
    double began;
    enum method method;
    quire_status status; /* why the runs ended early */
};

/* ---- runs ---- */

/* how far a response keeps within its limits; NaN: unknown */
static double
margin_of_response(const struct rare *self, const struct doe_record *record)
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
margin_of(const struct rare *self, const struct doe_record *record)
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
make_room(struct rare *self, size_t count)
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

/* all coordinates of an input vector */
static void
spread(const struct rare *self, const double *u, double *deviation)
{
    memset(deviation, 0, self->space.of.n * sizeof *deviation);
    for (size_t k = 0; k < self->n; k++) {
        deviation[self->input[k]] = u[k];
    }
}

static void
tell_batch(struct rare *self, size_t count)
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
    struct rare *self = user;

    if (!make_room(self, count)) {
        self->status = quire_diag_memory_error(self->space.diag);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        spread(self, u + i * self->n, self->deviation + i * self->space.of.n);
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
find_response(struct rare *self)
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
is_held(const struct rare *self, const bool *held, size_t coordinate)
{
    return held[self->space.of.variable[coordinate]];
}

static quire_status
take_settings(struct rare *self, bool *held)
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
find_inputs(struct rare *self)
{
    const struct doe_work *work = self->space.work;
    bool *held = calloc(work->n_variable + 1, sizeof *held);
    quire_status status =
        quire_study_space_make_noise(&self->space.of, work->study, work->path, self->space.diag);

    self->input = calloc(work->n_variable + 1, sizeof *self->input);
    if (status == QUIRE_OK && (held == NULL || self->input == NULL)) {
        status = quire_diag_memory_error(self->space.diag);
    }
    if (status == QUIRE_OK && self->space.of.n > MOST_INPUTS) {
        status = REFUSE(self, "E-MODEL", NULL, "the study has %zu noises: %d are the most",
                        self->space.of.n, MOST_INPUTS);
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
choose_method(struct rare *self)
{
    self->method = self->a->method;
    if (self->method == SUBSET && self->response == NULL) {
        return REFUSE(
            self, "E-USAGE", "--of=RESPONSE, or another method",
            "subset simulation needs a response with limits, as '%s' either happen or not",
            self->a->of);
    }
    if (self->method == AUTO) {
        self->method = self->response != NULL && self->n > IMPORTANCE_INPUTS ? SUBSET : IMPORTANCE;
    }
    return QUIRE_OK;
}

/* ---- the answer in words ---- */

static const char *
what_of(const struct rare *self)
{
    return self->response != NULL ? "outside its limits"
           : self->jams_alone     ? "jams"
                                  : "failed checks";
}

static void
tell_head(FILE *out, const struct rare *self)
{
    cli_print_visible(out, self->space.work->name);
    fputs(": ", out);
    if (self->response != NULL) {
        cli_print_visible(out, self->response->name);
        putc(' ', out);
    }
    fprintf(out, "%s: ", what_of(self));
}

static void
tell_probability(FILE *out, const struct rare *self, const struct quire_failure *f)
{
    const double percent = 100 * self->a->confidence;

    tell_head(out, self);
    if (f->kind == QUIRE_FAILURE_TIED) {
        fputs("not known: the response has too few different values for subset simulation; "
              "--method=importance needs none\n",
              out);
    } else if (f->kind == QUIRE_FAILURE_BOUND ||
               (f->kind == QUIRE_FAILURE_COUNTED && f->failures == 0)) {
        fprintf(out, "less than %.3g with %.4g %% confidence\n", f->interval.high, percent);
    } else {
        fprintf(out, "%.3g (%.3g to %.3g with %.4g %% confidence)\n", f->probability,
                f->interval.low, f->interval.high, percent);
    }
}

static void
tell_effort(FILE *out, const struct rare *self, const struct quire_failure *f)
{
    fprintf(out, "%zu runs", f->runs);
    if (f->undecided > 0) {
        fprintf(out,
                ", %zu of them without a verdict: they hold at the lower end of the interval and "
                "fail at the upper one",
                f->undecided);
    }
    putc('\n', out);
    switch (f->kind) {
    case QUIRE_FAILURE_WEIGHED:
    case QUIRE_FAILURE_SUBSET:
        if (f->kind == QUIRE_FAILURE_WEIGHED) {
            fprintf(out, "from the last %zu, of which %zu fail; ", f->final, f->failures);
        }
        fprintf(out, "plain draws would know it as well after about %.2g runs\n",
                quire_failure_plain_runs(f->probability, f->variation));
        break;
    case QUIRE_FAILURE_COUNTED:
        fprintf(out, "counted: %zu of %zu plain draws fail\n", f->failures, f->final);
        break;
    default: break;
    }
    if (f->stopped) {
        fprintf(out, "interrupted: this is what was known after %zu of %llu runs\n", f->runs,
                (unsigned long long)self->a->runs);
    }
}

static void
tell_doubts(FILE *out, const struct rare *self, const struct quire_failure *f)
{
    if (f->common) {
        fputs("failures are not rare: count them in replicates of the study\n", out);
    } else if (f->kind == QUIRE_FAILURE_COUNTED && f->failures == 0 && !f->stopped &&
               isinf(f->distance)) {
        fputs("no run failed, also where the noise was drawn up to four times as wide\n", out);
    } else if (f->kind == QUIRE_FAILURE_BOUND && !f->stopped) {
        fputs("--runs ended it before failures were reached\n", out);
    }
    if (f->kind == QUIRE_FAILURE_WEIGHED && f->doubtful) {
        fprintf(out,
                "doubtful: failures lie in more directions, or more inputs take part, than the "
                "draws cover well (one draw has %.0f %% of the estimate); the interval is twice as "
                "wide for that",
                100 * f->largest);
        fputs(self->response != NULL ? "; compare --method=subset\n" : "; take more --runs\n", out);
    }
}

static void
tell_region(FILE *out, struct rare *self, const double *u, struct doe_run *run)
{
    double own[MOST_INPUTS], share[MOST_INPUTS];
    bool first = true;

    spread(self, u, self->deviation);
    if (doe_space_find(&self->space, self->deviation, run) != QUIRE_OK) {
        return;
    }
    quire_study_space_own(&self->space.of, self->deviation, own, share);
    for (size_t k = 0; k < self->n; k++) {
        const size_t c = self->input[k], j = self->space.of.variable[c];
        if (share[c] >= LEAST_PART) {
            fputs(first ? ": " : ", ", out);
            if (self->space.work->variable[j].words) {
                cli_print_visible(out, self->space.work->variable[j].name);
                fputs(" = ", out);
                cli_print_visible(out, run->of.value[j].text);
            } else {
                doe_print_value(out, &self->space.work->variable[j], &run->of, j);
            }
            fprintf(out, " (%+.3g, %.0f %% of the way)", own[c], 100 * share[c]);
            first = false;
        }
    }
}

static double
length_of(const struct rare *self, const double *u)
{
    double square = 0;

    for (size_t k = 0; k < self->n; k++) {
        square += u[k] * u[k];
    }
    return sqrt(square);
}

static void
tell_regions(FILE *out, struct rare *self, const struct quire_failure *f, struct doe_run *run)
{
    for (size_t i = 0; i < f->n_mode && i < MOST_REGIONS; i++) {
        const double *u = f->mode + i * self->n;
        fprintf(out, "  region %zu, %.0f %% of it, on average %.3g deviations away", i + 1,
                100 * f->share[i], length_of(self, u));
        tell_region(out, self, u, run);
        putc('\n', out);
    }
    if (f->n_mode > MOST_REGIONS) {
        fprintf(out, "  and %zu more regions\n", f->n_mode - MOST_REGIONS);
    }
}

static quire_status
tell_nearest(struct rare *self, const struct quire_failure *f, struct doe_run *run)
{
    struct cli_lines lines;
    struct quire_text command = {0};

    if (isinf(f->distance)) {
        return QUIRE_OK;
    }
    spread(self, f->nearest, self->deviation);
    const quire_status status = doe_space_find(&self->space, self->deviation, run);
    if (status != QUIRE_OK) {
        return status;
    }
    FILE *out = cli_lines_begin(&lines, stdout);
    fprintf(out, "nearest failing run: %.3g deviations away", f->distance);
    if (self->nearest.diagnosis[0] != '\0') {
        fputs(": ", out);
        cli_print_visible(out, self->nearest.diagnosis);
    }
    putc('\n', out);
    cli_lines_end(&lines);
    doe_work_write_command(self->space.work, run, "nearest.run", &command);
    cli_say_command(stdout, "repeat it: ", doe_need_text(&command));
    quire_text_clear(&command);
    return QUIRE_OK;
}

static quire_status
tell(struct rare *self, const struct quire_failure *f)
{
    struct doe_run run = {0};
    struct cli_lines lines;
    FILE *out = cli_lines_begin(&lines, stdout);

    tell_probability(out, self, f);
    tell_effort(out, self, f);
    tell_doubts(out, self, f);
    tell_regions(out, self, f, &run);
    cli_lines_end(&lines);
    const quire_status status = tell_nearest(self, f, &run);
    doe_run_clear(&run);
    return status;
}

/* ---- the answer as JSON ---- */

static const char *
kind_word(const struct quire_failure *f)
{
    static const char *const word[] = {[QUIRE_FAILURE_WEIGHED] = "importance",
                                       [QUIRE_FAILURE_SUBSET] = "subset",
                                       [QUIRE_FAILURE_COUNTED] = "counted",
                                       [QUIRE_FAILURE_BOUND] = "bound",
                                       [QUIRE_FAILURE_TIED] = "tied"};

    return word[f->kind];
}

static bool
is_estimate(const struct quire_failure *f)
{
    return f->kind == QUIRE_FAILURE_WEIGHED || f->kind == QUIRE_FAILURE_SUBSET ||
           (f->kind == QUIRE_FAILURE_COUNTED && f->failures > 0);
}

static void
write_place(struct quire_json *out, struct rare *self, const double *u, struct doe_run *run)
{
    double own[MOST_INPUTS], share[MOST_INPUTS];

    spread(self, u, self->deviation);
    if (doe_space_find(&self->space, self->deviation, run) != QUIRE_OK) {
        return;
    }
    quire_study_space_own(&self->space.of, self->deviation, own, share);
    quire_json_number(out, "distance", length_of(self, u));
    quire_json_open(out, "noise", '[', false);
    for (size_t k = 0; k < self->n; k++) {
        const size_t c = self->input[k], j = self->space.of.variable[c];
        quire_json_open(out, NULL, '{', true);
        quire_json_string(out, "name", self->space.work->variable[j].name);
        quire_json_string(out, "text", run->of.value[j].text);
        quire_json_number(out, "value", run->of.value[j].si);
        quire_json_number(out, "deviation", own[c]);
        quire_json_number(out, "share", share[c]);
        quire_json_close(out, '{');
    }
    quire_json_close(out, '[');
}

static void
write_estimate(struct quire_json *out, const struct rare *self, const struct quire_failure *f)
{
    const bool known = is_estimate(f), tied = f->kind == QUIRE_FAILURE_TIED;

    quire_json_number(out, "probability", known ? f->probability : (double)NAN);
    quire_json_open(out, "interval", '[', true);
    quire_json_number(out, NULL, tied ? (double)NAN : f->interval.low);
    quire_json_number(out, NULL, tied ? (double)NAN : f->interval.high);
    quire_json_close(out, '[');
    quire_json_number(out, "confidence", self->a->confidence);
    quire_json_number(out, "variation", known ? f->variation : (double)NAN);
    quire_json_bool(out, "rare", !f->common);
    quire_json_bool(out, "doubtful", f->doubtful);
    quire_json_bool(out, "complete", !f->stopped);
    quire_json_integer(out, "runs", (long)f->runs);
    quire_json_integer(out, "undecided", (long)f->undecided);
    quire_json_integer(out, "final", (long)f->final);
    quire_json_integer(out, "failures", (long)f->failures);
    quire_json_number(out, "plain_runs",
                      known ? quire_failure_plain_runs(f->probability, f->variation) : (double)NAN);
}

static void
write_json(struct rare *self, const struct quire_failure *f, struct quire_text *text)
{
    struct quire_json out = {.text = text};
    struct doe_run run = {0};

    quire_json_open(&out, NULL, '{', false);
    quire_json_string(&out, "schema", SCHEMA);
    quire_json_string(&out, "study", self->space.work->name);
    quire_json_string(&out, "of", self->a->of);
    quire_json_string(&out, "method", methods[self->method]);
    quire_json_string(&out, "found_by", kind_word(f));
    write_estimate(&out, self, f);
    quire_json_open(&out, "regions", '[', false);
    for (size_t i = 0; i < f->n_mode; i++) {
        quire_json_open(&out, NULL, '{', false);
        quire_json_number(&out, "share", f->share[i]);
        write_place(&out, self, f->mode + i * self->n, &run);
        quire_json_close(&out, '{');
    }
    quire_json_close(&out, '[');
    quire_json_open(&out, "nearest", '{', false);
    if (isfinite(f->distance)) {
        quire_json_string(&out, "diagnosis", self->nearest.diagnosis);
        write_place(&out, self, f->nearest, &run);
    }
    quire_json_close(&out, '{');
    quire_json_close(&out, '{');
    quire_text_add(text, "\n");
    doe_run_clear(&run);
}

/* ---- the verb ---- */

static quire_status
refuse_undecided(const struct rare *self)
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
search(struct rare *self, struct quire_failure *f)
{
    const struct quire_failure_problem problem = {.n = self->n,
                                                  .budget = self->a->runs,
                                                  .seed = self->a->seed,
                                                  .confidence = self->a->confidence,
                                                  .attempt = attempt,
                                                  .user = self};
    const bool good = self->method == SUBSET ? quire_failure_subset(&problem, f)
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
answer(struct rare *self, const struct quire_failure *f)
{
    struct quire_text text = {0};
    quire_status status = QUIRE_OK;

    if (self->a->common.json) {
        write_json(self, f, &text);
        fputs(doe_need_text(&text), stdout);
    } else if (!self->a->common.quiet) {
        status = tell(self, f);
    }
    quire_text_clear(&text);
    return status;
}

static int
probability(const struct doe_arguments *common, struct doe_work *work, quire_diag *diag, void *user)
{
    struct rare self = {.a = user,
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
    const bool known = is_estimate(&f) && !f.doubtful;
    quire_failure_clear(&f);
    doe_record_clear(&self.nearest);
    free(self.input);
    free(self.deviation);
    doe_space_clear(&self.space);
    return status != QUIRE_OK ? (int)status : known ? QUIRE_OK : DOE_PROBABILITY_UNSURE;
}

static bool
take_method(const struct cli_verb *verb, struct arguments *a)
{
    for (int m = AUTO; m <= SUBSET; m++) {
        if (strcmp(optarg, methods[m]) == 0) {
            a->method = (enum method)m;
            return true;
        }
    }
    cli_usage_error(verb, "--method takes auto, importance or subset, not", optarg);
    return false;
}

static bool
take(const struct cli_verb *verb, void *self, int c)
{
    struct arguments *a = self;

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
    struct arguments a = {.common = doe_arguments_default(),
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
