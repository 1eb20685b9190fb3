#include "jobs/pool.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/diag.h"

#define IN_HAND        2    /* runs that a worker has: one that it does, one to go on with */
#define LOOK           100  /* between two looks at clocks and ticks [ms] */
#define OVERTIME       1.25 /* of the time limit: then a run does not look at it any more */
#define OVERTIME_LEAST 2.0  /* [s] */
#define IDLE           20.0 /* so many time limits without using the processor: it hangs */
#define DEAD_MOST      20   /* workers in a row that die without having done anything */

struct task {
    uint64_t index;
    uint32_t attempt;
};

struct worker {
    pid_t pid;                 /* 0: none */
    int socket;                /* tasks go out, records come in */
    struct task task[IN_HAND]; /* the first is the one it does */
    int n_task;
    double since, cpu;    /* it does that one: wall clock, its processor time then [s] */
    bool overtime;        /* it was killed for that */
    struct quire_text in; /* what came and was not read yet */
};

struct pool {
    const struct doe_pool_options *options;
    const struct doe_pool_client *client;
    quire_diag *diag;
    struct worker *worker; /* (options->workers) */
    struct task *again;    /* to be tried again (n_again of options->workers * IN_HAND) */
    size_t n_again;
    /* what is waited for: the workers' sockets, and that which says to stop (options->workers + 1)
     */
    struct pollfd *waited;
    struct doe_record record;
    int n_dead; /* in a row, with nothing done */
    bool exhausted, stopping;
    double stop_at; /* then runs in hand are given up */
};

struct doe_pool_options
doe_pool_options_default(void)
{
    const struct doe_pool_options options = {
        .workers = 1, .time_limit = 600, .tries = 3, .grace = 5};

    return options;
}

/* processor time of another process [s]; 0 when it is gone */
static double
processor_clock(pid_t pid)
{
    clockid_t clock;

    return clock_getcpuclockid(pid, &clock) == 0 ? quire_clock(clock) : 0;
}

/* ---- in the worker ---- */

static bool
read_all(int fd, void *data, size_t size)
{
    char *p = data;

    while (size > 0) {
        const ssize_t n = read(fd, p, size);
        if (n <= 0 && !(n < 0 && errno == EINTR)) {
            return false;
        }
        p += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

static bool
write_all(int fd, const char *p, size_t size)
{
    while (size > 0) {
        const ssize_t n = write(fd, p, size);
        if (n < 0 && errno != EINTR) {
            return false;
        }
        p += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Nothing of the coordinator's stays open, its lock least of all. */
static void
close_others(int kept)
{
    if (kept > 3) {
        close_range(3, (unsigned)kept - 1, 0);
    }
    close_range((unsigned)kept + 1, ~0U, 0);
}

static void
limit_itself(const struct doe_pool_options *options)
{
    const struct rlimit none = {0, 0};

    setrlimit(RLIMIT_CORE, &none);
    if (options->memory_limit > 0) {
        const struct rlimit memory = {(rlim_t)options->memory_limit, (rlim_t)options->memory_limit};
        setrlimit(RLIMIT_AS, &memory);
    }
}

static void
default_signals(void)
{
    static const int list[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};

    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        signal(list[i], SIG_DFL);
    }
}

_Noreturn static void
work(const struct pool *pool, pid_t coordinator, int socket)
{
    struct doe_record record;
    struct task task;
    struct quire_text bytes = {0}, frame = {0};

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != coordinator || !doe_record_init(&record, pool->client->n_response)) {
        _exit(1);
    }
    setpgid(0, 0); /* an interrupt from the keyboard is the coordinator's business */
    default_signals();
    close_others(socket);
    limit_itself(pool->options);
    while (read_all(socket, &task, sizeof task)) {
        doe_record_reset(&record, task.index, "");
        pool->client->simulate(pool->client->self, task.index, &record);
        record.attempt = task.attempt;
        doe_record_put(&bytes, &record);
        doe_frame_add(&frame, bytes.data, bytes.size);
        if (bytes.failed || frame.failed || !write_all(socket, frame.data, frame.size)) {
            _exit(1);
        }
        quire_text_clear(&bytes);
        quire_text_clear(&frame);
    }
    _exit(0);
}

/* ---- workers ---- */

static bool
start(struct pool *pool, struct worker *w)
{
    int ends[2];
    const pid_t me = getpid();

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return false;
    }
    const pid_t pid = fork();
    if (pid == 0) {
        work(pool, me, ends[1]);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return false;
    }
    *w = (struct worker){.pid = pid, .socket = ends[0]};
    return true;
}

/* closes the socket and waits; the worker ends when it has nothing to read, unless it was killed */
static int
finish(struct worker *w)
{
    int how = 0;

    close(w->socket);
    while (waitpid(w->pid, &how, 0) < 0 && errno == EINTR) {
    }
    quire_text_clear(&w->in);
    w->pid = 0;
    return how;
}

static quire_status
begin_first(const struct pool *pool, struct worker *w)
{
    w->since = quire_clock_wall();
    w->cpu = processor_clock(w->pid);
    return pool->client->begin != NULL ? pool->client->begin(pool->client->self, w->task[0].index)
                                       : QUIRE_OK;
}

/* a worker that is gone does not matter here: its end of the socket tells */
static quire_status
give(const struct pool *pool, struct worker *w, struct task task)
{
    w->task[w->n_task++] = task;
    const quire_status status = w->n_task == 1 ? begin_first(pool, w) : QUIRE_OK;
    if (status == QUIRE_OK) {
        (void)send(w->socket, &task, sizeof task, MSG_NOSIGNAL);
    }
    return status;
}

static enum doe_next
next_task(struct pool *pool, struct task *task, quire_status *status)
{
    if (pool->n_again > 0) {
        *task = pool->again[--pool->n_again];
        return DOE_NEXT_RUN;
    }
    task->attempt = 1;
    return pool->client->next(pool->client->self, &task->index, status);
}

/* every worker gets one run before any gets a second; *later: somebody has to be asked again */
static quire_status
hand_out(struct pool *pool, bool *later)
{
    quire_status status = QUIRE_OK;

    *later = false;
    for (int round = 1; round <= IN_HAND && !pool->stopping; round++) {
        for (int i = 0; i < pool->options->workers; i++) {
            struct worker *w = &pool->worker[i];
            struct task task = {0};
            if (w->n_task >= round) {
                continue;
            }
            const enum doe_next next = next_task(pool, &task, &status);
            if (status != QUIRE_OK || next != DOE_NEXT_RUN) {
                *later = next == DOE_NEXT_LATER;
                return status;
            }
            if (w->pid == 0 && !start(pool, w)) {
                return quire_diag_error(pool->diag, "E-LIMIT", (struct quire_place){0}, NULL,
                                        "use fewer workers", "a worker cannot be started: %s",
                                        strerror(errno));
            }
            if ((status = give(pool, w, task)) != QUIRE_OK) {
                return status;
            }
        }
    }
    return QUIRE_OK;
}

/* ---- what workers send ---- */

static quire_status
drop_first(const struct pool *pool, struct worker *w)
{
    w->n_task--;
    w->overtime = false; /* killed or not, that run did end; the next is not to blame */
    memmove(w->task, w->task + 1, (size_t)w->n_task * sizeof *w->task);
    return w->n_task > 0 ? begin_first(pool, w) : QUIRE_OK;
}

static quire_status
take_frames(struct pool *pool, struct worker *w)
{
    size_t at = 0, length;
    const char *payload;
    quire_status status = QUIRE_OK;

    while (status == QUIRE_OK &&
           doe_frame_next(w->in.data, w->in.size, &at, &payload, &length) == DOE_FRAME_WHOLE) {
        if (!doe_record_get(&pool->record, payload, length) || w->n_task == 0 ||
            pool->record.index != w->task[0].index) {
            kill(w->pid, SIGKILL); /* it has lost its mind: what it has in hand is tried again */
            break;
        }
        pool->n_dead = 0;
        status = drop_first(pool, w);
        if (status == QUIRE_OK) {
            status = pool->client->take(pool->client->self, &pool->record);
        }
    }
    if (at > 0) {
        memmove(w->in.data, w->in.data + at, w->in.size - at);
        w->in.size -= at;
    }
    return status;
}

static void
tell_death(struct doe_record *record, const struct pool *pool, const struct worker *w, int how,
           const struct task *task)
{
    doe_record_reset(record, task->index, "");
    record->attempt = task->attempt;
    record->wall = quire_clock_wall() - w->since;
    if (w->overtime) {
        record->status = DOE_TIMED_OUT;
        snprintf(record->diagnosis, sizeof record->diagnosis, "hung");
        snprintf(record->message, sizeof record->message,
                 "the run did not end by itself within %g s of processor time and was killed",
                 pool->options->time_limit);
        return;
    }
    record->status = DOE_CRASHED;
    if (WIFSIGNALED(how)) {
        snprintf(record->diagnosis, sizeof record->diagnosis, "signal %d", WTERMSIG(how));
        snprintf(record->message, sizeof record->message,
                 "the run's process was ended by signal %d (%s), %u times", WTERMSIG(how),
                 strsignal(WTERMSIG(how)), (unsigned)task->attempt);
    } else {
        snprintf(record->diagnosis, sizeof record->diagnosis, "exit %d", WEXITSTATUS(how));
        snprintf(record->message, sizeof record->message,
                 "the run's process ended with code %d, %u times", WEXITSTATUS(how),
                 (unsigned)task->attempt);
    }
}

/* the run it was at is tried again or given up; those it had not begun are nobody's fault */
static quire_status
bury(struct pool *pool, struct worker *w)
{
    struct worker dead = *w;
    const int how = finish(w);
    quire_status status = QUIRE_OK;

    for (int i = dead.n_task - 1; i > 0; i--) {
        pool->again[pool->n_again++] = dead.task[i];
    }
    *w = (struct worker){0};
    if (pool->stopping || dead.n_task == 0) {
        pool->n_dead++;
    } else if (!dead.overtime && (int)dead.task[0].attempt < pool->options->tries) {
        pool->again[pool->n_again++] = (struct task){dead.task[0].index, dead.task[0].attempt + 1};
        pool->n_dead++;
    } else {
        tell_death(&pool->record, pool, &dead, how, &dead.task[0]);
        status = pool->client->take(pool->client->self, &pool->record);
    }
    if (status == QUIRE_OK && pool->n_dead > DEAD_MOST * pool->options->workers) {
        status = quire_diag_error(pool->diag, "E-INTERNAL", (struct quire_place){0}, NULL, NULL,
                                  "workers die before they have done anything");
    }
    return status;
}

static quire_status
read_worker(struct pool *pool, struct worker *w)
{
    char block[65536];
    const ssize_t n = read(w->socket, block, sizeof block);

    if (n < 0 && (errno == EINTR || errno == EAGAIN)) {
        return QUIRE_OK;
    }
    if (n <= 0) {
        return bury(pool, w);
    }
    quire_text_add_bytes(&w->in, block, (size_t)n);
    return w->in.failed ? quire_diag_memory_error(pool->diag) : take_frames(pool, w);
}

/* ---- clocks ---- */

static void
kill_overtime(struct pool *pool)
{
    const double limit = fmax(OVERTIME * pool->options->time_limit,
                              pool->options->time_limit + OVERTIME_LEAST),
                 now = quire_clock_wall();

    for (int i = 0; i < pool->options->workers; i++) {
        struct worker *w = &pool->worker[i];
        if (w->pid != 0 && w->n_task > 0 && !w->overtime && now - w->since > limit &&
            (processor_clock(w->pid) - w->cpu > limit || now - w->since > IDLE * limit)) {
            w->overtime = true;
            kill(w->pid, SIGKILL);
        }
    }
}

static bool
is_busy(const struct pool *pool)
{
    bool busy = false;

    for (int i = 0; i < pool->options->workers; i++) {
        busy = busy || pool->worker[i].n_task > 0;
    }
    return busy;
}

/* ---- the loop ---- */

static void
wait_for_something(struct pool *pool, int timeout)
{
    const int n = pool->options->workers;

    for (int i = 0; i < n; i++) {
        pool->waited[i] = (struct pollfd){
            .fd = pool->worker[i].pid != 0 ? pool->worker[i].socket : -1, .events = POLLIN};
    }
    pool->waited[n] =
        (struct pollfd){.fd = pool->stopping ? -1 : pool->client->stop_fd, .events = POLLIN};
    if (poll(pool->waited, (nfds_t)n + 1, timeout) < 0) {
        memset(pool->waited, 0, ((size_t)n + 1) * sizeof *pool->waited);
    }
}

static quire_status
turn(struct pool *pool, bool *more)
{
    bool later = false;
    quire_status status = hand_out(pool, &later);

    *more = later || is_busy(pool);
    if (status != QUIRE_OK || !*more) {
        return status;
    }
    wait_for_something(pool, later ? 0 : LOOK);
    for (int i = 0; i < pool->options->workers && status == QUIRE_OK; i++) {
        if ((pool->waited[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0 &&
            pool->worker[i].pid != 0) {
            status = read_worker(pool, &pool->worker[i]);
        }
    }
    if ((pool->waited[pool->options->workers].revents & POLLIN) != 0) {
        pool->stopping = true;
        pool->stop_at = quire_clock_wall() + pool->options->grace;
    }
    kill_overtime(pool);
    *more = !pool->stopping || quire_clock_wall() < pool->stop_at;
    return status == QUIRE_OK ? pool->client->tick(pool->client->self) : status;
}

static void
end_workers(struct pool *pool)
{
    for (int i = 0; pool->worker != NULL && i < pool->options->workers; i++) {
        if (pool->worker[i].pid != 0) {
            kill(pool->worker[i].pid, SIGKILL);
            finish(&pool->worker[i]);
        }
    }
}

quire_status
doe_pool_run(const struct doe_pool_options *options, const struct doe_pool_client *client,
             bool *stopped, quire_diag *diag)
{
    const size_t n = (size_t)options->workers;
    struct pool pool = {.options = options,
                        .client = client,
                        .diag = diag,
                        .worker = calloc(n, sizeof *pool.worker),
                        .again = calloc(2 * n * IN_HAND, sizeof *pool.again),
                        .waited = calloc(n + 1, sizeof *pool.waited)};
    quire_status status = pool.worker != NULL && pool.again != NULL && pool.waited != NULL &&
                                  doe_record_init(&pool.record, client->n_response)
                              ? QUIRE_OK
                              : quire_diag_memory_error(diag);
    bool more = true;

    while (status == QUIRE_OK && more) {
        status = turn(&pool, &more);
    }
    *stopped = pool.stopping;
    end_workers(&pool);
    doe_record_clear(&pool.record);
    free(pool.waited);
    free(pool.again);
    free(pool.worker);
    return status;
}
