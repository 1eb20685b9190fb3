#include "probability/special.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "math/detmath.h"

#define ONE_OVER_SQRT_2_PI 0.39894228040143267794
#define TWO_PI             6.28318530717958647693
#define MOST_TERMS         1000000 /* some sqrt(a) are needed */
#define TINY               1e-300

/* after Kahan: the error of rounding 1 + x is in both, and leaves the quotient */
double
quire_log1p(double x)
{
    const double u = 1 + x;

    return u == 1 ? x : isinf(u) ? u : quire_log(u) * (x / (u - 1));
}

/* log Gamma(x + 1) = (x + 1/2) log x - x + log sqrt(2 pi) + stirling(x) */
static double
stirling(double x)
{
    double sum = 0;

    for (; x < 15; x += 1) {
        sum += (x + 0.5) * quire_log1p(1 / x) - 1;
    }
    const double s = 1 / (x * x);
    return sum +
           (1.0 / 12 -
            s * (1.0 / 360 -
                 s * (1.0 / 1260 - s * (1.0 / 1680 - s * (1.0 / 1188 - s * (691.0 / 360360)))))) /
               x;
}

double
quire_log_gamma(double x)
{
    return (x - 0.5) * quire_log(x) - x + QUIRE_LN_SQRT_2_PI + stirling(x);
}

/* x log(x/m) + m - x without loss where x and m are near (Loader 2000); off: x - m */
static double
deviance(double x, double m, double off)
{
    const double v = off / (x + m);

    if (!(fabs(v) < 0.1)) { /* NaN, too: the series below would not end */
        return x * quire_log(x / m) + m - x;
    }
    double term = 2 * x * v, sum = off * v, before;
    int j = 1;
    do {
        before = sum;
        term *= v * v;
        sum += term / (2 * j++ + 1);
    } while (sum != before);
    return sum;
}

/* the square in two parts: rounding it would cost digits far out */
double
quire_normal_density(double z)
{
    const double near = floor(fabs(z) * 16) / 16, rest = fabs(z) - near;

    return fabs(z) > 40 ? 0
                        : ONE_OVER_SQRT_2_PI * quire_exp(-near * near / 2) *
                              quire_exp(-rest * (fabs(z) + near) / 2);
}

/* P(0 < Z < z) = density(z) (z + z^3/3 + z^5/15 + ...) */
static double
normal_core(double z)
{
    double term = z, sum = z, before;
    int k = 1;

    do {
        before = sum;
        term *= z * z / (k += 2);
        sum += term;
    } while (sum != before);
    return quire_normal_density(z) * sum;
}

/* P(Z > z) = density(z) / (z + 1/(z + 2/(z + 3/(z + ...)))), from behind */
static double
normal_far(double z)
{
    double sum = z;

    for (int k = z > 4 ? 40 : 160; k > 0; k--) {
        sum = z + k / sum;
    }
    return quire_normal_density(z) / sum;
}

struct quire_tails
quire_normal_tails(double z)
{
    const double size = fabs(z), far = size < 1.5 ? 0.5 - normal_core(size) : normal_far(size),
                 near = 1 - far;

    return z > 0 ? (struct quire_tails){near, far} : (struct quire_tails){far, near};
}

double
quire_poisson_share(double a, double x)
{
    return x > 0 ? quire_exp(-stirling(a) - deviance(a, x, a - x)) / sqrt(TWO_PI * a) : 0;
}

double
quire_binomial_share(double a, double b, double x, double y)
{
    /* from the one that keeps its digits */
    const double n = a + b, off = x < y ? a - n * x : n * y - b;

    if (!(x > 0 && y > 0)) {
        return 0;
    }
    return quire_exp(stirling(n) - stirling(a) - stirling(b) - deviance(a, n * x, off) -
                     deviance(b, n * y, -off)) *
           sqrt(n / (TWO_PI * a) / b);
}

/* sum of x^n / ((a + 1) ... (a + n)) */
static double
gamma_series(double a, double x)
{
    double term = 1, sum = 1;

    for (int n = 1; n < MOST_TERMS && term > sum * DBL_EPSILON / 8; n++) {
        term *= x / (a + n);
        sum += term;
    }
    return sum;
}

/* continued fraction b0 + a1/(b1 + a2/(b2 + ...)) from the front, after Lentz, as Thompson and
 * Barnett (1986) mended it */
struct fraction {
    double value, c, d;
};

static struct fraction
fraction_start(double b0)
{
    return (struct fraction){b0 == 0 ? TINY : b0, b0 == 0 ? TINY : b0, 0};
}

/* false once the value stands still */
static bool
fraction_next(struct fraction *f, double a, double b)
{
    const double d = b + a * f->d, c = b + a / f->c;

    f->d = 1 / (d == 0 ? TINY : d);
    f->c = c == 0 ? TINY : c;
    f->value *= f->c * f->d;
    return fabs(f->c * f->d - 1) > DBL_EPSILON / 2;
}

/* Gamma(a, x) exp(x) x^-a */
static double
gamma_fraction(double a, double x)
{
    struct fraction f = fraction_start(x + 1 - a);

    for (int n = 1; n < MOST_TERMS && fraction_next(&f, n * (a - n), x + 2 * n + 1 - a); n++) {
    }
    return 1 / f.value;
}

struct quire_tails
quire_gamma_tails(double a, double x)
{
    if (!(x > 0)) {
        return (struct quire_tails){0, 1};
    }
    if (isinf(x)) {
        return (struct quire_tails){1, 0};
    }
    const double share = quire_poisson_share(a, x);
    if (x < a + 1) {
        const double below = fmin(1, share * gamma_series(a, x));
        return (struct quire_tails){below, 1 - below};
    }
    const double above = fmin(1, share * a * gamma_fraction(a, x));
    return (struct quire_tails){1 - above, above};
}

/* I_x(a, b) for x below the mean a/(a + b): the fraction of DiDonato and Morris (1992, equation 9)
 * that loses no digits where a or b is large */
static double
beta_below(double a, double b, double x, double y)
{
    const double excess = a * y - b * x;
    struct fraction f = fraction_start(a / (a + 1) * (excess + 1));
    bool more = true;

    for (int i = 1; i < MOST_TERMS && more; i++) {
        const double n = i, at = a + 2 * n;
        const double above =
            (a + n - 1) / (at - 1) * ((a + b + n - 1) / (at - 1)) * n * (b - n) * x * x;
        more = fraction_next(&f, above,
                             n + n * (b - n) * x / (at - 1) +
                                 (a + n) / (at + 1) * (excess + 1 + n * (1 + y)));
    }
    return fmin(1, quire_binomial_share(a, b, x, y) * (a / (a + b)) * b / f.value);
}

struct quire_tails
quire_beta_tails(double a, double b, double x, double y)
{
    if (!(x > 0 && y > 0)) {
        return x > 0 ? (struct quire_tails){1, 0} : (struct quire_tails){0, 1};
    }
    if (x * b <= y * a) {
        const double below = beta_below(a, b, x, y);
        return (struct quire_tails){below, 1 - below};
    }
    const double above = beta_below(b, a, y, x);
    return (struct quire_tails){1 - above, above};
}
