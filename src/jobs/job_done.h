/* Which runs of a slice are done, by the shards. */
#ifndef QUIRE_JOBS_JOB_DONE_H
#define QUIRE_JOBS_JOB_DONE_H

#include "store/shard.h"

struct doe_shard_done {
    const struct doe_work *work;
    struct doe_run run;
    /* times: how often a run of the slice was begun and neither ended nor given back */
    unsigned char *done, *times;
    uint64_t slice, slices;
    quire_diag *diag;
};

/* Reads the shards of the folder that may hold runs of the slice: sets the bits of its runs that
 * ended, counts those that began. */
quire_status doe_shard_done_read(struct doe_shard_done *self, const char *directory,
                                 quire_diag *diag);

#endif
