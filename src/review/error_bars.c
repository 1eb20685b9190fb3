#include "review/error_bars.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/json_read.h"
#include "body/sheet.h"
#include "judge/checks.h"
#include "model/object.h"
#include "result/folder.h"
#include "result/manifest.h"
#include "review/comparison_rows.h"
#include "review/rerun.h"

/* From the largest differences to the bar (doc/adr/0171-error-bars.md). */
#define SAFETY_TIME     2   /* an error of order 2, so power 2/3 of the tolerance, is 1.3 of it */
#define SAFETY_SEGMENTS 2.5 /* 1.3 of it at order 2, 2 at order 1 */
/* What no bar is shorter than: laws of contact and friction stand in for ideal ones, which shifts
 * numbers by up to a thousandth (creep, depths, the time that a touch takes), lengths and times by
 * no more than the accuracy "standard" promises. */
#define SHARE   1e-3
#define LENGTH  QUIRE_PROMISED_LENGTH
#define TIME    QUIRE_PROMISED_TIME
#define LOCATED 1e-9 /* events are, to this [s] */
/* A finer tolerance than this is below rounding; a coarser one stands in for it then. */
#define FINEST 1e-11 /* [m] */
#define FINER  10
/* Samples are not taken twice as often where that would be more rows than this. */
#define MOST_ROWS 100000

/* ---- the estimate ---- */

/* the largest difference between runs that differ in one thing and are alike in the other */
static double
largest(const double *value, const double *tolerance, const int *refinement, size_t n,
        bool of_tolerance)
{
    double most = 0;

    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++) {
            const bool same_tolerance =
                           !(tolerance[i] < tolerance[k] || tolerance[i] > tolerance[k]),
                       same_segments = refinement[i] == refinement[k];
            if (of_tolerance ? same_segments : same_tolerance) {
                most = fmax(most, fabs(value[i] - value[k]));
            }
        }
    }
    return most;
}

/* below which nothing is known of a number of this unit */
static double
least(double value, const char *unit, double tolerance)
{
    const double share = SHARE * fabs(value);

    if (strcmp(unit, "m") == 0) {
        return fmax(fmin(share, LENGTH), tolerance);
    }
    return strcmp(unit, "s") == 0 ? fmax(fmin(share, TIME), LOCATED) : share;
}

double
quire_error_bar(const double *value, const char *unit, const double *tolerance,
                const int *refinement, size_t n)
{
    if (value == NULL || tolerance == NULL || refinement == NULL || n == 0 || !isfinite(value[0])) {
        return (double)NAN;
    }
    for (size_t i = 1; i < n; i++) {
        if (!isfinite(value[i])) {
            return HUGE_VAL;
        }
    }
    return fmax(SAFETY_TIME * largest(value, tolerance, refinement, n, true) +
                    SAFETY_SEGMENTS * largest(value, tolerance, refinement, n, false),
                least(value[0], unit != NULL ? unit : "", tolerance[0]));
}

static double
bar_of(const struct quire_error_bars *self, const double *value, const char *unit)
{
    double tolerance[QUIRE_ERROR_BARS_RUNS];
    int refinement[QUIRE_ERROR_BARS_RUNS];

    for (size_t i = 0; i < self->n_run; i++) {
        tolerance[i] = self->run[i].tolerance;
        refinement[i] = self->run[i].refinement;
    }
    return quire_error_bar(value, unit, tolerance, refinement, self->n_run);
}

/* ---- the runs ---- */

static void
add_run(struct quire_error_bars *self, double tolerance, int refinement)
{
    self->run[self->n_run++] =
        (struct quire_bar_run){.tolerance = tolerance, .refinement = refinement};
}

/* Two tolerances by two numbers of segments. Without sheets there is nothing to cut finer; one more
 * tolerance between the two then keeps a small difference from being mistaken for a small error. */
static void
plan(struct quire_error_bars *self, const quire_model *model, double tolerance, int refinement)
{
    size_t i = 0;
    const double other = tolerance / FINER >= FINEST ? tolerance / FINER : tolerance * FINER;

    add_run(self, tolerance, refinement);
    add_run(self, other, refinement);
    if (quire_object_next_of(model->root, &quire_kind_sheet, &i) != NULL) {
        add_run(self, tolerance, 2 * refinement);
        add_run(self, other, 2 * refinement);
    } else {
        add_run(self, sqrt(tolerance * other), refinement);
    }
}

/* half the time between two samples, unless there are too many or none */
static double
half_sample(const quire_run *run, double as_it_is)
{
    const size_t n = quire_run_row_count(run);

    return n > 2 && n < MOST_ROWS ? 0.5 * (quire_run_value(run, 1, 0) - quire_run_value(run, 0, 0))
                                  : as_it_is;
}

static void
note_failure(struct quire_bar_run *out, quire_diag *problems, quire_diag *diag)
{
    const char *text = "memory ran out";

    for (size_t i = 0; i < quire_diag_count(problems); i++) {
        const quire_problem *problem = quire_diag_get(problems, i);
        if (problem->severity == QUIRE_ERROR) {
            text = problem->text;
            break;
        }
    }
    snprintf(out->failure, sizeof out->failure, "%.190s", text);
    quire_diag_warning(diag, "W-ACCURACY", quire_nowhere(), NULL, NULL,
                       "the repetition with a tolerance of %.3g um and %d times the segments "
                       "failed, so that no error bar is known: %s",
                       1e6 * out->tolerance, out->refinement, text);
}

/* a repetition; what fails leaves no summary */
static quire_status
repeat(struct quire_bar_run *out, const quire_model *model, const quire_run_options *options,
       const struct quire_patience *patience, quire_diag *diag)
{
    quire_run *run = NULL;
    bool starved = false;
    quire_diag *problems = quire_diag_create();
    quire_run_options with = *options;

    if (problems == NULL) {
        return quire_diag_memory_error(diag);
    }
    with.position_tolerance = out->tolerance;
    with.refinement = out->refinement;
    quire_status status = quire_run_create(&run, model, &with, problems);
    if (status == QUIRE_OK) {
        status = quire_run_execute(run, problems);
    }
    if (status == QUIRE_OK) {
        const char *text = quire_run_summary_json(run);
        out->summary = quire_json_read(text, strlen(text), 0, &starved);
    } else if (!patience->over) {
        note_failure(out, problems, diag);
    }
    quire_run_destroy(run);
    quire_diag_destroy(problems);
    if (patience->over) {
        return quire_diag_error(diag, "E-LIMIT", quire_nowhere(), NULL, NULL,
                                "the repetitions for error bars were ended before their time");
    }
    return starved ? quire_diag_memory_error(diag) : QUIRE_OK;
}

static quire_status
repeat_all(struct quire_error_bars *self, const quire_model *model, const quire_run *run,
           const quire_run_options *options, quire_diag *diag)
{
    struct quire_patience patience = {options->progress, options->user, (double)NAN, false};
    quire_run_options with = *options;
    quire_status status = QUIRE_OK;
    const bool moves = strcmp(quire_summary_word(self->run[0].summary, "kind"), "transient") == 0;

    with.accuracy = NULL;
    with.directory = NULL;
    with.figures = NULL;
    with.n_figure = 0;
    with.progress = quire_patience_ask;
    with.user = &patience;
    if (moves) {
        with.sample_interval = half_sample(run, options->sample_interval);
    }
    for (size_t i = 1; i < self->n_run && status == QUIRE_OK; i++) {
        if (moves) { /* a short run may never ask */
            quire_patience_ask(&patience, 0, quire_run_figure(run, "run.end"));
        }
        status = repeat(&self->run[i], model, &with, &patience, diag);
    }
    return status;
}

/* ---- what came out ---- */

static bool
ends_in(const char *name, const char *end)
{
    const size_t n = strlen(name), m = strlen(end);
    return n >= m && strcmp(name + n - m, end) == 0;
}

/* numbers of the solver change with the tolerance, and should; verdicts are no numbers */
static bool
has_error(const char *name)
{
    return strncmp(name, "solver.", 7) != 0 && strncmp(name, "equilibrium.", 12) != 0 &&
           strcmp(name, "run.tunnelling") != 0 && !ends_in(name, ".failed");
}

static bool
add_figures(struct quire_error_bars *self)
{
    const char *name;
    json_t *number;
    json_t *figures = json_object_get(self->run[0].summary, "figures"),
           *units = json_object_get(self->run[0].summary, "units");

    self->figure = calloc(json_object_size(figures) + 1, sizeof *self->figure);
    if (self->figure == NULL) {
        return false;
    }
    json_object_foreach(figures, name, number)
    {
        double value[QUIRE_ERROR_BARS_RUNS];
        if (!has_error(name) || !json_is_number(number)) {
            continue;
        }
        for (size_t i = 0; i < self->n_run; i++) {
            value[i] = quire_summary_number(json_object_get(self->run[i].summary, "figures"), name);
        }
        const char *unit = quire_summary_word(units, name);
        self->figure[self->n_figure++] = (struct quire_bar_row){
            .name = name, .unit = unit, .value = value[0], .bar = bar_of(self, value, unit)};
    }
    return true;
}

/* Jams are looked for at some distance of time, so that times of them are no finer than that; and
 * the one that ended the run had hardly passed its limit. */
static void
judge_check(struct quire_bar_row *row, const json_t *check)
{
    const bool is_jam = json_is_true(json_object_get(check, "jam")),
               ended = is_jam && strcmp(row->verdict, "failed") == 0;

    if (is_jam && strcmp(row->unit, "s") == 0) {
        row->bar = fmax(row->bar, QUIRE_CHECK_INTERVAL);
    }
    row->unresolved =
        row->other != NULL || (!ended && isfinite(row->margin) && fabs(row->margin) <= row->bar);
}

static bool
add_checks(struct quire_error_bars *self)
{
    size_t k;
    json_t *check;
    json_t *checks = json_object_get(self->run[0].summary, "checks");

    self->check = calloc(json_array_size(checks) + 1, sizeof *self->check);
    if (self->check == NULL) {
        return false;
    }
    json_array_foreach(checks, k, check)
    {
        double value[QUIRE_ERROR_BARS_RUNS];
        struct quire_bar_row *row = self->check + self->n_check++;
        const json_t *allowed = json_object_get(check, "allowed"),
                     *low = json_array_get(allowed, 0), *high = json_array_get(allowed, 1);
        *row = (struct quire_bar_row){
            .name = quire_summary_word(check, "name"),
            .unit = quire_summary_word(check, "unit"),
            .kind = quire_summary_word(check, "kind"),
            .verdict = quire_summary_word(check, "verdict"),
            .by_default = json_is_true(json_object_get(check, "default")),
            .margin = quire_summary_number(check, "margin"),
            .lowest = json_is_number(low) ? json_number_value(low) : (double)NAN,
            .highest = json_is_number(high) ? json_number_value(high) : (double)NAN,
        };
        for (size_t i = 0; i < self->n_run; i++) {
            const json_t *there =
                json_array_get(json_object_get(self->run[i].summary, "checks"), k);
            const char *verdict = quire_summary_word(there, "verdict");
            value[i] = quire_summary_number(there, "value");
            if (row->other == NULL && self->run[i].summary != NULL &&
                strcmp(verdict, row->verdict) != 0) {
                row->other = verdict;
            }
        }
        row->value = value[0];
        row->bar = bar_of(self, value, row->unit);
        judge_check(row, check);
    }
    return true;
}

/* ---- the verdict ---- */

static void
doubt(struct quire_error_bars *self, const char *why, const char *name)
{
    if (self->reason[0] == '\0') {
        snprintf(self->reason, sizeof self->reason, "%s%.80s%s", why, name,
                 name[0] != '\0' ? "'" : "");
    }
    self->verdict = QUIRE_VERDICT_DOUBTFUL;
}

/* A failure stands if one check failed for certain; anything else needs all of them. */
static void
judge_checks(struct quire_error_bars *self)
{
    const struct quire_bar_row *open = NULL;

    for (size_t k = 0; k < self->n_check; k++) {
        const struct quire_bar_row *row = self->check + k;
        if (strcmp(row->verdict, "failed") == 0 && !row->unresolved) {
            return;
        }
        /* the built-in checks that do not apply, here or there, judge nothing */
        if (open == NULL && row->unresolved &&
            !(row->by_default && row->other != NULL && strcmp(row->verdict, "failed") != 0 &&
              strcmp(row->other, "failed") != 0)) {
            open = row;
        }
    }
    if (open != NULL) {
        doubt(self,
              open->other != NULL ? "the runs do not agree on check '"
                                  : "the verdict is within the error bar of check '",
              open->name);
    }
}

static void
judge(struct quire_error_bars *self)
{
    self->verdict = self->own;
    for (size_t i = 1; i < self->n_run; i++) {
        if (self->run[i].summary == NULL) {
            doubt(self, "a repetition failed, so that no error bar is known", "");
            return;
        }
    }
    judge_checks(self);
    for (size_t i = 1; i < self->n_run && self->own == QUIRE_VERDICT_PASSED; i++) {
        if (strcmp(quire_summary_word(self->run[i].summary, "verdict"),
                   quire_verdict_text(QUIRE_VERDICT_DOUBTFUL)) == 0) {
            doubt(self, "a repetition is doubtful itself", "");
        }
    }
}

/* ---- the summary ---- */

/* the summary that lies there must be that of the run */
static quire_status
replace_summary(struct quire_folder *folder, const char *before, const char *now, quire_diag *diag)
{
    char *path = quire_folder_join(folder->path, QUIRE_SUMMARY_FILE), *there = NULL;
    size_t size;
    FILE *file;
    quire_status status = path != NULL
                              ? quire_file_read(&there, &size, path, QUIRE_FILE_LIMIT, diag)
                              : quire_diag_memory_error(diag);

    if (status == QUIRE_OK && strcmp(there, before) != 0) {
        status = quire_diag_file_error(diag, path, "is of another run by now", 0);
    }
    if (status == QUIRE_OK &&
        (status = quire_folder_add(folder, QUIRE_SUMMARY_FILE, &file)) == QUIRE_OK) {
        fputs(now, file);
        status = quire_folder_commit(folder);
    }
    free(there);
    free(path);
    return status;
}

static quire_status
keep(const struct quire_error_bars *self, const quire_run *run, quire_diag *diag)
{
    const char *directory = quire_run_directory(run);
    struct quire_folder folder = QUIRE_FOLDER_NONE;

    if (directory == NULL) {
        return QUIRE_OK;
    }
    quire_status status = quire_folder_begin(&folder, directory, diag);
    if (status == QUIRE_OK) {
        status = replace_summary(&folder, quire_run_summary_json(run), self->summary.data, diag);
    }
    quire_folder_end(&folder);
    return status;
}

/* ---- for callers ---- */

/* the first of the runs is there */
static quire_status
take_run(struct quire_error_bars *self, const quire_model *model, const quire_run *run,
         int refinement, quire_diag *diag)
{
    const char *summary = quire_run_summary_json(run);
    bool starved = false;

    self->own = quire_run_verdict(run);
    if (self->own == QUIRE_VERDICT_NONE) {
        return quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL, NULL,
                                "a run that did not come to its end has no error bars");
    }
    json_t *read = quire_json_read(summary, strlen(summary), 0, &starved);
    if (read == NULL) {
        return quire_diag_memory_error(diag);
    }
    plan(self, model, quire_summary_number(json_object_get(read, "solver"), "position-tolerance"),
         refinement > 0 ? refinement : 1);
    self->run[0].summary = read;
    return QUIRE_OK;
}

quire_status
quire_error_bars_create(quire_error_bars **out, const quire_model *model, const quire_run *run,
                        const quire_run_options *options, quire_diag *diag)
{
    const quire_run_options with = options != NULL ? *options : quire_run_options_default();

    if (out != NULL) {
        *out = NULL;
    }
    if (out == NULL || model == NULL || run == NULL) {
        return quire_diag_misuse(diag, __func__);
    }
    struct quire_error_bars *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return quire_diag_memory_error(diag);
    }
    quire_status status = take_run(self, model, run, with.refinement, diag);
    if (status == QUIRE_OK) {
        status = repeat_all(self, model, run, &with, diag);
    }
    if (status == QUIRE_OK) {
        status = add_checks(self) && add_figures(self) ? QUIRE_OK : quire_diag_memory_error(diag);
    }
    if (status == QUIRE_OK) {
        judge(self);
        quire_error_bars_write(self, quire_run_summary_json(run));
        status = self->text.failed || self->summary.failed ? quire_diag_memory_error(diag)
                                                           : keep(self, run, diag);
    }
    if (status != QUIRE_OK) {
        quire_error_bars_destroy(self);
        return status;
    }
    *out = self;
    return QUIRE_OK;
}

void
quire_error_bars_destroy(quire_error_bars *self)
{
    if (self == NULL) {
        return;
    }
    for (size_t i = 0; i < self->n_run; i++) {
        json_decref(self->run[i].summary);
    }
    free(self->check);
    free(self->figure);
    quire_text_clear(&self->text);
    quire_text_clear(&self->summary);
    free(self);
}

size_t
quire_error_bars_run_count(const quire_error_bars *self)
{
    return self != NULL ? self->n_run : 0;
}

quire_verdict
quire_error_bars_verdict(const quire_error_bars *self)
{
    return self != NULL ? self->verdict : QUIRE_VERDICT_NONE;
}

double
quire_error_bars_figure(const quire_error_bars *self, const char *name)
{
    for (size_t i = 0; self != NULL && name != NULL && i < self->n_figure; i++) {
        if (strcmp(self->figure[i].name, name) == 0) {
            return self->figure[i].bar;
        }
    }
    return (double)NAN;
}

const char *
quire_error_bars_text(const quire_error_bars *self)
{
    return self != NULL ? self->text.data : NULL;
}

const char *
quire_error_bars_summary_json(const quire_error_bars *self)
{
    return self != NULL ? self->summary.data : NULL;
}
