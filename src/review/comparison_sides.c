#include "review/comparison_sides.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/file.h"
#include "base/json_read.h"
#include "kind/value.h"
#include "result/folder.h"
#include "result/manifest.h"
#include "table/table.h"

#define SERIES_LIMIT ((size_t)4 << 30) /* [bytes] */

const char *
quire_summary_word(const json_t *object, const char *key)
{
    const char *word = json_string_value(json_object_get(object, key));
    return word != NULL ? word : "";
}

double
quire_summary_number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

const char *
quire_compared_motion(const struct quire_compared *self)
{
    const char *motion = quire_summary_word(self->summary, "motion");
    return motion[0] != '\0' ? motion : "planar";
}

const char *
quire_compared_verdict(const struct quire_compared *self)
{
    return quire_summary_word(self->summary, "verdict");
}

long
quire_compared_columns(const struct quire_compared *self)
{
    return (long)json_integer_value(json_object_get(
        json_object_get(json_object_get(self->summary, "manifest"), "options"), "columns"));
}

bool
quire_compared_is_complete(const struct quire_compared *self)
{
    return json_is_true(json_object_get(self->summary, "complete"));
}

/* the length of an edge's name in a header such as "page.lead.path [m]"; 0: it is another quantity
 */
static size_t
edge_name(const char *header)
{
    static const char *const ending[] = {".lead.path", ".trail.path"};
    const size_t n = strcspn(header, " ");

    for (size_t k = 0; k < 2; k++) {
        const size_t length = strlen(ending[k]);
        if (n > length && strncmp(header + n - length, ending[k], length) == 0) {
            return n;
        }
    }
    return 0;
}

/* room for `n_sample` values of an edge */
static bool
add_edge(struct quire_compared *self, const char *header, size_t n_sample)
{
    struct quire_compared_edge *edge = realloc(self->edge, (self->n_edge + 1) * sizeof *edge);
    if (edge == NULL) {
        return false;
    }
    self->edge = edge;
    edge += self->n_edge++;
    edge->name = strndup(header, edge_name(header));
    edge->place = malloc((n_sample + 1) * sizeof *edge->place);
    return edge->name != NULL && edge->place != NULL;
}

static bool
take_column(double **out, const quire_run *run, size_t column)
{
    const size_t n = quire_run_row_count(run);
    *out = *out != NULL ? *out : malloc((n + 1) * sizeof **out);
    if (*out != NULL) {
        quire_run_column(run, column, *out, n);
    }
    return *out != NULL;
}

quire_status
quire_compared_take(struct quire_compared *out, const quire_run *run, quire_diag *diag)
{
    const char *directory = quire_run_directory(run);
    const char *summary = quire_run_summary_json(run);
    bool good, starved = false;

    *out = (struct quire_compared){.n_sample = quire_run_row_count(run)};
    out->summary = summary != NULL ? quire_json_read(summary, strlen(summary), 0, &starved) : NULL;
    if (starved) {
        return quire_diag_memory_error(diag);
    }
    if (out->summary == NULL) {
        return quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL, NULL,
                                "a run that was not executed cannot be compared");
    }
    out->name = directory != NULL ? strdup(directory) : NULL;
    good = (directory == NULL || out->name != NULL) &&
           (quire_run_column_count(run) == 0 || take_column(&out->time, run, 0));
    for (size_t i = 0; good && i < quire_run_column_count(run); i++) {
        const char *header = quire_run_column_name(run, i);
        if (edge_name(header) > 0) {
            good = add_edge(out, header, out->n_sample) &&
                   take_column(&out->edge[out->n_edge - 1].place, run, i);
        }
    }
    return good ? QUIRE_OK : quire_diag_memory_error(diag);
}

static size_t
count_lines(const char *text, size_t size)
{
    size_t n = 0;
    for (const char *at = text; at != NULL; n++) {
        at = memchr(at, '\n', size - (size_t)(at - text));
        at = at != NULL ? at + 1 : NULL;
    }
    return n;
}

/* a cell that is empty is nothing */
static quire_status
read_cell(const struct quire_table *table, size_t column, double *out)
{
    *out = (double)NAN;
    if (table->cell[column][0] == '\0' ||
        quire_table_number(table->cell[column], out) == QUIRE_NUMBER_OK) {
        return QUIRE_OK;
    }
    char excerpt[QUIRE_EXCERPT_SIZE];
    return quire_diag_error(table->diag, "E-FILE", quire_table_place(table, column), NULL,
                            "was it written by quire run?", "'%s' is no number",
                            quire_excerpt(excerpt, table->cell[column]));
}

static quire_status
read_header(struct quire_compared *out, const struct quire_table *table, size_t **column,
            size_t n_line)
{
    *column = malloc((table->n + 1) * sizeof **column);
    out->time = malloc((n_line + 1) * sizeof *out->time);
    if (*column == NULL || out->time == NULL) {
        return quire_diag_memory_error(table->diag);
    }
    if (strcmp(table->cell[0], "time [s]") != 0) {
        return quire_diag_error(table->diag, "E-FILE", quire_table_place(table, 0), NULL,
                                "was it written by quire run?",
                                "the first column is not 'time [s]'");
    }
    for (size_t c = 0; c < table->n; c++) {
        if (edge_name(table->cell[c]) > 0) {
            (*column)[out->n_edge] = c;
            if (!add_edge(out, table->cell[c], n_line)) {
                return quire_diag_memory_error(table->diag);
            }
        }
    }
    return QUIRE_OK;
}

static quire_status
read_series(struct quire_compared *out, struct quire_table *table, size_t n_line)
{
    size_t *column = NULL;
    quire_status status = QUIRE_OK;
    bool more = quire_table_next(table, &status);
    const size_t n_header = table->n;

    if (more) {
        status = read_header(out, table, &column, n_line);
    }
    while (status == QUIRE_OK && more && (more = quire_table_next(table, &status))) {
        const size_t row = out->n_sample++;
        status = quire_table_check_row(table, n_header);
        if (status == QUIRE_OK) {
            status = read_cell(table, 0, &out->time[row]);
        }
        for (size_t k = 0; k < out->n_edge && status == QUIRE_OK; k++) {
            status = read_cell(table, column[k], &out->edge[k].place[row]);
        }
    }
    free(column);
    return status;
}

static quire_status
load_series(struct quire_compared *out, const char *directory, quire_diag *diag)
{
    char *path = quire_folder_join(directory, "series.csv"), *text = NULL;
    struct quire_table table = {0};
    size_t size = 0;
    quire_status status = path != NULL ? quire_folder_read(&text, &size, path, SERIES_LIMIT, diag)
                                       : quire_diag_memory_error(diag);

    if (status == QUIRE_OK) {
        status = quire_table_open_own(&table, text, size, path, diag);
    }
    if (status == QUIRE_OK) {
        status = read_series(out, &table, count_lines(text, size));
    }
    quire_table_clear(&table);
    free(text);
    free(path);
    return status;
}

quire_status
quire_compared_load(struct quire_compared *out, const char *directory, quire_diag *diag)
{
    struct quire_manifest manifest;
    *out = (struct quire_compared){0};
    quire_status status = quire_manifest_load(&manifest, directory, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    out->name = strdup(directory);
    out->summary = quire_json_read(manifest.summary, strlen(manifest.summary), 0, NULL);
    status = out->name != NULL && out->summary != NULL ? QUIRE_OK : quire_diag_memory_error(diag);
    /* others have no series */
    if (status == QUIRE_OK && json_is_true(json_object_get(out->summary, "complete"))) {
        status = load_series(out, directory, diag);
    }
    quire_manifest_clear(&manifest);
    return status;
}

void
quire_compared_clear(struct quire_compared *self)
{
    for (size_t k = 0; k < self->n_edge; k++) {
        free(self->edge[k].name);
        free(self->edge[k].place);
    }
    free(self->edge);
    free(self->time);
    free(self->name);
    json_decref(self->summary);
    *self = (struct quire_compared){0};
}
