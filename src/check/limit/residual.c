/* Residual: a sheet lies where none should be when the run starts or ends. */
#include <math.h>

#include "check/beam.h"
#include "check/scope.h"
#include "model/problem.h"
#include "text/amount.h"

struct params {
    struct quire_check_common common;
    const struct quire_object *sensor;
    int when;
};

enum { AT_START, AT_END, AT_BOTH };

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_CHECK_SCOPE(struct params),
    QUIRE_REFERENCE(struct params, sensor, "sensor", "sensor", QUIRE_REQUIRED,
                    "edge sensor that must be free"),
    QUIRE_CHOICE(struct params, when, "when", "start|end|both", "both",
                 "time of the check; machines check at power-on and after each job"),
    QUIRE_FIELD_END,
};

static void
look(const struct quire_object *self, struct quire_finding *finding, const struct quire_view *view,
     const char *when)
{
    const struct params *p = self->params;
    const struct quire_beam beam = quire_beam_of_sensor(p->sensor);
    for (size_t i = 0; i < view->n_sheet; i++) {
        const struct quire_sheet_view *sheet = &view->sheet[i];
        if (!quire_scope_has(&p->common, sheet->name, view->time)) {
            continue;
        }
        const struct quire_measure measure = {quire_beam_covered(&beam, sheet), 0, sheet->lead.x,
                                              sheet->lead.y, sheet->lead.path_distance};
        if (quire_finding_note(finding, view, i, measure)) {
            quire_beam_place(&beam, &finding->worst);
            quire_check_say(&finding->worst,
                            "at the %s of the run the sheet covers sensor '%s', from %s mm to %s "
                            "mm of its path",
                            when, beam.name, QUIRE_AMOUNT_PLACE(sheet->trail.path_distance),
                            QUIRE_AMOUNT_PLACE(sheet->lead.path_distance));
        }
    }
}

static void
begin(const struct quire_object *self, void *memory, const struct quire_view *view)
{
    if (((const struct params *)self->params)->when != AT_END) {
        look(self, memory, view, "start");
    }
}

/* Whether the check looked at any sheet that is in the machine now. */
static bool
any_entered(const struct params *p, const struct quire_view *view)
{
    for (size_t i = 0; i < view->n_sheet; i++) {
        const struct quire_sheet_view *s = &view->sheet[i];
        const bool at_start = p->when != AT_END && quire_scope_has(&p->common, s->name, 0),
                   at_end = p->when != AT_START && quire_scope_has(&p->common, s->name, view->time);
        if (s->entered && (at_start || at_end)) {
            return true;
        }
    }
    return false;
}

static bool
judge(const struct quire_object *self, void *memory, const struct quire_view *view, bool finished,
      struct quire_check_result *out)
{
    const struct params *p = self->params;
    struct quire_finding *finding = memory;
    if (finished && p->when != AT_START) {
        look(self, finding, view, "end");
    }
    const bool decided =
        quire_finding_judge(finding, view, finished, "no sheet was in the machine", out);
    if (finished && !finding->seen && any_entered(p, view)) { /* they are on other paths */
        out->verdict = QUIRE_PASSED;
        out->cause[0] = '\0';
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
    .about = QUIRE_ABOUT_TIME,
    .memory_size = sizeof(struct quire_finding),
    .begin = begin,
    .judge = judge,
};

const struct quire_kind quire_kind_check_residual = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "residual",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Fails if a sheet covers a sensor at the start of the run, at its end, or at either. "
            "The check uses sheets on the sensor's path.",
    .ops = &ops,
    .check = check,
};
