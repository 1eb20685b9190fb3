/* Arithmetic with units. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formula/expression.h"

static bool
find(void *user, const char *name, size_t length, struct quire_quantity *out, char *error,
     size_t size)
{
    (void)user;
    if (length == 3 && strncmp(name, "gap", 3) == 0) {
        return quire_quantity_read(out, "3 mm", error, size);
    }
    if (length == 1 && name[0] == 'n') {
        return quire_quantity_read(out, "4", error, size);
    }
    snprintf(error, size, "no '%.*s'", (int)length, name);
    return false;
}

static const struct quire_expression_names names = {find, NULL};

static void
expect(const char *text, double value, const char *dimension)
{
    struct quire_quantity q;
    char error[200] = "", buf[QUIRE_DIMENSION_SIZE];
    cr_assert(quire_expression_evaluate(&q, text, &names, error, sizeof error), "%s: %s", text,
              error);
    cr_expect_lt(fabs(q.value - value), 1e-15 * fabs(value) + 1e-300, "%s = %.17g", text, q.value);
    cr_expect_str_eq(quire_dimension_write(buf, q.dimension), dimension, "%s", text);
}

static void
refuse(const char *text, const char *part)
{
    struct quire_quantity q;
    char error[200] = "";
    cr_expect_not(quire_expression_evaluate(&q, text, &names, error, sizeof error), "%s", text);
    cr_expect_not_null(strstr(error, part), "%s: %s", text, error);
}

Test(expression, arithmetic)
{
    expect("1 + 2*3 - 8/4", 5, "");
    expect("(1 + 2)*3", 9, "");
    expect("8/4/2", 1, "");
    expect("2 - 3 - 4", -5, "");
    expect("--2", 2, "");
    expect("-(1 - 3)*-2", -4, "");
    expect("n", 4, "");
    expect("2*gap + 0.1 mm", 0.0061, "m");
    expect("gap*gap", 9e-6, "m^2");
    expect("gap/2 s", 0.0015, "m*s^-1");
    expect("10 mm/s*2 s", 0.02, "m");
    expect("90 deg/n", 0.39269908169872414, "rad");
    expect("1 N / (2 mm)", 500, "kg*s^-2");
    expect("50 %*n", 2, "");
    expect("1e-3*gap", 3e-6, "m");
}

Test(expression, refused)
{
    refuse("", "ends too early");
    refuse("2*", "ends too early");
    refuse("(2", "closing parenthesis");
    refuse("2)", "not understood");
    refuse("gap mm", "an operator is missing");
    refuse("gap**2", "powers are written with '^'");
    refuse("gapp(2)", "there is no function 'gapp'; there are abs, min, max, sqrt,");
    refuse("sin(30)", "it needs an angle, such as 90 deg");
    refuse("gap + 1", "adds a length and a plain number");
    refuse("gap - 1 s", "subtracts a length and a time");
    refuse("1/0", "divides by zero");
    refuse("1 m/(gap - gap)", "divides by zero");
    refuse("1e300*1e300", "too large");
    refuse("width", "no 'width'");
    refuse("3 gap", "not a known unit");
    refuse("2,5*gap", "decimal point");
    refuse("sine(1)", "there is no function 'sine'");
    refuse("nan", "no 'nan'");
    refuse("1 Hz + 1 rad/s", "do not go together");
}

/* a number with a unit alone: nothing is computed, and nothing may be left over */
Test(expression, quantities)
{
    static const char *const wrong[] = {"",      "mm",     "3 mm)", "3 mm, 4 mm", "3 mm + 1 mm",
                                        "3 mm?", "(3 mm)", "3)",    "3, 4"};
    struct quire_quantity q;
    char error[200], buf[QUIRE_QUANTITY_SIZE];
    cr_assert(quire_quantity_read(&q, "  3 mm  ", error, sizeof error), "%s", error);
    cr_expect_str_eq(quire_quantity_write(buf, &q), "0.003 m");
    cr_assert(quire_quantity_read(&q, "-2.5e3", error, sizeof error), "%s", error);
    cr_expect_str_eq(quire_quantity_write(buf, &q), "-2500");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        error[0] = '\0';
        cr_expect_not(quire_quantity_read(&q, wrong[i], error, sizeof error), "'%s'", wrong[i]);
        cr_expect_str_neq(error, "", "'%s'", wrong[i]);
    }
    cr_expect_not(quire_quantity_read(&q, "3 mm, 4 mm", error, sizeof error));
    cr_expect_str_eq(error, "'3 mm, 4 mm' is not a number with a unit");
}

/* exact values: the functions at arguments where they are known */
Test(expression, functions)
{
    expect("max(0,5*n)", 20, "");
    expect("min(2-n^2,4.5-n)", -14, "");
    expect("max(min(1,2),(3))", 3, "");
    expect("max(1 mm,2 mm)", 0.002, "m");
    expect("gap^2", 9e-6, "m^2");
    expect("(4 mm^2)^0.5", 0.002, "m");
    expect("(8 mm^3)^(1/3)", 0.002, "m");
    expect("-gap^2", -9e-6, "m^2");
    expect("2^3^2", 512, "");
    expect("2^-1", 0.5, "");
    expect("n^0.5", 2, "");
    expect("sqrt(16 mm^2)", 0.004, "m");
    expect("sqrt(2*9.81 m/s^2*0.2 m)", 1.9809088823063015, "m*s^-1");
    expect("sin(30 deg)", 0.5, "");
    expect("cos(60 deg)", 0.5, "");
    expect("tan(45 deg)", 1, "");
    expect("asin(0.5)", 0.5235987755982989, "rad");
    expect("acos(0)", 1.5707963267948966, "rad");
    expect("atan2(gap, gap)", 0.7853981633974483, "rad");
    expect("atan2(-1, -1)", -2.356194490192345, "rad");
    expect("exp(1)", 2.718281828459045, "");
    expect("log(exp(2))", 2, "");
    expect("round(2.5)*1 mm", 0.003, "m");
    expect("floor(gap/2 mm)", 1, "");
    expect("ceil(gap/2 mm)", 2, "");
    expect("2*pi*10 mm", 0.06283185307179587, "m");
    expect("min(gap, 1 mm) + max(1 mm, gap) - abs(-gap)", 0.001, "m");
}

Test(expression, choices)
{
    expect("gap > 1 mm ? 1 N : 2 N", 1, "kg*m*s^-2");
    expect("gap < 1 mm ? 1 N : 2 N", 2, "kg*m*s^-2");
    expect("gap below 1 mm or n = 4 ? 1 : 2", 1, "");
    expect("1 > 2 ? 1 : 2 > 3 ? 2 : 3", 3, "");
    expect("(n > 3 ? gap : 2*gap)*2", 0.006, "m");
    expect("n = 0 ? 0 : 1/n", 0.25, "");
    /* nothing is divided by zero where it is not taken */
    expect("n - 4 > 0 ? 1/(n - 4) : 7", 7, "");
    expect("n < 0 ? sqrt(n) : sqrt(-n + 5)", 1, "");
    expect("n > 0 ? 1 : log(-n)", 1, "");
}

Test(expression, what_does_not_go_together)
{
    refuse("sin(1)", "sin of a plain number; it needs an angle");
    refuse("sin(gap)", "sin of a length; it needs an angle");
    refuse("asin(30 deg)", "asin of an angle; it needs a plain number");
    refuse("exp(gap)", "exp of a length");
    refuse("round(gap)", "round of a length");
    refuse("atan2(gap, 1)", "a length and a plain number");
    refuse("min(gap, 1 s)", "a length and a time");
    refuse("2^gap", "exponent with a unit");
    refuse("gap^0.5 + gap", "do not go together");
    refuse("sqrt(-1)", "not defined");
    refuse("log(-1)", "not defined");
    refuse("asin(2)", "not defined");
    refuse("log(0)", "too large");
    refuse("exp(1000)", "too large");
    refuse("(-8)^0.5", "not defined");
    refuse("gap > 1 mm", "comparison where a value is needed");
    refuse("gap ? 1 : 2", "neither true nor false");
    refuse("n > 1 ? gap : 2", "chooses between a length and a plain number");
    refuse("n > 1 ? gap", "lacks a colon");
    refuse("n > 1 m ? 1 : 2", "do not go together");
    refuse("n > 1 ? unknown : 2", "no 'unknown'");
    refuse("n < 1 ? unknown : 2", "no 'unknown'");
    refuse("sin 1", "no 'sin'");
    refuse("max(1)", "takes two numbers");
    refuse("max(1,5, 2)", "has more commas than one: 'max(' takes two numbers, with decimal");
    refuse("abs(1,5)", "decimal comma");
    refuse("max(1, 0,5)", "decimal comma");
    refuse("max((1,5), 2)", "decimal comma");
    refuse("2 * 1,5", "decimal comma");
    refuse("1 ^", "ends too early");
}

/* neither depth nor length can exhaust the stack */
Test(expression, bounded)
{
    char text[QUIRE_EXPRESSION_LIMIT + 20];
    memset(text, '(', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    refuse(text, "longer than");
    text[QUIRE_EXPRESSION_LIMIT] = '\0';
    refuse(text, "too many parentheses");
    for (size_t i = 0; i + 2 < QUIRE_EXPRESSION_LIMIT; i += 2) {
        memcpy(text + i, "2^", 2);
    }
    refuse(text, "too many parentheses");
    memset(text, '-', QUIRE_EXPRESSION_LIMIT - 1);
    strcpy(text + QUIRE_EXPRESSION_LIMIT - 1, "1");
    expect(text, (QUIRE_EXPRESSION_LIMIT - 1) % 2 == 0 ? 1 : -1, "");
}

/* what it writes, it reads */
Test(expression, round_trip)
{
    static const char *const texts[] = {"1/3 s", "2*gap", "7 N*s/m^2.5", "90 deg", "42"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct quire_quantity a, b;
        char buf[QUIRE_QUANTITY_SIZE], error[200];
        cr_assert(quire_expression_evaluate(&a, texts[i], &names, error, sizeof error));
        cr_assert(quire_quantity_read(&b, quire_quantity_write(buf, &a), error, sizeof error),
                  "%s: %s", buf, error);
        cr_expect_eq(a.value, b.value, "%s", buf);
        cr_expect(quire_dimension_fits(a.dimension, b.dimension), "%s", buf);
    }
}
