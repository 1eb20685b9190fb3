/* Places where the distance of a sheet's curve from a point is a local minimum (nearest) or maximum
 * (farthest). On each piece of the curve, X(s) = a + s t + s^2 c / 2, half the slope of |X|^2 is a
 * cubic, g = X . X': it rises through 0 where the curve is nearest.
 * doc/theory/contact-kernel.md, 5. */
#ifndef QUIRE_CONTACT_TOUCH_EXTREMA_H
#define QUIRE_CONTACT_TOUCH_EXTREMA_H

#include <math.h>

#include "contact/touch/clip.h"
#include "contact/touch/station.h"

#define EXTREMA_MOST 3 /* of a piece */

/* g = k0 + k1 s + k2 s^2 + k3 s^3 */
struct cubic {
    double k[4];
};

QUIRE_INLINE struct cubic
slope_of_piece(const struct quadratic *x, const struct quadratic *y)
{
    return (struct cubic){{x->a * x->t + y->a * y->t,
                           (x->t * x->t + y->t * y->t) + (x->a * x->c + y->a * y->c),
                           1.5 * (x->t * x->c + y->t * y->c), 0.5 * (x->c * x->c + y->c * y->c)}};
}

QUIRE_INLINE double
cubic_at(const struct cubic *g, double s)
{
    return g->k[0] + s * (g->k[1] + s * (g->k[2] + s * g->k[3]));
}

/* Where g passes 0 between `from` and `to`, where it has different signs and between which it rises
 * or falls all the way. */
QUIRE_INLINE double
cubic_root(const struct cubic *g, double from, double to)
{
    const bool rises = cubic_at(g, from) < 0;
    double low = from, high = to, s = 0.5 * (from + to);

    for (int k = 0; k < 60; k++) {
        const double value = cubic_at(g, s), slope = g->k[1] + s * (2 * g->k[2] + s * 3 * g->k[3]);
        if ((value < 0) == rises) {
            low = s;
        } else {
            high = s;
        }
        double next = s - value / slope;
        next = next > low && next < high ? next : 0.5 * (low + high);
        const bool rests = fabs(next - s) < 1e-12;
        s = next;
        if (rests) {
            break;
        }
    }
    return s;
}

/* The places of a piece, in their order: parameters, and which are farthest. */
QUIRE_INLINE int
piece_extrema(const struct cubic *g, double s[EXTREMA_MOST], bool farthest[EXTREMA_MOST])
{
    const double b = g->k[2], c = 3 * g->k[3], square = b * b - c * g->k[1];
    double bound[4] = {0, 1, 1, 1};
    int n_bound = 1, n = 0;

    if (square > 0 && c > 0) { /* where g turns */
        const double root = sqrt(square), turn[2] = {(-b - root) / c, (-b + root) / c};
        for (int k = 0; k < 2; k++) {
            if (turn[k] > 0 && turn[k] < 1) {
                bound[n_bound++] = turn[k];
            }
        }
    }
    bound[n_bound] = 1;
    for (int k = 0; k < n_bound; k++) {
        const bool before = cubic_at(g, bound[k]) < 0, after = cubic_at(g, bound[k + 1]) < 0;
        if (before != after) {
            s[n] = cubic_root(g, bound[k], bound[k + 1]);
            farthest[n++] = after;
        }
    }
    return n;
}

/* Half the slope of |X|^2 on the piece around inner node i, seen from `at`. */
QUIRE_INLINE struct cubic
slope_around(const struct scatter *c, int n, int i, const double at[2])
{
    const struct quadratic x = piece_around(spline_type(i, n), c->x + i, at[0]),
                           y = piece_around(spline_type(i, n), c->y + i, at[1]);

    return slope_of_piece(&x, &y);
}

/* Which of four pieces bend more sharply than a circle about the point from which they are seen: g
 * falls somewhere on them. */
QUIRE_INLINE quire_mask4
are_sharp(const struct spans *p)
{
    const quire_v4 zero = {0}, one = quire_all4(1);
    const quire_v4 k = (p->tx * p->tx + p->ty * p->ty) + (p->ax * p->cx + p->ay * p->cy),
                   b = 1.5 * (p->tx * p->cx + p->ty * p->cy),
                   c = 3 * (0.5 * (p->cx * p->cx + p->cy * p->cy));
    const quire_mask4 bent = c > zero;
    const quire_v4 least = quire_where4(bent, -b / quire_select4(bent, c, one)),
                   above = quire_where4(least > zero, least),
                   at = quire_select4(above < one, above, one);

    return (k < zero) | (k + 2 * b + c < zero) | (k + at * (2 * b + at * c) < zero);
}

/* Whether the curve may be nearest to a point in places beside one another: one of its pieces that
 * are near, by the squared distances of their nodes, bends more sharply than a circle about the
 * point. */
QUIRE_INLINE bool
may_fold(const struct scatter *c, int n, const struct quire_candidates *nodes, const double *square,
         double limit, const double at[2])
{
    const int low = nodes->low < 1 ? 1 : nodes->low, high = nodes->high < n ? nodes->high : n;
    bool may = false;

    for (int first = low & ~3; first < high && !may; first += LANES) {
        const quire_mask4 node = {first, first + 1, first + 2, first + 3},
                          from = {low, low, low, low}, to = {high, high, high, high},
                          near = (node >= from) & (node < to) &
                                 (quire_load4(square + first) <= quire_all4(limit * limit));
        struct spans spans;
        if (quire_any(near)) {
            load_spans(c->x, c->y, first, n, at, &spans);
            may = quire_any(near & are_sharp(&spans));
        }
    }
    return may;
}

/* the place of the piece around inner node i, as nearest_station() finds it */
QUIRE_INLINE void
place_extremum(struct station *p, int n, int i, double s, bool farthest)
{
    *p = (struct station){.node = i - 1, .slides = true, .farthest = farthest};
    spline_weights(spline_type(i, n), s, p->b, p->d, p->dd);
}

/* All places of the curve that are nearest or farthest, and its ends where it is nearest there, of
 * the pieces that are near; at most `most`. */
QUIRE_INLINE int
find_extrema(const struct scatter *c, int n, const struct quire_candidates *nodes,
             const double *square, double limit, const double at[2], struct station *out, int most)
{
    int found = 0;

    for (int i = nodes->low < 1 ? 1 : nodes->low; i < nodes->high && i < n; i++) {
        double s[EXTREMA_MOST];
        bool farthest[EXTREMA_MOST];
        if (square[i] > limit * limit) {
            continue;
        }
        const struct cubic g = slope_around(c, n, i, at);
        const int cap = i == 1 && !(g.k[0] < 0) ? -1 : i == n - 1 && cubic_at(&g, 1) < 0 ? 1 : 0;
        const int here = piece_extrema(&g, s, farthest);
        for (int k = 0; k < here && found < most; k++) {
            place_extremum(out + found++, n, i, s[k], farthest[k]);
        }
        if (cap != 0 && found < most) {
            place_extremum(out + found, n, i, cap < 0 ? 0 : 1, false);
            out[found].slides = false;
            out[found++].cap = cap;
        }
    }
    return found;
}

#endif
