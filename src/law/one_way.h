/* Friction of a clutch: it sticks with a spring and a damper, and may transmit force one way only.
 * doc/theory/machine.md, 2. */
#ifndef QUIRE_LAW_ONE_WAY_H
#define QUIRE_LAW_ONE_WAY_H

#include "law/holding.h"

struct quire_one_way {
    struct quire_holding holding;
    int way; /* sign of the force that it transmits, 1 or -1; 0: both */
};

extern const struct quire_friction_law quire_one_way_law;

/* A clutch that transmits at most `force` [N] at the roller's surface. The friction coefficient is
 * 1; the normal force of the law's input is the limit at that time. `windup`: deflection of the
 * spring at the limit [m]; `time`: damping over stiffness [s]; `way`: as above. */
struct quire_one_way quire_one_way_clutch(double force, double windup, double time, int way);

#endif
