/* How much of a strip a pad, rib or guide covers. */
#ifndef QUIRE_CONTACT_TOUCH_COVER_H
#define QUIRE_CONTACT_TOUCH_COVER_H

#include "contact/touch/lines_across.h"
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

/* What of a line's strip lies where the guide reaches across; it moves with the line's z. */
QUIRE_INLINE double
quire_strip_covered(const struct quire_strip *s, const struct quire_guide *guide, double z,
                    double *slope)
{
    const double middle = z + s->middle;
    double by_low, by_high;

    const double low = quire_step(middle - guide->across[0], -s->half, 0, s->half, 1, &by_low);
    const double high = quire_step(guide->across[1] - middle, -s->half, 0, s->half, 1, &by_high);
    *slope = by_low * high - low * by_high;
    return low * high;
}

#endif
