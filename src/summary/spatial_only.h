/* What a model says that planar motion does not look at. */
#ifndef QUIRE_SUMMARY_SPATIAL_ONLY_H
#define QUIRE_SUMMARY_SPATIAL_ONLY_H

#include "model/object.h"
#include "text/text.h"

/* Adds "yaw (nip 'n2' and 1 more), side guide (side-guide 'fence')"; nothing if all of the model is
 * looked at. */
void quire_flat_describe(struct quire_text *out, const struct quire_object *model);

#endif
