/* One touching place of a sheet in space: forces of the laws, friction as one vector, and their
 * exact derivatives. Derivation with the same letters: doc/theory/spatial-contact.md. */
#ifndef QUIRE_CONTACT_TOUCH_SPACE_TOUCH_H
#define QUIRE_CONTACT_TOUCH_SPACE_TOUCH_H

#include "contact/touch/space_place.h"

struct scatter;

/* Where what acts on a column, or on a rib, is added up. */
struct space_scatter quire_scatter_on_column(const struct scatter *c);

/* Evaluates the laws at a touching place, adds forces to the sheet and to the body (NULL: it stands
 * still), and the derivatives if there is a matrix. `load`: the normal force that the overdrive
 * counts; NaN: what the law gives here. */
void quire_space_touch(const struct space_scatter *c, const struct space_place *p,
                       const struct space_facing *f, const struct quire_contact_law *law,
                       const struct space_mover *mover, double load, struct quire_partner target);

#endif
