/* Workers that crash, hang and lie, given to the pool as work. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "jobs/pool.h"

#define MOST 400

struct client {
    uint64_t n, next;
    int begun[MOST], times[MOST]; /* how often a worker came to a run, and the run was taken */
    enum doe_status status[MOST];
    uint32_t attempt[MOST];
    char diagnosis[MOST][48];
    double number[MOST];
    void (*misbehave)(uint64_t index);
    int stop_after; /* runs; then stop_fd has something to read */
    int pipes[2];
};

static enum doe_next
next(void *self, uint64_t *index, quire_status *status)
{
    struct client *c = self;

    (void)status;
    *index = c->next;
    return c->next++ < c->n ? DOE_NEXT_RUN : DOE_NEXT_NONE;
}

static quire_status
begin(void *self, uint64_t index)
{
    struct client *c = self;

    c->begun[index]++;
    return QUIRE_OK;
}

static void
simulate(void *self, uint64_t index, struct doe_record *record)
{
    struct client *c = self;

    if (c->misbehave != NULL) {
        c->misbehave(index);
    }
    record->status = DOE_PASSED;
    record->response[0] = sqrt((double)index);
}

static quire_status
take(void *self, const struct doe_record *record)
{
    struct client *c = self;
    const uint64_t i = record->index;

    c->times[i]++;
    c->status[i] = record->status;
    c->attempt[i] = record->attempt;
    c->number[i] = record->response[0];
    memcpy(c->diagnosis[i], record->diagnosis, sizeof record->diagnosis);
    if (c->stop_after > 0 && --c->stop_after == 0) {
        cr_assert(write(c->pipes[1], "x", 1) == 1);
    }
    return QUIRE_OK;
}

static quire_status
tick(void *self)
{
    (void)self;
    return QUIRE_OK;
}

static bool
run_pool(struct client *c, const struct doe_pool_options *options)
{
    const struct doe_pool_client client = {.self = c,
                                           .n_response = 1,
                                           .next = next,
                                           .begin = begin,
                                           .simulate = simulate,
                                           .take = take,
                                           .tick = tick,
                                           .stop_fd = c->stop_after > 0 ? c->pipes[0] : -1};
    quire_diag *diag = quire_diag_create();
    bool stopped = false;

    cr_assert(eq(int, doe_pool_run(options, &client, &stopped, diag), QUIRE_OK));
    cr_assert(waitpid(-1, NULL, WNOHANG) <= 0, "no worker is left");
    quire_diag_destroy(diag);
    return stopped;
}

Test(pool, every_run_is_taken_once_whatever_the_workers)
{
    for (int workers = 1; workers <= 8; workers *= 2) {
        struct client c = {.n = MOST};
        struct doe_pool_options options = doe_pool_options_default();
        options.workers = workers;
        run_pool(&c, &options);
        for (int i = 0; i < MOST; i++) {
            cr_assert(c.begun[i] == 1 && c.times[i] == 1 && c.status[i] == DOE_PASSED &&
                          c.number[i] == sqrt(i),
                      "run %d of %d workers", i, workers);
        }
    }
}

static void
crash_on_seventh(uint64_t index)
{
    if (index == 7) {
        signal(SIGSEGV, SIG_DFL); /* not a sanitizer's finding */
        raise(SIGSEGV);
    }
}

Test(pool, crash_costs_the_run_alone)
{
    struct client c = {.n = 40, .misbehave = crash_on_seventh};
    struct doe_pool_options options = doe_pool_options_default();

    options.workers = 2;
    run_pool(&c, &options);
    for (int i = 0; i < 40; i++) {
        cr_assert(c.times[i] == 1 && c.status[i] == (i == 7 ? DOE_CRASHED : DOE_PASSED),
                  "run %d: %s", i, doe_status_word(c.status[i]));
        cr_assert(eq(int, c.begun[i], i == 7 ? 3 : 1),
                  "run %d: what waits behind a crash was not begun", i);
    }
    cr_assert(eq(u32, c.attempt[7], 3));
    cr_assert(eq(str, c.diagnosis[7], "signal 11"));
    cr_assert(isnan(c.number[7]), "a run that crashed has no numbers");
}

static char once_file[] = "/tmp/quire-pool-XXXXXX";

static void
die_once(uint64_t index)
{
    if (index == 5 && unlink(once_file) == 0) {
        kill(getpid(), SIGKILL);
    }
}

Test(pool, killed_worker_costs_nothing)
{
    struct client c = {.n = 20, .misbehave = die_once};
    struct doe_pool_options options = doe_pool_options_default();

    cr_assert(close(mkstemp(once_file)) == 0);
    run_pool(&c, &options);
    for (int i = 0; i < 20; i++) {
        cr_assert(c.times[i] == 1 && c.status[i] == DOE_PASSED && c.attempt[i] == (i == 5 ? 2 : 1),
                  "run %d", i);
    }
}

static void
hang_on_third(uint64_t index)
{
    while (index == 3) {
    }
}

Test(pool, hang_is_killed_and_called_time_out, .timeout = 60)
{
    struct client c = {.n = 10, .misbehave = hang_on_third};
    struct doe_pool_options options = doe_pool_options_default();

    options.workers = 2;
    options.time_limit = 0.2;
    run_pool(&c, &options);
    for (int i = 0; i < 10; i++) {
        cr_assert(c.times[i] == 1 && c.status[i] == (i == 3 ? DOE_TIMED_OUT : DOE_PASSED), "run %d",
                  i);
    }
}

static void
leave(uint64_t index)
{
    if (index % 10 == 9) {
        _exit(3);
    }
}

Test(pool, many_deaths_are_survived)
{
    struct client c = {.n = MOST, .misbehave = leave};
    struct doe_pool_options options = doe_pool_options_default();

    options.workers = 4;
    run_pool(&c, &options);
    for (int i = 0; i < MOST; i++) {
        cr_assert(c.times[i] == 1 && c.status[i] == (i % 10 == 9 ? DOE_CRASHED : DOE_PASSED),
                  "run %d", i);
    }
    cr_assert(eq(str, c.diagnosis[9], "exit 3"));
}

Test(pool, stops_when_it_is_told)
{
    struct client c = {.n = MOST, .stop_after = 10};
    struct doe_pool_options options = doe_pool_options_default();

    cr_assert(pipe(c.pipes) == 0);
    cr_assert(run_pool(&c, &options));
    int taken = 0;
    for (int i = 0; i < MOST; i++) {
        cr_assert(c.times[i] <= 1);
        taken += c.times[i];
    }
    cr_assert(taken >= 10 && taken < MOST, "%d", taken);
}

/* run 0 takes longer than it may, and ends by itself while the coordinator is busy with run 1; then
 * run 2 is what its worker has in hand */
static void
end_late(uint64_t index)
{
    const clock_t begun = clock();

    while (index == 0 && (double)(clock() - begun) < 2.3 * CLOCKS_PER_SEC) {
    }
    if (index == 1) {
        usleep(1000000);
    }
    if (index == 2 && unlink(once_file) == 0) {
        usleep(3000000);
    }
}

static quire_status
take_slowly(void *self, const struct doe_record *record)
{
    while (record->index == 1 && access(once_file, F_OK) == 0) { /* until run 2 has begun */
        usleep(10000);
    }
    return take(self, record);
}

Test(pool, run_that_ends_late_is_not_paid_for_by_the_next, .timeout = 60)
{
    struct client c = {.n = 4, .misbehave = end_late};
    const struct doe_pool_client client = {.self = &c,
                                           .n_response = 1,
                                           .next = next,
                                           .simulate = simulate,
                                           .take = take_slowly,
                                           .tick = tick,
                                           .stop_fd = -1};
    struct doe_pool_options options = doe_pool_options_default();
    quire_diag *diag = quire_diag_create();
    bool stopped = false;

    cr_assert(close(mkstemp(once_file)) == 0);
    options.workers = 2;
    options.time_limit = 0.1;
    cr_assert(eq(int, doe_pool_run(&options, &client, &stopped, diag), QUIRE_OK));
    for (int i = 1; i < 4; i++) {
        cr_assert(c.times[i] == 1 && c.status[i] == DOE_PASSED, "run %d: %s", i,
                  doe_status_word(c.status[i]));
    }
    quire_diag_destroy(diag);
}
