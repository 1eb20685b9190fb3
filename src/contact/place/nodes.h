/* Places on a sheet's curve whose three nodes, in each of four lanes, stand anywhere. */
#ifndef QUIRE_CONTACT_PLACE_NODES_H
#define QUIRE_CONTACT_PLACE_NODES_H

#include "contact/place/flat.h"

/* The first of the three nodes of each place, and their weights in position and direction. */
struct place_nodes {
    int node[4];
    bool row; /* the nodes follow each other: whole vectors are read and written */
    quire_v4 b[3], d[3];
};

/* the three nodes' numbers in each lane */
QUIRE_INLINE void
load_nodes(const struct place_nodes *n, const double *a, quire_v4 to[3])
{
    for (int i = 0; i < 3; i++) {
        const double *at = a + i;
        to[i] = n->row ? quire_load4(at + n->node[0])
                       : (quire_v4){at[n->node[0]], at[n->node[1]], at[n->node[2]], at[n->node[3]]};
    }
}

QUIRE_INLINE quire_v4
weigh_nodes(const quire_v4 w[3], const quire_v4 a[3])
{
    return w[0] * a[0] + w[1] * a[1] + w[2] * a[2];
}

/* w[0] x[0] + w[1] x[1] + ..., of x and y */
QUIRE_INLINE struct flat
weigh_flat(const quire_v4 w[3], const quire_v4 x[3], const quire_v4 y[3])
{
    return (struct flat){weigh_nodes(w, x), weigh_nodes(w, y)};
}

/* Adds what acts in each lane to its nodes; where these follow each other it is first added up. */
QUIRE_INLINE void
push_nodes(const struct place_nodes *n, quire_mask4 on, double *to, quire_v4 a[3])
{
    const quire_v4 zero = {0};

    if (n->row) {
        for (int i = 0; i < 3; i++) {
            a[i] = quire_where4(on, a[i]);
        }
        const quire_v4 here = a[0] + QUIRE_PICK(zero, a[1], 0, 4, 5, 6) +
                              QUIRE_PICK(zero, a[2], 0, 1, 4, 5),
                       next =
                           QUIRE_PICK(a[1], zero, 3, 4, 4, 4) + QUIRE_PICK(a[2], zero, 2, 3, 4, 4);
        double *at = to + n->node[0];
        quire_store4(at, quire_load4(at) + here);
        at[4] += next[0];
        at[5] += next[1];
        return;
    }
    for (int k = 0; k < 4; k++) {
        for (int i = 0; on[k] != 0 && i < 3; i++) {
            to[n->node[k] + i] += a[i][k];
        }
    }
}

#endif
