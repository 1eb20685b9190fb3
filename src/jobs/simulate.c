#include "jobs/simulate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/diag.h"
#include "formula/formula.h"
#include "result/verdict.h"
#include "run/run.h"

/* ---- what it came to ---- */

/* the first error that was reported: its code without the class, its text */
static void
tell_problem(struct doe_record *record, const quire_diag *diag)
{
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        const quire_problem *p = quire_diag_get(diag, i);
        if (p->severity == QUIRE_ERROR) {
            snprintf(record->diagnosis, sizeof record->diagnosis, "%s", p->code);
            snprintf(record->message, sizeof record->message, "%s%s%s",
                     p->object != NULL ? p->object : "", p->object != NULL ? ": " : "", p->text);
            return;
        }
    }
}

/* a model may be refused by what its values make of it; memory may run out at any time */
static enum doe_status
status_of_failure(quire_status status, const quire_run *run, const char *code,
                  const quire_diag *diag)
{
    if (quire_diag_is_starved(diag)) {
        return DOE_MEMORY;
    }
    if (strcmp(code, "E-NUM-TIME-BUDGET") == 0) {
        return DOE_TIMED_OUT;
    }
    return run == NULL && status != QUIRE_ERROR_NUMERIC ? DOE_REFUSED : DOE_UNSOLVED;
}

/* the first check that was not evaluated; NULL: the model asks for none */
static const struct quire_check_entry *
find_open(const struct quire_result *result)
{
    for (size_t i = 0; i < result->n_check; i++) {
        if (quire_check_is_open(&result->check[i])) {
            return &result->check[i];
        }
    }
    return NULL;
}

static void
tell_check(struct doe_record *record, const struct quire_check_entry *check)
{
    snprintf(record->diagnosis, sizeof record->diagnosis, "%s", check->name);
    snprintf(record->message, sizeof record->message, "%s", check->result.cause);
}

static void
tell_verdict(struct doe_record *record, const struct quire_result *result)
{
    const struct quire_check_entry *failed = quire_result_failed(result), *open = find_open(result);
    struct quire_doubt doubt[QUIRE_DOUBTS];

    switch (quire_result_verdict(result)) {
    case QUIRE_VERDICT_PASSED: record->status = DOE_PASSED; break;
    case QUIRE_VERDICT_FAILED:
        record->status = failed->is_jam ? DOE_JAM : DOE_LIMIT;
        tell_check(record, failed);
        break;
    case QUIRE_VERDICT_DOUBTFUL:
        record->status = DOE_DOUBTFUL;
        quire_result_doubts(result, doubt);
        snprintf(record->diagnosis, sizeof record->diagnosis, "%s", doubt->kind);
        snprintf(record->message, sizeof record->message, "%s", doubt->text);
        break;
    default:
        record->status = DOE_NOT_EVALUATED;
        if (open != NULL) {
            tell_check(record, open);
        } else {
            snprintf(record->message, sizeof record->message, "no check was evaluated");
        }
    }
}

struct figures {
    const quire_run *run;
    const char *const *name;
};

static double
get_figure(void *user, int index)
{
    const struct figures *self = user;

    return quire_run_figure(self->run, self->name[index]);
}

static void
take_responses(const void *user, const quire_run *run, struct doe_record *record)
{
    const struct doe_work *work = user;

    for (size_t i = 0; i < work->n_response; i++) {
        const struct quire_study_response *r = &work->response[i];
        struct figures of = {run, r->figure};
        const char *unit =
            r->formula != NULL ? r->unit : quire_record_figure_unit(quire_run_record(run), r->from);
        record->response[i] = r->formula != NULL ? quire_formula_value(r->formula, get_figure, &of)
                                                 : quire_run_figure(run, r->from);
        if (!isfinite(record->response[i])) {
            record->response[i] = (double)NAN; /* a quotient by nothing is no number */
        }
        snprintf(record->unit[i], sizeof record->unit[i], "%s", unit != NULL ? unit : "?");
    }
}

/* ---- the run ---- */

void
doe_simulate(struct quire_prepared *prepared, const quire_setting *setting, size_t n_setting,
             const quire_run_options *options,
             void (*take)(const void *user, const quire_run *run, struct doe_record *record),
             const void *user, struct doe_record *record, quire_diag *diag)
{
    const quire_model *model = NULL;
    quire_run *running = NULL;
    quire_status status = quire_prepared_read(&model, prepared, setting, n_setting, diag);

    if (status == QUIRE_OK) {
        status = quire_run_create(&running, model, options, diag);
    }
    if (status == QUIRE_OK) {
        quire_record_spare_texts(quire_run_record(running));
        status = quire_run_execute(running, diag);
        record->steps = (uint64_t)quire_run_result(running)->stats.steps;
    }
    if (status == QUIRE_OK) {
        tell_verdict(record, quire_run_result(running));
        take(user, running, record);
        record->end_time = quire_run_result(running)->end_time;
    } else {
        tell_problem(record, diag);
        record->status = status_of_failure(status, running, record->diagnosis, diag);
    }
    quire_run_destroy(running);
}

static void
simulate(const struct doe_simulator *self, const struct doe_run *run, double time_limit,
         struct doe_record *record, quire_diag *diag)
{
    const struct doe_work *work = self->work;
    quire_run_options options = quire_run_options_default();

    options.time_limit = time_limit;
    options.figures = work->figure;
    options.n_figure = work->n_figure;
    doe_simulate(self->prepared, run->setting, work->n_variable, &options, take_responses, work,
                 record, diag);
}

quire_status
doe_simulator_init(struct doe_simulator *self, const struct doe_work *work, quire_diag *diag)
{
    *self = (struct doe_simulator){.work = work};
    return quire_prepared_create(&self->prepared, quire_study_read_model(work->study), diag);
}

void
doe_simulator_clear(struct doe_simulator *self)
{
    quire_prepared_destroy(self->prepared);
    self->prepared = NULL;
}

void
doe_simulator_run(const struct doe_simulator *self, const struct doe_run *run, double time_limit,
                  struct doe_record *record)
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
