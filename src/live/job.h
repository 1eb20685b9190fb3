/* Processes that work for a page: started, read from, killed, reaped. */
#ifndef QUIRE_LIVE_JOB_H
#define QUIRE_LIVE_JOB_H

#include <stdbool.h>
#include <sys/types.h>

#include "live/child.h"

#define LIVE_TAB 40 /* bytes of a tab's name, with its NUL */

/* What has ended a process before its answer. */
enum live_end {
    LIVE_END_NONE,
    LIVE_END_NEWER, /* the same tab wants something else */
    LIVE_END_TIME,
    LIVE_END_LEFT, /* nobody waits for the answer */
    LIVE_END_CRASH
};

struct live_job {
    bool used;
    bool background; /* its process takes only what others leave */
    bool paused;     /* its process is stopped while others run */
    double since;    /* that it is paused, on the monotonic clock [s] */
    pid_t pid;       /* 0: none, or reaped */
    int pipe;        /* reading end; -1: at its end */
    char tab[LIVE_TAB];
    double deadline; /* on the monotonic clock [s] */
    enum live_end end;
    /* of the connection that waits for the answer; its own library's types */
    void *connection;
    int socket; /* -1: none */
    bool suspended;
    size_t tail; /* bytes that have been sent of the line that tells of an end */
};

/* The monotonic clock [s]. */
double live_now(void);

/* Starts a process for the order. False when that does not work; the job is then not used. */
bool live_job_start(struct live_job *job, const struct live_order *order);

/* Stops the process of a background job, or lets it go on; its time limit waits, too. */
void live_job_pause(struct live_job *job, bool paused);

/* Kills the process for this reason, unless something has ended it before. Its pipe then ends. */
void live_job_kill(struct live_job *job, enum live_end why);

/* Bytes of the answer into buf: their number, 0 at the end, -1 when there are none yet. At the end
 * the process is reaped. */
ssize_t live_job_read(struct live_job *job, char *buf, size_t size);

/* Ends what is left of it. */
void live_job_clear(struct live_job *job);

#endif
