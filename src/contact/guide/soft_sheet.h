/* Sheets on soft rollers. Theory: doc/theory/soft.md, 4. */
#ifndef QUIRE_CONTACT_GUIDE_SOFT_SHEET_H
#define QUIRE_CONTACT_GUIDE_SOFT_SHEET_H

#include "contact/touch/facing.h"
#include "contact/touch/wraps.h"

/* Adds the forces and, with a band, the derivatives of one soft roller on a sheet; `square`:
 * distances of the nodes from its centre. */
void quire_soft_contacts(const struct scatter *c, const struct quire_roller *roller,
                         struct quire_candidates *nodes, const double *square);

/* How far the sheet follows it now. */
struct wrap_now quire_soft_wrap(const struct scatter *c, const struct quire_roller *roller,
                                const struct quire_candidates *nodes, const double *square);

/* Overlap, approach and slip of a fixed station, or of the nearest point beside it. */
struct quire_normal_in quire_soft_station(const struct scatter *c,
                                          const struct quire_roller *roller, int node,
                                          bool nearest);

#endif
