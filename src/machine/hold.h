/* Ends of sheets that are held: whether they are so at a time, and in which directions. */
#ifndef QUIRE_MACHINE_HOLD_H
#define QUIRE_MACHINE_HOLD_H

#include "machine/system.h"

/* A held node and its prescribed acceleration. `held` (xx, xy, yy) projects vectors on the
 * directions in which it is held: one that is held altogether has (1, 0, 1). */
struct quire_held {
    int sheet, node;
    double acceleration[2];
    double held[3];
};

bool quire_hold_is_on(const struct quire_hold *hold, double t);
/* The projection (xx, xy, yy) on the directions in which it holds. */
void quire_hold_directions(const struct quire_hold *hold, double held[3]);
/* The directions in which the ends are clamped at t. */
void quire_hold_clamps(const struct quire_sheet *sheet, double t, struct quire_clamp out[2]);
/* The vector (*x, *y) of a node becomes `given` in the directions in which it is held. */
void quire_held_set(const double held[3], double *x, double *y, const double given[2]);

#endif
