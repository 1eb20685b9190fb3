#include "sensor/height_window.h"

#include "body/nip.h"
#include "path/channels.h"

#define NEAR 0.01 /* a nip that is farther away is not beside a sensor [m] */

static double
radius_of(const struct quire_object *nip, const struct quire_kind *roller)
{
    const struct quire_object *child = quire_object_child_of(nip, roller);

    return child != NULL ? ((const struct quire_roller_params *)child->params)->radius : HUGE_VAL;
}

struct quire_height_window
quire_height_window_beside(const struct quire_object *root, const struct quire_object *path,
                           double at)
{
    const struct quire_channel_params *channel =
        root != NULL ? quire_channel_at(root, path, at) : NULL;
    const struct quire_object *nip;
    double half = HUGE_VAL, nearest = NEAR;

    if (channel != NULL) {
        half = quire_channel_half(channel);
    }
    for (size_t i = 0; channel == NULL && root != NULL &&
                       (nip = quire_object_next_of(root, &quire_kind_nip, &i)) != NULL;) {
        const struct quire_nip_params *p = nip->params;
        if (p->path == path && fabs(p->at - at) <= nearest) {
            nearest = fabs(p->at - at);
            half = fmin(radius_of(nip, &quire_kind_driver), radius_of(nip, &quire_kind_idler));
        }
    }
    return (struct quire_height_window){-half, half};
}
