#include "cause/pull.h"

#include <math.h>

#include "cause/drives.h"
#include "cause/limits.h"
#include "check/around.h"

#define DIFFERS                                                                                    \
    1e-4 /* part of their speed by which two drives pull a web tight or let it go slack */

int
quire_pull_like(const struct quire_view *view, const struct quire_push *slow,
                const struct quire_push *fast)
{
    const double within = 0.5 * (fast->speed - slow->speed);
    int n = 0;

    for (size_t i = 0; i < view->n_roller; i++) {
        const double speed = fabs(view->roller[i].surface_speed);
        /* one that stands now tells nothing of how fast it ran */
        const bool counts = view->roller[i].is_driver && speed >= QUIRE_DIAGNOSIS_DRIVEN;
        n += counts && fabs(speed - slow->speed) < within;
        n -= counts && fabs(speed - fast->speed) < within;
    }
    return n;
}

const struct quire_push *
quire_pull_odd(const struct quire_view *view, const struct quire_push *slow,
               const struct quire_push *fast)
{
    return quire_pull_like(view, slow, fast) > 0 ? fast : slow;
}

/* Of two drives one of which is slower and farther ahead, those whose speeds differ most; false:
 * there are no such two. */
static bool
find_slower_ahead(const struct quire_push *push, size_t n, const struct quire_push **slow,
                  const struct quire_push **fast)
{
    double most = 0;

    for (size_t k = 0; k < n * n; k++) {
        const struct quire_push *ahead = push + k / n, *behind = push + k % n;
        const double by = behind->speed - ahead->speed;
        if (behind->speed >= QUIRE_DIAGNOSIS_DRIVEN && ahead->ahead > behind->ahead &&
            by > QUIRE_DIAGNOSIS_SPEEDS * behind->speed && by > most) {
            most = by;
            *slow = ahead;
            *fast = behind;
        }
    }
    return most > 0;
}

static bool
holds_back(const struct quire_push *push)
{
    return -quire_drives_way(push) * push->friction >= QUIRE_HOLDING_FORCE;
}

/* Of drives that pull at a sheet from which one slips. */
static bool
find_slipping(const struct quire_push *push, size_t n, const struct quire_push **slow,
              const struct quire_push **fast)
{
    bool slip = false;

    *slow = quire_drives_slowest(push, n);
    *fast = NULL;
    for (size_t k = 0; k < n; k++) {
        slip = slip || quire_drives_slip(push + k);
        if (*fast == NULL && push[k].speed >= QUIRE_DIAGNOSIS_DRIVEN &&
            (*slow)->speed < (1 - QUIRE_DIAGNOSIS_SPEEDS) * push[k].speed) {
            *fast = push + k;
        }
    }
    /* one that runs free holds nothing back */
    return slip && *fast != NULL && holds_back(*slow);
}

const struct quire_push *
quire_pull_of_two(const struct quire_view *view, const struct quire_push *push, size_t n,
                  double *by)
{
    const struct quire_push *slow = NULL, *fast = NULL;

    if (!find_slower_ahead(push, n, &slow, &fast) && !find_slipping(push, n, &slow, &fast)) {
        return NULL;
    }
    /* one that stands and brakes, or is ahead, is in the way, however many others stand */
    const bool stands =
        slow->speed < QUIRE_DIAGNOSIS_DRIVEN && (slow->ahead > fast->ahead || holds_back(slow));
    const struct quire_push *odd = stands ? slow : quire_pull_odd(view, slow, fast);
    *by = odd == slow ? slow->speed - fast->speed : fast->speed - slow->speed;
    return odd;
}

const struct quire_guide_view *
quire_pull_drag(const struct quire_view *view, size_t sheet, double way)
{
    const struct quire_guide_view *worst = NULL;

    for (size_t i = 0; i < view->n_guide; i++) {
        const struct quire_guide_view *g = &view->guide[i];
        if (g->sheet == (int)sheet && way * g->holding >= QUIRE_HOLDING_FORCE &&
            (worst == NULL || way * g->holding > way * worst->holding)) {
            worst = g;
        }
    }
    return worst;
}

/* The nip that drives the sheet nearest to a place, behind it or ahead of it; NULL: none. */
static const struct quire_push *
nearest(const struct quire_why *why, double at, double way)
{
    const struct quire_push *found = NULL;

    for (size_t k = 0; k < why->n_push; k++) {
        const struct quire_push *push = why->push + k;
        const double ahead = way * (push->at - at);
        if (ahead > 0 && (found == NULL || ahead < way * (found->at - at))) {
            found = push;
        }
    }
    return found;
}

void
quire_pull_find(const struct quire_view *view, size_t sheet,
                const struct quire_check_result *result, struct quire_why *out)
{
    const struct quire_push *behind = nearest(out, result->path_distance, -1),
                            *ahead = nearest(out, result->path_distance, 1);
    const struct quire_missing open = quire_drives_missing(view, view->sheet + sheet, sheet);
    const struct quire_guide_view *drag = quire_pull_drag(view, sheet, 1);
    const bool slack = result->value < result->lowest;
    /* what should pull, and what should hold */
    const struct quire_push *lets_go = slack ? ahead : behind;
    const bool two = behind != NULL && ahead != NULL,
               differ = two && (slack ? behind->speed - ahead->speed
                                      : ahead->speed - behind->speed) > DIFFERS * ahead->speed;

    if (lets_go != NULL && quire_drives_slip(lets_go)) {
        quire_why_blame(out, QUIRE_MECHANISM_SLIP, lets_go->sort, lets_go->name);
    } else if (differ) {
        const struct quire_push *odd =
            quire_pull_odd(view, slack ? ahead : behind, slack ? behind : ahead);
        quire_why_blame(out, QUIRE_MECHANISM_SPEEDS, odd->sort, odd->name);
    } else if (slack && ahead == NULL && open.roller != NULL) {
        quire_why_blame(out, QUIRE_MECHANISM_LOOSE, open.sort, open.name);
    } else if (drag != NULL) {
        quire_why_blame(out, QUIRE_MECHANISM_DRAG, "guide", drag->name);
    }
}
