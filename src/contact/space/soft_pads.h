/* Discs of soft rollers over a sheet in space: ellipses, all stretched alike, each in its own
 * plane. doc/theory/soft.md, 4. */
#ifndef QUIRE_CONTACT_SPACE_SOFT_PADS_H
#define QUIRE_CONTACT_SPACE_SOFT_PADS_H

#include "contact/touch/space_disc.h"

/* As foot_on_cell() and station_on_cell(): the places are seen from the centre of curvature of the
 * rim where it is nearest to them. */
bool quire_soft_foot_on_cell(const struct quire_state *state, const struct over *over, int node,
                             int column, struct disc_place *place);
bool quire_soft_station_on_cell(const struct quire_state *state, const struct over *over, int node,
                                int column, struct disc_place *place);

/* How the rim moves at such a place; the disc as it moves there with the material. */
struct over quire_soft_over(const struct quire_state *state, const struct over *over,
                            const struct disc_place *place, struct space_rim *rim);

#endif
