/* Beds of bristles. doc/theory/contact-kernel.md, 14. */
#include "compile/compile.h"

#include <math.h>

#include "geometry/corners.h"
#include "geometry/outline.h"
#include "math/detmath.h"
#include "model/problem.h"
#include "path/places.h"

#define RIGHT_ANGLE 1.57079632679489661923

/* from where to where it is along its guide, and where the fans at its ends are rooted [m] */
struct extent {
    double from, to, root[2];
    bool fans;
};

static struct quire_guide *
guide_below(const struct quire_compile *c, const struct quire_bristles_params *p)
{
    struct quire_guide *guide = c->sys->guide;

    while (guide->object != p->guide) {
        guide++;
    }
    return guide;
}

static quire_status
check_guide(struct quire_compile *c, const struct quire_object *object,
            const struct quire_guide *guide)
{
    const struct quire_bristles_params *p = object->params;

    if (((const struct quire_guide_params *)p->guide->params)->side == QUIRE_SIDE_BOTH) {
        return quire_object_error(object, c->diag, "E-MODEL",
                                  "give the guide a 'side' other than both",
                                  "guide '%s' has two sides", guide->name);
    }
    if (p->to > guide->outline.length * (1 + 1e-9)) {
        return quire_object_error(object, c->diag, "E-RANGE", NULL,
                                  "'to' is beyond the end of guide '%s', which is %g mm long",
                                  guide->name, 1e3 * guide->outline.length);
    }
    return QUIRE_OK;
}

static struct extent
extent_on(const struct quire_bristles_params *p, const struct quire_outline *guide)
{
    struct extent e = {.from = isnan(p->from) ? 0 : p->from,
                       .to = isnan(p->to) ? guide->length : p->to,
                       .fans = !guide->closed || !isnan(p->from) || !isnan(p->to)};
    const double in = e.fans ? fmin(p->height, 0.5 * (e.to - e.from)) : 0;

    e.root[0] = e.from + in;
    e.root[1] = e.to - in;
    return e;
}

/* A quarter of a circle: the tips of bristles that spread from one root. */
static quire_status
add_fan(struct quire_outline *tips, const struct quire_guide *guide, double root, double height,
        int end)
{
    double at[2], t[2];

    quire_outline_at(&guide->outline, root, at, t);
    const double start =
        end == 0 ? quire_atan2(-t[1], -t[0]) : quire_atan2(guide->side * t[0], -guide->side * t[1]);
    return quire_outline_add_circular(tips, at, height, start, RIGHT_ANGLE, -guide->side);
}

static quire_status
add_between(struct quire_outline *tips, const struct quire_guide *guide, const struct extent *e,
            double height)
{
    struct quire_outline between = {0};
    quire_status status = QUIRE_OK;

    if (e->root[1] - e->root[0] > 1e-9) {
        status = quire_outline_parallel(&between, &guide->outline, e->root[0], e->root[1],
                                        guide->side * height);
    }
    for (size_t i = 0; status == QUIRE_OK && i < between.n; i++) {
        status = quire_outline_add_piece(tips, between.piece + i);
    }
    quire_outline_clear(&between);
    return status;
}

static quire_status
trace_tips(struct quire_outline *tips, const struct quire_guide *guide, const struct extent *e,
           double height)
{
    quire_status status = e->fans ? add_fan(tips, guide, e->root[0], height, 0) : QUIRE_OK;

    if (status == QUIRE_OK) {
        status = add_between(tips, guide, e, height);
    }
    if (status == QUIRE_OK && e->fans) {
        status = add_fan(tips, guide, e->root[1], height, 1);
    }
    tips->closed = !e->fans;
    return status;
}

/* whether the tips go on smoothly from one end to the other */
static quire_status
check_tips(struct quire_compile *c, const struct quire_object *object,
           const struct quire_outline *tips, double side)
{
    struct quire_corners found;
    quire_status status = quire_corners_find(&found, tips, side);

    if (status != QUIRE_OK) {
        return quire_diag_memory_error(c->diag);
    }
    if (found.n_concave > 0 || found.n_convex > (tips->closed ? 0 : 2)) {
        status = quire_object_error(object, c->diag, "E-MODEL",
                                    "end it there, and begin another bed beyond",
                                    "its guide has a kink between its ends");
    }
    quire_corners_clear(&found);
    return status;
}

/* What the guide below says of it, too. */
static void
add_guide(struct quire_compile *c, const struct quire_object *object,
          const struct quire_guide *below, struct quire_bed *bed)
{
    const struct quire_bristles_params *p = object->params;
    struct quire_system *sys = c->sys;
    struct quire_guide *g = sys->guide + sys->n_guide;
    struct quire_side target = QUIRE_NO_SIDE;

    *g = *below;
    g->object = object;
    g->name = p->name;
    g->outline = (struct quire_outline){0};
    g->depth = p->height + below->depth;
    g->bristles = true;
    g->round = false;
    g->view = sys->n_guide_view++;
    quire_outline_bounds(&bed->shape.tips, g->low, g->high);
    target.curvature = quire_outline_curvature(&below->outline, below->side);
    target.height = p->height;
    target.lean = -below->side * bed->shape.lean; /* along the normal turned to the left */
    bed->guide = sys->n_guide++;
    g->law = quire_compile_pairs(c, p->surface, object, &target, true);
    g->reach = c->status == QUIRE_OK ? quire_compile_reach(sys, g->law) : 0;
}

static void
compile_bed(struct quire_compile *c, const struct quire_object *object, struct quire_bed *bed)
{
    const struct quire_bristles_params *p = object->params;
    const struct quire_guide *below = guide_below(c, p);
    const struct extent e = extent_on(p, &below->outline);

    bed->shape.height = p->height;
    bed->shape.lean = p->lean == QUIRE_LEAN_FORWARD ? 1 : p->lean == QUIRE_LEAN_BACKWARD ? -1 : 0;
    quire_compile_note(c, check_guide(c, object, below));
    if (c->status != QUIRE_OK) {
        return;
    }
    const quire_status status = trace_tips(&bed->shape.tips, below, &e, p->height);
    quire_compile_note(
        c, status == QUIRE_OK ? check_tips(c, object, &bed->shape.tips, below->side)
           : status == QUIRE_ERROR_LIMIT
               ? quire_diag_memory_error(c->diag)
               : quire_object_error(object, c->diag, "E-MODEL", "make it lower",
                                    "its height, %g mm, turns one of the arcs or kinks of its "
                                    "guide inside out",
                                    1e3 * p->height));
    if (c->status == QUIRE_OK) {
        add_guide(c, object, below, bed);
    }
}

void
quire_compile_beds(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    const struct quire_object *object;

    sys->bed = quire_compile_get(c, (size_t)quire_compile_count(c->root, &quire_kind_bristles),
                                 sizeof *sys->bed);
    for (size_t i = 0; c->status == QUIRE_OK && (object = quire_object_next_of(
                                                     c->root, &quire_kind_bristles, &i)) != NULL;) {
        compile_bed(c, object, sys->bed + sys->n_bed++);
    }
}

void
quire_compile_tips(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;

    for (int k = 0; k < sys->n_bed; k++) {
        const struct quire_bed *bed = sys->bed + k;
        const struct quire_guide *g = sys->guide + bed->guide;
        for (size_t i = 0; i < bed->shape.tips.n; i++) {
            const struct quire_piece *piece = bed->shape.tips.piece + i;
            const int parts = quire_compile_parts(piece);
            for (int part = 0; part < parts; part++) {
                struct quire_face *f = sys->face + sys->n_face + sys->n_edge++;
                quire_compile_face(g, piece, part, parts, f);
                f->guide = bed->guide;
                f->deepest = g->depth;
                f->beside[0] = f->beside[1] = -1;
            }
        }
    }
}
