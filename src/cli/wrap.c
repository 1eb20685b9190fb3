#include "cli/cli.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define WIDEST    100 /* columns of a line, */
#define NARROWEST 40  /* also on a narrower terminal */
#define FURTHER   4   /* additional indent of continuation lines */

/* 0: it is no terminal */
static size_t
columns_of(FILE *out)
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

/* One line of n bytes. A word that is wider than the terminal has a line of its own. */
static void
print_line(const char *line, size_t n, size_t columns, FILE *out)
{
    const size_t indent = strspn(line, " ") < n ? strspn(line, " ") : 0;
    size_t at = 0, done = 0; /* columns that are used, bytes that are written */

    while (done < n) {
        const size_t blanks = strspn(line + done, " ");
        size_t end = done + blanks;
        while (end < n && line[end] != ' ') {
            end++;
        }
        const size_t width = width_of(line + done, end - done);
        if (at > indent && at + width > columns) {
            fprintf(out, "\n%*s", (int)(indent + FURTHER), "");
            at = indent + FURTHER + width - blanks;
            done += blanks;
        } else {
            at += width;
        }
        fwrite(line + done, 1, end - done, out);
        done = end;
    }
    putc('\n', out);
}

void
cli_print(const char *text, FILE *out)
{
    const size_t columns = columns_of(out);

    if (columns == 0) {
        fputs(text, out);
        return;
    }
    while (*text != '\0') {
        const size_t n = strcspn(text, "\n");
        if (width_of(text, n) <= columns) {
            fwrite(text, 1, n, out);
            putc('\n', out);
        } else {
            print_line(text, n, columns, out);
        }
        text += n + (text[n] == '\n');
    }
}
