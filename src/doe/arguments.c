#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/worker.h"
#include "doe/verbs.h"
#include "text/number.h"

const struct doe_store_options doe_as_it_is = {.as_it_is = true};

struct doe_arguments
doe_arguments_default(void)
{
    struct doe_arguments a = {
        .what = "study file",
        .job = {.pool = doe_pool_options_default(), .slices = 1, .stop_fd = -1},
        .store = {.write = false}};

    a.job.pool.workers = quire_processors();
    return a;
}

void
doe_arguments_clear(struct doe_arguments *self)
{
    free(self->directory);
    free(self->held);
    self->directory = self->held = NULL;
}

/* "folder/friction.xml" -> "friction.doe" */
static char *
default_directory(const char *study)
{
    const char *slash = strrchr(study, '/'), *name = slash != NULL ? slash + 1 : study;
    size_t n = strlen(name);
    if (n > 4 && strcmp(name + n - 4, ".xml") == 0) {
        n -= 4;
    }
    char *directory = malloc(n + sizeof ".doe");
    if (directory != NULL) {
        memcpy(directory, name, n);
        memcpy(directory + n, ".doe", sizeof ".doe");
    }
    return directory;
}

bool
doe_take_count(const struct cli_verb *verb, const char *name, const char *text, uint64_t least,
               uint64_t most, uint64_t *out)
{
    double value = 0;
    const char *end = text;

    if (quire_number_read(&value, text, 0, &end) != QUIRE_NUMBER_OK || *end != '\0' ||
        value != floor(value) || value < (double)least || value > (double)most) {
        char before[160];
        quire_number_format(before, sizeof before,
                            "quire %s: %s takes a whole number from %llu to %llu, not '",
                            verb->name, name, (unsigned long long)least, (unsigned long long)most);
        cli_say(stderr, before, text, "'\n");
        return false;
    }
    *out = (uint64_t)value;
    return true;
}

#define SIZE_MOST 0x1p63 /* [bytes] */

/* "512MB", "2GB"; false after a message */
static bool
take_size(const char *text, double *out)
{
    const char *end = text;
    double value = 0;
    const bool number = quire_number_read(&value, text, 0, &end) == QUIRE_NUMBER_OK && value > 0;

    end += strspn(end, " ");
    if (number && strcmp(end, "MB") == 0) {
        *out = value * 1e6;
    } else if (number && strcmp(end, "GB") == 0) {
        *out = value * 1e9;
    } else {
        *out = 0;
    }
    if (!(*out > 0 && *out < SIZE_MOST)) {
        cli_say(stderr, "quire: --memory-limit takes a size such as 500MB or 2GB, not '", text,
                "'\n");
        return false;
    }
    return true;
}

static bool
take_durability(struct doe_arguments *a, const char *text)
{
    a->store.fast = strcmp(text, "fast") == 0;
    if (a->store.fast || strcmp(text, "full") == 0) {
        return true;
    }
    cli_say(stderr, "quire: --durability is 'full' or 'fast', not '", text, "'\n");
    return false;
}

static bool
take_common(const struct cli_verb *verb, struct doe_arguments *a, int c, bool *taken)
{
    uint64_t n = 0;
    bool good = true;

    *taken = true;
    switch (c) {
    case 'd':
        free(a->directory);
        a->directory = cli_need(strdup(optarg));
        return true;
    case 'q': a->quiet = true; return true;
    case 'j':
        good = doe_take_count(verb, "--workers", optarg, 1, DOE_WORKERS_MOST, &n);
        a->job.pool.workers = (int)n;
        return good;
    case 't': return cli_take_quantity("--time-limit", optarg, "s", &a->job.pool.time_limit);
    case DOE_MEMORY_LIMIT: return take_size(optarg, &a->job.pool.memory_limit);
    case DOE_TRIES:
        good = doe_take_count(verb, "--tries", optarg, 1, 100, &n);
        a->job.pool.tries = (int)n;
        return good;
    case DOE_GRACE: return cli_take_quantity("--grace", optarg, "s", &a->job.pool.grace);
    case DOE_DURABILITY: return take_durability(a, optarg);
    default: *taken = false; return true;
    }
}

const char *
doe_need_text(const struct quire_text *text)
{
    return text->failed ? cli_need(NULL) : text->data != NULL ? text->data : "";
}

int
doe_parse(const struct cli_verb *verb, struct doe_arguments *a, const struct option *options,
          bool (*take)(const struct cli_verb *verb, void *self, int c), void *self, int argc,
          char **argv)
{
    int c;
    bool taken;
    char message[60];

    while ((c = cli_next_option(verb, argc, argv, options)) != -1) {
        if (c == 'h') {
            return QUIRE_OK;
        }
        if (c == '?' || !take_common(verb, a, c, &taken) ||
            (!taken && (take == NULL || !take(verb, self, c)))) {
            return QUIRE_ERROR_USAGE;
        }
    }
    if (optind >= argc) {
        quire_number_format(message, sizeof message, "which %s?", a->what);
        return cli_usage_error(verb, message, NULL);
    }
    const int n = a->what_second != NULL ? 2 : 1;
    if (optind + n > argc) {
        quire_number_format(message, sizeof message, "which %s?", a->what_second);
        return cli_usage_error(verb, message, NULL);
    }
    if (optind + n < argc) {
        quire_number_format(message, sizeof message,
                            "one %s at a time; unexpected:", n == 2 ? a->what_second : a->what);
        return cli_usage_error(verb, message, argv[optind + n]);
    }
    if (strcmp(argv[optind], "-") == 0) {
        quire_number_format(message, sizeof message,
                            "a %s names files beside it and keeps its runs there, so that it is a "
                            "file and not standard input",
                            a->what);
        return cli_usage_error(verb, message, NULL);
    }
    a->second = n == 2 ? argv[optind + 1] : NULL;
    if (!(a->job.pool.time_limit > 0) || a->job.pool.grace < 0) {
        return cli_usage_error(
            verb, "the time limit must be above zero, and the grace not below it", NULL);
    }
    a->study = argv[optind];
    if (a->directory == NULL) {
        a->directory = cli_need(default_directory(a->study));
    }
    return -1;
}

/* what was written lacks runs */
static bool
is_incomplete(const quire_diag *diag)
{
    bool found = false;

    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        found = found || strcmp(quire_diag_get(diag, i)->code, "W-INCOMPLETE") == 0;
    }
    return found;
}

int
doe_with_work(const struct doe_arguments *a,
              int (*act)(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag,
                         void *user),
              void *user)
{
    struct doe_work work;
    quire_diag *diag = cli_need(quire_diag_create());
    char *kept = NULL;
    quire_status status = a->held == NULL ? doe_held_read(&kept, a->directory, diag) : QUIRE_OK;
    if (status == QUIRE_OK) {
        status = doe_work_load(&work, a->study, a->held != NULL ? a->held : kept, diag);
    }
    free(kept);
    if (status == QUIRE_OK && a->quiet) { /* what the model's checks say, each verb would repeat */
        quire_diag_destroy(diag);
        diag = cli_need(quire_diag_create());
    }
    int code = status == QUIRE_OK ? act(a, &work, diag, user) : (int)status;

    code = code == QUIRE_OK && is_incomplete(diag) ? CLI_INCOMPLETE : code;
    if (status == QUIRE_OK) {
        doe_work_clear(&work);
    }
    fflush(stdout);
    cli_print_problems(diag, false, status);
    quire_diag_destroy(diag);
    return code;
}

int
doe_with_store(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag,
               int (*act)(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag,
                          struct doe_store *store))
{
    struct doe_lock lock;
    struct doe_store *store = NULL;
    quire_status status = doe_lock_take(&lock, a->directory, diag);

    if (status == QUIRE_OK) {
        status = doe_store_open(&store, a->directory, work, &a->store, diag);
    }
    const int code = status == QUIRE_OK ? act(a, work, diag, store) : (int)status;
    doe_store_close(store);
    doe_lock_drop(&lock);
    return code;
}

int
doe_verdict_code(const struct doe_tally *tally)
{
    uint64_t without = tally->conflicts;

    for (int i = 0; i < DOE_STATUSES; i++) {
        without += doe_status_has_verdict((enum doe_status)i) ? 0 : tally->status[i];
    }
    return without > 0 ? DOE_RUNS_WITHOUT_VERDICT : QUIRE_OK;
}

void
doe_write_counts(struct quire_text *out, const uint64_t *status)
{
    bool first = true;

    for (int i = 0; i < DOE_STATUSES; i++) {
        if (status[i] > 0) {
            quire_text_format(out, "%s%llu %s", first ? "" : ", ", (unsigned long long)status[i],
                              doe_status_text((enum doe_status)i));
            first = false;
        }
    }
    quire_text_add(out, first ? "none" : "");
}

/* ---- verbs that write one file ---- */

bool
doe_take_output(const struct cli_verb *verb, struct doe_arguments *a, int c)
{
    char message[60];

    switch (c) {
    case 'o': a->output = optarg; return true;
    case DOE_FORCE: a->force = true; return true;
    case 'f':
        a->json = strcmp(optarg, "json") == 0;
        if (!a->json && strcmp(optarg, a->format) != 0) {
            quire_number_format(message, sizeof message, "--format is %s or json, not", a->format);
            cli_usage_error(verb, message, optarg);
            return false;
        }
        return true;
    default: return false;
    }
}

static bool
take_output(const struct cli_verb *verb, void *self, int c)
{
    return doe_take_output(verb, self, c);
}

int
doe_write_verb(const struct cli_verb *verb, const char *format,
               int (*act)(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag,
                          void *user),
               int argc, char **argv)
{
    static const struct option options[] = {DOE_OUTPUT_OPTIONS, DOE_COMMON_OPTIONS};
    struct doe_arguments a = doe_arguments_default();

    a.format = format;
    int code = doe_parse(verb, &a, options, take_output, &a, argc, argv);
    if (code < 0) {
        code = doe_with_work(&a, act, NULL);
    }
    doe_arguments_clear(&a);
    return code;
}

bool
doe_is_stdout(const struct doe_arguments *a)
{
    return a->output != NULL && strcmp(a->output, "-") == 0;
}

quire_status
doe_may_write(const struct doe_arguments *a, quire_diag *diag)
{
    if (a->output == NULL || doe_is_stdout(a) || access(a->output, F_OK) != 0) {
        return QUIRE_OK;
    }
    const struct quire_place at = {a->output, 0, 0};
    if (cli_is_same_file(a->study, a->output) || cli_is_same_file(a->second, a->output) ||
        cli_is_same_file(a->also_read, a->output)) {
        return quire_diag_error(diag, "E-FILE", at, NULL, "give --output another name",
                                "the file is an input, and is not overwritten");
    }
    if (a->force) {
        return QUIRE_OK;
    }
    return quire_diag_error(diag, "E-FILE", at, NULL, "--force overwrites it",
                            "the file is there already");
}
