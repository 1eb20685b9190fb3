/* Vectors of WIDE numbers, 2, 4 or 8. For files that are compiled once for each instruction set,
 * which define WIDE; loops over parts are unrolled. */
#ifndef QUIRE_MATH_WIDE_H
#define QUIRE_MATH_WIDE_H

#include "math/kernel.h"

typedef double wide __attribute__((vector_size(8 * WIDE)));
typedef long long wide_mask __attribute__((vector_size(8 * WIDE)));

#define PARTS (8 / WIDE)
#ifdef __clang__
#define UNROLL(n_) /* it unrolls what is worth it */
#else
#define UNROLL_TEXT(n_) _Pragma(#n_)
#define UNROLL(n_)      UNROLL_TEXT(GCC unroll n_)
#endif
#define EACH_PART(p_) UNROLL(4) for (int p_ = 0; p_ < PARTS; p_++)

QUIRE_INLINE wide
load_wide(const double *p)
{
    wide v;

    __builtin_memcpy(&v, p, sizeof v);
    return v;
}

QUIRE_INLINE void
store_wide(double *p, wide v)
{
    __builtin_memcpy(p, &v, sizeof v);
}

QUIRE_INLINE wide
keep_wide(wide_mask keep, wide v)
{
    return (wide)((wide_mask)v & keep);
}

QUIRE_INLINE wide
select_wide(wide_mask which, wide a, wide b)
{
    return (wide)(((wide_mask)a & which) | ((wide_mask)b & ~which));
}

#if WIDE == 8
static const wide_mask lanes = {0, 1, 2, 3, 4, 5, 6, 7};
#elif WIDE == 4
static const wide_mask lanes = {0, 1, 2, 3};
#else
static const wide_mask lanes = {0, 1};
#endif

#endif
