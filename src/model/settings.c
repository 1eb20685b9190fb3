/* Objects without a file: from names and texts. */
#include "model/settings.h"

#include <stdio.h>

#include "kind/attributes.h"

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

quire_status
quire_object_from_settings(struct quire_object **out, const struct quire_kind *kind,
                           const quire_setting *settings, size_t n_setting,
                           struct quire_arena *arena, quire_diag *diag)
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
    if (status == QUIRE_OK && kind->check != NULL) {
        status = kind->check(object, diag);
    }
    if (status == QUIRE_OK) {
        *out = object;
    }
    return status;
}
