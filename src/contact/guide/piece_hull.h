/* Which spans of a sheet's curve may overlap a piece of a guide: the curve lies within the hulls of
 * three neighbouring nodes. doc/theory/finders.md, 2. */
#ifndef QUIRE_CONTACT_GUIDE_PIECE_HULL_H
#define QUIRE_CONTACT_GUIDE_PIECE_HULL_H

#include "contact/guide/face_place.h"
#include "contact/touch/clip.h"
#include "contact/touch/columns.h"

/* The level of the mid-line at which contact begins: along the normal, or of the radius. */
QUIRE_INLINE double
quire_outer_level(const struct scatter *c, const struct quire_guide *guide)
{
    return c->half + guide->reach;
}

/* Four nodes, and those before and behind each of them. */
struct neighbours {
    quire_v4 x[3], y[3];
};

/* Of which of four nodes one of its three is less than `limit` along h. */
QUIRE_INLINE quire_mask4
any_within(const struct neighbours *p, const double h[2], double limit)
{
    const quire_v4 most = quire_all4(limit);

    return (p->x[0] * h[0] + p->y[0] * h[1] < most) | (p->x[1] * h[0] + p->y[1] * h[1] < most) |
           (p->x[2] * h[0] + p->y[2] * h[1] < most);
}

/* ... is before the tangent of a circle of radius rho where it is nearest to the middle one; of a
 * hollow one, is beyond the circle. They are seen from its centre. */
QUIRE_INLINE quire_mask4
any_in_circle(const struct neighbours *p, double convex, double rho)
{
    const quire_v4 *x = p->x, *y = p->y, square = x[1] * x[1] + y[1] * y[1];

    if (convex < 0) {
        const quire_v4 least = quire_all4(rho > 0 ? rho * rho : -1);
        return (square > least) | (x[0] * x[0] + y[0] * y[0] > least) |
               (x[2] * x[2] + y[2] * y[2] > least);
    }
    const quire_v4 limit = rho * quire_sqrt4(square);
    return (square < limit) | (x[0] * x[1] + y[0] * y[1] < limit) |
           (x[2] * x[1] + y[2] * y[1] < limit);
}

/* Which of the spans around four nodes may overlap the piece, whose contact begins at `level`, once
 * each node has moved by up to `margin`. */
QUIRE_INLINE quire_mask4
quire_may_overlap(const struct scatter *c, const struct quire_face *face, int first, double level,
                  double margin)
{
    const double *at = face->at, far = level + margin;
    struct neighbours p = {{lanes_before(c->x, first) - at[0], quire_load4(c->x + first) - at[0],
                            quire_load4(c->x + first + 1) - at[0]},
                           {lanes_before(c->y, first) - at[1], quire_load4(c->y + first) - at[1],
                            quire_load4(c->y + first + 1) - at[1]}};
    /* inner spans go from the middle of one segment to that of the next */
    if (first > 1 && first + LANES < c->state->system->sheet[c->sheet].chain.n) {
        for (int k = 0; k < 3; k += 2) {
            p.x[k] = 0.5 * (p.x[k] + p.x[1]);
            p.y[k] = 0.5 * (p.y[k] + p.y[1]);
        }
    }
    quire_mask4 on = face->radius > 0
                         ? any_in_circle(&p, face->convex, face->radius + face->convex * far)
                         : any_within(&p, face->normal, far);

    if (face->radius <= 0 && face->deepest > 0) {
        const double back[2] = {-face->normal[0], -face->normal[1]};
        on &= any_within(&p, back, face->deepest + margin);
    }
    for (int e = 0; e < 2 && quire_any(on); e++) {
        const double *out = face->out[e];
        on &=
            any_within(&p, out,
                       (face->taper[e] ? 0 : face->past[e]) + margin +
                           out[0] * (face->end[e][0] - at[0]) + out[1] * (face->end[e][1] - at[1]));
    }
    return on;
}

/* The same of one of the sheet's ends, where the curve begins and ends at a node. */
QUIRE_INLINE bool
quire_end_may_touch(const struct scatter *c, const struct quire_face *face, int node, double level,
                    double margin)
{
    const double at[2] = {c->x[node], c->y[node]};

    if (c->column != NULL && c->column->rib != NULL) { /* it is not where the node is */
        return true;
    }
    const double behind = quire_face_level(face, at);
    bool may =
        behind > -(level + margin) && !(face->deepest > 0 && behind > face->deepest + margin);
    for (int e = 0; may && e < 2; e++) {
        may = face->taper[e] ? behind > -margin || quire_face_beyond(face, e, at) <= margin
                             : quire_face_beyond(face, e, at) <= face->past[e] + margin;
    }
    return may;
}

#endif
