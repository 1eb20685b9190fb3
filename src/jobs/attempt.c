/* Simulating a few runs for what they tell alone: nothing is kept. */
#include "jobs/job.h"

#include "base/diag.h"
#include "jobs/simulate.h"

/* Runs are known by their numbers in the list while they are tried. */
struct trial {
    const struct doe_work *work;
    const uint64_t *index; /* runs of the plan; NULL: designs beside it */
    const double *si;
    size_t n, next;
    double time_limit;
    struct doe_record *record;
    struct doe_run run;
    struct doe_simulator simulator; /* made here, used by workers */
};

static enum doe_next
next_trial(void *self, uint64_t *index, quire_status *status)
{
    struct trial *t = self;

    (void)status;
    *index = t->next;
    return t->next++ < t->n ? DOE_NEXT_RUN : DOE_NEXT_NONE;
}

static void
simulate_trial(void *self, uint64_t number, struct doe_record *record)
{
    struct trial *t = self;
    const quire_status status =
        t->index != NULL
            ? doe_work_run(t->work, t->index[number], &t->run, NULL)
            : doe_work_run_at(t->work, t->si + number * t->work->n_variable, &t->run, NULL);

    if (status == QUIRE_OK) {
        doe_simulator_run(&t->simulator, &t->run, t->time_limit, record);
        record->index = number;
    }
}

static quire_status
take_trial(void *self, const struct doe_record *record)
{
    struct trial *t = self;

    doe_record_copy(&t->record[record->index], record);
    return QUIRE_OK;
}

static quire_status
tick_trial(void *self)
{
    (void)self;
    return QUIRE_OK;
}

static quire_status
try_all(struct trial *t, const struct doe_pool_options *options, int stop_fd, quire_diag *diag)
{
    const struct doe_pool_client client = {.self = t,
                                           .n_response = t->work->n_response,
                                           .next = next_trial,
                                           .simulate = simulate_trial,
                                           .take = take_trial,
                                           .tick = tick_trial,
                                           .stop_fd = stop_fd};
    bool stopped = false;

    t->time_limit = options->time_limit;
    if (!doe_run_init(&t->run, t->work)) {
        return quire_diag_memory_error(diag);
    }
    quire_status status = doe_simulator_init(&t->simulator, t->work, diag);
    if (status == QUIRE_OK) {
        status = doe_pool_run(options, &client, &stopped, diag);
    }
    doe_simulator_clear(&t->simulator);
    doe_run_clear(&t->run);
    return status == QUIRE_OK && stopped ? QUIRE_ERROR_LIMIT : status;
}

quire_status
doe_job_try(const struct doe_work *work, const uint64_t *index, size_t n, double time_limit,
            struct doe_record *record, int stop_fd, quire_diag *diag)
{
    struct trial t = {.work = work, .index = index, .n = n, .record = record};
    struct doe_pool_options options = doe_pool_options_default();

    options.time_limit = time_limit;
    options.tries = 1;
    return try_all(&t, &options, stop_fd, diag);
}

quire_status
doe_job_try_designs(const struct doe_work *work, const double *si, size_t n,
                    const struct doe_pool_options *options, struct doe_record *record, int stop_fd,
                    quire_diag *diag)
{
    struct trial t = {.work = work, .si = si, .n = n, .record = record};

    return try_all(&t, options, stop_fd, diag);
}
