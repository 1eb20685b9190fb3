#include "jobs/job_done.h"

#include <limits.h>

#include "base/diag.h"
#include "batch/run_bits.h"

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
    }
    return status;
}

static quire_status
count_begun(void *self, uint64_t index, const char *id, int change)
{
    struct doe_shard_done *d = self;
    bool planned;

    if (index % d->slices != d->slice) {
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
    doe_run_clear(&d->run);
    return status;
}
