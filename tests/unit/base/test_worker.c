/* Two halves at once: each is called once, and what one wrote the other sees. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "base/worker.h"

struct sums {
    long calls[2];
    long given, sum[2];
    pthread_t by[2];
};

static void
add(void *context, int which)
{
    struct sums *s = context;

    s->calls[which]++;
    s->sum[which] += s->given;
    s->by[which] = pthread_self();
}

Test(worker, does_each_half_once)
{
    struct quire_worker *worker = quire_worker_create();
    struct sums s = {.given = 0};
    long expected = 0;

    cr_assert_not_null(worker);
    for (long k = 1; k <= 2000; k++) {
        s.given = s.sum[0] - s.sum[1] + k; /* of what both wrote before */
        expected += k;
        quire_worker_halves(worker, add, &s);
        if (k % 400 == 0) {
            usleep(2000); /* it falls asleep */
        }
    }
    cr_expect_eq(s.calls[0], 2000);
    cr_expect_eq(s.calls[1], 2000);
    cr_expect_eq(s.sum[0], expected);
    cr_expect_eq(s.sum[1], expected);
    cr_expect(pthread_equal(s.by[0], pthread_self()));
    cr_expect_not(pthread_equal(s.by[1], pthread_self()));
    quire_worker_destroy(worker);
}

Test(worker, is_done_without)
{
    struct sums s = {.given = 3};

    quire_worker_halves(NULL, add, &s);
    cr_expect_eq(s.sum[0], 3);
    cr_expect_eq(s.sum[1], 3);
    cr_expect(pthread_equal(s.by[1], pthread_self()));
    quire_worker_destroy(NULL);
}

static void
meet(void *context, int which)
{
    atomic_long *at = context;

    for (long k = 1; k <= 200; k++) { /* neither gets ahead by more than one */
        atomic_store(at + which, k);
        quire_worker_await(at + 1 - which, k);
    }
}

Test(worker, waits_for_the_other)
{
    struct quire_worker *worker = quire_worker_create();
    atomic_long at[2] = {0, 0};

    quire_worker_halves(worker, meet, at);
    cr_expect_eq(atomic_load(at), 200);
    cr_expect_eq(atomic_load(at + 1), 200);
    quire_worker_destroy(worker);
}

/* One that was late is left alone for a while, twice as long each time, up to half a second. */
Test(worker, is_left_alone_where_it_was_late)
{
    struct quire_worker *worker = quire_worker_create();

    cr_expect_null(quire_worker_ready(NULL));
    cr_expect_eq(quire_worker_ready(worker), worker);
    for (int k = 0; k < 10; k++) {
        quire_worker_was_late(worker);
    }
    cr_expect_null(quire_worker_ready(worker));
    usleep(600000);
    cr_expect_eq(quire_worker_ready(worker), worker);
    quire_worker_destroy(worker);
}

static volatile sig_atomic_t here;
static pthread_t caller;

static void
note(int signal)
{
    (void)signal;
    here += pthread_equal(pthread_self(), caller) ? 1 : 100;
}

/* a program's handlers run in its own thread */
Test(worker, takes_no_signals)
{
    caller = pthread_self();
    signal(SIGUSR1, note);
    struct quire_worker *worker = quire_worker_create();
    for (int k = 0; k < 20; k++) {
        kill(getpid(), SIGUSR1);
    }
    quire_worker_destroy(worker);
    cr_expect_geq(here, 1);
    cr_expect_lt(here, 100);
}
