/* Numbers as decimal text, against the C library's. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/decimal.h"
#include "text/number.h"

/* what printf gives, and exact only when it reads back */
static bool
expect_like_printf(double value, int digits)
{
    char got[QUIRE_DECIMAL_SIZE], want[QUIRE_DECIMAL_SIZE];
    bool exact = false;
    snprintf(want, sizeof want, "%.*g", digits, value);
    const size_t n = quire_decimal_write(got, value, digits, &exact);
    if (n > 0) {
        cr_assert_str_eq(got, want, "%a", value);
        cr_assert_eq(n, strlen(want));
        cr_assert_eq(exact, strtod(want, NULL) == value, "%a as %s", value, want);
    }
    cr_assert_str_eq(quire_number_write_rounded(got, value, digits), want, "%a", value);
    return n > 0;
}

static uint64_t
next_bits(void)
{
    static uint64_t bits = 88172645463325252u;
    bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17; /* xorshift64, Marsaglia 2003 */
    return bits;
}

/* numbers of every size, denormal ones among them */
Test(decimal, any_number_is_as_printf_writes_it)
{
    for (int i = 0; i < 200000; i++) {
        const uint64_t bits = next_bits();
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isnan(value)) {
            expect_like_printf(value, 1 + i % 17);
        }
    }
    const double special[] = {
        0.0, -0.0,     DBL_MIN, DBL_TRUE_MIN, DBL_MAX, (double)INFINITY, -(double)INFINITY,
        0.1, 1.0 / 3.0};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
        expect_like_printf(special[i], 9);
    }
    char buf[QUIRE_DECIMAL_SIZE];
    cr_expect_str_eq(quire_number_write_rounded(buf, (double)NAN, 9), "nan");
}

/* sizes that results have: these go the quick way */
Test(decimal, results_are_as_printf_writes_them)
{
    for (int i = 0; i < 1000000; i++) {
        const double value = ldexp((double)(next_bits() >> 11) + 0.5 * (i % 2), -53 + i % 80 - 60);
        cr_assert(expect_like_printf(i % 3 == 0 ? -value : value, 9) || value < 1e-18);
    }
}

/* where rounding carries over, and exactly half way between two neighbours */
Test(decimal, powers_of_ten_and_ties)
{
    for (int power = -25; power <= 25; power++) {
        const double value = pow(10.0, power);
        for (int digits = 1; digits <= 17; digits++) {
            expect_like_printf(value, digits);
            expect_like_printf(nextafter(value, 0.0), digits);
            expect_like_printf(nextafter(value, 1e300), digits);
            expect_like_printf(ldexp(1.0, power), digits);
            expect_like_printf(ldexp(1.0, power - 30), digits);
        }
    }
    for (int i = 0; i < 200000; i++) {
        const double nine = (double)(100000000 + next_bits() % 900000000);
        cr_assert(expect_like_printf(nine + 0.5, 9));
        cr_assert(expect_like_printf((nine + 0.5) / 1024.0, 9));
        expect_like_printf(99999999.0 + (double)(i % 4096) / 4096.0, 1 + i % 9);
    }
}

/* of the texts that read back the shortest is taken, and below powers of two doubles are closer
 * together */
Test(decimal, shortest_is_found)
{
    for (int i = 0; i < 200000; i++) {
        const double value =
            i % 4 != 0 ? ldexp((double)(next_bits() >> 11), -60 + i % 40) : ldexp(1.0, i % 80 - 50);
        char got[QUIRE_NUMBER_SIZE], want[QUIRE_NUMBER_SIZE];
        for (int digits = 15; digits <= 17; digits++) {
            snprintf(want, sizeof want, "%.*g", digits, value);
            if (strtod(want, NULL) == value) {
                break;
            }
        }
        cr_assert_str_eq(quire_number_write(got, value), want, "%a", value);
    }
}

Test(decimal, integers)
{
    const int64_t value[] = {0, 7, -7, 10, -1234567890, INT64_MAX, INT64_MIN};
    const char *const text[] = {
        "0", "7", "-7", "10", "-1234567890", "9223372036854775807", "-9223372036854775808"};
    char buf[QUIRE_DECIMAL_SIZE];
    for (size_t i = 0; i < sizeof value / sizeof *value; i++) {
        cr_expect_eq(quire_decimal_write_integer(buf, value[i]), strlen(text[i]));
        cr_expect_str_eq(buf, text[i]);
    }
}
