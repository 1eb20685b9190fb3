/* How far from a corner of a guide a sheet's curve is where it touches it, at most.
 * doc/theory/contact-kernel.md, 7. */
#ifndef QUIRE_CONTACT_GUIDE_CORNER_REACH_H
#define QUIRE_CONTACT_GUIDE_CORNER_REACH_H

#include <math.h>

#include "contact/law/constants.h"
#include "state/state.h"

/* A corner is let go deeper in the sheet than this. */
static inline double
quire_corner_sure_depth(const struct quire_sheet *sheet, const struct quire_corner_contact *corner)
{
    return fmin(corner->depth, fmax(QUIRE_CORNER_STRAIGHT * sheet->chain.h,
                                    QUIRE_CORNER_PLIES * sheet->thickness));
}

static inline double
quire_corner_reach(const struct quire_sheet *sheet, const struct quire_corner_contact *corner,
                   const struct quire_guide *guide)
{
    return sheet->half + fmax(quire_corner_sure_depth(sheet, corner), guide->reach);
}

#endif
