/* Measurements beside the runs of a study: read from a table, kept in the study's folder, and
 * compared with what was simulated. */
#ifndef QUIRE_JOBS_MEASURED_H
#define QUIRE_JOBS_MEASURED_H

#include "analysis/agreement.h"
#include "jobs/merge.h"

struct doe_settings;

#define DOE_MEASURED_FILE "measured.csv"

struct doe_measured {
    struct quire_arena *arena; /* owns its arrays */
    size_t n_row, n_setting;   /* rows; settings among them */
    size_t n_missing;          /* empty cells of responses */
    size_t n_response;         /* of the study */
    size_t *setting;           /* (n_row): number of the setting; SIZE_MAX: it has no runs */
    /* (responses of the study): numbers by row (n_row), in the unit of the study's runs; NULL where
     * there is no such column */
    double **value;
    const char *left_out; /* columns of noise, with commas */
    const char *source;   /* name of the file that was imported */
};

/* Reads a table (measured_table.c); `path` is for messages. Rows at other settings than these are
 * refused (`all`) or have none. Start with {0}; clear in the end. */
quire_status doe_read_measured(struct doe_measured *out, const char *csv, size_t size,
                               const char *path, struct doe_settings *settings,
                               const char *const *unit, bool all, quire_diag *diag);
void doe_measured_clear(struct doe_measured *self);

/* Reads the CSV file at `path` and keeps a copy, with its checksum, in the folder. unit (responses
 * of the study): of what its runs have. Problems are located in the table: QUIRE_ERROR_INPUT. A
 * copy that is there already is replaced only with `force`: QUIRE_ERROR_FILE. Start with {0}; clear
 * in the end. */
quire_status doe_import_measured(struct doe_measured *out, const char *path,
                                 const struct doe_work *work, const char *const *unit,
                                 const char *directory, bool force, quire_diag *diag);

/* Compares the runs with the copy in the folder, and lets them have the result; nothing where there
 * is none. A copy that does not fit the study is left out, with a warning. */
quire_status doe_compare_measured(struct doe_runs *runs, const struct doe_work *work,
                                  const char *directory, double confidence, quire_diag *diag);

#endif
