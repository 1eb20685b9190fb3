/* Lists of numbers, against the C library's. */
#include <criterion/criterion.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "text/number_list.h"
#include "text/text.h"

#define MANY 1000 /* numbers of a list */

static uint64_t
next_bits(void)
{
    static uint64_t bits = 88172645463325252u;
    bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17; /* xorshift64, Marsaglia 2003 */
    return bits;
}

/* what printf gives for each, nothing for those not finite */
static void
expect_like_printf(const double *value, size_t n, int digits)
{
    static char got[MANY * QUIRE_NUMBER_LIST_ROOM + QUIRE_NUMBER_LIST_END + 1], want[MANY * 32];
    size_t size = 0;
    char *end = quire_number_list_rounded(got, value, n, digits);
    *end = '\0';
    for (size_t i = 0; i < n; i++) {
        size += (size_t)snprintf(want + size, sizeof want - size, i > 0 ? "," : "");
        if (isfinite(value[i])) {
            size += (size_t)snprintf(want + size, sizeof want - size, "%.*g", digits, value[i]);
        }
    }
    if (strcmp(got, want) != 0) {
        for (size_t i = 0; n > 1 && i < n; i++) {
            expect_like_printf(value + i, 1, digits); /* which one it is */
        }
        cr_assert_str_eq(got, want, "%a with %d digits", value[0], digits);
    }
}

/* numbers of every size, and those not finite among them */
Test(number_list, any_numbers_are_as_printf_writes_them)
{
    double value[MANY];
    for (int list = 0; list < 300; list++) {
        for (size_t i = 0; i < MANY; i++) {
            const uint64_t bits = next_bits();
            memcpy(value + i, &bits, sizeof bits);
        }
        expect_like_printf(value, MANY, 1 + list % 17);
    }
    const double special[] = {0.0,
                              -0.0,
                              (double)NAN,
                              (double)INFINITY,
                              DBL_MIN,
                              -DBL_MIN,
                              -(double)INFINITY,
                              DBL_TRUE_MIN,
                              DBL_MAX,
                              (double)NAN,
                              1.0};
    for (int digits = 1; digits <= 17; digits++) {
        expect_like_printf(special, sizeof special / sizeof *special, digits);
    }
}

/* sizes that results have, with either sign */
Test(number_list, results_are_as_printf_writes_them)
{
    double value[MANY];
    for (int list = 0; list < 3000; list++) {
        for (size_t i = 0; i < MANY; i++) {
            value[i] = ldexp((double)(next_bits() >> 11), -53 + (int)(i % 160) - 120);
            value[i] = i % 3 == 0 ? -value[i] : value[i];
        }
        expect_like_printf(value, MANY, list % 4 == 0 ? 1 + list / 4 % 9 : 9);
    }
}

/* few digits, as of times and settings: zeros at the end are left out */
Test(number_list, round_numbers_are_as_printf_writes_them)
{
    double value[MANY];
    for (int power = -12; power <= 9; power++) {
        for (size_t i = 0; i < MANY; i++) {
            value[i] = (double)i * pow(10.0, power);
        }
        for (int digits = 1; digits <= 10; digits++) {
            expect_like_printf(value, MANY, digits);
        }
    }
}

/* exactly half way between two neighbours, and as near to that as doubles are */
Test(number_list, ties_are_as_printf_writes_them)
{
    double value[MANY];
    for (int list = 0; list < 600; list++) {
        for (size_t i = 0; i + 5 <= MANY; i += 5) {
            const double tie = (double)(100000000 + next_bits() % 900000000) + 0.5;
            value[i] = ldexp(tie, list % 3 == 0 ? 0 : -(int)(next_bits() % 60));
            value[i + 1] = nextafter(value[i], 0.0);
            value[i + 2] = nextafter(value[i], 1e300);
            value[i + 3] = tie / pow(10.0, (double)(list % 30));
            value[i + 4] = nextafter(value[i + 3], list % 2 == 0 ? 0.0 : 1e300);
        }
        expect_like_printf(value, MANY, 9);
    }
}

/* where rounding carries over into one digit more */
Test(number_list, powers_of_ten_are_as_printf_writes_them)
{
    for (int digits = 1; digits <= 17; digits++) {
        for (int power = -40; power <= 40; power++) {
            const double at = pow(10.0, power), value[] = {at,
                                                           nextafter(at, 0.0),
                                                           nextafter(at, 1e300),
                                                           at * (1 - 1e-9),
                                                           at * (1 - 0.4e-9),
                                                           at * (1 - 0.5e-9),
                                                           at * (1 - 0.6e-9),
                                                           at * (1 + 0.5e-9),
                                                           at * (1 + 0.5e-8),
                                                           ldexp(1.0, power),
                                                           ldexp(1.0, 2 * power)};
            expect_like_printf(value, sizeof value / sizeof *value, digits);
        }
    }
}

Test(number_list, integers_of_every_length)
{
    const int32_t absent = INT32_MIN;
    int32_t value[MANY] = {0,         1,         -1,        9,          10,          99999999,
                           100000000, -99999999, 100000001, -100000000, INT32_MAX,   -INT32_MAX,
                           absent,    123,       -7654321,  20000000,   -2000000000, 12345678};
    static char got[MANY * QUIRE_NUMBER_LIST_ROOM + QUIRE_NUMBER_LIST_END + 1], want[MANY * 16];
    for (size_t i = 18; i < MANY; i++) {
        const uint64_t bits = next_bits();
        value[i] = (int32_t)(bits >> 32) >> (bits % 31);
    }
    size_t size = 0;
    for (size_t i = 0; i < MANY; i++) {
        size += (size_t)snprintf(want + size, sizeof want - size, i > 0 ? "," : "");
        size += value[i] == absent
                    ? (size_t)snprintf(want + size, sizeof want - size, "null")
                    : (size_t)snprintf(want + size, sizeof want - size, "%" PRId32, value[i]);
    }
    char *end = quire_number_list_integers(got, value, MANY, absent);
    *end = '\0';
    cr_assert_str_eq(got, want);
}

Test(number_list, texts_take_whole_lists)
{
    struct quire_text text = {0};
    quire_text_add(&text, "[");
    quire_text_integers(&text, (const int32_t[]){-5, 7, 30}, 3, 7);
    quire_text_integers(&text, NULL, 0, 7);
    quire_text_add(&text, "] ");
    /* two columns; a step may be longer than any place */
    quire_text_steps(&text, (const int32_t[]){3, -2000000000, 5, 2000000000, 5, 7}, 6, 2);
    quire_text_add(&text, " ");
    quire_text_rounded(&text, (const double[]){0.5, (double)NAN, -1e-7}, 3, 9);
    cr_assert_str_eq(text.data,
                     "[-5,null,30] 3,-2000000000,2,4000000000,0,-1999999993 0.5,,-1e-07");
    quire_text_clear(&text);
}
