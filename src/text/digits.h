/* The digits of integers below 10^8, all at once in one word. */
#ifndef QUIRE_TEXT_DIGITS_H
#define QUIRE_TEXT_DIGITS_H

#include <stdint.h>
#include <string.h>

#define QUIRE_DIGITS_ZERO 0x3030303030303030u /* "00000000" */

/* The eight digits of a number below 10^8, each a byte, the first one lowest. The number is divided
 * in two, in four and in eight within one word; the multipliers give quotients that are exact for
 * what stands there. */
static inline uint64_t
quire_digits_eight(uint32_t number)
{
    const uint64_t high = number / 10000u, two = high | (number - 10000 * high) << 32;
    const uint64_t hundreds = (two * 10486 >> 20) & 0x7F0000007Fu,
                   four = hundreds | (two - 100 * hundreds) << 16;
    const uint64_t tens = (four * 103 >> 10) & 0x000F000F000F000Fu;
    return tens | (four - 10 * tens) << 8;
}

/* Eight bytes, the lowest first whatever the machine's order is. */
static inline void
quire_digits_store(char *at, uint64_t eight)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    memcpy(at, &eight, sizeof eight);
}

/* How many of the eight are zeros at the start, or at the end; 8 where all are. */
static inline int
quire_digits_zeros_first(uint64_t eight)
{
    return eight != 0 ? __builtin_ctzll(eight) / 8 : 8;
}

static inline int
quire_digits_zeros_last(uint64_t eight)
{
    return eight != 0 ? __builtin_clzll(eight) / 8 : 8;
}

#endif
