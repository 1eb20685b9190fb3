#include "run/setup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/worker.h"
#include "body/sheet.h"
#include "compile/machine.h"
#include "evaluate/create_state.h"
#include "judge/start_overlap.h"
#include "kind/value.h"
#include "lint/lint.h"
#include "machine/lookup.h"
#include "model/kinds_settings.h"
#include "model/problem.h"
#include "result/failure.h"
#include "run/commands.h"
#include "run/delivery.h"
#include "run/sampling.h"
#include "text/number.h"
#include "text/suggest.h"

#define MOST_THREADS       2
#define LEAST_LARGEST_STEP 1e-12 /* [s] */
#define MOST_REFINEMENT    100
#define SHEET_ORDER        2 /* of a machine with sheets, whose chains are stiff, and */
#define BODY_ORDER         5 /* of one without */
/* of the position tolerance is what a step of the latter may be off by, */
#define BODY_SHARE       1e-3
#define LEAST_BODY_ERROR 1e-12 /* if that is more than rounding [m] */

quire_run_options
quire_run_options_default(void)
{
    return (quire_run_options){.end_time = (double)NAN,
                               .sample_interval = (double)NAN,
                               .position_tolerance = (double)NAN,
                               .time_limit = (double)NAN};
}

/* What options say goes before the model, a tolerance before an accuracy. */
static struct quire_accuracy
asked_for(const struct quire_run *run)
{
    const struct quire_solver_params *p = run->system->solver;
    const bool by_word = run->choice.accuracy >= 0;
    const double tolerance = !isnan(run->options.position_tolerance)
                                 ? run->options.position_tolerance
                             : by_word ? (double)NAN
                                       : p->position_tolerance;
    struct quire_accuracy asked = quire_accuracy[!isnan(tolerance) ? QUIRE_ACCURACY_STANDARD
                                                 : by_word         ? run->choice.accuracy
                                                                   : p->accuracy];

    if (!isnan(tolerance)) {
        asked.position = tolerance;
    }
    if (!isnan(p->velocity_rate)) {
        asked.velocity_rate = p->velocity_rate;
    }
    return asked;
}

double
quire_running_tolerance(const struct quire_run *run)
{
    return asked_for(run).position;
}

/* What a step may be off by. Free bodies dip into each other and into guides by 1 to 100 um, of
 * which an impact must not lose a thousandth (doc/adr/0056-free-bodies-finer.md). */
static double
step_error(const struct quire_run *run)
{
    const double tolerance = quire_running_tolerance(run);

    return run->system->n_sheet > 0
               ? tolerance
               : fmin(tolerance, fmax(BODY_SHARE * tolerance, LEAST_BODY_ERROR));
}

static int
highest_order(const struct quire_run *run)
{
    const long given = run->system->solver->order;

    return given > 0 ? (int)given : run->system->n_sheet > 0 ? SHEET_ORDER : BODY_ORDER;
}

struct quire_integrator_options
quire_running_options(const struct quire_run *run)
{
    const struct quire_solver_params *p = run->system->solver;
    const int method = run->choice.method >= 0 ? run->choice.method : p->method,
              vectors = run->choice.vectors >= 0 ? run->choice.vectors : p->vectors;
    struct quire_integrator_options o = {.position_tolerance = step_error(run),
                                         .velocity_rate = asked_for(run).velocity_rate,
                                         .order = highest_order(run),
                                         .generic = method == QUIRE_METHOD_GENERIC,
                                         .serial_vectors = method == QUIRE_METHOD_GENERIC &&
                                                           vectors == QUIRE_VECTORS_SERIAL,
                                         .step_rate = p->step_rate};

    o.largest_step = isnan(p->largest_step) ? 0 : fmax(p->largest_step, LEAST_LARGEST_STEP);
    return o;
}

/* the words of the options, in the choices of the model's own attributes */
static quire_status
read_words(const quire_run_options *o, struct quire_run_choice *out, quire_diag *diag)
{
    int motion = QUIRE_MOTION_OF_MODEL;
    const struct {
        const char *given;
        const struct quire_kind *kind;
        const char *attribute;
        int *number;
    } word[] = {{o->accuracy, &quire_kind_solver, "accuracy", &out->accuracy},
                {o->method, &quire_kind_solver, "method", &out->method},
                {o->vectors, &quire_kind_solver, "vectors", &out->vectors},
                {o->motion, &quire_kind_model, "motion", &motion}};

    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        const char *choices = quire_field_find(word[i].kind->fields, word[i].attribute)->choices,
                   *given = word[i].given;
        char excerpt[QUIRE_EXCERPT_SIZE], hint[120];
        *word[i].number = given != NULL ? quire_choice_number(choices, given) : -1;
        if (given != NULL && *word[i].number < 0) {
            return quire_diag_error(diag, "E-USAGE", (struct quire_place){0}, NULL,
                                    quire_suggest_choice(given, choices, hint, sizeof hint),
                                    "%s = '%s' must be one of %s", word[i].attribute,
                                    quire_excerpt(excerpt, given), choices);
        }
    }
    out->motion = (enum quire_motion_kind)motion;
    return QUIRE_OK;
}

static quire_status
check_threads(int threads, quire_diag *diag)
{
    const struct quire_place nowhere = {0};

    if (threads < 0 || threads > MOST_THREADS) {
        return quire_diag_error(diag, "E-USAGE", nowhere, NULL,
                                "for many runs use quire doe, which runs them side by side",
                                "threads = '%d' must be 1 or %d", threads, MOST_THREADS);
    }
    if (threads > quire_processors()) {
        return quire_diag_error(diag, "E-USAGE", nowhere, NULL, NULL,
                                "%d threads need as many processors, and there is one", threads);
    }
    return QUIRE_OK;
}

static quire_status
check_options(const quire_run_options *o, quire_diag *diag)
{
    const struct quire_place nowhere = {0};

    if (o->columns != 0 && !quire_sheet_columns_exist(o->columns)) {
        return quire_diag_error(diag, "E-USAGE", nowhere, NULL, "allowed are 2, 3, 5 and 9",
                                "there are no sheets with %d columns", o->columns);
    }
    if (o->refinement < 0 || o->refinement > MOST_REFINEMENT) {
        return quire_diag_error(diag, "E-USAGE", nowhere, NULL, NULL,
                                "refinement = '%d' must be from 1 to %d, or 0", o->refinement,
                                MOST_REFINEMENT);
    }
    const struct {
        const char *name, *unit;
        double value;
        bool refused;
        const char *range;
    } quantity[] = {
        {"end", "s", o->end_time, o->end_time <= 0, "greater than 0 s"},
        {"sample", "s", o->sample_interval, o->sample_interval < 0, "at least 0 s"},
        {"position-tolerance", "m", o->position_tolerance, o->position_tolerance <= 0,
         "greater than 0 m"},
    };
    for (size_t i = 0; i < sizeof quantity / sizeof *quantity; i++) {
        char number[QUIRE_NUMBER_SIZE];
        if (quantity[i].refused) {
            return quire_diag_error(diag, "E-USAGE", nowhere, NULL, NULL, "%s = '%s %s' must be %s",
                                    quantity[i].name, quire_number_write(number, quantity[i].value),
                                    quantity[i].unit, quantity[i].range);
        }
    }
    return check_threads(o->threads, diag);
}

/* Large piles are shared with a second thread. */
static quire_status
begin_worker(struct quire_run *run, quire_diag *diag)
{
    if (run->options.threads < MOST_THREADS) {
        return QUIRE_OK;
    }
    run->state->worker = quire_worker_create();
    return run->state->worker != NULL
               ? QUIRE_OK
               : quire_diag_error(diag, "E-MEMORY", (struct quire_place){0}, NULL,
                                  "run it with one", "a second thread cannot be started");
}

static quire_status
set_up(struct quire_run *run, quire_diag *diag)
{
    const struct quire_mesh mesh = {run->options.columns, run->options.refinement};
    quire_status status = read_words(&run->options, &run->choice, diag);

    if (status == QUIRE_OK) {
        status = check_options(&run->options, diag);
    }
    if (status == QUIRE_OK) {
        status = quire_system_create(&run->system, run->model, run->choice.motion, &mesh, diag);
    }
    if (status == QUIRE_OK) {
        status = quire_rest_check_modes(run->system, diag);
    }
    if (status == QUIRE_OK) {
        status = quire_state_create(&run->state, run->system);
    }
    if (status == QUIRE_OK) {
        status = begin_worker(run, diag);
    }
    if (status == QUIRE_OK) {
        status = quire_observer_create(&run->observer, run->state);
    }
    if (status == QUIRE_OK) {
        const size_t size = sizeof(double) * (run->system->layout.length + QUIRE_LANES);
        run->y = aligned_alloc(64, size);
        run->y_at = aligned_alloc(64, size);
        run->leaves = calloc((size_t)run->system->n_sheet + 1, sizeof *run->leaves);
        run->changed = calloc((size_t)(run->system->n_drive + run->system->n_switch) + 1,
                              sizeof *run->changed);
        if (run->y == NULL || run->y_at == NULL || run->leaves == NULL || run->changed == NULL ||
            quire_breakpoints_find(&run->breakpoint, &run->n_breakpoint, run->system) != QUIRE_OK) {
            status = QUIRE_ERROR_LIMIT;
        } else {
            memset(run->y, 0, size);
            memset(run->y_at, 0, size);
            quire_state_start(run->state, run->y);
            status = quire_start_overlap_check(run->system, run->state, run->y, diag);
            status = quire_status_first(status, quire_running_begin_bins(run, diag));
            quire_quantities_init(&run->quantities, run->system, run->state, quire_running_picture,
                                  run);
            const struct quire_logic_world world = quire_quantities_world(&run->quantities);
            status = quire_status_first(status,
                                        quire_logic_create(&run->logic, run->model, &world, diag));
        }
    }
    if (status == QUIRE_ERROR_LIMIT && quire_diag_error_count(diag) == 0) {
        quire_diag_error(diag, "E-MEMORY", (struct quire_place){0}, NULL, NULL,
                         "the run needs too much memory");
    }
    return status;
}

quire_status
quire_run_create(quire_run **out, const quire_model *model, const quire_run_options *options,
                 quire_diag *diag)
{
    if (out == NULL || model == NULL) {
        if (out != NULL) {
            *out = NULL;
        }
        return quire_diag_misuse(diag, __func__);
    }
    struct quire_run *run = calloc(1, sizeof *run);

    *out = NULL;
    if (run == NULL) {
        return quire_diag_error(diag, "E-MEMORY", (struct quire_place){0}, NULL, NULL,
                                "the run needs too much memory");
    }
    run->model = model;
    run->verdict = QUIRE_VERDICT_NONE;
    run->entering = HUGE_VAL;
    run->options = options != NULL ? *options : quire_run_options_default();
    quire_status status = set_up(run, diag);
    if (status == QUIRE_OK) {
        run->broke_off = NAN;
        run->end = isnan(run->options.end_time) ? run->system->run->end : run->options.end_time;
        run->sample = isnan(run->options.sample_interval) ? run->system->run->sample
                                                          : run->options.sample_interval;
        status = quire_record_create(&run->record, model, &run->options, diag);
    }
    if (status != QUIRE_OK) {
        quire_run_destroy(run);
        return quire_result_memory(status, diag);
    }
    *out = run;
    return QUIRE_OK;
}

void
quire_run_destroy(quire_run *run)
{
    if (run == NULL) {
        return;
    }
    quire_record_destroy(run->record);
    quire_commands_clear(&run->commands);
    quire_rest_clear(&run->rest);
    quire_penetration_destroy(run->penetration);
    quire_column_check_clear(&run->column_check);
    quire_segment_check_clear(&run->segment_check);
    quire_nip_crossings_destroy(run->nip_crossings);
    quire_end_stops_clear(&run->end_stops);
    quire_law_switching_destroy(run->law_switching);
    quire_checks_destroy(run->checks);
    quire_logic_destroy(run->logic);
    quire_quantities_clear(&run->quantities);
    quire_sensor_roots_destroy(run->sensor_roots);
    quire_observer_destroy(run->observer);
    quire_islands_destroy(run->islands);
    quire_event_queue_clear(&run->queue);
    quire_state_destroy(run->state);
    quire_system_destroy(run->system);
    quire_event_log_clear(&run->log);
    free(run->y);
    free(run->y_at);
    free(run->leaves);
    free(run->changed);
    free(run->breakpoint);
    free(run->numbers);
    free(run);
}

quire_status
quire_model_check(const quire_model *model, quire_diag *diag)
{
    if (model == NULL) {
        return quire_diag_misuse(diag, __func__);
    }
    struct quire_run *run;
    const quire_run_options options = quire_run_options_default();
    const quire_status status = quire_run_create(&run, model, &options, diag);
    const size_t errors = quire_diag_error_count(diag);

    if (status == QUIRE_OK) {
        quire_run_check(run, diag);
    }
    quire_run_destroy(run);
    /* only a shortage of memory is an error of the check */
    return quire_diag_error_count(diag) == errors ? status : QUIRE_ERROR_LIMIT;
}

void
quire_run_check(const quire_run *run, quire_diag *diag)
{
    if (run == NULL) {
        quire_diag_misuse(diag, __func__);
        return;
    }
    quire_lint_find(run->system, diag);
}
