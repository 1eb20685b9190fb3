/* What drives and the corners of their courses hold. */
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

/* <to> in <drive>, <clamp>, <pin>, <load>, <moment> (each its own kind, fields as they apply) */
struct quire_to_params {
    double time;
    int shape; /* "linear|smooth|step": how the value gets there from the one before */
    double given[QUIRE_DRIVE_GIVEN]; /* in <drive> */
    double factor;                   /* in <load>, <moment> */
    double shift[2], turn;           /* in <clamp>, <pin>: from the start position [m], [rad] */
};

enum { QUIRE_RAMP_LINEAR, QUIRE_RAMP_SMOOTH, QUIRE_RAMP_STEP };

/* Reports every <to> child whose time is earlier than that of the one before. */
quire_status quire_object_check_times(const struct quire_object *self, quire_diag *diag);

extern const struct quire_kind quire_kind_drive;

#endif
