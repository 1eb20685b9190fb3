/* Points of a span of a column's curve on a piece of a guide, side by side. */
#ifndef QUIRE_CONTACT_GUIDE_LINE_POINTS_H
#define QUIRE_CONTACT_GUIDE_LINE_POINTS_H

#include "contact/guide/contact_line.h"
#include "contact/touch/clip.h"
#include "contact/touch/span_points.h"

/* Weights of the three nodes at the parameters s of a span. */
QUIRE_INLINE void
span_weights(int type, quire_v4 s, quire_v4 b[3], quire_v4 d[3])
{
    const quire_v4 r = 1 - s;

    b[0] = 0.5 * r * r;
    b[1] = 0.5 + s * r;
    b[2] = 0.5 * s * s;
    d[0] = -r;
    d[1] = 1 - 2 * s;
    d[2] = s;
    if (type == 1) {
        b[0] = r * r;
        b[1] = s * (2 - 1.5 * s);
        d[0] = -2 * r;
        d[1] = 2 - 3 * s;
    } else if (type == 2) {
        b[1] = r * (2 - 1.5 * r);
        b[2] = s * s;
        d[1] = 3 * r - 2;
        d[2] = 2 * s;
    }
}

/* Four points of one of four spans, the one around a node, at the parameters s, as they face a
 * piece. `share`: of the law that acts at each, were the span as long as a segment. */
QUIRE_INLINE void
set_points(const struct scatter *c, const struct quire_piece_meeting *m, const struct spans *p,
           int lane, int node, quire_v4 s, quire_v4 share, struct span_points *out)
{
    const struct quire_chain *chain = &c->state->system->sheet[c->sheet].chain;
    const struct quire_face *face = m->face;
    const int type = spline_type(node, chain->n);
    const quire_v4 zero = {0}, x = p->ax[lane] + s * (p->tx[lane] + 0.5 * s * p->cx[lane]),
                   y = p->ay[lane] + s * (p->ty[lane] + 0.5 * s * p->cy[lane]);
    const quire_v4 measure = type == 0 ? quire_all4(1) : type == 1 ? 2 - s : 1 + s;

    out->node = node - 1;
    out->law = m->law;
    out->belt = quire_piece_belt(c, m);
    span_weights(type, s, out->b, out->d);
    if (face->radius > 0) {
        const quire_v4 distance = quire_sqrt4(x * x + y * y), way = face->convex / distance;
        out->overlap = c->half + face->convex * (face->radius - distance);
        out->radial = way;
        out->nx = way * x;
        out->ny = way * y;
    } else {
        out->nx = quire_all4(face->normal[0]);
        out->ny = quire_all4(face->normal[1]);
        out->radial = zero;
        out->overlap = c->half - (x * face->normal[0] + y * face->normal[1]);
    }
    out->on = (out->overlap > zero) & (share > zero);
    out->share = share * measure;
    out->factor = quire_all4(1);
}

#endif
