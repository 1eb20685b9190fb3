/* Numbers that carry their derivative along one direction: forward differentiation, exact to
 * rounding. */
#ifndef QUIRE_MATH_DUAL_H
#define QUIRE_MATH_DUAL_H

#include <math.h>

#include "math/detmath.h"

struct quire_dual {
    double x, d; /* value, derivative */
};

static inline struct quire_dual
dual(double x)
{
    return (struct quire_dual){x, 0};
}

static inline struct quire_dual
dual_add(struct quire_dual a, struct quire_dual b)
{
    return (struct quire_dual){a.x + b.x, a.d + b.d};
}

static inline struct quire_dual
dual_sub(struct quire_dual a, struct quire_dual b)
{
    return (struct quire_dual){a.x - b.x, a.d - b.d};
}

static inline struct quire_dual
dual_times(double s, struct quire_dual a)
{
    return (struct quire_dual){s * a.x, s * a.d};
}

static inline struct quire_dual
dual_mul(struct quire_dual a, struct quire_dual b)
{
    return (struct quire_dual){a.x * b.x, a.d * b.x + a.x * b.d};
}

static inline struct quire_dual
dual_div(struct quire_dual a, struct quire_dual b)
{
    const double q = a.x / b.x;

    return (struct quire_dual){q, (a.d - q * b.d) / b.x};
}

/* a^2 + b^2 */
static inline struct quire_dual
dual_square(struct quire_dual a, struct quire_dual b)
{
    return dual_add(dual_mul(a, a), dual_mul(b, b));
}

/* a b + c d */
static inline struct quire_dual
dual_dot(struct quire_dual a, struct quire_dual b, struct quire_dual c, struct quire_dual d)
{
    return dual_add(dual_mul(a, b), dual_mul(c, d));
}

static inline struct quire_dual
dual_sqrt(struct quire_dual a)
{
    const double root = sqrt(a.x);

    return (struct quire_dual){root, 0.5 * a.d / root};
}

static inline struct quire_dual
dual_log(struct quire_dual a)
{
    return (struct quire_dual){quire_log(a.x), a.d / a.x};
}

#endif
