/* How the vector kernels are compiled: once per instruction set, chosen at run time, with the same
 * arithmetic in each (needs -ffp-contract=off). Under sanitizers, and with compilers that lack it,
 * there is one copy. */
#ifndef QUIRE_MATH_KERNEL_H
#define QUIRE_MATH_KERNEL_H

#include <stddef.h>

#include <stdbool.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(QUIRE_ONE_KERNEL)
#define QUIRE_CLONES                                                                               \
    __attribute__((noinline, target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define QUIRE_CLONES __attribute__((noinline))
#endif

/* Kernels that take eight numbers at a time are not clones of one function, for gcc spoils vectors
 * of eight numbers where the processor has only shorter ones. They are compiled from one text in an
 * object for each instruction set, where vectors are as wide as the instruction set's
 * (math/wide.h): sets differ in how many numbers a vector holds, not in the arithmetic. */
#if defined(__x86_64__) && defined(__GNUC__) && __GNUC__ >= 12 && !defined(__clang__) &&           \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(QUIRE_ONE_KERNEL)
#define QUIRE_KERNEL_SETS
#endif

#define QUIRE_INLINE static inline __attribute__((always_inline))
/* of a condition that mostly fails: registers are for what runs else */
#define QUIRE_RARELY(condition) __builtin_expect(condition, 0)

#ifdef __clang__
#define QUIRE_IVDEP      _Pragma("clang loop vectorize(assume_safety)")
#define QUIRE_IVDEP_LONG QUIRE_IVDEP
#else
#define QUIRE_IVDEP      _Pragma("GCC ivdep")
/* so little in it that counting would be half the work */
#define QUIRE_IVDEP_LONG _Pragma("GCC ivdep") _Pragma("GCC unroll 4")
#endif

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi" /* vectors are passed to inline functions only */
#endif

typedef double quire_v2 __attribute__((vector_size(16)));
typedef double quire_v4 __attribute__((vector_size(32)));
/* of comparisons: -1 where they hold */
typedef long long quire_mask4 __attribute__((vector_size(32)));

/* The numbers i, j, k, l of a and b one behind the other. */
#if defined(__clang__) || __GNUC__ >= 12
#define QUIRE_PICK(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define QUIRE_PICK(a, b, i, j, k, l) __builtin_shuffle(a, b, (quire_mask4){i, j, k, l})
#endif

/* Four numbers that need not be aligned. */
QUIRE_INLINE quire_v4
quire_load4(const double *p)
{
    quire_v4 v;

    __builtin_memcpy(&v, p, sizeof v);
    return v;
}

QUIRE_INLINE void
quire_store4(double *p, quire_v4 v)
{
    __builtin_memcpy(p, &v, sizeof v);
}

/* Four numbers on a boundary of 32 bytes. */
QUIRE_INLINE quire_v4
quire_lanes(const double *p)
{
    return *(const quire_v4 *)(const void *)p;
}

QUIRE_INLINE void
quire_set_lanes(double *p, quire_v4 v)
{
    *(quire_v4 *)(void *)p = v;
}

QUIRE_INLINE bool
quire_any(quire_mask4 m)
{
    const quire_mask4 two = m | QUIRE_PICK(m, m, 2, 3, 0, 1);

    return (two[0] | two[1]) != 0;
}

/* v where the mask holds, otherwise 0, whatever stood there. */
QUIRE_INLINE quire_v4
quire_where4(quire_mask4 m, quire_v4 v)
{
    return (quire_v4)((quire_mask4)v & m);
}

/* a where the mask holds, otherwise b. */
QUIRE_INLINE quire_v4
quire_select4(quire_mask4 m, quire_v4 a, quire_v4 b)
{
    return (quire_v4)(((quire_mask4)a & m) | ((quire_mask4)b & ~m));
}

QUIRE_INLINE quire_v4
quire_all4(double x)
{
    return (quire_v4){x, x, x, x};
}

/* |size| with the sign of `sign`. */
QUIRE_INLINE quire_v4
quire_copysign4(quire_v4 size, quire_v4 sign)
{
    return quire_select4((quire_mask4)quire_all4(-0.0), sign, size);
}

QUIRE_INLINE quire_v4
quire_abs4(quire_v4 v)
{
    return quire_copysign4(v, quire_all4(0.0));
}

QUIRE_INLINE double
quire_sum4(quire_v4 v)
{
    return (v[0] + v[2]) + (v[1] + v[3]);
}

QUIRE_INLINE quire_v4
quire_sqrt4(quire_v4 v)
{
    return (quire_v4){__builtin_sqrt(v[0]), __builtin_sqrt(v[1]), __builtin_sqrt(v[2]),
                      __builtin_sqrt(v[3])};
}

/* Four vectors' first numbers, second numbers, ... */
QUIRE_INLINE void
quire_transpose4(quire_v4 out[4], quire_v4 a, quire_v4 b, quire_v4 c, quire_v4 d)
{
    const quire_v4 ab = QUIRE_PICK(a, b, 0, 4, 2, 6), cd = QUIRE_PICK(c, d, 0, 4, 2, 6);
    const quire_v4 ab_next = QUIRE_PICK(a, b, 1, 5, 3, 7), cd_next = QUIRE_PICK(c, d, 1, 5, 3, 7);

    out[0] = QUIRE_PICK(ab, cd, 0, 1, 4, 5);
    out[1] = QUIRE_PICK(ab_next, cd_next, 0, 1, 4, 5);
    out[2] = QUIRE_PICK(ab, cd, 2, 3, 6, 7);
    out[3] = QUIRE_PICK(ab_next, cd_next, 2, 3, 6, 7);
}

/* The one tree in which eight partial sums are added. */
QUIRE_INLINE double
quire_sum8(quire_v4 s, quire_v4 t)
{
    return ((s[0] + t[0]) + (s[2] + t[2])) + ((s[1] + t[1]) + (s[3] + t[3]));
}

QUIRE_INLINE double
quire_larger(double a, double b)
{
    return a > b ? a : b;
}

QUIRE_INLINE double
quire_largest8(const double *v)
{
    return quire_larger(quire_larger(quire_larger(v[0], v[4]), quire_larger(v[2], v[6])),
                        quire_larger(quire_larger(v[1], v[5]), quire_larger(v[3], v[7])));
}

QUIRE_INLINE double
quire_tree8(const double *v)
{
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

/* Vector loops have no tails: their arrays are a multiple of this long, zero padded. */
#define QUIRE_LANES 8

static inline size_t
quire_round_up(size_t n)
{
    return (n + QUIRE_LANES - 1) / QUIRE_LANES * QUIRE_LANES;
}

#endif
