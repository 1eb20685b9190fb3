/* Which guides and pads each column of a sheet in space is near. */
#ifndef QUIRE_CONTACT_GUIDE_COLUMN_LISTS_H
#define QUIRE_CONTACT_GUIDE_COLUMN_LISTS_H

#include "contact/touch/columns.h"

/* Makes the lists of columns where they are not good any more; true where one of those of all nodes
 * was made anew. */
bool quire_columns_follow(struct quire_state *state, int sheet, struct quire_space_work *work);

/* The same of all columns and pads, but for what gates see. */
void quire_space_reach(struct quire_state *state, int sheet);

#endif
