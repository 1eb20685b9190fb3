/* Points of one span of the curve of a column, the piece around a node, on one piece of a guide,
 * side by side; and, where the ends of their stretch move along the sheet with the nodes, how they
 * follow. A point at the part g of the stretch follows its ends, (1 - g) of the first and g of the
 * other, and its share follows the length between them: so all of it is what acts by either end,
 * summed over the points. doc/theory/spatial-contact.md, 3; contact-kernel.md, 6. */
#ifndef QUIRE_CONTACT_TOUCH_SPAN_POINTS_H
#define QUIRE_CONTACT_TOUCH_SPAN_POINTS_H

#include "contact/law/law_lanes.h"
#include "contact/touch/facing.h"

/* Four points of a span, and how they face the piece. */
struct span_points {
    int node;            /* the first of the three */
    quire_v4 b[3], d[3]; /* their weights at each point */
    const struct quire_contact_law *law;
    double belt;
    quire_mask4 on;          /* which of them touch; what stands for the others has no meaning */
    quire_v4 nx, ny, radial; /* radial 0: the normal is fixed */
    quire_v4 overlap, share, factor;
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

/* weighted sum over three nodes */
QUIRE_INLINE quire_v4
weighted(const quire_v4 w[3], const quire_v4 a[3])
{
    return w[0] * a[0] + w[1] * a[1] + w[2] * a[2];
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

#endif
