#include "base/clock.h"

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
