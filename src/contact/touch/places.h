/* What rollers, faces and corners share where a sheet touches them: the law of the sheet's face
 * there, and what is remembered. */
#ifndef QUIRE_CONTACT_TOUCH_PLACES_H
#define QUIRE_CONTACT_TOUCH_PLACES_H

#include "contact/law/constants.h"
#include "contact/law/law_state.h"
#include "contact/touch/columns.h"
#include "contact/touch/facing.h"

/* A touching place of a line of a sheet by itself: forces of the laws, and with a matrix their
 * derivatives. `moves`: what moves with the nodes besides the place itself (of a planar sheet not
 * its parameter); NULL: nothing. */
void quire_touch(const struct scatter *c, const struct station *p, const struct facing *f,
                 const struct quire_contact_law *law, const struct place_moves *moves,
                 struct quire_partner target);

/* The same on a guide for a column of a sheet in space, with friction across too. */
void quire_column_touch(const struct scatter *c, const struct station *p, const struct facing *f,
                        const struct quire_contact_law *law, const struct place_moves *moves,
                        int guide);

/* of the family QUIRE_PLACES_ALONE */
extern const struct quire_place_book quire_single_places_book;

/* Fills a place whose weights along the curve are set, where the plane of the column's rib cuts the
 * sheet. */
void quire_rib_place(const struct scatter *c, struct station *p, const double at[2]);

/* As place_station() with nothing that moves, and where the plane of a rib cuts the sheet. */
QUIRE_INLINE void
place_on_curve(struct station *p, const struct scatter *c, const double at[2])
{
    const double still[2] = {0, 0};

    if (c->column != NULL && c->column->rib != NULL) {
        quire_rib_place(c, p, at);
    } else {
        place_station(p, c, at, still);
    }
}

/* Curve points of the fixed stations of nodes at (x, y). */
void quire_station_points(const struct quire_chain *chain, const double *x, const double *y,
                          struct quire_sheet_work *work);

/* which face of the sheet looks at the target: 0 left, 1 right (seen along the feed) */
QUIRE_INLINE int
touched_face(const struct station *p, const double n[2])
{
    return n[0] * -p->x1[1] + n[1] * p->x1[0] < 0 ? 0 : 1;
}

QUIRE_INLINE const struct quire_contact_law *
law_of(const struct quire_system *sys, const int *law, int sheet, const struct station *p,
       const double n[2])
{
    int index = law[2 * sheet];

    if (law[2 * sheet + 1] != index && touched_face(p, n) == 1) {
        index = law[2 * sheet + 1];
    }
    return index < 0 ? NULL : sys->law + index;
}

/* which line of the sheet it is */
QUIRE_INLINE int
line_of(const struct scatter *c)
{
    return c->column != NULL ? c->column->index : 0;
}

/* what the friction of a law holds on to at a station, on the face that looks at the target; NULL:
 * to nothing */
QUIRE_INLINE struct quire_law_memory *
station_grip(const struct scatter *c, const struct quire_contact_law *law, int node, int face)
{
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;

    return quire_law_grip(c->state, law,
                          sheet->grip0 + (2 * line_of(c) + face) * (sheet->chain.n + 1) + node);
}

/* the same for a sheet and a roller that it touches in a point */
QUIRE_INLINE struct quire_law_memory *
roller_grip(const struct scatter *c, const struct quire_contact_law *law, int roller)
{
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;

    return quire_law_grip(c->state, law, sheet->grip0 + 2 * (sheet->chain.n + 1) + roller);
}

/* Where a law remembers at a station, on the face that looks at the target, and what its friction
 * holds on to there. */
QUIRE_INLINE void
remember_at_station(const struct scatter *c, const struct quire_contact_law *law, int node,
                    int face, struct facing *f)
{
    f->slot = quire_slot_of(c->state->system, c->sheet, law);
    f->place = quire_station_place(c->state->system, c->sheet, line_of(c), face, node);
    f->grip = station_grip(c, law, node, face);
}

/* The same for a sheet and a roller that it touches in a point: what runs through takes nothing
 * along, the contact stays. */
QUIRE_INLINE void
remember_at_roller(const struct scatter *c, const struct quire_contact_law *law, int roller,
                   struct facing *f)
{
    f->slot = quire_slot_of(c->state->system, c->sheet, law);
    f->place = quire_roller_place(c->state->system, c->sheet, roller);
    f->grip = roller_grip(c, law, roller);
}

/* What a sheet keeps at a roller that it touches at p: where it touches `once` more, the place is
 * the station's. */
QUIRE_INLINE void
remember_on_roller(const struct scatter *c, const struct quire_contact_law *law, int roller,
                   bool once, const struct station *p, struct facing *f)
{
    const struct quire_chain *chain = &c->state->system->sheet[c->sheet].chain;
    const struct quire_carrier *carrier =
        c->state->carrier + c->state->system->roller[roller].small;

    if (once) {
        remember_at_station(c, law, owner(p), touched_face(p, f->n), f);
        f->rolling = 0;
    } else {
        remember_at_roller(c, law, roller, f);
        f->rolling = fabs(carrier->surface) / (2 * chain->ka * chain->h);
    }
}

/* Squares of the distances from a point to the nodes [low, high). */
QUIRE_INLINE void
node_squares(const struct scatter *c, const double centre[2], int low, int high, double *square)
{
    for (int i = low & ~3; i < high; i += 4) {
        const quire_v4 dx = quire_load4(c->x + i) - centre[0],
                       dy = quire_load4(c->y + i) - centre[1];
        quire_set_lanes(square + i, dx * dx + dy * dy);
    }
}

/* Whether node i of [low, high) is nearer than its neighbours there, and nearer than `limit`;
 * `square` from node_squares(). */
QUIRE_INLINE bool
is_nearest_node(const double *square, int low, int high, double limit, int i)
{
    return square[i] <= limit * limit && !(i > low && square[i - 1] < square[i]) &&
           !(i + 1 < high && square[i + 1] <= square[i]);
}

/* The same for a corner, from which the sheet takes along what its friction holds on to alone. */
QUIRE_INLINE void
remember_at_corner(const struct scatter *c, const struct quire_contact_law *law, int corner,
                   int node, int face, struct facing *f)
{
    f->slot = quire_slot_of(c->state->system, c->sheet, law);
    f->place = quire_corner_place(c->state->system, c->sheet, line_of(c), corner);
    f->grip = station_grip(c, law, node, face);
}

QUIRE_INLINE void
scale_fading(struct fading *fading, double w)
{
    fading->by *= w;
    for (int k = 0; k < fading->n; k++) {
        fading->product[k].times *= w;
    }
}

/* A sheet deep in the solid, where none should be (it came from behind, or was pushed through), is
 * let go little by little. */
QUIRE_INLINE void
let_go(const struct scatter *c, double depth, struct facing *f)
{
    if (f->overlap > 0.5 * depth) {
        double slope;
        const double w = quire_step(f->overlap, 0.5 * depth, 1, depth, 0, &slope),
                     g = -c->cq * slope * f->share;
        c->state->deep = true;
        f->d_share = w * f->d_share + (form){g * f->n[0], g * f->n[1], 0, 0};
        f->share *= w;
        if (f->fading != NULL) {
            scale_fading(f->fading, w);
        }
    }
}

/* How far the mid-line is behind a guide's surface where its face begins to be stiffer than the law
 * says: a good part of the solid. Laws of bristles hold down to the roots. */
QUIRE_INLINE double
stiff_behind(const struct quire_guide *guide)
{
    return guide->bristles ? HUGE_VAL : QUIRE_STIFF_FROM * guide->depth;
}

/* No sheet goes through a solid, however soft the law is: deep in it the whole law grows, to ten
 * times at the depth of the solid and fifty times at twice that. */
QUIRE_INLINE void
stiffen(const struct scatter *c, const struct quire_guide *guide, struct stiffening *stiff,
        struct facing *f)
{
    const double over = stiff_behind(guide), past = (f->overlap - c->half - over) / over;

    if (past > 0) {
        c->state->deep = true;
        *stiff = (struct stiffening){
            .times = 1 + past * past, .slope = 2 * past / over, .curve = 2 / (over * over)};
        f->stiff = stiff;
    }
}

/* friction at the sheet's very end: the factor grows as the edge, not the face, touches */
QUIRE_INLINE void
vertex_factor(const struct station *p, double vertex, int cap, double cq, struct facing *f)
{
    const double length = sqrt(p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1]), sign = cap;
    /* out of the sheet */
    const double tx = sign * p->x1[0] / length, ty = sign * p->x1[1] / length;
    double slope;
    const double w = quire_step(-(f->n[0] * tx + f->n[1] * ty), 0, 0, QUIRE_VERTEX_TURN, 1, &slope);
    const double q = cq / (length * length);
    const form turn = {0, 0, -q * p->x1[1], q * p->x1[0]}; /* of the end segment */
    const form d_n = f->turning == NORMAL_RADIAL
                         ? (form){-cq * f->radial * f->n[1], cq * f->radial * f->n[0], 0, 0}
                         : (form){0, 0, 0, 0};

    f->factor = 1 + (vertex - 1) * w;
    f->d_factor = ((vertex - 1) * slope * (f->n[1] * tx - f->n[0] * ty)) * (d_n - turn);
}

/* A piece of a guide as it faces a place seen from the piece's own point. */
QUIRE_INLINE void
face_place(const struct quire_face *face, double half, const struct station *p, struct facing *f)
{
    *f = (struct facing){.turning = NORMAL_FIXED,
                         .n = {face->normal[0], face->normal[1]},
                         .factor = 1,
                         .share = 1,
                         .d_share = {0, 0, 0, 0},
                         .d_factor = {0, 0, 0, 0}};
    if (face->radius > 0) {
        const double distance = sqrt(p->x[0] * p->x[0] + p->x[1] * p->x[1]);
        f->turning = NORMAL_RADIAL;
        f->radial = face->convex / distance;
        f->n[0] = f->radial * p->x[0];
        f->n[1] = f->radial * p->x[1];
        f->overlap = half + face->convex * (face->radius - distance);
    } else {
        f->overlap = half - (p->x[0] * f->n[0] + p->x[1] * f->n[1]);
    }
}

#endif
