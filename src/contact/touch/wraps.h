/* How far a sheet follows a roller that it touches: 0 in a point, 1 as far as it lies on it.
 * doc/theory/contact-kernel.md, 5. */
#ifndef QUIRE_CONTACT_TOUCH_WRAPS_H
#define QUIRE_CONTACT_TOUCH_WRAPS_H

#include "contact/touch/places.h"

/* squared sines of the angle between sheet and surface, up to which a station lies along it, */
#define WRAP_ALONG_LOW  0.04
#define WRAP_ALONG_HIGH 0.09 /* and from which not at all */
/* of what the nearest point overlaps is what a station needs to count in full */
#define WRAP_PRESSED 0.3

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
    return quire_step(-(p->x[0] * x2 + p->x[1] * y2) / t2, 0.5, 0, 0.8, 1, &slope);
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
    return quire_step(inside - sqrt(distance2), 0, 0, WRAP_PRESSED * deepest, 1, &slope) * follows *
           quire_step(sine2, WRAP_ALONG_LOW, 1, WRAP_ALONG_HIGH, 0, &slope);
}

/* ---- how fast these change, for the energy that appears or goes with that ---- */

/* d/dt of wrapping() [1/s], for a station with its velocities relative to the roller; a nearest
 * point slides so that x . x1 stays 0 */
QUIRE_INLINE double
wrapping_rate(const struct station *p, const struct scatter *c, int n)
{
    const double t2 = p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1],
                 bend = t2 + p->x[0] * p->x2[0] + p->x[1] * p->x2[1];
    const double leaves =
        p->x1[0] * p->v[0] + p->x1[1] * p->v[1] + p->x[0] * p->v1[0] + p->x[1] * p->v1[1];
    const double slide = p->slides && bend > 0.05 * t2 ? -leaves / bend : 0,
                 towards = p->d[2] / p->dd[2] < 0.5 ? -1 : 1;
    double bent = 0, d_bent = 0, longer = 0, slope;
    int next;
    const double share = neighbour_share(p->node, p->d[2] / p->dd[2], n, &next);

    for (int k = 0; k < 2; k++) {
        double x2 = p->x2[k], v2 = p->v2[k];
        if (share >= 0) {
            const double *x = (k == 0 ? c->x : c->y) + next, *v = (k == 0 ? c->vx : c->vy) + next;
            const double more = x[0] - 2 * x[1] + x[2] - x2;
            v2 += share * (v[0] - 2 * v[1] + v[2] - v2) + towards * slide * more;
            x2 += share * more;
        }
        bent += p->x[k] * x2;
        d_bent += (p->v[k] + slide * p->x1[k]) * x2 + p->x[k] * v2;
        longer += 2 * p->x1[k] * (p->v1[k] + slide * p->x2[k]);
    }
    quire_step(-bent / t2, 0.5, 0, 0.8, 1, &slope);
    return slope * (bent * longer / t2 - d_bent) / t2;
}

/* d/dt of wrapping_at() [1/s], where it is above 0; `deeper` is the rate of what the nearest point
 * overlaps [m/s] */
QUIRE_INLINE double
wrapping_rate_at(const struct scatter *c, int n, int i, double inside, double deepest,
                 double deeper, const struct quire_carrier *carrier)
{
    struct station p;
    double d_pressed, d_lies;

    fixed_weights(i, n, &p);
    place_station(&p, c, carrier->centre, carrier->velocity);
    const double distance2 = p.x[0] * p.x[0] + p.x[1] * p.x[1], distance = sqrt(distance2),
                 t2 = p.x1[0] * p.x1[0] + p.x1[1] * p.x1[1];
    const double along = p.x[0] * p.x1[0] + p.x[1] * p.x1[1],
                 away = (p.x[0] * p.v[0] + p.x[1] * p.v[1]) / distance;
    const double d_along =
        p.x1[0] * p.v[0] + p.x1[1] * p.v[1] + p.x[0] * p.v1[0] + p.x[1] * p.v1[1];
    const double longer = 2 * (p.x1[0] * p.v1[0] + p.x1[1] * p.v1[1]) / t2,
                 sine2 = along * along / (distance2 * t2);
    const double follows = wrapping(&p, c, n);
    const double pressed =
        quire_step(inside - distance, 0, 0, WRAP_PRESSED * deepest, 1, &d_pressed);
    const double lies = quire_step(sine2, WRAP_ALONG_LOW, 1, WRAP_ALONG_HIGH, 0, &d_lies);

    d_pressed *= -away - (inside - distance) * deeper / deepest;
    d_lies *= 2 * along * d_along / (distance2 * t2) - sine2 * (2 * away / distance + longer);
    return wrapping_rate(&p, c, n) * pressed * lies +
           follows * (d_pressed * lies + pressed * d_lies);
}

#endif
