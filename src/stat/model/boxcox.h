/* Powers that make a response fit a linear model with normal errors (Box and Cox 1964, J. R. Stat.
 * Soc. B 26, 211). */
#ifndef QUIRE_STAT_MODEL_BOXCOX_H
#define QUIRE_STAT_MODEL_BOXCOX_H

#include "stat/model/status.h"
#include "stat/regressors.h"

/* (y^lambda - 1)/lambda, ln y at lambda = 0; y > 0. */
double quire_box_cox(double y, double lambda);
/* The y that becomes z. False, and y is not written, if none does: 1 + lambda z <= 0. */
bool quire_box_cox_inverse(double z, double lambda, double *y);

struct quire_box_cox_fit {
    double lambda; /* most likely, within the range asked for */
    /* confidence interval: twice the log-likelihood is less than a quantile of chi-square (1)
     * below its most */
    double low, high;
    bool low_open, high_open; /* it goes on beyond the range asked for */
    /* profile log-likelihoods: at lambda, at 1 (no transformation), at 0 (logarithm). Constants as
     * in R's MASS::boxcox */
    double most, plain, logarithm;
    /* of -2, -1, -0.5, 0, 0.5, 1 and 2 the one nearest to lambda that lies in the interval; lambda
     * if none does */
    double usual;
};

/* Log-likelihood of a lambda: -m/2 ln(sum of squared residuals of (u^lambda - 1)/lambda), u = y
 * over the geometric mean. lambda between `least` and `most` (such as -2 and 2, least < most), by a
 * scan of 64 steps and a golden section of the best. 0 < confidence < 1. NOT_FINITE, NOT_POSITIVE
 * (`at`, may be NULL: the first such run), CONSTANT, SATURATED (no residual freedom), EXACT (some
 * lambda leaves no residual), RANGE. */
enum quire_model_status quire_box_cox_make(struct quire_box_cox_fit *out,
                                           const struct quire_regressors *x, const double *y,
                                           double least, double most, double confidence,
                                           size_t *at);

/* The log-likelihoods of n lambdas (value: (n)), as for a chart. As above. */
enum quire_model_status quire_box_cox_profile(double *value, const double *lambda, size_t n,
                                              const struct quire_regressors *x, const double *y,
                                              size_t *at);

#endif
