/* quire live: the page's server is a program of its own, which not every installation has. */
#include "cli/live_page.h"

#include <errno.h>
#include <limits.h>

#include "cli/cli.h"

int
cli_live(const struct cli_verb *verb, int argc, char **argv)
{
    char path[PATH_MAX];

    (void)verb;
    (void)argc;
    const int number = cli_become("quire-live", argv, path, sizeof path);
    if (number == ENOENT) {
        fputs("quire live: this installation has no program quire-live; it is built where "
              "libmicrohttpd is (Debian: libmicrohttpd-dev)\n",
              stderr);
        return QUIRE_ERROR_FILE;
    }
    return cli_file_problem("live", path, "cannot be run", number);
}
