/* quire doe: studies are another program's business, whose libraries the other verbs need not load.
 */
#include "cli/cli.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM "quire-doe"

/* the folder of this program's file, with a slash; "" where that is unknown */
static void
own_folder(char *out, size_t size)
{
    const ssize_t n = readlink("/proc/self/exe", out, size - 1);

    out[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(out, '/');
    if (slash != NULL) {
        slash[1] = '\0';
    }
}

int
cli_doe(const struct cli_verb *verb, int argc, char **argv)
{
    /* in the build folder, in an installation that was moved, where it was installed */
    static const char *const place[] = {"", "../libexec/", QUIRE_LIBEXEC "/"};
    char folder[PATH_MAX / 2], path[PATH_MAX] = PROGRAM;

    (void)verb;
    (void)argc;
    own_folder(folder, sizeof folder);
    for (size_t i = 0; i < sizeof place / sizeof place[0]; i++) {
        if (folder[0] == '\0' && place[i][0] != '/') {
            continue; /* not from the folder that the user happens to be in */
        }
        snprintf(path, sizeof path, "%s%s" PROGRAM, place[i][0] == '/' ? "" : folder, place[i]);
        argv[0] = path;
        execv(path, argv);
        if (errno != ENOENT) {
            break;
        }
    }
    return cli_file_problem("doe", path, "can not be run", errno);
}
