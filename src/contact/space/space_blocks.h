/* Blocks on all columns of a sheet in space. doc/theory/bodies.md, 3. */
#ifndef QUIRE_CONTACT_SPACE_SPACE_BLOCKS_H
#define QUIRE_CONTACT_SPACE_SPACE_BLOCKS_H

#include "state/state.h"

/* All blocks on one sheet in space, whose columns are filled. */
void quire_blocks_on_columns(struct quire_state *state, int sheet, const double *y, double cq,
                             double cv, const struct quire_slabs *slabs);

#endif
