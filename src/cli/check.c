/* quire check */
#include "cli/cli.h"

#include <getopt.h>

#include <quire/describe.h>
#include <quire/run.h>

enum { PARAMETERS = CLI_LONG_ONLY, RESOLVED, REVIEW };

static const struct option options[] = {
    {"set", required_argument, NULL, 's'},
    {"format", required_argument, NULL, 'f'},
    {"parameters", no_argument, NULL, PARAMETERS},
    {"resolved", no_argument, NULL, RESOLVED},
    {"review", no_argument, NULL, REVIEW},
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static quire_status
check_library(const char *path, const struct cli_settings *settings, quire_diag *diag, bool quiet)
{
    const quire_status status = quire_library_check(path, settings->list, settings->n, diag);
    if (status == QUIRE_OK && !quiet) {
        cli_say(stdout, "", path,
                quire_diag_count(diag) == 0 ? ": can be included, no trouble found\n"
                                            : ": can be included\n");
    }
    return status;
}

static quire_status
check_model(const struct cli_verb *verb, const char *path, const struct cli_settings *settings,
            quire_diag *diag, bool quiet)
{
    quire_model *model;
    quire_status status = cli_load_model(verb, path, settings, &model, diag);
    if (status == QUIRE_OK) {
        status = quire_model_check(model, diag);
    }
    if (status == QUIRE_OK && !quiet) {
        cli_say(stdout, "", quire_model_name(model),
                quire_diag_count(diag) == 0 ? ": can be run, no trouble found\n"
                                            : ": can be run\n");
    }
    quire_model_destroy(model);
    return status;
}

/* what can be changed in the model; looks for no trouble */
static quire_status
list_parameters(const struct cli_verb *verb, const char *path, const struct cli_settings *settings,
                quire_diag *diag, bool json)
{
    quire_model *model;
    char *text = NULL;
    quire_status status = cli_load_model(verb, path, settings, &model, diag);
    if (status == QUIRE_OK) {
        status = json ? quire_describe_parameters_json(&text, model)
                      : quire_describe_parameters(&text, model);
    }
    if (status == QUIRE_OK && json) {
        fputs(text, stdout);
    } else if (status == QUIRE_OK) {
        cli_print(text, stdout);
    }
    quire_free(text);
    quire_model_destroy(model);
    return status;
}

/* the model as it is understood; looks for no trouble */
static quire_status
print_resolved(const char *path, const struct cli_settings *settings, quire_diag *diag, bool json)
{
    char *text;
    const quire_status status =
        quire_model_resolve(&text, path, settings->list, settings->n, json, diag);
    if (status == QUIRE_OK) {
        fputs(text, stdout);
    }
    quire_free(text);
    return status;
}

/* the paper path, by closed formulas; *code: CLI_CHECK_FAILED where something is wrong */
static quire_status
review_model(const struct cli_verb *verb, const char *path, const struct cli_settings *settings,
             quire_diag *diag, bool json, bool quiet, int *code)
{
    quire_model *model;
    bool wrong = false;
    quire_status status = cli_load_model(verb, path, settings, &model, diag);
    if (status == QUIRE_OK) {
        status = cli_review(model, json, quiet, diag, &wrong);
    }
    quire_model_destroy(model);
    *code = status == QUIRE_OK && wrong ? CLI_CHECK_FAILED : (int)status;
    return status;
}

int
cli_check(const struct cli_verb *verb, int argc, char **argv)
{
    struct cli_settings settings = {0};
    bool json = false, quiet = false, parameters = false, resolved = false, review = false,
         good = true;
    int c;
    while (good && (c = cli_next_option(verb, argc, argv, options)) != -1) {
        switch (c) {
        case 's': good = cli_settings_add(&settings, optarg); break;
        case 'f': good = cli_take_format(optarg, &json); break;
        case PARAMETERS: parameters = true; break;
        case RESOLVED: resolved = true; break;
        case REVIEW: review = true; break;
        case 'q': quiet = true; break;
        case 'h': cli_settings_clear(&settings); return QUIRE_OK;
        default: good = false;
        }
    }
    int code = QUIRE_ERROR_USAGE;
    if (good && parameters + resolved + review > 1) {
        code = cli_usage_error(verb,
                               "--parameters, --resolved and --review are different questions; "
                               "ask one at a time",
                               NULL);
    } else if (good && optind + 1 != argc) {
        code = cli_usage_error(
            verb, optind < argc ? "one model file at a time" : "which model file?", NULL);
    } else if (good && resolved && cli_is_stream(argv[optind])) {
        code = cli_usage_error(verb, "--resolved needs a file, not standard input", NULL);
    } else if (good) {
        quire_diag *diag = cli_need(quire_diag_create());
        const bool library = quire_library_is_at(argv[optind]);
        const quire_status status =
            review       ? review_model(verb, argv[optind], &settings, diag, json, quiet, &code)
            : resolved   ? print_resolved(argv[optind], &settings, diag, json)
            : parameters ? list_parameters(verb, argv[optind], &settings, diag, json)
            : library    ? check_library(argv[optind], &settings, diag, quiet || json)
                         : check_model(verb, argv[optind], &settings, diag, quiet || json);
        cli_print_problems(
            diag, json && !((parameters || resolved || review) && status == QUIRE_OK), status);
        quire_diag_destroy(diag);
        code = review ? code : (int)status;
    }
    cli_settings_clear(&settings);
    return code;
}
