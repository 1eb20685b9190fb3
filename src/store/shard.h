/* Shards: files to which tasks of a cluster append what they did, each task its own, without locks.
 * Whole frames count, a torn end does not. */
#ifndef QUIRE_STORE_SHARD_H
#define QUIRE_STORE_SHARD_H

#include "batch/study_plan.h"

#define DOE_SHARD_FOLDER  "shards"
#define DOE_SCRIPT_FOLDER "slurm" /* scripts of submitted tasks */

/* A shard that is being written. */
struct doe_shard {
    int fd; /* -1: none */
    char *path;
    struct quire_text out; /* not written yet */
    quire_diag *diag;
};

/* Makes a new file in the study's folder, for runs slice, slice + slices, ... alone, which its name
 * says. QUIRE_ERROR_FILE when it cannot be made. */
quire_status doe_shard_open(struct doe_shard *self, const char *directory,
                            const struct doe_work *work, uint64_t slice, uint64_t slices,
                            quire_diag *diag);
void doe_shard_close(struct doe_shard *self);

/* Notes at once that a run begins, so that one which takes its whole task down is known; and that
 * one which began was given back, when the task is stopped: then it is nobody's fault. */
quire_status doe_shard_begin(struct doe_shard *self, uint64_t index, const char *id);
quire_status doe_shard_give_back(struct doe_shard *self, uint64_t index, const char *id);
void doe_shard_add(struct doe_shard *self, const struct doe_record *record);
/* What was added is on the disk afterwards. */
quire_status doe_shard_commit(struct doe_shard *self);

/* Whether there may be shards in the study's folder; whether tasks were given out, too. */
bool doe_has_shards(const char *directory);
bool doe_is_shared_out(const char *directory);

/* What reading the shards of a folder comes to. */
struct doe_shard_reader {
    void *self;
    /* A run that ended. */
    quire_status (*take)(void *self, const struct doe_record *record);
    /* A run that began (1), or was given back (-1); may be NULL. */
    quire_status (*begun)(void *self, uint64_t index, const char *id, int change);
    /* with slices > 1 only shards that may hold runs slice, slice + slices, ... are opened */
    uint64_t slice, slices;
    uint64_t shards, records, torn, damaged; /* counted */
};

/* Reads shards in the order of their names. Warns of damage, which costs the records it hits;
 * refuses with QUIRE_ERROR_INPUT shards of another model, version of Quire or list of responses. No
 * folder: no shards. */
quire_status doe_shards_read(struct doe_shard_reader *reader, const char *directory,
                             const struct doe_work *work, quire_diag *diag);

#endif
