/* How far a sheet that touches a roller follows its curvature: 0 straight, 1 wrapped. It is the
 * target of the share with which a law acts along a line; the share itself changes between steps
 * only (step/wraps.h). doc/theory/contact-kernel.md, 5. */
#ifndef QUIRE_CONTACT_TOUCH_WRAPS_H
#define QUIRE_CONTACT_TOUCH_WRAPS_H

#include "contact/law/constants.h"
#include "contact/touch/places.h"

/* The share with which a law acts along a line between a sheet and a roller, in space a pad. */
QUIRE_INLINE double
wrap_share(const struct quire_state *st, const struct quire_contact_law *law, int sheet, int target)
{
    const double share = st->wrap[quire_wrap_of(st->system, sheet, target)];

    return law->distribution == QUIRE_DISTRIBUTION_LINE    ? 1
           : law->distribution == QUIRE_DISTRIBUTION_POINT ? 0
           : share > 0                                     ? share
                                                           : 0;
}

/* A sheet and a roller, or pad, where they are. */
struct wrap_now {
    double share;       /* that the curvature asks for, 0 to 1; negative: they do not touch */
    double point, line; /* energy that the laws store in a point and along a line [J] */
};

/* Whether a law acts along a line now or will after the step: only then its energy there counts. */
QUIRE_INLINE bool
wrap_changes(const struct quire_state *st, int sheet, int target, const struct wrap_now *now)
{
    return now->share > 0 || st->wrap[quire_wrap_of(st->system, sheet, target)] > 0;
}

/* At s of the piece whose first node is `node`: with how much of the next piece's second
 * derivative, and from which node on that is taken; negative: with none, pieces at the ends have
 * weights of their own. */
QUIRE_INLINE double
neighbour_share(int node, double s, int n, int *next)
{
    *next = node + (s < 0.5 ? -1 : 1);
    return node > 0 && node + 2 < n && *next > 0 && *next + 2 < n ? fabs(s - 0.5) : -1;
}

/* How far the sheet follows the roller here. The curve's second derivative is constant on each
 * piece; what counts is the line through its values at their middles, so that no force jumps where
 * the nearest point passes a joint. */
QUIRE_INLINE double
wrapping(const struct station *p, const struct scatter *c, int n)
{
    const double t2 = p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1];
    double x2 = p->x2[0], y2 = p->x2[1], slope;
    int next;
    const double share = neighbour_share(p->node, p->d[2] / p->dd[2], n, &next);

    if (share >= 0) {
        const double *x = c->x + next, *y = c->y + next;
        x2 += share * (x[0] - 2 * x[1] + x[2] - x2);
        y2 += share * (y[0] - 2 * y[1] + y[2] - y2);
    }
    return quire_step(-(p->x[0] * x2 + p->x[1] * y2) / t2, QUIRE_WRAP_BEGINS, 0, QUIRE_WRAP_FULL, 1,
                      &slope);
}

/* Whether the sheet follows the roller at a fixed station, in the numbers of wrapping(), at its
 * ends perhaps: most sheets are nearly straight where they pass a roller, and no more is asked
 * there. */
QUIRE_INLINE bool
may_wrap(const struct scatter *c, int n, int i, const double centre[2])
{
    if (i < 2 || i > n - 2) {
        return true;
    }
    const double *x = c->x + i - 1, *y = c->y + i - 1;
    const double tx = 0.5 * x[2] - 0.5 * x[0], ty = 0.5 * y[2] - 0.5 * y[0],
                 cx = x[0] - 2 * x[1] + x[2], cy = y[0] - 2 * y[1] + y[2];
    const double px = 0.125 * (x[0] - centre[0]) + 0.75 * (x[1] - centre[0]) +
                      0.125 * (x[2] - centre[0]),
                 py = 0.125 * (y[0] - centre[1]) + 0.75 * (y[1] - centre[1]) +
                      0.125 * (y[2] - centre[1]);

    return -(px * cx + py * cy) / (tx * tx + ty * ty) > QUIRE_WRAP_BEGINS;
}

/* The same at a station that overlaps and lies along the surface (to 0.2 to 0.3 rad). On a wrapped
 * roller all distances are nearly the same, and the nearest point is often where the sheet leaves
 * and is only half bent: alone it would say now this, now that. A station that begins to touch
 * counts little by little, in full at 0.3 of what the nearest point overlaps. */
QUIRE_INLINE double
wrapping_at(const struct scatter *c, int n, int i, double inside, double deepest,
            const double centre[2])
{
    static const double at_rest[2] = {0, 0};
    struct station p;
    double slope;

    fixed_weights(i, n, &p);
    place_station(&p, c, centre, at_rest);
    const double follows = wrapping(&p, c, n), distance2 = p.x[0] * p.x[0] + p.x[1] * p.x[1],
                 along = p.x[0] * p.x1[0] + p.x[1] * p.x1[1];
    if (!(follows > 0) || !(distance2 < inside * inside)) {
        return 0;
    }
    const double sine2 = along * along / (distance2 * (p.x1[0] * p.x1[0] + p.x1[1] * p.x1[1]));
    return quire_step(inside - sqrt(distance2), 0, 0, QUIRE_WRAP_PRESSED * deepest, 1, &slope) *
           follows * quire_step(sine2, QUIRE_WRAP_ALONG_LOW, 1, QUIRE_WRAP_ALONG_HIGH, 0, &slope);
}

#endif
