/* Runs of a study: the model with their values, simulated in memory. */
#ifndef QUIRE_JOBS_SIMULATE_H
#define QUIRE_JOBS_SIMULATE_H

#include <quire/run.h>

#include "batch/study_plan.h"
#include "xml/read/prepared.h"

/* What runs of one study share: the model's files are parsed once. Begin with {0}. */
struct doe_simulator {
    const struct doe_work *work; /* outlives it */
    struct quire_prepared *prepared;
};

/* QUIRE_ERROR_LIMIT: memory runs out. To be cleared in any case. */
quire_status doe_simulator_init(struct doe_simulator *self, const struct doe_work *work,
                                quire_diag *diag);
void doe_simulator_clear(struct doe_simulator *self);

/* Simulates a run and says what became of it; `time_limit` is processor time [s]. Gives what `quire
 * run --set` gives, to the bit, whatever was run before. */
void doe_simulator_run(const struct doe_simulator *self, const struct doe_run *run,
                       double time_limit, struct doe_record *record);

/* One run of a model with these settings: what became of it goes into the record, and `take` puts
 * in what it yields, where it came to its end. */
void doe_simulate(struct quire_prepared *prepared, const quire_setting *setting, size_t n_setting,
                  const quire_run_options *options,
                  void (*take)(const void *user, const quire_run *run, struct doe_record *record),
                  const void *user, struct doe_record *record, quire_diag *diag);

#endif
