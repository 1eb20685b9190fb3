/* The one reader of tables: a header line that names the columns, and rows, as spreadsheets,
 * statistics programs and instruments write them (doc/guide/tables.md). All who read a table read
 * it through this one, so that it means the same to all. */
#ifndef QUIRE_TABLE_TABLE_H
#define QUIRE_TABLE_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "table/columns.h"
#include "table/dialect.h"
#include "text/text.h"

#define QUIRE_TABLE_NONE    ((size_t)-1) /* stands for a column that there is not */
#define QUIRE_TABLE_COLUMNS 1000         /* most of a table */

struct quire_table {
    /* UTF-8, NUL-terminated, cut up in place; what is not yet read */
    char *text, *at;
    struct quire_table_dialect dialect;
    bool own;                 /* was written by Quire: what is in it is as it is */
    struct quire_place place; /* of the row read last; its column is 0 */
    char **cell;              /* (n) */
    /* where each begins, and where the row ends, counted in characters from 1 (n + 1) */
    int *column;
    size_t n, capacity;
    /* of the header's columns (n_known); where the header is. Nothing is known of own tables */
    struct quire_table_column *known;
    char **name; /* (n_known), of the cells of the header */
    size_t n_known;
    bool has_rows; /* below the header */
    struct quire_place header;
    quire_diag *diag;
};

/* Copies `size` bytes and finds out how they are written: UTF-8 or UTF-16, lines, separator,
 * decimal commas, names of rows. What may be read in two ways is refused with both. To be
 * cleared in any case. */
quire_status quire_table_open(struct quire_table *table, const char *csv, size_t size,
                              const char *file_name, quire_diag *diag);
/* The same of what Quire has written itself: commas and points. */
quire_status quire_table_open_own(struct quire_table *table, const char *csv, size_t size,
                                  const char *file_name, quire_diag *diag);
/* The same text once more, from its header on, of an open table. */
quire_status quire_table_again(struct quire_table *table, const char *csv, size_t size);
void quire_table_clear(struct quire_table *table);

/* Cuts the next line that is not blank into cells; false at the end, or with *status an error. The
 * first one is the header, in which "name (mm)" and "name, mm" become "name [mm]". Numbers get
 * points and plain minus signs. Names of rows are left out. */
bool quire_table_next(struct quire_table *table, quire_status *status);
/* The header; E-MISSING if there is none, or no row below it. */
quire_status quire_table_header(struct quire_table *table);

/* The place of a cell of the row read last; of one behind its last cell: the line's end. */
struct quire_place quire_table_place(const struct quire_table *table, size_t cell);

/* Whether a cell of the header is `name` or `name [unit]`. *unit is what stands in the brackets,
 * length *n; NULL without brackets. */
bool quire_table_names(const char *cell, const char *name, const char **unit, size_t *n);

/* "name [unit]" as the two, in the arena; unit NULL without brackets at the end. False: memory ran
 * out. */
bool quire_table_split(struct quire_arena *arena, const char *cell, const char **name,
                       const char **unit);

/* What another program has the column for: "JMP's pattern of levels"; NULL: nothing is known. */
const char *quire_table_foreign(const struct quire_table *table, size_t column);

/* Lists columns that a reader does not use (of n_known; NULL: none), with what they are, and names
 * of rows. */
void quire_table_list(struct quire_text *out, const struct quire_table *table, const bool *unused);
/* Adds that list as the note N-COLUMNS, if there are any. */
quire_status quire_table_note(const struct quire_table *table, const bool *unused);
/* The same of all columns but the n ones that are used; QUIRE_TABLE_NONE among them is none. */
quire_status quire_table_note_others(const struct quire_table *table, const size_t *used, size_t n);

/* A cell that is a number and nothing else, as quire_number_read_result(). */
enum quire_number_error quire_table_number(const char *cell, double *value);

/* A hint for a cell that is none: what it has besides the number, if that may be a unit. NULL: no
 * hint. */
const char *quire_table_hint(const char *cell);

/* Adds that a cell of the column `name` is no number and returns the status; `hint` where
 * quire_table_hint() has none. */
quire_status quire_table_refuse_number(const struct quire_table *table, size_t cell,
                                       const char *name, const char *hint);

/* The row has as many cells as the header had; otherwise one problem is added. */
quire_status quire_table_check_row(const struct quire_table *table, size_t n_header);

#endif
