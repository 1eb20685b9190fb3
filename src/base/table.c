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

/* the comma or the NUL behind a cell */
static char *
end_of(char *cell)
{
    char *p = cell;
    if (*p == '"') {
        for (p++; *p != '\0' && (p[0] != '"' || p[1] == '"'); p++) {
            p += p[0] == '"' ? 1 : 0;
        }
    }
    return p + strcspn(p, ",");
}

/* takes the quotes off a cell that begins with one */
static void
unquote(char *cell)
{
    char *to = cell;
    for (const char *from = cell + 1; *from != '\0' && (from[0] != '"' || from[1] == '"'); from++) {
        from += from[0] == '"' ? 1 : 0;
        *to++ = *from;
    }
    *to = '\0';
}

/* those between two places of a text */
static int
count_characters(const char *from, const char *to)
{
    int n = 0;
    for (; from < to; from++) {
        n += ((unsigned char)*from & 0xC0) != 0x80 ? 1 : 0; /* UTF-8: first bytes only */
    }
    return n;
}

quire_status
quire_table_open(struct quire_table *table, const char *csv, size_t size, const char *file_name,
                 quire_diag *diag)
{
    *table = (struct quire_table){.place = {file_name, 0, 0}, .diag = diag};
    if (memchr(csv, '\0', size) != NULL) {
        return quire_diag_error(diag, "E-ENCODING", table->place, NULL, NULL,
                                "the table is no text: it has zero bytes");
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
    free(table->column);
    table->text = table->at = NULL;
    table->cell = NULL;
    table->column = NULL;
}

/* for one cell more */
static bool
has_room(struct quire_table *table)
{
    if (table->n == table->capacity) {
        const size_t capacity = 2 * table->capacity + 16;
        char **cell = realloc(table->cell, capacity * sizeof *cell);
        table->cell = cell != NULL ? cell : table->cell;
        int *column = realloc(table->column, (capacity + 1) * sizeof *column);
        table->column = column != NULL ? column : table->column;
        if (cell == NULL || column == NULL) {
            return false;
        }
        table->capacity = capacity;
    }
    return true;
}

bool
quire_table_next(struct quire_table *table, quire_status *status)
{
    char *line = table->at, *begin = line;
    int column = 1;
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
        begin = line;
        line = trimmed(line);
    } while (*line == '\0');

    table->n = 0;
    for (char *at = begin; at != NULL; table->n++) {
        if (!has_room(table)) {
            *status = quire_diag_memory_error(table->diag);
            return false;
        }
        char *const cell = at + strspn(at, " \t\r"), *const end = end_of(cell);
        const bool last = *end == '\0';
        table->column[table->n] = column + count_characters(at, cell);
        column += count_characters(at, end) + 1;
        table->column[table->n + 1] = column - 1;
        *end = '\0';
        const bool quoted = *cell == '"';
        if (quoted) {
            unquote(cell);
        }
        table->cell[table->n] = quoted ? cell : trimmed(cell);
        at = last ? NULL : end + 1;
    }
    return true;
}

struct quire_place
quire_table_place(const struct quire_table *table, size_t cell)
{
    struct quire_place place = table->place;
    place.column = table->column[cell < table->n ? cell : table->n];
    return place;
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

const char *
quire_table_hint(const char *cell)
{
    const char *end;
    double value;
    const bool number = quire_number_read(&value, cell, 0, &end) == QUIRE_NUMBER_OK;
    return number && *end != '\0' ? "the header has the unit of a cell that is a number alone"
                                  : NULL;
}

quire_status
quire_table_check_row(const struct quire_table *table, size_t n_header)
{
    return table->n == n_header
               ? QUIRE_OK
               : quire_diag_error(table->diag, table->n < n_header ? "E-MISSING" : "E-TOO-MANY",
                                  quire_table_place(table, n_header), NULL, NULL,
                                  "%zu columns, but the header has %zu", table->n, n_header);
}
