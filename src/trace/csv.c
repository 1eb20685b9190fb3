#include "trace/csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "events/event_log.h"
#include "text/text.h"

#define FLUSH_SIZE 262144 /* a stream's own buffer, a small one, is passed by */
/* significant ones: a nanometre in a metre, far below what is known of any machine */
#define DIGITS 9

static void
add_number(struct quire_text *text, double value)
{
    quire_text_rounded(text, &value, 1, DIGITS);
}

/* hands the text on to the file and starts again */
static void
flush_text(struct quire_text *text, FILE *file)
{
    if (!text->failed && text->size > 0) {
        fwrite(text->data, 1, text->size, file);
        text->size = 0;
    }
}

static quire_status
finish(struct quire_text *text, FILE *file)
{
    flush_text(text, file);
    const quire_status status = text->failed ? QUIRE_ERROR_LIMIT : QUIRE_OK;
    quire_text_clear(text);
    return status;
}

/* ---- series ---- */

#define TOGETHER 8 /* columns that are compared with the row before at once */

struct row {
    struct quire_text text;
    size_t *end; /* of the text of so many columns each, with what follows them */
};

/* a part of the row before is the row's, too */
struct kept {
    size_t from, to;
};

static void
put_kept(struct row *row, const struct row *before, struct kept *kept)
{
    if (kept->to > kept->from) {
        quire_text_add_bytes(&row->text, before->text.data + kept->from, kept->to - kept->from);
    }
    *kept = (struct kept){0, 0};
}

/* Of n columns; much of a machine stands still or runs as it did, and is written as it was. `last`:
 * the values of the row before, NULL where there is none. */
static void
put_row(struct row *row, const struct row *before, const double *value, const double *last,
        size_t n)
{
    struct kept kept = {0, 0};

    row->text.size = 0;
    for (size_t k = 0, first = 0; first < n; k++, first += TOGETHER) {
        const size_t many = n - first < TOGETHER ? n - first : TOGETHER;
        if (last != NULL && memcmp(value + first, last + first, many * sizeof *value) == 0) {
            kept.from = kept.to > 0 ? kept.from : k > 0 ? before->end[k - 1] : 0;
            kept.to = before->end[k];
        } else {
            put_kept(row, before, &kept);
            quire_text_rounded(&row->text, value + first, many, DIGITS);
            quire_text_add_char(&row->text, first + many < n ? ',' : '\n');
        }
        row->end[k] = row->text.size + kept.to - kept.from;
    }
    put_kept(row, before, &kept);
}

static quire_status
write_rows(struct quire_text *text, FILE *file, const struct quire_series *series)
{
    const size_t n = series->n_column, ends = n / TOGETHER + 1;
    size_t *end = calloc(2 * ends, sizeof *end);
    struct row row[2] = {{.end = end}, {.end = end + ends}};
    bool failed = end == NULL;

    for (size_t i = 0; i < series->n_row && !failed; i++) {
        const double *value = series->value + i * n;
        struct row *now = &row[i & 1], *before = &row[1 - (i & 1)];
        put_row(now, before, value, i > 0 ? value - n : NULL, n);
        failed = now->text.failed;
        if (!failed) {
            quire_text_add_bytes(text, now->text.data, now->text.size);
        }
        if (text->size >= FLUSH_SIZE) {
            flush_text(text, file);
        }
    }
    quire_text_clear(&row[0].text);
    quire_text_clear(&row[1].text);
    free(end);
    return failed ? QUIRE_ERROR_LIMIT : QUIRE_OK;
}

quire_status
quire_csv_write_series(FILE *file, const struct quire_series *series)
{
    struct quire_text text = {0};
    for (size_t i = 0; i < series->n_column; i++) {
        quire_text_add(&text, i > 0 ? "," : "");
        quire_text_csv_cell(&text, series->column[i].header);
    }
    quire_text_add(&text, "\n");
    const quire_status written = write_rows(&text, file, series), ended = finish(&text, file);
    return written != QUIRE_OK ? written : ended;
}

/* ---- events ---- */

static void
add_word(struct quire_text *text, const char *word)
{
    quire_text_csv_cell(text, word != NULL ? word : "");
    quire_text_add(text, ",");
}

static void
add_event(struct quire_text *text, const struct quire_event *event, bool spatial)
{
    const double number[] = {event->x, event->y, event->path_distance, event->value};
    add_number(text, event->time);
    quire_text_add(text, ",");
    add_word(text, quire_event_word(event->kind));
    add_word(text, event->source);
    add_word(text, event->signal);
    add_word(text, event->sheet);
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
        add_number(text, number[i]);
        quire_text_add(text, ",");
    }
    quire_text_csv_cell(text, event->detail != NULL ? event->detail : "");
    if (spatial) {
        quire_text_add(text, ",");
        add_number(text, event->in_space ? event->z : (double)NAN);
        quire_text_add(text, ",");
        add_number(text, event->in_space ? event->yaw : (double)NAN);
    }
    quire_text_add(text, "\n");
}

quire_status
quire_csv_write_events(FILE *file, const struct quire_result *result, bool spatial)
{
    struct quire_text text = {0};
    /* the value's unit depends on the kind of event, so its header has none */
    quire_text_add(&text, "time [s],kind,source,signal,sheet,x [m],y [m],path [m],value,detail");
    quire_text_add(&text, spatial ? ",z [m],yaw [rad]\n" : "\n");
    for (size_t i = 0; i < result->n_event; i++) {
        add_event(&text, &result->event[i], spatial);
        if (text.size >= FLUSH_SIZE) {
            flush_text(&text, file);
        }
    }
    return finish(&text, file);
}

/* ---- modes ---- */

quire_status
quire_csv_write_modes(FILE *file, const struct quire_result *result)
{
    struct quire_text text = {0};
    quire_text_add(&text, "mode,frequency [Hz],eigenvalue [rad^2/s^2]\n");
    for (size_t i = 0; i < result->rest.n_mode; i++) {
        quire_text_format(&text, "%zu,", i + 1);
        add_number(&text, result->rest.mode[i].frequency);
        quire_text_add_char(&text, ',');
        add_number(&text, result->rest.mode[i].eigenvalue);
        quire_text_add_char(&text, '\n');
    }
    return finish(&text, file);
}

/* a node or a roller's centre: where it is, and where each mode takes it */
static void
add_point(struct quire_text *text, const char *body, const char *place, const double at[3],
          size_t dimensions, const struct quire_rest_result *rest, size_t first)
{
    quire_text_csv_cell(text, body);
    quire_text_format(text, ",%s", place);
    for (size_t d = 0; d < dimensions; d++) {
        quire_text_add_char(text, ',');
        add_number(text, at[d]);
    }
    for (size_t i = 0; i < rest->n_mode; i++) {
        for (size_t d = 0; d < dimensions; d++) {
            quire_text_add_char(text, ',');
            add_number(text, rest->mode[i].shape[first + d]);
        }
    }
    quire_text_add_char(text, '\n');
}

static void
add_sheet_points(struct quire_text *text, const struct quire_sheet_view *sheet,
                 const struct quire_rest_result *rest, size_t first)
{
    const size_t columns = sheet->n_column;

    for (size_t i = 0; i < sheet->n_node * (columns > 0 ? columns : 1); i++) {
        char place[48];
        if (columns > 0) {
            snprintf(place, sizeof place, "%zu,%zu", i / columns, i % columns);
            add_point(text, sheet->name, place, sheet->node + 3 * i, 3, rest, first + 3 * i);
        } else {
            snprintf(place, sizeof place, "%zu", i);
            add_point(text, sheet->name, place, (double[3]){sheet->x[i], sheet->y[i]}, 2, rest,
                      first + 2 * i);
        }
    }
}

quire_status
quire_csv_write_shapes(FILE *file, const struct quire_result *result, const struct quire_view *last)
{
    struct quire_text text = {0};
    size_t first = 0;
    quire_text_add(&text,
                   last->spatial ? "body,node,column,x [m],y [m],z [m]" : "body,node,x [m],y [m]");
    for (size_t i = 0; i < result->rest.n_mode; i++) {
        quire_text_format(&text, last->spatial ? ",%zu.x,%zu.y,%zu.z" : ",%zu.x,%zu.y", i + 1,
                          i + 1, i + 1);
    }
    quire_text_add(&text, "\n");
    for (size_t k = 0; k < last->n_sheet; k++) {
        const struct quire_sheet_view *sheet = quire_view_sheet(last, k);
        if (sheet->entered) {
            add_sheet_points(&text, sheet, &result->rest, first);
        }
        first += quire_shape_numbers(sheet);
        flush_text(&text, file);
    }
    for (size_t k = 0; k < last->n_roller; k++, first += last->spatial ? 3 : 2) {
        const struct quire_roller_view *roller = quire_view_roller(last, k);
        add_point(&text, roller->name, last->spatial ? "," : "",
                  (double[3]){roller->x, roller->y, 0}, last->spatial ? 3 : 2, &result->rest,
                  first);
    }
    return finish(&text, file);
}
