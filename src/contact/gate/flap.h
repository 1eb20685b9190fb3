/* Gates that a spring holds: bodies with one degree of freedom, which sheets push aside. How a
 * sheet feels one is said in contact/gate/gates.h; here is what the gate feels, and how both are
 * solved for together. doc/theory/gates.md, 6 */
#ifndef QUIRE_CONTACT_GATE_FLAP_H
#define QUIRE_CONTACT_GATE_FLAP_H

#include "contact/touch/facing.h"

/* Adds what a sheet does to a gate that pushes it along its way with `pushed` (a moment about the
 * pivot, or a force along the slide), and, with a band, how each of the two changes with the
 * other's motion. Before what the frame holds is turned back; `first`: its first flow. */
void quire_flap_push(const struct scatter *c, const struct quire_gate *gate,
                     const struct quire_gate_pose *pose, const struct quire_frame *frame,
                     double pushed, int first);

/* How far a place is from where the material of such a gate may come to at all [m]. */
double quire_flap_distance(const struct quire_gate *gate, const double at[2]);

/* Its mean rate in a step behind (t, y), by what acts on it but for sheets. */
double quire_flap_rate_ahead(const struct quire_state *state, const struct quire_gate *gate,
                             const double *y, double h);

#endif
