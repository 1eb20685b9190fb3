/* Clocks: what a thread has used is its own. */
#include <criterion/criterion.h>
#include <pthread.h>

#include "base/clock.h"

static void *
work(void *used)
{
    const double started = quire_clock_processor();

    while (quire_clock_processor() - started < 0.05) {
    }
    *(double *)used = quire_clock_processor() - started;
    return NULL;
}

Test(clock, processor_time_is_of_one_thread)
{
    const double started = quire_clock_processor();
    double used = 0;
    pthread_t thread;

    cr_assert_eq(pthread_create(&thread, NULL, work, &used), 0);
    pthread_join(thread, NULL);
    cr_expect_geq(used, 0.05);
    cr_expect_lt(quire_clock_processor() - started, 0.025);
}
