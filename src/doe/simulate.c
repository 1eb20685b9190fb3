/* One run of a study: the model with its values, simulated in memory. */
#include "doe/work.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "run/running.h"

/* ---- what it came to ---- */

/* the first error that was reported: its code without the class, its text */
static void
tell_problem(struct doe_record *record, const quire_diag *diag)
{
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        const quire_problem *p = quire_diag_get(diag, i);
        if (p->severity == QUIRE_ERROR) {
            snprintf(record->diagnosis, sizeof record->diagnosis, "%s", p->code);
            snprintf(record->message, sizeof record->message, "%s%s%s", p->object != NULL ? p->object : "", p->object != NULL ? ": " : "", p->text);
            return;
        }
    }
}

/* a model may be refused by what its values make of it; memory may run out at any time */
static enum doe_status
status_of_failure(quire_status status, const quire_run *run, const char *code)
{
    if (strcmp(code, "E-MEMORY") == 0 || strcmp(code, "E-NUM-OUT-OF-MEMORY") == 0) {
        return DOE_MEMORY;
    }
    if (strcmp(code, "E-NUM-TIME-BUDGET") == 0) {
        return DOE_TIMED_OUT;
    }
    return run == NULL && status != QUIRE_ERROR_NUMERIC ? DOE_REFUSED : DOE_UNSOLVED;
}

/* the first jam, or else the first check that failed */
static const struct quire_check_entry *
find_failed(const struct quire_result *result)
{
    const struct quire_check_entry *first = NULL;

    for (size_t i = 0; i < result->n_check; i++) {
        const struct quire_check_entry *c = &result->check[i];
        if (c->result.verdict == QUIRE_FAILED && (first == NULL || (c->is_jam && !first->is_jam))) {
            first = c;
        }
    }
    return first;
}

static void
tell_verdict(struct doe_record *record, const struct quire_result *result)
{
    const struct quire_check_entry *failed = find_failed(result);

    if (failed != NULL) {
        record->status = failed->is_jam ? DOE_JAM : DOE_LIMIT;
        snprintf(record->diagnosis, sizeof record->diagnosis, "%s", failed->name);
        snprintf(record->message, sizeof record->message, "%s", failed->result.cause);
    } else {
        record->status = result->n_tunnelling > 0 ? DOE_DOUBTFUL : DOE_PASSED;
    }
}

static void
take_responses(const struct doe_work *work, const quire_run *run, struct doe_record *record)
{
    for (size_t i = 0; i < work->n_response; i++) {
        const char *unit = quire_record_figure_unit(run->record, work->response[i].from);
        record->response[i] = quire_run_figure(run, work->response[i].from);
        snprintf(record->unit[i], sizeof record->unit[i], "%s", unit != NULL ? unit : "?");
    }
    record->end_time = run->result.end_time;
}

/* ---- the run ---- */

static void
simulate(const struct doe_work *work, const struct doe_run *run, double time_limit, struct doe_record *record, quire_diag *diag)
{
    quire_run_options options = quire_run_options_default();
    quire_model *model = NULL;
    quire_run *running = NULL;

    options.time_limit = time_limit;
    options.figures = work->figure;
    options.n_figure = work->n_response;
    quire_status status = quire_model_vary(&model, quire_study_read_model(work->study), run->setting, work->n_variable, diag);
    if (status == QUIRE_OK) {
        status = quire_run_create(&running, model, &options, diag);
    }
    if (status == QUIRE_OK) {
        status = quire_run_execute(running, diag);
        record->steps = (uint64_t)running->result.stats.steps;
    }
    if (status == QUIRE_OK) {
        tell_verdict(record, &running->result);
        take_responses(work, running, record);
    } else {
        tell_problem(record, diag);
        record->status = status_of_failure(status, running, record->diagnosis);
    }
    quire_run_destroy(running);
    quire_model_destroy(model);
}

void
doe_work_simulate(const struct doe_work *self, const struct doe_run *run, double time_limit, struct doe_record *record)
{
    const double wall = quire_clock_wall(), cpu = quire_clock_processor();
    quire_diag *diag = quire_diag_create();

    doe_record_reset(record, run->of.index, run->id);
    if (diag == NULL) {
        record->status = DOE_MEMORY;
    } else {
        simulate(self, run, time_limit, record, diag);
    }
    quire_diag_destroy(diag);
    record->wall = quire_clock_wall() - wall;
    record->cpu = quire_clock_processor() - cpu;
}
