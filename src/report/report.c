/* Results as one page. */
#include <quire/report.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/diag.h"
#include "base/file.h"
#include "base/json.h"
#include "base/json_read.h"
#include "catalog/catalog.h"
#include "report/failure.h"
#include "report/history.h"
#include "report/motion.h"
#include "report/page.h"
#include "report/web.h"
#include "result/folder.h"
#include "result/manifest.h"
#include "trace/trajectory_read.h"

/* a value as JSON in one line */
static void
add_json(struct quire_json *json, const char *key, const json_t *value)
{
    char *text = value != NULL ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    quire_json_begin(json, key);
    quire_text_add(json->text, text != NULL ? text : "null");
    json->text->failed = json->text->failed || (value != NULL && text == NULL);
    free(text);
}

/* the folder's own name, without those above it */
static void
add_folder(struct quire_json *json, const char *directory)
{
    size_t n = strlen(directory), first;
    while (n > 1 && directory[n - 1] == '/') {
        n--;
    }
    for (first = n; first > 0 && directory[first - 1] != '/'; first--) {
    }
    char *name = strndup(directory + first, n - first);
    quire_json_string(json, "folder", name);
    json->text->failed = json->text->failed || name == NULL;
    free(name);
}

/* the text of the model; results without a copy of it have none */
static quire_status
add_model(struct quire_json *json, const char *directory, quire_diag *diag)
{
    quire_status status = QUIRE_OK;
    char *path = quire_folder_join(directory, QUIRE_MODEL_COPY), *text = NULL;
    size_t size;
    if (path == NULL) {
        return quire_diag_memory_error(diag);
    }
    if (access(path, F_OK) == 0) {
        status = quire_file_read(&text, &size, path, QUIRE_FILE_LIMIT, diag);
    }
    quire_json_string(json, "model", text);
    free(text);
    free(path);
    return status;
}

/* what the kinds of the checks of a result mean */
static void
add_definitions(struct quire_json *json, const json_t *summary)
{
    const json_t *checks = json_object_get(summary, "checks");
    const struct quire_catalog *catalog = quire_catalog_all();
    quire_json_open(json, "definitions", '{', true);
    for (size_t k = 0; k < catalog->n; k++) {
        const struct quire_kind *kind = catalog->kind[k];
        const size_t n = kind->family == &quire_family_check ? json_array_size(checks) : 0;
        for (size_t i = 0; i < n; i++) {
            const char *name = quire_json_text_of(json_array_get(checks, i), "kind");
            if (name != NULL && kind->variant != NULL && strcmp(name, kind->variant) == 0) {
                quire_json_string(json, name, kind->help);
                break;
            }
        }
    }
    quire_json_close(json, '{');
}

/* what moved, and the series; both are there or the run did not finish */
static quire_status
add_course(struct quire_json *json, const char *directory, quire_diag *diag)
{
    struct quire_trajectory trajectory;
    struct quire_history history = {0};
    quire_status status = quire_trajectory_load(&trajectory, directory, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    status = quire_history_load(&history, directory, diag);
    if (status == QUIRE_OK) {
        add_json(json, "machine", trajectory.header);
        quire_motion_write(json, "frames", &trajectory.frames, QUIRE_MOTION_ALL);
        quire_history_write(json, "series", &history);
    }
    quire_history_clear(&history);
    quire_trajectory_clear(&trajectory);
    return status;
}

/* `cures`: a document, or NULL */
static quire_status
add_result(struct quire_json *json, const char *directory, const json_t *cures, quire_diag *diag)
{
    struct quire_manifest manifest;
    quire_status status = quire_manifest_load(&manifest, directory, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    json_t *summary = quire_json_read(manifest.summary, strlen(manifest.summary), 0, NULL);
    if (summary == NULL) { /* it has been read before */
        quire_manifest_clear(&manifest);
        return quire_diag_memory_error(diag);
    }
    quire_json_open(json, NULL, '{', true);
    add_folder(json, directory);
    add_json(json, "summary", summary);
    quire_failure_write(json, summary);
    add_definitions(json, summary);
    if (cures != NULL) {
        add_json(json, "cures", cures);
    }
    status = add_model(json, directory, diag);
    if (status == QUIRE_OK && !json_is_false(json_object_get(summary, "complete"))) {
        status = add_course(json, directory, diag);
    }
    quire_json_close(json, '{');
    json_decref(summary);
    quire_manifest_clear(&manifest);
    return status;
}

/* each result on a line of its own */
static quire_status
add_results(struct quire_text *out, const char *const *directory, size_t n, const json_t *cures,
            quire_diag *diag)
{
    struct quire_json json = {.text = out, .compact = true};
    quire_status status = QUIRE_OK;
    quire_json_open(&json, NULL, '{', true);
    quire_json_string(&json, "schema", "quire-report-1");
    quire_json_open(&json, "results", '[', true);
    for (size_t i = 0; i < n && status == QUIRE_OK; i++) {
        struct quire_json line = {.text = out, .compact = true};
        quire_json_begin(&json, NULL);
        quire_text_add(out, "\n");
        status = add_result(&line, directory[i], i == 0 ? cures : NULL, diag);
    }
    quire_text_add(out, "\n");
    quire_json_close(&json, '[');
    quire_json_close(&json, '{');
    return status;
}

static quire_status
save(const char *path, const char *title, const struct quire_text *data, quire_diag *diag)
{
    const struct quire_page_parts parts = {{quire_web_style, quire_web_style_size},
                                           {quire_web_body, quire_web_body_size},
                                           {quire_web_script, quire_web_script_size},
                                           "media-src blob:"}; /* a film that the reader drops */
    struct quire_text page = {0};
    quire_page_write(&page, &parts, title, data);
    const quire_status status = page.failed ? quire_diag_memory_error(diag)
                                            : quire_file_save(path, page.data, page.size, diag);
    quire_text_clear(&page);
    return status;
}

/* whether there are n folders to be looked into */
static quire_status
check_folders(const char *const *directory, size_t n, const char *function, quire_diag *diag)
{
    for (size_t i = 0; i < n && i < QUIRE_REPORT_MOST; i++) {
        if (directory == NULL || directory[i] == NULL) {
            return quire_diag_misuse(diag, function);
        }
    }
    if (n < 1 || n > QUIRE_REPORT_MOST) {
        return quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL, NULL,
                                "a report shows 1 to %d results, not %zu", QUIRE_REPORT_MOST, n);
    }
    return QUIRE_OK;
}

quire_status
quire_report_data(char **out, size_t *out_size, const char *const *directory, size_t n,
                  quire_diag *diag)
{
    struct quire_text data = {0};
    if (out == NULL || out_size == NULL) {
        return quire_diag_misuse(diag, __func__);
    }
    *out = NULL;
    *out_size = 0;
    quire_status status = check_folders(directory, n, __func__, diag);
    if (status == QUIRE_OK) {
        status = add_results(&data, directory, n, NULL, diag);
    }
    const size_t size = data.size;
    if (status == QUIRE_OK) {
        *out = quire_text_take(&data);
        *out_size = *out != NULL ? size : 0;
        status = *out != NULL ? QUIRE_OK : quire_diag_memory_error(diag);
    }
    quire_text_clear(&data);
    return status;
}

/* the document "quire-cures-1" in a text; NULL of none */
static quire_status
read_cures(json_t **out, const char *text, quire_diag *diag)
{
    bool starved = false;
    *out =
        text != NULL ? quire_json_read(text, strlen(text), JSON_REJECT_DUPLICATES, &starved) : NULL;
    const char *schema = json_string_value(json_object_get(*out, "schema"));
    const bool good = text == NULL || (schema != NULL && strcmp(schema, "quire-cures-1") == 0);
    return starved ? quire_diag_memory_error(diag)
           : good  ? QUIRE_OK
                   : quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL, NULL,
                                      "the cures of a report are a document \"quire-cures-1\"");
}

quire_status
quire_report_write_with_cures(const char *const *directory, size_t n, const char *output,
                              const char *cures, quire_diag *diag)
{
    struct quire_text data = {0};
    struct quire_manifest manifest;
    json_t *known = NULL;
    char *path = NULL;
    quire_status status = check_folders(directory, n, __func__, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    status = quire_manifest_load(&manifest, directory[0], diag);
    if (status != QUIRE_OK) {
        return status;
    }
    status = read_cures(&known, cures, diag);
    if (status == QUIRE_OK) {
        path = output != NULL ? strdup(output) : quire_folder_join(directory[0], QUIRE_REPORT_FILE);
        status = path != NULL ? add_results(&data, directory, n, known, diag)
                              : quire_diag_memory_error(diag);
    }
    if (status == QUIRE_OK) {
        status = save(path, manifest.model, &data, diag);
    }
    free(path);
    json_decref(known);
    quire_text_clear(&data);
    quire_manifest_clear(&manifest);
    return status;
}

quire_status
quire_report_write(const char *const *directory, size_t n, const char *output, quire_diag *diag)
{
    return quire_report_write_with_cures(directory, n, output, NULL, diag);
}
