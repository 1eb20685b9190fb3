/* Worker processes: each does runs one after the other; one that crashes or hangs costs the run it
 * has in hand and nothing else. */
#ifndef QUIRE_JOBS_POOL_H
#define QUIRE_JOBS_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include <quire/diag.h>

#include "batch/result_row.h"

#define DOE_WORKERS_MOST 1024

struct doe_pool_options {
    int workers;
    /* processor time of a run [s]; a worker that goes on much longer is killed */
    double time_limit;
    double memory_limit; /* address space of a worker [bytes]; 0: as the system says */
    int tries;           /* of a run that kills its worker */
    double grace;        /* for runs in hand when the study is to stop [s] */
};
struct doe_pool_options doe_pool_options_default(void);

enum doe_next { DOE_NEXT_RUN, DOE_NEXT_LATER, DOE_NEXT_NONE };

/* Whom the pool works for. begin(), take() and tick() stop the pool with a status that is not
 * QUIRE_OK. */
struct doe_pool_client {
    void *self;
    size_t n_response;
    /* The next run to be done. LATER: none yet, ask again; NONE: none any more, unless one in hand
     * ends. */
    enum doe_next (*next)(void *self, uint64_t *index, quire_status *status);
    /* In a worker: does a run. */
    void (*simulate)(void *self, uint64_t index, struct doe_record *record);
    /* A worker comes to a run, for the first time or again after one died at it. May be NULL. */
    quire_status (*begin)(void *self, uint64_t index);
    /* A run has ended, one way or the other. */
    quire_status (*take)(void *self, const struct doe_record *record);
    /* Now and then, at least ten times a second while runs end. */
    quire_status (*tick)(void *self);
    /* A file descriptor that can be read from when the pool is to stop; and whether it is to stop
     * at once. */
    int stop_fd;
};

/* Works until there is nothing to do, or *stopped. Runs that were in hand then are not taken. */
quire_status doe_pool_run(const struct doe_pool_options *options,
                          const struct doe_pool_client *client, bool *stopped, quire_diag *diag);

#endif
