/* What presses sheets to a guide, or away from it, over a distance: suction, charges, bristles. */
#ifndef QUIRE_KIND_PRESSURE_H
#define QUIRE_KIND_PRESSURE_H

#include "kind/body.h"

struct quire_pressure_ops {
    /* Pressure on a sheet whose face is `gap` >= 0 from the guide, towards the guide (negative:
     * away from it) [Pa], and its derivative by the gap [Pa/m]. `supply`: what the drive commands,
     * or the attribute of that name says. */
    double (*at)(const void *params, double supply, double gap, double *slope);
    /* it is nothing at its reach by itself; otherwise it fades from half of that on */
    bool ends;
    enum quire_drive_quantity quantity; /* that drives may supply; NONE: nothing is supplied */
    const char *supply;                 /* that quantity's name; NULL with NONE */
};

#endif
