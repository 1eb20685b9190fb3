/* quire upgrade */
#include "cli/cli.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include <quire/describe.h>
#include <quire/rewrite.h>

enum { IN_PLACE = CLI_LONG_ONLY, FROM };

static const struct option options[] = {
    {"in-place", no_argument, NULL, IN_PLACE},
    {"output", required_argument, NULL, 'o'},
    {"from", required_argument, NULL, FROM},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

struct arguments {
    const char *path, *target;
    bool in_place;
    int from; /* -1: what the file says */
};

static int
upgrade(const struct arguments *a, const char *text, size_t size)
{
    char *out;
    size_t n;
    quire_diag *diag = cli_need(quire_diag_create());
    quire_status status = quire_upgrade(&out, &n, a->from, text, size,
                                        cli_is_stream(a->path) ? "stdin" : a->path, diag);
    const bool changed = status == QUIRE_OK && (n != size || memcmp(out, text, n) != 0);
    cli_print_problems(diag, false, status); /* with lines of the file as it still is */
    quire_diag_destroy(diag);
    diag = cli_need(quire_diag_create());
    if (status == QUIRE_OK && (changed || !a->in_place)) {
        status = cli_put(a->target, out, n, diag);
    }
    if (status == QUIRE_OK && !changed) {
        cli_print_visible(stderr, a->path);
        fputs(a->from < 0 ? ": is of the present version\n" : ": has nothing of that version\n",
              stderr);
    }
    cli_print_problems(diag, false, status);
    quire_diag_destroy(diag);
    quire_free(out);
    return (int)status;
}

static bool
take_version(const struct cli_verb *verb, const char *text, int *version)
{
    if (text[0] >= '0' && text[0] <= '9' && text[1] == '\0') {
        *version = text[0] - '0';
        return true;
    }
    cli_usage_error(verb, "--from takes the number of a version, not", text);
    return false;
}

/* -1 to go on, else the exit code */
static int
parse(const struct cli_verb *verb, struct arguments *a, int argc, char **argv)
{
    int c;
    while ((c = cli_next_option(verb, argc, argv, options)) != -1) {
        switch (c) {
        case IN_PLACE: a->in_place = true; break;
        case 'o': a->target = optarg; break;
        case FROM:
            if (!take_version(verb, optarg, &a->from)) {
                return QUIRE_ERROR_USAGE;
            }
            break;
        default: return c == 'h' ? QUIRE_OK : QUIRE_ERROR_USAGE;
        }
    }
    if (optind + 1 != argc) {
        return cli_usage_error(verb, optind < argc ? "one file at a time" : "which file?", NULL);
    }
    a->path = argv[optind];
    if (a->in_place && (a->target != NULL || cli_is_stream(a->path))) {
        return cli_usage_error(verb, "--in-place needs a file and no --output", NULL);
    }
    a->target = a->in_place ? a->path : a->target != NULL ? a->target : "-";
    return -1;
}

int
cli_upgrade(const struct cli_verb *verb, int argc, char **argv)
{
    struct arguments a = {.from = -1};
    char *text = NULL;
    size_t size = 0;
    int code = parse(verb, &a, argc, argv);
    if (code >= 0) {
        return code;
    }
    const quire_status status = cli_read_table(verb, a.path, &text, &size);
    code = status == QUIRE_OK ? upgrade(&a, text, size) : (int)status;
    free(text);
    return code;
}
