/* The pieces of guides that a sheet is close to. */
#ifndef QUIRE_CONTACT_GUIDE_CLOSE_PIECES_H
#define QUIRE_CONTACT_GUIDE_CLOSE_PIECES_H

#include "contact/touch/touch.h"

/* Lists, of the pieces that are near, those that the sheet may touch before a node has moved by a
 * fraction of a millimetre, with the nodes that may: w->close of w = c->work. Keeps the last list
 * as long as it holds. */
void quire_close_pieces(const struct scatter *c);

#endif
