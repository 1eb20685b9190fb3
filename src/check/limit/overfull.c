/* Overfull: more sheets come into a bin than it holds. */
#include <math.h>
#include <string.h>

#include "check/finding.h"
#include "kind/sensor.h"
#include "text/amount.h"

struct params {
    struct quire_check_common common;
};

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_FIELD_END,
};

static bool
has_capacity(const struct quire_object *sensor)
{
    return quire_object_is(sensor, QUIRE_ROLE_BIN) &&
           ((const struct quire_bin_params *)sensor->params)->capacity > 0;
}

static size_t
count(const struct quire_view *view, const struct quire_object *bin, size_t *last)
{
    size_t n = 0;

    for (size_t i = 0; i < view->n_sheet; i++) {
        const struct quire_sheet_view *s = &view->sheet[i];
        if (s->delivered && s->bin != NULL && strcmp(s->bin, bin->name) == 0) {
            const bool later = n == 0 || s->delivery.time > view->sheet[*last].delivery.time;
            *last = later ? i : *last;
            n++;
        }
    }
    return n;
}

static void
look(struct quire_finding *finding, const struct quire_view *view, const struct quire_object *bin)
{
    const struct quire_bin_params *p = bin->params;
    size_t last = 0;
    const size_t n = count(view, bin, &last);
    const struct quire_measure measure = {(double)n, (double)p->capacity, NAN, NAN, p->common.at};

    if (quire_finding_note(finding, view, last, measure)) {
        struct quire_check_result *out = &finding->worst;
        out->sensor = bin;
        out->place[0] = '\0';
        quire_sentence_add(out->place, sizeof out->place, "bin '%s'", bin->name);
        quire_check_say(out, "%zu sheets have come into bin '%s', which holds %ld", n, bin->name,
                        p->capacity);
    }
}

static bool
judge(const struct quire_object *self, void *memory, const struct quire_view *view, bool finished,
      struct quire_check_result *out)
{
    const struct quire_object *bin;

    for (size_t i = 0;
         (bin = quire_object_next_in(self->parent, &quire_family_sensor, &i)) != NULL;) {
        if (has_capacity(bin) && view->n_sheet > 0) {
            look(memory, view, bin);
        }
    }
    return quire_finding_decide(self, memory, view, finished, out);
}

static bool
concerns(const struct quire_view *view)
{
    const struct quire_object *sheet = view->n_sheet > 0 ? view->sheet[0].object : NULL, *bin;

    for (size_t i = 0; sheet != NULL && (bin = quire_object_next_in(
                                             sheet->parent, &quire_family_sensor, &i)) != NULL;) {
        if (has_capacity(bin)) {
            return true;
        }
    }
    return false;
}

static const struct quire_check_ops ops = {
    .unit = "",
    .by_default = true,
    .concerns = concerns,
    .memory_size = sizeof(struct quire_finding),
    .unseen = "no bin has a capacity",
    .judge = judge,
};

const struct quire_kind quire_kind_check_overfull = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "overfull",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Fails if more sheets come into a bin than its capacity. Sheets that lie in the bin at "
            "the start count. On in models with a bin that has a capacity.",
    .equation = "number of sheets in the bin <= capacity",
    .ops = &ops,
};
