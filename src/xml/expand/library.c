#include "xml/expand/library.h"

#include <dirent.h>
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

/* entry i of a list with colons between its entries; false at its end */
static bool
list_entry(const char *list, size_t i, char *out, size_t size)
{
    for (;; i--) {
        list += strspn(list, ":");
        const size_t n = strcspn(list, ":");
        if (n == 0) {
            return false;
        }
        if (i == 0) {
            /* one that is too long is no folder */
            snprintf(out, size, "%.*s", (int)(n < size ? n : 0), list);
            return true;
        }
        list += n;
    }
}

/* the folders that are looked in, i from 0; false behind the last. "" is none */
static bool
library_folder(size_t i, char *out, size_t size)
{
    static const char *const beside[] = {"models", "../share/quire/models"};
    const char *list = getenv("QUIRE_LIBRARY_PATH");
    char own[PATH_MAX];
    if (list != NULL) {
        return list_entry(list, i, out, size);
    }
    if (i < 2) {
        const int n =
            own_folder(own, sizeof own) ? snprintf(out, size, "%s/%s", own, beside[i]) : -1;
        out[n >= 0 && (size_t)n < size ? n : 0] = '\0';
    } else {
        snprintf(out, size, "%s", QUIRE_LIBRARY);
    }
    return i < 3;
}

int
quire_library_open(const char *path, char *folder, size_t folder_size, char *why, size_t size)
{
    int fd = -1;
    folder[0] = '\0';
    snprintf(why, size, "QUIRE_LIBRARY_PATH names no folder");
    for (size_t i = 0; fd < 0 && library_folder(i, folder, folder_size); i++) {
        fd = folder[0] != '\0' ? quire_file_open_below(folder, path, why, size) : -1;
    }
    return fd;
}

/* ---- what is there ---- */

static int
compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* "papers" of "papers.xml"; 0: it is no such file */
static size_t
base_length(const char *file)
{
    const size_t n = strlen(file);
    return file[0] != '.' && n > 4 && strcmp(file + n - 4, ".xml") == 0 ? n - 4 : 0;
}

/* adds a name that is not there yet; false when memory runs out or there are too many */
static bool
add_name(struct quire_arena *arena, char **name, size_t *n, const char *file)
{
    const size_t size = base_length(file);
    bool known = size == 0;
    for (size_t i = 0; i < *n && !known; i++) {
        known = strlen(name[i]) == size && memcmp(name[i], file, size) == 0;
    }
    if (known) {
        return true;
    }
    name[*n] = *n < QUIRE_LIBRARY_MOST ? quire_arena_copy_bytes(arena, file, size) : NULL;
    return name[*n] != NULL && ++*n > 0;
}

char **
quire_library_names(struct quire_arena *arena, size_t *n)
{
    char folder[PATH_MAX], **name = quire_arena_get(arena, QUIRE_LIBRARY_MOST + 1, sizeof *name);
    bool good = name != NULL;
    *n = 0;
    for (size_t i = 0; good && library_folder(i, folder, sizeof folder); i++) {
        DIR *files = folder[0] != '\0' ? opendir(folder) : NULL;
        const struct dirent *entry;
        while (files != NULL && good && (entry = readdir(files)) != NULL) {
            good = add_name(arena, name, n, entry->d_name);
        }
        if (files != NULL) {
            closedir(files);
        }
    }
    if (good) {
        qsort(name, *n, sizeof *name, compare_names);
    }
    return good ? name : NULL;
}

/* ---- which library has what ---- */

/* whether the file has `start` in its first megabyte */
static bool
file_has(int fd, const char *start)
{
    enum { MOST = 1 << 20 };
    FILE *file = fdopen(fd, "r");
    char *text = file != NULL ? malloc(MOST + 1) : NULL;
    const size_t n = text != NULL ? fread(text, 1, MOST, file) : 0;
    if (text != NULL) {
        text[n] = '\0';
    }
    const bool found = text != NULL && strstr(text, start) != NULL;
    free(text);
    if (file != NULL) {
        fclose(file);
    } else {
        close(fd);
    }
    return found;
}

bool
quire_library_find(const char *start, char *out, size_t size)
{
    struct quire_arena *arena = quire_arena_create();
    char path[PATH_MAX], folder[PATH_MAX], why[200];
    size_t n = 0;
    char **name = arena != NULL ? quire_library_names(arena, &n) : NULL;
    bool found = false;

    for (size_t i = 0; name != NULL && i < n && !found; i++) {
        snprintf(path, sizeof path, "%s.xml", name[i]);
        const int fd = quire_library_open(path, folder, sizeof folder, why, sizeof why);
        found = fd >= 0 && file_has(fd, start);
        snprintf(out, size, "%s", name[i]);
    }
    quire_arena_destroy(arena);
    return found;
}

const char *
quire_library_hint(const char *element, const char *attribute, const char *name, char *buf,
                   size_t size)
{
    char start[200], library[100];
    const int n = snprintf(start, sizeof start, "<%s %s=\"%s\"", element, attribute, name);

    if (n >= (int)sizeof start || !quire_library_find(start, library, sizeof library)) {
        return NULL;
    }
    snprintf(buf, size, "add <include library=\"%s\"/>, which has it", library);
    return buf;
}
