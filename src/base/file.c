/* Reading whole files and writing them so that a half-written one is never seen. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "text/text.h"

/* ---- reading ---- */

static const char *
file_sort(mode_t mode)
{
    return S_ISDIR(mode)    ? "is a directory, not a file"
           : S_ISFIFO(mode) ? "is a pipe, not a regular file"
           : S_ISSOCK(mode) ? "is a socket, not a regular file"
                            : "is a device, not a regular file";
}

static quire_status
limit_error(quire_diag *diag, const char *path, size_t limit)
{
    const struct quire_place at = {path, 0, 0};
    return quire_diag_error(diag, "E-LIMIT", at, NULL, NULL, "the file is larger than %zu bytes",
                            limit);
}

/* reads up to `limit` + 1 bytes: the file may have grown since it was measured */
static quire_status
read_all(int fd, char **out, size_t *size, size_t guess, const char *path, size_t limit,
         quire_diag *diag)
{
    size_t capacity = guess + 2, used = 0;
    char *data = malloc(capacity);
    if (data == NULL) {
        return quire_diag_memory_error(diag);
    }
    for (;;) {
        const ssize_t n = read(fd, data + used, capacity - used - 1);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            free(data);
            return quire_diag_file_error(diag, path, "cannot be read", errno);
        }
        if (n == 0) {
            break;
        }
        used += (size_t)n;
        if (used > limit) {
            free(data);
            return limit_error(diag, path, limit);
        }
        if (used + 1 == capacity) {
            char *more = realloc(data, capacity *= 2);
            if (more == NULL) {
                free(data);
                return quire_diag_memory_error(diag);
            }
            data = more;
        }
    }
    data[used] = '\0';
    *out = data;
    *size = used;
    return QUIRE_OK;
}

/* non-blocking, so that a pipe nobody writes to is looked at and not waited for */
#define READING (O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)

quire_status
quire_file_read_open(char **out, size_t *size, int fd, const char *path, size_t limit,
                     quire_diag *diag)
{
    struct stat st;
    quire_status status;
    *out = NULL;
    *size = 0;
    if (fstat(fd, &st) != 0) {
        status = quire_diag_file_error(diag, path, "cannot be read", errno);
    } else if (!S_ISREG(st.st_mode)) {
        status = quire_diag_file_error(diag, path, file_sort(st.st_mode), 0);
    } else if (st.st_size < 0 || (unsigned long long)st.st_size > limit) {
        status = limit_error(diag, path, limit);
    } else {
        status = read_all(fd, out, size, (size_t)st.st_size, path, limit, diag);
    }
    close(fd);
    return status;
}

quire_status
quire_file_read(char **out, size_t *size, const char *path, size_t limit, quire_diag *diag)
{
    *out = NULL;
    *size = 0;
    const int fd = open(path, READING);
    if (fd < 0) {
        return quire_diag_file_error(diag, path, "cannot be opened", errno);
    }
    return quire_file_read_open(out, size, fd, path, limit, diag);
}

/* ---- reading below a folder ---- */

static int
refuse(char *why, size_t size, const char *text)
{
    snprintf(why, size, "%s", text);
    return -1;
}

static int
refuse_number(char *why, size_t size, int number)
{
    char reason[128];
    return refuse(why, size, strerror_r(number, reason, sizeof reason));
}

/* a name in the open folder `at`, which is closed; the last name is that of a file */
static int
open_in(int at, const char *name, bool last, char *why, size_t size)
{
    const int fd = openat(
        at, name, last ? READING | O_NOFOLLOW : O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    const int number = errno;
    struct stat st;
    const bool is_link =
        fd < 0 && fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(st.st_mode);
    close(at);
    if (is_link) {
        return refuse(why, size, "there is a symbolic link on the way to it");
    }
    if (fd < 0) {
        return refuse_number(why, size, number);
    }
    const char *problem = !last                 ? NULL
                          : fstat(fd, &st) != 0 ? "its state cannot be read"
                          : S_ISREG(st.st_mode) ? NULL
                                                : file_sort(st.st_mode);
    if (problem != NULL) {
        close(fd);
        return refuse(why, size, problem);
    }
    return fd;
}

int
quire_file_open_below(const char *folder, const char *path, char *why, size_t size)
{
    char name[NAME_MAX + 1];
    if (path[0] == '/') {
        return refuse(why, size, "its name begins with a slash");
    }
    int fd = open(folder[0] != '\0' ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        return refuse_number(why, size, errno);
    }
    for (bool last = false; fd >= 0 && !last;) {
        const size_t n = strcspn(path, "/");
        last = path[n] == '\0';
        if (n == 0 || n > NAME_MAX || (path[0] == '.' && (n == 1 || (n == 2 && path[1] == '.')))) {
            close(fd);
            return refuse(why, size,
                          "the parts of its name must not be empty, '.', '..' or overlong");
        }
        memcpy(name, path, n);
        name[n] = '\0';
        path += n + !last;
        fd = open_in(fd, name, last, why, size);
    }
    return fd;
}

/* ---- writing ---- */

/* The C library forgets why a stream failed by the time it is asked, so that ours remember. */
struct quire_sink {
    int fd;
    int number; /* errno of the first write that failed */
};

static ssize_t
write_sink(void *cookie, const char *data, size_t size)
{
    struct quire_sink *sink = cookie;
    for (size_t done = 0; done < size && sink->number == 0;) {
        const ssize_t n = write(sink->fd, data + done, size - done);
        if (n > 0) {
            done += (size_t)n;
        } else if (n == 0 || errno != EINTR) {
            sink->number = n < 0 ? errno : EIO;
        }
    }
    return sink->number == 0 ? (ssize_t)size : 0;
}

static int
close_sink(void *cookie)
{
    const struct quire_sink *sink = cookie;
    return close(sink->fd);
}

static FILE *
open_sink(struct quire_output *out, int fd)
{
    static const cookie_io_functions_t functions = {.write = write_sink, .close = close_sink};
    if ((out->sink = malloc(sizeof *out->sink)) == NULL) {
        return NULL;
    }
    *out->sink = (struct quire_sink){.fd = fd};
    return out->stream = fopencookie(out->sink, "wb", functions);
}

static void
forget(struct quire_output *out)
{
    free(out->path);
    free(out->temporary);
    free(out->sink);
    *out = (struct quire_output){0};
}

/* "dir/.name.PID.N.tmp": in the same folder, or renaming would not work */
static char *
temporary_name(const char *path)
{
    static atomic_uint counter;
    struct quire_text text = {0};
    const char *slash = strrchr(path, '/');
    const size_t folder = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    quire_text_add_bytes(&text, path, folder);
    quire_text_format(&text, ".%.100s.%ld.%u.tmp", path + folder, (long)getpid(),
                      atomic_fetch_add(&counter, 1u));
    return quire_text_take(&text);
}

static int
open_temporary(struct quire_output *out)
{
    for (int attempt = 0; attempt < 100; attempt++) {
        if ((out->temporary = temporary_name(out->path)) == NULL) {
            errno = ENOMEM;
            return -1;
        }
        const int fd =
            open(out->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (fd >= 0 || errno != EEXIST) {
            return fd;
        }
        free(out->temporary);
        out->temporary = NULL;
    }
    errno = EEXIST;
    return -1;
}

/* a pipe that nobody reads fails at once instead of waiting for a reader */
static int
open_in_place(const char *path)
{
    const int fd =
        open(path, O_WRONLY | O_TRUNC | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
    if (fd >= 0) {
        const int flags = fcntl(fd, F_GETFL);
        if (flags < 0 || fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) < 0) {
            close(fd);
            return -1;
        }
    }
    return fd;
}

quire_status
quire_output_open(struct quire_output *out, const char *path, quire_diag *diag)
{
    struct stat st;
    *out = (struct quire_output){.path = strdup(path)};
    if (out->path == NULL) {
        return quire_diag_memory_error(diag);
    }
    const bool exists = lstat(path, &st) == 0;
    const bool direct = exists && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
    if (direct && S_ISLNK(st.st_mode)) {
        const struct quire_place at = {path, 0, 0};
        quire_diag_warning(diag, "W-FILE", at, NULL, NULL,
                           "is a symbolic link; its target is overwritten in place");
    }
    const int fd = direct ? open_in_place(path) : open_temporary(out);
    if (fd >= 0 && open_sink(out, fd) != NULL) {
        return QUIRE_OK;
    }
    const int number = errno;
    if (fd >= 0) {
        close(fd);
        if (out->temporary != NULL) {
            unlink(out->temporary);
        }
    }
    forget(out);
    return quire_diag_file_error(diag, path, "cannot be written", number);
}

int
quire_output_descriptor(const struct quire_output *out)
{
    return out->sink->fd;
}

void
quire_output_abandon(struct quire_output *out)
{
    if (out->stream != NULL) {
        fclose(out->stream);
    }
    if (out->temporary != NULL) {
        unlink(out->temporary);
    }
    forget(out);
}

/* the new name is safe only when the folder is on disk too; folders of some file systems cannot be
 * synced */
static int
sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL   ? strdup(".")
                   : slash == path ? strdup("/")
                                   : strndup(path, (size_t)(slash - path));
    if (folder == NULL) {
        return ENOMEM;
    }
    int number = 0;
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        if (fsync(fd) != 0 && errno != EINVAL && errno != ENOTSUP && errno != EROFS) {
            number = errno;
        }
        close(fd);
    }
    free(folder);
    return number;
}

/* 0 or an errno. A full disk shows here. The disk is set to work, so that many files travel
 * together while the first is waited for. */
static int
flush(struct quire_output *out)
{
    if (fflush(out->stream) != 0 || ferror(out->stream)) {
        return out->sink->number != 0 ? out->sink->number : EIO;
    }
#ifdef SYNC_FILE_RANGE_WRITE
    if (out->temporary != NULL) {
        /* only a hint: what fails is seen by fsync() */
        sync_file_range(out->sink->fd, 0, 0, SYNC_FILE_RANGE_WRITE);
    }
#endif
    return 0;
}

/* 0 or an errno; the stream is closed in every case */
static int
sync_and_close(struct quire_output *out)
{
    int number = 0;
    FILE *stream = out->stream;
    out->stream = NULL;
    if (fsync(out->sink->fd) != 0 && out->temporary != NULL) {
        number = errno; /* pipes and devices cannot be synced; regular files must be */
    }
    if (fclose(stream) != 0 && number == 0) {
        number = errno;
    }
    return number;
}

/* The names appear in the order of the list. The last one speaks of the others, so the disk must
 * know them before it. */
static int
give_names(struct quire_output *out, size_t n, size_t *at)
{
    bool unsynced = false;
    for (size_t i = 0; i < n; i++) {
        *at = i;
        if (out[i].temporary == NULL) {
            continue;
        }
        if (unsynced && i + 1 == n) {
            const int number = sync_folder(out[i].path);
            if (number != 0) {
                return number;
            }
        }
        if (rename(out[i].temporary, out[i].path) != 0) {
            return errno;
        }
        free(out[i].temporary);
        out[i].temporary = NULL;
        unsynced = true;
    }
    return unsynced ? sync_folder(out[n - 1].path) : 0;
}

quire_status
quire_output_close_all(struct quire_output *out, size_t n, quire_diag *diag)
{
    quire_status status = QUIRE_OK;
    int number = 0;
    size_t at = 0;
    for (size_t i = 0; i < n && number == 0; i++) {
        at = i;
        number = flush(out + i);
    }
    for (size_t i = 0; i < n && number == 0; i++) {
        at = i;
        number = sync_and_close(out + i);
    }
    if (number == 0) {
        number = give_names(out, n, &at);
    }
    if (number != 0) {
        status = quire_diag_file_error(diag, out[at].path, "cannot be written", number);
    }
    for (size_t i = 0; i < n; i++) {
        quire_output_abandon(out + i);
    }
    return status;
}

quire_status
quire_output_close(struct quire_output *out, quire_diag *diag)
{
    return quire_output_close_all(out, 1, diag);
}

quire_status
quire_file_save(const char *path, const char *bytes, size_t size, quire_diag *diag)
{
    struct quire_output out;
    const quire_status status = quire_output_open(&out, path, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    fwrite(bytes, 1, size, out.stream); /* errors stick to the stream and are found on closing */
    return quire_output_close(&out, diag);
}
