/* What of a spatial machine hardly is what was meant: sheets that nothing supports at their sides,
 * rollers inside each other. */
#include <math.h>

#include "body/sheet.h"
#include "contact/space/space_walls.h"
#include "geometry/box_index.h"
#include "geometry/outline.h"
#include "lint/lint_rules.h"
#include "model/problem.h"
#include "motion/free_motion.h"
#include "motion/roller_motion.h"
#include "text/amount.h"

/* of the smaller radius: rollers that reach farther into each other cannot be */
#define INSIDE 0.1

/* From where to where rollers and guides reach across. */
static void
reach_across(const struct quire_system *sys, double reach[2])
{
    reach[0] = HUGE_VAL;
    reach[1] = -HUGE_VAL;
    for (int k = 0; k < sys->n_pad; k++) {
        reach[0] = fmin(reach[0], sys->pad[k].at[2] - sys->pad[k].half);
        reach[1] = fmax(reach[1], sys->pad[k].at[2] + sys->pad[k].half);
    }
    for (int k = 0; k < sys->n_guide; k++) {
        if (sys->guide[k].outline.n > 0) {
            reach[0] = fmin(reach[0], sys->guide[k].across[0]);
            reach[1] = fmax(reach[1], sys->guide[k].across[1]);
        }
    }
}

/* An edge that no guide supports bends away as it likes: rollers alone hold what lies between them.
 */
static void
find_unsupported(const struct quire_system *sys, quire_diag *diag)
{
    double reach[2];

    reach_across(sys, reach);
    for (int k = 0; k < sys->n_sheet && reach[0] < reach[1]; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        const double middle =
            ((const struct quire_start_params *)quire_object_child_of(s->object, &quire_kind_start)
                 ->params)
                ->across;
        const double beyond =
            fmax(reach[0] - (middle - 0.5 * s->width), middle + 0.5 * s->width - reach[1]);
        if (beyond > 0.25 * s->width) {
            quire_object_warning(s->object, diag, "W-MODEL",
                                 "widen the guides, or start the sheet at another position across",
                                 "it extends %s mm beyond all rollers and guides across the feed",
                                 QUIRE_AMOUNT(1e3 * beyond));
        }
    }
}

/* where a roller or disc is in the plane at the start, or stands when nothing moves it */
static const double *
placed(const struct quire_system *sys, int index)
{
    const struct quire_roller *roller = sys->roller + index;
    const void *self = sys->small[roller->small].body.self;
    const void *frame =
        roller->soft >= 0 ? ((const struct quire_soft_motion *)self)->frame.self : self;

    return roller->free >= 0 ? sys->free[roller->free].motion->start
                             : ((const struct quire_roller_motion *)frame)->placed;
}

static bool
inside(const struct quire_system *sys, const struct quire_pad *a, const struct quire_pad *b)
{
    const double *placed_a = placed(sys, a->roller), *placed_b = placed(sys, b->roller);
    const double dx = placed_a[0] + a->at[0] - placed_b[0] - b->at[0],
                 dy = placed_a[1] + a->at[1] - placed_b[1] - b->at[1];
    const double into = a->radius + b->radius - sqrt(dx * dx + dy * dy);

    return fabs(a->at[2] - b->at[2]) < (a->half + b->half) * (1 - 1e-9) &&
           into > INSIDE * fmin(a->radius, b->radius);
}

/* Rollers of different nips in one place; in the plane they may be meant to stand beside each
 * other. */
static void
find_rollers_inside(const struct quire_system *sys, quire_diag *diag)
{
    struct quire_nearby near;
    bool told = false;

    if (quire_nearby_create(&near, sys->n_pad) != 0) {
        quire_diag_memory_error(diag);
        return;
    }
    for (int i = 0; i < sys->n_pad; i++) {
        const struct quire_pad *p = sys->pad + i;
        const double *at = placed(sys, p->roller);
        near.extent[i] =
            quire_extent_around((double[]){at[0] + p->at[0], at[1] + p->at[1]}, p->radius);
    }
    quire_nearby_sort(&near);
    for (int i = 0; i < sys->n_pad && !told; i++) {
        quire_nearby_find(&near, near.extent + i);
        for (int k = 0; k < near.n_found && near.found[k] < i && !told; k++) {
            const int j = near.found[k];
            const struct quire_roller *a = sys->roller + sys->pad[i].roller,
                                      *b = sys->roller + sys->pad[j].roller;
            const bool apart =
                a != b && a->free < 0 && b->free < 0 && (a->nip < 0 || a->nip != b->nip);
            if (apart && a->soft < 0 && b->soft < 0 && inside(sys, sys->pad + i, sys->pad + j)) {
                /* the later one of the file is reported */
                const bool later = quire_place_compare(a->object->place, b->object->place) >= 0;
                quire_object_warning((later ? a : b)->object, diag, "W-MODEL",
                                     "place them side by side with 'across' and 'width'",
                                     "roller '%s' is inside roller '%s'", (later ? a : b)->name,
                                     (later ? b : a)->name);
                told = true;
            }
        }
    }
    quire_nearby_destroy(&near);
}

/* whether two walls stand opposite each other somewhere, with sheets between them; they may stand
 * along different ways */
static bool
face_each_other(const struct quire_wall_view *left, const struct quire_wall_view *right)
{
    bool opposite = false;

    for (int k = 0; k < 8 && left->side > 0 && right->side < 0 && left->z < right->z; k++) {
        const struct quire_wall_view *one = k % 2 == 0 ? left : right,
                                     *other = k % 2 == 0 ? right : left;
        double at[3] = {0, 0, one->z};
        struct quire_beside b;
        quire_outline_at(&one->way, (k / 2) / 3.0 * one->way.length, at, NULL);
        quire_wall_beside(other, at, &b);
        opposite = opposite || quire_wall_is_beside(other, &b);
    }
    return opposite;
}

/* a sheet that starts between two walls and is wider than what is between them */
static void
find_narrow_lane(const struct quire_system *sys, const struct quire_wall *a,
                 const struct quire_wall *b, quire_diag *diag)
{
    const double gap = b->shape.z - a->shape.z;

    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        if (!(s->width > gap)) {
            continue;
        }
        const double middle =
            ((const struct quire_start_params *)quire_object_child_of(s->object, &quire_kind_start)
                 ->params)
                ->across;
        if (middle > a->shape.z && middle < b->shape.z && face_each_other(&a->shape, &b->shape)) {
            quire_object_warning(
                sys->guide[b->guide].object, diag, "W-MODEL",
                "move them apart, or use a narrower sheet",
                "the gap to side guide '%s' is %.6g mm, but sheet '%s' is %.6g mm wide",
                sys->guide[a->guide].name, 1e3 * gap, s->object->name, 1e3 * s->width);
        }
    }
}

static void
find_narrow_lanes(const struct quire_system *sys, quire_diag *diag)
{
    double widest = 0;

    for (int k = 0; k < sys->n_sheet; k++) {
        widest = fmax(widest, sys->sheet[k].width);
    }
    for (int i = 0; i < sys->n_wall; i++) {
        for (int j = 0; j < sys->n_wall; j++) {
            const struct quire_wall *a = sys->wall + i, *b = sys->wall + j;
            const double gap = b->shape.z - a->shape.z;
            if (a->shape.side > 0 && b->shape.side < 0 && gap > 0 && gap < widest) {
                find_narrow_lane(sys, a, b, diag);
            }
        }
    }
}

void
quire_lint_find_space(const struct quire_system *sys, quire_diag *diag)
{
    find_unsupported(sys, diag);
    find_rollers_inside(sys, diag);
    find_narrow_lanes(sys, diag);
}
