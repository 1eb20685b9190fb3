/* Which rollers may be parked, and parts of a part without some of its rollers. */
#ifndef QUIRE_ENGINE_PARKED_PARTS_H
#define QUIRE_ENGINE_PARKED_PARTS_H

#include "engine/parked.h"

/* Into a list of quire_parked: those bodies of a part whose clusters have this value in `list`. */
void quire_parked_pick(struct quire_part *out, const struct quire_system *system,
                       const struct quire_part *part, const bool *list, bool value);

#endif
