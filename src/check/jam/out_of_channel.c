/* Out of channel: a sheet, or a part of it, runs outside the channel that should lead it. */
#include <math.h>

#include "check/around.h"
#include "check/branch.h"
#include "check/finding.h"
#include "check/scope.h"
#include "path/channels.h"
#include "path/places.h"
#include "text/amount.h"

struct params {
    struct quire_check_common common;
    double distance;
};

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_CHECK_STOP(struct params),
    QUIRE_CHECK_SCOPE(struct params),
    QUIRE_REAL(struct params, distance, "distance", "m", "5 mm", QUIRE_POSITIVE,
               "largest distance of a sheet beyond the walls of a channel", NULL),
    QUIRE_FIELD_END,
};

/* The worst node of a sheet. */
struct search {
    const struct params *params;
    const struct quire_view *view;
    const struct quire_sheet_view *sheet;
    const struct quire_object *root, *path;
    struct quire_measure worst;
    const struct quire_channel_params *channel; /* where that is */
};

static void
visit(void *user, size_t node, double distance, double height)
{
    struct search *search = user;
    const struct quire_channel_params *channel =
        quire_channel_at(search->root, search->path, distance);
    if (channel == NULL) {
        return;
    }
    const double limit = quire_channel_half(channel) + search->params->distance;
    const struct quire_measure m = {fabs(height), limit, search->sheet->x[node],
                                    search->sheet->y[node], distance};
    const bool worse =
        isnan(search->worst.value) || m.limit - m.value < search->worst.limit - search->worst.value;
    if (worse && !quire_branch_takes(search->view, search->sheet, height, m.x, m.y)) {
        search->worst = m;
        search->channel = channel;
    }
}

static double
least_limit(const struct params *p, const struct quire_object *root,
            const struct quire_object *path)
{
    double least = INFINITY;
    const struct quire_channel_params *c;
    for (size_t i = 0; (c = quire_channel_next(root, path, &i)) != NULL;) {
        least = fmin(least, quire_channel_half(c) + p->distance);
    }
    return least;
}

static void
sample(const struct quire_object *self, void *memory, void *of_sheet, const struct quire_view *view,
       size_t i)
{
    const struct params *p = self->params;
    struct quire_finding *finding = memory;
    const struct quire_sheet_view *sheet = &view->sheet[i];
    (void)of_sheet;
    const struct quire_object *path = quire_around_path(sheet);
    if (!sheet->entered || sheet->path == NULL || path == NULL) {
        return;
    }
    const double least = least_limit(p, self->parent, path);
    /* most views hold nothing worse than an earlier one, and then the way along the sheet can be
     * saved */
    const bool worse = !finding->seen || least - sheet->buckle_height < finding->worst.margin;
    if (isinf(least) || !worse || quire_around_is_held(sheet, view->time)) {
        return;
    }
    struct search search = {p, view, sheet, self->parent, path, {.value = NAN}, NULL};
    quire_around_walk(sheet, visit, &search);
    if (!isnan(search.worst.value) && quire_finding_note(finding, view, i, search.worst)) {
        quire_check_say(
            &finding->worst,
            "the sheet is %s mm from its path at %s mm, outside channel '%s' with a gap of %s mm",
            QUIRE_AMOUNT(1e3 * search.worst.value), QUIRE_AMOUNT_PLACE(search.worst.path_distance),
            search.channel->name != NULL ? search.channel->name : "",
            QUIRE_AMOUNT(1e3 * search.channel->gap));
        quire_check_say_held(&finding->worst, view, i);
    }
}

static const struct quire_check_ops ops = {
    .unit = "m",
    .is_jam = true,
    .tells_folds = 4,
    .by_default = true,
    .about = QUIRE_ABOUT_PATH,
    .memory_size = sizeof(struct quire_finding),
    .unseen = "no free sheet was in a channel of its path",
    .sample = sample,
    .judge = quire_finding_decide,
};

const struct quire_kind quire_kind_check_out_of_channel = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "out-of-channel",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A jam: a point of a sheet is outside the channel of the sheet's path, and in no "
            "channel of another path. Its distance from the path is greater than half the gap, the "
            "mouth and 'distance' together. Sheets that are clamped, pinned or loaded are not "
            "monitored. On by default.",
    .ops = &ops,
    .check = quire_scope_check,
};
