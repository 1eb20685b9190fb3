/* quire doe plan, status: what would be done, and what has been. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "doe/queue.h"
#include "doe/verbs.h"
#include "text/suggest.h"

#define TRIALS      3     /* runs whose time is taken */
#define TRIAL_MOST  60.0  /* processor time of each [s]; longer ones are called longer */
#define STORE_BYTES 44000 /* of a store without runs, beside the texts it keeps; measured */
#define ROW_BYTES   260   /* of a run's rows in the store besides its numbers and texts; measured */

enum { ALL_FAILED = DOE_OPTION_LAST, ONE_RUN, NO_TIMES };

struct show {
    bool failed, no_times;
    uint64_t run; /* that one alone; UINT64_MAX: none */
};

/* ---- plan ---- */

static void
print_duration(FILE *out, double s)
{
    if (s < 120) {
        fprintf(out, "%.3g s", s);
    } else if (s < 7200) {
        fprintf(out, "%.3g minutes", s / 60);
    } else {
        fprintf(out, "%.3g hours", s / 3600);
    }
}

static void
print_size(FILE *out, double bytes)
{
    if (bytes < 1e6) {
        fprintf(out, "%.3g kB", bytes / 1e3);
    } else {
        fprintf(out, "%.3g MB", bytes / 1e6);
    }
}

/* the values' texts and numbers are what differs from study to study */
static double
bytes_of_store(const struct doe_work *work)
{
    double bytes = ROW_BYTES;

    for (size_t i = 0; i < work->n_variable; i++) {
        bytes += work->variable[i].words ? 12 : 9;
    }
    bytes += 9 * (double)work->n_response;
    return STORE_BYTES + (double)(work->size + work->model_size) + bytes * (double)work->n_run;
}

static void
print_costs(const struct doe_arguments *a, const struct doe_work *work,
            const struct doe_record *trial, size_t n)
{
    double cpu = 0;
    uint64_t status[DOE_STATUSES] = {0};
    struct quire_text counts = {0};
    struct cli_lines lines;

    for (size_t i = 0; i < n; i++) {
        cpu += trial[i].cpu / (double)n;
        status[trial[i].status]++;
    }
    doe_write_counts(&counts, status);
    FILE *out = cli_lines_begin(&lines, stdout);
    fprintf(out, "time: %s%.3g s a run (first, middle and last run tried: %s), about ",
            status[DOE_TIMED_OUT] > 0 ? "more than " : "", cpu, doe_need_text(&counts));
    print_duration(out,
                   cpu * ceil((double)work->n_run / a->job.pool.workers)); /* no run is shared */
    fprintf(out, " with %d worker%s\n", a->job.pool.workers, a->job.pool.workers == 1 ? "" : "s");
    cli_lines_end(&lines);
    quire_text_clear(&counts);
}

static void
print_missing_responses(const struct doe_work *work, const struct doe_record *trial, size_t n)
{
    struct cli_lines lines;
    FILE *out = cli_lines_begin(&lines, stdout);

    for (size_t j = 0; j < work->n_response; j++) {
        bool there = false;
        for (size_t i = 0; i < n; i++) {
            there =
                there || !isnan(trial[i].response[j]) || !doe_status_has_verdict(trial[i].status);
        }
        if (!there) {
            fprintf(
                out,
                "note: response '%s' has no value in the runs tried: summary.json had no figure "
                "'%s', or it was null\n",
                work->response[j].name, work->response[j].from);
        }
    }
    cli_lines_end(&lines);
}

static quire_status
try_runs(const struct doe_arguments *a, const struct doe_work *work, quire_diag *diag)
{
    const uint64_t last = work->n_run - 1, index[TRIALS] = {0, last / 2, last};
    const size_t n = last == 0 ? 1 : last == 1 ? 2 : TRIALS;
    struct doe_record trial[TRIALS] = {{0}};
    quire_status status = QUIRE_OK;

    for (size_t i = 0; i < n; i++) {
        status =
            doe_record_init(&trial[i], work->n_response) ? status : quire_diag_memory_error(diag);
    }
    if (status == QUIRE_OK) {
        status = doe_job_try(work, n == 2 ? index + 1 : index, n,
                             fmin(TRIAL_MOST, a->job.pool.time_limit), trial, a->job.stop_fd, diag);
    }
    if (status == QUIRE_OK) {
        print_costs(a, work, trial, n);
        print_missing_responses(work, trial, n);
    }
    for (size_t i = 0; i < n; i++) {
        doe_record_clear(&trial[i]);
    }
    return status;
}

static int
plan(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag, void *user)
{
    const struct show *show = user;
    struct quire_text text = {0};
    quire_status status = QUIRE_OK;

    quire_study_describe_plan(work->study, &text);
    status = doe_describe_power(work, &text, diag);
    if (status == QUIRE_OK && (text.failed || text.data == NULL)) {
        status = quire_diag_memory_error(diag);
    }
    if (status == QUIRE_OK) {
        cli_print(text.data, stdout);
    }
    quire_text_clear(&text);
    if (status == QUIRE_OK && work->n_run > 0 && !show->no_times) {
        status = try_runs(a, work, diag);
    }
    if (status == QUIRE_OK) {
        printf("disk: about ");
        print_size(stdout, bytes_of_store(work));
        puts(" for the store");
    }
    return (int)status;
}

static bool
take_option(const struct cli_verb *verb, void *self, int c)
{
    struct show *show = self;

    switch (c) {
    case ALL_FAILED: show->failed = true; return true;
    case NO_TIMES: show->no_times = true; return true;
    case ONE_RUN:
        return doe_take_count(verb, "--run", optarg, 0, QUIRE_STUDY_RUN_LIMIT, &show->run);
    default: return false;
    }
}

int
doe_verb_plan(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct option options[] = {{"workers", required_argument, NULL, 'j'},
                                            {"time-limit", required_argument, NULL, 't'},
                                            {"no-times", no_argument, NULL, NO_TIMES},
                                            DOE_PLAIN_OPTIONS};
    struct doe_arguments a = doe_arguments_default();
    struct show show = {.run = UINT64_MAX};
    int code = doe_parse(verb, &a, options, take_option, &show, argc, argv);

    if (code < 0) {
        a.job.stop_fd = cli_wait_for_signals();
        code = doe_with_work(&a, plan, &show);
    }
    doe_arguments_clear(&a);
    cli_raise_signal();
    return code;
}

/* ---- status ---- */

struct listing {
    const struct doe_work *work;
    const struct show *show;
    struct doe_run run;
    uint64_t shown;
    struct quire_text *json; /* NULL: text on stdout */
    struct doe_queue queue;
    uint64_t uncollected, begun; /* runs that only shards have; that have not ended */
    uint64_t unplanned;          /* results of the store that the plan has no run for */
    quire_diag *diag;
};

static void
add_json_text(struct quire_text *out, const char *key, const char *text)
{
    quire_text_format(out, ", \"%s\": ", key);
    quire_text_json_string(out, text);
}

static void
add_json_run(struct listing *l, const struct doe_record *record, const char *command)
{
    quire_text_format(l->json, "%s{\"run\": %llu", l->shown > 1 ? ", " : "",
                      (unsigned long long)record->index);
    add_json_text(l->json, "status", doe_status_word(record->status));
    add_json_text(l->json, "diagnosis", record->diagnosis);
    add_json_text(l->json, "message", record->message);
    add_json_text(l->json, "command", command);
    quire_text_add(l->json, "}");
}

/* "run 17: jam (stall): the sentence", then its values and the command that repeats it */
static void
print_run(const struct doe_record *record, const char *command)
{
    struct cli_lines lines;
    FILE *out = cli_lines_begin(&lines, stdout);

    fprintf(out, "run %llu: %s", (unsigned long long)record->index,
            doe_status_text(record->status));
    if (record->diagnosis[0] != '\0') {
        fputs(" (", out);
        cli_print_visible(out, record->diagnosis);
        fputs(")", out);
    }
    if (record->message[0] != '\0') {
        fputs(": ", out);
        cli_print_visible(out, record->message);
    }
    putc('\n', out);
    cli_lines_end(&lines);
    cli_say_command(stdout, "  ", command);
}

static quire_status
list_run(void *self, const struct doe_record *record)
{
    struct listing *l = self;
    struct quire_text command = {0};
    char folder[40];

    if (l->show->run != UINT64_MAX ? record->index != l->show->run : record->status <= DOE_LIMIT) {
        return QUIRE_OK;
    }
    quire_status status = doe_work_run(l->work, record->index, &l->run, l->diag);
    if (status != QUIRE_OK) {
        return status;
    }
    snprintf(folder, sizeof folder, "run-%llu.run", (unsigned long long)record->index);
    doe_work_write_command(l->work, &l->run, folder, &command);
    l->shown++;
    if (command.failed) {
        status = quire_diag_memory_error(l->diag);
    } else if (l->json != NULL) {
        add_json_run(l, record, command.data);
    } else {
        print_run(record, command.data);
    }
    quire_text_clear(&command);
    return status;
}

static void
add_json_tally(struct quire_text *out, const struct listing *l, const struct doe_tally *t)
{
    const struct doe_work *work = l->work;

    quire_text_add(out, "{\"schema\": \"quire-study-status-1\"");
    add_json_text(out, "study", work->name);
    quire_text_format(out,
                      ", \"planned\": %llu, \"done\": %llu, \"conflicts\": %llu, \"uncollected\": "
                      "%llu, \"begun\": %llu, \"unplanned\": %llu, \"status\": {",
                      (unsigned long long)work->n_run, (unsigned long long)t->done,
                      (unsigned long long)t->conflicts, (unsigned long long)l->uncollected,
                      (unsigned long long)l->begun, (unsigned long long)l->unplanned);
    for (int i = 0; i < DOE_STATUSES; i++) {
        quire_text_format(out, "%s\"%s\": %llu", i > 0 ? ", " : "",
                          doe_status_word((enum doe_status)i), (unsigned long long)t->status[i]);
    }
    quire_text_add(out, "}");
    if (l->queue.known) {
        quire_text_format(out, ", \"queue\": {\"running\": %llu, \"pending\": %llu}",
                          (unsigned long long)l->queue.running,
                          (unsigned long long)l->queue.pending);
    }
}

static void
print_tally(const struct listing *l, const struct doe_tally *t)
{
    const struct doe_work *work = l->work;
    struct quire_text counts = {0};
    struct cli_lines lines;
    FILE *out = cli_lines_begin(&lines, stdout);
    doe_write_counts(&counts, t->status);
    cli_print_visible(out, work->name);
    fprintf(out, ": %llu of %llu runs done: %s\n", (unsigned long long)t->done,
            (unsigned long long)work->n_run, doe_need_text(&counts));
    quire_text_clear(&counts);
    if (t->conflicts > 0) {
        fprintf(
            out,
            "%llu runs that were done twice came to different results: see the table 'conflict' "
            "of the store\n",
            (unsigned long long)t->conflicts);
    }
    if (l->uncollected > 0) {
        fprintf(out, "%llu of them are in shards, which 'quire doe collect' puts into the store\n",
                (unsigned long long)l->uncollected);
    }
    if (l->begun > 0) {
        fprintf(out, "%llu runs are begun, or were when their task ended\n",
                (unsigned long long)l->begun);
    }
    if (l->queue.known) {
        fprintf(out, "tasks in Slurm's queue: %llu running, %llu pending\n",
                (unsigned long long)l->queue.running, (unsigned long long)l->queue.pending);
    }
    if (l->unplanned > 0) {
        fprintf(out, "%llu results of the store are of runs that this plan does not have\n",
                (unsigned long long)l->unplanned);
    }
    cli_lines_end(&lines);
}

static quire_status
list_runs(struct listing *l, struct doe_store *store)
{
    const quire_status status = doe_run_init(&l->run, l->work) ? doe_store_each(store, list_run, l)
                                                               : quire_diag_memory_error(l->diag);

    doe_run_clear(&l->run);
    return status;
}

/* all or nothing */
static quire_status
show_json(struct doe_store *store, const struct doe_tally *tally, struct listing *l)
{
    struct quire_text json = {0};
    quire_status status = QUIRE_OK;

    add_json_tally(&json, l, tally);
    if (l->show->failed || l->show->run != UINT64_MAX) {
        quire_text_add(&json, ", \"runs\": [");
        l->json = &json;
        status = list_runs(l, store);
        quire_text_add(&json, "]");
    }
    quire_text_add(&json, "}");
    if (status == QUIRE_OK && json.failed) {
        status = quire_diag_memory_error(l->diag);
    }
    if (status == QUIRE_OK) {
        puts(json.data);
    }
    quire_text_clear(&json);
    return status;
}

static quire_status
show_text(const struct doe_arguments *a, struct doe_store *store, const struct doe_tally *tally,
          struct listing *l)
{
    const struct show *show = l->show;
    quire_status status = QUIRE_OK;

    if (show->run == UINT64_MAX && !a->quiet) {
        print_tally(l, tally);
    }
    if (show->failed || show->run != UINT64_MAX) {
        status = list_runs(l, store);
    }
    if (status == QUIRE_OK && show->run != UINT64_MAX && l->shown == 0) {
        printf("run %llu is not done\n", (unsigned long long)show->run);
    }
    return status;
}

static quire_status
count_all(struct listing *l, const char *directory, struct doe_store *store,
          struct doe_tally *tally)
{
    quire_status status = doe_store_count_shards(store, directory, &l->begun);

    if (status == QUIRE_OK) {
        status = doe_store_tally(store, tally);
    }
    doe_queue_ask(&l->queue, directory);
    l->unplanned = doe_store_unplanned(store);
    l->uncollected = doe_store_uncollected(store);
    return status;
}

static int
show_store(const struct doe_arguments *a, struct doe_work *work, struct doe_store *store,
           const struct show *show, quire_diag *diag)
{
    struct listing l = {.work = work, .show = show, .diag = diag};
    struct doe_tally tally = {0};
    quire_status status = count_all(&l, a->directory, store, &tally);

    if (status == QUIRE_OK && show->run != UINT64_MAX && show->run >= work->n_run) {
        status = quire_diag_error(diag, "E-USAGE", (struct quire_place){.file = work->path}, NULL,
                                  NULL, "there is no run %llu: the plan has %llu, counted from 0",
                                  (unsigned long long)show->run, (unsigned long long)work->n_run);
    }
    if (status == QUIRE_OK) {
        status = a->json ? show_json(store, &tally, &l) : show_text(a, store, &tally, &l);
    }
    return status != QUIRE_OK         ? (int)status
           : tally.done < work->n_run ? DOE_RUNS_WITHOUT_VERDICT
                                      : doe_verdict_code(&tally);
}

static int
show_status(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag, void *user)
{
    const struct show *show = user;
    const struct doe_store_options options = {
        .as_it_is = true, .without_shards = !show->failed && show->run == UINT64_MAX};
    struct doe_store *store = NULL;
    const quire_status status = doe_store_open(&store, a->directory, work, &options, diag);
    const int code = status == QUIRE_OK ? show_store(a, work, store, show, diag) : (int)status;

    doe_store_close(store);
    return code;
}

struct status_arguments {
    struct doe_arguments *common;
    struct show show;
};

static bool
take_status_option(const struct cli_verb *verb, void *self, int c)
{
    struct status_arguments *s = self;

    return c == 'f' ? cli_take_format(optarg, &s->common->json) : take_option(verb, &s->show, c);
}

int
doe_verb_status(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct option options[] = {{"failed", no_argument, NULL, ALL_FAILED},
                                            {"run", required_argument, NULL, ONE_RUN},
                                            {"format", required_argument, NULL, 'f'},
                                            DOE_COMMON_OPTIONS};
    struct doe_arguments a = doe_arguments_default();
    struct status_arguments s = {.common = &a, .show = {.run = UINT64_MAX}};
    int code = doe_parse(verb, &a, options, take_status_option, &s, argc, argv);

    if (code < 0) {
        code = doe_with_work(&a, show_status, &s.show);
    }
    doe_arguments_clear(&a);
    return code;
}
