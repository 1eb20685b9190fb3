#include "result/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "text/text.h"

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
    return error == 0 ? QUIRE_OK
                      : quire_diag_file_error(diag, path, "cannot be used for results", error);
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

/* Whoever has the folder open and locked has it: the lock goes with the process, whatever becomes
 * of that. */
static quire_status
take(struct quire_folder *self)
{
    self->lock = open(self->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (self->lock < 0) {
        /* it may be for writing alone */
        return errno == EACCES
                   ? QUIRE_OK
                   : quire_diag_file_error(self->diag, self->path, "cannot be opened", errno);
    }
    if (flock(self->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        const struct quire_place at = {self->path, 0, 0};
        return quire_diag_error(self->diag, "E-FILE", at, NULL,
                                "wait for its end, or choose another folder",
                                "another run is writing its results there");
    }
    return QUIRE_OK;
}

quire_status
quire_folder_begin(struct quire_folder *self, const char *path, quire_diag *diag)
{
    *self = (struct quire_folder){.path = path, .lock = -1, .diag = diag};
    char *copy = strdup(path);
    if (copy == NULL) {
        return quire_diag_memory_error(diag);
    }
    const int error = copy[0] == '\0' ? ENOENT : make_folders(copy);
    free(copy);
    const quire_status status =
        error == 0 ? take(self) : quire_diag_file_error(diag, path, "cannot be made", error);
    if (status != QUIRE_OK) {
        quire_folder_end(self);
    }
    return status;
}

void
quire_folder_begin_compare(struct quire_folder *self, const char *path,
                           struct quire_text *differences, quire_diag *diag)
{
    *self =
        (struct quire_folder){.path = path, .lock = -1, .differences = differences, .diag = diag};
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

/* ---- comparing ---- */

/* what is written goes past what is there */
struct quire_folder_file {
    FILE *there, *stream; /* there: NULL where nothing is */
    char name[64];
    size_t line; /* of what is there, from 1 */
    bool differs;
};

static ssize_t
compare_bytes(void *cookie, const char *data, size_t size)
{
    struct quire_folder_file *file = cookie;
    for (size_t i = 0; i < size && !file->differs; i++) {
        file->differs = getc_unlocked(file->there) != (unsigned char)data[i];
        file->line += !file->differs && data[i] == '\n';
    }
    return (ssize_t)size;
}

/* NULL when memory runs out */
static struct quire_folder_file *
open_compared(const char *path, const char *name)
{
    static const cookie_io_functions_t functions = {.write = compare_bytes};
    struct quire_folder_file *file = calloc(1, sizeof *file);
    if (file == NULL) {
        return NULL;
    }
    snprintf(file->name, sizeof file->name, "%s", name);
    file->line = 1;
    file->there = fopen(path, "rbe");
    file->differs = file->there == NULL;
    file->stream = fopencookie(file, "wb", functions);
    if (file->stream == NULL) {
        if (file->there != NULL) {
            fclose(file->there);
        }
        free(file);
        return NULL;
    }
    return file;
}

static void
close_compared(struct quire_folder_file *file, struct quire_text *differences)
{
    const bool written = fclose(file->stream) == 0;
    if (file->there == NULL) {
        quire_text_format(differences, "%s: is missing\n", file->name);
    } else if (!written || file->differs || getc(file->there) != EOF) {
        quire_text_format(differences, "%s: differs from line %zu on\n", file->name, file->line);
    }
    if (file->there != NULL) {
        fclose(file->there);
    }
    free(file);
}

/* ---- files ---- */

static quire_status
add_file(struct quire_folder *self, const char *path, const char *name, FILE **out)
{
    const size_t k = self->n_file;
    if (self->differences == NULL) {
        const quire_status status = quire_output_open(&self->file[k], path, self->diag);
        *out = self->file[k].stream;
        return status;
    }
    self->compared[k] = open_compared(path, name);
    *out = self->compared[k] != NULL ? self->compared[k]->stream : NULL;
    return *out != NULL ? QUIRE_OK : quire_diag_memory_error(self->diag);
}

quire_status
quire_folder_add(struct quire_folder *self, const char *name, FILE **out)
{
    *out = NULL;
    if (self->n_file == QUIRE_FOLDER_FILES) {
        return quire_diag_error(self->diag, "E-INTERNAL", quire_nowhere(), NULL, NULL,
                                "too many result files");
    }
    char *path = quire_folder_join(self->path, name);
    if (path == NULL) {
        return quire_diag_memory_error(self->diag);
    }
    const quire_status status = add_file(self, path, name, out);
    free(path);
    self->n_file += status == QUIRE_OK;
    return status;
}

static void
close_all_compared(struct quire_folder *self)
{
    for (size_t i = 0; i < self->n_file; i++) {
        close_compared(self->compared[i], self->differences);
    }
    self->n_file = 0;
}

quire_status
quire_folder_commit(struct quire_folder *self)
{
    if (self->differences != NULL) {
        close_all_compared(self);
        return self->differences->failed ? quire_diag_memory_error(self->diag) : QUIRE_OK;
    }
    const size_t n = self->n_file;
    self->n_file = 0;
    return quire_output_close_all(self->file, n, self->diag);
}

quire_status
quire_folder_remove(struct quire_folder *self, const char *name)
{
    char *path = quire_folder_join(self->path, name);
    quire_status status = QUIRE_OK;
    if (path == NULL) {
        return quire_diag_memory_error(self->diag);
    }
    if (self->differences != NULL) {
        if (access(path, F_OK) == 0) {
            quire_text_format(self->differences, "%s: is there, but this run writes none\n", name);
        }
    } else if (unlink(path) != 0 && errno != ENOENT) {
        status = quire_diag_file_error(self->diag, path, "cannot be removed", errno);
    }
    free(path);
    return status;
}

void
quire_folder_end(struct quire_folder *self)
{
    if (self->differences != NULL) {
        close_all_compared(self);
    }
    for (size_t i = 0; i < self->n_file; i++) {
        quire_output_abandon(&self->file[i]);
    }
    self->n_file = 0;
    if (self->lock >= 0) {
        close(self->lock);
    }
    self->lock = -1;
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
    return quire_diag_error(diag, "E-FILE", (struct quire_place){path, 0, 0}, NULL,
                            "run the model again", "was cut short: its last line has no end");
}
