/* Drives, and what rules switch: clutches and lifters of nips. */
#ifndef QUIRE_MACHINE_DRIVE_H
#define QUIRE_MACHINE_DRIVE_H

#include <stdbool.h>

#include "kind/body.h"
#include "machine/contact_law.h"
#include "machine/course.h"

struct quire_roller_motion;

struct quire_drive {
    const struct quire_object *object;
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

/* The lever that lifts a nip's idler, the switch's body. Theory: doc/theory/machine.md. */
struct quire_lifter {
    int which;            /* the switch */
    double low, high;     /* how far the idler has slid where it meets the lever, down and up [m] */
    double rate, damping; /* stiffness [N/m]; share of its force for each closing speed [s/m] */
};

/* Carries torque from a drive to a roller that turns by itself. Theory: doc/theory/machine.md. */
struct quire_clutch {
    int which; /* the switch, of the roller's body and with the clutch's name */
    int spin;  /* which of that body's velocities is its shaft speed */
    /* the roller's, whose nominal radius makes a shaft speed of what a drive commands */
    const struct quire_roller_motion *motion;
    int carries;           /* QUIRE_CARRIES_... */
    double torque, radius; /* [N m], of the roller [m] */
    double creep;          /* regularised within this slip, and never locked [rad/s]; 0: it locks */
    struct quire_contact_law law; /* of a clutch that locks: friction alone */
    int grip;                     /* and its place in state->grip; -1: it has none */
};

#endif
