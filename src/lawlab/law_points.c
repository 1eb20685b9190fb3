/* Forces of a law at points given as a CSV table. */
#include "lawlab/law.h"

#include <string.h>

#include <quire/describe.h>

#include "base/diag.h"
#include "kind/attributes.h"
#include "table/table.h"
#include "text/text.h"

/* a column that a law reads */
struct input {
    const char *name, *unit;
};
static const struct input normal_inputs[2] = {{"penetration", "m"}, {"rate", "m/s"}};
static const struct input friction_inputs[2] = {{"slip", "m/s"}, {"normal_force", "N"}};

/* whether a header cell is `name` or `name [unit]`; a wrong unit is reported */
static bool
names_input(const struct quire_table *table, size_t c, const struct input *input,
            quire_status *status)
{
    const char *const cell = table->cell[c];
    const char *unit;
    size_t n;
    if (!quire_table_names(cell, input->name, &unit, &n)) {
        return false;
    }
    if (unit != NULL && (n != strlen(input->unit) || strncmp(unit, input->unit, n) != 0)) {
        char excerpt[QUIRE_EXCERPT_SIZE];
        *status = quire_diag_error(table->diag, "E-UNIT", quire_table_place(table, c), NULL, NULL,
                                   "column '%s' must be in %s", quire_excerpt(excerpt, cell),
                                   input->unit);
    }
    return true;
}

/* finds the law's columns in the header row */
static quire_status
find_columns(const struct quire_table *table, const struct input input[2], size_t column[2])
{
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < 2; i++) {
        column[i] = QUIRE_TABLE_NONE;
        for (size_t c = 0; c < table->n; c++) {
            if (!names_input(table, c, &input[i], &status)) {
                continue;
            }
            if (column[i] != QUIRE_TABLE_NONE) {
                status = quire_diag_error(table->diag, "E-DUPLICATE", quire_table_place(table, c),
                                          NULL, NULL, "two columns '%s'", input[i].name);
            }
            column[i] = c;
        }
        if (column[i] == QUIRE_TABLE_NONE) {
            status = quire_diag_error(table->diag, "E-MISSING", table->place, NULL,
                                      "the first line names the columns",
                                      "there is no column '%s [%s]'", input[i].name, input[i].unit);
        }
    }
    for (size_t c = 0; c < table->n; c++) {
        if (strcmp(table->cell[c], "force [N]") == 0) {
            status = quire_diag_error(table->diag, "E-DUPLICATE", quire_table_place(table, c), NULL,
                                      NULL, "there already is a column 'force [N]'");
        }
    }
    return status;
}

static quire_status
read_point(const struct quire_table *table, size_t n_header, const struct input input[2],
           const size_t column[2], double value[2])
{
    quire_status status = QUIRE_OK;
    if ((status = quire_table_check_row(table, n_header)) != QUIRE_OK) {
        return status;
    }
    for (size_t i = 0; i < 2; i++) {
        const char *cell = table->cell[column[i]];
        if (quire_table_number(cell, &value[i]) != QUIRE_NUMBER_OK &&
            quire_quantity_parse(&value[i], cell, input[i].unit, input[i].name, NULL) != QUIRE_OK) {
            status = quire_table_refuse_number(table, column[i], input[i].name, NULL);
        }
    }
    if (status == QUIRE_OK && input == friction_inputs && value[1] < 0.0) {
        status = quire_diag_error(table->diag, "E-RANGE", quire_table_place(table, column[1]), NULL,
                                  NULL, "normal_force is %g N; it pushes and is never negative",
                                  value[1]);
    }
    return status;
}

/* numbers as numbers, all else as text that is safe in a spreadsheet */
static void
write_cells(struct quire_text *out, const struct quire_table *table)
{
    for (size_t c = 0; c < table->n; c++) {
        double value;
        if (quire_table_number(table->cell[c], &value) == QUIRE_NUMBER_OK) {
            quire_text_csv_number(out, value);
        } else {
            quire_text_csv_cell(out, table->cell[c]);
        }
        quire_text_add_char(out, ',');
    }
}

static quire_status
evaluate(const quire_law *law, struct quire_table *table, struct quire_text *out)
{
    const bool normal = law->normal != NULL;
    const struct input *input = normal ? normal_inputs : friction_inputs;
    quire_status status = QUIRE_OK;
    size_t column[2];
    size_t n_header = 0;
    if ((status = quire_table_header(table)) == QUIRE_OK) {
        n_header = table->n;
        status = find_columns(table, input, column);
    }
    if (status == QUIRE_OK) {
        status = quire_table_note(table, NULL);
    }
    if (status != QUIRE_OK) {
        return status;
    }
    write_cells(out, table);
    quire_text_add(out, "force [N]\n");
    while (quire_table_next(table, &status)) {
        double value[2];
        const quire_status row = read_point(table, n_header, input, column, value);
        status = quire_status_worse(status, row);
        if (row != QUIRE_OK) {
            continue;
        }
        const double force = normal ? quire_law_normal_force(law, value[0], value[1])
                                    : quire_law_friction_force(law, value[0], value[1]);
        write_cells(out, table);
        quire_text_csv_number(out, force);
        quire_text_add_char(out, '\n');
    }
    return status;
}

quire_status
quire_law_points(const quire_law *law, const char *csv, size_t size, const char *file_name,
                 char **out_csv, quire_diag *diag)
{
    if (law == NULL || csv == NULL || file_name == NULL || out_csv == NULL) {
        if (out_csv != NULL) {
            *out_csv = NULL;
        }
        return quire_diag_misuse(diag, __func__);
    }
    struct quire_table table;
    struct quire_text out = {0};
    *out_csv = NULL;
    quire_status status = quire_table_open(&table, csv, size, file_name, diag);
    if (status == QUIRE_OK) {
        status = evaluate(law, &table, &out);
    }
    if (status == QUIRE_OK && (*out_csv = quire_text_take(&out)) == NULL) {
        status = quire_diag_error(diag, "E-MEMORY", table.place, NULL, NULL, "memory ran out");
    }
    quire_text_clear(&out);
    quire_table_clear(&table);
    return status;
}
