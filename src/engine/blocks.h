/* The blocks of a problem: its sheets, and the bodies of it that are evaluated. */
#ifndef QUIRE_ENGINE_BLOCKS_H
#define QUIRE_ENGINE_BLOCKS_H

#include "engine/self.h"

/* Those of the part; false when memory runs out, destroy() serves then, too. */
bool quire_engine_blocks_create(struct quire_engine *self);
void quire_engine_blocks_destroy(struct quire_engine *self);

/* Others are parked than before. */
void quire_engine_group(struct quire_engine *self);

#endif
