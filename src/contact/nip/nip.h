/* Contact between the two rollers of a nip. */
#ifndef QUIRE_CONTACT_NIP_NIP_H
#define QUIRE_CONTACT_NIP_NIP_H

#include "state/state.h"

/* Contact between the two rollers of each nip, where no sheet parts them. After the sheets: it uses
 * their lists. */
void quire_nip_forces(struct quire_state *state, const double *y, double cq, double cv,
                      bool matrix);

#endif
