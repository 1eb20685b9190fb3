/* Nonlinear least squares within bounds, after Levenberg and Marquardt: the x that makes the sum of
 * squared residuals smallest. */
#ifndef QUIRE_MATH_LEAST_SQUARES_H
#define QUIRE_MATH_LEAST_SQUARES_H

#include <stdbool.h>
#include <stddef.h>

/* Residuals r (m) at x (n); false where there are none. */
typedef bool quire_residual_fn(void *user, const double *x, double *r);

struct quire_least_squares {
    size_t n, m;                 /* unknowns, residuals; m >= n >= 1 */
    const double *lower, *upper; /* (n); may be infinite */
    const double *scale;         /* (n): a change of x that counts, > 0 */
    quire_residual_fn *residuals;
    void *user;
};

/* What is known of x. */
struct quire_least_squares_result {
    double sum; /* of squared residuals */
    /* (n): standard deviations, from the scatter of the residuals; NaN where m = n, infinite where
     * the residuals do not depend on x or not alone */
    double *deviation;
    int iterations;
    bool starved; /* memory ran out */
};

/* From a start x (n), within the bounds and with finite residuals, to the nearest minimum.
 * Derivatives are central differences over 1e-4 of the scale. Returns false if memory ran out or
 * the start has no residuals. */
bool quire_least_squares(const struct quire_least_squares *problem, double *x,
                         struct quire_least_squares_result *out);

/* The step d (n) for which |J d + r|^2 + damping |d|^2 is least, J (m x n) row-major, among
 * directions with free[j] = 1; those with 0 stay. `room`: m n + n n + n numbers. False where the
 * numbers are not finite. */
bool quire_least_squares_step(size_t m, size_t n, const double *jacobian, const double *r,
                              const double *free, double damping, double *room, double *step);

#endif
