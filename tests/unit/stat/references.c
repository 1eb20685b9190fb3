#include "references.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text/number.h"

FILE *
reference_open(const char *name)
{
    char path[4096];
    struct reference_row names;

    snprintf(path, sizeof path, "%s/tests/data/stat/%s", getenv("QUIRE_SRCDIR"), name);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s", path);
    cr_assert(reference_next(file, &names));
    return file;
}

bool
reference_next(FILE *file, struct reference_row *row)
{
    do {
        if (fgets(row->text, sizeof row->text, file) == NULL) {
            return false;
        }
        row->text[strcspn(row->text, "\n")] = '\0';
    } while (row->text[0] == '\0' || row->text[0] == '#');
    row->n = 0;
    for (char *at = row->text; at != NULL && row->n < REFERENCE_CELLS;) {
        char *comma = strchr(at, ',');
        if (comma != NULL) {
            *comma = '\0';
        }
        row->cell[row->n] = at;
        if (quire_number_read(&row->value[row->n], at, 0, NULL) != QUIRE_NUMBER_OK) {
            row->value[row->n] = (double)NAN;
        }
        row->n++;
        at = comma != NULL ? comma + 1 : NULL;
    }
    return true;
}

bool
reference_near(double value, double wanted, double error)
{
    return value == wanted || (isnan(value) && isnan(wanted)) ||
           fabs(value - wanted) <= error * fabs(wanted);
}

struct reference_data
reference_data(const char *set)
{
    struct reference_data data = {0};
    struct reference_row row;
    char name[4096];

    snprintf(name, sizeof name, "%s/tests/data/stat/%s.csv", getenv("QUIRE_SRCDIR"), set);
    FILE *file = fopen(name, "r");
    cr_assert_not_null(file, "%s", name);
    cr_assert(reference_next(file, &row));
    data.n = row.n;
    for (size_t j = 0; j < row.n; j++) {
        const char *at = strchr(row.cell[j], '@');
        data.n_level[j] = at != NULL ? (size_t)strtoul(at + 1, NULL, 10) : 0;
        data.column[j] = calloc(1000, sizeof *data.column[j]);
        data.level[j] = calloc(1000, sizeof *data.level[j]);
    }
    for (; reference_next(file, &row) && data.m < 1000; data.m++) {
        for (size_t j = 0; j < data.n; j++) {
            data.column[j][data.m] = row.value[j];
            data.level[j][data.m] = (size_t)row.value[j];
        }
    }
    fclose(file);
    return data;
}

void
reference_data_clear(struct reference_data *data)
{
    for (size_t j = 0; j < data->n; j++) {
        free(data->column[j]);
        free(data->level[j]);
    }
}

bool
reference_find(const char *table, const char *set, const char *what, double *value)
{
    FILE *file = reference_open(table);
    struct reference_row row;
    bool found = false;

    while (!found && reference_next(file, &row)) {
        found = strcmp(row.cell[0], set) == 0 && strcmp(row.cell[1], what) == 0;
        *value = row.value[2];
    }
    fclose(file);
    return found;
}
