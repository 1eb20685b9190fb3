/* Completion of command lines, for each shell. */
#ifndef QUIRE_CLI_COMPLETION_H
#define QUIRE_CLI_COMPLETION_H

#include <stddef.h>

struct cli_completion {
    const char *shell;
    const char *const *line; /* ends with NULL */
};

/* Ends with a shell that is NULL. (completion_text.c, which make regen writes) */
extern const struct cli_completion cli_completions[];

#endif
