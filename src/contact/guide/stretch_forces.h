/* What places of four stretches do to their nodes, and to the matrix: it is summed over the places
 * of each stretch, and goes to its three nodes once. doc/theory/contact-kernel.md, 4 and 6 */
#ifndef QUIRE_CONTACT_GUIDE_STRETCH_FORCES_H
#define QUIRE_CONTACT_GUIDE_STRETCH_FORCES_H

#include "contact/guide/stretch_places.h"

/* ---- forces ---- */

/* on the first and the last node, and on all three */
struct stretch_sums {
    struct flat outer[2], all;
};

/* A force on places, and one on their directions. Weights of places add up to 1 and those of
 * directions to 0: so the middle node has what is left. */
QUIRE_INLINE void
add_stretch_forces(const struct place_nodes *on, struct flat f, struct flat pair,
                   struct stretch_sums *to)
{
    to->all = plus(to->all, f);
    for (int j = 0; j < 2; j++) {
        to->outer[j] = plus(to->outer[j], mix(on->b[2 * j], f, on->d[2 * j], pair));
    }
}

/* on the first, the middle and the last node */
QUIRE_INLINE void
node_forces(const struct stretch_sums *s, struct flat to[3])
{
    to[0] = s->outer[0];
    to[1] = minus(s->all, plus(s->outer[0], s->outer[1]));
    to[2] = s->outer[1];
}

QUIRE_INLINE void
push_stretches(const struct place_nodes *on, quire_mask4 lanes, const struct stretch_sums *s,
               double *to_x, double *to_y)
{
    struct flat f[3];

    node_forces(s, f);
    quire_v4 x[3] = {f[0].x, f[1].x, f[2].x}, y[3] = {f[0].y, f[1].y, f[2].y};

    push_nodes(on, lanes, to_x, x);
    push_nodes(on, lanes, to_y, y);
}

/* ---- derivatives ---- */

/* Blocks of three nodes with each other, entry by entry; those of the middle node follow from sums.
 */
struct stretch_blocks {
    quire_v4 corner[2][2][4], row[2][4], column[2][4], all[4];
};

QUIRE_INLINE void
add_to(quire_v4 *to, bool first, quire_v4 more)
{
    *to = first ? more : *to + more;
}

/* `first`: there are none yet */
QUIRE_INLINE void
add_stretch_forms(const struct place_nodes *on, const struct forms *by, bool first,
                  struct stretch_blocks *to)
{
    for (int i = 0; i < 4; i++) {
        add_to(to->all + i, first, by->f_w[i]);
        for (int j = 0; j < 2; j++) {
            const quire_v4 b = on->b[2 * j], d = on->d[2 * j],
                           by_w = b * by->f_w[i] + d * by->a_w[i],
                           by_a = b * by->f_a[i] + d * by->a_a[i];
            add_to(to->row[j] + i, first, by_w);
            add_to(to->column[j] + i, first, b * by->f_w[i] + d * by->f_a[i]);
            add_to(to->corner[j][0] + i, first, on->b[0] * by_w + on->d[0] * by_a);
            add_to(to->corner[j][1] + i, first, on->b[2] * by_w + on->d[2] * by_a);
        }
    }
}

QUIRE_INLINE void
complete_blocks(const struct stretch_blocks *k, struct node_blocks *to)
{
    for (int i = 0; i < 4; i++) {
        quire_v4 beside[2];
        for (int j = 0; j < 2; j++) {
            to->block[2 * j][0][i] = k->corner[j][0][i];
            to->block[2 * j][2][i] = k->corner[j][1][i];
            beside[j] = k->row[j][i] - (k->corner[j][0][i] + k->corner[j][1][i]);
            to->block[2 * j][1][i] = beside[j];
            to->block[1][2 * j][i] = k->column[j][i] - (k->corner[0][j][i] + k->corner[1][j][i]);
        }
        to->block[1][1][i] =
            k->all[i] - (k->column[0][i] + k->column[1][i]) - (beside[0] + beside[1]);
    }
}

/* what acts on the three nodes, by something that follows them by a co-vector */
QUIRE_INLINE void
add_outer_of_nodes(quire_v4 by, const struct flat response[3], const struct flat follows[3],
                   struct node_blocks *to)
{
    for (int j = 0; j < 3; j++) {
        for (int l = 0; l < 3; l++) {
            add_outer(to->block[j][l], times(by, response[j]), follows[l]);
        }
    }
}

QUIRE_INLINE void
put_matrix(const struct stretch_pack *g, const struct node_blocks *m)
{
    struct quire_band *band = g->c->band;
    quire_v4 block[3][3][LANES];

    for (int j = 0; j < 3; j++) {
        for (int l = 0; l < 3; l++) {
            quire_transpose4(block[j][l], m->block[j][l][0], m->block[j][l][1], m->block[j][l][2],
                             m->block[j][l][3]);
        }
    }
    for (int k = 0; k < g->s->n; k++) {
        for (int j = 0; j < 3; j++) {
            for (int l = 0; l < 3; l++) {
                quire_band_add(band, g->at.node[k] + j, g->at.node[k] + l, block[j][l][k]);
            }
        }
    }
}

/* ---- ends that move ---- */

/* What changes with either end. */
struct by_ends {
    struct flat on[2][3]; /* of the forces on the three nodes, */
    quire_v4 force[2];    /* of the normal force, */
    quire_v4 share[2];    /* and of the share */
};

/* from what changes with the places' parameters, and with the logarithms of their shares */
QUIRE_INLINE void
add_by_ends(const struct quire_stretch_ends *e, quire_v4 by_s, quire_v4 by_share, quire_v4 to[2])
{
    const quire_v4 both = by_s + e->slope * by_share, apart = e->per * by_share;

    to[0] += (1 - e->part) * both - apart;
    to[1] += e->part * both + apart;
}

/* the way along the curve */
QUIRE_INLINE struct place_way
way_along_stretch(const struct stretch_place *g)
{
    return (struct place_way){
        .w = g->p.a.t, .u = g->p.a.rate, .t = {g->bent}, .rate = {g->bent_rate}};
}

QUIRE_INLINE void
add_moving(const struct stretch_place *g, struct by_ends *to)
{
    const struct place *p = &g->p;
    const struct place_way along = way_along_stretch(g);
    const struct place_change c = place_respond(p, &along, false);
    const struct flat pair = times(p->moment_a, p->a.pair),
                      turned = mix(c.moment_a, p->a.pair, p->moment_a, pair_by(&p->a, g->bent)),
                      by_turn = plus(turned, p->f);
    const quire_v4 zero = {0};

    for (int j = 0; j < 3; j++) {
        const quire_v4 b = g->on.b[j], d = g->on.d[j], dd = g->dd[j];
        quire_v4 x[2] = {to->on[0][j].x, to->on[1][j].x}, y[2] = {to->on[0][j].y, to->on[1][j].y};
        add_by_ends(&g->ends, b * c.f.x + d * by_turn.x + dd * pair.x, b * p->f.x + d * pair.x, x);
        add_by_ends(&g->ends, b * c.f.y + d * by_turn.y + dd * pair.y, b * p->f.y + d * pair.y, y);
        for (int e = 0; e < 2; e++) {
            to->on[e][j] = (struct flat){x[e], y[e]};
        }
    }
    add_by_ends(&g->ends, c.total, p->total, to->force);
    add_by_ends(&g->ends, zero, p->share, to->share);
}

/* ---- friction that holds on to a stretch as one ---- */

/* What its places press with together: the sums of normal forces and shares, and how these change
 * with the three nodes. */
struct stretch_pressing {
    quire_v4 force, share;
    quire_v4 pressed, along; /* of those that do not pull, and times their parameters */
    struct flat force_by[3], share_by[3];
    quire_v4 swing; /* of the force, as velocities turn with a gate */
};

/* at the parameters s; `cq`, `cv` as for the forms */
QUIRE_INLINE void
add_pressing_place(const struct stretch_place *g, quire_v4 s, double cq, double cv,
                   struct stretch_pressing *to)
{
    const struct rates_by by = rates_by_place(&g->p, cq, cv, false);
    const quire_v4 zero = {0}, pressed = quire_where4(g->p.total > zero, g->p.total);

    to->pressed += pressed;
    to->along += pressed * s;

    to->force += g->p.total;
    to->share += g->p.share;
    for (int l = 0; l < 3; l++) {
        to->force_by[l] = mix(quire_all4(1), to->force_by[l], g->p.share * g->on.b[l], by.one);
    }
}

QUIRE_INLINE void
add_pressing_ends(const struct quire_stretch_ends *e, const struct by_ends *by, double cq,
                  struct stretch_pressing *to)
{
    for (int k = 0; k < 2; k++) {
        for (int l = 0; l < 3; l++) {
            to->force_by[l] = mix(quire_all4(1), to->force_by[l], cq * by->force[k], e->by[k][l]);
            to->share_by[l] = mix(quire_all4(1), to->share_by[l], cq * by->share[k], e->by[k][l]);
        }
    }
}

/* ---- on a gate ---- */

/* What acts on the gate itself. */
QUIRE_INLINE void
push_gate_of_stretches(const struct stretch_pack *g, quire_mask4 on, const struct stretch_sums *s)
{
    struct flat f[3];

    node_forces(s, f);
    push_gate(g->c->state, g->gate.frame, quire_sum4(quire_where4(on, along_gate(&g->gate, f))));
}

#endif
