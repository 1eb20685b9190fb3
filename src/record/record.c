#include "record/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "draw/filmstrip.h"
#include "record/end_state.h"
#include "record/mode_frames.h"
#include "result/folder.h"
#include "summary/summary.h"
#include "trace/csv.h"
#include "trace/last_nodes.h"
#include "trace/series.h"
#include "trace/trajectory.h"

struct quire_record {
    const struct quire_model *model;
    char *directory; /* NULL: memory only */
    char *compared;  /* the folder with which the files are compared instead; NULL: none */
    struct quire_folder folder;
    struct quire_text differences;
    bool force;
    struct quire_kept_options options;
    quire_diag *diag;
    struct quire_machine machine;
    struct quire_series series;
    struct quire_frames frames, shapes; /* shapes: at rest, then each mode */
    struct quire_figures figures, provenance;
    struct quire_last_nodes nodes;
    bool spares_texts, keeps_course;
    const char *commands; /* borrowed; NULL: none (n_command bytes) */
    size_t n_command;
    char *text, *json, *course; /* course: NULL where it is not kept */
    char end_state[65];
};

/* ---- files ---- */

static quire_status
write_text(struct quire_folder *folder, const char *name, const char *text, size_t size)
{
    FILE *file;
    const quire_status status = quire_folder_add(folder, name, &file);
    if (status == QUIRE_OK) {
        fwrite(text, 1, size, file);
    }
    return status;
}

static quire_status
write_picture(struct quire_record *self, struct quire_folder *folder,
              const struct quire_result *result)
{
    struct quire_text svg = {0};
    quire_filmstrip_write(&svg, &self->machine, self->shapes.n > 0 ? &self->shapes : &self->frames,
                          result);
    quire_status status = svg.failed ? quire_diag_memory_error(self->diag) : QUIRE_OK;
    if (status == QUIRE_OK && svg.size > 0) {
        status = write_text(folder, "filmstrip.svg", svg.data, svg.size);
    }
    quire_text_clear(&svg);
    return status;
}

static quire_status
write_numbers(struct quire_record *self, struct quire_folder *folder,
              const struct quire_result *result, const struct quire_view *last)
{
    FILE *series, *events, *trajectory;
    quire_status status;
    if ((status = quire_folder_add(folder, "series.csv", &series)) != QUIRE_OK ||
        (status = quire_folder_add(folder, "events.csv", &events)) != QUIRE_OK ||
        (status = quire_folder_add(folder, "trajectory.jsonl", &trajectory)) != QUIRE_OK) {
        return status;
    }
    if (quire_csv_write_series(series, &self->series) != QUIRE_OK ||
        quire_csv_write_events(events, result, self->machine.spatial) != QUIRE_OK ||
        quire_trajectory_write(trajectory, &self->frames, &self->machine, result, last) !=
            QUIRE_OK) {
        return quire_diag_memory_error(self->diag);
    }
    return QUIRE_OK;
}

static quire_status
write_modes(struct quire_record *self, struct quire_folder *folder,
            const struct quire_result *result, const struct quire_view *last)
{
    FILE *modes, *shapes;
    quire_status status = quire_folder_add(folder, "modes.csv", &modes);
    if (status == QUIRE_OK) {
        status = quire_folder_add(folder, "mode-shapes.csv", &shapes);
    }
    if (status != QUIRE_OK) {
        return status;
    }
    if (quire_csv_write_modes(modes, result) != QUIRE_OK ||
        quire_csv_write_shapes(shapes, result, last) != QUIRE_OK) {
        return quire_diag_memory_error(self->diag);
    }
    return QUIRE_OK;
}

/* a run that failed takes the numbers of the run before it away: they are no longer what the
 * summary speaks of */
static quire_status
remove_numbers(struct quire_folder *folder, bool with_picture)
{
    static const char *const name[] = {"series.csv", "events.csv", "trajectory.jsonl",
                                       "filmstrip.svg"};
    quire_status status = QUIRE_OK;
    for (size_t i = 0; i < (with_picture ? 4u : 3u) && status == QUIRE_OK; i++) {
        status = quire_folder_remove(folder, name[i]);
    }
    return status;
}

static quire_status
remove_modes(struct quire_folder *folder)
{
    const quire_status status = quire_folder_remove(folder, "modes.csv");
    return status != QUIRE_OK ? status : quire_folder_remove(folder, "mode-shapes.csv");
}

static quire_status
add_files(struct quire_record *self, struct quire_folder *folder, const struct quire_result *result,
          const struct quire_view *last, bool complete)
{
    quire_status status = QUIRE_OK;
    if (self->model->text != NULL) {
        status = write_text(folder, QUIRE_MODEL_COPY, self->model->text, self->model->size);
    }
    if (status == QUIRE_OK && complete) {
        status = write_numbers(self, folder, result, last);
    }
    if (status == QUIRE_OK && complete && result->rest.n_mode > 0) {
        status = write_modes(self, folder, result, last);
    }
    if (status == QUIRE_OK && self->frames.n > 0) {
        status = write_picture(self, folder, result);
    }
    if (status == QUIRE_OK && self->n_command > 0) {
        status = write_text(folder, QUIRE_COMMANDS_FILE, self->commands, self->n_command);
    }
    /* last: what it speaks of is there when it is there */
    if (status == QUIRE_OK && self->directory != NULL) {
        status = write_text(folder, QUIRE_SUMMARY_FILE, self->json, strlen(self->json));
    }
    return status;
}

bool
quire_record_wants_files(const struct quire_record *self)
{
    return self->directory != NULL || self->compared != NULL;
}

static bool
wants_frames(const struct quire_record *self)
{
    return quire_record_wants_files(self) || self->keeps_course;
}

static bool
writes_texts(const struct quire_record *self)
{
    return !self->spares_texts || quire_record_wants_files(self);
}

/* Taken now, so that nobody waits for a run whose results cannot be kept. Another run may have
 * ended there since the record was made. */
static quire_status
take_folder(struct quire_record *self)
{
    if (self->compared != NULL) {
        quire_folder_begin_compare(&self->folder, self->compared, &self->differences, self->diag);
        return QUIRE_OK;
    }
    quire_status status = quire_folder_begin(&self->folder, self->directory, self->diag);
    if (status == QUIRE_OK && !self->force) {
        status = quire_manifest_check_owner(self->directory, self->model, self->diag);
    }
    return status;
}

static quire_status
write_files(struct quire_record *self, const struct quire_result *result,
            const struct quire_view *last)
{
    struct quire_folder *folder = &self->folder;
    const bool complete = quire_result_complete(result) && last != NULL;
    /* runs that failed before their first view have not begun */
    quire_status status = folder->path == NULL ? take_folder(self) : QUIRE_OK;
    if (status == QUIRE_OK) {
        status = add_files(self, folder, result, last, complete);
    }
    if (status == QUIRE_OK) {
        status = quire_folder_commit(folder);
    }
    if (status == QUIRE_OK && !complete) {
        status = remove_numbers(folder, self->frames.n == 0);
    }
    if (status == QUIRE_OK && !(complete && result->rest.n_mode > 0)) {
        status = remove_modes(folder);
    }
    if (status == QUIRE_OK && self->n_command == 0) {
        status = quire_folder_remove(folder, QUIRE_COMMANDS_FILE);
    }
    quire_folder_end(folder);
    return status;
}

/* ---- the recorder ---- */

static quire_status
memory_or_ok(struct quire_record *self, quire_status status)
{
    return status == QUIRE_OK ? QUIRE_OK : quire_diag_memory_error(self->diag);
}

static quire_status
begin(void *record, const struct quire_model *model, const struct quire_view *view)
{
    struct quire_record *self = record;
    quire_status status = quire_machine_gather(&self->machine, model, view);
    if (status == QUIRE_OK) {
        status = quire_series_begin(&self->series, model, &self->machine, view);
    }
    if (status == QUIRE_OK) {
        status = quire_frames_begin(&self->frames, view);
    }
    return status == QUIRE_OK && quire_record_wants_files(self) ? take_folder(self)
                                                                : memory_or_ok(self, status);
}

static quire_status
sample(void *record, const struct quire_view *view)
{
    struct quire_record *self = record;
    quire_status status = quire_series_add(&self->series, view);
    if (status == QUIRE_OK && wants_frames(self)) {
        status = quire_frames_add(&self->frames, view);
        quire_machine_note_turning(&self->machine, view);
    }
    if (status == QUIRE_OK) { /* whoever watches the run may ask for them */
        status = quire_last_nodes_keep(&self->nodes, view);
    }
    return status; /* the run says why it ended */
}

/* the end is a sample too, wherever the run ended */
static quire_status
keep_last(struct quire_record *self, const struct quire_result *result,
          const struct quire_view *last)
{
    const size_t n = self->series.n_row;
    quire_status status = QUIRE_OK;
    if (n == 0 || self->series.value[(n - 1) * self->series.n_column] < last->time) {
        status = quire_series_add(&self->series, last);
    }
    if (status == QUIRE_OK && wants_frames(self)) {
        status = quire_frames_add_last(&self->frames, last);
    }
    if (status == QUIRE_OK) {
        status = quire_last_nodes_keep(&self->nodes, last);
    }
    if (writes_texts(self)) {
        quire_end_state_hash(self->end_state, last, result);
    }
    return status;
}

/* a failed run yields no numbers */
static void
set_figures(const struct quire_result *result, const struct quire_series *series,
            const struct quire_view *last, struct quire_figures *figures,
            struct quire_figures *provenance)
{
    if (quire_result_complete(result)) {
        quire_series_figures(series, figures);
    }
    quire_summary_figures(result, last, figures, provenance);
}

static quire_status
write_texts(struct quire_record *self, const struct quire_summary *summary)
{
    struct quire_text json = {0}, lines = {0};
    quire_summary_write_json(&json, summary);
    quire_summary_write_lines(&lines, summary);
    self->json = quire_text_take(&json);
    self->text = quire_text_take(&lines);
    return self->json != NULL && self->text != NULL ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}

static quire_status
summarise(struct quire_record *self, const struct quire_result *result,
          const struct quire_view *last)
{
    const struct quire_summary summary = {.result = result,
                                          .figures = &self->figures,
                                          .provenance = &self->provenance,
                                          .last = last,
                                          .options = &self->options,
                                          .directory = self->directory,
                                          .end_state =
                                              quire_result_complete(result) ? self->end_state : ""};
    set_figures(result, &self->series, last, &self->figures, &self->provenance);
    if (self->figures.status != QUIRE_OK || self->provenance.status != QUIRE_OK) {
        return QUIRE_ERROR_LIMIT;
    }
    return writes_texts(self) ? write_texts(self, &summary) : QUIRE_OK;
}

static quire_status
keep_machine(struct quire_record *self, const struct quire_result *result,
             const struct quire_view *last)
{
    struct quire_text text = {0};
    quire_trajectory_write_machine(&text, &self->machine, result, last);
    self->course = quire_text_take(&text);
    return self->course != NULL ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}

static quire_status
end(void *record, const struct quire_result *result, const struct quire_view *last)
{
    struct quire_record *self = record;
    quire_status status = QUIRE_OK;
    if (last != NULL && self->series.n_column > 0) {
        status = keep_last(self, result, last);
    }
    if (status == QUIRE_OK && last != NULL && result->rest.n_mode > 0) {
        status = quire_mode_frames(&self->shapes, &result->rest, last);
    }
    if (status == QUIRE_OK) {
        status = summarise(self, result, last);
    }
    if (status == QUIRE_OK && self->keeps_course && quire_result_complete(result) && last != NULL) {
        status = keep_machine(self, result, last);
    }
    if (status != QUIRE_OK) {
        return quire_diag_memory_error(self->diag);
    }
    return quire_record_wants_files(self) ? write_files(self, result, last) : QUIRE_OK;
}

struct quire_recorder
quire_record_interface(struct quire_record *record, quire_diag *diag)
{
    record->diag = diag;
    return (struct quire_recorder){.self = record, .begin = begin, .sample = sample, .end = end};
}

quire_status
quire_record_create(struct quire_record **out, const struct quire_model *model,
                    const quire_run_options *options, quire_diag *diag)
{
    *out = NULL;
    struct quire_record *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return quire_diag_memory_error(diag);
    }
    self->model = model;
    self->folder = (struct quire_folder)QUIRE_FOLDER_NONE;
    self->force = options->force;
    quire_kept_options_set(&self->options, options);
    quire_status status = QUIRE_OK;
    if (options->directory != NULL) {
        self->directory = strdup(options->directory);
        status = self->directory != NULL ? quire_folder_check(self->directory, diag)
                                         : quire_diag_memory_error(diag);
        if (status == QUIRE_OK && !options->force) {
            status = quire_manifest_check_owner(self->directory, model, diag);
        }
    }
    if (status != QUIRE_OK) {
        quire_record_destroy(self);
        return status;
    }
    *out = self;
    return QUIRE_OK;
}

quire_status
quire_record_compare(struct quire_record *self, const char *directory)
{
    self->compared = strdup(directory);
    return self->compared != NULL ? QUIRE_OK : quire_diag_memory_error(self->diag);
}

void
quire_record_keep_course(struct quire_record *self)
{
    self->keeps_course = true;
}

struct quire_record_course
quire_record_course(const struct quire_record *self)
{
    return (struct quire_record_course){self->course, &self->frames, &self->series};
}

void
quire_record_keep_commands(struct quire_record *self, const char *text, size_t size)
{
    self->commands = text;
    self->n_command = size;
}

const char *
quire_record_differences(const struct quire_record *self)
{
    return self->differences.size > 0 ? self->differences.data : "";
}

void
quire_record_destroy(struct quire_record *self)
{
    if (self == NULL) {
        return;
    }
    quire_machine_clear(&self->machine);
    quire_series_clear(&self->series);
    quire_frames_clear(&self->frames);
    quire_frames_clear(&self->shapes);
    quire_figures_clear(&self->figures);
    quire_figures_clear(&self->provenance);
    quire_last_nodes_clear(&self->nodes);
    quire_folder_end(&self->folder);
    quire_text_clear(&self->differences);
    free(self->compared);
    free(self->directory);
    free(self->text);
    free(self->json);
    free(self->course);
    free(self);
}

/* ---- looking at it ---- */

bool
quire_record_needs_samples(const struct quire_record *self, const char *const *figure, size_t n)
{
    bool needs = wants_frames(self);

    for (size_t i = 0; i < n && !needs; i++) {
        needs = quire_series_may_yield(&self->series, figure[i]);
    }
    return needs;
}

void
quire_record_spare_texts(struct quire_record *self)
{
    self->spares_texts = true;
}

quire_status
quire_record_expect(struct quire_record *self, size_t samples)
{
    const quire_status status = quire_series_expect(&self->series, samples);
    return status == QUIRE_OK && wants_frames(self) ? quire_frames_expect(&self->frames, samples)
                                                    : status;
}

quire_status
quire_record_possible_figures(const struct quire_record *self, const struct quire_result *result,
                              const struct quire_view *view, struct quire_figures *out)
{
    struct quire_series all = self->series;
    const size_t n = 2 * all.n_column + 4; /* series are read four at a time */
    *out = (struct quire_figures){NULL, 0, 0, QUIRE_OK};
    double *value = malloc(n * sizeof *value);
    if (value == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    for (size_t i = 0; i < n; i++) {
        /* two rows without a gap, at 1 s and 2 s; runs without series have no column */
        value[i] = 1.0 + (double)(all.n_column > 0 ? i / all.n_column : 0);
    }
    all.value = value;
    all.n_row = 2;
    set_figures(result, &all, view, out, out);
    free(value);
    return out->status;
}

double
quire_record_figure(const struct quire_record *self, const char *name)
{
    const struct quire_figure *figure = quire_figures_find(&self->figures, name);
    return figure != NULL ? figure->value : quire_figures_get(&self->provenance, name);
}

const char *
quire_record_figure_unit(const struct quire_record *record, const char *name)
{
    const struct quire_figure *figure = quire_figures_find(&record->figures, name);

    if (figure == NULL) {
        figure = quire_figures_find(&record->provenance, name);
    }
    return figure != NULL ? figure->unit : NULL;
}

size_t
quire_record_column_count(const struct quire_record *self)
{
    return self->series.n_column;
}

const char *
quire_record_column_name(const struct quire_record *self, size_t column)
{
    return column < self->series.n_column ? self->series.column[column].header : NULL;
}

size_t
quire_record_row_count(const struct quire_record *self)
{
    return self->series.n_row;
}

double
quire_record_value(const struct quire_record *self, size_t row, size_t column)
{
    const bool there = row < self->series.n_row && column < self->series.n_column;
    return there ? self->series.value[row * self->series.n_column + column] : (double)NAN;
}

const char *
quire_record_summary_text(const struct quire_record *self)
{
    return self->text != NULL ? self->text : "";
}

const char *
quire_record_summary_json(const struct quire_record *self)
{
    return self->json != NULL ? self->json : "";
}

size_t
quire_record_nodes(const struct quire_record *self, const char *sheet, double *x, double *y,
                   size_t capacity)
{
    for (size_t i = 0; i < self->nodes.n_sheet; i++) {
        if (strcmp(self->nodes.name[i], sheet) == 0) {
            const size_t n = self->nodes.n[i], copied = n < capacity ? n : capacity;
            if (copied > 0) {
                if (x != NULL) {
                    memcpy(x, self->nodes.x[i], copied * sizeof *x);
                }
                if (y != NULL) {
                    memcpy(y, self->nodes.y[i], copied * sizeof *y);
                }
            }
            return n;
        }
    }
    return 0;
}
