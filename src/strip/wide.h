/* Pairs of nodes in 8 lanes, x, y, z, nothing, x, y, z, nothing, in vectors of WIDE numbers. For
 * the kernels' files alone, which define WIDE. */
#ifndef QUIRE_STRIP_WIDE_H
#define QUIRE_STRIP_WIDE_H

#include "math/wide.h"

struct pair {
    wide part[PARTS];
};

/* Of the part-th vector of a longer one: all lanes but p and q; 1 in lane p, else 0. */
QUIRE_INLINE wide
without(wide v, int part, int p, int q)
{
    return keep_wide((lanes != p - WIDE * part) & (lanes != q - WIDE * part), v);
}

QUIRE_INLINE wide
unit(int part, int p)
{
    return keep_wide(lanes == p - WIDE * part, (wide){0} + 1);
}

#define MOST_OF_A_STATION 32 /* numbers, in vectors */

/* Lanes of the part-th vector of `size` numbers, components x, y, z of each node in turn, but for
 * number k and that of the same component of either node beside it. */
QUIRE_INLINE wide_mask
foreign(int part, int k, int size)
{
#define TEN -1, -1, -1, -1, -1, -1, -1, -1, -1, -1
    static const long long away[2 * MOST_OF_A_STATION] = {
        TEN, TEN, -1, -1, -1,  -1,  -1, -1, -1, -1, -1, 0,  -1, -1,
        0,   -1,  -1, 0,  TEN, TEN, -1, -1, -1, -1, -1, -1, -1, -1};
#undef TEN
    wide_mask at;

    __builtin_memcpy(&at, away + MOST_OF_A_STATION + WIDE * part - k, sizeof at);
    return size < WIDE * (part + 1) ? at & (lanes < size - WIDE * part) : at;
}

#if WIDE == 8
QUIRE_INLINE struct pair
pair_of(quire_v4 a, quire_v4 b)
{
    return (struct pair){{__builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7)}};
}

/* the three components of two nodes, one after the other */
QUIRE_INLINE wide
close_up(struct pair p)
{
    return __builtin_shufflevector(p.part[0], p.part[0], 0, 1, 2, 4, 5, 6, 3, 7);
}

QUIRE_INLINE quire_v4
half_of(struct pair p, int k)
{
    return k == 0 ? __builtin_shufflevector(p.part[0], p.part[0], 0, 1, 2, 3)
                  : __builtin_shufflevector(p.part[0], p.part[0], 4, 5, 6, 7);
}
#elif WIDE == 4
QUIRE_INLINE struct pair
pair_of(quire_v4 a, quire_v4 b)
{
    return (struct pair){{a, b}};
}

QUIRE_INLINE quire_v4
half_of(struct pair p, int k)
{
    return p.part[k];
}
#else
QUIRE_INLINE struct pair
pair_of(quire_v4 a, quire_v4 b)
{
    return (struct pair){{{a[0], a[1]}, {a[2], a[3]}, {b[0], b[1]}, {b[2], b[3]}}};
}

QUIRE_INLINE quire_v4
half_of(struct pair p, int k)
{
    return (quire_v4){p.part[2 * k][0], p.part[2 * k][1], p.part[2 * k + 1][0],
                      p.part[2 * k + 1][1]};
}
#endif

QUIRE_INLINE struct pair
twice(quire_v4 a)
{
    return pair_of(a, a);
}

QUIRE_INLINE void
store_pair(double *to, struct pair a)
{
    EACH_PART(p)
    {
        store_wide(to + WIDE * p, a.part[p]);
    }
}

QUIRE_INLINE struct pair
times(struct pair a, struct pair b)
{
    EACH_PART(p)
    {
        a.part[p] *= b.part[p];
    }
    return a;
}

QUIRE_INLINE struct pair
plus(struct pair a, struct pair b)
{
    EACH_PART(p)
    {
        a.part[p] += b.part[p];
    }
    return a;
}

QUIRE_INLINE struct pair
minus(struct pair a, struct pair b)
{
    EACH_PART(p)
    {
        a.part[p] -= b.part[p];
    }
    return a;
}

/* s a + t b */
QUIRE_INLINE struct pair
mixed(double s, struct pair a, double t, struct pair b)
{
    EACH_PART(p)
    {
        a.part[p] = s * a.part[p] + t * b.part[p];
    }
    return a;
}

#endif
