#include "check/window.h"

#include <math.h>
#include <string.h>

#include "body/sheet.h"
#include "check/around.h"
#include "check/scope.h"
#include "drive/drive.h"
#include "kind/check.h"
#include "kind/event.h"
#include "kind/sensor.h"
#include "model/problem.h"
#include "text/amount.h"
#include "text/suggest.h"

double
quire_window_travel(const struct quire_view *view, const struct quire_object *drive)
{
    for (size_t i = 0; i < view->n_drive; i++) {
        if (view->drive[i].object == drive) {
            return view->drive[i].travel;
        }
    }
    return NAN;
}

/* The memories of all these checks are alike. */
static const struct quire_check_ops sizes = {QUIRE_WINDOW_OPS};

static struct quire_window
window_of(const struct quire_object *self)
{
    const struct quire_window_ops *ops = self->kind->ops;
    const struct quire_window_params *p = self->params;
    struct quire_window w = p->window;
    w.from = p->common.from;
    w.until = p->common.until;
    ops->complete(self, &w);
    return w;
}

static bool
is_first(const struct quire_window *w)
{
    return quire_sheets_meant(w->sheet) == QUIRE_SHEETS_FIRST;
}

static bool
concerns(const struct quire_window *w, const struct quire_view *view, size_t i)
{
    return quire_sheets_meant(w->sheet) != QUIRE_SHEETS_NAMED ||
           quire_sheet_is_meant(w->sheet, view->sheet[i].name);
}

static bool
is_signal(const struct quire_event *event, const struct quire_object *sensor, const char *signal)
{
    return sensor != NULL && event->kind == QUIRE_EVENT_SENSOR &&
           strcmp(event->source, sensor->name) == 0 && event->signal != NULL &&
           strcmp(event->signal, signal) == 0;
}

/* ---- where counting begins ---- */

static void
start(const struct quire_window *w, struct quire_window_sheet *sheet, const struct quire_view *view,
      double time)
{
    sheet->started = true;
    sheet->time = time;
    sheet->travel = time > 0 ? quire_window_travel(view, w->drive) : 0;
}

/* Sheets that are there at the start, and such as entered since, should their entering not have
 * been told. */
static void
begin_at_entry(const struct quire_window *w, struct quire_window_sheet *sheet,
               const struct quire_view *view, size_t i)
{
    const struct quire_sheet_view *v = &view->sheet[i];
    if (w->after == NULL && !sheet->started && (v->entered || w->since_start)) {
        start(w, sheet, view, w->since_start ? 0 : v->enter_time);
    }
}

void
quire_window_begin(const struct quire_object *self, void *memory, const struct quire_view *view)
{
    const struct quire_window w = window_of(self);
    for (size_t i = 0; i < view->n_sheet; i++) {
        begin_at_entry(&w, quire_check_memory_of(&sizes, memory, i), view, i);
    }
}

static void
begin_at_event(const struct quire_window *w, struct quire_window_sheet *sheet,
               const struct quire_event *event, const struct quire_view *view)
{
    const bool begins = w->after != NULL ? is_signal(event, w->after, w->after_signal)
                                         : event->kind == QUIRE_EVENT_ENTER;
    if (begins && !sheet->started) {
        start(w, sheet, view, event->time);
    }
}

/* ---- what came of it ---- */

/* A value in its window: distance to the nearer end, infinite for an open window. */
static double
margin_of(double value, double earliest, double latest, double *limit)
{
    const double early = isnan(earliest) ? (double)INFINITY : value - earliest;
    const double late = isnan(latest) ? (double)INFINITY : latest - value;
    *limit = early < late ? earliest : latest;
    return fmin(early, late);
}

static double
latest_distance(const struct quire_window *w, const struct quire_view *view, size_t i)
{
    return w->lengths > 0 ? w->lengths * view->sheet[i].length : w->latest_distance;
}

const char *
quire_window_unit(const struct quire_object *self)
{
    const struct quire_window w = window_of(self);
    const bool in_time = !isnan(w.earliest) || !isnan(w.latest),
               in_distance = w.drive != NULL && (w.lengths > 0 || !isnan(w.earliest_distance) ||
                                                 !isnan(w.latest_distance));

    return !in_distance ? "s" : !in_time ? "m" : QUIRE_CHECK_UNITS;
}

/* Sets value, limit, both ends, margin and unit of the window that is missed; if both are kept, of
 * that of time. Returns the margin. */
static double
measure(const struct quire_window *w, const struct quire_window_sheet *sheet,
        const struct quire_view *view, size_t i, double time, struct quire_check_result *r)
{
    double limit[2] = {NAN, NAN};
    const double value[2] = {time - sheet->time,
                             quire_window_travel(view, w->drive) - sheet->travel};
    const double margin[2] = {margin_of(value[0], w->earliest, w->latest, &limit[0]),
                              w->drive == NULL ? (double)INFINITY
                                               : margin_of(value[1], w->earliest_distance,
                                                           latest_distance(w, view, i), &limit[1])};
    const int k =
        margin[0] >= 0 && isfinite(margin[1]) && (margin[1] < 0 || isinf(margin[0])) ? 1 : 0;
    r->value = value[k];
    r->limit = limit[k];
    r->lowest = k == 0 ? w->earliest : w->earliest_distance;
    r->highest = k == 0 ? w->latest : latest_distance(w, view, i);
    r->margin = isfinite(margin[k]) ? margin[k] : (double)NAN;
    r->unit = k == 0 ? "s" : "m";
    return margin[k];
}

static void
say_value(const struct quire_window *w, struct quire_check_result *r, double value)
{
    if (strcmp(r->unit, "s") == 0) {
        quire_check_say(r, "%s s", QUIRE_AMOUNT_TIME(value));
    } else {
        quire_check_say(r, "%s mm of drive '%s'", QUIRE_AMOUNT(1e3 * value), w->drive->name);
    }
}

static void
say_since(const struct quire_window *w, struct quire_check_result *r)
{
    if (w->after != NULL) {
        quire_check_say(r, " after %s.%s", w->after->name, w->after_signal);
    }
}

/* "the leading edge came to sensor 's1' at 0.67 s, 350 ms too late" */
static void
say_miss(const struct quire_window *w, struct quire_check_result *r)
{
    const bool in_time = strcmp(r->unit, "s") == 0;
    const char *const edge = quire_edge_name_of_signal(w->signal);
    quire_check_say(
        r, edge != NULL ? "the %s came to sensor '%s' at " : "signal '%s' of sensor '%s' came at ",
        edge != NULL ? edge : w->signal, w->sensor->name);
    say_value(w, r, r->value);
    say_since(w, r);
    quire_check_say(r, ", %s %s too %s", QUIRE_AMOUNT(-1e3 * r->margin), in_time ? "ms" : "mm",
                    r->limit > r->value ? "early" : "late");
}

/* of the one that was waited for: where it was when it was due */
static void
say_due(const struct quire_check_result *missing, struct quire_check_result *r)
{
    if (isnan(missing->path_distance)) {
        return;
    }
    quire_check_say(r, "; it was late already at %s s, with the leading edge at %s mm",
                    QUIRE_AMOUNT_TIME(missing->time), QUIRE_AMOUNT_PLACE(missing->path_distance));
    if (missing->place[0] != '\0') {
        quire_check_say(r, ", at %s", missing->place);
    }
}

static void
note_arrival(const struct quire_window *w, struct quire_window_memory *m,
             const struct quire_window_sheet *sheet, const struct quire_event *event,
             const struct quire_view *view, size_t i)
{
    struct quire_check_result r = quire_check_result_none();
    r.time = event->time;
    r.x = event->x, r.y = event->y, r.path_distance = event->path_distance;
    r.sheet = view->sheet[i].name;
    r.sensor = w->sensor;
    const double margin = measure(w, sheet, view, i, event->time, &r);
    quire_sentence_add(r.place, sizeof r.place, "sensor '%s'", w->sensor->name);
    r.verdict = margin < 0 ? QUIRE_FAILED : QUIRE_PASSED;
    if (margin < 0) {
        say_miss(w, &r);
        if (m->missing_of == i + 1) {
            say_due(&m->missing, &r);
        }
    }
    if (!m->has_worst || margin < m->worst.margin) {
        m->worst = r;
        m->has_worst = true;
    }
    m->failed = m->failed || margin < 0;
}

void
quire_window_event(const struct quire_object *self, void *memory, const struct quire_event *event,
                   const struct quire_view *view)
{
    const struct quire_window w = window_of(self);
    struct quire_window_memory *m = memory;
    const size_t i = quire_around_sheet(view, event->sheet);
    if (i == view->n_sheet || !concerns(&w, view, i)) {
        return;
    }
    struct quire_window_sheet *sheet = quire_check_memory_of(&sizes, memory, i);
    begin_at_event(&w, sheet, event, view);
    begin_at_entry(&w, sheet, view, i);
    const bool ended = event->time > w.until; /* what was missing then is missing */
    if (!is_signal(event, w.sensor, w.signal) || !sheet->started || sheet->arrived ||
        (is_first(&w) && m->any) || (ended && sheet->overdue)) {
        return;
    }
    sheet->arrived = true;
    if (!ended && !(event->time < w.from)) {
        m->any = true;
        note_arrival(&w, m, sheet, event, view, i);
    }
}

/* ---- what does not come ---- */

/* Whether the check waits for this sheet. */
static bool
waits_for(const struct quire_window *w, const struct quire_window_memory *m,
          const struct quire_window_sheet *sheet, const struct quire_view *view, size_t i)
{
    const bool begins = sheet->started || w->after == NULL;
    return begins && !sheet->arrived && !(is_first(w) && m->any) && concerns(w, view, i);
}

static bool
is_without_end(const struct quire_window *w, const struct quire_view *view, size_t i)
{
    return isnan(w->latest) && isnan(latest_distance(w, view, i));
}

/* A sheet that has not come: failed when its window is over, or when the check is and the window
 * has no end. */
static bool
is_missing(const struct quire_window *w, const struct quire_window_sheet *sheet,
           const struct quire_view *view, size_t i, bool finished)
{
    const bool ended = view->time > w->until;
    if (!view->sheet[i].entered || !sheet->started || w->need_not_come) {
        return false;
    }
    if (is_without_end(w, view, i)) {
        return finished || ended;
    }
    if (ended && !(sheet->time + w->latest <= w->until)) {
        return false;
    }
    const double farthest = latest_distance(w, view, i);
    return view->time - sheet->time > w->latest ||
           (w->drive != NULL && quire_window_travel(view, w->drive) - sheet->travel > farthest);
}

static struct quire_check_result
missing_result(const struct quire_window *w, const struct quire_window_sheet *memory,
               const struct quire_view *view, size_t i)
{
    const struct quire_sheet_view *sheet = &view->sheet[i];
    struct quire_check_result r = quire_check_result_none();
    struct quire_window end = *w; /* what has not come is not early */
    end.earliest = end.earliest_distance = NAN;
    measure(&end, memory, view, i, view->time, &r);
    r.lowest = strcmp(r.unit, "s") == 0 ? w->earliest : w->earliest_distance;
    r.verdict = QUIRE_FAILED;
    r.time = view->time;
    r.sheet = sheet->name;
    r.sensor = w->sensor;
    r.x = sheet->lead.x, r.y = sheet->lead.y, r.path_distance = sheet->lead.path_distance;
    quire_around_place(view, i, r.x, r.y, r.place);
    const char *const edge = quire_edge_name_of_signal(w->signal);
    quire_check_say(&r,
                    edge != NULL ? "the %s has not come to sensor '%s' by "
                                 : "signal '%s' of sensor '%s' has not come by ",
                    edge != NULL ? edge : w->signal, w->sensor->name);
    say_value(w, &r, r.value);
    say_since(w, &r);
    if (!isnan(r.path_distance)) {
        quire_check_say(&r, "; the leading edge is at %s mm", QUIRE_AMOUNT_PLACE(r.path_distance));
    }
    quire_check_say_held(&r, view, i);
    return r;
}

/* Looks after all sheets that are waited for; the first that is overdue is reported, as it is now.
 */
static void
look_for_missing(const struct quire_window *w, void *memory, const struct quire_view *view,
                 bool finished, bool *waiting)
{
    struct quire_window_memory *m = memory;
    for (size_t i = 0; i < view->n_sheet; i++) {
        struct quire_window_sheet *sheet = quire_check_memory_of(&sizes, memory, i);
        begin_at_entry(w, sheet, view, i);
        if (!waits_for(w, m, sheet, view, i)) {
            continue;
        }
        const bool missing = is_missing(w, sheet, view, i, finished);
        if (missing && fmin(view->time, sheet->time + w->latest) < w->from) {
            sheet->arrived = true; /* it was due before the check begins */
            continue;
        }
        *waiting = true;
        sheet->overdue = sheet->overdue || missing;
        if (sheet->overdue && m->missing_of == 0) {
            m->missing = missing_result(w, sheet, view, i);
            m->missing_of = i + 1;
        }
        m->failed = m->failed || sheet->overdue;
    }
}

/* The sheet that was overdue and has not come since: the reported one, or else the first;
 * n_sheet if all came. */
static size_t
find_missing(const struct quire_window *w, void *memory, const struct quire_view *view)
{
    const struct quire_window_memory *m = memory;
    size_t found = view->n_sheet;
    for (size_t i = view->n_sheet; i-- > 0;) {
        const struct quire_window_sheet *sheet = quire_check_memory_of(&sizes, memory, i);
        if (sheet->overdue && waits_for(w, m, sheet, view, i) && !(found + 1 == m->missing_of)) {
            found = i;
        }
    }
    return found;
}

/* The result of one that failed: an edge that has not come is worse than all that came late. */
static struct quire_check_result
failed_result(const struct quire_window *w, void *memory, const struct quire_view *view,
              bool finished)
{
    struct quire_window_memory *m = memory;
    const size_t i = find_missing(w, memory, view);
    if (i == view->n_sheet && m->worst.verdict == QUIRE_FAILED) {
        return m->worst;
    }
    if (i == view->n_sheet) { /* another sheet was the first to come */
        m->missing.value = m->missing.margin = NAN;
        return m->missing;
    }
    const struct quire_window_sheet *sheet = quire_check_memory_of(&sizes, memory, i);
    struct quire_check_result r =
        m->missing_of == i + 1 ? m->missing : missing_result(w, sheet, view, i);
    if (is_without_end(w, view, i)) { /* it was due when the run ended, or the check */
        r.value = NAN;
    } else if (finished) {
        quire_check_leave_open(&r, view);
    }
    return r;
}

/* At the end: nothing was decided because sheets are still under way or there were none. */
static void
say_open(const struct quire_window *w, const struct quire_view *view, bool waiting,
         struct quire_check_result *out)
{
    *out = quire_check_result_none();
    out->time = view->time;
    if (w->from > 0 || w->until > 0) {
        quire_check_say(out, "no sheet came to sensor '%s' or was late there", w->sensor->name);
    } else if (view->n_sheet == 0) {
        quire_check_say(out, "at %s s there is no sheet for sensor '%s'",
                        QUIRE_AMOUNT_TIME(view->time), w->sensor->name);
    } else if (!waiting && w->after != NULL) {
        quire_check_say(out, "no sheet gave %s.%s", w->after->name, w->after_signal);
    } else {
        quire_check_say(
            out, "the run ended at %s s, before a sheet came to sensor '%s' or was late there",
            QUIRE_AMOUNT_TIME(view->time), w->sensor->name);
    }
}

bool
quire_window_judge(const struct quire_object *self, void *memory, const struct quire_view *view,
                   bool finished, struct quire_check_result *out)
{
    const struct quire_window w = window_of(self);
    struct quire_window_memory *m = memory;
    bool waiting = false;
    look_for_missing(&w, memory, view, finished, &waiting);
    /* where a sensor starts the window, another sheet may still come to it */
    const bool over = w.after == NULL ? !waiting : finished && !waiting;
    if (m->failed) {
        *out = failed_result(&w, memory, view, finished);
        return true;
    }
    if (m->has_worst && (over || view->time > w.until || (finished && w.need_not_come))) {
        *out = m->worst;
        return true;
    }
    if (finished) {
        say_open(&w, view, waiting, out);
    } else {
        *out = quire_check_result_none();
    }
    return finished;
}

/* ---- what is refused ---- */

static quire_status
check_signal(const struct quire_object *self, const struct quire_object *object,
             const char *attribute, const char *signal, quire_diag *diag)
{
    const struct quire_sensor_ops *sensor = object->kind->ops;
    struct quire_suggest near = quire_suggest_begin(signal);
    for (int i = 0; i < sensor->n_signal; i++) {
        if (strcmp(sensor->signal[i], signal) == 0) {
            return QUIRE_OK;
        }
        quire_suggest_offer(&near, sensor->signal[i]);
    }
    char hint[96];
    return quire_object_has(self, attribute)
               ? quire_object_error(
                     self, diag, "E-REFERENCE", quire_suggest_hint(&near, hint, sizeof hint),
                     "%s='%s': sensor '%s' has no such signal", attribute, signal, object->name)
               : quire_object_error(self, diag, "E-REFERENCE",
                                    "name a sensor that does, such as one of kind=\"edge\"",
                                    "it waits for '%s', which sensor '%s' of kind '%s' does not "
                                    "signal",
                                    signal, object->name, object->kind->variant);
}

static quire_status
check_sheet(const struct quire_object *self, const struct quire_window *w, quire_diag *diag)
{
    return quire_sheets_meant(w->sheet) != QUIRE_SHEETS_NAMED
               ? QUIRE_OK
               : quire_scope_check_sheet(self, w->sheet, "each, first", diag);
}

quire_status
quire_window_check_drive(const struct quire_object *check, const struct quire_object *drive,
                         quire_diag *diag)
{
    if (drive == NULL ||
        !isnan(((const struct quire_drive_params *)drive->params)->given[QUIRE_DRIVE_SPEED])) {
        return QUIRE_OK;
    }
    return quire_object_error(
        check, diag, "E-REFERENCE", NULL,
        "drive '%s' is not given by a surface speed, so it has no distance driven", drive->name);
}

/* Windows without a beginning, an end, or a measure. */
static quire_status
check_ends(const struct quire_object *self, const struct quire_window *w, quire_diag *diag)
{
    const bool lengths = w->lengths > 0;
    quire_status status = QUIRE_OK;
    if (w->earliest > w->latest) {
        status = quire_object_error(self, diag, "E-RANGE", NULL,
                                    "'earliest' must not be later than 'latest'");
    }
    if (!lengths && w->earliest_distance > w->latest_distance) {
        status = quire_object_error(self, diag, "E-RANGE", NULL,
                                    "'earliest-distance' must not be more than 'latest-distance'");
    }
    /* without a model names mean nothing yet */
    if (self->parent != NULL && w->drive == NULL && !lengths &&
        !(isnan(w->earliest_distance) && isnan(w->latest_distance))) {
        status =
            quire_object_error(self, diag, "E-MODEL", "name the drive that feeds the sheet there",
                               "a window of distance needs a 'drive'");
    }
    return status;
}

quire_status
quire_window_check(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_window w = window_of(self);
    quire_status status = check_ends(self, &w, diag);
    status = quire_status_first(status, quire_scope_check_phase(self, diag));
    status = quire_status_first(status, quire_window_check_drive(self, w.drive, diag));
    if (w.sensor != NULL) {
        status = quire_status_first(status, check_signal(self, w.sensor, "signal", w.signal, diag));
    }
    if (w.after != NULL) {
        status = quire_status_first(
            status, check_signal(self, w.after, "after-signal", w.after_signal, diag));
    }
    return quire_status_first(status, check_sheet(self, &w, diag));
}
