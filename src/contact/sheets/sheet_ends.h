/* What of the law of two sheets acts at a station of one on the curve of the other: half of it, and
 * less over the other's ends. doc/theory/stacks.md, 1 and 3. */
#ifndef QUIRE_CONTACT_SHEETS_SHEET_ENDS_H
#define QUIRE_CONTACT_SHEETS_SHEET_ENDS_H

#include <math.h>
#include <stdbool.h>

#include "contact/law/constants.h"
#include "contact/place/second.h"
#include "contact/touch/station.h"
#include "machine/sheet.h"

#define HALF_OF_LAW 0.5 /* acts at the stations of either sheet */

/* A share is a number of second order by the parameter of the other sheet's place (u) and by the
 * angle from the station's tangent to the other's (v). Whether it changes as the sheets move: */
QUIRE_INLINE bool
share_varies(const struct second *s)
{
    return s->d[0] < 0 || s->d[0] > 0 || s->d[1] < 0 || s->d[1] > 0;
}

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

/* How far along a sheet a parameter of the piece around node i is, were the nodes evenly spaced,
 * and both derivatives; beyond the ends it goes on straight. doc/theory/stacks.md, 3 */
struct way {
    double at, rate, bend;
};

QUIRE_INLINE struct way
way_along(const struct quire_sheet *sheet, int i, double s)
{
    const int n = sheet->chain.n, type = spline_type(i, n);
    const double h = sheet->chain.h, r = type == 2 ? 1 - s : s;

    if (type == 0) {
        return (struct way){(i - 0.5 + s) * h, h, 0};
    }
    const double from = r < 0 ? 2 * r : r * (2 - 0.5 * r), rate = (r < 0 ? 2 : 2 - r) * h,
                 bend = r < 0 ? 0 : h;
    return type == 1 ? (struct way){from * h, rate, -bend}
                     : (struct way){(n - from) * h, rate, bend};
}

/* how far beyond the trailing edge, and the leading edge */
QUIRE_INLINE struct way
beyond_trail(struct way w)
{
    return (struct way){-w.at, -w.rate, -w.bend};
}

QUIRE_INLINE struct way
beyond_lead(struct way w, const struct quire_sheet *sheet)
{
    return (struct way){w.at - sheet->chain.n * sheet->chain.h, w.rate, w.bend};
}

/* A station of `a` near the end of another sheet counts less and less over half its length to
 * either side while it lies along it, over half its thickness where it is inclined: as over the end
 * of a guide. Of both tangents: the product, with q divided by their squared lengths, across and
 * along. */
QUIRE_INLINE void
fade_at_end(const struct quire_sheet *a, struct way beyond, double q, double across, double along,
            struct second *share)
{
    const double half = a->half, widest = fmax(0.5 * a->chain.h, half);

    if (beyond.at <= -widest) {
        return;
    }
    const double sine2 = q * across * across, sine = 2 * q * across * along, /* sine2's slope */
        most = QUIRE_SHEET_END_TILT * QUIRE_SHEET_END_TILT;
    const struct second tilt = {sine2 / most, {0, sine / most}, {0, 0, 2 * (1 - 2 * sine2) / most}},
                        taper = second_step(tilt, widest, half),
                        past = {-beyond.at, {-beyond.rate}, {-beyond.bend}},
                        ratio = second_mul(past, second_inverse(taper));
    *share = second_mul(*share, second_step(second_of(ratio, 0.5 * (1 + ratio.x), 0.5, 0), 0, 1));
}

#endif
