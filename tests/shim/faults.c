/* A library to be preloaded (LD_PRELOAD) that lets the machine fail on purpose: the N-th write, or
 * allocation, of a program. QUIRE_FAULT=OPERATION:N[+][:ERROR]   the N-th call from 1; with + all
 * later ones too QUIRE_FAULT_LOG=FILE                 what failed, "failed write 5 /path"; of each
 * program that ends by itself the calls it made; and of one that crashes where: "crashed in
 * libsundials_cvode.so.6" Operations: write sync rename open truncate mkdir malloc. Files are
 * regular ones alone, open is for writing. Errors: a name such as ENOSPC, "short" (of a write: half
 * of it) or "kill" (SIGKILL instead of the call). Calls are counted from the start of the program;
 * a child goes on where it was forked. stdout is left alone. Not for programs with sanitizers,
 * which have allocators of their own. */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define STREAMS 64 /* open at the same time */

enum operation {
    WRITE,
    SYNC,
    RENAME,
    OPEN,
    TRUNCATE,
    MKDIR,
    MALLOC,
    OPERATIONS,
    NONE = OPERATIONS
};

static const char *const names[OPERATIONS] = {"write",    "sync",  "rename", "open",
                                              "truncate", "mkdir", "malloc"};

enum { SHORT = -1, KILL = -2 }; /* instead of an errno */

static struct {
    enum operation operation;
    long at;
    bool later;
    int error;
    const char *log;
} fault = {.operation = NONE};

static atomic_long count[OPERATIONS];
static bool armed;

/* ---- what is asked for ---- */

static int
read_error(const char *name, enum operation operation)
{
    static const struct {
        const char *name;
        int number;
    } errors[] = {{"ENOSPC", ENOSPC}, {"EIO", EIO},       {"EDQUOT", EDQUOT}, {"EROFS", EROFS},
                  {"EACCES", EACCES}, {"ENOMEM", ENOMEM}, {"EMFILE", EMFILE}, {"EFBIG", EFBIG},
                  {"short", SHORT},   {"kill", KILL}};

    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (strcmp(errors[i].name, name) == 0) {
            return errors[i].number;
        }
    }
    return operation == MALLOC ? ENOMEM : operation == SYNC ? EIO : ENOSPC;
}

/* no stream and no allocation: the call that fails may come from the middle of either */
static void
append(const char *line, size_t size)
{
    const long fd = fault.log != NULL ? syscall(SYS_openat, AT_FDCWD, fault.log,
                                                O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)
                                      : -1;

    if (fd >= 0) {
        syscall(SYS_write, fd, line, size);
        syscall(SYS_close, fd);
    }
}

/* ---- crashes ---- */

static const char *
object_of(void *address)
{
    Dl_info info;
    const char *name = dladdr(address, &info) != 0 && info.dli_fname != NULL ? info.dli_fname : "?";
    const char *slash = strrchr(name, '/');

    return slash != NULL ? slash + 1 : name;
}

/* the innermost frame that is neither this library's, which stands first, nor the C library's, nor
 * the kernel's return from a signal */
static void
tell_crash(int number)
{
    void *frame[32];
    char line[300];
    const int n = backtrace(frame, 32);
    const char *mine = n > 0 ? object_of(frame[0]) : "", *name = "?";

    for (int i = 1; i < n; i++) {
        name = object_of(frame[i]);
        if (strcmp(name, mine) != 0 && strncmp(name, "libc.", 5) != 0 && strcmp(name, "?") != 0) {
            break;
        }
    }
    const int size = snprintf(line, sizeof line, "crashed in %.200s\n", name);
    append(line, (size_t)size);
    signal(number, SIG_DFL);
    raise(number);
}

static void
watch_crashes(void)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
    void *frame[1];

    backtrace(frame, 1); /* loads what it needs while there is memory */
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        signal(numbers[i], tell_crash);
    }
}

__attribute__((constructor)) static void
arm(void)
{
    const char *text = getenv("QUIRE_FAULT");
    size_t length;
    char *end;

    fault.log = getenv("QUIRE_FAULT_LOG");
    if (fault.log != NULL) {
        watch_crashes();
    }
    armed = true;
    if (text == NULL || *text == '\0') {
        return;
    }
    length = strcspn(text, ":");
    for (int i = 0; i < OPERATIONS; i++) {
        if (strlen(names[i]) == length && strncmp(names[i], text, length) == 0) {
            fault.operation = (enum operation)i;
        }
    }
    fault.at = strtol(text[length] == ':' ? text + length + 1 : text + length, &end, 10);
    fault.later = *end == '+';
    end += fault.later;
    fault.error = read_error(*end == ':' ? end + 1 : "", fault.operation);
    if (fault.operation == NONE || fault.at < 1) {
        dprintf(STDERR_FILENO, "faults: QUIRE_FAULT is OPERATION:N[+][:ERROR], not '%s'\n", text);
        _exit(99);
    }
}

/* errno of the call that is to fail now, SHORT, or 0 */
static int
hit(enum operation operation, const char *path)
{
    const int before = errno;

    if (!armed) {
        return 0;
    }
    const long n = atomic_fetch_add(&count[operation], 1) + 1;
    if (operation != fault.operation || (fault.later ? n < fault.at : n != fault.at)) {
        return 0;
    }
    char line[600];
    const int size =
        snprintf(line, sizeof line, "failed %s %ld %.500s\n", names[operation], n, path);
    append(line, (size_t)size);
    if (fault.error == KILL) {
        kill(getpid(), SIGKILL);
    }
    errno = before;
    return fault.error;
}

/* the same of an open file or folder; pipes, sockets and terminals do not count */
static int
hit_file(enum operation operation, int fd)
{
    struct stat st;
    char link[40], path[500];

    if (fstat(fd, &st) != 0 || !(S_ISREG(st.st_mode) || S_ISDIR(st.st_mode))) {
        return 0;
    }
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t n = readlink(link, path, sizeof path - 1);
    path[n > 0 ? n : 0] = '\0';
    return hit(operation, path);
}

static bool
fails(int error)
{
    if (error > 0) {
        errno = error;
    }
    return error > 0;
}

/* A program that counts what it runs (coverage.h) calls this before it writes its counters: they
 * are none of its own doing. */
void quire_faults_end(void);

void
quire_faults_end(void)
{
    armed = false;
}

__attribute__((destructor)) static void
tell_counts(void)
{
    char line[300];
    int size = snprintf(line, sizeof line, "calls");

    for (int i = 0; i < OPERATIONS; i++) {
        size += snprintf(line + size, sizeof line - (size_t)size, " %s %ld", names[i],
                         atomic_load(&count[i]));
    }
    line[size++] = '\n';
    append(line, (size_t)size);
}

/* the function that is hidden by ours */
#define REAL(name) ((__typeof__(&name))real(#name))
static void *
real(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

/* ---- files ---- */

ssize_t
write(int fd, const void *data, size_t size)
{
    const int error = hit_file(WRITE, fd);

    return fails(error) ? -1 : syscall(SYS_write, fd, data, error == SHORT ? (size + 1) / 2 : size);
}

ssize_t
pwrite(int fd, const void *data, size_t size, off_t offset)
{
    const int error = hit_file(WRITE, fd);

    return fails(error) ? -1
                        : REAL(pwrite)(fd, data, error == SHORT ? (size + 1) / 2 : size, offset);
}

ssize_t
pwrite64(int fd, const void *data, size_t size, off64_t offset)
{
    const int error = hit_file(WRITE, fd);

    return fails(error) ? -1
                        : REAL(pwrite64)(fd, data, error == SHORT ? (size + 1) / 2 : size, offset);
}

int
fsync(int fd)
{
    return fails(hit_file(SYNC, fd)) ? -1 : REAL(fsync)(fd);
}

int
fdatasync(int fd)
{
    return fails(hit_file(SYNC, fd)) ? -1 : REAL(fdatasync)(fd);
}

int
ftruncate(int fd, off_t size)
{
    return fails(hit_file(TRUNCATE, fd)) ? -1 : REAL(ftruncate)(fd, size);
}

int
ftruncate64(int fd, off64_t size)
{
    return fails(hit_file(TRUNCATE, fd)) ? -1 : REAL(ftruncate64)(fd, size);
}

int
rename(const char *from, const char *to)
{
    return fails(hit(RENAME, to)) ? -1 : REAL(rename)(from, to);
}

int
mkdir(const char *path, mode_t mode)
{
    return fails(hit(MKDIR, path)) ? -1 : REAL(mkdir)(path, mode);
}

static int
open_or_fail(const char *path, int flags, mode_t mode)
{
    if ((flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0 && fails(hit(OPEN, path))) {
        return -1;
    }
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

static mode_t
mode_of(int flags, va_list list)
{
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? (mode_t)va_arg(list, unsigned) : 0;
}

int
open(const char *path, int flags, ...)
{
    va_list list;

    va_start(list, flags);
    const mode_t mode = mode_of(flags, list);
    va_end(list);
    return open_or_fail(path, flags, mode);
}

int
open64(const char *path, int flags, ...)
{
    va_list list;

    va_start(list, flags);
    const mode_t mode = mode_of(flags, list);
    va_end(list);
    return open_or_fail(path, flags | O_LARGEFILE, mode);
}

/* ---- streams: the C library writes them by itself, so that ours are made of the functions above
 * ---- */

static struct {
    FILE *stream;
    int fd;
} streams[STREAMS];

static ssize_t
write_stream(void *cookie, const char *data, size_t size)
{
    const ssize_t n = write((int)(intptr_t)cookie, data, size);

    return n < 0 ? 0 : n; /* a cookie says so that it failed */
}

static int
close_stream(void *cookie)
{
    const int fd = (int)(intptr_t)cookie;

    for (int i = 0; i < STREAMS; i++) {
        if (streams[i].stream != NULL && streams[i].fd == fd) {
            streams[i].stream = NULL;
        }
    }
    return close(fd);
}

FILE *
fdopen(int fd, const char *mode)
{
    static const cookie_io_functions_t functions = {.write = write_stream, .close = close_stream};
    int i = 0;

    while (i < STREAMS && streams[i].stream != NULL) {
        i++;
    }
    if (mode[0] != 'w' || i == STREAMS) {
        return REAL(fdopen)(fd, mode);
    }
    FILE *stream = fopencookie((void *)(intptr_t)fd, mode, functions);
    if (stream != NULL) {
        streams[i].stream = stream;
        streams[i].fd = fd;
    }
    return stream;
}

int
fileno(FILE *stream)
{
    for (int i = 0; i < STREAMS; i++) {
        if (streams[i].stream == stream) {
            return streams[i].fd;
        }
    }
    return REAL(fileno)(stream);
}

/* ---- memory ---- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *data, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *
malloc(size_t size)
{
    return fails(hit(MALLOC, "")) ? NULL : __libc_malloc(size);
}

void *
calloc(size_t n, size_t size)
{
    return fails(hit(MALLOC, "")) ? NULL : __libc_calloc(n, size);
}

void *
realloc(void *data, size_t size)
{
    return fails(hit(MALLOC, "")) ? NULL : __libc_realloc(data, size);
}

void *
aligned_alloc(size_t alignment, size_t size)
{
    return fails(hit(MALLOC, "")) ? NULL : __libc_memalign(alignment, size);
}

int
posix_memalign(void **out, size_t alignment, size_t size)
{
    const int error = hit(MALLOC, "");

    if (error > 0) {
        return error;
    }
    *out = __libc_memalign(alignment, size);
    return *out != NULL ? 0 : ENOMEM;
}
