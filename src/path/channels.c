#include "path/channels.h"
#include "path/places.h"

const struct quire_channel_params *
quire_channel_next(const struct quire_object *root, const struct quire_object *path, size_t *from)
{
    const struct quire_object *object;
    while ((object = quire_object_next_of(root, &quire_kind_channel, from)) != NULL) {
        const struct quire_channel_params *c = object->params;
        if (c->path == path) {
            return c;
        }
    }
    return NULL;
}

const struct quire_channel_params *
quire_channel_at(const struct quire_object *root, const struct quire_object *path, double distance)
{
    const struct quire_channel_params *c, *best = NULL;
    for (size_t i = 0; (c = quire_channel_next(root, path, &i)) != NULL;) {
        if (distance >= c->from && distance <= c->to &&
            (best == NULL || quire_channel_half(c) > quire_channel_half(best))) {
            best = c;
        }
    }
    return best;
}
