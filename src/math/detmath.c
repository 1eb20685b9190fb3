/* exp, log and pow from tables and short polynomials.
 *
 * log x = a + b: the power of two and the nearest of 47 table points give a, a sum of numbers with
 * few bits and therefore exact; b is the small rest. So y log x keeps its relative error even where
 * it is large, which pow needs. */
#include "math/detmath.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "math/kernel.h"

/* ln 2 and ln(j/64), j = 45..91, as a multiple of 2^-17 and the rest */
#define LN2_HIGH  0x1.62e4000000000p-1
#define LN2_LOW   0x1.7f7d1cf79abcap-20
#define LOG_FIRST 45
static const double log_table[][2] = {{-0x1.68ac000000000p-2, -0x1.07d38d42834cap-19},
                                      {-0x1.522a000000000p-2, -0x1.c0e7147af9c20p-19},
                                      {-0x1.3c26000000000p-2, 0x1.b11999cf89569p-19},
                                      {-0x1.2696000000000p-2, -0x1.089a6dc93c1dfp-21},
                                      {-0x1.1178000000000p-2, -0x1.d044fc8f7bc67p-19},
                                      {-0x1.f990000000000p-3, -0x1.c6cb3b3797d99p-19},
                                      {-0x1.d104000000000p-3, 0x1.01b3543094fcfp-20},
                                      {-0x1.a940000000000p-3, 0x1.2c375261c90d4p-19},
                                      {-0x1.823c000000000p-3, -0x1.6551a3c1bb735p-23},
                                      {-0x1.5bf4000000000p-3, -0x1.ad50f6c7ee0a5p-25},
                                      {-0x1.3660000000000p-3, 0x1.a7f537f4e82bfp-22},
                                      {-0x1.1178000000000p-3, -0x1.d044fc8f7bc67p-20},
                                      {-0x1.da70000000000p-4, -0x1.3b1c223512804p-19},
                                      {-0x1.9338000000000p-4, 0x1.0d1535b3ba8f1p-19},
                                      {-0x1.4d30000000000p-4, -0x1.15d207eac5da8p-20},
                                      {-0x1.0858000000000p-4, -0x1.8b59e3a0688a4p-20},
                                      {-0x1.8950000000000p-5, 0x1.57ad8132f32bap-19},
                                      {-0x1.0410000000000p-5, -0x1.76279d1111c06p-19},
                                      {-0x1.0200000000000p-6, -0x1.59624d611d27dp-20},
                                      {0.0, 0.0},
                                      {0x1.fc00000000000p-7, 0x1.5161f807c79f4p-20},
                                      {0x1.f820000000000p-6, 0x1.361cf0660099fp-19},
                                      {0x1.7740000000000p-5, 0x1.63d8cb73f118dp-19},
                                      {0x1.f0a0000000000p-5, 0x1.86008b15330bep-20},
                                      {0x1.3420000000000p-4, -0x1.434f21717b6b3p-19},
                                      {0x1.6f10000000000p-4, -0x1.6ba8d4a5a320ep-19},
                                      {0x1.a928000000000p-4, -0x1.2c5b52a9c9af4p-20},
                                      {0x1.e270000000000p-4, 0x1.db8abcb97a7aap-22},
                                      {0x1.0d78000000000p-3, -0x1.832f71a699689p-23},
                                      {0x1.2954000000000p-3, 0x1.2f81ff5234c06p-19},
                                      {0x1.44d4000000000p-3, -0x1.4933482e1982cp-19},
                                      {0x1.5ff4000000000p-3, -0x1.f1eb0d8586f18p-20},
                                      {0x1.7ab8000000000p-3, 0x1.20421b21237c7p-20},
                                      {0x1.9524000000000p-3, 0x1.a9cf456b47641p-19},
                                      {0x1.af3c000000000p-3, 0x1.29d017fe5b19dp-20},
                                      {0x1.c900000000000p-3, -0x1.070cacbbca7b4p-20},
                                      {0x1.e270000000000p-3, 0x1.db8abcb97a7aap-21},
                                      {0x1.fb90000000000p-3, 0x1.86d5e3e2a8d55p-19},
                                      {0x1.0a32000000000p-2, 0x1.389ce438d7dd0p-20},
                                      {0x1.1676000000000p-2, -0x1.aa2a2cf8fe31ap-21},
                                      {0x1.2294000000000p-2, 0x1.fbcf7965a2428p-22},
                                      {0x1.2e8e000000000p-2, 0x1.5d708e984e166p-21},
                                      {0x1.3a64000000000p-2, 0x1.8aad28bd38e5ep-19},
                                      {0x1.4618000000000p-2, 0x1.78438bd84fa17p-19},
                                      {0x1.51aa000000000p-2, 0x1.b0e5bf05a1392p-19},
                                      {0x1.5d1c000000000p-2, -0x1.2053fb1ad7b94p-21},
                                      {0x1.686c000000000p-2, 0x1.03d36295d8885p-19}};

/* 2^(j/32) and what rounding left */
#define STEPS_PER_E 0x1.71547652b82fep+5 /* 32/ln 2 */
#define STEP_HIGH   0x1.62e42fefc0000p-6 /* ln 2/32, a multiple of 2^-40 */
#define STEP_LOW    (-0x1.c610ca86c3899p-42)
/* exp(r) - 1 for |r| up to half a step, of one number or of four */
#define EXP_REST(r)                                                                                \
    ((r) +                                                                                         \
     (r) * (r) *                                                                                   \
         (1.0 / 2 + (r) * (1.0 / 6 + (r) * (1.0 / 24 + (r) * (1.0 / 120 + (r) * (1.0 / 720))))))
static const double exp_table[32][2] = {{0x1.0000000000000p+0, 0.0},
                                        {0x1.059b0d3158574p+0, 0x1.d73e2a475b465p-55},
                                        {0x1.0b5586cf9890fp+0, 0x1.8a62e4adc610bp-54},
                                        {0x1.11301d0125b51p+0, -0x1.6c51039449b3ap-54},
                                        {0x1.172b83c7d517bp+0, -0x1.19041b9d78a76p-55},
                                        {0x1.1d4873168b9aap+0, 0x1.e016e00a2643cp-54},
                                        {0x1.2387a6e756238p+0, 0x1.9b07eb6c70573p-54},
                                        {0x1.29e9df51fdee1p+0, 0x1.612e8afad1255p-55},
                                        {0x1.306fe0a31b715p+0, 0x1.6f46ad23182e4p-55},
                                        {0x1.371a7373aa9cbp+0, -0x1.63aeabf42eae2p-54},
                                        {0x1.3dea64c123422p+0, 0x1.ada0911f09ebcp-55},
                                        {0x1.44e086061892dp+0, 0x1.89b7a04ef80d0p-59},
                                        {0x1.4bfdad5362a27p+0, 0x1.d4397afec42e2p-56},
                                        {0x1.5342b569d4f82p+0, -0x1.07abe1db13cadp-55},
                                        {0x1.5ab07dd485429p+0, 0x1.6324c054647adp-54},
                                        {0x1.6247eb03a5585p+0, -0x1.383c17e40b497p-54},
                                        {0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54},
                                        {0x1.71f75e8ec5f74p+0, -0x1.16e4786887a99p-55},
                                        {0x1.7a11473eb0187p+0, -0x1.41577ee04992fp-55},
                                        {0x1.82589994cce13p+0, -0x1.d4c1dd41532d8p-54},
                                        {0x1.8ace5422aa0dbp+0, 0x1.6e9f156864b27p-54},
                                        {0x1.93737b0cdc5e5p+0, -0x1.75fc781b57ebcp-57},
                                        {0x1.9c49182a3f090p+0, 0x1.c7c46b071f2bep-56},
                                        {0x1.a5503b23e255dp+0, -0x1.d2f6edb8d41e1p-54},
                                        {0x1.ae89f995ad3adp+0, 0x1.7a1cd345dcc81p-54},
                                        {0x1.b7f76f2fb5e47p+0, -0x1.5584f7e54ac3bp-56},
                                        {0x1.c199bdd85529cp+0, 0x1.11065895048ddp-55},
                                        {0x1.cb720dcef9069p+0, 0x1.503cbd1e949dbp-56},
                                        {0x1.d5818dcfba487p+0, 0x1.2ed02d75b3707p-55},
                                        {0x1.dfc97337b9b5fp+0, -0x1.1a5cd4f184b5cp-54},
                                        {0x1.ea4afa2a490dap+0, -0x1.e9c23179c2893p-54},
                                        {0x1.f50765b6e4540p+0, 0x1.9d3e12dd8a18bp-54}};

static uint64_t
bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double
from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* the first 26 bits of x; the rest has at most 27 */
static double
head(double x)
{
    return from_bits(bits_of(x) & ~(uint64_t)0x7ffffff);
}

/* a * b is the returned product plus *rest (Dekker 1971) */
static double
product(double a, double b, double *rest)
{
    const double p = a * b;
    const double ah = head(a), al = a - ah, bh = head(b), bl = b - bh;
    *rest = ((ah * bh - p) + ah * bl + al * bh) + al * bl;
    return p;
}

/* a + b is the returned sum plus *rest (Knuth) */
static double
sum(double a, double b, double *rest)
{
    const double s = a + b, part = s - a;
    *rest = (a - (s - part)) + (b - part);
    return s;
}

/* v * 2^k for v in [1, 2) */
static double
scale(double v, int k)
{
    if (k > 1023) {
        return v * 0x1p1023 * (k > 1024 ? HUGE_VAL : 2.0);
    }
    if (k < -1021) {
        return k < -1080 ? 0.0 : v * from_bits((uint64_t)(k + 1023 + 200) << 52) * 0x1p-200;
    }
    return v * from_bits((uint64_t)(k + 1023) << 52);
}

/* exp(h + l), |l| < 1 */
static double
exp_sum(double h, double l)
{
    if (!(h < 711.0)) {
        return h != h ? h : HUGE_VAL;
    }
    if (h < -747.0) {
        return 0.0;
    }
    const double n = ((h + l) * STEPS_PER_E + 0x1.8p52) - 0x1.8p52; /* nearest integer */
    const double r = (h - n * STEP_HIGH) - (n * STEP_LOW - l);
    const double p = EXP_REST(r);
    const int step = (int)n, j = step & 31;
    return scale(exp_table[j][0] + (exp_table[j][1] + exp_table[j][0] * p), (step - j) / 32);
}

double
quire_exp(double x)
{
    return exp_sum(x, 0.0);
}

/* expm1() in between: below the least it is -1 to the last bit, beyond the most it is exp() */
#define EXPM1_LEAST (-40.0)
#define EXPM1_MOST  700.0

/* The whole steps are taken off the 1 first, exactly where the two are near each other, so that the
 * small rest keeps its bits. */
double
quire_expm1(double x)
{
    if (!(x > EXPM1_LEAST && x < EXPM1_MOST)) {
        return x < 0 ? -1.0 : exp_sum(x, 0.0);
    }
    const double n = (x * STEPS_PER_E + 0x1.8p52) - 0x1.8p52;
    const double r = (x - n * STEP_HIGH) - n * STEP_LOW;
    const int step = (int)n, j = step & 31;
    const double times = from_bits((uint64_t)((step - j) / 32 + 1023) << 52),
                 first = exp_table[j][0], rest = exp_table[j][1] + first * EXP_REST(r);
    return (first * times - 1.0) + rest * times;
}

struct log_sum {
    double a, b, low; /* log x = a + b + low; low is 0 unless asked for */
};

/* for finite x > 0 */
static inline struct log_sum
log_of(double x, bool careful)
{
    struct log_sum out = {0.0, 0.0, 0.0};
    int k = -1023;
    if (x < 0x1p-1022) {
        x *= 0x1p54;
        k -= 54;
    }
    const uint64_t bits = bits_of(x);
    double m = from_bits((bits & 0xfffffffffffff) | 0x3ff0000000000000);
    k += (int)(bits >> 52);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        k += 1;
    }
    const int j = (int)(m * 64.0 + 0.5);
    const double c = j / 64.0;
    const double n = m - c, d = m + c; /* n is exact */
    const double s = n / d, z = s * s;
    const double *entry = log_table[j - LOG_FIRST];
    /* log m = log c + 2 artanh s */
    const double series = 2.0 * s * z * (1.0 / 3 + z * (1.0 / 5 + z * (1.0 / 7 + z * (1.0 / 9))));
    const double rest = series + (k * LN2_LOW + entry[1]);
    out.a = k * LN2_HIGH + entry[0];
    if (!careful) {
        out.b = 2.0 * s + rest;
        return out;
    }
    double d_rest, sd_rest;
    const double dh = sum(m, c, &d_rest), sd = product(s, dh, &sd_rest);
    const double s_low = (((n - sd) - sd_rest) - s * d_rest) / d;
    out.b = sum(2.0 * s, rest, &out.low);
    out.low += 2.0 * s_low;
    return out;
}

double
quire_log(double x)
{
    if (!(x > 0.0)) {
        return x == 0.0 ? -HUGE_VAL : (double)NAN;
    }
    if (x == HUGE_VAL) {
        return x;
    }
    const struct log_sum l = log_of(x, false);
    return l.a + l.b;
}

/* x^y for finite x > 0 and |y| <= 16: y a is exact but for 2^-53 of its small part, and y b is
 * small */
static inline double
pow_small(double x, double y)
{
    const struct log_sum l = log_of(x, false);
    const double yh = head(y);
    return exp_sum(yh * l.a, (y - yh) * l.a + y * l.b);
}

/* x^y for finite x > 0 and any y: y b is no longer small, so it takes two numbers */
static double
pow_large(double x, double y)
{
    /* beyond this every x but 1 gives 0 or inf, and products could overflow */
    y = y > 0x1p70 ? 0x1p70 : y < -0x1p70 ? -0x1p70 : y;
    const struct log_sum l = log_of(x, true);
    const double yh = head(y);
    double b_rest, h_rest;
    const double b = product(y, l.b, &b_rest);
    const double h = sum(yh * l.a, b, &h_rest);
    if (!(fabs(h) < 800.0)) {
        return h > 0.0 ? HUGE_VAL : 0.0;
    }
    return exp_sum(h, (h_rest + b_rest) + ((y - yh) * l.a + y * l.low));
}

static double
pow_special(double x, double y)
{
    if (y == 0.0 || x == 1.0) {
        return 1.0;
    }
    if (!(x >= 0.0) || y != y) {
        return NAN;
    }
    const bool grows = (x > 1.0) == (y > 0.0);
    return grows ? HUGE_VAL : 0.0;
}

double
quire_pow(double x, double y)
{
    if (!(x > 0.0) || x == HUGE_VAL || !(fabs(y) < HUGE_VAL)) {
        return pow_special(x, y);
    }
    if (y >= 0.0 && y <= 3.0 && 2.0 * y == (double)(int)(2.0 * y)) {
        const struct quire_power half = {y, (int)(2.0 * y)};
        double derivative;
        return quire_power_eval(&half, x, &derivative);
    }
    return fabs(y) <= 16.0 ? pow_small(x, y) : pow_large(x, y);
}

struct quire_power
quire_power_of(double exponent)
{
    struct quire_power p = {exponent, -1};
    if (exponent >= 0.0 && exponent <= 6.0 && 2.0 * exponent == (double)(int)(2.0 * exponent)) {
        p.twice = (int)(2.0 * exponent);
    }
    return p;
}

double
quire_power_general(double exponent, double x, double *derivative)
{
    const double lower = exponent - 1.0; /* exact from 0.5 on */
    const double below =
        fabs(lower) <= 16.0 && x < HUGE_VAL ? pow_small(x, lower) : quire_pow(x, lower);
    *derivative = exponent * below;
    return below * x;
}

/* added to a number below 2^51, its last bits are those of the nearest integer */
#define INTEGER 0x1.8p52

QUIRE_INLINE quire_mask4
to_integer(quire_v4 x)
{
    return (quire_mask4)(x + INTEGER) - (quire_mask4)quire_all4(INTEGER);
}

/* exp(x) = (first + rest) times, for x = n steps + r */
struct exp_parts4 {
    quire_v4 first, rest, times;
};

QUIRE_INLINE struct exp_parts4
exp_parts4(quire_v4 n, quire_v4 r)
{
    const quire_mask4 step = to_integer(n), j = step & 31;
    struct exp_parts4 e = {.times = (quire_v4)(((step - j) << 47) + (1023LL << 52))};
    quire_v4 low;

    for (int i = 0; i < 4; i++) {
        e.first[i] = exp_table[j[i]][0];
        low[i] = exp_table[j[i]][1];
    }
    e.rest = low + e.first * EXP_REST(r);
    return e;
}

QUIRE_CLONES void
quire_expm1_4(const double *x, double *value)
{
    const quire_v4 at = quire_lanes(x);

    if (quire_any(~((at > quire_all4(EXPM1_LEAST)) & (at < quire_all4(EXPM1_MOST))))) {
        for (int i = 0; i < 4; i++) {
            value[i] = quire_expm1(x[i]);
        }
        return;
    }
    const quire_v4 n = (at * STEPS_PER_E + INTEGER) - INTEGER,
                   r = (at - n * STEP_HIGH) - n * STEP_LOW;
    const struct exp_parts4 e = exp_parts4(n, r);

    quire_set_lanes(value, (e.first * e.times - 1.0) + e.rest * e.times);
}

/* pow_small() of four numbers that are normal and far from overflow, as their powers are */
QUIRE_INLINE quire_v4
pow_small4(quire_v4 x, double y)
{
    const quire_mask4 bits = (quire_mask4)x,
                      mantissa = (bits & 0xfffffffffffffLL) | 0x3ff0000000000000LL;
    const quire_mask4 large = (quire_v4)mantissa > quire_all4(1.4142135623730951),
                      k = (bits >> 52) - 1023 - large;
    const quire_v4 m = quire_select4(large, 0.5 * (quire_v4)mantissa, (quire_v4)mantissa);
    const double yh = head(y);
    const quire_v4 at = m * 64.0 + 0.5, nearest = (at + INTEGER) - INTEGER,
                   whole = nearest - quire_where4(nearest > at, quire_all4(1.0)),
                   c = whole * (1.0 / 64.0);
    const quire_mask4 entry = to_integer(whole);
    const quire_v4 exponent = (quire_v4)(k + (quire_mask4)quire_all4(INTEGER)) - INTEGER;
    quire_v4 high, low;

    for (int i = 0; i < 4; i++) {
        high[i] = log_table[entry[i] - LOG_FIRST][0];
        low[i] = log_table[entry[i] - LOG_FIRST][1];
    }
    const quire_v4 s = (m - c) / (m + c), z = s * s;
    const quire_v4 series = 2.0 * s * z * (1.0 / 3 + z * (1.0 / 5 + z * (1.0 / 7 + z * (1.0 / 9))));
    const quire_v4 rest = series + (exponent * LN2_LOW + low), a = exponent * LN2_HIGH + high,
                   b = 2.0 * s + rest;
    const quire_v4 h = yh * a, l = (y - yh) * a + y * b;
    const quire_v4 n = ((h + l) * STEPS_PER_E + 0x1.8p52) - 0x1.8p52;
    const quire_v4 r = (h - n * STEP_HIGH) - (n * STEP_LOW - l);
    const struct exp_parts4 e = exp_parts4(n, r);

    return (e.first + e.rest) * e.times;
}

/* as quire_power_eval() for half-integers from 1 on */
QUIRE_INLINE void
half_integer4(const struct quire_power *p, quire_v4 x, double *value, double *derivative)
{
    const quire_v4 zero = {0}, base = quire_select4(x <= zero, zero, x);
    quire_v4 below = (p->twice & 1) != 0 ? quire_sqrt4(base) : quire_all4(1.0);

    for (int i = p->twice; i >= 4; i -= 2) {
        below *= base;
    }
    below = quire_select4(x <= zero, zero, below);
    quire_set_lanes(derivative, p->exponent * below);
    quire_set_lanes(value, below * base);
}

QUIRE_CLONES void
quire_power_eval4(const struct quire_power *p, const double *x, double *value, double *derivative)
{
    const quire_v4 zero = {0}, at = quire_lanes(x);
    const quire_mask4 positive = at > zero;
    const quire_v4 base = quire_select4(positive, at, quire_all4(1));
    const double lower = p->exponent - 1.0;

    if (p->twice >= 2) {
        half_integer4(p, at, value, derivative);
        return;
    }
    /* at other numbers the power, or what it is made of, may come near the ends of the range */
    if (p->twice >= 0 || !(lower > 0 && lower <= 6) ||
        quire_any(~((base > quire_all4(0x1p-100)) & (base < quire_all4(0x1p100))) | (at != at))) {
        for (int i = 0; i < 4; i++) {
            value[i] = quire_power_eval(p, x[i], derivative + i);
        }
        return;
    }
    const quire_v4 below = pow_small4(base, lower);
    quire_set_lanes(derivative, quire_where4(positive, p->exponent * below));
    quire_set_lanes(value, quire_where4(positive, below * at));
}
