/* Corners of courses over time: <to> in drives, loads and holds. */
#ifndef QUIRE_DRIVE_TO_H
#define QUIRE_DRIVE_TO_H

#include "model/object.h"
#include "model/quantity.h"

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

#endif
