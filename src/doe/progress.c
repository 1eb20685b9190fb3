#include <stdio.h>
#include <unistd.h>

#include "doe/verbs.h"

#define INTERVAL 0.2  /* between two lines on a terminal [s] */
#define MINUTE   60.0 /* and elsewhere */
#define RECENT   10.0 /* the rate is that of about this time [s] */

static bool shown;

/* runs a second, of late: an average that forgets */
static double
rate_of_late(const struct doe_progress *p)
{
    static double rate, from, done;
    const double dt = p->elapsed - from, now = (double)(p->done - p->already);

    if (dt >= 1 || rate == 0) {
        const double fresh = dt > 0 ? (now - done) / dt : 0,
                     weight = rate == 0 ? 1 : dt / (dt + RECENT);
        rate += weight * (fresh - rate);
        from = p->elapsed;
        done = now;
    }
    return rate;
}

/* of which it is not known whether they jam */
static uint64_t
undecided(const struct doe_progress *p)
{
    uint64_t n = 0;

    for (int i = 0; i < DOE_STATUSES; i++) {
        n += i > DOE_LIMIT ? p->status[i] : 0;
    }
    return n;
}

static void
print_left(double seconds)
{
    const long s = (long)(seconds + 0.5);

    if (s >= 3600) {
        fprintf(stderr, "  %ld:%02ld:%02ld left", s / 3600, s / 60 % 60, s % 60);
    } else {
        fprintf(stderr, "  %ld:%02ld left", s / 60, s % 60);
    }
}

static void
print_line(const struct doe_progress *p, bool terminal)
{
    const double rate = rate_of_late(p), left = (double)(p->total - p->done);

    fprintf(stderr, "%s%llu/%llu  %.1f %%  jam %llu",
            terminal ? "\r  " : "quire doe: ", (unsigned long long)p->done,
            (unsigned long long)p->total,
            p->total > 0 ? 100.0 * (double)p->done / (double)p->total : 100.0,
            (unsigned long long)p->status[DOE_JAM]);
    if (undecided(p) > 0) {
        fprintf(stderr, "  undecided %llu", (unsigned long long)undecided(p));
    }
    if (rate > 0 && p->elapsed > 2) {
        fprintf(stderr, "  %.3g runs/s", rate);
        print_left(left / rate);
    }
    fputs(terminal ? "\033[K" : "\n", stderr);
    fflush(stderr);
    shown = terminal;
}

void
doe_tell_progress(void *user, const struct doe_progress *p)
{
    static double last;
    const bool terminal = isatty(STDERR_FILENO);

    if (*(const bool *)user && p->elapsed - last >= (terminal ? INTERVAL : MINUTE)) {
        last = p->elapsed;
        print_line(p, terminal);
    }
}

void
doe_end_progress(void)
{
    if (shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        shown = false;
    }
}
