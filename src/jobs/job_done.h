/* Which runs of a study are done, by its shards and its store; and putting into the store what the
 * shards hold. */
#ifndef QUIRE_JOBS_JOB_DONE_H
#define QUIRE_JOBS_JOB_DONE_H

#include "store/shard.h"
#include "store/store.h"

struct doe_shard_done {
    const struct doe_work *work;
    struct doe_run run;
    /* times: how often a run of the slice was begun and neither ended nor given back (NULL: not
     * counted) */
    unsigned char *done, *times;
    uint64_t strange, slice, slices; /* slices: at least 1, all runs */
    uint64_t shards;                 /* that were opened */
    quire_diag *diag;
};

/* Reads the shards of the folder that may hold runs of the slice: sets the bits of its runs that
 * ended, counts those that began. */
quire_status doe_shard_done_read(struct doe_shard_done *self, const char *directory,
                                 quire_diag *diag);

/* Bit i: run i is in a shard or, with `store` not NULL, in the store; to be freed. One bit a run.
 */
quire_status doe_job_done(unsigned char **out, const struct doe_work *work, struct doe_store *store,
                          const char *directory, quire_diag *diag);

/* Puts what all shards hold into the store. Safe to repeat. *n_strange receives the records that
 * this plan has no run for. */
quire_status doe_job_collect(const struct doe_work *work, struct doe_store *store,
                             const char *directory, struct doe_shard_reader *counted,
                             uint64_t *n_strange, quire_diag *diag);

#endif
