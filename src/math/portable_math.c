/* pow and atan2 of a whole program: what CVODE calls to choose its steps, so that these do not
 * depend on the processor either (libm has versions with and without fused multiply-add). Part of
 * programs only; a library must not take these names from those who use it. */
#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "math/detmath.h"

/* libraries must find them however this is built */
#define VISIBLE       __attribute__((visibility("default")))
#define MOST_PRODUCTS 22 /* 10^22 is the largest power of ten that a double holds exactly */

/* x^n by products, if nothing leaves the range of full precision on the way */
static bool
power_by_products(double x, double n, double *out)
{
    double product = 1.0;

    if (!(fabs(n) <= MOST_PRODUCTS)) {
        return false;
    }
    for (int i = 0; i < (int)fabs(n); i++) {
        product *= x;
    }
    *out = n < 0.0 ? 1.0 / product : product;
    return fabs(product) >= DBL_MIN && fabs(product) <= DBL_MAX;
}

/* the power of a positive number with the sign that an odd exponent leaves to it */
static double
power_of_negative(double x, double y)
{
    if (floor(y) != y) { /* infinite exponents are even */
        return x == -HUGE_VAL || x == 0.0 ? quire_pow(-x, y) : (double)NAN;
    }
    const bool odd = fabs(y) < 0x1p53 && fmod(y, 2.0) != 0.0;
    const double size = x == -1.0 ? 1.0 : quire_pow(-x, y);
    return odd ? -size : size;
}

VISIBLE double
pow(double x, double y)
{
    double out;

    if (x != x || y != y) {
        return x == 1.0 || y == 0.0 ? 1.0 : (double)NAN;
    }
    if (floor(y) == y && power_by_products(x, y, &out)) {
        return out;
    }
    return signbit(x) ? power_of_negative(x, y) : quire_pow(x, y);
}

VISIBLE double
atan2(double y, double x)
{
    return quire_atan2(y, x);
}
