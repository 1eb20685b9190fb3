/* Where side edges of sheets in space touch side guides. doc/theory/spatial-contact.md, 4. */
#ifndef QUIRE_CONTACT_SPACE_SPACE_WALLS_H
#define QUIRE_CONTACT_SPACE_SPACE_WALLS_H

#include "contact/touch/columns.h"

/* Where a point stands beside a wall. */
struct quire_beside {
    /* along the way: from the wall's nearer end, negative where it is past that; infinite where
     * there is none [m] */
    double inside;
    double left;     /* from the way, as of a path [m] */
    double along[2]; /* the way's direction there, a unit vector */
    /* by how much the foot on the way moves with the point: 1 / (1 - bend left) */
    double stretch;
    double bend;      /* of the way there: its curvature, positive to the left [1/m] */
    double nearer;    /* +1: the nearer end is ahead, -1: behind */
    double overlap;   /* into the wall [m] */
    double normal[2]; /* from the wall to the sheet: along the way, and along z */
    /* by how much that turns as the point moves along its surface, about z x along where sheets run
     * at greater z [1/m] */
    double turn;
};
void quire_wall_beside(const struct quire_wall_view *wall, const double at[3],
                       struct quire_beside *out);

/* Whether a point is where the wall acts, but for how deep it is. */
bool quire_wall_is_beside(const struct quire_wall_view *wall, const struct quire_beside *beside);

/* The column of a sheet that a wall can touch. */
static inline int
quire_wall_column(const struct quire_wall_view *wall, const struct quire_ladder *ladder)
{
    return wall->side > 0 ? 0 : ladder->m - 1;
}

/* Adds what all walls do to a sheet whose columns are filled: to `force`, its block in V, and to
 * `slabs` (NULL: forces only). */
void quire_wall_contacts(struct quire_state *state, int sheet, double *force,
                         const struct quire_slabs *slabs, double cq, double cv);

#endif
