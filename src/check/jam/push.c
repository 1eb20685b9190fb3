#include "check/jam/push.h"

#include <math.h>

#include "check/around.h"

const struct quire_roller_view *
quire_push_turning(const struct quire_view *view, size_t sheet, double drive_speed)
{
    const struct quire_roller_view *turning = NULL;
    for (size_t i = 0; i < view->n_roller; i++) {
        const struct quire_roller_view *r = &view->roller[i];
        if (!r->is_driver || !quire_around_touches(view, sheet, r)) {
            continue;
        }
        if (fabs(r->surface_speed) < drive_speed) {
            return NULL;
        }
        turning = turning == NULL || r->normal > turning->normal ? r : turning;
    }
    return turning;
}
