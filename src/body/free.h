/* What discs and blocks hold. */
#ifndef QUIRE_BODY_FREE_H
#define QUIRE_BODY_FREE_H

#include "model/object.h"

enum { QUIRE_GUIDED_NONE, QUIRE_GUIDED_ANGLE, QUIRE_GUIDED_X, QUIRE_GUIDED_Y, QUIRE_GUIDED_CENTRE };

struct quire_free_params { /* <disc>, <block> */
    const char *name;
    double radius;        /* disc */
    double width, height; /* block */
    const char *surface;
    double mass, inertia;          /* inertia: optional */
    double centre[2], angle;       /* at t = 0 */
    double velocity[2], spin;      /* at t = 0 */
    int guided;                    /* "none|angle|x|y|centre" */
    double across_from, across_to; /* z [m]; optional: without end */
};

/* that it ends after it begins */
quire_status quire_free_check(const struct quire_object *self, quire_diag *diag);

extern const struct quire_kind quire_kind_disc, quire_kind_block;

#endif
