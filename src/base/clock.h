/* Clocks for limits and for reported durations; never for results. */
#ifndef QUIRE_BASE_CLOCK_H
#define QUIRE_BASE_CLOCK_H

#include <time.h>

/* Time of a clock of clock_gettime(2) [s]; 0 when there is no such clock. */
double quire_clock(clockid_t clock);

/* Time that goes on steadily, from an arbitrary moment on [s]. */
double quire_clock_wall(void);

/* Processor time of this thread [s]: a run keeps to one, and others may go on beside it. */
double quire_clock_processor(void);

/* Processor time of this process, all its threads, and the processes that it began and that have
 * ended and were waited for [s]. */
double quire_clock_processors(void);

#endif
