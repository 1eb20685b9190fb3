/* What is never reached: sheets by drives, sensors by sheets; and rollers that nothing keeps in the
 * machine. */
#include <math.h>
#include <stdlib.h>

#include "body/sheet.h"
#include "contact/sheets/boxes.h"
#include "force/terms.h"
#include "geometry/outline.h"
#include "kind/action.h"
#include "kind/sensor.h"
#include "lint/lint_parts.h"
#include "lint/lint_rules.h"
#include "machine/lookup.h"
#include "model/problem.h"
#include "motion/roller_motion.h"
#include "rule/rule.h"
#include "text/amount.h"

#define CLOSE      5e-3  /* a drive so near to a sheet may come to touch it [m] */
#define COMES      50e-3 /* the same of one that moves [m] */
#define INCLINED   0.05  /* of gravity along a sheet: it may slide down */
#define FROM_PATH  0.1   /* farther from a path a sheet does not come on its way to another [m] */
#define PATH_STEPS 60    /* places of a path that are looked at */
#define DRIFT      0.25  /* of its width: so far across a sheet may come beside its way */
#define FALLS      1.0   /* what is in a roller's way so far stops it [m] */
#define GUIDE_STEP 2e-3  /* between places of a guide that are looked at [m] */
#define GIVES      1e-9  /* force that moves no roller [N] */
#define BELT_STEPS 40    /* places of a belt that are looked at */
#define SLIDES     0.2   /* of gravity along a path: sheets may slide on by themselves */
#define BEHIND     1.0   /* a sheet that starts so far past a nip may come back to it [m] */

/* ---- sheets that nothing drives ---- */

static double
distance_to_segment(const double p[2], const double a[2], const double b[2])
{
    const double dx = b[0] - a[0], dy = b[1] - a[1], px = p[0] - a[0], py = p[1] - a[1],
                 length = dx * dx + dy * dy;
    const double t = length > 0 ? fmin(1, fmax(0, (px * dx + py * dy) / length)) : 0,
                 x = px - t * dx, y = py - t * dy;

    return sqrt(x * x + y * y);
}

static double
distance_to_sheet(const struct quire_sheet *s, const double p[2])
{
    double least = HUGE_VAL;

    for (int i = 0; i < s->chain.n; i++) {
        const double a[2] = {s->start_x[i], s->start_y[i]},
                     b[2] = {s->start_x[i + 1], s->start_y[i + 1]};
        least = fmin(least, distance_to_segment(p, a, b));
    }
    return least;
}

/* whether a roller turns by a drive, also through a clutch */
static bool
is_driven(const struct quire_system *sys, const struct quire_roller *roller)
{
    return roller->clutch >= 0 || sys->small[roller->small].drive >= 0;
}

static bool
rollers_reach(const struct quire_system *sys, struct quire_nearby *rollers,
              const struct quire_sheet *s)
{
    const struct quire_node_box box = quire_box_of(s->start_x, s->start_y, 0, s->chain.n + 1);

    quire_nearby_find(rollers,
                      &(struct quire_extent){{box.low[0], box.low[1]}, {box.high[0], box.high[1]}});
    for (int k = 0; k < rollers->n_found; k++) {
        const struct quire_roller *roller = sys->roller + rollers->found[k];
        double centre[2];
        if (!is_driven(sys, roller)) {
            continue;
        }
        quire_lint_centre(sys, roller, centre);
        const bool moves = sys->small[roller->small].body.nv > 0;
        if (distance_to_sheet(s, centre) - roller->radius < (moves ? COMES : CLOSE)) {
            return true;
        }
    }
    return false;
}

static bool
belts_reach(const struct quire_system *sys, const struct quire_sheet *s)
{
    for (int g = 0; g < sys->n_guide; g++) {
        const struct quire_guide *guide = sys->guide + g;
        const bool turns = guide->gate >= 0 && sys->gate[guide->gate].drive >= 0,
                   belt = fabs(guide->velocity) > 0;
        for (int i = 0; (belt || turns) && i <= s->chain.n; i++) {
            const struct quire_gap gap = quire_outline_gap(
                &guide->outline, 0, (const double[]){s->start_x[i], s->start_y[i]});
            if (gap.distance < (turns ? COMES : CLOSE)) {
                return true;
            }
        }
    }
    return false;
}

/* by itself: it has a speed at the start, or is held, loaded, or on a slope */
static bool
moves_by_itself(const struct quire_system *sys, const struct quire_sheet *s)
{
    const struct quire_start_params *start =
        quire_object_child_of(s->object, &quire_kind_start)->params;
    const double g = sqrt(sys->gravity[0] * sys->gravity[0] + sys->gravity[1] * sys->gravity[1]);

    if (fabs(start->speed) + fabs(start->velocity[0]) + fabs(start->velocity[1]) > 0 ||
        s->hold[0].held || s->hold[1].held || quire_terms_move(sys, (int)(s - sys->sheet))) {
        return true;
    }
    for (int i = 0; i < s->chain.n; i++) {
        const double dx = s->start_x[i + 1] - s->start_x[i], dy = s->start_y[i + 1] - s->start_y[i];
        if (fabs(dx * sys->gravity[0] + dy * sys->gravity[1]) >
            INCLINED * g * sqrt(dx * dx + dy * dy)) {
            return true;
        }
    }
    return false;
}

/* a nip on the sheet's path that is ahead of it and driven; NULL: none */
static const struct quire_nip *
next_nip(const struct quire_system *sys, const struct quire_sheet *s, double lead)
{
    const struct quire_nip *next = NULL;

    for (int k = 0; k < sys->n_nip; k++) {
        const struct quire_nip *nip = sys->nip + k;
        const bool driven =
            is_driven(sys, sys->roller + nip->driver) || is_driven(sys, sys->roller + nip->idler);
        if (nip->path == s->path && driven && nip->path_distance > lead &&
            (next == NULL || nip->path_distance < next->path_distance)) {
            next = nip;
        }
    }
    return next;
}

/* Which sheets a drive reaches where they start, or move by themselves (n_sheet), to be freed; NULL
 * when memory runs out. */
static bool *
find_moved(const struct quire_system *sys)
{
    bool *moved = calloc((size_t)sys->n_sheet + 1, sizeof *moved);
    struct quire_nearby rollers = {0};

    if (moved == NULL || !quire_lint_rollers(sys, fmax(COMES, CLOSE), &rollers)) {
        free(moved);
        return NULL;
    }
    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        const bool told = s->path != NULL && s->lead > s->path->length; /* by another warning */
        moved[k] = s->start_x == NULL || told || moves_by_itself(sys, s) ||
                   rollers_reach(sys, &rollers, s) || belts_reach(sys, s);
    }
    quire_nearby_destroy(&rollers);
    return moved;
}

/* A sheet that others of its path push or drag may come on by them. */
static void
find_unmoved_sheets(const struct quire_system *sys, const bool *moved, quire_diag *diag)
{
    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        bool reached = moved[k];
        for (int i = 0; i < sys->n_sheet && !reached; i++) {
            reached = moved[i] && (sys->sheet[i].path == s->path || s->path == NULL);
        }
        if (reached) {
            continue;
        }
        const struct quire_nip *next = s->path != NULL ? next_nip(sys, s, s->lead) : NULL;
        const struct quire_object *start = quire_object_child_of(s->object, &quire_kind_start);
        if (next != NULL) {
            quire_object_warning(start, diag, "W-UNREACHABLE",
                                 "start it with its leading edge in a nip, or with a speed",
                                 "no drive reaches sheet '%s' where it starts: its leading edge is "
                                 "%.6g mm short of nip '%s'",
                                 s->object->name, 1e3 * (next->path_distance - s->lead),
                                 next->object->name);
        } else {
            quire_object_warning(
                start, diag, "W-UNREACHABLE",
                "start it where a drive roller or a belt touches it, or with a speed",
                "no drive reaches sheet '%s' where it starts", s->object->name);
        }
    }
}

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
    if (far < CLOSE && s >= 0 && s <= path->length) {
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
        if (!is_driven(sys, roller)) {
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

/* The shortest sheet that starts on a path behind a place, and is moved there; NULL: none. */
static const struct quire_sheet *
shortest(const struct quire_system *sys, const bool *moved, const struct quire_outline *path,
         double at)
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

static void
warn_of_span(const struct quire_system *sys, const struct quire_outline *path,
             const struct drive_place *last, const struct drive_place *next,
             const struct quire_sheet *sheet, quire_diag *diag)
{
    quire_object_warning(next->by, diag, "W-SPAN",
                         "put a drive or a belt between them, or start the sheet with a speed",
                         "%s '%s', the drive before it on path '%s', is %s mm away, and sheet '%s' "
                         "is %s mm long: it will come to rest between them",
                         last->by->kind->element, last->by->name, quire_lint_path_name(sys, path),
                         QUIRE_AMOUNT(1e3 * (next->from - last->to)), sheet->object->name,
                         QUIRE_AMOUNT(1e3 * sheet->length));
}

/* Goes along a path from drive to drive. False when memory runs out. */
static bool
find_long_ways(const struct quire_system *sys, const bool *moved, const struct quire_outline *path,
               quire_diag *diag)
{
    struct drive_places places = {0};

    if (shortest(sys, moved, path, HUGE_VAL) == NULL) {
        return true;
    }
    places.at = calloc((size_t)(sys->n_roller + 2 * sys->n_guide) + 2, sizeof *places.at);
    if (places.at == NULL) {
        return false;
    }
    add_rollers(sys, path, &places);
    add_belts(sys, path, &places);
    qsort(places.at, (size_t)places.n, sizeof *places.at, compare_places);
    const struct drive_place *last = NULL; /* that reaches farthest */
    for (int k = 0; k < places.n; k++) {
        const struct drive_place *next = places.at + k;
        const struct quire_sheet *sheet =
            last != NULL ? shortest(sys, moved, path, next->from) : NULL;
        if (sheet != NULL && next->from - last->to > sheet->length && next->by != NULL &&
            last->by != NULL && slope(sys, last->place, next->place) < SLIDES) {
            warn_of_span(sys, path, last, next, sheet, diag);
        }
        last = last == NULL || next->to >= last->to ? next : last;
    }
    free(places.at);
    return true;
}

/* ---- drives that run against the path ---- */

static bool
acts_on(const struct quire_action *action, const void *drive)
{
    return action->kind == QUIRE_ACTION_SET_DRIVE && action->target == drive;
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
    return backward && !(drive->course.start > 0) &&
           !quire_rule_any_action(sys->model->root, acts_on, drive->object);
}

static void
find_backward_nips(const struct quire_system *sys, const bool *moved, quire_diag *diag)
{
    for (int k = 0; k < sys->n_nip; k++) {
        const struct quire_nip *nip = sys->nip + k;
        const int small = sys->roller[nip->driver].small, drive = sys->small[small].drive;
        const struct quire_sheet *sheet =
            nip->path != NULL ? shortest(sys, moved, nip->path, nip->path_distance + BEHIND) : NULL;
        if (drive >= 0 && sheet != NULL && runs_backward(sys, sys->drive + drive)) {
            quire_object_warning(
                nip->object, diag, "W-BACKWARD", "give the drive a positive value",
                "drive '%s' turns it against path '%s', on which sheet '%s' starts",
                sys->drive[drive].object->name, quire_lint_path_name(sys, nip->path),
                sheet->object->name);
        }
    }
}

/* ---- sensors that no sheet comes to ---- */

static bool
paths_meet(const struct quire_outline *a, const struct quire_outline *b)
{
    for (int i = 0; i <= PATH_STEPS; i++) {
        double at[2], other[2];
        quire_outline_at(a, i * a->length / PATH_STEPS, at, NULL);
        quire_outline_at(b, i * b->length / PATH_STEPS, other, NULL);
        if (fabs(quire_outline_gap(b, 0, at).distance) < FROM_PATH ||
            fabs(quire_outline_gap(a, 0, other).distance) < FROM_PATH) {
            return true;
        }
    }
    return false;
}

/* Marks the paths that sheets may come to from where they start. False where some start beside all
 * paths: they may come anywhere. */
static bool
mark_ways(const struct quire_system *sys, bool *comes)
{
    bool more = true;

    for (int k = 0; k < sys->n_sheet; k++) {
        if (sys->sheet[k].path == NULL) {
            return false;
        }
        comes[sys->sheet[k].path - sys->path] = true;
    }
    while (more) {
        more = false;
        for (int i = 0; i < sys->n_path; i++) {
            for (int j = 0; j < sys->n_path && !comes[i]; j++) {
                if (comes[j] && paths_meet(sys->path + i, sys->path + j)) {
                    comes[i] = more = true;
                }
            }
        }
    }
    return sys->n_sheet > 0;
}

/* how far beyond the sheets' sides a place across is [m]; <= 0: sheets pass it */
static double
beyond_all(const struct quire_system *sys, double across)
{
    double least = HUGE_VAL;

    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        const double middle =
            ((const struct quire_start_params *)quire_object_child_of(s->object, &quire_kind_start)
                 ->params)
                ->across;
        least = fmin(least, fabs(across - middle) - (0.5 + DRIFT) * s->width);
    }
    return least;
}

static void
find_blind_sensors(const struct quire_system *sys, quire_diag *diag)
{
    bool *comes = calloc((size_t)sys->n_path + 1, sizeof *comes);
    const struct quire_object *sensor;

    if (comes == NULL) {
        quire_diag_memory_error(diag);
        return;
    }
    const bool known = mark_ways(sys, comes);
    for (size_t i = 0;
         (sensor = quire_object_next_in(sys->model->root, &quire_family_sensor, &i)) != NULL;) {
        const struct quire_sensor_common *p = sensor->params;
        const struct quire_outline *path = p->path != NULL ? quire_system_path(sys, p->path) : NULL;
        if (known && path != NULL && !comes[path - sys->path]) {
            quire_object_warning(sensor, diag, "W-UNREACHABLE", NULL,
                                 "it is on path '%s', far from the path of every sheet",
                                 p->path->name);
        } else if (sys->spatial && sys->n_sheet > 0 && !isnan(p->across) &&
                   beyond_all(sys, p->across) > 0) {
            quire_object_warning(sensor, diag, "W-UNREACHABLE", NULL,
                                 "it is at %.6g mm across the feed, beside every sheet",
                                 1e3 * p->across);
        }
    }
    free(comes);
}

/* ---- rollers that fall out ---- */

static bool
is_in_way(const double from[2], const double to[2], double radius, const double at[2])
{
    return distance_to_segment(at, from, to) < radius;
}

struct surroundings {
    struct quire_nearby rollers, guides;
};

/* whether a roller on its way from `from` to `to` meets a roller, a free body or a guide */
static bool
meets_something(const struct quire_system *sys, struct surroundings *near, int roller,
                const double from[2], const double to[2])
{
    const double radius = sys->roller[roller].radius;
    struct quire_extent passed;

    for (int d = 0; d < 2; d++) {
        passed.low[d] = fmin(from[d], to[d]) - radius;
        passed.high[d] = fmax(from[d], to[d]) + radius;
    }
    quire_nearby_find(&near->rollers, &passed);
    quire_nearby_find(&near->guides, &passed);
    for (int i = 0; i < near->rollers.n_found; i++) {
        const int r = near->rollers.found[i];
        double at[2];
        quire_lint_centre(sys, sys->roller + r, at);
        if (r != roller && is_in_way(from, to, radius + sys->roller[r].radius, at)) {
            return true;
        }
    }
    for (int i = 0; i < near->guides.n_found; i++) {
        const struct quire_outline *o = &sys->guide[near->guides.found[i]].outline;
        for (double way = 0; o->n > 0 && way < o->length + GUIDE_STEP; way += GUIDE_STEP) {
            double at[2];
            quire_outline_at(o, fmin(way, o->length), at, NULL);
            if (is_in_way(from, to, radius, at)) {
                return true;
            }
        }
    }
    return sys->n_free + sys->n_solid > 0;
}

static void
find_falling_rollers(const struct quire_system *sys, quire_diag *diag)
{
    struct surroundings near = {0};

    if (!quire_lint_rollers(sys, 0, &near.rollers) || !quire_lint_guides(sys, 0, &near.guides)) {
        quire_diag_memory_error(diag);
        quire_nearby_destroy(&near.rollers);
        return;
    }
    for (int r = 0; r < sys->n_roller && sys->run->kind == QUIRE_RUN_TRANSIENT; r++) {
        const struct quire_roller *roller = sys->roller + r;
        const struct quire_roller_motion *m =
            roller->soft < 0 && roller->free < 0 ? sys->small[roller->small].body.self : NULL;
        if (m == NULL || !m->slides) {
            continue;
        }
        const double weight = m->mass *
                              (sys->gravity[0] * m->closing[0] + sys->gravity[1] * m->closing[1]),
                     force = m->load + weight;
        const double stop = force > 0 ? m->least : m->most, sign = force > 0 ? 1 : -1;
        const bool on_driver = force > 0 && roller->nip >= 0; /* that is what an idler closes on */
        if (fabs(force) < GIVES || m->rate > 0 || isfinite(stop) || on_driver) {
            continue;
        }
        double from[2];
        quire_lint_centre(sys, roller, from);
        const double to[2] = {from[0] + sign * FALLS * m->closing[0],
                              from[1] + sign * FALLS * m->closing[1]};
        if (!meets_something(sys, &near, r, from, to)) {
            quire_object_warning(
                roller->object, diag, "W-MODEL",
                force > 0 ? "give it a 'closed-stop', or a part to rest on"
                          : "give it a 'max-gap', or more load",
                "nothing stops roller '%s': %s of load and weight take it out of the machine",
                roller->name, QUIRE_AMOUNT_FORCE(fabs(force), 0));
        }
    }
    quire_nearby_destroy(&near.rollers);
    quire_nearby_destroy(&near.guides);
}

/* Only in machines that feed, and where nothing loose could push. */
static void
find_undriven(const struct quire_system *sys, quire_diag *diag)
{
    bool *moved = find_moved(sys);

    if (moved == NULL) {
        quire_diag_memory_error(diag);
        return;
    }
    find_unmoved_sheets(sys, moved, diag);
    for (int i = 0; i < sys->n_path; i++) {
        if (!find_long_ways(sys, moved, sys->path + i, diag)) {
            quire_diag_memory_error(diag);
            break;
        }
    }
    find_backward_nips(sys, moved, diag);
    free(moved);
}

void
quire_lint_find_reach(const struct quire_system *sys, quire_diag *diag)
{
    if (sys->run->kind == QUIRE_RUN_TRANSIENT && sys->n_drive > 0 && sys->n_free == 0 &&
        sys->n_solid == 0 && sys->n_soft == 0) {
        find_undriven(sys, diag);
    }
    find_blind_sensors(sys, diag);
    find_falling_rollers(sys, diag);
}
