/* Sheets and blocks: a weight that lies on a sheet, a card's corner on another sheet, a block that
 * pushes a sheet's edge. A block's sides meet the sheet's fixed stations, its corners the sheet's
 * nearest point, as guides and their corners do. Theory: doc/theory/bodies.md, 3. */
#ifndef QUIRE_CONTACT_BODY_BLOCK_ON_SHEET_H
#define QUIRE_CONTACT_BODY_BLOCK_ON_SHEET_H

#include "contact/body/meet_across.h"
#include "contact/body/round.h"
#include "contact/touch/facing.h"

/* Adds the forces and, with a band, the derivatives of all blocks on one sheet. After
 * quire_free_update(). */
void quire_block_sheet_forces(const struct scatter *c, const double *y);

/* Whether it is a block, and there is a law for the two. */
bool quire_block_may_touch(const struct quire_free *body, int sheet);
/* How far before touch their laws act [m]. */
double quire_block_reach(const struct quire_system *system, const struct quire_free *block,
                         int sheet);
/* One block on one column of a sheet in space, whose nodes are c's. */
void quire_block_on_column(const struct scatter *c, int body, const double *y,
                           struct quire_meet_across *across);

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
