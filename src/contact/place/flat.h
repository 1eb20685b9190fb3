/* Vectors of the plane in which a place lies, four side by side, and blocks of their derivatives.
 */
#ifndef QUIRE_CONTACT_PLACE_FLAT_H
#define QUIRE_CONTACT_PLACE_FLAT_H

#include "math/kernel.h"

struct flat {
    quire_v4 x, y;
};

/* the same vector in all of the four */
QUIRE_INLINE struct flat
all_flat(const double a[2])
{
    return (struct flat){quire_all4(a[0]), quire_all4(a[1])};
}

QUIRE_INLINE quire_v4
dot(struct flat a, struct flat b)
{
    return a.x * b.x + a.y * b.y;
}

/* turned by a quarter to the left */
QUIRE_INLINE struct flat
left(struct flat a)
{
    return (struct flat){-a.y, a.x};
}

QUIRE_INLINE struct flat
times(quire_v4 f, struct flat a)
{
    return (struct flat){f * a.x, f * a.y};
}

QUIRE_INLINE struct flat
plus(struct flat a, struct flat b)
{
    return (struct flat){a.x + b.x, a.y + b.y};
}

QUIRE_INLINE struct flat
minus(struct flat a, struct flat b)
{
    return (struct flat){a.x - b.x, a.y - b.y};
}

/* f a + g b */
QUIRE_INLINE struct flat
mix(quire_v4 f, struct flat a, quire_v4 g, struct flat b)
{
    return (struct flat){f * a.x + g * b.x, f * a.y + g * b.y};
}

QUIRE_INLINE struct flat
flat_where(quire_mask4 on, struct flat a)
{
    return (struct flat){quire_where4(on, a.x), quire_where4(on, a.y)};
}

/* f (x) g: a block, row-major (x by x, x by y, y by x, y by y) */
QUIRE_INLINE void
set_outer(quire_v4 to[4], struct flat f, struct flat g)
{
    to[0] = f.x * g.x;
    to[1] = f.x * g.y;
    to[2] = f.y * g.x;
    to[3] = f.y * g.y;
}

QUIRE_INLINE void
add_outer(quire_v4 to[4], struct flat f, struct flat g)
{
    to[0] += f.x * g.x;
    to[1] += f.x * g.y;
    to[2] += f.y * g.x;
    to[3] += f.y * g.y;
}

QUIRE_INLINE void
add_scaled(quire_v4 to[4], quire_v4 by, const quire_v4 block[4])
{
    for (int i = 0; i < 4; i++) {
        to[i] += by * block[i];
    }
}

#endif
