/* Buckle: between the places that lead it a sheet stands out far from its path. */
#include <math.h>
#include <string.h>

#include "check/around.h"
#include "check/branch.h"
#include "check/finding.h"
#include "check/scope.h"
#include "path/channels.h"
#include "path/places.h"
#include "text/amount.h"

struct params {
    struct quire_check_common common;
    double height;
};

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_CHECK_STOP(struct params),
    QUIRE_CHECK_SCOPE(struct params),
    QUIRE_REAL(struct params, height, "height", "m", "10 mm", QUIRE_POSITIVE,
               "largest distance of a buckle from the path, between two nips that hold it or in a "
               "channel; in a wider channel the limit is the distance to its walls",
               NULL),
    QUIRE_FIELD_END,
};

/* The part of a sheet that is led on both sides, and the worst node in it. */
struct span {
    const struct params *params;
    const struct quire_view *view;
    const struct quire_sheet_view *sheet;
    const struct quire_object *root, *path;
    double from, to; /* first and last nip that hold the sheet [m]; from >= to: fewer than two */
    struct quire_measure worst;
};

static void
find_nips(struct span *span, const struct quire_view *view, size_t sheet)
{
    const struct quire_sheet_view *s = span->sheet;
    span->from = INFINITY;
    span->to = -INFINITY;
    for (size_t i = 0; i < view->n_nip; i++) {
        const struct quire_nip_view *nip = &view->nip[i];
        /* within its edges, since the distance of a nip on another path means nothing here */
        if (quire_around_is_in_nip(view, sheet, nip) &&
            nip->path_distance > s->trail.path_distance &&
            nip->path_distance < s->lead.path_distance) {
            span->from = fmin(span->from, nip->path_distance);
            span->to = fmax(span->to, nip->path_distance);
        }
    }
}

static void
visit(void *user, size_t node, double distance, double height)
{
    struct span *span = user;
    const struct quire_channel_params *channel = quire_channel_at(span->root, span->path, distance);
    if (channel == NULL && !(distance > span->from && distance < span->to)) {
        return;
    }
    const double limit =
        fmax(span->params->height, channel != NULL ? quire_channel_half(channel) : 0);
    const struct quire_measure m = {fabs(height), limit, span->sheet->x[node], span->sheet->y[node],
                                    distance};
    const bool worse =
        isnan(span->worst.value) || m.limit - m.value < span->worst.limit - span->worst.value;
    if (worse && !quire_branch_takes(span->view, span->sheet, height, m.x, m.y)) {
        span->worst = m;
    }
}

static void
sample(const struct quire_object *self, void *memory, void *of_sheet, const struct quire_view *view,
       size_t i)
{
    const struct params *p = self->params;
    struct quire_finding *finding = memory;
    const struct quire_sheet_view *sheet = &view->sheet[i];
    (void)of_sheet;
    /* most views hold nothing worse than an earlier one, and then the way along the sheet can be
     * saved */
    const bool worse = !finding->seen || p->height - sheet->buckle_height < finding->worst.margin;
    if (!sheet->entered || sheet->path == NULL || !worse ||
        quire_around_is_held(sheet, view->time)) {
        return;
    }
    struct span span = {.params = p,
                        .view = view,
                        .sheet = sheet,
                        .root = self->parent,
                        .path = quire_around_path(sheet),
                        .worst = {.value = NAN}};
    find_nips(&span, view, i);
    size_t first = 0;
    if (!(span.from < span.to) && quire_channel_next(span.root, span.path, &first) == NULL) {
        return;
    }
    quire_around_walk(sheet, visit, &span);
    if (!isnan(span.worst.value) && quire_finding_note(finding, view, i, span.worst)) {
        quire_check_say(
            &finding->worst, "the sheet buckles %s mm from its path at %s mm; the limit is %s mm",
            QUIRE_AMOUNT(1e3 * span.worst.value), QUIRE_AMOUNT_PLACE(span.worst.path_distance),
            QUIRE_AMOUNT(1e3 * span.worst.limit));
        struct quire_check_result at_lead = finding->worst;
        at_lead.x = sheet->lead.x,
        at_lead.y = sheet->lead.y; /* what makes it buckle is mostly at its leading edge */
        quire_check_say_held(&at_lead, view, i);
        memcpy(finding->worst.cause, at_lead.cause, sizeof at_lead.cause);
    }
}

static const struct quire_check_ops ops = {
    .unit = "m",
    .is_jam = true,
    .tells_folds = 3,
    .by_default = true,
    .about = QUIRE_ABOUT_PATH,
    .memory_size = sizeof(struct quire_finding),
    .unseen = "no free sheet on a path was in a channel or in two nips",
    .sample = sample,
    .judge = quire_finding_decide,
};

const struct quire_kind quire_kind_check_buckle = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "buckle",
    .size = sizeof(struct params),
    .fields = fields,
    .help =
        "A jam: the sheet buckles by more than the height from its path, between two nips that "
        "hold it or in a channel. Free ends, and sheets that are clamped, pinned or loaded, are "
        "not monitored. Increase the height where a loop is formed on purpose. On by default.",
    .ops = &ops,
    .check = quire_scope_check,
};
