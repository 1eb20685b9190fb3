/* quire export */
#include "cli/cli.h"

#include <getopt.h>
#include <string.h>

#include <quire/drawing.h>

static const struct option options[] = {
    {"to", required_argument, NULL, 't'},  {"output", required_argument, NULL, 'o'},
    {"set", required_argument, NULL, 's'}, {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},      {NULL, 0, NULL, 0},
};

/* the format that a name ends in, such as machine.dxf; NULL if none */
static const char *
format_of(const char *path)
{
    const char *end = path != NULL ? strrchr(path, '.') : NULL;
    for (const char *const *format = quire_drawing_formats(); end != NULL && *format != NULL;
         format++) {
        if (strcmp(end + 1, *format) == 0) {
            return *format;
        }
    }
    return NULL;
}

static int export(const struct cli_verb *verb, const char *path,
                  const struct cli_settings *settings, const char *format, const char *output,
                  bool quiet)
{
    quire_diag *diag = cli_need(quire_diag_create());
    quire_model *model;
    const bool stream = cli_is_stream(output);
    quire_status status = cli_load_model(verb, path, settings, &model, diag);
    if (status == QUIRE_OK) {
        status = quire_drawing_export(model, format, stream ? "/dev/stdout" : output, diag);
    }
    cli_print_problems(diag, false, status);
    if (status == QUIRE_OK && !quiet && !stream) {
        cli_print_visible(stdout, output);
        printf(" written\n");
    }
    quire_model_destroy(model);
    quire_diag_destroy(diag);
    return (int)status;
}

int
cli_export(const struct cli_verb *verb, int argc, char **argv)
{
    struct cli_settings settings = {0};
    const char *format = NULL, *output = NULL;
    bool quiet = false, good = true;
    int c, code = QUIRE_ERROR_USAGE;
    while (good && (c = cli_next_option(verb, argc, argv, options)) != -1) {
        switch (c) {
        case 't': format = optarg; break;
        case 'o': output = optarg; break;
        case 's': good = cli_settings_add(&settings, optarg); break;
        case 'q': quiet = true; break;
        case 'h': cli_settings_clear(&settings); return QUIRE_OK;
        default: good = false;
        }
    }
    format = format != NULL ? format : format_of(output);
    if (!good) {
        code = QUIRE_ERROR_USAGE;
    } else if (optind + 1 != argc) {
        code = cli_usage_error(verb, optind < argc ? "one model at a time" : "which model?", NULL);
    } else if (output == NULL || format == NULL) {
        code = cli_usage_error(
            verb, "into which file? -o machine.dxf or -o machine.svg, or -o - with --to dxf or svg",
            NULL);
    } else if (cli_is_same_file(argv[optind], output)) {
        code = cli_usage_error(verb,
                               "--output is the model itself, which is not overwritten:", output);
    } else {
        code = export(verb, argv[optind], &settings, format, output, quiet);
    }
    cli_settings_clear(&settings);
    return code;
}
