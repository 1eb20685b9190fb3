/* A table of numbers given as CSV: a header line that names the columns, and rows. */
#ifndef QUIRE_BASE_TABLE_H
#define QUIRE_BASE_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "text/number.h"

#define QUIRE_TABLE_NONE ((size_t)-1) /* stands for a column that there is not */

struct quire_table {
    /* NUL-terminated copy, cut up in place; what is not yet read */
    char *text, *at;
    struct quire_place place; /* of the row read last; its column is 0 */
    char **cell;              /* (n) */
    /* where each begins, and where the row ends, counted in characters from 1 (n + 1) */
    int *column;
    size_t n, capacity;
    quire_diag *diag;
};

/* Copies `size` bytes of text; to be cleared in any case. */
quire_status quire_table_open(struct quire_table *table, const char *csv, size_t size,
                              const char *file_name, quire_diag *diag);
void quire_table_clear(struct quire_table *table);

/* Cuts the next line that is not blank into cells; false at the end, or with *status an error. */
bool quire_table_next(struct quire_table *table, quire_status *status);

/* The place of a cell of the row read last; of one behind its last cell: the line's end. */
struct quire_place quire_table_place(const struct quire_table *table, size_t cell);

/* Whether a cell of the header is `name` or `name [unit]`. *unit is what stands in the brackets,
 * length *n; NULL without brackets. */
bool quire_table_names(const char *cell, const char *name, const char **unit, size_t *n);

/* A cell that is a number and nothing else, as quire_number_read_result(). */
enum quire_number_error quire_table_number(const char *cell, double *value);

/* A hint for a cell that is none: what it has besides the number, if that may be a unit. NULL: no
 * hint. */
const char *quire_table_hint(const char *cell);

/* The row has as many cells as the header had; otherwise one problem is added. */
quire_status quire_table_check_row(const struct quire_table *table, size_t n_header);

#endif
