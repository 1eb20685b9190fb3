#include "cause/weakness.h"

#include <math.h>

#include "cause/drives.h"
#include "cause/limits.h"
#include "cause/parts.h"
#include "check/around.h"

static double
weight_of(const struct quire_view *view, const struct quire_sheet_view *s)
{
    return s->mass * hypot(view->gravity[0], view->gravity[1]);
}

/* With which the rollers of a nip press on what is between them, or on each other. */
static double
presses(const struct quire_view *view, const struct quire_nip_view *nip)
{
    const struct quire_roller_view *driver = view->roller + nip->driver;

    return fmax(driver->normal, driver->roller_normal);
}

/* Whether a nip holds no more than some weights of its sheet, and presses with a small part of the
 * force with which most nips press that do not hold the sheet. */
static bool
presses_little(const struct quire_view *view, size_t sheet, const struct quire_push *push,
               double weight)
{
    int stronger = 0;

    if (view->roller[push->roller].nip < 0 || push->limit >= QUIRE_DIAGNOSIS_HOLDS * weight) {
        return false;
    }
    for (size_t i = 0; i < view->n_nip; i++) {
        const double other = presses(view, view->nip + i);
        if (!quire_around_is_in_nip(view, sheet, view->nip + i) && other > 0) {
            stronger += push->normal < QUIRE_DIAGNOSIS_WEAK * other ? 1 : -1;
        }
    }
    return stronger > 0;
}

bool
quire_weakness_all_slip(const struct quire_why *why)
{
    bool all = why->n_push > 0;
    for (size_t k = 0; k < why->n_push; k++) {
        all = all && quire_drives_slip(why->push + k);
    }
    return all;
}

/* Friction over normal force of all that drives. */
static double
grip_used(const struct quire_why *why)
{
    double friction = 0, normal = 0;
    for (size_t k = 0; k < why->n_push; k++) {
        friction += fabs(why->push[k].friction);
        normal += why->push[k].normal;
    }
    return normal > 0 ? friction / normal : 0;
}

/* Whether what pushes the sheet is no more than its weight: what any sheet needs, so that drives
 * that slip by it hold too little; or no drive presses as nips of the machine do. */
static bool
pushes_little(const struct quire_view *view, size_t i, const struct quire_why *why)
{
    const double weight = weight_of(view, view->sheet + i);
    double friction = 0;
    bool weak = true;
    for (size_t k = 0; k < why->n_push; k++) {
        friction += fabs(why->push[k].friction);
        weak = weak && presses_little(view, i, why->push + k, weight);
    }
    return friction <= weight || weak;
}

bool
quire_weakness_all_hold_little(const struct quire_view *view, size_t sheet,
                               const struct quire_why *why)
{
    return quire_weakness_all_slip(why) &&
           (grip_used(why) < QUIRE_DIAGNOSIS_GRIP || pushes_little(view, sheet, why));
}

const struct quire_push *
quire_weakness_find(const struct quire_view *view, size_t i, const struct quire_why *why)
{
    const double weight = weight_of(view, view->sheet + i);
    const struct quire_push *found = NULL;
    double grip = 0;

    for (size_t k = 0; k < why->n_push; k++) {
        grip = fmax(grip, why->push[k].limit);
    }
    for (size_t k = 0; k < why->n_push; k++) {
        const struct quire_push *p = why->push + k;
        const bool little = fabs(p->friction) < QUIRE_DIAGNOSIS_GRIP * p->normal ||
                            fabs(p->friction) <= weight || p->limit < QUIRE_DIAGNOSIS_WEAK * grip ||
                            presses_little(view, i, p, weight);
        if (quire_drives_slip(p) && p->slip * quire_drives_way(p) < 0 && little &&
            (found == NULL || p->limit < found->limit)) {
            found = p;
        }
    }
    return found;
}

/* Whether its drive runs ahead of it: its clutch is at its limit, or carries next to nothing. */
static bool
gives_way(const struct quire_roller_view *r)
{
    const double drive = quire_parts_drive_speed(r);

    return quire_parts_limiter(r) != NULL && !isnan(r->clutch_slip) &&
           fabs(drive) >= QUIRE_DIAGNOSIS_DRIVEN &&
           r->clutch_slip * drive >= QUIRE_DIAGNOSIS_SLIP * drive * drive;
}

/* One that is disengaged lets others pull the sheet through, unless it brakes that, or is alone. */
static bool
lets_through(const struct quire_roller_view *r, const struct quire_push *push, size_t n)
{
    return fabs(r->clutch_torque) < QUIRE_DIAGNOSIS_WEAK * quire_parts_limiter(r)->torque &&
           n > 1 && -quire_drives_way(push) * push->friction < QUIRE_HOLDING_FORCE;
}

/* What its clutch carries, at the roller's surface; infinite of one that does not give way [N]. */
static double
carries(const struct quire_view *view, const struct quire_push *push, size_t n)
{
    const struct quire_roller_view *r = view->roller + push->roller;

    return gives_way(r) && !lets_through(r, push, n) ? fabs(r->clutch_torque) / r->radius
                                                     : HUGE_VAL;
}

/* With which those push the sheet that do not give way. */
static double
others_push(const struct quire_view *view, const struct quire_push *push, size_t n)
{
    double most = 0;

    for (size_t k = 0; k < n; k++) {
        if (isinf(carries(view, push + k, n))) {
            most = fmax(most, quire_drives_way(push + k) * push[k].friction);
        }
    }
    return most;
}

static bool
is_stopped(const struct quire_view *view, const struct quire_push *push)
{
    return fabs(quire_parts_drive_speed(view->roller + push->roller)) < QUIRE_DIAGNOSIS_DRIVEN;
}

/* Whether a drive holds the sheet that would not turn without it either. */
static bool
has_stopped(const struct quire_view *view, const struct quire_why *why)
{
    bool stopped = false;

    for (size_t k = 0; k < why->n_push; k++) {
        stopped = stopped || is_stopped(view, why->push + k);
    }
    return stopped;
}

const struct quire_push *
quire_weakness_brake(const struct quire_view *view, const struct quire_why *why)
{
    const struct quire_push *brake = NULL;
    bool gives = false;

    for (size_t k = 0; k < why->n_push; k++) {
        const struct quire_push *push = why->push + k;
        gives = gives || gives_way(view->roller + push->roller);
        if (is_stopped(view, push) &&
            fabs(push->friction) >=
                fmax(QUIRE_HOLDING_FORCE, brake != NULL ? fabs(brake->friction) : 0)) {
            brake = push;
        }
    }
    return gives ? brake : NULL;
}

const struct quire_push *
quire_weakness_gives_way(const struct quire_view *view, size_t sheet, const struct quire_why *why,
                         bool little)
{
    const double weight = weight_of(view, view->sheet + sheet);
    const struct quire_push *found = NULL;
    double least = little ? QUIRE_DIAGNOSIS_CARRIES * weight : HUGE_VAL;

    for (size_t k = 0; k < why->n_push; k++) {
        const double force = carries(view, why->push + k, why->n_push);
        if (force < least && (!little || force < QUIRE_DIAGNOSIS_GIVES * why->push[k].limit)) {
            found = why->push + k;
            least = force;
        }
    }
    /* what holds a sheet against a stronger drive would hold it without the clutch, too, and so
     * does a drive that is stopped */
    return !has_stopped(view, why) &&
                   others_push(view, why->push, why->n_push) <= fmax(least, weight)
               ? found
               : NULL;
}
