/* Runs: a model's machine advanced in time, watched by sensors and checks, recorded. */
#include "run/running.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/diag.h"
#include "evaluate/create_state.h"
#include "machine/lookup.h"
#include "model/kinds_settings.h"
#include "model/problem.h"
#include "record/end_state.h"
#include "result/failure.h"
#include "result/verdict.h"
#include "run/advance.h"
#include "run/commands.h"
#include "run/log_events.h"
#include "run/run.h"
#include "run/sampling.h"
#include "run/setup.h"
#include "step/wraps.h"
#include "text/amount.h"
#include "trace/series.h"

/* nobody shall wait for a run whose results cannot be kept; the series doubles its room when it is
 * full */
static quire_status
check_samples(const struct quire_run *run, quire_diag *diag)
{
    const double rows = run->sample > 0 ? run->end / run->sample : 2,
                 columns = (double)quire_record_column_count(run->record);

    if (2 * rows * columns > (double)QUIRE_SERIES_VALUES) {
        return quire_diag_error(diag, "E-LIMIT", run->model->root->place, "model",
                                "take a larger sample, or 0 s for the start and the end alone",
                                "%.6g samples of %.6g values are more than can be kept", rows,
                                columns);
    }
    return QUIRE_OK;
}

static const struct quire_outline *
path_outline(void *user, const struct quire_object *path)
{
    return quire_system_path(((struct quire_run *)user)->system, path);
}

static quire_status
begin(struct quire_run *run, quire_diag *diag)
{
    const struct quire_integrator_options options = quire_running_options(run);
    quire_wraps_begin(run->state, 0, run->y);
    quire_status status =
        quire_islands_create(&run->islands, run->state, &options, 0, run->y, diag);

    run->result.model = run->model;
    run->result.stats.method = options.generic ? "generic" : "velocity";
    run->result.stats.simd = quire_simd_name();
    run->result.stats.position_tolerance = quire_running_tolerance(run);
    run->result.stats.velocity_tolerance =
        run->result.stats.position_tolerance * options.velocity_rate;
    run->result.stats.step_error = options.position_tolerance;
    run->result.stats.order = options.order;
    if (status != QUIRE_OK) {
        return status;
    }
    quire_divergence_init(&run->divergence, run->system);
    quire_step_histogram_init(&run->step_histogram, run->end);
    run->ledger.initial = quire_running_stored(run, 0, run->y);
    const struct quire_view *view = quire_running_view(run, 0);
    status = quire_sensor_roots_create(&run->sensor_roots, run->model, path_outline, run, view);
    if (status == QUIRE_OK) {
        run->quantities.sensor_roots = run->sensor_roots;
        status = quire_logic_has_formulas(run->logic) ? quire_logic_evaluate(run->logic, 0, true)
                                                      : QUIRE_OK;
    }
    if (status == QUIRE_OK) {
        view = quire_running_view(run, 0);
        status = quire_checks_create(&run->checks, run->model, view, diag);
    }
    if (status == QUIRE_OK) {
        status = quire_law_switching_create(&run->law_switching, run->state);
    }
    if (status == QUIRE_OK) {
        quire_law_switching_begin(run->law_switching, 0, run->y);
        view = quire_running_view(run, 0);
        quire_balance_begin(&run->balance, run->system, view, run->y, options.position_tolerance,
                            options.velocity_rate);
        run->nip_crossings = quire_nip_crossings_create(run->state, view);
        run->penetration = quire_penetration_create(run->system);
        status = run->nip_crossings != NULL && run->penetration != NULL
                     ? quire_end_stops_init(&run->end_stops, run->state, run->y)
                     : QUIRE_ERROR_LIMIT;
    }
    if (status == QUIRE_OK) {
        run->recorder = quire_record_interface(run->record, diag);
        status = run->recorder.begin(run->recorder.self, run->model, view);
    }
    if (status == QUIRE_OK) {
        /* also of those that are spared: what a model is refused for does not depend on who asks */
        status = check_samples(run, diag);
    }
    if (status == QUIRE_OK && run->options.figures != NULL &&
        !quire_record_needs_samples(run->record, run->options.figures, run->options.n_figure)) {
        run->sample = 0;
    }
    if (status == QUIRE_OK) { /* with the first and the last; there are not too many: see above */
        status = quire_record_expect(run->record,
                                     run->sample > 0 ? (size_t)(run->end / run->sample) + 3 : 2);
    }
    return status;
}

/* Sees to it that the result of a run that could not finish says why. */
static void
diagnose(struct quire_run *run, quire_status status, double t)
{
    struct quire_result *r = &run->result;
    const struct quire_integrator_failure *why =
        run->islands != NULL ? quire_islands_why(run->islands) : NULL;

    if (r->diagnosis[0] == '\0' && why != NULL && why->name[0] != '\0') {
        snprintf(r->diagnosis, sizeof r->diagnosis, "%s", why->name);
        snprintf(r->diagnosis_text, sizeof r->diagnosis_text, "%s", why->text);
        run->about = why->about;
    } else if (r->diagnosis[0] == '\0' && run->log.full) {
        snprintf(r->diagnosis, sizeof r->diagnosis, "too-many-events");
        snprintf(r->diagnosis_text, sizeof r->diagnosis_text,
                 "the log of events was full at t = %.6f s: it holds %zu", t, QUIRE_EVENTS_MOST);
    } else if (r->diagnosis[0] == '\0' && status == QUIRE_ERROR_LIMIT) {
        snprintf(r->diagnosis, sizeof r->diagnosis, "out-of-memory");
        snprintf(r->diagnosis_text, sizeof r->diagnosis_text,
                 "memory ran out at t = %.6f s after %ld samples and %zu events", t, run->n_sample,
                 run->log.n);
    }
}

static void
conclude(struct quire_run *run, quire_status status, double t, double cpu)
{
    struct quire_integrator_stats s = {0};
    struct quire_result *r = &run->result;

    if (run->islands != NULL) {
        quire_islands_get_stats(run->islands, &s);
    }
    r->stats.steps = s.steps;
    r->stats.rhs = s.rhs;
    r->stats.jacobians = s.matrices;
    r->stats.iterations = s.iterations;
    r->stats.newton_failures = s.newton_failures;
    r->stats.error_failures = s.error_failures;
    r->stats.restarts = s.restarts;
    r->stats.watchdog = s.watchdog;
    r->stats.last_step = s.last_step;
    r->stats.cpu_seconds = cpu;
    r->status = status;
    r->end_time = t;
    r->stiff_interval = quire_step_histogram_stiff_interval(&run->step_histogram, t);
    r->event = run->log.event;
    r->n_event = run->log.n;
    if (status != QUIRE_OK) {
        r->end = QUIRE_RUN_FAILED;
        diagnose(run, status, t);
    }
    if (run->segment_check.folds_matter) {
        r->fold = run->segment_check.fold;
    }
    if (run->checks != NULL) {
        quire_checks_stub(run->checks, r->stub);
        r->check =
            (struct quire_check_entry *)(uintptr_t)quire_checks_entries(run->checks, &r->n_check);
    }
    if (run->penetration != NULL) {
        r->tunnelling = (struct quire_tunnelling *)(uintptr_t)quire_penetration_found(
            run->penetration, &r->n_tunnelling);
    }
}

static void
warn_of_energy(const struct quire_run *run, quire_diag *diag)
{
    const struct quire_energy_view *e = &run->result.energy;

    if (e->spurious > e->bound) {
        quire_diag_warning(diag, "W-ENERGY", run->model->root->place, "model",
                           "find the time in the columns energy.* of series.csv, and look at the "
                           "drawing at that time; doc/guide/energy-balance.md says what helps",
                           "%s mJ appeared or were lost without a cause, of %s mJ that the machine "
                           "turned over; up to %s mJ would be in order",
                           QUIRE_AMOUNT(1e3 * e->spurious), QUIRE_AMOUNT(1e3 * e->largest),
                           QUIRE_AMOUNT(1e3 * e->bound));
    }
}

static void
warn_of_stiff_interval(const struct quire_run *run, quire_diag *diag)
{
    const struct quire_stiff_interval *c = &run->result.stiff_interval;
    const struct quire_object *about =
        run->step_histogram.about != NULL ? run->step_histogram.about : run->model->root;

    if (c->share > 0) {
        quire_object_warning(
            about, diag, "W-SLOW", "softer contacts or more damping there make the run faster",
            "%.0f %% of the %ld steps were made from %s s to %s s; they concern %s", 1e2 * c->share,
            run->result.stats.steps, QUIRE_AMOUNT_TIME(c->from), QUIRE_AMOUNT_TIME(c->to),
            c->concerns);
    }
}

/* An integration that fails where a sheet has jammed, or had begun to, takes nothing from that: the
 * jam is the verdict, and how it ended is said. */
static quire_status
forgive_after_jam(struct quire_run *run, quire_status status, double t)
{
    const int sheet = run->state->stumbled;

    if (status != QUIRE_ERROR_NUMERIC || run->result.diagnosis[0] != '\0' ||
        !(quire_checks_jammed(run->checks) ||
          (sheet >= 0 &&
           quire_checks_break_off(run->checks, quire_running_view(run, t), (size_t)sheet)))) {
        return status;
    }
    diagnose(run, status, t);
    run->result.end = QUIRE_FAILED_AFTER_JAM;
    return QUIRE_OK;
}

static void
warn_of_failure(const struct quire_run *run, quire_diag *diag)
{
    const struct quire_result *r = &run->result;

    if (r->end == QUIRE_FAILED_AFTER_JAM) {
        quire_object_warning(run->about != NULL ? run->about : run->model->root, diag,
                             "W-AFTER-JAM", NULL, "after the jam the integration failed (%s): %s",
                             r->diagnosis, r->diagnosis_text);
    }
}

/* what is no failure of the run but makes its results doubtful, or dear */
static void
warn(const struct quire_run *run, quire_diag *diag)
{
    quire_penetration_warn(run->penetration, diag);
    quire_segment_check_warn(&run->segment_check, diag);
    if (quire_result_complete(&run->result)) {
        warn_of_energy(run, diag);
        warn_of_stiff_interval(run, diag);
        warn_of_failure(run, diag);
        quire_column_check_warn(&run->column_check, diag);
    }
}

static quire_status
keep_end_state(struct quire_run *run, double t)
{
    run->numbers =
        quire_end_state_numbers(run->state, quire_running_state(run, t), &run->result.n_state);
    run->result.state = run->numbers;
    return run->numbers != NULL ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}

static quire_status
execute_rest(struct quire_run *run, quire_diag *diag)
{
    const struct quire_run_params *p = run->system->run;

    run->result.kind = (enum quire_run_kind)p->kind;
    run->end = p->at;
    run->rest = (struct quire_rest){.model = run->model,
                                    .options = &run->options,
                                    .state = run->state,
                                    .observer = run->observer,
                                    .recorder = quire_record_interface(run->record, diag),
                                    .breakpoint = run->breakpoint,
                                    .n_breakpoint = run->n_breakpoint,
                                    .tolerance = quire_running_tolerance(run),
                                    .at = p->at,
                                    .y = run->y,
                                    .result = &run->result};
    return quire_rest_execute(&run->rest, &run->verdict, diag);
}

quire_status
quire_running_start(struct quire_run *run, quire_diag *diag)
{
    run->executed = true;
    run->started = quire_clock_processor();
    quire_status status = begin(run, diag);

    run->begun = status == QUIRE_OK;
    if (status == QUIRE_OK) {
        status = quire_running_observe(run, 0);
    }
    return status;
}

quire_status
quire_running_finish(struct quire_run *run, quire_status status, quire_diag *diag)
{
    const struct quire_view *last = NULL;

    if (!run->begun) {
        return quire_result_memory(status, diag);
    }
    const double reached =
        fmin(quire_islands_time(run->islands), fmax(run->end, quire_islands_before(run->islands)));
    const double t = status != QUIRE_OK && !isnan(run->broke_off) ? run->broke_off : reached;
    const double cpu = quire_clock_processor() - run->started;
    status = forgive_after_jam(run, status, t);
    if (status == QUIRE_OK) {
        status = quire_running_check_penetration(run, t, true);
    }
    if (status == QUIRE_OK) {
        last = quire_running_view(run, t);
        run->result.energy = last->energy;
        quire_balance_track(&run->balance, &last->energy);
        quire_balance_judge(&run->balance, &run->result.energy);
        status = quire_observer_add_slips(run->observer);
        quire_checks_finish(run->checks, last, quire_run_ended_early(run));
        last = quire_running_view(run, t);
        status = quire_status_first(status, quire_running_log_end(run, t));
        status = quire_status_first(status, keep_end_state(run, t));
    }
    status = quire_status_first(status, run->commands.text.failed ? QUIRE_ERROR_LIMIT : QUIRE_OK);
    conclude(run, status, t, cpu);
    warn(run, diag);
    quire_record_keep_commands(run->record, run->commands.text.data, run->commands.text.size);
    const quire_status saved = run->recorder.end(run->recorder.self, &run->result, last);
    run->verdict = quire_result_verdict(&run->result);
    if (status != QUIRE_OK) {
        return quire_result_memory(
            quire_result_failure(&run->result, status, run->about, NULL, diag), diag);
    }
    return quire_result_memory(saved, diag);
}

quire_status
quire_run_execute(quire_run *run, quire_diag *diag)
{
    if (run == NULL) {
        return quire_diag_misuse(diag, __func__);
    }
    if (run->executed) {
        return quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL, NULL,
                                "a run is executed once");
    }
    if (run->system->run->kind != QUIRE_RUN_TRANSIENT) {
        run->executed = true;
        return execute_rest(run, diag);
    }
    if (run->options.commands != NULL) {
        quire_running_expect_commands(run);
    }
    quire_status status = quire_running_start(run, diag);
    if (status == QUIRE_OK) {
        status = quire_running_replay(run, diag);
    }
    return quire_running_finish(run, status, diag);
}
