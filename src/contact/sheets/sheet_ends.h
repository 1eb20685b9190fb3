/* What of the law of two sheets acts at a station of one on the curve of the other: half of it, and
 * less over the other's ends. doc/theory/stacks.md, 1 and 3. */
#ifndef QUIRE_CONTACT_SHEETS_SHEET_ENDS_H
#define QUIRE_CONTACT_SHEETS_SHEET_ENDS_H

#include <math.h>
#include <stdbool.h>

#include "contact/touch/touch.h"
#include "machine/sheet.h"
#include "math/smoothstep.h"

#define HALF_OF_LAW 0.5 /* acts at the stations of either sheet */
/* [rad]: a sheet so much inclined to the end of another touches it there, not along it */
#define TILT 0.1

struct shared {
    double share;
    double by_slide; /* its derivative by the parameter of the other sheet's place */
    double by_turn;  /* and by the angle from the station's tangent to the other's */
};

QUIRE_INLINE bool
is_end(const struct quire_sheet *sheet, int station)
{
    return station == 0 || station == sheet->chain.n;
}

/* the length of sheet that a station stands for */
QUIRE_INLINE double
length_at(const struct quire_sheet *sheet, int station)
{
    const bool next = station == 1 || station == sheet->chain.n - 1;

    return (next ? 0.75 : 0.5) * sheet->chain.h;
}

/* its weights; how they change along the curve does not matter */
QUIRE_INLINE void
weights_at(const struct quire_sheet *sheet, int station, struct station *p)
{
    static const double b[3] = {0.5, 0.5, 0}, d[3] = {-1, 1, 0};
    const int n = sheet->chain.n;

    if (station <= n) {
        fixed_weights(station, n, p);
        return;
    }
    *p = (struct station){.node = station - n};
    memcpy(p->b, b, sizeof b);
    memcpy(p->d, d, sizeof d);
}

/* How far along a sheet a parameter of the piece around node i is, were the nodes evenly spaced;
 * beyond the ends it goes on straight. doc/theory/stacks.md, 3 */
QUIRE_INLINE double
way_along(const struct quire_sheet *sheet, int i, double s, double *rate)
{
    const int n = sheet->chain.n, type = spline_type(i, n);
    const double h = sheet->chain.h, r = type == 2 ? 1 - s : s;

    if (type == 0) {
        *rate = h;
        return (i - 0.5 + s) * h;
    }
    const double from = r < 0 ? 2 * r : r * (2 - 0.5 * r);
    *rate = (r < 0 ? 2 : 2 - r) * h;
    return type == 1 ? from * h : (n - from) * h;
}

/* A station of `a` near the end of another sheet counts less and less over half its length to
 * either side while it lies along it, over half its thickness where it is inclined: as over the end
 * of a guide. Of both tangents: the product, with q divided by their squared lengths, across and
 * along. */
QUIRE_INLINE void
fade_at_end(const struct quire_sheet *a, double beyond, double rate, double q, double across,
            double along, struct shared *over)
{
    const double half = a->half, widest = fmax(0.5 * a->chain.h, half);
    double narrows, slope;

    if (beyond <= -widest) {
        return;
    }
    const double taper = quire_step(q * across * across, 0, widest, TILT * TILT, half, &narrows);
    const double w = quire_step(-beyond, -taper, 0, taper, 1, &slope), share = over->share;
    over->by_slide = w * over->by_slide - share * slope * rate;
    over->by_turn =
        w * over->by_turn + share * slope * beyond / taper * narrows * 2 * q * across * along;
    over->share = w * share;
}

#endif
