#include "cause/drives.h"

#include <math.h>

#include "cause/limits.h"
#include "check/around.h"
#include "check/branch.h"

/* Whether an end of the sheet, not its middle, is in a nip, and has gone by. A tail that hangs down
 * behind the nip may lie past it as the path has it. */
static bool
has_left(const struct quire_nip_view *nip, const struct quire_sheet_view *s)
{
    const size_t nearest = quire_around_nearest(s, nip->x, nip->y);

    return (nearest == 0 || nearest + 1 == s->n_node) &&
           nip->path_distance < fmin(s->lead.path_distance, s->trail.path_distance);
}

#define OPENED 0.5 /* of its way: a nip that is lifted farther holds nothing */

/* Whether a roller's nip, if it has one, holds the sheet: one that is open rubs on it at most. One
 * that both rollers press on with a force that holds has it, wherever the path has its trailing
 * edge; one that presses with less may only rub on a tail that has left it. */
static bool
is_closed(const struct quire_view *view, const struct quire_sheet_view *s,
          const struct quire_roller_view *roller)
{
    const struct quire_nip_view *nip = roller->nip >= 0 ? &view->nip[roller->nip] : NULL;
    if (nip == NULL || nip->open > OPENED) {
        return nip == NULL;
    }
    const double least = fmin(view->roller[nip->driver].normal, view->roller[nip->idler].normal);
    return least >= QUIRE_HOLDING_FORCE || (least > 0 && !has_left(nip, s));
}

/* How far along the sheet a roller is, the more the farther along the way of its surface [m]. */
static double
ahead_of(const struct quire_sheet_view *s, const struct quire_roller_view *r, bool back)
{
    const double part = s->length / (double)(s->n_node - 1);
    const size_t nearest = quire_around_nearest(s, r->x, r->y);

    return back ? -part * (double)nearest : part * (double)nearest;
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
        /* one that stands runs neither way */
        const bool back = fabs(r->surface_speed) >= QUIRE_DIAGNOSIS_DRIVEN &&
                          quire_around_runs_back(&view->sheet[sheet], r);
        const struct quire_push push = {at.sort,
                                        at.name,
                                        r->normal,
                                        r->limit,
                                        r->friction,
                                        r->slip,
                                        fabs(r->surface_speed),
                                        place,
                                        ahead_of(&view->sheet[sheet], r, back),
                                        back,
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
        if (push[i].speed >= QUIRE_DIAGNOSIS_DRIVEN) {
            slow = slow == NULL || push[i].speed < slow->speed ? push + i : slow;
        }
        front = front == NULL || push[i].ahead > front->ahead ? push + i : front;
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

const struct quire_push *
quire_drives_slipping(const struct quire_push *push, size_t n)
{
    const struct quire_push *found = NULL;

    for (size_t i = 0; i < n; i++) {
        if (quire_drives_slip(push + i) && (found == NULL || push[i].limit < found->limit)) {
            found = push + i;
        }
    }
    return found;
}

#define ON_PATH 0.01 /* so near a path a nip, or a roller's surface, is on it [m] */

static double
distance(double x, double y, double px, double py)
{
    return sqrt((px - x) * (px - x) + (py - y) * (py - y));
}

/* Where a drive roller meets sheets: `xy`, in its nip or at its surface, and so far along this
 * path, NaN where it is beside it [m]. */
static double
place_of(const struct quire_view *view, const struct quire_outline *path,
         const struct quire_roller_view *r, double xy[2])
{
    double foot[2], at = NAN, left = NAN, out = ON_PATH;

    xy[0] = r->nip >= 0 ? view->nip[r->nip].x : r->x;
    xy[1] = r->nip >= 0 ? view->nip[r->nip].y : r->y;
    if (path == NULL) {
        return (double)NAN;
    }
    if (r->nip >= 0) {
        at = view->nip[r->nip].path_distance;
    } else {
        quire_outline_project(path, xy, -1, &at, &left);
        out += r->radius + fabs(r->travel);
    }
    quire_outline_at(path, at, foot, NULL);
    return distance(xy[0], xy[1], foot[0], foot[1]) <= out ? at : (double)NAN;
}

/* From the edge that goes first, at this distance along its path, on to the end of the path and to
 * a place beside it. */
static double
beyond_path(const struct quire_sheet_view *s, const double xy[2], double first)
{
    double end[2];

    quire_outline_at(s->path, s->path->length, end, NULL);
    return fmax(s->path->length - first, 0) + distance(end[0], end[1], xy[0], xy[1]);
}

/* Whether a sheet covers a roller; *ahead: how far that is ahead of the edge that goes first. In a
 * branch distances along the sheet's own path mean nothing: there it is the distance between the
 * two, whichever way. */
static bool
covers(const struct quire_view *view, const struct quire_sheet_view *s, bool in_branch,
       const struct quire_roller_view *r, double *ahead)
{
    double xy[2];
    const double speed = quire_branch_speed(s, false, in_branch),
                 at = place_of(view, s->path, r, xy), lead = s->lead.path_distance,
                 trail = s->trail.path_distance;
    const bool turned = quire_branch_is_turned(s, in_branch),
               back = speed < (turned ? 1 : -1) * QUIRE_DIAGNOSIS_DRIVEN;
    const struct quire_point_view *first = back ? &s->trail : &s->lead;

    if (in_branch || s->path == NULL) {
        *ahead = distance(xy[0], xy[1], first->x, first->y);
        return quire_around_reaches(s, xy[0], xy[1],
                                    r->nip >= 0 ? QUIRE_COVERS : r->radius + QUIRE_COVERS);
    }
    *ahead = isnan(at) ? beyond_path(s, xy, first->path_distance)
                       : (turned == back ? 1 : -1) * (at - first->path_distance);
    return at <= fmax(lead, trail) && at >= fmin(lead, trail);
}

static bool
grips(const struct quire_view *view, const struct quire_sheet_view *s, size_t sheet,
      const struct quire_roller_view *r)
{
    return r->normal > 0 &&
           (r->nip >= 0 ? quire_around_is_in_nip(view, sheet, &view->nip[r->nip])
                        : quire_around_touches(view, sheet, r)) &&
           is_closed(view, s, r);
}

struct quire_missing
quire_drives_missing(const struct quire_view *view, const struct quire_sheet_view *s, size_t sheet)
{
    struct quire_missing out = {0};
    const bool in_branch = quire_branch_has(view, s);
    /* rollers are nearer to each other than a sheet is long */
    double nearest = s->length, farthest = -HUGE_VAL;

    for (size_t i = 0; i < view->n_roller; i++) {
        const struct quire_roller_view *r = view->roller + i;
        double ahead;
        if (!r->is_driver || grips(view, s, sheet, r)) {
            continue;
        }
        const bool under = covers(view, s, in_branch, r, &ahead);
        if (under ? ahead > farthest : !out.under && ahead > 0 && ahead < nearest) {
            farthest = under ? ahead : farthest;
            nearest = under ? nearest : ahead;
            const struct quire_around at = quire_around_roller(view, r);
            out = (struct quire_missing){r, at.sort, at.name, under, ahead_of(s, r, false)};
        }
    }
    return out;
}

double
quire_drives_due_speed(const struct quire_view *view, const struct quire_sheet_view *s,
                       size_t sheet, bool *back)
{
    const bool in_branch = quire_branch_has(view, s);
    double speed = 0, farthest = -HUGE_VAL, ahead;
    bool stands = false;

    for (size_t i = 0; i < view->n_roller; i++) {
        const struct quire_roller_view *r = view->roller + i;
        const bool runs = fabs(r->surface_speed) >= QUIRE_DIAGNOSIS_DRIVEN;
        if (!r->is_driver || !covers(view, s, in_branch, r, &ahead) ||
            (!runs && !grips(view, s, sheet, r))) {
            continue;
        }
        const bool runs_back = runs && quire_around_runs_back(s, r);
        const double place = ahead_of(s, r, runs_back);
        if (place > farthest) {
            farthest = place;
            stands = !runs;
        }
        if (runs && fabs(r->surface_speed) > speed) {
            speed = fabs(r->surface_speed);
            *back = runs_back;
        }
    }
    return stands ? 0 : speed;
}
