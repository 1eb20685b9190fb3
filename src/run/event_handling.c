#include "run/event_handling.h"

#include <math.h>
#include <string.h>

#include "evaluate/create_state.h"
#include "force/holds.h"
#include "run/delivery.h"
#include "run/log_events.h"
#include "run/rule_actions.h"
#include "run/sampling.h"
#include "run/streams.h"
#include "step/wraps.h"

#define MANY_SWITCHES 1000  /* bodies that touch something within a millisecond are a storm */
#define TURN_TIME     1e-10 /* to which it is found when a formula becomes true [s] */

/* ---- formulas that become true ---- */

/* The first time after `from`, up to `until`, at which rules see something in their formulas that
 * they act on; `until` if there is none. What turns true and false again between two looks is not
 * seen. It stops looking beyond `limit`, on which times of looks do not depend: then *from is that
 * of the last look, and what is returned later than the limit. */
static double
find_turn(struct quire_run *run, double *from, double until, double limit, quire_status *status)
{
    double low, high = fmin(until, quire_logic_next_look(run->logic, *from));

    while (!quire_logic_would_act(run->logic, high)) {
        if (high >= until || high > limit || *status != QUIRE_OK) {
            return high;
        }
        *status = quire_logic_evaluate(run->logic, high, false);
        *from = high;
        high = fmin(until, quire_logic_next_look(run->logic, *from));
    }
    low = *from;
    while (high - low > TURN_TIME) {
        const double middle = 0.5 * (low + high);
        *(quire_logic_would_act(run->logic, middle) ? &high : &low) = middle;
    }
    return high;
}

/* The same for a controller that looks at its ticks alone. */
static double
find_tick(struct quire_run *run, double *from, double until, double limit, quire_status *status)
{
    double tick = quire_logic_tick(run->logic, *from + 2 * SAME_TIME);

    for (; tick <= fmin(until, limit) && *status == QUIRE_OK &&
           !quire_logic_would_act(run->logic, tick);
         tick = quire_logic_tick(run->logic, tick + 2 * SAME_TIME)) {
        *status = quire_logic_evaluate(run->logic, tick, false);
        *from = tick;
    }
    return tick;
}

/* The control looks at its formulas up to `until`, or to the time where something follows, which is
 * returned; not beyond `limit`, where something later is returned. */
static double
evaluate_formulas(struct quire_run *run, double until, double limit, quire_status *status)
{
    double seen = until;

    if (!quire_logic_has_formulas(run->logic) || !(until > run->evaluated)) {
        return until;
    }
    quire_quantities_forget(&run->quantities);
    seen = (quire_logic_has_cycle(run->logic) ? find_tick : find_turn)(run, &run->evaluated, until,
                                                                       limit, status);
    if (*status == QUIRE_OK && seen <= fmin(until, limit)) {
        *status = quire_logic_evaluate(run->logic, seen, false);
    }
    quire_quantities_forget(&run->quantities);
    seen = fmin(seen, until);
    run->evaluated = seen <= limit ? seen : run->evaluated;
    return seen;
}

/* when the next thing happens that follows from what has happened */
static double
next_following(const struct quire_run *run)
{
    return fmin(run->entering, quire_logic_next(run->logic));
}

double
quire_running_handle_events(struct quire_run *run, double t, double limit, quire_status *status)
{
    double until = fmin(t, next_following(run));
    struct quire_pending_event h;

    while (*status == QUIRE_OK) {
        const double next = fmin(until, quire_event_queue_next(&run->queue)),
                     seen = evaluate_formulas(run, next, limit, status);
        until = fmin(t, fmax(seen, next_following(run)));
        if (*status != QUIRE_OK || seen < fmin(next, limit)) {
            continue;
        }
        if (!quire_event_queue_take(&run->queue, fmin(fmin(seen, until), limit), &h)) {
            break;
        }
        if (h.delivers) {
            quire_running_deliver(run, &h);
        }
        if (h.admits) {
            run->state->sheet[h.entrant].enter_time = run->entering = h.event.time;
        } else {
            *status = quire_event_log_add(&run->log, &h.event);
        }
        if (*status == QUIRE_OK && h.sensor != NULL) {
            *status =
                quire_logic_signal(run->logic, h.event.time, h.sensor, h.signal, h.event.sheet);
        }
        until = fmin(t, fmax(h.event.time, next_following(run)));
        if (run->log.n > run->most_events) {
            return fmin(limit, h.event.time);
        }
    }
    return fmin(until, limit);
}

static void
check_event(struct quire_run *run, const struct quire_event *event)
{
    if (!quire_checks_listen(run->checks, event)) {
        return;
    }
    const struct quire_view *view =
        quire_running_view(run, fmax(event->time, quire_islands_before(run->islands)));
    if (quire_checks_event(run->checks, event, view) && !run->stopped) {
        run->stopped = true;
        run->result.end = QUIRE_STOPPED_BY_JAM;
        run->end = view->time;
    }
}

quire_status
quire_running_check_events(struct quire_run *run, size_t from)
{
    for (size_t i = from; i < run->log.n; i++) {
        const struct quire_event event = run->log.event[i];
        check_event(run, &event);
    }
    return QUIRE_OK;
}

/* sheets that found no room when a stretch began */
static void
check_blocked(struct quire_run *run, size_t from)
{
    for (size_t i = from; i < run->log.n; i++) {
        const struct quire_event event = run->log.event[i];
        if (event.kind == QUIRE_EVENT_BLOCKED) {
            check_event(run, &event);
        }
    }
}

static void
take_out(struct quire_run *run, int sheet, double t)
{
    const double before = quire_running_stored(run, t, run->y);

    quire_state_leave(run->state, sheet, t, run->y);
    quire_wraps_begin(run->state, t, run->y);
    run->ledger.initial += quire_running_stored(run, t, run->y) - before;
    run->leaves[sheet] = false;
}

/* those of a part whose time has come, and out with those that leave */
static quire_status
enter_sheets(struct quire_run *run, const struct quire_part *part, double t)
{
    quire_status status = QUIRE_OK;

    quire_running_focus(run, NULL);
    QUIRE_EACH(k, part, meeting)
    {
        bool room;
        if (status == QUIRE_OK && !run->state->sheet[k].entered &&
            t + SAME_TIME >= run->state->sheet[k].enter_time) {
            status = quire_running_check_room(run, k, t, &room);
            if (status != QUIRE_OK) {
                break;
            }
            if (!room) {
                continue;
            }
            const double before = quire_running_stored(run, t, run->y);
            quire_state_enter(run->state, k, run->y);
            quire_wraps_begin(run->state, t, run->y);
            run->ledger.initial += quire_running_stored(run, t, run->y) - before;
            const struct quire_event event =
                quire_running_entry_event(run, k, t, QUIRE_EVENT_ENTER);
            status = quire_event_log_add(&run->log, &event);
        }
        if (run->leaves[k]) {
            take_out(run, k, t);
        }
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
    quire_sensor_roots_accept(run->sensor_roots, run->state->part, view);
    quire_nip_crossings_accept(run->nip_crossings, view);
    if (run->system->n_gate > 0) {
        quire_end_stops_accept(&run->end_stops, run->state->part, t, quire_running_state(run, t));
    }
    quire_event_queue_forget(&run->queue, run->state->part, t);
}

void
quire_running_rewind(void *user, const struct quire_part *part, double t, const double *y)
{
    struct quire_run *run = user;

    go_back(run, part, t);
    quire_law_switching_begin(run->law_switching, t, y);
    quire_running_focus(run, NULL);
}

/* What was known beforehand of a part's sheets up to t is over; t is the machine's time. */
static void
pass_breakpoints(struct quire_run *run, const struct quire_part *part, double t)
{
    const struct quire_breakpoint *next = run->breakpoint + run->next_breakpoint;

    for (size_t i = run->next_breakpoint;
         i < run->n_breakpoint && run->breakpoint[i].time <= t + SAME_TIME; i++) {
        run->breakpoint[i].taken =
            run->breakpoint[i].taken ||
            (run->breakpoint[i].sheet >= 0 && part->has_sheet[run->breakpoint[i].sheet]);
    }
    for (; run->next_breakpoint < run->n_breakpoint && next->time < t - SAME_TIME &&
           (next->drive >= 0 || next->taken);
         next++) {
        run->next_breakpoint++;
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
    const struct quire_part *part = quire_islands_part(run->islands, island);
    const size_t logged = run->log.n;

    quire_islands_at(run->islands, t, run->y);
    go_back(run, part, t);
    pass_breakpoints(run, part, t);
    quire_status status = quire_running_log_releases(run, part, t);
    if (status == QUIRE_OK && quire_law_switching_apply(run->law_switching, t, run->y) > 0) {
        char what[200];
        const struct quire_object *about =
            quire_law_switching_applied(run->law_switching, what, sizeof what);
        status = quire_running_zeno_guard(run, t, "chattering", MANY_SWITCHES, about, what);
    }
    if (status == QUIRE_OK) {
        status = enter_sheets(run, part, t);
    }
    if (status == QUIRE_OK) {
        quire_law_switching_begin(run->law_switching, t, run->y);
        quire_running_focus(run, NULL);
        put_held(run, t);
        status = quire_islands_restart(run->islands, island, t, run->y);
    }
    quire_running_focus(run, NULL);
    if (status == QUIRE_OK) {
        check_blocked(run, logged);
    }
    return status;
}

/* Whether what rules have changed, or who enters or leaves, matters to a part of the machine. */
static bool
is_concerned(const struct quire_run *run, int island, double t)
{
    const struct quire_part *part = quire_islands_part(run->islands, island);
    /* a speed that bends where its last step ended needs no new stretch */
    const enum quire_change_of least =
        quire_islands_time_of(run->islands, island) <= t + SAME_TIME ? QUIRE_JUMPS : QUIRE_BENDS;

    QUIRE_EACH(k, part, meeting)
    {
        const struct quire_sheet_work *w = run->state->sheet + k;
        if (run->leaves[k] || (!w->entered && t + SAME_TIME >= w->enter_time)) {
            return true;
        }
    }
    for (int k = 0; k < run->system->n_drive + run->system->n_switch; k++) {
        if (run->changed[k] >= least && quire_breakpoint_concerns_drive(run->state, part, k)) {
            return true;
        }
    }
    return run->stopped;
}

quire_status
quire_running_turn(struct quire_run *run, double t)
{
    quire_islands_at(run->islands, t, run->y);
    quire_status status = quire_running_act(run, t);

    for (int i = 0; status == QUIRE_OK && i < quire_islands_most(run->islands); i++) {
        if (quire_islands_has(run->islands, i) && is_concerned(run, i, t)) {
            status = quire_running_begin_stretch(run, i, t);
        }
    }
    memset(run->changed, 0,
           sizeof *run->changed * (size_t)(run->system->n_drive + run->system->n_switch));
    run->entering = HUGE_VAL;
    run->commanded = false;
    return status;
}
