/* quire explain */
#include "cli/cli.h"

#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <quire/describe.h>
#include <quire/explain.h>

struct arguments {
    const char *directory;
    quire_margin_options margin;
    quire_cures_options cures;
    bool json, deep;
};

enum { LOW = CLI_LONG_ONLY, HIGH, RUNS };

static const struct option options[] = {
    {"margin", required_argument, NULL, 'm'},
    {"low", required_argument, NULL, LOW},
    {"high", required_argument, NULL, HIGH},
    {"format", required_argument, NULL, 'f'},
    {"why", required_argument, NULL, 'w'},
    {"runs", required_argument, NULL, RUNS},
    {"time-limit", required_argument, NULL, 't'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static bool
take_runs(const struct cli_verb *verb, const char *text, int *runs)
{
    char *end;
    const long number = strtol(text, &end, 10);

    if (end == text || *end != '\0' || number < 1 || number > 10000) {
        cli_usage_error(verb, "--runs is a number from 1 to 10000, not", text);
        return false;
    }
    *runs = (int)number;
    return true;
}

/* -1 to go on, else the exit code */
static int
parse(const struct cli_verb *verb, struct arguments *a, int argc, char **argv)
{
    int c;
    while ((c = cli_next_option(verb, argc, argv, options)) != -1) {
        switch (c) {
        case 'm': a->margin.parameter = optarg; break;
        case LOW: a->margin.low = optarg; break;
        case HIGH: a->margin.high = optarg; break;
        case 'w':
            if (strcmp(optarg, "deep") != 0) {
                return cli_usage_error(verb, "--why is deep, not", optarg);
            }
            a->deep = true;
            break;
        case RUNS:
            if (!take_runs(verb, optarg, &a->cures.runs)) {
                return QUIRE_ERROR_USAGE;
            }
            break;
        case 't':
            if (!cli_take_quantity("--time-limit", optarg, "s", &a->cures.time_limit)) {
                return QUIRE_ERROR_USAGE;
            }
            break;
        case 'f':
            if (!cli_take_format(optarg, &a->json)) {
                return QUIRE_ERROR_USAGE;
            }
            break;
        default: return c == 'h' ? QUIRE_OK : QUIRE_ERROR_USAGE;
        }
    }
    if (optind + 1 != argc) {
        return cli_usage_error(
            verb, optind < argc ? "one folder at a time" : "which folder of results?", NULL);
    }
    if (a->margin.parameter == NULL && (a->margin.low != NULL || a->margin.high != NULL)) {
        return cli_usage_error(verb, "bounds belong to a --margin", NULL);
    }
    if (!a->deep && (a->cures.runs > 0 || !isnan(a->cures.time_limit))) {
        return cli_usage_error(verb, "--runs and --time-limit belong to --why=deep", NULL);
    }
    if (a->deep && a->margin.parameter != NULL) {
        return cli_usage_error(verb, "--margin and --why are two questions: ask one", NULL);
    }
    a->directory = argv[optind];
    return -1;
}

int
cli_explain(const struct cli_verb *verb, int argc, char **argv)
{
    struct arguments a = {.margin = quire_margin_options_default(),
                          .cures = quire_cures_options_default()};
    bool found = true;
    struct cli_watch watch = {0};
    char *text = NULL;
    const int code = parse(verb, &a, argc, argv);
    if (code >= 0) {
        return code;
    }
    quire_diag *diag = cli_need(quire_diag_create());
    a.margin.progress = a.cures.progress = cli_progress;
    a.margin.user = a.cures.user = &watch; /* each run is short; only signals are listened to */
    cli_catch_signals();
    const quire_status status =
        a.deep ? quire_explain_cures(a.directory, &a.cures, a.json, &found, &text, diag)
        : a.margin.parameter != NULL
            ? quire_explain_margin(a.directory, &a.margin, a.json, &found, &text, diag)
            : quire_explain(a.directory, a.json, &text, diag);
    cli_print_problems(diag, a.json && status != QUIRE_OK, status);
    if (status == QUIRE_OK && a.json) {
        fputs(text, stdout);
    } else if (status == QUIRE_OK) {
        cli_print_result(text, stdout);
    }
    quire_free(text);
    quire_diag_destroy(diag);
    cli_raise_signal();
    return status != QUIRE_OK ? (int)status : found ? 0 : CLI_CHECK_FAILED;
}
