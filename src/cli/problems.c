#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINE_SHOWN 100 /* characters of a source line */

/* Length of the character at `text`, and its number; 0: it is no UTF-8. */
static size_t
decode(const unsigned char *text, unsigned *character)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000}; /* of each length */
    const size_t n = text[0] < 0x80 ? 1 : text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
    unsigned c = n == 1 ? text[0] : text[0] & (0xffu >> (n + 1));

    for (size_t i = 1; i < n; i++) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0;
        }
        c = c << 6 | (text[i] & 0x3fu);
    }
    *character = c;
    return c < least[n] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff) ? 0 : n;
}

/* Prints the character at `text`, or an escape for what a terminal might take for a command, or
 * would not show. Returns its columns; *length: its bytes. */
static int
print_character(FILE *out, const unsigned char *text, size_t *length)
{
    unsigned c = text[0];
    const size_t n = decode(text, &c);

    *length = n > 0 ? n : 1;
    if (n == 0 || c < 0x20 || (c >= 0x7f && c < 0xa0)) {
        return fprintf(out, "\\x%02x", n > 0 ? c : text[0]);
    }
    if (quire_is_invisible(c)) {
        return fprintf(out, "\\u%04x", c);
    }
    fwrite(text, 1, n, out);
    return 1;
}

void
cli_print_visible(FILE *out, const char *text)
{
    size_t n;

    for (const unsigned char *p = (const unsigned char *)text; *p != '\0'; p += n) {
        print_character(out, p, &n);
    }
}

void
cli_print_json_string(FILE *out, const char *text)
{
    if (text == NULL) {
        fputs("null", out);
        return;
    }
    putc('"', out);
    for (const unsigned char *p = (const unsigned char *)text; *p != '\0'; p++) {
        if (*p == '"' || *p == '\\') {
            fprintf(out, "\\%c", *p);
        } else if (*p < 0x20 || *p == 0x7f) {
            fprintf(out, "\\u%04x", (unsigned)*p);
        } else {
            putc(*p, out);
        }
    }
    putc('"', out);
}

/* ---- the line a problem is in ---- */

/* The file that the last problem was in, read on for the next, which mostly is farther down. */
struct source {
    FILE *file;
    const char *name; /* of the problems */
    int line;         /* that begins where the file stands */
};

static void
leave(struct source *source)
{
    if (source->file != NULL) {
        fclose(source->file);
    }
    *source = (struct source){0};
}

/* skips to line `number`; false when the file has none */
static bool
skip_to_line(struct source *source, int number)
{
    int c = 0;
    while (source->line < number && c != EOF) {
        c = getc(source->file);
        source->line += c == '\n';
    }
    return c != EOF;
}

/* Prints the part of the line around the column, which counts characters, and a mark under it. A
 * tab becomes a blank, so that the mark is in its place. */
static void
print_excerpt(FILE *file, int column, bool colour)
{
    unsigned char line[4 * LINE_SHOWN + 8] = {0}; /* the zeros end a character that is cut */
    const int columns = (int)cli_columns(stderr), most = columns > 0 ? columns - 4 : LINE_SHOWN;
    const int first = column > most - 20 ? column - most / 2 : 1;
    size_t n = 0, at = 0, length;
    int c, character = 0, shown = 0, caret = 0;
    while ((c = getc(file)) != EOF && c != '\n' && c != '\r' && n < sizeof line - 8) {
        character += (c & 0xc0) != 0x80;
        if (character >= first) {
            line[n++] = (unsigned char)c;
        }
    }
    fputs("    ", stderr);
    for (character = first; at < n && shown < most; character++, at += length) {
        caret = character <= column ? shown : caret;
        if (line[at] == '\t') {
            length = 1;
            shown += fprintf(stderr, " ");
        } else {
            shown += print_character(stderr, line + at, &length);
        }
    }
    caret = character <= column ? shown : caret;
    fprintf(stderr, "\n    %*s%s^%s\n", caret, "", colour ? "\x1b[31;1m" : "",
            colour ? "\x1b[0m" : "");
}

static void
print_source_line(struct source *source, const quire_problem *problem, bool colour)
{
    struct stat st;
    if (problem->file == NULL || problem->line < 1 || stat(problem->file, &st) != 0 ||
        !S_ISREG(st.st_mode)) {
        return;
    }
    if (source->name == NULL || strcmp(source->name, problem->file) != 0 ||
        source->line > problem->line) {
        leave(source);
        *source = (struct source){fopen(problem->file, "rbe"), problem->file, 1};
    }
    if (source->file == NULL || !skip_to_line(source, problem->line)) {
        leave(source);
        return;
    }
    const long begin = ftell(source->file);
    print_excerpt(source->file, problem->column, colour);
    if (begin < 0 || fseek(source->file, begin, SEEK_SET) != 0) {
        leave(source);
    }
}

/* ---- problems ---- */

static void
print_one(struct source *source, const quire_diag *diag, size_t index)
{
    const quire_problem *problem = quire_diag_get(diag, index);
    const bool colour = cli_has_colour(stderr);
    const size_t size = quire_diag_format(diag, index, NULL, 0) + 1;
    char *text = malloc(size);
    if (text == NULL) {
        fprintf(stderr, "%s\n", problem->text);
        return;
    }
    quire_diag_format(diag, index, text, size);
    fputs(colour ? "\x1b[1m" : "", stderr);
    cli_print(text, stderr);
    fputs(colour ? "\x1b[0m\n" : "\n", stderr);
    free(text);
    print_source_line(source, problem, colour);
}

static const char *
severity_word(quire_severity severity)
{
    return severity == QUIRE_ERROR ? "error" : severity == QUIRE_WARNING ? "warning" : "note";
}

static void
print_one_json(const quire_problem *problem)
{
    const char *const member[][2] = {{"severity", severity_word(problem->severity)},
                                     {"code", problem->code},
                                     {"file", problem->file},
                                     {"object", problem->object},
                                     {"text", problem->text},
                                     {"hint", problem->hint}};
    fputs("{", stdout);
    for (size_t i = 0; i < sizeof member / sizeof *member; i++) {
        printf("\"%s\": ", member[i][0]);
        cli_print_json_string(stdout, member[i][1]);
        fputs(", ", stdout);
    }
    printf("\"line\": %d, \"column\": %d}", problem->line, problem->column);
}

void *
cli_need(void *memory)
{
    if (memory == NULL) {
        fputs("quire: memory ran out\n", stderr);
        exit(QUIRE_ERROR_LIMIT);
    }
    return memory;
}

void
cli_print_problems(const quire_diag *diag, bool json, quire_status status)
{
    const size_t n = quire_diag_count(diag);
    if (!json) {
        struct source source = {0};
        for (size_t i = 0; i < n; i++) {
            print_one(&source, diag, i);
        }
        leave(&source);
        return;
    }
    printf("{\n  \"schema\": \"quire-problems-1\",\n  \"status\": %d,\n  \"problems\": [",
           (int)status);
    for (size_t i = 0; i < n; i++) {
        fputs(i > 0 ? ",\n    " : "\n    ", stdout);
        print_one_json(quire_diag_get(diag, i));
    }
    fputs(n > 0 ? "\n  ]\n}\n" : "]\n}\n", stdout);
}
