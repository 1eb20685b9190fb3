/* What of a machine's geometry hardly is what was meant, and meshes too coarse for it. */
#include <math.h>
#include <stdlib.h>

#include "body/sheet.h"
#include "geometry/outline.h"
#include "judge/segment_check.h"
#include "lint/lint_parts.h"
#include "lint/lint_rules.h"
#include "machine/lookup.h"
#include "model/problem.h"
#include "path/places.h"
#include "text/amount.h"
#include "text/number.h"

/* cosine between the directions of pieces of which one goes back on the other */
#define TURNS_BACK -0.9999
#define INTO_GUIDE 0.1  /* of its radius: mouths of channels may be crossed by less */
#define ROUNDED    0.2  /* of a segment: radius of a corner that is only rounded off */
#define TOUCHES    3    /* segments, that a sheet has contact (compile/compile_sheet.c) */
#define SAME_PLACE 0.01 /* of the smaller radius between the axes of two rollers */

static void
find_narrow_channels(const struct quire_system *sys, quire_diag *diag)
{
    const struct quire_object *channel;

    for (size_t i = 0;
         (channel = quire_object_next_of(sys->model->root, &quire_kind_channel, &i)) != NULL;) {
        const struct quire_channel_params *p = channel->params;
        const struct quire_outline *path = quire_system_path(sys, p->path);
        for (int k = 0; k < sys->n_sheet; k++) {
            const struct quire_sheet *s = sys->sheet + k;
            if (s->path == path && p->gap < s->thickness) {
                quire_object_warning(
                    channel, diag, "W-MODEL", "make the gap wider, or the sheet thinner",
                    "its gap of %s mm is narrower than the thickness of sheet '%s', %s mm",
                    QUIRE_AMOUNT(1e3 * p->gap), s->object->name, QUIRE_AMOUNT(1e3 * s->thickness));
                break;
            }
        }
    }
}

static void
find_starts_beyond(const struct quire_system *sys, quire_diag *diag)
{
    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        const struct quire_object *start = quire_object_child_of(s->object, &quire_kind_start);
        const struct quire_start_params *p = start->params;
        if (s->path != NULL && p->lead > s->path->length) {
            quire_object_warning(
                start, diag, "W-MODEL", "start it farther back, or make the path longer",
                "sheet '%s' starts with its leading edge at %.6g mm along path '%s', beyond the "
                "path's end (%.6g mm)",
                s->object->name, 1e3 * p->lead, p->path->name, 1e3 * s->path->length);
        }
    }
}

static void
find_turns_back(const struct quire_system *sys, quire_diag *diag)
{
    for (int g = 0; g < sys->n_guide; g++) {
        const struct quire_guide *guide = sys->guide + g;
        const struct quire_outline *o = &guide->outline;
        if (g > 0 && sys->guide[g - 1].object == guide->object) {
            continue; /* the other face, or the other wall of a channel */
        }
        for (size_t i = 1; i < o->n; i++) {
            const struct quire_piece *a = o->piece + i - 1, *b = o->piece + i;
            if (a->end_direction[0] * b->direction[0] + a->end_direction[1] * b->direction[1] <
                TURNS_BACK) {
                quire_object_warning(
                    guide->object, diag, "W-MODEL",
                    "draw it in one direction only, with side=\"both\" and a thickness",
                    "it runs back on itself at %.6g mm, %.6g mm, where its solid is on both sides "
                    "of one line",
                    1e3 * b->from[0], 1e3 * b->from[1]);
                break;
            }
        }
    }
}

static void
find_rollers_in_guides(const struct quire_system *sys, quire_diag *diag)
{
    struct quire_nearby near;

    if (!quire_lint_guides(sys, 0, &near)) {
        quire_diag_memory_error(diag);
        return;
    }
    for (int r = 0; r < sys->n_roller; r++) {
        const struct quire_roller *roller = sys->roller + r;
        double centre[2];
        quire_lint_centre(sys, roller, centre);
        const struct quire_extent all_round = quire_extent_around(centre, roller->radius);
        quire_nearby_find(&near, &all_round);
        for (int i = 0; i < near.n_found; i++) {
            const int g = near.found[i];
            const struct quire_gap gap =
                quire_outline_gap(&sys->guide[g].outline, sys->guide[g].side, centre);
            const double into = roller->radius - gap.distance;
            if (gap.distance > 0 && into > INTO_GUIDE * roller->radius) {
                quire_object_warning(
                    roller->object, diag, "W-MODEL",
                    "move one of them to make room for a sheet between them",
                    "roller '%s' penetrates guide '%s' by %s mm, from the side on which sheets run",
                    roller->name, sys->guide[g].name, QUIRE_AMOUNT(1e3 * into));
                break;
            }
        }
    }
    quire_nearby_destroy(&near);
}

/* the first of the rollers before the i-th that stands where it does; -1 if none */
static int
in_place_of(const struct quire_system *sys, struct quire_nearby *places, const double (*centre)[2],
            int i)
{
    const struct quire_extent there = quire_extent_around(centre[i], 0);

    quire_nearby_find(places, &there);
    for (int n = 0; n < places->n_found && places->found[n] < i; n++) {
        const int k = places->found[n];
        const double dx = centre[k][0] - centre[i][0], dy = centre[k][1] - centre[i][1];
        const double near = SAME_PLACE * fmin(sys->roller[k].radius, sys->roller[i].radius);
        if (dx * dx + dy * dy < near * near) {
            return k;
        }
    }
    return -1;
}

/* In the plane rollers may be meant to stand beside each other, but then hardly in the very same
 * place, where their loads add up. The first is told. */
static void
find_rollers_in_one_place(const struct quire_system *sys, quire_diag *diag)
{
    double(*centre)[2] = calloc((size_t)sys->n_roller + 1, sizeof *centre);
    struct quire_nearby places = {0};
    int one = -1;

    if (centre == NULL || quire_nearby_create(&places, sys->n_roller) != 0) {
        quire_diag_memory_error(diag);
        free(centre);
        return;
    }
    for (int i = 0; i < sys->n_roller; i++) {
        quire_lint_centre(sys, sys->roller + i, centre[i]);
        places.extent[i] = quire_extent_around(centre[i], SAME_PLACE * sys->roller[i].radius);
    }
    quire_nearby_sort(&places);
    for (int i = 0; i < sys->n_roller && one < 0; i++) {
        one = in_place_of(sys, &places, centre, i);
        if (one >= 0) {
            const int other = quire_lint_later_roller(sys, i, one), first = other == i ? one : i;
            quire_object_warning(quire_lint_roller(sys, other), diag, "W-MODEL",
                                 "in a planar model use one roller with the load of both",
                                 "roller '%s' is at the same position as roller '%s'",
                                 sys->roller[other].name, sys->roller[first].name);
        }
    }
    quire_nearby_destroy(&places);
    free(centre);
}

static void
find_coarse_sheets(const struct quire_system *sys, quire_diag *diag)
{
    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        double least = HUGE_VAL;
        if (s->path != NULL && s->chain.n < TOUCHES) {
            quire_object_warning(s->object, diag, "W-MODEL", "give it 60 segments or so",
                                 "a sheet of fewer than %d segments touches nothing", TOUCHES);
            continue;
        }
        for (size_t i = 0; s->path != NULL && i < s->path->n; i++) {
            const struct quire_piece *piece = s->path->piece + i;
            /* a corner that is rounded off within a segment is none */
            const bool bends = piece->radius > 0 &&
                               (piece->length > s->chain.h || piece->radius > ROUNDED * s->chain.h);
            least = bends ? fmin(least, piece->radius) : least;
        }
        const double enough = quire_segment_longest_in_bend(least, 0, 0);
        if (s->chain.h > enough) {
            const double n = quire_segments_enough(s->length, enough);
            char hint[60];
            quire_number_format(hint, sizeof hint, "give it segments=\"%.0f\"", n);
            quire_object_warning(
                s->object, diag, "W-ACCURACY", hint,
                "its segments of %s mm are too long for the arc of %s mm radius on its path; %.0f "
                "segments of %s mm are enough, %.0f on its radius",
                QUIRE_AMOUNT(1e3 * s->chain.h), QUIRE_AMOUNT(1e3 * least), n,
                QUIRE_AMOUNT(1e3 * s->length / n), QUIRE_SEGMENTS_ON_RADIUS);
        }
    }
}

void
quire_lint_find_geometry(const struct quire_system *sys, quire_diag *diag)
{
    find_narrow_channels(sys, diag);
    find_starts_beyond(sys, diag);
    find_turns_back(sys, diag);
    find_rollers_in_guides(sys, diag);
    if (!sys->spatial) {
        find_rollers_in_one_place(sys, diag);
    }
    find_coarse_sheets(sys, diag);
}
