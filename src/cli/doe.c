/* quire doe: studies are another program's business. */
#include "cli/cli.h"

#include <limits.h>

int
cli_doe(const struct cli_verb *verb, int argc, char **argv)
{
    char path[PATH_MAX];

    (void)verb;
    (void)argc;
    const int number = cli_become("quire-doe", argv, path, sizeof path);
    return cli_file_problem("doe", path, "cannot be run", number);
}
