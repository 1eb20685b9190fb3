/* Numbers in sentences: digits, exponents, units. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "text/amount.h"

static void
expect(double value, const char *text)
{
    cr_expect_str_eq(QUIRE_AMOUNT(value), text, "%a is '%s', not '%s'", value, QUIRE_AMOUNT(value),
                     text);
}

Test(amount, has_three_significant_digits)
{
    expect(312.59, "313");
    expect(31.259, "31.3");
    expect(3.1259, "3.13");
    expect(0.31259, "0.313");
    expect(0.0031259, "0.00313");
    expect(-42.04, "-42");
    expect(0, "0");
    expect(-0.0, "0");
    expect(500, "500");
}

Test(amount, counts_digits_after_rounding)
{
    expect(9.999, "10");
    expect(99.96, "100");
    expect(0.9999, "1");
    expect(0.09996, "0.1");
    expect(999.96, "1000");
}

Test(amount, never_has_an_exponent)
{
    expect(12345.6, "12346");
    expect(1.1e-7, "less than 0.001");
    expect(-1.1e-7, "less than 0.001");
    expect(DBL_TRUE_MIN, "less than 0.001");
    expect(1e15, "1000000000000000");
    cr_expect_eq(strlen(QUIRE_AMOUNT(-DBL_MAX)), 310);
    expect((double)NAN, "nan");
}

static void
expect_within(double value, double error, const char *text)
{
    cr_expect_str_eq(QUIRE_AMOUNT_WITHIN(value, error), text, "%a is '%s', not '%s'", value,
                     QUIRE_AMOUNT_WITHIN(value, error), text);
}

Test(amount, has_digits_as_its_error_has)
{
    expect_within(0.35168321, 0.00021, "0.35168");
    expect_within(0.35168321, 0.021, "0.352");
    expect_within(0.35168321, 1e-12, "0.351683");
    expect_within(0.00031259, 0, "0.000313");
    expect_within(-3.1259e-7, 0, "-0.000000313");
    expect_within(0.35168321, (double)NAN, "0.352");
    expect_within(31259.4, 20, "31259");
    expect_within(0, 0.1, "0");
    expect_within((double)NAN, 0.1, "nan");
    cr_expect_lt(strlen(QUIRE_AMOUNT_WITHIN(DBL_TRUE_MIN, DBL_TRUE_MIN)), QUIRE_AMOUNT_SIZE - 1);
}

Test(amount, of_time_is_to_the_millisecond)
{
    cr_expect_str_eq(QUIRE_AMOUNT_TIME(12.3456), "12.346");
    cr_expect_str_eq(QUIRE_AMOUNT_TIME(0.67), "0.67");
    cr_expect_str_eq(QUIRE_AMOUNT_TIME(0.0123456), "0.0123");
    cr_expect_str_eq(QUIRE_AMOUNT_TIME(0), "0");
    cr_expect_str_eq(QUIRE_AMOUNT_TIME(0.00042), "0.0004");
    cr_expect_str_eq(QUIRE_AMOUNT_TIME(1e-6), "0");
    cr_expect_str_eq(QUIRE_AMOUNT_TIME(-1e-6), "0");
}

Test(amount, of_force_has_the_unit_of_the_largest)
{
    cr_expect_str_eq(QUIRE_AMOUNT_FORCE(1.25, 0), "1.25 N");
    cr_expect_str_eq(QUIRE_AMOUNT_FORCE(0.0125, 0), "12.5 mN");
    cr_expect_str_eq(QUIRE_AMOUNT_FORCE(0.0125, 2), "0.0125 N");
    cr_expect_str_eq(QUIRE_AMOUNT_FORCE(1.1e-7, 0), "less than 0.001 mN");
    cr_expect_str_eq(QUIRE_AMOUNT_FORCE(1.1e-7, 2), "less than 0.001 N");
    cr_expect_str_eq(QUIRE_AMOUNT_FORCE(0, 0), "0 N");
}
