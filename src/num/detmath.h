/* Elementary functions that give the same bits on every processor: only + - * / sqrt, no fused multiply-add.
 * Relative error below 4 ulp (checked against libm in the tests). */
#ifndef QUIRE_NUM_DETMATH_H
#define QUIRE_NUM_DETMATH_H

double quire_exp(double x);
double quire_log(double x);            /* NaN below 0, -inf at 0 */
double quire_pow(double x, double y);  /* x >= 0; exact for y = 0, 0.5, 1, 1.5, 2, 2.5, 3 by roots and products */
double quire_atan2(double y, double x);
double quire_sin(double x);            /* |x| < 1e5 */
double quire_cos(double x);

/* x^p with the exponent analysed once: for half-integer exponents up to 6 by roots and products. */
struct quire_power {
    double exponent;
    int twice; /* 2 * exponent where that is an integer from 0 to 12, otherwise -1 */
};
struct quire_power quire_power_of(double exponent);
/* Value and derivative at x > 0; 0 and 0 at x <= 0 (for exponent 0: 1 and 0). */
double quire_power_eval(const struct quire_power *p, double x, double *derivative);

#endif
