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
    double end_time;         /* [s]; NaN: as the model says */
    double sample_interval;  /* [s]; NaN: as the model says; 0: no samples but the first and last */
    const char *accuracy;    /* "fast", "standard", "fine"; NULL: as the model says */
    double position_tolerance; /* [m]; NaN: as the model or accuracy says */
    const char *method;      /* "velocity", "generic"; NULL: as the model says */
    const char *vectors;     /* "own", "serial"; NULL: as the model says */
    const char *directory;   /* where result files go; NULL: no files */
    bool force;              /* overwrite another model's results */
    double time_limit;       /* processor time [s]; NaN: none */
    /* Called now and then with the time reached; returning false ends the run with QUIRE_ERROR_LIMIT. May be NULL. */
    bool (*progress)(void *user, double time, double end_time);
    void *user;
} quire_run_options;

QUIRE_API quire_run_options quire_run_options_default(void);

/* Builds a run of `model`, which must outlive it. On success *out is the caller's, to be freed with quire_run_destroy(). */
QUIRE_API quire_status quire_run_create(quire_run **out, const quire_model *model, const quire_run_options *options, quire_diag *diag);
QUIRE_API void quire_run_destroy(quire_run *run);

/* Simulates up to the end, writes the result files if a directory is set. QUIRE_OK also when checks failed: see quire_run_verdict(). */
QUIRE_API quire_status quire_run_execute(quire_run *run, quire_diag *diag);

/* After quire_run_execute(): true when every check passed. */
QUIRE_API bool quire_run_passed(const quire_run *run);

/* A figure of summary.json by its dotted name ("s1.lead.time", "page.lead.path", "solver.steps", "energy.residual");
 * NaN if there is none. */
QUIRE_API double quire_run_figure(const quire_run *run, const char *name);

/* The recorded series: column names as in series.csv, and rows of SI numbers. */
QUIRE_API size_t quire_run_column_count(const quire_run *run);
QUIRE_API const char *quire_run_column_name(const quire_run *run, size_t column);
QUIRE_API size_t quire_run_row_count(const quire_run *run);
QUIRE_API double quire_run_value(const quire_run *run, size_t row, size_t column);

/* The sheet's nodes at the last sample: n_node positions [m], trail edge first. Returns the number of nodes, 0 if there is no such sheet. */
QUIRE_API size_t quire_run_nodes(const quire_run *run, const char *sheet, double *x, double *y, size_t capacity);

/* The summary as ten readable lines, and as the JSON text of summary.json; borrowed from the run. */
QUIRE_API const char *quire_run_summary_text(const quire_run *run);
QUIRE_API const char *quire_run_summary_json(const quire_run *run);

#ifdef __cplusplus
}
#endif
#endif
