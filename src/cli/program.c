/* Verbs that are programs of their own, whose libraries the other verbs need not load. */
#include "cli/cli.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
cli_become(const char *program, char **argv, char *path, size_t size)
{
    /* in the build folder, in an installation that was moved, where it was installed */
    static const char *const place[] = {"", "../libexec/", QUIRE_LIBEXEC "/"};
    char folder[PATH_MAX / 2];

    snprintf(path, size, "%s", program);
    own_folder(folder, sizeof folder);
    for (size_t i = 0; i < sizeof place / sizeof place[0]; i++) {
        if (folder[0] == '\0' && place[i][0] != '/') {
            continue; /* not from the folder that the user happens to be in */
        }
        snprintf(path, size, "%s%s%s", place[i][0] == '/' ? "" : folder, place[i], program);
        argv[0] = path;
        execv(path, argv);
        if (errno != ENOENT) {
            break;
        }
    }
    return errno;
}
