/* Sheets and blocks: a weight that lies on a sheet, a card's corner on another sheet, a block that
 * pushes a sheet's edge. A block's sides meet the sheet's fixed stations, its corners the sheet's
 * nearest point, as guides and their corners do. Theory: doc/theory/bodies.md, 3. */
#ifndef QUIRE_CONTACT_BODY_BLOCK_ON_SHEET_H
#define QUIRE_CONTACT_BODY_BLOCK_ON_SHEET_H

#include "contact/body/round.h"
#include "contact/touch/touch.h"

/* Adds the forces and, with a band, the derivatives of all blocks on one sheet. After
 * quire_free_update(). */
void quire_block_sheet_forces(const struct scatter *c, const double *y);

/* How deep a free body is in a sheet; negative where they are apart. Of a block by the sheet's
 * nodes and segments, and for each of its corners: one place may strike while another touches
 * already. */
enum { QUIRE_LAY_GAPS = 1 + QUIRE_BLOCK_CORNERS };
void quire_block_sheet_gaps(const struct quire_state *state, const struct quire_free *body,
                            const struct quire_sheet *sheet, const double *y,
                            double overlap[QUIRE_LAY_GAPS]);

/* What a place of a sheet's slot sees of the sides of a free body: overlap, approach and slip at a
 * station, if it is this face that looks at them; overlap -1 where they are far away. The sheet's
 * nodes and motion are those of `c`. */
struct quire_normal_in quire_block_sheet_gap_at(const struct quire_state *state, int body,
                                                const struct scatter *c,
                                                const struct quire_slot *slot, const double *y,
                                                int node, int face);
/* The same of a corner of the body. */
struct quire_normal_in quire_block_sheet_gap_at_corner(const struct quire_state *state, int body,
                                                       const struct scatter *c,
                                                       const struct quire_slot *slot,
                                                       const double *y, int corner);

#endif
