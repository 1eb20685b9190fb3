/* One run of a study: the model with its values, simulated in memory. */
#ifndef QUIRE_JOBS_SIMULATE_H
#define QUIRE_JOBS_SIMULATE_H

#include "batch/study_plan.h"

/* Simulates a run and says what became of it; `time_limit` is processor time [s]. Gives what `quire
 * run --set` gives, to the bit. */
void doe_work_simulate(const struct doe_work *self, const struct doe_run *run, double time_limit,
                       struct doe_record *record);

#endif
