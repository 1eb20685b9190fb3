/* quire doe submit: scripts for a job array of a cluster or for other hosts, and their submission.
 */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "doe/queue.h"
#include "doe/submit.h"
#include "store/shard.h"

#define FOLDER       DOE_SCRIPT_FOLDER
#define TASK_TIME    300.0 /* what a task should take: long beside what starting it takes [s] */
#define TASKS_MOST   1000
#define TASKS_A_SLOT 4 /* at least: a slow host then keeps the others waiting for less time */

enum { SLURM = DOE_OPTION_LAST, TASKS, MISSING, DRY_RUN, SBATCH, JOB_NAME, HOSTS, SSH };

/* ---- scripts ---- */

/* The script's argument is the slice of the array's number 0. exec: the signal that Slurm sends
 * before the time is up goes to the program itself */
static quire_status
write_scripts(const struct submission *s, quire_diag *diag)
{
    struct quire_text task = {0}, collect = {0};

    quire_text_add(&task, "#!/bin/sh\nexec ");
    doe_submit_add_worker(&task, s, "$((${SLURM_ARRAY_TASK_ID:?} + ${1:-0}))");
    quire_text_add(&task, "\n");
    quire_text_add(&collect, "#!/bin/sh\nexec ");
    doe_submit_add_command(&collect, s, "collect");
    quire_text_add(&collect, " -- ");
    doe_quote_for_shell(&collect, s->study);
    quire_text_add(&collect, "\n");
    quire_status status = doe_submit_save_script(s, FOLDER, "task.sh", &task, diag);
    const quire_status second = doe_submit_save_script(s, FOLDER, "collect.sh", &collect, diag);
    return status != QUIRE_OK ? status : second;
}

/* ---- which slices ---- */

/* "0-3,7": slices from `first` on, up to `end`, counted from `first` */
static uint64_t
list_slices(const struct submission *s, const struct doe_work *work, const unsigned char *done,
            uint64_t first, uint64_t end, struct quire_text *out)
{
    uint64_t n = 0;

    for (uint64_t i = first; i < end; i++) {
        uint64_t last = i;
        if (done != NULL && !doe_submit_is_missing(work, done, i, s->tasks)) {
            continue;
        }
        while (last + 1 < end &&
               (done == NULL || doe_submit_is_missing(work, done, last + 1, s->tasks))) {
            last++;
        }
        quire_text_format(out, last > i ? "%s%llu-%llu" : "%s%llu", n > 0 ? "," : "",
                          (unsigned long long)(i - first), (unsigned long long)(last - first));
        n += last - i + 1;
        i = last;
    }
    return n;
}

static quire_status
choose_tasks(struct submission *s, const struct doe_work *work, quire_diag *diag)
{
    const uint64_t middle = work->n_run / 2;
    struct doe_record trial;

    if (s->tasks != 0) {
        return QUIRE_OK;
    }
    if (!doe_record_init(&trial, work->n_response)) {
        return quire_diag_memory_error(diag);
    }
    const quire_status status =
        doe_job_try(work, &middle, 1, s->common->job.pool.time_limit, &trial, -1, diag);
    const double wanted =
        ceil(trial.cpu * (double)work->n_run / TASK_TIME / s->common->job.pool.workers);
    const double least = s->host_list != NULL ? TASKS_A_SLOT * (double)s->hosts.slots : 1,
                 most = fmax(TASKS_MOST, least);
    s->tasks = (uint64_t)fmax(1, fmin(fmin(fmax(wanted, least), most), (double)work->n_run));
    doe_record_clear(&trial);
    return status;
}

/* ---- sbatch ---- */

struct command {
    const char *argument[DOE_SUBMIT_ARGUMENTS];
    size_t n;
    char buffer[2][256]; /* for those that are made here */
};

static void
add_argument(struct command *c, const char *argument)
{
    c->argument[c->n++] = argument;
    c->argument[c->n] = NULL;
}

static void
print_command(const struct command *c)
{
    struct quire_text text = {0};

    for (size_t i = 0; i < c->n; i++) {
        quire_text_add(&text, i > 0 ? " " : "");
        doe_quote_for_shell(&text, c->argument[i]);
    }
    cli_say_command(stdout, "", doe_need_text(&text));
    quire_text_clear(&text);
}

/* runs the command and reads the job's number from its output; false after a message */
static bool
run_command(const struct command *c, char job[64])
{
    int pipes[2], how = 0;
    size_t used = 0;
    ssize_t n;

    if (pipe(pipes) != 0) {
        perror("quire doe submit: pipe");
        return false;
    }
    const pid_t pid = fork();
    if (pid == 0) {
        dup2(pipes[1], STDOUT_FILENO);
        close(pipes[0]);
        close(pipes[1]);
        execvp(c->argument[0], (char *const *)(uintptr_t)c->argument);
        fprintf(stderr, "quire doe submit: %s cannot be run: %s\n", c->argument[0],
                strerror(errno));
        _exit(127);
    }
    close(pipes[1]);
    while (pid > 0 && (n = read(pipes[0], job + used, 63 - used)) > 0) {
        used += (size_t)n;
    }
    close(pipes[0]);
    while (pid > 0 && waitpid(pid, &how, 0) < 0 && errno == EINTR) {
    }
    job[used] = '\0';
    job[strcspn(job, ";\n")] = '\0';
    if (pid > 0 && WIFEXITED(how) && WEXITSTATUS(how) == 0 && job[0] >= '0' && job[0] <= '9') {
        return true;
    }
    fprintf(stderr, "quire doe submit: %s gave no number of a job\n", c->argument[0]);
    return false;
}

static void
begin_command(struct command *c, const struct submission *s, const char *log)
{
    *c = (struct command){.n = 0};
    add_argument(c, "sbatch");
    add_argument(c, "--parsable");
    add_argument(c, "--job-name");
    add_argument(c, s->name);
    add_argument(c, "--chdir");
    add_argument(c, s->directory);
    add_argument(c, "--output");
    add_argument(c, log);
    for (size_t i = 0; i < s->n_extra; i++) {
        add_argument(c, s->extra[i]);
    }
}

/* status counts the tasks of the arrays whose numbers are kept */
static bool
keep_number(const struct submission *s, const char *job)
{
    char *path = doe_join(s->directory, FOLDER "/" DOE_JOBS_FILE);
    FILE *file = path != NULL ? fopen(path, "ae") : NULL;
    bool good = file != NULL;

    if (good) {
        good = fprintf(file, "%s\n", job) > 0;
        good = fclose(file) == 0 && good;
    }
    if (!good) {
        fprintf(stderr, "quire doe submit: " FOLDER "/" DOE_JOBS_FILE " cannot be written: %s\n",
                strerror(errno));
    }
    free(path);
    return good;
}

/* one array: tasks `slices`, counted from `first`; its number is added to `jobs` */
static bool
submit_array(const struct submission *s, uint64_t first, const char *slices,
             struct quire_text *jobs)
{
    struct command array;
    struct quire_text list = {0};
    char job[64] = "JOB";
    bool good = true;

    quire_text_format(&list, "--array=%s", slices);
    begin_command(&array, s, FOLDER "/%A_%a.log");
    add_argument(&array, "--requeue");
    add_argument(&array, "--signal=B:TERM@60");
    snprintf(array.buffer[0], sizeof array.buffer[0], "--cpus-per-task=%d",
             s->common->job.pool.workers);
    add_argument(&array, array.buffer[0]);
    add_argument(&array, doe_need_text(&list));
    add_argument(&array, FOLDER "/task.sh");
    if (first > 0) {
        snprintf(array.buffer[1], sizeof array.buffer[1], "%llu", (unsigned long long)first);
        add_argument(&array, array.buffer[1]);
    }
    if (s->dry_run) {
        print_command(&array);
    } else {
        good = run_command(&array, job) && keep_number(s, job);
    }
    if (good) {
        quire_text_format(jobs, ":%s", job);
    }
    quire_text_clear(&list);
    return good;
}

/* after all arrays, whatever becomes of them */
static bool
submit_collection(const struct submission *s, const struct quire_text *jobs, char job[64])
{
    struct command collect;
    struct quire_text after = {0};

    quire_text_format(&after, "--dependency=afterany%s", jobs->data);
    begin_command(&collect, s, FOLDER "/collect-%j.log");
    add_argument(&collect, doe_need_text(&after));
    add_argument(&collect, "--requeue");
    add_argument(&collect, FOLDER "/collect.sh");
    if (s->dry_run) {
        print_command(&collect);
    }
    const bool good = s->dry_run || run_command(&collect, job);
    quire_text_clear(&after);
    return good;
}

/* "job 17, tasks 0-9; job 19 collects" */
static void
say_submitted(const struct quire_text *told, const char *collection)
{
    struct cli_lines lines;
    FILE *out = cli_lines_begin(&lines, stdout);

    fprintf(out, "submitted: %s; ", told->data);
    if (collection != NULL) {
        fprintf(out, "job %s collects\n", collection);
    } else {
        fputs("nothing collects after it: 'quire doe collect' does\n", out);
    }
    cli_lines_end(&lines);
}

/* arrays of as many tasks as the cluster takes in one */
static bool
submit_arrays(const struct submission *s, const struct doe_work *work, const unsigned char *done,
              struct quire_text *jobs, struct quire_text *told)
{
    bool good = true;

    for (uint64_t first = 0; first < s->tasks && good; first += s->array) {
        const uint64_t end = s->tasks - first > s->array ? first + s->array : s->tasks;
        struct quire_text slices = {0};
        if (list_slices(s, work, done, first, end, &slices) > 0) {
            const size_t before = jobs->size;
            good = submit_array(s, first, doe_need_text(&slices), jobs);
            if (good) {
                quire_text_format(told, "%sjob %s, tasks %s", told->size > 0 ? "; " : "",
                                  doe_need_text(jobs) + before + 1, slices.data);
            }
            if (good && first > 0) {
                quire_text_format(told, " from %llu on", (unsigned long long)first);
            }
        }
        quire_text_clear(&slices);
    }
    return good;
}

static int
submit_jobs(const struct submission *s, const struct doe_work *work, const unsigned char *done)
{
    struct quire_text jobs = {0}, told = {0};
    char collection[64] = "";
    bool good = submit_arrays(s, work, done, &jobs, &told);

    if (good && jobs.size == 0) {
        puts("nothing is missing");
    } else if (jobs.size > 0) {
        doe_need_text(&told);
        good = good && submit_collection(s, &jobs, collection);
        if (!s->dry_run) {
            say_submitted(&told, good ? collection : NULL);
        }
    }
    quire_text_clear(&jobs);
    quire_text_clear(&told);
    return good ? QUIRE_OK : QUIRE_ERROR_FILE;
}

/* ---- places ---- */

static char *
whole_path(const char *path, quire_diag *diag)
{
    char *whole = realpath(path, NULL);

    if (whole == NULL) {
        quire_diag_file_error(diag, path, "cannot be found", errno);
    }
    return whole;
}

static quire_status
find_places(struct submission *s, quire_diag *diag)
{
    if (mkdir(s->common->directory, 0777) != 0 && errno != EEXIST) {
        return quire_diag_file_error(diag, s->common->directory,
                                     "the study's folder cannot be made", errno);
    }
    s->study = whole_path(s->common->study, diag);
    s->directory = whole_path(s->common->directory, diag);
    s->program = whole_path("/proc/self/exe", diag);
    return s->study != NULL && s->directory != NULL && s->program != NULL ? QUIRE_OK
                                                                          : QUIRE_ERROR_FILE;
}

/* names of studies may have blanks and signs, which tools of the cluster do not take */
static void
name_jobs(struct submission *s, const struct doe_work *work)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";

    snprintf(s->name, sizeof s->name, "%s", s->job_name != NULL ? s->job_name : work->name);
    for (size_t i = 0; s->job_name == NULL && s->name[i] != '\0'; i++) {
        if (strchr(plain, s->name[i]) == NULL) {
            s->name[i] = '-';
        }
    }
}

static int
submit_to_slurm(struct submission *s, struct doe_work *work, quire_diag *diag)
{
    unsigned char *done = NULL;
    int code = QUIRE_OK;
    quire_status status = s->missing ? doe_submit_find_done(s, work, &done, diag) : QUIRE_OK;

    if (status == QUIRE_OK) {
        status = write_scripts(s, diag);
    }
    if (status == QUIRE_OK) {
        const uint64_t limit = doe_queue_array_limit();
        s->array = limit > 0 && limit < s->tasks ? limit : s->tasks;
        name_jobs(s, work);
        code = submit_jobs(s, work, done);
    }
    free(done);
    return status != QUIRE_OK ? (int)status : code;
}

/* ---- the verb ---- */

static int
submit(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag, void *user)
{
    struct submission *s = user;
    int code = QUIRE_OK;
    quire_status status = find_places(s, diag);

    (void)a;
    if (status == QUIRE_OK) {
        status = choose_tasks(s, work, diag);
    }
    if (status == QUIRE_OK) {
        code = s->slurm ? submit_to_slurm(s, work, diag) : doe_submit_to_hosts(s, work, diag);
    }
    free(s->study);
    free(s->directory);
    free(s->program);
    return status != QUIRE_OK ? (int)status : code;
}

static bool
take_option(const struct cli_verb *verb, void *self, int c)
{
    struct submission *s = self;

    switch (c) {
    case SLURM: s->slurm = true; return true;
    case MISSING: s->missing = true; return true;
    case DRY_RUN: s->dry_run = true; return true;
    case TASKS: return doe_take_count(verb, "--tasks", optarg, 1, QUIRE_STUDY_RUN_LIMIT, &s->tasks);
    case JOB_NAME: s->job_name = optarg; return true;
    case HOSTS: s->host_list = optarg; return true;
    case SSH: s->ssh = optarg; return true;
    case SBATCH:
        if (s->n_extra == sizeof s->extra / sizeof s->extra[0]) {
            cli_usage_error(verb, "too many options for sbatch; unexpected:", optarg);
            return false;
        }
        s->extra[s->n_extra++] = optarg;
        return true;
    default: return false;
    }
}

int
doe_verb_submit(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct option options[] = {{"slurm", no_argument, NULL, SLURM},
                                            {"tasks", required_argument, NULL, TASKS},
                                            {"missing", no_argument, NULL, MISSING},
                                            {"dry-run", no_argument, NULL, DRY_RUN},
                                            {"sbatch", required_argument, NULL, SBATCH},
                                            {"workers", required_argument, NULL, 'j'},
                                            {"time-limit", required_argument, NULL, 't'},
                                            {"job-name", required_argument, NULL, JOB_NAME},
                                            {"hosts", required_argument, NULL, HOSTS},
                                            {"ssh", required_argument, NULL, SSH},
                                            DOE_COMMON_OPTIONS};
    struct doe_arguments a = doe_arguments_default();
    struct submission s = {.common = &a};

    a.job.pool.workers = 1;
    int code = doe_parse(verb, &a, options, take_option, &s, argc, argv);
    if (code < 0 && s.slurm == (s.host_list != NULL)) {
        code = cli_usage_error(
            verb,
            s.slurm ? "either --slurm or --hosts, not both"
                    : "which cluster? There are --slurm and --hosts; the guide describes others",
            NULL);
    }
    if (code < 0 && s.host_list != NULL) {
        code = doe_hosts_read(&s.hosts, s.host_list, s.ssh) ? -1 : QUIRE_ERROR_USAGE;
        a.job.stop_fd = code < 0 ? cli_wait_for_signals() : -1;
    }
    if (code < 0) {
        code = doe_with_work(&a, submit, &s);
    }
    doe_hosts_clear(&s.hosts);
    doe_arguments_clear(&a);
    cli_raise_signal();
    return code;
}
