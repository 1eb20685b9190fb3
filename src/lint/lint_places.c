/* Parts of a machine in each other's place, and gaps that are too narrow for the sheets that must
 * pass them. */
#include <math.h>
#include <stdlib.h>

#include "body/nip.h"
#include "body/roller.h"
#include "geometry/outline.h"
#include "lint/lint_parts.h"
#include "lint/lint_rules.h"
#include "model/problem.h"
#include "path/places.h"
#include "text/amount.h"

/* of the smaller radius: rollers that reach farther into each other cannot be */
#define INSIDE     0.1
#define SAME_PLACE 0.01 /* of the smaller radius between two axes: another warning's */
#define COINCIDE   1e-6 /* between two surfaces that are one [m] */
#define ALONGSIDE  0.99 /* cosine between their normals */
#define SAMPLES    9    /* places of a guide that are looked at; most of them must coincide */
/* cosine between a guide's normal and a path's: it stands beside the path, not across it */
#define BESIDE     0.7
#define NEAR       3e-3 /* farther from the path a guide does not bound the way [m] */
#define STEP       1e-3 /* along paths [m] */
#define MOST_STEPS 2000

/* ---- across the feed ---- */

/* From where to where a roller reaches across; without bounds where the model does not say. Planar
 * models may say it, too. */
static void
reach_of_roller(const struct quire_system *sys, const struct quire_roller *roller, double reach[2])
{
    const struct quire_roller_params *own = roller->object->params;
    const struct quire_nip_params *nip =
        roller->nip >= 0 ? sys->nip[roller->nip].object->params : NULL;
    const double middle = !isnan(own->shaft.across)                  ? own->shaft.across
                          : nip != NULL && !isnan(nip->shaft.across) ? nip->shaft.across
                                                                     : 0;
    const double width = !isnan(own->shaft.width) ? own->shaft.width
                         : nip != NULL            ? nip->shaft.width
                                                  : (double)NAN;

    reach[0] = isnan(width) ? -HUGE_VAL : middle - 0.5 * width;
    reach[1] = isnan(width) ? HUGE_VAL : middle + 0.5 * width;
}

static void
reach_of_guide(const struct quire_guide *guide, double reach[2])
{
    double from = guide->across[0], to = guide->across[1];
    if (guide->object->kind == &quire_kind_guide) {
        const struct quire_guide_params *p = guide->object->params;
        from = p->across_from, to = p->across_to;
    }
    reach[0] = isfinite(from) ? from : -HUGE_VAL;
    reach[1] = isfinite(to) ? to : HUGE_VAL;
    if (!(reach[0] < reach[1])) { /* planar models know none */
        reach[0] = -HUGE_VAL;
        reach[1] = HUGE_VAL;
    }
}

static bool
overlap(const double a[2], const double b[2])
{
    return a[0] < b[1] - 1e-9 && b[0] < a[1] - 1e-9;
}

/* ---- rollers ---- */

/* by how much rigid rollers of different nips reach into each other [m]; <= 0: they do not, or
 * another warning says so */
static double
into_each_other(const struct quire_system *sys, int i, int j)
{
    const struct quire_roller *a = sys->roller + i, *b = sys->roller + j;
    double at[2], other[2], one[2], two[2];

    if ((a->nip >= 0 && a->nip == b->nip) || a->soft >= 0 || b->soft >= 0 || a->free >= 0 ||
        b->free >= 0) {
        return 0;
    }
    quire_lint_centre(sys, a, at);
    quire_lint_centre(sys, b, other);
    const double dx = at[0] - other[0], dy = at[1] - other[1], apart = sqrt(dx * dx + dy * dy),
                 least = fmin(a->radius, b->radius);
    const double into = a->radius + b->radius - apart;
    if (!(into > 0)) { /* as mostly */
        return 0;
    }
    reach_of_roller(sys, a, one);
    reach_of_roller(sys, b, two);
    return overlap(one, two) && apart >= SAME_PLACE * least && into > INSIDE * least ? into : 0;
}

/* In the plane; lint_space.c looks at the discs of spatial models. Each pair of nips is reported
 * once.
 */
static void
find_rollers_inside(const struct quire_system *sys, quire_diag *diag)
{
    bool *told = calloc((size_t)sys->n_nip + 1, sizeof *told);
    struct quire_nearby near = {0};

    if (told == NULL || !quire_lint_rollers(sys, 0, &near)) {
        quire_diag_memory_error(diag);
        free(told);
        return;
    }
    for (int i = 0; i < sys->n_roller; i++) {
        quire_nearby_find(&near, near.extent + i);
        for (int k = 0; k < near.n_found && near.found[k] < i; k++) {
            const int later = quire_lint_later_roller(sys, i, near.found[k]),
                      first = later == i ? near.found[k] : i;
            const struct quire_roller *a = sys->roller + later;
            const double into =
                a->nip >= 0 && told[a->nip] ? 0 : into_each_other(sys, later, first);
            if (into > 0) {
                quire_object_warning(
                    quire_lint_roller(sys, later), diag, "W-MODEL",
                    "move one of them, or place them side by side with 'across' and 'width'",
                    "roller '%s' penetrates roller '%s' by %s mm", a->name, sys->roller[first].name,
                    QUIRE_AMOUNT(1e3 * into));
                if (a->nip >= 0) {
                    told[a->nip] = true;
                }
                break;
            }
        }
    }
    quire_nearby_destroy(&near);
    free(told);
}

/* A stop that keeps the idler from opening for the sheet. */
static void
find_narrow_nips(const struct quire_system *sys, quire_diag *diag)
{
    for (int i = 0; i < sys->n_nip; i++) {
        const struct quire_nip *nip = sys->nip + i;
        const struct quire_nip_params *p = nip->object->params;
        for (int k = 0; k < sys->n_sheet; k++) {
            const struct quire_sheet *s = sys->sheet + k;
            if (s->path == nip->path && p->max_gap < s->thickness) {
                quire_object_warning(nip->object, diag, "W-MODEL",
                                     "let it open wider, or use a thinner sheet",
                                     "it opens by at most %s mm, but sheet '%s' is %s mm thick",
                                     QUIRE_AMOUNT(1e3 * p->max_gap), s->object->name,
                                     QUIRE_AMOUNT(1e3 * s->thickness));
                break;
            }
        }
    }
}

/* ---- guides ---- */

static bool
may_be_compared(const struct quire_guide *a, const struct quire_guide *b)
{
    double one[2], two[2];

    if (a->object == b->object || a->gate >= 0 || b->gate >= 0 || a->outline.n == 0 ||
        b->outline.n == 0) {
        return false;
    }
    reach_of_guide(a, one);
    reach_of_guide(b, two);
    return overlap(one, two);
}

/* whether most of guide `a` lies in guide `b`, with sheets on the same side of both */
static bool
coincide(const struct quire_guide *a, const struct quire_guide *b)
{
    int n = 0;

    for (int i = 0; i < SAMPLES; i++) {
        double at[2], along[2];
        quire_outline_at(&a->outline, (i + 0.5) / SAMPLES * a->outline.length, at, along);
        const struct quire_gap gap = quire_outline_gap(&b->outline, b->side, at);
        const double turn = a->side * (along[0] * gap.normal[1] - along[1] * gap.normal[0]);
        n += fabs(gap.distance) < COINCIDE && turn > ALONGSIDE;
    }
    return n > SAMPLES / 2;
}

static void
find_guides_in_one_place(const struct quire_system *sys, quire_diag *diag)
{
    struct quire_nearby near;

    if (!quire_lint_guides(sys, COINCIDE, &near)) {
        quire_diag_memory_error(diag);
        return;
    }
    for (int i = 0; i < sys->n_guide; i++) {
        quire_nearby_find(&near, near.extent + i);
        for (int k = 0; k < near.n_found && near.found[k] < i; k++) {
            const struct quire_guide *a = sys->guide + i, *b = sys->guide + near.found[k];
            if (may_be_compared(a, b) && (coincide(a, b) || coincide(b, a))) {
                /* the later one of the file is reported */
                const bool later = quire_place_compare(a->object->place, b->object->place) >= 0;
                quire_object_warning((later ? a : b)->object, diag, "W-MODEL",
                                     "remove one of them: both press on a sheet there",
                                     "guide '%s' is at the same position as guide '%s'",
                                     (later ? a : b)->name, (later ? b : a)->name);
                break;
            }
        }
    }
    quire_nearby_destroy(&near);
}

/* ---- gaps between guides ---- */

struct bound {
    int guide;       /* -1: none */
    double distance; /* from the path [m] */
};

/* The nearest guides beside a place on a path, to its left and right. */
static void
bound_way(const struct quire_system *sys, struct quire_nearby *guides, const double at[2],
          const double along[2], struct bound bound[2])
{
    const struct quire_extent here = quire_extent_around(at, 0);

    bound[0] = bound[1] = (struct bound){-1, NEAR};
    quire_nearby_find(guides, &here);
    for (int i = 0; i < guides->n_found; i++) {
        const int g = guides->found[i];
        const struct quire_guide *guide = sys->guide + g;
        if (guide->gate >= 0 || guide->outline.n == 0) {
            continue;
        }
        const struct quire_gap gap = quire_outline_gap(&guide->outline, guide->side, at);
        /* > 0: sheets are to its left, it is on the right */
        const double across = along[0] * gap.normal[1] - along[1] * gap.normal[0];
        struct bound *b = bound + (across > 0);
        if (fabs(across) > BESIDE && fabs(gap.distance) < NEAR && gap.distance < b->distance) {
            *b = (struct bound){g, gap.distance};
        }
    }
}

/* the first place on a sheet's path where two guides leave it no room */
static void
find_narrow_way(const struct quire_system *sys, struct quire_nearby *guides,
                const struct quire_sheet *s, quire_diag *diag)
{
    const double step = fmax(STEP, s->path->length / MOST_STEPS);

    for (double way = 0; way <= s->path->length; way += step) {
        double at[2], along[2];
        struct bound b[2];
        quire_outline_at(s->path, way, at, along);
        bound_way(sys, guides, at, along, b);
        if (b[0].guide < 0 || b[1].guide < 0 ||
            !may_be_compared(sys->guide + b[0].guide, sys->guide + b[1].guide)) {
            continue;
        }
        const double room = b[0].distance + b[1].distance;
        if (room < s->thickness) {
            quire_object_warning(sys->guide[b[0].guide].object, diag, "W-MODEL",
                                 "move one of them to make room for a sheet between them",
                                 room > 0 ? "the gap to guide '%s' is %.3g mm at %.6g mm along "
                                            "path '%s', but sheet '%s' is %.3g mm thick"
                                          : "it overlaps guide '%s' by %.3g mm at %.6g mm along "
                                            "path '%s', where sheet '%s' (%.3g mm thick) must pass",
                                 sys->guide[b[1].guide].name, 1e3 * fabs(room), 1e3 * way,
                                 quire_lint_path_name(sys, s->path), s->object->name,
                                 1e3 * s->thickness);
            return;
        }
    }
}

/* of sheets on one path the thickest is looked at */
static void
find_narrow_ways(const struct quire_system *sys, quire_diag *diag)
{
    struct quire_nearby guides;

    if (!quire_lint_guides(sys, NEAR, &guides)) {
        quire_diag_memory_error(diag);
        return;
    }
    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        bool thickest = s->path != NULL;
        for (int i = 0; i < sys->n_sheet && thickest; i++) {
            const double other = sys->sheet[i].thickness;
            thickest = sys->sheet[i].path != s->path || other < s->thickness ||
                       (other <= s->thickness && i >= k);
        }
        if (thickest) {
            find_narrow_way(sys, &guides, s, diag);
        }
    }
    quire_nearby_destroy(&guides);
}

void
quire_lint_find_places(const struct quire_system *sys, quire_diag *diag)
{
    if (!sys->spatial) {
        find_rollers_inside(sys, diag);
    }
    find_narrow_nips(sys, diag);
    find_guides_in_one_place(sys, diag);
    find_narrow_ways(sys, diag);
}
