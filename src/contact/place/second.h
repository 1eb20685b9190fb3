/* Numbers of second order in two quantities, u and v: with their first and second derivatives, for
 * shares that fade. */
#ifndef QUIRE_CONTACT_PLACE_SECOND_H
#define QUIRE_CONTACT_PLACE_SECOND_H

#include "math/kernel.h"

/* the most products in the second derivative of a share that fades */
#define FADES 16

struct second {
    double x, d[2], dd[3]; /* by u and v; by uu, uv, vv */
};

/* u (of 0) or v (of 1) itself */
QUIRE_INLINE struct second
second(double x, int of)
{
    return (struct second){.x = x, .d = {of == 0, of == 1}};
}

/* f(a), whose value and derivatives are these */
QUIRE_INLINE struct second
second_of(struct second a, double f, double slope, double curve)
{
    return (struct second){f,
                           {slope * a.d[0], slope * a.d[1]},
                           {slope * a.dd[0] + curve * a.d[0] * a.d[0],
                            slope * a.dd[1] + curve * a.d[0] * a.d[1],
                            slope * a.dd[2] + curve * a.d[1] * a.d[1]}};
}

/* a + by b */
QUIRE_INLINE struct second
second_add(struct second a, double by, struct second b)
{
    return (struct second){
        a.x + by * b.x,
        {a.d[0] + by * b.d[0], a.d[1] + by * b.d[1]},
        {a.dd[0] + by * b.dd[0], a.dd[1] + by * b.dd[1], a.dd[2] + by * b.dd[2]}};
}

QUIRE_INLINE struct second
second_mul(struct second a, struct second b)
{
    return (struct second){a.x * b.x,
                           {a.d[0] * b.x + a.x * b.d[0], a.d[1] * b.x + a.x * b.d[1]},
                           {a.dd[0] * b.x + a.x * b.dd[0] + 2 * a.d[0] * b.d[0],
                            a.dd[1] * b.x + a.x * b.dd[1] + a.d[0] * b.d[1] + a.d[1] * b.d[0],
                            a.dd[2] * b.x + a.x * b.dd[2] + 2 * a.d[1] * b.d[1]}};
}

/* a > 0 */
QUIRE_INLINE struct second
second_inverse(struct second a)
{
    const double f = 1 / a.x;

    return second_of(a, f, -f * f, 2 * f * f * f);
}

/* The cubic step from h0 at a = 0 to h1 at a = 1 (math/smoothstep.h). */
QUIRE_INLINE struct second
second_step(struct second a, double h0, double h1)
{
    const double by = h1 - h0, s = a.x;

    return !(s > 0)   ? (struct second){.x = h0}
           : !(s < 1) ? (struct second){.x = h1}
                      : second_of(a, h0 + by * (s * s * (3 - 2 * s)), 6 * by * s * (1 - s),
                                  6 * by * (1 - 2 * s));
}

/* The same from h0 at x0 to h1 at x1, */
QUIRE_INLINE struct second
second_step_between(struct second a, double x0, double h0, double x1, double h1)
{
    const double per = 1 / (x1 - x0);

    return second_step(second_of(a, (a.x - x0) * per, per, 0), h0, h1);
}

/* of u alone, which is x. */
QUIRE_INLINE struct second
second_ramp(double x, double x0, double h0, double x1, double h1)
{
    return second_step_between(second(x, 0), x0, h0, x1, h1);
}

#endif
