#include "run/step.h"

#include <math.h>
#include <string.h>

#include "geometry/outline.h"
#include "machine/lookup.h"
#include "model/problem.h"
#include "run/delivery.h"
#include "run/sampling.h"
#include "run/streams.h"

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

static double
next_breakpoint(const struct quire_run *run, int island, double t)
{
    const struct quire_part *part = quire_islands_part(run->islands, island);
    double next = quire_running_next_turn(run);

    for (size_t i = run->next_breakpoint; i < run->n_breakpoint && run->breakpoint[i].time < next;
         i++) {
        if (run->breakpoint[i].time > t + SAME_TIME &&
            quire_breakpoint_concerns(run->state, part, run->breakpoint + i)) {
            next = run->breakpoint[i].time;
        }
    }
    for (int k = 0; run->has_override && k < run->system->n_drive + run->system->n_switch; k++) {
        const double end = end_of_ramp(run->state->override + k);
        if (end > t + SAME_TIME && end < next &&
            quire_breakpoint_concerns_drive(run->state, part, k)) {
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

    for (size_t i = run->next_breakpoint;
         i < run->n_breakpoint && run->breakpoint[i].time <= t + SAME_TIME; i++) {
        const struct quire_breakpoint *stop = run->breakpoint + i;
        const bool over = stop->sheet >= 0
                              ? stop->taken
                              : stop->time <= started + SAME_TIME || stop->time < t - SAME_TIME;
        if (!over && quire_breakpoint_concerns(run->state, part, stop)) {
            return true;
        }
    }
    for (int k = 0; run->has_override && k < run->system->n_drive + run->system->n_switch; k++) {
        const struct quire_override *o = run->state->override + k;
        const double end = end_of_ramp(o);
        if (!o->bends && fabs(end - t) <= SAME_TIME && end > started + SAME_TIME &&
            quire_breakpoint_concerns_drive(run->state, part, k)) {
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

    if (quire_object_is(sensor, QUIRE_ROLE_BIN)) {
        return &s->trail;
    }
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

    if (quire_sensor_roots_sensor_count(run->sensor_roots) == 0) {
        return QUIRE_OK;
    }
    const struct quire_sensor_crossing *c = quire_sensor_roots_find(
        run->sensor_roots, part, quire_running_motion(run, until), quire_running_motion, run, &n);
    if (c == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    for (size_t i = 0; i < n && status == QUIRE_OK; i++) {
        if (!part->has_sheet[c[i].sheet]) {
            continue; /* found before */
        }
        const struct quire_sensor_ops *ops = c[i].sensor->kind->ops;
        const struct quire_sheet_view *s = quire_running_motion(run, c[i].time)->sheet + c[i].sheet;
        struct quire_event event = quire_event_at(c[i].time, QUIRE_EVENT_SENSOR, c[i].sensor->name);
        event.signal = ops->signal[c[i].signal];
        event.sheet = s->name;
        const struct quire_point_view *edge =
            edge_of_signal(run->system, c[i].sensor, event.signal, s);
        event.x = edge->x;
        event.y = edge->y;
        event.path_distance = edge->path_distance;
        event.value = edge->path_speed;
        event.unit = "m/s";
        event.in_space = run->system->spatial;
        event.z = edge->z;
        event.yaw = edge == &s->trail ? s->trail_edge.yaw : s->lead_edge.yaw;
        struct quire_pending_event pending = {
            .event = event,
            .sheet = (int)c[i].sheet,
            .sensor = c[i].sensor,
            .signal = c[i].signal,
            .heard = quire_logic_uses(run->logic, c[i].sensor, c[i].signal)};
        quire_running_see_delivery(run, &pending, s);
        pending.heard = pending.heard || pending.delivers; /* formulas may ask for it */
        status = quire_event_queue_add(&run->queue, &pending);
    }
    return status;
}

quire_status
quire_running_step(struct quire_run *run)
{
    const int island = quire_islands_next(run->islands);
    const double stop = next_breakpoint(run, island, quire_islands_time(run->islands));

    quire_running_focus(run, quire_islands_part(run->islands, island));
    quire_sensor_roots_commit(run->sensor_roots, run->state->part);
    quire_nip_crossings_commit(run->nip_crossings);
    run->motion = NULL;
    quire_status status = quire_islands_step(run->islands, stop);
    if (status == QUIRE_OK) {
        const double from = quire_islands_before(run->islands),
                     to = quire_islands_time_of(run->islands, island);
        if (quire_step_histogram_add(&run->step_histogram, from)) {
            run->step_histogram.about = quire_islands_error_source(
                run->islands, run->step_histogram.concerns, sizeof run->step_histogram.concerns);
        }
        const double until = fmin(
            to, quire_law_switching_find(run->law_switching, from, to, quire_running_state, run));
        if (until < to) {
            quire_islands_shorten(run->islands, island, until);
        }
        status = find_signals(run, until);
        if (status == QUIRE_OK) {
            status = quire_running_admit(run, until);
        }
        if (status == QUIRE_OK) {
            status = quire_nip_crossings_find(run->nip_crossings, until, quire_running_motion,
                                              quire_running_touches, run, &run->queue);
        }
        if (status == QUIRE_OK) {
            status = quire_end_stops_find(&run->end_stops, run->state->part, from, until,
                                          quire_running_state, run, &run->queue);
        }
        QUIRE_EACH(k, run->state->part, sheet)
        {
            const struct quire_view *view = quire_running_motion(run, until);
            quire_checks_track(run->checks, view, (size_t)k);
            if (quire_segment_check_track(&run->segment_check, view, (size_t)k) &&
                quire_checks_fold(run->checks, quire_running_view(run, until), (size_t)k)) {
                run->segment_check.folds_matter = true;
            }
        }
        status = quire_status_first(status, quire_running_check_penetration(run, until, false));
    }
    quire_running_focus(run, NULL);
    return status;
}
