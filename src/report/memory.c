#include "report/memory.h"

#include <string.h>

#include "base/diag.h"
#include "base/json_read.h"
#include "report/failure.h"
#include "report/history.h"
#include "report/motion.h"
#include "trace/frames.h"
#include "trace/machine_outline.h"
#include "trace/trajectory.h"

/* JSON of several lines in one */
void
quire_memory_add_json(struct quire_json *json, const char *key, const char *text)
{
    quire_json_begin(json, key);
    while (*text != '\0') {
        const size_t n = strcspn(text, "\n");
        quire_text_add_bytes(json->text, text, n);
        text += n;
        text += strspn(text, "\n ");
    }
}

/* what a drawing asks a series for: src/report/web/drawing.js, result.js and failure.js */
static bool
is_drawn(const struct quire_series_column *column)
{
    static const char *const ending[] = {".normal", ".x", ".y", ".speed"};
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        const size_t n = strlen(ending[i]);
        if (column->name > n && memcmp(column->header + column->name - n, ending[i], n) == 0) {
            return true;
        }
    }
    return false;
}

static quire_status
add_series(struct quire_json *json, const struct quire_series *series,
           bool (*wanted)(const struct quire_series_column *column), size_t stride,
           quire_diag *diag)
{
    struct quire_history history;
    if (quire_history_of_series(&history, series, wanted, stride) != QUIRE_OK) {
        return quire_diag_memory_error(diag);
    }
    quire_history_write(json, "series", &history);
    quire_history_clear(&history);
    return QUIRE_OK;
}

static void
open_result(struct quire_json *json, const char *key)
{
    quire_json_open(json, key, '{', true);
    quire_json_string(json, "schema", "quire-report-1");
    quire_json_open(json, "results", '[', true);
    quire_json_open(json, NULL, '{', true);
    quire_json_string(json, "folder", "");
}

static void
close_result(struct quire_json *json)
{
    quire_json_close(json, '{');
    quire_json_close(json, '[');
    quire_json_close(json, '{');
}

quire_status
quire_memory_write_picture(struct quire_json *json, const char *key,
                           const struct quire_record *record, quire_diag *diag)
{
    const struct quire_record_course course = quire_record_course(record);
    const char *text = quire_record_summary_json(record);
    quire_status status = QUIRE_OK;
    json_t *summary = quire_json_read(text, strlen(text), 0, NULL);
    if (summary == NULL) {
        return quire_diag_memory_error(diag);
    }
    open_result(json, key);
    quire_memory_add_json(json, "summary", text);
    quire_failure_write(json, summary);
    if (course.machine != NULL) {
        quire_memory_add_json(json, "machine", course.machine);
        quire_motion_write(json, "frames", course.frames, QUIRE_MEMORY_FRAMES);
        status = add_series(json, course.series, is_drawn,
                            1 + course.series->n_row / QUIRE_MEMORY_ROWS, diag);
    }
    close_result(json);
    json_decref(summary);
    return status;
}

/* no more is known of it */
static void
add_start(struct quire_json *json, const char *key, const char *machine,
          const struct quire_frames *frames)
{
    open_result(json, key);
    quire_json_open(json, "summary", '{', true);
    quire_json_close(json, '{');
    quire_memory_add_json(json, "machine", machine);
    quire_motion_write(json, "frames", frames, QUIRE_MOTION_ALL);
    close_result(json);
}

quire_status
quire_memory_write_start(struct quire_json *json, const char *key,
                         const struct quire_result *result, const struct quire_view *view,
                         quire_diag *diag)
{
    struct quire_machine machine = {0};
    struct quire_frames frames = {0};
    struct quire_text text = {0};
    const bool good = quire_machine_gather(&machine, result->model, view) == QUIRE_OK &&
                      quire_frames_begin(&frames, view) == QUIRE_OK &&
                      quire_frames_add(&frames, view) == QUIRE_OK;
    if (good) {
        quire_trajectory_write_machine(&text, &machine, result, view);
    }
    const bool written = good && !text.failed;
    if (written) {
        add_start(json, key, text.data, &frames);
    }
    quire_text_clear(&text);
    quire_frames_clear(&frames);
    quire_machine_clear(&machine);
    return written ? QUIRE_OK : quire_diag_memory_error(diag);
}

quire_status
quire_memory_write_rest(struct quire_json *json, const struct quire_record *record,
                        quire_diag *diag)
{
    const struct quire_record_course course = quire_record_course(record);
    if (course.machine == NULL) {
        return QUIRE_OK;
    }
    if (course.frames->n > QUIRE_MEMORY_FRAMES) {
        quire_motion_write(json, "frames", course.frames, QUIRE_MOTION_ALL);
    }
    return add_series(json, course.series, NULL, 1, diag);
}
