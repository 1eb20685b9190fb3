/* Text that is made piece by piece. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

FILE *
cli_lines_begin(struct cli_lines *self, FILE *out)
{
    *self = (struct cli_lines){.out = out};
    self->memory = cli_columns(out) > 0 ? open_memstream(&self->text, &self->size) : NULL;
    return self->memory != NULL ? self->memory : out;
}

void
cli_lines_end(struct cli_lines *self)
{
    if (self->memory != NULL && fclose(self->memory) == 0) {
        (self->command ? cli_print_command : cli_print)(self->text, self->out);
    }
    free(self->text);
    *self = (struct cli_lines){.out = self->out};
}

void
cli_say_command(FILE *out, const char *before, const char *command)
{
    struct cli_lines lines;
    FILE *to = cli_lines_begin(&lines, out);

    lines.command = true;
    fputs(before, to);
    cli_print_visible(to, command);
    putc('\n', to);
    cli_lines_end(&lines);
}

void
cli_say(FILE *out, const char *before, const char *word, const char *after)
{
    struct cli_lines lines;
    FILE *to = cli_lines_begin(&lines, out);

    fputs(before, to);
    cli_print_visible(to, word);
    fputs(after, to);
    cli_lines_end(&lines);
}

quire_status
cli_file_problem(const char *verb, const char *path, const char *what, int number)
{
    struct cli_lines lines;
    FILE *out = cli_lines_begin(&lines, stderr);

    fprintf(out, "quire %s: ", verb);
    cli_print_visible(out, path);
    fprintf(out, ": %s%s%s\n", what, number != 0 ? ": " : "", number != 0 ? strerror(number) : "");
    cli_lines_end(&lines);
    return QUIRE_ERROR_FILE;
}
