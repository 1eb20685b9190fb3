#include "live/job.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PIPE_SIZE   (1024 * 1024) /* [bytes]; a result should not wait for its reader */
#define MOST_FILES  1024          /* descriptors that may be open in the server */
#define SEARCH_RUNS 40            /* of a search for cures, about */
#define SLACK       5.0           /* [s] beyond twice the time limit, until a process is killed */

double
live_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- in the new process ---- */

/* Nothing of the server's stays: not its sockets, not its signals. */
static void
leave_server(int out, pid_t server)
{
    static const int own[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        signal(own[i], SIG_DFL);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != server) {
        _exit(1);
    }
    for (int fd = 3; fd < MOST_FILES; fd++) {
        if (fd != out) {
            close(fd);
        }
    }
}

/* Others run first: the processor is this one's while it is idle. */
static void
give_way(void)
{
    const struct sched_param param = {0};
    setpriority(PRIO_PROCESS, 0, 19);
    sched_setscheduler(0, SCHED_IDLE, &param);
}

/* ---- in the server ---- */

bool
live_job_start(struct live_job *job, const struct live_order *order)
{
    int ends[2];
    *job = (struct live_job){.pipe = -1, .socket = -1};
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return false;
    }
    const pid_t server = getpid(), pid = fork();
    if (pid == 0) {
        leave_server(ends[1], server);
        if (live_is_background(order->task)) {
            give_way();
        }
        _exit(live_child(order, ends[1]) ? 0 : 1);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return false;
    }
    job->used = true;
    job->pid = pid;
    job->pipe = ends[0];
    fcntl(job->pipe, F_SETFL, O_NONBLOCK);
    fcntl(job->pipe, F_SETPIPE_SZ, PIPE_SIZE); /* a wish */
    job->background = live_is_background(order->task);
    const double runs = order->task == LIVE_CURES   ? SEARCH_RUNS
                        : order->task == LIVE_PROBE ? (double)order->n_value
                                                    : 1;
    job->deadline = live_now() + 2 * runs * order->time_limit + SLACK;
    return true;
}

void
live_job_pause(struct live_job *job, bool paused)
{
    if (job->pid > 0 && job->paused != paused) {
        const double now = live_now();
        kill(job->pid, paused ? SIGSTOP : SIGCONT);
        job->deadline += paused ? 0 : now - job->since;
        job->since = now;
        job->paused = paused;
    }
}

void
live_job_kill(struct live_job *job, enum live_end why)
{
    if (job->pid > 0 && job->end == LIVE_END_NONE) {
        job->end = why;
        kill(job->pid, SIGKILL);
    }
}

/* Waits for a process that has closed its pipe. */
static void
reap(struct live_job *job)
{
    int status = 0;
    pid_t pid = 0;
    while (job->pid > 0 && (pid = waitpid(job->pid, &status, 0)) < 0 && errno == EINTR) {
    }
    if (pid > 0 && job->end == LIVE_END_NONE && !(WIFEXITED(status) && WEXITSTATUS(status) == 0)) {
        job->end = LIVE_END_CRASH;
    }
    job->pid = 0;
}

static void
close_pipe(struct live_job *job)
{
    if (job->pipe >= 0) {
        close(job->pipe);
        job->pipe = -1;
    }
    reap(job);
}

ssize_t
live_job_read(struct live_job *job, char *buf, size_t size)
{
    static const char *const tail[] = {"", "\n{\"kind\":\"ended\",\"why\":\"newer\"}\n",
                                       "\n{\"kind\":\"ended\",\"why\":\"time\"}\n", "",
                                       "\n{\"kind\":\"ended\",\"why\":\"crash\"}\n"};
    if (job->pipe >= 0) {
        const ssize_t n = read(job->pipe, buf, size);
        if (n > 0) {
            return n;
        }
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
            return -1;
        }
        close_pipe(job);
    }
    const char *rest = tail[job->end] + job->tail;
    const size_t n = strlen(rest) < size ? strlen(rest) : size;
    memcpy(buf, rest, n);
    job->tail += n;
    return (ssize_t)n;
}

void
live_job_clear(struct live_job *job)
{
    live_job_kill(job, LIVE_END_LEFT);
    close_pipe(job);
    *job = (struct live_job){.pipe = -1, .socket = -1};
}
