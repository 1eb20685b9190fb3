/* What a model says that planar motion does not look at. */
#ifndef QUIRE_REC_FLAT_H
#define QUIRE_REC_FLAT_H

#include "base/text.h"
#include "model/object.h"

/* Adds "yaw (nip 'n2' and 1 more), side guide (side-guide 'fence')"; nothing if all of the model is
 * looked at. */
void quire_flat_describe(struct quire_text *out, const struct quire_object *model);

#endif
