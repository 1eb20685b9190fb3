/* Gap: a sheet follows the one before it too closely. */
#include <math.h>
#include <string.h>

#include "check/around.h"
#include "check/beam.h"
#include "check/scope.h"
#include "model/problem.h"
#include "text/amount.h"

struct params {
    struct quire_check_common common;
    const struct quire_object *sensor;
    double smallest;
};

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_CHECK_SCOPE(struct params),
    QUIRE_REFERENCE(struct params, sensor, "sensor", "sensor", QUIRE_REQUIRED,
                    "edge sensor where the gap is measured, when a leading edge arrives"),
    QUIRE_REAL(struct params, smallest, "smallest", "m", QUIRE_REQUIRED, QUIRE_NON_NEGATIVE,
               "smallest distance from the trailing edge of the previous sheet to the leading edge",
               "copiers run with 30 mm to 100 mm, and stop the feed clutch below"),
    QUIRE_FIELD_END,
};

static void
event(const struct quire_object *self, void *memory, const struct quire_event *event,
      const struct quire_view *view)
{
    const struct params *p = self->params;
    struct quire_finding *finding = memory;
    const struct quire_beam beam = quire_beam_of_sensor(p->sensor);
    const size_t i = quire_around_sheet(view, event->sheet);
    if (event->kind != QUIRE_EVENT_SENSOR || strcmp(event->source, beam.name) != 0 ||
        event->signal == NULL || strcmp(event->signal, "lead") != 0 || i == view->n_sheet ||
        isnan(quire_beam_covered(&beam, &view->sheet[i]))) {
        return;
    }
    const size_t before = quire_around_before(view, i);
    if (before == view->n_sheet) {
        return;
    }
    /* what fails is too large: the gaps' negatives */
    const double gap = view->sheet[before].trail.path_distance - view->sheet[i].lead.path_distance;
    const struct quire_measure measure = {-gap, -p->smallest, event->x, event->y, beam.at};
    if (quire_finding_note(finding, view, i, measure)) {
        quire_beam_place(&beam, &finding->worst);
        if (gap < 0) {
            quire_check_say(&finding->worst, "sheet '%s' overlaps sheet '%s' by %s mm",
                            view->sheet[i].name, view->sheet[before].name,
                            QUIRE_AMOUNT(-1e3 * gap));
        } else {
            quire_check_say(&finding->worst,
                            "sheet '%s' follows sheet '%s' with a gap of only %s mm",
                            view->sheet[i].name, view->sheet[before].name, QUIRE_AMOUNT(1e3 * gap));
        }
    }
}

static bool
judge(const struct quire_object *self, void *memory, const struct quire_view *view, bool finished,
      struct quire_check_result *out)
{
    const bool decided = quire_finding_judge(memory, view, finished,
                                             "no sheet came to the sensor behind another", out);
    (void)self;
    if (((const struct quire_finding *)memory)->seen && (decided || finished)) {
        out->value = -out->value;
        out->limit = out->lowest = -out->limit;
        out->highest = (double)NAN;
    }
    return decided;
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    return quire_status_first(
        quire_scope_check(self, diag),
        quire_beam_check_sensor(self, ((const struct params *)self->params)->sensor, diag));
}

static const struct quire_check_ops ops = {
    .unit = "m",
    .about = QUIRE_ABOUT_GAP,
    .sheets = 2,
    .memory_size = sizeof(struct quire_finding),
    .event = event,
    .judge = judge,
};

const struct quire_kind quire_kind_check_gap = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "gap",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Fails if the gap between two sheets on the sensor's path is too small when the "
            "leading edge of the second one arrives at the sensor. A negative gap is an overlap.",
    .equation = "gap = s_trail(before) - s_lead >= smallest",
    .ops = &ops,
    .check = check,
};
