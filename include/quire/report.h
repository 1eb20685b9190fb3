/* HTML report of one or several runs. */
#ifndef QUIRE_REPORT_H
#define QUIRE_REPORT_H

#include <stddef.h>

#include <quire/diag.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QUIRE_REPORT_FILE "report.html"
#define QUIRE_REPORT_MOST 8 /* maximum number of results in a report */

/* Writes a report of the results in n folders (1 to QUIRE_REPORT_MOST) as one self-contained HTML
 * file, which needs no other files and no network. It has an animation, plots, events, verdicts,
 * figures and the model. The first result is drawn in full, the others as overlays. `output` is the
 * file to write; default (NULL): QUIRE_REPORT_FILE in the first folder. For a run that did not
 * finish, the report has the available data. QUIRE_ERROR_USAGE: n is out of range.
 * QUIRE_ERROR_FILE: a folder has no results, a result file is missing or was not written by Quire,
 * or the report cannot be written. QUIRE_ERROR_LIMIT: a file is too large, or out of memory. */
QUIRE_API quire_status quire_report_write(const char *const *directory, size_t n,
                                          const char *output, quire_diag *diag);

/* The same with remedies of the first result, if it failed: the JSON document of
 * quire_explain_cures(), with or without pictures. NULL: none. */
QUIRE_API quire_status quire_report_write_with_cures(const char *const *directory, size_t n,
                                                     const char *output, const char *cures,
                                                     quire_diag *diag);

/* Creates the data of a report without the page: JSON of the schema "quire-report-1", one object
 * whose "results" are those of the n folders. Writes no file. On success the caller owns *out and
 * frees it with quire_free(); *out_size is its length without the final NUL. On failure *out is
 * NULL. Errors as for quire_report_write(). */
QUIRE_API quire_status quire_report_data(char **out, size_t *out_size, const char *const *directory,
                                         size_t n, quire_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
