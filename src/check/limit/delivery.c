/* Delivery: sheets come into one bin, and nowhere else. */
#include <math.h>
#include <string.h>

#include "check/finding.h"
#include "check/scope.h"
#include "kind/sensor.h"
#include "text/amount.h"

struct params {
    struct quire_check_common common;
    const struct quire_object *bin;
};

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_CHECK_SCOPE(struct params),
    QUIRE_REFERENCE(struct params, bin, "bin", "bin", QUIRE_REQUIRED,
                    "bin into which the sheets must come"),
    QUIRE_FIELD_END,
};

static void
note(struct quire_finding *finding, const struct params *p, const struct quire_view *view, size_t i)
{
    const struct quire_sheet_view *s = &view->sheet[i];
    const bool here = s->delivered && s->bin != NULL && strcmp(s->bin, p->bin->name) == 0;
    const struct quire_measure measure = {here ? 0 : 1, 0.5, s->lead.x, s->lead.y,
                                          s->lead.path_distance};

    if (!quire_finding_note(finding, view, i, measure)) {
        return;
    }
    struct quire_check_result *out = &finding->worst;
    out->sensor = p->bin;
    if (!s->delivered) {
        quire_check_say(out, "the sheet has not come into bin '%s' by the end of the run",
                        p->bin->name);
    } else if (s->bin == NULL) {
        quire_check_say(out, "the sheet left at the end of its path, not into bin '%s'",
                        p->bin->name);
    } else {
        quire_check_say(out, "the sheet came into bin '%s', not into bin '%s'", s->bin,
                        p->bin->name);
    }
}

static bool
judge(const struct quire_object *self, void *memory, const struct quire_view *view, bool finished,
      struct quire_check_result *out)
{
    const struct params *p = self->params;

    for (size_t i = 0; i < view->n_sheet; i++) {
        const struct quire_sheet_view *s = &view->sheet[i];
        const bool due = s->delivered || (finished && s->entered);
        /* those that lay in a bin at the start have not come */
        const bool came = !s->delivered || s->bin == NULL || !isnan(s->delivery.time);
        if (due && came && quire_scope_has(&p->common, s->name, view->time)) {
            note(memory, p, view, i);
        }
    }
    const bool decided = quire_finding_decide(self, memory, view, finished, out);
    out->value = out->limit = out->highest = out->margin = NAN; /* yes or no */
    return decided;
}

static const struct quire_check_ops ops = {
    .unit = "",
    .about = QUIRE_ABOUT_TIME,
    .memory_size = sizeof(struct quire_finding),
    .unseen = "no sheet was to come into the bin",
    .judge = judge,
};

const struct quire_kind quire_kind_check_delivery = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "delivery",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Fails if a sheet comes into another bin than this one, leaves at the end of its path, "
            "or has not come into the bin when the run ends. Limit it to the sheets that belong "
            "into the bin with 'sheet'.",
    .equation = "delivered to the bin: 1 sheet of 1",
    .ops = &ops,
    .check = quire_scope_check,
};
