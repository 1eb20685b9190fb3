#include "cause/drives.h"

#include <math.h>

#include "cause/limits.h"
#include "check/around.h"
#include "check/branch.h"

/* Whether a roller's nip, if it has one, holds the sheet: one that is open rubs on it at most, as
 * one does that its trail edge has left. */
static bool
is_closed(const struct quire_view *view, const struct quire_sheet_view *s,
          const struct quire_roller_view *roller)
{
    const struct quire_nip_view *nip = roller->nip >= 0 ? &view->nip[roller->nip] : NULL;
    return nip == NULL ||
           (view->roller[nip->driver].normal > 0 && view->roller[nip->idler].normal > 0 &&
            !(nip->path_distance < s->trail.path_distance));
}

/* Whether a roller's surface runs against the sheet's direction of feed. Its own sign does not say
 * so: rollers that are placed by coordinates may lie on either side. */
static bool
runs_back(const struct quire_sheet_view *s, const struct quire_roller_view *r)
{
    size_t nearest = 0;
    double least = HUGE_VAL;

    for (size_t i = 0; i < s->n_node; i++) {
        const double dx = s->x[i] - r->x, dy = s->y[i] - r->y, square = dx * dx + dy * dy;
        nearest = square < least ? i : nearest;
        least = fmin(least, square);
    }
    const size_t from = nearest > 0 ? nearest - 1 : 0,
                 to = nearest + 1 < s->n_node ? nearest + 1 : nearest;
    const double tx = s->x[to] - s->x[from], ty = s->y[to] - s->y[from];
    const double along = (s->vx[nearest] * tx + s->vy[nearest] * ty) / sqrt(tx * tx + ty * ty),
                 surface = along - r->slip - r->creep, speed = fabs(r->surface_speed);

    return fabs(surface + speed) < fabs(surface - speed);
}

size_t
quire_drives_of(const struct quire_view *view, size_t sheet, struct quire_push out[QUIRE_PUSHES])
{
    size_t n = 0;
    for (size_t i = 0; i < view->n_roller; i++) {
        const struct quire_roller_view *r = &view->roller[i];
        if (!r->is_driver || !(r->normal >= QUIRE_HOLDING_FORCE) ||
            !is_closed(view, &view->sheet[sheet], r) || !quire_around_touches(view, sheet, r)) {
            continue;
        }
        const struct quire_around at = quire_around_roller(view, r);
        const double place = r->nip >= 0 ? view->nip[r->nip].path_distance : (double)NAN;
        const struct quire_push push = {at.sort,
                                        at.name,
                                        r->normal,
                                        r->limit,
                                        r->friction,
                                        r->slip,
                                        fabs(r->surface_speed),
                                        place,
                                        runs_back(&view->sheet[sheet], r),
                                        (int)i};
        size_t k = n;
        for (; k > 0 && out[k - 1].normal < push.normal; k--) {
            if (k < QUIRE_PUSHES) {
                out[k] = out[k - 1];
            }
        }
        if (k < QUIRE_PUSHES) {
            out[k] = push;
        }
        n += n < QUIRE_PUSHES;
    }
    return n;
}

const struct quire_push *
quire_drives_slowest(const struct quire_push *push, size_t n)
{
    const struct quire_push *found = NULL;
    for (size_t i = 0; i < n; i++) {
        found = found == NULL || push[i].speed < found->speed ? push + i : found;
    }
    return found;
}

const struct quire_push *
quire_drives_pace(const struct quire_push *push, size_t n)
{
    const struct quire_push *slow = NULL, *front = NULL;

    for (size_t i = 0; i < n; i++) {
        const double ahead = quire_drives_way(push + i) * push[i].at;
        if (push[i].speed >= QUIRE_DIAGNOSIS_DRIVEN) {
            slow = slow == NULL || push[i].speed < slow->speed ? push + i : slow;
        }
        if (!isnan(ahead) && (front == NULL || ahead > quire_drives_way(front) * front->at)) {
            front = push + i;
        }
    }
    if (front != NULL && front->speed < QUIRE_DIAGNOSIS_DRIVEN) {
        return front;
    }
    return slow != NULL ? slow : quire_drives_slowest(push, n);
}

double
quire_drives_way(const struct quire_push *push)
{
    return push != NULL && push->back ? -1 : 1;
}

bool
quire_drives_slip(const struct quire_push *push)
{
    return push->speed >= QUIRE_DIAGNOSIS_DRIVEN &&
           fabs(push->slip) >= QUIRE_DIAGNOSIS_SLIP * push->speed;
}

#define COVERS 3e-3 /* so near its middle a sheet lies in a nip [m] */

/* Whether a sheet lies in a nip; *ahead: how far the nip is ahead of it, infinite where that is not
 * known. In a branch distances along the sheet's own path mean nothing: there the nip counts as
 * ahead that is nearest to the edge that goes first. */
static bool
lies_in(const struct quire_sheet_view *s, bool in_branch, const struct quire_nip_view *nip,
        double *ahead)
{
    const bool back = quire_branch_speed(s, in_branch) < 0;
    const struct quire_point_view *first = back ? &s->trail : &s->lead;

    *ahead = nip->path_distance - s->lead.path_distance;
    if (!in_branch) {
        return *ahead <= 0 && nip->path_distance >= s->trail.path_distance;
    }
    *ahead =
        sqrt((nip->x - first->x) * (nip->x - first->x) + (nip->y - first->y) * (nip->y - first->y));
    return quire_around_reaches(s, nip->x, nip->y, COVERS);
}

const struct quire_nip_view *
quire_drives_missing(const struct quire_view *view, const struct quire_sheet_view *s, size_t sheet,
                     bool *is_under)
{
    const struct quire_nip_view *under = NULL, *next = NULL;
    const bool in_branch = quire_branch_has(view, s);
    double nearest = HUGE_VAL;

    for (size_t i = 0; i < view->n_nip; i++) {
        const struct quire_nip_view *nip = &view->nip[i];
        const bool grips = nip->sheet == (int)sheet && view->roller[nip->driver].normal > 0 &&
                           is_closed(view, s, &view->roller[nip->driver]);
        double ahead;
        if (isnan(nip->path_distance) || grips || !view->roller[nip->driver].is_driver) {
            continue;
        }
        if (lies_in(s, in_branch, nip, &ahead)) {
            under = under == NULL || nip->path_distance > under->path_distance ? nip : under;
        } else if (ahead > 0 && ahead < nearest) {
            nearest = ahead;
            next = nip;
        }
    }
    *is_under = under != NULL;
    return under != NULL ? under : next;
}
