/* Numbers to and from text. */
#include <criterion/criterion.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/number.h"

static enum quire_number_error
error_of(const char *text)
{
    double value;
    return quire_number_read(&value, text, 0, NULL);
}

static double
value_of(const char *text, int shift)
{
    double value;
    cr_expect_eq(quire_number_read(&value, text, shift, NULL), QUIRE_NUMBER_OK, "%s", text);
    return value;
}

Test(number, reads_the_grammar)
{
    cr_expect_eq(value_of("0", 0), 0.0);
    cr_expect_eq(value_of("-12.5", 0), -12.5);
    cr_expect_eq(value_of("+.5e-3", 0), 0.0005);
    cr_expect_eq(value_of("1E+3", 0), 1000.0);
    cr_expect_eq(value_of("9007199254740993", 0), 9007199254740992.0); /* 2^53 + 1: ties to even */
    cr_expect_eq(value_of("1.7976931348623157e308", 0), 0x1.fffffffffffffp1023);
    cr_expect_eq(value_of("1.", 0), 1.0);
    cr_expect_eq(value_of("-2.e3", 0), -2000.0);
    cr_expect_eq(value_of("12.", -3), 0.012);
    cr_expect(signbit(value_of("-0", 0)));
}

/* a shift by powers of ten is rounded once, not after a multiplication */
Test(number, shift_is_exact)
{
    cr_expect_eq(value_of("0.1", -3), 0.0001);
    cr_expect_eq(value_of("35", -6), 35e-6);
    cr_expect_eq(value_of("1.1e2", 3), 1.1e5);
    int different = 0; /* multiplying would often give a neighbour: or this test proves nothing */
    for (int i = 1; i < 1000; i++) {
        char text[32], scaled[32];
        quire_number_format(text, sizeof text, "%d", i);
        quire_number_format(scaled, sizeof scaled, "%de-6", i);
        cr_expect_eq(value_of(text, -6), value_of(scaled, 0));
        different += i * 1e-6 != value_of(text, -6);
    }
    cr_expect_gt(different, 0);
}

Test(number, refuses_with_a_reason)
{
    cr_expect_eq(error_of(""), QUIRE_NUMBER_NONE);
    cr_expect_eq(error_of("-"), QUIRE_NUMBER_NONE);
    cr_expect_eq(error_of("."), QUIRE_NUMBER_NONE);
    cr_expect_eq(error_of("e5"), QUIRE_NUMBER_NONE);
    cr_expect_eq(error_of(" 1"), QUIRE_NUMBER_NONE);
    cr_expect_eq(error_of("--1"), QUIRE_NUMBER_NONE);
    cr_expect_eq(error_of("1,5"), QUIRE_NUMBER_COMMA);
    cr_expect_eq(error_of("nan"), QUIRE_NUMBER_NOT_FINITE);
    cr_expect_eq(error_of("-INF"), QUIRE_NUMBER_NOT_FINITE);
    cr_expect_eq(error_of("infinity"), QUIRE_NUMBER_NOT_FINITE);
    cr_expect_eq(error_of("0x10"), QUIRE_NUMBER_HEX);
    cr_expect_eq(error_of("1e400"), QUIRE_NUMBER_LARGE);
    cr_expect_eq(error_of("1e99999999999999999999"), QUIRE_NUMBER_LARGE);
    cr_expect_eq(error_of("-1e-400"), QUIRE_NUMBER_SMALL);
    cr_expect_eq(error_of("4e-310"), QUIRE_NUMBER_SMALL); /* denormal: digits would be lost */
    cr_expect_eq(error_of("0e-400"), QUIRE_NUMBER_OK);
    char digits[QUIRE_NUMBER_DIGITS + 10];
    memset(digits, '1', sizeof digits - 1);
    digits[sizeof digits - 1] = '\0';
    cr_expect_eq(error_of(digits), QUIRE_NUMBER_LONG);
}

/* the number ends where its grammar ends */
Test(number, end)
{
    static const struct {
        const char *text;
        long length;
    } cases[] = {{"1 mm", 1}, {"1.", 2},     {"1e", 1},    {"1e+", 1},  {"1.e3x", 4},
                 {"1..2", 2}, {"1.5e3x", 5}, {"1.2.3", 3}, {"2*gap", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double value;
        const char *end;
        quire_number_read(&value, cases[i].text, 0, &end);
        cr_expect_eq(end - cases[i].text, cases[i].length, "%s", cases[i].text);
    }
}

/* what is written reads back as the same bits, and short numbers stay short */
Test(number, round_trip)
{
    uint64_t bits = 88172645463325252u;
    char buf[QUIRE_NUMBER_SIZE];
    for (int i = 0; i < 20000; i++) {
        double value, back;
        bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17; /* xorshift64, Marsaglia 2003 */
        memcpy(&value, &bits, sizeof value);
        if (!isnormal(value)) {
            continue;
        }
        cr_assert_eq(quire_number_read(&back, quire_number_write(buf, value), 0, NULL),
                     QUIRE_NUMBER_OK, "%s", buf);
        cr_assert_eq(memcmp(&value, &back, sizeof value), 0, "%s", buf);
    }
    cr_expect_str_eq(quire_number_write(buf, 0.1), "0.1");
    cr_expect_str_eq(quire_number_write(buf, -9.80665), "-9.80665");
    cr_expect_str_eq(quire_number_write(buf, 1e22), "1e+22");
    cr_expect_str_eq(quire_number_write(buf, 1.0 / 3), "0.3333333333333333");
    cr_expect_str_eq(quire_number_write(buf, (double)NAN), "nan");
    cr_expect_str_eq(quire_number_write(buf, -(double)INFINITY), "-inf");
}

/* a locale with a decimal comma, made for the test in `folder`; NULL where the system cannot make
 * one */
static const char *
make_comma_locale(char *folder)
{
    char command[200];
    cr_assert_not_null(mkdtemp(folder));
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 '%s/de_DE.UTF-8' >'%s/log' 2>&1",
             folder, folder);
    const int code = system(command);
    setenv("LOCPATH", folder, 1);
    return code == -1 ? NULL : setlocale(LC_ALL, "de_DE.UTF-8");
}

static void
remove_locale(const char *folder)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    cr_expect_eq(system(command), 0);
}

/* in a program with another decimal sign */
Test(number, ignores_the_locale)
{
    char folder[] = "/tmp/quire-locale-XXXXXX";
    const char *found = make_comma_locale(folder);
    remove_locale(folder); /* what is loaded stays loaded */
    if (found == NULL) {
        cr_log_info("no locale with a decimal comma can be made: not tested");
        return;
    }
    cr_assert_str_eq(localeconv()->decimal_point, ",");
    char buf[QUIRE_NUMBER_SIZE];
    snprintf(buf, sizeof buf, "%.1f", 1.5);
    cr_assert_str_eq(buf, "1,5"); /* or this test would prove nothing */
    cr_expect_eq(value_of("1.5", 0), 1.5);
    cr_expect_eq(error_of("1,5"), QUIRE_NUMBER_COMMA);
    cr_expect_str_eq(quire_number_write(buf, 1.5), "1.5");
    quire_number_format(buf, sizeof buf, "%.2f", 0.25);
    cr_expect_str_eq(buf, "0.25");
}
