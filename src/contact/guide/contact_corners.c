/* Where sheets touch the free ends and convex kinks of guides. doc/theory/contact-kernel.md, 7. */
#include <math.h>

#include "contact/guide/behind.h"
#include "contact/guide/contact.h"
#include "contact/guide/corner_reach.h"
#include "contact/law/constants.h"
#include "contact/touch/fading.h"
#include "contact/touch/places.h"

QUIRE_INLINE double
deepest(const struct scatter *c, const struct quire_corner_contact *corner)
{
    return c->half + quire_corner_sure_depth(c->state->system->sheet + c->sheet, corner);
}

QUIRE_INLINE void
free_facing(struct facing *f)
{
    f->factor = 1;
    f->belt = 0;
    f->load = 0;
    f->share = 1;
    f->fading = NULL;
    f->d_share = f->d_factor = (form){0, 0, 0, 0};
}

/* The corner as seen from the nearest point of the sheet; false if it does not touch. */
QUIRE_INLINE bool
corner_facing(const struct quire_corner_contact *corner, const struct quire_guide *guide,
              const struct scatter *c, const struct station *p, struct facing *f)
{
    free_facing(f);
    if (p->cap == 0) { /* the face of the sheet: its normal, on the side the corner points to */
        const double q = 1 / sqrt(p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1]);
        double nx = -p->x1[1] * q, ny = p->x1[0] * q;
        if (nx * corner->axis[0] + ny * corner->axis[1] < 0) {
            nx = -nx;
            ny = -ny;
        }
        f->turning = NORMAL_TANGENT;
        f->n[0] = nx;
        f->n[1] = ny;
        f->overlap = c->half - (nx * p->x[0] + ny * p->x[1]);
    } else {
        const double distance = sqrt(p->x[0] * p->x[0] + p->x[1] * p->x[1]);
        f->turning = NORMAL_RADIAL;
        f->radial = 1 / distance;
        f->n[0] = p->x[0] / distance;
        f->n[1] = p->x[1] / distance;
        f->overlap = c->half - distance;
    }
    return f->overlap > -guide->reach && f->overlap < deepest(c, corner);
}

/* A corner that lies deeper behind the mid-line than one of the sheet's ends is away is nearer to
 * that end than to the face: it is no face's, and where the nearest point becomes that of the round
 * end there is nothing left of its force. The way to the end is counted in pieces of the curve, as
 * long as it is where the corner is, which is the same from both pieces at a joint of two. */
QUIRE_INLINE void
fade_to_end(const struct station *p, int n, bool lead, double half, double cq, struct facing *f,
            struct fading *fading)
{
    const double deep = f->overlap - half;

    if (!(deep > 0)) {
        return;
    }
    const double rest = lead ? n - 2 - p->node - p->d[0] / p->dd[0] : p->node + p->d[2] / p->dd[2];
    const double length = sqrt(p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1]);
    /* from 0 on as wide as deep, and with a continuous slope at most half a thickness */
    const struct second away = second(rest * length, 0), down = second(deep, 1),
                        wide = deep < 2 * half ? second_of(down, deep * (1 - deep / (4 * half)),
                                                           1 - deep / (2 * half), -0.5 / half)
                                               : (struct second){.x = half},
                        past = second_mul(second_add(away, -1, down), second_inverse(wide));

    if (past.x >= 1) {
        return;
    }
    struct geometry_forms g;
    geometry_forms(&g, p, f, cq, 0);
    const form d_length = (1 / length) * (p->x1[0] * g.x1 + p->x1[1] * g.y1);
    fade_by(f, fading, second_step_between(past, -1, 0, 1, 1),
            (lead ? -length : length) * g.s + rest * d_length, -(f->n[0] * g.x + f->n[1] * g.y));
}

/* The same from the other side: a corner ahead of the round end and behind the mid-line comes to
 * act as it is farther ahead than behind. */
QUIRE_INLINE void
fade_from_end(const struct quire_corner_contact *corner, const struct station *p, double cq,
              struct facing *f, struct fading *fading)
{
    const double q = 1 / sqrt(p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1]), tx = q * p->x1[0],
                 ty = q * p->x1[1];
    const double side = ty * corner->axis[0] > tx * corner->axis[1] ? -1 : 1, way = p->cap;
    const double along = tx * p->x[0] + ty * p->x[1], across = tx * p->x[1] - ty * p->x[0];
    const double ahead = -way * along, behind = -side * across;

    if (!(behind > 0) || ahead >= behind) {
        return;
    }
    const form turn = {0, 0, -cq * q * ty, cq * q * tx};
    const form d_ahead = -way * (cq * (form){tx, ty, 0, 0} + across * turn),
               d_behind = -side * (cq * (form){-ty, tx, 0, 0} - along * turn);
    const struct second past = second_mul(second(ahead, 0), second_inverse(second(behind, 1)));
    fade_by(f, fading, second_step(past, 0, 1), d_ahead, d_behind);
}

/* The square of what the tangent at a node has to miss a point by, within half a segment to either
 * side, for the sheet to clear it: the curve strays from the tangent by a quarter of the second
 * difference of the places of nodes there, and (a + b)^2 is not above 2 a^2 + 2 b^2. */
#define STRAY_SQUARE (2 * 0.25 * 0.25)

/* A sheet whose mid-line the corner is beyond is in the solid only where its normal is between
 * those of the two faces: else it passes by on the far side of one. So the deeper the corner is, up
 * to two half thicknesses of the sheet, the more of what acts ends at the faces' normals. */
QUIRE_INLINE void
side_gate(const struct quire_corner_contact *corner, const struct station *p, double half,
          double cq, struct facing *f, struct fading *fading)
{
    const double *axis = corner->axis, along = f->n[0] * axis[0] + f->n[1] * axis[1],
                 bound = fmax(QUIRE_CORNER_SURE,
                              corner->out[0][0] * axis[0] + corner->out[0][1] * axis[1]);

    if (p->cap != 0 || along >= (f->overlap > half ? bound : QUIRE_CORNER_SURE)) {
        return;
    }
    struct geometry_forms g;
    geometry_forms(&g, p, f, cq, 0);
    const struct second near = second_ramp(along, 0, 0, QUIRE_CORNER_SURE, 1),
                        deep = second_ramp(along, bound - QUIRE_CORNER_TURN, 0, bound, 1),
                        part = second_step_between(second(f->overlap, 1), half, 0, 2 * half, 1),
                        w = second_add(near, 1, second_mul(part, second_add(deep, -1, near)));
    const double share = fade_by(f, fading, w, (-f->n[1] * axis[0] + f->n[0] * axis[1]) * g.turn,
                                 -(f->n[0] * g.x + f->n[1] * g.y));
    add_product(fading, -share * w.d[0] * along, g.turn, g.turn); /* the normal turns */
}

/* how far a node is that may be nearest to a corner that touches */
QUIRE_INLINE double
limit_of(const struct quire_sheet *sheet, const struct quire_corner_contact *corner,
         const struct quire_guide *guide)
{
    return 0.75 * sheet->chain.h + quire_corner_reach(sheet, corner, guide);
}

/* Whether a node in reach is near a point and the sheet may touch it there; four nodes side by
 * side, more than are in reach if need be. */
QUIRE_INLINE bool
may_touch(const struct scatter *c, const struct quire_sheet *sheet,
          const struct quire_candidates *nodes, const double at[2], double limit, double reach)
{
    const quire_v4 within = quire_all4(limit * limit), clear = quire_all4(2 * reach * reach);
    quire_mask4 any = {0};

    if (nodes->low == 0 || nodes->high > sheet->chain.n) {
        return true;
    }
    for (int i = nodes->low; i < nodes->high; i += 4) {
        const quire_v4 dx = quire_load4(c->x + i) - at[0], dy = quire_load4(c->y + i) - at[1];
        const quire_v4 rx = quire_load4(c->x + i + 1), lx = quire_load4(c->x + i - 1),
                       ry = quire_load4(c->y + i + 1), ly = quire_load4(c->y + i - 1);
        const quire_v4 tx = rx - lx, ty = ry - ly, across = tx * dy - ty * dx,
                       bx = (rx + lx) - 2 * (dx + at[0]), by = (ry + ly) - 2 * (dy + at[1]);
        any |=
            (dx * dx + dy * dy < within) &
            (across * across <= (clear + STRAY_SQUARE * (bx * bx + by * by)) * (tx * tx + ty * ty));
    }
    return quire_any(any);
}

/* Whether a node is near a point, and the sheet may touch it within half a segment of the node. */
QUIRE_INLINE bool
is_near(const struct scatter *c, const double at[2], int i, double limit, double reach)
{
    const double dx = c->x[i] - at[0], dy = c->y[i] - at[1];

    if (!(dx * dx + dy * dy < limit * limit) || i == 0 ||
        i == c->state->system->sheet[c->sheet].chain.n) {
        return dx * dx + dy * dy < limit * limit;
    }
    const double tx = c->x[i + 1] - c->x[i - 1], ty = c->y[i + 1] - c->y[i - 1],
                 bx = c->x[i + 1] - 2 * c->x[i] + c->x[i - 1],
                 by = c->y[i + 1] - 2 * c->y[i] + c->y[i - 1], across = tx * dy - ty * dx;

    return across * across <=
           (2 * reach * reach + STRAY_SQUARE * (bx * bx + by * by)) * (tx * tx + ty * ty);
}

/* The law that acts at a place of a corner, with its share. NULL: none. */
QUIRE_INLINE const struct quire_contact_law *
acting_law(const struct scatter *c, const struct quire_corner_contact *corner,
           const struct quire_guide *guide, const struct station *p, struct facing *f,
           struct fading *fading)
{
    let_go(c, deepest(c, corner), f);
    side_gate(corner, p, c->half, c->cq, f, fading);
    const struct quire_contact_law *law = law_of(c->state->system, guide->law, c->sheet, p, f->n);
    return law != NULL && f->share > 0 && f->overlap > -law->reach ? law : NULL;
}

QUIRE_INLINE void
touch_corner(const struct scatter *c, const struct quire_corner_contact *corner,
             const struct quire_guide *guide, struct station *p, struct facing *f,
             struct fading *fading)
{
    const struct quire_contact_law *law = acting_law(c, corner, guide, p, f, fading);

    if (law == NULL) {
        return;
    }
    if (law->vertex != 1 && p->cap != 0) {
        f->factor = law->vertex;
    }
    remember_at_corner(c, law, (int)(corner - c->state->system->corner), owner(p),
                       touched_face(p, f->n), f);
    quire_touch(c, p, f, law, NULL, quire_partner(QUIRE_PARTNER_GUIDE, corner->guide));
}

/* Whether any of three nodes has come from behind the face that ends here: the sheet still crosses
 * it, and its end is nothing to touch. */
QUIRE_INLINE bool
comes_from_behind(const struct scatter *c, int face, int node)
{
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;

    return quire_sides_is_behind(sheet, c->work, face, node) ||
           quire_sides_is_behind(sheet, c->work, face, node + 1) ||
           quire_sides_is_behind(sheet, c->work, face, node + 2);
}

/* the node in reach that is nearest to a corner, -1 if none is near */
QUIRE_INLINE int
nearest_node(const struct scatter *c, const struct quire_candidates *nodes, const double at[2],
             double limit)
{
    double least = limit * limit;
    int nearest = -1;

    for (int i = nodes->low; i < nodes->high; i++) {
        const double dx = c->x[i] - at[0], dy = c->y[i] - at[1], square = dx * dx + dy * dy;
        if (square < least) {
            least = square;
            nearest = i;
        }
    }
    return nearest;
}

/* What faces a corner at a place of the sheet; false if they do not touch. */
QUIRE_INLINE bool
meet_corner(const struct scatter *c, const struct quire_corner_contact *corner,
            const struct quire_guide *guide, struct station *p, struct facing *f,
            struct fading *fading)
{
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;

    fading->by = (form){0, 0, 0, 0};
    fading->n = 0;
    place_on_curve(p, c, corner->at);
    if ((corner->end && comes_from_behind(c, corner->face, p->node)) ||
        !corner_facing(corner, guide, c, p, f)) {
        return false;
    }
    if (p->cap == 0) {
        fade_to_end(p, sheet->chain.n, false, c->half, c->cq, f, fading);
        fade_to_end(p, sheet->chain.n, true, c->half, c->cq, f, fading);
    } else {
        fade_from_end(corner, p, c->cq, f, fading);
    }
    return true;
}

/* Where the sheet is nearest to a corner: each place that is nearer than those beside it, since one
 * of a fold's two plies may come to be nearer than the other. The searches from all nodes in reach
 * find each of them, most of them more than once. */
#define MOST_PLACES 4

struct places {
    struct station at[MOST_PLACES];
    int n;
};

QUIRE_INLINE void
add_place(struct places *places, const struct station *p, double same)
{
    for (int k = 0; k < places->n; k++) {
        const double dx = places->at[k].x[0] - p->x[0], dy = places->at[k].x[1] - p->x[1];
        if (dx * dx + dy * dy < same * same) {
            return;
        }
    }
    if (places->n < MOST_PLACES) {
        places->at[places->n++] = *p;
    }
}

/* of laws that remember, which have one memory for a corner, the nearest alone */
QUIRE_INLINE void
find_places(const struct scatter *c, const struct quire_candidates *nodes,
            const struct quire_corner_contact *corner, const struct quire_guide *guide,
            struct places *places)
{
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;
    const double limit = limit_of(sheet, corner, guide),
                 reach = quire_corner_reach(sheet, corner, guide);
    const bool one = quire_guide_remembers(c->state->system, guide, c->sheet);
    const int nearest = one ? nearest_node(c, nodes, corner->at, limit) : -1;

    places->n = 0;
    for (int i = nodes->low; i < nodes->high; i++) {
        if (one ? i == nearest : is_near(c, corner->at, i, limit, reach)) {
            struct station p;
            nearest_station(&p, c, sheet->chain.n, i, corner->at);
            place_on_curve(&p, c, corner->at);
            add_place(places, &p, QUIRE_CORNER_SAME * sheet->chain.h);
        }
    }
}

QUIRE_CLONES void
quire_corner_contacts(const struct scatter *c)
{
    struct quire_state *st = c->state;
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + c->sheet;
    struct quire_sheet_work *w = c->work;

    for (int k = 0; k < w->n_close_corner; k++) {
        const struct quire_candidates *nodes = w->corner + w->close_corner[k];
        const struct quire_corner_contact *corner = sys->corner + nodes->target;
        const struct quire_guide *guide = sys->guide + corner->guide;
        struct places places;
        struct facing f = {.turning = NORMAL_FIXED};
        struct fading fading;
        if (!may_touch(c, sheet, nodes, corner->at, limit_of(sheet, corner, guide),
                       quire_corner_reach(sheet, corner, guide))) {
            continue;
        }
        find_places(c, nodes, corner, guide, &places);
        for (int i = 0; i < places.n; i++) {
            if (meet_corner(c, corner, guide, places.at + i, &f, &fading)) {
                touch_corner(c, corner, guide, places.at + i, &f, &fading);
            }
        }
    }
}

/* ---- for memories ---- */

/* keeps the motion of a place where this law acts, if it is deeper */
static void
keep_deeper(struct quire_normal_in *in, const struct scatter *c,
            const struct quire_contact_law *law, const struct quire_corner_contact *corner,
            const struct quire_guide *guide, const struct station *p, struct facing *f,
            struct fading *fading)
{
    if (acting_law(c, corner, guide, p, f, fading) == law && f->overlap > in->overlap) {
        *in = (struct quire_normal_in){.overlap = f->overlap,
                                       .closing = -(f->n[0] * p->v[0] + f->n[1] * p->v[1])};
    }
}

void
quire_corner_gap_at(const struct scatter *c, const struct quire_contact_law *law, int index,
                    struct quire_normal_in *in)
{
    const struct quire_system *sys = c->state->system;
    const struct quire_sheet_work *w = c->work;
    const struct quire_corner_contact *corner = sys->corner + index;
    const struct quire_guide *guide = sys->guide + corner->guide;
    int k = 0;
    struct places places;
    struct facing f;
    struct fading fading;

    while (k < w->n_corner && w->corner[k].target != index) {
        k++;
    }
    if (k == w->n_corner) {
        return;
    }
    find_places(c, w->corner + k, corner, guide, &places);
    for (int i = 0; i < places.n; i++) {
        if (meet_corner(c, corner, guide, places.at + i, &f, &fading)) {
            keep_deeper(in, c, law, corner, guide, places.at + i, &f, &fading);
        }
    }
}
