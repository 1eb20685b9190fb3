/* Reading a model: the steps in their order. */
#include "xml/read/read.h"

#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "base/diag.h"
#include "base/file.h"
#include "text/number.h"
#include "text/text.h"
#include "xml/read/reader.h"
#include "xml/text/parse.h"

#define MOST_SETTINGS 10000

bool
quire_reader_note(struct quire_reader *r, quire_status status)
{
    r->status = quire_status_worse(r->status, status);
    return status == QUIRE_OK;
}

bool
quire_reader_is_finished(const struct quire_reader *r)
{
    return r->status == QUIRE_ERROR_LIMIT || r->status == QUIRE_ERROR_INTERNAL;
}

bool
quire_pointers_add(struct quire_pointers *list, void *item)
{
    if (list->n == list->capacity) {
        const size_t capacity = list->capacity == 0 ? 64 : 2 * list->capacity;
        void **more = realloc(list->item, capacity * sizeof *more);
        if (more == NULL) {
            return false;
        }
        list->item = more;
        list->capacity = capacity;
    }
    list->item[list->n++] = item;
    return true;
}

/* ---- checks of kinds ---- */

static int
compare_pointers(const void *a, const void *b)
{
    const uintptr_t x = (uintptr_t) * (void *const *)a, y = (uintptr_t) * (void *const *)b;
    return x < y ? -1 : x > y;
}

static bool
is_bad(const struct quire_reader *r, const struct quire_object *object)
{
    const void *key = object;
    return r->bad.n > 0 &&
           bsearch(&key, r->bad.item, r->bad.n, sizeof key, compare_pointers) != NULL;
}

/* what a kind checks may look at the object's children: all of them must be sound. Returns whether
 * this one is. */
static bool
check_object(struct quire_reader *r, struct quire_object *object)
{
    bool sound = !is_bad(r, object);
    for (size_t i = 0; i < object->n_child; i++) {
        sound = check_object(r, object->child[i]) && sound;
    }
    if (sound && object->kind->load != NULL) {
        sound = quire_reader_note(r, object->kind->load(object, r->arena, r->diag));
    }
    /* where parts are missing, a check would miss them, too */
    /* the first of several speaks for all */
    if (sound && object->kind->check != NULL && !object->copied && !r->lacks_parts &&
        !r->incomplete) {
        sound = quire_reader_note(r, object->kind->check(object, r->diag));
    }
    return sound;
}

void
quire_read_checks(struct quire_reader *r)
{
    if (r->model->root == NULL) {
        return;
    }
    if (r->bad.n > 0) {
        qsort(r->bad.item, r->bad.n, sizeof(void *), compare_pointers);
    }
    check_object(r, r->model->root);
}

/* ---- all together ---- */

const char *
quire_reader_root(const struct quire_reader *r)
{
    return r->catalog->root != NULL ? r->catalog->root : "model";
}

bool
quire_reader_is_shared(const struct quire_reader *r, struct quire_place place)
{
    return place.file != r->model->file || strcmp(quire_reader_root(r), "library") == 0;
}

/* a version that is not ours makes everything else meaningless */
bool
quire_reader_check_version(struct quire_reader *r, const struct quire_node *node, const char *root)
{
    struct quire_attribute *a = quire_attribute_find(node->attribute, node->n_attribute, "version");
    char excerpt[QUIRE_EXCERPT_SIZE], hint[160];
    if (strcmp(node->element, root) != 0 || (a != NULL && strcmp(a->text, "1") == 0)) {
        return true;
    }
    const struct quire_place place = a != NULL ? a->place : node->place;
    if (a == NULL) {
        quire_number_format(hint, sizeof hint,
                            "write <%s version=\"1\" ...>, or if it is from before the first "
                            "release, see 'quire upgrade'",
                            root);
        return quire_reader_note(r, quire_diag_error(r->diag, "E-VERSION", place, root, hint,
                                                     "the format version is missing"));
    }
    return quire_reader_note(
        r, quire_diag_error(r->diag, "E-VERSION", place, root,
                            strcmp(a->text, "0") == 0 ? "'quire upgrade' rewrites the file"
                                                      : "it may need a newer Quire",
                            "version = '%s': this Quire reads %s of version 1",
                            quire_excerpt(excerpt, a->text),
                            strcmp(root, "study") == 0 ? "studies" : "models"));
}

const struct quire_kind *
quire_reader_kind(const struct quire_reader *r, const char *family, const char *element)
{
    for (size_t i = 0; i < r->catalog->n; i++) {
        const struct quire_kind *k = r->catalog->kind[i];
        if (strcmp(k->family, family) == 0 && strcmp(k->element, element) == 0) {
            return k;
        }
    }
    return NULL;
}

static void
read_steps(struct quire_reader *r, const quire_setting *settings, size_t n_setting)
{
    if (!quire_reader_check_version(r, r->root, quire_reader_root(r))) {
        return;
    }
    quire_read_includes(r);
    if (!quire_reader_is_finished(r)) {
        quire_read_instances(r);
    }
    if (!quire_reader_is_finished(r)) {
        quire_read_parameters(r, settings, n_setting);
    }
    if (!quire_reader_is_finished(r)) {
        quire_read_defaults(r);
    }
    if (!quire_reader_is_finished(r)) {
        quire_read_likes(r);
    }
    if (!quire_reader_is_finished(r)) {
        quire_read_objects(r);
    }
    if (!quire_reader_is_finished(r)) {
        quire_read_copies(r);
    }
    if (!quire_reader_is_finished(r)) {
        quire_read_references(r);
    }
    if (!quire_reader_is_finished(r)) {
        quire_read_files(r);
    }
    if (!quire_reader_is_finished(r)) {
        quire_read_checks(r);
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

static quire_status
read_bytes(struct quire_reader *r, quire_model **out, const char *bytes, size_t size,
           const char *name, const quire_setting *settings, size_t n_setting)
{
    const size_t first = r->diag != NULL ? quire_diag_count(r->diag) : 0;
    *out = NULL;
    if (n_setting > MOST_SETTINGS) {
        return quire_diag_error(r->diag, "E-LIMIT", quire_nowhere(), NULL, NULL,
                                "more than %d settings", MOST_SETTINGS);
    }
    r->arena = quire_arena_create();
    if (r->arena == NULL || !make_model(r, bytes, size, name)) {
        free(r->source.item);
        quire_arena_destroy(r->arena);
        return quire_diag_memory_error(r->diag);
    }
    quire_reader_note(r, quire_xml_parse(&r->root, bytes, size, r->model->file, r->arena, r->diag));
    if (r->root != NULL && !quire_reader_is_finished(r)) {
        read_steps(r, settings, n_setting);
    }
    quire_diag_sort(r->diag, first);
    tell_includes(r, first);
    if (!keep_sources(r)) {
        quire_reader_note(r, quire_diag_memory_error(r->diag));
    }
    free(r->source.item);
    free(r->part_name.item);
    free(r->twin_prefix.item);
    free(r->classes.item);
    free(r->named_node.item);
    free(r->object.item);
    free(r->pending.item);
    free(r->bad.item);
    free(r->refused.item);
    free(r->missed.item);
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
    struct quire_reader r = {.catalog = catalog, .diag = diag, .in_memory = true};
    return read_bytes(&r, out, bytes, size, name, settings, n_setting);
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
read_file(struct quire_reader *r, quire_model **out, const char *path,
          const quire_setting *settings, size_t n_setting)
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
        status = read_bytes(r, out, text, size, path, settings, n_setting);
        free(text);
    }
    return status;
}

quire_status
quire_xml_load(quire_model **out, const struct quire_catalog *catalog, const char *path,
               const quire_setting *settings, size_t n_setting, quire_diag *diag)
{
    struct quire_reader r = {.catalog = catalog, .diag = diag};
    return read_file(&r, out, path, settings, n_setting);
}

quire_status
quire_xml_resolve(char **out, const struct quire_catalog *catalog, const char *path,
                  const quire_setting *settings, size_t n_setting, bool json, quire_diag *diag)
{
    struct quire_resolved resolved = {0};
    struct quire_reader r = {.catalog = catalog, .diag = diag, .resolved = &resolved};
    struct quire_text text = {0};
    quire_model *model;
    quire_status status = read_file(&r, &model, path, settings, n_setting);
    if (status == QUIRE_OK) {
        status = quire_resolved_write(&resolved, model, settings, n_setting, json, &text, diag);
    }
    *out = status == QUIRE_OK ? quire_text_take(&text) : NULL;
    if (status == QUIRE_OK && *out == NULL) {
        status = quire_diag_memory_error(diag);
    }
    quire_text_clear(&text);
    quire_resolved_clear(&resolved);
    quire_xml_free(model);
    return status;
}

quire_status
quire_xml_vary(quire_model **out, const quire_model *model, const quire_setting *settings,
               size_t n_setting, quire_diag *diag)
{
    struct quire_reader r = {.catalog = model->catalog, .diag = diag, .former = model};
    const struct quire_source *own = model->source[0];
    return read_bytes(&r, out, own->text, own->size, own->name, settings, n_setting);
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
