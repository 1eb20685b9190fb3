/* Model files: reading and checking, and all that writes them anew. A text that begins with === is
 * several files, each behind a line "=== NAME"; of these model.xml is the one that is read, and
 * lines NAME=VALUE of the file "set" are new values of parameters. */
#include <stdlib.h>
#include <string.h>

#include <quire/describe.h>
#include <quire/model.h>
#include <quire/rewrite.h>

#include "base/file.h"
#include "fuzz.h"

#define MOST_SETTINGS 8

static quire_setting setting[MOST_SETTINGS];
static size_t n_setting;

/* ---- the files ---- */

/* what test models include */
static void
make_folder(void)
{
    size_t size;
    char *more = fuzz_source_file("tests/data/models/parts/more.xml", &size);
    struct quire_text library = {0};

    fuzz_remove("in");
    fuzz_save("in/parts/more.xml", more, size);
    quire_text_format(&library, "%s/in/library", fuzz_folder());
    setenv("QUIRE_LIBRARY_PATH", library.data, 1);
    quire_text_clear(&library);
    free(more);
}

/* changes the text, whose parts the settings are */
static void
take_settings(char *text)
{
    char *rest = text, *line;

    while (n_setting < MOST_SETTINGS && (line = strsep(&rest, "\n")) != NULL) {
        char *value = strchr(line, '=');
        if (value != NULL) {
            *value = '\0';
            setting[n_setting++] = (quire_setting){line, value + 1};
        }
    }
}

/* returns the text of the settings, to be freed; NULL if there are none */
static char *
save_input(const uint8_t *data, size_t size)
{
    struct quire_text text = {0};
    char *path = fuzz_path("in/set"), *settings = NULL;
    size_t length;

    n_setting = 0;
    if (size < strlen(FUZZ_FILE) || memcmp(data, FUZZ_FILE, strlen(FUZZ_FILE)) != 0) {
        fuzz_save("in/model.xml", data, size);
    } else {
        quire_text_add_bytes(&text, (const char *)data, size);
        make_folder();
        fuzz_unpack("in", text.data);
        if (quire_file_read(&settings, &length, path, size, NULL) == QUIRE_OK) {
            take_settings(settings);
        }
    }
    quire_text_clear(&text);
    free(path);
    return settings;
}

/* ---- what is promised of a model that is accepted ---- */

static quire_model *
load(const char *name, const quire_setting *settings, size_t n, const char *promise)
{
    quire_diag *diag = quire_diag_create();
    quire_model *model = NULL;
    char *path = fuzz_path(name);
    const quire_status status = quire_model_load(&model, path, settings, n, diag);

    if (status != QUIRE_OK) {
        fuzz_must_explain(status, diag, true);
    }
    fuzz_must(status == QUIRE_OK, promise);
    quire_diag_destroy(diag);
    free(path);
    return model;
}

static void
check_same(const quire_model *model, quire_model *other, const char *promise)
{
    fuzz_must(fuzz_is_same_model(model, other), promise);
    quire_model_destroy(other);
}

/* its text as one file needs no folder */
static void
check_whole(const quire_model *model)
{
    size_t size;
    const char *text = quire_model_text(model, &size);
    quire_model *other = NULL;

    fuzz_must(quire_model_parse(&other, text, size, "model.xml", setting, n_setting, NULL) ==
                  QUIRE_OK,
              "a model as one file is accepted");
    check_same(model, other, "a model as one file is the same");
}

static void
check_again(const quire_model *model)
{
    quire_model *other = NULL;

    fuzz_must(quire_model_vary(&other, model, setting, n_setting, NULL) == QUIRE_OK,
              "a model is read again from what was read");
    check_same(model, other, "what is read again is the same");
}

static void
check_resolved(const quire_model *model, const char *path)
{
    quire_diag *diag = quire_diag_create();
    char *text = NULL, *json = NULL;
    const quire_status status = quire_model_resolve(&text, path, setting, n_setting, 0, diag);

    fuzz_must_explain(status, diag, true);
    fuzz_must(status == QUIRE_OK, "what is accepted can be resolved");
    fuzz_must(quire_model_resolve(&json, path, setting, n_setting, 1, NULL) == QUIRE_OK,
              "as JSON, too");
    fuzz_save("in/resolved.xml", text, strlen(text));
    check_same(model, load("in/resolved.xml", NULL, 0, "what is resolved is accepted"),
               "what is resolved is the same model");
    quire_free(text);
    quire_free(json);
    quire_diag_destroy(diag);
}

static void
check_described(const quire_model *model)
{
    char *text = NULL, *json = NULL;

    fuzz_must(quire_describe_parameters(&text, model) == QUIRE_OK &&
                  quire_describe_parameters_json(&json, model) == QUIRE_OK,
              "parameters can be listed");
    fuzz_must(strstr(json, "nan") == NULL ||
                  strstr(quire_model_text(model, &(size_t){0}), "nan") != NULL,
              "no number in a list is none");
    quire_free(text);
    quire_free(json);
}

/* ---- what is promised of any text ---- */

typedef quire_status rewriter(char **, size_t *, const char *, size_t, const char *, quire_diag *);

static quire_status
upgrade(char **out, size_t *out_size, const char *text, size_t size, const char *name,
        quire_diag *diag)
{
    return quire_upgrade(out, out_size, -1, text, size, name, diag);
}

static quire_status
upgrade_oldest(char **out, size_t *out_size, const char *text, size_t size, const char *name,
               quire_diag *diag)
{
    return quire_upgrade(out, out_size, 0, text, size, name, diag);
}

/* what is rewritten, and rewritten again, stays; `model` is what the text means, NULL: nothing */
static void
check_rewritten(rewriter *rewrite, bool again, const char *text, size_t size,
                const quire_model *model)
{
    quire_diag *diag = quire_diag_create();
    char *once = NULL, *twice = NULL;
    size_t n_once, n_twice;
    const quire_status status = rewrite(&once, &n_once, text, size, "model.xml", diag);

    fuzz_must((status == QUIRE_OK) == (once != NULL),
              "a text comes out if, and only if, it is accepted");
    fuzz_must_explain(status, diag, true);
    fuzz_must(status == QUIRE_OK || model == NULL, "what is accepted can be rewritten");
    if (status == QUIRE_OK && again) {
        fuzz_must(rewrite(&twice, &n_twice, once, n_once, "model.xml", NULL) == QUIRE_OK,
                  "what is rewritten can be rewritten");
        fuzz_must(n_once == n_twice && memcmp(once, twice, n_once) == 0, "what is rewritten stays");
    }
    if (status == QUIRE_OK && model != NULL) {
        char *path = fuzz_path("in/rewritten.xml");
        fuzz_must(quire_rewrite_save(path, once, n_once, NULL) == QUIRE_OK,
                  "what is rewritten can be saved");
        free(path);
        check_same(model,
                   load("in/rewritten.xml", setting, n_setting, "what is rewritten is accepted"),
                   "what is rewritten is the same model");
    }
    quire_free(once);
    quire_free(twice);
    quire_diag_destroy(diag);
}

/* ---- all ---- */

/* without a folder the same, unless it names files */
static void
check_in_memory(const char *text, size_t size, const quire_model *model)
{
    quire_diag *diag = quire_diag_create();
    quire_model *other = NULL;
    const quire_status status =
        quire_model_parse(&other, text, size, "model.xml", setting, n_setting, diag);

    fuzz_must_explain(status, diag, n_setting == 0);
    fuzz_must(status != QUIRE_OK || model != NULL,
              "what is refused in a folder is refused without one");
    fuzz_must(status == QUIRE_OK || model == NULL || quire_model_files(model) > 1,
              "a model of one file needs no folder");
    if (status == QUIRE_OK) {
        check_same(model, other, "a model is the same without a folder");
    }
    quire_diag_destroy(diag);
}

static quire_status
read_input(const char *path, quire_model **model, char **problems)
{
    quire_diag *diag = quire_diag_create();
    const bool library = quire_library_is_at(path) != 0;
    const quire_status status = library ? quire_library_check(path, setting, n_setting, diag)
                                        : quire_model_load(model, path, setting, n_setting, diag);

    fuzz_must(library || (status == QUIRE_OK) == (*model != NULL),
              "a model comes out if, and only if, it is accepted");
    fuzz_must_explain(status, diag, n_setting == 0); /* settings have no place in a file */
    *problems = fuzz_problems(diag);
    quire_diag_destroy(diag);
    return status;
}

/* reading leaves nothing behind that another reading sees */
static void
check_twice(const char *path, const char *problems)
{
    char *again = NULL;
    quire_model *other = NULL;

    fuzz_must(read_input(path, &other, &again) == QUIRE_OK && strcmp(problems, again) == 0,
              "the same file is read in the same way");
    free(again);
    quire_model_destroy(other);
}

static void
check_accepted(const quire_model *model, const char *path, const char *problems)
{
    fuzz_must(quire_model_name(model) != NULL, "a model has a name");
    check_twice(path, problems);
    check_again(model);
    check_whole(model);
    check_resolved(model, path);
    check_described(model);
}

void
fuzz_input(const uint8_t *data, size_t size)
{
    static bool made;
    char *problems = NULL, *text = NULL;
    quire_model *model = NULL;
    size_t length = 0;

    if (!made) {
        make_folder();
        made = true;
    }
    char *settings = save_input(data, size), *path = fuzz_path("in/model.xml");
    read_input(path, &model, &problems);
    if (model != NULL) {
        check_accepted(model, path, problems);
    }
    if (quire_file_read(&text, &length, path, QUIRE_FILE_LIMIT, NULL) == QUIRE_OK) {
        check_in_memory(text, length, model);
        check_rewritten(quire_format, true, text, length, model);
        check_rewritten(upgrade, true, text, length, model);
        check_rewritten(upgrade_oldest, false, text, length, NULL);
    }
    quire_model_destroy(model);
    free(text);
    free(problems);
    free(settings);
    free(path);
}
