/* The places along a path where a sheet is led on both sides. */
#ifndef QUIRE_PATH_CHANNELS_H
#define QUIRE_PATH_CHANNELS_H

#include "path/places.h"

/* The channel of `path` at a distance along it; NULL if there is none. The widest, if several
 * overlap. */
const struct quire_channel_params *
quire_channel_at(const struct quire_object *root, const struct quire_object *path, double distance);

/* The next channel of `path` at or after child *from of the root, which is advanced; NULL at the
 * end. */
const struct quire_channel_params *
quire_channel_next(const struct quire_object *root, const struct quire_object *path, size_t *from);

/* From the path to a wall at its widest [m]. */
static inline double
quire_channel_half(const struct quire_channel_params *c)
{
    return 0.5 * c->gap + (c->mouth > 0 ? c->mouth : 0);
}

#endif
