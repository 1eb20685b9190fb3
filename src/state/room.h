/* Room for what touches at once: it grows with what does. */
#ifndef QUIRE_STATE_ROOM_H
#define QUIRE_STATE_ROOM_H

#include "state/state.h"

/* False when memory runs out. */
bool quire_room_create(struct quire_state *state);
void quire_room_destroy(struct quire_state *state);

/* Whether the last evaluation may have left something out; it has to be done again with more room.
 * False when memory runs out. */
bool quire_room_is_short(const struct quire_state *state);
bool quire_room_grow(struct quire_state *state);

/* Makes room in a list of n things, which begins on a boundary of vectors; *at points to the list,
 * or to NULL, and *cap is what there is room for. False, and nothing has changed, when memory runs
 * out. */
bool quire_room_enlarge(void *at, size_t size, int n, int *cap);

#endif
