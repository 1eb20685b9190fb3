/* What clutches hold. */
#ifndef QUIRE_BODY_CLUTCH_H
#define QUIRE_BODY_CLUTCH_H

#include "model/object.h"

enum { QUIRE_CARRIES_BOTH, QUIRE_CARRIES_FORWARD, QUIRE_CARRIES_BACKWARD };

struct quire_clutch_params { /* <clutch> in <roller>, <driver>, <idler> */
    const char *name;
    double torque; /* [N m] */
    int carries;   /* "both|forward|backward" */
    bool engaged;  /* at t = 0 */
    /* where it locks: how far it gives way at the roller's surface [m], damping over stiffness [s];
     * or else the speed within which it is a function of the slip, 0: none [m/s] */
    double windup, damping_time, creep;
};

extern const struct quire_kind quire_kind_clutch;

#endif
