/* Reading a model: the steps in their order. */
#include "xml/read/read.h"

#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "base/diag.h"
#include "base/file.h"
#include "text/text.h"
#include "xml/build/steps.h"
#include "xml/expand/steps.h"
#include "xml/read/reading.h"
#include "xml/rewrite/resolve.h"
#include "xml/text/parse.h"

#define MOST_SETTINGS 10000

typedef void step(struct quire_reader *r);

/* what elements stand for, and then what they mean */
static step *const before_settings[] = {quire_read_includes, quire_read_instances};
static step *const with_settings[] = {
    quire_read_parameters, quire_read_defaults,   quire_read_likes, quire_read_objects,
    quire_read_copies,     quire_read_references, quire_read_files, quire_read_checks,
};

static void
take_steps(struct quire_reader *r, step *const *steps, size_t n)
{
    for (size_t i = 0; i < n && !quire_reader_is_finished(r); i++) {
        steps[i](r);
    }
}

/* the model with its first source */
static bool
make_model(struct quire_reader *r, const char *bytes, size_t size, const char *name)
{
    quire_model *model = quire_arena_get(r->arena, 1, sizeof *model);
    struct quire_source *source = quire_arena_get(r->arena, 1, sizeof *source);
    r->model = model;
    if (model == NULL || source == NULL) {
        return false;
    }
    model->file = quire_arena_copy(r->arena, name);
    model->text = quire_arena_copy_bytes(r->arena, bytes, size);
    model->size = size;
    model->catalog = r->catalog;
    model->arena = r->arena;
    *source =
        (struct quire_source){.name = model->file, .text = model->text, .size = size, .open = true};
    return model->file != NULL && model->text != NULL && quire_pointers_add(&r->source, source);
}

static bool
keep_sources(struct quire_reader *r)
{
    quire_model *model = r->model;
    model->source = quire_arena_get(r->arena, r->source.n, sizeof(struct quire_source *));
    for (size_t i = 0; model->source != NULL && i < r->source.n; i++) {
        model->source[model->n_source++] = r->source.item[i];
    }
    return model->source != NULL;
}

/* whose fault a problem in an included file is may depend on who includes it */
static void
tell_includes(const struct quire_reader *r, size_t first)
{
    const size_t last =
        r->diag != NULL && !quire_diag_is_full(r->diag) ? quire_diag_count(r->diag) : 0;
    for (size_t i = 1; i < r->source.n; i++) {
        const struct quire_source *source = r->source.item[i];
        bool found = false; /* of an attached file the problem tells itself what it is for */
        for (size_t j = first; j < last && !found && !source->attached; j++) {
            const quire_problem *p = quire_diag_get(r->diag, j);
            found = p->file != NULL && p->line > 0 && strcmp(p->file, source->name) == 0;
        }
        if (found) {
            quire_diag_note(r->diag, "N-INCLUDED", source->from, NULL, NULL,
                            "'%.200s' is included here", source->name);
        }
    }
}

/* parsing, and the steps that do not depend on settings */
bool
quire_reading_begin(struct quire_reader *r, const char *bytes, size_t size, const char *name)
{
    r->arena = quire_arena_create();
    if (r->arena == NULL || !make_model(r, bytes, size, name)) {
        return quire_reader_note(r, quire_diag_memory_error(r->diag));
    }
    quire_reader_note(r, quire_xml_parse(&r->root, bytes, size, r->model->file, r->arena, r->diag));
    if (r->root != NULL && !quire_reader_is_finished(r) &&
        (r->versioned = quire_reader_check_version(r, r->root, quire_reader_root(r)))) {
        take_steps(r, before_settings, sizeof before_settings / sizeof *before_settings);
    }
    return r->status == QUIRE_OK;
}

void
quire_reading_finish(struct quire_reader *r, size_t first)
{
    if (r->model != NULL && r->root != NULL && r->versioned) {
        take_steps(r, with_settings, sizeof with_settings / sizeof *with_settings);
    }
    quire_diag_sort(r->diag, first);
    tell_includes(r, first);
    if (r->model != NULL && !keep_sources(r)) {
        quire_reader_note(r, quire_diag_memory_error(r->diag));
    }
}

void
quire_reading_clear(struct quire_reader *r)
{
    for (size_t i = 0; i < QUIRE_READER_LISTS; i++) {
        free(quire_reader_list(r, i)->item);
    }
}

quire_status
quire_reading_check_settings(size_t n_setting, quire_diag *diag)
{
    return n_setting <= MOST_SETTINGS
               ? QUIRE_OK
               : quire_diag_error(diag, "E-LIMIT", quire_nowhere(), NULL, NULL,
                                  "more than %d settings", MOST_SETTINGS);
}

static quire_status
read_bytes(struct quire_reader *r, quire_model **out, const char *bytes, size_t size,
           const char *name)
{
    const size_t first = r->diag != NULL ? quire_diag_count(r->diag) : 0;
    const quire_status status = quire_reading_check_settings(r->n_setting, r->diag);
    *out = NULL;
    if (status != QUIRE_OK) {
        return status;
    }
    quire_reading_begin(r, bytes, size, name);
    quire_reading_finish(r, first);
    quire_reading_clear(r);
    if (r->status == QUIRE_OK) {
        *out = r->model;
    } else {
        quire_arena_destroy(r->arena);
    }
    return r->status;
}

quire_status
quire_xml_read(quire_model **out, const struct quire_catalog *catalog, const char *bytes,
               size_t size, const char *name, const quire_setting *settings, size_t n_setting,
               quire_diag *diag)
{
    struct quire_reader r = {.catalog = catalog,
                             .diag = diag,
                             .settings = settings,
                             .n_setting = n_setting,
                             .in_memory = true};
    return read_bytes(&r, out, bytes, size, name);
}

/* "m" for m.xml */
static bool
lacks_its_ending(const char *path)
{
    struct quire_text whole = {0};
    quire_text_format(&whole, "%s.xml", path);
    const bool lacks = !whole.failed && access(path, F_OK) != 0 && access(whole.data, F_OK) == 0;
    quire_text_clear(&whole);
    return lacks;
}

static quire_status
read_file(struct quire_reader *r, quire_model **out, const char *path)
{
    char *text;
    size_t size;
    *out = NULL;
    if (lacks_its_ending(path)) {
        const struct quire_place at = {path, 0, 0};
        return quire_diag_error(r->diag, "E-FILE", at, NULL, NULL,
                                "there is no such file; did you mean '%s.xml'?", path);
    }
    quire_status status = quire_file_read(&text, &size, path, QUIRE_FILE_LIMIT, r->diag);
    if (status == QUIRE_OK) {
        status = read_bytes(r, out, text, size, path);
        free(text);
    }
    return status;
}

quire_status
quire_xml_load_built(quire_model **out, struct quire_built_list *built,
                     const struct quire_catalog *catalog, const char *bytes, size_t size,
                     const char *name, const quire_setting *settings, size_t n_setting,
                     quire_diag *diag)
{
    struct quire_reader r = {.catalog = catalog,
                             .diag = diag,
                             .settings = settings,
                             .n_setting = n_setting,
                             .built = built};
    return read_bytes(&r, out, bytes, size, name);
}

quire_status
quire_xml_load_text(quire_model **out, const struct quire_catalog *catalog, const char *bytes,
                    size_t size, const char *name, const quire_setting *settings, size_t n_setting,
                    quire_diag *diag)
{
    return quire_xml_load_built(out, NULL, catalog, bytes, size, name, settings, n_setting, diag);
}

quire_status
quire_xml_load(quire_model **out, const struct quire_catalog *catalog, const char *path,
               const quire_setting *settings, size_t n_setting, quire_diag *diag)
{
    struct quire_reader r = {
        .catalog = catalog, .diag = diag, .settings = settings, .n_setting = n_setting};
    return read_file(&r, out, path);
}

quire_status
quire_xml_resolve(char **out, const struct quire_catalog *catalog, const char *path,
                  const quire_setting *settings, size_t n_setting, bool json, quire_diag *diag)
{
    struct quire_built_list built = {0};
    struct quire_reader r = {.catalog = catalog,
                             .diag = diag,
                             .settings = settings,
                             .n_setting = n_setting,
                             .built = &built};
    struct quire_text text = {0};
    quire_model *model;
    quire_status status = read_file(&r, &model, path);
    if (status == QUIRE_OK) {
        status = quire_resolved_write(&built, model, settings, n_setting, json, &text, diag);
    }
    *out = status == QUIRE_OK ? quire_text_take(&text) : NULL;
    if (status == QUIRE_OK && *out == NULL) {
        status = quire_diag_memory_error(diag);
    }
    quire_text_clear(&text);
    quire_built_clear(&built);
    quire_xml_free(model);
    return status;
}

quire_status
quire_xml_vary(quire_model **out, const quire_model *model, const quire_setting *settings,
               size_t n_setting, quire_diag *diag)
{
    struct quire_reader r = {.catalog = model->catalog,
                             .diag = diag,
                             .settings = settings,
                             .n_setting = n_setting,
                             .former = model};
    const struct quire_source *own = model->source[0];
    return read_bytes(&r, out, own->text, own->size, own->name);
}

bool
quire_xml_begins_with(const char *path, const char *element)
{
    struct quire_node *root = NULL;
    struct quire_arena *arena = quire_arena_create();
    char *text = NULL;
    size_t size;
    bool begins = false;
    if (arena != NULL && quire_file_read(&text, &size, path, QUIRE_FILE_LIMIT, NULL) == QUIRE_OK) {
        quire_xml_parse(&root, text, size, path, arena, NULL);
        begins = root != NULL && strcmp(root->element, element) == 0;
    }
    free(text);
    quire_arena_destroy(arena);
    return begins;
}

void
quire_xml_free(quire_model *model)
{
    if (model != NULL) {
        quire_arena_destroy(model->arena);
    }
}
