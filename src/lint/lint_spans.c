/* Drives along a path: ways between them that are longer than a sheet, and nips that turn against
 * it. */
#include <math.h>
#include <stdlib.h>

#include "geometry/outline.h"
#include "kind/action.h"
#include "kind/sensor.h"
#include "lint/lint_parts.h"
#include "lint/lint_rules.h"
#include "lint/lint_spans.h"
#include "machine/lookup.h"
#include "model/problem.h"
#include "rule/rule.h"
#include "text/amount.h"

#define BELT_STEPS 40  /* places of a belt that are looked at */
#define SLIDES     0.2 /* of gravity along a path: sheets may slide on by themselves */
#define BEHIND     1.0 /* a sheet that starts so far past a nip may come back to it [m] */

/* ---- ways between drives that are longer than a sheet ---- */

/* What drives a sheet along a stretch of a path: a nip at its middle, a belt all along. */
struct drive_place {
    double from, to;               /* [m] */
    double place[2];               /* of `from` */
    const struct quire_object *by; /* a nip or a roller; NULL: a belt */
};

struct drive_places {
    struct drive_place *at; /* (n), by `from` once they are sorted */
    int n;
};

static int
compare_places(const void *a, const void *b)
{
    const struct drive_place *x = a, *y = b;

    return x->from < y->from ? -1 : x->from > y->from;
}

/* Adds a stretch if the place that is `far` from the path at `s` is so near that sheets touch it.
 */
static void
add_place(struct drive_places *places, const struct quire_outline *path, double s, double far,
          const struct quire_object *by)
{
    if (far < QUIRE_LINT_CLOSE && s >= 0 && s <= path->length) {
        struct drive_place *p = places->at + places->n++;
        *p = (struct drive_place){.from = s, .to = s, .by = by};
        quire_outline_at(path, s, p->place, NULL);
    }
}

static void
add_rollers(const struct quire_system *sys, const struct quire_outline *path,
            struct drive_places *places)
{
    for (int k = 0; k < sys->n_roller; k++) {
        const struct quire_roller *roller = sys->roller + k;
        const struct quire_nip *nip = roller->nip >= 0 ? sys->nip + roller->nip : NULL;
        double centre[2];
        if (!quire_lint_is_driven(sys, roller)) {
            continue;
        }
        if (nip != NULL && nip->path == path) {
            add_place(places, path, nip->path_distance, 0, nip->object);
            continue;
        }
        quire_lint_centre(sys, roller, centre);
        const struct quire_gap gap = quire_outline_gap(path, 0, centre);
        add_place(places, path, gap.s, fabs(gap.distance) - roller->radius,
                  nip != NULL ? nip->object : roller->object);
    }
}

/* belts, and guides that a drive moves */
static void
add_belts(const struct quire_system *sys, const struct quire_outline *path,
          struct drive_places *places)
{
    for (int g = 0; g < sys->n_guide; g++) {
        const struct quire_guide *guide = sys->guide + g;
        const struct quire_outline *o = &guide->outline;
        const bool moves =
            fabs(guide->velocity) > 0 || (guide->gate >= 0 && sys->gate[guide->gate].drive >= 0);
        const int first = places->n;
        for (int i = 0; moves && o->n > 0 && i <= BELT_STEPS; i++) {
            double at[2];
            quire_outline_at(o, i * o->length / BELT_STEPS, at, NULL);
            const struct quire_gap gap = quire_outline_gap(path, 0, at);
            add_place(places, path, gap.s, fabs(gap.distance), NULL);
            if (places->n > first + 1) { /* one stretch */
                struct drive_place *p = places->at + first;
                const double s = places->at[--places->n].from;
                p->from = fmin(p->from, s);
                p->to = fmax(p->to, s);
            }
        }
    }
}

const struct quire_sheet *
quire_lint_shortest(const struct quire_system *sys, const bool *moved,
                    const struct quire_outline *path, double at)
{
    const struct quire_sheet *found = NULL;

    for (int n = 0; n < sys->n_sheet; n++) {
        const int k = sys->in_file.sheet[n];
        const struct quire_sheet *s = sys->sheet + k;
        if (moved[k] && s->path == path && s->lead < at && !s->hold[0].held && !s->hold[1].held &&
            (found == NULL || s->length < found->length)) {
            found = s;
        }
    }
    return found;
}

/* Of gravity along a path from one place to another, the mean. */
static double
slope(const struct quire_system *sys, const double from[2], const double to[2])
{
    const double dx = to[0] - from[0], dy = to[1] - from[1],
                 g = sqrt(sys->gravity[0] * sys->gravity[0] + sys->gravity[1] * sys->gravity[1]);

    return g > 0 ? (dx * sys->gravity[0] + dy * sys->gravity[1]) / (g * sqrt(dx * dx + dy * dy))
                 : 0;
}

/* What a warning needs besides the span. */
struct telling {
    const struct quire_system *sys;
    quire_diag *diag;
};

static void
warn_of_span(void *user, const struct quire_span *span)
{
    struct telling *t = user;

    if (!(span->way > span->sheet->length) || span->to->kind->family == &quire_family_sensor) {
        return;
    }
    quire_object_warning(span->to, t->diag, "W-SPAN",
                         "put a drive or a belt between them, or start the sheet with a speed",
                         "%s '%s', the drive before it on path '%s', is %s mm away, and sheet '%s' "
                         "is %s mm long: it will come to rest between them",
                         span->from->kind->element, span->from->name,
                         quire_lint_path_name(t->sys, span->path), QUIRE_AMOUNT(1e3 * span->way),
                         span->sheet->object->name, QUIRE_AMOUNT(1e3 * span->sheet->length));
}

/* Of what a sheet comes to `next`, from `last`, which reaches farthest of all before. */
static void
tell_span(const struct quire_system *sys, const bool *moved, const struct quire_outline *path,
          const struct drive_place *last, const struct drive_place *next,
          void (*each)(void *user, const struct quire_span *span), void *user)
{
    const struct quire_sheet *sheet =
        last != NULL ? quire_lint_shortest(sys, moved, path, next->from) : NULL;

    if (sheet != NULL && next->from > last->to && next->by != NULL && last->by != NULL &&
        slope(sys, last->place, next->place) < SLIDES) {
        each(user, &(struct quire_span){path, last->by, next->by, next->from - last->to, sheet});
    }
}

/* Sensors are places to come to, and drive nothing. */
static void
add_sensors(const struct quire_system *sys, const struct quire_outline *path,
            struct drive_places *places)
{
    const struct quire_object *sensor;

    for (size_t i = 0;
         (sensor = quire_object_next_in(sys->model->root, &quire_family_sensor, &i)) != NULL;) {
        const struct quire_sensor_common *p = sensor->params;
        if (p->path != NULL && quire_system_path(sys, p->path) == path) {
            add_place(places, path, p->at, 0, sensor);
        }
    }
}

static bool
is_sensor(const struct drive_place *place)
{
    return place->by != NULL && place->by->kind->family == &quire_family_sensor;
}

/* Goes along a path from drive to drive. False when memory runs out. */
static bool
follow_path(const struct quire_system *sys, const bool *moved, const struct quire_outline *path,
            void (*each)(void *user, const struct quire_span *span), void *user)
{
    struct drive_places places = {0};

    if (quire_lint_shortest(sys, moved, path, HUGE_VAL) == NULL) {
        return true;
    }
    places.at = calloc((size_t)(sys->n_roller + 2 * sys->n_guide) + sys->model->root->n_child + 2,
                       sizeof *places.at);
    if (places.at == NULL) {
        return false;
    }
    add_rollers(sys, path, &places);
    add_belts(sys, path, &places);
    add_sensors(sys, path, &places);
    qsort(places.at, (size_t)places.n, sizeof *places.at, compare_places);
    const struct drive_place *last = NULL; /* that reaches farthest */
    for (int k = 0; k < places.n; k++) {
        const struct drive_place *next = places.at + k;
        tell_span(sys, moved, path, last, next, each, user);
        last = !is_sensor(next) && (last == NULL || next->to >= last->to) ? next : last;
    }
    free(places.at);
    return true;
}

bool
quire_lint_spans(const struct quire_system *sys, const bool *moved,
                 void (*each)(void *user, const struct quire_span *span), void *user)
{
    for (int i = 0; i < sys->n_path; i++) {
        if (!follow_path(sys, moved, sys->path + i, each, user)) {
            return false;
        }
    }
    return true;
}

/* ---- drives that run against the path ---- */

static bool
acts_on(const struct quire_action *action, const void *drive)
{
    return action->kind == QUIRE_ACTION_SET_DRIVE && action->target == drive;
}

bool
quire_lint_is_set(const struct quire_system *sys, const struct quire_object *drive)
{
    return quire_rule_any_action(sys->model->root, acts_on, drive);
}

/* Whether a drive only ever runs backward. */
static bool
runs_backward(const struct quire_system *sys, const struct quire_drive *drive)
{
    bool backward = drive->course.start < 0;

    for (int i = 0; i < drive->course.n; i++) {
        const double value = drive->course.corner[i].value;
        if (value > 0) {
            return false;
        }
        backward = backward || value < 0;
    }
    return backward && !(drive->course.start > 0) && !quire_lint_is_set(sys, drive->object);
}

const struct quire_sheet *
quire_lint_backward(const struct quire_system *sys, const bool *moved, const struct quire_nip *nip)
{
    const int drive = sys->small[sys->roller[nip->driver].small].drive;

    return nip->path != NULL && drive >= 0 && runs_backward(sys, sys->drive + drive)
               ? quire_lint_shortest(sys, moved, nip->path, nip->path_distance + BEHIND)
               : NULL;
}

static void
find_backward_nips(const struct quire_system *sys, const bool *moved, quire_diag *diag)
{
    for (int k = 0; k < sys->n_nip; k++) {
        const struct quire_nip *nip = sys->nip + k;
        const struct quire_sheet *sheet = quire_lint_backward(sys, moved, nip);
        if (sheet != NULL) {
            const int drive = sys->small[sys->roller[nip->driver].small].drive;
            quire_object_warning(
                nip->object, diag, "W-BACKWARD", "give the drive a positive value",
                "drive '%s' turns it against path '%s', on which sheet '%s' starts",
                sys->drive[drive].object->name, quire_lint_path_name(sys, nip->path),
                sheet->object->name);
        }
    }
}

void
quire_lint_find_spans(const struct quire_system *sys, const bool *moved, quire_diag *diag)
{
    if (!quire_lint_spans(sys, moved, warn_of_span, &(struct telling){sys, diag})) {
        quire_diag_memory_error(diag);
    }
    find_backward_nips(sys, moved, diag);
}
