/* Vectors of three numbers, and gradients, of four places side by side. */
#ifndef QUIRE_CONTACT_SHEETS_SPACE_VECTORS_H
#define QUIRE_CONTACT_SHEETS_SPACE_VECTORS_H

#include "contact/law/law_lanes.h"
#include "math/kernel.h"

struct vectors {
    quire_v4 x, y, z;
};

/* square to the axis, z */
struct flat_vectors {
    quire_v4 x, y;
};

struct gradients {
    struct vectors p, s, e;
};

QUIRE_INLINE quire_v4
dots(struct vectors a, struct vectors b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

QUIRE_INLINE struct vectors
times3(quire_v4 f, struct vectors a)
{
    return (struct vectors){f * a.x, f * a.y, f * a.z};
}

QUIRE_INLINE struct vectors
plus3(struct vectors a, struct vectors b)
{
    return (struct vectors){a.x + b.x, a.y + b.y, a.z + b.z};
}

QUIRE_INLINE struct vectors
minus3(struct vectors a, struct vectors b)
{
    return (struct vectors){a.x - b.x, a.y - b.y, a.z - b.z};
}

QUIRE_INLINE struct vectors
select_vectors(quire_mask4 m, struct vectors a, struct vectors b)
{
    return (struct vectors){quire_select4(m, a.x, b.x), quire_select4(m, a.y, b.y),
                            quire_select4(m, a.z, b.z)};
}

QUIRE_INLINE struct vectors
sum_weighted(const quire_v4 w[3], const struct vectors a[3])
{
    return plus3(plus3(times3(w[0], a[0]), times3(w[1], a[1])), times3(w[2], a[2]));
}

QUIRE_INLINE struct vectors
vectors_of(quire_v4 a, quire_v4 b, quire_v4 c, quire_v4 d)
{
    quire_v4 v[4];

    quire_transpose4(v, a, b, c, d);
    return (struct vectors){v[0], v[1], v[2]};
}

/* one of each lane, the fourth number 0 */
QUIRE_INLINE void
part_vectors(struct vectors v, quire_v4 to[LANES])
{
    const quire_v4 zero = {0};

    quire_transpose4(to, v.x, v.y, v.z, zero);
}

QUIRE_INLINE struct gradients
scaled_gradients(quire_v4 f, struct gradients a)
{
    return (struct gradients){times3(f, a.p), times3(f, a.s), times3(f, a.e)};
}

QUIRE_INLINE struct gradients
sum_gradients(struct gradients a, struct gradients b)
{
    return (struct gradients){plus3(a.p, b.p), plus3(a.s, b.s), plus3(a.e, b.e)};
}

#endif
