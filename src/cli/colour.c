/* Colours on terminals. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool
cli_has_colour(FILE *stream)
{
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(fileno(stream)) && (no_colour == NULL || no_colour[0] == '\0') &&
           (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

void
cli_begin_mood(FILE *stream, enum cli_mood mood)
{
    static const char *const colour[] = {"\x1b[32m", "\x1b[33m", "\x1b[31;1m"};
    fputs(cli_has_colour(stream) ? colour[mood] : "", stream);
}

void
cli_end_mood(FILE *stream)
{
    fputs(cli_has_colour(stream) ? "\x1b[0m" : "", stream);
}
