/* How far the numbers of a run may be off because steps of time and segments are finite. */
#ifndef QUIRE_ERROR_BARS_H
#define QUIRE_ERROR_BARS_H

#include <quire/run.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct quire_error_bars quire_error_bars;

/* At most so many runs stand behind the bars, the run itself with them. */
#define QUIRE_ERROR_BARS_RUNS 8

/* Repeats `run`, which is one of `model` with these `options` and has been executed, with a tenth
 * of its tolerance, with twice its segments and with both, without files and with twice as many
 * samples; without sheets with three tolerances. From the differences follows an error bar for each
 * check and each figure. If the run has a folder, its summary.json gets them as the member
 * "error-bars".
 *
 * On success *out is the caller's, to be freed with quire_error_bars_destroy(); the run may go
 * before it. A repetition that fails is no error: what it would have told is then not resolved, and
 * diag has a warning. QUIRE_ERROR_USAGE for a run that has not come to its end, QUIRE_ERROR_LIMIT
 * when progress() said no or memory ran out, QUIRE_ERROR_FILE when the summary could not be
 * written. */
QUIRE_API quire_status quire_error_bars_create(quire_error_bars **out, const quire_model *model,
                                               const quire_run *run,
                                               const quire_run_options *options, quire_diag *diag);
QUIRE_API void quire_error_bars_destroy(quire_error_bars *bars);

/* How many runs there were, the first one with them. */
QUIRE_API size_t quire_error_bars_run_count(const quire_error_bars *bars);

/* The verdict of the run itself; but QUIRE_VERDICT_DOUBTFUL where it is not resolved: a check on
 * which it rests came out otherwise in one of the runs, or is nearer to its limit than its bar is
 * long, or a run failed or was doubtful. */
QUIRE_API quire_verdict quire_error_bars_verdict(const quire_error_bars *bars);

/* Half the length of the bar of a figure of the run, by its name as in quire_run_figure(): the true
 * number is expected between the figure less this and the figure more this. HUGE_VAL: not resolved,
 * one of the runs has no such figure. NaN: the run has none, or it is no figure with an error (of
 * the solver; a verdict). */
QUIRE_API double quire_error_bars_figure(const quire_error_bars *bars, const char *name);

/* The same for a number that callers worked out themselves from n runs, of which `tolerance` [m]
 * and `refinement` say how each was run; value[0] is what the bar is for. `unit` is "m", "s", or
 * any other; NULL: none. NaN for no number. */
QUIRE_API double quire_error_bar(const double *value, const char *unit, const double *tolerance,
                                 const int *refinement, size_t n);

/* As a table to read; and the text of summary.json with the member "error-bars" (doc/formats.md).
 * Borrowed. */
QUIRE_API const char *quire_error_bars_text(const quire_error_bars *bars);
QUIRE_API const char *quire_error_bars_summary_json(const quire_error_bars *bars);

#ifdef __cplusplus
}
#endif
#endif
