#include "base/clock.h"

#include <sys/resource.h>

double
quire_clock(clockid_t clock)
{
    struct timespec now;

    return clock_gettime(clock, &now) == 0 ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : 0;
}

double
quire_clock_wall(void)
{
    return quire_clock(CLOCK_MONOTONIC);
}

double
quire_clock_processor(void)
{
    return quire_clock(CLOCK_THREAD_CPUTIME_ID);
}

static double
seconds(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

double
quire_clock_processors(void)
{
    struct rusage ended = {0};

    getrusage(RUSAGE_CHILDREN, &ended);
    return quire_clock(CLOCK_PROCESS_CPUTIME_ID) + seconds(ended.ru_utime) +
           seconds(ended.ru_stime);
}
