/* What clamps and pins hold. */
#ifndef QUIRE_BODY_HOLD_H
#define QUIRE_BODY_HOLD_H

#include "model/object.h"

enum { QUIRE_END_LEAD, QUIRE_END_TRAIL };

struct quire_hold_params { /* <clamp> (half a segment is held) and <pin> in <sheet>: children to */
    int end;               /* "lead|trail" */
    double velocity[2];    /* constant velocity of the held end [m/s] */
    double until;          /* the hold lets go then [s]; optional */
    double slide;          /* direction along which the end may slide [rad]; optional */
};

extern const struct quire_kind quire_kind_clamp;

#endif
