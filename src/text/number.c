/* Numbers to and from text. The only file that holds a locale object. */
#include "text/number.h"

#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "text/decimal.h"

static locale_t c_locale;
static pthread_once_t c_locale_once = PTHREAD_ONCE_INIT;

static void
make_c_locale(void)
{
    /* in glibc the C locale is static: this neither allocates nor fails */
    c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

static locale_t
get_c_locale(void)
{
    pthread_once(&c_locale_once, make_c_locale);
    return c_locale;
}

/* ---- reading ---- */

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *
skip_digits(const char *p)
{
    while (is_digit(*p)) {
        p++;
    }
    return p;
}

/* where a number that starts at `text` ends by the grammar; NULL if there is none. *exponent: its
 * 'e', or NULL */
static const char *
scan_number(const char *text, const char **exponent)
{
    const char *p = text;
    *exponent = NULL;
    if (*p == '+' || *p == '-') {
        p++;
    }
    const char *digits = p;
    p = skip_digits(p);
    if (p != digits) {
        if (*p == '.') {
            p = skip_digits(p + 1);
        }
    } else if (*p == '.' && is_digit(p[1])) {
        p = skip_digits(p + 1);
    } else {
        return NULL;
    }
    if (*p == 'e' || *p == 'E') {
        const char *q = p + 1;
        if (*q == '+' || *q == '-') {
            q++;
        }
        if (is_digit(*q)) {
            *exponent = p;
            p = skip_digits(q);
        }
    }
    return p;
}

/* the wrong spellings that deserve their own message */
static enum quire_number_error
classify_wrong(const char *text, const char **end)
{
    const char *p = text;
    if (*p == '+' || *p == '-') {
        p++;
    }
    *end = p;
    static const char *const words[] = {"infinity", "inf", "nan"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const size_t n = strlen(words[i]);
        if (strncasecmp(p, words[i], n) == 0 && !isalnum((unsigned char)p[n])) {
            *end = p + n;
            return QUIRE_NUMBER_NOT_FINITE;
        }
    }
    return QUIRE_NUMBER_NONE;
}

static bool
has_nonzero_digit(const char *p, const char *end)
{
    for (; p < end; p++) {
        if (*p >= '1' && *p <= '9') {
            return true;
        }
    }
    return false;
}

/* the exponent at `e` ("e-12"), cut off far beyond what a double holds */
static long
read_exponent(const char *e)
{
    const char *p = e + 1;
    const bool minus = *p == '-';
    if (*p == '+' || *p == '-') {
        p++;
    }
    long value = 0;
    for (; is_digit(*p); p++) {
        if (value < 100000) {
            value = 10 * value + (*p - '0');
        }
    }
    return minus ? -value : value;
}

/* "e-12"; models have so many numbers that printf() would take a fifth of their reading */
static void
write_exponent(char *to, long power)
{
    char digit[24];
    int n = 0;

    *to++ = 'e';
    if (power < 0) {
        *to++ = '-';
    }
    for (long rest = labs(power); n == 0 || rest > 0; rest /= 10) {
        digit[n++] = (char)('0' + rest % 10);
    }
    while (n > 0) {
        *to++ = digit[--n];
    }
    *to = '\0';
}

/* as quire_number_read(), but with the nearest double in *out where it says QUIRE_NUMBER_SMALL */
static enum quire_number_error
read_nearest(double *out, const char *text, int shift, bool comma_ends, const char **end)
{
    const char *exponent, *stop, *unused;
    end = end != NULL ? end : &unused;
    *out = (double)NAN;
    if ((stop = scan_number(text, &exponent)) == NULL) {
        return classify_wrong(text, end);
    }
    *end = stop;
    if ((*stop == 'x' || *stop == 'X') && stop[-1] == '0') {
        return QUIRE_NUMBER_HEX;
    }
    if (*stop == ',' && is_digit(stop[1]) && !comma_ends) {
        return QUIRE_NUMBER_COMMA;
    }
    const char *mantissa_end = exponent != NULL ? exponent : stop;
    if (mantissa_end - text > QUIRE_NUMBER_DIGITS) {
        return QUIRE_NUMBER_LONG;
    }
    const long power = (exponent != NULL ? read_exponent(exponent) : 0) + shift;
    char buf[QUIRE_NUMBER_DIGITS + 32];
    const size_t n = (size_t)(mantissa_end - text);
    memcpy(buf, text, n);
    write_exponent(buf + n, power);
    const double value = strtod_l(buf, NULL, get_c_locale());
    if (isinf(value)) {
        return QUIRE_NUMBER_LARGE;
    }
    *out = value;
    return !isnormal(value) && has_nonzero_digit(text, mantissa_end) ? QUIRE_NUMBER_SMALL
                                                                     : QUIRE_NUMBER_OK;
}

enum quire_number_error
quire_number_read(double *out, const char *text, int shift, const char **end)
{
    const enum quire_number_error error = read_nearest(out, text, shift, false, end);
    if (error != QUIRE_NUMBER_OK) {
        *out = (double)NAN;
    }
    return error;
}

enum quire_number_error
quire_number_read_item(double *out, const char *text, int shift, const char **end)
{
    const enum quire_number_error error = read_nearest(out, text, shift, true, end);
    if (error != QUIRE_NUMBER_OK) {
        *out = (double)NAN;
    }
    return error;
}

enum quire_number_error
quire_number_read_result(double *out, const char *text, const char **end)
{
    const enum quire_number_error error = read_nearest(out, text, 0, false, end);
    return error == QUIRE_NUMBER_SMALL ? QUIRE_NUMBER_OK : error;
}

const char *
quire_number_error_text(enum quire_number_error error)
{
    switch (error) {
    case QUIRE_NUMBER_OK: return "is a number";
    case QUIRE_NUMBER_NONE: return "is not a number";
    case QUIRE_NUMBER_COMMA: return "has a decimal comma; use a decimal point";
    case QUIRE_NUMBER_NOT_FINITE: return "is not a finite number";
    case QUIRE_NUMBER_HEX: return "is hexadecimal; write decimal numbers";
    case QUIRE_NUMBER_LARGE: return "is too large for a number";
    case QUIRE_NUMBER_SMALL: return "is too close to zero for a number";
    case QUIRE_NUMBER_LONG: return "has too many digits";
    }
    return "is not a number";
}

/* ---- writing ---- */

int
quire_number_vformat(char *buf, size_t size, const char *format, va_list arguments)
{
    const locale_t before = uselocale(get_c_locale());
    const int n = vsnprintf(buf, size, format, arguments);
    uselocale(before);
    return n;
}

int
quire_number_format(char *buf, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int n = quire_number_vformat(buf, size, format, arguments);
    va_end(arguments);
    return n;
}

const char *
quire_number_write(char buf[QUIRE_NUMBER_SIZE], double value)
{
    if (isnan(value)) {
        return memcpy(buf, "nan", 4);
    }
    bool exact = false, quick = true;
    for (int digits = 15; quick && digits <= 17 && !exact; digits++) {
        quick = quire_decimal_write(buf, value, digits, &exact) > 0;
    }
    for (int digits = 15; !quick && digits <= 17; digits++) {
        quire_number_format(buf, QUIRE_NUMBER_SIZE, "%.*g", digits, value);
        /* exact comparison: the text must give the same number back */
        const double back = isinf(value) ? value : strtod_l(buf, NULL, get_c_locale());
        if (!(back < value || back > value)) {
            break;
        }
    }
    return buf;
}

const char *
quire_number_write_rounded(char buf[QUIRE_NUMBER_SIZE], double value, int digits)
{
    if (isnan(value)) {
        return memcpy(buf, "nan", 4);
    }
    if (quire_decimal_write(buf, value, digits, NULL) == 0) {
        quire_number_format(buf, QUIRE_NUMBER_SIZE, "%.*g", digits, value);
    }
    return buf;
}
