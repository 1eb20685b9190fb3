/* Skew: a sheet is turned in its plane, all along, at a sensor, or by the time between sensors. */
#include <math.h>

#include "check/limit/steered.h"
#include "check/scope.h"
#include "kind/check.h"
#include "kind/event.h"
#include "kind/sensor.h"
#include "math/detmath.h"
#include "model/problem.h"
#include "text/amount.h"

struct params {
    struct quire_check_common common;
    double limit;
    const struct quire_object *sensor, *second;
    int signal;
};

static const char *const signals[] = {"lead", "trail"};

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_CHECK_SCOPE(struct params),
    QUIRE_REAL(struct params, limit, "limit", "rad", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "largest angle between a sheet and the path, to either side", NULL),
    QUIRE_REFERENCE(struct params, sensor, "sensor", "sensor", QUIRE_OPTIONAL,
                    "sensor at which the skew is checked, when it sees the edge; default: all "
                    "along the path, by the whole sheet"),
    QUIRE_REFERENCE(
        struct params, second, "second-sensor", "sensor", QUIRE_OPTIONAL,
        "second sensor; the skew then follows from the time difference of both signals, the speed "
        "of the edge and the positions of the sensors across the feed, as in machines"),
    QUIRE_CHOICE(struct params, signal, "signal", "lead|trail", "lead",
                 "edge that is checked at the sensors"),
    QUIRE_FIELD_END,
};

struct sheet_memory {
    bool seen[2];    /* by the first and the second sensor */
    double time[2];  /* [s] */
    double speed[2]; /* [m/s] */
};

static void
note(const struct quire_object *self, void *memory, const struct quire_view *view, size_t sheet,
     double yaw)
{
    const struct params *p = self->params;
    struct quire_finding *finding = memory;
    const struct quire_sheet_view *s = &view->sheet[sheet];
    const struct quire_point_view *at = p->signal == 0 ? &s->lead : &s->trail;
    const struct quire_measure m = {fabs(yaw), p->limit, at->x, at->y, at->path_distance};
    if (quire_finding_note(finding, view, sheet, m)) {
        quire_check_say(&finding->worst, "the sheet is skewed by %s deg, its %s end ahead",
                        QUIRE_AMOUNT(fabs(yaw) * 180 / 3.14159265358979323846),
                        yaw > 0 ? "right" : "left");
    }
}

static void
sample(const struct quire_object *self, void *memory, void *of_sheet, const struct quire_view *view,
       size_t i)
{
    const struct params *p = self->params;
    (void)of_sheet;
    if (view->spatial && view->sheet[i].entered && p->sensor == NULL) {
        note(self, memory, view, i, view->sheet[i].yaw);
    }
}

/* yaw from the time by which the edge's end at the greater z is ahead, and from how far the sensors
 * are apart along and across the feed */
static double
yaw_between(const struct params *p, const struct sheet_memory *of)
{
    const struct quire_sensor_common *a = p->sensor->params, *b = p->second->params;
    const double speed = 0.5 * (of->speed[0] + of->speed[1]);
    const double ahead = speed * (of->time[0] - of->time[1]) + (b->at - a->at);
    return b->across > a->across ? quire_atan2(ahead, b->across - a->across)
                                 : quire_atan2(-ahead, a->across - b->across);
}

static void
event(const struct quire_object *self, void *memory, const struct quire_event *event,
      const struct quire_view *view)
{
    const struct params *p = self->params;
    size_t sheet = 0;
    int which = -1;
    if (!view->spatial) {
        return;
    }
    for (int k = 0; k < 2; k++) {
        which = quire_steered_is_edge(event, k == 0 ? p->sensor : p->second, signals[p->signal],
                                      view, &sheet)
                    ? k
                    : which;
    }
    if (which < 0) {
        return;
    }
    struct sheet_memory *of = quire_check_of_sheet(self, memory, sheet);
    if (p->second == NULL) {
        note(self, memory, view, sheet, event->yaw);
        return;
    }
    of->seen[which] = true;
    of->time[which] = event->time;
    of->speed[which] = event->value;
    if (of->seen[0] && of->seen[1]) {
        note(self, memory, view, sheet, yaw_between(p, of));
        of->seen[0] = of->seen[1] = false;
    }
}

static bool
judge(const struct quire_object *self, void *memory, const struct quire_view *view, bool finished,
      struct quire_check_result *out)
{
    const struct params *p = self->params;
    const char *unseen = p->second != NULL   ? "no sheet came to both sensors"
                         : p->sensor != NULL ? "no sheet came to the sensor"
                                             : "no sheet was in the machine";
    return quire_finding_judge(memory, view, finished, quire_steered_unseen(view, unseen), out);
}

static quire_status
check_pair(const struct quire_object *self, const struct params *p, quire_diag *diag)
{
    const struct quire_sensor_common *a = p->sensor->params, *b = p->second->params;
    if (isnan(a->across) || isnan(b->across) || !(fabs(a->across - b->across) > 0)) {
        return quire_object_error(
            self, diag, "E-MODEL", "give each sensor its position by 'across'",
            "two sensors that measure skew need different positions across the feed");
    }
    return a->path == b->path ? QUIRE_OK
                              : quire_object_error(self, diag, "E-MODEL", NULL,
                                                   "sensors '%s' and '%s' are on different paths",
                                                   a->name, b->name);
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;
    const quire_status scope = quire_scope_check(self, diag);

    if (scope != QUIRE_OK) {
        return scope;
    }
    const struct quire_object *const sensor[] = {p->sensor, p->second};
    for (size_t i = 0; i < 2; i++) {
        const quire_status status = quire_steered_check_sensor(self, sensor[i], diag);
        if (status != QUIRE_OK) {
            return status;
        }
    }
    if (p->second != NULL && p->sensor == NULL) {
        return quire_object_error(self, diag, "E-MISSING", NULL,
                                  "'second-sensor' also needs 'sensor'");
    }
    return p->second != NULL ? check_pair(self, p, diag) : QUIRE_OK;
}

static const struct quire_check_ops ops = {
    .unit = "rad",
    .about = QUIRE_ABOUT_SKEW,
    .memory_size = sizeof(struct quire_finding),
    .memory_per_sheet = sizeof(struct sheet_memory),
    .sample = sample,
    .event = event,
    .judge = judge,
};

const struct quire_kind quire_kind_check_skew = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "skew",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "No sheet may be skewed by more than the limit. The skew is checked all along the "
            "path, when an edge arrives at a sensor, or by the signals of two sensors side by "
            "side. The message names the cause, by the moments about the middle of the sheet while "
            "the skew grew. Needs motion=\"spatial\"; otherwise not evaluated.",
    .equation = "of two sensors: tan(skew) = v (t_1 - t_2) / (across_2 - across_1)",
    .ops = &ops,
    .check = check,
};
