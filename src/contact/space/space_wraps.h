/* How far a sheet in space follows a disc that it touches: wraps.h, for the curve in which the
 * disc's plane cuts the sheet. doc/theory/spatial-contact.md, 2. */
#ifndef QUIRE_CONTACT_SPACE_SPACE_WRAPS_H
#define QUIRE_CONTACT_SPACE_SPACE_WRAPS_H

#include "contact/law/constants.h"
#include "contact/touch/space_disc.h"
#include "contact/touch/wraps.h"

/* P_ss of the piece whose first node is `first`, without a weight for its place */
QUIRE_INLINE quire_v4
second_difference(const struct over *o, const struct space_place *p, int first)
{
    quire_v4 sum = {0, 0, 0, 0};

    for (int k = 0; k < 2; k++) {
        const int j = p->column + k;
        sum += p->c[k] * ((node_of(o, o->q, first, j) - node_of(o, o->q, first + 1, j)) -
                          (node_of(o, o->q, first + 1, j) - node_of(o, o->q, first + 2, j)));
    }
    return sum;
}

/* The first and second derivative of the cut at a place; the second as it goes over from piece to
 * piece. */
QUIRE_INLINE void
cut_along(const struct over *o, const struct space_place *p, quire_v4 *x1, quire_v4 *x2)
{
    int next;
    const double share = neighbour_share(p->station, p->d[2] / p->dd[2], o->n, &next),
                 inverse = 1 / dot3(o->axis, p->xe);
    const double e1 = -dot3(o->axis, p->xs) * inverse;
    quire_v4 xss = p->xss;

    if (share >= 0) {
        xss += share * (second_difference(o, p, next) - xss);
    }
    xss += (2 * e1) * p->xse;
    *x1 = p->xs + e1 * p->xe;
    *x2 = xss - (dot3(o->axis, xss) * inverse) * p->xe;
}

/* as wrapping(); where `along` is asked for, the squared sine of the angle between the sheet and
 * the disc's surface, too */
QUIRE_INLINE double
wrapping_of_cut(const struct over *o, const struct space_place *p, double *along)
{
    quire_v4 x1, x2;
    double slope;

    cut_along(o, p, &x1, &x2);
    const double t2 = dot3(x1, x1), lean = dot3(p->x, x1);
    if (along != NULL) {
        *along = lean * lean / (dot3(p->x, p->x) * t2);
    }
    return quire_step(-dot3(p->x, x2) / t2, 0.5, 0, 0.8, 1, &slope);
}

/* as wrapping_at(), by a station */
QUIRE_INLINE double
wrapping_of_station(const struct over *o, const struct disc_place *d, double reach, double deepest)
{
    double along, slope;
    const double follows = wrapping_of_cut(o, &d->p, &along);

    return follows > 0
               ? quire_step(d->overlap + reach, 0, 0, QUIRE_WRAP_PRESSED * deepest, 1, &slope) *
                     follows *
                     quire_step(along, QUIRE_WRAP_ALONG_LOW, 1, QUIRE_WRAP_ALONG_HIGH, 0, &slope)
               : 0;
}

#endif
