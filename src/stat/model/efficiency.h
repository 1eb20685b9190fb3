/* How well a design estimates a model, whatever the response will be. */
#ifndef QUIRE_STAT_MODEL_EFFICIENCY_H
#define QUIRE_STAT_MODEL_EFFICIENCY_H

#include "stat/model/status.h"
#include "stat/regressors.h"

/* With X (n, p) of the design, M = X'X/n, and d(x) = x'M^-1 x at the points x of a region: n times
 * the variance of the predicted mean over that of a run's error (Atkinson, Donev and Tobias 2007,
 * Optimum Experimental Designs, chapters 10 and 11). Shares of 1, as M = I has. They depend on the
 * coding of columns (D and A) and on the region (G and I). */
struct quire_efficiency {
    double d;       /* |M|^(1/p) */
    double a;       /* p / trace M^-1 */
    double g;       /* p / largest d(x); at most 1 if the region holds an optimal design */
    double i;       /* p / mean d(x): comparable between designs of one region */
    double mean;    /* of d(x)/n over the region: average prediction variance */
    double largest; /* of d(x)/n over the region: sqrt() of it is a standard error */
    size_t at;      /* the point of the region where it is */
    double freedom; /* runs less p */
};

/* `region`: regressors of the same terms at points of the region, as of a fine grid or a
 * space-filling sample. SINGULAR: columns depend on others (`column`, may be NULL: the first that
 * does). */
enum quire_model_status quire_efficiency_make(struct quire_efficiency *out,
                                              const struct quire_regressors *x,
                                              const struct quire_regressors *region,
                                              size_t *column);

#endif
