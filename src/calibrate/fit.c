#include "calibrate/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/problem.h"

#define STEP        0.02 /* least half-width of differences: below it runs are rough */
#define ENOUGH      0.02 /* of a variance: gains below it end a search */
#define MINIMA_MOST 3    /* so often a profile may find a lower minimum */
/* deviations of a single measurement by which the model misses what it cannot explain */
#define FAR   8.0
#define EPOCH 1e6 /* [s]: no run is so long */
#define BEGIN "begin from values with which the model runs: its own, or narrower ranges"
#define UNMOVED                                                                                    \
    0.5 /* deviations that an unknown's whole range moves a value that it does not move */

/* ---- residuals ---- */

struct source {
    struct doe_fit *fit;
    struct doe_runner *runner;
    double *value; /* of a batch; owned */
    size_t room;
};

static bool
residuals(void *user, size_t count, const double *x, double *r, bool *good)
{
    struct source *s = user;
    const struct doe_calibration *of = s->fit->of;
    const size_t each = of->n_condition * of->n_output;

    if (count * each > s->room) {
        double *value = realloc(s->value, count * each * sizeof *value);
        if (value == NULL) {
            s->runner->status = quire_diag_memory_error(s->runner->diag);
            return false;
        }
        s->value = value;
        s->room = count * each;
    }
    if (!doe_runner_make(s->runner, count, x, s->value)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        good[i] = doe_weights_residuals(&s->fit->weights, of, s->value + i * each,
                                        x + i * of->n_unknown, r + i * s->fit->weights.m);
    }
    return true;
}

/* ---- what went wrong ---- */

/* the first that a run which came to its end has no value for; NULL: there is none */
static const struct doe_datum *
find_missing(const struct doe_calibration *of, const struct doe_record *f)
{
    for (size_t i = 0; f->status < DOE_REFUSED && i < of->n_datum; i++) {
        const struct doe_datum *d = &of->datum[i];
        if (d->condition == f->index && !isfinite(f->response[d->output])) {
            return d;
        }
    }
    return NULL;
}

static quire_status
refuse_missing(const struct doe_fit *self, const struct doe_datum *d, const char *words,
               const struct doe_record *f, quire_diag *diag)
{
    const struct doe_output *o = &self->of->output[d->output];
    const char *with = words[0] != '\0' ? ", with " : "";

    if (o->sort == DOE_OUTPUT_TRACE && o->x > f->end_time) {
        return quire_diag_error(diag, "E-MODEL", d->place, NULL,
                                o->x - f->end_time > EPOCH
                                    ? "it looks like a date; subtract the time of the start"
                                    : "times count from the start of the run; shift them, or let "
                                      "the run end later",
                                "'%s' was measured after the end of the run at %.6g s%s%s", d->name,
                                f->end_time, with, words);
    }
    const bool told = f->status == DOE_JAM || f->status == DOE_LIMIT || f->status == DOE_DOUBTFUL;
    return quire_object_error(
        self->of->file->root, diag, "E-MODEL", BEGIN,
        "no start yields '%s', which was measured%s%s: runs end at %.6g s without it%s%s%s%s",
        d->name, with, words, f->end_time, told ? "; " : "", told ? doe_status_word(f->status) : "",
        told && f->message[0] != '\0' ? ": " : "", told ? f->message : "");
}

static quire_status
refuse_nowhere(const struct doe_fit *self, const struct doe_runner *runner)
{
    const struct doe_record *f = &runner->failure;
    const char *words = runner->failed && f->index < self->of->n_condition
                            ? self->of->condition[f->index].words
                            : "";
    const struct doe_datum *missing = runner->failed ? find_missing(self->of, f) : NULL;

    if (missing != NULL) {
        return refuse_missing(self, missing, words, f, runner->diag);
    }
    return quire_object_error(
        self->of->file->root, runner->diag, "E-MODEL", BEGIN,
        "no start yields all that was measured%s%s: %s%s%s", words[0] != '\0' ? ", with " : "",
        words, runner->failed ? doe_status_word(f->status) : "no run",
        runner->failed && f->message[0] != '\0' ? ": " : "", runner->failed ? f->message : "");
}

static quire_status
status_of(const struct doe_fit *self, const struct doe_runner *runner, enum doe_search_end end)
{
    if (end == DOE_SEARCH_FOUND) {
        return QUIRE_OK;
    }
    if (end == DOE_SEARCH_STARVED) {
        return quire_diag_memory_error(runner->diag);
    }
    if (end == DOE_SEARCH_NOWHERE) {
        return refuse_nowhere(self, runner);
    }
    return runner->spent
               ? quire_object_error(self->of->file->root, runner->diag, "E-LIMIT",
                                    "allow more by --runs, or take fewer starts by --starts",
                                    "the fit needs more than %llu runs",
                                    (unsigned long long)self->options.runs)
               : runner->status;
}

/* how far the unknowns' whole ranges move a datum, in deviations of one measurement */
static double
moved(const struct doe_fit *self, size_t datum)
{
    const size_t n = self->problem.n;
    double most = 0;

    for (size_t j = 0; j < n; j++) {
        most = fmax(most, fabs(self->best.jacobian[datum * n + j]));
    }
    return most * self->of->datum[datum].deviation / self->of->datum[datum].single;
}

static quire_status
refuse_misfits(const struct doe_fit *self, quire_diag *diag)
{
    quire_status status = QUIRE_OK;
    const struct quire_object *told = NULL;

    for (size_t i = 0; i < self->of->n_datum; i++) {
        const struct doe_datum *d = &self->of->datum[i];
        const double away = (d->value - self->model[i]) / d->single;
        const bool points = d->object->kind == &quire_kind_measured_trace ||
                            d->object->kind == &quire_kind_measured_shape;
        if (!(fabs(away) > FAR) || (points && told == d->object)) {
            continue;
        }
        told = d->object;
        const char *words = self->of->condition[d->condition].words;
        status = quire_diag_error(
            diag, "E-MODEL", d->place, NULL,
            "check units, settings, and the range of the unknowns; --anyway fits all the "
            "same",
            "'%s'%s%s: %.6g %s was measured, the model comes to %.6g %s at best, %.3g deviations "
            "away%s",
            d->name, words[0] != '\0' ? " with " : "", words, d->value / d->worth, d->unit,
            self->model[i] / d->worth, d->unit, fabs(away),
            moved(self, i) < UNMOVED ? ", and no unknown moves it" : "");
    }
    return status;
}

/* ---- intervals ---- */

static void
take_intervals(struct doe_fit *self)
{
    for (size_t j = 0; j < self->problem.n; j++) {
        const double half = self->spread.quantile * self->spread.error[j];
        const struct doe_profile_side *side = self->profile[j].side;
        self->open_low[j] = self->profiled ? side[0].open : self->best.x[j] - half <= 0;
        self->open_high[j] = self->profiled ? side[1].open : self->best.x[j] + half >= 1;
        self->low[j] = self->profiled ? side[0].end : fmax(self->best.x[j] - half, 0);
        self->high[j] = self->profiled ? side[1].end : fmin(self->best.x[j] + half, 1);
    }
}

static enum doe_search_end
make_intervals(struct doe_fit *self)
{
    bool lower = true;
    enum doe_search_end end = DOE_SEARCH_FOUND;

    for (int i = 0; i < MINIMA_MOST && lower && end == DOE_SEARCH_FOUND; i++) {
        doe_spread_clear(&self->spread);
        lower = false;
        if (!doe_spread_make(&self->spread, &self->problem, &self->best,
                             self->options.confidence)) {
            end = DOE_SEARCH_STARVED;
        } else if (self->options.profile) {
            end =
                doe_profile_make(&self->problem, &self->best, &self->spread, self->profile, &lower);
        }
    }
    self->profiled = self->options.profile && !lower;
    if (lower && end == DOE_SEARCH_FOUND) { /* of the last minimum */
        doe_spread_clear(&self->spread);
        end = doe_spread_make(&self->spread, &self->problem, &self->best, self->options.confidence)
                  ? end
                  : DOE_SEARCH_STARVED;
    }
    return end;
}

/* the model's values of all data */
static bool
keep_model(struct doe_fit *self, struct source *s)
{
    const struct doe_calibration *of = self->of;
    double r[DOE_CALIBRATION_DATA + DOE_SEARCH_UNKNOWNS];
    bool good;

    self->model = calloc(of->n_datum, sizeof *self->model);
    if (self->model == NULL || !residuals(s, 1, self->best.x, r, &good)) {
        return false;
    }
    for (size_t i = 0; i < of->n_datum; i++) {
        self->model[i] = s->value[of->datum[i].condition * of->n_output + of->datum[i].output];
    }
    return true;
}

static quire_status
fit(struct doe_fit *self, struct doe_runner *runner)
{
    struct source s = {.fit = self, .runner = runner};
    double start[DOE_SEARCH_UNKNOWNS];
    struct doe_search_problem *p = &self->problem;

    *p = (struct doe_search_problem){.n = self->of->n_unknown,
                                     .m = self->weights.m,
                                     .n_data = self->of->n_datum,
                                     .scatter = self->weights.scatter,
                                     .freedom = self->weights.freedom,
                                     .step = STEP,
                                     .enough = ENOUGH,
                                     .residuals = residuals,
                                     .user = &s};
    for (size_t j = 0; j < p->n; j++) {
        start[j] = self->of->unknown[j].start;
    }
    enum doe_search_end end =
        doe_point_init(&self->best, p) ? DOE_SEARCH_FOUND : DOE_SEARCH_STARVED;
    if (end == DOE_SEARCH_FOUND) {
        end = doe_search(p, start, self->options.starts, (uint64_t)self->of->params->seed,
                         &self->best, &self->search);
    }
    bool kept = end == DOE_SEARCH_FOUND && keep_model(self, &s);
    quire_status status =
        kept ? self->options.anyway ? QUIRE_OK : refuse_misfits(self, runner->diag)
             : status_of(self, runner, end == DOE_SEARCH_FOUND ? DOE_SEARCH_STOPPED : end);
    if (status == QUIRE_OK) {
        end = make_intervals(self);
        free(self->model);
        self->model = NULL;
        kept = end == DOE_SEARCH_FOUND && keep_model(self, &s);
        status = kept ? QUIRE_OK
                      : status_of(self, runner, end == DOE_SEARCH_FOUND ? DOE_SEARCH_STOPPED : end);
    }
    free(s.value);
    p->user = NULL;
    return status;
}

quire_status
doe_fit_make(struct doe_fit *self, struct doe_calibration *of,
             const struct doe_fit_options *options, quire_diag *diag)
{
    struct doe_runner runner;

    *self = (struct doe_fit){.of = of, .options = *options};
    quire_status status =
        doe_weights_make(&self->weights, of) ? QUIRE_OK : quire_diag_memory_error(diag);
    if (status != QUIRE_OK) {
        return status;
    }
    status =
        doe_runner_begin(&runner, of, &self->options.pool, options->stop_fd, options->runs, diag);
    if (status == QUIRE_OK) {
        status = doe_runner_check_traces(&runner);
    }
    if (status == QUIRE_OK) {
        status = fit(self, &runner);
    }
    if (status == QUIRE_OK) {
        take_intervals(self);
        doe_fit_combine(self);
        status = options->advise ? doe_fit_advise(self, &runner) : QUIRE_OK;
    }
    self->runs = runner.runs;
    self->wall = runner.wall;
    doe_runner_clear(&runner);
    return status;
}

void
doe_fit_clear(struct doe_fit *self)
{
    doe_weights_clear(&self->weights);
    doe_point_clear(&self->best);
    doe_spread_clear(&self->spread);
    free(self->model);
    *self = (struct doe_fit){0};
}

bool
doe_fit_is_good(const struct doe_fit *self)
{
    bool good = !self->spread.lack;

    for (size_t j = 0; j < self->problem.n; j++) {
        good = good && !self->open_low[j] && !self->open_high[j];
    }
    return good;
}

double
doe_fit_residual(const struct doe_fit *self, size_t datum)
{
    const struct doe_datum *d = &self->of->datum[datum];

    return (d->value - self->model[datum]) / d->deviation;
}
