/* Reading a model: the steps in their order. */
#include "xml/read.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "xml/parse.h"
#include "xml/reader.h"

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
check_object(struct quire_reader *r, const struct quire_object *object)
{
    bool sound = !is_bad(r, object);
    for (size_t i = 0; i < object->n_child; i++) {
        sound = check_object(r, object->child[i]) && sound;
    }
    if (sound && object->kind->check != NULL && !object->copied) { /* the first of several speaks for all */
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

/* a version that is not ours makes everything else meaningless */
static bool
check_version(struct quire_reader *r)
{
    struct quire_attribute *a =
        quire_attribute_find(r->root->attribute, r->root->n_attribute, "version");
    const char *root = quire_reader_root(r);
    char excerpt[QUIRE_EXCERPT_SIZE], hint[80];
    if (strcmp(r->root->element, root) != 0 || (a != NULL && strcmp(a->text, "1") == 0)) {
        return true;
    }
    const struct quire_place place = a != NULL ? a->place : r->root->place;
    if (a == NULL) {
        quire_number_format(hint, sizeof hint, "write <%s version=\"1\" ...>", root);
        return quire_reader_note(r, quire_diag_error(r->diag, "E-VERSION", place, root, hint,
                                                     "the format version is missing"));
    }
    return quire_reader_note(
        r, quire_diag_error(r->diag, "E-VERSION", place, root, NULL,
                            "version = '%s': this Quire reads %s of version 1",
                            quire_excerpt(excerpt, a->text), strcmp(root, "study") == 0 ? "studies" : "models"));
}

static void
read_steps(struct quire_reader *r, const quire_setting *settings, size_t n_setting)
{
    if (!check_version(r)) {
        return;
    }
    quire_read_parameters(r, settings, n_setting);
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
        quire_read_checks(r);
    }
}

static quire_model *
make_model(const struct quire_catalog *catalog, const char *bytes, size_t size, const char *name,
           struct quire_arena *arena)
{
    quire_model *model = quire_arena_get(arena, 1, sizeof *model);
    if (model != NULL) {
        model->file = quire_arena_copy(arena, name);
        model->text = quire_arena_copy_bytes(arena, bytes, size);
        model->size = size;
        model->catalog = catalog;
        model->arena = arena;
    }
    return model != NULL && model->file != NULL && model->text != NULL ? model : NULL;
}

quire_status
quire_xml_read(quire_model **out, const struct quire_catalog *catalog, const char *bytes,
               size_t size, const char *name, const quire_setting *settings, size_t n_setting,
               quire_diag *diag)
{
    struct quire_reader r = {.catalog = catalog, .diag = diag};
    const size_t first = diag != NULL ? quire_diag_count(diag) : 0;
    *out = NULL;
    if (n_setting > MOST_SETTINGS) {
        return quire_diag_error(diag, "E-LIMIT", quire_nowhere(), NULL, NULL,
                                "more than %d settings", MOST_SETTINGS);
    }
    r.arena = quire_arena_create();
    r.model = r.arena != NULL ? make_model(catalog, bytes, size, name, r.arena) : NULL;
    if (r.model == NULL) {
        quire_arena_destroy(r.arena);
        return quire_diag_memory_error(diag);
    }
    quire_reader_note(&r, quire_xml_parse(&r.root, bytes, size, r.model->file, r.arena, diag));
    if (r.root != NULL && !quire_reader_is_finished(&r)) {
        read_steps(&r, settings, n_setting);
    }
    quire_diag_sort(diag, first);
    free(r.named_node.item);
    free(r.object.item);
    free(r.pending.item);
    free(r.bad.item);
    if (r.status == QUIRE_OK) {
        *out = r.model;
    } else {
        quire_arena_destroy(r.arena);
    }
    return r.status;
}

void
quire_xml_free(quire_model *model)
{
    if (model != NULL) {
        quire_arena_destroy(model->arena);
    }
}
