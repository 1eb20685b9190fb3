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

/* Whether two numbers are the same to a relative error, or both are not finite in the same way. */
bool reference_near(double value, double wanted, double error);

#endif
