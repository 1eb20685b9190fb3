/* Tilted guides. Whatever a guide's outline, turned about a line in its plane it is extruded along
 * another direction than z; seen along that it is the outline again. So all is turned back about
 * that line, and meets the guide as if it stood level. doc/theory/spatial-contact.md, 3. */
#ifndef QUIRE_CONTACT_TOUCH_TILT_H
#define QUIRE_CONTACT_TOUCH_TILT_H

#include "machine/system.h"

/* From where something is to where it would be if the guide stood level: by how much it moves along
 * the tilt's normal; and z, which becomes another. `u` is how far it is from the tilt's line along
 * that normal. */
static inline double
quire_tilt_back(const struct quire_tilt *t, double u, double *z)
{
    const double level = t->cosine * u + t->sine * *z;

    *z = t->cosine * *z - t->sine * u;
    return level - u;
}

static inline double
quire_tilt_height(const struct quire_tilt *t, double x, double y)
{
    return (x - t->at[0]) * t->normal[0] + (y - t->at[1]) * t->normal[1];
}

#endif
