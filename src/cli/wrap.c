#include "cli/cli.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define WIDEST    100 /* columns of a line, */
#define NARROWEST 40  /* also on a narrower terminal */
#define FURTHER   4   /* additional indent of continuation lines of what is no table */

size_t
cli_columns(FILE *out)
{
    struct winsize size;

    if (!isatty(fileno(out))) {
        return 0;
    }
    if (ioctl(fileno(out), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
        return WIDEST;
    }
    return size.ws_col > WIDEST ? WIDEST : size.ws_col < NARROWEST ? NARROWEST : size.ws_col;
}

/* Characters of UTF-8 text. */
static size_t
width_of(const char *text, size_t n)
{
    size_t width = 0;

    for (size_t i = 0; i < n; i++) {
        width += ((unsigned char)text[i] & 0xc0) != 0x80;
    }
    return width;
}

/* Where continuation lines begin: under the last column of a table, else a little further in. */
static size_t
hang_of(const char *line, size_t n, size_t columns)
{
    const size_t indent = strspn(line, " ");
    size_t hang = indent + FURTHER;

    for (size_t i = indent + 2; i < n; i++) {
        if (line[i - 2] == ' ' && line[i - 1] == ' ' && line[i] != ' ') {
            const size_t column = width_of(line, i);
            hang = column <= columns / 2 ? column : hang;
        }
    }
    return hang <= columns / 2 ? hang : FURTHER;
}

/* The end of the word that begins at `at`; in commands a quoted text is one word. */
static size_t
word_end(const char *line, size_t at, size_t n, bool command)
{
    bool quoted = false;

    while (at < n && (quoted || line[at] != ' ')) {
        quoted = quoted != (command && line[at] == '\'');
        at++;
    }
    return at;
}

/* ---- verdicts ---- */

/* The bytes of a line that are a verdict. */
struct verdict {
    size_t from, to; /* none: both 0 */
    enum cli_mood mood;
};

/* "NAME: FAILED: ..." */
static struct verdict
find_verdict(const char *line, size_t n)
{
    static const struct {
        const char *word;
        enum cli_mood mood;
    } words[] = {{"PASSED", CLI_GOOD},
                 {"passed", CLI_GOOD},
                 {"FAILED", CLI_BAD},
                 {"failed", CLI_BAD},
                 {"JAM", CLI_BAD},
                 {"DOUBTFUL", CLI_DOUBT},
                 {"NOT EVALUATED", CLI_DOUBT},
                 {"not evaluated", CLI_DOUBT}};
    const char *colon = memchr(line, ':', n);
    const size_t from = colon != NULL ? (size_t)(colon - line) + 2 : n;

    for (size_t i = 0; from < n && i < sizeof words / sizeof *words; i++) {
        const size_t to = from + strlen(words[i].word);
        if (to < n && strncmp(line + from, words[i].word, to - from) == 0 &&
            strchr(":,", line[to]) != NULL) {
            return (struct verdict){from, to, words[i].mood};
        }
    }
    return (struct verdict){0};
}

/* Writes a part of a line, the verdict in its colour. */
static void
write_part(const char *line, size_t from, size_t to, const struct verdict *verdict, FILE *out)
{
    const size_t a = verdict->from < from ? from
                     : verdict->from > to ? to
                                          : verdict->from,
                 b = verdict->to < a    ? a
                     : verdict->to > to ? to
                                        : verdict->to;

    fwrite(line + from, 1, a - from, out);
    if (a < b) {
        cli_begin_mood(out, verdict->mood);
        fwrite(line + a, 1, b - a, out);
        cli_end_mood(out);
    }
    fwrite(line + b, 1, to - b, out);
}

/* ---- lines ---- */

/* How lines are written. */
enum look { PLAIN, COMMAND, VERDICTS };

/* One line of n bytes, without its end. A word that is wider than the terminal has a line of its
 * own; a command can be copied with the breaks in it. */
static void
print_line(const char *line, size_t n, size_t columns, bool command, const struct verdict *verdict,
           FILE *out)
{
    const size_t hang = hang_of(line, n, columns), room = columns - (command ? 2 : 0);
    size_t at = 0, done = 0; /* columns that are used, bytes that are written */
    bool any = false;        /* a word stands in this line */

    while (done < n) {
        const size_t blanks = strspn(line + done, " ");
        const size_t end = word_end(line, done + blanks, n, command);
        const size_t width = width_of(line + done, end - done);
        if (any && at + width > room) {
            fprintf(out, "%s\n%*s", command ? " \\" : "", (int)hang, "");
            at = hang + width - blanks;
            done += blanks;
        } else {
            at += width;
        }
        write_part(line, done, end, verdict, out);
        any = true;
        done = end;
    }
}

static void
print_lines(const char *text, enum look look, FILE *out)
{
    const size_t columns = cli_columns(out);

    while (*text != '\0') {
        const size_t n = strcspn(text, "\n");
        const struct verdict verdict =
            look == VERDICTS ? find_verdict(text, n) : (struct verdict){0};
        if (columns == 0 || width_of(text, n) <= columns) {
            write_part(text, 0, n, &verdict, out);
        } else {
            print_line(text, n, columns, look == COMMAND, &verdict, out);
        }
        text += n;
        if (*text == '\n') {
            putc(*text++, out);
        }
    }
}

void
cli_print(const char *text, FILE *out)
{
    print_lines(text, PLAIN, out);
}

void
cli_print_result(const char *text, FILE *out)
{
    print_lines(text, VERDICTS, out);
}

void
cli_print_command(const char *text, FILE *out)
{
    print_lines(text, COMMAND, out);
}
