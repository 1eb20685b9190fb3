#include "rec/folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/text.h"

/* cuts the last part off; "." when there is nothing above */
static void
cut_to_parent(char *path)
{
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/') {
        n--;
    }
    while (n > 0 && path[n - 1] != '/') {
        n--;
    }
    while (n > 1 && path[n - 1] == '/') {
        n--;
    }
    if (n == 0) {
        path[n++] = '.';
    }
    path[n] = '\0';
}

/* 0 or the errno of what stands in the way, seen from the nearest folder that is there */
static int
find_obstacle(char *path)
{
    struct stat st;
    while (stat(path, &st) != 0) {
        if (errno != ENOENT || strcmp(path, ".") == 0 || strcmp(path, "/") == 0) {
            return errno;
        }
        cut_to_parent(path);
    }
    if (!S_ISDIR(st.st_mode)) {
        return ENOTDIR;
    }
    return access(path, W_OK | X_OK) != 0 ? errno : 0;
}

quire_status
quire_folder_check(const char *path, quire_diag *diag)
{
    const size_t size = strlen(path) + 2; /* room for "." in place of "" */
    char *copy = malloc(size);
    if (copy == NULL) {
        return quire_diag_memory_error(diag);
    }
    memcpy(copy, path, size - 1);
    const int error = path[0] == '\0' ? ENOENT : find_obstacle(copy);
    free(copy);
    return error == 0 ? QUIRE_OK : quire_diag_file_error(diag, path, "can not be used for results", error);
}

/* 0 or an errno */
static int
make_folders(char *path)
{
    for (char *p = path + 1; *p != '\0'; p++) {
        if (*p == '/') {
            *p = '\0';
            const int made = mkdir(path, 0777);
            const int error = errno;
            *p = '/';
            if (made != 0 && error != EEXIST) {
                return error;
            }
        }
    }
    return mkdir(path, 0777) == 0 || errno == EEXIST ? 0 : errno;
}

quire_status
quire_folder_begin(struct quire_folder *self, const char *path, quire_diag *diag)
{
    *self = (struct quire_folder){.path = path, .diag = diag};
    char *copy = strdup(path);
    if (copy == NULL) {
        return quire_diag_memory_error(diag);
    }
    const int error = copy[0] == '\0' ? ENOENT : make_folders(copy);
    free(copy);
    return error == 0 ? QUIRE_OK : quire_diag_file_error(diag, path, "can not be made", error);
}

char *
quire_folder_join(const char *folder, const char *name)
{
    struct quire_text text = {0};
    const size_t n = strlen(folder);
    quire_text_add(&text, folder);
    quire_text_add(&text, n > 0 && folder[n - 1] == '/' ? "" : "/");
    quire_text_add(&text, name);
    return quire_text_take(&text);
}

quire_status
quire_folder_add(struct quire_folder *self, const char *name, FILE **out)
{
    *out = NULL;
    if (self->n_file == QUIRE_FOLDER_FILES) {
        return quire_diag_error(self->diag, "E-INTERNAL", quire_nowhere(), NULL, NULL, "too many result files");
    }
    char *path = quire_folder_join(self->path, name);
    if (path == NULL) {
        return quire_diag_memory_error(self->diag);
    }
    const quire_status status = quire_output_open(&self->file[self->n_file], path, self->diag);
    free(path);
    if (status == QUIRE_OK) {
        *out = self->file[self->n_file++].stream;
    }
    return status;
}

quire_status
quire_folder_commit(struct quire_folder *self)
{
    const size_t n = self->n_file;
    self->n_file = 0;
    return quire_output_close_all(self->file, n, self->diag);
}

quire_status
quire_folder_remove(struct quire_folder *self, const char *name)
{
    char *path = quire_folder_join(self->path, name);
    if (path == NULL) {
        return quire_diag_memory_error(self->diag);
    }
    const bool gone = unlink(path) == 0 || errno == ENOENT;
    const quire_status status = gone ? QUIRE_OK : quire_diag_file_error(self->diag, path, "can not be removed", errno);
    free(path);
    return status;
}

void
quire_folder_end(struct quire_folder *self)
{
    for (size_t i = 0; i < self->n_file; i++) {
        quire_output_abandon(&self->file[i]);
    }
    self->n_file = 0;
}

quire_status
quire_folder_read(char **text, size_t *size, const char *path, size_t most, quire_diag *diag)
{
    const quire_status status = quire_file_read(text, size, path, most, diag);
    if (status != QUIRE_OK || (*size > 0 && (*text)[*size - 1] == '\n')) {
        return status;
    }
    free(*text);
    *text = NULL;
    return quire_diag_error(diag, "E-FILE", (struct quire_place){path, 0, 0}, NULL, "run the model again", "was cut short: its last line has no end");
}
