/* How well the data determine the unknowns, from the derivatives at the minimum. */
#ifndef QUIRE_CALIBRATE_COVARIANCE_H
#define QUIRE_CALIBRATE_COVARIANCE_H

#include "calibrate/search.h"

struct doe_spread {
    size_t n;
    /* covariance of x if the residuals have the deviations that they were divided by (n x n); owned
     */
    double *model;
    double *robust; /* with their covariance as estimated (n x n); owned */
    double *error;  /* standard errors: of `robust`, times sqrt(inflation) (n); owned */
    /* by which the threshold of a profile is multiplied (n); owned */
    double *ratio;
    /* orthonormal directions in x, the least determined last (n x n, by rows), and the deviation of
     * x along each by the data alone, without priors (n); owned */
    double *direction, *along;
    double *inflated; /* variance of each unknown over that if the others were known (n); owned */
    double freedom;   /* of the intervals; may be infinite */
    double quantile;  /* of Student's distribution: half the confidence interval, in errors */
    /* sum of squares over what the scatter lets expect, and the probability of that or more; NaN
     * where the scatter is known from the residuals only */
    double misfit, probability;
    bool lack;        /* the model does not fit: intervals are widened by sqrt(misfit) */
    double inflation; /* misfit, or 1 */
};

/* False when memory runs out. Clear in any case. */
bool doe_spread_make(struct doe_spread *out, const struct doe_search_problem *p,
                     const struct doe_point *at, double confidence);
void doe_spread_clear(struct doe_spread *self);

/* Standard errors (n) from derivatives of residuals of that variance alone (m x n). False when
 * memory runs out. */
bool doe_spread_errors(const double *jacobian, size_t m, size_t n, double variance, double *error);

#endif
