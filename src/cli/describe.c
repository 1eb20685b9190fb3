/* quire describe */
#include "cli/cli.h"

#include <getopt.h>
#include <stdlib.h>

#include <quire/describe.h>

enum { SCHEMA = CLI_LONG_ONLY, REFERENCE, SEARCH };

static const struct option options[] = {
    {"schema", no_argument, NULL, SCHEMA},
    {"reference", no_argument, NULL, REFERENCE},
    {"search", no_argument, NULL, SEARCH},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

int
cli_describe(const struct cli_verb *verb, int argc, char **argv)
{
    bool schema = false, reference = false, search = false;
    int c;
    while ((c = cli_next_option(verb, argc, argv, options)) != -1) {
        if (c == 'h') {
            return QUIRE_OK;
        }
        if (c == '?') {
            return QUIRE_ERROR_USAGE;
        }
        schema = schema || c == SCHEMA;
        reference = reference || c == REFERENCE;
        search = search || c == SEARCH;
    }
    const int n = argc - optind;
    if (search && (schema || reference || n == 0)) {
        return cli_usage_error(verb, "--search takes words and no other option", NULL);
    }
    if (search) {
        char *words = cli_join_words(argv + optind, n);
        const int code = cli_search(words);
        free(words);
        return code;
    }
    if (n > 2 || ((schema || reference) && n > 0) || (schema && reference)) {
        return cli_usage_error(verb, "one kind and one name at most, or --schema, or --reference",
                               NULL);
    }
    char *text = NULL;
    quire_diag *diag = cli_need(quire_diag_create());
    const quire_status status = schema      ? quire_describe_schema(&text)
                                : reference ? quire_describe_reference(&text)
                                            : quire_describe(&text, n > 0 ? argv[optind] : NULL,
                                                             n > 1 ? argv[optind + 1] : NULL, diag);
    if (status == QUIRE_OK && (schema || reference)) {
        fputs(text, stdout); /* documents, not messages */
    } else if (status == QUIRE_OK) {
        cli_print(text, stdout);
    }
    cli_print_problems(diag, false, status);
    quire_free(text);
    quire_diag_destroy(diag);
    return (int)status;
}
