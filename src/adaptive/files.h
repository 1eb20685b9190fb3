/* The files in which a study that goes on by itself says its designs, beside the study's own:
 * STUDY-improve.xml, the study with one more design, and STUDY-improve.csv, that design's points.
 */
#ifndef QUIRE_ADAPTIVE_FILES_H
#define QUIRE_ADAPTIVE_FILES_H

#include <stdbool.h>

#include <quire/diag.h>

#include "batch/study_plan.h"

struct doe_improve_files {
    char *study, *table, *directory; /* owned; the directory is that of the store */
};

/* Names from the study's path and the directory of its own store. */
bool doe_improve_files_name(struct doe_improve_files *out, const char *study,
                            const char *directory);
void doe_improve_files_clear(struct doe_improve_files *self);

/* The study as it is with the table. Cleared by the caller. */
quire_status doe_improve_study_text(struct quire_text *out, const struct doe_work *work,
                                    const struct doe_improve_files *files, quire_diag *diag);
/* E-FILE if there is a study file that says something else. */
quire_status doe_improve_may_write(const struct quire_text *text,
                                   const struct doe_improve_files *files, quire_diag *diag);

/* Adds lines to the table, which gets a header where it is new; then the study file is written
 * where it is not there. Both appear whole or not at all. */
quire_status doe_improve_add(const struct doe_improve_files *files, const struct doe_work *work,
                             const struct quire_text *lines, const struct quire_text *study,
                             quire_diag *diag);
bool doe_improve_has_table(const struct doe_improve_files *files);

#endif
