/* Contact of a sheet in space with all pads and guides. */
#ifndef QUIRE_CONTACT_SPACE_SPACE_CONTACT_H
#define QUIRE_CONTACT_SPACE_SPACE_CONTACT_H

#include "state/state.h"

/* Contact of one entered sheet with all pads and guides at y = [Q | V | Z]: adds to state->force
 * (the sheet's block and the small bodies'), to state->power, and where `matrix` is set to the
 * sheet's slabs, to state->dense and to state->space_coupling. */
void quire_space_contact_forces(struct quire_state *state, int sheet, const double *y, double cq,
                                double cv, bool matrix);

#endif
