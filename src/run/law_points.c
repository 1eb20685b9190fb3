/* Forces of a law at points given as a CSV table. */
#include "run/law.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "kind/attributes.h"

#define COLUMNS 64 /* most columns of a table */

/* a column that a law reads */
struct input {
    const char *name, *unit;
};
static const struct input normal_inputs[2] = {{"penetration", "m"}, {"rate", "m/s"}};
static const struct input friction_inputs[2] = {{"slip", "m/s"}, {"normal_force", "N"}};

struct table {
    char *text, *at;          /* NUL-terminated copy, cut up in place; what is not yet read */
    struct quire_place place; /* of the row read last */
    char *cell[COLUMNS];      /* (n) */
    size_t n;
    quire_diag *diag;
};

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* cuts blanks off both ends */
static char *
trimmed(char *text)
{
    while (is_blank(*text)) {
        text++;
    }
    size_t n = strlen(text);
    while (n > 0 && is_blank(text[n - 1])) {
        text[--n] = '\0';
    }
    return text;
}

/* takes the quotes off a cell that begins with one; returns what is behind the cell's end */
static char *
unquote(char *cell)
{
    char *to = cell, *from = cell + 1;
    while (*from != '\0' && (from[0] != '"' || from[1] == '"')) {
        from += from[0] == '"' ? 1 : 0;
        *to++ = *from++;
    }
    from += *from == '"' ? 1 : 0;
    from += strcspn(from, ",");
    char *const next = *from == ',' ? from + 1 : NULL;
    *to = '\0';
    return next;
}

/* Cuts the next line that is not blank into cells; false at the end. */
static bool
next_row(struct table *table, quire_status *status)
{
    char *line = table->at;
    do {
        if (table->at == NULL) {
            return false;
        }
        line = table->at;
        char *end = strchr(line, '\n');
        table->at = end != NULL ? end + 1 : NULL;
        if (end != NULL) {
            *end = '\0';
        }
        table->place.line++;
        line = trimmed(line);
    } while (*line == '\0');

    table->n = 0;
    for (char *at = line; at != NULL; table->n++) {
        if (table->n == COLUMNS) {
            *status = quire_diag_error(table->diag, "E-LIMIT", table->place, NULL, NULL,
                                       "more than %d columns", COLUMNS);
            return false;
        }
        char *cell = at + strspn(at, " \t");
        table->cell[table->n] = cell;
        if (*cell == '"') {
            at = unquote(cell);
            continue;
        }
        at = strchr(cell, ',');
        if (at != NULL) {
            *at++ = '\0';
        }
        table->cell[table->n] = trimmed(cell);
    }
    return true;
}

/* whether a header cell is `name` or `name [unit]`; a wrong unit is reported */
static bool
names_input(const struct table *table, const char *cell, const struct input *input,
            quire_status *status)
{
    const size_t n = strlen(input->name), unit = strlen(input->unit);
    if (strncmp(cell, input->name, n) != 0) {
        return false;
    }
    const char *rest = cell + n + strspn(cell + n, " \t");
    if (*rest == '\0') {
        return true;
    }
    if (*rest != '[') {
        return false;
    }
    if (strncmp(rest + 1, input->unit, unit) != 0 || strcmp(rest + 1 + unit, "]") != 0) {
        char excerpt[QUIRE_EXCERPT_SIZE];
        *status = quire_diag_error(table->diag, "E-UNIT", table->place, NULL, NULL,
                                   "column '%s' must be in %s", quire_excerpt(excerpt, cell),
                                   input->unit);
    }
    return true;
}

/* finds the law's columns in the header row */
static quire_status
find_columns(const struct table *table, const struct input input[2], size_t column[2])
{
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < 2; i++) {
        column[i] = COLUMNS;
        for (size_t c = 0; c < table->n; c++) {
            if (!names_input(table, table->cell[c], &input[i], &status)) {
                continue;
            }
            if (column[i] != COLUMNS) {
                status = quire_diag_error(table->diag, "E-DUPLICATE", table->place, NULL, NULL,
                                          "two columns '%s'", input[i].name);
            }
            column[i] = c;
        }
        if (column[i] == COLUMNS) {
            status = quire_diag_error(table->diag, "E-MISSING", table->place, NULL,
                                      "the first line names the columns, with commas between them",
                                      "there is no column '%s [%s]'", input[i].name, input[i].unit);
        }
    }
    for (size_t c = 0; c < table->n; c++) {
        if (strcmp(table->cell[c], "force [N]") == 0) {
            status = quire_diag_error(table->diag, "E-DUPLICATE", table->place, NULL, NULL,
                                      "there already is a column 'force [N]'");
        }
    }
    return status;
}

/* a cell that is a number and nothing else */
static enum quire_number_error
read_number(const char *cell, double *value)
{
    const char *end;
    const enum quire_number_error error = quire_number_read(value, cell, 0, &end);
    return error == QUIRE_NUMBER_OK && *end != '\0' ? QUIRE_NUMBER_NONE : error;
}

static quire_status
read_point(const struct table *table, size_t n_header, const struct input input[2],
           const size_t column[2], double value[2])
{
    quire_status status = QUIRE_OK;
    if (table->n != n_header) {
        return quire_diag_error(table->diag, table->n < n_header ? "E-MISSING" : "E-TOO-MANY",
                                table->place, NULL, NULL, "%zu columns, but the header has %zu",
                                table->n, n_header);
    }
    for (size_t i = 0; i < 2; i++) {
        const char *cell = table->cell[column[i]];
        const enum quire_number_error error = read_number(cell, &value[i]);
        if (error != QUIRE_NUMBER_OK) {
            char excerpt[QUIRE_EXCERPT_SIZE];
            status = quire_diag_error(table->diag, "E-NUMBER", table->place, NULL, NULL,
                                      "%s '%s' %s", input[i].name, quire_excerpt(excerpt, cell),
                                      quire_number_error_text(error));
        }
    }
    if (status == QUIRE_OK && input == friction_inputs && value[1] < 0.0) {
        status =
            quire_diag_error(table->diag, "E-RANGE", table->place, NULL, NULL,
                             "normal_force is %g N; it pushes and is never negative", value[1]);
    }
    return status;
}

/* numbers as numbers, all else as text that is safe in a spreadsheet */
static void
write_cells(struct quire_text *out, const struct table *table)
{
    for (size_t c = 0; c < table->n; c++) {
        double value;
        if (read_number(table->cell[c], &value) == QUIRE_NUMBER_OK) {
            quire_text_csv_number(out, value);
        } else {
            quire_text_csv_cell(out, table->cell[c]);
        }
        quire_text_add_char(out, ',');
    }
}

static quire_status
evaluate(const quire_law *law, struct table *table, struct quire_text *out)
{
    const bool normal = law->normal != NULL;
    const struct input *input = normal ? normal_inputs : friction_inputs;
    quire_status status = QUIRE_OK;
    size_t column[2];
    if (!next_row(table, &status)) {
        return status != QUIRE_OK ? status
                                  : quire_diag_error(table->diag, "E-MISSING", table->place, NULL,
                                                     NULL, "the table is empty");
    }
    const size_t n_header = table->n;
    if ((status = find_columns(table, input, column)) != QUIRE_OK) {
        return status;
    }
    write_cells(out, table);
    quire_text_add(out, "force [N]\n");
    while (next_row(table, &status)) {
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
    struct table table = {.place = {file_name, 0, 0}, .diag = diag};
    struct quire_text out = {0};
    quire_status status;

    *out_csv = NULL;
    if (memchr(csv, '\0', size) != NULL) {
        return quire_diag_error(diag, "E-ENCODING", table.place, NULL, NULL,
                                "the table is no text: it has zero bytes");
    }
    table.text = malloc(size + 1);
    if (table.text == NULL) {
        return quire_diag_error(diag, "E-MEMORY", table.place, NULL, NULL, "memory ran out");
    }
    memcpy(table.text, csv, size);
    table.text[size] = '\0';
    table.at = table.text + (strncmp(table.text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0);

    status = evaluate(law, &table, &out);
    if (status == QUIRE_OK && (*out_csv = quire_text_take(&out)) == NULL) {
        status = quire_diag_error(diag, "E-MEMORY", table.place, NULL, NULL, "memory ran out");
    }
    quire_text_clear(&out);
    free(table.text);
    return status;
}
