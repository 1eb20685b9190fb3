/* What lets guides move. */
#ifndef QUIRE_PATH_GATE_H
#define QUIRE_PATH_GATE_H

#include "model/object.h"

struct quire_gate_params { /* <pivot>, <slide> of a guide */
    double at[2];          /* PIVOT: where it is [m]; SLIDE: a direction, of any length */
    /* NULL: a spring holds it. Then, with [N m] and [rad] for [N] and [m] on a pivot: */
    const struct quire_object *drive;
    /* [kg], about the pivot [kg m^2], of mass as drawn [m]; optional */
    double mass, inertia, centre[2];
    double stiffness, rest, preload, damping;     /* [N/m], [m], [N], [N s/m] */
    double from, to, stop_stiffness, restitution; /* stops [m], [N/m]; optional but for the last */
    double start;                                 /* way at t = 0 [m]; optional */
};

extern const struct quire_kind quire_kind_gate_pivot, quire_kind_gate_slide;

#endif
