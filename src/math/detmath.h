/* Elementary functions that give the same bits on every processor: only + - * / sqrt, no fused
 * multiply-add. Relative error below 4 ulp (checked against libm in the tests). */
#ifndef QUIRE_MATH_DETMATH_H
#define QUIRE_MATH_DETMATH_H

#include <math.h>

double quire_exp(double x);
double quire_expm1(double x); /* exp(x) - 1, exact next to 0, too */
/* quire_expm1() of four numbers on boundaries of 32 bytes, with the same bits. */
void quire_expm1_4(const double *x, double *value);
double quire_log(double x); /* NaN below 0, -inf at 0 */
double
quire_pow(double x,
          double y); /* x >= 0; exact for y = 0, 0.5, 1, 1.5, 2, 2.5, 3 by roots and products */
double quire_atan2(double y, double x);
double quire_sin(double x); /* |x| < 1e5 */
double quire_cos(double x);

/* x^p with the exponent analysed once: for half-integer exponents up to 6 by roots and products. */
struct quire_power {
    double exponent;
    int twice; /* 2 * exponent where that is an integer from 0 to 12, otherwise -1 */
};
struct quire_power quire_power_of(double exponent);

/* quire_power_eval() for exponents that are no half-integers, at x > 0. */
double quire_power_general(double exponent, double x, double *derivative);

/* quire_power_eval() of four numbers on boundaries of 32 bytes, with the same bits. */
void quire_power_eval4(const struct quire_power *p, const double *x, double *value,
                       double *derivative);

/* Value and derivative at x > 0; 0 and 0 at x <= 0 (for exponent 0: 1 and 0); NaN stays NaN.
 * Inline: it is in the inner loop of every contact, and the usual exponent 1.5 costs a root and two
 * products. */
static inline double
quire_power_eval(const struct quire_power *p, double x, double *derivative)
{
    if (p->twice == 0) {
        *derivative = 0.0;
        return 1.0;
    }
    if (x <= 0.0) {
        *derivative = 0.0;
        return 0.0;
    }
    if (p->twice < 0) {
        return quire_power_general(p->exponent, x, derivative);
    }
    if (p->twice == 1) {
        const double root = sqrt(x);
        *derivative = 0.5 / root;
        return root;
    }
    double below = (p->twice & 1) != 0 ? sqrt(x) : 1.0; /* x^(p-1) */
    for (int i = p->twice; i >= 4; i -= 2) {
        below *= x;
    }
    *derivative = p->exponent * below;
    return below * x;
}

#endif
