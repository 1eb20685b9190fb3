/* Runs: a model's machine advanced in time, watched by sensors and checks, recorded. */
#include <quire/run.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/diag.h"
#include "integ/integrator.h"
#include "rec/record.h"
#include "rec/series.h"
#include "run/audit.h"
#include "run/checks.h"
#include "run/events.h"
#include "run/guard.h"
#include "run/logic.h"
#include "run/modes.h"
#include "run/passages.h"
#include "run/trouble.h"
#include "run/watch.h"
#include "sys/observe.h"

#define LIMIT_EVERY 64        /* steps between looks at the clock */
#define MANY_EVENTS 1000      /* actions of rules within STORM are a storm */
#define STORM 1e-3            /* [s] */
#define SAME_TIME 1e-12       /* what is due within this happens at once [s] */
#define LEAST_LARGEST_STEP 1e-12 /* [s] */
#define PACE_EVERY 100000     /* steps between looks at the pace */
#define MOST_STEPS 1e8        /* a run that would need more at its present pace is given up, unless it has a limit of its own */

struct quire_run {
    const struct quire_model *model;
    quire_run_options options;
    struct quire_system *system;
    struct quire_state *state;
    struct quire_integrator *integrator;
    struct quire_observer *observer;
    struct quire_watch *watch;
    struct quire_logic *logic;
    struct quire_checks *checks;
    struct quire_passages *passages;
    struct quire_modes *modes;
    struct quire_audit *audit;
    struct quire_guard guard;
    struct quire_record *record;
    struct quire_recorder recorder;
    struct quire_event_log log;
    struct quire_result result;
    struct quire_ledger ledger;
    struct quire_powers before;  /* power flows at the end of the last step */
    double *y, *y_look;          /* states being looked at (layout.length) */
    double *stop;                /* times at which equations change, rising (n_stop) */
    size_t n_stop, next_stop;
    double end, sample, next_sample, next_check;
    long n_sample, n_check;
    const struct quire_view *motion; /* what the observer shows, if it is of the present stretch */
    double storm_since, paced;    /* [s] */
    int storm_count;
    bool stopped, passed;
};

quire_run_options
quire_run_options_default(void)
{
    return (quire_run_options){.end_time = (double)NAN, .sample_interval = (double)NAN, .position_tolerance = (double)NAN,
                               .time_limit = (double)NAN};
}

static double
processor_time(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- set-up ---- */

static int
compare_times(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* the corners of a course where its slope or value jumps */
static size_t
course_stops(const struct quire_course *c, bool accelerations, double *out, size_t n)
{
    for (int i = 0; i < c->n; i++) {
        const bool here = c->corner[i].shape != QUIRE_RAMP_SMOOTH, next = i + 1 < c->n && c->corner[i + 1].shape != QUIRE_RAMP_SMOOTH;
        if (here || next || accelerations) {
            if (out != NULL) {
                out[n] = c->corner[i].time;
            }
            n++;
        }
    }
    return n;
}

static size_t
collect_stops(const struct quire_system *sys, double *out)
{
    size_t n = 0;

    for (int k = 0; k < sys->n_drive; k++) {
        n = course_stops(&sys->drive[k].course, false, out, n);
    }
    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        if (s->enter_time > 0) {
            if (out != NULL) {
                out[n] = s->enter_time;
            }
            n++;
        }
        for (int e = 0; e < 2; e++) {
            const struct quire_hold *h = s->hold + e;
            if (h->held) {
                n = course_stops(&h->shift_x, true, out, n); /* all three have the same corners */
                if (!isnan(h->until)) {
                    if (out != NULL) {
                        out[n] = h->until;
                    }
                    n++;
                }
            }
        }
        for (int i = 0; i < s->n_load; i++) {
            n = course_stops(&s->load[i].factor, false, out, n);
        }
    }
    return n;
}

static bool
find_stops(struct quire_run *run)
{
    run->n_stop = collect_stops(run->system, NULL);
    run->stop = malloc(sizeof *run->stop * (run->n_stop + 1));
    if (run->stop == NULL) {
        return false;
    }
    collect_stops(run->system, run->stop);
    qsort(run->stop, run->n_stop, sizeof *run->stop, compare_times);
    while (run->next_stop < run->n_stop && run->stop[run->next_stop] <= 0) {
        run->next_stop++;
    }
    return true;
}

static const struct quire_outline *
outline_of(void *user, const struct quire_object *path)
{
    return quire_system_path(((struct quire_run *)user)->system, path);
}

static double
tolerance_of(const struct quire_run *run)
{
    static const double tolerance[] = {1e-6, 5e-7, 3e-7}; /* fast, standard, fine */
    static const char *const name[] = {"fast", "standard", "fine"};

    if (!isnan(run->options.position_tolerance)) {
        return run->options.position_tolerance;
    }
    for (int k = 0; run->options.accuracy != NULL && k < 3; k++) {
        if (strcmp(run->options.accuracy, name[k]) == 0) {
            return tolerance[k];
        }
    }
    return isnan(run->system->solver->position_tolerance) ? tolerance[run->system->solver->accuracy]
                                                          : run->system->solver->position_tolerance;
}

static struct quire_integrator_options
integrator_options(const struct quire_run *run)
{
    const struct quire_solver_params *p = run->system->solver;
    struct quire_integrator_options o = {.position_tolerance = tolerance_of(run), .velocity_rate = p->velocity_rate,
                                         .order = (int)p->order, .generic = p->method == QUIRE_METHOD_GENERIC,
                                         .serial_vectors = p->vectors == 1};

    if (run->options.method != NULL) {
        o.generic = strcmp(run->options.method, "generic") == 0;
    }
    if (run->options.vectors != NULL) {
        o.serial_vectors = strcmp(run->options.vectors, "serial") == 0;
    }
    o.serial_vectors = o.serial_vectors && o.generic;
    o.largest_step = isnan(p->largest_step) ? 0 : fmax(p->largest_step, LEAST_LARGEST_STEP);
    return o;
}

static quire_status
check_options(const quire_run_options *o, quire_diag *diag)
{
    const struct quire_place nowhere = {0};

    if (o->accuracy != NULL && strcmp(o->accuracy, "fast") != 0 && strcmp(o->accuracy, "standard") != 0 &&
        strcmp(o->accuracy, "fine") != 0) {
        return quire_diag_error(diag, "E-USAGE", nowhere, NULL, "allowed are fast, standard and fine", "there is no accuracy '%s'", o->accuracy);
    }
    if (o->method != NULL && strcmp(o->method, "velocity") != 0 && strcmp(o->method, "generic") != 0) {
        return quire_diag_error(diag, "E-USAGE", nowhere, NULL, "allowed are velocity and generic", "there is no method '%s'", o->method);
    }
    if (o->vectors != NULL && strcmp(o->vectors, "own") != 0 && strcmp(o->vectors, "serial") != 0) {
        return quire_diag_error(diag, "E-USAGE", nowhere, NULL, "allowed are own and serial", "there are no vectors '%s'", o->vectors);
    }
    if (o->position_tolerance <= 0 || o->end_time <= 0 || o->sample_interval < 0) {
        return quire_diag_error(diag, "E-USAGE", nowhere, NULL, NULL,
                                "the end time and the tolerance must be above zero, and the time between samples not below it");
    }
    return QUIRE_OK;
}

static quire_status
set_up(struct quire_run *run, quire_diag *diag)
{
    quire_status status = check_options(&run->options, diag);

    if (status == QUIRE_OK) {
        status = quire_system_create(&run->system, run->model, diag);
    }
    if (status == QUIRE_OK && run->system->spatial) {
        status = quire_diag_error(diag, "E-MODEL", run->model->root->place, "model", "use motion=\"planar\"",
                                  "motion=\"spatial\" is not there yet");
    }
    if (status == QUIRE_OK) {
        status = quire_state_create(&run->state, run->system);
    }
    if (status == QUIRE_OK) {
        status = quire_observer_create(&run->observer, run->state);
    }
    if (status == QUIRE_OK) {
        const size_t size = sizeof(double) * (run->system->layout.length + QUIRE_LANES);
        run->y = aligned_alloc(64, size);
        run->y_look = aligned_alloc(64, size);
        if (run->y == NULL || run->y_look == NULL || !find_stops(run)) {
            status = QUIRE_ERROR_LIMIT;
        } else {
            memset(run->y, 0, size);
            memset(run->y_look, 0, size);
            quire_state_start(run->state, run->y);
            status = quire_audit_start(run->system, run->state, run->y, diag);
        }
    }
    if (status == QUIRE_ERROR_LIMIT) {
        quire_diag_error(diag, "E-MEMORY", (struct quire_place){0}, NULL, NULL, "the run needs too much memory");
    }
    return status;
}

quire_status
quire_run_create(quire_run **out, const quire_model *model, const quire_run_options *options, quire_diag *diag)
{
    struct quire_run *run = calloc(1, sizeof *run);

    *out = NULL;
    if (run == NULL) {
        return quire_diag_error(diag, "E-MEMORY", (struct quire_place){0}, NULL, NULL, "the run needs too much memory");
    }
    run->model = model;
    run->options = options != NULL ? *options : quire_run_options_default();
    quire_status status = set_up(run, diag);
    if (status == QUIRE_OK) {
        run->end = isnan(run->options.end_time) ? run->system->end : run->options.end_time;
        run->sample = isnan(run->options.sample_interval) ? run->system->sample : run->options.sample_interval;
        status = quire_record_create(&run->record, model, &run->options, diag);
    }
    if (status != QUIRE_OK) {
        quire_run_destroy(run);
        return status;
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
    quire_audit_destroy(run->audit);
    quire_passages_destroy(run->passages);
    quire_modes_destroy(run->modes);
    quire_checks_destroy(run->checks);
    quire_logic_destroy(run->logic);
    quire_watch_destroy(run->watch);
    quire_observer_destroy(run->observer);
    quire_integrator_destroy(run->integrator);
    quire_state_destroy(run->state);
    quire_system_destroy(run->system);
    quire_event_log_clear(&run->log);
    free(run->y);
    free(run->y_look);
    free(run->stop);
    free(run);
}

quire_status
quire_model_check(const quire_model *model, quire_diag *diag)
{
    struct quire_run *run;
    const quire_run_options options = quire_run_options_default();
    const quire_status status = quire_run_create(&run, model, &options, diag);

    if (status == QUIRE_OK) {
        quire_trouble_find(run->system, diag);
    }
    quire_run_destroy(run);
    return status;
}

/* ---- looking ---- */

static const struct quire_view *
motion_at(void *user, double t)
{
    struct quire_run *run = user;

    if (run->motion != NULL && run->motion->time == t) {
        return run->motion; /* the same picture again */
    }
    quire_integrator_at(run->integrator, t, run->y_look);
    run->motion = quire_observe_motion(run->observer, t, run->y_look);
    return run->motion;
}

static const struct quire_view *
view_at(struct quire_run *run, double t)
{
    quire_integrator_at(run->integrator, t, run->y_look);
    run->motion = quire_observe(run->observer, t, run->y_look, &run->ledger);
    return run->motion;
}

static const double *
state_at(void *user, double t)
{
    struct quire_run *run = user;

    run->motion = NULL;
    quire_integrator_at(run->integrator, t, run->y_look);
    return run->y_look;
}

static bool
touches_at(void *user, double t, int target, int sheet)
{
    struct quire_run *run = user;

    const double *y = state_at(run, t);
    const long counted = run->state->n_forces;
    quire_state_forces(run->state, t, y);
    run->state->n_forces = counted; /* only the solver's own are counted */
    return run->state->touched[target * run->system->n_sheet + sheet] != 0;
}

static quire_status
note(struct quire_run *run, const struct quire_event *event)
{
    return quire_event_log_add(&run->log, event);
}

/* ---- energy ---- */

static void
add_work(struct quire_ledger *l, const struct quire_powers *a, const struct quire_powers *b, double dt)
{
    l->work.drives += 0.5 * dt * (a->drives + b->drives);
    l->work.belts += 0.5 * dt * (a->belts + b->belts);
    l->work.loads += 0.5 * dt * (a->loads + b->loads);
    l->work.friction += 0.5 * dt * (a->friction + b->friction);
    l->work.contact += 0.5 * dt * (a->contact + b->contact);
    l->work.bearings += 0.5 * dt * (a->bearings + b->bearings);
    l->work.sheet += 0.5 * dt * (a->sheet + b->sheet);
}

static double
stored_now(struct quire_run *run, double t, const double *y)
{
    const struct quire_energy_view *e = &quire_observe(run->observer, t, y, NULL)->energy;

    run->motion = NULL;
    return e->kinetic + e->elastic + e->gravity + e->contact + e->springs;
}

/* power flows at a state that no step has evaluated */
static struct quire_powers
powers_at(struct quire_run *run, double t, const double *y)
{
    quire_observe(run->observer, t, y, NULL);
    run->motion = NULL;
    struct quire_powers p = run->state->power;
    p.sheet = 0;
    for (int k = 0; k < run->system->n_sheet; k++) {
        if (run->state->sheet[k].entered) {
            p.sheet += quire_chain_dissipation(&run->system->sheet[k].chain, &run->state->sheet[k].chain);
        }
    }
    return p;
}

/* ---- samples and checks up to a time of the last step ---- */

static quire_status
guard(struct quire_run *run, const struct quire_view *view)
{
    struct quire_result *r = &run->result;
    const char *name = quire_guard_look(&run->guard, view, r->diagnosis_text, sizeof r->diagnosis_text);

    if (name == NULL) {
        return QUIRE_OK;
    }
    snprintf(r->diagnosis, sizeof r->diagnosis, "%s", name);
    return QUIRE_ERROR_NUMERIC;
}

static quire_status
observe_until(struct quire_run *run, double t)
{
    quire_status status = QUIRE_OK;

    while (status == QUIRE_OK && !run->stopped && (run->next_sample <= t || run->next_check <= t)) {
        const bool sample = run->next_sample <= run->next_check, check = run->next_check <= run->next_sample;
        const struct quire_view *view = view_at(run, sample ? run->next_sample : run->next_check);
        if (check && (status = guard(run, view)) != QUIRE_OK) {
            return status;
        }
        if (check) {
            run->stopped = quire_checks_sample(run->checks, view) && quire_checks_jam(run->checks) != NULL;
            if (run->stopped) {
                run->result.end = QUIRE_STOPPED_BY_JAM;
                run->end = view->time;
            }
            status = quire_audit_look(run->audit, view, run->y_look);
            run->next_check = (double)++run->n_check * QUIRE_CHECK_INTERVAL;
        }
        if (sample && status == QUIRE_OK) {
            status = run->recorder.sample(run->recorder.self, view);
            run->next_sample = run->sample > 0 ? (double)++run->n_sample * run->sample : HUGE_VAL;
        }
    }
    return status;
}

/* ---- events ---- */

static quire_status
apply(struct quire_run *run, const struct quire_due *due)
{
    struct quire_event event = quire_event_at(due->time, "rule", due->rule->name);

    event.sheet = due->sheet;
    if (due->action.kind == QUIRE_ACTION_STOP) {
        event.detail = "stop";
        run->stopped = true;
        run->result.end = QUIRE_STOPPED_BY_RULE;
        run->end = due->time;
        return note(run, &event);
    }
    for (int k = 0; k < run->system->n_drive; k++) {
        const struct quire_drive *drive = run->system->drive + k;
        struct quire_override *o = run->state->override + k;
        if (drive->object != due->action.drive) {
            continue;
        }
        const struct quire_command *now = run->state->command + k; /* as of the evaluation at this time */
        o->from = now->value;
        o->active = true;
        o->quantity = due->action.quantity == 0 ? QUIRE_DRIVE_SPEED : due->action.quantity == 1 ? QUIRE_DRIVE_SHAFT_SPEED : QUIRE_DRIVE_TORQUE;
        o->since = due->time;
        o->ramp = due->action.ramp;
        o->value = due->action.value;
        event.signal = "set";
        event.detail = drive->name;
        event.value = o->value;
    }
    return note(run, &event);
}

static quire_status
storm(struct quire_run *run, double t, const char *name, const char *what)
{
    if (t - run->storm_since > STORM) {
        run->storm_since = t;
        run->storm_count = 0;
    }
    if (++run->storm_count > MANY_EVENTS) {
        snprintf(run->result.diagnosis, sizeof run->result.diagnosis, "%s", name);
        snprintf(run->result.diagnosis_text, sizeof run->result.diagnosis_text, "%s more than %d times within %g ms at t = %.6f s",
                 what, MANY_EVENTS, 1e3 * STORM, t);
        return QUIRE_ERROR_NUMERIC;
    }
    return QUIRE_OK;
}

/* Takes the actions due at t; the state there is in run->y. */
static quire_status
act(struct quire_run *run, double t)
{
    struct quire_due due;
    quire_status status = QUIRE_OK;
    bool any = false;

    quire_observe(run->observer, t, run->y, NULL); /* what drives command at this time */
    run->motion = NULL;
    while (status == QUIRE_OK && quire_logic_take(run->logic, t, &due)) {
        any = true;
        status = apply(run, &due);
    }
    return status == QUIRE_OK && any ? storm(run, t, "event-storm", "rules act") : status;
}

/* The next time at which equations change. */
static double
next_stop_time(const struct quire_run *run, double t)
{
    double stop = fmin(run->end, quire_logic_next(run->logic));

    if (run->next_stop < run->n_stop) {
        stop = fmin(stop, run->stop[run->next_stop]);
    }
    for (int k = 0; k < run->system->n_drive; k++) {
        const struct quire_override *o = run->state->override + k;
        if (o->active && o->ramp > 0 && o->since + o->ramp > t + SAME_TIME) {
            stop = fmin(stop, o->since + o->ramp);
        }
    }
    return stop;
}

/* Sensor signals of the last step until t1, up to the first that something follows at once. Returns how far the step counts. */
static double
signals(struct quire_run *run, double t1, quire_status *status)
{
    const struct quire_view *end = motion_at(run, t1);
    size_t n = 0;

    if (quire_watch_sensor_count(run->watch) == 0) {
        return fmin(t1, quire_logic_next(run->logic));
    }
    const struct quire_crossing *c = quire_watch_find(run->watch, end, motion_at, run, &n);
    double until = fmin(t1, quire_logic_next(run->logic));
    for (size_t i = 0; i < n && c[i].time <= until && *status == QUIRE_OK; i++) {
        const struct quire_sensor_ops *ops = c[i].sensor->kind->ops;
        const struct quire_view *view = motion_at(run, c[i].time);
        const struct quire_sheet_view *s = view->sheet + c[i].sheet;
        struct quire_event event = quire_event_at(c[i].time, "sensor", c[i].sensor->name);
        const struct quire_point_view *edge = strcmp(ops->signal[c[i].signal], "trail") == 0 ? &s->trail : &s->lead;
        event.signal = ops->signal[c[i].signal];
        event.sheet = s->name;
        event.x = edge->x;
        event.y = edge->y;
        event.path_distance = edge->path_distance;
        event.value = edge->path_speed;
        *status = note(run, &event);
        if (*status == QUIRE_OK) {
            *status = quire_logic_signal(run->logic, c[i].time, c[i].sensor, c[i].signal, s->name);
        }
        until = quire_logic_next(run->logic) <= t1 ? fmax(c[i].time, quire_logic_next(run->logic)) : t1;
    }
    return until;
}

static quire_status
check_events(struct quire_run *run, size_t from)
{
    for (size_t i = from; i < run->log.n; i++) {
        const struct quire_event event = run->log.event[i];
        const struct quire_view *view = view_at(run, fmax(event.time, quire_integrator_before(run->integrator)));
        if (quire_checks_event(run->checks, &event, view) && !run->stopped) {
            run->stopped = true;
            run->result.end = QUIRE_STOPPED_BY_JAM;
            run->end = view->time;
        }
    }
    return QUIRE_OK;
}

static quire_status
enter_sheets(struct quire_run *run, double t)
{
    quire_status status = QUIRE_OK;

    for (int k = 0; k < run->system->n_sheet && status == QUIRE_OK; k++) {
        const struct quire_sheet *s = run->system->sheet + k;
        if (!run->state->sheet[k].entered && t + SAME_TIME >= s->enter_time) {
            const double before = stored_now(run, t, run->y);
            quire_state_enter(run->state, k, run->y);
            run->ledger.initial += stored_now(run, t, run->y) - before;
            struct quire_event event = quire_event_at(t, "enter", s->name);
            event.sheet = s->name;
            event.x = s->start_x[s->chain.n];
            event.y = s->start_y[s->chain.n];
            status = note(run, &event);
        }
    }
    return status;
}

/* The equations change at t: the state there becomes the start of a new stretch. */
static quire_status
begin_stretch(struct quire_run *run, double t)
{
    quire_status status;

    quire_integrator_at(run->integrator, t, run->y);
    while (run->next_stop < run->n_stop && run->stop[run->next_stop] <= t + SAME_TIME) {
        run->next_stop++;
    }
    status = act(run, t);
    if (status == QUIRE_OK && quire_modes_flip(run->modes, t, run->y) > 0) {
        status = storm(run, t, "chattering", "contacts switch");
    }
    if (status == QUIRE_OK) {
        status = enter_sheets(run, t);
    }
    if (status == QUIRE_OK) {
        quire_modes_begin(run->modes, t, run->y);
        quire_state_sync(run->state, t, run->y);
        run->before = powers_at(run, t, run->y);
        status = quire_integrator_restart(run->integrator, t, run->y);
    }
    return status;
}

/* ---- the run ---- */

/* nobody shall wait for a run whose results can not be kept; the series doubles its room when it is full */
static quire_status
check_samples(const struct quire_run *run, quire_diag *diag)
{
    const double rows = run->sample > 0 ? run->end / run->sample : 2, columns = (double)quire_record_column_count(run->record);

    if (2 * rows * columns > (double)QUIRE_SERIES_VALUES) {
        return quire_diag_error(diag, "E-LIMIT", run->model->root->place, "model", "take a larger sample, or 0 s for the start and the end alone",
                                "%.6g samples of %.6g values are more than can be kept", rows, columns);
    }
    return QUIRE_OK;
}

static quire_status
begin(struct quire_run *run, quire_diag *diag)
{
    const struct quire_integrator_options options = integrator_options(run);
    quire_status status = quire_integrator_create(&run->integrator, run->state, &options, 0, run->y, diag);

    run->result.model = run->model;
    run->result.stats.method = options.generic ? "generic" : "velocity";
    run->result.stats.simd = quire_simd_name();
    run->result.stats.position_tolerance = options.position_tolerance;
    run->result.stats.velocity_tolerance = options.position_tolerance * options.velocity_rate;
    run->result.stats.order = options.order;
    if (status != QUIRE_OK) {
        return status;
    }
    quire_guard_init(&run->guard, run->system);
    run->ledger.initial = stored_now(run, 0, run->y);
    run->before = powers_at(run, 0, run->y);
    const struct quire_view *view = view_at(run, 0);
    status = quire_watch_create(&run->watch, run->model, outline_of, run, view);
    if (status == QUIRE_OK) {
        status = quire_logic_create(&run->logic, run->model);
    }
    if (status == QUIRE_OK) {
        view = view_at(run, 0);
        status = quire_checks_create(&run->checks, run->model, view, diag);
    }
    if (status == QUIRE_OK) {
        status = quire_modes_create(&run->modes, run->state);
    }
    if (status == QUIRE_OK) {
        quire_modes_begin(run->modes, 0, run->y);
        view = view_at(run, 0);
        run->passages = quire_passages_create(run->state, view);
        run->audit = quire_audit_create(run->system);
        status = run->passages != NULL && run->audit != NULL ? QUIRE_OK : QUIRE_ERROR_LIMIT;
    }
    if (status == QUIRE_OK) {
        run->recorder = quire_record_interface(run->record, diag);
        status = run->recorder.begin(run->recorder.self, run->model, view);
    }
    if (status == QUIRE_OK) {
        status = check_samples(run, diag);
    }
    return status;
}

/* whether the steps since the last look lead to the end in time */
static bool
keeps_pace(struct quire_run *run)
{
    const double t = quire_integrator_time(run->integrator), advanced = t - run->paced;

    run->paced = t;
    return (run->end - t) * PACE_EVERY <= advanced * MOST_STEPS;
}

static quire_status
over_limit(struct quire_run *run, double started, long steps)
{
    const struct quire_solver_params *p = run->system->solver;
    const double limit = isnan(run->options.time_limit) ? p->time_limit : run->options.time_limit;
    const char *name = NULL, *why = "";
    const bool slow = p->step_limit <= 0 && steps % PACE_EVERY == 0 && !keeps_pace(run);

    if (steps % LIMIT_EVERY == 0) {
        if (!isnan(limit) && processor_time() - started > limit) {
            name = "time-budget";
            why = ": the processor time it may take is used up";
        } else if (run->options.progress != NULL &&
                   !run->options.progress(run->options.user, quire_integrator_time(run->integrator), run->end)) {
            name = "interrupted";
            why = ", by a signal or by its caller";
        }
    }
    if (slow || (p->step_limit > 0 && steps > p->step_limit)) {
        name = "too-many-steps";
        why = slow ? "; at this pace it would need more than 1e8, and no <solver step-limit> allows that"
                   : ", all that <solver step-limit> allows";
    }
    if (name == NULL) {
        return QUIRE_OK;
    }
    snprintf(run->result.diagnosis, sizeof run->result.diagnosis, "%s", name);
    snprintf(run->result.diagnosis_text, sizeof run->result.diagnosis_text, "the run was ended at t = %.6f s after %ld steps%s",
             quire_integrator_time(run->integrator), steps, why);
    return QUIRE_ERROR_LIMIT;
}

/* One step and everything that follows from it. */
static quire_status
advance(struct quire_run *run)
{
    const double t0 = quire_integrator_time(run->integrator), stop = next_stop_time(run, t0);
    const size_t logged = run->log.n;
    quire_status status = QUIRE_OK;

    if (stop <= t0 + SAME_TIME) { /* something is due at this very time */
        return t0 >= run->end - SAME_TIME ? QUIRE_OK : begin_stretch(run, t0);
    }
    run->motion = NULL;
    status = quire_integrator_step(run->integrator, stop);
    if (status != QUIRE_OK) {
        return status;
    }
    const double t1 = quire_integrator_time(run->integrator);
    const struct quire_powers now = *quire_integrator_powers(run->integrator);
    const double until = signals(run, fmin(t1, quire_modes_find(run->modes, t1, state_at, run)), &status);
    if (status == QUIRE_OK) {
        status = quire_passages_look(run->passages, until, motion_at, touches_at, run, &run->log);
    }
    add_work(&run->ledger, &run->before, &now, until - t0);
    run->before = now;
    if (status == QUIRE_OK && run->log.n > logged) {
        status = check_events(run, logged);
    }
    if (status == QUIRE_OK) {
        status = observe_until(run, until);
    }
    if (status == QUIRE_OK && !run->stopped) {
        quire_watch_accept(run->watch, motion_at(run, until));
        if (until < t1 || until >= stop) {
            status = until >= run->end ? QUIRE_OK : begin_stretch(run, until);
        }
    }
    return status;
}

static void
conclude(struct quire_run *run, quire_status status, double t, double cpu)
{
    struct quire_integrator_stats s = {0};
    struct quire_result *r = &run->result;

    if (run->integrator != NULL) {
        quire_integrator_get_stats(run->integrator, &s);
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
    r->event = run->log.event;
    r->n_event = run->log.n;
    if (status != QUIRE_OK) {
        r->end = QUIRE_RUN_FAILED;
        if (r->diagnosis[0] == '\0' && run->integrator != NULL) {
            const struct quire_integrator_failure *why = quire_integrator_why(run->integrator);
            snprintf(r->diagnosis, sizeof r->diagnosis, "%s", why->name);
            snprintf(r->diagnosis_text, sizeof r->diagnosis_text, "%s", why->text);
        }
    }
    if (run->checks != NULL) {
        r->check = (struct quire_check_entry *)(uintptr_t)quire_checks_entries(run->checks, &r->n_check);
    }
    if (run->audit != NULL) {
        r->tunnelling = (struct quire_tunnelling *)(uintptr_t)quire_audit_found(run->audit, &r->n_tunnelling);
    }
}

static const char *
hint_for(const char *diagnosis)
{
    if (strcmp(diagnosis, "interrupted") == 0) {
        return NULL;
    }
    if (strcmp(diagnosis, "time-budget") == 0) {
        return "allow it more with time-limit, or let it end earlier";
    }
    return "try accuracy=\"fine\", softer contacts, or more damping; filmstrip.svg shows how far it came";
}

static quire_status
report_failure(const struct quire_run *run, quire_status status, quire_diag *diag)
{
    static const struct {
        const char *name, *code;
    } codes[] = {{"nonfinite-force", "E-NUM-NONFINITE-FORCE"},   {"step-too-small", "E-NUM-STEP-TOO-SMALL"},
                 {"too-many-steps", "E-NUM-TOO-MANY-STEPS"},     {"nonlinear-failure", "E-NUM-NONLINEAR-FAILURE"},
                 {"singular-matrix", "E-NUM-SINGULAR-MATRIX"},   {"chattering", "E-NUM-CHATTERING"},             {"event-storm", "E-NUM-EVENT-STORM"},
                 {"energy-runaway", "E-NUM-ENERGY-RUNAWAY"},     {"left-domain", "E-NUM-LEFT-DOMAIN"},
                 {"time-budget", "E-NUM-TIME-BUDGET"},           {"interrupted", "E-NUM-TIME-BUDGET"}};

    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        if (strcmp(run->result.diagnosis, codes[i].name) == 0) {
            quire_diag_error(diag, codes[i].code, (struct quire_place){0}, NULL, hint_for(codes[i].name), "%s",
                             run->result.diagnosis_text);
            return status;
        }
    }
    return status;
}

quire_status
quire_run_execute(quire_run *run, quire_diag *diag)
{
    const double started = processor_time();
    quire_status status = begin(run, diag), saved;
    const struct quire_view *last = NULL;
    bool began = status == QUIRE_OK;
    long steps = 0;

    if (status == QUIRE_OK) {
        status = observe_until(run, 0);
    }
    while (status == QUIRE_OK && !run->stopped && quire_integrator_time(run->integrator) < run->end - SAME_TIME) {
        status = advance(run);
        steps++;
        if (status == QUIRE_OK) {
            status = over_limit(run, started, steps);
        }
    }
    if (!began) {
        return status;
    }
    const double t = fmin(quire_integrator_time(run->integrator), fmax(run->end, quire_integrator_before(run->integrator)));
    const double cpu = processor_time() - started;
    if (status == QUIRE_OK) {
        last = view_at(run, t);
        run->result.energy = last->energy;
        quire_checks_finish(run->checks, last);
        last = view_at(run, t);
    }
    conclude(run, status, t, cpu);
    saved = run->recorder.end(run->recorder.self, &run->result, last);
    run->passed = status == QUIRE_OK;
    for (size_t i = 0; i < run->result.n_check; i++) {
        run->passed = run->passed && run->result.check[i].result.verdict != QUIRE_FAILED;
    }
    if (status != QUIRE_OK) {
        return report_failure(run, status, diag);
    }
    return saved;
}

/* ---- results ---- */

const char *
quire_run_directory(const quire_run *run)
{
    return run->options.directory;
}

bool
quire_run_passed(const quire_run *run)
{
    return run->passed;
}

double
quire_run_figure(const quire_run *run, const char *name)
{
    return quire_record_figure(run->record, name);
}

size_t
quire_run_column_count(const quire_run *run)
{
    return quire_record_column_count(run->record);
}

const char *
quire_run_column_name(const quire_run *run, size_t column)
{
    return quire_record_column_name(run->record, column);
}

size_t
quire_run_row_count(const quire_run *run)
{
    return quire_record_row_count(run->record);
}

double
quire_run_value(const quire_run *run, size_t row, size_t column)
{
    return quire_record_value(run->record, row, column);
}

size_t
quire_run_nodes(const quire_run *run, const char *sheet, double *x, double *y, size_t capacity)
{
    return quire_record_nodes(run->record, sheet, x, y, capacity);
}

const char *
quire_run_summary_text(const quire_run *run)
{
    return quire_record_summary_text(run->record);
}

const char *
quire_run_summary_json(const quire_run *run)
{
    return quire_record_summary_json(run->record);
}
