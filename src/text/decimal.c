#include "text/decimal.h"

#include <math.h>
#include <string.h>

#include "text/digits.h"

#define MOST_POWER  27 /* largest power of five below 2^64 */
#define MOST_SHIFT  120
#define MOST_DIGITS 17

/* 128 bits */
struct wide {
    uint64_t high, low;
};

static const uint64_t five[MOST_POWER + 1] = {1u,
                                              5u,
                                              25u,
                                              125u,
                                              625u,
                                              3125u,
                                              15625u,
                                              78125u,
                                              390625u,
                                              1953125u,
                                              9765625u,
                                              48828125u,
                                              244140625u,
                                              1220703125u,
                                              6103515625u,
                                              30517578125u,
                                              152587890625u,
                                              762939453125u,
                                              3814697265625u,
                                              19073486328125u,
                                              95367431640625u,
                                              476837158203125u,
                                              2384185791015625u,
                                              11920928955078125u,
                                              59604644775390625u,
                                              298023223876953125u,
                                              1490116119384765625u,
                                              7450580596923828125u};

static const uint64_t ten[] = {1u,
                               10u,
                               100u,
                               1000u,
                               10000u,
                               100000u,
                               1000000u,
                               10000000u,
                               100000000u,
                               1000000000u,
                               10000000000u,
                               100000000000u,
                               1000000000000u,
                               10000000000000u,
                               100000000000000u,
                               1000000000000000u,
                               10000000000000000u,
                               100000000000000000u,
                               1000000000000000000u,
                               10000000000000000000u};

/* ---- 128 bits ---- */

static struct wide
multiply(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ const unsigned __int128 product = (unsigned __int128)a * b;
    return (struct wide){(uint64_t)(product >> 64), (uint64_t)product};
#else
    const uint64_t half = 0xFFFFFFFFu, a0 = a & half, a1 = a >> 32, b0 = b & half, b1 = b >> 32;
    const uint64_t low = a0 * b0, cross = a1 * b0 + (low >> 32), other = a0 * b1 + (cross & half);
    return (struct wide){a1 * b1 + (cross >> 32) + (other >> 32), other << 32 | (low & half)};
#endif
}

/* the bits above the lowest n; they must fit in 64 */
static uint64_t
above(struct wide w, int n)
{
    return n >= 64 ? w.high >> (n - 64) : n > 0 ? w.high << (64 - n) | w.low >> n : w.low;
}

/* the lowest n bits */
static struct wide
below(struct wide w, int n)
{
    if (n >= 64) {
        return (struct wide){w.high & (((uint64_t)1 << (n - 64)) - 1), w.low};
    }
    return (struct wide){0, w.low & (((uint64_t)1 << n) - 1)};
}

/* 2^n - w, for 0 < w < 2^n */
static struct wide
up_to_power(struct wide w, int n)
{
    return below((struct wide){~w.high + (w.low == 0), 0 - w.low}, n);
}

/* ---- rounding ---- */

/* value = mantissa 2^power, with all 53 bits of the mantissa in use; false for zero and what is not
 * normal */
static bool
take_apart(double value, uint64_t *mantissa, int *power)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int exponent = (int)(bits >> 52 & 0x7FF);
    *mantissa = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
    *power = exponent - 1075;
    return exponent != 0 && exponent != 0x7FF;
}

struct rounded {
    uint64_t digits; /* as many as wanted */
    int exponent;    /* of ten, of the first of them */
    bool exact;      /* nearer to the number than to any other double; told only if asked for */
};

/* whether what the rounding of product / 2^shift changes is within the number's own half distance
 * to the next double: 5^p / 2, and half of that just below a power of two */
static bool
is_exact(struct wide product, int shift, bool up, uint64_t mantissa, int p)
{
    const struct wide rest = below(product, shift), error = up ? up_to_power(rest, shift) : rest;
    const uint64_t reach = mantissa == (uint64_t)1 << 52 && !up ? five[p] / 4 : five[p] / 2;
    return error.high == 0 && error.low <= reach;
}

/* digits = mantissa 5^p / 2^shift with p = n - 1 - exponent: the product is exact, and so is what
 * the shift drops */
static bool
round_to(struct rounded *out, uint64_t mantissa, int power, int n, bool ask_exact)
{
    const int binary = power + 52;
    /* log10(2), rounded down; the exponent may be one too small */
    int p = n - 1 - ((binary * 1233 + (400 << 12)) / 4096 - 400);
    for (;; p--) {
        const int shift = -(power + p);
        if (p < 0 || p > MOST_POWER || shift < 1 || shift > MOST_SHIFT) {
            return false;
        }
        const struct wide product = multiply(mantissa, five[p]), rest = below(product, shift - 1);
        const uint64_t twice = above(product, shift - 1), digits = twice >> 1;
        if (digits >= ten[n]) {
            continue;
        }
        const bool up = (twice & 1) != 0 && ((rest.high | rest.low) != 0 || (digits & 1) != 0);
        const bool carried = digits + up == ten[n];
        out->digits = carried ? ten[n - 1] : digits + up;
        out->exponent = n - 1 - p + carried;
        out->exact = ask_exact && is_exact(product, shift, up, mantissa, p);
        return true;
    }
}

/* ---- text ---- */

/* exactly n digits */
static inline void
put_digits(char *at, uint64_t digits, int n)
{
    static const char pairs[] = "000102030405060708091011121314151617181920212223242526272829303132"
                                "3334353637383940414243444546474849"
                                "505152535455565758596061626364656667686970717273747576777879808182"
                                "8384858687888990919293949596979899";
    for (; n >= 8; n -= 8, digits /= ten[8]) {
        quire_digits_store(at + n - 8,
                           quire_digits_eight((uint32_t)(digits % ten[8])) + QUIRE_DIGITS_ZERO);
    }
    for (; n >= 2; n -= 2, digits /= 100) {
        memcpy(at + n - 2, pairs + 2 * (digits % 100), 2);
    }
    if (n > 0) {
        at[0] = (char)('0' + digits % 10);
    }
}

static char *
put_exponent(char *at, int exponent)
{
    const int size = exponent < 0 ? -exponent : exponent;
    *at++ = 'e';
    *at++ = exponent < 0 ? '-' : '+';
    if (size >= 100) {
        *at++ = (char)('0' + size / 100);
    }
    *at++ = (char)('0' + size / 10 % 10);
    *at++ = (char)('0' + size % 10);
    return at;
}

/* n digits without trailing zeros; `whole` of them before the point. Copies all that there may be,
 * which is quicker than counting. */
static char *
put_with_point(char *at, const char digit[MOST_DIGITS], int n, int whole)
{
    if (whole <= 0) {
        memcpy(at, "0.000", 5);
        memcpy(at + 2 - whole, digit, MOST_DIGITS);
        return at + 2 - whole + n;
    }
    if (whole >= n) { /* what was taken off at the end were zeros */
        memcpy(at, digit, MOST_DIGITS);
        return at + whole;
    }
    memcpy(at + 1, digit, MOST_DIGITS);
    for (int i = 0; i < whole; i++) {
        at[i] = digit[i];
    }
    at[whole] = '.';
    return at + n + 1;
}

size_t
quire_decimal_write(char buf[QUIRE_DECIMAL_SIZE], double value, int digits, bool *exact)
{
    struct rounded r;
    uint64_t mantissa;
    int power, n = digits;
    char digit[MOST_DIGITS] = {0}, *at = buf;
    if (isnan(value)) {
        return 0;
    }
    if (!(value < 0.0 || value > 0.0)) {
        if (exact != NULL) {
            *exact = true;
        }
        memcpy(buf, signbit(value) ? "-0" : "0", signbit(value) ? 3 : 2);
        return signbit(value) ? 2 : 1;
    }
    if (!take_apart(value, &mantissa, &power) ||
        !round_to(&r, mantissa, power, digits, exact != NULL)) {
        return 0;
    }
    put_digits(digit, r.digits, n);
    while (n > 1 && digit[n - 1] == '0') {
        n--;
    }
    if (signbit(value)) {
        *at++ = '-';
    }
    if (r.exponent < -4 || r.exponent >= digits) {
        at = put_exponent(put_with_point(at, digit, n, 1), r.exponent);
    } else {
        at = put_with_point(at, digit, n, r.exponent + 1);
    }
    *at = '\0';
    if (exact != NULL) {
        *exact = r.exact;
    }
    return (size_t)(at - buf);
}

size_t
quire_decimal_write_integer(char buf[QUIRE_DECIMAL_SIZE], int64_t value)
{
    const uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    const int sign = value < 0;
    int n = 1;
    while (n < (int)(sizeof ten / sizeof *ten) && left >= ten[n]) {
        n++;
    }
    buf[0] = '-';
    put_digits(buf + sign, left, n);
    buf[sign + n] = '\0';
    return (size_t)(sign + n);
}
