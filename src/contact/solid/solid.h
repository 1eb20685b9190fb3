/* Solids: rigid bodies in space, and what they touch. Theory: doc/theory/solids.md. */
#ifndef QUIRE_CONTACT_SOLID_SOLID_H
#define QUIRE_CONTACT_SOLID_SOLID_H

#include "kind/view.h"
#include "state/state.h"

static inline bool
quire_solid_has_cuboid(const struct quire_solid *solid)
{
    return solid->half[0] > 0;
}

/* Adds the forces and derivatives of all that solids touch. */
void quire_solid_forces(struct quire_state *state, const double *y, double cq, double cv,
                        bool matrix);

/* Overlaps at all places where a solid may touch something (system->n_solid_place), at least -1;
 * and the solid that one of them is about. */
void quire_solid_gaps(struct quire_state *state, const double *y, double *overlap);
const struct quire_solid *quire_solid_of_gap(const struct quire_system *system, int gap);

/* Overlap, approach and slip at a place of a slot's encounter; overlap -1 where it is far away. */
struct quire_normal_in quire_solid_station(const struct quire_state *state,
                                           const struct quire_slot *slot, const double *y,
                                           int place);

/* What observers see of it, without what presses on it. */
void quire_solid_view(const struct quire_system *system, const struct quire_solid *solid,
                      const double *y, struct quire_body_view *out);

#endif
