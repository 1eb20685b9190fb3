/* Reading whole files and writing them so that a half-written one is never seen. */
#ifndef QUIRE_BASE_FILE_H
#define QUIRE_BASE_FILE_H

#include <stddef.h>
#include <stdio.h>

#include <quire/diag.h>

#define QUIRE_FILE_LIMIT ((size_t)16 * 1024 * 1024) /* largest model or study file */

/* Reads the regular file at `path`, at most `limit` bytes. On success *out is the caller's, to be
 * freed with free(), and ends with a NUL that does not count in *size. A directory, FIFO, device or
 * socket is refused without waiting for it: QUIRE_ERROR_FILE. Larger than the limit:
 * QUIRE_ERROR_LIMIT. */
quire_status quire_file_read(char **out, size_t *size, const char *path, size_t limit,
                             quire_diag *diag);

/* Opens the regular file at `path` below `folder` ("" is the working folder) for reading: names
 * with slashes between them, none of them empty, "." or "..", and no symbolic link on the way, so
 * that nothing outside the folder can be reached. Returns the descriptor, or -1 with the reason in
 * `why`. */
int quire_file_open_below(const char *folder, const char *path, char *why, size_t size);

/* Reads what a descriptor was opened for, as quire_file_read() does, and closes it; `path` is for
 * messages. */
quire_status quire_file_read_open(char **out, size_t *size, int fd, const char *path, size_t limit,
                                  quire_diag *diag);

/* A file being written. Its content appears under its name only when quire_output_close() has
 * succeeded; until then, and on every failure, a file that was there before stays as it was. A
 * target that is no regular file (/dev/stdout, a pipe, a symbolic link) is written directly, with
 * the warning W-FILE for links. */
struct quire_output {
    FILE *stream; /* write here; NULL when not open */
    char *path;
    char *temporary;         /* NULL: written directly */
    struct quire_sink *sink; /* what the stream writes into */
};

quire_status quire_output_open(struct quire_output *out, const char *path, quire_diag *diag);
/* Of the open file, which may still be in the stream's buffer. */
int quire_output_descriptor(const struct quire_output *out);
/* Flushes, syncs, renames, each step checked. */
quire_status quire_output_close(struct quire_output *out, quire_diag *diag);
/* The same for n files of one folder: none gets its name before all are on the disk, and the last
 * one's name is there only when the others' are. Those that could not be finished are thrown away.
 */
quire_status quire_output_close_all(struct quire_output *out, size_t n, quire_diag *diag);
/* Throws away what was written; the old file stays. Harmless on a closed or zeroed struct. */
void quire_output_abandon(struct quire_output *out);

/* Writes `size` bytes as the file at `path`, in the same way. */
quire_status quire_file_save(const char *path, const char *bytes, size_t size, quire_diag *diag);

#endif
