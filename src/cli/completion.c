/* quire completion */
#include "cli/completion.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

int
cli_completion(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct option options[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    const int c = cli_next_option(verb, argc, argv, options);
    if (c != -1) {
        return c == 'h' ? QUIRE_OK : QUIRE_ERROR_USAGE;
    }
    if (optind + 1 != argc) {
        return cli_usage_error(
            verb, optind < argc ? "one shell at a time" : "for which shell? bash, zsh or fish",
            NULL);
    }
    const char *shell = argv[optind];
    for (const struct cli_completion *one = cli_completions; one->shell != NULL; one++) {
        if (strcmp(one->shell, shell) == 0) {
            for (const char *const *line = one->line; *line != NULL; line++) {
                fputs(*line, stdout);
            }
            return QUIRE_OK;
        }
    }
    return cli_usage_error(verb, "there is completion for bash, zsh and fish, not for", shell);
}
