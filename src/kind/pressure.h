/* What presses on sheets over a distance: to a guide or away from it, as suction, charges and
 * bristles do, or without a guide. */
#ifndef QUIRE_KIND_PRESSURE_H
#define QUIRE_KIND_PRESSURE_H

#include "kind/body.h"

#define QUIRE_PRESSURE_POINTS 8 /* most points of an outline */

struct quire_pressure_ops {
    /* Pressure on a sheet whose face is `gap` >= 0 from the guide, towards the guide (negative:
     * away from it) [Pa], and its derivative by the gap [Pa/m]. `supply`: what the drive commands,
     * or the attribute of that name says. NULL: it acts without a guide, by a row of
     * its own in the table of forces (force/terms.h). */
    double (*at)(const void *params, double supply, double gap, double *slope);
    /* it is nothing at its reach by itself; otherwise it fades from half of that on */
    bool ends;
    enum quire_drive_quantity quantity; /* that drives may supply; NONE: nothing is supplied */
    const char *supply;                 /* that quantity's name; NULL with NONE */
    /* Makes of the parameters, once, what evaluations need: so many bytes. NULL: nothing. */
    size_t compiled_size;
    void (*compile)(const void *params, void *compiled);
    /* Without a guide: the corners of its outline in the plane, to be drawn; returns how many. */
    int (*outline)(const void *params, double at[QUIRE_PRESSURE_POINTS][2]);
};

#endif
