#include "run/rule_actions.h"

#include <math.h>
#include <stdio.h>

#include "body/nip.h"
#include "model/problem.h"
#include "model/quantity.h"
#include "rule/rule.h"
#include "run/log_events.h"
#include "state/commands.h"

#define MANY_EVENTS 1000 /* actions of rules within STORM are a storm */
#define STORM       1e-3 /* [s] */

static void
begin_override(struct quire_run *run, const struct quire_due *due, struct quire_override *o,
               double from)
{
    enum quire_change_of *changed = run->changed + (o - run->state->override);

    *changed = o->bends && *changed != QUIRE_JUMPS ? QUIRE_BENDS : QUIRE_JUMPS;
    o->from = from;
    o->active = run->has_override = true;
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
set_drive(struct quire_run *run, const struct quire_due *due, struct quire_event *event)
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
        o->bends =
            due->set_point && due->action.ramp > 0 && drive->quantity == now->quantity &&
            (drive->quantity == QUIRE_DRIVE_SPEED || drive->quantity == QUIRE_DRIVE_SHAFT_SPEED);
        begin_override(run, due, o, brakes || now->quantity == QUIRE_DRIVE_BRAKE ? 0 : now->value);
        o->value = event->value = value;
        event->unit = quire_drive_unit[drive->quantity];
        o->travel = now->travel;
        o->quantity = brakes ? QUIRE_DRIVE_BRAKE : drive->quantity;
        status = quire_running_log_drive(run, due->time, drive, o->value, due->rule->name);
    }
    event->signal = word[due->action.change];
    return status;
}

/* a rule switched a nip or a clutch */
static quire_status
set_switch(struct quire_run *run, const struct quire_due *due, struct quire_event *event)
{
    const struct quire_system *sys = run->system;
    const bool on = due->action.value > 0;

    for (int k = 0; k < sys->n_switch; k++) {
        if (sys->change[k].object == due->action.target) {
            run->state->override[sys->n_drive + k].bends = false;
            begin_override(run, due, run->state->override + sys->n_drive + k,
                           run->state->change[k].at);
        }
    }
    const bool nip = due->action.target->kind == &quire_kind_nip;
    event->signal = nip ? (on ? "open" : "close") : on ? "engage" : "disengage";
    event->value = NAN;
    return quire_running_log_switch(run, due->time, due->action.target, due->rule->name, on);
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
            event->detail = event->sheet = sheet->object->name;
            return;
        }
    }
    event->detail = "no sheet waits";
}

static quire_status
not_a_number(struct quire_run *run, const struct quire_due *due)
{
    snprintf(run->result.diagnosis, sizeof run->result.diagnosis, "no-value");
    snprintf(run->result.diagnosis_text, sizeof run->result.diagnosis_text,
             "at t = %.6f s '%s' has no value: an object that it uses does not exist, or it "
             "divides by zero",
             due->time, due->action.formula);
    run->about = due->rule;
    run->broke_off = due->time;
    return QUIRE_ERROR_NUMERIC;
}

static quire_status
apply(struct quire_run *run, const struct quire_due *due)
{
    struct quire_event event = quire_event_at(due->time, QUIRE_EVENT_RULE, due->rule->name);
    quire_status status = QUIRE_OK;

    if (due->action.formula != NULL && !isfinite(due->action.value)) {
        return not_a_number(run, due);
    }
    event.sheet = due->sheet;
    event.value = due->action.value;
    event.detail = due->action.target != NULL ? due->action.target->name : due->action.text;
    switch (due->action.kind) {
    case QUIRE_ACTION_SET_DRIVE: status = set_drive(run, due, &event); break;
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
    case QUIRE_ACTION_SWITCH: status = set_switch(run, due, &event); break;
    case QUIRE_ACTION_RELEASE: release(run, due, &event); break;
    case QUIRE_ACTION_STOP:
        event.detail = "stop";
        run->stopped = true;
        run->result.end = QUIRE_STOPPED_BY_RULE;
        run->end = due->time;
        status = quire_event_log_add(&run->log, &event);
        event.kind = QUIRE_EVENT_STOP;
        event.detail = "a rule";
        break;
    }
    if (run->checks != NULL) {
        quire_checks_act(run->checks, due->rule, &due->action, event.value, due->time);
    }
    return status == QUIRE_OK ? quire_event_log_add(&run->log, &event) : status;
}

quire_status
quire_running_zeno_guard(struct quire_run *run, double t, const char *name, int most,
                         const struct quire_object *about, const char *what)
{
    if (t - run->zeno_since > STORM) {
        run->zeno_since = t;
        run->zeno_count = 0;
    }
    if (++run->zeno_count > most) {
        run->broke_off = t;
        snprintf(run->result.diagnosis, sizeof run->result.diagnosis, "%s", name);
        snprintf(run->result.diagnosis_text, sizeof run->result.diagnosis_text,
                 "%s more than %d times within %g ms at t = %.6f s", what, most, 1e3 * STORM, t);
        run->about = about;
        return QUIRE_ERROR_NUMERIC;
    }
    return QUIRE_OK;
}

/* ---- commands ---- */

/* Whether a drive or a switch already has the commanded value and will keep it. */
static bool
is_already(const struct quire_run *run, const struct quire_action *action, double t)
{
    const struct quire_system *sys = run->system;
    bool any = false, all = true;

    for (int k = 0; k < sys->n_drive && action->kind == QUIRE_ACTION_SET_DRIVE; k++) {
        const struct quire_command *now = run->state->command + k;
        if (sys->drive[k].object == action->target) {
            any = true;
            all = all && action->change == QUIRE_CHANGE_SET && now->quantity == action->quantity &&
                  fabs(now->value - action->value) <= 0 &&
                  quire_drive_is_constant(run->state, k, t, HUGE_VAL);
        }
    }
    for (int k = 0; k < sys->n_switch && action->kind == QUIRE_ACTION_SWITCH; k++) {
        const struct quire_override *o = run->state->override + sys->n_drive + k;
        if (sys->change[k].object == action->target) {
            any = true;
            all =
                all && o->active && t >= o->since + o->ramp && fabs(o->value - action->value) <= 0;
        }
    }
    return any && all;
}

quire_status
quire_running_command(struct quire_run *run, const struct quire_due *due)
{
    quire_islands_at(run->islands, due->time, run->y);
    quire_observe(run->observer, due->time, run->y, NULL); /* what drives command at this time */
    run->motion = NULL;
    if (is_already(run, &due->action, due->time)) {
        return QUIRE_OK;
    }
    quire_logic_command(run->logic, &due->action);
    const quire_status status = apply(run, due);
    quire_quantities_forget(&run->quantities);
    run->evaluated = fmax(run->evaluated, due->time);
    run->commanded = true;
    return status;
}

/* ---- rules ---- */

/* the actions due at t, one after the other */
static quire_status
apply_due(struct quire_run *run, double t, bool *any, const struct quire_object **rule)
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
find_cycle(struct quire_run *run, double t, const struct quire_object *before,
           const struct quire_object *rule)
{
    struct quire_result *r = &run->result;
    const quire_status status =
        quire_running_zeno_guard(run, t, "event-storm", MANY_EVENTS, rule, "rules act");

    if (status != QUIRE_OK && before == rule) {
        snprintf(r->diagnosis_text, sizeof r->diagnosis_text,
                 "the rule triggers itself repeatedly at t = %.6f s", t);
    } else if (status != QUIRE_OK && before != NULL && before->name != NULL) {
        snprintf(r->diagnosis_text, sizeof r->diagnosis_text,
                 "the rule and rule '%s' trigger each other repeatedly at t = %.6f s", before->name,
                 t);
    }
    return status;
}

/* Takes the actions due at t, and those that follow from them at once; the state there is in
 * run->y. */
quire_status
quire_running_act(struct quire_run *run, double t)
{
    const struct quire_object *rule = NULL, *before;
    quire_status status = QUIRE_OK;
    bool any = true;

    quire_observe(run->observer, t, run->y, NULL); /* what drives command at this time */
    run->motion = NULL;
    while (status == QUIRE_OK && any && !run->stopped) {
        quire_quantities_forget(&run->quantities);
        before = rule;
        status = apply_due(run, t, &any, &rule);
        if (status == QUIRE_OK && any) {
            status = find_cycle(run, t, before, rule);
        }
        const bool on_tick = quire_logic_tick(run->logic, t) <= t + SAME_TIME;
        if (status == QUIRE_OK && any && on_tick && quire_logic_has_formulas(run->logic)) {
            quire_quantities_forget(&run->quantities);
            status = quire_logic_evaluate(run->logic, t, false);
        }
    }
    quire_quantities_forget(&run->quantities);
    run->evaluated = fmax(run->evaluated, t);
    return status;
}
