/* How far the nodes of a curve have gone at most, whatever way they took: lists of what they are
 * near hold until they have gone so far. */
#ifndef QUIRE_CONTACT_TOUCH_GONE_H
#define QUIRE_CONTACT_TOUCH_GONE_H

#include <math.h>
#include <string.h>

#include "contact/law/constants.h"
#include "math/kernel.h"
#include "state/sheet_work.h"

/* from the square of a displacement [m]; limited, so that a diverging iterate ends no list for good
 */
QUIRE_INLINE double
quire_gone_by(double square)
{
    return square <= QUIRE_SHEETS_ASTRAY * QUIRE_SHEETS_ASTRAY ? sqrt(square) : QUIRE_SHEETS_ASTRAY;
}

/* Nodes are at x and y now (stride, a multiple of 4). NaN counts as here, for then no list matters.
 */
QUIRE_INLINE void
quire_gone_follow(struct quire_gone *g, const double *x, const double *y, int stride)
{
    quire_v4 most = {0};

    for (int i = 0; i < stride; i += 4) { /* SUNDIALS' own vectors are not aligned */
        const quire_v4 dx = quire_load4(x + i) - quire_load4(g->x + i),
                       dy = quire_load4(y + i) - quire_load4(g->y + i), square = dx * dx + dy * dy;
        most = quire_select4(square > most, square, most);
    }
    const double low = most[0] > most[1] ? most[0] : most[1],
                 high = most[2] > most[3] ? most[2] : most[3];
    g->since = quire_gone_by(low > high ? low : high);
}

/* Displacements are measured from here on: so a list that is made now lasts longest, and others as
 * long as before. y is NULL where x has all. */
QUIRE_INLINE void
quire_gone_begin(struct quire_gone *g, const double *x, const double *y, int stride)
{
    if (g->since > 0) {
        memcpy(g->x, x, sizeof *x * (size_t)stride);
        if (y != NULL) {
            memcpy(g->y, y, sizeof *y * (size_t)stride);
        }
        g->before += g->since;
        g->since = 0;
    }
}

/* in all [m] */
QUIRE_INLINE double
quire_gone(const struct quire_gone *g)
{
    return g->before + g->since;
}

#endif
