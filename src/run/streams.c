#include "run/streams.h"

#include <math.h>
#include <stdio.h>

#include "body/sheet.h"
#include "geometry/outline.h"
#include "judge/start_overlap.h"
#include "run/sampling.h"
#include "text/amount.h"

#define LOCATED 1e-9 /* to which it is found when a sheet may enter [s] */

/* ---- gaps ---- */

/* the sheet that enters behind this one and still waits; -1 if there is none */
static int
follower(const struct quire_run *run, int sheet)
{
    const struct quire_system *sys = run->system;
    const int next = sheet + 1;

    if (next >= sys->n_sheet || sys->sheet[next].ahead != sheet || isnan(sys->sheet[next].gap) ||
        !isinf(run->state->sheet[next].enter_time)) {
        return -1;
    }
    for (size_t i = 0; i < run->queue.n; i++) {
        if (run->queue.at[i].admits && run->queue.at[i].entrant == next) {
            return -1; /* found before, by an island that runs ahead */
        }
    }
    return next;
}

static bool
leaves_room(struct quire_run *run, int sheet, int next, double t)
{
    const struct quire_sheet_view *ahead = quire_running_motion(run, t)->sheet + sheet;

    return ahead->delivered ||
           (ahead->entered && ahead->trail.path_distance >=
                                  run->system->sheet[next].lead + run->system->sheet[next].gap);
}

quire_status
quire_running_admit(struct quire_run *run, double until)
{
    quire_status status = QUIRE_OK;

    QUIRE_EACH(k, run->state->part, sheet)
    {
        const int next = follower(run, k);
        double low = quire_islands_before(run->islands), high = until;
        if (next < 0 || status != QUIRE_OK || !leaves_room(run, k, next, until)) {
            continue;
        }
        if (leaves_room(run, k, next, low)) {
            high = low;
        }
        while (high - low > LOCATED) {
            const double middle = 0.5 * (low + high);
            *(leaves_room(run, k, next, middle) ? &high : &low) = middle;
        }
        status = quire_event_queue_add(
            &run->queue, &(struct quire_pending_event){
                             .event = quire_event_at(high, QUIRE_EVENT_ENTER,
                                                     run->system->sheet[next].object->name),
                             .sheet = k,
                             .heard = true,
                             .admits = true,
                             .entrant = next});
    }
    return status;
}

/* ---- room ---- */

/* how far a sheet's edge is along the way of another that enters [m] */
static double
along(const struct quire_sheet *s, const struct quire_point_view *edge)
{
    const int n = s->chain.n;
    const double x = s->start_x[n] - s->start_x[0], y = s->start_y[n] - s->start_y[0];

    if (s->path != NULL) {
        return edge->path_distance - s->lead;
    }
    return ((edge->x - s->start_x[n]) * x + (edge->y - s->start_y[n]) * y) / sqrt(x * x + y * y);
}

/* How another sheet lies where one should enter. */
struct obstacle {
    int sheet;
    bool behind; /* it is the one before, whose trailing edge has not cleared the leading edge's
                    place */
    struct quire_inside in; /* of others */
    double missing;         /* room [m] */
};

/* of other sheets that this one touches */
static bool
find_in_the_way(const struct quire_run *run, int sheet, struct obstacle *out)
{
    const struct quire_system *sys = run->system;

    for (int k = 0; sys->sheets_meet && k < sys->n_sheet; k++) {
        if (run->state->sheet[k].entered && sys->sheet_law[sheet * sys->n_sheet + k] >= 0 &&
            quire_sheet_is_inside(sys, k, sheet, run->y, &out->in)) {
            out->sheet = k;
            out->missing = sys->sheet[sheet].half + sys->sheet[k].half -
                           (out->in.cross ? 0 : out->in.distance);
            return true;
        }
    }
    return false;
}

/* The sheet before in the stream, past those that never enter; -1: there is none. */
static int
sheet_before(const struct quire_run *run, int sheet)
{
    int k = run->system->sheet[sheet].ahead;

    while (k >= 0 && isnan(run->state->sheet[k].enter_time)) {
        k = run->system->sheet[k].ahead;
    }
    return k;
}

static bool
find_obstacle(struct quire_run *run, int sheet, double t, struct obstacle *out)
{
    const struct quire_sheet *s = run->system->sheet + sheet;
    const int before = sheet_before(run, sheet);
    const struct quire_sheet_view *ahead = before >= 0 && run->state->sheet[before].entered
                                               ? quire_running_motion(run, t)->sheet + before
                                               : NULL;

    if (ahead == NULL || along(s, &ahead->trail) >= 0 || along(s, &ahead->lead) <= -s->length) {
        return find_in_the_way(run, sheet, out);
    }
    out->sheet = before;
    out->behind = true;
    out->missing = -along(s, &ahead->trail);
    return true;
}

/* where nothing judges it */
static quire_status
refuse_room(struct quire_run *run, const struct quire_sheet *s, double t,
            const struct obstacle *found)
{
    const char *other = run->system->sheet[found->sheet].object->name;
    char *text = run->result.diagnosis_text;
    const size_t size = sizeof run->result.diagnosis_text;

    if (found->behind) {
        snprintf(text, size,
                 "at t = %.6f s sheet '%s' enters where '%s' still is, whose trailing edge is %s "
                 "mm behind the place of its leading edge",
                 t, s->object->name, other, QUIRE_AMOUNT(1e3 * found->missing));
    } else if (found->in.cross) {
        snprintf(text, size,
                 "at t = %.6f s sheet '%s' enters across sheet '%s': their mid-lines cross at "
                 "%.3f mm, %.3f mm",
                 t, s->object->name, other, 1e3 * found->in.where[0], 1e3 * found->in.where[1]);
    } else {
        snprintf(text, size,
                 "at t = %.6f s sheet '%s' enters inside sheet '%s': their mid-lines are %s mm "
                 "apart, and half their thickness together is %s mm",
                 t, s->object->name, other, QUIRE_AMOUNT(1e3 * found->in.distance),
                 QUIRE_AMOUNT(1e3 * (s->half + run->system->sheet[found->sheet].half)));
    }
    snprintf(run->result.diagnosis, sizeof run->result.diagnosis, "no-room");
    run->about = quire_object_child_of(s->object, &quire_kind_start);
    return QUIRE_ERROR_NUMERIC;
}

struct quire_event
quire_running_entry_event(const struct quire_run *run, int sheet, double t,
                          enum quire_event_kind kind)
{
    const struct quire_sheet *s = run->system->sheet + sheet;
    struct quire_event event = quire_event_at(t, kind, s->object->name);

    event.sheet = s->object->name;
    event.x = s->start_x[s->chain.n];
    event.y = s->start_y[s->chain.n];
    return event;
}

/* it never enters */
static quire_status
turn_away(struct quire_run *run, int sheet, double t, const struct obstacle *found)
{
    struct quire_event event = quire_running_entry_event(run, sheet, t, QUIRE_EVENT_BLOCKED);

    run->state->sheet[sheet].enter_time = (double)NAN;
    event.source = run->system->sheet[found->sheet].object->name;
    event.signal = found->behind ? "behind" : found->in.cross ? "across" : "inside";
    event.path_distance =
        run->system->sheet[sheet].path != NULL ? run->system->sheet[sheet].lead : (double)NAN;
    event.value = found->missing;
    event.unit = "m";
    if (!found->behind && found->in.cross) {
        event.x = found->in.where[0];
        event.y = found->in.where[1];
    }
    return quire_event_log_add(&run->log, &event);
}

quire_status
quire_running_check_room(struct quire_run *run, int sheet, double t, bool *room)
{
    const struct quire_sheet *s = run->system->sheet + sheet;
    struct obstacle found = {.sheet = -1};

    *room = !find_obstacle(run, sheet, t, &found);
    if (*room) {
        return QUIRE_OK;
    }
    return quire_checks_cover(run->checks, QUIRE_ABOUT_ENTRY, s->object->name, t)
               ? turn_away(run, sheet, t, &found)
               : refuse_room(run, s, t, &found);
}
