#include "doe/queue.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "batch/environment.h"
#include "store/shard.h"

#define PATIENCE    2.0 /* of a scheduler's answer [s] */
#define ANSWER_MOST ((size_t)64 * 1024 * 1024)

/* ---- asking ---- */

static void
run_program(const char *const *argument, int answer)
{
    const int nothing = open("/dev/null", O_RDWR);

    dup2(nothing, STDIN_FILENO);
    dup2(answer, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    execvp(argument[0], (char *const *)(uintptr_t)argument);
    _exit(127);
}

/* true at the end of the answer */
static bool
read_answer(int fd, struct quire_text *out)
{
    const double until = quire_clock_wall() + PATIENCE;
    char bytes[65536];

    for (;;) {
        const double left = until - quire_clock_wall();
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        const int found = left > 0 ? poll(&ready, 1, (int)(left * 1000) + 1) : 0;
        if (found < 0 && errno == EINTR) {
            continue;
        }
        if (found <= 0 || out->size > ANSWER_MOST) {
            return false;
        }
        const ssize_t n = read(fd, bytes, sizeof bytes);
        if (n <= 0) {
            return n == 0;
        }
        quire_text_add_bytes(out, bytes, (size_t)n);
    }
}

/* the program's output; false if it failed or took too long */
static bool
ask(const char *const *argument, struct quire_text *out)
{
    int ends[2], how = 0;

    if (pipe2(ends, O_CLOEXEC) != 0) {
        return false;
    }
    const pid_t pid = fork();
    if (pid == 0) {
        run_program(argument, ends[1]);
    }
    close(ends[1]);
    const bool whole = pid > 0 && read_answer(ends[0], out);
    close(ends[0]);
    if (pid > 0 && !whole) {
        kill(pid, SIGKILL);
    }
    while (pid > 0 && waitpid(pid, &how, 0) < 0 && errno == EINTR) {
    }
    return whole && WIFEXITED(how) && WEXITSTATUS(how) == 0 && !out->failed;
}

/* ---- tasks ---- */

/* the line "17" among the lines of `list` */
static bool
is_listed(const char *list, const char *number, size_t length)
{
    for (const char *line = list; line != NULL && *line != '\0';) {
        if (strncmp(line, number, length) == 0 && line[length] == '\n') {
            return true;
        }
        line = strchr(line, '\n');
        line = line != NULL ? line + 1 : NULL;
    }
    return false;
}

/* lines "17 RUNNING" */
static void
count_tasks(struct doe_queue *out, const char *jobs, char *answer)
{
    for (char *line = strtok(answer, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        const size_t length = strcspn(line, " ");
        const char *state = line[length] == ' ' ? line + length + 1 : "";
        if (length == 0 || !is_listed(jobs, line, length)) {
            continue;
        }
        if (strncmp(state, "RUNNING", 7) == 0 || strncmp(state, "COMPLETING", 10) == 0) {
            out->running++;
        } else {
            out->pending++;
        }
    }
}

void
doe_queue_ask(struct doe_queue *out, const char *directory)
{
    static const char *const squeue[] = {"squeue",  "--me",           "--noheader",
                                         "--array", "--format=%F %T", NULL};
    char *path = doe_join(directory, DOE_SCRIPT_FOLDER "/" DOE_JOBS_FILE), *jobs = NULL;
    size_t size;
    struct quire_text answer = {0};

    *out = (struct doe_queue){0};
    if (path != NULL && access(path, R_OK) == 0 &&
        quire_file_read(&jobs, &size, path, QUIRE_FILE_LIMIT, NULL) == QUIRE_OK &&
        ask(squeue, &answer)) {
        out->known = true;
        if (answer.data != NULL) {
            count_tasks(out, jobs, answer.data);
        }
    }
    quire_text_clear(&answer);
    free(jobs);
    free(path);
}

uint64_t
doe_queue_array_limit(void)
{
    static const char *const scontrol[] = {"scontrol", "show", "config", NULL};
    struct quire_text answer = {0};
    uint64_t limit = 0;

    if (ask(scontrol, &answer) && answer.data != NULL) {
        const char *line = strstr(answer.data, "MaxArraySize");
        const char *value = line != NULL ? strchr(line, '=') : NULL;
        limit = value != NULL ? strtoull(value + 1, NULL, 10) : 0;
    }
    quire_text_clear(&answer);
    return limit;
}
