/* Decimal digits of doubles by exact integer arithmetic: quick, and the same on every machine. */
#ifndef QUIRE_TEXT_DECIMAL_H
#define QUIRE_TEXT_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QUIRE_DECIMAL_SIZE 32 /* enough for what these functions write, with its NUL */

/* As printf's "%.*g" (0 < digits <= 17), rounded correctly, exact ties to even. *exact (may be
 * NULL): the text reads back as the same number. Returns the length; 0 for numbers that 128 bits
 * are too few for, which are left to somebody slower: those not finite, not normal, beyond about
 * 10^digits or below about 10^(digits - 28). */
size_t quire_decimal_write(char buf[QUIRE_DECIMAL_SIZE], double value, int digits, bool *exact);

/* As printf's "%" PRId64; returns the length. */
size_t quire_decimal_write_integer(char buf[QUIRE_DECIMAL_SIZE], int64_t value);

#endif
