/* Numbers with their derivatives by SEEDS quantities: the plain way in which derivatives of contact
 * are had, against which the kernel is checked. */
#ifndef QUIRE_TESTS_PLACE_NUMBER_H
#define QUIRE_TESTS_PLACE_NUMBER_H

#include <math.h>

#define SEEDS 8

struct number {
    double x, d[SEEDS];
};

static inline struct number
constant(double x)
{
    return (struct number){.x = x};
}

/* f(a, b), with its value and slopes there */
static inline struct number
of_two(struct number a, struct number b, double value, double by_a, double by_b)
{
    struct number r = {.x = value};

    for (int i = 0; i < SEEDS; i++) {
        r.d[i] = by_a * a.d[i] + by_b * b.d[i];
    }
    return r;
}

static inline struct number
add(struct number a, struct number b)
{
    return of_two(a, b, a.x + b.x, 1, 1);
}

static inline struct number
sub(struct number a, struct number b)
{
    return of_two(a, b, a.x - b.x, 1, -1);
}

static inline struct number
mul(struct number a, struct number b)
{
    return of_two(a, b, a.x * b.x, b.x, a.x);
}

static inline struct number
scale(double f, struct number a)
{
    return of_two(a, a, f * a.x, f, 0);
}

static inline struct number
over(struct number a, struct number b)
{
    return of_two(a, b, a.x / b.x, 1 / b.x, -a.x / (b.x * b.x));
}

static inline struct number
root(struct number a)
{
    const double r = sqrt(a.x);

    return of_two(a, a, r, r > 0 ? 0.5 / r : 0, 0);
}

struct numbers {
    struct number x, y;
};

static inline struct number
inner(struct numbers a, struct numbers b)
{
    return add(mul(a.x, b.x), mul(a.y, b.y));
}

static inline struct numbers
turned(struct numbers a)
{
    return (struct numbers){scale(-1, a.y), a.x};
}

static inline struct numbers
sum(struct numbers a, struct numbers b)
{
    return (struct numbers){add(a.x, b.x), add(a.y, b.y)};
}

static inline struct numbers
by(struct number f, struct numbers a)
{
    return (struct numbers){mul(f, a.x), mul(f, a.y)};
}

#endif
