/* What the parts of running a study share: bits, one for each run of the plan, and what shards say
 * of the runs. */
#ifndef QUIRE_JOBS_JOB_PARTS_H
#define QUIRE_JOBS_JOB_PARTS_H

#include "jobs/job.h"

/* All 0; NULL when memory runs out. Zeroed pages take no memory before they are written to. */
unsigned char *doe_bits_make(const struct doe_work *work);

static inline void
doe_bit_set(unsigned char *bits, uint64_t i)
{
    bits[i / 8] |= (unsigned char)(1u << i % 8);
}

struct doe_shard_done {
    const struct doe_work *work;
    struct doe_run run;
    /* times: how often a run of the slice was begun and neither ended nor given back (NULL: not
     * counted) */
    unsigned char *done, *times;
    uint64_t strange, slice, slices;
    quire_diag *diag;
};

/* Reads all shards of the folder: sets the bits of runs that ended, counts those that began. */
quire_status doe_shard_done_read(struct doe_shard_done *self, const char *directory,
                                 quire_diag *diag);

#endif
