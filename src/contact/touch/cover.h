/* How much of a strip a pad, rib or guide covers. */
#ifndef QUIRE_CONTACT_TOUCH_COVER_H
#define QUIRE_CONTACT_TOUCH_COVER_H

#include "contact/place/second.h"
#include "contact/touch/lines_across.h"

/* What of a strip, of half the width `half`, is between two lines, the first so far behind its
 * middle and the other so far ahead; by the middle's way on. */
QUIRE_INLINE struct second
part_between(double behind, double ahead, double half)
{
    const struct second on = second(behind, 0), left = {.x = ahead, .d = {-1, 0}};

    if (behind >= half && ahead >= half) { /* mostly it is all there */
        return (struct second){.x = 1};
    }
    return second_mul(second_step_between(on, -half, 0, half, 1),
                      second_step_between(left, -half, 0, half, 1));
}

/* What of a line's strip lies where the guide reaches across; it moves with the line's z. */
QUIRE_INLINE struct second
quire_strip_covered(const struct quire_strip *s, const struct quire_guide *guide, double z)
{
    const double middle = z + s->middle;

    return part_between(middle - guide->across[0], guide->across[1] - middle, s->half);
}

#endif
