/* What suction, electrostatic hold and brushes have in common. */
#ifndef QUIRE_ELEMENT_PRESSURE_H
#define QUIRE_ELEMENT_PRESSURE_H

#include "model/object.h"

struct quire_pressure_params {
    const char *name;
    const struct quire_object *guide, *drive; /* drive: commands what is supplied; optional */
    double from, to;                          /* along the guide [m]; optional */
    double supply;                            /* optional */
    double reach;                             /* gap from which on there is nothing [m] */
    double friction, threshold;               /* of what rubs; threshold 0: nothing does */
};

#endif
