#include "report/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/file.h"
#include "report/pack.h"
#include "result/folder.h"

#define SIZE_MOST    ((size_t)1 << 31) /* of the file [B] */
#define VALUES_MOST  150000            /* that the page keeps; one to three bytes each */
#define COLUMNS_WIDE 300               /* with more of them values are fewer: such runs also */
#define VALUES_WIDE  85000             /* have many places and events to keep */
#define ROWS_MOST    8000
#define STEPS        65533 /* between a column's least and largest value */
#define COLUMNS_MOST 100000

static quire_status
refuse(quire_diag *diag, const char *path, size_t line, const char *what)
{
    const struct quire_place at = {path, (int)line, 0};
    return quire_diag_error(diag, "E-FILE", at, NULL, "run the model again", "%s", what);
}

/* ---- reading ---- */

/* takes a cell out of a row, without its quotes; what follows it, NULL after the last one */
static char *
next_cell(char *at, char **cell)
{
    char *out = at;
    *cell = at;
    if (*at != '"') {
        char *comma = strchr(at, ',');
        if (comma != NULL) {
            *comma = '\0';
        }
        return comma != NULL ? comma + 1 : NULL;
    }
    for (at++; *at != '\0' && (at[0] != '"' || at[1] == '"'); at++) {
        at += *at == '"';
        *out++ = *at;
    }
    at += *at == '"';
    char *rest = *at == ',' ? at + 1 : NULL;
    *out = '\0';
    return rest;
}

static bool
read_header(struct quire_history *h, char *line)
{
    for (char *cell; line != NULL && h->n < COLUMNS_MOST;) {
        line = next_cell(line, &cell);
        char **grown = realloc(h->name, (h->n + 1) * sizeof *grown);
        char *name = strdup(cell);
        h->name = grown != NULL ? grown : h->name;
        if (grown == NULL || name == NULL) {
            free(name);
            return false;
        }
        h->name[h->n++] = name;
    }
    return true;
}

/* false where the row has not n numbers or nothing in their place */
static bool
read_row(double *value, size_t n, char *line)
{
    for (size_t i = 0; i < n; i++) {
        char *cell;
        const char *end;
        if (line == NULL) {
            return false;
        }
        line = next_cell(line, &cell);
        value[i] = NAN;
        if (*cell != '\0' &&
            (quire_number_read_result(&value[i], cell, &end) != QUIRE_NUMBER_OK || *end != '\0')) {
            return false;
        }
    }
    return line == NULL;
}

static size_t
count_lines(const char *text)
{
    size_t n = 0;
    for (const char *at = text; *at != '\0'; at++) {
        n += *at == '\n' || at[1] == '\0';
    }
    return n;
}

/* how many samples one stretch has, so that the page does not grow without bound */
static size_t
bucket_size(size_t n_sample, size_t n_column)
{
    const size_t most = n_column > COLUMNS_WIDE ? VALUES_WIDE : VALUES_MOST,
                 share = most / n_column, rows = share < ROWS_MOST ? share : ROWS_MOST,
                 pairs = rows > 4 ? rows / 2 : 2;
    return n_sample <= 2 * pairs ? 1 : (n_sample + pairs - 1) / pairs;
}

/* one stretch of samples: the extremes of each column, and when they came */
struct stretch {
    double *low, *high;       /* (n) */
    size_t *low_at, *high_at; /* (n) */
    size_t n_seen;
};

static void
see(struct stretch *s, const double *value, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (s->n_seen == 0) {
            s->low[i] = s->high[i] = NAN;
            s->low_at[i] = s->high_at[i] = 0;
        }
        if (isfinite(value[i]) && !(s->low[i] <= value[i])) {
            s->low[i] = value[i];
            s->low_at[i] = s->n_seen;
        }
        if (isfinite(value[i]) && !(s->high[i] >= value[i])) {
            s->high[i] = value[i];
            s->high_at[i] = s->n_seen;
        }
    }
    s->n_seen++;
}

static void
put_row(struct quire_history *h, const double *value, size_t capacity)
{
    for (size_t i = 0; i < h->n; i++) {
        h->value[i * capacity + h->n_row] = value[i];
    }
    h->n_row++;
}

static void
put_stretch(struct quire_history *h, struct stretch *s, size_t capacity)
{
    for (size_t i = 0; i < h->n; i++) {
        const bool falls = s->high_at[i] < s->low_at[i];
        h->value[i * capacity + h->n_row] = falls ? s->high[i] : s->low[i];
        h->value[i * capacity + h->n_row + 1] = falls ? s->low[i] : s->high[i];
    }
    h->n_row += 2;
    s->n_seen = 0;
}

static bool
begin_stretch(struct stretch *s, size_t n)
{
    *s = (struct stretch){calloc(n, sizeof *s->low), calloc(n, sizeof *s->high),
                          calloc(n, sizeof *s->low_at), calloc(n, sizeof *s->high_at), 0};
    return s->low != NULL && s->high != NULL && s->low_at != NULL && s->high_at != NULL;
}

static void
end_stretch(struct stretch *s)
{
    free(s->low);
    free(s->high);
    free(s->low_at);
    free(s->high_at);
}

/* cuts the first line off; what follows it */
static char *
cut_line(char *text)
{
    const size_t length = strcspn(text, "\n");
    char *next = text + length + (text[length] == '\n');
    text[length > 0 && text[length - 1] == '\r' ? length - 1 : length] = '\0';
    return next;
}

/* one more sample; all its columns are filled in */
static void
take_row(struct quire_history *h, struct stretch *s, const double *row, bool last, size_t capacity)
{
    if (h->bucket == 1) {
        put_row(h, row, capacity);
        return;
    }
    see(s, row, h->n);
    if (s->n_seen == h->bucket || last) {
        put_stretch(h, s, capacity);
    }
}

/* where the samples go; the rows that there is room for */
static size_t
make_room(struct quire_history *h, size_t n_sample)
{
    h->bucket = bucket_size(n_sample, h->n);
    const size_t capacity = h->bucket == 1 ? n_sample : 2 * (n_sample / h->bucket + 1);
    h->value = calloc(h->n * capacity + 1, sizeof *h->value);
    return capacity;
}

static quire_status
read_rows(struct quire_history *h, char *text, size_t capacity, const char *path, quire_diag *diag)
{
    quire_status status = QUIRE_OK;
    struct stretch stretch;
    double *row = calloc(h->n, sizeof *row);
    if (!begin_stretch(&stretch, h->n) || row == NULL) {
        status = quire_diag_memory_error(diag);
    }
    while (status == QUIRE_OK && *text != '\0') {
        char *next = cut_line(text);
        h->n_sample++;
        if (!read_row(row, h->n, text)) {
            status =
                refuse(diag, path, h->n_sample + 1, "is no row of numbers as Quire writes them");
        } else {
            take_row(h, &stretch, row, *next == '\0', capacity);
        }
        text = next;
    }
    end_stretch(&stretch);
    free(row);
    return status;
}

/* columns stand side by side without gaps */
static void
close_up(struct quire_history *h, size_t capacity)
{
    for (size_t i = 1; i < h->n && capacity > h->n_row; i++) {
        memmove(h->value + i * h->n_row, h->value + i * capacity, h->n_row * sizeof *h->value);
    }
}

static quire_status
read_text(struct quire_history *h, char *text, const char *path, quire_diag *diag)
{
    char *rest = cut_line(text);
    if (strncmp(text, "time [s]", 8) != 0) {
        return refuse(diag, path, 1, "is no series as Quire writes them");
    }
    if (!read_header(h, text)) {
        return quire_diag_memory_error(diag);
    }
    const size_t capacity = make_room(h, count_lines(rest));
    const quire_status status =
        h->value != NULL ? read_rows(h, rest, capacity, path, diag) : quire_diag_memory_error(diag);
    if (status == QUIRE_OK) {
        close_up(h, capacity);
    }
    return status;
}

quire_status
quire_history_load(struct quire_history *out, const char *directory, quire_diag *diag)
{
    char *path = quire_folder_join(directory, QUIRE_HISTORY_FILE), *text = NULL;
    size_t size;
    *out = (struct quire_history){0};
    quire_status status = path != NULL ? quire_folder_read(&text, &size, path, SIZE_MOST, diag)
                                       : quire_diag_memory_error(diag);
    if (status == QUIRE_OK) {
        status = read_text(out, text, path, diag);
    }
    if (status != QUIRE_OK) {
        quire_history_clear(out);
    }
    free(text);
    free(path);
    return status;
}

/* the names of the columns, and which they are of the series */
static bool
choose_columns(struct quire_history *h, const struct quire_series *series, size_t *chosen,
               bool (*wanted)(const struct quire_series_column *column))
{
    h->name = calloc(series->n_column + 1, sizeof *h->name);
    for (size_t i = 0; h->name != NULL && i < series->n_column; i++) {
        const struct quire_series_column *column = &series->column[i];
        if (i > 0 && wanted != NULL && !wanted(column)) {
            continue;
        }
        chosen[h->n] = i;
        h->name[h->n] = strdup(column->header);
        if (h->name[h->n++] == NULL) {
            return false;
        }
    }
    return h->name != NULL;
}

/* every stride-th sample, and the last */
static void
take_rows(struct quire_history *h, const struct quire_series *series, const size_t *chosen,
          struct stretch *stretch, double *row, size_t stride, size_t capacity)
{
    for (size_t r = 0; r < series->n_row; r++) {
        const bool last = r + 1 == series->n_row;
        if (r % stride != 0 && !last) {
            continue;
        }
        for (size_t i = 0; i < h->n; i++) {
            row[i] = series->value[r * series->n_column + chosen[i]];
        }
        take_row(h, stretch, row, last, capacity);
    }
}

quire_status
quire_history_of_series(struct quire_history *out, const struct quire_series *series,
                        bool (*wanted)(const struct quire_series_column *column), size_t stride)
{
    struct quire_history *h = out;
    struct stretch stretch = {0};
    *h = (struct quire_history){.n_sample = series->n_row};
    size_t *chosen = calloc(series->n_column + 1, sizeof *chosen);
    double *row = calloc(series->n_column + 1, sizeof *row);
    bool good = chosen != NULL && row != NULL && choose_columns(h, series, chosen, wanted);
    const size_t capacity = good && h->n > 0 ? make_room(h, series->n_row / stride + 2) : 0;
    good = good && h->n > 0 && h->value != NULL && begin_stretch(&stretch, h->n);
    if (good) {
        take_rows(h, series, chosen, &stretch, row, stride, capacity);
        close_up(h, capacity);
    } else {
        quire_history_clear(h);
    }
    end_stretch(&stretch);
    free(row);
    free(chosen);
    return good ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}

void
quire_history_clear(struct quire_history *self)
{
    for (size_t i = 0; i < self->n; i++) {
        free(self->name[i]);
    }
    free(self->name);
    free(self->value);
    *self = (struct quire_history){0};
}

/* ---- writing ---- */

/* the least value and the step of a column; false where it has no value */
static bool
find_range(const double *value, size_t n, double *low, double *step)
{
    double high = -HUGE_VAL;
    *low = HUGE_VAL;
    for (size_t i = 0; i < n; i++) { /* of equal ones the last: zeros have signs */
        *low = value[i] <= *low ? value[i] : *low;
        high = value[i] >= high ? value[i] : high;
    }
    *step = high / STEPS - *low / STEPS;
    return high >= *low;
}

/* how many steps above the least; their difference may be beyond the largest double where the
 * numbers are not */
static double
steps_above(double value, double low, double step)
{
    const double way = value - low;
    return isfinite(way) ? way / step : value / step - low / step;
}

static void
pack_column(struct quire_text *bytes, const double *value, size_t n, double low, double step)
{
    int64_t last = 0;
    for (size_t i = 0; i < n; i++) {
        const int64_t code =
            !isfinite(value[i])
                ? 0
                : 1 + (step > 0 ? (int64_t)floor(steps_above(value[i], low, step) + 0.5) : 0);
        quire_pack_integer(bytes, code - last);
        last = code;
    }
}

static void
write_column(struct quire_json *json, struct quire_text *bytes, const char *name,
             const double *value, size_t n)
{
    double low, step;
    if (!find_range(value, n, &low, &step)) {
        low = step = 0;
    }
    quire_json_open(json, NULL, '{', true);
    quire_json_string(json, "name", name);
    quire_json_number(json, "low", low);
    quire_json_number(json, "step", step);
    quire_json_close(json, '{');
    pack_column(bytes, value, n, low, step);
}

void
quire_history_write(struct quire_json *json, const char *key, const struct quire_history *history)
{
    struct quire_text bytes = {0};
    quire_json_open(json, key, '{', true);
    quire_json_integer(json, "of", (long)history->n_sample);
    quire_json_integer(json, "bucket", (long)history->bucket);
    quire_json_integer(json, "rows", (long)history->n_row);
    quire_json_open(json, "columns", '[', true);
    for (size_t i = 0; i < history->n; i++) {
        write_column(json, &bytes, history->name[i], history->value + i * history->n_row,
                     history->n_row);
    }
    quire_json_close(json, '[');
    quire_pack_json(json, "bytes", &bytes);
    quire_json_close(json, '{');
    quire_text_clear(&bytes);
}
