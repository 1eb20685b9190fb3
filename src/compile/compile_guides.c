#include "compile/compile.h"

#include <math.h>
#include <string.h>

#include "geometry/box_index.h"
#include "geometry/outline.h"
#include "geometry/piece.h"
#include "math/detmath.h"
#include "model/problem.h"
#include "path/places.h"
#include "shape/trace.h"

#define MOST_GUIDES 10000
#define TOGETHER    1e-9  /* ends that are closer are one place [m] */
#define MOST_FACES  20000 /* of all guides */
#define SHARPEST    3.0   /* angle of a kink at which its bisector is clear [rad] */

/* from where to where a guide or channel reaches across */
static void
across_of(const struct quire_object *object, double across[2])
{
    const bool guide = object->kind == &quire_kind_guide;
    const struct quire_guide_params *g = guide ? object->params : NULL;
    const struct quire_channel_params *ch = guide ? NULL : object->params;
    const double from = guide ? g->across_from : ch->across_from,
                 to = guide ? g->across_to : ch->across_to;

    across[0] = isnan(from) ? -HUGE_VAL : from;
    across[1] = isnan(to) ? HUGE_VAL : to;
}

/* Whether what lies midway between two outlines, whose mouths mirror each other, runs straight on.
 */
static bool
straight(const struct quire_outline *left, const struct quire_outline *right, double d[2])
{
    for (size_t i = 0; i < left->n && i < right->n; i++) {
        const struct quire_piece *l = left->piece + i, *r = right->piece + i;
        const double middle[2] = {0.5 * (l->direction[0] + r->direction[0]),
                                  0.5 * (l->direction[1] + r->direction[1])};
        if (i == 0) {
            const double q = 1 / sqrt(middle[0] * middle[0] + middle[1] * middle[1]);
            d[0] = q * middle[0];
            d[1] = q * middle[1];
        }
        if (l->turn * r->turn > 0 || !(fabs(middle[0] * d[1] - middle[1] * d[0]) < 1e-9)) {
            return false;
        }
    }
    return left->n == right->n;
}

static bool
runs_in_bends(const struct quire_outline *left, const struct quire_outline *right)
{
    double d[2] = {1, 0};

    return !straight(left, right, d);
}

/* The turn about the line midway between two outlines, or along the only one. */
static struct quire_tilt
tilt_about(struct quire_compile *c, const struct quire_object *object, double angle,
           const struct quire_outline *left, const struct quire_outline *right)
{
    struct quire_tilt t = {.cosine = 1};
    double d[2] = {1, 0};

    if (!c->sys->spatial || angle == 0 || left->n == 0) {
        return t;
    }
    if (!straight(left, right, d)) {
        quire_compile_note(
            c, quire_object_error(object, c->diag, "E-MODEL",
                                  "split it into straight parts, each with its own tilt",
                                  "it bends, and cannot be tilted as a whole"));
    }
    for (int k = 0; k < 2; k++) {
        t.at[k] = 0.5 * (left->piece[0].from[k] + right->piece[0].from[k]);
    }
    t.normal[0] = -d[1];
    t.normal[1] = d[0];
    t.cosine = quire_cos(angle);
    t.sine = quire_sin(angle);
    return t;
}

/* Tilts the guides from the first one on. */
static void
tilt_guides(struct quire_system *sys, int first, const struct quire_tilt *tilt)
{
    for (int k = first; k < sys->n_guide; k++) {
        sys->guide[k].tilted = tilt->sine != 0;
        sys->guide[k].tilt = *tilt;
    }
}

/* One side of a guide, as `of` says; takes the outline over. */
static void
add_guide(struct quire_compile *c, const struct quire_guide *of, const char *surface,
          struct quire_outline *outline)
{
    struct quire_system *sys = c->sys;
    struct quire_guide *g = sys->guide + sys->n_guide++;

    *g = *of;
    g->outline = *outline;
    struct quire_side target = QUIRE_NO_SIDE;
    target.curvature = quire_outline_curvature(&g->outline, g->side);
    g->law = quire_compile_pairs(c, surface, g->object, &target, true);
    g->reach = c->status == QUIRE_OK ? quire_compile_reach(sys, g->law) : 0;
    memset(outline, 0, sizeof *outline);
    quire_outline_bounds(&g->outline, g->low, g->high);
    across_of(g->object, g->across);
}

static void
compile_guide(struct quire_compile *c, const struct quire_object *object)
{
    const struct quire_guide_params *p = object->params;
    struct quire_outline middle = {0};
    const int view = c->sys->n_guide_view++, first = c->sys->n_guide,
              gate = quire_compile_gate(c, object);

    quire_compile_note(c, quire_guide_trace(&middle, object, c->diag));
    if (c->status != QUIRE_OK) {
        quire_outline_clear(&middle);
        return;
    }
    const struct quire_tilt tilt = tilt_about(c, object, p->tilt, &middle, &middle);
    const bool bends = runs_in_bends(&middle, &middle);
    if (p->side != QUIRE_SIDE_BOTH) {
        const struct quire_guide of = {.object = object,
                                       .name = p->name,
                                       .side = p->side == QUIRE_SIDE_LEFT ? 1 : -1,
                                       .depth = p->thickness,
                                       .velocity = p->velocity,
                                       .bends = bends,
                                       .gate = gate,
                                       .view = view};
        add_guide(c, &of, p->surface, &middle);
        tilt_guides(c->sys, first, &tilt);
        return;
    }
    for (int k = 0; k < 2; k++) { /* a wall with a face on either side */
        struct quire_outline face = {0};
        const double side = k == 0 ? 1 : -1;
        const quire_status status =
            quire_outline_parallel(&face, &middle, 0, middle.length, 0.5 * side * p->thickness);
        if (status != QUIRE_OK) {
            quire_compile_note(
                c, status == QUIRE_ERROR_LIMIT
                       ? quire_diag_memory_error(c->diag)
                       : quire_object_error(
                             object, c->diag, "E-MODEL",
                             "make it thinner, or its curves and steps wider",
                             "half its thickness, %g mm, turns one of its arcs or kinks inside out",
                             500 * p->thickness));
            break;
        }
        face.closed = middle.closed;
        const struct quire_guide of = {.object = object,
                                       .name = p->name,
                                       .side = side,
                                       .depth = 0.5 * p->thickness,
                                       .velocity = p->velocity,
                                       .bends = bends,
                                       .gate = gate,
                                       .view = view};
        add_guide(c, &of, p->surface, &face);
    }
    tilt_guides(c->sys, first, &tilt);
    quire_outline_clear(&middle);
}

static void
compile_channel(struct quire_compile *c, const struct quire_object *object)
{
    const struct quire_channel_params *p = object->params;
    struct quire_outline left = {0}, right = {0};

    quire_compile_note(c, quire_channel_trace(&left, &right, object, c->diag));
    if (c->status != QUIRE_OK) {
        quire_outline_clear(&left);
        quire_outline_clear(&right);
        return;
    }
    const struct quire_tilt tilt = tilt_about(c, object, p->tilt, &left, &right);
    const int first = c->sys->n_guide;
    struct quire_guide of = {.object = object,
                             .depth = p->thickness,
                             .velocity = p->velocity,
                             .bends = runs_in_bends(&left, &right),
                             .gate = -1,
                             .side = -1};
    of.name = quire_compile_part_name(c, p->name, "left");
    of.view = c->sys->n_guide_view++;
    add_guide(c, &of, p->surface, &left);
    of.name = quire_compile_part_name(c, p->name, "right");
    of.view = c->sys->n_guide_view++;
    of.side = 1;
    add_guide(c, &of, p->surface, &right);
    tilt_guides(c->sys, first, &tilt);
}

/* corners of a guide, and where they are */
struct corner_list {
    const struct quire_corner *corner;
    struct quire_nearby places;
};

static bool
list_corners(const struct quire_corner *corner, size_t n, struct corner_list *out)
{
    out->corner = corner;
    if (quire_nearby_create(&out->places, (int)n) != 0) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        out->places.extent[i] = quire_extent_around(corner[i].at, TOGETHER);
    }
    quire_nearby_sort(&out->places);
    return true;
}

/* the corner at this end of a piece, if there is one */
static const struct quire_corner *
corner_at(struct corner_list *list, const double at[2])
{
    const struct quire_extent there = quire_extent_around(at, 0);

    quire_nearby_find(&list->places, &there);
    return list->places.n_found > 0 ? list->corner + list->places.found[0] : NULL;
}

/* How fast the surface turns away from the sheet along a piece [1/m]. */
static double
turns_away(const struct quire_piece *p, double side)
{
    return p->radius > 0 ? -p->turn * side / p->radius : 0;
}

/* between the piece and what begins at its end, at an angle of their normals */
static void
split_at(struct quire_face *f, int e, double angle)
{
    const double half = 0.5 * fmin(angle, SHARPEST), slope = quire_sin(half) / quire_cos(half);

    for (int d = 0; d < 2; d++) {
        const double normal =
            f->radius > 0 ? f->convex * (f->end[e][d] - f->at[d]) / f->radius : f->normal[d];
        f->split[e][d] = f->out[e][d] - slope * normal;
    }
}

static void
add_face(struct quire_compile *c, int guide_index, const struct quire_piece *whole,
         struct corner_list *convex, struct corner_list *concave, int part, int parts)
{
    struct quire_system *sys = c->sys;
    const struct quire_guide *g = sys->guide + guide_index;
    struct quire_face *f = sys->face + sys->n_face++;

    quire_compile_face(g, whole, part, parts, f);
    f->guide = guide_index;
    for (int e = 0; e < 2; e++) {
        if ((e == 0 && part > 0) || (e == 1 && part < parts - 1)) {
            continue;
        }
        const struct quire_corner *convex_one = corner_at(convex, f->end[e]),
                                  *kink = corner_at(concave, f->end[e]);
        if (convex_one != NULL) {
            f->taper[e] = true;
            split_at(f, e, convex_one->angle);
        } else if (kink != NULL) {
            const size_t i = (size_t)(whole - g->outline.piece);
            const struct quire_piece *other =
                g->outline.piece + (kink->piece[0] == i ? kink->piece[1] : kink->piece[0]);
            f->past[e] = quire_past_kink(turns_away(other, g->side) - turns_away(whole, g->side),
                                         kink->angle, other->length, g->depth);
        }
    }
    for (int e = 0; e < 2; e++) {
        for (int d = 0; d < 2; d++) {
            const double far = f->end[e][d] + f->past[e] * f->out[e][d];
            f->low[d] = fmin(f->low[d], far);
            f->high[d] = fmax(f->high[d], far);
        }
    }
}

static void
add_corner(struct quire_compile *c, int guide_index, const struct quire_corner *corner,
           int first_face)
{
    struct quire_system *sys = c->sys;
    struct quire_corner_contact *k = sys->corner + sys->n_corner++;
    const struct quire_guide *g = sys->guide + guide_index;
    /* which of the two faces is the guide's */
    const int face = corner->end && corner->s <= 0.5 * g->outline.length ? 1 : 0;

    memset(k, 0, sizeof *k);
    k->guide = guide_index;
    k->end = corner->end;
    for (int d = 0; d < 2; d++) {
        k->at[d] = corner->at[d];
        k->axis[d] = corner->axis[d];
        k->out[0][d] = corner->tangent[face][d];
        k->out[1][d] = corner->tangent[1 - face][d];
    }
    k->face = face == 1 ? first_face : sys->n_face - 1;
}

static void
add_faces(struct quire_compile *c, int guide, const struct quire_corners *found)
{
    const struct quire_outline *o = &c->sys->guide[guide].outline;
    struct corner_list convex = {0}, concave = {0};

    if (!list_corners(found->convex, found->n_convex, &convex) ||
        !list_corners(found->concave, found->n_concave, &concave)) {
        c->status = quire_diag_memory_error(c->diag);
    }
    for (size_t i = 0; c->status == QUIRE_OK && i < o->n; i++) {
        const int parts = quire_compile_parts(o->piece + i);
        for (int part = 0; part < parts; part++) {
            add_face(c, guide, o->piece + i, &convex, &concave, part, parts);
        }
    }
    quire_nearby_destroy(&convex.places);
    quire_nearby_destroy(&concave.places);
}

/* whether an outline is closed, of arcs that go on smoothly from one to the next */
static bool
is_round(const struct quire_outline *outline, const struct quire_corners *found)
{
    bool round = outline->closed && found->n_convex == 0 && found->n_concave == 0;

    for (size_t i = 0; i < outline->n; i++) {
        round = round && outline->piece[i].radius > 0;
    }
    return round;
}

static void
compile_faces(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    size_t faces = 0, corners = 0;

    for (int k = 0; k < sys->n_guide; k++) {
        for (size_t i = 0; i < sys->guide[k].outline.n; i++) {
            faces += (size_t)quire_compile_parts(sys->guide[k].outline.piece + i);
        }
        corners += sys->guide[k].outline.n + 1;
    }
    for (int k = 0; k < sys->n_bed; k++) {
        for (size_t i = 0; i < sys->bed[k].shape.tips.n; i++) {
            faces += (size_t)quire_compile_parts(sys->bed[k].shape.tips.piece + i);
        }
    }
    if (sys->n_guide > MOST_GUIDES || faces > MOST_FACES) {
        c->status = quire_object_error(
            c->root, c->diag, "E-LIMIT",
            "remove guides that no sheet reaches, or draw them with fewer pieces",
            "there are %d guides, with those of channels, of %zu pieces; at "
            "most %d of %d pieces together are possible",
            sys->n_guide, faces, MOST_GUIDES, MOST_FACES);
        return;
    }
    sys->face = quire_compile_get(c, faces + 2 * corners, sizeof *sys->face);
    sys->corner = quire_compile_get(c, corners, sizeof *sys->corner);
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_guide; k++) {
        const struct quire_guide *g = sys->guide + k;
        struct quire_corners found;
        const int first_face = sys->n_face;
        quire_compile_note(c, quire_corners_find(&found, &g->outline, g->side));
        if (c->status != QUIRE_OK) {
            return;
        }
        add_faces(c, k, &found);
        sys->guide[k].round = g->gate < 0 && is_round(&g->outline, &found);
        for (size_t i = 0; i < found.n_convex; i++) {
            add_corner(c, k, found.convex + i, first_face);
        }
        quire_corners_clear(&found);
    }
}

void
quire_compile_guides(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    const int n = 2 * (quire_compile_count(c->root, &quire_kind_guide) +
                       quire_compile_count(c->root, &quire_kind_channel)) +
                  quire_compile_count(c->root, &quire_kind_side_guide) +
                  quire_compile_count(c->root, &quire_kind_bristles);

    sys->guide = quire_compile_get(c, (size_t)n, sizeof *sys->guide);
    sys->gate = quire_compile_get(c, (size_t)quire_compile_count(c->root, &quire_kind_guide),
                                  sizeof *sys->gate);
    for (size_t i = 0; c->status == QUIRE_OK && i < c->root->n_child; i++) {
        const struct quire_object *object = c->root->child[i];
        if (object->kind == &quire_kind_guide) {
            compile_guide(c, object);
        } else if (object->kind == &quire_kind_channel) {
            compile_channel(c, object);
        }
    }
    if (c->status == QUIRE_OK) {
        quire_compile_beds(c);
    }
    sys->tilted = quire_compile_get(c, (size_t)sys->n_guide, sizeof *sys->tilted);
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_guide; k++) {
        if (sys->guide[k].tilted) {
            sys->tilted[sys->n_tilted++] = k;
        }
    }
    if (c->status == QUIRE_OK && sys->spatial) {
        quire_compile_walls(c);
    }
    if (c->status == QUIRE_OK) {
        compile_faces(c);
    }
    if (c->status == QUIRE_OK) {
        quire_compile_joints(c);
    }
    if (c->status == QUIRE_OK) {
        quire_compile_edges(c);
    }
    if (c->status == QUIRE_OK) {
        quire_compile_tips(c);
    }
}
