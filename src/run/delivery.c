#include "run/delivery.h"

#include <math.h>

#include "check/around.h"
#include "check/branch.h"
#include "geometry/outline.h"
#include "machine/lookup.h"
#include "math/detmath.h"
#include "model/problem.h"
#include "sensor/bin.h"

static const struct quire_delivery_view unknown = {NAN, NAN, NAN, NAN, NAN};

/* ---- at the start ---- */

static quire_status
begin_bin(struct quire_run *run, const struct quire_object *bin, const struct quire_view *view,
          quire_diag *diag)
{
    const struct quire_bin_params *p = bin->params;
    const struct quire_outline *path = quire_system_path(run->system, p->common.path);
    long n = 0;

    if (p->common.at > path->length) {
        return quire_object_error(bin, diag, "E-RANGE", "a sheet never comes there",
                                  "it begins at %.6g mm along path '%s', beyond the path's end "
                                  "(%.6g mm)",
                                  1e3 * p->common.at, p->common.path->name, 1e3 * path->length);
    }
    for (size_t k = 0; k < view->n_sheet; k++) {
        if (view->sheet[k].entered && !view->sheet[k].delivered &&
            quire_bin_inside(bin, path, &view->sheet[k]) >= 0) {
            quire_observer_deliver(run->observer, (int)k, bin->name, &unknown);
            n++;
        }
    }
    return p->capacity == 0 || n <= p->capacity
               ? QUIRE_OK
               : quire_object_error(bin, diag, "E-RANGE", NULL,
                                    "its capacity is %ld, but %ld sheets lie in it at the start",
                                    p->capacity, n);
}

quire_status
quire_running_begin_bins(struct quire_run *run, quire_diag *diag)
{
    const struct quire_view *view = quire_observe_motion(run->observer, 0, run->y);
    const struct quire_object *bin;
    quire_status status = QUIRE_OK;

    for (size_t i = 0;
         (bin = quire_object_next_of(run->model->root, &quire_kind_bin, &i)) != NULL;) {
        status = quire_status_first(status, begin_bin(run, bin, view, diag));
    }
    return status;
}

/* ---- during a run ---- */

static double
direction(const struct quire_sheet_view *s, size_t segment)
{
    return quire_atan2(s->y[segment + 1] - s->y[segment], s->x[segment + 1] - s->x[segment]);
}

/* from the directions of its segments, turned on from one to the next */
static double
mean_curvature(const struct quire_sheet_view *s)
{
    const double full = 2 * 3.14159265358979323846;
    double turn = 0;

    if (s->n_node < 3) {
        return 0;
    }
    for (size_t i = 1; i + 1 < s->n_node; i++) {
        const double by = direction(s, i) - direction(s, i - 1);
        turn += by - full * floor(by / full + 0.5);
    }
    return turn / (s->length * (double)(s->n_node - 2) / (double)(s->n_node - 1));
}

void
quire_running_see_delivery(const struct quire_run *run, struct quire_pending_event *pending,
                           const struct quire_sheet_view *s)
{
    if (pending->sensor->kind != &quire_kind_bin) {
        return;
    }
    pending->delivers = true;
    pending->heard =
        pending->heard || ((const struct quire_bin_params *)pending->sensor->params)->remove;
    pending->delivery = (struct quire_delivery_view){.time = pending->event.time,
                                                     .speed = hypot(s->trail.vx, s->trail.vy),
                                                     .curl = mean_curvature(s),
                                                     .shift = NAN,
                                                     .yaw = NAN};
    if (run->system->spatial) {
        pending->delivery.shift = 0.5 * (s->lead.z + s->trail.z);
        pending->delivery.yaw = 0.5 * (s->lead_edge.yaw + s->trail_edge.yaw);
    }
}

void
quire_running_deliver(struct quire_run *run, const struct quire_pending_event *event)
{
    if (quire_observer_deliver(run->observer, event->sheet, event->sensor->name,
                               &event->delivery) &&
        ((const struct quire_bin_params *)event->sensor->params)->remove) {
        run->leaves[event->sheet] = true;
        run->entering = event->event.time;
    }
}

static bool
is_in_nip(const struct quire_view *view, size_t sheet)
{
    for (size_t i = 0; i < view->n_nip; i++) {
        if (quire_around_is_in_nip(view, sheet, &view->nip[i]) &&
            view->nip[i].path_distance >= view->sheet[sheet].trail.path_distance) {
            return true;
        }
    }
    return false;
}

/* Sheets of a path with a bin are delivered there. */
static bool
has_bin(const struct quire_object *path)
{
    const struct quire_object *bin;

    for (size_t i = 0; (bin = quire_object_next_of(path->parent, &quire_kind_bin, &i)) != NULL;) {
        if (((const struct quire_bin_params *)bin->params)->common.path == path) {
            return true;
        }
    }
    return false;
}

void
quire_running_look_at_ends(struct quire_run *run, const struct quire_view *view)
{
    for (size_t k = 0; k < view->n_sheet; k++) {
        const struct quire_sheet_view *s = &view->sheet[k];
        if (s->entered && !s->delivered && s->path != NULL &&
            s->lead.path_distance >= s->path->length && !is_in_nip(view, k) &&
            !quire_branch_has(view, s) && !has_bin(quire_around_path(s))) {
            quire_observer_deliver(run->observer, (int)k, NULL, &unknown);
        }
    }
}
