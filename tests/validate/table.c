/* Tables of references: comma-separated text with a header line. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
fail(const char *file, const char *reason)
{
    fprintf(stderr, "validate: refs/%s: %s\n", file, reason);
    exit(1);
}

static char *
read_text(const char *file)
{
    const char *root = getenv("QUIRE_SRCDIR");
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/validate/refs/%s", root != NULL ? root : ".", file);
    FILE *f = fopen(path, "r");
    char *text = calloc(1, 65536);
    if (f == NULL || text == NULL) {
        fail(file, "cannot be read");
    }
    const size_t n = fread(text, 1, 65535, f);
    fclose(f);
    if (n == 65535) {
        fail(file, "is longer than expected");
    }
    return text;
}

/* splits one line in place; returns the number of cells */
static size_t
split(char *line, char *cell[TABLE_COLUMNS])
{
    size_t n = 0;
    for (char *p = line; p != NULL && n < TABLE_COLUMNS;) {
        char *comma = strchr(p, ',');
        cell[n++] = p;
        if (comma != NULL) {
            *comma = '\0';
            comma++;
        }
        p = comma;
    }
    return n;
}

void
table_load(struct table *out, const char *file)
{
    memset(out, 0, sizeof *out);
    out->text = read_text(file);
    for (char *line = out->text; line != NULL && *line != '\0';) {
        char *end = strchr(line, '\n');
        if (end != NULL) {
            *end++ = '\0';
        }
        if (out->n_column == 0) {
            out->n_column = split(line, out->header);
        } else {
            char **cell = realloc(out->cell, (out->n_row + 1) * out->n_column * sizeof *cell),
                 *found[TABLE_COLUMNS];
            if (cell == NULL || split(line, found) < out->n_column) {
                fail(file, "a line is too short");
                return;
            }
            memcpy(cell + out->n_row * out->n_column, found, out->n_column * sizeof *cell);
            out->cell = cell;
            out->n_row++;
        }
        line = end;
    }
}

void
table_clear(struct table *table)
{
    free(table->text);
    free(table->cell);
    memset(table, 0, sizeof *table);
}

const char *
table_text(const struct table *table, size_t row, const char *column)
{
    for (size_t i = 0; i < table->n_column; i++) {
        if (strcmp(table->header[i], column) == 0) {
            return table->cell[row * table->n_column + i];
        }
    }
    fail(column, "no such column");
    return NULL;
}

double
table_number(const struct table *table, size_t row, const char *column)
{
    return strtod(table_text(table, row, column), NULL);
}
