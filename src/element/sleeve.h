/* What sleeves hold. */
#ifndef QUIRE_ELEMENT_SLEEVE_H
#define QUIRE_ELEMENT_SLEEVE_H

#include "model/object.h"

/* <sleeve>: holds the mid-line of every sheet on a path, without friction */
struct quire_sleeve_params {
    const char *name;
    const struct quire_object *path;
    double from, to;
    double stiffness; /* per length of sheet [N/m^2] */
    double damping;   /* per length of sheet [N s/m^2] */
};

extern const struct quire_kind quire_kind_sleeve;

#endif
