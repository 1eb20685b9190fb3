/* Gates that a spring holds: bodies with one degree of freedom, which sheets push aside
 * (contact/touch/gate_party.h). Here is where they may come to. doc/theory/gates.md, 6 */
#ifndef QUIRE_CONTACT_GATE_FLAP_H
#define QUIRE_CONTACT_GATE_FLAP_H

#include "state/state.h"

/* How far a place is from where the material of such a gate may come to at all [m]. */
double quire_flap_distance(const struct quire_gate *gate, const double at[2]);

/* Its mean rate in a step behind (t, y), by what acts on it but for sheets. */
double quire_flap_rate_ahead(const struct quire_state *state, const struct quire_gate *gate,
                             const double *y, double h);

#endif
