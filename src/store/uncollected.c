#include "store/uncollected.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "batch/environment.h"
#include "batch/run_bits.h"
#include "store/shard.h"

struct going {
    struct doe_run run;
    const struct doe_work *work;
    unsigned char *seen;  /* bits: in the store, or taken already */
    unsigned char *times; /* by run: begun, less given back; NULL: not counted */
    quire_status (*take)(void *user, const struct doe_record *record);
    void *user;
    quire_diag *diag;
};

static bool
is_there(const char *directory, const char *name)
{
    char *path = doe_join(directory, name);
    const bool there = path != NULL && access(path, F_OK) == 0;

    free(path);
    return there;
}

bool
doe_is_shared_out(const char *directory)
{
    return is_there(directory, DOE_SHARD_FOLDER) || is_there(directory, DOE_SCRIPT_FOLDER);
}

static quire_status
take(void *self, const struct doe_record *record)
{
    struct going *g = self;
    bool planned;
    const quire_status status =
        doe_work_find_run(g->work, record->index, record->id, &g->run, &planned, g->diag);

    if (status != QUIRE_OK || !planned || doe_bit_is_set(g->seen, record->index)) {
        return status;
    }
    doe_bit_set(g->seen, record->index);
    return g->take(g->user, record);
}

static quire_status
note_begun(void *self, uint64_t index, const char *id, int change)
{
    struct going *g = self;
    bool planned = false;
    const quire_status status =
        g->times != NULL ? doe_work_find_run(g->work, index, id, &g->run, &planned, g->diag)
                         : QUIRE_OK;

    if (planned && (change > 0 ? g->times[index] < 255 : g->times[index] > 0)) {
        g->times[index] = (unsigned char)(g->times[index] + change);
    }
    return status;
}

static quire_status
go(struct going *g, const char *directory)
{
    struct doe_shard_reader reader = {.self = g, .take = take, .begun = note_begun};

    if (!doe_run_init(&g->run, g->work)) {
        return quire_diag_memory_error(g->diag);
    }
    const quire_status status = doe_shards_read(&reader, directory, g->work, g->diag);
    doe_run_clear(&g->run);
    return status;
}

static quire_status
count(void *self, const struct doe_record *record)
{
    struct doe_uncollected *out = self;

    out->done++;
    out->status[record->status]++;
    return QUIRE_OK;
}

/* a copy, as each run is taken once */
static unsigned char *
copy_bits(const struct doe_work *work, const unsigned char *bits)
{
    unsigned char *copy = doe_bits_make(work);

    if (copy != NULL) {
        memcpy(copy, bits, work->n_run / 8 + 1);
    }
    return copy;
}

quire_status
doe_uncollected_count(struct doe_uncollected *out, const struct doe_work *work,
                      struct doe_store *store, const char *directory, quire_diag *diag)
{
    *out = (struct doe_uncollected){.work = work, .directory = directory};
    if (!is_there(directory, DOE_SHARD_FOLDER)) {
        out->no_shards = true;
        return QUIRE_OK;
    }
    out->kept = doe_bits_make(work);
    struct going g = {.work = work,
                      .times = calloc(work->n_run + 1, 1),
                      .take = count,
                      .user = out,
                      .diag = diag};
    quire_status status =
        out->kept != NULL && g.times != NULL ? QUIRE_OK : quire_diag_memory_error(diag);

    if (status == QUIRE_OK && store != NULL) {
        status = doe_store_mark(store, 0, work->n_run, out->kept);
    }
    if (status == QUIRE_OK) {
        g.seen = copy_bits(work, out->kept);
        status = g.seen != NULL ? go(&g, directory) : quire_diag_memory_error(diag);
    }
    for (uint64_t i = 0; status == QUIRE_OK && i < work->n_run; i++) {
        out->begun += g.times[i] > 0 && !doe_bit_is_set(g.seen, i);
    }
    free(g.times);
    free(g.seen);
    return status;
}

void
doe_uncollected_clear(struct doe_uncollected *self)
{
    free(self->kept);
    self->kept = NULL;
}

quire_status
doe_uncollected_each(const struct doe_uncollected *self,
                     quire_status (*taker)(void *user, const struct doe_record *record), void *user,
                     quire_diag *diag)
{
    if (self->no_shards) {
        return QUIRE_OK;
    }
    struct going g = {.work = self->work,
                      .seen = copy_bits(self->work, self->kept),
                      .take = taker,
                      .user = user,
                      .diag = diag};
    const quire_status status =
        g.seen != NULL ? go(&g, self->directory) : quire_diag_memory_error(diag);

    free(g.seen);
    return status;
}
