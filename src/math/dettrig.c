/* sin, cos and atan2 from short polynomials. */
#include "math/detmath.h"

#include <stdbool.h>

#define PI_HIGH 0x1.921fb54442d18p+1
#define PI_LOW  0x1.1a62633145c07p-53

/* pi/2 in three parts; the first two have 33 bits, so that their product with n < 2^20 is exact */
#define QUARTER_1   0x1.921fb54400000p+0
#define QUARTER_2   0x1.0b4611a600000p-34
#define QUARTER_3   0x1.3198a2e037073p-69
#define PER_QUARTER 0x1.45f306dc9c883p-1

/* atan(j/16) and what rounding left */
static const double atan_table[17][2] = {{0.0, 0.0},
                                         {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
                                         {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
                                         {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
                                         {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                         {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
                                         {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
                                         {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
                                         {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                         {0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56},
                                         {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
                                         {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
                                         {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                         {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
                                         {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
                                         {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
                                         {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};

/* sin and cos of r + low, |r| <= pi/4: Taylor series, the first neglected terms are below 1e-19 */
static double
sin_kernel(double r, double low)
{
    const double z = r * r;
    const double series =
        -1.0 / 6 +
        z * (1.0 / 120 +
             z * (-1.0 / 5040 +
                  z * (1.0 / 362880 +
                       z * (-1.0 / 39916800 +
                            z * (1.0 / 6227020800.0 +
                                 z * (-1.0 / 1307674368000.0 + z * (1.0 / 355687428096000.0)))))));
    return r + (r * z * series + low * (1.0 - 0.5 * z));
}

static double
cos_kernel(double r, double low)
{
    const double z = r * r, half = 0.5 * z, w = 1.0 - half;
    const double series =
        1.0 / 24 +
        z * (-1.0 / 720 +
             z * (1.0 / 40320 + z * (-1.0 / 3628800 +
                                     z * (1.0 / 479001600 + z * (-1.0 / 87178291200.0 +
                                                                 z * (1.0 / 20922789888000.0))))));
    return w + (((1.0 - w) - half) + (z * z * series - r * low));
}

/* sin(x + shift quarters) */
static double
sin_shifted(double x, int shift)
{
    if (!(fabs(x) < 0x1p20)) {
        /* outside the promised range the reduction would be wrong without a sign of it */
        return NAN;
    }
    const double n = (x * PER_QUARTER + 0x1.8p52) - 0x1.8p52;
    const double first = x - n * QUARTER_1; /* exact */
    const double r = first - n * QUARTER_2;
    const double low = ((first - r) - n * QUARTER_2) - n * QUARTER_3;
    const int quadrant = ((int)n + shift) & 3;
    const double value = (quadrant & 1) != 0 ? cos_kernel(r + low, (r - (r + low)) + low)
                                             : sin_kernel(r + low, (r - (r + low)) + low);
    return quadrant >= 2 ? -value : value;
}

double
quire_sin(double x)
{
    return x == 0.0 ? x : sin_shifted(x, 0);
}

double
quire_cos(double x)
{
    return sin_shifted(x, 1);
}

/* the angle of (x, y), 0 <= y <= x, x > 0 and neither huge nor tiny, as value plus *low */
static double
first_octant(double y, double x, double *low)
{
    const int j = (int)(y / x * 16.0 + 0.5);
    const double c = j / 16.0; /* atan(y/x) = atan c + atan((y - c x)/(x + c y)) */
    const double t = j == 0 ? y / x : (y - c * x) / (x + c * y);
    const double z = t * t;
    const double series =
        t * z *
        (-1.0 / 3 +
         z * (1.0 / 5 + z * (-1.0 / 7 + z * (1.0 / 9 + z * (-1.0 / 11 + z * (1.0 / 13))))));
    const double value = atan_table[j][0] + t;
    *low = (t - (value - atan_table[j][0])) + (series + atan_table[j][1]);
    return value;
}

double
quire_atan2(double y, double x)
{
    if (x != x || y != y) {
        return NAN;
    }
    double ax = fabs(x), ay = fabs(y);
    if (ax == HUGE_VAL || ay == HUGE_VAL) {
        ax = ax == HUGE_VAL ? 1.0 : 0.0;
        ay = ay == HUGE_VAL ? 1.0 : 0.0;
    }
    if (ax > 0x1p900 || ay > 0x1p900) {
        ax *= 0x1p-200;
        ay *= 0x1p-200;
    } else if (ax < 0x1p-900 && ay < 0x1p-900) {
        ax *= 0x1p200;
        ay *= 0x1p200;
    }
    const bool steep = ay > ax;
    double low = 0.0, angle = 0.0;
    if (ax != 0.0 || ay != 0.0) {
        angle = steep ? first_octant(ax, ay, &low) : first_octant(ay, ax, &low);
    }
    if (steep) {
        const double down = 0.5 * PI_HIGH - angle;
        low = ((0.5 * PI_HIGH - down) - angle) + (0.5 * PI_LOW - low);
        angle = down;
    }
    if (signbit(x)) {
        const double down = PI_HIGH - angle;
        low = ((PI_HIGH - down) - angle) + (PI_LOW - low);
        angle = down;
    }
    return copysign(angle + low, y);
}
