/* The pieces and corners of guides that a sheet is close to. */
#ifndef QUIRE_CONTACT_GUIDE_CLOSE_PIECES_H
#define QUIRE_CONTACT_GUIDE_CLOSE_PIECES_H

#include "contact/touch/facing.h"

/* Lists, of the pieces and corners that are near, those that the sheet may touch before a node has
 * moved by a fraction of a millimetre, of pieces with the nodes that may: w->close and
 * w->close_corner of w = c->work. Keeps the last lists as long as they hold. */
void quire_close_lists(const struct scatter *c);

#endif
