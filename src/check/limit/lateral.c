/* Lateral: a sheet is not where it should be across the feed. */
#include <math.h>

#include "check/limit/steered.h"
#include "check/scope.h"
#include "kind/event.h"
#include "text/amount.h"

struct params {
    struct quire_check_common common;
    double limit, across;
    const struct quire_object *sensor;
    int signal;
};

static const char *const signals[] = {"lead", "trail"};

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_CHECK_SCOPE(struct params),
    QUIRE_REAL(struct params, limit, "limit", "m", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "largest distance of the middle of a sheet from its nominal position across the "
               "feed, to either side",
               NULL),
    QUIRE_REAL_AS(QUIRE_ACROSS, struct params, across, "across", "m", "0 m", QUIRE_ANY,
                  "nominal position of the middle of the sheet across the feed (z)", NULL),
    QUIRE_REFERENCE(struct params, sensor, "sensor", "sensor", QUIRE_OPTIONAL,
                    "sensor at which the sheet is checked, when it sees the edge; default: all "
                    "along the path, by the middle of both edges"),
    QUIRE_CHOICE(struct params, signal, "signal", "lead|trail", "lead",
                 "edge that is checked at the sensor"),
    QUIRE_FIELD_END,
};

static void
note(const struct quire_object *self, void *memory, const struct quire_view *view, size_t sheet,
     bool lead, double z)
{
    const struct params *p = self->params;
    struct quire_finding *finding = memory;
    const struct quire_sheet_view *s = &view->sheet[sheet];
    const struct quire_point_view *at = lead ? &s->lead : &s->trail;
    const double off = z - p->across;
    const struct quire_measure m = {fabs(off), p->limit, at->x, at->y, at->path_distance};
    if (quire_finding_note(finding, view, sheet, m)) {
        quire_check_say(&finding->worst, "the %s is %s mm too far to the %s", quire_edge_name(lead),
                        QUIRE_AMOUNT(1e3 * fabs(off)), off > 0 ? "right" : "left");
        finding->worst.left = off < 0;
    }
}

static void
sample(const struct quire_object *self, void *memory, void *of_sheet, const struct quire_view *view,
       size_t i)
{
    const struct params *p = self->params;
    (void)of_sheet;
    const struct quire_sheet_view *sheet = &view->sheet[i];
    if (!view->spatial || !sheet->entered) {
        return;
    }
    if (p->sensor == NULL) {
        note(self, memory, view, i, true, sheet->lead.z);
        note(self, memory, view, i, false, sheet->trail.z);
    }
}

static void
event(const struct quire_object *self, void *memory, const struct quire_event *event,
      const struct quire_view *view)
{
    const struct params *p = self->params;
    size_t sheet;
    if (view->spatial &&
        quire_steered_is_edge(event, p->sensor, signals[p->signal], view, &sheet)) {
        note(self, memory, view, sheet, p->signal == 0, event->z);
    }
}

static bool
judge(const struct quire_object *self, void *memory, const struct quire_view *view, bool finished,
      struct quire_check_result *out)
{
    const struct params *p = self->params;
    const char *unseen =
        p->sensor != NULL ? "no sheet came to the sensor" : "no sheet was in the machine";
    return quire_finding_judge(memory, view, finished, quire_steered_unseen(view, unseen), out);
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;
    const quire_status scope = quire_scope_check(self, diag);

    if (scope != QUIRE_OK) {
        return scope;
    }
    return quire_steered_check_sensor(self, p->sensor, diag);
}

static const struct quire_check_ops ops = {
    .unit = "m",
    .about = QUIRE_ABOUT_ASIDE,
    .memory_size = sizeof(struct quire_finding),
    .sample = sample,
    .event = event,
    .judge = judge,
};

const struct quire_kind quire_kind_check_lateral = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "lateral",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "No sheet may be farther from its nominal position across the feed than the limit, all "
            "along the path or when an edge arrives at a sensor. The message names the cause: the "
            "start of the sheet, skewed shafts, or the cause of its skew. Needs "
            "motion=\"spatial\"; otherwise not evaluated.",
    .ops = &ops,
    .check = check,
};
