/* Tables of tests/data/stat. */
#ifndef QUIRE_UNIT_STAT_REFERENCES_H
#define QUIRE_UNIT_STAT_REFERENCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define REFERENCE_CELLS 32

struct reference_row {
    char text[1024];
    const char *cell[REFERENCE_CELLS]; /* between commas */
    double value[REFERENCE_CELLS];     /* NaN where there is no number */
    size_t n;
};

/* Opens a table; its first line, of names, is read. Fails the test if it is not there. */
FILE *reference_open(const char *name);
/* The next line that is neither empty nor a comment (#); false behind the last. */
bool reference_next(FILE *file, struct reference_row *row);

/* Numbers by columns: names end in "@n" where they number n levels. */
struct reference_data {
    size_t m, n;
    double *column[REFERENCE_CELLS]; /* (n), each (m) */
    size_t *level[REFERENCE_CELLS];  /* (n), each (m) */
    size_t n_level[REFERENCE_CELLS]; /* 0: numbers */
};
struct reference_data reference_data(const char *set); /* <set>.csv */
void reference_data_clear(struct reference_data *data);

/* A row "set,what,value" of a table; false if there is none. */
bool reference_find(const char *table, const char *set, const char *what, double *value);

/* Whether two numbers are the same to a relative error, or both are not finite in the same way. */
bool reference_near(double value, double wanted, double error);

#endif
