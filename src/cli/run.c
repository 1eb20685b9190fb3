/* quire run */
#include "cli/cli.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <quire/error_bars.h>
#include <quire/run.h>

struct arguments {
    const char *model;
    char *directory; /* owned */
    struct cli_settings settings;
    quire_run_options options;
    bool json, quiet, error_bars;
};

/* "dir/a4-turn.xml" -> "a4-turn.run" */
static char *
default_directory(const char *model)
{
    const char *slash = strrchr(model, '/'), *name = slash != NULL ? slash + 1 : model;
    size_t n = strlen(name);
    if (n > 4 && strcmp(name + n - 4, ".xml") == 0) {
        n -= 4;
    }
    char *directory = malloc(n + sizeof ".run");
    if (directory != NULL) {
        memcpy(directory, name, n);
        memcpy(directory + n, ".run", sizeof ".run");
    }
    return directory;
}

enum { MOTION = CLI_RUN_LAST, COLUMNS, FORCE, ERROR_BARS, THREADS };

static const struct option options[] = {
    {"output", required_argument, NULL, 'o'},
    CLI_RUN_OPTIONS,
    {"motion", required_argument, NULL, MOTION},
    {"columns", required_argument, NULL, COLUMNS},
    {"threads", required_argument, NULL, THREADS},
    {"error-bars", no_argument, NULL, ERROR_BARS},
    {"format", required_argument, NULL, 'f'},
    {"quiet", no_argument, NULL, 'q'},
    {"force", no_argument, NULL, FORCE},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* false after a message */
static bool
take_option(const struct cli_verb *verb, struct arguments *a, int c)
{
    switch (c) {
    case 'o':
        free(a->directory);
        a->directory = cli_need(strdup(optarg));
        return true;
    case 'f': return cli_take_format(optarg, &a->json);
    case 'q': a->quiet = true; return true;
    case FORCE: a->options.force = true; return true;
    case ERROR_BARS: a->error_bars = true; return true;
    case MOTION:
        if (strcmp(optarg, "planar") != 0 && strcmp(optarg, "spatial") != 0) {
            cli_usage_error(verb, "--motion is planar or spatial, not", optarg);
            return false;
        }
        a->options.motion = optarg;
        return true;
    case THREADS: return cli_take_threads(verb, optarg, &a->options.threads);
    case COLUMNS: return cli_take_columns(verb, optarg, &a->options.columns, 1);
    default: return cli_take_run_option(&a->options, &a->settings, c);
    }
}

/* -1 to go on, else the exit code */
static int
parse(const struct cli_verb *verb, struct arguments *a, int argc, char **argv)
{
    int c;
    while ((c = cli_next_option(verb, argc, argv, options)) != -1) {
        if (c == 'h') {
            return QUIRE_OK;
        }
        if (!take_option(verb, a, c)) {
            return QUIRE_ERROR_USAGE;
        }
    }
    if (optind >= argc) {
        return cli_usage_error(verb, "which model file?", NULL);
    }
    if (optind + 1 < argc) {
        return cli_usage_error(verb, "one model file at a time; unexpected:", argv[optind + 1]);
    }
    a->model = argv[optind];
    if (a->directory == NULL && cli_is_stream(a->model)) {
        return cli_usage_error(verb, "results of a model from standard input need a folder: -o DIR",
                               NULL);
    }
    if (a->directory == NULL) {
        a->directory = cli_need(default_directory(a->model));
    }
    a->options.directory = a->directory;
    return -1;
}

/* `bars` may be NULL */
static void
print_result(const struct arguments *a, const quire_run *run, const quire_error_bars *bars)
{
    if (a->json) {
        fputs(bars != NULL ? quire_error_bars_summary_json(bars) : quire_run_summary_json(run),
              stdout);
    } else if (!a->quiet) {
        cli_print_result(quire_run_summary_text(run), stdout);
        cli_print_result(bars != NULL ? quire_error_bars_text(bars) : "", stdout);
    }
}

/* Repeats a run that came to its end; its verdict is then that with error bars. */
static quire_status
find_error_bars(const struct arguments *a, struct cli_watch *watch, const quire_model *model,
                const quire_run *run, quire_error_bars **bars, quire_diag *diag)
{
    watch->run = NULL;
    const quire_status status = quire_error_bars_create(bars, model, run, &a->options, diag);
    cli_progress_end();
    return status;
}

static quire_status
simulate(const struct cli_verb *verb, const struct arguments *a, struct cli_watch *watch,
         quire_diag *diag, quire_verdict *verdict, bool *printed)
{
    quire_model *model = NULL;
    quire_run *run = NULL;
    quire_error_bars *bars = NULL;
    quire_status status = cli_load_model(verb, a->model, &a->settings, &model, diag);
    if (status == QUIRE_OK) {
        status = quire_run_create(&run, model, &a->options, diag);
    }
    if (status == QUIRE_OK) {
        quire_run_check(run, diag);
        watch->run = run;
        status = quire_run_execute(run, diag);
        cli_progress_end();
        *verdict = quire_run_verdict(run);
        if (status == QUIRE_OK && a->error_bars) {
            status = find_error_bars(a, watch, model, run, &bars, diag);
            *verdict = bars != NULL ? quire_error_bars_verdict(bars) : *verdict;
        }
        if (quire_run_summary_json(run)[0] != '\0') {
            print_result(a, run, bars);
            *printed = true;
        }
    }
    quire_error_bars_destroy(bars);
    quire_run_destroy(run);
    quire_model_destroy(model);
    return status;
}

static int
code_of(quire_verdict verdict)
{
    switch (verdict) {
    case QUIRE_VERDICT_PASSED: return 0;
    case QUIRE_VERDICT_DOUBTFUL: return CLI_DOUBTFUL;
    case QUIRE_VERDICT_NOT_EVALUATED: return CLI_NOT_EVALUATED;
    default: return CLI_CHECK_FAILED;
    }
}

int
cli_run(const struct cli_verb *verb, int argc, char **argv)
{
    struct arguments a = {.options = quire_run_options_default()};
    quire_verdict verdict = QUIRE_VERDICT_NONE;
    bool printed = false;
    int code = parse(verb, &a, argc, argv);
    if (code < 0) {
        quire_diag *diag = cli_need(quire_diag_create());
        struct cli_watch watch = {.wanted = !a.quiet && !a.json && isatty(STDERR_FILENO)};
        a.options.progress = cli_progress;
        a.options.user = &watch;
        cli_catch_signals();
        const quire_status status = simulate(verb, &a, &watch, diag, &verdict, &printed);
        /* stdout carries one JSON document: the summary, or else the problems */
        cli_print_problems(diag, a.json && !printed, status);
        quire_diag_destroy(diag);
        code = status != QUIRE_OK ? (int)status : code_of(verdict);
    }
    cli_settings_clear(&a.settings);
    free(a.directory);
    cli_raise_signal();
    return code;
}
