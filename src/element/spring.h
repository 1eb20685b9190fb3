/* What springs hold. */
#ifndef QUIRE_ELEMENT_SPRING_H
#define QUIRE_ELEMENT_SPRING_H

#include "model/object.h"

struct quire_spring_end {
    const struct quire_object *object; /* disc, block, roller or sheet; NULL: a fixed point */
    double at[2];                      /* on a disc or block, or the fixed point [m]; optional */
    double along;                      /* on a sheet [m]; optional */
};

enum { QUIRE_SPRING_BOTH, QUIRE_SPRING_PULLS, QUIRE_SPRING_PUSHES };

struct quire_spring_params { /* <spring> */
    const char *name;
    struct quire_spring_end from, to;
    double stiffness, damping;
    double length; /* optional: the distance at t = 0 */
    int acts;      /* "both|pull|push" */
};

extern const struct quire_kind quire_kind_spring;

#endif
