#include <math.h>

#include "geometry/outline.h"
#include "geometry/piece.h"

static void
include_point(const double p[2], double low[2], double high[2])
{
    for (int i = 0; i < 2; i++) {
        low[i] = fmin(low[i], p[i]);
        high[i] = fmax(high[i], p[i]);
    }
}

/* Where the arc passes the extreme points of its circle. */
static void
include_arc(const struct quire_piece *arc, double low[2], double high[2])
{
    for (int k = 0; k < 4; k++) {
        const double sign = k < 2 ? 1.0 : -1.0;
        double extreme[2] = {arc->centre[0], arc->centre[1]};
        extreme[k % 2] += sign * arc->radius;
        const double along = quire_piece_foot(arc, extreme).along;
        if (along >= 0.0 && along <= arc->length) {
            include_point(extreme, low, high);
        }
    }
}

void
quire_outline_bounds(const struct quire_outline *in, double low[2], double high[2])
{
    const double *first = in->n > 0 ? in->piece[0].from : in->origin;
    for (int i = 0; i < 2; i++) {
        low[i] = high[i] = first[i];
    }
    for (size_t i = 0; i < in->n; i++) {
        include_point(in->piece[i].from, low, high);
        include_point(in->piece[i].to, low, high);
        if (in->piece[i].turn != 0.0) {
            include_arc(&in->piece[i], low, high);
        }
    }
}
