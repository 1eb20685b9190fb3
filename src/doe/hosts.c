#include "doe/hosts.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "batch/environment.h"
#include "batch/study_plan.h"
#include "cli/cli.h"
#include "doe/verbs.h"
#include "text/number.h"

#define SLOTS_MOST  1024 /* of a host */
#define LOSSES_MOST 2    /* in a row: then a host is left out */
#define PAUSE       5.0  /* before a host that failed is tried again [s] */
#define PATIENCE    5.0  /* with ssh beyond the grace of workers [s] */
#define TURN        100  /* of looking at tasks [ms] */
#define SSH_FAILED  255
#define NOTHING     UINT64_MAX

static const char plain_ssh[] = "ssh -o BatchMode=yes -o ConnectTimeout=15 -o "
                                "ServerAliveInterval=15 -o ServerAliveCountMax=3";

struct task {
    uint64_t slice; /* NOTHING: the slot is free */
    pid_t pid;
    int input; /* of ssh: the worker ends when it is closed; -1: it is */
};

struct doe_host {
    const char *name;
    struct task *task; /* (n_slot); owned */
    size_t n_slot;
    int losses; /* in a row */
    bool left_out;
    uint64_t n_done;
    double after; /* moment before which nothing is started */
};

/* ---- the list of hosts ---- */

static bool
take_slots(struct doe_host *h, const char *text)
{
    double value = 0;
    const char *end = text;

    if (quire_number_read(&value, text, 0, &end) != QUIRE_NUMBER_OK || *end != '\0' || value < 1 ||
        value > SLOTS_MOST || value != (double)(size_t)value) {
        cli_say(stderr,
                "quire doe submit: --hosts takes names such as a,b:4; tasks at once are "
                "whole numbers from 1 on, not '",
                text, "'\n");
        return false;
    }
    h->n_slot = (size_t)value;
    return true;
}

/* "b", "b:4", "[::1]:4"; the name becomes a word of a command and of a file's name */
static bool
take_host(struct doe_host *h, char *text)
{
    char *colon = strrchr(text, ':');

    h->n_slot = 1;
    if (text[0] == '[' && strchr(text, ']') != NULL) {
        colon = strchr(text, ']');
        *colon++ = '\0';
        text++;
        colon = *colon == ':' ? colon : NULL;
    }
    if (colon != NULL) {
        *colon = '\0';
        if (!take_slots(h, colon + 1)) {
            return false;
        }
    }
    if (text[0] == '\0' || text[0] == '-' || strpbrk(text, "/ \t\n") != NULL) {
        cli_say(stderr, "quire doe submit: '", text, "' is not the name of a host\n");
        return false;
    }
    h->name = text;
    h->task = cli_need(calloc(h->n_slot, sizeof *h->task));
    for (size_t i = 0; i < h->n_slot; i++) {
        h->task[i] = (struct task){NOTHING, 0, -1};
    }
    return true;
}

static size_t
count_parts(const char *text, char separator)
{
    size_t n = 1;

    for (; *text != '\0'; text++) {
        n += *text == separator ? 1 : 0;
    }
    return n;
}

bool
doe_hosts_read(struct doe_hosts *out, const char *list, const char *command)
{
    char *rest = NULL;

    *out = (struct doe_hosts){.text = cli_need(strdup(list)),
                              .ssh = cli_need(strdup(command != NULL ? command : plain_ssh))};
    out->host = cli_need(calloc(count_parts(list, ','), sizeof *out->host));
    out->word = cli_need(calloc(count_parts(out->ssh, ' ') + 1, sizeof *out->word));
    for (char *part = strtok_r(out->text, ",", &rest); part != NULL;
         part = strtok_r(NULL, ",", &rest)) {
        if (!take_host(&out->host[out->n], part)) {
            return false;
        }
        out->slots += out->host[out->n++].n_slot;
    }
    for (char *part = strtok_r(out->ssh, " ", &rest); part != NULL;
         part = strtok_r(NULL, " ", &rest)) {
        out->word[out->n_word++] = part;
    }
    if (out->n == 0 || out->n_word == 0) {
        cli_say(stderr, "quire doe submit: --hosts takes names such as a,b:4, and --ssh a command",
                "", "\n");
        return false;
    }
    return true;
}

void
doe_hosts_clear(struct doe_hosts *self)
{
    for (size_t i = 0; i < self->n; i++) {
        free(self->host[i].task);
    }
    free(self->host);
    free(self->text);
    free(self->ssh);
    free(self->word);
    *self = (struct doe_hosts){0};
}

/* ---- tasks ---- */

/* "sh '/shared/study.doe/hosts/task.sh' 17", as the shell of the other host takes it */
static void
write_remote(struct quire_text *out, const struct doe_hosts_work *work, uint64_t slice)
{
    quire_text_add(out, "exec sh ");
    doe_quote_for_shell(out, work->script);
    quire_text_format(out, " %llu", (unsigned long long)slice);
}

static void
run_ssh(const struct doe_hosts *self, const struct doe_host *h, const char *remote, int input,
        const char *log)
{
    const int out = open(log, O_WRONLY | O_CREAT | O_APPEND, 0666);
    const char **argument = calloc(self->n_word + 3, sizeof *argument);

    setpgid(0, 0); /* an interrupt from the terminal is for the coordinator */
    dup2(input, STDIN_FILENO);
    if (out >= 0) {
        dup2(out, STDOUT_FILENO);
        dup2(out, STDERR_FILENO);
    }
    if (argument != NULL) {
        memcpy(argument, self->word, self->n_word * sizeof *argument);
        argument[self->n_word] = h->name;
        argument[self->n_word + 1] = remote;
        execvp(argument[0], (char *const *)(uintptr_t)argument);
        fprintf(stderr, "quire doe submit: %s cannot be run: %s\n", argument[0], strerror(errno));
    }
    _exit(127);
}

static char *
log_of(const struct doe_host *h, const struct doe_hosts_work *work)
{
    struct quire_text path = {0};

    quire_text_format(&path, "%s/" DOE_HOSTS_FOLDER "/%s.log", work->directory, h->name);
    return cli_need(quire_text_take(&path));
}

static bool
start(const struct doe_hosts *self, struct doe_host *h, struct task *t,
      const struct doe_hosts_work *work, uint64_t slice)
{
    struct quire_text remote = {0};
    char *log = log_of(h, work);
    int ends[2] = {-1, -1};

    write_remote(&remote, work, slice);
    doe_need_text(&remote);
    const bool piped = pipe2(ends, O_CLOEXEC) == 0;
    const pid_t pid = piped ? fork() : -1;
    if (pid == 0) {
        run_ssh(self, h, remote.data, ends[0], log);
    }
    if (piped) {
        close(ends[0]);
    }
    if (pid > 0) {
        *t = (struct task){slice, pid, ends[1]};
    } else {
        perror("quire doe submit: a task cannot be started");
        if (piped) {
            close(ends[1]);
        }
    }
    quire_text_clear(&remote);
    free(log);
    return pid > 0;
}

static void
end_input(struct task *t)
{
    if (t->input >= 0) {
        close(t->input);
        t->input = -1;
    }
}

/* ---- hosts that fail ---- */

static void
report_loss(const struct doe_host *h, const struct doe_hosts_work *work, uint64_t slice, int how)
{
    struct quire_text text = {0};
    char *log = log_of(h, work);

    quire_text_add(&text, h->name);

    if (WIFEXITED(how) && WEXITSTATUS(how) == SSH_FAILED) {
        quire_text_add(&text, ": the connection failed");
    } else if (WIFEXITED(how)) {
        quire_text_format(&text, ": a task ended with code %d", WEXITSTATUS(how));
    } else {
        quire_text_add(&text, ": ssh was killed");
    }
    quire_text_format(&text, "; slice %llu waits again%s; see %s", (unsigned long long)slice,
                      h->left_out ? ", and the host is left out" : "", log);
    cli_say(stderr, "quire doe submit: ", doe_need_text(&text), "\n");
    free(log);
    quire_text_clear(&text);
}

/* ---- the loop ---- */

struct loop {
    struct doe_hosts *hosts;
    const struct doe_hosts_work *work;
    uint64_t *queue, first, n; /* slices that wait: a ring (slices) */
    uint64_t running;
    bool stopping;
};

static void
put_back(struct loop *l, uint64_t slice)
{
    l->queue[(l->first + l->n++) % l->work->slices] = slice;
}

static void
fill_slots(struct loop *l, struct doe_host *h, double now)
{
    for (size_t i = 0; i < h->n_slot && l->n > 0 && !h->left_out && now >= h->after; i++) {
        const uint64_t slice = l->queue[l->first];
        if (h->task[i].slice != NOTHING) {
            continue;
        }
        if (!start(l->hosts, h, &h->task[i], l->work, slice)) {
            h->after = now + PAUSE;
            return;
        }
        l->first = (l->first + 1) % l->work->slices;
        l->n--;
        l->running++;
    }
}

static void
end_task(struct loop *l, struct doe_host *h, struct task *t, int how, double now)
{
    const uint64_t slice = t->slice;

    end_input(t);
    t->slice = NOTHING;
    l->running--;
    if (WIFEXITED(how) && WEXITSTATUS(how) == 0) {
        l->work->done[slice] = true;
        h->n_done++;
        h->losses = 0;
        return;
    }
    put_back(l, slice);
    if (!l->stopping) {
        h->left_out = ++h->losses >= LOSSES_MOST;
        h->after = now + PAUSE;
        report_loss(h, l->work, slice, how);
    }
}

static void
look_at_tasks(struct loop *l, struct doe_host *h, double now)
{
    for (size_t i = 0; i < h->n_slot; i++) {
        struct task *t = &h->task[i];
        int how = 0;
        if (t->slice != NOTHING && waitpid(t->pid, &how, WNOHANG) == t->pid) {
            end_task(l, h, t, how, now);
        }
    }
}

static bool
some_host_is_left(const struct loop *l)
{
    for (size_t i = 0; i < l->hosts->n; i++) {
        if (!l->hosts->host[i].left_out) {
            return true;
        }
    }
    return false;
}

static void
each_task(struct loop *l, void (*act)(struct task *t))
{
    for (size_t i = 0; i < l->hosts->n; i++) {
        for (size_t k = 0; k < l->hosts->host[i].n_slot; k++) {
            if (l->hosts->host[i].task[k].slice != NOTHING) {
                act(&l->hosts->host[i].task[k]);
            }
        }
    }
}

static void
kill_ssh(struct task *t)
{
    kill(t->pid, SIGKILL);
}

/* Workers end when their input does, and give back what they have in hand. */
static void
stop(struct loop *l)
{
    const double until = quire_clock_wall() + l->work->grace + PATIENCE;

    l->stopping = true;
    each_task(l, end_input);
    for (bool killed = false; l->running > 0;) {
        const double now = quire_clock_wall();
        if (now > until && !killed) {
            each_task(l, kill_ssh);
            killed = true;
        }
        poll(NULL, 0, TURN);
        for (size_t i = 0; i < l->hosts->n; i++) {
            look_at_tasks(l, &l->hosts->host[i], now);
        }
    }
}

static void
print_done(const struct loop *l)
{
    struct quire_text text = {0};

    for (size_t i = 0; i < l->hosts->n; i++) {
        const struct doe_host *h = &l->hosts->host[i];
        quire_text_format(&text, "%s%s %llu%s", i > 0 ? ", " : "slices by host: ", h->name,
                          (unsigned long long)h->n_done, h->left_out ? " (left out)" : "");
    }
    cli_say(stdout, "", doe_need_text(&text), "\n");
    quire_text_clear(&text);
}

static void
print_commands(const struct loop *l)
{
    for (uint64_t k = 0; k < l->n && k < l->hosts->n; k++) {
        struct quire_text line = {0}, remote = {0};
        write_remote(&remote, l->work, l->queue[k]);
        for (size_t i = 0; i < l->hosts->n_word; i++) {
            doe_quote_for_shell(&line, l->hosts->word[i]);
            quire_text_add(&line, " ");
        }
        doe_quote_for_shell(&line, l->hosts->host[k].name);
        quire_text_add(&line, " ");
        doe_quote_for_shell(&line, doe_need_text(&remote));
        cli_say_command(stdout, "", doe_need_text(&line));
        quire_text_clear(&line);
        quire_text_clear(&remote);
    }
}

static enum doe_hosts_end
go_round(struct loop *l)
{
    struct pollfd stopped = {.fd = l->work->stop_fd, .events = POLLIN};

    while (l->n > 0 || l->running > 0) {
        const double now = quire_clock_wall();
        if (l->running == 0 && !some_host_is_left(l)) {
            return DOE_HOSTS_LOST;
        }
        for (size_t i = 0; i < l->hosts->n; i++) {
            fill_slots(l, &l->hosts->host[i], now);
        }
        if (poll(&stopped, 1, TURN) > 0) {
            stop(l);
            return DOE_HOSTS_STOPPED;
        }
        for (size_t i = 0; i < l->hosts->n; i++) {
            look_at_tasks(l, &l->hosts->host[i], now);
        }
    }
    return DOE_HOSTS_DONE;
}

enum doe_hosts_end
doe_hosts_run(struct doe_hosts *self, const struct doe_hosts_work *work)
{
    struct loop l = {.hosts = self, .work = work};
    enum doe_hosts_end end = DOE_HOSTS_DONE;

    l.queue = cli_need(calloc((size_t)work->slices, sizeof *l.queue));
    for (uint64_t k = 0; k < work->slices; k++) {
        if (!work->done[k]) {
            put_back(&l, k);
        }
    }
    if (work->dry_run) {
        print_commands(&l);
    } else {
        end = go_round(&l);
        if (!work->quiet) {
            print_done(&l);
        }
    }
    free(l.queue);
    return end;
}
