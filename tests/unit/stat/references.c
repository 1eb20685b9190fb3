#include "references.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

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
    return value == wanted || (isnan(value) && isnan(wanted)) || fabs(value - wanted) <= error * fabs(wanted);
}
