/* Four spans of a sheet's curve side by side, the piece around a node each, X(s) = a + s t + s^2 c
 * / 2 with s from 0 to 1: on which stretch of each it lies over a piece of a guide and overlaps it.
 * doc/theory/contact-kernel.md, 6. */
#ifndef QUIRE_CONTACT_TOUCH_CLIP_H
#define QUIRE_CONTACT_TOUCH_CLIP_H

#include "contact/law/constants.h"
#include "contact/law/law_lanes.h"
#include "contact/touch/facing.h"

struct spans {
    quire_v4 ax, ay, tx, ty, cx, cy; /* seen from a point */
    quire_mask4 first, last;         /* which are those at the sheet's ends */
};

/* Stretches: where they begin and end; those of no length have no meaning. */
struct stretch {
    quire_mask4 on;
    quire_v4 from, to;
};

/* The numbers before each of four; before the first of all there is none, and what stands there
 * counts nothing. */
QUIRE_INLINE quire_v4
lanes_before(const double *a, int first)
{
    if (first > 0) {
        return quire_load4(a + first - 1);
    }
    const quire_v4 own = quire_load4(a);
    return QUIRE_PICK(own, own, 0, 0, 1, 2);
}

/* The spans around the nodes from `first` on, seen from `at`. */
QUIRE_INLINE void
load_spans(const double *nodes_x, const double *nodes_y, int first, int n, const double at[2],
           struct spans *out)
{
    const quire_v4 x0 = lanes_before(nodes_x, first) - at[0],
                   x1 = quire_load4(nodes_x + first) - at[0],
                   x2 = quire_load4(nodes_x + first + 1) - at[0];
    const quire_v4 y0 = lanes_before(nodes_y, first) - at[1],
                   y1 = quire_load4(nodes_y + first) - at[1],
                   y2 = quire_load4(nodes_y + first + 1) - at[1];
    const long long i = first, m = n - 1;

    out->first = (quire_mask4){i, i + 1, i + 2, i + 3} == (quire_mask4){1, 1, 1, 1};
    out->last = ((quire_mask4){i, i + 1, i + 2, i + 3} == (quire_mask4){m, m, m, m}) & ~out->first;
    out->ax = 0.5 * (x0 + x1);
    out->ay = 0.5 * (y0 + y1);
    out->tx = x1 - x0;
    out->ty = y1 - y0;
    out->cx = x2 - x1 - out->tx;
    out->cy = y2 - y1 - out->ty;
    if (quire_any(out->first | out->last)) {
        out->cx += quire_select4(out->first, -out->tx, quire_where4(out->last, x2 - x1));
        out->cy += quire_select4(out->first, -out->ty, quire_where4(out->last, y2 - y1));
        out->ax = quire_select4(out->first, x0, out->ax);
        out->ay = quire_select4(out->first, y0, out->ay);
        out->tx = quire_select4(out->first, 2 * out->tx, out->tx);
        out->ty = quire_select4(out->first, 2 * out->ty, out->ty);
    }
}

/* Leaves of each stretch the part where a + b s + c s^2 / 2 > 0; where two parts are left, both and
 * what is between them. */
QUIRE_INLINE void
clip_quadratic(quire_v4 a, quire_v4 b, quire_v4 c, struct stretch *p)
{
    const quire_v4 zero = {0}, at_from = a + p->from * (b + 0.5 * p->from * c),
                   at_to = a + p->to * (b + 0.5 * p->to * c);
    const quire_mask4 begins = at_from > zero, ends = at_to > zero;

    if (!quire_any(p->on & ~(begins & ends))) {
        return;
    }
    /* where neither end is left, what is between them may be if it rises at the one and falls at
     * the other */
    const quire_mask4 within = ~begins & ~ends & (b + p->from * c > zero) & (b + p->to * c < zero);
    if (!quire_any(p->on & ((begins ^ ends) | within))) {
        p->on &= begins | ends;
        return;
    }
    const quire_v4 square = b * b - 2 * a * c,
                   root = quire_sqrt4(quire_where4(square > zero, square));
    /* of the two roots the one where it rises, and the one where it falls */
    const quire_v4 rises = quire_select4(b >= zero, -2 * a / (b + root), (root - b) / c),
                   falls = quire_select4(b <= zero, 2 * a / (root - b), -(b + root) / c);
    const quire_v4 peak = -b / c;
    const quire_mask4 inside =
        ~begins & ~ends & (c < zero) & (square > zero) & (peak > p->from) & (peak < p->to);
    const quire_v4 from = quire_select4(rises > p->from, rises, p->from),
                   to = quire_select4(falls < p->to, falls, p->to);

    p->from = quire_select4((~begins & ends) | inside, from, p->from);
    p->to = quire_select4((begins & ~ends) | inside, to, p->to);
    p->on &= begins | ends | inside;
}

/* ... where it is beyond `limit` no more, along h from `at`, from which the spans are seen. */
QUIRE_INLINE void
clip_half_plane(const struct spans *p, const double h[2], double limit, struct stretch *out)
{
    clip_quadratic(limit - (p->ax * h[0] + p->ay * h[1]), -(p->tx * h[0] + p->ty * h[1]),
                   -(p->cx * h[0] + p->cy * h[1]), out);
}

/* how much of a circle seen from its centre is overlapped, squared: rho^2 - |X|^2, of a hollow one
 * |X|^2 - rho^2; with its derivatives by s */
struct depth_squared {
    quire_v4 value, slope, bend;
};

QUIRE_INLINE struct depth_squared
depth_squared(const struct spans *p, double convex, double square, quire_v4 s)
{
    const quire_v4 x = p->ax + s * (p->tx + 0.5 * s * p->cx),
                   y = p->ay + s * (p->ty + 0.5 * s * p->cy), x1 = p->tx + s * p->cx,
                   y1 = p->ty + s * p->cy;

    return (struct depth_squared){convex * (square - (x * x + y * y)),
                                  -2 * convex * (x * x1 + y * y1),
                                  -2 * convex * (x1 * x1 + y1 * y1 + x * p->cx + y * p->cy)};
}

/* Where it passes 0 between `low`, where it is below, and `high`, where it is above, of those that
 * are asked for. Each is found by itself, whatever the others need. */
QUIRE_INLINE quire_v4
clip_root(const struct spans *p, double convex, double square, quire_mask4 asked, quire_v4 low,
          quire_v4 high, quire_v4 s)
{
    const quire_v4 zero = {0};

    for (int k = 0; k < QUIRE_CLIP_ROOT && quire_any(asked); k++) {
        const struct depth_squared f = depth_squared(p, convex, square, s);
        low = quire_select4(f.value > zero, low, s);
        high = quire_select4(f.value > zero, s, high);
        const quire_v4 next = s - f.value / f.slope;
        const quire_mask4 within = (next - low) * (next - high) <= zero;
        const quire_v4 now = quire_select4(within, next, 0.5 * (low + high)),
                       change = quire_select4(asked, now - s, zero);
        s = quire_select4(asked, now, s);
        asked &= quire_abs4(change) > quire_all4(QUIRE_CLIP_NEAR);
    }
    return s;
}

/* The same place of those where that bends so little that Newton's steps lead away: between where
 * the overlap grows and where it falls the middle is next then. */
QUIRE_INLINE quire_v4
clip_flat_peak(const struct spans *p, double convex, double square, const struct stretch *out,
               quire_v4 s)
{
    const quire_v4 zero = {0};
    quire_v4 low = out->from, high = out->to;

    for (int k = 0; k < QUIRE_CLIP_FLAT; k++) {
        const struct depth_squared f = depth_squared(p, convex, square, s);
        low = quire_select4(f.slope > zero, s, low);
        high = quire_select4(f.slope > zero, high, s);
        const quire_v4 next = s - f.slope / f.bend;
        s = quire_select4((f.bend < zero) & (next >= low) & (next <= high), next,
                          0.5 * (low + high));
    }
    return s;
}

/* The place where a circle is overlapped most, on the stretches. `asked`: on these it is overlapped
 * more and more from where they begin, and less and less to where they end. */
QUIRE_INLINE quire_v4
clip_peak(const struct spans *p, double convex, double square, quire_mask4 asked,
          const struct stretch *out)
{
    const quire_v4 zero = {0}, hx = p->tx + 0.5 * p->cx, hy = p->ty + 0.5 * p->cy;
    quire_v4 s = convex > 0 ? -(p->ax * hx + p->ay * hy) / (hx * hx + hy * hy) : quire_all4(0.5);
    quire_mask4 found = {0};

    for (int k = 0; k < QUIRE_CLIP_PEAK; k++) {
        s = quire_select4(s > out->from, s, out->from);
        s = quire_select4(s < out->to, s, out->to);
        const struct depth_squared f = depth_squared(p, convex, square, s);
        const quire_v4 next = quire_select4(f.bend < zero, s - f.slope / f.bend, s);
        found = (f.bend < zero) & (quire_abs4(next - s) < quire_all4(QUIRE_CLIP_SETTLED));
        s = next;
    }
    s = quire_select4(s > out->from, s, out->from);
    s = quire_select4(s < out->to, s, out->to);
    return quire_any(asked & ~found)
               ? quire_select4(asked & ~found, clip_flat_peak(p, convex, square, out, s), s)
               : s;
}

/* A guess of where it passes 0 from an end, where it is above: as far as a parabola would, on the
 * way of `sign`. */
QUIRE_INLINE quire_v4
clip_guess(const struct depth_squared *f, quire_v4 at, double sign, quire_v4 other)
{
    const quire_v4 zero = {0}, square = f->slope * f->slope - 2 * f->value * f->bend;
    const quire_v4 way =
        (-sign * f->slope - quire_sqrt4(quire_where4(square > zero, square))) / f->bend;

    return quire_select4(f->bend < zero, at + sign * way, other);
}

/* Leaves of each stretch the part that overlaps a circle of radius rho, seen from its centre. */
QUIRE_INLINE void
clip_circle(const struct spans *p, double convex, double rho, struct stretch *out)
{
    const quire_v4 zero = {0}, from = out->from, to = out->to;
    const double square = rho > 0 ? rho * rho : 0;
    const struct depth_squared at_from = depth_squared(p, convex, square, from),
                               at_to = depth_squared(p, convex, square, to);
    const quire_mask4 begins = at_from.value > zero, ends = at_to.value > zero;

    if (!quire_any(out->on & ~(begins & ends))) {
        return;
    }
    quire_v4 peak = from;
    struct depth_squared most = at_from;
    /* where neither end is left, what is between them may be if it rises at the one and falls at
     * the other, or is flat there as where the span was cut; of curves that bend about a convex
     * circle in any case */
    const quire_v4 flat = quire_all4(-10 * QUIRE_CLIP_NEAR);
    const quire_mask4 rises = at_from.slope > flat * quire_abs4(at_from.bend),
                      falls = -at_to.slope > flat * quire_abs4(at_to.bend);
    quire_mask4 inside = ~begins & ~ends &
                         ((rises & falls) | ((quire_all4(convex) > zero) &
                                             ((at_from.bend >= zero) | (at_to.bend >= zero))));
    if (quire_any(out->on & inside)) {
        peak = clip_peak(p, convex, square, out->on & inside & rises & falls, out);
        most = depth_squared(p, convex, square, peak);
        inside &= (most.value > zero) & (most.bend < zero);
    }
    const quire_mask4 up = (~begins & ends) | inside, down = (begins & ~ends) | inside;
    out->on &= begins | ends | inside;
    if (!quire_any(out->on & (up | down))) {
        return;
    }
    /* about the peak it is nearly a parabola */
    const quire_v4 wide = quire_sqrt4(quire_where4(inside, -2 * most.value / most.bend)),
                   secant = from - (to - from) * at_from.value / (at_to.value - at_from.value);

    if (quire_any(out->on & up)) {
        const quire_v4 high = quire_select4(inside, peak, to),
                       guess =
                           quire_select4(inside, peak - wide, clip_guess(&at_to, to, -1, secant)),
                       start = quire_select4(guess > from, guess, from);
        out->from =
            quire_select4(up, clip_root(p, convex, square, out->on & up, from, high, start), from);
    }
    if (quire_any(out->on & down)) {
        const quire_v4 high = quire_select4(inside, peak, from),
                       guess = quire_select4(inside, peak + wide,
                                             clip_guess(&at_from, from, 1, secant)),
                       start = quire_select4(guess < to, guess, to);
        out->to =
            quire_select4(down, clip_root(p, convex, square, out->on & down, to, high, start), to);
    }
}

#endif
