/* Everything that touches one sheet. */
#ifndef QUIRE_CONTACT_GUIDE_CONTACT_H
#define QUIRE_CONTACT_GUIDE_CONTACT_H

#include "contact/touch/touch.h"

/* Makes the lists of nodes near each target, good until a node or a roller has moved by the margin.
 */
void quire_reach_update(struct quire_state *state, int sheet, const double *y);
/* The same for one curve of a sheet, with nodes at (x, y), in its own `work`; true where they were
 * made anew. */
bool quire_reach_follow(struct quire_state *state, int sheet, struct quire_sheet_work *work,
                        const double *x, const double *y);
#define QUIRE_REACH_MARGIN 4e-3 /* how far nodes and rollers may have moved before [m] */

/* Curve points of the fixed stations of nodes at (x, y). */
void quire_station_points(const struct quire_chain *chain, const double *x, const double *y,
                          struct quire_sheet_work *work);

/* Adds the forces (and, with a band, the derivatives) of rollers, guides and corners on a sheet. */
void quire_contact_forces(const struct scatter *c);

/* Contact between the two rollers of each nip, where no sheet parts them. After the sheets: it uses
 * their lists. */
void quire_nip_forces(struct quire_state *state, const double *y, double cq, double cv,
                      bool matrix);

#endif
