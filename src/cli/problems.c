#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINE_SHOWN 100 /* characters of a source line */

bool
cli_has_colour(FILE *stream)
{
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(fileno(stream)) && (no_colour == NULL || no_colour[0] == '\0')
           && (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

void
cli_print_visible(FILE *out, const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p != '\0'; p++) {
        if (*p < 0x20 || *p == 0x7f) {
            fprintf(out, "\\x%02x", (unsigned)*p);
        } else {
            putc(*p, out);
        }
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

/* skips to line `number`; false when the file has none */
static bool
skip_to_line(FILE *file, int number)
{
    int c = 0;
    for (int line = 1; line < number && c != EOF;) {
        c = getc(file);
        line += c == '\n';
    }
    return c != EOF;
}

/* The line, from `first` on, with blanks for whatever would move a terminal's cursor; each byte becomes one character of the caret's line,
 * so bytes that go on with a character of UTF-8 leave no gap there. */
static void
print_excerpt(FILE *file, int column, bool colour)
{
    char text[4 * LINE_SHOWN + 1];
    size_t n = 0, caret = 0;
    const int first = column > LINE_SHOWN - 20 ? column - LINE_SHOWN / 2 : 1;
    int c, at = 1, shown = 0;
    for (; (c = getc(file)) != EOF && c != '\n' && c != '\r' && shown < LINE_SHOWN && n < sizeof text - 1; at++) {
        const bool goes_on = (c & 0xC0) == 0x80;
        if (at < first || (shown == 0 && goes_on)) {
            continue;
        }
        shown += !goes_on;
        caret += at < column && !goes_on;
        text[n++] = (char)((c < 0x20 && c >= 0) || c == 0x7f ? ' ' : c);
    }
    text[n] = '\0';
    fprintf(stderr, "    %s\n    %*s%s^%s\n", text, (int)caret, "", colour ? "\x1b[31;1m" : "", colour ? "\x1b[0m" : "");
}

static void
print_source_line(const quire_problem *problem, bool colour)
{
    struct stat st;
    if (problem->file == NULL || problem->line < 1 || stat(problem->file, &st) != 0 || !S_ISREG(st.st_mode)) {
        return;
    }
    FILE *file = fopen(problem->file, "rbe");
    if (file == NULL) {
        return;
    }
    if (skip_to_line(file, problem->line)) {
        print_excerpt(file, problem->column, colour);
    }
    fclose(file);
}

/* ---- problems ---- */

static void
print_one(const quire_diag *diag, size_t index)
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
    fprintf(stderr, "%s%s%s\n", colour ? "\x1b[1m" : "", text, colour ? "\x1b[0m" : "");
    free(text);
    print_source_line(problem, colour);
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

void
cli_print_problems(const quire_diag *diag, bool json, quire_status status)
{
    const size_t n = quire_diag_count(diag);
    if (!json) {
        for (size_t i = 0; i < n; i++) {
            print_one(diag, i);
        }
        return;
    }
    printf("{\n  \"schema\": \"quire-problems-1\",\n  \"status\": %d,\n  \"problems\": [", (int)status);
    for (size_t i = 0; i < n; i++) {
        fputs(i > 0 ? ",\n    " : "\n    ", stdout);
        print_one_json(quire_diag_get(diag, i));
    }
    fputs(n > 0 ? "\n  ]\n}\n" : "]\n}\n", stdout);
}
