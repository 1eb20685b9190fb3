/* Numbers that carry their derivatives along several directions at once, and vectors of them:
 * forward differentiation, exact to rounding. */
#ifndef QUIRE_MATH_GRADIENT_H
#define QUIRE_MATH_GRADIENT_H

#include <math.h>

#define QUIRE_GRADIENT 12

struct quire_grad {
    double x, d[QUIRE_GRADIENT]; /* value, derivatives */
};
struct quire_grad3 {
    struct quire_grad c[3];
};

static inline struct quire_grad
grad(double x)
{
    return (struct quire_grad){.x = x};
}

/* f(a) with value f and slope f' there */
static inline struct quire_grad
grad_of(struct quire_grad a, double value, double slope)
{
    struct quire_grad r = {.x = value};

    for (int k = 0; k < QUIRE_GRADIENT; k++) {
        r.d[k] = slope * a.d[k];
    }
    return r;
}

static inline struct quire_grad
grad_times(double s, struct quire_grad a)
{
    return grad_of(a, s * a.x, s);
}

static inline struct quire_grad
grad_add(struct quire_grad a, struct quire_grad b)
{
    a.x += b.x;
    for (int k = 0; k < QUIRE_GRADIENT; k++) {
        a.d[k] += b.d[k];
    }
    return a;
}

static inline struct quire_grad
grad_sub(struct quire_grad a, struct quire_grad b)
{
    a.x -= b.x;
    for (int k = 0; k < QUIRE_GRADIENT; k++) {
        a.d[k] -= b.d[k];
    }
    return a;
}

static inline struct quire_grad
grad_mul(struct quire_grad a, struct quire_grad b)
{
    struct quire_grad r = {.x = a.x * b.x};

    for (int k = 0; k < QUIRE_GRADIENT; k++) {
        r.d[k] = a.d[k] * b.x + a.x * b.d[k];
    }
    return r;
}

static inline struct quire_grad
grad_inverse(struct quire_grad a)
{
    return grad_of(a, 1 / a.x, -1 / (a.x * a.x));
}

/* a > 0 */
static inline struct quire_grad
grad_sqrt(struct quire_grad a)
{
    const double root = sqrt(a.x);

    return grad_of(a, root, 0.5 / root);
}

/* ---- vectors ---- */

static inline struct quire_grad3
grad3(const double x[3])
{
    return (struct quire_grad3){{grad(x[0]), grad(x[1]), grad(x[2])}};
}

static inline struct quire_grad3
grad3_add(struct quire_grad3 a, struct quire_grad3 b)
{
    for (int i = 0; i < 3; i++) {
        a.c[i] = grad_add(a.c[i], b.c[i]);
    }
    return a;
}

static inline struct quire_grad3
grad3_sub(struct quire_grad3 a, struct quire_grad3 b)
{
    for (int i = 0; i < 3; i++) {
        a.c[i] = grad_sub(a.c[i], b.c[i]);
    }
    return a;
}

static inline struct quire_grad3
grad3_scale(struct quire_grad s, struct quire_grad3 a)
{
    for (int i = 0; i < 3; i++) {
        a.c[i] = grad_mul(s, a.c[i]);
    }
    return a;
}

static inline struct quire_grad
grad3_dot(const struct quire_grad3 *a, const struct quire_grad3 *b)
{
    return grad_add(grad_add(grad_mul(a->c[0], b->c[0]), grad_mul(a->c[1], b->c[1])),
                    grad_mul(a->c[2], b->c[2]));
}

static inline struct quire_grad3
grad3_cross(const struct quire_grad3 *a, const struct quire_grad3 *b)
{
    struct quire_grad3 r;

    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        r.c[i] = grad_sub(grad_mul(a->c[j], b->c[k]), grad_mul(a->c[k], b->c[j]));
    }
    return r;
}

#endif
