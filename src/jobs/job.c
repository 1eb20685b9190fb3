#include "jobs/job.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/diag.h"
#include "batch/run_bits.h"
#include "jobs/job_done.h"
#include "jobs/simulate.h"

#define BATCH      64  /* results that are committed together */
#define BATCH_AGE  0.2 /* or as soon as the first has waited so long [s] */
#define LINKS      256 /* runs without work of their own between two looks at the workers */
#define FOLLOWERS  64  /* runs that wait for an equal one in hand */
#define BEGUN_MOST 5   /* a run that was begun so often and never ended is lost */

/* A run that a worker has, and those equal to it that wait for its result. */
struct pending {
    uint64_t index;
    char id[DOE_ID_SIZE];
    bool begun; /* a shard says so */
    uint64_t follower[FOLLOWERS];
    size_t n_follower;
};

struct job {
    const struct doe_work *work;
    const struct doe_job_options *options;
    struct doe_store *store; /* NULL: the shard */
    struct doe_shard shard;
    quire_diag *diag;
    unsigned char *done, *begun; /* bits of runs; begun: BEGUN_MOST times (shards alone) */
    uint64_t at;                 /* next to be looked at */
    struct doe_run run;
    struct doe_simulator simulator; /* made here, used by workers */
    struct pending *pending;        /* (n_pending) */
    size_t n_pending, capacity;
    struct doe_progress progress;
    uint64_t unsafe; /* added since the last commit */
    double unsafe_since, began;
};

/* ---- which run is next ---- */

static struct pending *
find_pending(struct job *job, const char *id)
{
    for (size_t i = 0; i < job->n_pending; i++) {
        if (strcmp(job->pending[i].id, id) == 0) {
            return &job->pending[i];
        }
    }
    return NULL;
}

/* keeps what happened to the run in job->run; without a record its result is there already */
static quire_status
keep(struct job *job, const struct doe_record *record)
{
    quire_status status = QUIRE_OK;

    if (job->unsafe++ == 0) {
        job->unsafe_since = quire_clock_wall();
    }
    if (job->store != NULL) {
        status = doe_store_add(job->store, &job->run, record);
    } else {
        doe_shard_add(&job->shard, record);
    }
    return status;
}

/* whether the store has the result of job->run already, which then only has to be said */
static quire_status
link_known(struct job *job, bool *known)
{
    enum doe_status found;

    *known = false;
    if (job->store == NULL) {
        return QUIRE_OK;
    }
    quire_status status = doe_store_find(job->store, job->run.id, known, &found);
    if (status == QUIRE_OK && *known) {
        job->progress.status[found]++;
        status = keep(job, NULL);
    }
    return status;
}

static quire_status
give_up_lost(struct job *job)
{
    struct doe_record record;

    if (!doe_record_init(&record, job->work->n_response)) {
        return quire_diag_memory_error(job->diag);
    }
    doe_record_reset(&record, job->run.of.index, job->run.id);
    snprintf(record.diagnosis, sizeof record.diagnosis, "lost");
    snprintf(record.message, sizeof record.message,
             "the run was begun %d times, and each time its whole task came to an end before it",
             BEGUN_MOST);
    job->progress.status[DOE_LOST]++;
    const quire_status status = keep(job, &record);
    doe_record_clear(&record);
    return status;
}

static void
add_pending(struct job *job)
{
    struct pending *p = &job->pending[job->n_pending++];

    *p = (struct pending){.index = job->run.of.index};
    memcpy(p->id, job->run.id, sizeof p->id);
}

/* looks at one run that is not done yet: either it is handed out, or it follows from another */
static enum doe_next
consider(struct job *job, uint64_t index, quire_status *status)
{
    bool known = false;

    *status = doe_work_run(job->work, index, &job->run, job->diag);
    struct pending *same = *status == QUIRE_OK ? find_pending(job, job->run.id) : NULL;
    if (same != NULL && same->n_follower == FOLLOWERS) {
        return DOE_NEXT_NONE; /* come again when that one has ended */
    }
    job->at += job->options->slices;
    if (same != NULL) {
        same->follower[same->n_follower++] = index;
        return DOE_NEXT_LATER;
    }
    if (*status == QUIRE_OK && job->begun != NULL && doe_bit_is_set(job->begun, index)) {
        *status = give_up_lost(job);
        return DOE_NEXT_LATER;
    }
    if (*status == QUIRE_OK) {
        *status = link_known(job, &known);
    }
    if (*status != QUIRE_OK || known) {
        return DOE_NEXT_LATER;
    }
    add_pending(job);
    return DOE_NEXT_RUN;
}

static enum doe_next
next(void *self, uint64_t *index, quire_status *status)
{
    struct job *job = self;
    enum doe_next found = DOE_NEXT_LATER;

    for (int i = 0; i < LINKS && found == DOE_NEXT_LATER && *status == QUIRE_OK; i++) {
        while (job->at < job->work->n_run && doe_bit_is_set(job->done, job->at)) {
            job->at += job->options->slices;
        }
        if (job->at >= job->work->n_run) {
            return DOE_NEXT_NONE;
        }
        *index = job->at;
        found = consider(job, job->at, status);
    }
    return found;
}

/* ---- what became of it ---- */

/* a worker that dies costs a try and not the task, so that a run is noted once */
static quire_status
begin(void *self, uint64_t index)
{
    struct job *job = self;

    for (size_t i = 0; job->store == NULL && i < job->n_pending; i++) {
        struct pending *p = &job->pending[i];
        if (p->index == index && !p->begun) {
            p->begun = true;
            return doe_shard_begin(&job->shard, index, p->id);
        }
    }
    return QUIRE_OK;
}

/* runs in progress when the job is stopped */
static quire_status
give_back(struct job *job)
{
    quire_status status = QUIRE_OK;

    for (size_t i = 0; i < job->n_pending && status == QUIRE_OK; i++) {
        const struct pending *p = &job->pending[i];
        status = p->begun ? doe_shard_give_back(&job->shard, p->index, p->id) : QUIRE_OK;
    }
    return status;
}

static void
simulate(void *self, uint64_t index, struct doe_record *record)
{
    struct job *job = self;

    if (doe_work_run(job->work, index, &job->run, NULL) != QUIRE_OK) {
        doe_record_reset(record, index, "");
        record->status = DOE_MEMORY;
        return;
    }
    doe_simulator_run(&job->simulator, &job->run, job->options->pool.time_limit, record);
}

static quire_status
take_follower(struct job *job, uint64_t index, const struct doe_record *record)
{
    quire_status status = doe_work_run(job->work, index, &job->run, job->diag);

    if (status != QUIRE_OK) {
        return status;
    }
    job->progress.status[record->status]++;
    if (job->store != NULL) {
        return keep(job, NULL);
    }
    struct doe_record copy = *record;
    copy.index = index;
    return keep(job, &copy);
}

static void
count(struct job *job, const struct doe_record *record)
{
    job->progress.status[record->status]++;
    job->progress.simulated++;
}

static quire_status
take(void *self, const struct doe_record *record)
{
    struct job *job = self;
    struct doe_record known = *record;
    quire_status status = doe_work_run(job->work, record->index, &job->run, job->diag);

    if (status != QUIRE_OK) {
        return status;
    }
    memcpy(known.id, job->run.id, sizeof known.id);
    count(job, &known);
    status = keep(job, &known);
    struct pending *p = find_pending(job, known.id);
    if (p != NULL) {
        struct pending ended = *p;
        *p = job->pending[--job->n_pending];
        for (size_t i = 0; i < ended.n_follower && status == QUIRE_OK; i++) {
            status = take_follower(job, ended.follower[i], &known);
        }
    }
    return status;
}

static quire_status
commit(struct job *job)
{
    const quire_status status =
        job->store != NULL ? doe_store_commit(job->store) : doe_shard_commit(&job->shard);

    if (status == QUIRE_OK) {
        job->progress.done += job->unsafe;
        job->unsafe = 0;
    }
    return status;
}

static quire_status
tick(void *self)
{
    struct job *job = self;
    const double now = quire_clock_wall();
    const quire_status status =
        job->unsafe >= BATCH || (job->unsafe > 0 && now - job->unsafe_since >= BATCH_AGE)
            ? commit(job)
            : QUIRE_OK;

    job->progress.elapsed = now - job->began;
    if (job->options->tell != NULL) {
        job->options->tell(job->options->user, &job->progress);
    }
    return status;
}

/* ---- jobs ---- */

static uint64_t
count_bits(const struct job *job)
{
    uint64_t n = 0;

    for (uint64_t i = job->options->slice; i < job->work->n_run; i += job->options->slices) {
        n += doe_bit_is_set(job->done, i);
    }
    return n;
}

static uint64_t
runs_of_slice(const struct job *job)
{
    const uint64_t n = job->work->n_run, k = job->options->slice;

    return k < n ? (n - k - 1) / job->options->slices + 1 : 0;
}

/* job->done is known, and where results go */
static quire_status
run_job(struct job *job, struct doe_progress *progress, bool *stopped)
{
    const struct doe_pool_client client = {.self = job,
                                           .n_response = job->work->n_response,
                                           .next = next,
                                           .begin = begin,
                                           .simulate = simulate,
                                           .take = take,
                                           .tick = tick,
                                           .stop_fd = job->options->stop_fd};
    quire_status status = QUIRE_OK;

    /* one more than workers can hold, for the one that is being handed out */
    job->capacity = 2 * (size_t)job->options->pool.workers + 1;
    job->pending = calloc(job->capacity, sizeof *job->pending);
    job->at = job->options->slice;
    job->began = quire_clock_wall();
    const double spent = quire_clock_processors();
    job->progress.total = runs_of_slice(job);
    job->progress.already = job->progress.done = count_bits(job);
    if (job->pending == NULL || !doe_run_init(&job->run, job->work)) {
        status = quire_diag_memory_error(job->diag);
    }
    if (status == QUIRE_OK) {
        status = doe_simulator_init(&job->simulator, job->work, job->diag);
    }
    if (status == QUIRE_OK) {
        status = doe_pool_run(&job->options->pool, &client, stopped, job->diag);
        if (status == QUIRE_OK && *stopped) {
            status = give_back(job);
        }
        const quire_status committed = commit(job);
        status = status != QUIRE_OK ? status : committed;
        job->progress.elapsed = quire_clock_wall() - job->began;
    }
    job->progress.cpu = quire_clock_processors() - spent;
    *progress = job->progress;
    doe_simulator_clear(&job->simulator);
    doe_run_clear(&job->run);
    free(job->pending);
    return status;
}

quire_status
doe_job_run(const struct doe_work *work, struct doe_store *store,
            const struct doe_job_options *options, struct doe_progress *progress, bool *stopped,
            quire_diag *diag)
{
    struct job job = {.work = work,
                      .options = options,
                      .store = store,
                      .shard = {.fd = -1},
                      .diag = diag,
                      .done = doe_bits_make(work)};
    quire_status status = job.done != NULL ? doe_store_mark(store, 0, work->n_run, job.done)
                                           : quire_diag_memory_error(diag);

    if (status == QUIRE_OK) {
        status = run_job(&job, progress, stopped);
    }
    free(job.done);
    return status;
}

static void
mark_lost(struct job *job, const struct doe_shard_done *d)
{
    for (uint64_t i = d->slice; i < job->work->n_run; i += d->slices) {
        if (d->times[i / d->slices] >= BEGUN_MOST && !doe_bit_is_set(job->done, i)) {
            doe_bit_set(job->begun, i);
        }
    }
}

quire_status
doe_job_run_slice(const struct doe_work *work, const char *directory,
                  const struct doe_job_options *options, struct doe_progress *progress,
                  bool *stopped, quire_diag *diag)
{
    struct job job = {.work = work,
                      .options = options,
                      .shard = {.fd = -1},
                      .diag = diag,
                      .done = doe_bits_make(work),
                      .begun = doe_bits_make(work)};
    struct doe_shard_done d = {.work = work,
                               .done = job.done,
                               .times = calloc(work->n_run / options->slices + 1, 1),
                               .slice = options->slice,
                               .slices = options->slices,
                               .diag = diag};
    quire_status status = job.done != NULL && job.begun != NULL && d.times != NULL
                              ? doe_shard_done_read(&d, directory, diag)
                              : quire_diag_memory_error(diag);

    if (status == QUIRE_OK) {
        mark_lost(&job, &d);
        status = doe_shard_open(&job.shard, directory, work, options->slice, options->slices, diag);
    }
    if (status == QUIRE_OK) {
        status = run_job(&job, progress, stopped);
    }
    doe_shard_close(&job.shard);
    free(d.times);
    free(job.done);
    free(job.begun);
    return status;
}
