/* Repeating a run from its manifest. */
#include <quire/describe.h>
#include <quire/run.h>
#include <quire/version.h>

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/file.h"
#include "base/sha256.h"
#include "rec/folder.h"
#include "rec/manifest.h"

/* the model file kept beside the results, which must be the one that was run */
static quire_status
read_model_copy(char **text, size_t *size, const char *directory, const struct quire_manifest *manifest, quire_diag *diag)
{
    char hash[65];
    struct quire_sha256 sha;
    char *path = quire_folder_join(directory, QUIRE_MODEL_COPY);
    if (path == NULL) {
        return quire_diag_memory_error(diag);
    }
    quire_status status = quire_file_read(text, size, path, QUIRE_FILE_LIMIT, diag);
    if (status == QUIRE_OK) {
        quire_sha256_init(&sha);
        quire_sha256_add(&sha, *text, *size);
        quire_sha256_finish(&sha, hash);
        if (strcmp(hash, manifest->hash) != 0) {
            status = quire_diag_file_error(diag, path, "is not the model file that was run: its hash differs", 0);
        }
    }
    free(path);
    return status;
}

static const char *
or_null(const char *word)
{
    return word[0] != '\0' ? word : NULL;
}

static quire_run_options
options_of(const struct quire_manifest *manifest, bool (*progress)(void *, double, double), void *user)
{
    quire_run_options options = quire_run_options_default();
    options.end_time = manifest->options.end_time;
    options.sample_interval = manifest->options.sample_interval;
    options.position_tolerance = manifest->options.position_tolerance;
    options.accuracy = or_null(manifest->options.accuracy);
    options.method = or_null(manifest->options.method);
    options.vectors = or_null(manifest->options.vectors);
    options.motion = or_null(manifest->options.motion);
    options.columns = manifest->options.columns;
    options.progress = progress;
    options.user = user;
    return options;
}

quire_status
quire_verify(const char *directory, bool *same, char **report, bool (*progress)(void *user, double time, double end_time),
             void *user, quire_diag *diag)
{
    struct quire_manifest manifest;
    quire_model *model = NULL;
    quire_run *run = NULL;
    char *text = NULL;
    size_t size = 0;
    *same = false;
    *report = NULL;
    quire_status status = quire_manifest_load(&manifest, directory, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    if (strcmp(manifest.version, quire_version()) != 0) {
        quire_diag_warning(diag, "W-ACCURACY", quire_nowhere(), NULL, NULL, "the results are of Quire %s; this is %s",
                           manifest.version, quire_version());
    }
    const quire_run_options options = options_of(&manifest, progress, user);
    if ((status = read_model_copy(&text, &size, directory, &manifest, diag)) != QUIRE_OK
        || (status = quire_model_parse(&model, text, size, manifest.file, manifest.setting, manifest.n_setting, diag)) != QUIRE_OK
        || (status = quire_run_create(&run, model, &options, diag)) != QUIRE_OK) {
        goto done;
    }
    status = quire_run_execute(run, diag);
    if (status == QUIRE_OK || status == QUIRE_ERROR_NUMERIC) { /* a failed run fails again in the same way */
        *same = quire_summary_compare(manifest.summary, quire_run_summary_json(run), report);
        status = *report != NULL ? QUIRE_OK : quire_diag_memory_error(diag);
    }
done:
    quire_run_destroy(run);
    quire_model_destroy(model);
    free(text);
    quire_manifest_clear(&manifest);
    return status;
}
