/* quire calibrate: a verb of the program that runs studies, whose worker processes it uses. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

int
cli_calibrate(const struct cli_verb *verb, int argc, char **argv)
{
    char program[] = "doe", **all = cli_need(calloc((size_t)argc + 2, sizeof *all));

    all[0] = program;
    memcpy(all + 1, argv, (size_t)argc * sizeof *all);
    const int code = cli_doe(verb, argc + 1, all); /* returns only if there is no such program */
    free(all);
    return code;
}
