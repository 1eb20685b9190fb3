/* Arrival: a sheet's edge comes to a sensor within a window of time. */
#include <math.h>
#include <string.h>

#include "base/suggest.h"
#include "check/around.h"
#include "check/finding.h"
#include "model/problem.h"

struct params {
    struct quire_check_common common;
    const struct quire_object *sensor;
    const char *signal, *sheet;
    double earliest, latest;
    int since;
};

enum { SINCE_ENTRY, SINCE_START };

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_REFERENCE(struct params, sensor, "sensor", "sensor", QUIRE_REQUIRED,
                    "the sensor that must see the sheet"),
    QUIRE_TEXT(struct params, signal, "signal", "lead",
               "signal of that sensor: lead or trail for edge sensors"),
    QUIRE_REAL(struct params, earliest, "earliest", "s", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
               "start of the window; without it the edge may come as early as it likes", NULL),
    QUIRE_REAL(struct params, latest, "latest", "s", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
               "end of the window; without it the edge must come before the run ends", NULL),
    QUIRE_CHOICE(struct params, since, "since", "entry|start", "entry",
                 "whether the window counts from the sheet's entering or from the start of the "
                 "run; the same for sheets that are there at the start"),
    QUIRE_TEXT(struct params, sheet, "sheet", "each",
               "each: every sheet must come in the window; first: the first that comes; or the "
               "name of a sheet"),
    QUIRE_FIELD_END,
};

struct memory {
    bool any;                        /* some sheet has come */
    struct quire_check_result worst; /* of the arrivals so far */
    bool has_worst, failed;
};

struct sheet_memory {
    bool arrived;
};

static void event(const struct quire_object *self, void *memory, const struct quire_event *event,
                  const struct quire_view *view);
static bool judge(const struct quire_object *self, void *memory, const struct quire_view *view,
                  bool finished, struct quire_check_result *out);

static const struct quire_check_ops ops = {
    .memory_size = sizeof(struct memory),
    .memory_per_sheet = sizeof(struct sheet_memory),
    .event = event,
    .judge = judge,
};

static bool
is_each(const struct params *p)
{
    return strcmp(p->sheet, "each") == 0;
}

static bool
is_first(const struct params *p)
{
    return strcmp(p->sheet, "first") == 0;
}

static double
origin(const struct params *p, const struct quire_sheet_view *sheet)
{
    return p->since == SINCE_ENTRY && sheet->entered ? sheet->enter_time : 0;
}

/* Distance to the nearer end of the window, negative outside it; infinite for an open window. */
static double
margin_of(const struct params *p, double time, double *limit)
{
    const double early = isnan(p->earliest) ? (double)INFINITY : time - p->earliest;
    const double late = isnan(p->latest) ? (double)INFINITY : p->latest - time;
    *limit = early < late ? p->earliest : p->latest;
    return fmin(early, late);
}

static void
note_arrival(const struct params *p, struct memory *m, const struct quire_event *event,
             const struct quire_sheet_view *sheet)
{
    struct quire_check_result r = quire_check_result_none();
    r.time = event->time;
    r.x = event->x, r.y = event->y, r.path_distance = event->path_distance;
    r.sheet = sheet->name;
    r.value = event->time - origin(p, sheet);
    r.unit = "s";
    const double margin = margin_of(p, r.value, &r.limit);
    if (isfinite(margin)) {
        r.margin = margin;
    }
    quire_sentence_add(r.place, sizeof r.place, "sensor '%s'", p->sensor->name);
    r.verdict = margin < 0 ? QUIRE_FAILED : QUIRE_PASSED;
    if (margin < 0) {
        quire_check_say(&r, "the %s edge came to sensor '%s' at %.4g s, %.3g ms too %s", p->signal,
                        p->sensor->name, r.value, -1e3 * margin,
                        r.value < p->earliest ? "early" : "late");
    }
    if (!m->failed && (!m->has_worst || margin < m->worst.margin)) {
        m->worst = r;
        m->has_worst = true;
        m->failed = margin < 0;
    }
}

static void
event(const struct quire_object *self, void *memory, const struct quire_event *event,
      const struct quire_view *view)
{
    const struct params *p = self->params;
    struct memory *m = memory;
    if (strcmp(event->kind, "sensor") != 0 || strcmp(event->source, p->sensor->name) != 0 ||
        event->signal == NULL || strcmp(event->signal, p->signal) != 0) {
        return;
    }
    const size_t i = quire_around_sheet(view, event->sheet);
    if (i == view->n_sheet || (is_first(p) && m->any) ||
        (!is_each(p) && !is_first(p) && strcmp(p->sheet, event->sheet) != 0)) {
        return;
    }
    struct sheet_memory *sheet = quire_check_memory_of(&ops, memory, i);
    if (!sheet->arrived) {
        sheet->arrived = true;
        m->any = true;
        note_arrival(p, m, event, &view->sheet[i]);
    }
}

/* Whether the check waits for this sheet. */
static bool
waits_for(const struct params *p, void *memory, const struct quire_view *view, size_t i)
{
    const struct memory *m = memory;
    const struct sheet_memory *sheet = quire_check_memory_of(&ops, memory, i);
    if (sheet->arrived || (is_first(p) && m->any)) {
        return false;
    }
    return is_each(p) || is_first(p) || strcmp(p->sheet, view->sheet[i].name) == 0;
}

/* A sheet that has not come: failed when its window is over, or when the run is and the window
 * has no end. */
static bool
is_missing(const struct params *p, const struct quire_view *view, size_t i, bool finished)
{
    const struct quire_sheet_view *sheet = &view->sheet[i];
    return sheet->entered &&
           (isnan(p->latest) ? finished : view->time - origin(p, sheet) > p->latest);
}

static struct quire_check_result
missing_result(const struct params *p, const struct quire_view *view, size_t i)
{
    const struct quire_sheet_view *sheet = &view->sheet[i];
    struct quire_check_result r = quire_check_result_none();
    r.verdict = QUIRE_FAILED;
    r.time = view->time;
    r.sheet = sheet->name;
    r.value = view->time - origin(p, sheet);
    r.limit = p->latest;
    r.margin = p->latest - r.value;
    r.unit = "s";
    r.x = sheet->lead.x, r.y = sheet->lead.y, r.path_distance = sheet->lead.path_distance;
    quire_around_place(view, i, r.x, r.y, r.place);
    quire_check_say(&r, "the %s edge has not come to sensor '%s' by %.4g s", p->signal,
                    p->sensor->name, r.value);
    if (!isnan(r.path_distance)) {
        quire_check_say(&r, "; the lead edge is at %.4g mm", 1e3 * r.path_distance);
    }
    quire_check_say_held(&r, view, i);
    return r;
}

static void
look_for_missing(const struct params *p, void *memory, const struct quire_view *view, bool finished,
                 bool *waiting)
{
    struct memory *m = memory;
    for (size_t i = 0; !m->failed && i < view->n_sheet; i++) {
        if (waits_for(p, memory, view, i)) {
            *waiting = true;
            m->failed = is_missing(p, view, i, finished);
            m->worst = m->failed ? missing_result(p, view, i) : m->worst;
        }
    }
}

static bool
judge(const struct quire_object *self, void *memory, const struct quire_view *view, bool finished,
      struct quire_check_result *out)
{
    const struct params *p = self->params;
    struct memory *m = memory;
    bool waiting = false;
    look_for_missing(p, memory, view, finished, &waiting);
    if (m->failed || (m->has_worst && !waiting)) {
        *out = m->worst;
        return true;
    }
    *out = quire_check_result_none();
    if (finished) {
        out->time = view->time;
        quire_check_say(
            out,
            view->n_sheet > 0
                ? "the run ended at %.4g s, before a sheet came to sensor '%s' or was late there"
                : "at %.4g s there is no sheet for sensor '%s'",
            view->time, p->sensor->name);
    }
    return finished;
}

static quire_status
check_signal(const struct quire_object *self, const struct params *p, quire_diag *diag)
{
    const struct quire_sensor_ops *sensor = p->sensor->kind->ops;
    struct quire_suggest near = quire_suggest_begin(p->signal);
    for (int i = 0; i < sensor->n_signal; i++) {
        if (strcmp(sensor->signal[i], p->signal) == 0) {
            return QUIRE_OK;
        }
        quire_suggest_offer(&near, sensor->signal[i]);
    }
    char hint[96];
    return quire_object_error(
        self, diag, "E-REFERENCE", quire_suggest_hint(&near, hint, sizeof hint),
        "signal='%s': sensor '%s' gives no such signal", p->signal, p->sensor->name);
}

static quire_status
check_sheet(const struct quire_object *self, const struct params *p, quire_diag *diag)
{
    const struct quire_object *sheet;
    struct quire_suggest near = quire_suggest_begin(p->sheet);
    bool found = is_each(p) || is_first(p) || self->parent == NULL; /* no model in which to look */
    for (size_t i = 0; !found && (sheet = quire_object_next(self->parent, "sheet", &i)) != NULL;) {
        found = sheet->name != NULL && strcmp(sheet->name, p->sheet) == 0;
        quire_suggest_offer(&near, sheet->name != NULL ? sheet->name : "");
    }
    char hint[96];
    return found ? QUIRE_OK
                 : quire_object_error(self, diag, "E-REFERENCE",
                                      quire_suggest_hint(&near, hint, sizeof hint),
                                      "sheet='%s': there is no such sheet; allowed are each, first "
                                      "and names of sheets",
                                      p->sheet);
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;
    quire_status status = QUIRE_OK;
    if (p->earliest > p->latest) {
        status = quire_object_error(self, diag, "E-RANGE", NULL,
                                    "'earliest' must not be later than 'latest'");
    }
    if (p->sensor != NULL) {
        status = quire_status_first(status, check_signal(self, p, diag));
    }
    return quire_status_first(status, check_sheet(self, p, diag));
}

const struct quire_kind quire_kind_check_arrival = {
    .family = "check",
    .element = "check",
    .selector = "kind",
    .variant = "arrival",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "The edge of a sheet must come to a sensor within a window of time. The margin is the "
            "distance to the nearer end of the window, the least of all sheets. Not evaluated when "
            "the run ends before the window is over.",
    .equation = "margin = min(t - earliest, latest - t)",
    .ops = &ops,
    .check = check,
};
