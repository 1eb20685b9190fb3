/* Gates that a spring holds, and sheets in space: what a sheet does to one, and how both are solved
 * for together. doc/theory/gates.md, 6 and 9 */
#ifndef QUIRE_CONTACT_GATE_SPACE_FLAP_H
#define QUIRE_CONTACT_GATE_SPACE_FLAP_H

#include "contact/gate/space_gates.h"

/* Adds what a sheet does to such a gate, from what the gate does to it along its axes, before that
 * is turned forth and given to the sheet: forces, and with the matrix, how each of the two changes
 * with the other's motion. */
void quire_space_flap_push(const struct quire_gate_meeting *meeting, bool matrix);

#endif
