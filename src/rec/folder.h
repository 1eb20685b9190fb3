/* The folder of a run's results. Its files appear together at the end, or not at all. */
#ifndef QUIRE_REC_FOLDER_H
#define QUIRE_REC_FOLDER_H

#include <stdio.h>

#include "base/file.h"

#define QUIRE_FOLDER_FILES 10

struct quire_folder {
    const char *path; /* borrowed */
    struct quire_output file[QUIRE_FOLDER_FILES];
    size_t n_file;
    quire_diag *diag; /* may be NULL */
};

/* Whether a folder of this name can be made, or written to if it is there. Changes nothing. */
quire_status quire_folder_check(const char *path, quire_diag *diag);

/* Makes the folder, with those above it, where it is missing. */
quire_status quire_folder_begin(struct quire_folder *self, const char *path, quire_diag *diag);

/* Starts a file of this name in the folder; *out is written with stdio and stays open. */
quire_status quire_folder_add(struct quire_folder *self, const char *name, FILE **out);

/* Makes sure that all files are written, then gives them their names in the order in which they were added. */
quire_status quire_folder_commit(struct quire_folder *self);

/* Removes a file of an earlier run, if there is one. */
quire_status quire_folder_remove(struct quire_folder *self, const char *name);

/* Throws away what was not committed. */
void quire_folder_end(struct quire_folder *self);

/* "FOLDER/NAME", to be freed; NULL when memory runs out. */
char *quire_folder_join(const char *folder, const char *name);

/* The file of results at `path`, NUL terminated, to be freed. As quire_file_read(); also QUIRE_ERROR_FILE when its last line has no end: all that runs
 * write has one, so the file was cut short. */
quire_status quire_folder_read(char **text, size_t *size, const char *path, size_t most, quire_diag *diag);

#endif
