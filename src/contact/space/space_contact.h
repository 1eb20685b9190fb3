/* Contact of a sheet in space with all pads and guides. */
#ifndef QUIRE_CONTACT_SPACE_SPACE_CONTACT_H
#define QUIRE_CONTACT_SPACE_SPACE_CONTACT_H

#include "contact/touch/columns.h"
#include "state/state.h"

/* Contact of one entered sheet with all pads and guides at y = [Q | V | Z]: adds to state->force
 * (the sheet's block and the small bodies'), to state->power, and where `matrix` is set to the
 * sheet's slabs, to state->dense and to state->space_coupling. Displacements count cq, velocities
 * cv; without the matrix 1 and 0. */
void quire_space_contact_forces(struct quire_state *state, int sheet, const double *y, double cq,
                                double cv, bool matrix);

/* Adds what guides do to the sheet in columns that are filled and have their lists. Ribs beside the
 * middle add to the sheet's two sides. */
void quire_columns_contacts(struct quire_state *state, int sheet, struct quire_space_work *seen,
                            const struct quire_columns_sums *sums, double cq, double cv);

#endif
