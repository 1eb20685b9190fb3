/* Runs: simulation of a model, and access to its results. */
#ifndef QUIRE_RUN_H
#define QUIRE_RUN_H

#include <stdbool.h>

#include <quire/model.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct quire_run quire_run;

typedef struct quire_run_options {
    double end_time; /* [s]; default (NaN): of the model */
    /* [s]; 0: only the first and last sample; default (NaN): of the model */
    double sample_interval;
    const char *accuracy;      /* "fast", "standard", "fine"; default (NULL): of the model */
    double position_tolerance; /* [m]; default (NaN): of the model or its accuracy */
    const char *method;        /* "velocity", "generic"; default (NULL): of the model */
    const char *vectors;       /* "own", "serial"; default (NULL): of the model */
    const char *motion;        /* "planar", "spatial"; default (NULL): of the model */
    /* columns of nodes of each sheet (spatial motion only): 2, 3, 5, 9; 0: of the model */
    int columns;
    int refinement;        /* factor on the number of segments of each sheet, 1 to 100; 0: 1 */
    const char *directory; /* folder of the result files; NULL: no files */
    bool force;            /* overwrite results of another model */
    /* 1 or 2, at most the number of processors; 0: 1. Two threads shorten runs with large piles;
     * the results are identical to the last bit. */
    int threads;
    /* limit of the processor time of the thread that executes the run [s]; NaN: none */
    double time_limit;
    /* Names of the figures that the caller will read with quire_run_figure() (n_figure); NULL: any.
     * The strings must exist until the run has ended. A run without a folder omits samples that
     * none of these figures needs. The values of the figures do not depend on this list. */
    const char *const *figures;
    size_t n_figure;
    /* Commands of a simulation that is to be repeated (quire/sim.h): the text of commands.jsonl of
     * its results; NULL: none. */
    const char *commands;
    /* Called repeatedly with the current time of the simulation; returning false ends the run with
     * QUIRE_ERROR_LIMIT. May be NULL. */
    bool (*progress)(void *user, double time, double end_time);
    void *user;
} quire_run_options;

QUIRE_API quire_run_options quire_run_options_default(void);

/* Prepares a run of `model` without executing it, and adds likely problems to diag: overlaps at the
 * start, sensors that no sheet can reach, checks that cannot pass. QUIRE_OK: a run can start; there
 * may be warnings. QUIRE_ERROR_LIMIT: a limit is exceeded, or memory ran out. */
QUIRE_API quire_status quire_model_check(const quire_model *model, quire_diag *diag);

/* Creates a run of `model`, which must exist longer than the run. On success the caller owns *out
 * and frees it with quire_run_destroy(). */
QUIRE_API quire_status quire_run_create(quire_run **out, const quire_model *model,
                                        const quire_run_options *options, quire_diag *diag);
QUIRE_API void quire_run_destroy(quire_run *run);

/* Adds the problems that quire_model_check() finds to diag, for an existing run.
 * quire_run_execute() does not search for them. */
QUIRE_API void quire_run_check(const quire_run *run, quire_diag *diag);

/* Simulates the run to its end, and writes the result files if a directory is set. Returns QUIRE_OK
 * even if checks failed; see quire_run_verdict(). A run can be executed once: a second call returns
 * QUIRE_ERROR_USAGE and changes nothing. */
QUIRE_API quire_status quire_run_execute(quire_run *run, quire_diag *diag);

/* The verdict of a run. */
typedef enum quire_verdict {
    /* all checks of the model were evaluated and passed, and nothing makes the results doubtful */
    QUIRE_VERDICT_PASSED,
    QUIRE_VERDICT_FAILED, /* a check failed */
    /* no check failed, but the results are not reliable; "doubts" in the summary has the reasons */
    QUIRE_VERDICT_DOUBTFUL,
    /* no check failed, but a check was not evaluated or the model has no checks */
    QUIRE_VERDICT_NOT_EVALUATED,
    QUIRE_VERDICT_NONE, /* the run did not reach its end or was not executed */
} quire_verdict;

/* The verdict, available after quire_run_execute(). */
QUIRE_API quire_verdict quire_run_verdict(const quire_run *run);

/* A verdict as text, as in summary.json: "passed", "failed", "doubtful", "not evaluated", "not
 * available". Static string. */
QUIRE_API const char *quire_verdict_text(quire_verdict verdict);

/* Returns true after quire_run_execute() if the verdict is QUIRE_VERDICT_PASSED. */
QUIRE_API bool quire_run_passed(const quire_run *run);

/* A figure of summary.json by its dotted name ("s1.lead.time", "page.lead.path", "solver.steps",
 * "energy.residual"). NaN: no such figure. */
QUIRE_API double quire_run_figure(const quire_run *run, const char *name);

/* The recorded time series: column names as in series.csv, and rows of values in SI. `progress` may
 * read the rows recorded so far. */
QUIRE_API size_t quire_run_column_count(const quire_run *run);
QUIRE_API const char *quire_run_column_name(const quire_run *run, size_t column);
QUIRE_API size_t quire_run_row_count(const quire_run *run);
QUIRE_API double quire_run_value(const quire_run *run, size_t row, size_t column);
/* Copies one column from the first row, at most `capacity` values. Returns the number of rows. */
QUIRE_API size_t quire_run_column(const quire_run *run, size_t column, double *values,
                                  size_t capacity);

/* An event, as in events.csv. The strings belong to the run. Missing strings are NULL, a missing
 * value is NaN. */
typedef struct quire_run_event {
    double time; /* [s] */
    const char *kind, *source, *signal, *sheet, *detail;
    double value; /* [SI] */
} quire_run_event;

/* The events in order of time. `progress` may read the events recorded so far; those up to the time
 * passed to it are final. */
QUIRE_API size_t quire_run_event_count(const quire_run *run);
QUIRE_API quire_run_event quire_run_event_at(const quire_run *run, size_t i);

/* The positions of a sheet's nodes at the last sample [m], from the trailing edge, at most
 * `capacity` nodes. x and y may be NULL if `capacity` is 0. Returns the number of nodes; 0: no such
 * sheet. */
QUIRE_API size_t quire_run_nodes(const quire_run *run, const char *sheet, double *x, double *y,
                                 size_t capacity);

/* The folder of the result files; NULL: none. The string belongs to the run. */
QUIRE_API const char *quire_run_directory(const quire_run *run);

/* The summary as about ten readable lines, and as the JSON text of summary.json. Both strings
 * belong to the run. */
QUIRE_API const char *quire_run_summary_text(const quire_run *run);
QUIRE_API const char *quire_run_summary_json(const quire_run *run);

/* Repeats the run whose results are in `directory`, and compares the results. The model, parameters
 * and options are those kept in the folder. Compared are summary.json without its provenance but
 * with the hash of the final state, and every byte of the other result files. Writes no files.
 * `progress` and `user` are as in quire_run_options.
 *
 * *same is set to true if there is no difference. *report has up to 20 differences of the summary
 * and each differing file, one per line; the caller frees it with quire_free(). QUIRE_ERROR_FILE:
 * the folder has no readable results, or its model file was changed. */
QUIRE_API quire_status quire_verify(const char *directory, bool *same, char **report,
                                    bool (*progress)(void *user, double time, double end_time),
                                    void *user, quire_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
