/* What drives hold. */
#ifndef QUIRE_DRIVE_DRIVE_H
#define QUIRE_DRIVE_DRIVE_H

#include "model/object.h"
#include "model/quantity.h"

struct quire_drive_params { /* <drive> */
    const char *name;
    /* at t = 0, by quantity: one of them is there, the same one in its <to> children [m/s at the
     * roller's nominal radius], [rad/s], [N m], [Pa], [1], [rad], [m], [Pa], [V]. A shaft speed
     * counter-clockwise for a driver below the path is negative: see sense on rollers */
    double given[QUIRE_DRIVE_GIVEN];
    /* motor curve with torque as stall torque: torque falls linearly to 0 at this shaft speed
     * [rad/s]; optional */
    double no_load_speed;
};

extern const struct quire_kind quire_kind_drive;

#endif
