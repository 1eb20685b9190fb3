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

    return ahead->entered && ahead->trail.path_distance >=
                                 run->system->sheet[next].lead + run->system->sheet[next].gap;
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

static quire_status
refuse_room(struct quire_run *run, const struct quire_sheet *s)
{
    snprintf(run->result.diagnosis, sizeof run->result.diagnosis, "no-room");
    run->about = quire_object_child_of(s->object, &quire_kind_start);
    return QUIRE_ERROR_NUMERIC;
}

/* of other sheets that this one touches */
static quire_status
check_others(struct quire_run *run, int sheet, double t)
{
    const struct quire_system *sys = run->system;
    const struct quire_sheet *s = sys->sheet + sheet;
    char *text = run->result.diagnosis_text;
    const size_t size = sizeof run->result.diagnosis_text;
    struct quire_inside in;

    for (int k = 0; sys->sheets_meet && k < sys->n_sheet; k++) {
        const char *other = sys->sheet[k].object->name;
        if (!run->state->sheet[k].entered || sys->sheet_law[sheet * sys->n_sheet + k] < 0 ||
            !quire_sheet_is_inside(sys, k, sheet, run->y, &in)) {
            continue;
        }
        if (in.cross) {
            snprintf(text, size,
                     "at t = %.6f s sheet '%s' enters across sheet '%s': their mid-lines cross at "
                     "%.3f mm, %.3f mm",
                     t, s->object->name, other, 1e3 * in.where[0], 1e3 * in.where[1]);
        } else {
            snprintf(text, size,
                     "at t = %.6f s sheet '%s' enters inside sheet '%s': their mid-lines are %s mm "
                     "apart, and half their thickness together is %s mm",
                     t, s->object->name, other, QUIRE_AMOUNT(1e3 * in.distance),
                     QUIRE_AMOUNT(1e3 * (s->half + sys->sheet[k].half)));
        }
        return refuse_room(run, s);
    }
    return QUIRE_OK;
}

quire_status
quire_running_check_room(struct quire_run *run, int sheet, double t)
{
    const struct quire_sheet *s = run->system->sheet + sheet;
    const struct quire_sheet_view *ahead = s->ahead >= 0 && run->state->sheet[s->ahead].entered
                                               ? quire_running_motion(run, t)->sheet + s->ahead
                                               : NULL;

    if (ahead == NULL || along(s, &ahead->trail) >= 0 || along(s, &ahead->lead) <= -s->length) {
        return check_others(run, sheet, t);
    }
    snprintf(run->result.diagnosis_text, sizeof run->result.diagnosis_text,
             "at t = %.6f s sheet '%s' enters where '%s' still lies, whose trail edge is %s mm "
             "behind the place of its lead edge",
             t, s->object->name, ahead->name, QUIRE_AMOUNT(-1e3 * along(s, &ahead->trail)));
    return refuse_room(run, s);
}
