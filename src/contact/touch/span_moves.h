/* A stretch of one span of a sheet's curve whose ends move along the sheet with the nodes: what
 * that changes of its four points, side by side. A point at the part g of the stretch follows its
 * ends, (1 - g) of the first and g of the other, and its share follows the length between them: so
 * all of it is what acts by either end, summed over the points. doc/theory/contact-kernel.md, 6. */
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

QUIRE_INLINE double
by_node(const struct span_moves *m, const double by[2], int node, int component)
{
    return by[0] * m->end[0][node][component] + by[1] * m->end[1][node][component];
}

/* how what flows at point k changes with the ends */
QUIRE_INLINE void
move_flow(const struct span_moves *m, int k, quire_v4 by_s, quire_v4 now, struct quire_flow *flow)
{
    const quire_v4 by_share = {now[QUIRE_FLOW_FRICTION], 0, now[QUIRE_FLOW_LOST], 0};
    const quire_v4 both = by_s + m->slope[k] * by_share, apart = by_share / m->wide;
    const quire_v4 from = (1 - m->at[k]) * both - apart, to = m->at[k] * both + apart;

    for (int l = 0; l < 3; l++) {
        flow->by_x[l] += m->end[0][l][0] * from + m->end[1][l][0] * to;
        flow->by_y[l] += m->end[0][l][1] * from + m->end[1][l][1] * to;
    }
}

/* What the points press with together changes with the ends, too. */
QUIRE_INLINE void
move_pressing(const struct span_points *s, const struct lane_laws *m,
              const struct span_moves *moves, quire_v4 one, struct pressing *all)
{
    const quire_v4 share = quire_where4(s->at.on, s->at.share), zero = {0};
    quire_v4 force[2], length[2];

    by_ends(moves, quire_where4(s->at.on, share * one),
            quire_where4(s->at.on, share * quire_lanes(m->normal.force)), force);
    by_ends(moves, zero, share, length);
    const quire_v4 sum = sums_of(force[0], force[1], length[0], length[1]);
    for (int l = 0; l < 3; l++) {
        for (int i = 0; i < 2; i++) {
            all->force_by[l][i] += by_node(moves, (const double[]){sum[0], sum[1]}, l, i);
            all->share_by[l][i] += by_node(moves, (const double[]){sum[2], sum[3]}, l, i);
        }
    }
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

/* What the ends add to the matrix and (NULL: nothing) to what the points press with together; and
 * how all that acts changes along the curve. */
QUIRE_INLINE void
move_ends(const struct scatter *c, const struct span_points *s, const struct lane_laws *m,
          const struct span_moves *moves, struct pressing *all, struct sliding *along)
{
    const quire_mask4 on = s->at.on;
    struct lane_forces f;

    along_span(c, s, m, moves, along);
    lanes_forces(&s->at, m, c->half, &f);
    const quire_v4 fx = quire_where4(on, along->fx), fy = quire_where4(on, along->fy),
                   px = f.fx + quire_where4(on, along->px), py = f.fy + quire_where4(on, along->py);
    for (int j = 0; j < 3; j++) {
        const quire_v4 b = s->b[j], d = s->d[j];
        quire_v4 by_x[2], by_y[2];
        by_ends(moves, b * fx + d * px + moves->dd[j] * f.px, b * f.fx + d * f.px, by_x);
        by_ends(moves, b * fy + d * py + moves->dd[j] * f.py, b * f.fy + d * f.py, by_y);
        const quire_v4 sum = sums_of(by_x[0], by_x[1], by_y[0], by_y[1]);
        const double x_by[2] = {sum[0], sum[1]}, y_by[2] = {sum[2], sum[3]};
        for (int l = 0; l < 3; l++) {
            quire_band_add(c->band, s->node + j, s->node + l,
                           -(quire_v4){by_node(moves, x_by, l, 0), by_node(moves, x_by, l, 1),
                                       by_node(moves, y_by, l, 0), by_node(moves, y_by, l, 1)});
        }
    }
    if (all != NULL) {
        move_pressing(s, m, moves, along->one, all);
    }
}

#endif
