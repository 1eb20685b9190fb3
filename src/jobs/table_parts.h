/* What the files share that read a table of runs. */
#ifndef QUIRE_JOBS_TABLE_PARTS_H
#define QUIRE_JOBS_TABLE_PARTS_H

#include "formula/units.h"
#include "jobs/table_runs.h"
#include "table/table.h"

enum doe_table_role {
    DOE_COLUMN_UNKNOWN,
    DOE_COLUMN_RUN,
    DOE_COLUMN_POINT,
    DOE_COLUMN_OUTER,
    DOE_COLUMN_REPLICATE,
    DOE_COLUMN_BLOCK,
    DOE_COLUMN_STATUS,
    DOE_COLUMN_DIAGNOSIS, /* up to here the columns of an export */
    DOE_COLUMN_VARIED,
    DOE_COLUMN_MEASURED,
    DOE_COLUMN_RANDOM,
    DOE_COLUMN_LEFT_OUT
};

struct doe_table_column {
    const char *name, *unit; /* unit: of the header's brackets, "" without */
    struct quire_place place;
    enum doe_table_role role;
    bool noise, words;
    size_t at;                  /* number of the variable, response or random factor */
    const char *own_unit;       /* of a variable's texts: the study's, else `unit` */
    struct quire_unit has, own; /* what `unit` and `own_unit` are worth */
    const struct quire_study_variable *variable;
    const struct quire_study_response *response;
};

struct doe_table_reading {
    struct doe_runs *out;
    const struct doe_table_roles *roles;
    const struct doe_work *work; /* NULL: none */
    /* (responses of the study) of what the study's runs have: a table of measurements beside them,
     * in which noise is left out and every other column is known. NULL: any table */
    const char *const *response_unit;
    struct quire_arena *arena;
    quire_diag *diag;
    const char *path;
    struct quire_table table;
    struct doe_table_column *column;
    size_t n, n_varied, n_measured, n_random, n_row;
    struct quire_groups *random; /* (n_random), and the names of their groups (n_level each) */
    const char ***group;
    size_t **of_group; /* (n_random): by run */
    struct doe_columns of;
    const char **block; /* names of blocks (of.n_block) */
    bool has_status, repeated;
};

/* Reads the header and gives each column its role (table_columns.c). Problems are located in it. */
quire_status doe_table_read_header(struct doe_table_reading *r);
/* Lists the columns without a role: *out is in the arena. */
quire_status doe_table_list_left_out(const struct doe_table_reading *r, const char **out);
size_t doe_table_count(const struct doe_table_reading *r, enum doe_table_role role);

/* Cells (table_runs.c). */
double doe_table_in_si(const char *cell, const struct quire_unit *unit); /* of a number */
/* Of a response, in SI; NaN of an empty cell. */
quire_status doe_table_read_measured(struct doe_table_reading *r, size_t i, double *out);
quire_status doe_table_refuse_number(struct doe_table_reading *r, size_t i);

/* The goals that are asked for, of responses (n_measured); table_goals.c. Reports what is wrong. */
quire_status doe_table_take_goals(const struct doe_table_reading *r,
                                  struct quire_measured *measured);

/* Rows with the same values of all noise get the same draw (table_draws.c), once the runs are
 * described; how many draws there are. False if memory ran out. */
bool doe_table_number_draws(struct doe_table_reading *r, size_t *draws);

#endif
