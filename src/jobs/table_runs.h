/* The runs of a table: of an export, of measurements, of another program's study. */
#ifndef QUIRE_JOBS_TABLE_RUNS_H
#define QUIRE_JOBS_TABLE_RUNS_H

#include "jobs/merge.h"

/* How the rows of a table came about. */
enum doe_table_rows {
    /* as the study has drawn them; else independent in tables of measurements, which have no column
     * `status`, and in exports that repeat settings; nothing is random in other exports */
    DOE_ROWS_AUTO,
    DOE_ROWS_INDEPENDENT, /* each has a random error of its own, as measurements have */
    DOE_ROWS_REPEATABLE   /* nothing is random: the same values give the same row again */
};

/* What is desired of a response, as <response> has it: "larger", "16 mm". */
struct doe_table_goal {
    enum doe_goal_kind {
        DOE_GOAL_BETTER,
        DOE_GOAL_TARGET,
        DOE_GOAL_MINIMUM,
        DOE_GOAL_MAXIMUM,
        DOE_GOAL_IMPORTANCE
    } kind;
    const char *name; /* of the response; NULL: the only one */
    const char *value;
};

/* What the columns are. Lists are names between commas; NULL: see doe_gather_table(). */
struct doe_table_roles {
    const char *factors, *noise, *responses, *block, *words, *random;
    enum doe_table_rows rows;
    /* of the models of all responses, as <response> has them; terms NULL: not given */
    const char *terms;
    enum quire_transform transform;
    bool select;
    const struct doe_table_goal *goal; /* (n_goal) */
    size_t n_goal;
};

/* Reads the CSV file at `path`. The header names the columns, "name" or "name [unit]"; cells are
 * numbers in that unit, or words. An empty cell is allowed in the column of a response: a run
 * without a number.
 *
 * Columns of an export of ours are known by their names. With a study (may be NULL) its variables
 * and responses are the columns of their names, all others are left out. Without a study and
 * without `roles->responses` the last column is the response, and without `roles->factors` all
 * columns that have no other role are factors.
 *
 * Start with {0}; clear with doe_runs_clear(), before `work`. *left_out (in the arena) lists
 * columns without a role, "" if there are none. Problems are located in the table:
 * QUIRE_ERROR_INPUT; QUIRE_ERROR_FILE if it cannot be read. */
quire_status doe_gather_table(struct doe_runs *out, const char *path,
                              const struct doe_table_roles *roles, const struct doe_work *work,
                              const char **left_out, quire_diag *diag);

#endif
