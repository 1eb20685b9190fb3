/* How a table is written: what separates its cells, how its numbers look, whether its rows have
 * names. */
#ifndef QUIRE_TABLE_DIALECT_H
#define QUIRE_TABLE_DIALECT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

struct quire_table_dialect {
    char separator;     /* ',', ';', '\t'; ' ': any number of blanks */
    bool decimal_comma; /* "4,5" is a number */
    bool row_names;     /* each row begins with a cell that is of no column of the header */
    bool names_headed;  /* and the header begins with an empty cell above them */
};

/* One cell of a line of text. */
struct quire_table_cell {
    const char *start;       /* where it begins, with its quote */
    const char *begin, *end; /* without blanks and quotes around it; doubled quotes are left */
    const char *stop;        /* its separator, or the line's end */
    const char *next;        /* the next cell; NULL: there is none */
    bool quoted;
};

/* The cell that begins at `at`, of a line that ends with '\n' or NUL. In a header whose separators
 * are blanks a unit in brackets belongs to the name before it. */
struct quire_table_cell quire_table_cut(const char *at, char separator, bool header);

/* The next line that is not blank, from *at on, which moves behind it; NULL at the end. */
const char *quire_table_line(const char **at, int *line);

/* Reads the lines "sep=;" and "decimal=," at the beginning, which declare what they say; *at moves
 * behind them, and *line counts them. */
void quire_table_declared(struct quire_table_dialect *out, const char **at, int *line);

/* Finds out what is not declared from the header and the rows. What may be read in two ways is
 * refused with both. `at` and `place` are where the header begins. */
quire_status quire_table_recognise(struct quire_table_dialect *d, const char *at,
                                   struct quire_place place, quire_diag *diag);

#endif
