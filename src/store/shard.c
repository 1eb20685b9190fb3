#include "store/shard.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <quire/version.h>

#include "base/diag.h"
#include "base/file.h"
#include "base/sha256.h"
#include "batch/environment.h"

#define SUFFIX      ".part"
#define SHARD_LIMIT ((size_t)2 * 1024 * 1024 * 1024) /* most bytes of a shard */

/* first byte of what a frame carries */
enum { HEADER = 'h', BEGUN = 'b', GIVEN_BACK = 'g', RECORD = 'r' };

/* what the records of a shard mean: the model, the program, which number is which response */
static void
sign(const struct doe_work *work, char hex[65])
{
    struct quire_sha256 sha;

    quire_sha256_init(&sha);
    quire_sha256_add(&sha, quire_version(), strlen(quire_version()) + 1);
    quire_sha256_add(&sha, work->model_hash, sizeof work->model_hash);
    for (size_t i = 0; i < work->n_response; i++) {
        quire_sha256_add(&sha, work->response[i].from, strlen(work->response[i].from) + 1);
    }
    quire_sha256_finish(&sha, hex);
}

/* ---- writing ---- */

static quire_status
write_out(struct doe_shard *self)
{
    size_t at = 0;

    while (!self->out.failed && at < self->out.size) {
        const ssize_t n = write(self->fd, self->out.data + at, self->out.size - at);
        if (n < 0 && errno != EINTR) {
            return quire_diag_file_error(self->diag, self->path, "cannot be written", errno);
        }
        at += n > 0 ? (size_t)n : 0;
    }
    const bool failed = self->out.failed;
    quire_text_clear(&self->out);
    return failed ? quire_diag_memory_error(self->diag) : QUIRE_OK;
}

static void
add_frame(struct doe_shard *self, struct quire_text *bytes)
{
    doe_frame_add(&self->out, bytes->data, bytes->size);
    self->out.failed = self->out.failed || bytes->failed;
    quire_text_clear(bytes);
}

static quire_status
write_header(struct doe_shard *self, const struct doe_work *work)
{
    struct quire_text bytes = {0};
    char signature[65];

    sign(work, signature);
    quire_text_add_char(&bytes, HEADER);
    doe_put_text(&bytes, signature);
    doe_put_text(&bytes, work->name);
    doe_put_text(&bytes, doe_host());
    add_frame(self, &bytes);
    return doe_shard_commit(self);
}

static quire_status
make_file(struct doe_shard *self, const char *folder, uint64_t slice, uint64_t slices)
{
    struct quire_text name = {0};
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    quire_text_format(&name, "%s/%06llu-of-%llu-%lld%09ld-%s-%ld" SUFFIX, folder,
                      (unsigned long long)slice, (unsigned long long)slices, (long long)now.tv_sec,
                      now.tv_nsec, doe_host(), (long)getpid());
    self->path = quire_text_take(&name);
    if (self->path == NULL) {
        return quire_diag_memory_error(self->diag);
    }
    self->fd = open(self->path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    return self->fd >= 0 ? QUIRE_OK
                         : quire_diag_file_error(self->diag, self->path, "cannot be made", errno);
}

quire_status
doe_shard_open(struct doe_shard *self, const char *directory, const struct doe_work *work,
               uint64_t slice, uint64_t slices, quire_diag *diag)
{
    char *folder = doe_join(directory, DOE_SHARD_FOLDER);
    quire_status status = QUIRE_OK;

    *self = (struct doe_shard){.fd = -1, .diag = diag};
    if (folder == NULL) {
        return quire_diag_memory_error(diag);
    }
    if ((mkdir(directory, 0777) != 0 && errno != EEXIST) ||
        (mkdir(folder, 0777) != 0 && errno != EEXIST)) {
        status = quire_diag_file_error(diag, folder, "cannot be made", errno);
    }
    if (status == QUIRE_OK) {
        status = make_file(self, folder, slice, slices);
    }
    if (status == QUIRE_OK) {
        status = write_header(self, work);
    }
    free(folder);
    if (status != QUIRE_OK) {
        doe_shard_close(self);
    }
    return status;
}

void
doe_shard_close(struct doe_shard *self)
{
    if (self->fd >= 0) {
        close(self->fd);
    }
    self->fd = -1;
    free(self->path);
    self->path = NULL;
    quire_text_clear(&self->out);
}

static quire_status
note(struct doe_shard *self, char what, uint64_t index, const char *id)
{
    struct quire_text bytes = {0};

    quire_text_add_char(&bytes, what);
    doe_put_u64(&bytes, index);
    doe_put_text(&bytes, id);
    add_frame(self, &bytes);
    return write_out(self);
}

quire_status
doe_shard_begin(struct doe_shard *self, uint64_t index, const char *id)
{
    return note(self, BEGUN, index, id);
}

quire_status
doe_shard_give_back(struct doe_shard *self, uint64_t index, const char *id)
{
    return note(self, GIVEN_BACK, index, id);
}

void
doe_shard_add(struct doe_shard *self, const struct doe_record *record)
{
    struct quire_text bytes = {0};

    quire_text_add_char(&bytes, RECORD);
    doe_record_put(&bytes, record);
    add_frame(self, &bytes);
}

quire_status
doe_shard_commit(struct doe_shard *self)
{
    const quire_status status = write_out(self);

    if (status == QUIRE_OK && fsync(self->fd) != 0) {
        return quire_diag_file_error(self->diag, self->path, "cannot be written", errno);
    }
    return status;
}

/* ---- reading ---- */

static bool
is_there(const char *directory, const char *name)
{
    char *path = doe_join(directory, name);
    const bool there = path != NULL && access(path, F_OK) == 0;

    free(path);
    return there;
}

bool
doe_has_shards(const char *directory)
{
    return is_there(directory, DOE_SHARD_FOLDER);
}

bool
doe_is_shared_out(const char *directory)
{
    return doe_has_shards(directory) || is_there(directory, DOE_SCRIPT_FOLDER);
}

struct reading {
    struct doe_shard_reader *reader;
    struct doe_record record;
    char signature[65];
    quire_diag *diag;
};

static quire_status
refuse(const struct reading *r, const char *path, const char *why)
{
    const struct quire_place at = {path, 0, 0};

    return quire_diag_error(r->diag, "E-MODEL", at, NULL,
                            "move it away, or name another folder with -d", "%s", why);
}

static quire_status
take_frame(struct reading *r, const char *path, const char *bytes, size_t size)
{
    struct doe_reader in = {bytes + 1, size - 1, 0, false};
    char text[65];

    if (bytes[0] == HEADER) {
        doe_get_text(&in, text, sizeof text);
        doe_skip_text(&in); /* the study's name */
        doe_get_text(&in, r->record.host, sizeof r->record.host);
        return strcmp(text, r->signature) == 0
                   ? QUIRE_OK
                   : refuse(r, path,
                            "the shard is of another model, list of responses or version of Quire");
    }
    if ((bytes[0] == BEGUN || bytes[0] == GIVEN_BACK) && r->reader->begun != NULL) {
        const uint64_t index = doe_get_u64(&in);
        doe_get_text(&in, text, DOE_ID_SIZE);
        return r->reader->begun(r->reader->self, index, text, bytes[0] == BEGUN ? 1 : -1);
    }
    if (bytes[0] == RECORD && doe_record_get(&r->record, bytes + 1, size - 1)) {
        r->reader->records++;
        return r->reader->take(r->reader->self, &r->record);
    }
    return QUIRE_OK;
}

static quire_status
read_bytes(struct reading *r, const char *path, const char *bytes, size_t size)
{
    size_t at = 0, length, frames = 0, damaged = 0;
    const char *payload;
    quire_status status = QUIRE_OK;

    while (status == QUIRE_OK && at < size) {
        const enum doe_frame_found found = doe_frame_next(bytes, size, &at, &payload, &length);
        if (found == DOE_FRAME_NONE) {
            r->reader->torn++;
            break;
        }
        damaged += found == DOE_FRAME_DAMAGED;
        if (found == DOE_FRAME_WHOLE && length > 0) {
            if (frames++ == 0 && payload[0] != HEADER) {
                status =
                    refuse(r, path, "the shard's first record is damaged, so its run is unknown");
                break;
            }
            status = take_frame(r, path, payload, length);
        }
    }
    if (damaged > 0) {
        r->reader->damaged += damaged;
        quire_diag_warning(r->diag, "W-FILE", (struct quire_place){path, 0, 0}, NULL, NULL,
                           "%zu damaged %s done again", damaged,
                           damaged == 1 ? "record: its run is" : "records: these runs are");
    }
    return status;
}

static quire_status
read_shard(struct reading *r, const char *folder, const char *name)
{
    char *path = doe_join(folder, name), *bytes = NULL;
    size_t size = 0;
    quire_status status = path != NULL ? quire_file_read(&bytes, &size, path, SHARD_LIMIT, r->diag)
                                       : quire_diag_memory_error(r->diag);

    if (status == QUIRE_OK) {
        r->reader->shards++;
        status = read_bytes(r, path, bytes, size);
        free(bytes);
    }
    free(path);
    return status;
}

static int
is_shard(const struct dirent *entry)
{
    const size_t n = strlen(entry->d_name), m = strlen(SUFFIX);

    return entry->d_name[0] != '.' && n > m && strcmp(entry->d_name + n - m, SUFFIX) == 0;
}

static uint64_t
common_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Slices i of n and k of m have runs in common where i and k agree modulo the common divisor of n
 * and m. Names without the number of slices say nothing, so that those shards are read. */
static bool
may_hold_slice(const struct doe_shard_reader *reader, const char *name)
{
    static const char of[] = "-of-";
    char *end;
    const uint64_t slice = strtoull(name, &end, 10);

    if (reader->slices <= 1 || end == name || strncmp(end, of, sizeof of - 1) != 0) {
        return true;
    }
    const char *digits = end + sizeof of - 1;
    const uint64_t slices = strtoull(digits, &end, 10);
    if (end == digits || *end != '-' || slices == 0) {
        return true;
    }
    const uint64_t d = common_divisor(slices, reader->slices);
    return slice % d == reader->slice % d;
}

/* by bytes, in every locale */
static int
by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

quire_status
doe_shards_read(struct doe_shard_reader *reader, const char *directory, const struct doe_work *work,
                quire_diag *diag)
{
    struct reading r = {.reader = reader, .diag = diag};
    char *folder = doe_join(directory, DOE_SHARD_FOLDER);
    struct dirent **entry = NULL;
    quire_status status = QUIRE_OK;

    if (folder == NULL || !doe_record_init(&r.record, work->n_response)) {
        free(folder);
        return quire_diag_memory_error(diag);
    }
    sign(work, r.signature);
    const int n = scandir(folder, &entry, is_shard, by_name);
    if (n < 0 && errno != ENOENT) {
        status = quire_diag_file_error(diag, folder, "cannot be read", errno);
    }
    for (int i = 0; i < n; i++) {
        if (status == QUIRE_OK && may_hold_slice(reader, entry[i]->d_name)) {
            status = read_shard(&r, folder, entry[i]->d_name);
        }
        free(entry[i]);
    }
    free(entry);
    doe_record_clear(&r.record);
    free(folder);
    return status;
}
