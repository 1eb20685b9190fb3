/* Guides that are narrower than a cell of a sheet in space, as lines: the sheet touches them where
 * the plane z through their middle cuts it, and what acts there goes to the nodes on either side.
 * doc/theory/spatial-contact.md, 3. */
#ifndef QUIRE_CONTACT_TOUCH_SPACE_RIBS_H
#define QUIRE_CONTACT_TOUCH_SPACE_RIBS_H

#include "contact/touch/facing.h"

/* The weights of two points across at distances z0 < z1 from a plane, where the line through them
 * cuts it. Left and right change places with their bits. */
QUIRE_INLINE void
quire_rib_weights(double z0, double z1, double across[2])
{
    const double e = -(z0 + z1) / (z1 - z0);

    across[0] = 0.5 * (1 - e);
    across[1] = 0.5 * (1 + e);
}

/* The stations of the curve in which a rib's plane cuts the sheet. */
void quire_rib_points(const struct quire_sheet *sheet, struct quire_column *column);

/* As quire_column_touch(), on a rib; a place that quire_rib_place() has filled. */
void quire_rib_touch(const struct scatter *c, const struct station *p, const struct facing *f,
                     const struct quire_contact_law *law, int guide);

#endif
