/* Edges of two boxes in space that cross, with derivatives. Lengths in m. Theory:
 * doc/theory/solids.md, 4. */
#ifndef QUIRE_GEOMETRY_BOX_EDGES_H
#define QUIRE_GEOMETRY_BOX_EDGES_H

#include "math/gradient.h"

#define QUIRE_CROSSINGS 144 /* each of twelve edges with each of twelve */

/* All points within `round` of a cuboid. */
struct quire_box {
    struct quire_grad3 at, axis[3]; /* its middle; unit, square to each other */
    double half[3], round;
};

struct quire_crossing {
    int place; /* which edges (QUIRE_CROSSINGS) */
    /* 0, 1: of two that mirror each other in the boxes' third axes; 2: it is its own mirror image
     */
    int half;
    /* between 0 and 1; from a's edge to b's along the normal, negative where they have passed each
     * other */
    struct quire_grad share, distance;
    /* out of a, into b; the place on b's edge that is nearest to a's */
    struct quire_grad3 normal, on_b;
};

/* Calls back for every two edges, of a and of b, that cross less than `reach` away from touch, with
 * a share above 0. No two count where the boxes are `reach` apart or more. */
typedef void quire_crossing_fn(void *user, const struct quire_crossing *c);
void quire_crossings_visit(const struct quire_box *a, const struct quire_box *b, double reach,
                           quire_crossing_fn *fn, void *user);

#endif
