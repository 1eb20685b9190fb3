/* Runs: simulating a model and looking at what comes out. */
#ifndef QUIRE_RUN_H
#define QUIRE_RUN_H

#include <stdbool.h>

#include <quire/model.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct quire_run quire_run;

typedef struct quire_run_options {
    double end_time;        /* [s]; NaN: as the model says */
    double sample_interval; /* [s]; NaN: as the model says; 0: no samples but the first and last */
    const char *accuracy;   /* "fast", "standard", "fine"; NULL: as the model says */
    double position_tolerance; /* [m]; NaN: as the model or accuracy says */
    const char *method;        /* "velocity", "generic"; NULL: as the model says */
    const char *vectors;       /* "own", "serial"; NULL: as the model says */
    const char *motion;        /* "planar", "spatial"; NULL: as the model says */
    /* of nodes of all sheets in spatial motion: 2, 3, 5, 9; 0: as the model says */
    int columns;
    int refinement;        /* times as many segments of each sheet as the model says; 0: as many */
    const char *directory; /* where result files go; NULL: no files */
    bool force;            /* overwrite another model's results */
    /* 1 or 2, at most one for each processor; 0: 1. With two, large piles take less time; results
     * are the same to the last bit. */
    int threads;
    double time_limit; /* processor time of the thread that executes the run [s]; NaN: none */
    /* Names of the figures that quire_run_figure() is asked for afterwards, kept by the caller
     * until the run has ended (n_figure); NULL: of any. Of a run without a folder, samples that
     * none of them is made from are then not taken; no figure differs by that in a bit. */
    const char *const *figures;
    size_t n_figure;
    /* Called now and then with the time reached; returning false ends the run with
     * QUIRE_ERROR_LIMIT. May be NULL. */
    bool (*progress)(void *user, double time, double end_time);
    void *user;
} quire_run_options;

QUIRE_API quire_run_options quire_run_options_default(void);

/* Sets `model` up as a run would, without running it, and adds to diag whatever looks like trouble:
 * overlaps at the start, sensors that no sheet can reach, checks that cannot be met. Returns
 * QUIRE_OK when a run could start, also with warnings. */
QUIRE_API quire_status quire_model_check(const quire_model *model, quire_diag *diag);

/* Builds a run of `model`, which must outlive it. On success *out is the caller's, to be freed with
 * quire_run_destroy(). */
QUIRE_API quire_status quire_run_create(quire_run **out, const quire_model *model,
                                        const quire_run_options *options, quire_diag *diag);
QUIRE_API void quire_run_destroy(quire_run *run);

/* Adds to diag what quire_model_check() finds, of a run that has been built: quire_run_execute()
 * itself does not look for it. */
QUIRE_API void quire_run_check(const quire_run *run, quire_diag *diag);

/* Simulates up to the end, writes the result files if a directory is set. QUIRE_OK also when checks
 * failed: see quire_run_verdict(). Once a run: QUIRE_ERROR_USAGE the second time, and nothing is
 * changed. */
QUIRE_API quire_status quire_run_execute(quire_run *run, quire_diag *diag);

/* What a run came to. */
typedef enum quire_verdict {
    /* every check of the model was evaluated, none failed, and nothing makes the results doubtful
     */
    QUIRE_VERDICT_PASSED,
    QUIRE_VERDICT_FAILED, /* a check failed */
    /* none failed, but the results cannot be trusted: see "doubts" in the summary */
    QUIRE_VERDICT_DOUBTFUL,
    /* none failed, but a check of the model was not evaluated, or no check at all was */
    QUIRE_VERDICT_NOT_EVALUATED,
    QUIRE_VERDICT_NONE, /* the run did not come to its end, or has not been executed */
} quire_verdict;

/* After quire_run_execute(). */
QUIRE_API quire_verdict quire_run_verdict(const quire_run *run);

/* A verdict in words, as in summary.json: "passed", "failed", "doubtful", "not evaluated", "not
 * available". Static text. */
QUIRE_API const char *quire_verdict_text(quire_verdict verdict);

/* After quire_run_execute(): true when the verdict is QUIRE_VERDICT_PASSED. */
QUIRE_API bool quire_run_passed(const quire_run *run);

/* A figure of summary.json by its dotted name ("s1.lead.time", "page.lead.path", "solver.steps",
 * "energy.residual"); NaN if there is none. */
QUIRE_API double quire_run_figure(const quire_run *run, const char *name);

/* The recorded series: column names as in series.csv, and rows of SI numbers. `progress` may look
 * at the rows so far. */
QUIRE_API size_t quire_run_column_count(const quire_run *run);
QUIRE_API const char *quire_run_column_name(const quire_run *run, size_t column);
QUIRE_API size_t quire_run_row_count(const quire_run *run);
QUIRE_API double quire_run_value(const quire_run *run, size_t row, size_t column);
/* One column, from the first row on: at most `capacity` numbers. Returns the number of rows. */
QUIRE_API size_t quire_run_column(const quire_run *run, size_t column, double *values,
                                  size_t capacity);

/* Something that happened, as events.csv has it. Texts are borrowed from the run; those that there
 * are not are NULL, a value NaN. */
typedef struct quire_run_event {
    double time; /* [s] */
    const char *kind, *source, *signal, *sheet, *detail;
    double value; /* SI */
} quire_run_event;

/* Events in time order. `progress` may look at those so far; the ones up to the time that it is
 * told stay as they are. */
QUIRE_API size_t quire_run_event_count(const quire_run *run);
QUIRE_API quire_run_event quire_run_event_at(const quire_run *run, size_t i);

/* The sheet's nodes at the last sample: positions [m], trailing edge first, at most `capacity` (x
 * and y may be NULL where that is 0). Returns the number of nodes, 0 if there is no such sheet. */
QUIRE_API size_t quire_run_nodes(const quire_run *run, const char *sheet, double *x, double *y,
                                 size_t capacity);

/* Where the result files are; NULL if there are none. Borrowed from the run. */
QUIRE_API const char *quire_run_directory(const quire_run *run);

/* The summary as ten readable lines, and as the JSON text of summary.json; borrowed from the run.
 */
QUIRE_API const char *quire_run_summary_text(const quire_run *run);
QUIRE_API const char *quire_run_summary_json(const quire_run *run);

/* Repeats the run whose results lie in `directory`, from the model file kept there with the
 * parameters and options of its manifest, and compares everything in summary.json but its
 * provenance, the hash of the end state included, and every byte of the other files that a run
 * writes. *same tells the outcome; *report lists up to 20 differences of the summary and each file
 * that differs, one a line, and is the caller's, to be freed with quire_free(). Writes no files.
 * `progress` and `user` are as in quire_run_options. QUIRE_ERROR_FILE when there are no results
 * that can be read or the kept model file has changed. */
QUIRE_API quire_status quire_verify(const char *directory, bool *same, char **report,
                                    bool (*progress)(void *user, double time, double end_time),
                                    void *user, quire_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
