#include "review/rerun.h"

#include <quire/version.h>

#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "base/clock.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/sha256.h"
#include "catalog/catalog.h"
#include "record/record.h"
#include "result/folder.h"
#include "xml/read/prepared.h"

/* the model file kept beside the results, which must be the one that was run */
static quire_status
read_model_copy(char **text, size_t *size, const char *directory,
                const struct quire_manifest *manifest, quire_diag *diag)
{
    char hash[65];
    char *path = quire_folder_join(directory, QUIRE_MODEL_COPY);
    if (path == NULL) {
        return quire_diag_memory_error(diag);
    }
    quire_status status = quire_file_read(text, size, path, QUIRE_FILE_LIMIT, diag);
    if (status == QUIRE_OK) {
        quire_sha256_text(hash, *text, *size);
        if (strcmp(hash, manifest->hash) != 0) {
            status = quire_diag_file_error(
                diag, path, "is not the model file that was run: its hash differs", 0);
        }
    }
    free(path);
    return status;
}

/* *text stays NULL where the run got none. */
static quire_status
read_commands(char **text, const char *directory, quire_diag *diag)
{
    size_t size;
    char *path = quire_folder_join(directory, QUIRE_COMMANDS_FILE);
    if (path == NULL) {
        return quire_diag_memory_error(diag);
    }
    const quire_status status = access(path, F_OK) == 0
                                    ? quire_folder_read(text, &size, path, QUIRE_FILE_LIMIT, diag)
                                    : QUIRE_OK;
    free(path);
    return status;
}

static const char *
or_null(const char *word)
{
    return word[0] != '\0' ? word : NULL;
}

bool
quire_patience_ask(void *self, double time, double end_time)
{
    struct quire_patience *p = self;

    p->over = p->over || p->until < quire_clock_wall() ||
              (p->progress != NULL && !p->progress(p->user, time, end_time));
    return !p->over;
}

quire_run_options
quire_rerun_options(const struct quire_rerun *self, bool (*progress)(void *, double, double),
                    void *user)
{
    const struct quire_manifest *manifest = &self->manifest;
    quire_run_options options = quire_run_options_default();
    options.end_time = manifest->options.end_time;
    options.sample_interval = manifest->options.sample_interval;
    options.position_tolerance = manifest->options.position_tolerance;
    options.accuracy = or_null(manifest->options.accuracy);
    options.method = or_null(manifest->options.method);
    options.vectors = or_null(manifest->options.vectors);
    options.motion = or_null(manifest->options.motion);
    options.columns = manifest->options.columns;
    options.refinement = manifest->options.refinement;
    options.commands = self->commands;
    options.progress = progress;
    options.user = user;
    return options;
}

quire_status
quire_rerun_open(struct quire_rerun *out, const char *directory, quire_diag *diag)
{
    *out = (struct quire_rerun){0};
    quire_status status = quire_manifest_load(&out->manifest, directory, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    if (strcmp(out->manifest.version, quire_version()) != 0) {
        quire_diag_warning(diag, "W-ACCURACY", quire_nowhere(), NULL, NULL,
                           "the results are of Quire %s; this is %s", out->manifest.version,
                           quire_version());
    }
    status = read_model_copy(&out->text, &out->size, directory, &out->manifest, diag);
    status = status == QUIRE_OK ? read_commands(&out->commands, directory, diag) : status;
    if (status != QUIRE_OK) {
        quire_rerun_close(out);
    }
    return status;
}

quire_status
quire_rerun_take(struct quire_rerun *out, const quire_run *run, const quire_model *model,
                 quire_diag *diag)
{
    *out = (struct quire_rerun){.size = model->size};
    const quire_status status =
        quire_manifest_parse(&out->manifest, quire_run_summary_json(run), diag);
    out->text = status == QUIRE_OK ? malloc(model->size + 1) : NULL;
    if (out->text != NULL) {
        memcpy(out->text, model->text, model->size + 1);
        return QUIRE_OK;
    }
    quire_rerun_close(out);
    return status == QUIRE_OK ? quire_diag_memory_error(diag) : status;
}

void
quire_rerun_close(struct quire_rerun *self)
{
    quire_prepared_destroy(self->prepared);
    self->prepared = NULL;
    free(self->text);
    free(self->commands);
    self->commands = NULL;
    quire_manifest_clear(&self->manifest);
    self->text = NULL;
}

/* Warnings were given when it was run; those of the kept text, which has all included files in one,
 * would name lines of it. Errors are told. */
static quire_status
read_quietly(struct quire_rerun *self, const quire_setting *setting, size_t n,
             const quire_model **out, quire_diag *diag)
{
    quire_diag *unused = quire_diag_create();
    quire_status status = QUIRE_OK;

    if (self->prepared == NULL) {
        status = quire_prepared_parse(&self->prepared, quire_catalog_all(), self->text, self->size,
                                      self->manifest.file, diag);
    }
    if (status == QUIRE_OK) {
        status = quire_prepared_read(out, self->prepared, setting, n, unused);
        if (status != QUIRE_OK) {
            status = quire_prepared_read(out, self->prepared, setting, n, diag);
        }
    }
    quire_diag_destroy(unused);
    return status;
}

/* What was set for it; another value of one parameter is one more setting, and those that are
 * worked out from it follow. */
quire_status
quire_rerun_model(struct quire_rerun *self, const char *name, const char *value,
                  const quire_model **out, quire_diag *diag)
{
    const struct quire_manifest *manifest = &self->manifest;
    const size_t n_given = manifest->tells_set ? manifest->n_set : manifest->n_setting;
    const quire_setting *given = manifest->tells_set ? manifest->set : manifest->setting;
    quire_setting *setting = calloc(n_given + 1, sizeof *setting);
    size_t n = 0;
    *out = NULL;
    if (setting == NULL) {
        return quire_diag_memory_error(diag);
    }
    for (size_t i = 0; i < n_given; i++) {
        if (name == NULL || strcmp(given[i].name, name) != 0) {
            setting[n++] = given[i];
        }
    }
    if (value != NULL) {
        setting[n++] = (quire_setting){name, value};
    }
    const quire_status status = read_quietly(self, setting, n, out, diag);
    free(setting);
    return status;
}
