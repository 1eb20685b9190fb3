#include "cli/cli.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define INTERVAL 0.2 /* between two looks at the progress [s] */
#define RECENT   2.0 /* the present pace is that of this time [s] */
#define SLOWER   5.0 /* than so far: that is said */
#define PATIENCE 30.0 /* and if it takes longer than this [s] */

static volatile sig_atomic_t noticed; /* the signal; 0: none */
static bool shown;                    /* a progress line stands on the terminal */

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

/* Seconds that the rest takes at the pace of the last seconds; 0 until that is known. */
static double
left_at_this_pace(double time, double end_time, double elapsed)
{
    static double from, from_time, left;
    if (elapsed - from >= RECENT) {
        left = time > from_time ? (end_time - time) * (elapsed - from) / (time - from_time) : 1e9;
        from = elapsed;
        from_time = time;
    }
    return left;
}

static void
show(double time, double end_time, double elapsed)
{
    if (!(end_time > 0.0)) {
        fprintf(stderr, "\r  looking for a state of rest, %.0f s so far", elapsed);
        fflush(stderr);
        shown = true;
        return;
    }
    const double part = time / end_time;
    fprintf(stderr, "\r  %.4f/%.4f s  %3.0f %%", time, end_time, 100.0 * part);
    if (part > 0.02 && part <= 1.0) {
        const long left = (long)(elapsed * (1.0 / part - 1.0) + 0.5);
        fprintf(stderr, "  %ld:%02ld left ", left / 60, left % 60);
    }
    const double slow = left_at_this_pace(time, end_time, elapsed);
    if (slow > PATIENCE && slow > SLOWER * elapsed * (1.0 / part - 1.0)) {
        fprintf(stderr, " slow here: %.3g min at this pace  ", slow / 60.0);
    } else {
        fprintf(stderr, "%36s", ""); /* over what stood there */
    }
    fflush(stderr);
    shown = true;
}

bool
cli_progress(void *user, double time, double end_time)
{
    static double started = -1.0, last;
    const bool wanted = *(const bool *)user;
    if (wanted) {
        const double now = wall_time();
        if (started < 0.0) {
            started = last = now;
        } else if (now - last >= INTERVAL) {
            last = now;
            show(time, end_time, now - started);
        }
    }
    return noticed == 0;
}

void
cli_progress_end(void)
{
    if (shown) {
        fprintf(stderr, "\r%90s\r", "");
        fflush(stderr);
        shown = false;
    }
}
