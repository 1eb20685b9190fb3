#include "jobs/job_done.h"

#include <limits.h>
#include <stdlib.h>

#include "base/diag.h"
#include "batch/run_bits.h"

#define BATCH 4096 /* results that are committed together */

static quire_status
mark_done(void *self, const struct doe_record *record)
{
    struct doe_shard_done *d = self;
    bool planned;

    if (record->index % d->slices != d->slice) {
        return QUIRE_OK;
    }
    const quire_status status =
        doe_work_find_run(d->work, record->index, record->id, &d->run, &planned, d->diag);
    if (planned) {
        doe_bit_set(d->done, record->index);
    } else if (status == QUIRE_OK) {
        d->strange++;
    }
    return status;
}

static quire_status
count_begun(void *self, uint64_t index, const char *id, int change)
{
    struct doe_shard_done *d = self;
    bool planned;

    if (d->times == NULL || index % d->slices != d->slice) {
        return QUIRE_OK;
    }
    const quire_status status = doe_work_find_run(d->work, index, id, &d->run, &planned, d->diag);
    if (planned) {
        unsigned char *times = &d->times[index / d->slices];
        const int now = *times + change;
        *times = (unsigned char)(now < 0 ? 0 : now > UCHAR_MAX ? UCHAR_MAX : now);
    }
    return status;
}

quire_status
doe_shard_done_read(struct doe_shard_done *d, const char *directory, quire_diag *diag)
{
    struct doe_shard_reader reader = {
        .self = d, .take = mark_done, .begun = count_begun, .slice = d->slice, .slices = d->slices};

    if (!doe_run_init(&d->run, d->work)) {
        return quire_diag_memory_error(diag);
    }
    const quire_status status = doe_shards_read(&reader, directory, d->work, diag);
    d->shards = reader.shards;
    doe_run_clear(&d->run);
    return status;
}

quire_status
doe_job_done(unsigned char **out, const struct doe_work *work, struct doe_store *store,
             const char *directory, quire_diag *diag)
{
    struct doe_shard_done d = {
        .work = work, .done = doe_bits_make(work), .slices = 1, .diag = diag};

    *out = NULL;
    if (d.done == NULL) {
        return quire_diag_memory_error(diag);
    }
    quire_status status = doe_shard_done_read(&d, directory, diag);
    if (status == QUIRE_OK && store != NULL) {
        status = doe_store_mark(store, 0, work->n_run, d.done);
    }
    if (status != QUIRE_OK) {
        free(d.done);
        return status;
    }
    *out = d.done;
    return QUIRE_OK;
}

/* ---- collecting ---- */

struct collecting {
    struct doe_store *store;
    struct doe_shard_done planned;
    unsigned unsafe;
};

static quire_status
collect_record(void *self, const struct doe_record *record)
{
    struct collecting *c = self;
    bool planned;
    quire_status status = doe_work_find_run(c->planned.work, record->index, record->id,
                                            &c->planned.run, &planned, c->planned.diag);

    if (status != QUIRE_OK || !planned) {
        c->planned.strange += status == QUIRE_OK;
        return status;
    }
    status = doe_store_add(c->store, &c->planned.run, record);
    if (status == QUIRE_OK && ++c->unsafe % BATCH == 0) {
        status = doe_store_commit(c->store);
    }
    return status;
}

quire_status
doe_job_collect(const struct doe_work *work, struct doe_store *store, const char *directory,
                struct doe_shard_reader *counted, uint64_t *n_strange, quire_diag *diag)
{
    struct collecting c = {.store = store, .planned = {.work = work, .slices = 1, .diag = diag}};

    *counted = (struct doe_shard_reader){.self = &c, .take = collect_record};
    if (!doe_run_init(&c.planned.run, work)) {
        return quire_diag_memory_error(diag);
    }
    quire_status status = doe_shards_read(counted, directory, work, diag);
    /* what was read is sound, whatever came after it */
    const quire_status committed = doe_store_commit(store);
    *n_strange = c.planned.strange;
    doe_run_clear(&c.planned.run);
    return status != QUIRE_OK ? status : committed;
}
