/* Running a study: which runs are left, who does them, where their results go. */
#ifndef QUIRE_JOBS_JOB_H
#define QUIRE_JOBS_JOB_H

#include "jobs/pool.h"
#include "store/store.h"

/* How far a job has come. */
struct doe_progress {
    /* runs that are safe, of how many; those there were when the job began */
    uint64_t done, total, already;
    uint64_t status[DOE_STATUSES]; /* of runs done by this job */
    uint64_t simulated;            /* of those: not taken over from equal runs */
    double elapsed;                /* since it began [s] */
    /* in the end: processor time of this process and its workers, from the beginning on [s] */
    double cpu;
};

struct doe_job_options {
    struct doe_pool_options pool;
    uint64_t slice, slices; /* runs slice, slice + slices, ...; 0, 1: all */
    int stop_fd;            /* can be read from when the job is to stop */
    /* Told after each commit, and now and then. May be NULL. */
    void (*tell)(void *user, const struct doe_progress *progress);
    void *user;
};

/* Does all runs that the store does not have yet, and puts them there. *stopped: a stop was asked
 * for, and some may be left. */
quire_status doe_job_run(const struct doe_work *work, struct doe_store *store,
                         const struct doe_job_options *options, struct doe_progress *progress,
                         bool *stopped, quire_diag *diag);

/* The same with a shard for the results; runs that other shards have are not done again. */
quire_status doe_job_run_slice(const struct doe_work *work, const char *directory,
                               const struct doe_job_options *options, struct doe_progress *progress,
                               bool *stopped, quire_diag *diag);

/* Simulates some runs, for their times alone: `record` (n) receives what they came to. */
quire_status doe_job_try(const struct doe_work *work, const uint64_t *index, size_t n,
                         double time_limit, struct doe_record *record, int stop_fd,
                         quire_diag *diag);

/* Simulates designs beside the plan: values of all variables as doe_work_run_at() takes them, one
 * design after the other (n * n_variable). options: workers, limits. QUIRE_ERROR_LIMIT when it was
 * stopped. */
quire_status doe_job_try_designs(const struct doe_work *work, const double *si, size_t n,
                                 const struct doe_pool_options *options, struct doe_record *record,
                                 int stop_fd, quire_diag *diag);

#endif
