/* Where within a span the sheet lifts off a piece that it overlaps before and behind: there the
 * span is cut, so that each part has one stretch. doc/theory/contact-kernel.md, 6. */
#ifndef QUIRE_CONTACT_TOUCH_LIFT_H
#define QUIRE_CONTACT_TOUCH_LIFT_H

#include "contact/touch/clip.h"

#define QUIRE_LIFTS 2

/* Half the derivative of the distance from a circle's centre squared, (X - C) . X', by powers of s;
 * it rises, falls between two places and rises again, where a span bends tighter than the circle.
 */
struct radial {
    quire_v4 k[4];
    quire_mask4 falls;
    quire_v4 turn[2]; /* from where to where it falls, within the span */
};

QUIRE_INLINE quire_v4
radial_at(const struct radial *r, quire_v4 s)
{
    return r->k[0] + s * (r->k[1] + s * (r->k[2] + s * r->k[3]));
}

QUIRE_INLINE quire_v4
within_span(quire_v4 s)
{
    const quire_v4 zero = {0}, one = quire_all4(1);

    s = quire_select4(s > zero, s, zero);
    return quire_select4(s < one, s, one);
}

QUIRE_INLINE void
set_radial(const struct spans *p, struct radial *r)
{
    const quire_v4 zero = {0}, tc = p->tx * p->cx + p->ty * p->cy,
                   cc = p->cx * p->cx + p->cy * p->cy;

    r->k[0] = p->ax * p->tx + p->ay * p->ty;
    r->k[1] = p->tx * p->tx + p->ty * p->ty + p->ax * p->cx + p->ay * p->cy;
    r->k[2] = 1.5 * tc;
    r->k[3] = 0.5 * cc;
    r->falls = cc * r->k[1] < 1.5 * tc * tc;
    const quire_v4 middle = -tc / cc, square = middle * middle - r->k[1] / (1.5 * cc),
                   half = quire_sqrt4(quire_where4(r->falls, square));
    r->turn[0] = within_span(quire_where4(cc > zero, middle - half));
    r->turn[1] = within_span(quire_where4(cc > zero, middle + half));
}

/* Which spans may be farther from a circle somewhere within than on either side of that: those that
 * bend tighter than it does, and of a hollow one those that overlap it at both ends. Costs little.
 */
QUIRE_INLINE quire_mask4
may_lift_off(const struct spans *p, double convex, double rho)
{
    const quire_v4 tc = p->tx * p->cx + p->ty * p->cy, cc = p->cx * p->cx + p->cy * p->cy,
                   first = p->tx * p->tx + p->ty * p->ty + p->ax * p->cx + p->ay * p->cy;
    const quire_mask4 tighter = cc * first < 1.5 * tc * tc;

    if (convex > 0) {
        return tighter;
    }
    const quire_v4 x = p->ax + p->tx + 0.5 * p->cx, y = p->ay + p->ty + 0.5 * p->cy,
                   square = quire_all4(rho > 0 ? rho * rho : 0);
    return tighter | ((p->ax * p->ax + p->ay * p->ay > square) & (x * x + y * y > square));
}

/* Where it passes 0 on the way of `sign`, between two places from one to the other of which it
 * rises or falls alone. */
QUIRE_INLINE double
radial_root(const struct radial *r, int lane, double sign, double low, double high)
{
    const double k[4] = {sign * r->k[0][lane], sign * r->k[1][lane], sign * r->k[2][lane],
                         sign * r->k[3][lane]};
    double s = 0.5 * (low + high), last = high;

    for (int i = 0; i < QUIRE_LIFT_ROOT && fabs(s - last) > QUIRE_CLIP_NEAR; i++) {
        const double value = k[0] + s * (k[1] + s * (k[2] + s * k[3])),
                     slope = k[1] + s * (2 * k[2] + 3 * s * k[3]), next = s - value / slope;
        low = value < 0 ? s : low;
        high = value < 0 ? high : s;
        last = s;
        s = next > low && next < high ? next : 0.5 * (low + high);
    }
    return s;
}

/* Which spans are farther from a circle somewhere within than on either side of that, `lift`:
 * twice at most. */
struct lifts {
    quire_mask4 on[QUIRE_LIFTS];
    quire_v4 from[QUIRE_LIFTS], to[QUIRE_LIFTS]; /* between these */
    double sign;                                 /* of what passes 0 there */
};

QUIRE_INLINE quire_mask4
find_lifts(const struct radial *r, double convex, struct lifts *out)
{
    const quire_v4 zero = {0}, one = quire_all4(1);

    /* a convex circle is left where the distance is largest, a hollow one where it is least */
    out->sign = -convex;
    out->from[0] = convex > 0 ? r->turn[0] : zero;
    out->to[0] = convex > 0 ? r->turn[1] : r->turn[0];
    out->from[1] = convex > 0 ? one : r->turn[1];
    out->to[1] = one;
    for (int i = 0; i < QUIRE_LIFTS; i++) {
        out->on[i] = (out->sign * radial_at(r, out->from[i]) < zero) &
                     (out->sign * radial_at(r, out->to[i]) > zero);
    }
    return out->on[0] | out->on[1];
}

#endif
