/* The library's own elementary functions against the C library's long double ones. */
#include "math/detmath.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define ARGUMENTS 100000
#define PI        3.141592653589793

/* pseudo-random numbers in [0, 1), always the same (Knuth's MMIX generator) */
static uint64_t state = 1;
static double
unit(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(state >> 11) * 0x1p-53;
}

static double
between(double low, double high)
{
    return low + (high - low) * unit();
}

/* distance in units of the reference's last place */
static double
ulps(double value, long double reference)
{
    const double r = (double)reference;
    if ((isnan(value) && isnan(r)) || (isinf(r) && !(value < r) && !(value > r))) {
        return 0.0;
    }
    if (!isfinite(value) || !isfinite(r)) {
        return HUGE_VAL;
    }
    return (double)(fabsl((long double)value - reference) /
                    ((long double)nextafter(fabs(r), HUGE_VAL) - (long double)fabs(r)));
}

#define CHECK(value, reference, x, y)                                                              \
    do {                                                                                           \
        const double off = ulps(value, reference);                                                 \
        cr_assert(off < 4.0, "%.17g, %.17g: %g ulp", x, y, off);                                   \
    } while (0)

Test(detmath, exp_and_log)
{
    for (int i = 0; i < ARGUMENTS; i++) {
        double x = i % 2 == 0 ? between(-745.0, 710.0) : between(-1.0, 1.0);
        CHECK(quire_exp(x), expl(x), x, 0.0);
        x = exp(between(-740.0, 709.0));
        CHECK(quire_log(x), logl(x), x, 0.0);
        x = 1.0 + between(-0.3, 0.3) * pow(10.0, -16.0 * unit());
        CHECK(quire_log(x), logl(x), x, 0.0);
    }
}

/* of small numbers at all sizes, next to multiples of ln 2/32, where it takes another step, and
 * over the whole range */
Test(detmath, exp_less_one)
{
    for (int i = 0; i < ARGUMENTS; i++) {
        double x = copysign(exp(between(-80.0, 0.0)), between(-1.0, 1.0));
        CHECK(quire_expm1(x), expm1l(x), x, 0.0);
        x = (floor(between(-100.0, 100.0)) + 0.5) * (0.6931471805599453 / 32) +
            between(-1e-6, 1e-6);
        CHECK(quire_expm1(x), expm1l(x), x, 0.0);
        x = between(-50.0, 720.0);
        CHECK(quire_expm1(x), expm1l(x), x, 0.0);
    }
}

/* over the whole range of results, with exponents small and huge */
Test(detmath, pow)
{
    for (int i = 0; i < ARGUMENTS; i++) {
        double x = exp(between(-740.0, 709.0)), y = between(-745.0, 710.0) / fabs(log(x));
        CHECK(quire_pow(x, y), powl(x, y), x, y);
        x = 1.0 + between(0.001, 0.5) * pow(10.0, -12.0 * unit());
        y = between(-745.0, 710.0) / log(x);
        CHECK(quire_pow(x, y), powl(x, y), x, y);
    }
}

Test(detmath, trigonometry)
{
    for (int i = 0; i < ARGUMENTS; i++) {
        double x = i % 2 == 0 ? between(-1e5, 1e5) : between(-7.0, 7.0);
        CHECK(quire_sin(x), sinl(x), x, 0.0);
        CHECK(quire_cos(x), cosl(x), x, 0.0);
        x = 0.5 * PI * floor(between(-63000.0, 63000.0)); /* next to the zeros */
        CHECK(quire_sin(x), sinl(x), x, 0.0);
        CHECK(quire_cos(x), cosl(x), x, 0.0);
    }
}

Test(detmath, atan2)
{
    for (int i = 0; i < ARGUMENTS; i++) {
        const double x = between(-1.0, 1.0), y = between(-1.0, 1.0);
        const double scale = exp(between(-300.0, 300.0));
        CHECK(quire_atan2(y, x), atan2l(y, x), y, x);
        CHECK(quire_atan2(y * scale, x), atan2l((long double)(y * scale), x), y * scale, x);
        CHECK(quire_atan2(y, x * scale), atan2l(y, (long double)(x * scale)), y, x * scale);
    }
}

/* every pair of awkward numbers as the C standard (annex F) says */
Test(detmath, special_values)
{
    const double nan = (double)NAN;
    const double odd[] = {0.0, -0.0,   1.0,   -1.0,   HUGE_VAL, -HUGE_VAL, nan,    5e-324,
                          2.0, 1e-310, 1e308, -1e308, 0.5,      709.79,    -745.2, 1e-5};
    const size_t n = sizeof odd / sizeof odd[0];
    for (size_t i = 0; i < n; i++) {
        CHECK(quire_exp(odd[i]), expl(odd[i]), odd[i], 0.0);
        CHECK(quire_expm1(odd[i]), expm1l(odd[i]), odd[i], 0.0);
        CHECK(quire_log(odd[i]), logl(odd[i]), odd[i], 0.0);
        for (size_t j = 0; j < n; j++) {
            const double angle = quire_atan2(odd[i], odd[j]);
            CHECK(angle, atan2l(odd[i], odd[j]), odd[i], odd[j]);
            cr_expect(isnan(angle) || !signbit(angle) == !signbit(odd[i]));
            if (!signbit(odd[i])) {
                CHECK(quire_pow(odd[i], odd[j]), (long double)pow(odd[i], odd[j]), odd[i], odd[j]);
            }
        }
    }
    cr_expect_eq(quire_sin(0.0), 0.0);
    cr_expect_eq(quire_cos(0.0), 1.0);
    cr_expect(isnan(quire_sin(HUGE_VAL)) && isnan(quire_cos(nan)));
}

/* contact laws: overlaps from 1e-9 m to 1e-2 m, exponents 0 to 6, relative error below 1e-14 */
Test(detmath, power_and_its_derivative)
{
    for (int i = 0; i < ARGUMENTS; i++) {
        const double x = pow(10.0, between(-9.0, -2.0));
        const double p = i % 2 == 0 ? between(0.0, 6.0) : 0.5 * floor(between(0.0, 13.0));
        const struct quire_power power = quire_power_of(p);
        double slope;
        const double value = quire_power_eval(&power, x, &slope);
        const long double exact = powl(x, p), exact_slope = p * powl(x, (long double)p - 1.0L);
        cr_assert(fabsl(value - exact) <= 1e-14L * exact, "%.17g^%.17g", x, p);
        cr_assert(fabsl(slope - exact_slope) <= 1e-14L * exact_slope, "%.17g^%.17g slope", x, p);
    }
}

Test(detmath, power_of_nothing)
{
    const double exponent[] = {0.5, 1.0, 1.3, 1.5, 6.0};
    for (size_t i = 0; i < sizeof exponent / sizeof exponent[0]; i++) {
        const struct quire_power power = quire_power_of(exponent[i]);
        double slope = 1.0;
        cr_expect_eq(quire_power_eval(&power, 0.0, &slope), 0.0);
        cr_expect_eq(slope, 0.0);
        cr_expect_eq(quire_power_eval(&power, -1e-3, &slope), 0.0);
        cr_expect(isnan(quire_power_eval(&power, (double)NAN, &slope)));
    }
    const struct quire_power none = quire_power_of(0.0);
    double slope = 1.0;
    cr_expect_eq(quire_power_eval(&none, 0.0, &slope), 1.0);
    cr_expect_eq(slope, 0.0);
}

/* half-integer exponents are roots and products: exact where those are */
Test(detmath, half_integer_exponents_are_exact)
{
    cr_expect_eq(quire_power_of(1.5).twice, 3);
    cr_expect_eq(quire_power_of(6.0).twice, 12);
    cr_expect_eq(quire_power_of(6.5).twice, -1);
    cr_expect_eq(quire_power_of(1.3).twice, -1);
    cr_expect_eq(quire_pow(4.0, 1.5), 8.0);
    cr_expect_eq(quire_pow(9.0, 2.5), 243.0);
    cr_expect_eq(quire_pow(0.25, 0.5), 0.5);
    cr_expect_eq(quire_pow(3.0, 3.0), 27.0);
    cr_expect_eq(quire_pow(7.3, 0.0), 1.0);
}

/* Four at once have the bits of each by itself; of any number, and of exponents of all sorts. */
Test(detmath, powers_of_four_are_those_of_each)
{
    static const double exponents[] = {1, 1.001, 1.3, 1.5, 2.2, 3.7, 6, 7.5},
                        odd[] = {0, -1e-6, 5e-324, 1e-300, 1e300, HUGE_VAL, (double)NAN, 1};

    for (size_t k = 0; k < sizeof exponents / sizeof *exponents; k++) {
        const struct quire_power p = quire_power_of(exponents[k]);
        for (int i = 0; i < 2000; i++) {
            _Alignas(32) double x[4], value[4], derivative[4];
            for (int j = 0; j < 4; j++) {
                x[j] = i < 8 && j == i % 4 ? odd[i] : quire_exp(between(-30, 3));
            }
            quire_power_eval4(&p, x, value, derivative);
            for (int j = 0; j < 4; j++) {
                double slope;
                const double one = quire_power_eval(&p, x[j], &slope);
                cr_expect(memcmp(value + j, &one, sizeof one) == 0 &&
                              memcmp(derivative + j, &slope, sizeof slope) == 0,
                          "%g^%g: %a, not %a; %a, not %a", x[j], exponents[k], value[j], one,
                          derivative[j], slope);
            }
        }
    }
}

Test(detmath, exp_less_one_of_four_is_that_of_each)
{
    static const double odd[] = {0, -0.0, 5e-324, 699.9, 700, -40, 1e300, -HUGE_VAL, (double)NAN};
    const int n_odd = (int)(sizeof odd / sizeof *odd);

    for (int i = 0; i < 20000; i++) {
        _Alignas(32) double x[4], value[4];
        for (int j = 0; j < 4; j++) {
            x[j] = i < 4 * n_odd && j == i % 4 ? odd[i / 4]
                   : i % 2 == 0                ? between(-1, 30)
                                               : between(-39, 699);
        }
        quire_expm1_4(x, value);
        for (int j = 0; j < 4; j++) {
            const double one = quire_expm1(x[j]);
            cr_expect(memcmp(value + j, &one, sizeof one) == 0, "%g: %a, not %a", x[j], value[j],
                      one);
        }
    }
}
