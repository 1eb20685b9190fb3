/* quire import */
#include "cli/cli.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include <quire/describe.h>
#include <quire/import.h>

static const struct option options[] = {
    {"output", required_argument, NULL, 'o'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* what can be imported */
static const struct {
    const char *name;
    quire_status (*import)(char **out_xml, const char *text, size_t size, const char *file_name,
                           quire_diag *diag);
} kinds[] = {
    {"mtt", quire_import_mtt},
};
#define N_KIND (sizeof kinds / sizeof kinds[0])

/* into a file that was not there before, or onto stdout */
static quire_status
write_model(const char *xml, const char *path)
{
    if (path == NULL) {
        fputs(xml, stdout);
        return QUIRE_OK;
    }
    FILE *file = fopen(path, "wxe");
    if (file == NULL) {
        return cli_file_problem("import", path, "cannot be written", errno);
    }
    const bool written = fputs(xml, file) >= 0;
    const int number = errno;
    const bool closed = fclose(file) == 0;
    if (!written || !closed) {
        const int number_shown = written ? errno : number;
        remove(path);
        return cli_file_problem("import", path, "cannot be written", number_shown);
    }
    fputs("model written into ", stdout);
    cli_print_visible(stdout, path);
    putchar('\n');
    return QUIRE_OK;
}

static int
import(const struct cli_verb *verb, size_t kind, const char *path, const char *output)
{
    char *text = NULL, *xml = NULL;
    size_t size = 0;
    quire_diag *diag = cli_need(quire_diag_create());
    quire_status status = cli_read_table(verb, path, &text, &size);
    if (status == QUIRE_OK) {
        status = kinds[kind].import(&xml, text, size, cli_is_stream(path) ? "stdin" : path, diag);
        cli_print_problems(diag, false, status);
    }
    if (status == QUIRE_OK) {
        status = write_model(xml, output);
    }
    quire_diag_destroy(diag);
    quire_free(xml);
    free(text);
    return (int)status;
}

static size_t
find_kind(const char *name)
{
    size_t i = 0;
    while (i < N_KIND && strcmp(kinds[i].name, name) != 0) {
        i++;
    }
    return i;
}

int
cli_import(const struct cli_verb *verb, int argc, char **argv)
{
    const char *output = NULL;
    int c;
    while ((c = cli_next_option(verb, argc, argv, options)) != -1) {
        switch (c) {
        case 'o': output = optarg; break;
        case 'h': return QUIRE_OK;
        default: return QUIRE_ERROR_USAGE;
        }
    }
    if (optind + 2 != argc) {
        return cli_usage_error(verb,
                               optind + 2 < argc
                                   ? "one file at a time"
                                   : "which kind and which file? quire import mtt TABLE.csv",
                               NULL);
    }
    const size_t kind = find_kind(argv[optind]);
    return kind < N_KIND ? import(verb, kind, argv[optind + 1], output)
                         : cli_usage_error(verb, "the kinds are: mtt; unexpected:", argv[optind]);
}
