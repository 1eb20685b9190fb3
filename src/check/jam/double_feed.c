/* Double feed: two sheets lie on each other where one is expected. */
#include <math.h>

#include "check/beam.h"
#include "model/problem.h"

struct params {
    struct quire_check_common common;
    const struct quire_object *sensor, *nip;
    double overlap;
};

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_CHECK_STOP(struct params),
    QUIRE_REFERENCE(struct params, sensor, "sensor", "sensor", QUIRE_OPTIONAL,
                    "edge sensor where one sheet is expected; or a nip"),
    QUIRE_REFERENCE(struct params, nip, "nip", "nip", QUIRE_OPTIONAL,
                    "nip where one sheet is expected"),
    QUIRE_REAL(struct params, overlap, "overlap", "m", "5 mm", QUIRE_NON_NEGATIVE,
               "by how much two sheets may lie on each other there", NULL),
    QUIRE_FIELD_END,
};

static struct quire_beam
place(const struct params *p)
{
    return p->nip != NULL ? quire_beam_of_nip(p->nip) : quire_beam_of_sensor(p->sensor);
}

static void
look_at(const struct params *p, struct quire_finding *finding, const struct quire_view *view,
        size_t i, size_t k)
{
    const struct quire_beam beam = place(p);
    const struct quire_sheet_view *a = &view->sheet[i], *b = &view->sheet[k];
    const double both = fmin(quire_beam_covered(&beam, a), quire_beam_covered(&beam, b));
    const double overlap = fmin(a->lead.path_distance, b->lead.path_distance) -
                           fmax(a->trail.path_distance, b->trail.path_distance);
    /* sheets that have not come there, or are past it, are at least as far from lying on each other
     * there */
    const struct quire_measure measure = {both > 0 ? overlap : fmin(both, overlap),
                                          p->overlap,
                                          "m",
                                          b->lead.x,
                                          b->lead.y,
                                          b->lead.path_distance};
    if (!isnan(both) && quire_finding_note(finding, view, k, measure)) {
        quire_beam_place(&beam, &finding->worst);
        quire_check_say(&finding->worst,
                        "sheets '%s' and '%s' lie on each other by %.4g mm at %s '%s'", a->name,
                        b->name, 1e3 * overlap, beam.sort, beam.name);
    }
}

static void
sample(const struct quire_object *self, void *memory, void *of_sheet, const struct quire_view *view,
       size_t k)
{
    (void)of_sheet;
    for (size_t i = 0; i < k; i++) {
        look_at(self->params, memory, view, i, k);
    }
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;
    /* without a model names mean nothing yet */
    if (self->parent != NULL && (p->sensor == NULL) == (p->nip == NULL)) {
        return quire_object_error(self, diag, "E-MODEL", NULL,
                                  "it needs a 'sensor' or a 'nip', and not both");
    }
    return quire_beam_check_sensor(self, p->sensor, diag);
}

static const struct quire_check_ops ops = {
    .is_jam = true,
    .about = QUIRE_ABOUT_PLACE,
    .memory_size = sizeof(struct quire_finding),
    .unseen = "no two sheets were on that path at a time",
    .sample = sample,
    .judge = quire_finding_decide,
};

const struct quire_kind quire_kind_check_double_feed = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "double-feed",
    .size = sizeof(struct params),
    .fields = fields,
    .help =
        "A jam: at a sensor or in a nip lie two sheets on each other, by more than the overlap. "
        "Goes by where sheets on its path are.",
    .equation = "min(s_lead) - max(s_trail) <= overlap, while both cover the place",
    .ops = &ops,
    .check = check,
};
