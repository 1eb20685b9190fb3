/* Objects without a file: from names and texts. */
#include "model/settings.h"

#include <stdio.h>
#include <string.h>

#include "kind/attributes.h"
#include "kind/value.h"
#include "model/problem.h"
#include "text/suggest.h"

#define MOST_SETTINGS 256

/* the settings as a list of attributes; NULL when memory runs out */
static struct quire_attribute **
make_list(const quire_setting *settings, size_t n, struct quire_arena *arena)
{
    struct quire_attribute *attribute = quire_arena_get(arena, n, sizeof *attribute);
    struct quire_attribute **list = quire_arena_get(arena, n, sizeof(struct quire_attribute *));
    if (attribute == NULL || list == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < n; i++) {
        attribute[i].name = settings[i].name;
        attribute[i].text = settings[i].value;
        list[i] = &attribute[i];
    }
    return list;
}

static quire_status
refuse_twice(struct quire_attribute *const *list, size_t n, const struct quire_site *site)
{
    for (size_t i = 0; i < n; i++) {
        if (quire_attribute_find(list, i, list[i]->name) != NULL) {
            return quire_diag_error(site->diag, "E-DUPLICATE", quire_nowhere(), site->object, NULL,
                                    "'%s' is given twice", list[i]->name);
        }
    }
    return QUIRE_OK;
}

/* ---- references ---- */

/* The object of this name in `in`; NULL: there is none. What could be meant is offered. */
static const struct quire_object *
find_named(const struct quire_object *in, const char *elements, const char *name,
           struct quire_suggest *near)
{
    const struct quire_object *found = NULL;

    for (size_t i = 0; i < in->n_child && found == NULL; i++) {
        const struct quire_object *o = in->child[i];
        if (o->name != NULL && quire_choice_number(elements, o->kind->element) >= 0) {
            found = strcmp(o->name, name) == 0 ? o : NULL;
            quire_suggest_offer(near, o->name);
        }
        found = found != NULL ? found : find_named(o, elements, name, near);
    }
    return found;
}

static quire_status
resolve(struct quire_object *self, const struct quire_object *root, const struct quire_field *field,
        const char *name, quire_diag *diag)
{
    const struct quire_object **target =
        (const struct quire_object **)(void *)((char *)self->params + field->offset);
    struct quire_suggest near = quire_suggest_begin(name);
    char hint[200], excerpt[QUIRE_EXCERPT_SIZE];

    *target = find_named(root, field->choices, name, &near);
    return *target != NULL
               ? QUIRE_OK
               : quire_object_error(self, diag, "E-REFERENCE",
                                    quire_suggest_hint(&near, hint, sizeof hint),
                                    "%s = '%s': there is no %s of that name", field->name,
                                    quire_excerpt(excerpt, name), field->choices);
}

static quire_status
resolve_all(struct quire_object *self, const struct quire_object *root,
            struct quire_attribute *const *list, size_t n, quire_diag *diag)
{
    quire_status status = QUIRE_OK;

    for (const struct quire_field *f = self->kind->fields; f->name != NULL; f++) {
        const struct quire_attribute *a = quire_attribute_find(list, n, f->name);
        const char *name = a != NULL ? a->text : f->fallback;
        if (f->type == QUIRE_FIELD_REFERENCE && name != NULL && name[0] != '\0') {
            status = quire_status_worse(status, resolve(self, root, f, name, diag));
        }
    }
    return status;
}

/* ---- objects ---- */

quire_status
quire_object_from_settings_in(struct quire_object **out, const struct quire_object *root,
                              const struct quire_kind *kind, const quire_setting *settings,
                              size_t n_setting, struct quire_arena *arena, quire_diag *diag)
{
    char label[160];
    *out = NULL;
    snprintf(label, sizeof label, "%s", kind->variant != NULL ? kind->variant : kind->element);
    if (n_setting > MOST_SETTINGS) {
        return quire_diag_error(diag, "E-LIMIT", quire_nowhere(), label, NULL,
                                "more than %d attributes", MOST_SETTINGS);
    }
    struct quire_attribute **list = make_list(settings, n_setting, arena);
    struct quire_object *object = quire_arena_get(arena, 1, sizeof *object);
    void *params = quire_arena_get(arena, 1, kind->size);
    if (list == NULL || object == NULL || params == NULL) {
        return quire_diag_memory_error(diag);
    }
    object->kind = kind;
    object->params = params;
    const struct quire_site site = {diag, quire_nowhere(), label, NULL};
    quire_status status = refuse_twice(list, n_setting, &site);
    status = quire_status_worse(status, quire_attributes_fill(params, &object->present, kind, list,
                                                              n_setting, arena, &site));
    if (root != NULL && status == QUIRE_OK) {
        status = resolve_all(object, root, list, n_setting, diag);
    }
    if (status == QUIRE_OK && kind->check != NULL) {
        status = kind->check(object, diag);
    }
    if (status == QUIRE_OK) {
        *out = object;
    }
    return status;
}

quire_status
quire_object_from_settings(struct quire_object **out, const struct quire_kind *kind,
                           const quire_setting *settings, size_t n_setting,
                           struct quire_arena *arena, quire_diag *diag)
{
    return quire_object_from_settings_in(out, NULL, kind, settings, n_setting, arena, diag);
}
