/* Double feed: two sheets lie on each other where one is expected. */
#include <math.h>
#include <string.h>

#include "check/beam.h"
#include "check/scope.h"
#include "model/problem.h"
#include "text/amount.h"

struct params {
    struct quire_check_common common;
    const struct quire_object *sensor, *nip;
    double overlap;
};

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_CHECK_STOP(struct params),
    QUIRE_CHECK_SCOPE(struct params),
    QUIRE_REFERENCE(struct params, sensor, "sensor", "sensor", QUIRE_OPTIONAL,
                    "edge sensor where single sheets are expected; or give 'nip'"),
    QUIRE_REFERENCE(struct params, nip, "nip", "nip", QUIRE_OPTIONAL,
                    "nip where single sheets are expected"),
    QUIRE_REAL(struct params, overlap, "overlap", "m", "5 mm", QUIRE_NON_NEGATIVE,
               "largest overlap of two sheets at this position", NULL),
    QUIRE_FIELD_END,
};

static struct quire_beam
place(const struct params *p)
{
    return p->nip != NULL ? quire_beam_of_nip(p->nip) : quire_beam_of_sensor(p->sensor);
}

struct memory {
    struct quire_finding finding; /* first: quire_finding_decide() */
    char walk[256];               /* creep up to the worst overlap, in words; empty: negligible */
};

struct of_sheet {
    bool entered;
    double start; /* position of its leading edge along its path at the first sample [m] */
};

/* Describes the creep of a sheet, if it is more than a tenth of the sheet's movement and of the
 * allowed overlap. */
static void
say_walk(const struct params *p, const struct quire_sheet_view *sheet, double start, char *text,
         size_t size)
{
    const double walk = sheet->lead.path_distance - start, creep = sheet->creep;

    text[0] = '\0';
    if (isnan(walk) || !(fabs(creep) > 0.1 * fabs(walk)) || !(fabs(creep) > 0.1 * p->overlap)) {
        return;
    }
    quire_sentence_add(text, size,
                       "sheet '%s' moved %s mm, %s mm of it as creep of the regularised friction "
                       "law: use static friction (stick-slip), or a lower threshold velocity",
                       sheet->name, QUIRE_AMOUNT(1e3 * walk), QUIRE_AMOUNT(1e3 * creep));
}

static void
look_at(const struct quire_object *self, struct memory *memory, const struct quire_view *view,
        size_t i, size_t k)
{
    const struct params *p = self->params;
    struct quire_finding *finding = &memory->finding;
    const struct quire_beam beam = place(p);
    const struct quire_sheet_view *a = &view->sheet[i], *b = &view->sheet[k];
    const double both = fmin(quire_beam_covered(&beam, a), quire_beam_covered(&beam, b));
    const double overlap = fmin(a->lead.path_distance, b->lead.path_distance) -
                           fmax(a->trail.path_distance, b->trail.path_distance);
    /* sheets that have not come there, or are past it, are at least as far from lying on each other
     * there */
    const struct quire_measure measure = {both > 0 ? overlap : fmin(both, overlap), p->overlap,

                                          b->lead.x, b->lead.y, b->lead.path_distance};
    if (isnan(both)) {
        return;
    }
    if (!finding->seen || measure.limit - measure.value < finding->worst.margin) {
        const size_t late = fabs(a->creep) > fabs(b->creep) ? i : k;
        const struct of_sheet *of_late = quire_check_of_sheet(self, memory, late);
        say_walk(p, &view->sheet[late], of_late->start, memory->walk, sizeof memory->walk);
    }
    if (quire_finding_note(finding, view, k, measure)) {
        quire_beam_place(&beam, &finding->worst);
        quire_check_say(&finding->worst, "sheets '%s' and '%s' overlap by %s mm at %s '%s'",
                        a->name, b->name, QUIRE_AMOUNT(1e3 * overlap), beam.sort, beam.name);
    }
}

static void
sample(const struct quire_object *self, void *memory, void *of_sheet, const struct quire_view *view,
       size_t k)
{
    struct of_sheet *own = of_sheet;
    const struct quire_sheet_view *s = &view->sheet[k];

    if (s->entered && !own->entered) {
        *own = (struct of_sheet){true, s->lead.path_distance};
    }
    for (size_t i = 0; i < k; i++) {
        look_at(self, memory, view, i, k);
    }
}

static bool
judge(const struct quire_object *self, void *memory, const struct quire_view *view, bool finished,
      struct quire_check_result *out)
{
    const bool decided = quire_finding_decide(self, memory, view, finished, out);

    memcpy(out->note, ((const struct memory *)memory)->walk, sizeof out->note);
    return decided;
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;
    const quire_status scope = quire_scope_check(self, diag);

    if (scope != QUIRE_OK) {
        return scope;
    }
    /* without a model names mean nothing yet */
    if (self->parent != NULL && (p->sensor == NULL) == (p->nip == NULL)) {
        return quire_object_error(self, diag, "E-MODEL", NULL, "give either 'sensor' or 'nip'");
    }
    return quire_beam_check_sensor(self, p->sensor, diag);
}

static const struct quire_check_ops ops = {
    .unit = "m",
    .is_jam = true,
    .about = QUIRE_ABOUT_DOUBLE,
    .sheets = 2,
    .memory_size = sizeof(struct memory),
    .memory_per_sheet = sizeof(struct of_sheet),
    .unseen = "no two sheets were on that path at the same time",
    .sample = sample,
    .judge = judge,
};

const struct quire_kind quire_kind_check_double_feed = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "double-feed",
    .size = sizeof(struct params),
    .fields = fields,
    .help =
        "A jam: two sheets overlap at a sensor or in a nip by more than the overlap (multifeed). "
        "The check uses the positions of the sheets on its path. It reports the part of a sheet's "
        "movement that was creep of a regularised friction law, if that is a tenth or more.",
    .equation = "min(s_lead) - max(s_trail) <= overlap, while both cover the place",
    .ops = &ops,
    .check = check,
};
