/* Where within a span the sheet lifts off a piece that it overlaps before and behind: there the
 * span is cut, so that each part has one stretch. doc/theory/contact-kernel.md, 6. */
#ifndef QUIRE_CONTACT_TOUCH_LIFT_H
#define QUIRE_CONTACT_TOUCH_LIFT_H

#include "contact/touch/clip.h"

#define QUIRE_LIFTS 2

/* Half the derivative of the distance from a circle's centre squared, (X - C) . X', by powers of s.
 * Where the span bends tighter than the circle it rises, falls between two places, and rises again.
 */
struct radial {
    quire_v4 k[4];
};

QUIRE_INLINE struct radial
radial_of(const struct spans *p)
{
    return (struct radial){{p->ax * p->tx + p->ay * p->ty,
                            p->tx * p->tx + p->ty * p->ty + p->ax * p->cx + p->ay * p->cy,
                            1.5 * (p->tx * p->cx + p->ty * p->cy),
                            0.5 * (p->cx * p->cx + p->cy * p->cy)}};
}

QUIRE_INLINE quire_v4
radial_at(const struct radial *r, quire_v4 s)
{
    return r->k[0] + s * (r->k[1] + s * (r->k[2] + s * r->k[3]));
}

/* Of its derivative, a quarter of the discriminant: where it is positive, it falls somewhere. */
QUIRE_INLINE quire_v4
radial_discriminant(const struct radial *r)
{
    return r->k[2] * r->k[2] - 3 * r->k[1] * r->k[3];
}

/* From where to where it falls within the span; nowhere: both are the same. */
QUIRE_INLINE void
radial_turns(const struct radial *r, quire_v4 turn[2])
{
    const quire_v4 zero = {0}, one = quire_all4(1), square = radial_discriminant(r),
                   half = quire_sqrt4(quire_where4(square > zero, square));

    for (int i = 0; i < 2; i++) {
        const quire_v4 at = (-r->k[2] + (i == 0 ? -half : half)) / (3 * r->k[3]),
                       s = quire_where4((r->k[3] > zero) & (at > zero), at);
        turn[i] = quire_select4(s < one, s, one);
    }
}

/* Which spans may be farther from a circle somewhere within than on either side of that: those that
 * bend tighter than it does, and of a hollow one those that overlap it at both ends. Costs little.
 */
QUIRE_INLINE quire_mask4
may_lift_off(const struct spans *p, double convex, double square)
{
    const quire_v4 zero = {0};
    const struct radial r = radial_of(p);
    const quire_mask4 tighter = radial_discriminant(&r) > zero;

    if (convex > 0) {
        return tighter;
    }
    return tighter | ((depth_squared(p, convex, square, zero).value > zero) &
                      (depth_squared(p, convex, square, quire_all4(1)).value > zero));
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

/* Where spans are farther from a circle than on either side of that, twice at most. */
struct lifts {
    quire_mask4 on[QUIRE_LIFTS];
    quire_v4 from[QUIRE_LIFTS], to[QUIRE_LIFTS]; /* between these */
    double sign;                                 /* of what passes 0 there */
};

QUIRE_INLINE quire_mask4
find_lifts(const struct radial *r, double convex, struct lifts *out)
{
    const quire_v4 zero = {0}, one = quire_all4(1);
    quire_v4 turn[2];

    radial_turns(r, turn);
    /* a convex circle is left where the distance is largest, a hollow one where it is least */
    out->sign = -convex;
    out->from[0] = convex > 0 ? turn[0] : zero;
    out->to[0] = convex > 0 ? turn[1] : turn[0];
    out->from[1] = convex > 0 ? one : turn[1];
    out->to[1] = one;
    for (int i = 0; i < QUIRE_LIFTS; i++) {
        out->on[i] = (out->sign * radial_at(r, out->from[i]) < zero) &
                     (out->sign * radial_at(r, out->to[i]) > zero);
    }
    return out->on[0] | out->on[1];
}

#endif
