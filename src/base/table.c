#include "base/table.h"

#include <stdlib.h>
#include <string.h>

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

quire_status
quire_table_open(struct quire_table *table, const char *csv, size_t size, const char *file_name, quire_diag *diag)
{
    *table = (struct quire_table){.place = {file_name, 0, 0}, .diag = diag};
    if (memchr(csv, '\0', size) != NULL) {
        return quire_diag_error(diag, "E-ENCODING", table->place, NULL, NULL, "the table is no text: it has zero bytes");
    }
    table->text = malloc(size + 1);
    if (table->text == NULL) {
        return quire_diag_error(diag, "E-MEMORY", table->place, NULL, NULL, "memory ran out");
    }
    memcpy(table->text, csv, size);
    table->text[size] = '\0';
    table->at = table->text + (strncmp(table->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0);
    return QUIRE_OK;
}

void
quire_table_clear(struct quire_table *table)
{
    free(table->text);
    free(table->cell);
    table->text = table->at = NULL;
    table->cell = NULL;
}

/* for one cell more */
static bool
has_room(struct quire_table *table)
{
    if (table->n == table->capacity) {
        const size_t capacity = 2 * table->capacity + 16;
        char **cell = realloc(table->cell, capacity * sizeof *cell);
        if (cell == NULL) {
            return false;
        }
        table->cell = cell;
        table->capacity = capacity;
    }
    return true;
}

bool
quire_table_next(struct quire_table *table, quire_status *status)
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
        if (!has_room(table)) {
            *status = quire_diag_memory_error(table->diag);
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

bool
quire_table_names(const char *cell, const char *name, const char **unit, size_t *n)
{
    const size_t length = strlen(name);

    *unit = NULL;
    *n = 0;
    if (strncmp(cell, name, length) != 0) {
        return false;
    }
    const char *rest = cell + length + strspn(cell + length, " \t");
    const size_t left = strlen(rest);
    if (*rest == '[' && rest[left - 1] == ']') {
        *unit = rest + 1;
        *n = left - 2;
    } else if (*rest == '[') {
        *unit = rest;
        *n = left;
    }
    return *rest == '\0' || *rest == '[';
}

enum quire_number_error
quire_table_number(const char *cell, double *value)
{
    const char *end;
    const enum quire_number_error error = quire_number_read_result(value, cell, &end);
    return error == QUIRE_NUMBER_OK && *end != '\0' ? QUIRE_NUMBER_NONE : error;
}

quire_status
quire_table_check_row(const struct quire_table *table, size_t n_header)
{
    return table->n == n_header
               ? QUIRE_OK
               : quire_diag_error(table->diag, table->n < n_header ? "E-MISSING" : "E-TOO-MANY", table->place, NULL, NULL,
                                  "%zu columns, but the header has %zu", table->n, n_header);
}
