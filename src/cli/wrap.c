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

/* One line of n bytes, without its end. A word that is wider than the terminal has a line of its
 * own; a command can be copied with the breaks in it. */
static void
print_line(const char *line, size_t n, size_t columns, bool command, FILE *out)
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
        fwrite(line + done, 1, end - done, out);
        any = true;
        done = end;
    }
}

static void
print_lines(const char *text, bool command, FILE *out)
{
    const size_t columns = cli_columns(out);

    while (*text != '\0') {
        const size_t n = strcspn(text, "\n");
        if (columns == 0 || width_of(text, n) <= columns) {
            fwrite(text, 1, n, out);
        } else {
            print_line(text, n, columns, command, out);
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
    print_lines(text, false, out);
}

void
cli_print_command(const char *text, FILE *out)
{
    print_lines(text, true, out);
}
