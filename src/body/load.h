/* What dead loads and moments hold. */
#ifndef QUIRE_BODY_LOAD_H
#define QUIRE_BODY_LOAD_H

#include "model/object.h"

struct quire_load_params { /* <load> and <moment> in <sheet>: children to */
    double at;             /* distance from the trailing edge [m]; default: the leading edge */
    /* load: from the sheet's middle, to the right [m]; default: over the whole width */
    double across;
    double force[2]; /* load: dead force, keeps its direction [N] */
    double torque;   /* moment: counter-clockwise [N m] */
    double factor;   /* at t = 0 */
};

extern const struct quire_kind quire_kind_load, quire_kind_moment;

#endif
