/* One page that shows what happened in a run. */
#ifndef QUIRE_REPORT_H
#define QUIRE_REPORT_H

#include <stddef.h>

#include <quire/diag.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QUIRE_REPORT_FILE "report.html"
#define QUIRE_REPORT_MOST 8 /* results in one report */

/* Writes one HTML file that needs nothing else, neither other files nor a network, to show the
 * results in n folders (1 to QUIRE_REPORT_MOST), the first of them drawn in full and the others
 * over it: an animation, plots, events, verdicts, figures, the model. `output` is the file; NULL:
 * QUIRE_REPORT_FILE in the first folder. A run that did not finish is shown with what is known of
 * it. QUIRE_ERROR_USAGE for another n; QUIRE_ERROR_FILE where a folder holds no results, a file of
 * finished results is missing or none of ours, or the page cannot be written; QUIRE_ERROR_LIMIT
 * where a file is too large or memory runs out. */
QUIRE_API quire_status quire_report_write(const char *const *directory, size_t n,
                                          const char *output, quire_diag *diag);

/* The data of such a page without the page: JSON of schema "quire-report-1", one object whose
 * "results" are those of the n folders. On success *out is the caller's, to be freed with
 * quire_free(); it ends with a NUL that does not count in *out_size. Otherwise it is NULL, and the
 * status is as above. Writes no file. */
QUIRE_API quire_status quire_report_data(char **out, size_t *out_size, const char *const *directory,
                                         size_t n, quire_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
