/* The strip of a sheet in space under a pad. */
#ifndef QUIRE_CONTACT_TOUCH_PAD_STRIP_H
#define QUIRE_CONTACT_TOUCH_PAD_STRIP_H

#include "contact/touch/columns.h"

/* The sheet at a pad's z, as a curve in the plane, into the work's `strip`: stations low, ...,
 * high - 1, and both ends; NaN beside these stations. Returns the one of them nearest to a point.
 */
int quire_space_strip(const struct quire_sheet *sheet, const struct quire_space_work *work,
                      const struct quire_pad *pad, const double *q, const double at[2], int low,
                      int high);

/* What of the pad lies on the sheet at a node of the strip, 0 to 1. */
double quire_strip_cover(const struct quire_sheet *sheet, const struct quire_pad *pad,
                         const double *q, int node);

/* Adds to the sheet's force (a block as in V) what pushes a node of the strip with `by`, and with
 * `by_cover` along the gradient of what of the pad lies on the sheet there. Returns the sum along
 * z. */
double quire_strip_push(const struct quire_sheet *sheet, const struct quire_pad *pad,
                        const double *q, int node, const double by[2], double by_cover,
                        double *force);

#endif
