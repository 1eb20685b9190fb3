/* Nearest points of inner pieces of sheets' curves, four side by side: the same search as
 * nearest_station() in contact/touch/station.h, on one piece each. doc/theory/contact-kernel.md, 2
 * and 4. */
#ifndef QUIRE_CONTACT_TOUCH_NEAREST_LANES_H
#define QUIRE_CONTACT_TOUCH_NEAREST_LANES_H

#include "contact/law/constants.h"
#include "math/kernel.h"

/* One piece X(s) = a + s t + s^2 c / 2 in each lane, seen from the point to which the nearest one
 * is searched. */
struct inner_pieces {
    quire_v4 ax, ay, tx, ty, cx, cy;
    quire_v4 s; /* parameter of the nearest point */
    /* where it has been found; where it lies beyond the piece's end at s = 0, at s = 1 */
    quire_mask4 found, before, behind;
};

/* Nodes x[k], y[k] seen from the point. */
QUIRE_INLINE void
inner_pieces_of(struct inner_pieces *p, const quire_v4 x[3], const quire_v4 y[3])
{
    p->ax = 0.5 * (x[0] + x[1]);
    p->ay = 0.5 * (y[0] + y[1]);
    p->tx = x[1] - x[0];
    p->ty = y[1] - y[0];
    p->cx = x[2] - x[1] - p->tx;
    p->cy = y[2] - y[1] - p->ty;
}

/* the place on the chord, which is nearly the piece itself */
QUIRE_INLINE quire_v4
nearest_on_chord(const struct inner_pieces *p)
{
    const quire_v4 zero = {0}, one = quire_all4(1), hx = p->tx + 0.5 * p->cx,
                   hy = p->ty + 0.5 * p->cy;
    const quire_v4 s = -(p->ax * hx + p->ay * hy) / (hx * hx + hy * hy);

    return quire_select4(s > one, one, quire_where4(s > zero, s));
}

/* Searches from s in the lanes that are not found. Each comes to rest by itself, so that none
 * depends on the others. */
QUIRE_INLINE void
search_inner_pieces(struct inner_pieces *p)
{
    const quire_v4 zero = {0}, one = quire_all4(1);
    quire_v4 s = p->s;
    quire_mask4 found = p->found, before = {0}, behind = {0};

    for (int k = 0; k < 8 && quire_any(~(found | before | behind)); k++) {
        const quire_v4 x1 = p->tx + s * p->cx, y1 = p->ty + s * p->cy,
                       x = p->ax + s * (p->tx + 0.5 * s * p->cx),
                       y = p->ay + s * (p->ty + 0.5 * s * p->cy);
        const quire_v4 slope = x * x1 + y * y1, t2 = x1 * x1 + y1 * y1,
                       bend = t2 + x * p->cx + y * p->cy;
        const quire_mask4 low = bend < QUIRE_BEND_SEARCHED * t2;
        const quire_v4 held = quire_select4(low, QUIRE_BEND_SEARCHED * t2, bend),
                       third = quire_where4(~low, 3 * (x1 * p->cx + y1 * p->cy));
        const quire_v4 square = held * held, by = 2 * square - slope * third,
                       next = s - 2 * slope * held / quire_select4(by < square, 2 * square, by);
        const quire_v4 within =
            quire_select4(next > one, one, quire_select4(next < zero, zero, next));
        const quire_mask4 rests =
            (within == next) & (quire_abs4(within - s) < quire_all4(QUIRE_SEARCH_DONE));
        behind |= ~found & (next > one) & (s >= one);
        before |= ~found & (next < zero) & (s <= zero);
        const quire_mask4 left = before | behind;
        s = quire_select4(found | left, s, within);
        found |= ~left & rests;
    }
    p->s = s;
    p->found = found;
    p->before = before;
    p->behind = behind;
}

#endif
