/* quire verify */
#include "cli/cli.h"

#include <getopt.h>
#include <unistd.h>

#include <quire/describe.h>
#include <quire/run.h>

static const struct option options[] = {
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

int
cli_verify(const struct cli_verb *verb, int argc, char **argv)
{
    bool quiet = false, same = false;
    char *report = NULL;
    int c;
    while ((c = cli_next_option(verb, argc, argv, options)) != -1) {
        if (c != 'q') {
            return c == 'h' ? QUIRE_OK : QUIRE_ERROR_USAGE;
        }
        quiet = true;
    }
    if (optind + 1 != argc) {
        return cli_usage_error(
            verb, optind < argc ? "one folder at a time" : "which folder of results?", NULL);
    }
    struct cli_watch watch = {.wanted = !quiet && isatty(STDERR_FILENO)};
    quire_diag *diag = cli_need(quire_diag_create());
    cli_catch_signals();
    const quire_status status =
        quire_verify(argv[optind], &same, &report, cli_progress, &watch, diag);
    cli_progress_end();
    cli_print_problems(diag, false, status);
    if (status == QUIRE_OK && !quiet) {
        cli_print_visible(stdout, argv[optind]);
        fputs(same ? ": the same results, bit for bit\n" : ": the results differ\n", stdout);
        fputs(report, stdout);
    }
    quire_free(report);
    quire_diag_destroy(diag);
    cli_raise_signal();
    return status != QUIRE_OK ? (int)status : same ? 0 : CLI_CHECK_FAILED;
}
