#include "text/amount.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "text/number.h"

#define DIGITS        3
#define LEAST         1e-3 /* smaller amounts are called less than it */
#define LEAST_DIGITS  5    /* after the point, of LEAST */
#define MOST_DECIMALS 300
#define MILLI         0.1 /* [N]; of smaller forces mN are the unit */

/* with so many digits after the point, but for zeros at the end */
static void
write_fixed(char *buf, double value, int digits)
{
    quire_number_format(buf, QUIRE_AMOUNT_SIZE, "%.*f", digits, value);
    if (strchr(buf, '.') != NULL) {
        size_t n = strlen(buf);
        while (buf[n - 1] == '0') {
            n--;
        }
        buf[buf[n - 1] == '.' ? n - 1 : n] = '\0';
    }
    if (strcmp(buf, "-0") == 0) {
        memcpy(buf, "0", sizeof "0");
    }
}

/* digits after the point that show this many significant ones; of 0 none */
static int
decimals_of(double value, int significant)
{
    const double size = fabs(value);
    int digits = significant - 1;

    if (!(size > 0) || !isfinite(size)) {
        return 0;
    }
    for (double power = 10; digits > 0 && size >= power; power *= 10) {
        digits--;
    }
    for (double power = 1; size < power && digits < MOST_DECIMALS; power /= 10) {
        digits++;
    }
    return digits;
}

/* digits after the point so that there are three significant ones of what is left after rounding */
static int
digits_of(double value)
{
    char rounded[QUIRE_NUMBER_SIZE];
    const char *end;
    double left = value;

    quire_number_write_rounded(rounded, value, DIGITS);
    quire_number_read_result(&left, rounded, &end);
    const int digits = decimals_of(left, DIGITS);
    return digits < LEAST_DIGITS ? digits : LEAST_DIGITS;
}

const char *
quire_amount_write(char buf[QUIRE_AMOUNT_SIZE], double value)
{
    if (!isfinite(value)) {
        quire_number_format(buf, QUIRE_AMOUNT_SIZE, "%g", value);
    } else if (value != 0 && fabs(value) < LEAST) {
        quire_number_format(buf, QUIRE_AMOUNT_SIZE, "less than 0.001");
    } else {
        write_fixed(buf, value, digits_of(value));
    }
    return buf;
}

const char *
quire_amount_write_within(char buf[QUIRE_AMOUNT_SIZE], double value, double error)
{
    const int least = decimals_of(value, DIGITS), most = decimals_of(value, 2 * DIGITS),
              wanted = decimals_of(error, 2);

    if (!isfinite(value)) {
        return quire_amount_write(buf, value);
    }
    write_fixed(buf, value, wanted < least ? least : wanted > most ? most : wanted);
    return buf;
}

const char *
quire_amount_write_time(char buf[QUIRE_AMOUNT_SIZE], double seconds)
{
    if (!isfinite(seconds)) {
        return quire_amount_write(buf, seconds);
    }
    const int digits = digits_of(seconds);
    write_fixed(buf, seconds, digits < 3 ? 3 : digits > 4 ? 4 : digits);
    return buf;
}

const char *
quire_amount_write_place(char buf[QUIRE_AMOUNT_SIZE], double metres)
{
    return quire_amount_write(buf, fabs(metres) < 1e-3 * LEAST ? 0 : 1e3 * metres);
}

const char *
quire_amount_write_force(char buf[QUIRE_AMOUNT_SIZE], double force, double largest)
{
    const double size = fmax(fabs(force), fabs(largest));
    const bool milli = size > 0 && size < MILLI;

    quire_amount_write(buf, milli ? 1e3 * force : force);
    const size_t used = strlen(buf);
    quire_number_format(buf + used, QUIRE_AMOUNT_SIZE - used, milli ? " mN" : " N");
    return buf;
}
