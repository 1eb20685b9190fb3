/* What is never reached: sheets by drives, sensors by sheets; and rollers that nothing keeps in the
 * machine. */
#include <math.h>
#include <stdlib.h>

#include "body/sheet.h"
#include "contact/sheets/boxes.h"
#include "force/terms.h"
#include "geometry/outline.h"
#include "kind/sensor.h"
#include "lint/lint_parts.h"
#include "lint/lint_rules.h"
#include "lint/lint_spans.h"
#include "machine/lookup.h"
#include "model/problem.h"
#include "motion/roller_motion.h"
#include "text/amount.h"

#define COMES      50e-3 /* the same of one that moves [m] */
#define INCLINED   0.05  /* of gravity along a sheet: it may slide down */
#define FROM_PATH  0.1   /* farther from a path a sheet does not come on its way to another [m] */
#define PATH_STEPS 60    /* places of a path that are looked at */
#define DRIFT      0.25  /* of its width: so far across a sheet may come beside its way */
#define FALLS      1.0   /* what is in a roller's way so far stops it [m] */
#define GUIDE_STEP 2e-3  /* between places of a guide that are looked at [m] */
#define GIVES      1e-9  /* force that moves no roller [N] */

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
        if (!quire_lint_is_driven(sys, roller)) {
            continue;
        }
        quire_lint_centre(sys, roller, centre);
        const bool moves = sys->small[roller->small].body.nv > 0;
        if (distance_to_sheet(s, centre) - roller->radius < (moves ? COMES : QUIRE_LINT_CLOSE)) {
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
            if (gap.distance < (turns ? COMES : QUIRE_LINT_CLOSE)) {
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
        const bool driven = quire_lint_is_driven(sys, sys->roller + nip->driver) ||
                            quire_lint_is_driven(sys, sys->roller + nip->idler);
        if (nip->path == s->path && driven && nip->path_distance > lead &&
            (next == NULL || nip->path_distance < next->path_distance)) {
            next = nip;
        }
    }
    return next;
}

bool *
quire_lint_moved(const struct quire_system *sys)
{
    bool *moved = calloc((size_t)sys->n_sheet + 1, sizeof *moved);
    struct quire_nearby rollers = {0};

    if (moved == NULL || !quire_lint_rollers(sys, fmax(COMES, QUIRE_LINT_CLOSE), &rollers)) {
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

bool
quire_lint_feeds(const struct quire_system *sys)
{
    return sys->run->kind == QUIRE_RUN_TRANSIENT && sys->n_drive > 0 && sys->n_free == 0 &&
           sys->n_solid == 0 && sys->n_soft == 0;
}

static void
find_undriven(const struct quire_system *sys, quire_diag *diag)
{
    bool *moved = quire_lint_moved(sys);

    if (moved == NULL) {
        quire_diag_memory_error(diag);
        return;
    }
    find_unmoved_sheets(sys, moved, diag);
    quire_lint_find_spans(sys, moved, diag);
    free(moved);
}

void
quire_lint_find_reach(const struct quire_system *sys, quire_diag *diag)
{
    if (quire_lint_feeds(sys)) {
        find_undriven(sys, diag);
    }
    find_blind_sensors(sys, diag);
    find_falling_rollers(sys, diag);
}
