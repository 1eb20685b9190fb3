/* quire convert */
#include "cli/cli.h"

#include <getopt.h>
#include <string.h>

#include <quire/convert.h>

static const struct option options[] = {
    {"to", required_argument, NULL, 't'},
    {"output", required_argument, NULL, 'o'},
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* false after a message */
static bool
is_format(const struct cli_verb *verb, const char *word)
{
    const char *const *format = quire_convert_formats();
    size_t n = 0;
    for (; format[n] != NULL; n++) {
        if (strcmp(format[n], word) == 0) {
            return true;
        }
    }
    const char *near = cli_nearest(word, format, n);
    char what[80];
    snprintf(what, sizeof what, "--to is vtk, csv, svg or strip%s%s, not",
             near != NULL ? "; did you mean " : "", near != NULL ? near : "");
    cli_usage_error(verb, what, word);
    return false;
}

static int
convert(const char *directory, const char *format, const char *output, bool quiet)
{
    quire_diag *diag = cli_need(quire_diag_create());
    size_t n = 0;
    const quire_status status = quire_convert(directory, format, output, &n, diag);
    cli_print_problems(diag, false, status);
    if (status == QUIRE_OK && !quiet) {
        if (strcmp(format, "strip") == 0) {
            printf("a picture of moments among %zu frames written into ", n);
        } else {
            printf("%zu frames written into ", n);
        }
        cli_print_visible(stdout, output != NULL ? output : directory);
        printf("%s%s\n", output != NULL ? "" : "/", output != NULL ? "" : format);
    }
    quire_diag_destroy(diag);
    return (int)status;
}

int
cli_convert(const struct cli_verb *verb, int argc, char **argv)
{
    const char *format = NULL, *output = NULL;
    bool quiet = false;
    int c;
    while ((c = cli_next_option(verb, argc, argv, options)) != -1) {
        switch (c) {
        case 't': format = optarg; break;
        case 'o': output = optarg; break;
        case 'q': quiet = true; break;
        case 'h': return QUIRE_OK;
        default: return QUIRE_ERROR_USAGE;
        }
    }
    if (optind + 1 != argc) {
        return cli_usage_error(
            verb, optind < argc ? "one folder at a time" : "which folder of results?", NULL);
    }
    if (format == NULL) {
        return cli_usage_error(
            verb, "into which format? --to=vtk, --to=csv, --to=svg or --to=strip", NULL);
    }
    return is_format(verb, format) ? convert(argv[optind], format, output, quiet)
                                   : QUIRE_ERROR_USAGE;
}
