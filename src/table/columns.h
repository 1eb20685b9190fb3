/* What the cells and columns of a table are, and what other programs write into tables. */
#ifndef QUIRE_TABLE_COLUMNS_H
#define QUIRE_TABLE_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum quire_table_sort {
    QUIRE_TABLE_EMPTY,
    QUIRE_TABLE_WHOLE,              /* "12" */
    QUIRE_TABLE_POINT,              /* "1.5", "1e3" */
    QUIRE_TABLE_COMMA,              /* "1,5": a number where commas are decimal */
    QUIRE_TABLE_COMMA_OR_THOUSANDS, /* "1,250" */
    QUIRE_TABLE_ALMOST,             /* "1.234,5", "5 N": no number, but no word either */
    QUIRE_TABLE_DATE,               /* a day, a time of day, or both */
    QUIRE_TABLE_WORD
};

/* Of the text from `begin` to `end`. A typeset minus sign is one. */
enum quire_table_sort quire_table_sort(const char *begin, const char *end);

/* Texts that were seen; after some thousands all count as new. Begin with {0}; free(hash). */
struct quire_table_seen {
    uint64_t *hash; /* (room) */
    size_t n, room;
    bool failed; /* memory ran out */
};
bool quire_table_is_new(struct quire_table_seen *seen, const char *begin, const char *end);

/* What a column's cells are. Begin with {0}; end in any case. */
struct quire_table_column {
    size_t n;         /* cells that are not empty */
    unsigned sorts;   /* of the cells, a bit for each */
    bool not_pattern; /* some cell has other than signs, digits and 'a' */
    bool repeats;     /* two cells are equal */
    struct quire_table_seen seen;
    const char *foreign; /* what another program has it for; NULL: nothing is known */
};
/* False when memory runs out. */
bool quire_table_column_see(struct quire_table_column *c, const char *begin, const char *end);
/* When all cells were seen: finds out `foreign` by the name of the column and its cells. */
void quire_table_column_end(struct quire_table_column *c, const char *name);
/* Whether it has numbers, or what looks like them: then its other cells are mistakes. */
bool quire_table_column_is_numeric(const struct quire_table_column *c);

#define QUIRE_TABLE_BLOCKS "Minitab's blocks"
#define QUIRE_TABLE_NAMES  "another word in each row"
#define QUIRE_TABLE_NAMES  "another word in each row"

#endif
