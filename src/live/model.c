/* The model's files: whether they have changed, and what is in them. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <jansson.h>

#include "base/file.h"
#include "base/json_read.h"
#include "live/server.h"

#define LOOK_TIME 30.0               /* [s] that looking at a model may take */
#define LOOK_MOST (4u * 1024 * 1024) /* bytes that may be said of it */

static uint64_t
mix(uint64_t print, uint64_t value)
{
    return live_print(print, &value, sizeof value);
}

static uint64_t
add_file(uint64_t print, const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0) {
        return mix(print, 1);
    }
    print = mix(print, (uint64_t)st.st_mtim.tv_sec);
    print = mix(print, (uint64_t)st.st_mtim.tv_nsec);
    print = mix(print, (uint64_t)st.st_size);
    print = mix(print, (uint64_t)st.st_dev);
    return mix(print, (uint64_t)st.st_ino);
}

static uint64_t
print_of(const struct live_model *model)
{
    uint64_t print = add_file(LIVE_PRINT, model->path);
    for (size_t i = 0; i < model->n_file; i++) {
        print = add_file(print, model->file[i]);
    }
    return print;
}

/* the print of the bytes of the model's own file; 0 if it cannot be read */
static uint64_t
bytes_of(const struct live_model *model)
{
    char *text;
    size_t size;
    if (quire_file_read(&text, &size, model->path, QUIRE_FILE_LIMIT, NULL) != QUIRE_OK) {
        return 0;
    }
    const uint64_t print = live_print(LIVE_PRINT, text, size);
    free(text);
    return print;
}

/* A file may change and keep its time: the bytes count, too. */
bool
live_model_is_current(const struct live_model *model)
{
    return model->version > 0 && !model->job.used && print_of(model) == model->print &&
           model->bytes != 0 && bytes_of(model) == model->bytes;
}

void
live_model_watch(struct live_server *server)
{
    struct live_model *model = &server->model;
    if (model->job.used || (model->version > 0 && print_of(model) == model->print)) {
        return;
    }
    for (size_t i = LIVE_JOBS; i < LIVE_SLOTS; i++) { /* they are about the files of before */
        if (server->job[i].used) {
            live_job_kill(&server->job[i], LIVE_END_NEWER);
        }
    }
    /* before it is read: what changes later is seen the next time */
    model->print = print_of(model);
    model->bytes = bytes_of(model);
    const struct live_order order = {.task = LIVE_LOOK,
                                     .model = model->path,
                                     .settings = model->settings,
                                     .n_setting = model->n_setting,
                                     .time_limit = LOOK_TIME};
    quire_text_clear(&model->coming);
    live_job_start(&model->job, &order);
}

static void
forget_files(struct live_model *model)
{
    for (size_t i = 0; i < model->n_file; i++) {
        free(model->file[i]);
    }
    free(model->file);
    model->file = NULL;
    model->n_file = 0;
}

/* Of a model that cannot be read the files stay those of the last one that could. */
static void
note_files(struct live_model *model)
{
    json_t *said = quire_json_read(model->text.data, model->text.size, 0, NULL);
    const json_t *files = json_object_get(said, "files");
    const size_t n = json_array_size(files);
    char **file = n > 0 ? calloc(n, sizeof *file) : NULL;
    if (file != NULL) {
        const uint64_t before = print_of(model);
        forget_files(model);
        model->file = file;
        for (size_t i = 0; i < n; i++) {
            const char *name = json_string_value(json_array_get(files, i));
            file[model->n_file] = name != NULL ? strdup(name) : NULL;
            model->n_file += file[model->n_file] != NULL;
        }
        if (before == model->print) { /* else they have changed meanwhile */
            model->print = print_of(model);
        }
    }
    json_decref(said);
}

/* The process has ended: what it said holds if it is whole. */
static void
finish(struct live_model *model)
{
    const struct quire_text *coming = &model->coming;
    const bool whole = model->job.end == LIVE_END_NONE && !coming->failed && coming->size > 0 &&
                       coming->data[coming->size - 1] == '\n';
    quire_text_clear(&model->text);
    if (whole) {
        model->text = model->coming;
        model->coming = (struct quire_text){0};
        model->text.data[--model->text.size] = '\0';
        note_files(model);
    } else {
        quire_text_add(
            &model->text,
            "{\"kind\":\"model\",\"readable\":false,\"problems\":[{\"severity\":\"error\","
            "\"text\":\"the model could not be read: the process that reads it ended\"}],"
            "\"parameters\":[]}");
    }
    model->version++;
    live_job_clear(&model->job);
}

void
live_model_hear(struct live_server *server)
{
    struct live_model *model = &server->model;
    char buf[4096];
    ssize_t n;
    while ((n = live_job_read(&model->job, buf, sizeof buf)) > 0) {
        if (model->job.end == LIVE_END_NONE) {
            quire_text_add_bytes(&model->coming, buf, (size_t)n);
        }
        if (model->coming.size > LOOK_MOST) {
            live_job_kill(&model->job, LIVE_END_CRASH);
        }
    }
    if (n == 0) {
        finish(model);
    }
}

void
live_model_clear(struct live_model *model)
{
    if (model->job.used) {
        live_job_clear(&model->job);
    }
    forget_files(model);
    quire_text_clear(&model->text);
    quire_text_clear(&model->coming);
}
