#include "trace/csv.h"

#include <math.h>

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

quire_status
quire_csv_write_series(FILE *file, const struct quire_series *series)
{
    struct quire_text text = {0};
    for (size_t i = 0; i < series->n_column; i++) {
        quire_text_add(&text, i > 0 ? "," : "");
        quire_text_csv_cell(&text, series->column[i].header);
    }
    quire_text_add(&text, "\n");
    for (size_t row = 0; row < series->n_row; row++) {
        quire_text_rounded(&text, series->value + row * series->n_column, series->n_column, DIGITS);
        quire_text_add_char(&text, '\n');
        if (text.size >= FLUSH_SIZE) {
            flush_text(&text, file);
        }
    }
    return finish(&text, file);
}

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
