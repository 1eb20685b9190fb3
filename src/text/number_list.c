#include "text/number_list.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "text/decimal.h"
#include "text/digits.h"
#include "text/number.h"

#define FEW        9  /* digits that fit, scaled, into a double with room for the rounding */
#define MOST_POWER 40 /* of ten: nine digits of numbers down to 10^LEAST_EXPONENT */

/* ---- rounded numbers ---- */

static const double ten[MOST_POWER + 1] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13,
    1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e23, 1e24, 1e25, 1e26, 1e27,
    1e28, 1e29, 1e30, 1e31, 1e32, 1e33, 1e34, 1e35, 1e36, 1e37, 1e38, 1e39, 1e40};

/* How a number is written whose first digit is that of a power of ten. Which one comes next is hard
 * to predict: so there is one way to write all, and these numbers tell it what goes where. */
struct form {
    unsigned char before; /* characters in front of the first digit: of "0.000" */
    unsigned char whole;  /* digits in front of the point */
    unsigned char least;  /* that are written, be they zeros */
    unsigned char behind; /* characters of the exponent */
    char exponent[4];
};

/* clang-format off */
#define LEAST_EXPONENT (-32)
#define SCIENTIFIC(high, low) {0, 1, 1, 4, {'e', '-', (high), (low)}}
#define SMALL(before) {(before), FEW, 0, 0, ""}
#define PLAIN(whole) {0, (whole), (whole), 0, ""}

/* of the powers from LEAST_EXPONENT to 8 */
static const struct form forms[] = {
    SCIENTIFIC('3', '2'), SCIENTIFIC('3', '1'), SCIENTIFIC('3', '0'), SCIENTIFIC('2', '9'),
    SCIENTIFIC('2', '8'), SCIENTIFIC('2', '7'), SCIENTIFIC('2', '6'), SCIENTIFIC('2', '5'),
    SCIENTIFIC('2', '4'), SCIENTIFIC('2', '3'), SCIENTIFIC('2', '2'), SCIENTIFIC('2', '1'),
    SCIENTIFIC('2', '0'), SCIENTIFIC('1', '9'), SCIENTIFIC('1', '8'), SCIENTIFIC('1', '7'),
    SCIENTIFIC('1', '6'), SCIENTIFIC('1', '5'), SCIENTIFIC('1', '4'), SCIENTIFIC('1', '3'),
    SCIENTIFIC('1', '2'), SCIENTIFIC('1', '1'), SCIENTIFIC('1', '0'), SCIENTIFIC('0', '9'),
    SCIENTIFIC('0', '8'), SCIENTIFIC('0', '7'), SCIENTIFIC('0', '6'), SCIENTIFIC('0', '5'),
    SMALL(5), SMALL(4), SMALL(3), SMALL(2),
    PLAIN(1), PLAIN(2), PLAIN(3), PLAIN(4), PLAIN(5), PLAIN(6), PLAIN(7), PLAIN(8), PLAIN(9)};
/* clang-format on */

/* what follows from how many digits are wanted */
struct rounding {
    int digits, most;     /* most: the largest power of ten to scale with */
    double limit;         /* ten to the power of them */
    int64_t least, scale; /* the least integer of so many; what makes nine of them */
};

/* a positive number as digits times ten to the power exponent - 8 */
struct nine {
    uint32_t digits; /* nine; zeros behind those that were wanted */
    int exponent;    /* of ten, of the first of them */
};

/* Whether nine or fewer digits are known for certain. The scaled number is off by two units in its
 * last place at most, 2^-22; the rounding is certain unless it is that close to half way between
 * two integers. */
static inline bool
round_to_few(struct nine *out, double value, const struct rounding *to)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int binary = (int)(bits >> 52) - 1023;
    /* log10(2), rounded down; the exponent may be one too small */
    int p = to->digits - 1 - ((binary * 1233 + (400 << 12)) / 4096 - 400);
    if (p < 1 || p > to->most) {
        return false;
    }
    p -= value * ten[p] >= to->limit;
    const double scaled = value * ten[p];
    const int64_t whole = (int64_t)scaled;
    const double rest = scaled - (double)whole;
    const int64_t rounded = whole + (rest > 0.5);
    out->digits = (uint32_t)(rounded * to->scale);
    out->exponent = to->digits - 1 - p;
    return fabs(rest - 0.5) > 0x1p-20 && rounded < 10 * to->least && rounded >= to->least;
}

/* What does not belong is written over by what follows. */
static inline char *
put_nine(char *at, const struct nine *number)
{
    const struct form *form = &forms[number->exponent - LEAST_EXPONENT];
    const uint32_t first = number->digits / 100000000u;
    const uint64_t eight = quire_digits_eight(number->digits - 100000000u * first),
                   text = eight + QUIRE_DIGITS_ZERO;
    const int n = FEW - quire_digits_zeros_last(eight), half = 4 * (form->whole - 1);

    memcpy(at, "0.000000", 8);
    at += form->before;
    at[0] = (char)('0' + first);
    quire_digits_store(at + 1, text);
    at[form->whole] = '.';
    quire_digits_store(at + form->whole + 1, text >> half >> half);
    const int end = n > form->least ? n : form->least;
    at += end + (n > form->whole);
    memcpy(at, form->exponent, sizeof form->exponent);
    return at + form->behind;
}

/* any finite number */
static char *
put_any(char *at, double value, int digits)
{
    const size_t n = quire_decimal_write(at, value, digits, NULL);
    return at + (n > 0 ? n : strlen(quire_number_write_rounded(at, value, digits)));
}

static char *
put_list_of_any(char *at, const double *value, size_t n, int digits)
{
    for (size_t i = 0; i < n; i++) {
        *at = ',';
        at += i > 0;
        at = isfinite(value[i]) ? put_any(at, value[i], digits) : at;
    }
    return at;
}

char *
quire_number_list_rounded(char *at, const double *value, size_t n, int digits)
{
    struct nine number;

    if (digits > FEW) {
        return put_list_of_any(at, value, n, digits);
    }
    const struct rounding to = {digits, digits - 1 - LEAST_EXPONENT, ten[digits],
                                (int64_t)ten[digits - 1], (int64_t)ten[FEW - digits]};
    for (size_t i = 0; i < n; i++) {
        const double v = value[i];
        *at = ',';
        at += i > 0;
        if (!isfinite(v)) {
            continue;
        }
        *at = '-';
        at += signbit(v) != 0;
        if (!(v < 0.0 || v > 0.0)) {
            *at++ = '0';
        } else if (round_to_few(&number, fabs(v), &to)) {
            at = put_nine(at, &number);
        } else {
            at = put_any(at, fabs(v), digits);
        }
    }
    return at;
}

/* ---- integers ---- */

static inline char *
put_integer(char *at, int64_t value)
{
    const uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

    *at = '-';
    at += value < 0;
    if (size >= 100000000u) {
        return at + quire_decimal_write_integer(at, (int64_t)size);
    }
    const uint64_t eight = quire_digits_eight((uint32_t)size);
    /* the last digit stays, whatever it is */
    const int zeros = quire_digits_zeros_first(eight | (uint64_t)1 << 56);
    quire_digits_store(at, (eight + QUIRE_DIGITS_ZERO) >> 8 * zeros);
    return at + 8 - zeros;
}

char *
quire_number_list_integers(char *at, const int32_t *value, size_t n, int32_t absent)
{
    for (size_t i = 0; i < n; i++) {
        *at = ',';
        at += i > 0;
        if (value[i] == absent) {
            memcpy(at, "null", 4);
            at += 4;
        } else {
            at = put_integer(at, value[i]);
        }
    }
    return at;
}

char *
quire_number_list_steps(char *at, const int32_t *value, size_t n, size_t back)
{
    for (size_t i = 0; i < n; i++) {
        *at = ',';
        at += i > 0;
        at = put_integer(at, i < back ? value[i] : (int64_t)value[i] - value[i - back]);
    }
    return at;
}
