/* What happens in a run: signals, rules, sheets that enter, new stretches. */
#include "run/running.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "geometry/outline.h"
#include "model/problem.h"
#include "rule/rule.h"

#define MANY_EVENTS 1000  /* actions of rules within STORM are a storm */
#define STORM       1e-3  /* [s] */
#define TURN_TIME   1e-10 /* to which it is found when a formula becomes true [s] */

static quire_status
note(struct quire_run *run, const struct quire_event *event)
{
    return quire_event_log_add(&run->log, event);
}

static void
begin_override(struct quire_run *run, const struct quire_due *due, struct quire_override *o,
               double from)
{
    o->from = from;
    o->active = run->told = true;
    o->since = due->time;
    o->ramp = due->action.ramp;
    o->value = due->action.value;
}

/* What a drive has to reach: as said, or of one that turns about the other way round. */
static double
new_value(const struct quire_due *due, const struct quire_override *o,
          const struct quire_command *now)
{
    if (due->action.change != QUIRE_CHANGE_REVERSE) {
        return due->action.value;
    }
    return now->quantity == QUIRE_DRIVE_BRAKE ? 0 : o->active ? -o->value : -now->value;
}

/* a rule told a drive something: from now on it goes from where it is to the new value */
static quire_status
tell_drive(struct quire_run *run, const struct quire_due *due, struct quire_event *event)
{
    static const char *const word[] = {[QUIRE_CHANGE_SET] = "set",
                                       [QUIRE_CHANGE_REVERSE] = "reverse",
                                       [QUIRE_CHANGE_BRAKE] = "brake"};
    quire_status status = QUIRE_OK;

    for (int k = 0; k < run->system->n_drive; k++) {
        const struct quire_drive *drive = run->system->drive + k;
        struct quire_override *o = run->state->override + k;
        if (drive->object != due->action.target) {
            continue;
        }
        /* as of the evaluation at this time */
        const struct quire_command *now = run->state->command + k;
        const bool brakes =
            due->action.change == QUIRE_CHANGE_BRAKE && drive->quantity == QUIRE_DRIVE_TORQUE;
        const double value = new_value(due, o, now);
        begin_override(run, due, o, brakes || now->quantity == QUIRE_DRIVE_BRAKE ? 0 : now->value);
        o->value = event->value = value;
        o->travel = now->travel;
        o->quantity = brakes ? QUIRE_DRIVE_BRAKE : drive->quantity;
        status = quire_running_announce_drive(run, due->time, drive, o->value, due->rule->name);
    }
    event->signal = word[due->action.change];
    return status;
}

/* a rule switched a nip or a clutch */
static quire_status
tell_switch(struct quire_run *run, const struct quire_due *due, struct quire_event *event)
{
    const struct quire_system *sys = run->system;
    const bool on = due->action.value > 0;

    for (int k = 0; k < sys->n_switch; k++) {
        if (sys->change[k].object == due->action.target) {
            begin_override(run, due, run->state->override + sys->n_drive + k,
                           run->state->change[k].at);
        }
    }
    const bool nip = strcmp(due->action.target->kind->element, "nip") == 0;
    event->signal = nip ? (on ? "open" : "close") : on ? "engage" : "disengage";
    event->value = NAN;
    return quire_running_announce_switch(run, due->time, due->action.target, due->rule->name, on);
}

/* the next sheet of this name that waits may enter now; it does so with all others whose time has
 * come */
static void
release(struct quire_run *run, const struct quire_due *due, struct quire_event *event)
{
    event->signal = "release";
    for (int k = 0; k < run->system->n_sheet; k++) {
        struct quire_sheet_work *w = run->state->sheet + k;
        const struct quire_sheet *sheet = run->system->sheet + k;
        if (isinf(w->enter_time) && quire_release_means(due->action.text, sheet->object)) {
            w->enter_time = due->time;
            event->detail = event->sheet = sheet->name;
            return;
        }
    }
    event->detail = "no sheet waits";
}

static quire_status
not_a_number(struct quire_run *run, const struct quire_due *due)
{
    snprintf(run->result.diagnosis, sizeof run->result.diagnosis, "no-value");
    snprintf(
        run->result.diagnosis_text, sizeof run->result.diagnosis_text,
        "at t = %.6f s '%s' has no value: what it asks for is not there, or it divides by zero",
        due->time, due->action.formula);
    run->about = due->rule;
    run->broke_off = due->time;
    return QUIRE_ERROR_NUMERIC;
}

static quire_status
apply(struct quire_run *run, const struct quire_due *due)
{
    struct quire_event event = quire_event_at(due->time, "rule", due->rule->name);
    quire_status status = QUIRE_OK;

    if (due->action.formula != NULL && !isfinite(due->action.value)) {
        return not_a_number(run, due);
    }
    event.sheet = due->sheet;
    event.value = due->action.value;
    event.detail = due->action.target != NULL ? due->action.target->name : due->action.text;
    switch (due->action.kind) {
    case QUIRE_ACTION_SET_DRIVE: status = tell_drive(run, due, &event); break;
    case QUIRE_ACTION_ASSIGN: event.signal = "assign"; break;
    case QUIRE_ACTION_GO:
        event.signal = due->action.target->name;
        event.detail = due->action.text;
        event.value = NAN;
        break;
    case QUIRE_ACTION_CANCEL:
        event.signal = "cancel";
        event.value = NAN;
        break;
    case QUIRE_ACTION_SAY: event.value = NAN; break;
    case QUIRE_ACTION_SWITCH: status = tell_switch(run, due, &event); break;
    case QUIRE_ACTION_RELEASE: release(run, due, &event); break;
    case QUIRE_ACTION_STOP:
        event.detail = "stop";
        run->stopped = true;
        run->result.end = QUIRE_STOPPED_BY_RULE;
        run->end = due->time;
        status = note(run, &event);
        event.kind = "stop";
        event.detail = "a rule";
        break;
    }
    return status == QUIRE_OK ? note(run, &event) : status;
}

static quire_status
storm(struct quire_run *run, double t, const char *name, int most, const struct quire_object *about,
      const char *what)
{
    if (t - run->storm_since > STORM) {
        run->storm_since = t;
        run->storm_count = 0;
    }
    if (++run->storm_count > most) {
        run->broke_off = t;
        snprintf(run->result.diagnosis, sizeof run->result.diagnosis, "%s", name);
        snprintf(run->result.diagnosis_text, sizeof run->result.diagnosis_text,
                 "%s more than %d times within %g ms at t = %.6f s", what, most, 1e3 * STORM, t);
        run->about = about;
        return QUIRE_ERROR_NUMERIC;
    }
    return QUIRE_OK;
}

/* the actions due at t, one after the other */
static quire_status
take_due(struct quire_run *run, double t, bool *any, const struct quire_object **rule)
{
    struct quire_due due;
    quire_status status = QUIRE_OK;

    *any = false;
    while (status == QUIRE_OK && quire_logic_take(run->logic, t, &due, &status)) {
        *any = true;
        *rule = due.rule;
        status = apply(run, &due);
    }
    return status;
}

/* Rules act without end at t: which. */
static quire_status
circle(struct quire_run *run, double t, const struct quire_object *before,
       const struct quire_object *rule)
{
    struct quire_result *r = &run->result;
    const quire_status status = storm(run, t, "event-storm", MANY_EVENTS, rule, "rules act");

    if (status != QUIRE_OK && before == rule) {
        snprintf(r->diagnosis_text, sizeof r->diagnosis_text,
                 "the rule sets itself off again and again at t = %.6f s", t);
    } else if (status != QUIRE_OK && before != NULL && before->name != NULL) {
        snprintf(r->diagnosis_text, sizeof r->diagnosis_text,
                 "the rule and rule '%s' set each other off again and again at t = %.6f s",
                 before->name, t);
    }
    return status;
}

/* Takes the actions due at t, and those that follow from them at once; the state there is in
 * run->y. */
static quire_status
act(struct quire_run *run, double t)
{
    const struct quire_object *rule = NULL, *before;
    quire_status status = QUIRE_OK;
    bool any = true;

    quire_observe(run->observer, t, run->y, NULL); /* what drives command at this time */
    run->motion = NULL;
    while (status == QUIRE_OK && any && !run->stopped) {
        quire_quantities_forget(&run->quantities);
        before = rule;
        status = take_due(run, t, &any, &rule);
        if (status == QUIRE_OK && any) {
            status = circle(run, t, before, rule);
        }
        const bool on_tick = quire_logic_tick(run->logic, t) <= t + SAME_TIME;
        if (status == QUIRE_OK && any && on_tick && quire_logic_looks(run->logic)) {
            quire_quantities_forget(&run->quantities);
            status = quire_logic_look(run->logic, t, false);
        }
    }
    quire_quantities_forget(&run->quantities);
    run->looked = fmax(run->looked, t);
    return status;
}

/* ---- what is due ---- */

double
quire_running_next_turn(const struct quire_run *run)
{
    return fmin(run->end, fmin(run->entering, quire_logic_next(run->logic)));
}

/* when what a rule told a drive comes to its end; infinite if it does not */
static double
end_of_ramp(const struct quire_override *o)
{
    return o->active && o->ramp > 0 ? o->since + o->ramp : HUGE_VAL;
}

double
quire_running_next_stop(const struct quire_run *run, int island, double t)
{
    const struct quire_part *part = quire_islands_part(run->islands, island);
    double next = quire_running_next_turn(run);

    for (size_t i = run->next_stop; i < run->n_stop && run->stop[i].time < next; i++) {
        if (run->stop[i].time > t + SAME_TIME &&
            quire_stop_concerns(run->state, part, run->stop + i)) {
            next = run->stop[i].time;
        }
    }
    for (int k = 0; run->told && k < run->system->n_drive + run->system->n_switch; k++) {
        const double end = end_of_ramp(run->state->override + k);
        if (end > t + SAME_TIME && end < next && quire_stop_concerns_drive(run->state, part, k)) {
            next = end;
        }
    }
    return next;
}

bool
quire_running_is_due(const struct quire_run *run, int island, double t)
{
    const struct quire_part *part = quire_islands_part(run->islands, island);
    const double started = quire_islands_started(run->islands, island);

    for (size_t i = run->next_stop; i < run->n_stop && run->stop[i].time <= t + SAME_TIME; i++) {
        const struct quire_stop *stop = run->stop + i;
        const bool over = stop->sheet >= 0
                              ? stop->taken
                              : stop->time <= started + SAME_TIME || stop->time < t - SAME_TIME;
        if (!over && quire_stop_concerns(run->state, part, stop)) {
            return true;
        }
    }
    for (int k = 0; run->told && k < run->system->n_drive + run->system->n_switch; k++) {
        const double end = end_of_ramp(run->state->override + k);
        if (fabs(end - t) <= SAME_TIME && end > started + SAME_TIME &&
            quire_stop_concerns_drive(run->state, part, k)) {
            return true;
        }
    }
    return false;
}

/* ---- what is found in the step of an island ---- */

/* The edge that a signal's line in the log speaks of. */
static const struct quire_point_view *
edge_of_signal(const struct quire_system *sys, const struct quire_object *sensor,
               const char *signal, const struct quire_sheet_view *s)
{
    const struct quire_sensor_common *common = sensor->params;
    double at[2], along[2];

    if (!((const struct quire_sensor_ops *)sensor->kind->ops)->sees_either_edge) {
        return strcmp(signal, "trail") == 0 ? &s->trail : &s->lead;
    }
    quire_outline_at(quire_system_path(sys, common->path), common->at, at, along);
    return hypot(s->trail.x - at[0], s->trail.y - at[1]) <
                   hypot(s->lead.x - at[0], s->lead.y - at[1])
               ? &s->trail
               : &s->lead;
}

static quire_status
find_signals(struct quire_run *run, double until)
{
    const struct quire_part *part = run->state->part;
    quire_status status = QUIRE_OK;
    size_t n = 0;

    if (quire_watch_sensor_count(run->watch) == 0) {
        return QUIRE_OK;
    }
    const struct quire_crossing *c = quire_watch_find(
        run->watch, part, quire_running_motion(run, until), quire_running_motion, run, &n);
    for (size_t i = 0; i < n && status == QUIRE_OK; i++) {
        if (!part->has_sheet[c[i].sheet]) {
            continue; /* found before */
        }
        const struct quire_sensor_ops *ops = c[i].sensor->kind->ops;
        const struct quire_sheet_view *s = quire_running_motion(run, c[i].time)->sheet + c[i].sheet;
        struct quire_event event = quire_event_at(c[i].time, "sensor", c[i].sensor->name);
        event.signal = ops->signal[c[i].signal];
        event.sheet = s->name;
        const struct quire_point_view *edge =
            edge_of_signal(run->system, c[i].sensor, event.signal, s);
        event.x = edge->x;
        event.y = edge->y;
        event.path_distance = edge->path_distance;
        event.value = edge->path_speed;
        event.in_space = run->system->spatial;
        event.z = edge->z;
        event.yaw = edge == &s->trail ? s->trail_edge.yaw : s->lead_edge.yaw;
        status = quire_happenings_add(
            &run->happenings, &(struct quire_happening){
                                  .event = event,
                                  .sheet = (int)c[i].sheet,
                                  .sensor = c[i].sensor,
                                  .signal = c[i].signal,
                                  .heard = quire_logic_uses(run->logic, c[i].sensor, c[i].signal)});
    }
    return status;
}

quire_status
quire_running_step(struct quire_run *run)
{
    const int island = quire_islands_next(run->islands);
    const double stop = quire_running_next_stop(run, island, quire_islands_time(run->islands));

    quire_running_focus(run, quire_islands_part(run->islands, island));
    quire_watch_settle(run->watch, run->state->part);
    quire_passages_settle(run->passages);
    run->motion = NULL;
    quire_status status = quire_islands_step(run->islands, stop);
    if (status == QUIRE_OK) {
        const double from = quire_islands_before(run->islands),
                     to = quire_islands_time_of(run->islands, island);
        if (quire_pace_step(&run->pace, from)) {
            run->pace.about =
                quire_islands_blame(run->islands, run->pace.concerns, sizeof run->pace.concerns);
        }
        const double until =
            fmin(to, quire_modes_find(run->modes, from, to, quire_running_state, run));
        if (until < to) {
            quire_islands_shorten(run->islands, island, until);
        }
        status = find_signals(run, until);
        if (status == QUIRE_OK) {
            status = quire_running_follow(run, until);
        }
        if (status == QUIRE_OK) {
            status = quire_passages_look(run->passages, until, quire_running_motion,
                                         quire_running_touches, run, &run->happenings);
        }
        if (status == QUIRE_OK) {
            status = quire_limits_look(&run->limits, run->state->part, from, until,
                                       quire_running_state, run, &run->happenings);
        }
        QUIRE_EACH(k, run->state->part, sheet)
        {
            quire_checks_follow(run->checks, quire_running_motion(run, until), (size_t)k);
        }
        status = quire_status_first(status, quire_running_audit(run, until, false));
    }
    quire_running_focus(run, NULL);
    return status;
}

/* ---- formulas that become true ---- */

/* The first time after `from`, up to `until`, at which rules see something in their formulas that
 * they act on; `until` if there is none. What turns true and false again between two looks is not
 * seen. */
static double
find_turn(struct quire_run *run, double from, double until)
{
    double low = from, high = until;

    if (!quire_logic_would_act(run->logic, until)) {
        return until;
    }
    while (high - low > TURN_TIME) {
        const double middle = 0.5 * (low + high);
        *(quire_logic_would_act(run->logic, middle) ? &high : &low) = middle;
    }
    return high;
}

/* The same for a controller that looks at its ticks alone. */
static double
find_tick(struct quire_run *run, double from, double until, quire_status *status)
{
    double tick = quire_logic_tick(run->logic, from + 2 * SAME_TIME);

    for (; tick <= until && *status == QUIRE_OK && !quire_logic_would_act(run->logic, tick);
         tick = quire_logic_tick(run->logic, tick + 2 * SAME_TIME)) {
        *status = quire_logic_look(run->logic, tick, false);
    }
    return tick;
}

/* The control looks at its formulas up to `until`, or to the time where something follows, which is
 * returned. */
static double
look_around(struct quire_run *run, double until, quire_status *status)
{
    double seen = until;

    if (!quire_logic_looks(run->logic) || !(until > run->looked)) {
        return until;
    }
    quire_quantities_forget(&run->quantities);
    seen = quire_logic_has_cycle(run->logic) ? find_tick(run, run->looked, until, status)
                                             : find_turn(run, run->looked, until);
    if (*status == QUIRE_OK && seen <= until) {
        *status = quire_logic_look(run->logic, seen, false);
    }
    quire_quantities_forget(&run->quantities);
    run->looked = fmin(seen, until);
    return run->looked;
}

/* when the next thing happens that follows from what has happened */
static double
next_following(const struct quire_run *run)
{
    return fmin(run->entering, quire_logic_next(run->logic));
}

double
quire_running_happen(struct quire_run *run, double t, quire_status *status)
{
    double until = fmin(t, next_following(run));
    struct quire_happening h;

    while (*status == QUIRE_OK) {
        const double next = fmin(until, quire_happenings_next(&run->happenings)),
                     seen = look_around(run, next, status);
        until = fmin(t, fmax(seen, next_following(run)));
        if (*status != QUIRE_OK || seen < next) {
            continue;
        }
        if (!quire_happenings_take(&run->happenings, fmin(seen, until), &h)) {
            break;
        }
        if (h.enters > 0) {
            run->state->sheet[h.enters - 1].enter_time = run->entering = h.event.time;
        } else {
            *status = note(run, &h.event);
        }
        if (*status == QUIRE_OK && h.sensor != NULL) {
            *status =
                quire_logic_signal(run->logic, h.event.time, h.sensor, h.signal, h.event.sheet);
        }
        until = fmin(t, fmax(h.event.time, next_following(run)));
    }
    return until;
}

quire_status
quire_running_check_events(struct quire_run *run, size_t from)
{
    for (size_t i = from; i < run->log.n && quire_checks_listen(run->checks); i++) {
        const struct quire_event event = run->log.event[i];
        const struct quire_view *view =
            quire_running_view(run, fmax(event.time, quire_islands_before(run->islands)));
        if (quire_checks_event(run->checks, &event, view) && !run->stopped) {
            run->stopped = true;
            run->result.end = QUIRE_STOPPED_BY_JAM;
            run->end = view->time;
        }
    }
    return QUIRE_OK;
}

/* those of a part whose time has come */
static quire_status
enter_sheets(struct quire_run *run, const struct quire_part *part, double t)
{
    quire_status status = QUIRE_OK;

    quire_running_focus(run, NULL);
    QUIRE_EACH(k, part, sheet)
    {
        const struct quire_sheet *s = run->system->sheet + k;
        if (status == QUIRE_OK && !run->state->sheet[k].entered &&
            t + SAME_TIME >= run->state->sheet[k].enter_time) {
            status = quire_running_check_room(run, k, t);
            if (status != QUIRE_OK) {
                break;
            }
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
    if (part == &run->state->whole) {
        run->entering = HUGE_VAL;
    }
    quire_running_focus(run, part);
    return status;
}

/* Sheets go back to time t, and what was found for them after it is forgotten. */
static void
go_back(struct quire_run *run, const struct quire_part *part, double t)
{
    quire_running_focus(run, part);
    const struct quire_view *view = quire_running_motion(run, t);
    quire_watch_accept(run->watch, run->state->part, view);
    quire_passages_accept(run->passages, view);
    if (run->system->n_gate > 0) {
        quire_limits_accept(&run->limits, run->state->part, t, quire_running_state(run, t));
    }
    quire_happenings_forget(&run->happenings, run->state->part, t);
}

void
quire_running_rewind(void *user, const struct quire_part *part, double t, const double *y)
{
    struct quire_run *run = user;

    go_back(run, part, t);
    quire_modes_begin(run->modes, t, y);
    quire_running_focus(run, NULL);
}

/* What was known beforehand of a part's sheets up to t is over; t is the machine's time. */
static void
take_stops(struct quire_run *run, const struct quire_part *part, double t)
{
    const struct quire_stop *next = run->stop + run->next_stop;

    for (size_t i = run->next_stop; i < run->n_stop && run->stop[i].time <= t + SAME_TIME; i++) {
        run->stop[i].taken =
            run->stop[i].taken || (run->stop[i].sheet >= 0 && part->has_sheet[run->stop[i].sheet]);
    }
    for (; run->next_stop < run->n_stop && next->time < t - SAME_TIME &&
           (next->drive >= 0 || next->taken);
         next++) {
        run->next_stop++;
    }
}

static bool
any_hold(const struct quire_system *sys)
{
    for (int k = 0; k < sys->n_sheet; k++) {
        if (sys->sheet[k].hold[0].held || sys->sheet[k].hold[1].held) {
            return true;
        }
    }
    return false;
}

/* where a hold's course jumps the sheet is put there, which is work too */
static void
put_held(struct quire_run *run, double t)
{
    if (any_hold(run->system)) {
        const double before = quire_running_stored(run, t, run->y);
        quire_state_sync(run->state, t, run->y);
        run->work.loads += quire_running_stored(run, t, run->y) - before;
    }
}

quire_status
quire_running_begin_stretch(struct quire_run *run, int island, double t)
{
    const struct quire_part *part =
        island < 0 ? &run->state->whole : quire_islands_part(run->islands, island);

    quire_islands_at(run->islands, t, run->y);
    go_back(run, part, t);
    take_stops(run, part, t);
    quire_status status = quire_running_announce(run, part, t);
    if (status == QUIRE_OK && island < 0) {
        status = act(run, t);
    }
    if (status == QUIRE_OK && quire_modes_flip(run->modes, t, run->y) > 0) {
        char what[200];
        const struct quire_object *about = quire_modes_flipped(run->modes, what, sizeof what);
        /* a wave may break them all away */
        status = storm(run, t, "chattering", MANY_EVENTS + run->system->n_grip, about, what);
    }
    if (status == QUIRE_OK) {
        status = enter_sheets(run, part, t);
    }
    if (status == QUIRE_OK) {
        quire_modes_begin(run->modes, t, run->y);
        quire_running_focus(run, NULL);
        put_held(run, t);
        status = quire_islands_restart(run->islands, island, t, run->y);
    }
    quire_running_focus(run, NULL);
    return status;
}
