#include "table/table.h"

#include <stdlib.h>
#include <string.h>

#include "formula/units.h"
#include "kind/value.h"
#include "table/decode.h"

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

/* ---- opening */

/* takes one of each two quotes within a cell */
static void
unquote(char *cell)
{
    char *to = cell;
    for (const char *from = cell; *from != '\0'; from++) {
        from += from[0] == '"' && from[1] == '"' ? 1 : 0;
        *to++ = *from;
    }
    *to = '\0';
}

void
quire_table_clear(struct quire_table *table)
{
    for (size_t i = 0; i < table->n_known; i++) {
        free(table->known[i].seen.hash);
        free(table->name[i]);
    }
    free(table->known);
    free(table->name);
    free(table->text);
    free(table->cell);
    free(table->column);
    *table = (struct quire_table){.place = table->place, .diag = table->diag};
}

/* the cell in words of its own: "name (mm)" and "name, mm" as "name[mm]"; NULL: no memory */
static char *
heading_of(const struct quire_table_cell *c)
{
    char *name = strndup(c->begin, (size_t)(c->end - c->begin)), *end;
    struct quire_unit unit;
    struct quire_unit_error error;

    if (name != NULL && c->quoted) {
        unquote(name);
    }
    if (name == NULL || name[0] == '\0') {
        return name;
    }
    end = name + strlen(name) - 1;
    if (end - name > 2 && end[-1] == '-' &&
        ((end[-2] == '[' && *end == ']') || (end[-2] == '(' && *end == ')'))) {
        for (end -= 2; end > name && end[-1] == ' '; end--) { /* a plain number: "slip [-]" */
        }
        *end = '\0';
        return name;
    }
    char *open = *end == ')' ? strrchr(name, '(') : strrchr(name, ',');
    if (open == NULL || open == name || *end == ']') {
        return name;
    }
    const bool comma = *open == ',';
    char *text = open + 1 + strspn(open + 1, " ");
    const char last = *end;
    *end = comma ? last : '\0';
    const bool is_unit = text[0] != '\0' && quire_unit_parse(&unit, text, NULL, NULL, &error);
    *end = last;
    if (!is_unit || (comma && text == open + 1)) {
        return name;
    }
    if (comma) { /* the comma and the blank make room for both brackets */
        const size_t n = strlen(text);
        memmove(open + 1, text, n);
        end = open + 1 + n;
        end[1] = '\0';
    }
    *open = '[';
    *end = ']';
    return name;
}

static quire_status
keep_header(struct quire_table *t, const char *line)
{
    size_t n = 0;

    for (const char *at = line; at != NULL; n++) {
        at = quire_table_cut(at, t->dialect.separator, true).next;
    }
    n -= t->dialect.names_headed ? 1 : 0;
    if (n > QUIRE_TABLE_COLUMNS) {
        return quire_diag_error(t->diag, "E-LIMIT", t->header, NULL, NULL,
                                "the table has %zu columns; at most %d are read", n,
                                QUIRE_TABLE_COLUMNS);
    }
    t->known = calloc(n, sizeof *t->known);
    t->name = calloc(n, sizeof *t->name);
    if (t->known == NULL || t->name == NULL) {
        return quire_diag_memory_error(t->diag);
    }
    bool skip = t->dialect.names_headed;
    for (const char *at = line; at != NULL; skip = false) {
        const struct quire_table_cell c = quire_table_cut(at, t->dialect.separator, true);
        if (!skip && (t->name[t->n_known++] = heading_of(&c)) == NULL) {
            return quire_diag_memory_error(t->diag);
        }
        at = c.next;
    }
    return QUIRE_OK;
}

/* looks at all cells below the header */
static quire_status
see_cells(struct quire_table *t, const char *at, int line)
{
    bool good = true;

    for (const char *row; (row = quire_table_line(&at, &line)) != NULL;) {
        size_t i = 0;
        bool skip = t->dialect.row_names;
        t->has_rows = true;
        for (const char *cell = row; cell != NULL && i < t->n_known; skip = false) {
            const struct quire_table_cell c = quire_table_cut(cell, t->dialect.separator, false);
            good = skip || (quire_table_column_see(&t->known[i++], c.begin, c.end) && good);
            cell = c.next;
        }
    }
    for (size_t i = 0; i < t->n_known; i++) {
        const char *unit = strrchr(t->name[i], '[');
        if (unit == NULL) {
            quire_table_column_end(&t->known[i], t->name[i]);
        }
    }
    return good ? QUIRE_OK : quire_diag_memory_error(t->diag);
}

static quire_status
find_out(struct quire_table *t)
{
    const char *at = t->text;
    int line = 0;

    quire_table_declared(&t->dialect, &at, &line);
    t->at = t->text + (at - t->text);
    t->place.line = line;
    const char *rows = at, *header = quire_table_line(&rows, &line);
    if (header == NULL) {
        t->dialect.separator = ',';
        return QUIRE_OK;
    }
    t->header = (struct quire_place){t->place.file, line, 0};
    const struct quire_place before = {t->place.file, line - 1, 0};
    quire_status status = quire_table_recognise(&t->dialect, header, before, t->diag);
    if (status == QUIRE_OK) {
        status = keep_header(t, header);
    }
    return status == QUIRE_OK ? see_cells(t, rows, line) : status;
}

quire_status
quire_table_open(struct quire_table *table, const char *csv, size_t size, const char *file_name,
                 quire_diag *diag)
{
    *table = (struct quire_table){.place = {file_name, 0, 0}, .diag = diag};
    const quire_status status = quire_table_decode(&table->text, csv, size, table->place, diag);
    return status == QUIRE_OK ? find_out(table) : status;
}

quire_status
quire_table_open_own(struct quire_table *table, const char *csv, size_t size, const char *file_name,
                     quire_diag *diag)
{
    *table = (struct quire_table){
        .place = {file_name, 0, 0}, .own = true, .dialect.separator = ',', .diag = diag};
    const quire_status status = quire_table_decode(&table->text, csv, size, table->place, diag);
    table->at = table->text;
    return status;
}

quire_status
quire_table_again(struct quire_table *table, const char *csv, size_t size)
{
    const struct quire_place file = {table->place.file, 0, 0};
    struct quire_table_dialect declared = table->dialect;

    free(table->text);
    const quire_status status = quire_table_decode(&table->text, csv, size, file, table->diag);
    if (status != QUIRE_OK) {
        return status;
    }
    const char *at = table->text;
    table->place = file;
    quire_table_declared(&declared, &at, &table->place.line);
    table->at = table->text + (at - table->text);
    return status;
}

/* ---- rows */

/* typeset minus signs of a number, and its decimal comma */
static void
write_plainly(char *cell, bool decimal_comma)
{
    static const char minus[] = "\xE2\x88\x92";
    const size_t n = sizeof minus - 1;

    for (char *p = cell; (p = strstr(p, minus)) != NULL; p++) {
        const char before = p > cell ? p[-1] : 'e', behind = p[n];
        const bool digit = (behind >= '0' && behind <= '9') || behind == '.' || behind == ',';
        if (digit && (before == 'e' || before == 'E')) {
            *p = '-';
            memmove(p + 1, p + n, strlen(p + n) + 1);
        }
    }
    const size_t sign = *cell == '-' || *cell == '+' ? 1 : 0,
                 digits = strspn(cell + sign, "0123456789");
    char *comma = cell + sign + digits;
    const char *rest = comma + 1;
    if (decimal_comma && *comma == ',' && digits + strspn(rest, "0123456789") > 0 &&
        strchr(rest, ',') == NULL) {
        *comma = '.';
    }
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

static void
take_cell(struct quire_table *t, const struct quire_table_cell *c, bool header)
{
    char *const begin = t->text + (c->begin - t->text);

    if (!header || t->own) {
        t->text[c->end - t->text] = '\0';
        if (c->quoted) {
            unquote(begin);
        }
        if (!t->own) {
            write_plainly(begin, t->dialect.decimal_comma);
        }
    }
    t->cell[t->n] = header && !t->own ? t->name[t->n] : begin;
}

bool
quire_table_next(struct quire_table *table, quire_status *status)
{
    const char *at = table->at, *line = quire_table_line(&at, &table->place.line);
    if (line == NULL) {
        table->at = NULL;
        return false;
    }
    table->at = at != NULL ? table->text + (at - table->text) : NULL;

    const bool header =
        table->place.line == table->header.line || (table->own && table->cell == NULL);
    bool skip = !table->own && (header ? table->dialect.names_headed : table->dialect.row_names);
    const char *counted = line;
    int column = 1;
    table->n = 0;
    for (const char *next = line; next != NULL;) {
        if (!has_room(table)) {
            *status = quire_diag_memory_error(table->diag);
            return false;
        }
        const struct quire_table_cell c = quire_table_cut(next, table->dialect.separator, header);
        next = c.next;
        column += count_characters(counted, c.start);
        table->column[table->n] = column;
        column += count_characters(c.start, c.stop);
        counted = c.stop;
        table->column[table->n + 1] = column;
        if (!skip) {
            take_cell(table, &c, header);
            table->n++;
        }
        skip = false;
    }
    return true;
}

quire_status
quire_table_header(struct quire_table *table)
{
    quire_status status = QUIRE_OK;
    const bool any = quire_table_next(table, &status);

    return status != QUIRE_OK || (any && table->has_rows)
               ? status
               : quire_diag_error(table->diag, "E-MISSING", table->place, NULL, NULL,
                                  any ? "the table has no rows below its header"
                                      : "the table is empty");
}

struct quire_place
quire_table_place(const struct quire_table *table, size_t cell)
{
    struct quire_place place = table->place;
    place.column = table->column[cell < table->n ? cell : table->n];
    return place;
}

quire_status
quire_table_check_row(const struct quire_table *table, size_t n_header)
{
    const char *hint = table->dialect.separator == ';'    ? "semicolons separate the columns"
                       : table->dialect.separator == '\t' ? "tabs separate the columns"
                       : table->dialect.separator == ' '  ? "blanks separate the columns"
                       : table->n > n_header
                           ? "commas separate the columns; a number with a decimal comma needs "
                             "quotes, or semicolons between the columns"
                           : "commas separate the columns";
    return table->n == n_header
               ? QUIRE_OK
               : quire_diag_error(table->diag, table->n < n_header ? "E-MISSING" : "E-TOO-MANY",
                                  quire_table_place(table, n_header), NULL, hint,
                                  "%zu columns, but the header has %zu", table->n, n_header);
}

/* ---- columns */

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

bool
quire_table_split(struct quire_arena *arena, const char *cell, const char **name, const char **unit)
{
    const char *open = strrchr(cell, '[');
    size_t n = strlen(cell);
    const bool has = open != NULL && open > cell && cell[n - 1] == ']';

    *unit =
        has ? quire_arena_copy_bytes(arena, open + 1, (size_t)(cell + n - 1 - (open + 1))) : NULL;
    n = has ? (size_t)(open - cell) : n;
    while (has && n > 0 && (cell[n - 1] == ' ' || cell[n - 1] == '\t')) {
        n--;
    }
    *name = quire_arena_copy_bytes(arena, cell, n);
    return *name != NULL && (!has || *unit != NULL);
}

const char *
quire_table_foreign(const struct quire_table *table, size_t column)
{
    return column < table->n_known ? table->known[column].foreign : NULL;
}

static void
list(struct quire_text *out, const char *name, const char *what)
{
    char excerpt[QUIRE_EXCERPT_SIZE];

    quire_text_format(out, "%s%s", out->size > 0 ? ", " : "", quire_excerpt(excerpt, name));
    if (what != NULL) {
        quire_text_format(out, " (%s)", what);
    }
}

void
quire_table_list(struct quire_text *out, const struct quire_table *table, const bool *unused)
{
    if (table->dialect.row_names) {
        list(out, "names of rows", NULL);
    }
    for (size_t i = 0; unused != NULL && i < table->n_known; i++) {
        if (unused[i]) {
            list(out, table->name[i], table->known[i].foreign);
        }
    }
}

quire_status
quire_table_note(const struct quire_table *table, const bool *unused)
{
    struct quire_text text = {0};

    quire_table_list(&text, table, unused);
    const bool failed = text.failed;
    if (!failed && text.size > 0) {
        quire_diag_note(table->diag, "N-COLUMNS", table->header, NULL, NULL, "not used: %s",
                        text.data);
    }
    quire_text_clear(&text);
    return failed ? quire_diag_memory_error(table->diag) : QUIRE_OK;
}

quire_status
quire_table_note_others(const struct quire_table *table, const size_t *used, size_t n)
{
    bool *unused = calloc(table->n_known + 1, sizeof *unused);

    if (unused == NULL) {
        return quire_diag_memory_error(table->diag);
    }
    for (size_t i = 0; i < table->n_known; i++) {
        unused[i] = true;
    }
    for (size_t k = 0; k < n; k++) {
        if (used[k] != QUIRE_TABLE_NONE) {
            unused[used[k]] = false;
        }
    }
    const quire_status status = quire_table_note(table, unused);
    free(unused);
    return status;
}

/* ---- numbers */

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
    const char *end = cell + strlen(cell);
    double value;
    if (quire_table_sort(cell, end) == QUIRE_TABLE_ALMOST && strchr(cell, ' ') == NULL) {
        return "write thousands without points and commas between them";
    }
    const bool number = quire_number_read(&value, cell, 0, &end) == QUIRE_NUMBER_OK;
    return number && *end != '\0' ? "the header has the unit of a cell that is a number alone"
                                  : NULL;
}

quire_status
quire_table_refuse_number(const struct quire_table *table, size_t cell, const char *name,
                          const char *hint)
{
    char excerpt[QUIRE_EXCERPT_SIZE];
    double value;
    const char *text = table->cell[cell], *own = quire_table_hint(text);
    const enum quire_number_error error = quire_table_number(text, &value);

    return quire_diag_error(
        table->diag, "E-NUMBER", quire_table_place(table, cell), NULL, own != NULL ? own : hint,
        "column '%s' has '%s', which %s", name, quire_excerpt(excerpt, text),
        quire_number_error_text(error != QUIRE_NUMBER_OK ? error : QUIRE_NUMBER_NOT_FINITE));
}
