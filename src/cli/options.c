#include "cli/cli.h"

#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <quire/describe.h>

/* ---- the nearest word ---- */

#define WORD_MOST 40

static size_t
least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* edits from one word to the other (Levenshtein); long words are never near */
static size_t
edits(const char *a, const char *b)
{
    size_t row[WORD_MOST + 1];
    const size_t n = strlen(a), m = strlen(b);
    if (n > WORD_MOST || m > WORD_MOST) {
        return WORD_MOST;
    }
    for (size_t j = 0; j <= m; j++) {
        row[j] = j;
    }
    for (size_t i = 1; i <= n; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            const size_t change = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(change, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[m];
}

const char *
cli_nearest(const char *word, const char *const *candidates, size_t n)
{
    const char *best = NULL;
    size_t distance = strlen(word) / 3 + 2; /* more edits than this are no likeness */
    for (size_t i = 0; i < n; i++) {
        const size_t d = edits(word, candidates[i]);
        if (d < distance) {
            distance = d;
            best = candidates[i];
        }
    }
    return best;
}

/* ---- messages about the command line ---- */

void
cli_print_usage(const struct cli_verb *verb, FILE *out)
{
    cli_print(verb->summary, out);
    fputs("\n\n", out);
    cli_print(verb->usage, out);
    const char *example = cli_example(verb->name);
    if (example != NULL) {
        cli_say_command(out, "\nexample: ", example);
    }
}

int
cli_usage_error(const struct cli_verb *verb, const char *what, const char *word)
{
    struct cli_lines lines;
    FILE *out = cli_lines_begin(&lines, stderr);

    fputs("quire", out);
    if (verb != NULL) {
        fprintf(out, " %s", verb->name);
    }
    fprintf(out, ": %s", what);
    if (word != NULL) {
        fputs(" '", out);
        cli_print_visible(out, word);
        fputs("'", out);
    }
    fprintf(out, "\ntry 'quire%s%s --help'\n", verb != NULL ? " " : "",
            verb != NULL ? verb->name : "");
    cli_lines_end(&lines);
    return QUIRE_ERROR_USAGE;
}

static void
unknown_option(const struct cli_verb *verb, const char *word, const struct option *options)
{
    const char *names[64];
    size_t n = 0;
    while (options[n].name != NULL && n < 64) {
        names[n] = options[n].name;
        n++;
    }
    char name[WORD_MOST + 1];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    const char *near = cli_nearest(name, names, n);
    struct cli_lines lines;
    FILE *out = cli_lines_begin(&lines, stderr);

    fprintf(out, "quire %s: unknown option '--", verb->name);
    cli_print_visible(out, word);
    fputs("'", out);
    if (near != NULL) {
        fprintf(out, "; did you mean '--%s'?", near);
    }
    fprintf(out, "\ntry 'quire %s --help'\n", verb->name);
    cli_lines_end(&lines);
}

/* ":o:qh" from the table, so that the two cannot differ */
static void
list_letters(char *out, size_t size, const struct option *options)
{
    size_t n = 0;
    out[n++] = ':';
    for (; options->name != NULL && n + 3 < size; options++) {
        if (options->val < CLI_LONG_ONLY) {
            out[n++] = (char)options->val;
            if (options->has_arg == required_argument) {
                out[n++] = ':';
            }
        }
    }
    out[n] = '\0';
}

int
cli_next_option(const struct cli_verb *verb, int argc, char **argv, const struct option *options)
{
    char letters[2 * ('z' - 'a' + 1) + 2];
    list_letters(letters, sizeof letters, options);
    opterr = 0;
    const int next = optind > 0 ? optind : 1;
    const int c = getopt_long(argc, argv, letters, options, NULL);
    if (c == 'h') {
        cli_print_usage(verb, stdout);
        return 'h';
    }
    if (c != '?' && c != ':') {
        return c;
    }
    /* getopt has moved on by one word when the option was a long one or the last of its word */
    const char *word = optind > next ? argv[optind - 1] : argv[next];
    if (c == ':') {
        cli_usage_error(verb, "a value is missing after", word);
    } else if (strncmp(word, "--", 2) == 0) {
        unknown_option(verb, word + 2, options);
    } else {
        const char letter[] = {'-', (char)optopt, '\0'};
        cli_usage_error(verb, "unknown option", letter);
    }
    return '?';
}

/* ---- files ---- */

bool
cli_is_same_file(const char *path, const char *other)
{
    struct stat a, b;

    return path != NULL && stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

/* ---- values ---- */

bool
cli_settings_add(struct cli_settings *settings, char *text)
{
    char *equals = strchr(text, '=');
    if (equals == NULL || equals == text) {
        cli_say(stderr, "quire: --set takes name=value, not '", text, "'\n");
        return false;
    }
    quire_setting *list = cli_need(realloc(settings->list, (settings->n + 1) * sizeof *list));
    *equals = '\0';
    settings->list = list;
    settings->list[settings->n++] = (quire_setting){.name = text, .value = equals + 1};
    return true;
}

void
cli_settings_clear(struct cli_settings *settings)
{
    free(settings->list);
    *settings = (struct cli_settings){0};
}

bool
cli_take_format(const char *text, bool *json)
{
    *json = strcmp(text, "json") == 0;
    if (*json || strcmp(text, "text") == 0) {
        return true;
    }
    cli_say(stderr, "quire: --format is 'text' or 'json', not '", text, "'\n");
    return false;
}

bool
cli_take_quantity(const char *name, const char *text, const char *unit, double *out)
{
    quire_diag *diag = cli_need(quire_diag_create());
    const bool good = quire_quantity_parse(out, text, unit, name, diag) == QUIRE_OK;
    if (!good) {
        cli_print_problems(diag, false, QUIRE_ERROR_USAGE);
    }
    quire_diag_destroy(diag);
    return good;
}

bool
cli_take_columns(const struct cli_verb *verb, const char *text, int *columns, int n)
{
    const char *at = text;
    int found = 0;

    while (found < n && *at >= '1' && *at <= '9') { /* which of them there are the run knows */
        columns[found++] = *at++ - '0';
        at += *at == ',' && found < n ? 1 : 0;
    }
    if (found < n || *at != '\0') {
        cli_usage_error(verb,
                        n == 1 ? "--columns is 2, 3, 5 or 9, not"
                               : "--columns is two of 2, 3, 5 and 9, such as 2,3, not",
                        text);
        return false;
    }
    return true;
}

bool
cli_take_threads(const struct cli_verb *verb, const char *text, int *threads)
{
    char *end;
    const long number = strtol(text, &end, 10);

    if (end == text || *end != '\0' || number < 1 || number > INT_MAX) {
        cli_usage_error(verb, "--threads is 1 or 2, not", text);
        return false;
    }
    *threads = (int)number; /* how many there may be the run knows */
    return true;
}

/* ---- how to simulate ---- */

bool
cli_take_run_option(quire_run_options *options, struct cli_settings *settings, int c)
{
    switch (c) {
    case 's': return cli_settings_add(settings, optarg);
    case 'a': options->accuracy = optarg; return true;
    case 'e': return cli_take_quantity("--end", optarg, "s", &options->end_time);
    case 'p':
        return cli_take_quantity("--position-tolerance", optarg, "m", &options->position_tolerance);
    case 't': return cli_take_quantity("--time-limit", optarg, "s", &options->time_limit);
    case CLI_SAMPLE: return cli_take_quantity("--sample", optarg, "s", &options->sample_interval);
    case CLI_METHOD: options->method = optarg; return true;
    case CLI_VECTORS: options->vectors = optarg; return true;
    default: return false;
    }
}
