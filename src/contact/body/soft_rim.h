/* Points of a soft body's rim, on which laws that act before touch act one by one.
 * doc/theory/soft.md, 3. */
#ifndef QUIRE_CONTACT_BODY_SOFT_RIM_H
#define QUIRE_CONTACT_BODY_SOFT_RIM_H

#include "contact/body/round.h"

#define QUIRE_RIM_POINTS 1024 /* evenly spread over the undeformed rim */

/* A point with its share of the law. It stays where it is on the undeformed rim as the material
 * turns past it, and the material's velocity counts. */
struct quire_rim_point {
    struct quire_round round; /* of radius 0; its rim is this */
    int soft;
    double place[2]; /* on the undeformed circle [m] */
    /* of the velocities' x, by each position */
    double bend[QUIRE_BODY_DOFS + 1][QUIRE_BODY_DOFS][2];
    /* deformed area by undeformed area, and its derivatives as the material moves */
    double area, d_area[QUIRE_BODY_DOFS + 1];
};

/* Where point i of a soft body is. */
void quire_rim_place(const struct quire_state *state, int soft, int i, double at[2]);

/* All of it. *out must stay where it is. */
void quire_rim_point(struct quire_rim_point *out, const struct quire_state *state, int soft, int i);

/* The point's share of the law, where its handles begin with `first`. */
void quire_rim_share(struct quire_meet *m, const struct quire_rim_point *point, int first,
                     const struct quire_contact_law *law);

#endif
