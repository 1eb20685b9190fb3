#include "cli/cli.h"

#include <time.h>

#define INTERVAL 0.2 /* between two looks at the progress [s] */

static double
wall_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool
cli_progress(void *user, double time, double end_time)
{
    static double started = -1.0, last;
    const struct cli_watch *watch = user;
    if (watch->wanted) {
        const double now = wall_time();
        if (started < 0.0) {
            started = last = now;
        } else if (now - last >= INTERVAL) {
            last = now;
            cli_live_show(watch, time, end_time, now - started);
        }
    }
    return !cli_was_interrupted();
}

void
cli_progress_end(void)
{
    cli_live_end();
}
