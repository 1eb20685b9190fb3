#include "run/step.h"

#include <math.h>
#include <string.h>

#include "geometry/outline.h"
#include "model/problem.h"
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
next_stop(const struct quire_run *run, int island, double t)
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
    const double stop = next_stop(run, island, quire_islands_time(run->islands));

    quire_running_focus(run, quire_islands_part(run->islands, island));
    quire_watch_settle(run->watch, run->state->part);
    quire_passages_settle(run->passages);
    run->motion = NULL;
    quire_status status = quire_islands_step(run->islands, stop);
    if (status == QUIRE_OK) {
        const double from = quire_islands_before(run->islands),
                     to = quire_islands_time_of(run->islands, island);
        if (quire_pace_step(&run->pace, from)) {
            run->pace.about = quire_islands_error_source(run->islands, run->pace.concerns,
                                                         sizeof run->pace.concerns);
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
