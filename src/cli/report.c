/* quire report */
#include "cli/cli.h"

#include <getopt.h>
#include <string.h>

#include <quire/report.h>

static const struct option options[] = {
    {"output", required_argument, NULL, 'o'},
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static void
say_where(const char *directory, const char *output)
{
    if (output != NULL) {
        cli_print_visible(stdout, output);
    } else {
        cli_print_visible(stdout, directory);
        printf("%s%s", directory[strlen(directory) - 1] == '/' ? "" : "/", QUIRE_REPORT_FILE);
    }
    printf(" written; open it in a browser\n");
}

int
cli_report(const struct cli_verb *verb, int argc, char **argv)
{
    const char *output = NULL;
    bool quiet = false;
    int c;
    while ((c = cli_next_option(verb, argc, argv, options)) != -1) {
        switch (c) {
        case 'o': output = optarg; break;
        case 'q': quiet = true; break;
        case 'h': return QUIRE_OK;
        default: return QUIRE_ERROR_USAGE;
        }
    }
    const int n = argc - optind;
    if (n < 1 || n > QUIRE_REPORT_MOST) {
        return cli_usage_error(verb,
                               n < 1 ? "which folder of results?"
                                     : "too many folders of results; the first one too many is",
                               n < 1 ? NULL : argv[optind + QUIRE_REPORT_MOST]);
    }
    quire_diag *diag = cli_need(quire_diag_create());
    const quire_status status =
        quire_report_write((const char *const *)argv + optind, (size_t)n, output, diag);
    cli_print_problems(diag, false, status);
    if (status == QUIRE_OK && !quiet) {
        say_where(argv[optind], output);
    }
    quire_diag_destroy(diag);
    return (int)status;
}
