#include "xml/library.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

/* the folder of this program's file; false where that is unknown */
static bool
own_folder(char *out, size_t size)
{
    const ssize_t n = readlink("/proc/self/exe", out, size - 1);
    out[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(out, '/');
    if (slash != NULL) {
        *slash = '\0';
    }
    return slash != NULL;
}

static int
open_in_list(const char *list, const char *path, char *folder, size_t folder_size, char *why, size_t size)
{
    int fd = -1;
    snprintf(why, size, "QUIRE_LIBRARY_PATH names no folder");
    while (fd < 0 && *list != '\0') {
        const size_t n = strcspn(list, ":");
        if (n > 0 && n < folder_size) {
            memcpy(folder, list, n);
            folder[n] = '\0';
            fd = quire_file_open_below(folder, path, why, size);
        }
        list += n + (list[n] == ':');
    }
    return fd;
}

int
quire_library_open(const char *path, char *folder, size_t folder_size, char *why, size_t size)
{
    static const char *const beside[] = {"models", "../share/quire/models"};
    const char *list = getenv("QUIRE_LIBRARY_PATH");
    char own[PATH_MAX];
    int fd = -1;
    if (list != NULL) {
        return open_in_list(list, path, folder, folder_size, why, size);
    }
    for (size_t i = 0; i < 2 && fd < 0 && own_folder(own, sizeof own); i++) {
        const int n = snprintf(folder, folder_size, "%s/%s", own, beside[i]);
        fd = n >= 0 && (size_t)n < folder_size ? quire_file_open_below(folder, path, why, size) : -1;
    }
    if (fd < 0) {
        snprintf(folder, folder_size, "%s", QUIRE_LIBRARY);
        fd = quire_file_open_below(folder, path, why, size);
    }
    return fd;
}
