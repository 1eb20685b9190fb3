/* Shards and the store: collecting them, and reading both as one. A reader collects into a copy
 * that nobody else sees: it needs neither the lock nor a folder that can be written to, and its
 * numbers are those that the store will have. */
#include "store/store_parts.h"

#include <stdlib.h>

#include "base/diag.h"
#include "batch/run_bits.h"
#include "store/shard.h"

#define BATCH 4096 /* results that are committed together */

struct collecting {
    struct doe_store *store;
    struct doe_run run;
    uint64_t unplanned;
    unsigned unsafe;
};

static quire_status
collect_record(void *self, const struct doe_record *record)
{
    struct collecting *c = self;
    bool planned;
    quire_status status = doe_work_find_run(c->store->work, record->index, record->id, &c->run,
                                            &planned, c->store->sql.diag);

    if (status != QUIRE_OK || !planned) {
        c->unplanned += status == QUIRE_OK;
        return status;
    }
    status = doe_store_add(c->store, &c->run, record);
    if (status == QUIRE_OK && ++c->unsafe % BATCH == 0) {
        status = doe_store_commit(c->store);
    }
    return status;
}

quire_status
doe_store_collect(struct doe_store *self, const char *directory, struct doe_collected *out)
{
    struct collecting c = {.store = self};
    struct doe_shard_reader reader = {.self = &c, .take = collect_record};

    if (!doe_run_init(&c.run, self->work)) {
        return quire_diag_memory_error(self->sql.diag);
    }
    const quire_status status = doe_shards_read(&reader, directory, self->work, self->sql.diag);
    /* what was read is sound, whatever came after it */
    const quire_status committed = doe_store_commit(self);
    *out = (struct doe_collected){reader.shards, reader.records, reader.torn, c.unplanned};
    doe_run_clear(&c.run);
    return status != QUIRE_OK ? status : committed;
}

/* ---- reading both as one ---- */

quire_status
doe_store_make_private(struct doe_store *self, const char *directory)
{
    struct doe_tally tally = {0};
    quire_status status = QUIRE_OK;

    self->collects = doe_has_shards(directory);
    if (self->is_private || !self->collects) {
        return QUIRE_OK;
    }
    if (!self->another_plan) {
        status = doe_store_tally(self, &tally);
    }
    self->collects = tally.done < self->work->n_run;
    if (status != QUIRE_OK || !self->collects) {
        return status;
    }
    self->is_private = true;
    self->in_transaction = false;
    return doe_sql_make_private(&self->sql);
}

quire_status
doe_store_collect_privately(struct doe_store *self, const char *directory)
{
    struct doe_tally before, after;
    struct doe_collected found;
    quire_status status = doe_store_tally(self, &before);

    if (status == QUIRE_OK) {
        status = doe_store_collect(self, directory, &found);
    }
    self->counted = false;
    if (status == QUIRE_OK) {
        status = doe_store_tally(self, &after);
    }
    if (status == QUIRE_OK) {
        self->uncollected = after.done - before.done;
    }
    return status;
}

uint64_t
doe_store_uncollected(const struct doe_store *self)
{
    return self->uncollected;
}

/* ---- counting alone ---- */

struct counting {
    struct doe_store *store;
    struct doe_run run;
    unsigned char *done;  /* bits */
    unsigned char *times; /* by run: begun, less given back */
};

static quire_status
find_undone(struct counting *c, uint64_t index, const char *id, bool *found)
{
    const struct doe_work *work = c->store->work;

    *found = false;
    return index < work->n_run && !doe_bit_is_set(c->done, index)
               ? doe_work_find_run(work, index, id, &c->run, found, c->store->sql.diag)
               : QUIRE_OK;
}

static quire_status
count_record(void *self, const struct doe_record *record)
{
    struct counting *c = self;
    bool found;
    const quire_status status = find_undone(c, record->index, record->id, &found);

    if (found) {
        doe_bit_set(c->done, record->index);
        doe_tally_add(&c->store->tally, record->status);
        c->store->uncollected++;
    }
    return status;
}

static quire_status
note_begun(void *self, uint64_t index, const char *id, int change)
{
    struct counting *c = self;
    bool found;
    const quire_status status = find_undone(c, index, id, &found);

    if (found && (change > 0 ? c->times[index] < 255 : c->times[index] > 0)) {
        c->times[index] = (unsigned char)(c->times[index] + change);
    }
    return status;
}

static quire_status
count_shards(struct counting *c, const char *directory, uint64_t *n_begun)
{
    struct doe_store *self = c->store;
    struct doe_shard_reader reader = {.self = c, .take = count_record, .begun = note_begun};
    quire_status status = doe_store_mark(self, 0, self->work->n_run, c->done);

    if (status == QUIRE_OK) {
        /* after collecting, damage has been reported */
        status =
            doe_shards_read(&reader, directory, self->work, self->collects ? NULL : self->sql.diag);
    }
    for (uint64_t i = 0; status == QUIRE_OK && i < self->work->n_run; i++) {
        *n_begun += c->times[i] > 0 && !doe_bit_is_set(c->done, i);
    }
    return status;
}

quire_status
doe_store_count_shards(struct doe_store *self, const char *directory, uint64_t *n_begun)
{
    struct counting c = {.store = self};
    struct doe_tally tally;
    quire_status status = doe_store_tally(self, &tally);

    *n_begun = 0;
    if (status != QUIRE_OK || tally.done >= self->work->n_run || !doe_has_shards(directory)) {
        return status;
    }
    c.done = doe_bits_make(self->work);
    c.times = calloc(self->work->n_run + 1, 1);
    status = c.done != NULL && c.times != NULL && doe_run_init(&c.run, self->work)
                 ? count_shards(&c, directory, n_begun)
                 : quire_diag_memory_error(self->sql.diag);
    doe_run_clear(&c.run);
    free(c.done);
    free(c.times);
    return status;
}
