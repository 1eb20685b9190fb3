/* What measured values are worth: from values to residuals of unit deviation. */
#ifndef QUIRE_CALIBRATE_WEIGHTS_H
#define QUIRE_CALIBRATE_WEIGHTS_H

#include "calibrate/calibration.h"

/* Data whose errors are correlated: the means of one condition of one table of times. */
struct doe_block {
    size_t *datum; /* (n); owned */
    size_t n;
    double *root; /* lower triangle whose product with its transpose is their covariance (n x n) */
};

struct doe_weights {
    struct doe_block *block; /* (n_block); owned. Other data are independent. */
    size_t n_block;
    size_t n_datum, m; /* m: with priors */
    double *scatter;   /* for doe_search_problem (m x m); NULL: none; owned */
    double freedom;    /* likewise */
};

/* Fills in the deviations of the data, too. False when memory runs out. Clear in any case. */
bool doe_weights_make(struct doe_weights *out, struct doe_calibration *of);
void doe_weights_clear(struct doe_weights *self);

/* Residuals r (m) from the outputs in all conditions (n_condition x n_output) and x; false where
 * an output is missing. */
bool doe_weights_residuals(const struct doe_weights *self, const struct doe_calibration *of,
                           const double *value, const double *x, double *r);

#endif
