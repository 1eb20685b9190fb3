/* The runs of a study that are done, as statistics take them. */
#ifndef QUIRE_JOBS_MERGE_H
#define QUIRE_JOBS_MERGE_H

#include "analysis/analysis.h"
#include "base/arena.h"
#include "jobs/run_columns.h"
#include "store/store.h"

struct doe_runs {
    struct quire_runs of;
    struct quire_arena *arena;      /* owns its arrays */
    struct doe_text_reader *reader; /* of many runs: their texts, from `work` */
};

/* Reads what levels there are from the plan, and the runs from the store. Start with {0}; clear in
 * the end, before `work`. */
quire_status doe_gather(struct doe_runs *out, const struct doe_work *work, struct doe_store *store,
                        quire_diag *diag);
void doe_runs_clear(struct doe_runs *self);

/* For plans, as doe_gather() takes them: describes the variables, after doe_columns_begin(); puts
 * the place and the values of a run, and counts it. False if memory ran out. */
void doe_columns_take_variables(struct doe_columns *c, const struct doe_work *work);
bool doe_columns_place(struct doe_columns *c, const struct doe_work *work,
                       const struct doe_run *run);

/* Vectors that stand for the study's noise, of a set of runs of it that has all of its noise. False
 * if memory ran out. */
bool doe_sample_noise(struct quire_runs *runs, const struct doe_work *work,
                      struct quire_arena *arena);

/* What a run came to, as statistics count it. */
enum quire_outcome doe_outcome_of(enum doe_status status);
/* A response without its numbers, which are in `unit`. */
struct quire_measured doe_measured_of(const struct quire_study_response *r, const char *unit);

#endif
