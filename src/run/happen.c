/* What happens in a run: signals, rules, sheets that enter, new stretches. */
#include "run/running.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MANY_EVENTS 1000      /* actions of rules within STORM are a storm */
#define STORM 1e-3            /* [s] */

static quire_status
note(struct quire_run *run, const struct quire_event *event)
{
    return quire_event_log_add(&run->log, event);
}

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
double
quire_running_next_stop(const struct quire_run *run, double t)
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
double
quire_running_signals(struct quire_run *run, double t1, quire_status *status)
{
    const struct quire_view *end = quire_running_motion(run, t1);
    size_t n = 0;

    if (quire_watch_sensor_count(run->watch) == 0) {
        return fmin(t1, quire_logic_next(run->logic));
    }
    const struct quire_crossing *c = quire_watch_find(run->watch, end, quire_running_motion, run, &n);
    double until = fmin(t1, quire_logic_next(run->logic));
    for (size_t i = 0; i < n && c[i].time <= until && *status == QUIRE_OK; i++) {
        const struct quire_sensor_ops *ops = c[i].sensor->kind->ops;
        const struct quire_view *view = quire_running_motion(run, c[i].time);
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

quire_status
quire_running_check_events(struct quire_run *run, size_t from)
{
    for (size_t i = from; i < run->log.n; i++) {
        const struct quire_event event = run->log.event[i];
        const struct quire_view *view = quire_running_view(run, fmax(event.time, quire_integrator_before(run->integrator)));
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
            const double before = quire_running_stored(run, t, run->y);
            quire_state_enter(run->state, k, run->y);
            run->ledger.initial += quire_running_stored(run, t, run->y) - before;
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
quire_status
quire_running_begin_stretch(struct quire_run *run, double t)
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
        const double drifted = quire_running_stored(run, t, run->y);
        quire_state_sync(run->state, t, run->y); /* holds put back what has drifted from its course, which is work too */
        run->ledger.work.loads += quire_running_stored(run, t, run->y) - drifted;
        run->before = quire_running_powers(run, t, run->y);
        status = quire_integrator_restart(run->integrator, t, run->y);
    }
    return status;
}
