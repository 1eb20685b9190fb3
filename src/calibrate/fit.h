/* A calibration carried out: the best values, what the data say of them, what they do not. */
#ifndef QUIRE_CALIBRATE_FIT_H
#define QUIRE_CALIBRATE_FIT_H

#include "calibrate/profile.h"
#include "calibrate/runs.h"
#include "calibrate/weights.h"

#define DOE_ADVICE_MOST 3

struct doe_fit_options {
    struct doe_pool_options pool;
    int stop_fd;
    uint64_t runs; /* most */
    size_t starts;
    double confidence;
    bool profile; /* intervals by profiles, otherwise by standard errors */
    bool advise;  /* runs are made to find out what else should be measured */
    bool anyway;  /* results are wanted even if no values of the unknowns explain the data */
};

/* Unknowns that the data do not tell apart: moved together, the misfit hardly changes. */
struct doe_combination {
    double way[DOE_SEARCH_UNKNOWNS]; /* of each in its range; 0: it is not among them */
    double change;                   /* of the sum of squares over the variance */
};

/* A measurement that would help. */
struct doe_advice {
    const char *what;                  /* "10 sheets at nip_load = 12 N", of the calibration */
    double error[DOE_SEARCH_UNKNOWNS]; /* standard errors then, of the range */
    double worst;                      /* the largest of them */
};

struct doe_fit {
    const struct doe_calibration *of;
    struct doe_fit_options options;
    struct doe_weights weights;
    struct doe_search_problem problem;
    struct doe_point best;
    struct doe_search_report search;
    struct doe_spread spread;
    struct doe_profile profile[DOE_SEARCH_UNKNOWNS];
    bool profiled;
    double low[DOE_SEARCH_UNKNOWNS], high[DOE_SEARCH_UNKNOWNS]; /* of intervals, 0 to 1 */
    bool open_low[DOE_SEARCH_UNKNOWNS], open_high[DOE_SEARCH_UNKNOWNS];
    double *model; /* of each datum at the best values, SI; owned */
    struct doe_combination combination[DOE_SEARCH_UNKNOWNS];
    size_t n_combination;
    struct doe_advice advice[DOE_ADVICE_MOST];
    size_t n_advice;
    uint64_t runs;
    double wall; /* [s] */
};

/* Fits the calibration; what stands in the way is added to diag. QUIRE_ERROR_LIMIT without a
 * problem: it was interrupted. To be cleared in any case. */
quire_status doe_fit_make(struct doe_fit *self, struct doe_calibration *of,
                          const struct doe_fit_options *options, quire_diag *diag);
void doe_fit_clear(struct doe_fit *self);

/* All unknowns are determined, and the model fits. */
bool doe_fit_is_good(const struct doe_fit *self);
/* Residual of a datum over the deviation of its mean. */
double doe_fit_residual(const struct doe_fit *self, size_t datum);

/* ---- parts ---- */

void doe_fit_combine(struct doe_fit *self);
quire_status doe_fit_advise(struct doe_fit *self, struct doe_runner *runner);

#endif
