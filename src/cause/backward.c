#include "cause/backward.h"

#include <math.h>
#include <stdlib.h>

#include "body/nip.h"
#include "cause/astray.h"
#include "cause/limits.h"
#include "cause/parts.h"
#include "cause/symptoms.h"
#include "check/around.h"

#define KEPT 0.1 /* a sheet that two drives fold up is thrown out of one of them [s] */

/* The drive that went against others at the last look at which one did. */
struct seen {
    bool seen;
    int roller;
    double since, last; /* from the first such look on, until the last one [s] */
    double by;          /* how much slower it was than another drive at first [m/s] */
    const char *gate;   /* that should have led the sheet into a branch; NULL: none */
};

/* The sheet in nips that turn backward, and going back. */
struct taken {
    bool seen;
    double since, speed; /* at first [s], [m/s] */
};

struct quire_backward {
    struct seen *sheet;  /* (n_sheet) */
    struct taken *taken; /* (n_sheet) */
};

/* Of its drive: +1, -1, or 0 of one that is stopped. A sheet turns a roller that a torque drives.
 */
static int
way_of(const struct quire_roller_view *roller)
{
    const double drive = quire_parts_is_torque(roller) ? roller->torque : roller->surface_speed,
                 least = quire_parts_is_torque(roller) ? 0 : QUIRE_DIAGNOSIS_DRIVEN;

    return !(fabs(drive) > least) ? 0 : drive < 0 ? -1 : 1;
}

/* How many nips of the machine feed the same way, less those that feed the other way. */
static int
like(const struct quire_view *view, const struct quire_roller_view *roller)
{
    int n = 0;

    for (size_t i = 0; i < view->n_nip; i++) {
        n += way_of(roller) * way_of(view->roller + view->nip[i].driver);
    }
    return n;
}

/* The path on which a roller's nip is; NULL: it has none. */
static const struct quire_object *
path_of(const struct quire_roller_view *roller)
{
    const struct quire_object *nip =
        roller->nip >= 0 && roller->object != NULL ? roller->object->parent : NULL;

    return nip != NULL ? ((const struct quire_nip_params *)nip->params)->path : NULL;
}

/* Whether a nip's rollers press on a sheet: it may hold it, or stop an edge. */
static bool
acts(const struct quire_view *view, size_t sheet, const struct quire_nip_view *nip)
{
    const struct quire_roller_view *driver = view->roller + nip->driver,
                                   *idler = view->roller + nip->idler;

    return ((driver->normal >= QUIRE_HOLDING_FORCE && quire_around_touches(view, sheet, driver)) ||
            (idler->normal >= QUIRE_HOLDING_FORCE && quire_around_touches(view, sheet, idler))) &&
           way_of(driver) != 0 && path_of(driver) != NULL;
}

/* Two drives that oppose each other: the one whose way fewer nips have, or, of as many, the one
 * that turns backward. */
struct odd {
    int roller; /* -1: no drives do */
    double by;  /* how much slower it is than the other, whose way counts [m/s] */
};

static struct odd
odd_of(const struct quire_view *view, int one, int other)
{
    const int more = like(view, view->roller + one) - like(view, view->roller + other);
    const bool second = more != 0 ? more > 0 : way_of(view->roller + other) < 0;

    return (struct odd){second ? other : one, fabs(view->roller[one].surface_speed) +
                                                  fabs(view->roller[other].surface_speed)};
}

/* Of nips of one path that take the sheet to opposite ways. Their signs say so, however the sheet
 * is bent between them. */
static struct odd
find_odd_nip(const struct quire_view *view, size_t sheet)
{
    for (size_t i = 0; i < view->n_nip; i++) {
        const struct quire_nip_view *a = view->nip + i;
        const struct quire_roller_view *one = view->roller + a->driver;
        /* few of them do, and only these are held against each other */
        for (size_t j = acts(view, sheet, a) ? i + 1 : view->n_nip; j < view->n_nip; j++) {
            const struct quire_nip_view *b = view->nip + j;
            const struct quire_roller_view *other = view->roller + b->driver;
            if (acts(view, sheet, b) && way_of(one) != way_of(other) &&
                path_of(one) == path_of(other)) {
                return odd_of(view, a->driver, b->driver);
            }
        }
    }
    return (struct odd){-1, 0};
}

struct quire_backward *
quire_backward_create(const struct quire_view *view)
{
    struct quire_backward *self = calloc(1, sizeof *self);

    if (self == NULL) {
        return NULL;
    }
    self->sheet = calloc(view->n_sheet + 1, sizeof *self->sheet);
    self->taken = calloc(view->n_sheet + 1, sizeof *self->taken);
    if (self->sheet == NULL || self->taken == NULL) {
        quire_backward_destroy(self);
        return NULL;
    }
    return self;
}

void
quire_backward_destroy(struct quire_backward *self)
{
    if (self != NULL) {
        free(self->sheet);
        free(self->taken);
        free(self);
    }
}

/* Whether a nip that turns backward acts on the sheet. */
static bool
is_in_one(const struct quire_view *view, size_t sheet)
{
    bool in = false;

    for (size_t i = 0; i < view->n_nip; i++) {
        in = in ||
             (way_of(view->roller + view->nip[i].driver) < 0 && acts(view, sheet, view->nip + i));
    }
    return in;
}

void
quire_backward_observe(struct quire_backward *self, const struct quire_view *view, size_t sheet)
{
    const struct odd odd = find_odd_nip(view, sheet);
    const double speed = view->sheet[sheet].lead.path_speed;
    struct seen *seen = self->sheet + sheet;
    struct taken *taken = self->taken + sheet;

    if (odd.roller >= 0 && !(seen->seen && seen->roller == odd.roller)) {
        const struct quire_guide_view *gate = quire_astray_gate(view, view->sheet + sheet, 0);
        *seen = (struct seen){true,       odd.roller, view->time,
                              view->time, odd.by,     gate != NULL ? gate->name : NULL};
    } else if (odd.roller >= 0) {
        seen->last = view->time;
    }
    if (speed <= -QUIRE_DIAGNOSIS_DRIVEN && !taken->seen && is_in_one(view, sheet)) {
        *taken = (struct taken){true, view->time, speed};
    } else if (speed >= QUIRE_DIAGNOSIS_DRIVEN) {
        taken->seen = false;
    }
}

/* Whether the sheet has not got past it since, along its path, or was thrown out of it just before.
 */
static bool
is_kept(const struct quire_view *view, size_t sheet, const struct seen *seen)
{
    const struct quire_roller_view *roller = view->roller + seen->roller;
    const struct quire_point_view *lead = &view->sheet[sheet].lead;
    const double at = roller->nip >= 0 ? view->nip[roller->nip].path_distance : (double)NAN;
    const bool past =
        !(lead->path_distance <= at + QUIRE_FRONT) && fabs(lead->path_height) <= QUIRE_FRONT;

    return way_of(roller) != 0 &&
           (view->time - seen->last <= KEPT || (way_of(roller) < 0 && !past));
}

/* A drive that was reversed on purpose takes a sheet back into a nip that feeds, where a gate
 * should have led it elsewhere. */
static void
blame_gate(const struct quire_view *view, size_t sheet, const struct seen *seen,
           struct quire_why *out)
{
    const struct quire_object *path = quire_around_path(view->sheet + sheet);

    const struct quire_point_view *first = &view->sheet[sheet].trail;

    out->back = true;
    out->x = first->x;
    out->y = first->y;
    out->path_distance = first->path_distance;
    out->branch = path != NULL ? path->name : NULL;
    quire_why_blame(out, QUIRE_MECHANISM_ASTRAY, "guide", seen->gate);
    quire_symptoms_insert(out, (struct quire_symptom){QUIRE_SYMPTOM_OFF, seen->since, "guide",
                                                      seen->gate,
                                                      view->sheet[sheet].lead.path_distance});
}

bool
quire_backward_find(const struct quire_backward *self, const struct quire_view *view, size_t sheet,
                    struct quire_why *out)
{
    const struct seen *seen = self->sheet + sheet;
    const struct odd odd = find_odd_nip(view, sheet);

    if (odd.roller < 0 && !(seen->seen && is_kept(view, sheet, seen))) {
        return false;
    }
    const int roller = odd.roller >= 0 ? odd.roller : seen->roller;
    if (seen->gate != NULL && seen->roller == roller) {
        blame_gate(view, sheet, seen, out);
        return true;
    }
    const struct quire_around at = quire_around_roller(view, view->roller + roller);
    quire_why_blame(out, QUIRE_MECHANISM_DRIVE, at.sort, at.name);
    out->backward = true;
    if (seen->seen && seen->roller == roller) {
        quire_symptoms_insert(out, (struct quire_symptom){QUIRE_SYMPTOM_SPEEDS, seen->since,
                                                          at.sort, at.name, -seen->by});
    }
    return true;
}

bool
quire_backward_throws(const struct quire_backward *self, size_t sheet,
                      const struct quire_missing *missing, struct quire_why *out)
{
    const struct taken *taken = self->taken + sheet;

    if (missing->roller == NULL || missing->roller->nip < 0 || missing->under ||
        way_of(missing->roller) >= 0) {
        return false;
    }
    quire_why_blame(out, QUIRE_MECHANISM_DRIVE, missing->sort, missing->name);
    out->backward = true;
    if (taken->seen) {
        quire_symptoms_insert(out, (struct quire_symptom){QUIRE_SYMPTOM_BEHIND, taken->since, NULL,
                                                          NULL, taken->speed});
    }
    return true;
}
