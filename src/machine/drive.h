/* Drives, and what rules switch: clutches and lifters of nips. */
#ifndef QUIRE_MACHINE_DRIVE_H
#define QUIRE_MACHINE_DRIVE_H

#include <stdbool.h>

#include "kind/body.h"
#include "machine/course.h"

struct quire_drive {
    const struct quire_object *object;
    const char *name;
    enum quire_drive_quantity quantity;
    double no_load_speed;
    struct quire_course course;
};

/* What rules switch: a lifter or a clutch, on or off. How far it is switched, from 0 to 1, is
 * quire_state.change. */
struct quire_switch {
    const struct quire_object *object; /* <nip>, <clutch> */
    const char *name;
    int small; /* the body that it acts on */
    bool on;   /* at t = 0 */
};

/* The lever that lifts a nip's idler. Theory: doc/theory/machine.md. */
struct quire_lifter {
    int small, which;     /* the idler's body; the switch */
    double low, high;     /* how far the idler has slid where it meets the lever, down and up [m] */
    double rate, damping; /* stiffness [N/m]; share of its force for each closing speed [s/m] */
};

/* Carries torque from a drive to a roller that turns by itself. Theory: doc/theory/machine.md. */
struct quire_clutch {
    const char *name;
    /* the roller's body; which of its velocities is its shaft speed; the switch */
    int small, spin, which;
    int carries;                   /* QUIRE_CARRIES_... */
    double radius, nominal_radius; /* of the roller [m] */
    double torque, creep;          /* [N m], [rad/s] */
};

#endif
