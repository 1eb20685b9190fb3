/* What drag holds. */
#ifndef QUIRE_ELEMENT_DRAG_H
#define QUIRE_ELEMENT_DRAG_H

#include "model/object.h"

struct quire_drag_params { /* <drag> */
    const char *name;
    const struct quire_object *on;    /* disc, block or sheet */
    double coefficient, tangential;   /* tangential: sheets only */
    double area;                      /* discs and blocks; optional */
    double density;                   /* [kg/m^3] */
    double linear, tangential_linear; /* [N s/m] */
    double wind[2];
};

extern const struct quire_kind quire_kind_drag;

#endif
