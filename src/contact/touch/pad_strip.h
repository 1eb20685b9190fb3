/* The strip of a sheet in space under a pad. */
#ifndef QUIRE_CONTACT_TOUCH_PAD_STRIP_H
#define QUIRE_CONTACT_TOUCH_PAD_STRIP_H

#include "contact/touch/columns.h"

/* The sheet at a pad's z, as a curve in the plane, into the work's `strip`; `near` is its node
 * nearest to a point. Returns what of the pad lies on the sheet there. */
double quire_space_strip(const struct quire_sheet *sheet, const struct quire_space_work *work,
                         const struct quire_pad *pad, const double *q, const double *v,
                         const double at[2], int *near);

#endif
