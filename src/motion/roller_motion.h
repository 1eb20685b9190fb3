/* How a roller moves: it turns (driven or idling) and may slide along a direction. Theory:
 * doc/theory/machine.md. */
#ifndef QUIRE_MOTION_ROLLER_MOTION_H
#define QUIRE_MOTION_ROLLER_MOTION_H

#include "kind/body.h"

/* A massless roller keeps this little mass, so that its equation stays one of motion: a millionth
 * of a sheet's [kg]. */
#define QUIRE_MASSLESS 1e-8

struct quire_roller_motion {
    double placed[2];      /* centre at travel 0 [m] */
    double closing[2];     /* unit direction; travel is counted against it */
    const double *radius;  /* the roller's (machine/roller.h) [m] */
    double nominal_radius; /* for which drives command surface speeds [m] */
    /* +1: positive speeds turn it counter-clockwise, -1: clockwise */
    double turn;
    bool slides, spins;         /* it has these degrees of freedom, in this order */
    double mass, inertia;       /* [kg], [kg m^2] */
    double load, rate, damping; /* closing [N], [N/m], [N s/m] */
    double least, most,
        stop_stiffness; /* travel between the stops [m]; -INFINITY, INFINITY: none */
    double bearing_torque, bearing_damping;
    double travel, spin; /* at the start */
};

extern const struct quire_body_ops quire_roller_motion_ops;

#endif
