#include "result/manifest.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>
#include <quire/version.h>

#include "base/diag.h"
#include "base/json_read.h"
#include "base/sha256.h"
#include "result/folder.h"

#define SUMMARY_LIMIT ((size_t)64 << 20) /* a summary.json beyond this is not ours */

static void
keep(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from != NULL ? from : "");
}

void
quire_kept_options_set(struct quire_kept_options *self, const quire_run_options *options)
{
    self->end_time = options->end_time;
    self->sample_interval = options->sample_interval;
    self->position_tolerance = options->position_tolerance;
    keep(self->accuracy, sizeof self->accuracy, options->accuracy);
    keep(self->method, sizeof self->method, options->method);
    keep(self->vectors, sizeof self->vectors, options->vectors);
    keep(self->motion, sizeof self->motion, options->motion);
    self->columns = options->columns;
    self->refinement = options->refinement;
}

/* ---- writing ---- */

static void
write_options(struct quire_json *json, const struct quire_kept_options *options)
{
    const struct {
        const char *name;
        double value;
    } number[] = {{"end-time", options->end_time},
                  {"sample-interval", options->sample_interval},
                  {"position-tolerance", options->position_tolerance}};
    const char *const word[][2] = {{"accuracy", options->accuracy},
                                   {"method", options->method},
                                   {"vectors", options->vectors},
                                   {"motion", options->motion}};

    quire_json_open(json, "options", '{', false);
    for (size_t i = 0; i < 3; i++) {
        if (isfinite(number[i].value)) {
            quire_json_number(json, number[i].name, number[i].value);
        }
    }
    for (size_t i = 0; i < sizeof word / sizeof word[0]; i++) {
        if (word[i][1][0] != '\0') {
            quire_json_string(json, word[i][0], word[i][1]);
        }
    }
    if (options->columns != 0) {
        quire_json_integer(json, "columns", options->columns);
    }
    if (options->refinement != 0) {
        quire_json_integer(json, "refinement", options->refinement);
    }
    quire_json_close(json, '{');
}

/* parameters that other files brought, if there are any */
static void
write_included(struct quire_json *json, const struct quire_model *model)
{
    bool any = false;

    for (size_t i = 0; i < model->n_parameter; i++) {
        if (!model->parameter[i].included) {
            continue;
        }
        if (!any) {
            quire_json_open(json, "included", '[', true);
        }
        any = true;
        quire_json_string(json, NULL, model->parameter[i].name);
    }
    if (any) {
        quire_json_close(json, '[');
    }
}

void
quire_manifest_write_files(struct quire_json *json, const struct quire_model *model)
{
    if (model->n_source < 2) {
        return;
    }
    quire_json_open(json, "files", '[', false);
    for (size_t i = 0; i < model->n_source; i++) {
        char hash[65];
        quire_sha256_text(hash, model->source[i]->text, model->source[i]->size);
        quire_json_open(json, NULL, '{', true);
        quire_json_string(json, "file", model->source[i]->name);
        quire_json_string(json, "sha256", hash);
        quire_json_close(json, '{');
    }
    quire_json_close(json, '[');
    write_included(json, model);
}

void
quire_manifest_write(struct quire_json *json, const struct quire_model *model,
                     const struct quire_kept_options *options, const char *end_state)
{
    char hash[65];
    quire_sha256_text(hash, model->text, model->text != NULL ? model->size : 0);

    quire_json_open(json, "manifest", '{', false);
    quire_json_string(json, "quire", quire_version());
    quire_json_open(json, "model", '{', false);
    quire_json_string(json, "name", quire_model_name(model));
    quire_json_string(json, "file", model->file);
    quire_json_string(json, "sha256", hash);
    quire_json_close(json, '{');
    quire_json_open(json, "parameters", '{', false);
    for (size_t i = 0; i < model->n_parameter; i++) {
        quire_json_string(json, model->parameter[i].name, model->parameter[i].value);
    }
    quire_json_close(json, '{');
    quire_json_open(json, "set", '{', false);
    for (size_t i = 0; i < model->n_parameter; i++) {
        if (model->parameter[i].given != NULL) {
            quire_json_string(json, model->parameter[i].name, model->parameter[i].given);
        }
    }
    quire_json_close(json, '{');
    write_options(json, options);
    quire_json_string(json, "end-state", end_state[0] != '\0' ? end_state : NULL);
    quire_json_close(json, '{');
}

/* ---- reading ---- */

static quire_status
refuse_summary(quire_diag *diag, const char *path, const char *what)
{
    const struct quire_place at = {path, 0, 0};
    return quire_diag_error(diag, "E-FILE", at, NULL, "was it written by quire run?", "%s", what);
}

static quire_status
refuse_folder(quire_diag *diag, const char *directory)
{
    const struct quire_place at = {directory, 0, 0};
    struct stat st;
    if (stat(directory, &st) != 0) {
        return quire_diag_file_error(diag, directory, "cannot be opened", errno);
    }
    return quire_diag_error(diag, "E-FILE", at, NULL,
                            "'quire run m.xml' writes such a folder, m.run",
                            "is not a folder of results: it has no " QUIRE_SUMMARY_FILE);
}

static quire_status
parse_summary(const char *path, const char *text, size_t size, json_t **out, quire_diag *diag)
{
    bool starved;
    *out = quire_json_read(text, size, JSON_REJECT_DUPLICATES, &starved);
    if (starved) {
        return quire_diag_memory_error(diag);
    }
    const char *schema = json_string_value(json_object_get(*out, "schema"));
    return schema != NULL && strcmp(schema, "quire-summary-1") == 0
               ? QUIRE_OK
               : refuse_summary(diag, path, "is not a summary that this Quire can read");
}

/* the text of DIR/summary.json and what it says; *path is to be freed */
static quire_status
read_summary(const char *directory, char **path, char **text, json_t **out, quire_diag *diag)
{
    size_t size;
    *text = NULL;
    *out = NULL;
    *path = quire_folder_join(directory, QUIRE_SUMMARY_FILE);
    if (*path == NULL) {
        return quire_diag_memory_error(diag);
    }
    if (access(*path, F_OK) != 0) {
        return refuse_folder(diag, directory);
    }
    const quire_status status = quire_file_read(text, &size, *path, SUMMARY_LIMIT, diag);
    return status == QUIRE_OK ? parse_summary(*path, *text, size, out, diag) : status;
}

static const char *
last_part(const char *path)
{
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;
    return slash != NULL ? slash + 1 : path;
}

static bool
same_text(const char *a, const char *b)
{
    return a != NULL && b != NULL && strcmp(a, b) == 0;
}

static bool
any_result_file(const char *directory)
{
    static const char *const name[] = {QUIRE_SUMMARY_FILE, QUIRE_MODEL_COPY,   "series.csv",
                                       "events.csv",       "trajectory.jsonl", "filmstrip.svg"};
    bool found = false;
    for (size_t i = 0; i < sizeof name / sizeof *name && !found; i++) {
        char *path = quire_folder_join(directory, name[i]);
        FILE *file = path != NULL ? fopen(path, "rbe") : NULL;
        found = file != NULL;
        if (file != NULL) {
            fclose(file);
        }
        free(path);
    }
    return found;
}

quire_status
quire_manifest_check_owner(const char *directory, const struct quire_model *model, quire_diag *diag)
{
    char *path = NULL, *text = NULL;
    json_t *summary = NULL;
    quire_status status = QUIRE_OK;
    if (!any_result_file(directory)) {
        return QUIRE_OK;
    }
    const quire_status read = read_summary(directory, &path, &text, &summary, NULL);
    const json_t *of = json_object_get(json_object_get(summary, "manifest"), "model");
    const char *name = json_string_value(json_object_get(of, "name"));
    const char *file = json_string_value(json_object_get(of, "file"));
    if (read != QUIRE_OK || !same_text(name, quire_model_name(model)) ||
        !same_text(last_part(file), last_part(model->file))) {
        const struct quire_place at = {directory, 0, 0};
        status =
            name != NULL
                ? quire_diag_error(diag, "E-FILE", at, NULL,
                                   "choose another folder, or overwrite them with --force",
                                   "holds results of another model, '%s' (%s)", name,
                                   file != NULL ? file : "?")
                : quire_diag_error(
                      diag, "E-FILE", at, NULL,
                      "choose another folder, or overwrite them with --force",
                      "holds files that would be overwritten and are no results of this model");
    }
    json_decref(summary);
    free(text);
    free(path);
    return status;
}

static char *
copied(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return strdup(value != NULL ? value : "");
}

/* an object of texts as settings; false when memory runs out */
static bool
read_settings(quire_setting **out, size_t *n, json_t *object)
{
    const char *name;
    json_t *value;
    *out = calloc(json_object_size(object) + 1, sizeof **out);
    if (*out == NULL) {
        return false;
    }
    json_object_foreach(object, name, value)
    {
        quire_setting *setting = *out + (*n)++;
        setting->name = strdup(name);
        setting->value = strdup(json_is_string(value) ? json_string_value(value) : "");
        if (setting->name == NULL || setting->value == NULL) {
            return false;
        }
    }
    return true;
}

/* a list of texts as settings without a value */
static bool
read_names(quire_setting **out, size_t *n, const json_t *list)
{
    *out = calloc(json_array_size(list) + 1, sizeof **out);
    for (size_t i = 0; *out != NULL && i < json_array_size(list); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        (*out)[i].name = strdup(name != NULL ? name : "");
        *n = i + 1;
        if ((*out)[i].name == NULL) {
            return false;
        }
    }
    return *out != NULL;
}

static bool
read_parameters(struct quire_manifest *out, const json_t *manifest, const json_t *provenance)
{
    json_t *set = json_object_get(manifest, "set");
    out->tells_set = set != NULL;
    return read_settings(&out->setting, &out->n_setting, json_object_get(manifest, "parameters")) &&
           read_settings(&out->set, &out->n_set, set) &&
           read_names(&out->included, &out->n_included, json_object_get(provenance, "included"));
}

static double
number_or_nan(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static void
read_options(struct quire_kept_options *out, const json_t *options)
{
    out->end_time = number_or_nan(options, "end-time");
    out->sample_interval = number_or_nan(options, "sample-interval");
    out->position_tolerance = number_or_nan(options, "position-tolerance");
    keep(out->accuracy, sizeof out->accuracy,
         json_string_value(json_object_get(options, "accuracy")));
    keep(out->method, sizeof out->method, json_string_value(json_object_get(options, "method")));
    keep(out->vectors, sizeof out->vectors, json_string_value(json_object_get(options, "vectors")));
    keep(out->motion, sizeof out->motion, json_string_value(json_object_get(options, "motion")));
    out->columns = (int)json_integer_value(json_object_get(options, "columns"));
    out->refinement = (int)json_integer_value(json_object_get(options, "refinement"));
}

/* what a summary says, with this status so far; it is given back */
static quire_status
take_summary(struct quire_manifest *out, json_t *summary, const char *path, quire_status status,
             quire_diag *diag)
{
    json_t *manifest = json_object_get(summary, "manifest");
    if (status == QUIRE_OK && !json_is_object(manifest)) {
        status = refuse_summary(diag, path, "has no manifest");
    }
    if (status == QUIRE_OK) {
        const json_t *model = json_object_get(manifest, "model");
        out->model = copied(model, "name");
        out->file = copied(model, "file");
        out->hash = copied(model, "sha256");
        out->version = copied(manifest, "quire");
        read_options(&out->options, json_object_get(manifest, "options"));
        const bool read = read_parameters(out, manifest, json_object_get(summary, "provenance"));
        if (!read || out->model == NULL || out->file == NULL || out->hash == NULL ||
            out->version == NULL) {
            status = quire_diag_memory_error(diag);
        }
    }
    if (status != QUIRE_OK) {
        quire_manifest_clear(out);
    }
    json_decref(summary);
    return status;
}

quire_status
quire_manifest_load(struct quire_manifest *out, const char *directory, quire_diag *diag)
{
    char *path = NULL;
    json_t *summary = NULL;
    *out = (struct quire_manifest){0};
    const quire_status read = read_summary(directory, &path, &out->summary, &summary, diag);
    const quire_status status = take_summary(out, summary, path, read, diag);
    free(path);
    return status;
}

quire_status
quire_manifest_parse(struct quire_manifest *out, const char *text, quire_diag *diag)
{
    json_t *summary = NULL;
    *out = (struct quire_manifest){.summary = strdup(text)};
    const quire_status read = out->summary != NULL
                                  ? parse_summary(NULL, text, strlen(text), &summary, diag)
                                  : quire_diag_memory_error(diag);
    return take_summary(out, summary, NULL, read, diag);
}

static void
clear_settings(quire_setting *setting, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        free((char *)setting[i].name);
        free((char *)setting[i].value);
    }
    free(setting);
}

void
quire_manifest_clear(struct quire_manifest *self)
{
    clear_settings(self->setting, self->n_setting);
    clear_settings(self->set, self->n_set);
    clear_settings(self->included, self->n_included);
    free(self->summary);
    free(self->model);
    free(self->file);
    free(self->hash);
    free(self->version);
    *self = (struct quire_manifest){0};
}

static bool
is_among(const quire_setting *setting, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(setting[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

bool
quire_manifest_sets(const struct quire_manifest *self, const char *parameter)
{
    return is_among(self->set, self->n_set, parameter);
}

bool
quire_manifest_includes(const struct quire_manifest *self, const char *parameter)
{
    return is_among(self->included, self->n_included, parameter);
}
