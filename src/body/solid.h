/* What solids, their balls and cuboids hold. */
#ifndef QUIRE_BODY_SOLID_H
#define QUIRE_BODY_SOLID_H

#include "model/object.h"

struct quire_solid_params { /* <solid>: children ball, cuboid */
    const char *name;
    const char *surface;
    /* about its own axes; optional with one ball or cuboid in its middle */
    double mass, inertia[3];
    double centre[3];            /* at t = 0 */
    double turn[3];              /* at t = 0: axis times angle */
    double velocity[3], spin[3]; /* at t = 0, along the machine's axes */
};

struct quire_ball_params { /* <ball> in <solid> */
    double at[3], radius;
};

struct quire_cuboid_params { /* <cuboid> in <solid> */
    double size[3], edge_radius;
};

extern const struct quire_kind quire_kind_solid, quire_kind_ball, quire_kind_cuboid;

#endif
