#include "check/branch.h"

#include <math.h>

#include "check/around.h"

#define GAP  0.03  /* between two channels a sheet is still in their branch [m] */
#define NEAR 0.005 /* so far beside a path a sheet goes along it, without a channel [m] */

/* The channel of a path at a place along it, or the nearest within GAP; NULL: there is none. */
static const struct quire_channel_params *
channel_near(const struct quire_object *root, const struct quire_object *path, double at)
{
    const struct quire_channel_params *c, *best = quire_channel_at(root, path, at);
    double least = GAP;

    for (size_t i = 0; best == NULL && (c = quire_channel_next(root, path, &i)) != NULL;) {
        least = fmin(least, fmax(c->from - at, at - c->to));
    }
    for (size_t i = 0; best == NULL && (c = quire_channel_next(root, path, &i)) != NULL;) {
        best = fmax(c->from - at, at - c->to) <= least ? c : NULL;
    }
    return best;
}

/* The channel's end that is nearer to a place along its path. */
static void
nearer_end(const struct quire_outline *path, const struct quire_channel_params *channel, double at,
           double out[2])
{
    const bool first = at - channel->from < channel->to - at;

    quire_outline_at(path, first ? channel->from : channel->to, out, NULL);
}

/* How far beside a path a sheet may lie that goes along it there [m]; negative: it cannot. */
static double
allowance(const struct quire_outline *path, const struct quire_channel_params *channel, double at)
{
    if (channel != NULL) {
        return fmax(quire_channel_half(channel), NEAR);
    }
    return at >= 0 && at <= path->length ? NEAR : -1;
}

bool
quire_branch_find(const struct quire_view *view, const struct quire_sheet_view *sheet, double x,
                  double y, struct quire_branch *out)
{
    const struct quire_object *own = quire_around_path(sheet);
    const double p[2] = {x, y};
    double least = HUGE_VAL;

    for (size_t i = 0; i < view->n_path; i++) {
        const struct quire_outline *path = view->path + i;
        double at = NAN, left = NAN;
        if (view->path_object[i] == own || path->n == 0) {
            continue;
        }
        quire_outline_project(path, p, -1, &at, &left);
        const struct quire_channel_params *channel =
            channel_near(view->path_object[i]->parent, view->path_object[i], at);
        if (fabs(left) <= allowance(path, channel, at) && fabs(left) < least) {
            least = fabs(left);
            *out = (struct quire_branch){view->path_object[i], path, channel, at, {p[0], p[1]}};
            if (channel != NULL) {
                nearer_end(path, channel, at, out->from);
            }
        }
    }
    return isfinite(least);
}

bool
quire_branch_takes(const struct quire_view *view, const struct quire_sheet_view *sheet,
                   double height, double x, double y)
{
    struct quire_branch unused;

    return fabs(height) > NEAR && quire_branch_find(view, sheet, x, y, &unused);
}

static bool
of_edge(const struct quire_view *view, const struct quire_sheet_view *sheet,
        const struct quire_point_view *edge, struct quire_branch *out)
{
    if (!(fabs(edge->path_height) > NEAR)) {
        return false;
    }
    const struct quire_object *own = quire_around_path(sheet);
    const struct quire_channel_params *channel =
        own != NULL ? quire_channel_at(own->parent, own, edge->path_distance) : NULL;

    return (channel == NULL || fabs(edge->path_height) > quire_channel_half(channel)) &&
           quire_branch_find(view, sheet, edge->x, edge->y, out);
}

bool
quire_branch_of_lead(const struct quire_view *view, const struct quire_sheet_view *sheet,
                     struct quire_branch *out)
{
    return of_edge(view, sheet, &sheet->lead, out);
}

bool
quire_branch_has(const struct quire_view *view, const struct quire_sheet_view *sheet)
{
    struct quire_branch unused;

    return of_edge(view, sheet, &sheet->lead, &unused) ||
           of_edge(view, sheet, &sheet->trail, &unused);
}

bool
quire_branch_is_turned(const struct quire_sheet_view *sheet, bool in_branch)
{
    return !in_branch && sheet->lead.path_distance < sheet->trail.path_distance;
}

double
quire_branch_speed(const struct quire_sheet_view *sheet, bool trail, bool in_branch)
{
    const struct quire_point_view *edge = trail ? &sheet->trail : &sheet->lead;

    if (!in_branch || sheet->n_node < 2) {
        return quire_branch_is_turned(sheet, in_branch) ? -edge->path_speed : edge->path_speed;
    }
    const size_t k = trail ? 1 : sheet->n_node - 1; /* end of the edge's segment */
    const double dx = sheet->x[k] - sheet->x[k - 1], dy = sheet->y[k] - sheet->y[k - 1];
    return (dx * edge->vx + dy * edge->vy) / sqrt(dx * dx + dy * dy);
}

const struct quire_guide_view *
quire_branch_gate(const struct quire_view *view, const struct quire_branch *branch)
{
    const struct quire_guide_view *found = NULL;
    double least = QUIRE_BRANCH_NEAR;

    for (size_t i = 0; i < view->n_guide; i++) {
        const struct quire_guide_view *g = view->guide + i;
        if (g->moves && g->outline->n > 0) {
            const double d = quire_around_guide(g, branch->from[0], branch->from[1], NULL, NULL);
            found = d < least ? g : found;
            least = fmin(least, d);
        }
    }
    return found;
}
