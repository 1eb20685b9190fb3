/* quire report */
#include "cli/cli.h"

#include <getopt.h>
#include <string.h>

#include <quire/describe.h>
#include <quire/explain.h>
#include <quire/report.h>

enum { CURES = CLI_LONG_ONLY };

static const struct option options[] = {
    {"output", required_argument, NULL, 'o'},
    {"cures", no_argument, NULL, CURES},
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

/* The document of the cures of a run; NULL where there are none to be searched: it has not failed.
 */
static quire_status
search_cures(char **cures, const char *directory, quire_diag *diag)
{
    quire_cures_options search = quire_cures_options_default();
    struct cli_watch watch = {0};
    quire_diag *unused = cli_need(quire_diag_create());
    bool found;
    search.pictures = true;
    search.progress = cli_progress;
    search.user = &watch; /* each run is short; only signals are listened to */
    cli_catch_signals();
    quire_status status = quire_explain_cures(directory, &search, true, &found, cures, unused);
    if (status == QUIRE_ERROR_USAGE) {
        status = QUIRE_OK;
    } else if (status != QUIRE_OK) { /* once more, for its messages */
        status = quire_explain_cures(directory, &search, true, &found, cures, diag);
    }
    quire_diag_destroy(unused);
    return status;
}

int
cli_report(const struct cli_verb *verb, int argc, char **argv)
{
    const char *output = NULL;
    char *cures = NULL;
    bool quiet = false, search = false;
    int c;
    while ((c = cli_next_option(verb, argc, argv, options)) != -1) {
        switch (c) {
        case 'o': output = optarg; break;
        case 'q': quiet = true; break;
        case CURES: search = true; break;
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
    quire_status status = search ? search_cures(&cures, argv[optind], diag) : QUIRE_OK;
    if (status == QUIRE_OK) {
        status = quire_report_write_with_cures((const char *const *)argv + optind, (size_t)n,
                                               output, cures, diag);
    }
    cli_print_problems(diag, false, status);
    if (status == QUIRE_OK && !quiet) {
        say_where(argv[optind], output);
    }
    quire_free(cures);
    quire_diag_destroy(diag);
    cli_raise_signal();
    return (int)status;
}
