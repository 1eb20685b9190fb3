/* The folder of a run's results. Its files appear together at the end, or not at all, and one
 * writer has it at a time. */
#ifndef QUIRE_RESULT_FOLDER_H
#define QUIRE_RESULT_FOLDER_H

#include <stdio.h>

#include "base/file.h"
#include "text/text.h"

#define QUIRE_FOLDER_FILES 10

struct quire_folder_file; /* of a folder that is compared */

struct quire_folder {
    const char *path; /* borrowed */
    struct quire_output file[QUIRE_FOLDER_FILES];
    struct quire_folder_file *compared[QUIRE_FOLDER_FILES];
    size_t n_file;
    int lock;                       /* the folder itself, which is locked; -1: it is not */
    struct quire_text *differences; /* NULL: the folder is written */
    quire_diag *diag;               /* may be NULL */
};

#define QUIRE_FOLDER_NONE                                                                          \
    {                                                                                              \
        .lock = -1                                                                                 \
    } /* not begun */

/* Whether a folder of this name can be made, or written to if it is there. Changes nothing. */
quire_status quire_folder_check(const char *path, quire_diag *diag);

/* Makes the folder, with those above it, where it is missing, and takes it until
 * quire_folder_end(): QUIRE_ERROR_FILE while another process, or another part of this one, has it,
 * by whatever name. A process that dies leaves it free. Where a file system has no locks, nothing
 * keeps two apart. */
quire_status quire_folder_begin(struct quire_folder *self, const char *path, quire_diag *diag);

/* Changes nothing: what would be written is compared with the files that are there, and where they
 * differ goes to *differences, one line a file
 * ("series.csv: differs from line 17 on"). */
void quire_folder_begin_compare(struct quire_folder *self, const char *path,
                                struct quire_text *differences, quire_diag *diag);

/* Starts a file of this name in the folder; *out is written with stdio and stays open. */
quire_status quire_folder_add(struct quire_folder *self, const char *name, FILE **out);

/* Makes sure that all files are written, then gives them their names in the order in which they
 * were added. */
quire_status quire_folder_commit(struct quire_folder *self);

/* Removes a file of an earlier run, if there is one. */
quire_status quire_folder_remove(struct quire_folder *self, const char *name);

/* Throws away what was not committed, and leaves the folder to others. Harmless on one that was not
 * begun. */
void quire_folder_end(struct quire_folder *self);

/* "FOLDER/NAME", to be freed; NULL when memory runs out. */
char *quire_folder_join(const char *folder, const char *name);

/* The file of results at `path`, NUL terminated, to be freed. As quire_file_read(); also
 * QUIRE_ERROR_FILE when its last line has no end: all that runs write has one, so the file was cut
 * short. */
quire_status quire_folder_read(char **text, size_t *size, const char *path, size_t most,
                               quire_diag *diag);

#endif
