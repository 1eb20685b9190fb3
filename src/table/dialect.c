#include "table/dialect.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kind/value.h"
#include "table/columns.h"

/* ---- cells */

static bool
is_end(char c)
{
    return c == '\n' || c == '\0';
}

/* a blank, a tab that separates nothing, a blank that does not break lines; 0: none */
static size_t
blank_at(const char *p, char separator)
{
    return *p == ' ' || (*p == '\t' && separator != '\t') ? 1
           : p[0] == '\xC2' && p[1] == '\xA0'             ? 2
                                                          : 0;
}

static const char *
skip_blanks(const char *p, char separator)
{
    for (size_t n; (n = blank_at(p, separator)) > 0; p += n) {
    }
    return p;
}

static const char *
closing_quote(const char *open)
{
    const char *p = open + 1;

    for (; !is_end(*p) && (p[0] != '"' || p[1] == '"'); p++) {
        p += p[0] == '"' ? 1 : 0;
    }
    return p;
}

static const char *
end_of_word(const char *p, bool header)
{
    while (!is_end(*p) && blank_at(p, ' ') == 0) {
        p++;
    }
    const char *unit = skip_blanks(p, ' ');
    if (header && (*unit == '[' || *unit == '(')) {
        const char *close = unit + strcspn(unit, *unit == '[' ? "]\n" : ")\n");
        return is_end(*close) ? p : close + 1;
    }
    return p;
}

static const char *
trim_end(const char *begin, const char *end, char separator)
{
    for (;;) {
        const size_t left = (size_t)(end - begin);
        if (left > 0 && blank_at(end - 1, separator) == 1) {
            end--;
        } else if (left > 1 && blank_at(end - 2, separator) == 2) {
            end -= 2;
        } else {
            return end;
        }
    }
}

struct quire_table_cell
quire_table_cut(const char *at, char separator, bool header)
{
    const char behind[] = {separator, '\n', '\0'};
    struct quire_table_cell c = {.start = skip_blanks(at, separator)};

    c.quoted = *c.start == '"';
    c.begin = c.start + (c.quoted ? 1 : 0);
    c.end = c.quoted ? closing_quote(c.start) : c.start;
    if (separator == ' ') {
        c.stop = end_of_word(c.quoted && *c.end == '"' ? c.end + 1 : c.end, header && !c.quoted);
        const char *next = skip_blanks(c.stop, ' ');
        c.next = is_end(*next) ? NULL : next;
    } else {
        c.stop = c.end + strcspn(c.end, behind);
        c.next = is_end(*c.stop) ? NULL : c.stop + 1;
    }
    c.end = c.quoted ? c.end : trim_end(c.begin, c.stop, separator);
    return c;
}

const char *
quire_table_line(const char **at, int *line)
{
    while (*at != NULL) {
        const char *begin = *at, *end = strchr(begin, '\n');
        *at = end != NULL ? end + 1 : NULL;
        ++*line;
        if (!is_end(*skip_blanks(begin, ' '))) {
            return begin;
        }
    }
    return NULL;
}

static const char *
excerpt(char buf[QUIRE_EXCERPT_SIZE], const struct quire_table_cell *c)
{
    char text[QUIRE_EXCERPT_SIZE];
    const size_t n = (size_t)(c->end - c->begin);
    const size_t kept = n < sizeof text ? n : sizeof text - 1;

    memcpy(text, c->begin, kept);
    text[kept] = '\0';
    return quire_excerpt(buf, text);
}

/* ---- what is declared */

static bool
declares(const char *line, const char *name, char *out)
{
    const size_t n = strlen(name);

    for (size_t i = 0; i < n; i++) {
        if ((line[i] | 0x20) != name[i] && line[i] != name[i]) {
            return false;
        }
    }
    if (is_end(line[n]) || !is_end(*skip_blanks(line + n + 1, ' '))) {
        return false;
    }
    *out = line[n];
    return true;
}

void
quire_table_declared(struct quire_table_dialect *out, const char **at, int *line)
{
    const char *next = *at;
    int n = *line;

    for (const char *begin; (begin = quire_table_line(&next, &n)) != NULL;) {
        char c;
        if (declares(begin, "sep=", &c)) {
            out->separator = c;
        } else if (declares(begin, "decimal=", &c) && (c == ',' || c == '.')) {
            out->decimal_comma = c == ',';
        } else {
            return;
        }
        *at = next;
        *line = n;
    }
}

/* ---- what separates the cells */

/* what cuts all rows into the cells of the header; the first that does is taken */
static const char candidate[] = {'\t', ';', ',', ' '};

/* how a separator cuts the table up */
struct fit {
    size_t header; /* cells */
    size_t n_row;  /* below it */
    size_t rows;   /* that have as many */
    bool same;     /* all have */
    bool longer;   /* all rows have one more, */
    bool named;    /* their first cells all different, */
    bool words;    /* and in quotes or no numbers */
    bool points;   /* some cell has a decimal point */
    bool open;     /* all rows end with a separator */
    bool starved;  /* memory ran out */
    bool headed;   /* the header begins with an empty cell, and there are others */
    const char *row;
    int line; /* of that row, the first one */
};

static size_t
count_cells(const char *line, char separator, bool header)
{
    size_t n = 1;

    for (struct quire_table_cell c = quire_table_cut(line, separator, header); c.next != NULL;
         n++) {
        c = quire_table_cut(c.next, separator, header);
    }
    return n;
}

static void
see_row(struct fit *f, const char *line, char separator, struct quire_table_seen *seen)
{
    size_t n = 0;

    for (const char *at = line; at != NULL; n++) {
        const struct quire_table_cell c = quire_table_cut(at, separator, false);
        const enum quire_table_sort sort = quire_table_sort(c.begin, c.end);
        if (n == 0) {
            const bool number = sort != QUIRE_TABLE_WHOLE && sort < QUIRE_TABLE_DATE;
            f->named =
                f->named && (c.quoted || !number) && quire_table_is_new(seen, c.begin, c.end);
            f->words = f->words && (c.quoted || sort == QUIRE_TABLE_WORD);
        }
        f->points = f->points || sort == QUIRE_TABLE_POINT;
        f->open = f->open && (c.next != NULL || (sort == QUIRE_TABLE_EMPTY && !c.quoted));
        at = c.next;
    }
    f->rows += n == f->header ? 1 : 0;
    f->same = f->same && n == f->header;
    f->longer = f->longer && n == f->header + 1;
}

/* "x ;", which something else than what was tried has cut off */
static bool
has_separator_at_end(const struct quire_table_cell *c)
{
    return !c->quoted && c->begin < c->end &&
           (*c->begin == ',' || *c->begin == ';' || c->end[-1] == ',' || c->end[-1] == ';');
}

static struct fit
fit_of(const char *at, int line, char separator)
{
    const char *header = quire_table_line(&at, &line);
    struct fit f = {.header = header != NULL ? count_cells(header, separator, true) : 0};
    struct quire_table_seen seen = {0};

    for (const char *cell = f.header > 1 ? header : NULL; cell != NULL;) {
        const struct quire_table_cell c = quire_table_cut(cell, separator, true);
        f.headed = f.headed || (cell == header && separator != ' ' && c.begin == c.end);
        f.header = has_separator_at_end(&c) ? 0 : f.header;
        cell = c.next;
    }
    f.same = f.longer = f.named = f.words = f.open = f.header > 1;
    for (const char *row; f.header > 1 && (row = quire_table_line(&at, &line)) != NULL;) {
        if (f.row == NULL) {
            f.row = row;
            f.line = line;
        }
        f.n_row++;
        see_row(&f, row, separator, &seen);
    }
    f.longer = f.longer && f.row != NULL && !f.open;
    f.headed = f.headed && f.named;
    f.starved = seen.failed;
    free(seen.hash);
    return f;
}

/* Two cells next to each other that may be one number with a decimal comma. */
static bool
find_halves(const char *row, struct quire_table_cell half[2])
{
    half[1] = quire_table_cut(row, ',', false);
    while (half[1].next != NULL) {
        half[0] = half[1];
        half[1] = quire_table_cut(half[0].next, ',', false);
        if (quire_table_sort(half[0].begin, half[0].end) == QUIRE_TABLE_WHOLE &&
            quire_table_sort(half[1].begin, half[1].end) == QUIRE_TABLE_WHOLE &&
            *half[1].begin >= '0' && *half[1].begin <= '9' && !half[0].quoted && !half[1].quoted) {
            return true;
        }
    }
    return false;
}

/* Rows of one cell more than the header. Names of rows are all different. Between commas a number
 * with a decimal comma makes one cell more, too, unless names are quoted or have letters or other
 * cells have decimal points. */
static quire_status
take_longer(struct quire_table_dialect *d, const struct fit *f, struct quire_place place,
            quire_diag *diag)
{
    const bool sure = d->separator != ',' || f->words || f->points;
    char name[QUIRE_EXCERPT_SIZE], first[QUIRE_EXCERPT_SIZE], second[QUIRE_EXCERPT_SIZE];
    struct quire_table_cell half[2];

    d->row_names = f->named && sure && f->n_row > 1;
    if (!f->named || sure || !find_halves(f->row, half)) {
        return QUIRE_OK;
    }
    const struct quire_table_cell begin = quire_table_cut(f->row, ',', false);
    place.line = f->line;
    place.column = 1;
    struct quire_table_cell last = begin;
    while (last.next != NULL) {
        last = quire_table_cut(last.next, ',', false);
    }
    for (const char *p = f->row; p < last.start; p++) {
        place.column += ((unsigned char)*p & 0xC0) != 0x80 ? 1 : 0;
    }
    return quire_diag_error(
        diag, "E-TOO-MANY", place, NULL,
        "separate the columns by semicolons, or name the first column in the header",
        "%zu columns, but the header has %zu: '%s' is the name of the row, or a number has a "
        "decimal comma, such as '%s,%s'",
        f->header + 1, f->header, excerpt(name, &begin), excerpt(first, &half[0]),
        excerpt(second, &half[1]));
}

/* of what parts the header, that of most rows; n: nothing does */
static size_t
fits_most(const struct fit *fit, size_t n)
{
    size_t best = n;

    for (size_t i = n; i-- > 0;) {
        const bool more = best == n || fit[i].rows > fit[best].rows;
        best = fit[i].header > 1 && more ? i : best;
    }
    return best;
}

static quire_status
find_separator(struct quire_table_dialect *d, const char *at, struct quire_place place,
               quire_diag *diag)
{
    struct fit fit[sizeof candidate];
    const size_t n = d->separator != '\0' ? 1 : sizeof candidate;
    size_t best = n;
    bool parted = false;

    for (size_t i = 0; i < n && best == n; i++) {
        if (candidate[i] == ' ' && parted) { /* blanks do where nothing else parts the header */
            fit[i] = (struct fit){0};
            continue;
        }
        fit[i] = fit_of(at, place.line, d->separator != '\0' ? d->separator : candidate[i]);
        if (fit[i].starved) {
            return quire_diag_memory_error(diag);
        }
        parted = parted || fit[i].header > 1;
        best = fit[i].same ? i : best;
    }
    for (size_t i = 0; i < n && best == n; i++) {
        best = fit[i].longer ? i : best;
    }
    /* none: what fits most rows; the others are refused one by one */
    best = best < n ? best : fits_most(fit, n);
    if (d->separator == '\0') {
        d->separator = best < n ? candidate[best] : ',';
    }
    if (best == n) {
        return QUIRE_OK;
    }
    d->names_headed = d->row_names = fit[best].headed;
    return fit[best].longer && !fit[best].headed ? take_longer(d, &fit[best], place, diag)
                                                 : QUIRE_OK;
}

/* ---- decimal commas */

/* the first cell of a sort */
struct found {
    int line; /* 0: none was found */
    char text[QUIRE_EXCERPT_SIZE];
};

static void
keep(struct found *f, const struct quire_table_cell *c, int line)
{
    if (f->line == 0) {
        excerpt(f->text, c);
        f->line = line;
    }
}

static quire_status
decide(struct quire_table_dialect *d, struct found *comma, struct found *doubtful,
       struct found *point, struct quire_place place, quire_diag *diag)
{
    char thousands[QUIRE_EXCERPT_SIZE], decimal[QUIRE_EXCERPT_SIZE];
    struct found *first = comma->line > 0 ? comma : doubtful;

    if (first->line > 0 && (comma->line > 0 || d->decimal_comma) && point->line > 0) {
        place.line = first->line;
        return quire_diag_error(diag, "E-NUMBER", place, NULL,
                                "write all numbers with points, or all with commas",
                                "'%s' has a decimal comma, and '%s' in line %d has a decimal point",
                                first->text, point->text, point->line);
    }
    if (comma->line > 0) {
        d->decimal_comma = true;
    }
    if (d->decimal_comma || doubtful->line == 0) {
        return QUIRE_OK;
    }
    char *at = thousands;
    size_t i = 0;
    for (; doubtful->text[i] != '\0'; i++) {
        decimal[i] = doubtful->text[i] == ',' ? '.' : doubtful->text[i];
        *at = doubtful->text[i];
        at += doubtful->text[i] != ',' ? 1 : 0;
    }
    decimal[i] = *at = '\0';
    place.line = doubtful->line;
    return quire_diag_error(diag, "E-NUMBER", place, NULL,
                            "a first line 'decimal=,' says that commas are decimal; write "
                            "thousands without commas",
                            "'%s' may be read in two ways: as %s or as %s", doubtful->text, decimal,
                            thousands);
}

static quire_status
find_decimal_mark(struct quire_table_dialect *d, const char *at, struct quire_place place,
                  quire_diag *diag)
{
    struct found comma = {0}, doubtful = {0}, point = {0};
    int line = place.line;

    quire_table_line(&at, &line); /* the header */
    for (const char *row; (row = quire_table_line(&at, &line)) != NULL;) {
        for (const char *cell = row; cell != NULL;) {
            const struct quire_table_cell c = quire_table_cut(cell, d->separator, false);
            const enum quire_table_sort sort =
                d->row_names && cell == row ? QUIRE_TABLE_WORD : quire_table_sort(c.begin, c.end);
            if (sort == QUIRE_TABLE_COMMA) {
                keep(&comma, &c, line);
            } else if (sort == QUIRE_TABLE_COMMA_OR_THOUSANDS) {
                keep(&doubtful, &c, line);
            } else if (sort == QUIRE_TABLE_POINT) {
                keep(&point, &c, line);
            }
            cell = c.next;
        }
    }
    return decide(d, &comma, &doubtful, &point, place, diag);
}

quire_status
quire_table_recognise(struct quire_table_dialect *d, const char *at, struct quire_place place,
                      quire_diag *diag)
{
    const quire_status status = find_separator(d, at, place, diag);

    return status == QUIRE_OK ? find_decimal_mark(d, at, place, diag) : status;
}
