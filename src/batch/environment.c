#include "batch/environment.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/sha256.h"

char *
doe_join(const char *directory, const char *name)
{
    const size_t n = strlen(directory), m = strlen(name);
    char *path = malloc(n + m + 2);

    if (path != NULL) {
        memcpy(path, directory, n);
        path[n] = '/';
        memcpy(path + n + 1, name, m + 1);
    }
    return path;
}

const char *
doe_host(void)
{
    static char name[65];

    if (name[0] == '\0' && gethostname(name, sizeof name - 1) != 0) {
        snprintf(name, sizeof name, "unknown");
    }
    return name;
}

static void
hash_program(char hex[65])
{
    struct quire_sha256 sha;
    char block[65536];
    ssize_t n = -1;
    const int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);

    quire_sha256_init(&sha);
    while (fd >= 0 && (n = read(fd, block, sizeof block)) > 0) {
        quire_sha256_add(&sha, block, (size_t)n);
    }
    if (fd >= 0) {
        close(fd);
    }
    if (n == 0) {
        quire_sha256_finish(&sha, hex);
    }
}

const char *
doe_program_hash(void)
{
    static char hex[65];
    static bool known;

    if (!known) { /* many megabytes where the file holds what debuggers want */
        hash_program(hex);
        known = true;
    }
    return hex;
}

/* the numbers of statfs(2) */
const char *
doe_network_file_system_of(long type)
{
    static const struct {
        unsigned long type;
        const char *name;
    } list[] = {
        {0x6969, "nfs"},        {0xff534d42, "cifs"}, {0xfe534d42, "smb2"},   {0x517b, "smb"},
        {0x0bd00bd0, "lustre"}, {0x47504653, "gpfs"}, {0x65735546, "fuse"},   {0x01021997, "9p"},
        {0x00c36400, "ceph"},   {0x5346414f, "afs"},  {0x19830326, "beegfs"}, {0x6b414653, "afs"},
        {0x7461636f, "ocfs2"},  {0x01161970, "gfs2"}, {0xaad7aaea, "panfs"},
    };

    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        if ((unsigned long)(unsigned)type == list[i].type) {
            return list[i].name;
        }
    }
    return NULL;
}

const char *
doe_network_file_system(const char *directory)
{
    struct statfs fs;

    return statfs(directory, &fs) == 0 ? doe_network_file_system_of((long)fs.f_type) : NULL;
}

/* ---- the lock ---- */

static quire_status
tell_holder(int fd, const char *path, quire_diag *diag)
{
    char who[200] = "";
    const struct quire_place at = {path, 0, 0};
    const ssize_t n = pread(fd, who, sizeof who - 1, 0);

    who[n > 0 ? n : 0] = '\0';
    who[strcspn(who, "\n")] = '\0';
    return quire_diag_error(diag, "E-FILE", at, NULL, "wait for it, or end it",
                            "the study is being run%s%s", who[0] != '\0' ? " by " : "", who);
}

static void
sign(int fd)
{
    char text[200], when[40];
    const time_t now = time(NULL);
    struct tm t;

    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &t));
    const int n = snprintf(text, sizeof text, "process %ld on host %s since %s\n", (long)getpid(),
                           doe_host(), when);
    if (ftruncate(fd, 0) != 0 || pwrite(fd, text, (size_t)n, 0) != n) {
        errno = 0; /* a nicety: the lock holds all the same */
    }
}

quire_status
doe_lock_take(struct doe_lock *self, const char *directory, quire_diag *diag)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    quire_status status = QUIRE_OK;
    char *path = doe_join(directory, "lock");

    self->fd = -1;
    if (path == NULL) {
        return quire_diag_memory_error(diag);
    }
    if (mkdir(directory, 0777) != 0 && errno != EEXIST) {
        status = quire_diag_file_error(diag, directory, "the study's folder cannot be made", errno);
    } else if ((self->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666)) < 0) {
        status = quire_diag_file_error(diag, path, "cannot be opened", errno);
    } else if (fcntl(self->fd, F_OFD_SETLK, &lock) == 0) {
        sign(self->fd);
    } else {
        status = errno == EAGAIN || errno == EACCES
                     ? tell_holder(self->fd, path, diag)
                     : quire_diag_file_error(
                           diag, path,
                           "this file system has no locks, so that nothing keeps two apart", errno);
        doe_lock_drop(self);
    }
    free(path);
    return status;
}

void
doe_lock_drop(struct doe_lock *self)
{
    if (self->fd >= 0) {
        close(self->fd);
    }
    self->fd = -1;
}
