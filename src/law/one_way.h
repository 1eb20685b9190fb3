/* Friction that holds on, of a clutch: it may push one way alone. */
#ifndef QUIRE_LAW_ONE_WAY_H
#define QUIRE_LAW_ONE_WAY_H

#include "law/holding.h"

struct quire_one_way {
    struct quire_holding holding;
    int way; /* 1, -1: its force is never of the other sign; 0: either */
};

extern const struct quire_friction_law quire_one_way_law;

/* Friction 1 at a normal force that is the clutch's torque over the radius; `give`: how far its
 * spring gives way before it slides [m]; `time`: damping over stiffness [s]. */
struct quire_one_way quire_one_way_clutch(double force, double give, double time, int way);

#endif
