#include "cli/cli.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define INTERVAL 0.2 /* between two looks at the progress [s] */

static volatile sig_atomic_t noticed; /* the signal; 0: none */

static void
notice(int number)
{
    if (noticed != 0) {
        _exit(128 + number);
    }
    noticed = number;
}

void
cli_catch_signals(void)
{
    static const int list[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = notice;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        struct sigaction before;
        /* what the caller ignores (nohup) stays ignored */
        if (sigaction(list[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaction(list[i], &action, NULL);
        }
    }
}

bool
cli_was_interrupted(void)
{
    return noticed != 0;
}

void
cli_raise_signal(void)
{
    if (noticed != 0) {
        const int number = noticed;
        fflush(NULL);
        signal(number, SIG_DFL);
        raise(number);
        _exit(128 + number);
    }
}

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
    return noticed == 0;
}

void
cli_progress_end(void)
{
    cli_live_end();
}
