/* quire compare */
#include "cli/cli.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <quire/compare.h>
#include <quire/describe.h>

struct arguments {
    const char *of[2];  /* a model, or two folders */
    const char *output; /* of runs; NULL: no files */
    struct cli_settings settings;
    quire_run_options options;
    quire_compare_options tolerance;
    int columns[2]; /* 0: planar motion is compared with spatial, else these in space */
    bool json, quiet;
};

enum { TOLERANCE = CLI_RUN_LAST, COLUMNS, JSON, FORCE };

static const struct option options[] = {
    {"output", required_argument, NULL, 'o'},
    CLI_RUN_OPTIONS,
    {"columns", required_argument, NULL, COLUMNS},
    {"tolerance", required_argument, NULL, TOLERANCE},
    {"format", required_argument, NULL, 'f'},
    {"json", no_argument, NULL, JSON},
    {"quiet", no_argument, NULL, 'q'},
    {"force", no_argument, NULL, FORCE},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* a length, a time or a plain number; false after a message */
static bool
take_tolerance(quire_compare_options *out, const char *text)
{
    const struct {
        const char *unit;
        double *to;
    } list[] = {{"m", &out->length}, {"s", &out->time}, {"", &out->ratio}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        double value;
        quire_diag *unused = cli_need(quire_diag_create());
        const bool good =
            quire_quantity_parse(&value, text, list[i].unit, "--tolerance", unused) == QUIRE_OK &&
            value >= 0;
        quire_diag_destroy(unused);
        if (good) {
            *list[i].to = value;
            return true;
        }
    }
    cli_say(stderr,
            "quire: --tolerance is a length, a time or a ratio such as '0.01 mm', '1 ms' or '2 %', "
            "not '",
            text, "'\n");
    return false;
}

static bool
take_option(const struct cli_verb *verb, struct arguments *a, int c)
{
    switch (c) {
    case 'o': a->output = optarg; return true;
    case COLUMNS: return cli_take_columns(verb, optarg, a->columns, 2);
    case TOLERANCE: return take_tolerance(&a->tolerance, optarg);
    case 'f': return cli_take_format(optarg, &a->json);
    case JSON: a->json = true; return true;
    case 'q': a->quiet = true; return true;
    case FORCE: a->options.force = true; return true;
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
    if (optind >= argc || optind + 2 < argc) {
        return cli_usage_error(verb,
                               optind >= argc ? "which model, or which two folders of results?"
                                              : "two folders at a time; unexpected:",
                               optind >= argc ? NULL : argv[optind + 2]);
    }
    a->of[0] = argv[optind];
    a->of[1] = optind + 1 < argc ? argv[optind + 1] : NULL;
    struct stat st;
    if (a->of[1] != NULL && (cli_is_stream(a->of[0]) || cli_is_stream(a->of[1]))) {
        return cli_usage_error(verb,
                               "results are compared in their folders, a model from standard input "
                               "only with itself in another motion",
                               NULL);
    }
    if (a->of[1] == NULL && stat(a->of[0], &st) == 0 && S_ISDIR(st.st_mode)) {
        return cli_usage_error(verb, "which folder is to be compared with", a->of[0]);
    }
    if (a->of[1] != NULL && a->columns[0] != 0) {
        return cli_usage_error(verb, "--columns is for a model that is run; unexpected:", a->of[1]);
    }
    return -1;
}

/* ---- running a model in two forms ---- */

struct form {
    char name[24]; /* of its folder */
    const char *motion;
    int columns;
};

static struct form
form_of(const struct arguments *a, int which)
{
    const int columns = a->columns[which];
    struct form form = {.motion = columns > 0 || which == 1 ? "spatial" : "planar",
                        .columns = columns};
    if (columns > 0) {
        snprintf(form.name, sizeof form.name, "columns-%d", columns);
    } else {
        snprintf(form.name, sizeof form.name, "%s", form.motion);
    }
    return form;
}

static quire_status
run_in(quire_run **out, const struct arguments *a, const quire_model *model,
       const struct form *form, char **directory, quire_diag *diag)
{
    quire_run_options with = a->options;
    with.motion = form->motion;
    with.columns = form->columns;
    if (a->output != NULL) {
        const size_t size = strlen(a->output) + strlen(form->name) + 2;
        *directory = malloc(size);
        if (*directory == NULL) {
            fputs("quire: out of memory\n", stderr);
            return QUIRE_ERROR_LIMIT;
        }
        snprintf(*directory, size, "%s/%s", a->output, form->name);
        with.directory = *directory;
    }
    quire_status status = quire_run_create(out, model, &with, diag);
    if (status == QUIRE_OK) {
        status = quire_run_execute(*out, diag);
        cli_progress_end();
    }
    return status;
}

/* a run that failed is compared too: that it failed is what there is to say */
static quire_status
compare_forms(const struct cli_verb *verb, quire_comparison **out, const struct arguments *a,
              quire_diag *diag)
{
    quire_model *model = NULL;
    quire_run *run[2] = {NULL, NULL};
    char *directory[2] = {NULL, NULL};
    quire_status status = cli_load_model(verb, a->of[0], &a->settings, &model, diag),
                 failed = QUIRE_OK;

    for (int i = 0; i < 2 && status == QUIRE_OK; i++) {
        const struct form form = form_of(a, i);
        status = run_in(&run[i], a, model, &form, &directory[i], diag);
        if (status == QUIRE_ERROR_NUMERIC) {
            failed = status;
            status = QUIRE_OK;
        }
    }
    if (status == QUIRE_OK) {
        status = quire_compare_runs(out, run[0], run[1], &a->tolerance, diag);
    }
    for (int i = 0; i < 2; i++) {
        quire_run_destroy(run[i]);
        free(directory[i]);
    }
    quire_model_destroy(model);
    return status != QUIRE_OK ? status : failed;
}

int
cli_compare(const struct cli_verb *verb, int argc, char **argv)
{
    struct arguments a = {.options = quire_run_options_default(),
                          .tolerance = quire_compare_options_default()};
    int code = parse(verb, &a, argc, argv);
    if (code < 0) {
        quire_diag *diag = cli_need(quire_diag_create());
        quire_comparison *comparison = NULL;
        struct cli_watch watch = {.wanted = !a.quiet && !a.json && isatty(STDERR_FILENO)};
        a.options.progress = cli_progress;
        a.options.user = &watch;
        cli_catch_signals();
        const quire_status status =
            a.of[1] != NULL
                ? quire_compare_folders(&comparison, a.of[0], a.of[1], &a.tolerance, diag)
                : compare_forms(verb, &comparison, &a, diag);
        cli_progress_end();
        if (comparison != NULL && (a.json || !a.quiet)) {
            if (a.json) {
                fputs(quire_comparison_json(comparison), stdout);
            } else {
                cli_print(quire_comparison_text(comparison), stdout);
            }
        }
        /* stdout carries one JSON document: the comparison, or else the problems */
        cli_print_problems(diag, a.json && comparison == NULL, status);
        const bool same = comparison != NULL && quire_comparison_same_verdicts(comparison) &&
                          quire_comparison_same_numbers(comparison);
        code = status != QUIRE_OK ? (int)status : same ? 0 : CLI_CHECK_FAILED;
        quire_comparison_destroy(comparison);
        quire_diag_destroy(diag);
    }
    cli_settings_clear(&a.settings);
    cli_raise_signal();
    return code;
}
