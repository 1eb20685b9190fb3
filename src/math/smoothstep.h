/* The cubic step of multibody programs: from h0 at x0 to h1 at x1, level and smooth outside. */
#ifndef QUIRE_MATH_SMOOTHSTEP_H
#define QUIRE_MATH_SMOOTHSTEP_H

/* STEP(x, x0, h0, x1, h1) = h0 + (h1 - h0) s^2 (3 - 2s), s = (x - x0)/(x1 - x0) cut to 0..1
 * (RecurDyn, ADAMS). For x0 <= x1; where they are equal it is a jump, with h1 at x > x0. Derivative
 * with respect to x. */
static inline double
quire_step(double x, double x0, double h0, double x1, double h1, double *derivative)
{
    *derivative = 0.0;
    if (x <= x0) {
        return h0;
    }
    if (x >= x1) {
        return h1;
    }
    const double per_width = 1.0 / (x1 - x0), s = (x - x0) * per_width;
    *derivative = (h1 - h0) * 6.0 * s * (1.0 - s) * per_width;
    return h0 + (h1 - h0) * (s * s * (3.0 - 2.0 * s));
}

/* Its second derivative. */
static inline double
quire_step_curve(double x, double x0, double h0, double x1, double h1)
{
    const double per_width = 1.0 / (x1 - x0), s = (x - x0) * per_width;

    return x <= x0 || x >= x1 ? 0.0 : (h1 - h0) * 6.0 * (1.0 - 2.0 * s) * per_width * per_width;
}

#endif
