#include "text/number_list.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "text/decimal.h"
#include "text/digits.h"
#include "text/number.h"

#define FEW        9  /* digits that fit, scaled, into a double with room for the rounding */
#define MOST_POWER 40 /* of ten: numbers of nine digits down to 10^-32 */

/* ---- rounded numbers ---- */

static const double ten[MOST_POWER + 1] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13,
    1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e23, 1e24, 1e25, 1e26, 1e27,
    1e28, 1e29, 1e30, 1e31, 1e32, 1e33, 1e34, 1e35, 1e36, 1e37, 1e38, 1e39, 1e40};

/* a positive number as digits times ten to the power exponent - 8 */
struct nine {
    uint32_t digits; /* nine; zeros behind those that were wanted */
    int exponent;    /* of ten, of the first of them */
};

/* Whether nine or fewer digits are known for certain. The scaled number is off by two units in its
 * last place at most, 2^-22; the rounding is certain unless it is that close to half way between
 * two integers. */
static inline bool
round_to_few(struct nine *out, double value, int digits)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int binary = (int)(bits >> 52) - 1023;
    /* log10(2), rounded down; the exponent may be one too small */
    int p = digits - 1 - ((binary * 1233 + (400 << 12)) / 4096 - 400);
    if (p < 1 || p > MOST_POWER) {
        return false;
    }
    const double longer = value * ten[p], shorter = value * ten[p - 1];
    const bool is_long = longer >= ten[digits];
    const double scaled = is_long ? shorter : longer;
    p -= is_long;
    const int64_t whole = (int64_t)scaled;
    const double rest = scaled - (double)whole;
    const int64_t rounded = whole + (rest > 0.5);
    out->digits = (uint32_t)(rounded * (int64_t)ten[FEW - digits]);
    out->exponent = digits - 1 - p;
    return fabs(rest - 0.5) > 0x1p-20 && rounded < (int64_t)ten[digits] &&
           rounded >= (int64_t)ten[digits - 1];
}

/* Positive, or negative with its sign left out. Every form is written the same way, since which one
 * comes next is hard to predict: zeros before the first digit, digits before the point, the point,
 * those behind it, an exponent; what does not belong is written over by what follows. */
static inline char *
put_nine(char *at, struct nine number, int digits)
{
    const uint32_t first = number.digits / 100000000u;
    const uint64_t eight = quire_digits_eight(number.digits - 100000000u * first),
                   text = eight + QUIRE_DIGITS_ZERO;
    const int x = number.exponent, n = FEW - quire_digits_zeros_last(eight);
    const bool small = x < 0 && x >= -4, scientific = x < -4 || x >= digits;
    const int before = small ? 1 - x : 0, whole = small ? FEW : scientific ? 1 : x + 1;
    const int size = x < 0 ? -x : x, behind = 4 * (whole - 1);

    memcpy(at, "0.000000", 8);
    at += before;
    at[0] = (char)('0' + first);
    quire_digits_store(at + 1, text);
    at[whole] = '.';
    quire_digits_store(at + whole + 1, text >> behind >> behind);
    at += n > whole ? n + 1 : small ? n : whole;
    const char exponent[4] = {'e', x < 0 ? '-' : '+', (char)('0' + size / 10),
                              (char)('0' + size % 10)};
    memcpy(at, exponent, sizeof exponent);
    return at + (scientific ? sizeof exponent : 0);
}

/* any finite number */
static char *
put_any(char *at, double value, int digits)
{
    const size_t n = quire_decimal_write(at, value, digits, NULL);
    return at + (n > 0 ? n : strlen(quire_number_write_rounded(at, value, digits)));
}

char *
quire_number_list_rounded(char *at, const double *value, size_t n, int digits)
{
    struct nine number;

    for (size_t i = 0; i < n; i++) {
        const double v = value[i], size = fabs(v);
        *at = ',';
        at += i > 0;
        if (isfinite(v) && (size > 0) && digits <= FEW && round_to_few(&number, size, digits)) {
            *at = '-';
            at = put_nine(at + (v < 0), number, digits);
        } else if (isfinite(v)) {
            at = put_any(at, v, digits);
        }
    }
    return at;
}

/* ---- integers ---- */

char *
quire_number_list_integers(char *at, const int32_t *value, size_t n, int32_t absent)
{
    for (size_t i = 0; i < n; i++) {
        const int32_t v = value[i];
        const uint32_t size = v < 0 ? 0 - (uint32_t)v : (uint32_t)v;
        *at = ',';
        at += i > 0;
        if (v == absent) {
            memcpy(at, "null", 4);
            at += 4;
            continue;
        }
        *at = '-';
        at += v < 0;
        if (size >= 100000000u) {
            at += quire_decimal_write_integer(at, size);
            continue;
        }
        const uint64_t eight = quire_digits_eight(size);
        const int zeros = quire_digits_zeros_first(eight | (uint64_t)1 << 56);
        quire_digits_store(at, (eight + QUIRE_DIGITS_ZERO) >> 8 * zeros);
        at += 8 - zeros;
    }
    return at;
}
