/* A block on an inclined table, resting on it from the start: C3, C4, and with slope 0 N7 and N8.
 */
#ifndef QUIRE_TESTS_VALIDATE_INCLINE_H
#define QUIRE_TESTS_VALIDATE_INCLINE_H

#include "validate.h"

struct incline {
    double slope;               /* falls to the right [rad] */
    double friction, threshold; /* [1], [m/s] */
    double table_speed;         /* of the table's surface, to the right [m/s] */
    double speed;               /* of the block at first [m/s] */
    double end;                 /* [s] */
};

/* Runs it; false, with a row for `name`, if that fails. Columns: crate.x, crate.y, crate.vx, ... */
bool incline_start(struct simulation *sim, const char *name, const struct incline *p);

#endif
