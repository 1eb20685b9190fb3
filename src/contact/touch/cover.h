/* How much of a strip a pad or rib covers. */
#ifndef QUIRE_CONTACT_TOUCH_COVER_H
#define QUIRE_CONTACT_TOUCH_COVER_H

#include "math/kernel.h"
#include "math/smoothstep.h"

/* What of a pad, of half the width `half` in units of half a cell, lies on this side of a line
 * `beyond` away from its middle. */
QUIRE_INLINE double
part_within(double beyond, double half, double *slope)
{
    const double w = quire_step(beyond, -half, 0, half, 1, slope);

    return w;
}

/* its second derivative */
QUIRE_INLINE double
bend_within(double beyond, double half)
{
    return quire_step_curve(beyond, -half, 0, half, 1);
}

#endif
