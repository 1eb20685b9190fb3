/* Four places side by side where one span of a column of a sheet in space touches a guide, by the
 * one derivation of contact (contact/place/place.h). Within the plane they are as in
 * contact/touch/span_points.h; z enters by the velocity across, as friction is a vector, and by
 * where the guide ends across. doc/theory/spatial-contact.md, 3 */
#ifndef QUIRE_CONTACT_TOUCH_COLUMN_PLACES_H
#define QUIRE_CONTACT_TOUCH_COLUMN_PLACES_H

#include "contact/place/place.h"
#include "contact/place/rigid.h"
#include "contact/touch/columns.h"
#include "contact/touch/span_points.h"

/* What is kept of them, too (state/places.h). */
struct column_place {
    struct place p;
    quire_v4 b[3], d[3]; /* weights of the three nodes */
    quire_v4 by_z;       /* of the share; looked at where p.fades [1/m] */
    double c[2];         /* how much nodes of the column, and of the next one, count */
    int sheet, station, column, columns;
    /* how the axes of the gate stand from which it is seen; and where a spring holds that, its
     * velocity in V (else -1) and how its material moves at the place */
    double cosine, sine;
    int way;
    struct rigid gate;
};

/* ---- what acts ---- */

/* Forces on places and on their directions, along the column's axes. */
struct column_action {
    struct flat f, pair;
    quire_v4 lateral;
};

QUIRE_INLINE void
add_three(double *to, quire_v4 v)
{
    for (int i = 0; i < 3; i++) {
        to[i] += v[i];
    }
}

/* Adds what acts to a sheet's block in V, of which `to` is the first node's. Weights of position
 * add up to 1 and those of direction to 0: so the middle node has what is left. */
QUIRE_INLINE void
push_column(const struct column_place *g, const struct column_action *a, int block, double *to)
{
    const quire_v4 zero = {0};
    quire_v4 node[3];

    for (int k = 0; k < 3; k += 2) {
        const struct flat at = mix(g->b[k], a->f, g->d[k], a->pair);
        node[k] = sums_of(at.x, at.y, g->b[k] * a->lateral, zero);
    }
    node[1] = sums_of(a->f.x, a->f.y, a->lateral, zero) - (node[0] + node[2]);
    for (int k = 0; k < 3; k++, to += block) {
        if (g->columns == 1) {
            add_three(to, node[k]);
        } else {
            add_three(to, g->c[0] * node[k]);
            add_three(to + 3, g->c[1] * node[k]);
        }
    }
}

/* what acts, masked */
QUIRE_INLINE struct column_action
column_action(quire_mask4 on, struct flat f, struct flat pair, quire_v4 lateral)
{
    return (struct column_action){flat_where(on, f), flat_where(on, pair),
                                  quire_where4(on, lateral)};
}

/* where what acts on the first of the three nodes stands in the sheet's block */
QUIRE_INLINE ptrdiff_t
first_node(const struct column_place *g, int block)
{
    return (ptrdiff_t)g->station * block + 3 * g->column;
}

#endif
