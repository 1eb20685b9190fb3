/* quire fmt */
#include "cli/cli.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include <quire/describe.h>
#include <quire/rewrite.h>

enum { CHECK = CLI_LONG_ONLY };

static const struct option options[] = {
    {"check", no_argument, NULL, CHECK},
    {"output", required_argument, NULL, 'o'},
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

struct arguments {
    const char *output; /* NULL: in place */
    bool check, quiet;
};

/* what has become of a file */
static void
tell(const struct arguments *a, const char *path, const char *what)
{
    if (!a->quiet) {
        cli_print_visible(stdout, path);
        printf(": %s\n", what);
    }
}

/* in place only what is not in its form yet */
static quire_status
put(const struct arguments *a, const char *path, const char *text, size_t size, bool changed,
    quire_diag *diag)
{
    const bool in_place = a->output == NULL && !cli_is_stream(path);
    if (in_place && !changed) {
        return QUIRE_OK;
    }
    const quire_status status = cli_put(a->output != NULL ? a->output : path, text, size, diag);
    if (status == QUIRE_OK && in_place) {
        tell(a, path, "is in house form now");
    }
    return status;
}

static int
format_text(const struct arguments *a, const char *path, const char *text, size_t size)
{
    char *out;
    size_t n;
    int code;
    quire_diag *diag = cli_need(quire_diag_create());
    quire_status status =
        quire_format(&out, &n, text, size, cli_is_stream(path) ? "stdin" : path, diag);
    const bool changed = status == QUIRE_OK && (n != size || memcmp(out, text, n) != 0);
    if (status == QUIRE_OK && !a->check) {
        status = put(a, path, out, n, changed, diag);
    } else if (changed) {
        tell(a, path, "is not in house form");
    }
    code = status == QUIRE_OK && a->check && changed ? CLI_CHECK_FAILED : (int)status;
    cli_print_problems(diag, false, status);
    quire_free(out);
    quire_diag_destroy(diag);
    return code;
}

static int
format_file(const struct cli_verb *verb, const struct arguments *a, const char *path)
{
    char *text = NULL;
    size_t size = 0;
    const quire_status status = cli_read_table(verb, path, &text, &size);
    const int code = status == QUIRE_OK ? format_text(a, path, text, size) : (int)status;
    free(text);
    return code;
}

/* -1 to go on, else the exit code */
static int
parse(const struct cli_verb *verb, struct arguments *a, int argc, char **argv)
{
    int c;
    while ((c = cli_next_option(verb, argc, argv, options)) != -1) {
        switch (c) {
        case CHECK: a->check = true; break;
        case 'o': a->output = optarg; break;
        case 'q': a->quiet = true; break;
        default: return c == 'h' ? QUIRE_OK : QUIRE_ERROR_USAGE;
        }
    }
    if (optind == argc) {
        return cli_usage_error(verb, "which file?", NULL);
    }
    if (a->output != NULL && (a->check || optind + 1 < argc)) {
        return cli_usage_error(
            verb, a->check ? "--check writes nothing" : "one file at a time with --output", NULL);
    }
    return -1;
}

int
cli_fmt(const struct cli_verb *verb, int argc, char **argv)
{
    struct arguments a = {0};
    int code = parse(verb, &a, argc, argv);
    if (code >= 0) {
        return code;
    }
    code = QUIRE_OK;
    for (int i = optind; i < argc; i++) {
        const int one = format_file(verb, &a, argv[i]);
        code = one > code ? one : code; /* the worst of all files */
    }
    return code;
}
