/* In front of what a sensor is: heights beside a path, positive to its left. */
#ifndef QUIRE_SENSOR_HEIGHT_WINDOW_H
#define QUIRE_SENSOR_HEIGHT_WINDOW_H

#include <math.h>

#include "model/object.h"

struct quire_height_window {
    double from, to; /* [m]; may be infinite */
};

/* What is beside this place of a path: the widest channel that it lies in; else a nip on the path
 * within 10 mm, to either side the radius of its smaller roller; else no limit. */
struct quire_height_window quire_height_window_beside(const struct quire_object *root,
                                                      const struct quire_object *path, double at);

static inline bool
quire_height_window_has(const struct quire_height_window *w, double height)
{
    return height >= w->from && height <= w->to;
}

#endif
