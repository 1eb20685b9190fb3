/* Runs of the model with values of the unknowns, by the pool of worker processes. */
#ifndef QUIRE_CALIBRATE_RUNS_H
#define QUIRE_CALIBRATE_RUNS_H

#include "calibrate/calibration.h"
#include "jobs/pool.h"
#include "xml/read/prepared.h"

/* Begin with doe_runner_begin(). */
struct doe_runner {
    const struct doe_calibration *of;
    const struct doe_pool_options *options;
    const struct doe_condition *condition; /* (n_condition) */
    size_t n_condition;
    const struct doe_output *output; /* (n_output) */
    size_t n_output;
    const char **figure; /* names for the run; owned (n_figure) */
    size_t n_figure;
    bool traces; /* samples are needed */
    struct quire_prepared *prepared;
    int stop_fd;
    uint64_t runs, most;
    bool spent; /* more runs were asked for than there may be */
    quire_status status;
    quire_diag *diag;
    struct doe_record
        failure; /* the last run that did not yield everything; index: its condition */
    bool failed; /* there is one */
    double wall; /* of all batches [s] */
};

/* The conditions and outputs are those of the calibration. To be cleared in any case. */
quire_status doe_runner_begin(struct doe_runner *self, const struct doe_calibration *of,
                              const struct doe_pool_options *options, int stop_fd, uint64_t most,
                              quire_diag *diag);
void doe_runner_clear(struct doe_runner *self);
/* Other conditions and outputs from now on. */
quire_status doe_runner_change(struct doe_runner *self, const struct doe_condition *condition,
                               size_t n_condition, const struct doe_output *output,
                               size_t n_output);

/* All outputs at `count` points x (count x n_unknown) in all conditions: value (count x n_condition
 * x n_output), NaN where a run has none. False: self->status, or self->spent, says why. */
bool doe_runner_make(struct doe_runner *self, size_t count, const double *x, double *value);

/* Refuses traces whose columns no run has; one run is made for that. */
quire_status doe_runner_check_traces(struct doe_runner *self);

#endif
