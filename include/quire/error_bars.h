/* Discretisation error of a run: how much its numbers may change with smaller time steps and
 * shorter segments. */
#ifndef QUIRE_ERROR_BARS_H
#define QUIRE_ERROR_BARS_H

#include <quire/run.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct quire_error_bars quire_error_bars;

/* Maximum number of runs behind an error bar, including the original run. */
#define QUIRE_ERROR_BARS_RUNS 8

/* Estimates the discretisation error of `run`, an executed run of `model` with these `options`. The
 * run is repeated with a tenth of its tolerance, with twice as many segments, and with both; all
 * repetitions take twice as many samples and write no files. A run without sheets is repeated with
 * three tolerances. The differences give an error bar for each check and each figure. If the run
 * has a folder, its summary.json receives them as the member "error-bars".
 *
 * On success the caller owns *out and frees it with quire_error_bars_destroy(). The run may be
 * destroyed before it. A failed repetition is not an error: the affected numbers are reported as
 * not resolved, and diag has a warning. QUIRE_ERROR_USAGE: the run did not reach its end.
 * QUIRE_ERROR_LIMIT: progress() returned false, or out of memory. QUIRE_ERROR_FILE: the summary
 * cannot be written. */
QUIRE_API quire_status quire_error_bars_create(quire_error_bars **out, const quire_model *model,
                                               const quire_run *run,
                                               const quire_run_options *options, quire_diag *diag);
QUIRE_API void quire_error_bars_destroy(quire_error_bars *bars);

/* The number of runs, including the original one. */
QUIRE_API size_t quire_error_bars_run_count(const quire_error_bars *bars);

/* The verdict of the original run, or QUIRE_VERDICT_DOUBTFUL if the verdict is not resolved. It is
 * not resolved if a deciding check has another verdict in one of the runs, if the distance of its
 * value from its limit is smaller than its error bar, or if a run failed or was doubtful. */
QUIRE_API quire_verdict quire_error_bars_verdict(const quire_error_bars *bars);

/* The error of a figure of the run, named as in quire_run_figure(). The exact value is expected
 * between figure - error and figure + error. HUGE_VAL: not resolved, because one of the runs has no
 * such figure. NaN: the run has no such figure, or the figure has no discretisation error (solver
 * statistics, verdicts). */
QUIRE_API double quire_error_bars_figure(const quire_error_bars *bars, const char *name);

/* Error bar of a number that the caller computed from n runs. value[0] is the number of the
 * original run. `tolerance` [m] and `refinement` give the settings of each run. `unit` is "m", "s",
 * any other unit, or NULL for none. NaN: value[0] is not finite. */
QUIRE_API double quire_error_bar(const double *value, const char *unit, const double *tolerance,
                                 const int *refinement, size_t n);

/* The error bars as a readable table, and the text of summary.json with the member "error-bars"
 * (doc/formats.md). Both strings belong to the object. */
QUIRE_API const char *quire_error_bars_text(const quire_error_bars *bars);
QUIRE_API const char *quire_error_bars_summary_json(const quire_error_bars *bars);

#ifdef __cplusplus
}
#endif
#endif
