/* quire doe run, worker, collect: what does runs and gathers results. */
#include <string.h>

#include "doe/verbs.h"

enum { EXTEND = DOE_OPTION_LAST, RETRY, SLICE };

static void
print_another_build(const struct doe_store *store)
{
    if (doe_store_is_of_another_build(store)) {
        cli_say(stderr, "quire doe: note: ", doe_store_path(store),
                " was begun by another build of this version; the last digits of its numbers may "
                "differ from those of this one\n");
    }
}

/* what is in the store now, on stdout */
static int
print_outcome(const struct doe_arguments *a, const struct doe_work *work, struct doe_store *store)
{
    struct doe_tally tally;
    struct quire_text text = {0};

    if (doe_store_tally(store, &tally) != QUIRE_OK) {
        return QUIRE_ERROR_FILE;
    }
    quire_text_format(&text, ": %llu of %llu runs done: ", (unsigned long long)tally.done,
                      (unsigned long long)work->n_run);
    doe_write_counts(&text, tally.status);
    quire_text_add(&text, "\n");
    if (tally.conflicts > 0) {
        quire_text_format(&text,
                          "%llu runs that were done twice came to different results: see the table "
                          "'conflict' of the store\n",
                          (unsigned long long)tally.conflicts);
    }
    if (!a->quiet) {
        cli_say(stdout, "", work->name, doe_need_text(&text));
    }
    quire_text_clear(&text);
    return doe_verdict_code(&tally);
}

/* damaged rows go, and what --retry asks for, so that these runs are done again; those in shards
 * are done */
static quire_status
make_ready(const struct doe_arguments *a, const struct doe_work *work, struct doe_store *store,
           quire_diag *diag)
{
    struct doe_tally tally;
    struct doe_collected collected;
    uint64_t n = 0;
    quire_status status = doe_store_check(store, true, &n, diag);

    if (status == QUIRE_OK) {
        status = doe_store_tally(store, &tally);
    }
    if (status == QUIRE_OK && tally.done < work->n_run) {
        status = doe_store_collect(store, a->directory, &collected);
    }
    if (status == QUIRE_OK && a->retry) {
        status = doe_store_forget_chance(store, &n);
    }
    return status;
}

static void
print_resume(const struct doe_arguments *a, const struct doe_progress *progress)
{
    struct quire_text text = {0};

    quire_text_format(&text,
                      "quire doe: interrupted: %llu of %llu done; go on with: quire doe run ",
                      (unsigned long long)progress->done, (unsigned long long)progress->total);
    doe_quote_for_shell(&text, a->study);
    quire_text_add(&text, " -d ");
    doe_quote_for_shell(&text, a->directory);
    cli_say_command(stderr, "", doe_need_text(&text));
    quire_text_clear(&text);
}

/* what the runs of this call cost, which says how many processors a larger study needs */
static void
print_rate(const struct doe_arguments *a, const struct doe_progress *progress)
{
    if (!a->quiet && progress->simulated > 0 && progress->cpu > 0) {
        struct quire_text text = {0};
        quire_text_format(&text,
                          "%llu runs simulated in %.3g s of processor time: %.3g runs per "
                          "core-second\n",
                          (unsigned long long)progress->simulated, progress->cpu,
                          (double)progress->simulated / progress->cpu);
        cli_print(doe_need_text(&text), stdout);
        quire_text_clear(&text);
    }
}

static int
run_into_store(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag,
               struct doe_store *store)
{
    struct doe_progress progress = {0};
    bool stopped = false;
    quire_status status = make_ready(a, work, store, diag);

    print_another_build(store);
    if (status == QUIRE_OK) {
        status = doe_job_run(work, store, &a->job, &progress, &stopped, diag);
        doe_end_progress();
    }
    if (status != QUIRE_OK) {
        return (int)status;
    }
    if (stopped && progress.done < progress.total) {
        print_resume(a, &progress);
        return QUIRE_ERROR_LIMIT;
    }
    const int code = print_outcome(a, work, store);
    print_rate(a, &progress);
    return code;
}

static int
run_study(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag, void *user)
{
    (void)user;
    const quire_status status = doe_held_keep(a, diag);
    return status == QUIRE_OK ? doe_with_store(a, work, diag, run_into_store) : (int)status;
}

static bool
take_run_option(const struct cli_verb *verb, void *self, int c)
{
    struct doe_arguments *a = self;

    (void)verb;
    switch (c) {
    case EXTEND: a->store.extend = true; return true;
    case RETRY: a->retry = true; return true;
    default: return false;
    }
}

struct running {
    struct doe_arguments common;
    struct cli_settings settings;
};

static bool
take_set_option(const struct cli_verb *verb, void *user, int c)
{
    struct running *self = user;

    return c == 's' ? cli_settings_add(&self->settings, optarg)
                    : take_run_option(verb, &self->common, c);
}

static int
act_with_signals(struct doe_arguments *a,
                 int (*act)(const struct doe_arguments *, struct doe_work *, quire_diag *, void *),
                 void *user)
{
    bool tell = !a->quiet;

    a->job.stop_fd = cli_wait_for_signals();
    a->job.tell = doe_tell_progress;
    a->job.user = &tell;
    const int code = a->job.stop_fd >= 0 ? doe_with_work(a, act, user) : QUIRE_ERROR_INTERNAL;
    doe_arguments_clear(a);
    cli_raise_signal();
    return code;
}

int
doe_verb_run(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct option options[] = {{"set", required_argument, NULL, 's'},
                                            {"extend", no_argument, NULL, EXTEND},
                                            {"retry", no_argument, NULL, RETRY},
                                            {"durability", required_argument, NULL, DOE_DURABILITY},
                                            DOE_WORKER_OPTIONS,
                                            DOE_COMMON_OPTIONS};
    struct running self = {.common = doe_arguments_default()};
    int code = doe_parse(verb, &self.common, options, take_set_option, &self, argc, argv);
    struct doe_arguments a = self.common;

    a.store.write = true;
    if (code < 0 && self.settings.n > 0 && (a.held = doe_held_of(verb, &self.settings)) == NULL) {
        code = QUIRE_ERROR_USAGE;
    }
    cli_settings_clear(&self.settings);
    if (code >= 0) {
        doe_arguments_clear(&a);
        return code;
    }
    return act_with_signals(&a, run_study, NULL);
}

/* ---- worker ---- */

static int
run_slice(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag, void *user)
{
    struct doe_progress progress = {0};
    bool stopped = false;
    const quire_status status =
        doe_job_run_slice(work, a->directory, &a->job, &progress, &stopped, diag);

    (void)user;
    doe_end_progress();
    if (status != QUIRE_OK) {
        return (int)status;
    }
    if (!a->quiet) {
        printf("slice %llu of %llu: %llu of %llu runs are in shards%s\n",
               (unsigned long long)a->job.slice, (unsigned long long)a->job.slices,
               (unsigned long long)progress.done, (unsigned long long)progress.total,
               stopped ? ", interrupted" : "");
    }
    print_rate(a, &progress);
    return QUIRE_OK;
}

/* "3/16" */
static bool
take_slice(const struct cli_verb *verb, struct doe_arguments *a, const char *text)
{
    char first[24] = "";
    const char *slash = strchr(text, '/');

    if (slash == NULL || (size_t)(slash - text) >= sizeof first) {
        cli_usage_error(verb, "--slice takes K/N, the K-th of N slices counted from 0, not", text);
        return false;
    }
    memcpy(first, text, (size_t)(slash - text));
    return doe_take_count(verb, "--slice", slash + 1, 1, QUIRE_STUDY_RUN_LIMIT, &a->job.slices) &&
           doe_take_count(verb, "--slice", first, 0, a->job.slices - 1, &a->job.slice);
}

static bool
take_worker_option(const struct cli_verb *verb, void *self, int c)
{
    return c == SLICE && take_slice(verb, self, optarg);
}

int
doe_verb_worker(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct option options[] = {
        {"slice", required_argument, NULL, SLICE}, DOE_WORKER_OPTIONS, DOE_COMMON_OPTIONS};
    struct doe_arguments a = doe_arguments_default();
    const int code = doe_parse(verb, &a, options, take_worker_option, &a, argc, argv);

    if (code >= 0) {
        doe_arguments_clear(&a);
        return code;
    }
    return act_with_signals(&a, run_slice, NULL);
}

/* ---- collect ---- */

static int
collect_into_store(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag,
                   struct doe_store *store)
{
    struct doe_collected found;
    uint64_t n = 0;
    quire_status status = doe_store_check(store, true, &n, diag);

    if (status == QUIRE_OK) {
        status = doe_store_collect(store, a->directory, &found);
    }
    if (status != QUIRE_OK) {
        return (int)status;
    }
    if (!a->quiet) {
        printf("%llu shards hold %llu results", (unsigned long long)found.shards,
               (unsigned long long)found.records);
        if (found.torn > 0) {
            printf(", %llu that were cut off are ignored", (unsigned long long)found.torn);
        }
        if (found.unplanned > 0) {
            printf(", %llu of runs that this plan does not have are ignored",
                   (unsigned long long)found.unplanned);
        }
        puts("");
    }
    return print_outcome(a, work, store);
}

int
doe_collect(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag, void *user)
{
    (void)user;
    return doe_with_store(a, work, diag, collect_into_store);
}

int
doe_verb_collect(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct option options[] = {{"extend", no_argument, NULL, EXTEND},
                                            DOE_COMMON_OPTIONS};
    struct doe_arguments a = doe_arguments_default();
    int code = doe_parse(verb, &a, options, take_run_option, &a, argc, argv);

    a.store.write = true;
    if (code < 0) {
        code = doe_with_work(&a, doe_collect, NULL);
    }
    doe_arguments_clear(&a);
    return code;
}
