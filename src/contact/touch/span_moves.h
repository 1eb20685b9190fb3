/* A stretch of one span of a column's curve whose ends move along the sheet with the nodes: what
 * that changes of its points, side by side. A point at the part g of the stretch follows its ends,
 * (1 - g) of the first and g of the other, and its share follows the length between them: so all of
 * it is what acts by either end, summed over the points. doc/theory/contact-kernel.md, 6. */
#ifndef QUIRE_CONTACT_TOUCH_SPAN_MOVES_H
#define QUIRE_CONTACT_TOUCH_SPAN_MOVES_H

#include "contact/touch/lanes.h"

/* Four points of a span. */
struct span_points {
    int node;            /* the first of the three */
    quire_v4 b[3], d[3]; /* their weights at each point */
    const struct quire_contact_law *law;
    double belt;
    struct lanes at;
};

struct span_moves {
    quire_v4 at;         /* parts of the stretch at which the points are */
    double end[2][3][2]; /* of the parameters of its ends by the three nodes, times cq */
    double wide;         /* from end to end */
    quire_v4 slope;      /* of the logarithm of the length for each parameter, at the points */
    double dd[3];        /* second derivatives of the nodes' weights */
};

/* the numbers of the three nodes, for all points */
QUIRE_INLINE void
span_nodes(quire_v4 out[3], const double *a, int node)
{
    for (int k = 0; k < 3; k++) {
        out[k] = quire_all4(a[node + k]);
    }
}

/* the four numbers of each of four vectors, added up */
QUIRE_INLINE quire_v4
sums_of(quire_v4 a, quire_v4 b, quire_v4 c, quire_v4 d)
{
    quire_v4 by_lane[LANES];

    quire_transpose4(by_lane, a, b, c, d);
    return (by_lane[0] + by_lane[2]) + (by_lane[1] + by_lane[3]);
}

/* What changes by either end, from what changes with the points' parameters and with the
 * logarithms of their shares. */
QUIRE_INLINE void
by_ends(const struct span_moves *m, quire_v4 by_s, quire_v4 by_share, quire_v4 out[2])
{
    const quire_v4 both = by_s + m->slope * by_share, apart = by_share / m->wide;

    out[0] = (1 - m->at) * both - apart;
    out[1] = m->at * both + apart;
}

/* How all that acts changes along the curve. */
QUIRE_INLINE void
along_span(const struct scatter *c, const struct span_points *s, const struct lane_laws *m,
           const struct span_moves *moves, struct sliding *out)
{
    quire_v4 x[3], y[3], u[3], v[3], dd[3];

    span_nodes(x, c->x, s->node);
    span_nodes(y, c->y, s->node);
    span_nodes(u, c->vx, s->node);
    span_nodes(v, c->vy, s->node);
    span_nodes(dd, moves->dd, 0);
    lanes_along(
        &s->at, m, c->half,
        &(struct lane_bends){weighted(dd, x), weighted(dd, y), weighted(dd, u), weighted(dd, v)},
        NULL, out);
}

#endif
