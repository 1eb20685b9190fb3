/* What elements that press on sheets over a distance have in common. */
#ifndef QUIRE_ELEMENT_PRESSURE_H
#define QUIRE_ELEMENT_PRESSURE_H

#include "model/object.h"

struct quire_pressure_params {
    const char *name;
    const struct quire_object *guide; /* NULL: none, as of an air jet */
    const struct quire_object *drive; /* commands what is supplied; optional */
    double from, to;                  /* along the guide [m]; optional */
    double across[2];                 /* without a guide: from z to z [m]; optional */
    double supply;                    /* optional */
    double reach;                     /* gap from which on there is nothing [m] */
    double friction, threshold;       /* of what rubs; threshold 0: nothing does */
};

#endif
